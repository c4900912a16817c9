import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import type { RequestDraft } from "../../../lib/core/script/border/types.ts";
import { InterpolationError } from "../../../lib/core/source/errors.ts";
import { fakeContext } from "../../support/fake_script_context.ts";
import { runGood, runScript, valueOf } from "../../support/with_script.ts";
import { lateTrusted } from "../../support/late_trusted.ts";

const sandboxes = {
  sandbox: await createSandbox(),
  trusted: lateTrusted(),
};

const JSON_BODY = {
  method: "POST",
  bodyType: "json",
  body: '{"name": "{{name}}", "id": 12345678901234567890}',
  timeout: 250,
} satisfies Partial<RequestDraft>;

/** Expression → its value over the fake request, with a JSON body. */
const READS: readonly [expression: string, value: unknown][] = [
  ["req.url", "{{baseUrl}}/users/:id?page=1"],
  ["req.getUrl()", "{{baseUrl}}/users/:id?page=1"],
  ["req.getHost()", "{{baseUrl}}"],
  ["req.getPath()", "/users/7"],
  ["req.getQueryString()", "page=1"],
  ["req.method", "POST"],
  ["req.getMethod()", "POST"],
  ["req.getAuthMode()", "none"],
  ["req.authMode", "none"],
  ["req.getHeader('ACCEPT')", "application/json"],
  ["req.getHeader('nope')", undefined],
  ["req.headers", { Accept: "application/json", "X-Id": "{{id}}" }],
  ["req.getHeaders()['X-Id']", "{{id}}"],
  ["req.getBody()", { name: "{{name}}", id: 12345678901234567890n }],
  ["req.body.name", "{{name}}"],
  ["req.getBody({ raw: true })", JSON_BODY.body],
  [
    "(req.body.name = 'a', req.getBody({ raw: true }))",
    '{"name":"a","id":12345678901234567890}',
  ],
  ["req.timeout", 250],
  ["req.getTimeout()", 250],
  ["req.getExecutionMode()", "runner"],
  ["req.getExecutionPlatform()", "cli"],
  ["req.name", "List users"],
  ["req.getName()", "List users"],
  ["req.tags", ["smoke", "users"]],
  ["req.getTags().includes('smoke')", true],
  ["req.pathParams", [{ name: "id", value: "7" }]],
  ["req.getPathParams().toObject()", { id: "7" }],
  ["req.getPathParams().get('id')", "7"],
  ["req.headerList.get('accept')", "application/json"],
  ["req.headerList.count()", 2],
  ["req.headerList.all()", [
    { key: "Accept", value: "application/json" },
    { key: "X-Id", value: "{{id}}" },
  ]],
  [
    "JSON.stringify(req.headerList) === JSON.stringify(req.headerList.all())",
    true,
  ],
  [
    "JSON.stringify(req.headerList.toJSON()[1])",
    '{"key":"X-Id","value":"{{id}}"}',
  ],
  ["req.headerList.idx(1).name", "X-Id"],
  ["req.headerList.one(h => h.value === '{{id}}').key", "X-Id"],
  [
    "[(() => { const all = []; req.headerList.forEach(function (h, i) { all.push(this.x + h.key + i) }, { x: '-' }); return all })()][0]",
    ["-Accept0", "-X-Id1"],
  ],
  ["req.headerList.map(function (h, i) { return this + i }, 'n')", [
    "n0",
    "n1",
  ]],
  [
    "req.headerList.find(function (h) { return h.key === this.k }, { k: 'X-Id' }).value",
    "{{id}}",
  ],
  [
    "req.headerList.filter(function (h) { return h.key === this.k }, { k: 'X-Id' }).length",
    1,
  ],
  [
    "req.headerList.reduce(function (sum, h) { return sum + this.sep + h.key }, '', { sep: '/' })",
    "/Accept/X-Id",
  ],
  ["req.headerList.reduce((a, b) => a.key + b.key)", "AcceptX-Id"],
  ["req.headerList.set('X-Id', 1)", false],
  ["req.headerList.set({ key: 'X-New', value: 1 })", true],
  ["req.headerList.set(null)", null],
  ["req.resolved.url", "http://host/users/:id?page=1"],
  ["req.resolved.headers.Accept", "application/json"],
  ["req.resolved.getHeader('accept')", "application/json"],
  [
    "(client.setVar('baseUrl', 'https://x'), req.resolved.url)",
    "https://x/users/:id?page=1",
  ],
];

/** Script → what it changes of the request. */
const WRITES: readonly [script: string, changed: Partial<RequestDraft>][] = [
  ["req.setUrl('http://x/')", { url: "http://x/" }],
  ["req.url = 'http://x/'", { url: "http://x/" }],
  ["req.setMethod('PUT')", { method: "PUT" }],
  ["req.method = 'PUT'", { method: "PUT" }],
  ["req.setHeader('accept', 'text/plain')", {
    headers: [["accept", "text/plain"], ["X-Id", "{{id}}"]],
  }],
  ["req.headerList.append('New: a: b')", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"], [
      "New",
      "a: b",
    ]],
  }],
  ["req.headerList.append('x-id', 'b')", {
    headers: [["Accept", "application/json"], ["x-id", "b"]],
  }],
  ["req.headerList.add('X-Id', 'b')", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"], [
      "X-Id",
      "b",
    ]],
  }],
  [
    "req.headerList.remove(function (h, i) { return i === this.at }, { at: 0 })",
    {
      headers: [["X-Id", "{{id}}"]],
      omitHeaders: ["accept"],
    },
  ],
  [
    "req.headerList.populate([{ key: 'x-id', value: 'b' }, { name: 'C', value: 'c' }, 'D: d'])",
    {
      headers: [
        ["Accept", "application/json"],
        ["X-Id", "{{id}}"],
        ["C", "c"],
        ["D", "d"],
      ],
    },
  ],
  ["req.headerList.populate('X-Id: b\\nC: c\\r\\n\\n')", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"], ["C", "c"]],
  }],
  ["req.headerList.repopulate({ A: 1, B: 'b' })", {
    headers: [["A", "1"], ["B", "b"]],
    omitHeaders: ["accept", "x-id"],
  }],
  [
    "req.headerList.assimilate([{ key: 'x-id', value: 'b' }, { key: 'C', value: 'c' }])",
    {
      headers: [["Accept", "application/json"], ["x-id", "b"], ["C", "c"]],
    },
  ],
  ["req.headerList.assimilate([{ key: 'x-id', value: 'b' }], true)", {
    headers: [["x-id", "b"]],
    omitHeaders: ["accept"],
  }],
  ["req.headerList.assimilate(req.resolved.headerList, true)", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"]],
  }],
  ["req.setHeader('New', 1)", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"], ["New", "1"]],
  }],
  ["req.setHeader('X-Id', new Date(0))", {
    headers: [["Accept", "application/json"], [
      "X-Id",
      "1970-01-01T00:00:00.000Z",
    ]],
  }],
  ["req.setHeader('X-Id', ['a', 2n])", {
    headers: [["Accept", "application/json"], ["X-Id", "a"], ["X-Id", "2"]],
  }],
  ["req.setUrl(new URL('http://x/'))", { url: "http://x/" }],
  ["req.timeout = '9'", { timeout: 9 }],
  ["req.setHeaders({ 'x-id': '2', B: 'b', C: null, D: undefined })", {
    headers: [["x-id", "2"], ["B", "b"]],
    omitHeaders: ["c"],
  }],
  ["req.setHeaders({})", { headers: [] }],
  ["req.setHeaders({ ...req.getHeaders(), B: 1 })", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"], ["B", "1"]],
  }],
  ["req.setHeader('accept', undefined)", { headers: [["X-Id", "{{id}}"]] }],
  ["req.setHeader('accept', null)", {
    headers: [["X-Id", "{{id}}"]],
    omitHeaders: ["accept"],
  }],
  ["req.setHeader('User-Agent', null)", { omitHeaders: ["user-agent"] }],
  ["req.setHeader('A', null); req.setHeader('a', 1)", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"], ["a", "1"]],
  }],
  ["req.deleteHeader('ACCEPT')", {
    headers: [["X-Id", "{{id}}"]],
    omitHeaders: ["accept"],
  }],
  ["req.deleteHeaders(['accept', 'x-id'])", {
    headers: [],
    omitHeaders: ["accept", "x-id"],
  }],
  ["req.headers['X-Id'] = '5'", {
    headers: [["Accept", "application/json"], ["X-Id", "5"]],
  }],
  ["delete req.headers.Accept", { headers: [["X-Id", "{{id}}"]] }],
  ["req.headerList.upsert({ name: 'accept', value: 'a' })", {
    headers: [["accept", "a"], ["X-Id", "{{id}}"]],
  }],
  ["req.headerList.add('B: b')", {
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"], ["B", "b"]],
  }],
  ["req.headerList.remove('accept')", {
    headers: [["X-Id", "{{id}}"]],
    omitHeaders: ["accept"],
  }],
  ["req.headerList.clear()", { headers: [], omitHeaders: ["accept", "x-id"] }],
  ["req.setBody({ a: [1, '{{x}}'] })", { body: { a: [1, "{{x}}"] } }],
  ["req.setBody({ a: undefined, b: [{ c: undefined }] })", {
    body: { b: [{}] },
  }],
  ["req.body.name = undefined", { body: { id: 12345678901234567890n } }],
  ["req.setBody('text', { raw: true })", { body: "text" }],
  ["req.body = [1]", { body: [1] }],
  ["req.body.name = 'ada'", {
    body: { name: "ada", id: 12345678901234567890n },
  }],
  ["req.setBody(new Uint8Array([1, 255]))", { body: new Uint8Array([1, 255]) }],
  ["req.setTimeout(9)", { timeout: 9 }],
  ["req.setMaxRedirects(0)", { maxRedirects: 0 }],
  ["req.disableParsingResponseJson()", { rawResponse: true }],
  ["client.disableParsingResponseJson()", { rawResponse: true }],
  ["req.onFail((error) => 1)", { onFail: "(error) => 1" }],
  ["req.getHeaders(); req.getBody()", {}],
];

/** Script → why it cannot be done; none of it may become a request. */
const REFUSED: readonly [script: string, reason: string][] = [
  ["req.setUrl(undefined)", "Cannot set the URL: it is undefined"],
  ["req.url = null", "Cannot set the URL: it is null"],
  ["req.setUrl({})", "Cannot set the URL: it is an object"],
  ["req.setMethod(undefined)", "Cannot set the method: it is undefined"],
  ["req.setTimeout('soon')", "the timeout: give a number from 0 on"],
  ["req.timeout = -1", "the timeout: give a number from 0 on"],
  ["req.setTimeout(null)", "the timeout: give a number from 0 on"],
  ["req.setMaxRedirects(NaN)", "redirects: give a number from 0 on"],
  ["req.setHeaders(undefined)", "Cannot set the headers: give an object"],
  ["req.headers = 'A: 1'", "Cannot set the headers: give an object"],
  ["req.setHeader('A', NaN)", 'Cannot set "A": it is NaN'],
  ["req.setHeader('A', {})", 'Cannot set "A": it is an object'],
  ["req.setHeader('A', [[]])", 'Cannot set "A": it is an array'],
  ["req.setHeader('A', () => 1)", 'Cannot set "A": it is a function'],
  ["req.setHeader('A', new Date(NaN))", "it is an invalid date"],
  ["req.setHeaders({ A: {} })", 'Cannot set "A": it is an object'],
  ["req.headers.A = {}", 'Cannot set "A": it is an object'],
  ["req.headerList.add({ key: 'A' })", 'Cannot set "A": it is undefined'],
  ["req.setBody({ a: () => 1 })", '"body.a" is a function'],
  ["req.setBody({ a: [undefined] })", '"body.a[0]" is undefined'],
  ["const a = {}; a.a = a; req.setBody(a)", '"body.a" is a cycle'],
];

/** Script over a request with two disabled headers → the list as it is then, and those that stay disabled. */
const DISABLED: readonly [script: string, list: string, left: string[]][] = [
  ["", "-Off -Accept Accept X-Id", ["Off", "Accept"]],
  ["req.headerList.set('Off', 1)", "-Off -Accept Accept X-Id Off", [
    "Off",
    "Accept",
  ]],
  ["req.headerList.remove('OFF')", "-Accept Accept X-Id", ["Accept"]],
  ["req.headerList.remove('accept')", "-Off X-Id", ["Off"]],
  ["req.headerList.remove((it) => it.disabled)", "Accept X-Id", []],
  ["req.headerList.clear()", "", []],
  ["req.headerList.populate('off: 1')", "-Off -Accept Accept X-Id", [
    "Off",
    "Accept",
  ]],
  [
    "if (req.headerList.get('off') !== 'o' || req.headerList.get('accept') === 'a') throw 1",
    "-Off -Accept Accept X-Id",
    ["Off", "Accept"],
  ],
  [
    "if ('Off' in req.getHeaders() || 'Off' in req.headerList.toObject(true) || !('off' in req.headerList.toObject(false, false)) || /Off/.test(`${req.headerList}`)) throw 1",
    "-Off -Accept Accept X-Id",
    ["Off", "Accept"],
  ],
];

for (const [mode, sandbox] of Object.entries(sandboxes)) {
  describe(`req (${mode})`, () => {
    afterAll(() => sandbox.dispose());

    it("reads a JSON body with comments, and changes it", async () => {
      const body =
        '{ // who\n  "url": "http://{{host}}", /* when */ "at": "/* 7 */" }';
      const context = fakeContext({ request: { ...JSON_BODY, body } });
      await runGood(
        sandbox,
        "const body = req.getBody(); body.by = 'ada'; req.setBody(body)",
        context,
      );
      assertEquals(context.request.body, {
        url: "http://{{host}}",
        at: "/* 7 */",
        by: "ada",
      });
    });

    for (const [expression, value] of READS) {
      it(expression, async () => {
        const context = fakeContext({ request: JSON_BODY });
        assertEquals(await valueOf(sandbox, expression, context), value);
      });
    }

    for (const [script, changed] of WRITES) {
      it(script, async () => {
        const context = fakeContext({ request: JSON_BODY });
        const before = { ...context.request };
        await runGood(sandbox, script, context);
        assertEquals(context.request, { ...before, ...changed });
      });
    }

    for (const [script, list, left] of DISABLED) {
      it(`with disabled headers: ${script}`, async () => {
        const context = fakeContext({
          request: {
            disabled: {
              headers: [
                { name: "Off", value: "o", at: 0 },
                { name: "Accept", value: "a", at: 0 },
              ],
              query: [],
              fields: [],
            },
          },
        });
        await runGood(
          sandbox,
          `${script}\nclient.setVar('all', req.headerList.map((it) => (it.disabled ? '-' : '') + it.key).join(' '))`,
          context,
        );
        assertEquals(context.scopes.runtime.all, list);
        const names = context.request.disabled.headers.map(({ name }) => name);
        assertEquals(names, left);
      });
    }

    it("res is undefined before the response", async () => {
      assertEquals(await valueOf(sandbox, "typeof res"), "undefined");
    });

    for (const [script, reason] of REFUSED) {
      it(`${script}: ${reason}`, async () => {
        const context = fakeContext({ request: JSON_BODY });
        const before = { ...context.request };
        const { error } = await runScript(sandbox, script, context);
        assertStringIncludes(error?.message ?? "", reason);
        assertEquals(context.request, before);
      });
    }

    it("req.resolved throws what rendering does", async () => {
      const context = {
        ...fakeContext(),
        resolved: () => {
          throw new InterpolationError([{
            code: "UNDEFINED_VARIABLE",
            severity: "error",
            message: 'Cannot resolve "{{x}}": no scope defines "x"',
          }]);
        },
      };
      const { error } = await runScript(
        sandbox,
        "\n  req.resolved.url",
        context,
      );
      assertEquals(error?.code, "SCRIPT_ERROR");
      assertMatch(error?.message ?? "", /Cannot resolve "\{\{x\}\}"/);
      assertEquals(error?.location?.offset, 7);
    });
  });
}
