import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";

const FORM = {
  body: {
    mode: "urlencoded",
    urlencoded: [{ key: "a", value: "1" }, { key: "b", value: "2" }],
  },
};
const PARTS = {
  body: {
    mode: "formdata",
    formdata: [
      { key: "a", value: "1", type: "text" },
      { key: "b", value: "2", type: "text" },
    ],
  },
};
const GRAPHQL = {
  body: {
    mode: "graphql",
    graphql: { query: "{ a }", variables: '{"v":0}' },
  },
};
const RAW = { body: { mode: "raw", raw: "b" } };
const PATH = { path: ["p", ":id"], variable: [{ key: "id", value: "1" }] };
const NO_VALUE = { path: ["p", ":id"], variable: [{ key: "id", value: "" }] };

interface Written {
  readonly method?: string;
  readonly body?: unknown;
  readonly path?: readonly string[];
  readonly variable?: readonly unknown[];
}

/** Script before the request → what Newman sends of a POST to `/p?a=1` with the header `X-A: abc`. */
const ROWS: readonly [script: string, sent: string, written?: Written][] = [
  // Headers.
  [
    "pm.request.headers.each((h) => { h.value = h.value.toUpperCase(); });",
    "POST /p?a=1 x-a: ABC",
  ],
  ["pm.request.headers.one('X-A').value = 'one';", "POST /p?a=1 x-a: one"],
  ["pm.request.headers.all()[0].value = 5;", "POST /p?a=1 x-a: 5"],
  ["pm.request.headers.one('X-A').key = 'X-B';", "POST /p?a=1 x-b: abc"],
  [
    "pm.request.headers.find((h) => h.key === 'X-A').disabled = true;",
    "POST /p?a=1",
  ],
  [
    "const h = pm.request.headers.one('X-A'); h.disabled = true; h.disabled = false;",
    "POST /p?a=1 x-a: abc",
  ],
  [
    "const h = pm.request.headers.one('X-A'); h.disabled = true; pm.request.url.query.add('n=' + pm.request.headers.count()); h.disabled = false;",
    "POST /p?a=1&n=1 x-a: abc",
  ],
  [
    "const h = pm.request.headers.one('X-A'); pm.request.headers.add({ key: 'X-N', value: 'n' }); h.value = 'later';",
    "POST /p?a=1 x-a: later x-n: n",
  ],
  [
    "pm.request.headers.members.push({ key: 'X-M', value: 'm' }); pm.request.headers.upsert({ key: 'X-M', value: 'n' });",
    "POST /p?a=1 x-a: abc x-m: n",
  ],
  // The URL.
  [
    "pm.request.url.query.one('a').value = 'x'; pm.request.headers.upsert({ key: 'X-A', value: pm.request.url.getQueryString() });",
    "POST /p?a=x x-a: a=x",
  ],
  [
    "pm.request.url.query.each((p) => { p.value = 'y'; }); pm.request.url.path.push('more'); pm.request.url.query.add('z=1');",
    "POST /p/more?a=y&z=1 x-a: abc",
  ],
  ["pm.request.url.query.one('a').disabled = true;", "POST /p x-a: abc"],
  [
    "pm.request.url.query.one('a').value = 'x'; pm.request.url.update(pm.request.url.toString() + '&n=1');",
    "POST /p?a=x&n=1 x-a: abc",
  ],
  [
    "pm.request.url.variables.one('id').value = '8';",
    "POST /p/8?a=1 x-a: abc",
    PATH,
  ],
  [
    "pm.request.url.variables.upsert({ key: 'id', value: '9' });",
    "POST /p/9?a=1 x-a: abc",
    PATH,
  ],
  [
    "pm.request.url.variables.add({ key: 'id', value: '7' });",
    "POST /p/7?a=1 x-a: abc",
    PATH,
  ],
  [
    "pm.request.url.variables.add({ key: 'id', value: '{{v}}' }); pm.variables.set('v', '6');",
    "POST /p/6?a=1 x-a: abc",
    NO_VALUE,
  ],
  // Bodies.
  [
    "pm.request.body.urlencoded.one('a').value = 'x';",
    "POST /p?a=1 x-a: abc a=x&b=2",
    FORM,
  ],
  [
    "pm.request.body.urlencoded.each((p) => { p.value += '!'; });",
    "POST /p?a=1 x-a: abc a=1%21&b=2%21",
    FORM,
  ],
  [
    "pm.request.body.urlencoded.one('a').disabled = true;",
    "POST /p?a=1 x-a: abc b=2",
    FORM,
  ],
  [
    "pm.request.body.formdata.each((p) => { p.value += '!'; }); pm.request.body.formdata.remove('b');",
    "POST /p?a=1 x-a: abc a=1!",
    PARTS,
  ],
  [
    "pm.request.body.graphql.query = '{ b }'; pm.request.body.graphql.variables = '{\"v\":1}';",
    'POST /p?a=1 x-a: abc {"query":"{ b }","variables":{"v":1}}',
    GRAPHQL,
  ],
  [
    "const g = pm.request.body.graphql; g.query = '{ b }'; pm.request.headers.upsert({ key: 'X-A', value: pm.request.body.graphql.query });",
    'POST /p?a=1 x-a: { b } {"query":"{ b }","variables":{"v":0}}',
    GRAPHQL,
  ],
  // Switched off by the script.
  [
    "pm.request.headers.add({ key: 'X-Off', value: '1', disabled: true });",
    "POST /p?a=1 x-a: abc",
  ],
  [
    "pm.request.headers.add({ key: 'X-Off', value: '1', disabled: true }); pm.request.headers.upsert({ key: 'X-A', value: String(pm.request.headers.one('X-Off').disabled) });",
    "POST /p?a=1 x-a: true",
  ],
  [
    "pm.request.url.query.add({ key: 'm', value: '2', disabled: true });",
    "POST /p?a=1 x-a: abc",
  ],
  [
    "pm.request.body.urlencoded.add({ key: 'c', value: '3', disabled: true });",
    "POST /p?a=1 x-a: abc a=1&b=2",
    FORM,
  ],
  ["pm.request.body.disabled = true;", "POST /p?a=1 x-a: abc", RAW],
  ["pm.request.body.disabled = true;", "POST /p?a=1 x-a: abc", PARTS],
  [
    "pm.request.body.disabled = true; pm.request.body.disabled = false;",
    "POST /p?a=1 x-a: abc text/plain b",
    RAW,
  ],
  [
    "pm.request.body.update({ mode: 'raw', raw: 'x', disabled: true });",
    "POST /p?a=1 x-a: abc",
    RAW,
  ],
  // Methods that Postman sends without a body; Brace's own call leaves it.
  ["pm.request.method = 'GET';", "GET /p?a=1 x-a: abc", RAW],
  ["pm.request.method = 'get';", "GET /p?a=1 x-a: abc", FORM],
  ["pm.request.method = 'GET';", "GET /p?a=1 x-a: abc", GRAPHQL],
  [
    "pm.request.method = 'GET'; pm.request.body.update('x');",
    "GET /p?a=1 x-a: abc",
    RAW,
  ],
  [
    "pm.request.method = 'PUT';",
    "PUT /p?a=1 x-a: abc text/plain b",
    RAW,
  ],
  ["req.setMethod('GET');", "GET /p?a=1 x-a: abc text/plain b", RAW],
];

describe("what a script of Postman's changes in place", () => {
  const brace = braceRows();
  let cwd: string;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir({ prefix: "brace-edits-" });
  });

  afterEach(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  it("is sent as Newman sends it", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const item = ROWS.map(([script, , written = {}], index) => {
      const { method = "POST", body, path = ["p"], variable = [] } = written;
      return {
        name: `${index}`,
        request: {
          method,
          url: {
            raw: `${server.url}/${path.join("/")}?a=1`,
            host: [server.url],
            path,
            query: [{ key: "a", value: "1" }],
            variable,
          },
          header: [{ key: "X-A", value: "abc" }],
          ...(body !== undefined && { body }),
        },
        event: [{ listen: "prerequest", script: { exec: [script] } }],
      };
    });
    await Deno.writeTextFile(
      `${cwd}/c.json`,
      JSON.stringify({ info: { name: "C" }, item }),
    );
    const imported = await brace(["import", "c.json", "-o", "api"], { cwd });
    assertEquals(imported.code, 0, imported.stderr);
    const { stdout } = await brace(["run", "api"], { cwd });
    assertEquals(server.requests.length, ROWS.length, stdout);
    const sent = server.requests.map((request) => {
      const { method, target, rawHeaders, text, headers } = request;
      const own = rawHeaders.filter(([name]) => /^x-/i.test(name))
        .map(([name, value]) => `${name.toLowerCase()}: ${value}`);
      const types = headers("content-type").filter((it) => it === "text/plain");
      const [, name, value] = /name="(.*)"\r\n\r\n(.*)\r\n/.exec(text) ?? [];
      const body = name === undefined ? text : `${name}=${value}`;
      return [method, target, ...own, ...types, body].join(" ").trim();
    });
    assertEquals(sent, ROWS.map(([, it]) => it));
  });
});
