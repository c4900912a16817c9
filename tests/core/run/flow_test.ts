import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { RequestResult } from "../../../lib/core/run/types.ts";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

/** Requests /a, /b and /c, of which some have a script. */
function abc(
  script: Record<string, string>,
  ...owners: readonly string[]
): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [index, name] of ["a", "b", "c"].entries()) {
    files[`${name}.yml`] = request(`GET /${name}`, {
      seq: index,
      ...((owners.length === 0 ? ["a"] : owners).includes(name) &&
        { runtime: scripts(script) }),
    });
  }
  return files;
}

/** How a request ended, and why. */
function shown({ step, status, skipReason }: RequestResult): string {
  const why = skipReason === undefined ? "" : `: ${skipReason}`;
  return `${step.item.path} ${status}${why}`;
}

describe("setNextRequest", () => {
  for (const name of ["c", "c.yml", "./c.yml", "/c.yml"]) {
    it(`goes on with "${name}"`, async () => {
      const { targets, summary, results } = await runCollection(
        abc({ "after-response": `client.setNextRequest("${name}")` }),
      );
      assertEquals(targets, ["/a", "/c"]);
      assertEquals(results.map(shown), [
        "a.yml passed",
        "c.yml passed",
        "b.yml skipped: a.yml went on with c.yml (setNextRequest)",
      ]);
      assertEquals(summary.requests, {
        total: 3,
        passed: 2,
        failed: 0,
        skipped: 1,
        errored: 0,
      });
    });
  }

  it("goes on with the names of folders and request, as runRequest does", async () => {
    const files = Object.entries(
      abc({ "after-response": 'client.setNextRequest("More/c")' }),
    ).map(([path, text]) => [`more/${path}`, text]);
    const { targets } = await runCollection({
      "more/folder.yml": "info: {name: More}",
      ...Object.fromEntries(files),
    });
    assertEquals(targets, ["/a", "/c"]);
  });

  it("goes back", async () => {
    const { targets } = await runCollection(abc({
      tests: `
const n = (client.getVar("n") ?? 0) + 1
client.setVar("n", n)
if (n < 3) client.setNextRequest("a")`,
    }, "b"));
    assertEquals(targets, ["/a", "/b", "/a", "/b", "/a", "/b", "/c"]);
  });

  it("ends the run with null", async () => {
    const { targets, results } = await runCollection(
      abc({ tests: "client.setNextRequest(null)" }),
    );
    assertEquals(targets, ["/a"]);
    assertEquals(results.map(shown), [
      "a.yml passed",
      "b.yml skipped: a.yml went no further (setNextRequest)",
      "c.yml skipped: a.yml went no further (setNextRequest)",
    ]);
  });

  it("skips nothing that ran earlier or runs later", async () => {
    const { targets, results } = await runCollection(abc(
      {
        tests: `
const n = (client.getVar("n") ?? 0) + 1
client.setVar("n", n)
if (n === 1) client.setNextRequest("c")
if (n === 2) client.setNextRequest("b")`,
      },
      "a",
      "c",
    ));
    assertEquals(targets, ["/a", "/c", "/b", "/c"]);
    assertEquals(
      results.map(({ status }) => status),
      Array(4).fill("passed"),
    );
  });

  it("fails for a request that is not there, and the run goes on", async () => {
    const { targets, results } = await runCollection({
      "login.yml": request("GET /login", {
        seq: 1,
        runtime: scripts({ tests: `client.setNextRequest("logut")` }),
      }),
      "logout.yml": request("GET /logout", { seq: 2 }),
    });
    assertEquals(targets, ["/login", "/logout"]);
    assertEquals(results[0].failures, ["script"]);
    assertEquals(
      results[0].diagnostics[0].message,
      'Cannot go on with the request "logut": this run has no such request (did you mean "logout"?)',
    );
    const { location } = results[0].diagnostics[0];
    assertEquals(
      [location?.file, location?.yamlPath, location?.offset, location?.length],
      ["login.yml", "runtime.scripts[0].code", 23, 5],
    );
  });

  it("names a request that the run leaves out", async () => {
    const { results } = await runCollection({
      "login.yml": request("GET /login", {
        seq: 1,
        runtime: scripts({ tests: `client.setNextRequest("logout")` }),
      }),
      "login 2.yml": request("GET /login", { seq: 2 }),
      "end/logout.yml": "info: {name: logout, type: http}\nhttp: {url: /}\n",
    }, { paths: ["login.yml", "login 2.yml"] });
    assertEquals(
      results[0].diagnostics[0].message,
      'Cannot go on with the request "logout": this run has only a part of the collection, without "end/logout.yml" (select it, too)',
    );
  });

  it("fails in Postman's dialect where a part of the collection keeps selected requests from running", async () => {
    const goesOn = (path: string, seq: number) =>
      request(`GET /${path}`, {
        seq,
        runtime: `scripts:
  - type: tests
    code: pm.execution.setNextRequest("List")
    extensions: { brace: { dialect: postman } }`,
      });
    const files = {
      "a.yml": goesOn("a", 1),
      "b.yml": request("GET /b", { seq: 2 }),
      "c.yml": goesOn("c", 3),
      "List.yml": request("GET /list", { seq: 4 }),
    };
    const part = await runCollection(files, { paths: ["a.yml", "b.yml"] });
    assertEquals(part.targets, ["/a"]);
    assertEquals(part.results.map(shown), [
      "a.yml errored",
      "b.yml skipped: a.yml went on with a request that is not in this run (setNextRequest)",
    ]);
    const [{ severity, message }] = part.results[0].diagnostics;
    assertEquals([severity, message], [
      "error",
      'Cannot go on with the request "List": this run has only a part of the collection, without "List.yml" (select it, too)',
    ]);
    // Nothing is left to run: the end of the part is the end of the run.
    const last = await runCollection(files, { paths: ["b.yml", "c.yml"] });
    assertEquals(last.results.map(shown), ["b.yml passed", "c.yml passed"]);
    const whole = await runCollection(files);
    assertEquals(whole.targets, ["/a", "/list"]);
  });

  it("ends the iteration in Postman's dialect, as newman does", async () => {
    const files = {
      "a.yml": request("GET /a", {
        seq: 1,
        runtime: `scripts:
  - type: tests
    code: pm.execution.setNextRequest("nope")
    extensions: { brace: { dialect: postman } }`,
      }),
      "b.yml": request("GET /b", { seq: 2 }),
    };
    const { targets, results } = await runCollection(files, {
      rows: [{}, {}],
    });
    assertEquals(targets, ["/a", "/a"]);
    assertEquals(results.slice(0, 2).map(shown), [
      "a.yml passed",
      "b.yml skipped: a.yml went on with a request that is not there (setNextRequest)",
    ]);
    const [{ severity, message, location }] = results[0].diagnostics;
    assertEquals([severity, message, location?.offset], [
      "warning",
      'Cannot go on with the request "nope": this run has no such request; the iteration ends here, as in Postman',
      29,
    ]);
    const once = await runCollection(files);
    assertEquals(
      once.results[0].diagnostics[0].message,
      'Cannot go on with the request "nope": this run has no such request; the run ends here, as in Postman',
    );
  });

  it("ends the run at an ID of Postman's, which may go on there", async () => {
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const { results } = await runCollection({
      "a.yml": request("GET /a", {
        seq: 1,
        runtime: `scripts:
  - type: tests
    code: pm.execution.setNextRequest("${id}")
    extensions: { brace: { dialect: postman } }`,
      }),
      "b.yml": request("GET /b", { seq: 2 }),
    });
    assertEquals(
      results[0].diagnostics.map(({ message }) => message),
      [
        `Cannot go on with the request "${id}": this run has no such request (Brace has no IDs of requests: write the request's name); the run ends here`,
      ],
    );
  });

  it("has no meaning for a request that is sent alone in Postman's dialect", async () => {
    const { results } = await runCollection({
      "a.yml": request("GET /a", {
        runtime: `scripts:
  - type: tests
    code: pm.execution.setNextRequest("b")
    extensions: { brace: { dialect: postman } }`,
      }),
    });
    assertEquals(results.map(shown), ["a.yml passed"]);
    assertEquals(results[0].diagnostics, []);
  });

  it("has no meaning for a request that is sent alone", async () => {
    const files = {
      "a.yml": request("GET /a", {
        seq: 1,
        runtime: scripts({ tests: `client.setNextRequest("c")` }),
      }),
      "b.yml": request("GET /b", { seq: 2 }),
      "c.yml": request("GET /c", { seq: 3 }),
    };
    for (const rows of [[{}], [{}, {}]]) {
      const { results } = await runCollection(files, {
        paths: ["a.yml"],
        rows,
      });
      assertEquals(results.map(shown), rows.map(() => "a.yml passed"));
      assertEquals(results.flatMap((it) => it.diagnostics), []);
    }
    const withSetup = await runCollection({
      ...files,
      "opencollection.yml":
        "info: { name: C }\nextensions: { brace: { setup: [b.yml] } }\n",
    }, { paths: ["a.yml"] });
    assertEquals(withSetup.results.map(shown), [
      "b.yml passed",
      "a.yml passed",
    ]);
    const part = await runCollection(files, { paths: ["a.yml", "b.yml"] });
    assertEquals(part.results.map(shown), ["a.yml errored", "b.yml passed"]);
    // Nothing is left to run: the end of the part is the end of the run.
    const last = await runCollection({
      ...files,
      "0.yml": request("GET /0", { seq: 0 }),
    }, { paths: ["0.yml", "a.yml"] });
    assertEquals(last.results.map(shown), ["0.yml passed", "a.yml passed"]);
    assertEquals(
      last.results[1].diagnostics.map((it) => [it.severity, it.message]),
      [[
        "warning",
        'Cannot go on with the request "c": this run has only a part of the collection, without "c.yml" (select it, too); the run ends here',
      ]],
    );
    // No run of the collection has such a request.
    const { "c.yml": _, ...without } = files;
    const typo = await runCollection(without, { paths: ["a.yml"] });
    assertEquals(typo.results.map(shown), ["a.yml errored"]);
  });

  it("is followed so many times at most", async () => {
    const { results, targets } = await runCollection(
      abc({ tests: `client.setNextRequest("a")` }),
      { mostJumps: 5 },
    );
    assertEquals(targets, Array(6).fill("/a"));
    assertEquals(results.at(-1)?.diagnostics[0].code, "LIMIT");
    assertEquals(results.at(-1)?.diagnostics[0].location?.offset, 7);
    assertEquals(results.at(-1)?.status, "errored");
  });
});

describe("a delay", () => {
  it("is between requests, not behind the last", async () => {
    const told: (string | number)[] = [];
    await runCollection(abc({}), {
      delay: 5,
      ports: {
        sleep: (time) => {
          told.push(time);
          return Promise.resolve();
        },
      },
      handler: ({ target }) => {
        told.push(target);
        return { json: {} };
      },
    });
    assertEquals(told, ["/a", 5, "/b", 5, "/c"]);
  });
});

describe("skipRequest", () => {
  it("skips before the request is sent", async () => {
    const { targets, results } = await runCollection(
      abc({ "before-request": "client.runner.skipRequest()" }),
    );
    assertEquals(targets, ["/b", "/c"]);
    assertEquals(results[0].status, "skipped");
    assertEquals(results[0].skipReason, "a script skipped it");
  });

  it("is too late afterwards", async () => {
    const { results } = await runCollection(
      abc({ tests: "client.runner.skipRequest()" }),
    );
    assertEquals(results[0].status, "passed");
  });
});

describe("stopExecution", () => {
  it("ends the run after the request", async () => {
    const { targets, summary } = await runCollection(
      abc({ "before-request": "client.runner.stopExecution()" }),
      { rows: [{}, {}] },
    );
    assertEquals(targets, ["/a"]);
    assertEquals(summary.stopped, "stopExecution");
  });
});

describe("runRequest", () => {
  it("runs another request with its scripts and gives its response", async () => {
    const { targets, results } = await runCollection({
      "users/login.yml": request("POST /login", {
        runtime: scripts({
          "after-response": `client.setVar("token", "t")`,
          tests: `test("logged in", () => {})`,
        }),
      }),
      "get.yml": request("GET /x/{{token}}", {
        runtime: scripts({
          "before-request":
            `const response = await client.runRequest("users/login")
console.log(response.status, response.body.target)`,
        }),
      }),
    }, { paths: ["get.yml"] });
    assertEquals(targets, ["/login", "/x/t"]);
    assertEquals(results[0].console.map(({ text }) => text), ["200 /login"]);
    assertEquals(results[0].tests.map(({ name }) => name), [
      "login: logged in",
    ]);
  });

  it("takes a path for a path where an earlier request has that name", async () => {
    const { targets } = await runCollection({
      "a/login.yml": "info: {name: login}\n" +
        'http: {method: GET, url: "{{server}}/inner"}',
      "get.yml": request("GET /x", {
        runtime: scripts({
          "before-request": `await client.runRequest("login")`,
        }),
      }),
      "login.yml": request("GET /login"),
    }, { paths: ["get.yml"] });
    assertEquals(targets, ["/login", "/x"]);
  });

  it("fails with a test of the request that it runs", async () => {
    const { results } = await runCollection({
      "login.yml": request("POST /login", {
        runtime: scripts({
          tests: `test("logged in", () => expect(1).to.equal(2))`,
        }),
      }),
      "get.yml": request("GET /x", {
        runtime: scripts({
          "before-request": `await client.runRequest("login")`,
        }),
      }),
    }, { paths: ["get.yml"] });
    assertEquals(
      results.map(({ status, failures }) => [status, failures]),
      [["failed", ["check"]]],
    );
  });

  it("gives the script the error of a request that cannot be sent", async () => {
    const { results } = await runCollection({
      "broken.yml": request("GET /{{nothing}}"),
      "get.yml": request("GET /x", {
        runtime: scripts({
          "before-request": `try { await client.runRequest("broken") }
catch (error) { console.log(error.message) }`,
        }),
      }),
    }, { paths: ["get.yml"] });
    assertEquals(results[0].status, "passed");
    assertEquals(results[0].console.map(({ text }) => text), [
      'Cannot run the request "broken": Cannot resolve "{{nothing}}": no scope defines "nothing"',
    ]);
  });

  it("tells once why it failed, and where on each level", async () => {
    const { results } = await runCollection({
      "a.yml": request("GET /a", {
        runtime: scripts({
          "before-request": `const a = 1;\nawait client.runRequest("b")`,
        }),
      }),
      "b.yml": request("GET /b", {
        runtime: scripts({ "before-request": `await client.runRequest("c")` }),
      }),
      "c.yml": request("GET /c", {
        runtime: scripts({ "before-request": `throw new TypeError("boom")` }),
      }),
    }, { paths: ["a.yml"] });
    const why = "Cannot finish the before-request script";
    assertEquals(
      results[0].diagnostics.map(({ message, location }) => [
        message,
        location?.file,
        location?.offset,
      ]),
      [
        [`${why}: Cannot run the request "c": TypeError: boom`, "a.yml", 26],
        [`${why}: Cannot run the request "c": TypeError: boom`, "b.yml", 13],
        [`${why}: TypeError: boom`, "c.yml", 10],
      ],
    );
  });

  it("runs those that were asked for at once one after the other", async () => {
    const { targets, results } = await runCollection({
      "a.yml": request("GET /a", {
        runtime: scripts({
          "before-request":
            `const responses = await Promise.all(["b", "c", "b"].map(client.runRequest));
console.log(responses.map((it) => it.data.target).join())`,
        }),
      }),
      "b.yml": request("GET /b", {
        runtime: scripts({
          "before-request": `console.log("b"); await client.sleep(1)`,
          "after-response": `console.log("b ended")`,
        }),
      }),
      "c.yml": request("GET /c", {
        runtime: scripts({ "before-request": `console.log("c")` }),
      }),
    }, { paths: ["a.yml"] });
    assertEquals(targets, ["/b", "/c", "/b", "/a"]);
    assertEquals(
      results[0].console.map(({ text }) => text),
      ["b", "b ended", "c", "b", "b ended", "/b,/c,/b"],
    );
  });

  it("runs none for a script that was stopped", async () => {
    const { targets } = await runCollection({
      "a.yml": request("GET /a", {
        runtime: scripts({
          tests:
            `for (let i = 0; i < 1000; i++) client.runRequest("b"); for (;;);`,
        }),
      }),
      "b.yml": request("GET /b"),
      "c.yml": request("GET /c", { seq: 9 }),
    }, { paths: ["a.yml", "c.yml"], scriptTimeout: 100 });
    // Those that ran before the script was stopped are there, but not the others.
    assertEquals(targets.filter((it) => it === "/b").length < 1000, true);
    assertEquals(targets.includes("/c"), true);
  });

  it("does not run requests that run each other for ever", async () => {
    const { results, targets } = await runCollection({
      "a.yml": request("GET /a", {
        runtime: scripts({ "before-request": `await client.runRequest("b")` }),
      }),
      "b.yml": request("GET /b", {
        runtime: scripts({ "before-request": `await client.runRequest("a")` }),
      }),
    }, { paths: ["a.yml"] });
    assertEquals(targets, []);
    assertEquals(results[0].failures, ["script"]);
    assertEquals(
      results[0].diagnostics.map(({ message, location }) => [
        message,
        location?.file,
      ]),
      ["a.yml", "b.yml"].map((file) => [
        'Cannot finish the before-request script: Cannot run the request "b": requests run each other more than 10 levels deep',
        file,
      ]),
    );
  });
});

describe("what goes wrong", () => {
  it("in a before-request script prevents sending, and the run goes on", async () => {
    const { targets, results } = await runCollection(
      abc({ "before-request": `throw new Error("no")` }),
    );
    assertEquals(targets, ["/b", "/c"]);
    assertEquals(results.map(({ status }) => status), [
      "errored",
      "passed",
      "passed",
    ]);
  });

  for (
    const [status, code] of [
      ["failed", `test("no", () => expect(1).to.equal(2))`],
      ["errored", `throw new Error("no")`],
    ] as const
  ) {
    it(`ends the run with bail where a request has ${status}`, async () => {
      const { targets, summary } = await runCollection(
        abc({ tests: code }),
        { bail: true },
      );
      assertEquals(targets, ["/a"]);
      assertEquals(summary.stopped, "--bail");
      assertEquals(summary.requests[status], 1);
    });
  }

  it("in an after-response script leaves assertions and tests", async () => {
    const { results: [result] } = await runCollection({
      "a.yml": request("GET /a", {
        runtime: `${
          scripts({
            "after-response": `throw new Error("no")`,
            tests: `test("yes", () => {})`,
          })
        }
assertions:
  - {expression: res.status, operator: eq, value: "404"}`,
      }),
    });
    assertEquals(result.tests.length, 1);
    assertEquals(result.assertions.length, 1);
    assertEquals(result.failures, ["script", "check"]);
    assertEquals(result.status, "errored");
  });

  it("is told to what a script gave to req.onFail", async () => {
    const { results: [result] } = await runCollection({
      "1.yml": `info: {name: get}
http: {method: GET, url: "http://127.0.0.1:1/x"}
runtime:
  ${
        scripts({
          "before-request":
            "req.onFail((error) => console.log(error.name, error.code))",
        }).replaceAll("\n", "\n  ")
      }`,
    });
    assertEquals(result.failures, ["network"]);
    assertEquals(result.console.map(({ text }) => text), [
      "NetworkError CONNECTION",
    ]);
  });

  it("is told to req.onFail where the request cannot be rendered, too", async () => {
    const { results: [result], requests } = await runCollection({
      "1.yml": request("GET /{{missing}}", {
        runtime: scripts({
          "before-request":
            "req.onFail((error) => console.log(error.name, error.code, error.message))",
        }),
      }),
    });
    assertEquals(requests, []);
    assertEquals(result.failures, ["render"]);
    assertEquals(result.console.map(({ text }) => text), [
      'InterpolationError UNDEFINED_VARIABLE Cannot resolve "{{missing}}": no scope defines "missing"',
    ]);
  });

  it("is an item that Brace does not run", async () => {
    const { results } = await runCollection({
      "stream.yml": "info: {name: stream, type: mqtt}\nmqtt: {url: x}",
      "get.yml": request("GET /x"),
    });
    const skipped = results.find(({ status }) => status === "skipped");
    assertEquals(
      skipped?.skipReason,
      'Brace does not run requests of type "mqtt" yet',
    );
  });

  it("is an interruption", async () => {
    const controller = new AbortController();
    const { results, summary } = await runCollection(abc({}), {
      signal: controller.signal,
      handler: ({ target }) => {
        if (target !== "/b") return { json: {} };
        controller.abort();
        return new Promise(() => {});
      },
    });
    assertEquals(results.map(({ status }) => status), ["passed", "skipped"]);
    assertEquals(results[1].skipReason, "the run was interrupted");
    assertEquals(summary.interrupted, true);
  });

  it("is an interruption, which what sends is told of", async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    await runCollection(abc({}), {
      signal: controller.signal,
      ports: {
        send(_request, { signal }) {
          seen = signal;
          controller.abort();
          return Promise.reject(controller.signal.reason);
        },
      },
    });
    assertEquals(seen?.aborted, true);
  });
});
