import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/collection/read_collection.ts";
import { saveEnvironment } from "../../../lib/host/files/save_environment.ts";
import type { Value } from "../../../lib/scope/value.ts";

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
    const file = `${folder}/${name}`;
    await Deno.mkdir(`${folder}/environments`);
    await Deno.writeTextFile(file, text);
    const files = new Map([[name, text]]);
    if (name !== "opencollection.yml") {
      files.set("opencollection.yml", "opencollection: 1.0.0\ninfo: {name: T}");
    }
    const { value } = readCollection({ root: folder, files });
    const [environment] = value!.environments;
    assertEquals(
      await saveEnvironment(
        { ...environment, file },
        new Map(Object.entries(changes)),
      ),
      undefined,
    );
    return await Deno.readTextFile(file);
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

  it("says why it cannot", async () => {
    const problem = await saveEnvironment({
      name: "local",
      file: `${folder}/nothing.yml`,
      variables: [],
    }, new Map());
    assertEquals(problem?.code, "MISSING_PATH");
  });
});
