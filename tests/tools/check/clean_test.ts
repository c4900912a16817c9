import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { openCheck } from "../../../lib/host/check/open_check.ts";
import { brace } from "../../support/brace.ts";

const fixtures = fromFileUrl(new URL("../../../fixtures/", import.meta.url));

const ENTRY = "CLIENT_SECRET";

/** What a check has to say about a collection. */
async function found(path: string, data?: string): Promise<string[]> {
  const { index, diagnostics } = await openCheck({
    paths: [path],
    environments: [],
    vars: [],
    envVars: [],
    // As a run of the one that reads it has to be told.
    allowEnv: [ENTRY],
    ...(data !== undefined && { data }),
  });
  const { requests, diagnostics: checked } = index!.check();
  assert(requests > 0);
  return [...diagnostics, ...checked].map(({ code, message, location }) =>
    `${code} ${location?.file}: ${message}`
  );
}

describe("collections in the styles that people use have no false alarms", () => {
  it("the example", async () => {
    assertEquals(await found(`${fixtures}example`), []);
  });

  for (
    const [folder, data] of [
      ["auth-chain"],
      ["crud-rows", "rows.csv"],
      ["graphql"],
    ]
  ) {
    it(folder, async () => {
      const path = `${fixtures}check_clean/${folder}`;
      const rows = data === undefined ? undefined : `${path}/${data}`;
      const before = Deno.env.get(ENTRY);
      Deno.env.set(ENTRY, "set");
      const lines = await found(path, rows);
      if (before === undefined) Deno.env.delete(ENTRY);
      else Deno.env.set(ENTRY, before);
      assertEquals(lines, []);
    });
  }

  it("bruno: only the secret that nothing uses yet", async () => {
    const lines = await found(`${fixtures}check_clean/bruno`);
    assertEquals(lines.map((line) => line.split(" ")[0]), ["UNUSED_VARIABLE"]);
  });

  describe("imported", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await Deno.makeTempDir();
    });
    afterAll(() => Deno.remove(folder, { recursive: true }));

    for (
      const [name, file] of [
        ["postman", "source.json"],
        ["openapi-3", "source.yaml"],
      ]
    ) {
      it(name, async () => {
        const imported = `${folder}/${name}`;
        const { code, stderr } = await brace([
          "import",
          `${fixtures}import/${name}/${file}`,
          "--output",
          imported,
        ]);
        assertEquals(code, 0, stderr);
        const errors = (await found(imported)).filter((line) =>
          line.startsWith("SCRIPT") || line.startsWith("UNKNOWN_MEMBER") ||
          line.startsWith("AUTH_NOT_INHERITED")
        );
        assertEquals(errors, []);
      });
    }
  });
});
