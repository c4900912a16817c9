import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertObjectMatch } from "@std/assert";
import type { AssertionResult } from "../../../lib/core/assertion/types.ts";
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

const scopes = {
  runtime: { run: 1, list: [1, { b: 2 }] },
  environment: { env: "e", token: "s3cret" },
  global: { glob: true },
  collection: { coll: null },
  folder: { fold: "f" },
  request: { requ: "r" },
};

/** Expression → its value over the scopes above. */
const READS: readonly [expression: string, value: unknown][] = [
  ["client.getVar('run')", 1],
  ["bru.getVar('list')[1].b", 2],
  ["client.getVar('nope')", undefined],
  ["client.getVar('env')", undefined],
  ["client.hasVar('run')", true],
  ["client.hasVar('constructor')", false],
  ["client.getAllVars()", { run: 1, list: [1, { b: 2 }] }],
  ["client.getEnvVar('env')", "e"],
  ["client.hasEnvVar('nope')", false],
  ["client.getAllEnvVars()", { env: "e", token: "s3cret" }],
  ["client.getSecretVar('token')", "s3cret"],
  ["client.getGlobalEnvVar('glob')", true],
  ["client.hasGlobalEnvVar('glob')", true],
  ["client.getAllGlobalEnvVars()", { glob: true }],
  ["client.getCollectionVar('coll')", null],
  ["client.hasCollectionVar('coll')", true],
  ["client.getAllCollectionVars()", { coll: null }],
  ["client.getFolderVar('fold')", "f"],
  ["client.getRequestVar('requ')", "r"],
  ["client.getProcessEnv('BRACE_TOKEN')", "secret"],
  ["process.env.BRACE_TOKEN === undefined", false],
  ["client.interpolate('id {{run}}!')", "id 1!"],
  ["client.interpolate({ a: ['{{run}}', 2], '{{run}}': null })", {
    a: ["1", 2],
    "1": null,
  }],
  ["client.getEnvName()", "local"],
  ["client.getCollectionName()", "Shop"],
  ["client.cwd()", "/collections/shop"],
  ["await client.sleep(1)", undefined],
  ["await client.getTestResults()", [{
    name: "earlier",
    status: "passed",
    description: "earlier",
  }]],
  ["(await client.getTestResults()).summary", {
    total: 1,
    passed: 1,
    failed: 0,
    skipped: 0,
  }],
  ["(await client.getAssertionResults()).length", 0],
  ["client.runner.iterationIndex", 1],
  ["client.runner.totalIterations", 3],
  ["client.runner.iterationData.user", "ada"],
  ["client.runner.iterationData.get('nested').n", 1],
  ["client.runner.iterationData.has('nope')", false],
  ["client === bru", true],
];

/** Expression → its value in a file of YAML and in a `.bru` file. */
const RESULTS: readonly [expression: string, yaml: unknown, bru: unknown][] = [
  ["tests.map((it) => it.status)", ["passed", "failed"], ["pass", "fail"]],
  ...alike("tests.map((it) => it.description)", ["earlier", "one"]),
  ...alike("tests.map((it) => it.error)", [undefined, "expected 1 to equal 2"]),
  ...alike("tests.results[1].name", "one"),
  ...alike("tests.summary", { total: 2, passed: 1, failed: 1, skipped: 0 }),
  ["assertions.map((it) => it.status)", ["failed", "passed"], ["fail", "pass"]],
  ...alike("assertions.map((it) => it.lhsExpr)", ["res.status", "res.body"]),
  ...alike("assertions.map((it) => it.rhsExpr)", ["eq {{x}}", "isDefined"]),
  ...alike("assertions.map((it) => it.rhsOperand)", ["{{x}}", ""]),
  ...alike("assertions.map((it) => it.error)", ["got 200", undefined]),
  ...alike("assertions.summary", {
    total: 2,
    passed: 1,
    failed: 1,
    skipped: 0,
  }),
];

function alike(expression: string, value: unknown): typeof RESULTS[number][] {
  return [[expression, value, value]];
}

const ASSERTIONS: readonly AssertionResult[] = [
  {
    expression: "res.status",
    operator: "eq",
    written: "{{x}}",
    expected: "300",
    actual: "200",
    status: "failed",
    diagnostic: { code: "ASSERTION", severity: "error", message: "got 200" },
  },
  { expression: "res.body", operator: "isDefined", status: "passed" },
];

/** Script → what the scopes are afterwards. */
const WRITES: readonly [script: string, scope: string, value: unknown][] = [
  ["client.setVar('a', 1)", "runtime", { ...scopes.runtime, a: 1 }],
  ["client.deleteVar('run')", "runtime", { list: scopes.runtime.list }],
  ["client.deleteAllVars()", "runtime", {}],
  ["client.setEnvVar('a', 'x', { persist: true })", "environment", {
    ...scopes.environment,
    a: "x",
  }],
  ["client.deleteEnvVar('token')", "environment", { env: "e" }],
  ["client.deleteAllEnvVars()", "environment", {}],
  ["client.setGlobalEnvVar('a', [null])", "global", { glob: true, a: [null] }],
  ["client.deleteGlobalEnvVar('glob')", "global", {}],
  ["client.deleteAllGlobalEnvVars()", "global", {}],
  ["client.setCollectionVar('a', {})", "collection", { coll: null, a: {} }],
  ["client.deleteCollectionVar('coll')", "collection", {}],
  ["client.deleteAllCollectionVars()", "collection", {}],
];

/** Script → what the run is told. */
const FLOW: readonly [script: string, done: unknown[]][] = [
  ["client.setNextRequest('users/get')", [["setNextRequest", "users/get"]]],
  ["client.setNextRequest(null)", [["setNextRequest", null]]],
  ["client.runner.setNextRequest('x')", [["setNextRequest", "x"]]],
  ["client.runner.skipRequest()", [["skipRequest"]]],
  ["client.runner.stopExecution()", [["stopExecution"]]],
  ["await client.runRequest('users/get')", [["runRequest", "users/get"]]],
];

for (const [mode, sandbox] of Object.entries(sandboxes)) {
  describe(`client (${mode})`, () => {
    afterAll(() => sandbox.dispose());

    for (const [expression, yaml, bru] of RESULTS) {
      for (const [requestPath, value] of [["a.yml", yaml], ["a.bru", bru]]) {
        it(`${expression} in ${requestPath}`, async () => {
          const context = fakeContext({
            requestPath: `${requestPath}`,
            assertions: ASSERTIONS,
          });
          await runScript(
            sandbox,
            `test("one", () => expect(1).to.equal(2));
             const tests = await bru.getTestResults();
             const assertions = await bru.getAssertionResults();
             bru.setVar("seen", JSON.stringify(${expression}));`,
            context,
          );
          assertEquals(context.scopes.runtime.seen, JSON.stringify(value));
        });
      }
    }

    for (const [expression, value] of READS) {
      it(expression, async () => {
        const context = fakeContext({ scopes: structuredClone(scopes) });
        if (mode === "trusted" && expression.startsWith("process")) return;
        assertEquals(await valueOf(sandbox, expression, context), value);
      });
    }

    for (const [script, scope, value] of WRITES) {
      it(script, async () => {
        const context = fakeContext({ scopes: structuredClone(scopes) });
        await runGood(sandbox, script, context);
        assertEquals(
          context.scopes[scope as keyof typeof context.scopes],
          value,
        );
      });
    }

    for (const [script, done] of FLOW) {
      it(script, async () => {
        const context = fakeContext();
        await runGood(sandbox, script, context);
        assertEquals(context.done, done);
      });
    }

    it("isSafeMode tells the mode", async () => {
      assertEquals(
        await valueOf(sandbox, "client.isSafeMode()"),
        mode === "sandbox",
      );
    });

    it("runRequest gives the response", async () => {
      assertEquals(
        await valueOf(
          sandbox,
          "await client.runRequest('a').then(r => [r.status, r.data.items.length, r.getHeader('content-type')])",
        ),
        [200, 2, "application/json"],
      );
    });

    it("sendRequest gives a promise", async () => {
      const context = fakeContext();
      const value = await valueOf(
        sandbox,
        `await client.sendRequest({
          url: "http://host/a", method: "post", headers: { "X-A": "1" },
          params: { q: "a b" }, data: { n: 1 }, timeout: 500,
          auth: { username: "u", password: "p" }
        }).then(r => [r.status, r.data.items[0].id])`,
        context,
      );
      assertEquals(value, [200, 1]);
      assertEquals(context.sent, [{
        method: "POST",
        url: "http://host/a?q=a%20b",
        headers: [["X-A", "1"], ["Authorization", "Basic dTpw"]],
        body: {
          type: "text",
          text: '{"n":1}',
          contentType: "application/json",
        },
        authHeaders: [],
        settings: {
          timeout: 500,
          followRedirects: true,
        },
      }]);
    });

    it("sendRequest calls back, and waits for nobody to await it", async () => {
      const context = fakeContext();
      const outcome = await runGood(
        sandbox,
        `${mode === "trusted" ? "await " : ""}client.sendRequest(
          "http://host/", (error, response) => {
            test("called", () => expect(response.status).to.equal(200));
            client.setVar("error", error);
          });`,
        context,
      );
      assertEquals(outcome.tests, [{ name: "called", status: "passed" }]);
      assertEquals(context.scopes.runtime.error, null);
    });

    it("sendRequest takes 400 and more as an error", async () => {
      const context = fakeContext({ received: fakeResponse({ status: 404 }) });
      assertEquals(
        await valueOf(
          sandbox,
          "await client.sendRequest('http://host/').catch(e => [e.message, e.response.status])",
          context,
        ),
        ["Request failed with status code 404", 404],
      );
    });

    for (
      const [status, validate, isAnswer] of [
        [404, "() => true", true],
        [404, "(status) => status === 404", true],
        [500, "null", true],
        [500, "(status) => status < 500", false],
        [200, "() => false", false],
        [404, "undefined", false],
        [302, "undefined", true],
      ] as const
    ) {
      it(`sendRequest asks validateStatus: ${status}, ${validate}`, async () => {
        const context = fakeContext({ received: fakeResponse({ status }) });
        const config = `{ url: "http://host/", validateStatus: ${validate} }`;
        assertEquals(
          await valueOf(
            sandbox,
            `[await client.sendRequest(${config}).then(r => r.status, e => e.message),
              await client.sendRequest(${config}, (e, r) => e ? e.message : r.status)]`,
            context,
          ),
          Array(2).fill(
            isAnswer ? status : `Request failed with status code ${status}`,
          ),
        );
      });
    }

    it("sendRequest sends what JSON can hold, and nothing in its place", async () => {
      const context = fakeContext();
      await runGood(
        sandbox,
        `await client.sendRequest({ url: "http://host/", method: "POST",
          data: { id: 12345678901234567890n, at: new Date(0), none: undefined } })`,
        context,
      );
      assertObjectMatch(context.sent[0], {
        body: {
          text: '{"id":12345678901234567890,"at":"1970-01-01T00:00:00.000Z"}',
        },
      });
      for (
        const [config, reason] of [
          ["data: { n: NaN }", /"body\.n" is NaN/],
          ["headers: { A: {} }", /"A": it is an object/],
          ["params: { q: {} }", /"q": it is an object/],
          ["method: {}", /the method: it is an object/],
        ] as const
      ) {
        const { error } = await runScript(
          sandbox,
          `await client.sendRequest({ url: "http://host/", ${config} })`,
        );
        assertMatch(error?.message ?? "", reason);
      }
    });

    it("sendRequest refuses placeholders", async () => {
      const { error } = await runScript(
        sandbox,
        "await client.sendRequest({ url: '{{baseUrl}}/a' })",
      );
      assertMatch(error?.message ?? "", /write client\.interpolate/);
    });
  });
}
