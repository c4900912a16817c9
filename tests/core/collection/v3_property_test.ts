import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { importPostman } from "../../../lib/tools/convert/postman/import_postman.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";
import { runCollection } from "../../support/run_collection.ts";
import { type Spelling, v3Tree } from "../../support/v3_tree.ts";
import { runs } from "../../support/check.ts";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

const word = fc.stringMatching(/^[b-dfghjlmn]{1,5}$/);
/** Values as they stand in files; `{{n}}` is a variable, `{{made}}` a script's. */
const value = fc.oneof(
  word,
  fc.constantFrom(
    "",
    "{{n}}",
    "{{made}}",
    "a b",
    "a&b=c",
    "x#y",
    "é 🦕",
    "1.10",
    "yes",
    "null",
    "~",
    "two\nlines",
    "a+b%20c",
    '"q"',
  ),
);
const disabled = fc.option(fc.constant(true), { nil: undefined, freq: 4 });
const row = (key: fc.Arbitrary<string>, data: fc.Arbitrary<string | null>) =>
  fc.record({ key, value: data, disabled }, { requiredKeys: ["key", "value"] });

const url = fc.record({
  path: fc.array(fc.constantFrom("users", ":id", "{{n}}", "a%20b", "é"), {
    maxLength: 3,
  }),
  query: fc.array(
    row(word, fc.option(value.filter((it) => !/[\n"]/.test(it)))),
    { maxLength: 3 },
  ),
  id: value.filter((it) => it !== "" && !it.includes("\n")),
}).map(({ path, query, id }) => {
  const base = ["{{server}}", ...path].join("/");
  const pairs = query.filter((one) => !one.disabled).map(({ key, value }) =>
    value === null ? key : `${key}=${value}`
  );
  return {
    raw: pairs.length === 0 ? base : `${base}?${pairs.join("&")}`,
    query,
    variable: path.includes(":id") ? [{ key: "id", value: id }] : [],
  };
});

const body = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom("json", "xml", "html", "javascript", "text").chain((
    language,
  ) =>
    fc.constantFrom('{"a": "{{n}}", "b": {{made}}}', "{broken", "plain {{n}}")
      .map((raw) => ({ mode: "raw", raw, options: { raw: { language } } }))
  ),
  fc.array(row(word, value), { minLength: 1, maxLength: 3 })
    .map((urlencoded) => ({ mode: "urlencoded", urlencoded })),
  fc.array(
    fc.record({ key: word, value, type: fc.constant("text") }),
    { minLength: 1, maxLength: 3 },
  ).map((formdata) => ({ mode: "formdata", formdata })),
  fc.constant({
    mode: "graphql",
    graphql: { query: "query { a(b: {{n}}) }", variables: '{"v": "{{made}}"}' },
  }),
);

const auth = fc.constantFrom(
  undefined,
  { type: "noauth" },
  { type: "bearer", bearer: [{ key: "token", value: "t-{{n}}" }] },
  {
    type: "basic",
    basic: [
      { key: "username", value: "{{n}}" },
      { key: "password", value: "p w" },
    ],
  },
  {
    type: "apikey",
    apikey: [
      { key: "key", value: "X-Key" },
      { key: "value", value: "{{n}}" },
      { key: "in", value: "query" },
    ],
  },
  {
    type: "oauth1",
    oauth1: [
      { key: "consumerKey", value: "{{n}}" },
      { key: "nonce", value: "n" },
      { key: "timestamp", value: "1" },
      { key: "addParamsToHeader", value: false },
    ],
  },
);

/** What requests inherit: an import leaves OAuth 1 of the URL there, also for forms, and says so. */
const authAbove = auth.map((one) =>
  one !== undefined && "oauth1" in one
    ? {
      type: "oauth1",
      oauth1: one.oauth1!.map((row) =>
        row.key === "addParamsToHeader" ? { ...row, value: true } : row
      ),
    }
    : one
);

const events = fc.array(
  fc.constantFrom("prerequest", "test").chain((listen) =>
    word.map((made) => ({
      listen,
      script: {
        exec: [
          `pm.variables.set("made", (pm.variables.get("made") || "")`,
          ` + "${made}");`,
        ],
      },
    }))
  ),
  { maxLength: 2 },
);

const headers = fc.array(
  fc.oneof(
    row(word.map((it) => `X-${it}`), value.filter((it) => !/[\né🦕]/.test(it))),
    fc.constantFrom(
      { key: "Content-Type", value: "text/plain" },
      { key: "Content-Type", value: "application/json", disabled: true },
    ),
  ),
  { maxLength: 3 },
);

const request = fc.record({
  name: word,
  event: events,
  request: fc.record({
    method: fc.constantFrom("GET", "POST", "put", "DELETE"),
    url,
    header: headers,
    body,
    auth,
  }),
  protocolProfileBehavior: fc.constantFrom(
    undefined,
    { disableBodyPruning: true },
    { disabledSystemHeaders: { accept: true }, followRedirects: false },
  ),
}).map((it: Json) => {
  // A GraphQL request is a POST there.
  if (it.request.body?.mode === "graphql") it.request.method = "POST";
  return it;
});

const { item } = fc.letrec<{ item: Json; folder: Json }>((tie) => ({
  item: fc.oneof({ maxDepth: 2 }, request, request, tie("folder")),
  folder: fc.record({
    name: word,
    auth: authAbove,
    event: events,
    variable: fc.constantFrom([], [{ key: "n", value: "7" }]),
    item: fc.array(tie("item"), { minLength: 1, maxLength: 3 }),
  }),
}));

const collection = fc.record({
  info: fc.record({ name: word }),
  auth: authAbove,
  event: events,
  variable: fc.constant([
    { key: "n", value: "5" },
    { key: "made", value: "0" },
  ]),
  item: fc.array(item, { minLength: 1, maxLength: 4 }),
});

const spelling: fc.Arbitrary<Spelling> = fc.record({
  mappings: fc.boolean(),
  authList: fc.boolean(),
  queryInUrl: fc.boolean(),
  end: fc.constantFrom("yaml", "yml"),
});

describe("a tree that Postman 12 writes", () => {
  it("sends what its twin in version 2.1 sends", async () => {
    await fc.assert(
      fc.asyncProperty(collection, spelling, async (document, spelling) => {
        const { value } = importPostman({
          name: "c.json",
          files: new Map([["c.json", JSON.stringify(document)]]),
          main: "c.json",
        });
        const twin = await sent(Object.fromEntries(toFiles(value!).files));
        assertEquals(await sent(v3Tree(document, spelling)), twin);
      }),
      { numRuns: runs(30) },
    );
  });
});

/** What arrives at the server: all but what is made anew for each. */
async function sent(files: Record<string, string>) {
  const { requests, results } = await runCollection(files);
  return {
    results: results.map(({ status, step }) => [step.item.name, status]),
    requests: requests.map(({ method, target, rawHeaders, text }) => ({
      method,
      target: withoutBoundary(target),
      headers: rawHeaders.filter(([name]) => !/^host$/i.test(name))
        // Signatures differ, and how many of their characters are encoded.
        .filter(([name]) =>
          !/^content-length$/i.test(name) || !text.includes("oauth_signature")
        )
        .map(([name, value]) => [name, withoutBoundary(value)]).sort(),
      text: withoutBoundary(text),
    })),
  };
}

/** A text without what each run makes anew; the server's port is signed. */
function withoutBoundary(text: string): string {
  return text.replace(/(?:boundary=|--)[\w-]{16,}/g, "BOUNDARY")
    .replace(/(?<=\boauth_signature=)"?[\w%]+"?/g, "");
}
