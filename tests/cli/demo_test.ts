import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { brace, BRACE_FLAGS, braceCommand } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";

const CLI = fromFileUrl(new URL("../../cli.ts", import.meta.url));

describe("brace demo", () => {
  it("ends green on one screen, with the permissions of its task", async () => {
    const { code, stdout, stderr } = await brace(["demo"], {
      cwd: fromFileUrl(new URL("../../", import.meta.url)),
      permissions: [
        "--unstable-lazy-dynamic-imports",
        "--v8-flags=--min-semi-space-size=4,--max-semi-space-size=4,--heap-growing-percent=60,--no-lazy,--liftoff-only,--no-incremental-marking",
        "--allow-net=127.0.0.1",
        "--allow-read",
        "--allow-env",
        "--no-prompt",
      ],
    });
    assertEquals([code, stderr], [0, ""], stdout);
    assert(stdout.split("\n").length <= 33, stdout);
    assert(stdout.includes("init my-api"), stdout);
  });

  for (
    const [how, env, command] of [
      ["Deno", { npm_lifecycle_event: "" }, "deno task brace"],
      [
        "npx, which leaves no deno behind",
        { npm_lifecycle_event: "npx" },
        `npx -y deno@${Deno.version.deno} task brace`,
      ],
    ] as const
  ) {
    it(`ends with a command for who started it with ${how}`, async () => {
      // Only the sources are started by a task.
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", ...BRACE_FLAGS, CLI, "demo"],
        env: { NO_COLOR: "1", ...env },
      }).output();
      const printed = new TextDecoder().decode(stdout);
      assertEquals(
        printed.trimEnd().split("\n").at(-1),
        `Next: "${command} init my-api" writes a collection of your own`,
      );
    });
  }

  it("reads and writes no files", async () => {
    const { code, stdout, stderr } = await brace(["demo", "--port=0"], {
      permissions: [
        "--allow-net=127.0.0.1",
        "--no-prompt",
        // What is built reads its own parts with the rights of the program.
        "--deny-write",
      ],
    });
    assertEquals([code, stderr], [0, ""], stdout);
  });

  itNeeds("signals")("keeps the API up until Ctrl-C with --serve", async () => {
    const child = braceCommand(["demo", "--serve", "--port=0"]).spawn();
    await child.stdin.close();
    const reader = child.stdout.pipeThrough(new TextDecoderStream())
      .getReader();
    let printed = "";
    const readUntil = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const match = pattern.exec(printed);
        if (match) return match;
        const { value, done } = await reader.read();
        assert(!done, printed);
        printed += value;
      }
    };
    const [url] = await readUntil(/http:\/\/127\.0\.0\.1:\d+(?=\s)/);
    const response = await fetch(`${url}/users/1`);
    assertEquals((await response.json()).name, "Ada Lovelace");
    await readUntil(/^GET \/users\/1$/m);

    child.kill("SIGINT");
    while (!(await reader.read()).done);
    const { code } = await child.status;
    assertEquals(await new Response(child.stderr).text(), "");
    assertEquals(code, 0);
  });

  it("says so when the port is in use", async () => {
    const api = serveDemo();
    try {
      const { port } = new URL(api.url);
      const { code, stderr } = await brace(["demo", `--port=${port}`]);
      assertEquals([code, stderr], [
        2,
        `error CONNECTION: Cannot serve the demo API on port ${port}: the port is in use,\n    choose another with "--port N"\n`,
      ]);
    } finally {
      await api.stop();
    }
  });

  it("says what Deno has to allow", async () => {
    const { code, stderr } = await brace(["demo", "--port=4748"], {
      permissions: ["--allow-read", "--no-prompt"],
    });
    assertEquals([code, stderr], [
      6,
      "error PERMISSION: Cannot serve the demo API on port 4748: Deno does not allow\n    it, run with --allow-net=127.0.0.1\n",
    ]);
  });
});
