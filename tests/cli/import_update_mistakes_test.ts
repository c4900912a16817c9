import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const GOOD = `openapi: 3.0.3
info: { title: Api, version: "1" }
servers: [{ url: "http://127.0.0.1" }]
paths:
  /a:
    get: { operationId: a, summary: A, responses: { "200": { description: ok } } }
`;

describe("brace import --update names", () => {
  const brace = braceRows();
  /** What of the document goes wrong, and what is said of it each time. */
  const rows: Record<string, [before: string, after: string, said: string]> = {
    "a misspelled key": [
      "paths:",
      "path:",
      'The document has an unknown key "path", which Brace ignores (did you mean "paths"?)',
    ],
    "a path without a slash": [
      "/a:",
      "a:",
      'The path "a" of the document does not begin with "/"',
    ],
    "a security that is not a list": [
      "{ operationId",
      "{ security: { key: [] }, operationId",
      '"security" of the document is not a list of mappings',
    ],
    "an unknown scheme": [
      "{ operationId",
      "{ security: [{ key: [] }], operationId",
      'The document does not define the security scheme ("key")',
    ],
    "a parameter in an unknown place": [
      "{ operationId",
      "{ parameters: [{ name: q, in: qurey }], operationId",
      'its place "qurey" is unknown',
    ],
  };
  for (const [name, [before, after, said]] of Object.entries(rows)) {
    it(`${name} each time`, async () => {
      const cwd = await Deno.makeTempDir();
      const run = (...more: string[]) =>
        brace(["import", "a.yaml", "-o", "api", ...more], { cwd });
      try {
        await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
        await run();
        const { stdout: good } = await run("--update");
        assert(!good.includes("Needs you"), good);
        await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD.replace(before, after));
        for (const _ of [1, 2]) {
          const { stdout } = await run("--update");
          const [, first] = oneLine(stdout).split(/Needs you \(\d+\): /);
          assert(first?.includes(said), stdout);
        }
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }

  it("the file that is not UTF-8", async () => {
    const cwd = await Deno.makeTempDir();
    const run = (...more: string[]) =>
      brace(["import", "a.yaml", "-o", "api", ...more], { cwd });
    try {
      await Deno.writeTextFile(`${cwd}/a.yaml`, GOOD);
      await run();
      await Deno.writeFile(`${cwd}/api/A.yml`, Uint8Array.of(10, 0xff));
      const { code, stderr } = await run("--update");
      assertEquals(
        [code, oneLine(stderr).trim()],
        [
          2,
          'error INVALID_FIELD: Cannot read "api/A.yml": it is not UTF-8 text (line 2)',
        ],
      );
    } finally {
      await Deno.remove(cwd, { recursive: true });
    }
  });
});
