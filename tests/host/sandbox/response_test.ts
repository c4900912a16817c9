import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runGood, runScript, valueOf } from "../../support/with_script.ts";
import { lateTrusted } from "../../support/late_trusted.ts";

const sandboxes = {
  sandbox: await createSandbox(),
  trusted: lateTrusted(),
};

const BODY = `{
  "order": { "id": 12345678901234567890, "items": [
    { "name": "pen", "price": 2, "tags": ["a"] },
    { "name": "ink", "price": 9, "tags": ["b", "c"] }
  ] }
}`;
const HEADERS = [
  ["Content-Type", "application/json; charset=utf-8"],
  ["X-One", "1"],
  ["x-one", "2"],
  ["Set-Cookie", "a=1"],
  ["Set-Cookie", "b=2"],
] as const;

/** Expression → its value over the response above. */
const READS: readonly [expression: string, value: unknown][] = [
  ["res.status", 200],
  ["res.getStatus()", 200],
  ["res.statusText", "OK"],
  ["res.getStatusText()", "OK"],
  ["res.responseTime", 13],
  ["res.getResponseTime()", 13],
  ["res.url", "http://host/users"],
  ["res.getUrl()", "http://host/users"],
  ["res.getSize()", { header: 100, headers: 100, body: 40, total: 140 }],
  ["res.size.total", 140],
  ["res.headers", {
    "content-type": "application/json; charset=utf-8",
    "x-one": "1, 2",
    "set-cookie": ["a=1", "b=2"],
  }],
  ["res.getHeader('X-ONE')", "1, 2"],
  ["res.getHeader('nope')", undefined],
  ["res.getHeader('Set-Cookie')", ["a=1", "b=2"]],
  ["res.getHeader('constructor')", undefined],
  ["res.getHeaders()['x-one']", "1, 2"],
  ["res.headerList.get('X-One')", "1, 2"],
  ["res.headerList.get('set-cookie')", ["a=1", "b=2"]],
  ["res.headerList.one('x-one')", { key: "x-one", value: "1, 2" }],
  ["res.headerList.all().map(h => h.key)", [
    "content-type",
    "x-one",
    "set-cookie",
  ]],
  ["res.headerList.idx(1).value", "1, 2"],
  ["res.headerList.count()", 3],
  ["res.headerList.has('x-one')", true],
  ["res.headerList.has('x-one', '9')", false],
  ["res.headerList.find(h => h.value === '1, 2').name", "x-one"],
  ["res.headerList.filter(h => /cookie/i.test(h.name)).length", 1],
  ["res.headerList.indexOf('x-one')", 1],
  ["res.headerList.map(h => h.value)[1]", "1, 2"],
  ["res.headerList.reduce((n, h) => n + h.value.length, 0)", 37],
  ["res.headerList.toObject()['x-one']", "1, 2"],
  ["res.headerList.toString().split('\\n')[1]", "x-one: 1, 2"],
  ["res.body.order.items[1].name", "ink"],
  ["res.getBody() === res.body", true],
  ["res.body.order.id", 12345678901234567890n],
  ["res.text.length", BODY.length],
  ["res.getText() === res.text", true],
  ["res.getDataBuffer().length", BODY.length],
  ["res('order.items[0].price')", 2],
  ["res('order.items.name')", ["pen", "ink"]],
  ["res('..price')", [2, 9]],
  ["res('..tags')", ["a", "b", "c"]],
  ["res('order.items[?].name', i => i.price > 5)", ["ink"]],
  ["res('order.items[?]', i => i.price * 2)", [4, 18]],
  ["res('order.items[?].price', { name: 'pen' })", [2]],
  ["res('order.items.length')", 2],
  ["res('order.nope.deeper')", undefined],
  ["res('order.items.nope')", undefined],
  ["res('..nope')", undefined],
  ["res('..items[5].price')", undefined],
  ["res('..tags[1]')", "b"],
  ["res('order.items[?]', i => i.price > 10)", []],
  ["res('order[\"items\"][1].name')", "ink"],
];

/** Body, content type → what `res.body` is. */
const BODIES: readonly [string | Uint8Array, string, unknown][] = [
  ["[1,2]", "application/json", [1, 2]],
  ["{}", "application/problem+json", {}],
  ["not json", "application/json", "not json"],
  ["", "application/json", ""],
  ["null", "application/json", null],
  ["<a/>", "text/xml", "<a/>"],
  ["a=1", "application/x-www-form-urlencoded", "a=1"],
  ['{"a":1}', "text/plain", { a: 1 }],
  [new Uint8Array([0x63, 0xe9]), "text/plain; charset=iso-8859-1", "cé"],
];

for (const [mode, sandbox] of Object.entries(sandboxes)) {
  describe(`res (${mode})`, () => {
    afterAll(() => sandbox.dispose());
    const responded = () =>
      fakeContext({ response: fakeResponse({ body: BODY, headers: HEADERS }) });

    for (const [expression, value] of READS) {
      it(expression, async () => {
        assertEquals(await valueOf(sandbox, expression, responded()), value);
      });
    }

    for (const [body, type, value] of BODIES) {
      it(`body ${body} of ${type}`, async () => {
        const context = fakeContext({
          response: fakeResponse({ body, headers: [["content-type", type]] }),
        });
        assertEquals(await valueOf(sandbox, "res.body", context), value);
      });
    }

    it("binary bodies are bytes", async () => {
      const context = fakeContext({
        response: fakeResponse({
          body: new Uint8Array([0x89, 0x50, 0, 255]),
          headers: [["content-type", "image/png"]],
        }),
      });
      assertEquals(
        await valueOf(
          sandbox,
          "[res.body instanceof Uint8Array, ...res.body]",
          context,
        ),
        [true, 0x89, 0x50, 0, 255],
      );
    });

    it("stays text when JSON is not to be parsed", async () => {
      const context = responded();
      context.request.rawResponse = true;
      assertEquals(await valueOf(sandbox, "res.body", context), BODY);
    });

    for (
      const [given, told] of [
        ["{ a: [null] }", { a: [null] }],
        ["[1, { b: 2 }]", [1, { b: 2 }]],
        ["[undefined, { b: undefined }]", [null, {}]],
        ["undefined", undefined],
        ["", undefined],
        ["null", null],
      ] as const
    ) {
      it(`setBody(${given}) tells the run`, async () => {
        const context = responded();
        await runGood(sandbox, `res.setBody(${given})`, context);
        assertEquals(context.done, [["setResponseBody", told]]);
      });
    }

    it("its headers cannot be changed", async () => {
      const { error } = await runScript(
        sandbox,
        "res.headerList.add('a: b')",
        responded(),
      );
      assertMatch(error?.message ?? "", /belongs to a response/);
    });

    it("refuses a path that it cannot read", async () => {
      const { error } = await runScript(sandbox, "res('a[b')", responded());
      assertMatch(error?.message ?? "", /Cannot read the path "a\[b"/);
    });
  });
}
