import { describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { loadCollection } from "../../lib/host/files/load_collection.ts";
import { locate } from "../../lib/host/locate/locate.ts";
import { formatDiagnostic } from "../../lib/source/format_diagnostic.ts";
import { assertFixture } from "../support/golden.ts";
import { plainCollection } from "../support/plain_collection.ts";

// Each folder is a case: `collection/` or `collection.yml`, what is read from
// it (collection.json) and what is said of it (diagnostics.txt).
const CASES = fromFileUrl(
  new URL("../../fixtures/collections/", import.meta.url),
);

describe("reading a collection", () => {
  for (const { name } of Deno.readDirSync(CASES)) {
    it(name, async () => {
      const cwd = `${CASES}${name}`;
      const { collection, diagnostics } = loadCollection(["collection"], {
        cwd,
      });
      const source = (file: string | undefined) =>
        Deno.readTextFileSync(`${cwd}/${file}`);
      const located = await locate(diagnostics, source);
      const text = located.map((one) =>
        `${formatDiagnostic(one, { source })}\n`
      );
      assertFixture(
        `collections/${name}/collection.json`,
        plainCollection(collection),
      );
      assertFixture(`collections/${name}/diagnostics.txt`, text.join("\n"));
    });
  }
});
