import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import { parse } from "@std/yaml/parse";
import { stringify } from "@std/yaml/stringify";
import fc from "fast-check";
import { stringify as stringifyYaml } from "yaml";
import type { FileKind } from "../../../lib/core/collection/format.ts";
import { fileKinds } from "../../../lib/core/collection/file_kinds.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import {
  formatFile,
  isSameContent,
} from "../../../lib/tools/convert/format/format_file.ts";
import { indentJsonLines } from "../../../lib/tools/convert/format/indent_json.ts";
import { styleOf } from "../../../lib/tools/convert/format/format_yaml.ts";
import { once } from "../../../lib/core/source/once.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { assertFixture } from "../../support/golden.ts";
import { runs } from "../../support/check.ts";

// Each folder is a case: KIND.before.yml, a file of that kind, and KIND.after.yml.
const CASES = fromFileUrl(new URL("../../../fixtures/fmt/", import.meta.url));
const FIXTURES = fromFileUrl(new URL("../../../fixtures/", import.meta.url));

describe("formatting a file", () => {
  for (const { name } of Deno.readDirSync(CASES)) {
    it(name, () => {
      for (const { name: file } of Deno.readDirSync(`${CASES}${name}`)) {
        const kind = /^(\w+)\.before\.yml$/.exec(file)?.[1];
        if (kind === undefined) continue;
        const before = Deno.readTextFileSync(`${CASES}${name}/${file}`);
        const after = formatted(before, kind as FileKind);
        assertFixture(`fmt/${name}/${kind}.after.yml`, after);
        assertKept(before, after);
      }
    });
  }

  it("changes nothing the second time and says the same, for every fixture", () => {
    let count = 0;
    for (const { files, kinds, results } of fixtures()) {
      for (const [path, kind] of kinds) {
        const before = files.get(path) ?? "";
        const { text, diagnostics } = results.get(path)!;
        if (text === undefined) {
          assert(diagnostics.length > 0, path);
          continue;
        }
        count++;
        assertKept(before, text);
        assertEquals(formatted(text, kind), text, path);
      }
    }
    assert(count > 200, `${count} fixtures`);
  });

  it("is read as it was before, for every fixture without JSON bodies", () => {
    for (const { files, main, results } of fixtures()) {
      const after = new Map(
        [...files].map((
          [path, text],
        ) => [path, results.get(path)?.text || text]),
      );
      const read = (files: ReadonlyMap<string, string>) =>
        JSON.stringify(
          readCollection({ root: "", files, main }).value,
          (key, value) =>
            key === "text" || key === "at" || key === "location" ||
              value instanceof Map
              ? undefined
              : typeof value === "bigint"
              ? String(value)
              : value,
        );
      assertEquals(read(after), read(files), main);
    }
  });

  it("keeps line ends, the start of the document, and what it cannot keep", () => {
    const style = styleOf("request");
    const crlf = "http:\r\n  method: GET\r\n  url: http://{{a}}\r\n";
    assertEquals(
      formatFile("a.yml", crlf, style).text,
      'http:\r\n  method: GET\r\n  url: "http://{{a}}"\r\n',
    );
    assertEquals(
      formatFile("a.yml", "---\nhttp: {}\n", style).text,
      "---\nhttp: {}\n",
    );
    const reasons = ([
      ["? [a]\n: b\n", "a key in it is more than a word"],
      ["%YAML 1.2\n---\na: b\n", "it has directives"],
      ["http: { url: &a b }\n", "an anchor, an alias or a tag"],
      ["http: { url: !!str b }\n", "an anchor, an alias or a tag"],
      ["- a\n", "it is not a mapping"],
      [
        "http: { url: a }\nsettings: { # none\n}\n",
        "formatting would change its meaning",
      ],
      ["&a\nb: c\n", "an anchor or a tag covers the whole file"],
    ] as const).filter(([text, reason]) => {
      const { text: after, diagnostics } = formatFile("a.yml", text, style);
      return after !== undefined || diagnostics[0].severity !== "warning" ||
        !diagnostics[0].message.includes(reason);
    });
    assertEquals(reasons, []);
  });

  it("keeps what any document says, and its comments", () => {
    fc.assert(
      fc.property(anyFile, ({ kind, text, marks }) => {
        const { text: after } = formatFile("a.yml", text, styleOf(kind));
        // It was not a document, or cannot be kept: then the file stays.
        if (after === undefined) return;
        assertKept(text, after);
        assertEquals(formatted(after, kind), after);
        for (const mark of marks) {
          assertEquals(after.split(mark).length, text.split(mark).length, mark);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("formats what people write, rather than leaving it", () => {
    const left = fc.sample(plainFile, { numRuns: 200, seed: 7 })
      .flatMap(({ kind, text }) => {
        const { diagnostics } = formatFile("a.yml", text, styleOf(kind));
        return diagnostics.filter(({ severity }) => severity === "warning")
          .map(({ message }) => ({ message, text }));
      });
    assertEquals(left, []);
  });
});

describe("comparing what two texts of a file say", () => {
  const CASES: readonly (readonly [string, string, boolean])[] = [
    ["a: 1", "a: 1 # one", true],
    ["a: 1", "a: '1'", false],
    ["a: 1.10", "a: 1.1", false],
    ["a: yes", "a: 'yes'", true],
    ["http: { url: a, method: b }", "http: { method: b, url: a }", true],
    ["x: { url: a, method: b }", "x: { method: b, url: a }", false],
    ["a: [1, 2]", "a: [2, 1]", false],
    ["a: 1", "a: 1\nb: 2", false],
    [
      "http: { body: { type: json, data: '{\"a\":1}' } }",
      "http: { body: { type: json, data: '{ \"a\": 1 }' } }",
      true,
    ],
    [
      'http: { body: { type: json, data: \'{"a":"b c"}\' } }',
      'http: { body: { type: json, data: \'{"a":"bc"}\' } }',
      false,
    ],
    [
      "http: { body: { type: text, data: '{\"a\":1}' } }",
      "http: { body: { type: text, data: '{ \"a\": 1 }' } }",
      false,
    ],
  ];
  for (const [a, b, expected] of CASES) {
    it(`${a} and ${b}: ${expected}`, () => {
      assertEquals(isSameContent(a, b, styleOf("request").shape), expected);
    });
  }
});

describe("indenting a JSON body", () => {
  it("changes white space only, and is valid as it was", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
        const text = JSON.stringify(value, null, pretty ? "\t" : undefined);
        const indented = indentJsonLines(text);
        assertEquals(
          JSON.stringify(JSON.parse(indented)),
          JSON.stringify(value),
        );
        assertEquals(indentJsonLines(indented), indented);
      }),
    );
  });

  it("keeps placeholders whole", () => {
    assertEquals(
      indentJsonLines(
        '{"a":{{ x["}"] }},"{{k}}":["{{a["b"]}},",{{c}}],{{d}}:1}',
      ),
      `{
  "a": {{ x["}"] }},
  "{{k}}": [
    "{{a["b"]}},",
    {{c}}
  ],
  {{d}}: 1
}`,
    );
  });

  it("leaves what nests so deep that its blanks would outgrow it", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    for (const depth of [101, 20_000]) {
      assertEquals(indentJsonLines(nested(depth)), nested(depth));
    }
    assertEquals(indentJsonLines(nested(100)).split("\n").length, 199);
  });

  it("leaves what is not JSON, or may be none", () => {
    for (
      const text of [
        '{"a":',
        '{"a":1{{b}}}',
        '{"a": {{}}',
        "[1,]",
        '{"a":{{b',
        "",
        "  ",
      ]
    ) assertEquals(indentJsonLines(text), text);
  });
});

function formatted(text: string, kind: FileKind): string {
  const { text: after, diagnostics } = formatFile("a.yml", text, styleOf(kind));
  assertEquals(diagnostics, []);
  return after!;
}

/** The data is the same, as it is typed and as it is written, but for white space in JSON. */
function assertKept(before: string, after: string): void {
  for (const schema of ["core", "failsafe"] as const) {
    let expected: unknown;
    try {
      expected = parse(before, { schema });
    } catch {
      // Tags that only the other schema knows, in both.
      continue;
    }
    assertEquals(
      plain(parse(after, { schema })),
      plain(expected),
      `${before}\n=>\n${after}`,
    );
  }
}

/** The texts of JSON bodies without white space outside of quotes. */
function plain(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(plain);
  if (typeof data !== "object" || data === null) return data;
  const isJson = "type" in data && data.type === "json" || "query" in data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      isJson && typeof value === "string" && key !== "type"
        ? value.replace(/("(?:\{\{.*?\}\}|\\.|[^"\\])*")|\s+/gs, "$1")
        : plain(value),
    ]),
  );
}

/** The collections of fixtures, with their files formatted. */
const fixtures = once(() =>
  [...collectionsIn(FIXTURES)].map(({ files, main }) => {
    const kinds = fileKinds(files, main);
    const results = new Map(
      [...kinds].map(([path, kind]) => [
        path,
        formatFile(path, files.get(path) ?? "", styleOf(kind)),
      ]),
    );
    return { files, main, kinds, results };
  })
);

/** The collections in a folder: texts by path, and their own files. */
function* collectionsIn(
  folder: string,
): Generator<{ files: Map<string, string>; main: string }> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    // What aliases stand for there is endless.
    if (name === "aliases") continue;
    if (isDirectory) yield* collectionsIn(`${folder}${name}/`);
    else if (name === "opencollection.yml") {
      yield { files: new Map(textsIn(folder)), main: name };
    }
  }
}

function* textsIn(folder: string, path = ""): Generator<[string, string]> {
  for (const { name, isDirectory } of Deno.readDirSync(folder + path)) {
    if (isDirectory) yield* textsIn(folder, `${path}${name}/`);
    else if (/\.ya?ml$/.test(name)) {
      yield [path + name, Deno.readTextFileSync(folder + path + name)];
    }
  }
}

/** Texts as people and machines write them, and as nobody does. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: ANY_CHARACTER, maxLength: 6 }),
  fc.constantFrom(
    "{{a}}/{{b c}}",
    "http://{{host}}/x?y=# z",
    "yes",
    "012",
    "1_000",
    "0x1F",
    "null",
    "~",
    "- x",
    "a: b # c",
    "it's",
    '"\\',
    " lead",
    "trail ",
    "two\nlines",
    "two\n\n  lines\n",
    "  indented\nnot",
    "kept\n\n\n",
    "\n\nlead",
    "a\n  ",
    "\tt",
    "a\r\nb",
    "\u0085\u2028",
    "---\n...\n%a",
    "# no comment\n# either",
    "{a: [b",
    "",
  ),
);

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom("b", "a", "type", "data", "name"),
      tie("value"),
      { maxKeys: 3 },
    ),
  ),
})).value;

/** JSON with placeholders where values are. */
const json = fc.jsonValue({ maxDepth: 2 }).chain((value) =>
  fc.constantFrom(
    JSON.stringify(value),
    JSON.stringify(value, null, 4),
    `{"a":{{n}},"b":[${JSON.stringify(value)} , "{{t}} x"]} // end`,
    `[{{headers["x"]}},${JSON.stringify(value)}`,
  )
);

const row = shuffled({ name: text, value: text, disabled: fc.boolean() });
const body = fc.oneof(
  shuffled({ type: fc.constant("json"), data: json }),
  shuffled({ type: fc.constant("text"), data: text }),
  shuffled({
    type: fc.constant("json"),
    data: json,
    interpolate: fc.boolean(),
  }),
  shuffled({
    type: fc.constant("form-urlencoded"),
    data: fc.array(row, { maxLength: 2 }),
  }),
);
const request = shuffled({
  info: shuffled({
    name: text,
    type: fc.constant("http"),
    seq: fc.nat(9),
    tags: fc.array(text, { maxLength: 2 }),
  }),
  http: shuffled({
    method: fc.constantFrom("GET", "POST"),
    url: text,
    headers: fc.array(row, { maxLength: 3 }),
    body,
    auth: fc.oneof(
      fc.constant("inherit"),
      shuffled({ type: fc.constant("bearer"), token: text }),
    ),
  }),
  runtime: shuffled({
    variables: fc.array(shuffled({ name: text, value }), { maxLength: 3 }),
    scripts: fc.array(
      shuffled({ type: fc.constant("tests"), code: text }),
      { maxLength: 2 },
    ),
  }),
  docs: text,
  unknown: value,
});
const environment = shuffled({
  name: text,
  variables: fc.array(shuffled({ name: text, value, secret: fc.boolean() }), {
    maxLength: 4,
  }),
});

/** A mapping with some of these members, in any order. */
function shuffled(
  members: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(members);
  return fc.tuple(
    fc.record(members),
    fc.shuffledSubarray(names, { minLength: 1 }),
  ).map(([all, some]) =>
    Object.fromEntries(some.map((name) => [name, all[name]]))
  );
}

/** Ways to write data. */
const writer = fc.constantFrom<(data: unknown) => string>(
  (data) => stringify(data, { schema: "core", lineWidth: -1 }),
  (data) => stringify(data, { schema: "core", arrayIndent: false }),
  (data) => stringify(data, { schema: "core", flowLevel: 2, useAnchors: true }),
  (data) => stringifyYaml(data, { indent: 4, indentSeq: false }),
  (data) =>
    stringifyYaml(data, {
      defaultStringType: "QUOTE_SINGLE",
      aliasDuplicateObjects: false,
    }),
  (data) => stringifyYaml(data, { defaultStringType: "BLOCK_FOLDED" }),
  (data) => stringifyYaml(data, { collectionStyle: "flow", lineWidth: 40 }),
);

/** A file of a collection. */
const plainFile = fc.tuple(
  fc.oneof(
    fc.tuple(fc.constant<FileKind>("request"), request),
    fc.tuple(fc.constant<FileKind>("environment"), environment),
  ),
  writer,
).map(([[kind, data], write]) => ({ kind, text: write(data) }));

/** A file of a collection, comments wherever they fall. */
const anyFile = fc.tuple(
  plainFile,
  fc.array(
    fc.record({
      line: fc.nat(40),
      indent: fc.nat(8),
      end: fc.boolean(),
      blank: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
).map(([{ kind, text }, places]) => {
  const lines = text.split("\n");
  const marks = places.map(({ line, indent, end, blank }, index) => {
    const mark = `# mark ${index}.`;
    const at = line % lines.length;
    if (end) lines[at] += `  ${mark}`;
    else {
      const above = blank ? [""] : [];
      lines.splice(at, 0, ...above, " ".repeat(indent) + mark);
    }
    return mark;
  });
  return { kind, text: lines.join("\n"), marks };
});
