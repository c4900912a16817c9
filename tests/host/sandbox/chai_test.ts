import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runScript, SCRIPT_AT } from "../../support/with_script.ts";
import { linksOf } from "../../../lib/tools/check/explain/unknown_links.ts";

const sandbox = await createSandbox();

const PASSING = [
  "expect(1).to.equal(1)",
  "expect(1).to.not.equal(2)",
  "expect({ a: [1, { b: null }] }).to.eql({ a: [1, { b: null }] })",
  "expect([1, 2, 3]).to.include.members([3, 1])",
  "expect([{ a: 1 }]).to.deep.include({ a: 1 })",
  "expect(res.body.items).to.be.an('array').that.has.lengthOf(2)",
  "expect(res.body.items[0]).to.have.property('id').that.is.a('number')",
  "expect(res.body).to.have.nested.property('items[0].name', 'a')",
  "expect({ a: 1, b: 2 }).to.have.all.keys('a', 'b')",
  "expect(5).to.be.within(1, 9).and.not.equal(4)",
  "expect(5).to.be.above(4).and.below(6)",
  "expect(0.1 + 0.2).to.be.closeTo(0.3, 1e-9)",
  "expect('').to.be.empty",
  "expect(null).to.be.null; expect(undefined).to.be.undefined",
  "expect(true).to.be.true; expect(0).to.not.be.ok",
  "expect('abc').to.match(/B/i)",
  "expect(12).to.match(/2/)",
  "expect(undefined).to.not.match(/undefined/)",
  "expect([1]).to.be.instanceOf(Array)",
  "expect(new Date(0)).to.be.instanceOf(Date)",
  "expect(() => { throw new TypeError('bad') }).to.throw(TypeError, 'bad')",
  "expect('b').to.be.oneOf(['a', 'b'])",
  "expect(res.body).to.be.json; expect('{}').to.be.json; expect('x').to.not.be.json",
  "expect(res.headerList.all()).to.eql([{ key: 'content-type', value: 'application/json' }])",
  "expect(res.headerList.one('content-type')).to.deep.equal({ key: 'content-type', value: 'application/json' })",
  "expect(res).to.have.jsonBody()",
  "expect(res).to.have.jsonBody('items[0].id')",
  "expect(res).to.have.jsonBody('items[0].id', 1)",
  "expect({ a: 1 }).to.have.jsonBody({ a: 1 })",
  "expect(res.body).to.have.jsonSchema({ type: 'object', required: ['items'] })",
  `expect({ "some-key": 1, "a.b": { c: 2 } }).to.have.jsonBody('["some-key"]', 1)`,
  `expect({ a: { "some key": [{ b: 1 }] } }).to.have.jsonBody("a['some key'][0].b", 1)`,
  `expect({ "a.b": { c: 2 } }).to.have.jsonBody("a.b")`,
  `expect({ a: 1 }).to.not.have.jsonBody('["b"]')`,
  String
    .raw`expect({ 'say "hi"': 1, "it's": { b: 2 } }).to.have.jsonBody('["say \\"hi\\""]', 1); expect({ "it's": { b: 2 } }).to.have.jsonBody("['it\\'s'].b", 2)`,
  String.raw`expect({ 'a\\b': 1 }).to.have.jsonBody('["a\\b"]', 1)`,
  "expect({ a: null, b: undefined }).to.have.jsonBody('a').and.jsonBody('a', null).and.jsonBody('b').and.not.jsonBody('c').and.not.jsonBody('a', undefined)",
  "expect({ a: [1, 2], t: 'abc' }).to.have.jsonBody('a.length', 2).and.jsonBody('t.length', 3).and.jsonBody('a[1]', 2).and.not.jsonBody('a[2]')",
  "expect([[1]]).to.have.jsonBody('[0][0]', 1).and.not.jsonBody('[0][0][0]').and.not.jsonBody('constructor')",
  "expect({ a: 1, b: 2 }).to.not.have.jsonSchema({ additionalProperties: false, properties: { a: true } }, { allErrors: false })",
  "expect({ d: '2020-01-02' }).to.have.jsonSchema({ properties: { d: { format: 'even' } } }, { formats: { even: (text) => text.length % 2 === 0 } })",
  "expect({ a: '1' }).to.have.jsonSchema({ properties: { a: { type: 'number' } } }, { coerceTypes: true })",
  "for (const type of ['number', 'string']) expect([type]).to.have.jsonSchema({ $id: 'http://x/', items: { enum: [type] } })",
  "expect([1]).to.not.have.jsonSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'string' }] })",
  "expect({ e: 'x' }).to.not.have.jsonSchema({ properties: { e: { format: 'email' } } })",
  "expect({ ids: [9007199254740993n] }).to.have.jsonSchema({ properties: { ids: { items: { type: 'integer', minimum: 1 } } } })",
  "expect({ id: 9007199254740993n }).to.not.have.jsonSchema({ properties: { id: { type: 'string' } } })",
  "const a = { id: 9007199254740993n }; a.a = a; expect(a).to.have.jsonSchema({ type: 'object' })",
  "expect(() => expect('[1]').to.have.jsonSchema({ type: 'array' })).to.throw(/the value must be array$/)",
  "expect(() => expect('[1').to.have.jsonSchema({ type: 'number' })).to.throw(/the value must be number$/)",
  "assert.equal(1, 1); assert.deepEqual({ a: [1] }, { a: [1] }); assert(true); assert.isArray([])",
  "const { expect: e } = require('chai'); e(1).to.equal(1)",
  "const chai = require('chai'); chai.use((c, u) => c.Assertion.addProperty('seven', function () { this.assert(this._obj === 7, 'no', 'yes') })); expect(7).to.be.seven",
];

/** Script → message, expected, actual. */
const FAILING: readonly [string, string, string?, string?][] = [
  ["expect(1).to.equal(2)", "expected 1 to equal 2", "2", "1"],
  [
    "expect({ a: [1] }).to.eql({ a: [2] })",
    "to deeply equal",
    "{ a: [2] }",
    "{ a: [1] }",
  ],
  [
    "expect('a', 'the name').to.equal('b')",
    "the name: expected 'a' to equal 'b'",
    '"b"',
    '"a"',
  ],
  [
    "expect(res).to.have.jsonBody('items[0].id', 5)",
    '"items[0].id" of the JSON body to equal 5',
    "5",
    "1",
  ],
  [
    "expect({ a: 1 }).to.have.jsonSchema({ required: ['b'] })",
    "the value must have required property 'b'",
  ],
  [
    "expect({ o: { a: 1, b: 2 } }).to.have.jsonSchema({ properties: { o: { additionalProperties: false, properties: { a: true } } } })",
    'the JSON schema: /o must NOT have additional properties, such as "b"',
  ],
  [
    "expect({ b: 2 }).to.have.jsonSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', unevaluatedProperties: false })",
    'the JSON schema: the value must NOT have unevaluated properties, such as "b"',
  ],
  [
    "expect({ a: 1, b: 1 }).to.have.jsonSchema({ properties: { a: false, b: false } }, { allErrors: false })",
    "the JSON schema: /a boolean schema is false",
  ],
  [
    `expect('{"a": 1, b').to.have.jsonSchema({ allOf: [{ type: 'object' }, { type: 'object' }] })`,
    "the JSON schema: the value must be object; the value is a text that is not JSON: Expected double-quoted property name in JSON at position 9",
  ],
  [
    "expect('<html>').to.have.jsonSchema({ type: ['array', 'null'] })",
    "the JSON schema: the value must be array,null; the value is a text that is not JSON: Unexpected token '<'",
  ],
  [
    "expect('').to.have.jsonSchema({ type: 'array' })",
    "the JSON schema: the value must be array; the value is an empty text",
  ],
  [
    "expect(1).to.have.jsonSchema({ type: 'nope' })",
    "JSON schema compile error: schema is invalid: data/type must be equal",
  ],
  [
    "expect(1).to.not.have.jsonSchema({ $ref: '#/nope' })",
    "JSON schema compile error: can't resolve reference #/nope",
  ],
  [
    "expect(1).to.have.jsonSchema({ mini: 2 }, { strict: true })",
    'JSON schema compile error: strict mode: unknown keyword: "mini"',
  ],
  [
    "expect(1).to.have.jsonSchema({ $async: true, type: 'string' })",
    "JSON schema compile error: a schema with $async gives no result at once",
  ],
  ["expect('a').to.be.json", "expected 'a' to be JSON"],
  [
    "expect(1).to.be.ture",
    'Invalid Chai property: ture (did you mean "true"?)',
  ],
  ["assert.equal(1, 2)", "expected 1 to equal 2", "2", "1"],
  ["assert.fail('why')", "why"],
  ["assert()", "expected undefined to be truthy"],
  ["assert(res.body.missing === 1)", "expected false to be truthy"],
  ["require('chai').assert({ a: '' }.a)", "expected '' to be truthy"],
  ["assert('', 'the reason')", "the reason"],
  ["throw 'text'", '"text"'],
  ["null.x", "TypeError: cannot read property 'x' of null"],
];

/** Words of Jest with what chai has for them, and values for which both hold. */
const JEST: readonly (readonly [
  word: string,
  chai: string,
  value: string,
  argument?: string,
])[] = [
  ["toBe", "to.equal", "1", "1"],
  ["toEqual", "to.deep.equal", "[1]", "[1]"],
  ["toStrictEqual", "to.deep.equal", "[1]", "[1]"],
  ["toBeTruthy", "to.be.ok", "1"],
  ["toBeFalsy", "to.not.be.ok", "0"],
  ["toBeDefined", "to.not.be.undefined", "1"],
  ["toBeUndefined", "to.be.undefined", "undefined"],
  ["toBeNull", "to.be.null", "null"],
  ["toBeNaN", "to.be.NaN", "NaN"],
  ["toBeGreaterThan", "to.be.above", "2", "1"],
  ["toBeGreaterThanOrEqual", "to.be.at.least", "1", "1"],
  ["toBeLessThan", "to.be.below", "1", "2"],
  ["toBeLessThanOrEqual", "to.be.at.most", "1", "1"],
  ["toBeCloseTo", "to.be.closeTo", "1", "1, 0.1"],
  ["toBeInstanceOf", "to.be.instanceOf", "[]", "Array"],
  ["toBeTypeOf", "to.be.a", "''", "'string'"],
  ["toContain", "to.include", "[1]", "1"],
  ["toContainEqual", "to.deep.include", "[{ a: 1 }]", "{ a: 1 }"],
  ["toMatchObject", "to.deep.include", "{ a: [1], b: 2 }", "{ a: [1] }"],
  ["toHaveLength", "to.have.lengthOf", "[1]", "1"],
  ["toHaveProperty", "to.have.nested.property", "{ a: { b: 1 } }", "'a.b'"],
  ["toMatch", "to.match", "'ab'", "/b/"],
  ["toThrow", "to.throw", "() => { throw 1 }"],
  ["toThrowError", "to.throw", "() => { throw 1 }"],
];

describe("expect and assert", () => {
  afterAll(() => sandbox.dispose());
  const run = (code: string) =>
    runScript(
      sandbox,
      `test("it", () => {\n  ${code}\n});`,
      fakeContext({ response: fakeResponse() }),
    );

  for (const code of PASSING) {
    it(code, async () => {
      const { tests, error } = await run(code);
      assertEquals(tests[0]?.diagnostic?.message ?? error?.message, undefined);
      assertEquals(tests.length, 1);
    });
  }

  for (const [code, message, expected, actual] of FAILING) {
    it(`fails: ${code}`, async () => {
      const { tests: [test], error } = await run(code);
      assertEquals(error, undefined);
      assertEquals(test.status, "failed");
      assertEquals(test.diagnostic?.code, "TEST");
      assertStringIncludes(test.diagnostic?.message ?? "", message);
      assertEquals([test.expected, test.actual], [expected, actual]);
    });
  }

  for (const [word, chai, value, argument] of JEST) {
    it(`names what chai has for ${word}`, async () => {
      const { tests: [test] } = await run(
        `expect(${value}).${word}(${argument})`,
      );
      assertEquals(
        test.diagnostic?.message,
        `Test "it" failed: Invalid Chai property: ${word} (it is Jest's: write "${chai}")`,
      );
      const call = argument === undefined && !chai.endsWith("throw")
        ? ""
        : `(${argument ?? ""})`;
      const { tests: [other] } = await run(`expect(${value}).${chai}${call}`);
      assertEquals(other.diagnostic?.message, undefined);
    });
  }

  for (
    const [code, instead] of [
      ["to.have.status(200)", "expect(res.status).to.equal(200)"],
      ["to.not.have.status(404)", "expect(res.status).to.not.equal(404)"],
      ["not.to.have.status(404)", "expect(res.status).to.not.equal(404)"],
      ['to.have.header("a")', 'expect(res.getHeader("Name")).to.exist'],
      [
        'to.not.have.header("a", "b")',
        'expect(res.getHeader("Name")).to.not.exist',
      ],
      [
        "to.be.html",
        'expect(res.getHeader("content-type")).to.include("html")',
      ],
      [
        "to.not.be.html",
        'expect(res.getHeader("content-type")).to.not.include("html")',
      ],
      ["to.redirect", "expect(res.status).to.be.within(300, 399)"],
      ["to.not.redirect", "expect(res.status).to.not.be.within(300, 399)"],
      [
        'to.redirectTo("/a")',
        'expect(res.getHeader("location")).to.equal("url")',
      ],
      [
        'to.have.cookie("a")',
        'expect(res.getHeader("set-cookie")).to.match(/name=/)',
      ],
      ["to.be.success", "expect(res.status).to.be.within(200, 299)"],
    ]
  ) {
    it(`names what a response is asked with instead of ${code}`, async () => {
      const { tests: [test] } = await run(`expect(res).${code}`);
      assertStringIncludes(
        test.diagnostic?.message ?? "",
        ` (write "${instead}"`,
      );
      const { tests: [other] } = await run(instead);
      assertMatch(other.diagnostic?.message ?? "", /^$|: expected /);
    });
  }

  for (const dialect of [undefined, "postman"] as const) {
    it(`chains have what a check knows of them: ${dialect ?? "Brace"}`, async () => {
      const code = `const { expect } = ${dialect ? "pm" : "globalThis"};
        test(Object.getOwnPropertyNames(Object.getPrototypeOf(expect(1))).join(" "), () => {})`;
      const { tests: [{ name }] } = await sandbox.run(
        { phase: "tests", code, at: SCRIPT_AT, ...dialect && { dialect } },
        fakeContext(),
      );
      const names = name.split(" ").filter((it) =>
        !/^(?:constructor|_obj|__methods)$/.test(it)
      );
      assertEquals(names, linksOf(dialect));
    });
  }

  it("tests may be asynchronous and keep their order", async () => {
    const { tests } = await runScript(
      sandbox,
      `test("slow", async () => { await client.sleep(5); expect(1).to.equal(2); });
      test("fast", () => {});
      await test("awaited", async () => { await null; });
      test("no function");`,
    );
    assertEquals(tests.map(({ name, status }) => [name, status]), [
      ["slow", "failed"],
      ["fast", "passed"],
      ["awaited", "passed"],
      ["no function", "failed"],
    ]);
  });

  it("results come before those of getTestResults", async () => {
    const context = fakeContext();
    await runScript(
      sandbox,
      `test("one", () => expect(1).to.equal(1)); test("two", () => { throw 1 });
      client.setVar("names", (await client.getTestResults()).map(t => t.name + t.status));`,
      context,
    );
    assertEquals(context.scopes.runtime.names, [
      "earlierpassed",
      "onepassed",
      "twofailed",
    ]);
  });
});
