import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { request, runCollection, scripts } from "../support/run_collection.ts";

describe("variables while running", () => {
  it("are there for later requests of the run, whatever their kind", async () => {
    const { targets } = await runCollection({
      "1.yml": request("GET /set", {
        seq: 1,
        runtime: scripts({
          tests: `client.setVar("user", {id: 7, tags: ["x", "y"]})
client.setVar("at", new Date(0))
client.setVar("big", 12345678901234567890n)`,
        }),
      }),
      "2.yml": request("GET /{{user.id}}/{{user.tags[1]}}/{{at}}/{{big}}", {
        seq: 2,
      }),
    });
    assertEquals(
      targets[1],
      "/7/y/1970-01-01T00:00:00.000Z/12345678901234567890",
    );
  });

  it("refuse a name that is none, or reserved", async () => {
    const { targets } = await runCollection({
      "1.yml": request("GET /{{refused}}", {
        runtime: scripts({
          "before-request": `let refused = 0
for (const name of ["", "a b", "1a", "a.b", "{{a}}", "$uuid", "process"]) {
  try { client.setVar(name, 1) } catch (error) { refused++ }
}
client.setVar("refused", refused)`,
        }),
      }),
    });
    assertEquals(targets, ["/7"]);
  });

  it("of an answer keep the digits of long integers", async () => {
    const { targets } = await runCollection({
      "1.yml": request("GET /set", {
        seq: 1,
        runtime: `actions:
  - type: set-variable
    phase: after-response
    selector: {expression: "res.body.id", method: jsonq}
    variable: {name: id, scope: runtime}`,
      }),
      "2.yml": request("GET /{{id}}", { seq: 2 }),
    }, {
      handler: () => ({
        headers: [["Content-Type", "application/json"]],
        body: '{"id": 9007199254740993}',
      }),
    });
    assertEquals(targets[1], "/9007199254740993");
  });

  it("go to the scope that a script names, for the run only", async () => {
    const { targets } = await runCollection({
      "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request: {variables: [{name: c, value: file}]}`,
      "environments/local.yml":
        "name: local\nvariables: [{name: e, value: file}]",
      "1.yml": request("GET /{{c}}/{{e}}", {
        seq: 1,
        runtime: scripts({
          tests: `client.setCollectionVar("c", "set")
client.setEnvVar("e", "set")`,
        }),
      }),
      "2.yml": request("GET /{{c}}/{{e}}", { seq: 2 }),
    }, { env: "local" });
    assertEquals(targets, ["/file/file", "/set/set"]);
  });

  it("start anew with each row of data", async () => {
    const { targets } = await runCollection({
      "1.yml": request("GET /{{row}}/{{n}}", {
        runtime: `variables: [{name: n, value: none}]
${scripts({ tests: `client.setVar("n", "left over")` })}`,
      }),
    }, { rows: [{ row: 1 }, { row: "two" }] });
    assertEquals(targets, ["/1/none", "/two/none"]);
  });

  it("from the command line come first, and are data", async () => {
    const { targets } = await runCollection({
      "environments/local.yml":
        "name: local\nvariables: [{name: a, value: file}, {name: b, value: file}]",
      "1.yml": request("GET /{{a}}/{{b}}"),
    }, {
      env: "local",
      vars: [["a", "{{b}}"]],
      envVars: [["b", "{{a}}"]],
    });
    assertEquals(targets, ["/{{b}}/{{a}}"]);
  });

  it("of a file come resolved to scripts that read them", async () => {
    const { console } = await runCollection({
      "environments/local.yml":
        `name: local\nvariables: [{name: base, value: "{{host}}/v1"}, {name: host, value: h}, {name: list, value: [{at: "{{host}}"}]}]`,
      "1.yml": request("GET /x", {
        runtime: scripts({
          tests: `console.log(client.getEnvVar("base"))
client.setVar("raw", "{{host}}")
console.log(client.getVar("raw"), client.interpolate("{{raw}} {{base}}"))
console.log(client.getEnvVar("list")[0].at)`,
        }),
      }),
    }, { env: "local" });
    assertEquals(console, ["h/v1", "{{host}} {{host}} h/v1", "h"]);
  });

  it("are fixed for one execution where generators make them", async () => {
    const { requests, console } = await runCollection({
      "1.yml": `info: {name: "1"}
http:
  method: GET
  url: "{{server}}/{{$uuid}}"
  headers: [{name: X-Id, value: "{{id}}"}, {name: X-Same, value: "{{id}}"}]
runtime:
  variables: [{name: id, value: "{{$uuid}}"}]
  ${
        scripts({ "before-request": "console.log(req.resolved.url)" })
          .replaceAll("\n", "\n  ")
      }`,
    });
    const [{ target, headers }] = requests;
    assertEquals(console[0].endsWith(target), true);
    assertEquals(headers("x-id"), headers("x-same"));
    assertEquals(target === `/${headers("x-id")[0]}`, false);
  });
});
