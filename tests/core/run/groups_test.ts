import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { commonText } from "../../../lib/core/source/way_out.ts";
import {
  type Ran,
  request,
  runCollection,
  type RunSetup,
  scripts,
} from "../../support/run_collection.ts";

/** Requests by path, each of which a script may go with. */
function files(
  code: Record<string, Record<string, string> | undefined>,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    ...Object.fromEntries(
      Object.entries(code).map(([path, script]) => [
        `${path}.yml`,
        request(`GET /${path}`, script && { runtime: scripts(script) }),
      ]),
    ),
    ...more,
  };
}

const SETUP = (paths: string) =>
  `opencollection: 1.0.0\ninfo: {name: Test}\nextensions: {brace: ${paths}}`;

/** What came of a request. */
function of({ results }: Ran, path: string) {
  const found = results.find(({ step }) => step.item.path === `${path}.yml`)!;
  const [diagnostic] = found.diagnostics;
  return { ...found, code: diagnostic?.code, message: diagnostic?.message };
}

describe("groups side by side", () => {
  for (
    const [what, bail, expected] of [
      ["the last of each", false, ["a/2.yml", "b/1.yml"]],
      ["the one that ends the run", true, ["a/1.yml"]],
    ] satisfies [string, boolean, string[]][]
  ) {
    it(`tell of their ends with a request: ${what}`, async () => {
      const ends: string[] = [];
      await runCollection(
        files({
          "a/1": { tests: `test("t", () => { throw new Error("x") })` },
          "a/2": undefined,
          "b/1": undefined,
        }),
        {
          jobs: 2,
          bail,
          onResult: ({ step }, { endsGroup }) => {
            if (endsGroup) ends.push(step.item.path);
          },
        },
      );
      // The other group may have ended before, or not have begun.
      assertEquals(
        ends.filter((path) => !bail || path !== "b/1.yml").sort(),
        expected,
      );
    });
  }

  it("run so many at a time, in order inside", async () => {
    const arrived: string[] = [];
    const both = Promise.withResolvers<void>();
    const third = Promise.withResolvers<void>();
    const { results } = await runCollection(
      files({
        "a/1": undefined,
        "a/2": undefined,
        "b/1": undefined,
        "c/1": undefined,
      }),
      {
        jobs: 2,
        handler: async ({ target }) => {
          arrived.push(target);
          // Neither ends before the other one has come.
          if (arrived.length === 2) both.resolve();
          if (target === "/c/1") third.resolve();
          await (target === "/a/2" ? third : both).promise;
          return { json: {} };
        },
      },
    );
    assertEquals(arrived.slice(0, 2).sort(), ["/a/1", "/b/1"]);
    assert(arrived.indexOf("/a/1") < arrived.indexOf("/a/2"));
    assertEquals(results.length, 4);
    assert(results.every(({ status }) => status === "passed"));
  });

  for (
    const [name, setup, most] of [
      ["one job", { jobs: 1 }, 1],
      ["two jobs", { jobs: 2 }, 2],
      ["iterations", { jobs: 3, rows: [{}, {}, {}, {}, {}] }, 3],
    ] satisfies [string, RunSetup, number][]
  ) {
    it(`are never more than there are jobs: ${name}`, async () => {
      let open = 0;
      let highest = 0;
      await runCollection(
        files({
          "a/1": undefined,
          "b/1": undefined,
          "c/1": undefined,
          "2": undefined,
        }),
        {
          ...setup,
          handler: async () => {
            highest = Math.max(highest, ++open);
            await new Promise((resolve) => setTimeout(resolve, 5));
            open--;
            return { json: {} };
          },
        },
      );
      assert(highest <= most, `${highest}`);
    });
  }

  it("take all requests at the top level for one", async () => {
    const ran = await runCollection(
      files({
        "1": { tests: `client.setVar("id", 7)` },
        "2": { tests: `console.log(client.getVar("id"))` },
        "a/1": undefined,
      }),
      { jobs: 2 },
    );
    assertEquals(ran.console, ["7"]);
  });

  it("have variables of every scope to themselves", async () => {
    // The name is computed: nobody can know before that another group sets it.
    const set = `for (const scope of ["", "Env", "Collection", "GlobalEnv"])
  client[\`set\${scope}Var\`]("x", "leaked")`;
    const get = `console.log(["", "Env", "Collection", "GlobalEnv"]
  .map((scope) => \`\${client[\`get\${scope}Var\`]("x")}\`).join())`;
    const { console } = await runCollection(
      files({ "a/1": { tests: set }, "b/1": { tests: get } }),
      // One after the other all the same.
      { jobs: 1, shard: { index: 1, count: 1 } },
    );
    assertEquals(console, ["undefined,undefined,undefined,undefined"]);
  });

  it("have cookies to themselves, besides those of setup", async () => {
    const { requests } = await runCollection(
      files({
        login: undefined,
        "a/1": undefined,
        "b/1": undefined,
        end: undefined,
      }, {
        "opencollection.yml": SETUP("{setup: [login], teardown: [end]}"),
      }),
      {
        shard: { index: 1, count: 1 },
        handler: ({ target }) => ({
          json: {},
          headers: [["Set-Cookie", `c${target.replaceAll("/", "")}=1; Path=/`]],
        }),
      },
    );
    assertEquals(
      requests.map(({ target, headers }) => [target, ...headers("cookie")]),
      [
        ["/login"],
        ["/a/1", "clogin=1"],
        ["/b/1", "clogin=1"],
        ["/end", "clogin=1"],
      ],
    );
  });

  it("can set cookies in scripts, each for itself", async () => {
    const set = (name: string) =>
      `client.cookies.jar().setCookie(client.interpolate("{{server}}/"), "${name}", "1")`;
    const { requests } = await runCollection(
      files({
        "a/1": { tests: set("a") },
        "a/2": undefined,
        "b/1": { tests: set("b") },
        "b/2": undefined,
      }),
      { jobs: 2 },
    );
    assertEquals(
      requests.map(({ target, headers }) => [target, ...headers("cookie")])
        .sort(),
      [["/a/1"], ["/a/2", "a=1"], ["/b/1"], ["/b/2", "b=1"]],
    );
  });

  it("go on with requests of their own only", async () => {
    const ran = await runCollection(
      files({
        "a/1": { tests: `client.setNextRequest("b/1")` },
        "b/1": undefined,
      }),
      { jobs: 2 },
    );
    assertEquals(of(ran, "a/1").failures, ["script"]);
    assertEquals(
      of(ran, "a/1").message,
      'Cannot go on with the request "b/1": it is in another group, which runs apart from this one',
    );
  });

  it("begin nothing more after --bail", async () => {
    const failed = Promise.withResolvers<void>();
    const { targets, summary } = await runCollection(
      files({
        "a/1": { tests: `test("t", () => { throw 1 })` },
        "a/2": undefined,
        "b/1": undefined,
        "b/2": undefined,
        "c/1": undefined,
      }),
      {
        jobs: 2,
        bail: true,
        handler: async ({ target }) => {
          // Only once the other group has failed.
          if (target === "/b/1") await failed.promise;
          return { json: {} };
        },
        onResult: ({ step }) => {
          if (step.item.path === "a/1.yml") failed.resolve();
        },
      },
    );
    assertEquals(targets, ["/a/1", "/b/1"]);
    assertEquals(summary.stopped, "--bail");
  });

  it("end at an interruption", async () => {
    const controller = new AbortController();
    const end = Promise.withResolvers<void>();
    const { summary, targets } = await runCollection(
      files({
        "a/1": undefined,
        "b/1": undefined,
        "c/1": undefined,
        end: undefined,
      }, {
        "opencollection.yml": SETUP("{teardown: [end]}"),
      }),
      {
        jobs: 2,
        signal: controller.signal,
        handler: async ({ target }) => {
          if (target === "/end") end.resolve();
          else controller.abort();
          await end.promise;
          return { json: {} };
        },
      },
    );
    assertEquals(summary.interrupted, true);
    assertEquals(targets.at(-1), "/end");
    assert(!targets.includes("/c/1"));
  });
});

describe("a variable that another group sets", () => {
  const APART = (by: string) =>
    `"token" is set in another group, by the ${by}, and groups that run side by side or in shards do not share variables`;
  const ENV =
    "name: local\nvariables: [{name: token, value: ''}, {name: other, value: '{{token}}'}]";
  const reading = (text: string) =>
    `info: {name: read}\nhttp: {method: GET, url: "{{server}}/b/${text}"}\n`;

  for (
    const [set, by] of [
      [{ tests: `client.setVar("token", "t")` }, "tests script"],
      [{ tests: `client.setEnvVar("token", "t")` }, "tests script"],
      [
        { tests: `const NAME = "token";\nclient.setVar(NAME, "t")` },
        "tests script",
      ],
      [
        { "before-request": `bru.setEnvVar('token', "t")` },
        "before-request script",
      ],
    ] as const
  ) {
    for (const text of ["{{token}}", "{{other}}"]) {
      it(`is an error in ${text} after ${Object.values(set)}`, async () => {
        const ran = await runCollection(
          files({ "a/1": set }, {
            "b/1.yml": reading(text),
            "environments/local.yml": ENV,
          }),
          { jobs: 2, env: ["local"] },
        );
        const { code, message, failures } = of(ran, "b/1");
        assertEquals([code, failures], ["SET_APART", ["render"]]);
        assertEquals(
          message,
          `Cannot resolve "{{token}}": ${APART(`${by} of a/1.yml`)}`,
        );
      });
    }
  }

  for (const call of ["getVar", "hasVar"]) {
    it(`is an error for scripts that call ${call}`, async () => {
      const ran = await runCollection(
        files({
          "a/1": { tests: `client.setVar("token", "t")` },
          "b/1": { tests: `client.${call}("token")` },
        }),
        { jobs: 2 },
      );
      assertEquals(of(ran, "b/1").failures, ["script"]);
      assertEquals(
        of(ran, "b/1").message,
        `Cannot finish the tests script: Cannot read the variable "token": ${
          // The name, a colon and the name again would look like a secret's.
          APART("tests script of a/1.yml").replace(
            '"token"',
            "it",
          )} (run it once, before all groups, with extensions: { brace: { setup: ["a/1.yml"] } } in opencollection.yml)`,
      );
    });
  }

  it("is to be set in setup, after what is there", async () => {
    const ran = await runCollection(
      files({
        "auth/login": undefined,
        "a/1": { tests: `client.setVar("token", "t")` },
      }, {
        "b/1.yml": reading("{{token}}"),
        "opencollection.yml": SETUP("{setup: [auth/login]}"),
      }),
      { jobs: 2 },
    );
    const [{ waysOut }] = ran.results.flatMap(({ diagnostics }) => diagnostics);
    assertEquals(
      waysOut?.map(commonText),
      [
        'run it once, before all groups, with setup: ["auth/login.yml", "a/1.yml"] in extensions.brace of opencollection.yml',
      ],
    );
  });

  for (const mode of ["keep", "empty"] as const) {
    it(`is an error with --undefined ${mode}, too`, async () => {
      const ran = await runCollection(
        files({ "a/1": { tests: `client.setVar("token", "t")` } }, {
          "b/1.yml": reading("{{token}}"),
        }),
        { jobs: 2, undefined: mode },
      );
      assertEquals(of(ran, "b/1").code, "SET_APART");
    });
  }

  it("is an error in teardown", async () => {
    const ran = await runCollection(
      files({ "a/1": { tests: `client.setVar("token", "t")` } }, {
        "b/1.yml": reading("{{token}}"),
        "opencollection.yml": SETUP("{teardown: [b]}"),
      }),
      { jobs: 2 },
    );
    assertEquals(of(ran, "b/1").code, "SET_APART");
  });

  it("is an error for what an action sets", async () => {
    const ran = await runCollection(
      files({}, {
        "a/1.yml": request("GET /a/1", {
          runtime:
            "actions: [{type: set-variable, phase: after-response, selector: {expression: res.status, method: jsonq}, variable: {name: token, scope: runtime}}]",
        }),
        "b/1.yml": reading("{{token}}"),
      }),
      { jobs: 2 },
    );
    assertEquals(of(ran, "b/1").code, "SET_APART");
  });

  it("is none for a request that a script gives a value, as Postman can", async () => {
    const code =
      `const { code } = await pm.execution.runRequest("c/list", { variables: { token: "own" } });
console.log(code, pm.variables.has("token"))`;
    const ran = await runCollection(
      files({ "a/1": { tests: `client.setVar("token", "t")` } }, {
        "b/1.yml": request("GET /b/1", {
          runtime: `scripts: [{type: tests, code: ${
            JSON.stringify(code)
          }, extensions: {brace: {dialect: postman}}}]`,
        }),
        "c/list.yml": request("GET /list/{{token}}"),
      }),
      { jobs: 2, paths: ["a/1.yml", "b/1.yml"] },
    );
    const { status, console } = of(ran, "b/1");
    assertEquals([status, console[0]?.text], ["passed", "200 false"]);
    assertEquals(ran.targets.includes("/list/own"), true);
  });

  const fine: [
    string,
    Record<string, Record<string, string> | undefined>,
    Record<string, string>,
    RunSetup?,
  ][] = [
    ["where setup sets it", {
      "a/1": { tests: `client.setVar("token", "t")` },
      login: { tests: `client.setVar("token", "t")` },
    }, { "opencollection.yml": SETUP("{setup: [login]}") }],
    ["where setup sets it in a lower scope", {
      "a/1": { tests: `client.setVar("token", "t")` },
      login: { tests: `client.setCollectionVar("token", "t")` },
    }, { "opencollection.yml": SETUP("{setup: [login]}") }],
    ["where this group sets it", {
      "a/1": { tests: `client.setVar("token", "t")` },
      "b/0": { tests: `client.setVar("token", "t")` },
    }, {}],
    ["where this group sets it in a lower scope", {
      "a/1": { tests: `client.setVar("token", "t")` },
      "b/0": { tests: `client.setEnvVar("token", "t")` },
    }, {}],
    ["where a higher scope has it", {
      "a/1": { tests: `client.setEnvVar("token", "t")` },
    }, {
      "b/folder.yml":
        "info: {name: b}\nrequest: {variables: [{name: token, value: t}]}",
    }],
    ["where it ends with the other folder", {
      "a/1": { tests: `client.setFolderVar("token", "t")` },
    }, {
      "b/folder.yml":
        "info: {name: b}\nrequest: {variables: [{name: token, value: t}]}",
    }],
    ["where a script of the collection sets it", {
      "a/1": undefined,
    }, {
      "opencollection.yml": `${
        SETUP("{}")
      }\nrequest: {scripts: [{type: before-request, code: 'client.setVar("token", "t")'}]}`,
    }],
    [
      "with one job",
      {
        "a/1": { tests: `client.setVar("token", "t")` },
      },
      {},
      { jobs: 1 },
    ],
    [
      "in iterations, which set it for themselves",
      {
        "b/0": {
          "before-request":
            `if (!client.getVar("token")) client.setVar("token", "t")`,
        },
      },
      {},
      { jobs: 2, rows: [{}, {}] },
    ],
  ];
  for (const [name, code, more, setup = { jobs: 2 }] of fine) {
    it(`can be read ${name}`, async () => {
      const ran = await runCollection(
        files(code, { "b/1.yml": reading("{{token}}"), ...more }),
        setup,
      );
      assertEquals(of(ran, "b/1").message, undefined);
      assert(ran.targets.includes("/b/t"), ran.targets.join());
    });
  }

  it("is not listed, and what a file has is", async () => {
    const ran = await runCollection(
      files({
        "a/1": {
          tests: `client.setVar("token", "t"); client.setEnvVar("token", "t")`,
        },
        "b/1": {
          tests: `console.log(client.getAllVars(), client.getAllEnvVars())`,
        },
      }, { "environments/local.yml": ENV.replace("''", "'file'") }),
      { jobs: 2, env: ["local"] },
    );
    assert(ran.console[0].includes("file"), ran.console[0]);
    assert(!ran.console[0].includes("t,"), ran.console[0]);
    assertEquals(of(ran, "b/1").status, "passed");
  });
});

describe("what a script changes of its world", () => {
  const CHANGES = `globalThis.leaked = "a"; Array.prototype.leaked = "a";
JSON.parse = () => "a"; client.leaked = "a"; leak = "a";`;
  const SEEN =
    `console.log(typeof leaked, typeof leak, [].leaked, client.leaked,
  JSON.parse("1"), Object.keys(globalThis).filter((it) => it.startsWith("leak")))`;
  const WAITS =
    `${CHANGES}\nawait client.sendRequest({ url: client.interpolate("{{server}}/held") });`;

  for (const jobs of [2, 4]) {
    for (const [name, changes] of [["", CHANGES], [" and waits", WAITS]]) {
      it(`no other group finds, ${jobs} at a time: who changes it${name}`, async () => {
        // Groups before and after it, and at its side.
        const others = ["a", "b", "d", "e", "f"];
        const seen = Promise.withResolvers<void>();
        const ran = await runCollection(
          files({
            ...Object.fromEntries(
              others.flatMap((it) => [
                [`${it}/1`, { "after-response": SEEN, tests: SEEN }],
                [`${it}/2`, { "before-request": SEEN }],
              ]),
            ),
            "c/1": { "before-request": changes, tests: changes },
            "c/2": { tests: CHANGES },
          }),
          {
            jobs,
            handler: async ({ target }) => {
              if (target === "/d/2") seen.resolve();
              if (target === "/held") await seen.promise;
              return { json: {} };
            },
          },
        );
        assertEquals(
          ran.results.map(({ status }) => status),
          Array(12).fill("passed"),
          ran.results.flatMap(({ diagnostics }) => diagnostics).map((it) =>
            it.message
          ).join("\n"),
        );
        assertEquals(
          ran.console,
          Array(15).fill("undefined undefined undefined undefined 1 []"),
        );
      });
    }
  }
});

describe("a script of another group that holds the thread", () => {
  /** Asks for chance, which takes its time then. */
  const HOLD = 'client.interpolate("{{$randomInt}}")';
  const random = () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2300);
    return 0.5;
  };
  const SLEEP =
    "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2300);";
  const cases: [name: string, script: string, setup?: RunSetup][] = [
    ["in the sandbox", HOLD, { ports: { random } }],
    ["in Deno itself", SLEEP, { trustScripts: true }],
    [
      "in Deno itself after an await",
      `await new Promise((resolve) => setTimeout(resolve));\n${SLEEP}`,
      { trustScripts: true },
    ],
    [
      "in Deno itself from a timer",
      `setTimeout(() => { ${SLEEP} });`,
      { trustScripts: true },
    ],
  ];
  for (const [name, tests, setup] of cases) {
    it(`does not use up a request's time: ${name}`, async () => {
      const [sent, held] = [0, 0].map(() => Promise.withResolvers<void>());
      const ran = await runCollection(
        files(
          { "a/1": { tests } },
          { "b/1.yml": `${request("GET /b/1")}settings: {timeout: 2000}\n` },
        ),
        {
          ...setup,
          jobs: 2,
          handler: async ({ target }) => {
            if (target === "/b/1") {
              sent.resolve();
              await held.promise;
            } else await sent.promise;
            return { json: {} };
          },
          onResult: () => held.resolve(),
        },
      );
      assertEquals(of(ran, "b/1").message, undefined);
      assertEquals(of(ran, "b/1").status, "passed");
    });
  }
});
