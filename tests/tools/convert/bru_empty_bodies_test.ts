import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  BODY_MODES,
  BODY_WORDS,
} from "../../../lib/core/collection/bru/blocks.ts";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";

/** What an import writes for the body, of a file and of an export of the app. */
const SOURCES: [what: string, files: (mode: string) => [string, string][]][] = [
  ["a .bru file", (mode) => [[
    "a.bru",
    `meta {
  name: a
  type: http
}

post {
  url: http://127.0.0.1/
  body: ${mode}
}
`,
  ]]],
  ["a .bru file with another block", (mode) => [[
    "a.bru",
    `post {
  url: http://127.0.0.1/
  body: ${mode}
}

body:${mode === "multipartForm" ? "form-urlencoded" : "multipart-form"} {
  a: b
}
`,
  ]]],
  ["an export of the app", (mode) => [[
    "a.json",
    JSON.stringify({
      name: "C",
      version: "1",
      items: [{
        type: "http",
        name: "a",
        request: { url: "http://127.0.0.1/", method: "POST", body: { mode } },
      }],
    }),
  ]]],
];

describe("a body whose block a .bru file lacks", () => {
  const modes = BODY_MODES.filter((one) => one !== "none" && one !== "graphql");
  for (const mode of modes) {
    for (const [what, files] of SOURCES) {
      it(`${mode} of ${what} is imported without data`, async () => {
        const source = new Map(files(mode));
        const [main] = source.keys();
        const { value } = await importSource({
          name: main,
          main,
          files: source,
        });
        const text = toFiles(value!).files.get("a.yml") ?? "";
        const type = BODY_WORDS.find(([word]) => word === mode)?.[1] ?? mode;
        const [, body] = /\n {2}body:\n((?: {4}.*\n)+)/.exec(text) ?? [];
        assertEquals(body, `    type: ${type}\n`);
      });
    }
  }
});
