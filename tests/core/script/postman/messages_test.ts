import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { createSandbox } from "../../../../lib/host/sandbox/create_sandbox.ts";
import { fakeResponse } from "../../../support/fake_script_context.ts";
import { runPostman, withResponse } from "../../../support/postman_script.ts";
import { lateTrusted } from "../../../support/late_trusted.ts";

const sandboxes = {
  sandbox: await createSandbox(),
  trusted: lateTrusted(),
};

/** Script → what its failure says. */
const ROWS: readonly [script: string, says: string][] = [
  [
    "pm.enviroment.get('a')",
    'pm.enviroment is undefined (did you mean "environment"?)',
  ],
  [
    "pm.environment.gett('a')",
    'pm.environment.gett is not a function (did you mean "get"?)',
  ],
  [
    "pm.response.jsonn()",
    'pm.response.jsonn is not a function (did you mean "json"?)',
  ],
  [
    "pm.response.code()",
    "pm.response.code is not a function: it is a value; leave out the brackets",
  ],
  ["pm.execution.setNextRequests('a')", '(did you mean "setNextRequest"?)'],
  [
    "postman.setEnvironmentVar('a', 1)",
    'postman.setEnvironmentVar is not a function (did you mean "setEnvironmentVariable"?)',
  ],
  ["Backbone.x", "Backbone is not defined"],
  [
    "responsBody.x",
    'responsBody is not defined (did you mean "responseBody"?)',
  ],
  [
    "require('postman-collection')",
    '(run "npm install postman-collection")',
  ],
  [
    "require('csv-parse/lib/sync')",
    '(run "npm install csv-parse@4"; use brace run --trust-scripts if you trust',
  ],
  ["pm.require('npm:left-pad@1.0.0')", 'Cannot require "left-pad"'],
  ["pm.environment.set('', 1)", 'Cannot set the variable "": it needs a name'],
  [
    "pm.environment.set('process.env.X', 1)",
    "the name is reserved for process.env.NAME",
  ],
  [
    "pm.environment.set('a', () => 1)",
    'Cannot set the variable "a": it is a function',
  ],
  ["pm.environment.set('a', { b: NaN })", "is NaN"],
  ["pm.iterationData.set('a', 1)", "pm.iterationData.set is not a function"],
  [
    "pm.request.auth = { type: 'hawk' }",
    'Cannot set auth of type "hawk": a script sets none, basic, bearer, apikey',
  ],
  [
    "pm.request.auth = { type: 'awsv4', awsv4: { region: 'r' } }",
    'Cannot set auth of type "awsv4"',
  ],
  [
    "pm.request.body = { mode: 'x' }",
    'its mode is "x"; use one of raw, urlencoded, formdata, graphql',
  ],
  ["pm.sendRequest('{{a}}/x', () => {})", "write pm.variables.replaceIn(text)"],
  [
    "pm.sendRequest({ url: 'http://host/', header: [5] }, () => {})",
    "Cannot set a header: its name is missing",
  ],
  ["pm.sendRequest()", "Cannot send a request: give a URL"],
  [
    "pm.sendRequest({ url: 'http://host/', body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: 'a' }] } }, () => {})",
    'Cannot send the field "f"',
  ],
  [
    "pm.sendRequest({ url: 'http://host/', auth: { type: 'hawk' } }, () => {})",
    'auth of type "hawk"',
  ],
  [
    "pm.sendRequest('http://host/', () => { throw new Error('in the callback') })",
    "in the callback",
  ],
  ["xml2Json('<a>')", "Unclosed root tag"],
  ["JSON.parse(responseBody).a.b", "JSON.parse(…).a is undefined"],
];

describe("what Postman's scripts are told", () => {
  afterAll(() => {
    for (const sandbox of Object.values(sandboxes)) sandbox.dispose();
  });

  for (const [kind, sandbox] of Object.entries(sandboxes)) {
    for (const [script, says] of ROWS) {
      // Node's own require sends there.
      if (kind === "trusted" && script.includes("equire")) continue;
      it(`${kind}: ${script}`, async () => {
        const { error } = await runPostman(sandbox, script);
        assertStringIncludes(error?.message ?? "no error", says);
      });
    }
  }

  it("a body that is not JSON, by the name that Postman has for it", async () => {
    const context = withResponse({ response: fakeResponse({ body: "<p>" }) });
    const script =
      `pm.test("name", () => { try { pm.response.json() } catch (e) { pm.expect(e.name).to.equal("JSONError") } });
pm.response.json();`;
    const { error, tests } = await runPostman(
      sandboxes.sandbox,
      script,
      context,
    );
    assertEquals(tests.map(({ status }) => status), ["passed"]);
    assertStringIncludes(error?.message ?? "", "JSONError: ");
    const { offset = 0 } = error?.location ?? {};
    assertEquals(script.slice(offset), "json();");
  });
});
