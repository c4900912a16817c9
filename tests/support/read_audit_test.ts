import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readAudit } from "./read_audit.ts";

describe("readAudit", () => {
  it("leaves out the hosts that modules come from", async () => {
    const folder = await Deno.makeTempDir();
    const audit = `${folder}/audit.jsonl`;
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () =>
        new Response("export const a: number = 1;", {
          headers: { "Content-Type": "application/typescript" },
        }),
    );
    const host = `127.0.0.1:${server.addr.port}`;
    try {
      await Deno.writeTextFile(
        `${folder}/main.ts`,
        `import { a } from "http://${host}/a.ts";
         Deno.readTextFileSync(new URL("main.ts", import.meta.url)); a;`,
      );
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--no-lock",
          `--allow-import=${host}`,
          "--allow-read",
          `${folder}/main.ts`,
        ],
        env: { DENO_AUDIT_PERMISSIONS: audit, DENO_DIR: `${folder}/cache` },
      }).output();
      assertEquals(success, true, new TextDecoder().decode(stderr));
      const asked = await readAudit(audit);
      const file = await Deno.realPath(`${folder}/main.ts`);
      assertEquals(asked.includes(`read ${file}`), true, asked.join());
      assertEquals(asked.filter((it) => it.includes(host)), []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});
