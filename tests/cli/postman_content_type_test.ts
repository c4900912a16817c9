import { assertEquals, assertMatch } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";
import { v3Tree } from "../support/v3_tree.ts";

const raw = (language: string | undefined, text: string) => ({
  mode: "raw",
  raw: text,
  ...(language && { options: { raw: { language } } }),
});
const FORM = {
  mode: "urlencoded",
  urlencoded: [{ key: "a", value: "1" }],
};
const PARTS = {
  mode: "formdata",
  formdata: [{ key: "a", value: "1", type: "text" }],
};
const JSON_HEADER = { key: "Content-Type", value: "application/json" };
const ADD =
  "pm.request.headers.add({ key: 'Content-Type', value: 'application/vnd.x' });";
const ADD_IF_NONE =
  `if (!pm.request.headers.has('Content-Type')) pm.request.headers.add({ key: 'Content-Type', value: 'application/vnd.x+json' });`;
const update = (body: string) => `pm.request.body.update(${body});`;
const LANGUAGE = (language: string) =>
  `options: { raw: { language: '${language}' } }`;

/** Body and header of the file, pre-request script → every Content-Type and the body that Newman sends. */
const ROWS: readonly [
  what: string,
  body: unknown,
  script: string,
  types: readonly string[],
  text: string,
  header?: Readonly<Record<string, string>>,
][] = [
  // A header that the script adds.
  ["text", raw(undefined, "hi"), ADD, ["application/vnd.x"], "hi"],
  [
    "text, addHeader",
    raw("text", "hi"),
    "pm.request.addHeader('Content-Type: a/b');",
    ["a/b"],
    "hi",
  ],
  [
    "text, upsert",
    raw("text", "hi"),
    "pm.request.headers.upsert({ key: 'content-type', value: 'a/b' });",
    ["a/b"],
    "hi",
  ],
  [
    "text, if none",
    raw("text", "{}"),
    ADD_IF_NONE,
    ["application/vnd.x+json"],
    "{}",
  ],
  [
    "JSON, if none",
    raw("json", "{}"),
    ADD_IF_NONE,
    ["application/vnd.x+json"],
    "{}",
  ],
  ["XML", raw("xml", "<a/>"), ADD, ["application/vnd.x"], "<a/>"],
  ["HTML", raw("html", "<p>"), ADD, ["application/vnd.x"], "<p>"],
  ["JavaScript", raw("javascript", "1"), ADD, ["application/vnd.x"], "1"],
  ["broken JSON", raw("json", "{x"), ADD, ["application/vnd.x"], "{x"],
  [
    "the file's own header",
    raw("json", "{}"),
    ADD,
    ["application/json", "application/vnd.x"],
    "{}",
    JSON_HEADER,
  ],
  ["a form", FORM, ADD, ["application/x-www-form-urlencoded"], "a=1"],
  [
    "a form with a charset",
    FORM,
    "pm.request.headers.add({ key: 'Content-Type', value: 'application/x-www-form-urlencoded; charset=utf-8' });",
    ["application/x-www-form-urlencoded; charset=utf-8"],
    "a=1",
  ],
  ["parts", PARTS, ADD, ["multipart/form-data"], "a=1"],
  [
    "nothing to remove",
    raw("xml", "<a/>"),
    "pm.request.headers.remove('Content-Type');",
    ["application/xml"],
    "<a/>",
  ],
  [
    "all headers anew",
    raw("text", "hi"),
    "pm.request.headers = [{ key: 'X-A', value: '1' }];",
    ["text/plain"],
    "hi",
  ],
  // A body that the script sets.
  [
    "text to JSON",
    raw(undefined, "x"),
    update(`{ mode: 'raw', raw: '{"n":7}', ${LANGUAGE("json")} }`),
    ["application/json"],
    '{"n":7}',
  ],
  [
    "text to broken JSON",
    raw("text", "x"),
    update(`{ mode: 'raw', raw: '{x', ${LANGUAGE("json")} }`),
    ["application/json"],
    "{x",
  ],
  [
    "a form to JSON",
    FORM,
    update(`{ mode: 'raw', raw: '{"n":7}', ${LANGUAGE("json")} }`),
    ["application/json"],
    '{"n":7}',
  ],
  [
    "a form to HTML",
    FORM,
    update(`{ mode: 'raw', raw: '<p>', ${LANGUAGE("HTML")} }`),
    ["text/html"],
    "<p>",
  ],
  [
    "a form to JavaScript with a header",
    FORM,
    update(`{ mode: 'raw', raw: '1', ${LANGUAGE("javascript")} }`) + ADD,
    ["application/vnd.x"],
    "1",
  ],
  [
    "text to XML",
    raw("text", "x"),
    update(`{ mode: 'raw', raw: '<a/>', ${LANGUAGE("xml")} }`),
    ["application/xml"],
    "<a/>",
  ],
  [
    "no body to JSON",
    undefined,
    `pm.request.body = { mode: 'raw', raw: '{"n":7}', ${LANGUAGE("json")} };`,
    ["application/json"],
    '{"n":7}',
  ],
  [
    "JSON to a body without a language",
    raw("json", "{}"),
    update("'{\"n\":7}'"),
    ["text/plain"],
    '{"n":7}',
  ],
  [
    "JSON that keeps its language",
    raw("json", "{}"),
    "pm.request.body.raw = '{\"b\":2}';",
    ["application/json"],
    '{"b":2}',
  ],
  [
    "options alone",
    raw("text", "{}"),
    "pm.request.body.options = { raw: { language: 'json' } };",
    ["application/json"],
    "{}",
  ],
  [
    "the language in place",
    raw("json", "{}"),
    "pm.request.body.options.raw.language = 'xml'; pm.request.body.raw = '<a/>';",
    ["application/xml"],
    "<a/>",
  ],
  [
    "JSON without a language, with a header",
    raw("text", "x"),
    `pm.request.headers.add({ key: 'Content-Type', value: 'application/json' }); ${
      update("{ mode: 'raw', raw: '{}' }")
    }`,
    ["application/json"],
    "{}",
  ],
  ["nothing", raw("json", "{}"), update("{ mode: 'raw', raw: '' }"), [], ""],
  [
    "JSON to a form",
    raw("json", "{}"),
    update("{ mode: 'urlencoded', urlencoded: [{ key: 'x', value: 'y' }] }"),
    ["application/x-www-form-urlencoded"],
    "x=y",
    JSON_HEADER,
  ],
  [
    "text to parts",
    raw("text", "x"),
    update(
      "{ mode: 'formdata', formdata: [{ key: 'x', value: 'y', type: 'text' }] }",
    ),
    ["multipart/form-data"],
    "x=y",
  ],
  [
    "JSON with a header to parts",
    raw("json", "{}"),
    update("{ mode: 'formdata', formdata: [{ key: 'x', value: 'y' }] }"),
    ["multipart/form-data"],
    "x=y",
    JSON_HEADER,
  ],
  [
    "XML to GraphQL",
    raw("xml", "<a/>"),
    update("{ mode: 'graphql', graphql: { query: '{ a }', variables: '{}' } }"),
    ["application/json"],
    '{"query":"{ a }","variables":{}}',
  ],
  // An empty body, which a script may fill.
  [
    "empty JSON, set",
    raw("json", ""),
    "pm.request.body.raw = '{\"n\":7}';",
    ["application/json"],
    '{"n":7}',
  ],
  [
    "empty text to JSON",
    raw(undefined, ""),
    update(`{ mode: 'raw', raw: '{"n":7}', ${LANGUAGE("json")} }`),
    ["application/json"],
    '{"n":7}',
  ],
  [
    "empty JSON, read",
    raw("json", ""),
    "if (pm.request.body.raw !== '') throw 1;",
    [],
    "",
  ],
  [
    "an empty form",
    { mode: "urlencoded", urlencoded: [] },
    "pm.request.body.urlencoded.add({ key: 'x', value: 'y' });",
    ["application/x-www-form-urlencoded"],
    "x=y",
  ],
  [
    "no rows of a form",
    {
      mode: "urlencoded",
      urlencoded: [{ key: "x", value: "y", disabled: true }],
    },
    "pm.request.body.urlencoded.count();",
    [],
    "",
  ],
  [
    "empty parts",
    { mode: "formdata", formdata: [] },
    "pm.request.body.formdata.add({ key: 'x', value: 'y' });",
    ["multipart/form-data"],
    "x=y",
  ],
  [
    "no rows of a form, with a header that the script reads",
    {
      mode: "urlencoded",
      urlencoded: [{ key: "x", value: "y", disabled: true }],
    },
    "pm.request.body.urlencoded.count();",
    ["application/json"],
    "",
    JSON_HEADER,
  ],
  [
    "no rows of a form, with a header, filled",
    {
      mode: "urlencoded",
      urlencoded: [{ key: "x", value: "y", disabled: true }],
    },
    "pm.request.body.urlencoded.add({ key: 'k', value: 'v' });",
    ["application/x-www-form-urlencoded"],
    "k=v",
    JSON_HEADER,
  ],
  [
    "parts that are switched off, with a header",
    { ...PARTS, disabled: true },
    "1;",
    ["application/json"],
    "",
    JSON_HEADER,
  ],
];

const OFF = [{ key: "x", value: "y", disabled: true }];
const graphql = (variables?: unknown) => ({
  mode: "graphql",
  graphql: { query: "{a}", variables },
});

/** Body without a script → every Content-Type and the body that Newman sends. */
const EMPTY: readonly [
  what: string,
  body: unknown,
  types: readonly string[],
  text: string,
  header?: Readonly<Record<string, string>>,
][] = [
  ["JSON", raw("json", ""), [], ""],
  ["text", raw("text", ""), [], ""],
  ["a form", { mode: "urlencoded", urlencoded: [] }, [], ""],
  ["no rows of a form", { mode: "urlencoded", urlencoded: OFF }, [], ""],
  ["parts", { mode: "formdata", formdata: [] }, [], ""],
  ["no rows of parts", { mode: "formdata", formdata: OFF }, [], ""],
  ["no variables", graphql(), ["application/json"], '{"query":"{a}"}'],
  ["empty variables", graphql(""), ["application/json"], '{"query":"{a}"}'],
  [
    "variables",
    graphql("{}"),
    ["application/json"],
    '{"query":"{a}","variables":{}}',
  ],
  [
    "no rows of a form, with a header",
    { mode: "urlencoded", urlencoded: OFF },
    ["application/json"],
    "",
    JSON_HEADER,
  ],
  [
    "no rows of parts, with a header",
    { mode: "formdata", formdata: OFF },
    ["application/json"],
    "",
    JSON_HEADER,
  ],
];

/** What a script sees and sets of these bodies, and what Newman then sends. */
const FILL =
  "const { body } = pm.request; if (body.mode === 'raw') body.raw = '7'; else if (body.mode !== 'graphql') body[body.mode].add({ key: 'k', value: 'v' });";
const FILLED: readonly (string | RegExp)[] = [
  "7",
  "7",
  "k=v",
  "k=v",
  /name="k"\r\n\r\nv\r\n/,
  /name="k"\r\n\r\nv\r\n/,
  '{"query":"{a}"}',
  '{"query":"{a}"}',
  '{"query":"{a}","variables":{}}',
  "k=v",
  /name="k"\r\n\r\nv\r\n/,
];

describe("the Content-Type of a Postman request that a script changes", () => {
  const brace = braceRows();
  let cwd: string;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir({ prefix: "brace-content-type-" });
  });

  afterEach(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  it("is the one that Newman sends", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const item = ROWS.map(([name, body, script, , , header], index) => ({
      name,
      request: {
        method: "POST",
        url: `${server.url}/${index}`,
        header: header ? [header] : [],
        ...(body !== undefined && { body }),
      },
      event: [{ listen: "prerequest", script: { exec: [script] } }],
    }));
    await Deno.writeTextFile(
      `${cwd}/c.json`,
      JSON.stringify({ info: { name: "C" }, item }),
    );
    const imported = await brace(["import", "c.json", "-o", "api"], { cwd });
    assertEquals(imported.code, 0, imported.stderr);
    const { stdout } = await brace(["run", "api"], { cwd });
    assertEquals(server.requests.length, ROWS.length, stdout);
    const sent = server.requests.map(({ target, text, headers }) => {
      const types = headers("content-type");
      const [, name, value] = /name="(.*)"\r\n\r\n(.*)\r\n/.exec(text) ?? [];
      return [
        ROWS[Number(target.slice(1))][0],
        types.map((type) => type.replace(/; boundary=.*/, "")),
        name === undefined ? text : `${name}=${value}`,
      ];
    });
    assertEquals(
      sent,
      ROWS.map(([what, , , types, text]) => [what, [...types], text]),
    );
  });

  for (const from of ["2.1", "12", "12, imported"]) {
    it(`is none for what is empty, in a collection of Postman ${from}`, async () => {
      for (const script of [undefined, FILL]) {
        await using server = recordingServer(() => ({ json: {} }));
        const event = script === undefined ? [] : [{
          listen: "prerequest",
          script: { exec: [script] },
        }];
        const document = {
          info: { name: "C" },
          event,
          item: EMPTY.map(([name, body, , , header], index) => ({
            name,
            request: {
              method: "POST",
              url: { raw: `${server.url}/${index}` },
              header: header ? [header] : [],
              body,
            },
          })),
        };
        const tree = from === "2.1"
          ? { "c.json": JSON.stringify(document) }
          : v3Tree(document, {
            mappings: false,
            authList: false,
            queryInUrl: false,
            end: "yaml",
          });
        const folder = `${cwd}/${script === undefined ? "as-is" : "filled"}`;
        for (const [path, text] of Object.entries(tree)) {
          await Deno.mkdir(dirname(`${folder}/c/${path}`), { recursive: true });
          await Deno.writeTextFile(`${folder}/c/${path}`, text);
        }
        const source = from === "2.1" ? "c/c.json" : "c";
        if (from !== "12") {
          const { code, stderr } = await brace(
            ["import", source, "-o", "api"],
            {
              cwd: folder,
            },
          );
          assertEquals(code, 0, stderr);
        }
        const { stdout } = await brace(["run", from === "12" ? "c" : "api"], {
          cwd: folder,
        });
        assertEquals(server.requests.length, EMPTY.length, stdout);
        for (const [index, { text, headers }] of server.requests.entries()) {
          const [what, , types, expected] = EMPTY[index];
          if (script === undefined) {
            assertEquals([what, headers("content-type"), text], [
              what,
              [...types],
              expected,
            ]);
            continue;
          }
          const filled = FILLED[index];
          if (typeof filled === "string") {
            assertEquals([what, text], [what, filled]);
          } else assertMatch(text, filled, what);
        }
      }
    });
  }

  it("is none for an empty body that a script above reads", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const item = ["GET", "POST"].map((method) => ({
      name: method,
      request: { method, url: `${server.url}/a`, body: raw("json", "") },
      event: [{
        listen: "prerequest",
        script: {
          exec: ["if (pm.request.method === 'GET') pm.request.body.raw = '1';"],
        },
      }],
    }));
    const signs =
      "pm.request.headers.add({ key: 'X-Length', value: `${pm.request.body.raw.length}` });";
    const event = [{ listen: "prerequest", script: { exec: [signs] } }];
    await Deno.writeTextFile(
      `${cwd}/c.json`,
      JSON.stringify({ info: { name: "C" }, item, event }),
    );
    await brace(["import", "c.json", "-o", "api"], { cwd });
    const { code, stdout } = await brace(["run", "api"], { cwd });
    assertEquals(code, 0, stdout);
    assertEquals(
      server.requests.map(({ text, headers }) => [
        text,
        headers("x-length"),
        headers("content-type"),
      ]),
      [["", ["0"], []], ["", ["0"], []]],
    );
    const back = await brace(["export", "postman", "api"], { cwd });
    assertEquals(back.code, 0, back.stderr);
    assertEquals(
      JSON.parse(back.stdout).item.map((
        { request, protocolProfileBehavior }: Record<string, object>,
      ) => ["body" in request, protocolProfileBehavior]),
      [[true, undefined], [true, undefined]],
    );
  });

  it("is in the headers of a script only once the request is sent", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const item = [{
      name: "a",
      request: {
        method: "POST",
        url: `${server.url}/a`,
        body: raw("json", "{}"),
      },
      event: [
        {
          listen: "prerequest",
          script: {
            exec: [
              "pm.test('before', () => pm.expect([pm.request.headers.count(), pm.request.getHeaders(), pm.request.toJSON().header]).to.eql([0, {}, []]));",
            ],
          },
        },
        {
          listen: "test",
          script: {
            exec: [
              "pm.test('after', () => pm.expect(pm.request.headers.get('Content-Type')).to.equal('application/json'));",
            ],
          },
        },
      ],
    }];
    await Deno.writeTextFile(
      `${cwd}/c.json`,
      JSON.stringify({ info: { name: "C" }, item }),
    );
    await brace(["import", "c.json", "-o", "api"], { cwd });
    const { code, stdout } = await brace(["run", "api"], { cwd });
    assertEquals(code, 0, stdout);
  });
});
