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

const OFF = { key: "off", value: "{{v}}", disabled: true };
const OFF_FORM = {
  body: {
    mode: "urlencoded",
    urlencoded: [{ key: "a", value: "1" }, OFF, { key: "b", value: "2" }],
  },
};
const OFF_PARTS = {
  body: {
    mode: "formdata",
    formdata: [{ key: "a", value: "1", type: "text" }, {
      ...OFF,
      type: "text",
    }],
  },
};
const OFF_HEADERS = {
  header: [
    { key: "X-Off", value: "{{v}}", disabled: true },
    { key: "X-A", value: "abc" },
    { key: "X-A", value: "other", disabled: true },
  ],
};
const OFF_QUERY = {
  query: [{ key: "a", value: "1" }, OFF, { key: "b", value: "2" }],
};
const ON = "pm.variables.set('v', 'o');";
/** What of a list a script tells: each name, with a sign where it is switched off. */
const shown = (list: string) =>
  `pm.request.headers.add({ key: 'X-S', value: ${list}.map((it) => (it.disabled ? '-' : '') + it.key).join() });`;
const BEARER = "{ type: 'bearer', bearer: [{ key: 'token', value: '{{v}}' }] }";

interface Written {
  readonly method?: string;
  readonly header?: readonly unknown[];
  readonly query?: readonly unknown[];
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
  // Switched off by the file.
  [
    shown("pm.request.headers"),
    "POST /p?a=1 x-a: abc x-s: -X-Off,X-A,-X-A",
    OFF_HEADERS,
  ],
  [
    `${ON} pm.request.headers.one('x-off').disabled = false;`,
    "POST /p?a=1 x-off: o x-a: abc",
    OFF_HEADERS,
  ],
  [
    "pm.request.headers.upsert({ key: 'X-Off', value: 'n' });",
    "POST /p?a=1 x-a: abc",
    OFF_HEADERS,
  ],
  [
    "pm.request.headers.upsert({ key: 'X-Off', value: 'n', disabled: false });",
    "POST /p?a=1 x-off: n x-a: abc",
    OFF_HEADERS,
  ],
  [
    "pm.request.headers.upsert({ key: 'X-N', value: pm.request.headers.get('X-A') });",
    "POST /p?a=1 x-a: abc x-n: other",
    OFF_HEADERS,
  ],
  [
    "pm.request.headers.upsert({ key: 'X-N', value: JSON.stringify(pm.request.getHeaders({ enabled: true })) });",
    'POST /p?a=1 x-a: abc x-n: {"X-A":"abc"}',
    OFF_HEADERS,
  ],
  [
    "pm.request.headers.remove('X-A');",
    "POST /p?a=1",
    OFF_HEADERS,
  ],
  [
    `${ON} ${
      shown("pm.request.url.query")
    } pm.request.url.query.one('off').disabled = false;`,
    "POST /p?a=1&off=o&b=2 x-a: abc x-s: a,-off,b",
    OFF_QUERY,
  ],
  [
    `pm.request.url.query.upsert({ key: 'n', value: '1', disabled: true }); ${
      shown("pm.request.url.query")
    }`,
    "POST /p?a=1&b=2 x-a: abc x-s: a,-off,b,-n",
    OFF_QUERY,
  ],
  [
    `pm.request.url.update(pm.request.url.toString() + '&z=1'); ${
      shown("pm.request.url.query")
    }`,
    "POST /p?a=1&b=2&z=1 x-a: abc x-s: a,b,z",
    OFF_QUERY,
  ],
  [
    `pm.request.removeQueryParams(['off', 'b']); ${
      shown("pm.request.url.query")
    }`,
    "POST /p?a=1 x-a: abc x-s: a",
    OFF_QUERY,
  ],
  [
    `${ON} ${
      shown("pm.request.body.urlencoded")
    } pm.request.body.urlencoded.each((p) => { p.disabled = !p.disabled; });`,
    "POST /p?a=1 x-a: abc x-s: a,-off,b off=o",
    OFF_FORM,
  ],
  [
    `${ON} pm.request.body.formdata.remove('a'); pm.request.body.formdata.one('off').disabled = false;`,
    "POST /p?a=1 x-a: abc off=o",
    OFF_PARTS,
  ],
  [
    "pm.request.body.update({ mode: 'urlencoded', urlencoded: [{ key: 'c', value: '3', disabled: true }] }); pm.request.body.urlencoded.one('c').disabled = false;",
    "POST /p?a=1 x-a: abc c=3",
    OFF_FORM,
  ],
  // Places in a list, the whole request, its auth.
  [
    "pm.request.headers.prepend({ key: 'X-N', value: 'n' });",
    "POST /p?a=1 x-n: n x-a: abc",
  ],
  [
    "pm.request.url.query.prepend({ key: 'a', value: '7' }); pm.request.url.query.insert({ key: 'i', value: '1' }, 'a'); pm.request.url.query.insertAfter({ key: 'j', value: '2' }, 'a');",
    "POST /p?a=7&i=1&a=1&j=2 x-a: abc",
  ],
  [
    "pm.request.headers.append({ key: 'X-A', value: 'n' });",
    "POST /p?a=1 x-a: abc x-a: n",
  ],
  [
    "pm.request.update({ method: 'PUT', header: [{ key: 'X-N', value: 'n' }], body: { mode: 'raw', raw: 'y' } });",
    "PUT /p?a=1 x-n: n text/plain y",
    RAW,
  ],
  [
    "pm.request.update({ url: pm.request.url.toString() + '&b=2' });",
    "POST /p?a=1&b=2 x-a: abc",
  ],
  [
    `pm.request.auth = ${BEARER}; ${ON}`,
    "POST /p?a=1 x-a: abc Bearer o",
  ],
  [
    `pm.request.update({ auth: ${BEARER} }); ${ON}`,
    "POST /p?a=1 x-a: abc Bearer o",
  ],
  [
    "pm.request.authorizeUsing('apikey', { key: 'k', value: 'v', in: 'query' });",
    "POST /p?a=1&k=v x-a: abc",
  ],
  [
    `pm.request.auth = ${BEARER}; pm.request.auth = { type: 'noauth' };`,
    "POST /p?a=1 x-a: abc",
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
      const {
        header = [{ key: "X-A", value: "abc" }],
        query = [{ key: "a", value: "1" }],
      } = written;
      return {
        name: `${index}`,
        request: {
          method,
          url: {
            raw: `${server.url}/${path.join("/")}?a=1`,
            host: [server.url],
            path,
            query,
            variable,
          },
          header,
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
      const types = [
        ...headers("content-type").filter((it) => it === "text/plain"),
        ...headers("authorization"),
      ];
      const [, name, value] = /name="(.*)"\r\n\r\n(.*)\r\n/.exec(text) ?? [];
      const body = name === undefined ? text : `${name}=${value}`;
      return [method, target, ...own, ...types, body].join(" ").trim();
    });
    assertEquals(sent, ROWS.map(([, it]) => it));
  });
});
