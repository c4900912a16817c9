import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type {
  Collection,
  Item,
  Request,
} from "../../../lib/core/collection/types.ts";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";
import { yaml } from "../../../lib/tools/convert/yaml.ts";
import { renderRequest } from "../../../lib/core/request/render_request.ts";
import { Execution } from "../../../lib/core/scope/execution.ts";
import { seededRandom } from "../../../lib/core/scope/seeded_random.ts";
import { openRequest } from "../../../mod.ts";
import { runs } from "../../support/check.ts";

// deno-lint-ignore no-explicit-any -- files as data
type Json = any;

/** One of the first, seldom one of the second. */
function often<T>(first: readonly T[], second: readonly T[]) {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...first) },
    { weight: 1, arbitrary: fc.constantFrom(...second) },
  );
}

/** Texts as people write them, and now and then as the format cannot hold them. */
const text = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }).map((it) =>
      it.trim()
    ),
  },
  {
    weight: 40,
    arbitrary: fc.constantFrom(
      "plain",
      "{{a}}/{{b}}",
      "two\nlines",
      "a\n\n  }\nb",
      "{",
      "}",
      "[",
      "~x",
      "@number",
      "two  blanks",
      "é: 'x' \"y\"",
      "a'''b",
      "x #1",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      " lead",
      "trail\n",
      "'''",
      "a\n'''\nb",
      "a\r\nb",
      "@file(x)",
      "x @contentType(y)",
      "back\\",
    ),
  },
);

const token = fc.constantFrom("X-A", "x_b", "c", "d1", "e.f", "G~");
const name = fc.oneof(
  { weight: 30, arbitrary: token },
  {
    weight: 20,
    arbitrary: fc.constantFrom('q"q', "a b", "a  b", "a:b", "{{a}}", "\\"),
  },
  { weight: 1, arbitrary: fc.constantFrom("~t", "a b\\", "a\nb") },
);
const row = fc.record({ name, value: text, disabled: fc.boolean() });
const header = fc.record({
  name: token,
  value: fc.constantFrom("v", "{{a}}", "a  b", "é", '"q"'),
  disabled: fc.boolean(),
  description: fc.constantFrom("", "plain", 'it\'s\n"two" lines \\n'),
});
const rows = fc.array(row, { maxLength: 4 });
const variable = fc.record({
  name: fc.constantFrom("a", "b", "c"),
  value: fc.oneof(
    text,
    fc.constantFrom<Json>(
      { type: "number", data: "1.10" },
      { type: "boolean", data: "true" },
      { type: "object", data: '{"k": [1]}' },
    ),
  ),
  disabled: fc.boolean(),
});
const variables = fc.array(variable, { maxLength: 3 });
const auth = fc.constantFrom<Json>(
  undefined,
  "inherit",
  "none",
  { type: "none" },
  { type: "basic", username: "u", password: "p:{{a}}" },
  { type: "bearer", token: "t{{b}}" },
  { type: "apikey", key: "k", value: "v", placement: "query" },
);
const plainScripts = fc.subarray<Json>([
  { type: "before-request", code: "a();\n\nb();\n" },
  { type: "after-response", code: "// c" },
  { type: "tests", code: "\n  x\n" },
]);
const scripts = fc.oneof(
  { weight: 30, arbitrary: plainScripts },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>(
      [{ type: "tests", code: "a" }, { type: "tests", code: "b" }],
      [{
        type: "tests",
        code: "pm.test('x')",
        extensions: { brace: { dialect: "postman" } },
      }],
    ),
  },
);

const body = fc.oneof(
  fc.constant(undefined),
  fc.record({ type: fc.constantFrom("text", "json", "xml"), data: text }),
  fc.record({ type: fc.constant("form-urlencoded"), data: rows }),
  fc.record({
    type: fc.constant("multipart-form"),
    data: fc.array(
      fc.oneof(
        fc.record({ name, type: fc.constant("text"), value: text }),
        fc.record({
          name,
          type: fc.constant("file"),
          value: fc.array(
            often(["a.bin", "b c/d.txt", "{{a}}.x"], ["{{a}}|x"]),
            { minLength: 1, maxLength: 2 },
          ),
          contentType: often(["", "text/plain"], ["a/b; c=(d)"]),
        }),
      ),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    type: fc.constant("file"),
    data: fc.array(
      fc.record(
        { filePath: fc.constantFrom("a.bin", "b.bin"), selected: fc.boolean() },
        { requiredKeys: ["filePath"] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);

const request = fc.record({
  kind: fc.constant("request"),
  name: text,
  tags: fc.array(often(["smoke", "a-b_1", "é"], ["needs db"]), {
    maxLength: 2,
  }),
  method: fc.constantFrom("GET", "POST", "PURGE"),
  url: fc.constantFrom(
    "http://h/x",
    "http://h/x?c=1#f",
    "http://h/{{?a & b}}?",
    "http://h/:c/y?{{b}}",
    "{{base}}/é",
  ),
  headers: fc.array(header, { maxLength: 3 }),
  params: fc.array(
    fc.record({
      name: fc.oneof(fc.constantFrom("c", "d", "e#f"), name),
      value: text,
      type: fc.constantFrom("query", "query", "path"),
      disabled: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  body,
  auth,
  variables,
  scripts,
  assertions: fc.array(
    fc.record({
      expression: often(["res.status", "x[0] + 1"], ['res.body["a:b"]']),
      operator: fc.constantFrom("eq", "contains", "isEmpty"),
      value: text,
      disabled: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});

const { item } = fc.letrec<{ item: Json; folder: Json }>((tie) => ({
  item: fc.oneof({ maxDepth: 2 }, request, tie("folder")),
  folder: fc.record({
    kind: fc.constant("folder"),
    name: text,
    headers: fc.array(header, { maxLength: 1 }),
    auth,
    variables,
    scripts,
    items: fc.array(tie("item"), { maxLength: 3 }),
  }),
}));

const collection = fc.record({
  headers: fc.array(header, { maxLength: 1 }),
  auth,
  variables,
  environment: variables,
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
});

describe("a collection exported to .bru files", () => {
  it("goes on the wire as before, but for what the notes name", () => {
    fc.assert(
      fc.property(collection, (document) => {
        const files = yamlFiles(document);
        const { value } = readForExport(files, "opencollection.yml", "bru");
        assert(value);
        const { files: bru, notes } = exportBru(value, { withSecrets: true });
        const before = read(files);
        const after = read(bru);
        const [wanted, told] = [requests(before.items), requests(after.items)];
        assertEquals(told.length, wanted.length);
        const named = new Set(
          notes.map(({ item }) =>
            item?.kind === "request" ? item.request.info.name : undefined
          ),
        );
        // What a level cannot hold concerns every request.
        if (named.has(undefined)) return;
        for (const [index, request] of wanted.entries()) {
          if (named.has(request.name)) continue;
          assertEquals(
            outcome(after, told[index]),
            outcome(before, request),
            JSON.stringify([...bru], null, 2),
          );
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

/** The files of a collection in YAML. */
function yamlFiles(document: Json): Map<string, string> {
  const { headers, auth, variables, environment, items } = document;
  const files = new Map([
    [
      "opencollection.yml",
      yaml({
        opencollection: "1.0.0",
        info: { name: "C" },
        request: { headers, auth, variables },
      }, "collection"),
    ],
    [
      "environments/e.yml",
      yaml({
        name: "e",
        variables: [{ name: "base", value: "http://h" }, ...environment],
      }, "environment"),
    ],
  ]);
  let count = 0;
  const write = (list: Json[], prefix: string) => {
    for (const item of list) {
      const id = `i${++count}`;
      if (item.kind === "folder") {
        const { name, headers, auth, variables, scripts, items } = item;
        files.set(
          `${prefix}${id}/folder.yml`,
          yaml({
            info: { name: `${name} ${id}`, type: "folder", seq: count },
            request: { headers, auth, variables, scripts },
          }, "folder"),
        );
        write(items, `${prefix}${id}/`);
        continue;
      }
      const { name, tags, variables, scripts, assertions, ...rest } = item;
      const { kind: _kind, ...http } = rest;
      files.set(
        `${prefix}${id}.yml`,
        yaml({
          info: { name: `${name} ${id}`, type: "http", seq: count, tags },
          http,
          runtime: { variables, scripts, assertions },
        }, "request"),
      );
    }
  };
  write(items, "");
  return files;
}

function read(files: ReadonlyMap<string, string>): Collection {
  const { value, diagnostics } = readCollection({ root: "", files });
  assertEquals(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
    JSON.stringify([...files], null, 2),
  );
  return value!;
}

function requests(items: readonly Item[]): Request[] {
  return items.flatMap((item) =>
    item.kind === "folder"
      ? requests(item.items)
      : item.kind === "request"
      ? [item]
      : []
  );
}

/** What is sent, and what is done with the response. */
function outcome(collection: Collection, request: Request): unknown {
  const { scopes, inherited } = openRequest(collection, request.path, {
    environment: "e",
  });
  const random = seededRandom("s");
  const execution = new Execution({ now: () => 0, random });
  const { value } = renderRequest(request, { scopes, execution, inherited });
  const { name, tags, scripts, assertions } = request;
  // Those of one phase keep their order.
  const byPhase = scripts.toSorted((a, b) => a.phase.localeCompare(b.phase));
  return plain({ name, tags, scripts: byPhase, assertions, value });
}

/** Without places; line breaks at the ends of scripts are nobody's. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, member]) =>
      !["at", "insertions"].includes(key) && member !== undefined
    ).map(([key, member]) => [key, plain(member)]),
  );
}
