import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  request,
  runCollection,
  type RunSetup,
  scripts,
} from "../../support/run_collection.ts";

/** Checks assertions of one request against a response. */
async function check(
  response: unknown,
  rows: readonly [expression: string, operator: string, value?: string][],
  variables = "[]",
  options: RunSetup = {},
) {
  const assertions = rows.map(([expression, operator, value]) =>
    `  - ${
      JSON.stringify({
        expression,
        operator,
        ...value !== undefined && { value },
      })
    }`
  );
  const { results: [result] } = await runCollection({
    "1.yml": request("GET /x", {
      runtime: `variables: ${variables}\nassertions:\n${assertions.join("\n")}`,
    }),
  }, { ...options, handler: () => ({ json: response }) });
  return result;
}

describe("assertions of a request", () => {
  it("find response and request themselves, which are no values to compare", async () => {
    const { assertions } = await check({}, [
      ["res", "isDefined"],
      ["res", "isTruthy"],
      ["res", "eq", "1"],
      ["res", "isNull"],
      ["req", "isDefined"],
      ["req", "isTruthy"],
      ["req", "isNull"],
      ["client", "isNull"],
    ]);
    assertEquals(assertions.map(({ diagnostic }) => diagnostic?.message), [
      undefined,
      undefined,
      'Cannot compare "res": it is the whole response (name a part of it, such as res.status or res.body)',
      'Cannot compare "res": it is the whole response (name a part of it, such as res.status or res.body)',
      undefined,
      undefined,
      'Cannot compare "req": it is the whole request (name a part of it, such as req.url or req.method)',
      'Cannot compare "client": its "getVar" is a function',
    ]);
  });

  it("find what has no value to compare, such as a function", async () => {
    const { assertions } = await check({}, [
      ["bru", "isDefined"],
      ["client", "isTruthy"],
      ["res.getBody", "isDefined"],
      ["res.getBody", "isTruthy"],
      ["0 / 0", "isDefined"],
      ["res.getBody", "isUndefined"],
      ["(res.getBody)", "eq", "1"],
      ["0 / 0", "isTruthy"],
      ["res.getBodies", "isDefined"],
    ]);
    assertEquals(assertions.map(({ diagnostic }) => diagnostic?.message), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'Cannot compare "res.getBody": it is a function (call it: res.getBody())',
      'Cannot compare "(res.getBody)": it is a function (call it)',
      'Cannot compare "0 / 0": it is NaN',
      "Assertion res.getBodies isDefined: got undefined",
    ]);
    assertEquals(assertions.slice(0, 5).map(({ actual }) => actual), [
      '"an object"',
      '"an object"',
      '"a function"',
      '"a function"',
      '"NaN"',
    ]);
  });

  it("keep the kind of one placeholder alone, and read any other text", async () => {
    const variables =
      `[{name: n, value: 5}, {name: t, value: "5"}, {name: o, value: {type: object, data: '{"a": [1]}'}}]`;
    const { assertions } = await check({ n: 5, t: "5", o: { a: [1] } }, [
      ["res.body.n", "eq", "{{n}}"],
      ["res.body.t", "eq", "{{t}}"],
      ["res.body.n", "eq", "{{t}}"],
      ["res.body.o", "eq", "{{o}}"],
      ["res.body.n", "eq", "{{t}}{{missing}}"],
      ["res.body.n + 50", "eq", "{{n}}{{t}}"],
      ["res.body.t", "eq", "'{{n}}'"],
    ], variables);
    assertEquals(assertions.map(({ status }) => status), [
      "passed",
      "passed",
      "failed",
      "passed",
      "failed",
      "passed",
      "passed",
    ]);
    assertEquals(assertions[4].diagnostic?.code, "UNDEFINED_VARIABLE");
    assertEquals(assertions[4].expected, "{{t}}{{missing}}");
    assertEquals([assertions[2].expected, assertions[2].actual], ['"5"', "5"]);
  });

  it("warn of placeholders on the left side, unless nothing has the name", async () => {
    const { diagnostics } = await check({ n: 5 }, [
      ['res.body["{{field}}"]', "isUndefined"],
      ['$[?@ == "{{field}}"]', "length", "0"],
      ['res.body.n === "{{nobody}}"', "isFalsy"],
      ['res.body.n === "{{" + res.body.n + "}}"', "isFalsy"],
    ], "[{name: field, value: n}]");
    assertEquals(diagnostics.map(({ message }) => message), [
      'Takes "{{field}}" for text: expressions have no placeholders, and "field" is a request variable (write client.getRequestVar("field"))',
      'Takes "{{field}}" for text: JSONPath has no placeholders, but JavaScript over res.body can read variables: "field" is a request variable (write client.getRequestVar("field"))',
    ]);
  });

  it("say that values that read the same are of other kinds, and what helps", async () => {
    const setup = {
      rows: [{ row: "true", nil: "null" }],
      vars: [["given", "true"] as const, ["digit", "5"] as const],
    };
    const { assertions } = await check(
      { yes: true, nil: null, n: 5, t: "5", f: "true" },
      [
        ["res.body.yes", "eq", "{{row}}"],
        ["res.body.nil", "eq", "{{nil}}"],
        ["$.yes", "eq", "{{row}}"],
        ["res.body.yes", "eq", "{{given}}"],
        ["$.yes", "eq", "{{given}}"],
        ["res.body.n", "eq", "'5'"],
        ["res.body.t", "eq", "5"],
        ["res.body.t", "eq", "{{five}}"],
        ["res.body.f", "eq", "{{yes}}"],
        ["$.t", "eq", "{{five}}"],
        ["$.yes", "in", "{{given}}"],
        ["$.yes", "in", "{{row}}"],
        ["$.nil", "in", "{{nil}}"],
        ["$.n", "in", "{{digit}}"],
        ["$.t", "eq", "'{{five}}'"],
        ["res.body.f", "eq", "'{{yes}}'"],
        ["String(res.body.yes)", "eq", "{{given}}"],
        ["Number(res.body.t)", "eq", "{{five}}"],
        ["res.body.t", "eq", "'5'"],
        ["res.body.yes", "eq", "true"],
        ["res.body.yes", "eq", "'false'"],
        ["res.body.yes", "contains", "false"],
        ["res.body.none", "eq", "'undefined'"],
        ["res.body.n", "eq", "{{file}}"],
      ],
      "[{name: file, value: '5'}, {name: five, value: 5}, {name: yes, value: {type: boolean, data: 'true'}}]",
      setup,
    );
    const text = "the expected value is text, the actual one";
    assertEquals(
      assertions.map(({ diagnostic, status }) =>
        diagnostic?.notes?.join("\n") ?? status
      ),
      [
        `${text} a boolean: in CSV, name the column "row:boolean", or compare with String(res.body.yes)`,
        `${text} null: in CSV, name the column "nil:null", or compare with String(res.body.nil)`,
        `${text} a boolean: in CSV, name the column "row:boolean", or the operator in reads the text as a boolean`,
        `${text} a boolean: a flag's value is text; the operator in passes with the flag and without it`,
        `${text} a boolean: a flag's value is text; the operator in passes with the flag and without it`,
        `${text} a number: without the quotes around it, 5 is a number`,
        `the expected value is a number, the actual one text: for text, write value: "'5'"`,
        "the expected value is a number, the actual one text: compare with Number(res.body.t)",
        `the expected value is a boolean, the actual one text: for text, write value: "'{{yes}}'"`,
        `the expected value is a number, the actual one text: for text, write value: "'{{five}}'"`,
        "passed",
        "passed",
        "passed",
        "passed",
        "passed",
        "passed",
        "passed",
        "passed",
        "passed",
        "passed",
        "failed",
        "failed",
        "failed",
        `${text} a number: write the value of file in 1.yml without quotes, or compare with String(res.body.n)`,
      ],
    );
  });

  for (
    const [rowsFrom, help] of [
      ["rows.csv", 'in CSV, name the column "qty:number"'],
      ["-", 'in CSV, name the column "qty:number"'],
      ["rows.json", "in rows.json, write the value of qty without quotes"],
      ["r.NDJSON", "in r.NDJSON, write the value of qty without quotes"],
      ["rows.yml", "in rows.yml, write the value of qty without quotes"],
    ]
  ) {
    it(`say how ${rowsFrom} has a number`, async () => {
      const { assertions: [{ diagnostic }] } = await check(
        { n: 5 },
        [["res.body.n", "eq", "{{qty}}"]],
        "[]",
        { rows: [{ qty: "5" }], rowsFrom },
      );
      assertEquals(diagnostic?.notes, [
        `the expected value is text, the actual one a number: ${help}, or compare with String(res.body.n)`,
      ]);
    });
  }

  it("say how a .bru file has the expected value as text", async () => {
    const { results } = await runCollection({
      "bruno.json": '{"name": "b", "type": "collection", "version": "1"}',
      "1.bru":
        `meta {\n  name: a\n}\nget {\n  url: {{server}}/a\n}\nassert {\n  res.body.t: eq 5\n}\n`,
    }, { handler: () => ({ json: { t: "5" } }) });
    assertEquals(results[0].assertions[0].diagnostic?.notes, [
      "the expected value is a number, the actual one text: in quotes, '5' is text",
    ]);
  });

  it("read the text of a variable in a .bru file as Bruno does, unless beside text", async () => {
    const rows = [
      "res.body.price: eq {{price}}",
      "res.body.price: eq {{row}}",
      "res.body.yes: eq {{yes}}",
      "res.body.nil: eq {{nil}}",
      "res.body.list: contains {{two}}",
      "res.body.list: length {{two}}",
      "res.body.word: length {{two}}",
      "res.body.zip: eq {{zip}}",
      "res.body.zips: contains {{zip}}",
      "res.body.word: eq {{word}}",
      "res.body.price: neq {{price}}",
      "res.body.o: eq {{o}}",
      "res.body.price: eq '8.9'",
    ];
    const variables = {
      price: "8.9",
      yes: "true",
      nil: "null",
      two: "2",
      zip: "8001",
      word: "ab",
      o: '{"a": 1}',
    };
    const lines = Object.entries(variables).map((it) => `  ${it.join(": ")}`);
    const { results: [{ assertions }] } = await runCollection({
      "bruno.json": '{"version": "1", "name": "B", "type": "collection"}',
      "a.bru":
        `meta {\n  name: A\n  type: http\n}\n\nget {\n  url: {{server}}/x\n}\n\nvars:pre-request {\n${
          lines.join("\n")
        }\n}\n\nassert {\n${rows.map((row) => `  ${row}\n`).join("")}}\n`,
    }, {
      rows: [{ row: "8.9" }],
      handler: () => ({
        json: {
          price: 8.9,
          yes: true,
          nil: null,
          list: [1, 2],
          zip: "8001",
          zips: ["8001"],
          word: "ab",
          o: { a: 1 },
        },
      }),
    });
    assertEquals(
      assertions.filter(({ status }) => status === "failed").map(
        ({ written, expected }) => [written, expected],
      ),
      [["{{price}}", "8.9"], ["{{o}}", '"{\\"a\\": 1}"'], ["'8.9'", '"8.9"']],
    );
  });

  it("name the member of the response that another client calls so", async () => {
    const { assertions } = await check({ id: 1, o: [{ list: [] }] }, [
      ["res.statusCode", "eq", "200"],
      ["res.data", "isDefined"],
      ["res.nope", "eq", "200"],
      ["res.body.data", "eq", "200"],
      ["res.data", "isUndefined"],
      ["$.o[0].list.length", "gt", "0"],
      ["$.length", "eq", "1"],
      ["$.o[?@.list].length", "eq", "1"],
      ["$.o[0].list.length", "isUndefined"],
    ]);
    assertEquals(
      assertions.map(({ diagnostic }) => diagnostic?.notes?.join("\n")),
      [
        '"res" has no "statusCode"; did you mean "res.status"?',
        '"res" has no "data"; did you mean "res.body"?',
        undefined,
        undefined,
        undefined,
        'JSONPath has no "length"; did you mean "res.body.o[0].list.length"?',
        'JSONPath has no "length"; did you mean "res.body.length"?',
        undefined,
        undefined,
      ],
    );
  });

  it("say of a generated value that it is another one in each request", async () => {
    const { results } = await runCollection({
      "opencollection.yml":
        'info: {name: C}\nrequest: {variables: [{name: site, value: "S {{$randomInt(1, 9)}}"}, {name: sent, value: "{{$uuid}}"}]}',
      "1.yml": request("GET /?s={{sent}}", {
        runtime: `assertions:
  - {expression: res.url, operator: eq, value: "{{site}}"}
  - {expression: res.url, operator: eq, value: "{{sent}}"}
  - {expression: res.status, operator: eq, value: "{{$randomInt(1, 9)}}"}
  - {expression: res.url, operator: neq, value: "{{site}}"}`,
      }),
    });
    assertEquals(
      results[0].assertions.map(({ diagnostic }) => diagnostic?.notes),
      [
        [
          '"site" has another value in each request, by {{$randomInt(1, 9)}}: a before-request script keeps one with client.setVar("site", client.getCollectionVar("site"))',
        ],
        undefined,
        undefined,
        undefined,
      ],
    );
  });

  it("compare a file's number as a number, however it is written", async () => {
    const variables =
      "[{name: price, value: 19.90}, {name: k, value: 1e3}, {name: id, value: 12345678901234567890}, {name: zip, value: 010}, {name: none, value: 0.0}, {name: o, value: {price: 19.90, list: [1e3, 010]}}]";
    const response = {
      price: 19.9,
      k: 1000,
      zip: "010",
      o: { price: 19.9, list: [1000, "010"] },
      t: "costs 19.90",
    };
    const { assertions } = await check(response, [
      ["res.body.price", "eq", "{{price}}"],
      ["res.body.price", "lte", "{{price}}"],
      ["res.body.k", "eq", "{{k}}"],
      ["12345678901234567890n", "eq", "{{id}}"],
      ["res.body.zip", "eq", "{{zip}}"],
      ["res.body.o", "eq", "{{o}}"],
      ["res.body.o", "contains", "{{o}}"],
      ["res.body.t", "contains", "{{price}}"],
      ["res.body.t", "endsWith", "{{o.price}}"],
      ["res.body.k", "in", "{{o.list}}"],
      ["res.body.k", "eq", "{{price}}"],
    ], variables);
    assertEquals(
      assertions.map(({ status }) => status),
      [...Array(10).fill("passed"), "failed"],
    );
  });

  it("with a left side that throws fail, whatever the operator", async () => {
    const operators = [
      "isDefined",
      "isUndefined",
      "isNull",
      "isFalsy",
      "isEmpty",
    ];
    for (
      const left of [
        "res.body.a.b",
        "res.body.a.b.toString()",
        "nothing.at",
        "nothing",
      ]
    ) {
      const { assertions } = await check(
        {},
        operators.map((operator) => [left, operator]),
      );
      assertEquals(
        assertions.map(({ status }) => status),
        operators.map(() => "failed"),
      );
    }
  });

  it("undo the escapes in plain text of the right side, and nowhere else", async () => {
    const response = {
      t: "a\nb\tc\rd\\e",
      raw: "a\\nb",
      v: "x\\ny\nz",
      blank: "\n",
      both: "a\nb, c",
    };
    const { assertions } = await check(
      response,
      [
        ["res.body.t", "eq", "a\\nb\\tc\\rd\\\\e"],
        ["res.body.t", "contains", " b\\tc "],
        ["res.body.t", "startsWith", "a\\n"],
        ["res.body.blank", "eq", " \\n "],
        ["res.body.raw", "eq", "'a\\nb'"],
        ["res.body.raw", "eq", '"a\\nb"'],
        ["res.body.raw", "eq", "a\\\\nb"],
        ["res.body.v", "eq", "{{v}}\\nz"],
        ["res.body.v", "in", "1, {{v}}\\nz"],
        ["res.body.t.slice(0, 3)", "in", "1, a\\nb"],
        ["res.body.raw", "in", "1, 'a\\nb'"],
        ["res.body.raw", "in", "['a\\nb', z]"],
        ["res.body.raw", "in", '1 , "a\\nb", 2\\t'],
        ["res.body.t.slice(0, 3)", "in", '["a\\nb"]'],
        ["res.body.both", "eq", "a\\nb, c"],
        ["[res.body.t.slice(0, 3)]", "eq", '["a\\nb"]'],
        ["res.body.t", "matches", "^a\\nb\\tc\\rd\\\\e$"],
        ["res.body.t", "notMatches", "a\\\\n"],
        ["res.body.raw", "eq", "{{alone}}"],
        ["\"x'\\n'\"", "in", "{{x}}'\\n', 1"],
        ['"b\\n!"', "in", "'a\\', b\\n!"],
        ["res.body.raw", "neq", "a\\nb"],
        ['"don\'t\\n!"', "in", "don't\\n!, x"],
      ],
      `[{name: v, value: 'x\\ny'}, {name: alone, value: 'a\\nb'}, {name: x, value: x}]`,
    );
    assertEquals(
      assertions.filter(({ status }) => status === "failed").map((it) =>
        it.diagnostic?.message
      ),
      [],
    );
  });

  it("see runtime variables by their bare names", async () => {
    const rows: [string, string, string?][] = [
      ["id", "eq", "7"],
      ["user.tags[0]", "eq", "x"],
      ["[...tags].length", "eq", "2"],
      ["res.body.id === id", "eq", "true"],
      ["Größe", "eq", "9"],
      // Something else has the name.
      ["typeof Math", "eq", "object"],
      ["typeof res.status", "eq", "number"],
      ["typeof toString", "eq", "function"],
      ["typeof undefined", "eq", "'undefined'"],
      // Not an identifier, not a runtime variable, a member.
      ["typeof own", "eq", "'undefined'"],
      ["({}).id", "isUndefined"],
      // They are gone behind each expression.
      ["typeof globalThis.id", "eq", "'undefined'"],
    ];
    const script =
      `for (const name of ["Math", "res", "toString", "undefined"]) {
  client.setVar(name, "no");
}
client.setVar("id", 7);
client.setVar("user", { tags: ["x"] });
client.setVar("tags", [1, 2]);
client.setVar("Größe", 9);`;
    const assertions = rows.map(([expression, operator, value]) =>
      `  - ${JSON.stringify({ expression, operator, value })}`
    ).join("\n");
    for (const trustScripts of [false, true]) {
      const { results: [result] } = await runCollection({
        "1.yml": request("GET /x", {
          runtime: `variables: [{name: own, value: 1}]
${scripts({ "before-request": script })}
assertions:
${assertions}`,
        }),
      }, { trustScripts, handler: () => ({ json: { id: 7 } }) });
      assertEquals(
        result.assertions.map(({ diagnostic }) => diagnostic?.message),
        rows.map(() => undefined),
      );
    }
  });

  it("read content that says that it is JSON, but is not, as text", async () => {
    const { results: [result] } = await runCollection({
      "1.yml": request("GET /x", {
        runtime: `assertions:
  - {expression: res.body, operator: eq, value: <html>}
  - {expression: "res.body.length > 5", operator: isTruthy}
  - {expression: res.getBody(), operator: isString}
  - {expression: res.body, operator: isJson}
  - {expression: res.body.id, operator: eq, value: "7"}
  - {expression: "res.body.id + 1", operator: eq, value: "8"}
  - {expression: res.status, operator: eq, value: "201"}`,
      }),
    }, {
      handler: () => ({
        headers: [["Content-Type", "application/json"]],
        body: "<html>",
      }),
    });
    const notes = result.assertions.map(({ status, diagnostic }) =>
      status === "passed" || diagnostic?.notes?.join()
    );
    const note = notes[3];
    assertEquals(notes, [true, true, true, note, note, note, undefined]);
    assertEquals(
      String(note).startsWith(
        "the response says that it is JSON, but it is not: ",
      ),
      true,
    );
  });

  it("say nothing of a response where there is none", async () => {
    const { results: [result] } = await runCollection({
      "1.yml": request("GET /x", {
        runtime: `actions:
  - type: set-variable
    phase: before-request
    selector: {expression: "res.body.id", method: jsonq}
    variable: {name: id, scope: runtime}`,
      }),
    });
    assertEquals(
      [result.status, result.diagnostics.map(({ notes }) => notes)],
      ["errored", [undefined]],
    );
  });

  it("end when a pattern would not", async () => {
    const text = "a".repeat(40) + "!";
    const response = { text, long: "x".repeat(20_000) };
    const { assertions } = await check(
      response,
      [
        ["res.body.text", "matches", "^(a+)+$"],
        ["res.body.text", "notMatches", "^(a|a)*$"],
        ["res.body.long", "matches", ".*.*.*.*.*="],
      ],
      "[]",
      { scriptTimeout: 100 },
    );
    assertEquals(assertions.map(({ status }) => status), [
      "failed",
      "failed",
      "failed",
    ]);
    const { assertions: others } = await check(
      response,
      [
        ["res.body.text", "matches", "^(a+)+!$"],
        ["res.body.text", "notMatches", "/^(B+)+!$/i"],
      ],
      "[]",
    );
    assertEquals(others.map(({ status }) => status), ["passed", "passed"]);
    assertEquals(
      assertions[0].diagnostic?.message.endsWith("takes too long"),
      true,
    );
  });

  it("that are disabled are left out", async () => {
    const { results: [result] } = await runCollection({
      "1.yml": request("GET /x", {
        runtime: `assertions:
  - {expression: res.status, operator: eq, value: "1", disabled: true}`,
      }),
    });
    assertEquals(result.assertions, []);
    assertEquals(result.status, "passed");
  });
});
