import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path/join";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";

describe("brace import of {{%name}}", () => {
  const brace = braceRows();

  it("says what to write, which sends what the REST client does", async () => {
    const sent: string[] = [];
    await using server = Deno.serve({
      port: 0,
      hostname: "127.0.0.1",
      onListen: () => {},
    }, async (request) => {
      sent.push(`${new URL(request.url).search} ${await request.text()}`);
      return new Response();
    });
    const root = await Deno.makeTempDir();
    const form = "Content-Type: application/x-www-form-urlencoded";
    await Deno.writeTextFile(
      join(root, "a.http"),
      `@name = A B&C\n### answers\nPOST http://127.0.0.1:${server.addr.port}/?q={{%name}}\n${form}\n\nf={{%name}}\n`,
    );
    const { stdout } = await brace(
      ["import", "a.http", "-o", "made", "--format", "json"],
      { cwd: root },
    );
    const notes: { message: string }[] = JSON.parse(stdout).notes;
    const [message = "", ...others] = notes.map((one) => one.message);
    assertEquals(others, []);
    const [, written, code] =
      /: write (\S+), and set it in a before-request script, (.+)$/
        .exec(message) ?? [];
    assert(code !== undefined, message);
    const file = join(root, "made/answers.yml");
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(
      file,
      `${
        text.replaceAll("{{%name}}", written)
      }\nruntime:\n  scripts:\n    - type: before-request\n      code: |-\n        ${code}\n`,
    );
    const ran = await brace(["run", "made"], { cwd: root });
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    assertEquals(sent, ["?q=A%20B%26C f=A%20B%26C"]);
  });
});
