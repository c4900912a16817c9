import { describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { loadCollection } from "../../../lib/host/files/load_collection.ts";
import { locate } from "../../../lib/host/locate/locate.ts";
import { YamlFiles } from "../../../lib/host/locate/yaml_files.ts";
import { formatDiagnostic } from "../../../lib/core/source/format_diagnostic.ts";
import { assertFixture, MAX_FIXTURE_SIZE } from "../../support/golden.ts";
import { plainCollection } from "../../support/plain_collection.ts";

// Each folder is a case: `collection/` or `collection.yml`, what is read from
// it (collection.json) and what is said of it (diagnostics.txt). What aliases
// multiply is not text for a file: there the diagnostics alone count.
const CASES = fromFileUrl(
  new URL("../../../fixtures/collections/", import.meta.url),
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
      const environments = collection?.environments ?? [];
      const all = [
        ...diagnostics,
        ...environments.flatMap((one) => one.diagnostics ?? []),
      ];
      const located = await locate(all, new YamlFiles(source));
      const text = located.map((one) =>
        `${formatDiagnostic(one, { source })}\n`
      );
      const plain = plainCollection(collection);
      if (plain.length <= MAX_FIXTURE_SIZE) {
        assertFixture(`collections/${name}/collection.json`, plain);
      }
      assertFixture(`collections/${name}/diagnostics.txt`, text.join("\n"));
    });
  }
});
