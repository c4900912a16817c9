import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";

const KEY = "key-Abc123";
const USED = "plain words";
const STAYS = "http://host-99";
const postman = (
  variable: readonly unknown[],
  request: Record<string, unknown>,
) =>
  JSON.stringify({
    info: {
      name: "P",
      schema:
        "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable,
    item: [{
      name: "R",
      request: { method: "GET", url: "http://h", ...request },
    }],
  });

/** Sources, and the names of the entries that their secrets get. */
const ROWS: readonly {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly entries: readonly string[];
}[] = [
  {
    title: "a variable of a .http file that is called key",
    files: {
      "a.http": `@key = ${KEY}\n@host = ${STAYS}\nGET {{host}}\nA: {{key}}\n`,
    },
    entries: ["KEY"],
  },
  {
    title: "a word in a variable that is called key",
    files: {
      "a.http": `@key = theme\n@host = ${STAYS}\nGET {{host}}/{{key}}\n`,
    },
    entries: [],
  },
  {
    title: "environments beside a .http file",
    files: {
      "a.http": "GET http://h/{{key}}\nX-API-Key: {{x}}\n",
      "http-client.env.json": JSON.stringify({
        dev: { key: KEY, x: USED, host: STAYS },
        prod: { key: `${KEY}4`, host: STAYS },
      }),
    },
    entries: ["KEY", "X", "PROD_KEY"],
  },
  {
    title: "a variable of a shell",
    files: { "a.sh": `KEY=${KEY}\ncurl "${STAYS}/$KEY"` },
    entries: ["KEY"],
  },
  {
    title: "a variable of a shell that a header sends",
    files: { "a.sh": `X='${USED}'\nH=${STAYS}\ncurl "$H" -H "X-API-Key: $X"` },
    entries: ["X"],
  },
  {
    title: "a variable of Postman's",
    files: { "p.json": postman([{ key: "key", value: KEY }], {}) },
    entries: ["KEY"],
  },
  {
    title: "the same behind another variable, in a header",
    files: {
      "p.json": postman([
        { key: "x", value: USED },
        { key: "y", value: "{{x}}" },
        { key: "h", value: STAYS },
      ], { header: [{ key: "X-API-Key", value: "{{ y }}" }], url: "{{h}}" }),
    },
    entries: ["X"],
  },
  {
    title: "in a query, auth and a body",
    files: {
      "p.json": postman([
        { key: "a", value: `${USED} a` },
        { key: "b", value: `${USED} b` },
        { key: "c", value: `${KEY}c` },
        { key: "d", value: STAYS.slice(0, 4) },
        { key: "h", value: STAYS },
      ], {
        method: "POST",
        url: {
          raw: "{{h}}?api_key={{a}}",
          host: ["{{h}}"],
          query: [{ key: "api_key", value: "{{a}}" }],
        },
        auth: { type: "bearer", bearer: [{ key: "token", value: "{{b}}" }] },
        body: {
          mode: "raw",
          raw: '{"password": "{{c}}", "token": "{{d}}", "h": "{{h}}"}',
        },
      }),
    },
    entries: ["A", "B", "C"],
  },
  {
    title: "in a cookie, where it looks like a secret",
    files: {
      "p.json": postman([
        { key: "a", value: KEY },
        { key: "theme", value: STAYS.slice(0, 5) },
      ], { header: [{ key: "Cookie", value: "x={{a}}; theme={{theme}}" }] }),
    },
    entries: ["A"],
  },
  {
    title: "behind a scheme, but not in a longer text",
    files: {
      "p.json": postman([
        { key: "a", value: USED },
        { key: "h", value: STAYS },
      ], {
        header: [
          { key: "Authorization", value: "Token {{a}}" },
          { key: "X-Auth", value: 'realm="{{h}}"' },
        ],
      }),
    },
    entries: ["A"],
  },
  {
    title: "environments of Insomnia's",
    files: {
      "i.yaml": `type: collection.insomnia.rest/5.0
name: I
collection:
  - {name: R, url: 'http://h', method: GET, headers: [{name: X-API-Key, value: '{{ _.x }}'}]}
environments:
  name: Base
  data: {key: ${KEY}, x: ${USED}, h: '${STAYS}'}
  subEnvironments:
    - {name: dev, data: {x: ${USED} 2}}
`,
    },
    entries: ["KEY", "X", "DEV_X"],
  },
  {
    title: "an environment and a request of Bruno's",
    files: {
      "bruno.json": '{"version": "1", "name": "B", "type": "collection"}',
      "environments/dev.bru": `vars {\n  key: ${KEY}\n  h: ${STAYS}\n}\n`,
      "R.bru":
        `meta {\n  name: R\n  type: http\n}\n\nget {\n  url: http://h\n  body: none\n  auth: bearer\n}\n\nauth:bearer {\n  token: {{t}}\n}\n\nvars:pre-request {\n  t: ${USED}\n}\n`,
    },
    entries: ["T", "KEY"],
  },
  {
    title: "rows of data with keys stay",
    files: {
      "p.json": postman([], {
        body: {
          mode: "raw",
          raw: `{"rows": [{"key": "row-12345", "value": 1}]}`,
        },
      }),
    },
    entries: [],
  },
];

describe("variables that are secret by what they are", () => {
  for (const { title, files, entries } of ROWS) {
    it(`do not stay in the files: ${title}`, async () => {
      const names = Object.keys(files);
      const { value, diagnostics } = await importSource({
        name: names.length === 1 ? names[0] : "folder",
        ...(names.length === 1 && { main: names[0] }),
        files: new Map(Object.entries(files)),
      });
      assertEquals(diagnostics.filter((one) => one.severity === "error"), []);
      assertEquals(value!.secrets.map(({ env }) => env), entries);
      const text = [...toFiles(value!).files.values()].join("\n");
      for (const secret of [KEY, USED]) assert(!text.includes(secret), text);
      if (JSON.stringify(files).includes(STAYS)) {
        assert(text.includes(STAYS), text);
      }
    });
  }
});
