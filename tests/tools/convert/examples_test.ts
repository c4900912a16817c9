import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { exportPostman } from "../../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import type { FileExample } from "../../../lib/tools/convert/open_collection.ts";
import { yaml } from "../../../lib/tools/convert/yaml.ts";
import { runs } from "../../support/check.ts";

const OWN = {
  method: "POST",
  url: "http://h/:id?x=1",
  params: [{ name: "x", value: "1", type: "query" }],
  headers: [{ name: "A", value: "1", description: "why" }],
  body: { type: "json", data: "{}" },
};

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom(
    "two\nlines",
    "a\n\n  }\nb",
    "}\n}",
    "  {\n}",
    "example {",
    "content: '''",
    "a'''b",
    "body: {\n  type: x\n}",
    "a\r\nb\n",
    " lead",
  ),
);
const name = fc.oneof(
  fc.constantFrom("X-A", "a b", "a:b", 'q"q', "{{a}}", "~t"),
  // No name of a secret, which an import masks.
  fc.string({ unit: "grapheme", maxLength: 5 }).map((it) =>
    it.replace(/[a-z]/gi, "_")
  ),
);
const rows = fc.array(
  fc.record({ name, value: text }, { requiredKeys: ["name", "value"] }),
  { maxLength: 3 },
);
const body = fc.oneof(
  fc.record({ type: fc.constantFrom("json", "text", "xml"), data: text }),
  fc.record({ type: fc.constant("form-urlencoded"), data: rows }),
  fc.record({
    type: fc.constant("multipart-form"),
    data: fc.array(
      fc.record({ name, type: fc.constant("text"), value: text }),
      { maxLength: 2 },
    ),
  }),
  fc.record({ query: text, variables: fc.constantFrom("", '{"a": 1}') }),
);
const example = fc.record({
  name: text,
  description: text,
  request: fc.record(
    { url: text, method: fc.constantFrom("GET", "purge"), headers: rows, body },
    { requiredKeys: ["url", "method"] },
  ),
  response: fc.record({
    status: fc.constantFrom(200, 404),
    statusText: text,
    headers: rows,
    body: fc.record({ type: fc.constantFrom("json", "text"), data: text }),
  }, { requiredKeys: [] }),
}, { requiredKeys: ["name"] });

describe("an example that shows a secret", () => {
  const SECRET = "abc-1234567";
  const ROWS: [where: string, files: Record<string, string>, dotenv: string][] =
    [
      ["an environment", {
        "environments/e.yml":
          `name: e\nvariables: [{name: pin, secret: true, value: ${SECRET}}]\n`,
      }, ""],
      ["the collection", {
        "opencollection.yml":
          `info: {name: C}\nrequest: {variables: [{name: pin, secret: true, value: ${SECRET}}]}\n`,
      }, ""],
      ["an entry that a secret reads", {
        "environments/e.yml":
          'name: e\nvariables: [{name: pin, secret: true, value: "{{process.env.PIN}}"}]\n',
      }, SECRET],
      ["an entry that is called a secret", {}, SECRET],
    ];
  for (const [where, files, dotenv] of ROWS) {
    it(`is exported without it: ${where}`, () => {
      const { value } = readForExport(
        new Map(Object.entries({
          "opencollection.yml": "info: {name: C}\n",
          "r.yml":
            `info: {name: R, type: http}\nhttp: {method: GET, url: h}\nexamples: [{name: E, request: {url: "http://h?a=${SECRET}"}, response: {body: {type: text, data: "a ${SECRET} b"}}}]\n`,
          ...files,
        })),
        "opencollection.yml",
        "bru",
      );
      assert(value);
      const entry = where.includes("called") ? "API_TOKEN" : "PIN";
      const exports = [
        exportBru(value, { dotenv: new Map([[entry, dotenv]]) }),
        exportPostman(value, { dotenv: new Map([[entry, dotenv]]) }),
      ];
      for (const { notes, ...written } of exports) {
        const text = "files" in written
          ? [...written.files.values()].join("\n")
          : written.collection;
        assert(!text.includes(SECRET), text);
        assert(text.includes("?a=***"), text);
        assert(
          notes.some(({ message }) =>
            message === "Masked the secrets in 1 saved example"
          ),
        );
      }
    });
  }
});

it("an example is imported without the secret of a variable", async () => {
  const secret = "abc-1234567";
  const request = { method: "GET", url: `http://h/?a=${secret}` };
  const { value } = await importSource({
    name: "c.json",
    main: "c.json",
    files: new Map([[
      "c.json",
      JSON.stringify({
        info: { name: "C" },
        variable: [{ key: "apiToken", value: secret }],
        item: [{
          name: "R",
          request: { method: "GET", url: "http://h" },
          response: [{ originalRequest: request, body: `a ${secret} b` }],
        }],
      }),
    ]]),
  });
  const text = JSON.stringify(value!.items);
  assert(!text.includes(secret) && text.includes("?a=***"), text);
});

describe("examples in .bru files", () => {
  it("are those of the collection, but for what the notes name", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(example, { minLength: 1, maxLength: 3 }),
        async (examples) => {
          const { bru, notes, again } = await roundTrip(examples);
          assertEquals(again.length, examples.length, bru);
          // A name stands on one line, and a note of one example is about all of a kind.
          if (notes.length > 0) return;
          for (const [index, { name, request, response }] of again.entries()) {
            const one = examples[index];
            assertEquals(
              [name, plain(request), plain(response)],
              [
                onOneLine(one.name),
                plain(one.request ?? { ...OWN, headers: undescribed() }),
                plain(one.response),
              ],
              bru,
            );
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

const undescribed = () =>
  OWN.headers.map(({ name, value }) => ({ name, value }));

/** What both ways of writing say: nothing for what is empty, and one form of line ends. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? {}, (key, it) => {
    if (key === "body" && isEmptyBody(it)) return undefined;
    // Bruno sends no blanks around JSON.
    if (key === "body" && it.type === "json" && typeof it.data === "string") {
      return { ...it, data: it.data.trim() };
    }
    if (Array.isArray(it) && it.length === 0) return undefined;
    if (typeof it !== "string") return it;
    // Lines of nothing but blanks are written as empty.
    const text = it.replace(/\r\n?/g, "\n").replace(/^ +$/gm, "");
    const said = key === "method"
      ? text.toUpperCase()
      : key === "url" || key === "statusText"
      ? onOneLine(text)
      : text;
    return said === "" && key !== "value" ? undefined : said;
  }));
}

const isEmptyBody = (
  { query = "", variables = "", data = "" }: Record<string, unknown>,
) =>
  [query, variables, data].every((it) =>
    Array.isArray(it)
      ? it.length === 0
      : typeof it === "string" && it.trim() === ""
  );

const onOneLine = (text: string) => text.replace(/\s*[\r\n]\s*/g, " ").trim();

async function roundTrip(examples: readonly unknown[]) {
  const files = new Map([
    ["opencollection.yml", yaml({ info: { name: "C" } }, "collection")],
    [
      "r.yml",
      yaml({
        info: { name: "R", type: "http" },
        http: OWN,
        examples: examples as FileExample[],
      }, "request"),
    ],
  ]);
  const { value, diagnostics } = readForExport(
    files,
    "opencollection.yml",
    "bru",
  );
  assert(value, JSON.stringify(diagnostics));
  const { files: texts, notes } = exportBru(value, { withSecrets: true });
  const bru = texts.get("r.bru") ?? "";
  const { value: found } = await importSource({ name: "c", files: texts });
  const [item] = found?.items ?? [];
  assert(item?.kind === "request", bru);
  const again = item.request.examples ?? [];
  return {
    bru,
    notes: notes.filter(({ kind }) => kind !== "changed"),
    again,
  };
}
