import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { parse } from "@std/yaml/parse";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { saveEnvironment } from "../../../lib/host/files/write/save_environment.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import type { Value } from "../../../lib/core/scope/value/value.ts";

const FILE = `# The local server
name: local
color: green # of the badge
variables:
  # Where it listens
  - name: base
    value: "http://localhost:1" # the port is free
    description: kept
  - { name: count, value: 1 }
  - name: user
    value:
      type: object
      data: '{"id": 1}'
  - name: gone
    value: x
  - name: key
    secret: true
`;

const SAVED = `# The local server
name: local
color: green # of the badge
variables:
  # Where it listens
  - name: base
    value: "http://localhost:2" # the port is free
    description: kept
  - { name: count, value: 2 }
  - name: user
    value:
      type: object
      data: '{"id":2,"tags":["a"]}'
  - name: key
    secret: true
  - name: token
    value: t
  - name: at
    value: 1970-01-01T00:00:00.000Z
`;

describe("saveEnvironment", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir();
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  /** Saves changes into a file with this text, and gives what it holds then. */
  async function save(
    name: string,
    text: string,
    changes: Record<string, Value | undefined>,
  ): Promise<string> {
    const { problem, saved } = await saveInto(name, text, changes);
    assertEquals(problem, undefined);
    return saved;
  }

  /** The same where the file holds another text by then. */
  async function saveInto(
    name: string,
    text: string,
    changes: Record<string, Value | undefined>,
    now: string = text,
    at = 0,
  ): Promise<{ problem: Diagnostic | undefined; saved: string }> {
    const file = `${folder}/${name}`;
    await Deno.mkdir(`${folder}/environments`, { recursive: true });
    await Deno.writeTextFile(file, now);
    const files = new Map([[name, text]]);
    if (name !== "opencollection.yml") {
      files.set("opencollection.yml", "opencollection: 1.0.0\ninfo: {name: T}");
    }
    const { value } = readCollection({ root: folder, files });
    const environment = value!.environments[at];
    const problem = await saveEnvironment(
      { ...environment, file },
      new Map(Object.entries(changes)),
    );
    return { problem, saved: await Deno.readTextFile(file) };
  }

  it("keeps comments, order and all that did not change", async () => {
    const text = await save("environments/local.yml", FILE, {
      base: "http://localhost:2",
      count: 2,
      user: { id: 2, tags: ["a"] },
      gone: undefined,
      token: "t",
      at: new Date(0),
    });
    assertEquals(text, SAVED);
  });

  it("changes nothing but what it must, style and line ends included", async () => {
    const file = `opencollection: 1.0.0
info: {name: T}   # as written
config:
  environments:
    - name: local
      variables:
        # of the first
        - name: single
          value: 'old'   # stays

        - value:   "old"
          name: double
        - {name: plain, value: old}
        - name: lines
          value: |-
            one
            two
        # goes
        - name: gone
          value: x # too
        - name: several
          value:
            - {title: A, value: one, selected: true}
            - {title: B, value: two}
        - {name: off, value: old, disabled: true}
        - name: empty
          value:
items: [{info: {name: r, type: http}, http: {url: "http://127.0.0.1/"}}]
`;
    const changes = {
      single: "it's",
      double: "a\nb",
      plain: "a, b",
      lines: "three\nfour\n",
      gone: undefined,
      several: "three",
      off: "on",
      empty: 12345678901234567890n,
      template: "{{single}} {{{",
      list: [{ a: "{{" }, null],
    };
    const wanted = file
      .replace("'old'", "'it''s'")
      .replace('"old"', String.raw`"a\nb"`)
      .replace("plain, value: old", 'plain, value: "a, b"')
      .replace(
        "|-\n            one\n            two",
        "|\n            three\n            four",
      )
      .replace(/ {8}# goes\n.*\n.*# too\n/, "")
      .replace("value: one,", "value: three,")
      .replace(
        "          value:\nitems",
        `          value: "12345678901234567890"
        - name: off
          value: on
        - name: template
          value: "{{'{{'}}single}} {{'{{'}}{"
        - name: list
          value:
            type: object
            data: "[{\\"a\\":\\"{{'{{'}}\\"},null]"
items`,
      );
    const name = "opencollection.yml";
    assertEquals(await save(name, file, changes), wanted);
    await Deno.remove(`${folder}/environments`);
    const crlf = file.replaceAll("\n", "\r\n");
    assertEquals(
      await save(name, crlf, changes),
      wanted.replaceAll("\n", "\r\n"),
    );
  });

  it("keeps the comments of a list in one line", async () => {
    const text = await save(
      "environments/local.yml",
      `name: local
variables: [{ name: a, value: 1 }, { name: b, value: 'x' }] # both
`,
      { a: undefined, b: "y", c: "z" },
    );
    assertEquals(
      text,
      `name: local
variables: [ { name: b, value: y }, { name: c, value: z } ] # both
`,
    );
  });

  it("starts the list of variables", async () => {
    const text = await save("environments/local.yml", "name: local\n", {
      a: true,
    });
    assertEquals(
      text,
      "name: local\nvariables:\n  - name: a\n    value: true\n",
    );
  });

  it("finds an environment inside the collection's file", async () => {
    const file = `opencollection: 1.0.0
info: { name: T }
config:
  environments:
    - name: local
      variables: []
items: []
`;
    const text = await save("opencollection.yml", file, { a: null });
    assertEquals(
      text,
      file.replace("[]", "[ { name: a, value: null } ]"),
    );
  });

  const LOCAL = "environments/local.yml";
  const MAIN = "opencollection.yml";
  const OLD = `name: local
variables:
  - {name: token, value: old}
  - {name: user, value: Ada}
`;
  const inline = (...environments: string[]) =>
    `opencollection: 1.0.0\ninfo: {name: T}\nconfig:\n  environments:\n${
      environments.map((it) => `    - ${it}\n`).join("")
    }items: []\n`;
  const A = "{name: a, variables: [{name: token, value: 1}]}";
  const B = "{name: b, variables: [{name: token, value: 2}]}";

  it("finds the one of two of a name that it is", async () => {
    const both = inline(A, A.replace("1", "2"), "{name: b}");
    const now: [text: string, expected: string][] = [
      [both, both.replace("2", "3")],
      [inline(A), inline(A.replace("1", "3"))],
    ];
    for (const [text, saved] of now) {
      assertEquals(await saveInto(MAIN, both, { token: 3 }, text, 1), {
        problem: undefined,
        saved,
      });
    }
  });

  /** Another person's change between reading and saving, and what is there then. */
  const CHANGED: Record<
    string,
    [
      name: string,
      read: string,
      now: string,
      changes: Record<string, Value | undefined>,
      expected: string,
    ]
  > = {
    "a variable before the one that is set": [
      LOCAL,
      OLD,
      OLD.replace("  - {name: token", "  - {name: first, value: 1}\n$&"),
      { token: "new" },
      OLD.replace("  - {name: token", "  - {name: first, value: 1}\n$&")
        .replace("old", "new"),
    ],
    "another order": [
      LOCAL,
      OLD,
      `variables:\n  - value: Ada\n    name: user\n  - name: token\n    value: old\n`,
      { token: "new", user: undefined },
      `variables:\n  - name: token\n    value: new\n`,
    ],
    "a value of its own": [
      LOCAL,
      OLD,
      OLD.replace("Ada", "Bob"),
      { token: "new" },
      OLD.replace("Ada", "Bob").replace("old", "new"),
    ],
    "the same variable, that is new": [
      LOCAL,
      OLD,
      `${OLD}  - {name: id, value: 1}\n`,
      { id: 2 },
      `${OLD}  - {name: id, value: 2}\n`,
    ],
    "a variable less, that goes": [
      LOCAL,
      OLD,
      OLD.replace(/.*Ada.*\n/, ""),
      { user: undefined, token: "new" },
      OLD.replace(/.*Ada.*\n/, "").replace("old", "new"),
    ],
    "another environment before it": [
      MAIN,
      inline(A),
      inline(B, A),
      { token: 3 },
      inline(B, A.replace("1", "3")),
    ],
    "another name of the environment": [
      LOCAL,
      OLD,
      OLD.replace("local", "near"),
      { token: "new" },
      OLD.replace("local", "near").replace("old", "new"),
    ],
    "one without a name before it": [
      MAIN,
      inline(A),
      inline("{variables: []}", A),
      { token: 3 },
      inline("{variables: []}", A.replace("1", "3")),
    ],
  };
  for (const [what, row] of Object.entries(CHANGED)) {
    it(`finds variables by name when somebody wrote ${what}`, async () => {
      const [name, read, now, changes, expected] = row;
      assertEquals(await saveInto(name, read, changes, now), {
        problem: undefined,
        saved: expected,
      });
    });
  }

  const GONE: Record<
    string,
    [
      name: string,
      read: string,
      now: string,
      changes: Record<string, Value | undefined>,
      expected: string,
    ]
  > = {
    "a variable": [
      LOCAL,
      OLD,
      OLD.replace(/.*Ada.*\n/, ""),
      { token: "new", user: "Eve" },
      'it has changed since it was read, and "user" is gone (run again)',
    ],
    "a renamed variable": [
      LOCAL,
      OLD,
      OLD.replace("token", "bearer"),
      { token: "new" },
      'it has changed since it was read, and "token" is gone (run again)',
    ],
    "one that is disabled now": [
      LOCAL,
      OLD,
      OLD.replace("value: old", "value: old, disabled: true"),
      { token: "new" },
      'it has changed since it was read, and "token" is gone (run again)',
    ],
    "the environment": [
      MAIN,
      inline(A),
      inline(B),
      { token: 3 },
      'it has changed since it was read, and the environment "a" is gone (run again)',
    ],
  };
  for (const [what, row] of Object.entries(GONE)) {
    it(`refuses where ${what} is gone, and changes nothing`, async () => {
      const [name, read, now, changes, expected] = row;
      const { problem, saved } = await saveInto(name, read, changes, now);
      assertEquals([problem?.code, problem?.message], [
        "WRITE",
        `Cannot write "${folder}/${name}": ${expected}`,
      ]);
      assertEquals(saved, now);
    });
  }

  it("refuses a file that is not YAML any more", async () => {
    const rows: [now: string, code: string][] = [
      ["variables: [", "YAML_SYNTAX"],
      ["variables: text\n", "INVALID_FIELD"],
    ];
    for (const [now, code] of rows) {
      const { problem, saved } = await saveInto(LOCAL, OLD, { token: 1 }, now);
      assertEquals(problem?.code, code);
      assertEquals(saved, now);
    }
  });

  /** With aliases: what is written, what changes, and what all variables are then. */
  const ALIASES: Record<
    string,
    [
      text: string,
      changes: Record<string, Value | undefined>,
      expected: Record<string, Value>,
    ]
  > = {
    "where one is set": [
      "variables:\n  - {name: a, value: &x one}\n  - {name: b, value: *x}\n",
      { b: "two" },
      { a: "one", b: "two" },
    ],
    "where its anchor is set": [
      "variables:\n  - {name: a, value: &x one}\n  - {name: b, value: *x}\n  - {name: c, value: *x}\n",
      { a: "two" },
      { a: "two", b: "one", c: "one" },
    ],
    "where its anchor goes": [
      "variables:\n  - name: a\n    value: &x one\n  - name: b # kept\n    value: *x\n",
      { a: undefined },
      { b: "one" },
    ],
    "where a comment stands behind it": [
      "variables:\n  - name: a\n    value: &x one # as written\n  - name: b\n    value: *x # too\n",
      { a: "two", b: "three" },
      { a: "two", b: "three" },
    ],
    "where both are set": [
      "variables:\n  - {name: a, value: &x one}\n  - {name: b, value: *x}\n",
      { a: "two", b: "three" },
      { a: "two", b: "three" },
    ],
    "of a whole variable": [
      "base: &v {name: a, value: 1}\nvariables:\n  - *v\n  - {name: b, value: 2}\n",
      { a: 3 },
      { a: 3, b: 2 },
    ],
    "of a variable that goes": [
      "base: &v {name: a, value: 1}\nvariables:\n  - *v\n  - {name: b, value: 2}\n",
      { a: undefined },
      { b: 2 },
    ],
    "of the whole list": [
      "base: &all\n  - {name: a, value: &x 1}\n  - {name: b, value: *x}\nvariables: *all\n",
      { b: 2, c: 3 },
      { a: 1, b: 2, c: 3 },
    ],
    "of a list that others have": [
      "color: &c red\nvariables: &all\n  - {name: a, value: *c}\nexternal: *all\n",
      { b: 2 },
      { a: "red", b: 2 },
    ],
    "in an object": [
      "variables:\n  - name: a\n    value: {type: object, data: &d '{\"n\":1}'}\n  - name: b\n    value: {type: object, data: *d}\n",
      { b: { n: 2 } },
      { a: { n: 1 }, b: { n: 2 } },
    ],
    "in what an alias stands for": [
      "base: &x one\nmore: &v {name: a, value: *x}\nvariables:\n  - *v\n  - {name: b, value: *x}\n",
      { a: "two" },
      { a: "two", b: "one" },
    ],
    "of a list that gets one more": [
      "base: &all\n  - {name: a, value: 1}\nvariables: *all\n",
      { b: 2 },
      { a: 1, b: 2 },
    ],
    "of a list that loses one": [
      "base: &all\n  - {name: a, value: 1}\n  - {name: b, value: 2}\nvariables: *all\n",
      { b: undefined },
      { a: 1 },
    ],
    "of anchors in what is copied": [
      "base: &v {name: a, value: 1, description: &d text}\nvariables:\n  - *v\nexternal: *d\n",
      { a: 2 },
      { a: 2 },
    ],
    "of a name that comes twice": [
      "variables:\n  - {name: a, value: &x one}\n  - {name: b, value: *x}\n  - {name: c, value: &x two}\n  - {name: d, value: *x}\n",
      { a: "1", c: "2" },
      { a: "1", b: "one", c: "2", d: "two" },
    ],
  };
  for (const [what, [text, changes, expected]] of Object.entries(ALIASES)) {
    it(`writes a value of its own for an alias ${what}`, async () => {
      const saved = await save(LOCAL, text, changes);
      const { value, diagnostics } = readCollection({
        root: folder,
        files: new Map([[LOCAL, saved], [MAIN, "info: {name: T}\n"]]),
      });
      assertEquals(
        diagnostics.filter(({ severity }) => severity === "error"),
        [],
        saved,
      );
      const { variables } = value!.environments[0];
      assertEquals(
        Object.fromEntries(variables.map((it) => [it.name, it.value])),
        expected,
        saved,
      );
      const others = (it: string) => ({
        ...parse(it) as object,
        variables: undefined,
      });
      assertEquals(others(saved), others(text));
      assert(saved.split("&").length <= text.split("&").length, saved);
      for (const comment of text.match(/#.*/g) ?? []) {
        assertEquals(saved.includes(comment), true, saved);
      }
    });
  }

  it("leaves the line ends of a file that has both kinds", async () => {
    const text =
      "name: local\r\nvariables:\n  - name: a\r\n    value: one\n  - {name: b, value: c}\r\n";
    assertEquals(
      await save(LOCAL, text, { a: "two" }),
      text.replace("one", "two"),
    );
  });

  it("leaves the aliases of others alone, and every character beside what it changes", async () => {
    const text =
      "color:   &c red\nvariables:\n  - {name: a,   value: *c}\n  - {name: b, value:  *c} # b\n";
    assertEquals(
      await save(LOCAL, text, { b: "blue" }),
      text.replace("value:  *c", "value:  blue"),
    );
    const inside =
      "variables:\n  - {name: a,   value: &x 1}\n  - {name: b, value: *x}\n";
    assertEquals(
      await save(LOCAL, inside, { c: 1 }),
      `${inside}  - name: c\n    value: 1\n`,
    );
  });

  it("refuses aliases that stand for too much", async () => {
    const level = (at: number) =>
      `l${at}: &l${at} [${Array(10).fill(`*l${at - 1}`).join(", ")}]\n`;
    const bomb = "l0: &l0 x\n" + [1, 2, 3, 4, 5].map(level).join("") +
      "base: &v {name: a, value: {type: string, data: x}, description: *l5}\n";
    const text = `${bomb}variables:\n  - *v\n`;
    const { problem, saved } = await saveInto(LOCAL, text, { a: 1 });
    assertEquals([problem?.code, problem?.message], [
      "LIMIT",
      `Cannot write "${folder}/${LOCAL}": its aliases stand for too much`,
    ]);
    assertEquals(saved, text);
  });

  it("says why it cannot", async () => {
    const problem = await saveEnvironment({
      name: "local",
      file: `${folder}/nothing.yml`,
      variables: [],
    }, new Map());
    assertEquals(problem?.code, "MISSING_PATH");
  });
});
