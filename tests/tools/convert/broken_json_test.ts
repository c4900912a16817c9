import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";

describe("a document that is not JSON", () => {
  for (const from of ["har", "postman"] as const) {
    it(`is refused with its place, as ${from}`, async () => {
      const text = '{\n  "log": [1 2]\n}\n';
      const { value, diagnostics } = await importSource(
        { name: "a.json", main: "a.json", files: new Map([["a.json", text]]) },
        { from },
      );
      assertEquals(value, undefined);
      assertEquals(diagnostics, [{
        code: "INVALID_SYNTAX",
        severity: "error",
        message: 'Cannot read "a.json": it is not JSON',
        location: { file: "a.json", line: 2, column: 13 },
      }]);
    });
  }
});
