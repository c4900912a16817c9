import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { parseYaml } from "../../../lib/core/collection/yaml/parse_yaml.ts";

/** The line of the tab that the file is refused for; undefined: it may stay. */
const CASES: readonly [what: string, text: string, line?: number][] = [
  ["before a key", "a:\n  b: 1\n\tc: 2\n", 3],
  ["before a path", "paths:\n  /a:\n    get: {}\n\t/b/{id}:\n    get: {}\n", 4],
  ["with spaces behind it", "a:\n\t  b: 1\n", 2],
  ["with spaces before it", "a:\n  b: 1\n  \tc: 2\n", 3],
  ["before a list item", "a:\n\t- 1\n", 2],
  ["behind the text of a block", "a: |\n  x\nb:\n\tc: 1\n", 4],
  ["behind an empty line", "a:\n\n\tc: 1\n", 3],
  ["in the text of a block", "a: |\n  x\n  \ty: 1\n\n  \tz: 2\nb: 1\n"],
  ["in the text of a folded block of a list", "- >-\n  x\n  \ty: 1\n"],
  ["in the text of a block with a comment", "a: |+1 # t\n \ty: 1\n"],
  ["in JSON", '{\n\t"a": 1,\n\tb: 2\n}\n'],
  ["in JSON behind a comment", "{\n  a: 1, # one\n\tb: 2\n}\n"],
  ["in JSON below empty lines", "\n  \n{\n  a: 1, # one\n\tb: 2\n}\n"],
  ["in a list behind a comment", "[\n  1, # one\n\tb: 2\n]\n"],
  ["in JSON behind a key", 'a: {\n\t"b": 1,\n\tc: 2\n}\n'],
  ["in a list behind a key", "a: [\n\tb: 1,\n\tc: 2\n]\n"],
  ["behind a text", "a: 1\t# b: 2\n"],
  ["before a comment", "a:\n\t# b: 2\n  c: 1\n"],
];

for (const [what, text, line] of CASES) {
  it(`a tab ${what} ${line === undefined ? "may stay" : "is refused"}`, () => {
    const { diagnostics, document } = parseYaml("a.yml", text);
    assertEquals(
      diagnostics.map(({ message, location }) => [message, location?.line]),
      line === undefined ? [] : [
        ['Cannot read "a.yml": a tab indents a line, YAML wants spaces', line],
      ],
    );
    assertEquals(document === undefined, line !== undefined);
  });
}
