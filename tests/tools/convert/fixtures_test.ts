import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import { fileKinds } from "../../../lib/core/collection/file_kinds.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { formatFile } from "../../../lib/tools/convert/format/format_file.ts";
import { styleOf } from "../../../lib/tools/convert/format/format_yaml.ts";
import { assertFixture } from "../../support/golden.ts";
import { imported } from "../../support/imported.ts";

// Each folder is a case: `source` with any extension, or a folder of that name,
// and all that is written from it (imported.txt).
const CASES = fromFileUrl(
  new URL("../../../fixtures/import/", import.meta.url),
);

describe("importing", () => {
  for (const { name } of Deno.readDirSync(CASES)) {
    it(name, async () => {
      const source = [...Deno.readDirSync(`${CASES}${name}`)].find((entry) =>
        /^source(?:\.|$)/.test(entry.name)
      );
      const text = await imported(`${CASES}${name}/${source?.name}`);
      assertFixture(`import/${name}/imported.txt`, text);
      assertReadable(text);
    });
  }
});

/** What was written is a collection without errors. */
function assertReadable(text: string): void {
  const files = new Map<string, string>();
  for (const part of text.split(/^=== /m).slice(1)) {
    const end = part.indexOf("\n");
    files.set(part.slice(0, end), part.slice(end + 1));
  }
  if (!files.has("opencollection.yml")) return;
  for (const [path, kind] of fileKinds(files, "opencollection.yml")) {
    const text = files.get(path)!;
    const formatted = formatFile(path, text, styleOf(kind));
    // JSON bodies keep their blanks, which requests send.
    const hasJson = /^ +type: json$/m.test(text) ||
      /^ +variables: \|/m.test(text);
    const compared = (text = "") =>
      hasJson ? text.replace(/\s+|\|\d?[-+]?/g, "") : text;
    assertEquals(
      { ...formatted, text: compared(formatted.text) },
      { text: compared(text), diagnostics: [] },
      "as brace fmt writes it",
    );
  }
  const { diagnostics } = readCollection({ root: "", files });
  assertEquals(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
}
