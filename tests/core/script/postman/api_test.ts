import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../../lib/host/sandbox/create_sandbox.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../../support/fake_script_context.ts";
import {
  postmanValue,
  runPostman,
  withResponse,
} from "../../../support/postman_script.ts";
import { lateTrusted } from "../../../support/late_trusted.ts";

const sandboxes = {
  sandbox: await createSandbox(),
  trusted: lateTrusted(),
};

const scopes = {
  runtime: { local: 1, both: "runtime", id: 7 },
  data: { row: "r", both: "data" },
  folder: { inFolder: "f" },
  environment: { "a.b c": "e", $dollar: 2, list: [1], host: "{{x}}" },
  collection: { coll: true, inFolder: "c" },
  global: { glob: null },
};

/** Expression → its value, in a script after the response. */
const READS: readonly [expression: string, value: unknown][] = [
  // Variables.
  ["pm.environment.get('a.b c')", "e"],
  ["pm.environment.get('$dollar')", 2],
  ["pm.environment.get('nope')", "undefined"],
  ["pm.environment.has('list')", true],
  ["pm.environment.has('constructor')", false],
  ["pm.environment.name", "local"],
  ["pm.environment.toObject()", scopes.environment],
  ["pm.environment.values.filter((it) => it.key === 'list')", [
    { key: "list", value: [1], type: "object" },
  ]],
  ["pm.environment.values.map(({ key }) => key).length", 4],
  ["Object.keys(pm.collectionVariables.values.toObject(true, false))", [
    "coll",
    "inFolder",
  ]],
  [
    "pm.environment.replaceIn('{{a.b c}}/{{ $dollar }}/{{local}}')",
    "e/2/{{local}}",
  ],
  ["pm.environment.replaceIn({ '{{x}}': ['{{list}}', 3] })", {
    "{{x}}": ["[1]", 3],
  }],
  ["pm.globals.get('glob')", null],
  ["pm.globals.replaceIn('{{glob}}')", "null"],
  ["pm.collectionVariables.get('coll')", true],
  ["pm.collectionVariables.get('inFolder')", "f"],
  ["pm.collectionVariables.toObject()", { coll: true, inFolder: "f" }],
  ["pm.variables.get('both')", "runtime"],
  ["pm.variables.get('row')", "r"],
  ["pm.variables.get('a.b c')", "e"],
  ["pm.variables.has('glob')", true],
  ["pm.variables.has('nope')", false],
  ["Object.keys(pm.variables.toObject()).length", 11],
  // What the script set itself, as in newman.
  ["pm.variables.values.get('both')", "runtime"],
  ["pm.variables.values.has('glob')", false],
  ["pm.variables.values.has('row')", false],
  ["pm.variables.replaceIn('{{id}}')", "7"],
  ["pm.variables.replaceIn(5)", 5],
  ["pm.iterationData.get('row')", "r"],
  ["pm.iterationData.has('local')", false],
  ["pm.iterationData.toObject()", scopes.data],
  // What is known of the run.
  ["pm.info.eventName", "test"],
  ["pm.info.iteration", 1],
  ["pm.info.iterationCount", 3],
  ["pm.info.requestName", "List users"],
  ["pm.info.requestId", "users/list.yml"],
  ["pm.execution.location", ["Shop", "users", "List users"]],
  ["pm.execution.location.current", "List users"],
  // The response.
  ["pm.response.code", 200],
  ["pm.response.status", "OK"],
  ["pm.response.reason()", "OK"],
  ["pm.response.responseTime", 13],
  ["pm.response.responseSize", 40],
  ["pm.response.size()", { header: 100, body: 40, total: 140 }],
  ["pm.response.text().length", 40],
  ["pm.response.stream.toString() === pm.response.text()", true],
  // The blank is Postman's.
  [
    "pm.response.dataURI() === 'data:application/json;base64, ' + btoa(pm.response.text())",
    true,
  ],
  [
    "pm.response.headers.members.length === pm.response.headers.count()",
    true,
  ],
  ["pm.response.json().items[0].id", 1],
  ["pm.response.json() === pm.response.json()", false],
  [
    "pm.response.json((key, value) => key === 'id' ? -value : value).items[1].id",
    -2,
  ],
  ["pm.response.headers.get('content-type')", "application/json"],
  ["pm.response.headers.has('Content-Type')", true],
  ["pm.response.headers.has('x')", false],
  ["pm.response.headers.all()", [
    { key: "Content-Type", value: "application/json" },
  ]],
  ["pm.response.headers.toObject()", { "content-type": "application/json" }],
  ["pm.response.headers.toObject(false, true)", {
    "Content-Type": "application/json",
  }],
  ["pm.response.headers.one('content-type').key", "Content-Type"],
  ["pm.response.mime().type", "application/json"],
  ["typeof pm.response.to.have.status", "function"],
  // The request.
  ["pm.request.method", "GET"],
  ["pm.request.url.toString()", "{{baseUrl}}/users/7?page=1"],
  ["`${pm.request.url}`", "{{baseUrl}}/users/7?page=1"],
  ["pm.request.url.getHost()", "{{baseUrl}}"],
  ["pm.request.url.getPath()", "/users/7"],
  ["pm.request.url.getPath({ unresolved: true })", "/users/:id"],
  ["pm.request.url.getPathWithQuery()", "/users/7?page=1"],
  ["pm.request.url.getQueryString()", "page=1"],
  ["pm.request.url.path", ["users", ":id"]],
  ["pm.request.url.host.join('.')", "{{baseUrl}}"],
  ["pm.request.url.protocol", "undefined"],
  ["pm.request.url.query.get('page')", "1"],
  ["pm.request.url.query.toObject()", { page: "1" }],
  ["pm.request.url.variables.get('id')", "7"],
  ["pm.request.headers.get('accept')", "application/json"],
  ["pm.request.headers.count()", 2],
  ["pm.request.getHeaders()['X-Id']", "{{id}}"],
  ["pm.request.body", "undefined"],
  ["pm.request.auth", "undefined"],
  ["pm.request.toJSON().url", "{{baseUrl}}/users/:id?page=1"],
  // Libraries.
  ["require('uuid')().length", 36],
  ["require('uuid').v4().length", 36],
  ["require('uuid/v4')().length", 36],
  ["pm.require('npm:lodash@4.17.21').chunk([1, 2, 3], 2)", [[1, 2], [3]]],
  ["pm.require('lodash').last([1, 2])", 2],
  ["require('moment').utc(0).format('YYYY')", "1970"],
  [
    "require('crypto-js').SHA1('a').toString()",
    "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8",
  ],
  ["require('atob')('YQ==')", "a"],
  ["btoa('a')", "YQ=="],
  ["require('ajv') === require('ajv')", true],
  // Version 6, as there.
  [
    "[new (require('ajv'))()].map((it) => [it.validate({ properties: { a: { type: 'string', format: 'uuid', example: 1 } } }, { a: 'x' }), it.errors[0].dataPath])[0]",
    [false, ".a"],
  ],
  [
    "new (require('a' + 'jv'))({ schemaId: 'auto', unknownFormats: 'ignore' }).validate({ id: 'http://x/y', format: 'int64' }, 1)",
    true,
  ],
  [
    "typeof require('ajv-formats').default(new (require('ajv'))()).errorsText",
    "function",
  ],
  ["pm.require('npm:ajv@6.12.5') === require('ajv')", true],
  [
    "new (pm.require('npm:ajv@8.17.1'))().validate({ type: 'integer' }, 1)",
    true,
  ],
  [
    "pm.require('npm:ajv-formats')(new (pm.require('npm:ajv'))()).validate({ format: 'date' }, 'x')",
    false,
  ],
  [
    "pm.expect({ a: 5 }).to.have.jsonSchema({ id: 'http://x/y', definitions: { n: { type: 'number' } }, properties: { a: { $ref: '#/definitions/n', minimum: 9 } } }) && 1",
    1,
  ],
  ["require('xml2js') !== undefined", true],
  ["pm.expect === require('chai').expect", false],
  // The old globals.
  ["responseBody.slice(0, 8)", '{"items"'],
  ["responseBody.has('items')", true],
  ["responseBody.has('nope')", false],
  ["responseCode", { code: 200, name: "OK", detail: "OK" }],
  ["responseTime", 13],
  ["responseHeaders['Content-Type']", "application/json"],
  ["responseHeaders.hasOwnProperty('Content-Type')", true],
  ["responseCookies", []],
  ["postman.getResponseHeader('content-type')", "application/json"],
  ["postman.getResponseHeader('nope')", "undefined"],
  ["postman.getResponseCookie('nope')", "undefined"],
  ["postman.getEnvironmentVariable('a.b c')", "e"],
  ["postman.getGlobalVariable('glob')", null],
  ["environment['a.b c']", "e"],
  ["environment.nope", "undefined"],
  ["globals.glob", null],
  ["data", { user: "ada", nested: { n: 1 } }],
  ["iteration", 1],
  ["request.url", "{{baseUrl}}/users/7?page=1"],
  ["request.method", "GET"],
  ["request.name", "List users"],
  ["request.headers.accept", "application/json"],
  ["request.data", {}],
  ["tests", {}],
  ["CryptoJS.MD5('a').toString()", "0cc175b9c0f1b6a831c399e269772661"],
  // lodash 3, whose calls give other results than those of version 4.
  ["_.VERSION.split('.')[0]", "3"],
  ["[_.max, _.min].map((it) => it([{ a: 1 }, { a: 3 }, { a: 2 }], 'a').a)", [
    3,
    1,
  ]],
  ["_.sum([{ a: 1 }, { a: 2 }], 'a')", 3],
  ["_.uniq([{ a: 1 }, { a: 1 }], 'a').length", 1],
  [
    "[_.find, _.filter, _.some].map((it) => it([{ a: 1 }, { a: 2 }], 'a', 2))",
    [{ a: 2 }, [{ a: 2 }], true],
  ],
  ["_.map([1], function (it) { return this.a + it; }, { a: 5 })", [6]],
  ["[_.pick, _.omit].map((it) => it({ a: 1, b: 2 }, (v) => v > 1))", [
    { b: 2 },
    { a: 1 },
  ]],
  ["_.capitalize('fooBar')", "FooBar"],
  ["_.pluck([{ a: 1 }, { a: 2 }], 'a')", [1, 2]],
  ["_([1, 2]).contains(2)", true],
  ["_([{ a: 1 }]).pluck('a').value()", [1]],
  ["_.map([1], (it) => it + 1)", [2]],
  ["_.rest([1, 2, 3])", [2, 3]],
  ["_.template('<%= a %>')({ a: 1 })", "1"],
  [
    '_.merge({}, JSON.parse(\'{"__proto__":{"polluted":1}}\')) && ({}).polluted',
    "undefined",
  ],
  ["require('lodash').VERSION.split('.')[0]", "4"],
  ["cheerio.load('<p>a</p>')('p').text()", "a"],
  ["tv4.validate(1, { type: 'string' })", false],
  ["moment.utc(0).format('YYYY')", "1970"],
  ["xml2Json('<a b=\"1\"><c>2</c><c> 3 </c></a>')", {
    a: { $: { b: "1" }, c: ["2", "3"] },
  }],
  [
    'eval(\'_.last([1, 2]) + CryptoJS.MD5("").toString().length + atob("YQ==").length\')',
    35,
  ],
  ["this === globalThis", true],
  ["[1, 2].each((it) => it).length", 2],
  // Brace's own names stay.
  ["client.getEnvName()", "local"],
];

/** Script → scope and what it has then; those that it does not name stay. */
const WRITES: readonly [
  script: string,
  scope: keyof typeof scopes,
  changes: Record<string, unknown>,
][] = [
  ["pm.environment.set('x.y z', 1)", "environment", { "x.y z": 1 }],
  ["pm.environment.set('$x', null)", "environment", { $x: null }],
  ["pm.environment.set('list', undefined)", "environment", { list: undefined }],
  ["pm.environment.set('o', { a: [1, { b: undefined }] })", "environment", {
    o: { a: [1, {}] },
  }],
  ["pm.environment.set('m', require('moment').utc(0))", "environment", {
    m: "1970-01-01T00:00:00.000Z",
  }],
  ["pm.environment.set('d', new Date(0))", "environment", { d: new Date(0) }],
  ["pm.environment.set('big', pm.response.json().items[0].id)", "environment", {
    big: 1,
  }],
  ["pm.environment.unset('a.b c')", "environment", { "a.b c": undefined }],
  ["pm.environment.clear()", "environment", {
    "a.b c": undefined,
    $dollar: undefined,
    list: undefined,
    host: undefined,
  }],
  [
    "pm.environment.values.filter(({ key }) => key !== 'list').each(({ key }) => pm.environment.unset(key))",
    "environment",
    { "a.b c": undefined, $dollar: undefined, host: undefined },
  ],
  ["pm.globals.set('g h', 'x')", "global", { "g h": "x" }],
  ["pm.collectionVariables.set('c', 1)", "collection", { c: 1 }],
  ["pm.collectionVariables.set('inFolder', 'n')", "folder", { inFolder: "n" }],
  ["pm.collectionVariables.unset('coll')", "collection", { coll: undefined }],
  ["pm.variables.set('row', 2)", "runtime", { row: 2 }],
  ["pm.variables.set('list', 2)", "runtime", { list: 2 }],
  ["pm.variables.unset('local')", "runtime", { local: undefined }],
  ["pm.variables.clear()", "runtime", {
    local: undefined,
    both: undefined,
    id: undefined,
  }],
  ["postman.setEnvironmentVariable('n', 5)", "environment", { n: "5" }],
  ["postman.setEnvironmentVariable('n', 0)", "environment", { n: 0 }],
  ["postman.setEnvironmentVariable('n', false)", "environment", { n: "false" }],
  ["postman.setEnvironmentVariable('n', ['a', 1])", "environment", {
    n: "a,1",
  }],
  ["postman.setEnvironmentVariable('n', { a: 1 })", "environment", {
    n: { a: 1 },
  }],
  ["postman.clearEnvironmentVariable('list')", "environment", {
    list: undefined,
  }],
  ["postman.clearEnvironmentVariables()", "environment", {
    "a.b c": undefined,
    $dollar: undefined,
    list: undefined,
    host: undefined,
  }],
  ["postman.setGlobalVariable('n', true)", "global", { n: "true" }],
  ["postman.clearGlobalVariable('glob')", "global", { glob: undefined }],
  ["postman.clearGlobalVariables()", "global", { glob: undefined }],
  [
    "environment.x; postman.setEnvironmentVariable('x', 1); pm.environment.set('y', environment.x + environment['a.b c'])",
    "environment",
    { x: "1", y: "1e" },
  ],
];

/** How a raw body without a language is sent. */
const TEXT = { mode: "raw", language: "" };

/** Script → its request then; each begins with a GET and the headers Accept and X-Id. */
const CHANGES: readonly [script: string, changes: Record<string, unknown>][] = [
  ["pm.request.method = 'PUT'", { method: "PUT", postman: { mode: "raw" } }],
  ["pm.request.url = 'http://h/x'", { url: "http://h/x" }],
  ["pm.request.url.update('http://h/x')", { url: "http://h/x" }],
  ["pm.request.url.query.add({ key: 'q', value: 'a&b' })", {
    url: "{{baseUrl}}/users/:id?page=1&q=a%26b",
  }],
  ["pm.request.url.query.upsert({ key: 'page', value: 2 })", {
    url: "{{baseUrl}}/users/:id?page=2",
  }],
  ["pm.request.url.query.remove('page')", { url: "{{baseUrl}}/users/:id" }],
  ["pm.request.addQueryParams('a=1&b')", {
    url: "{{baseUrl}}/users/:id?page=1&a=1&b",
  }],
  ["pm.request.removeQueryParams(['page'])", { url: "{{baseUrl}}/users/:id" }],
  ["pm.request.url.path.push('more')", {
    url: "{{baseUrl}}/users/:id/more?page=1",
  }],
  ["pm.request.url.path = ['a', 'b']; pm.request.url.path.pop()", {
    url: "{{baseUrl}}/a?page=1",
  }],
  [
    "pm.request.url.host = ['h', 'x']; pm.request.url.protocol = 'https'; pm.request.url.port = 81",
    {
      url: "https://h.x:81/users/:id?page=1",
    },
  ],
  ["pm.request.headers.add({ key: 'X', value: 1 })", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"], ["X", "1"]],
    postman: { mode: "raw" },
  }],
  ["pm.request.headers.upsert({ key: 'accept', value: 'a/b' })", {
    headers: [["accept", "a/b"], ["X-Id", "{{id}}"]],
    postman: { mode: "raw" },
  }],
  ["pm.request.headers.remove('x-id')", {
    headers: [["Accept", "application/json"]],
    postman: { mode: "raw" },
  }],
  [
    "pm.request.upsertHeader({ key: 'X-Id', value: '1' }); pm.request.removeHeader('accept')",
    {
      headers: [["X-Id", "1"]],
      postman: { mode: "raw" },
    },
  ],
  ["pm.request.headers = [{ key: 'A', value: '1' }]", {
    headers: [["A", "1"]],
    postman: { mode: "raw" },
  }],
  ["pm.request.body = { mode: 'raw', raw: '{\"a\":1}' }", {
    body: '{"a":1}',
    postman: TEXT,
  }],
  ["pm.request.body = { mode: 'raw', raw: { a: 1 } }", {
    body: '{"a":1}',
    postman: TEXT,
  }],
  ["pm.request.body = 'text'; pm.request.body.raw += '!'", {
    body: "text!",
    postman: TEXT,
  }],
  [
    "pm.request.body = { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] }",
    {
      body: [{ name: "a", value: "1" }],
      isForm: true,
      postman: { mode: "urlencoded" },
    },
  ],
  [
    "pm.request.body = { mode: 'urlencoded', urlencoded: 'a=1' }; pm.request.body.urlencoded.add({ key: 'b', value: '2' })",
    {
      body: [{ name: "a", value: "1" }, { name: "b", value: "2" }],
      isForm: true,
      postman: { mode: "urlencoded" },
    },
  ],
  [
    "pm.request.body = { mode: 'formdata', formdata: [{ key: 'a', value: '1', type: 'text' }, { key: 'f', type: 'file', src: 'a.txt' }] }",
    {
      body: [{ name: "a", value: "1", type: "text" }, {
        name: "f",
        value: "a.txt",
        type: "file",
      }],
      postman: { mode: "formdata" },
    },
  ],
  ["pm.request.body = { mode: 'graphql', graphql: { query: 'q' } }", {
    body: { query: "q" },
    postman: { mode: "graphql" },
  }],
];

/** Script → what the run is told. */
const FLOW: readonly [script: string, done: unknown[]][] = [
  ["pm.execution.setNextRequest('A')", [["setNextRequest", "A"]]],
  ["pm.setNextRequest(null)", [["setNextRequest", null]]],
  ["postman.setNextRequest('B')", [["setNextRequest", "B"]]],
  [
    "pm.execution.skipRequest(); pm.execution.setNextRequest('never')",
    [["skipRequest"]],
  ],
  [
    "pm.test('t', () => { pm.execution.skipRequest(); }); pm.setNextRequest('never')",
    [["skipRequest"]],
  ],
  [
    "setTimeout(() => { pm.execution.skipRequest(); pm.setNextRequest('never') })",
    [["skipRequest"]],
  ],
  ["await 1; pm.execution.skipRequest()", [["skipRequest"]]],
];

/** Script → how its tests end, and what is said of those that fail. */
const TESTS: readonly [script: string, results: readonly string[]][] = [
  ["pm.test('a', () => {})", ["a: passed"]],
  ["pm.test('a', () => { throw new Error('x') })", ['Test "a" failed: x']],
  ["pm.test('a', async () => { await 1; pm.expect(1).to.equal(2) })", [
    'Test "a" failed: expected 1 to equal 2',
  ]],
  ["pm.test('a', (done) => { setTimeout(() => done(), 1) })", ["a: passed"]],
  ["pm.test('a', (done) => { setTimeout(() => done(new Error('x')), 1) })", [
    'Test "a" failed: x',
  ]],
  ["pm.test('a', (done) => { throw new Error('x') })", ['Test "a" failed: x']],
  ["pm.test('a', (done) => {})", [
    'Test "a" failed: it waits for a promise that nothing settles',
  ]],
  ["pm.test.skip('a', () => { throw 1 })", ["a: skipped"]],
  ["pm.test('a', () => {}).test('b' + pm.test.index(), () => {})", [
    "a: passed",
    "b1: passed",
  ]],
  ["pm.test('a')", [
    'Test "a" failed: TypeError: The test "a" has no function',
  ]],
  ["pm.test('a', () => pm.expect.fail('x'))", ['Test "a" failed: x']],
  ["tests['a'] = true; tests.b = 1; tests.c = 'x'", [
    "a: passed",
    "b: passed",
    "c: passed",
  ]],
  ["tests['a'] = 0", ['Test "a" failed: tests["a"] is 0']],
  ["tests['a'] = ''", ['Test "a" failed: tests["a"] is an empty text']],
  ["tests['a'] = undefined; pm.test('b', () => {})", [
    "b: passed",
    'Test "a" failed: tests["a"] is undefined',
  ]],
  ["tests = { a: true }", ["a: passed"]],
  ["tests = 5", []],
  ["tests.a = true; pm.sendRequest('http://host/', () => { tests.b = true })", [
    "a: passed",
    "b: passed",
  ]],
  ["setTimeout(() => { tests.a = false }, 1)", [
    'Test "a" failed: tests["a"] is false',
  ]],
  ["const tests = {}; tests.a = false", []],
];

/** The headers of `pm.sendRequest` → what it sends. */
const HEADERS: readonly [written: string, sent: readonly string[][]][] = [
  ["{ 'X-A': '1' }", [["X-A", "1"]]],
  ["'X-A: 1\\nnone\\nX-B: 2:3'", [["X-A", "1"], ["X-B", "2:3"]]],
  ["[{ key: 'X-A', value: 1 }]", [["X-A", "1"]]],
  ["['X-A: 1', { key: 'X-B', value: '2', disabled: true }, 'X-C:2:3', 'X-D']", [
    ["X-A", "1"],
    ["X-C", "2:3"],
    ["X-D", ""],
  ]],
];

/** A request with names that occur more than once. */
const TWICE = {
  url: "http://host/:id?Q=1&q=&Q=2&n",
  pathParams: [
    { name: "id", type: "path", value: "7" },
    { name: "id", type: "path", value: "8" },
  ],
  headers: [["X-A", "1"], ["x-a", "2"], ["X-B", "3"]],
  disabled: {
    headers: [{ name: "X-A", value: "0", at: 0 }],
    query: [{ name: "Q", value: "off", at: 4 }],
    fields: [],
  },
};

describe("Postman's API", () => {
  afterAll(() => {
    for (const sandbox of Object.values(sandboxes)) sandbox.dispose();
  });

  for (const [kind, sandbox] of Object.entries(sandboxes)) {
    describe(kind, () => {
      for (const [expression, value] of READS) {
        it(expression, async () => {
          const context = withResponse({ scopes: structuredClone(scopes) });
          assertEquals(await postmanValue(sandbox, expression, context), value);
        });
      }

      for (const [script, scope, changes] of WRITES) {
        it(script, async () => {
          const context = withResponse({ scopes: structuredClone(scopes) });
          const { error } = await runPostman(sandbox, script, context);
          assertEquals(error?.message, undefined);
          const wanted = { ...scopes[scope], ...changes };
          assertEquals(
            context.scopes[scope],
            Object.fromEntries(
              Object.entries(wanted).filter(([, value]) => value !== undefined),
            ) as typeof context.scopes.runtime,
          );
        });
      }

      for (const [script, changes] of CHANGES) {
        it(script, async () => {
          const context = fakeContext();
          const before = { ...context.request };
          const { error } = await runPostman(sandbox, script, context);
          assertEquals(error?.message, undefined);
          assertEquals<unknown>(context.request, { ...before, ...changes });
        });
      }

      for (const [script, done] of FLOW) {
        it(script, async () => {
          const context = fakeContext();
          const { error, tests } = await runPostman(sandbox, script, context);
          assertEquals(error?.message, undefined);
          assertEquals(context.done, done);
          assertEquals(
            tests.filter(({ status }) => status === "failed"),
            [],
          );
        });
      }

      for (const [script, results] of TESTS) {
        // A trusted script is waited for as long as it takes.
        if (kind === "trusted" && script.includes("(done) => {}")) continue;
        it(script, async () => {
          const { error, tests } = await runPostman(sandbox, script);
          if (!script.includes("(done) => {}")) {
            assertEquals(error?.message, undefined);
          }
          assertEquals(
            tests.map(({ name, status, diagnostic }) =>
              diagnostic?.message ?? `${name}: ${status}`
            ),
            results,
          );
        });
      }

      for (const [written, sent] of HEADERS) {
        it(`sends the headers ${written}`, async () => {
          const context = withResponse();
          const { error } = await runPostman(
            sandbox,
            `pm.sendRequest({ url: "http://host/", header: ${written} }, () => {})`,
            context,
          );
          assertEquals(error?.message, undefined);
          assertEquals<unknown>(context.sent[0].headers, sent);
        });
      }

      it("has no response before there is one", async () => {
        const context = fakeContext();
        assertEquals(
          await postmanValue(
            sandbox,
            "[pm.info.eventName, typeof pm.response, typeof responseBody, typeof responseCode, 'response' in pm]",
            context,
          ),
          ["prerequest", "undefined", "undefined", "undefined", false],
        );
      });

      it("leaves names to those who declare them", async () => {
        const names =
          "tests, data, request, environment, globals, iteration, responseBody, responseCode, postman, pm, _, moment, CryptoJS, test, res, req, client";
        assertEquals(
          (await runPostman(sandbox, `let ${names}; data = 1; test = data;`))
            .error?.message,
          undefined,
        );
      });
    });
  }

  for (
    const [file, value] of [
      [
        "module.exports = _.pluck([{ a: 1 }], 'a')[0] + moment.utc(0).year()",
        1971,
      ],
      // As copies of libraries do.
      ["module.exports = typeof globalThis._", "function"],
    ]
  ) {
    it(`is there for a file: ${file}`, async () => {
      const fresh = await createSandbox();
      const context = withResponse({ files: { "lib/a.js": `${file}` } });
      assertEquals(
        await postmanValue(fresh, "require('./lib/a')", context),
        value,
      );
      fresh.dispose();
    });
  }

  it("is there for a text that ran as another script before", async () => {
    const fresh = await createSandbox();
    const code = "test('a', () => [_, moment, pm])";
    const at = { file: "a.yml", path: [] };
    const ran = await fresh.run({ phase: "tests", code, at }, withResponse());
    const said = ran.tests[0]?.diagnostic?.message ?? "";
    assertEquals(said.includes("_ is not defined"), true, said);
    const { error, tests } = await runPostman(fresh, code);
    fresh.dispose();
    assertEquals([error?.message, tests[0]?.diagnostic?.message], [
      undefined,
      undefined,
    ]);
  });

  it("is not there for other scripts, whatever ran before", async () => {
    const names = [
      "pm",
      "postman",
      "tests",
      "data",
      "environment",
      "globals",
      "iteration",
      "request",
      "responseBody",
      "responseCode",
      "responseTime",
      "responseHeaders",
      "responseCookies",
      "xml2Json",
      "CryptoJS",
      "_",
      "cheerio",
      "tv4",
      "moment",
    ];
    const code = `client.setVar("value", [${
      names.map((name) => `typeof ${name}`)
    }, "has" in "".constructor.prototype, "each" in [].constructor.prototype])`;
    for (const [kind, one] of Object.entries(sandboxes)) {
      const used = `${names.join("; ")}; ''.has(''); [].each(() => 0)`;
      const ran = await runPostman(one, used, withResponse());
      assertEquals(ran.error?.message, undefined, kind);
      const context = withResponse();
      const at = { file: "a.yml", path: [] };
      await one.run({ phase: "tests", code, at }, context);
      assertEquals(context.scopes.runtime.value, [
        ...names.map(() => "undefined"),
        false,
        false,
      ], kind);
    }
  });

  it("reads cookies, and a jar by callbacks and promises", async () => {
    const { sandbox } = sandboxes;
    const code = `
      const jar = pm.cookies.jar();
      jar.set("http://host/", "a", "1", (error, cookie) => {
        jar.get("http://host/", "a", (error, value) => client.setVar("back", value));
      });
      await jar.set("http://host/", { name: "b", value: "2" });
      client.setVar("value", [
        pm.cookies.get("a"), pm.cookies.has("b"), pm.cookies.has("c"), pm.cookies.toObject(),
        await jar.get("http://host/", "b"), (await jar.getAll("http://host/")).length,
        pm.response.cookies.get("b"), responseCookies.length, postman.getResponseCookie("a").value,
      ]);
      await jar.set("http://host/", "B", "3");
      client.setVar("names", [pm.cookies.toObject(), pm.cookies.toObject(false, true), (await jar.getAll("http://host/")).toObject()]);
      await jar.unset("http://host/", "a");
      await jar.unset("http://host/", "B");
      client.setVar("left", pm.cookies.toObject());
      await jar.clear("http://host/");
      client.setVar("none", pm.cookies.count());`;
    const context = withResponse();
    assertEquals((await runPostman(sandbox, code, context)).error, undefined);
    const { back, value, names, left, none } = context.scopes.runtime;
    assertEquals(names, [
      { a: "1", b: "3" },
      { a: "1", b: "2", B: "3" },
      { a: "1", b: "3" },
    ]);
    assertEquals([back, value, left, none], [
      "1",
      ["1", true, false, { a: "1", b: "2" }, "2", 2, "2", 2, "1"],
      { b: "2" },
      0,
    ]);
  });

  it("knows a cookie by its name in any case, in lists but not in the jar", async () => {
    const { sandbox } = sandboxes;
    const code = `
      const jar = pm.cookies.jar();
      await jar.set("http://host/", "Sid", "1");
      const all = await jar.getAll("http://host/");
      const response = await pm.sendRequest("http://host/");
      client.setVar("value", [
        ...[pm.cookies, pm.response.cookies, all, response.cookies].map((it) =>
          [it.get("sid"), it.has("SID"), it.one("sid").name, it.has("si")]
        ),
        pm.cookies.indexOf("sid"), postman.getResponseCookie("sid").name,
        await jar.get("http://host/", "sid"), client.cookies.has("sid"),
      ]);`;
    const context = withResponse();
    assertEquals((await runPostman(sandbox, code, context)).error, undefined);
    const found = ["1", true, "Sid", false];
    assertEquals(context.scopes.runtime.value, [
      ...[found, found, found, found],
      0,
      "Sid",
      null,
      false,
    ]);
  });

  it("gives what Postman's jar gives, and lists with its methods", async () => {
    const { sandbox } = sandboxes;
    const code = `
      const jar = pm.cookies.jar();
      const calls = [];
      const back = (error, value) => calls.push([error?.message ?? null, value?.value ?? value ?? null]);
      await jar.set("http://host/", "a", "x%20y", back);
      await jar.set("http://host/", "b=2; Path=/", back);
      await jar.set({ toString: () => "http://host/" }, { name: "c", value: "3" }, back);
      await jar.get("http://host/", "a", back);
      await jar.get("http://host/", "none", back);
      await jar.set("http://host/", {}, back);
      await jar.set(undefined, "a", "b", back);
      const all = await jar.getAll("http://host/");
      client.setVar("value", [
        calls, pm.cookies.get("a"), pm.cookies.one("a").value, pm.cookies.toObject().a,
        all.count(), all.get("a"), all.has("b"), all.has("d"), all.one("b").value,
        all.idx(1).value, all.all().length, all.toObject(), all.map(({ name }) => name),
      ]);`;
    const context = withResponse();
    assertEquals((await runPostman(sandbox, code, context)).error, undefined);
    assertEquals(context.scopes.runtime.value, [
      [
        [null, "x%20y"],
        [null, "2"],
        [null, "3"],
        [null, "x y"],
        [null, null],
        ["Cannot set the cookie: it has no name", null],
        ["Cannot reach the cookies: the first argument is a URL", null],
      ],
      "x y",
      "x%20y",
      "x y",
      3,
      "x y",
      true,
      false,
      "2",
      "2",
      3,
      { a: "x y", b: "2", c: "3" },
      ["a", "b", "c"],
    ]);
  });

  it("fails where nobody sees why a jar refuses a cookie", async () => {
    const { error } = await runPostman(
      sandboxes.sandbox,
      'pm.cookies.jar().set("http://host/", {});',
      withResponse(),
    );
    assertEquals(
      error?.message,
      "Cannot finish the tests script: TypeError: a promise that nothing awaits was rejected: Cannot set the cookie: it has no name",
    );
  });

  it("knows what codes mean where the server does not say", async () => {
    const { sandbox } = sandboxes;
    const response = { ...fakeResponse({ status: 404 }), statusText: "" };
    assertEquals(
      await postmanValue(
        sandbox,
        "[pm.response.status, responseCode.name]",
        withResponse({ response }),
      ),
      ["Not Found", "Not Found"],
    );
  });

  it("reads headers, parameters and bodies as they are written", async () => {
    const { sandbox } = sandboxes;
    for (
      const [request, expression, value] of [
        [
          { bodyType: "json", body: '{"a": {{n}} }' },
          "[pm.request.body.mode, pm.request.body.raw, request.data, pm.request.body.isEmpty()]",
          ["raw", '{"a": {{n}} }', '{"a": {{n}} }', false],
        ],
        [
          {
            bodyType: "form-urlencoded",
            body: [{ name: "a", value: "1" }, { name: "a", value: "2 3" }],
          },
          "[pm.request.body.mode, pm.request.body.urlencoded.get('a'), request.data, `${pm.request.body}`]",
          ["urlencoded", "2 3", { a: ["1", "2 3"] }, "a=1&a=2+3"],
        ],
        // As it was sent.
        [
          { bodyType: "form-urlencoded", body: "a=1&b=%C3%A4+%" },
          "pm.request.body.urlencoded.toObject()",
          { a: "1", b: "%C3%A4+%" },
        ],
        [
          {
            bodyType: "multipart-form",
            body: [{ name: "a", value: "1" }, { name: "f", file: "a.txt" }],
          },
          "[pm.request.body.formdata.map(({ key, value, type }) => [key, value, type === undefined ? '' : type])]",
          [[["a", "1", ""], ["f", "a.txt", "file"]]],
        ],
        [
          { bodyType: "graphql", body: { query: "q", variables: "" } },
          "pm.request.body.graphql",
          { query: "q", variables: "" },
        ],
        [{ authMode: "basic" }, "pm.request.auth", { type: "basic" }],
        [{ isWithoutAuth: true }, "pm.request.auth", {
          type: "noauth",
          noauth: [],
        }],
        // Several values of one name; names of headers in small letters, but
        // where a script asks for those as written.
        [
          TWICE,
          "(([h, q, v]) => [h.toObject(), h.toObject(true), h.toObject(true, true), pm.request.getHeaders(), pm.request.getHeaders({ ignoreCase: true, enabled: true }), request.headers, q.toObject(), q.toObject(true, false), v.toObject(), v.toObject(false, false, true)])([pm.request.headers, pm.request.url.query, pm.request.url.variables])",
          [
            { "x-a": ["0", "1", "2"], "x-b": "3" },
            { "x-a": ["1", "2"], "x-b": "3" },
            { "X-A": "1", "x-a": "2", "X-B": "3" },
            { "X-A": ["0", "1"], "x-a": "2", "X-B": "3" },
            { "x-a": ["1", "2"], "x-b": "3" },
            { "x-a": ["1", "2"], "x-b": "3" },
            { Q: ["1", "2", "off"], q: "", n: "" },
            { Q: ["1", "2"], q: "", n: "" },
            { id: "8" },
            { id: ["7", "8"] },
          ],
        ],
        [
          {
            bodyType: "form-urlencoded",
            body: [{ name: "A", value: "1" }, { name: "A", value: "2" }],
          },
          "pm.request.body.urlencoded.toObject()",
          { A: ["1", "2"] },
        ],
        // Without the names that are empty, where a script asks for that.
        [
          {
            url: "http://host/?a=1&=2",
            bodyType: "form-urlencoded",
            body: [{ name: "a", value: "1" }, { name: "", value: "2" }],
          },
          "[pm.request.url.query, pm.request.body.urlencoded].flatMap((it) => [it.toObject(), it.toObject(false, false, false, true)])",
          [{ a: "1", "": "2" }, { a: "1" }, { a: "1", "": "2" }, { a: "1" }],
        ],
      ] as const
    ) {
      const context = withResponse({
        request: structuredClone(request) as never,
      });
      assertEquals<unknown>(
        await postmanValue(sandbox, expression, context),
        value,
        expression,
      );
    }
  });
});
