import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";

/** The notes about an assertion in a collection with variables in each place. */
async function notesOf(
  assertion: string,
  script = "",
): Promise<string[]> {
  const files = {
    "bruno.json": '{"name": "C"}',
    "collection.bru": "vars:pre-request {\n  total: 7\n  word: ab\n}\n",
    "environments/dev.bru":
      "vars {\n  on: true\n  @number\n  typed: 5\n  list: [1]\n}\n",
    "f/b.bru":
      "meta {\n  name: b\n}\n\nget {\n  url: http://h/\n}\n\nvars:post-response {\n  kept: res.body.n\n}\n",
    "f/folder.bru":
      "meta {\n  name: f\n}\n\nvars:pre-request {\n  nil: null\n}\n",
    "f/a.bru":
      `meta {\n  name: a\n}\n\nget {\n  url: http://h/\n}\n\nvars:pre-request {\n  price: 8.9\n}\n\nassert {\n  ${assertion}\n}\n\ntests {\n  ${script}\n}\n`,
  };
  const { value, diagnostics } = await importSource({
    name: "source",
    files: new Map(Object.entries(files)),
  });
  assertEquals(diagnostics, []);
  return value!.notes.map(({ message }) => message);
}

describe("an assertion of a .bru file with a variable alone", () => {
  for (
    const [assertion, name] of [
      ["res.body.price: eq {{price}}", "price"],
      ["res.body.total: neq {{ total }}", "total"],
      ["res.body.on: eq {{on}}", "on"],
      ["res.body.list: contains {{nil}}", "nil"],
      ["res.body.word: eq {{word}}"],
      ["res.body.typed: eq {{typed}}"],
      ["res.body.list: eq {{list}}"],
      ["res.body.price: gt {{price}}"],
      ["res.body.price: eq {{price}}0"],
      ["res.body.price: eq 8.9"],
      ["res.body.price: eq {{user.id}}"],
      ["res.body.price: eq {{kept}}"],
      ["res.headers.price: eq {{price}}"],
    ]
  ) {
    it(`${assertion} is ${name ? "" : "not "}named`, async () => {
      assertEquals(
        await notesOf(assertion),
        name === undefined ? [] : [
          `An assertion compares with "{{${name}}}", which is text here and equals no number or boolean (if the response has one, write the variable's value without quotes)`,
        ],
      );
    });
  }
});

it("each variable of several assertions of a .bru file is named", async () => {
  const notes = await notesOf(
    "res.body.p: eq {{price}}\n  res.body.t: neq {{total}}\n  res.body.q: eq {{price}}",
  );
  assertEquals(
    notes.map((it) => /\{\{(\w+)\}\}/.exec(it)?.[1]),
    ["price", "total"],
  );
});

describe("an assertion of a .bru file with a variable that no file declares", () => {
  for (
    const [script, isNamed] of [
      ["", true],
      ['bru.setVar("expect", "200")', true],
      ["bru.setEnvVar('expect', String(res.status))", true],
      ['bru.setVar("expect", res.status)', false],
      ['bru.setVar("expect", "done")', false],
    ] as const
  ) {
    it(`with the script ${script} it is ${isNamed ? "" : "not "}named`, async () => {
      const twice = "res.status: eq {{expect}}\n  res.body.n: neq {{expect}}";
      assertEquals(
        await notesOf(twice, script),
        isNamed
          ? [
            'An assertion compares with "{{expect}}", which no file declares: a text of a CSV file or a script equals no number or boolean here (if the response has a number, name the column "expect:number", or let the script set a number)',
          ]
          : [],
      );
    });
  }
});

describe("an assertion with an entry of .env alone", () => {
  const NAMED =
    'An assertion compares with "{{process.env.N}}", which is text and equals no number or boolean here (if the response has one, use the operator "in" and the value "[{{process.env.N}}]")';
  for (
    const [assertion, notes] of [
      ["res.body.n: eq {{process.env.N}}", [NAMED]],
      ["res.body.n: eq {{process.env.N}}\n  res.status: eq {{process.env.N}}", [
        NAMED,
      ]],
      ["res.body.n: gt {{process.env.N}}", []],
      ["res.body.n: eq a{{process.env.N}}", []],
    ] as const
  ) {
    it(assertion, async () => {
      assertEquals(
        (await notesOf(assertion)).filter((it) => it.includes("compares with")),
        [...notes],
      );
    });
  }
});

describe("an assertion of a .http file with a variable alone", () => {
  for (
    const [assertion, isNamed] of [
      ["body $.n == {{n}}", true],
      ["body $.n != {{n}}", true],
      ["jsonpath $.n == {{n}}", true],
      ["body $.n == {{word}}", false],
      ["body $.n > {{n}}", false],
      ["status == {{n}}", false],
      ["header x == {{n}}", false],
    ] as const
  ) {
    it(`${assertion} is ${isNamed ? "" : "not "}named`, async () => {
      const { value } = await importSource({
        name: "a.http",
        main: "a.http",
        files: new Map([[
          "a.http",
          `@n = 7\n@word = ab\n\nGET http://h/\n?? ${assertion}\n`,
        ]]),
      });
      assertEquals(
        value!.notes.map(({ message }) => message)
          .filter((it) => it.includes("compares with")),
        isNamed
          ? [
            'An assertion compares with "{{n}}", which is text here and equals no number or boolean (if the response has one, write the variable\'s value without quotes)',
          ]
          : [],
      );
    });
  }
});

describe("a script of a .bru file that reads results", () => {
  for (
    const [script, isNamed] of [
      ['(await bru.getTestResults()).filter((it) => it.status === "fail")', 1],
      ["const a = await bru.getAssertionResults(); a[0].status == 'pass'", 1],
      ["(await bru.getTestResults()).map((it) => it.description)", 0],
      ['const status = "pass"', 0],
    ] as const
  ) {
    it(`${script} is ${isNamed ? "" : "not "}named`, async () => {
      const notes = await notesOf("res.status: eq 200", script);
      assertEquals(
        notes.map((it) => it.startsWith("A script reads the results of tests")),
        isNamed ? [true] : [],
      );
    });
  }
});

describe("a script of a .bru file that sets a value with persist", () => {
  for (
    const [script, isNamed] of [
      ['bru.setEnvVar("a", 1, { persist: true })', true],
      ["bru\n    .setEnvVar('a', f(1), {\n    'persist': true })", true],
      ['bru.setEnvVar("a", 1, { persist: false })', false],
      ['bru.setEnvVar("a", 1); f({ persist: true })', false],
      ['// bru.setEnvVar("a", 1, { persist: true })', false],
    ] as const
  ) {
    it(`${script} is ${isNamed ? "" : "not "}named`, async () => {
      assertEquals(
        await notesOf("res.status: eq 200", script),
        isNamed
          ? [
            'A script sets a value with "persist: true", which Brace does not write into the file of the environment (run it with "brace run --save-env")',
          ]
          : [],
      );
    });
  }
});
