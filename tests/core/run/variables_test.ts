import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readRows } from "../../../lib/core/plan/read_rows.ts";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

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

  it("refuse what cannot be a name, or is reserved", async () => {
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

  it("take a name that their scope's own file has, whatever it is", async () => {
    const script = `const set = (method, name) => {
  try { client[method](name, "set"); return 1 } catch { return 0 }
};
console.log(
  set("setEnvVar", "env.var1"), set("setEnvVar", "my secret"), set("setEnvVar", "off var"),
  set("setEnvVar", "base var"), set("setCollectionVar", "1st"), set("setRequestVar", "req var"),
  set("setEnvVar", "env.var2"), set("setVar", "env.var1"), set("setCollectionVar", "env.var1"),
);
client.deleteEnvVar("env.var1");
console.log(set("setEnvVar", "env.var1"), client.getEnvVar("env.var1"), client.getEnvVar("off var"));
console.log(client.interpolate("{{env.var1}} {{my secret}} {{base var}} {{1st}}"));`;
    const { console } = await runCollection({
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: T}\nrequest: {variables: [{name: 1st, value: a}]}",
      "environments/e.yml":
        "extends: base\nvariables: [{name: env.var1, value: a}, {name: my secret, secret: true}, {name: off var, value: a, disabled: true}]",
      "environments/base.yml": "variables: [{name: base var, value: a}]",
      "1.yml": request("GET /x", {
        runtime: `variables: [{name: req var, value: a}]\n${
          scripts({ "before-request": script })
        }`,
      }),
    }, { env: ["e"] });
    assertEquals(console, [
      "1 1 1 1 1 1 0 0 0",
      "1 set set",
      "set set set set",
    ]);
  });

  it("of a data row are JavaScript's own for scripts", async () => {
    const { console, targets } = await runCollection({
      "1.yml": request("GET /{{price}}", {
        runtime: scripts({
          "before-request":
            "console.log(JSON.stringify(client.runner.iterationData))",
        }),
      }),
    }, { rows: readRows('[{"price": 1.50, "list": [1e3]}]', "a.json").rows });
    assertEquals(console, ['{"price":1.5,"list":[1000]}']);
    assertEquals(targets, ["/1.50"]);
  });

  it("that getVar does not read have a note in the test that got undefined", async () => {
    const { results } = await runCollection({
      "environments/e.yml": "variables: [{name: city, value: Rome}]",
      "1.yml": request("GET /x", {
        runtime: scripts({
          tests:
            `test("row", () => expect("Ada").to.equal(client.getVar("guest")));
test("other", () => expect(1).to.equal(2));`,
        }),
      }),
      "2.yml": request("GET /x", {
        runtime: scripts({
          tests: `const city = bru.getVar("city");
test("environment", () => expect(city).to.equal("Rome"));`,
        }),
      }),
      "3.yml": request("GET /x", {
        runtime: scripts({
          tests: `client.setVar("city", "Oslo");
test("own", () => expect(client.getVar("city")).to.equal(undefined));`,
        }),
      }),
    }, {
      env: ["e"],
      rows: readRows('[{"guest": "Ada"}]', "a.json").rows,
    });
    const notes = results.flatMap(({ tests }) =>
      tests.map(({ name, diagnostic }) => [name, ...diagnostic?.notes ?? []])
    );
    assertEquals(notes, [
      [
        "row",
        'getVar reads runtime variables: "guest" is a column of the data (write client.runner.iterationData.get("guest"))',
      ],
      ["other"],
      [
        "environment",
        'getVar reads runtime variables: "city" is an environment variable (write client.getEnvVar("city"))',
      ],
      ["own"],
    ]);
  });

  it("that getVar does not read before a request have a warning", async () => {
    const { results } = await runCollection({
      "opencollection.yml":
        "info: {name: C}\nrequest: {variables: [{name: city, value: Rome}, {name: town, value: Rome}]}",
      "1.yml": request("POST /{{name}}", {
        runtime: scripts({
          "before-request":
            "const city = client.getVar('city'); client.setVar('name', city + '-1')",
        }),
      }),
      "2.yml": request("GET /x", {
        runtime: scripts({
          "before-request": `const a = client.getVar("city") || "none";
const b = client.getVar("city") ?? client.getEnvVar("city");
if (!client.getVar("city")) console.log("none");
const none = !client.getVar("city");
const c = client.getVar("city") === undefined;`,
          "after-response":
            'client.setVar("town", "Oslo"); const f = client.getVar("town")',
        }),
      }),
      "3.yml": request("GET /x", {
        runtime: scripts({
          tests:
            'const city = client.getVar("city"); test("a", () => expect(city).to.equal(undefined))',
        }),
      }),
    });
    assertEquals(
      results.flatMap(({ diagnostics }) => diagnostics.map((it) => it.message)),
      [
        'Cannot read "city" with getVar, which reads runtime variables: "city" is a collection variable (write client.getCollectionVar("city"))',
      ],
    );
  });

  it("that a script reads by a bare or a misspelled name are named, with the call", async () => {
    const { results } = await runCollection({
      "environments/e.yml": "variables: [{name: city, value: Rome}]",
      "1.yml": request("GET /x", {
        runtime: scripts({ "after-response": 'client.setVar("userId", 7)' }),
      }),
      "2.yml": request("GET /x", {
        runtime: scripts({
          "after-response": "const local = userId;",
          tests: `test("bare", () => expect(7).to.equal(userId));
test("other scope", () => expect(city).to.equal("Rome"));
test("case", () => expect(client.getVar("userID")).to.equal(7));
test("unknown", () => expect(client.getVar("nothing")).to.equal(nowhere));`,
        }),
      }),
      "3.yml": request("GET /x", {
        runtime:
          `scripts: [{type: tests, code: 'test("postman", () => pm.expect(7).to.equal(userId))', extensions: {brace: {dialect: postman}}}]`,
      }),
    }, { env: ["e"] });
    const bare =
      '"userId" is a runtime variable (write client.getVar("userId"))';
    assertEquals(
      results.flatMap(({ tests, diagnostics }) => [
        ...diagnostics.map(({ code, notes }) => [code, ...notes ?? []]),
        ...tests.map((
          { name, diagnostic },
        ) => [name, ...diagnostic?.notes ?? []]),
      ]),
      [
        ["SCRIPT_ERROR", bare],
        ["bare", bare],
        [
          "other scope",
          '"city" is an environment variable (write client.getEnvVar("city"))',
        ],
        [
          "case",
          'no runtime variable is called "userID" (did you mean "userId"?)',
        ],
        ["unknown"],
        [
          "postman",
          '"userId" is a variable (write pm.variables.get("userId"))',
        ],
      ],
    );
  });

  it("of a file that are numbers are numbers for scripts", async () => {
    const { console } = await runCollection({
      "1.yml": request("GET /x", {
        runtime:
          `variables: [{name: price, value: 19.90}, {name: id, value: 12345678901234567890}, {name: o, value: {a: [1e3, 010], b: "{{price}}", c: "x{{price}}"}}]
${
            scripts({
              "before-request":
                `const price = client.getRequestVar("price"), o = client.getRequestVar("o")
console.log(price + 1, typeof client.getRequestVar("id"), JSON.stringify(o))
console.log(client.interpolate("{{price}} {{id}} {{o}}"))`,
            })
          }`,
      }),
    });
    assertEquals(console, [
      `20.9 bigint {"a":[1000,"010"],"b":19.9,"c":"x19.90"}`,
      `19.90 12345678901234567890 {"a":[1e3,"010"],"b":19.90,"c":"x19.90"}`,
    ]);
  });

  it("of a file that are too large for a number are sent as written, and text else", async () => {
    const { console, results: [{ assertions }], requests } =
      await runCollection({
        "1.yml": `info: {name: "1"}
http: {method: POST, url: "{{server}}/{{n}}", headers: [{name: X, value: "{{typed}}"}], body: {type: json, data: '[{{n}}, "{{n}}", {{list}}, {{typed}}, {{o}}]'}}
runtime:
  variables:
    - {name: n, value: 1e400}
    - {name: list, value: [1e400, -1E+999]}
    - {name: typed, value: {type: number, data: "1e400"}}
    - {name: o, value: {type: object, data: '{"a": 1e400}'}}
  assertions:
    - {expression: res.body.text, operator: eq, value: "{{n}}"}
    - {expression: res.body.text, operator: eq, value: "1e400"}
    - {expression: res.body.list, operator: eq, value: "{{list}}"}
    - {expression: res.body.number, operator: eq, value: "1e999"}
    - {expression: res.body.number, operator: lt, value: "{{n}}"}
  scripts:
    - type: before-request
      code: console.log(JSON.stringify([client.getRequestVar("n"), client.getRequestVar("list")]))`,
      }, {
        handler: () => ({
          headers: [["Content-Type", "application/json"]],
          body:
            '{"text": "1e400", "list": ["1e400", "-1E+999"], "number": 1e400}',
        }),
      });
    const [{ target, text, headers }] = requests;
    assertEquals([target, headers("X")], ["/1e400", ["1e400"]]);
    assertEquals(
      text,
      '[1e400, "1e400", [1e400,-1E+999], 1e400, {"a":1e400}]',
    );
    assertEquals(assertions.map(({ status }) => status), [
      "passed",
      "passed",
      "passed",
      "failed",
      "failed",
    ]);
    assertEquals(console, ['["1e400",["1e400","-1E+999"]]']);
  });

  it("of a response keep the digits of long integers", async () => {
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

  for (
    const [expression, sent, status] of [
      ["'x' + 1", ["/x1"], "passed"],
      ["nothing.there", [], "errored"],
      ["undefined", [], "errored"],
    ] as const
  ) {
    it(`of an action before the request: ${expression}`, async () => {
      const { targets, results } = await runCollection({
        "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request: {variables: [{name: id, value: file}]}`,
        "1.yml": request("GET /{{id}}", {
          runtime: `actions:
  - type: set-variable
    phase: before-request
    selector: {expression: "${expression}", method: jsonq}
    variable: {name: id, scope: runtime}`,
        }),
      });
      assertEquals([targets, results[0].status], [[...sent], status]);
    });
  }

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
    }, { env: ["local"] });
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
      env: ["local"],
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
    }, { env: ["local"] });
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
