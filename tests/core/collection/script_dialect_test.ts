import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type { Request } from "../../../lib/core/collection/types.ts";

/** What stands under a script's `extensions` → its dialect, or what is said at which line. */
const ROWS: readonly [
  extensions: string,
  dialect: string | undefined,
  said?: string,
][] = [
  ["", undefined],
  ["extensions: { brace: { dialect: postman } }", "postman"],
  ["extensions: { bruno: { dialect: other } }", undefined],
  ["extensions: {}", undefined],
  [
    "extensions: { brace: { dialect: Postman } }",
    undefined,
    'error Cannot read "runtime.scripts[0].extensions.brace.dialect": "Postman" is unknown (did you mean "postman"?)',
  ],
  [
    "extensions: { brace: { dialect: insomnia } }",
    undefined,
    'error Cannot read "runtime.scripts[0].extensions.brace.dialect": "insomnia" is unknown (use postman)',
  ],
  [
    "extensions: { brace: { dialekt: postman } }",
    undefined,
    'warning Ignored "runtime.scripts[0].extensions.brace.dialekt": the key is unknown (did you mean "dialect"?)',
  ],
  [
    "extensions: { brace: { dialect: [postman] } }",
    undefined,
    'error Cannot read "runtime.scripts[0].extensions.brace.dialect": expected text, found a list',
  ],
  [
    "extensions: postman",
    undefined,
    'error Cannot read "runtime.scripts[0].extensions": expected a mapping, found text',
  ],
];

describe("a script's dialect", () => {
  for (const [extensions, dialect, said] of ROWS) {
    it(extensions || "none", () => {
      const { value, diagnostics } = readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: T}"],
          [
            "a.yml",
            `info: {name: A}
http: {url: "http://x"}
runtime:
  scripts:
    - type: tests
      code: pm.test("a")
      ${extensions}
`,
          ],
        ]),
      });
      assertEquals(
        diagnostics.map(({ severity, message, location }) => {
          assertEquals(location?.file, "a.yml");
          return `${severity} ${message}`;
        }),
        said === undefined ? [] : [said],
      );
      const [script] = (value?.items[0] as Request).scripts;
      assertEquals(script.dialect, dialect);
    });
  }
});
