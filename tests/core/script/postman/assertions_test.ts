import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../../lib/host/sandbox/create_sandbox.ts";
import { fakeResponse } from "../../../support/fake_script_context.ts";
import { runPostman, withResponse } from "../../../support/postman_script.ts";

const sandbox = await createSandbox();

const RESPONSES = {
  ok: fakeResponse(),
  text: fakeResponse({
    status: 404,
    body: "not here",
    headers: [["Content-Type", "text/plain"], ["X-Id", "7"]],
  }),
  empty: fakeResponse({ status: 503, body: "", headers: [] }),
  list: fakeResponse({
    body: '[{"id":0,"more":[2,2]},{"id":1,"more":[2,2]},' +
      '{"id":2,"more":[2,2],"at":5},{"id":3,"more":[2,2]}]',
  }),
  blank: fakeResponse({ body: " \n" }),
  unknown: fakeResponse({ status: 201, body: "{" }),
  long: fakeResponse({
    body: `{"a":"${"x".repeat(58)}","b":"${"x".repeat(59)}"}`,
  }),
};

/** Response, what is written after `pm.response.to.`, and why it fails; undefined where it holds. */
const ROWS: readonly [
  response: keyof typeof RESPONSES,
  assertion: string,
  why?: string,
][] = [
  ["ok", "have.status(200)"],
  ["ok", "have.status('OK')"],
  ["ok", "not.have.status(404)"],
  [
    "ok",
    "have.status(404)",
    "expected response to have status code 404 but got 200",
  ],
  [
    "ok",
    "have.status('Created')",
    "expected response to have status reason 'Created' but got 'OK'",
  ],
  [
    "ok",
    "not.have.status(200)",
    "expected response to not have status code 200",
  ],
  ["ok", "have.statusCode('200')"],
  ["ok", "have.statusReason('OK')"],
  ["ok", "have.statusCodeClass(2)"],
  [
    "ok",
    "have.statusCodeClass(4)",
    "expected response code to be 4XX but got 200",
  ],
  ["ok", "be.ok"],
  ["ok", "be.success"],
  ["ok", "not.be.error"],
  ["ok", "be.error", "expected response code to be 4XX or 5XX but got 200"],
  ["ok", "be.postmanResponse"],
  ["ok", "be.json"],
  ["ok", "have.header('content-type')"],
  ["ok", "have.header('Content-Type', 'application/json')"],
  [
    "ok",
    "have.header('Content-Type', 'x')",
    "expected 'Content-Type' response header to be 'x' but got 'application/json'",
  ],
  ["ok", "have.header('X')", "expected response to have header with key 'X'"],
  ["ok", "not.have.header('X')"],
  ["ok", "have.body()"],
  ["ok", "be.withBody"],
  ["ok", "have.body(/items/)"],
  ["ok", "have.body({ items: [{ id: 1, name: 'a' }, { id: 2 }] })"],
  ["ok", "have.jsonBody()"],
  ["ok", "have.jsonBody('items[0].id')"],
  ["ok", "have.jsonBody('items[0].id', 1)"],
  ["ok", "not.have.jsonBody('nope')"],
  [
    "ok",
    "have.jsonBody('items[0].id', 2)",
    'expected "items[0].id" of the JSON body to equal 2',
  ],
  ["ok", "have.jsonSchema({ type: 'object', required: ['items'] })"],
  [
    "ok",
    "have.jsonSchema({ required: ['a'] })",
    "expected the value to match the JSON schema: the value must have required property 'a'",
  ],
  ["ok", "be.jsonSchema({ type: 'object' })"],
  [
    "ok",
    "have.jsonSchema({ propertyNames: { const: 'data' } })",
    `expected the value to match the JSON schema: the value must be equal to constant: "data" (it is "items"); the value property name must be valid`,
  ],
  [
    "ok",
    "have.jsonSchema({ properties: { items: { const: null } } })",
    "expected the value to match the JSON schema: /items must be equal to constant: null (it is a list)",
  ],
  [
    "ok",
    "have.jsonSchema({ properties: { items: { items: { properties: { id: { enum: [7, 'b'] }, name: { const: 'c' } } } } } })",
    `expected the value to match the JSON schema: /items/0/id must be equal to one of the allowed values: 7, "b" (it is 1); /items/0/name must be equal to constant: "c" (it is "a"); /items/1/id must be equal to one of the allowed values: 7, "b" (it is 2)`,
  ],
  [
    "ok",
    "have.jsonSchema({ properties: { items: { items: { required: [...'abcdefghijkl'] } } } })",
    `expected the value to match the JSON schema: ${
      [
        ...[..."abcdefghijkl"].map((name) =>
          `/items/0 must have required property '${name}'`
        ),
        ...[..."abcdefgh"].map((name) =>
          `/items/1 must have required property '${name}'`
        ),
        "and 4 more",
      ].join("; ")
    }`,
  ],
  [
    "list",
    "have.jsonSchema({ items: { properties: { id: { type: 'string' }, more: { items: { maximum: 1 } }, at: { maximum: 1 } } } })",
    "expected the value to match the JSON schema: /0/id must be string (and 3 more like it); /0/more/0 must be <= 1 (and 7 more like it); /2/at must be <= 1",
  ],
  [
    "long",
    "have.jsonSchema({ properties: { b: { const: 1 }, a: { const: 1 } } })",
    `expected the value to match the JSON schema: /b must be equal to constant: 1; /a must be equal to constant: 1 (it is "${
      "x".repeat(58)
    }")`,
  ],
  ["ok", "have.property('code', 200)"],
  ["ok", "have.responseTime(13)"],
  ["ok", "have.responseTime.below(14)"],
  ["ok", "have.responseTime.above(14)", "expected 13 to be above 14"],
  ["ok", "have.responseSize.at.least(140)"],
  ["text", "be.notFound"],
  ["text", "be.clientError"],
  ["text", "be.error"],
  ["text", "not.be.ok"],
  ["text", "be.ok", "expected response code to be 200 but got 404"],
  ["text", "be.badRequest", "expected response code to be 400 but got 404"],
  [
    "text",
    "not.be.notFound",
    "expected response code not to be 404 but got 404",
  ],
  ["text", "have.body('not here')"],
  [
    "text",
    "have.body('x')",
    "expected response body to equal 'x' but got 'not here'",
  ],
  [
    "text",
    "have.body(/^x/)",
    "expected response body text to match /^x/ but got 'not here'",
  ],
  ["text", "not.be.json"],
  ["text", "have.header('X-Id', '7')"],
  ["text", "have.jsonBody('a')", "TypeError: the response body is not JSON"],
  [
    "text",
    "not.have.jsonBody('a')",
    "TypeError: the response body is not JSON",
  ],
  ["text", "have.jsonSchema({})", "TypeError: the response body is not JSON"],
  ["empty", "be.serverError"],
  ["empty", "have.body()", "expected response to have content in body"],
  ["empty", "be.withBody", "expected response to have content in body"],
  ["empty", "not.have.body()"],
  [
    "empty",
    "have.jsonSchema({})",
    "TypeError: the response body is not JSON: it is empty",
  ],
  [
    "blank",
    "have.jsonBody('a')",
    "TypeError: the response body is not JSON: it is empty",
  ],
  [
    "blank",
    "have.jsonBody()",
    "expected response body to be a valid json but it is empty",
  ],
  [
    "empty",
    "be.json",
    "expected response body to be a valid json but it is empty",
  ],
  [
    "unknown",
    "be.json",
    "expected response body to be a valid json but got error",
  ],
  ["unknown", "not.be.ok"],
  ["unknown", "be.success"],
  // What there is not.
  [
    "ok",
    "have.stauts(200)",
    'Invalid Chai property: stauts (did you mean "status"?)',
  ],
  [
    "ok",
    "be.sucess",
    'Invalid Chai property: sucess (did you mean "success"?)',
  ],
];

/** What the words mean for anything that is not a response. */
const VALUES: readonly [assertion: string, why?: string][] = [
  ["pm.expect(true).to.be.ok"],
  ["pm.expect('').to.be.ok", "expected '' to be truthy"],
  ["pm.expect({ a: 1 }).to.be.json"],
  ["pm.expect({ a: 1 }).to.have.jsonBody('a', 1)"],
  ["pm.expect({ a: 1 }).to.have.jsonSchema({ required: ['a'] })"],
  [
    "pm.expect({ a: 1 }).to.have.jsonSchema({ required: ['b'] })",
    "must have required property 'b'",
  ],
  [
    "pm.expect(5).to.have.status(200)",
    "TypeError: Cannot check 5: it is not a response; write pm.response",
  ],
  ["pm.expect({}).to.be.success", "it is not a response"],
  ["pm.expect(pm.response).to.have.status(200)"],
  ["pm.expect(pm.response).to.be.ok"],
  ["pm.expect(pm.request).to.have.header('accept')"],
  [
    "pm.expect(1, 'the number').to.equal(2)",
    "the number: expected 1 to equal 2",
  ],
  ["pm.sendRequest('http://host/', (e, res) => pm.test('sent', () => { pm.expect(e).to.equal(null); res.to.have.status(200); pm.expect(res).to.be.json }))"],
];

describe("Postman's assertions", () => {
  afterAll(() => sandbox.dispose());

  const check = (
    name: string,
    code: string,
    why: string | undefined,
    response = RESPONSES.ok,
  ) =>
    it(name, async () => {
      const { tests, error, console } = await runPostman(
        sandbox,
        `pm.test("t", () => { ${code} })`,
        withResponse({ response }),
      );
      assertEquals(error?.message, undefined);
      // Only the script itself prints.
      assertEquals(console, []);
      const failed = tests.find(({ status }) => status === "failed");
      const message = failed?.diagnostic?.message ?? "";
      assertEquals(
        why === undefined ? message : message.includes(why) || message,
        why === undefined ? "" : true,
      );
    });

  for (const [response, assertion, why] of ROWS) {
    check(
      `${response}: ${assertion}`,
      `pm.response.to.${assertion}`,
      why,
      RESPONSES[response],
    );
  }
  for (const [code, why] of VALUES) check(code, code, why);

  it("let the script's own ajv print", async () => {
    const printed = async (code: string) => {
      const { console, error } = await runPostman(
        sandbox,
        code,
        withResponse({ response: RESPONSES.ok }),
      );
      assertEquals(error?.message, undefined);
      return console.length > 0;
    };
    const schema = "{ properties: { a: { type: 'string', format: 'odd' } } }";
    assertEquals(
      await printed(
        `const Ajv = require("ajv"); new Ajv({ unknownFormats: "ignore" }).compile(${schema})`,
      ),
      true,
    );
    const given = `pm.response.to.have.jsonSchema(${schema}`;
    assertEquals(await printed(`${given})`), false);
  });
});
