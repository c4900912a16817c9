import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import {
  type Ran,
  request,
  runCollection,
  type RunSetup,
  scripts,
} from "../../support/run_collection.ts";

const MAIN = (stages: string) =>
  `opencollection: 1.0.0\ninfo: {name: Test}\nextensions: {brace: {${stages}}}`;
const BOTH = MAIN("setup: [auth/login], teardown: [end/]");

/** Login, two requests and a clean-up, each of which a script may go with. */
function files(
  code: Record<string, Record<string, string>> = {},
  main = BOTH,
): Record<string, string> {
  const paths = ["auth/login", "orders/a", "users/b", "end/logout", "end/zap"];
  return {
    "opencollection.yml": main,
    ...Object.fromEntries(paths.map((path) => [
      `${path}.yml`,
      request(`GET /${path}`, code[path] && { runtime: scripts(code[path]) }),
    ])),
  };
}

const statuses = ({ results }: Ran) =>
  results.map(({ step, status }) => `${step.item.path} ${status}`);

describe("setup and teardown", () => {
  it("run first and last, once, and are nowhere else", async () => {
    const { targets, results } = await runCollection(files());
    assertEquals(targets, [
      "/auth/login",
      "/orders/a",
      "/users/b",
      "/end/logout",
      "/end/zap",
    ]);
    assertEquals(results.map(({ step }) => [step.index, step.stage]), [
      [0, "setup"],
      [1, undefined],
      [2, undefined],
      [3, "teardown"],
      [4, "teardown"],
    ]);
  });

  for (
    const [name, setup, expected] of [
      ["a path", { paths: ["users"] }, ["/users/b"]],
      ["a request of setup", { paths: ["auth/login.yml", "users"] }, [
        "/users/b",
      ]],
      ["nothing but setup", { paths: ["auth"] }, []],
      ["rows of data", { paths: ["users"], rows: [{}, {}] }, [
        "/users/b",
        "/users/b",
      ]],
    ] satisfies [string, RunSetup, string[]][]
  ) {
    it(`go along with ${name}`, async () => {
      const { targets } = await runCollection(files(), setup);
      assertEquals(targets, [
        "/auth/login",
        ...expected,
        "/end/logout",
        "/end/zap",
      ]);
    });
  }

  it("stay away from an empty selection", async () => {
    const { targets } = await runCollection(files(), { paths: ["none"] });
    assertEquals(targets, []);
  });

  it("hand on variables of every scope to every iteration, and their cookies", async () => {
    const set = `for (const scope of ["", "Env", "Collection", "GlobalEnv"])
  client[\`set\${scope}Var\`](\`from\${scope}\`, "setup")`;
    const { console, requests } = await runCollection(
      files({
        "auth/login": { tests: set },
        "users/b": {
          "before-request": `console.log(client.getVar("from"),
  client.getEnvVar("fromEnv"), client.getCollectionVar("fromCollection"),
  client.getGlobalEnvVar("fromGlobalEnv"))
for (const scope of ["", "Env", "Collection", "GlobalEnv"])
  client[\`set\${scope}Var\`](\`from\${scope}\`, "iteration")`,
        },
        "end/zap": { tests: `console.log(client.getVar("from"))` },
      }),
      {
        paths: ["users"],
        rows: [{ n: 1 }, { n: 2 }],
        handler: ({ target }) => ({
          json: {},
          ...target === "/auth/login" &&
            { headers: [["Set-Cookie", "session=7; Path=/"]] },
        }),
      },
    );
    assertEquals(console, [
      "setup setup setup setup",
      "setup setup setup setup",
      "setup",
    ]);
    assertEquals(
      requests.map(({ headers }) => headers("cookie")),
      [[], ...Array(4).fill(["session=7"])],
    );
  });

  it("see no row of the data", async () => {
    const { console } = await runCollection(
      files({
        "auth/login": { tests: `console.log(client.runner.iterationData.n)` },
        "users/b": { tests: `console.log(client.runner.iterationData.n)` },
        "end/zap": { tests: `console.log(client.runner.iterationData.n)` },
      }),
      { paths: ["users"], rows: [{ n: 1 }] },
    );
    assertEquals(console, ["undefined", "1", "undefined"]);
  });

  it("share variables with a run without rows", async () => {
    const { console } = await runCollection(files({
      "users/b": { tests: `client.setVar("id", 7)` },
      "end/zap": { tests: `console.log(client.getVar("id"))` },
    }));
    assertEquals(console, ["7"]);
  });

  it("skip what is between when setup fails, and say so", async () => {
    const main = MAIN("setup: [auth/login, orders], teardown: [end]");
    for (const bail of [false, true]) {
      const ran = await runCollection(
        files(
          { "auth/login": { tests: `test("t", () => { throw 1 })` } },
          main,
        ),
        { bail },
      );
      assertEquals(statuses(ran), [
        "auth/login.yml failed",
        "orders/a.yml skipped",
        "users/b.yml skipped",
        "end/logout.yml passed",
        "end/zap.yml passed",
      ]);
      assertEquals(
        ran.results[2].skipReason,
        "setup failed: auth/login.yml",
      );
      assertEquals(ran.summary.stopped, "setup");
      assertEquals(ran.summary.requests.skipped, 2);
    }
  });

  for (
    const [name, code, setup, stopped] of [
      ["--bail", `test("t", () => { throw 1 })`, { bail: true }, "--bail"],
      ["stopExecution", "client.runner.stopExecution()", {}, "stopExecution"],
      ["a failure", `throw 1`, {}, undefined],
    ] as const
  ) {
    it(`end a run after ${name}`, async () => {
      const { targets, summary } = await runCollection(
        files({ "orders/a": { tests: code } }),
        setup,
      );
      assertEquals(targets.slice(-2), ["/end/logout", "/end/zap"]);
      assertEquals(targets.includes("/users/b"), stopped === undefined);
      assertEquals(summary.stopped, stopped);
    });
  }

  it("end an interrupted run, and are not interrupted", async () => {
    const controller = new AbortController();
    const { targets, summary } = await runCollection(
      files({ "end/logout": { "before-request": "await null" } }),
      {
        signal: controller.signal,
        handler: ({ target }) => {
          if (target === "/orders/a") controller.abort();
          return { json: {} };
        },
      },
    );
    assertEquals(targets, [
      "/auth/login",
      "/orders/a",
      "/end/logout",
      "/end/zap",
    ]);
    assertEquals(summary.interrupted, true);
  });

  it("fetch tokens after an interruption, too", async () => {
    const controller = new AbortController();
    const { targets } = await runCollection({
      ...files({}, MAIN("teardown: [end/logout]")),
      "end/logout.yml": `info: {name: logout}
http:
  method: GET
  url: "{{server}}/end/logout"
  auth:
    type: oauth2
    flow: client_credentials
    accessTokenUrl: "{{server}}/token"
    credentials: {clientId: a, clientSecret: b}`,
    }, {
      signal: controller.signal,
      handler: ({ target }) => {
        if (target === "/orders/a") controller.abort();
        return { json: { access_token: "t", token_type: "Bearer" } };
      },
    });
    assertEquals(targets.slice(-2), ["/token", "/end/logout"]);
  });

  it("do not end a run that was interrupted before it began", async () => {
    const { targets } = await runCollection(files(), {
      signal: AbortSignal.abort(),
    });
    assertEquals(targets, []);
  });

  it("run whole, whatever fails in teardown", async () => {
    const { targets } = await runCollection(
      files({ "end/logout": { tests: "throw 1" } }),
      { bail: true },
    );
    assertEquals(targets.at(-1), "/end/zap");
  });

  it("go on with requests of their own only", async () => {
    const ran = await runCollection(files({
      "end/logout": { tests: `client.setNextRequest("orders/a")` },
    }));
    assertEquals(ran.results[3].failures, ["script"]);
  });

  it("are in a folder of Bruno's, too", () => {
    const { value, diagnostics } = readCollection({
      root: "",
      files: new Map([
        [
          "bruno.json",
          `{"name": "x", "extensions": {"brace": {"setup": ["login"], "teardown": ["out"]}}}`,
        ],
        ["login.bru", "get {\n  url: http://localhost\n}"],
        ["out/a.bru", "get {\n  url: http://localhost\n}"],
      ]),
    });
    assertEquals(diagnostics, []);
    assertEquals([value?.config.setup, value?.config.teardown], [
      ["login.bru"],
      ["out"],
    ]);
  });
});

describe("paths of setup and teardown", () => {
  const read = (stages: string, more: Record<string, string> = {}) =>
    readCollection({
      root: "",
      files: new Map(Object.entries({ ...files({}, MAIN(stages)), ...more })),
    }).diagnostics.map(({ code, severity, message, location }) =>
      [severity, code, location?.yamlPath, message].join(" ")
    );

  for (
    const [stages, expected] of [
      ["setup: [auth/login.yml, ./users/]", []],
      ["setup: [auth/logon]", [
        'error MISSING_PATH extensions.brace.setup[0] Cannot read "extensions.brace.setup[0]": the collection has no request or folder "auth/logon" (did you mean "auth/login"?)',
      ]],
      ["setup: [login]", [
        'error MISSING_PATH extensions.brace.setup[0] Cannot read "extensions.brace.setup[0]": the collection has no request or folder "login" (did you mean "auth/login"?)',
      ]],
      ["setup: [logn]", [
        'error MISSING_PATH extensions.brace.setup[0] Cannot read "extensions.brace.setup[0]": the collection has no request or folder "logn" (did you mean "auth/login"?)',
      ]],
      ["teardown: [end, nowhere-at-all]", [
        'error MISSING_PATH extensions.brace.teardown[1] Cannot read "extensions.brace.teardown[1]": the collection has no request or folder "nowhere-at-all"',
      ]],
      ["setup: auth/login", [
        'error INVALID_FIELD extensions.brace.setup Cannot read "extensions.brace.setup": expected a list, found text (write [folder/request.yml])',
      ]],
      ["setup: [[a]]", [
        'error INVALID_FIELD extensions.brace.setup[0] Cannot read "extensions.brace.setup[0]": expected text, found a list (write a path, such as folder/request.yml)',
      ]],
    ] satisfies [string, string[]][]
  ) {
    it(stages, () => assertEquals(read(stages), expected));
  }

  it("of a file that cannot be read say nothing besides", () => {
    assertEquals(
      read("setup: [a]", { "a.yml": "http: [" }).map((it) =>
        it.split(" ", 2).join(" ")
      ),
      ["error YAML_SYNTAX"],
    );
  });
});
