import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";

/** A line of an assert block, and the value that the file has: of a secret only what a field is to equal. */
const ROWS: [line: string, value: string | undefined][] = [
  ["res.body.token: eq tok-4711-abcd", '"{{token}}"'],
  ["res.body.token: neq tok-4711-abcd", '"{{token}}"'],
  ["res.body.token: eq undefined", "undefined"],
  ["res.body.token: neq null", '"null"'],
  ["res.body.password: eq {{password}}", '"{{password}}"'],
  ["res.body.token: eq 12", '"12"'],
  ["res.body.token: eq abcdef", '"{{token}}"'],
  ["res.body.token: eq 12345678", '"{{token}}"'],
  ["res.headers['set-cookie']: contains HttpOnly", "HttpOnly"],
  ["res.body.cookie: contains sid=abc123", "sid=abc123"],
  ["res.body.token: matches ^tok-[a-z]+", '"^tok-[a-z]+"'],
  ["res.body.authorization: startsWith Basic", "Basic"],
];

describe("assertions that an import writes", () => {
  for (const [line, expected] of ROWS) {
    it(line, async () => {
      const { value } = await importSource({
        name: "shop",
        files: new Map([
          ["bruno.json", '{"version":"1","name":"S","type":"collection"}'],
          [
            "a.bru",
            `meta {\n  name: a\n  type: http\n}\n\nget {\n  url: http://h\n}\n\nassert {\n  ${line}\n}\n`,
          ],
        ]),
      });
      const [, written] = /value: (.*)/.exec(
        toFiles(value!).files.get("a.yml") ?? "",
      ) ?? [];
      assertEquals(written, expected);
    });
  }
});
