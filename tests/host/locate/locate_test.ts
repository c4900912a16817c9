import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parse } from "@std/yaml/parse";
import fc from "fast-check";
import { Document, Scalar } from "yaml";
import { locate } from "../../../lib/host/locate/locate.ts";
import { YamlFiles } from "../../../lib/host/locate/yaml_files.ts";
import type {
  Diagnostic,
  Location,
} from "../../../lib/core/source/diagnostic.ts";
import { lineColumn } from "../../../lib/core/source/line_starts.ts";
import { runs } from "../../support/check.ts";

function diagnosticAt(location: Location): Diagnostic {
  return { code: "INVALID_SYNTAX", severity: "error", message: "", location };
}

/** The stretch of the first line that is pointed to. */
async function pointedTo(
  text: string,
  location: Location,
): Promise<string | undefined> {
  const [{ location: found }] = await locate(
    [diagnosticAt({ file: "a.yml", ...location })],
    new YamlFiles(() => text),
  );
  if (found?.line === undefined || found.column === undefined) return undefined;
  const line = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/)[found.line - 1];
  return line.slice(found.column - 1, found.column - 1 + (found.length ?? 0));
}

const YAML = `
plain: a plain {{text}} # {{comment}}
single: 'it''s {{text}}'
double: "a\\tb\\u00e9\\U0001F600 {{text}} \\"q\\""
literal: |
  first
    second {{text}}

  third

folded: >-
  first {{one}}
  second {{two}}

  third {{three}}
    indented {{four}}
  last {{five}}
explicit: |2
    two blanks {{text}}
flow: {a: [1, {b: '{{text}}'}]}
long plain: first {{one}}
  second {{two}}

  third {{three}}
long single: 'first {{one}}
  second {{two}}

  third {{three}}'
long double: "first {{one}} \\
  second {{two}}

  third {{three}}"
list:
  - name: a
    value: b
  - name: c
empty:
nothing: ""
real: &real "{{text}}"
alias: *real
tagged: !!str "{{text}}"
wide: 日本 {{text}}
? complex
: "{{text}}"
`;

/** What the reader of collections sees; the writing library is not always right. */
function bodyOf(source: string): unknown {
  try {
    return (parse(source) as { http: { body: string }[] }).http[0].body;
  } catch {
    return undefined;
  }
}

/** The value at a key, and the offset in it of a text. */
function within(key: string, part: string): Location {
  const value = (parse(YAML) as Record<string, string>)[key];
  const offset = value.indexOf(part);
  if (offset === -1) throw new Error(`${part} is not in ${key}`);
  return { keys: [key], offset, length: part.length };
}

const PARTS: [key: string, part: string, shown?: string][] = [
  ["plain", "{{text}}"],
  ["single", "{{text}}"],
  ["single", "'", "''"],
  ["double", "{{text}}"],
  ["double", "\t", "\\t"],
  ["double", "é", "\\u00e9"],
  ["double", "😀", "\\U0001F600"],
  ["double", `"q"`, `\\"q\\"`],
  ["literal", "{{text}}"],
  ["literal", "  second"],
  ["literal", "third"],
  ["folded", "{{one}}"],
  ["folded", "{{two}}"],
  ["folded", "{{three}}"],
  ["folded", "{{four}}"],
  ["folded", "{{five}}"],
  ["explicit", "{{text}}"],
  ["long plain", "{{one}}"],
  ["long plain", "{{two}}"],
  ["long plain", "{{three}}"],
  ["long single", "{{one}}"],
  ["long single", "{{two}}"],
  ["long single", "{{three}}"],
  ["long double", "{{one}}"],
  ["long double", "{{two}}"],
  ["long double", "{{three}}"],
  ["alias", "{{text}}"],
  ["tagged", "{{text}}"],
  ["wide", "{{text}}"],
  ["complex", "{{text}}"],
];

const OTHERS: [
  name: string,
  location: Location,
  shown: string | undefined,
  line: number,
][] = [
  ["a scalar as a whole", { keys: ["list", 0, "value"], offset: 0 }, "b", 35],
  [
    "a scalar in a flow mapping",
    { keys: ["flow", "a", 1, "b"], offset: 2, length: 4 },
    "text",
    20,
  ],
  ["a key", { keys: ["list", 0, "value"], onKey: true }, "value", 35],
  ["the key of a block", { keys: ["list"], offset: 0 }, "list", 33],
  ["an element", { keys: ["list", 1], offset: 0 }, "n", 36],
  ["a flow collection", { keys: ["flow", "a"], offset: 0 }, "[", 20],
  ["a key without value", { keys: ["empty"], offset: 0 }, "empty", 37],
  ["empty quotes", { keys: ["nothing"], offset: 0, length: 4 }, `"`, 38],
  [
    "the nearest thing above a missing key",
    { keys: ["list", 0, "disabled", "x"] },
    "n",
    34,
  ],
  [
    "the nearest thing above a missing element",
    { keys: ["list", 7] },
    "list",
    33,
  ],
  ["the start of the file", { keys: [] }, "p", 2],
];

describe("locate", () => {
  for (const [key, part, shown = part] of PARTS) {
    it(`finds ${JSON.stringify(part)} in ${key}`, async () => {
      assertEquals(await pointedTo(YAML, within(key, part)), shown);
      const crlf = YAML.replaceAll("\n", "\r\n");
      assertEquals(await pointedTo(crlf, within(key, part)), shown);
      assertEquals(await pointedTo(`\uFEFF${YAML}`, within(key, part)), shown);
    });
  }

  for (const [name, location, shown, line] of OTHERS) {
    it(`finds ${name}`, async () => {
      assertEquals(await pointedTo(YAML, location), shown);
      const [{ location: found }] = await locate(
        [diagnosticAt({ file: "a.yml", ...location })],
        new YamlFiles(() => YAML),
      );
      assertEquals(found?.line, line);
    });
  }

  it("finds a placeholder in a text that holds JSON, where YAML knows no keys", async () => {
    const [{ location }] = await locate(
      [{
        ...diagnosticAt({
          file: "a.yml",
          keys: ["o", "data", "a", 1],
          offset: 0,
        }),
        expression: "text",
      }],
      new YamlFiles(() =>
        `o: {type: object, data: '{"a": [1, "{{ text }}"]}'}`
      ),
    );
    assertEquals(
      [location?.line, location?.column, location?.length],
      [1, 37, 10],
    );
  });

  it("leaves alone what has a line, no keys, or a file that is not there", async () => {
    const diagnostics = [
      diagnosticAt({ file: "a.yml", keys: ["plain"], line: 7 }),
      diagnosticAt({ file: "a.yml" }),
      diagnosticAt({ file: "gone.yml", keys: ["plain"] }),
      { code: "USAGE", severity: "error", message: "" } as const,
    ];
    const located = await locate(
      diagnostics,
      new YamlFiles((file) => file === "a.yml" ? YAML : undefined),
    );
    assertEquals(located, diagnostics);
  });

  it("reads each file once, however often it is asked", async () => {
    const read: string[] = [];
    const files = new YamlFiles((file) => {
      read.push(file);
      return file === "gone.yml" ? undefined : YAML;
    });
    for (const file of ["a.yml", "b.yml", "a.yml", "gone.yml", "gone.yml"]) {
      await locate([diagnosticAt({ file, keys: ["plain"] })], files);
    }
    assertEquals(read, ["a.yml", "b.yml", "gone.yml"]);
  });

  it("of much text keeps what was used last", async () => {
    const read: string[] = [];
    const large = `plain: x\n# ${"x".repeat(4 * 1_024 ** 2)}`;
    const files = new YamlFiles((file) => {
      read.push(file);
      return large;
    });
    for (const file of ["a.yml", "b.yml", "a.yml", "c.yml", "a.yml", "b.yml"]) {
      await locate([diagnosticAt({ file, keys: ["plain"] })], files);
    }
    assertEquals(read, ["a.yml", "b.yml", "c.yml", "b.yml"]);
  });

  it("gives diagnostics of several files back in their order", async () => {
    const keys = [["last"], ["plain"], ["list", 1, "name"], ["nowhere"]];
    const files = new YamlFiles((file) =>
      `# ${file}\n`.repeat(file.length) + YAML
    );
    const located = await locate(
      keys.map((keys, at) =>
        diagnosticAt({ file: at % 2 === 0 ? "a.yml" : "long.yml", keys })
      ),
      files,
    );
    assertEquals(
      located.map(({ location }) => [location?.file, location?.line]),
      [["a.yml", 7], ["long.yml", 10], ["a.yml", 41], ["long.yml", 10]],
    );
  });

  it("finds as many places in one text as there are", async () => {
    const count = 150_000;
    const body = "      {{x}}\n".repeat(count);
    const all = Array.from({ length: count }, (_, index) =>
      diagnosticAt({
        file: "a.yml",
        keys: ["http", "body"],
        offset: index * 6,
        length: 5,
      }));
    const located = await locate(
      all,
      new YamlFiles(() => `http:\n  body: |-\n${body}`),
    );
    assert(
      located.every(({ location }, index) =>
        location?.line === index + 3 && location.column === 7
      ),
    );
  });

  it("finds as many members and aliases in one file as there are", async () => {
    const count = 20_000;
    const lines = Array.from({ length: count }, (_, at) => `  k${at}: *v\n`);
    const files = new YamlFiles(() => `v: &v x\nmap:\n${lines.join("")}`);
    const elsewhere: unknown[] = [];
    for (let at = 0; at < count; at++) {
      const keys = ["map", `k${at}`];
      const [{ location }] = await locate(
        [diagnosticAt({ file: "a.yml", keys })],
        files,
      );
      const isFound = location?.line === 1 && location.column === 7;
      if (!isFound) elsewhere.push(keys, location);
    }
    assertEquals(elsewhere, []);
  });

  it("finds an alias that stands before, between and after anchors of its name", async () => {
    const text = "a: &v x\nb: *v\nc: &v y\nd: *v\ne: *none\n";
    const files = new YamlFiles(() => text);
    const lineOf = async (key: string) => {
      const [{ location }] = await locate(
        [diagnosticAt({ file: "a.yml", keys: [key], length: 1 })],
        files,
      );
      return location?.line;
    };
    assertEquals(
      [await lineOf("b"), await lineOf("d"), await lineOf("e")],
      [1, 3, 5],
    );
  });

  it("finds the exact place in scalars of any content and style", async () => {
    const text = fc.array(
      fc.constantFrom(
        "a",
        "b c",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        "'",
        '"',
        "\\",
        "# ",
        ": ",
        "{{x}}",
        "é",
        "😀",
        "日",
        "- ",
        "\0",
        "%",
        "|",
      ),
      { maxLength: 14 },
    ).map((parts) => parts.join(""));
    const style = fc.constantFrom(
      Scalar.PLAIN,
      Scalar.QUOTE_SINGLE,
      Scalar.QUOTE_DOUBLE,
      Scalar.BLOCK_LITERAL,
      Scalar.BLOCK_FOLDED,
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        style,
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom(20, 80),
        async (before, after, type, lineBreak, lineWidth) => {
          // The mark is in the text once, and no style needs to escape it.
          const value = `${before}§${after}`;
          const scalar = new Scalar(value);
          scalar.type = type;
          const document = new Document({
            http: [{ first: 1, body: scalar }],
            last: "x",
          });
          const source = document.toString({ lineWidth }).replaceAll(
            "\n",
            lineBreak,
          );
          fc.pre(bodyOf(source) === value);
          const [{ location }] = await locate(
            [diagnosticAt({
              file: "a.yml",
              keys: ["http", 0, "body"],
              offset: before.length,
              length: 1,
            })],
            new YamlFiles(() => source),
          );
          assertEquals(
            { line: location?.line, column: location?.column },
            lineColumn(source, source.indexOf("§")),
            source,
          );
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
