import schema from "../../../../fixtures/sarif/sarif-2.1.0-rtm.5.json" with {
  type: "json",
};
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { toSarif } from "../../../../lib/tools/check/sarif.ts";
import type { Diagnostic } from "../../../../lib/core/source/diagnostic.ts";
import { foundIn } from "../found_in.ts";

const root = fromFileUrl(
  new URL("../../../../fixtures/check/", import.meta.url),
);

/** The schema, of draft 4, whose patterns are no Unicode ones (oasis-tcs/sarif-spec has "]?" in one). */
function validator() {
  const { $schema: _, id: __, ...rest } = schema;
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    unicodeRegExp: false,
  });
  addFormats.default(ajv);
  return ajv.compile(rest);
}

describe("findings as SARIF", () => {
  const isValid = validator();
  const check = (found: readonly Diagnostic[]) => {
    const log = toSarif(found);
    assert(isValid(log), JSON.stringify(isValid.errors, null, 2));
    return log;
  };

  for (const { name } of Deno.readDirSync(root)) {
    it(`${name}: what its fixture has is a log by the schema`, async () => {
      const files = [...Deno.readDirSync(root + name)].map((it) => it.name);
      const trigger = files.find((it) => it.startsWith("trigger"))!;
      const found = await foundIn(`${root}${name}/${trigger}`);
      assert(found.length > 0);
      check(found);
    });
  }

  it("nothing found, and what has no place, are logs too", () => {
    check([]);
    check([{ code: "USAGE", severity: "error", message: "Cannot" }]);
  });

  it("the schema is one that refuses", () => {
    assertEquals(isValid({ version: "2.1.0", runs: [{}] }), false);
    assertEquals(isValid({ ...toSarif([]), version: "2.0.0" }), false);
  });
});
