import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { describe, it } from "@std/testing/bdd";
import { brace, BRACE_FLAGS, braceCommand } from "../support/brace.ts";
import { braceInTerminal } from "../support/terminal.ts";
import { itNeeds } from "../support/needs.ts";

const MAIN = "opencollection: 1.0.0\ninfo: {name: Shop}\n";

/** How often a server is killed; more often behind a switch: BRACE_KILLS=100. */
const KILLS = Number(Deno.env.get("BRACE_KILLS") ?? 5);

/** What the page shows of a problem. */
interface Shown {
  readonly message: string;
  readonly place: unknown;
}

/** A page that a process serves. */
interface Served extends AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly address: string;
  ask(name: string, asked?: unknown): Promise<Response>;
}

async function serve(
  args: readonly string[],
  options: Parameters<typeof braceCommand>[1] = {},
): Promise<Served> {
  const child = braceCommand(["open", ...args], options).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!printed.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) {
      const { stderr } = child;
      throw new Error(printed + await new Response(stderr).text());
    }
    printed += value;
  }
  const [address] = printed.split("\n");
  const [base, token] = address.split("/#");
  const exchange = await fetch(`${base}/api/session`, {
    method: "POST",
    body: JSON.stringify({ token }),
  });
  const { key } = await exchange.json();
  return {
    child,
    address,
    ask: (name, asked = {}) =>
      fetch(`${base}/api/${name}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify(asked),
      }),
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended.
      }
      await child.status;
      await reader.cancel();
      await child.stderr.cancel();
      await child.stdin.close().catch(() => {});
    },
  };
}

async function inFolder(
  files: Readonly<Record<string, string>>,
  test: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(join(folder, path), text);
    }
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

describe("brace open", () => {
  it("has a missing file of global variables among the problems", async () => {
    const files = {
      "opencollection.yml": MAIN,
      "brace.yaml": "run:\n  global-env: globls.yml\n",
      "globals.yml": "a: b\n",
    };
    await inFolder(files, async (folder) => {
      await using page = await serve(["."], { cwd: folder });
      const { problems } = await (await page.ask("problems")).json();
      assertEquals(
        problems.map(({ message, place }: Shown) => [message, place]),
        [[
          'Cannot read "globls.yml": it does not exist (did you mean "globals.yml"?)',
          {
            file: "brace.yaml",
            line: 2,
            column: 15,
            length: 10,
            keys: ["run", "global-env"],
          },
        ]],
      );
    });
  });

  it("resolves a request with the globals that brace.yaml names", async () => {
    const files = {
      "opencollection.yml": MAIN,
      "brace.yaml": "run:\n  global-env: globals.yml\n",
      "globals.yml": "a: b\n",
      "get.yml":
        'info: {name: Get, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:9/{{a}}"}\n',
    };
    await inFolder(files, async (folder) => {
      await using page = await serve(["."], { cwd: folder });
      const { items } = await (await page.ask("state")).json();
      const get = items.find(({ path }: { path: string }) =>
        path === "get.yml"
      );
      const answer = await page.ask("resolve", { id: get.id });
      const { request, problems } = await answer.json();
      assertEquals([request?.url, problems], ["http://127.0.0.1:9/b", []]);
    });
  });

  it("prints its address alone on a line, and serves with the permissions of a run", async () => {
    await inFolder({ "opencollection.yml": MAIN }, async (folder) => {
      await using page = await serve([folder]);
      assertMatch(page.address, /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/);
      const state = await (await page.ask("state")).json();
      assertEquals(state.name, "Shop");
      const shell = await fetch(page.address.replace(/#.*/, ""));
      assertEquals(
        shell.headers.get("content-type"),
        "text/html; charset=utf-8",
      );
      await shell.body?.cancel();
    });
  });

  it("takes a folder without a collection, and the current one", async () => {
    await inFolder({ "notes.txt": "" }, async (folder) => {
      await using page = await serve([], { cwd: folder });
      assertEquals((await (await page.ask("state")).json()).empty, true);
    });
  });

  const refused: [args: string[], code: number, says: string][] = [
    [["missing"], 2, 'Cannot find "missing"'],
    [["--port", "70000"], 2, "greater than 65535"],
    [["--port", "x"], 2, '"--port x"'],
    [["--no-history", "--keep-history"], 2, "contradict"],
    [["a", "b"], 2, "too many words"],
    [
      ["--env", "local"],
      2,
      'did you mean "Local"?',
    ],
  ];
  for (const [args, code, says] of refused) {
    it(`refuses ${args.join(" ")}`, async () => {
      const main = `${MAIN}config: {environments: [{name: Local}]}\n`;
      await inFolder({ "opencollection.yml": main }, async (folder) => {
        const outcome = await brace(["open", ...args], { cwd: folder });
        assertEquals(
          [outcome.code, outcome.stdout],
          [code, ""],
          outcome.stderr,
        );
        assert(outcome.stderr.includes(says), outcome.stderr);
      });
    });
  }

  it("selects an environment by the name of its file", async () => {
    await inFolder({ "opencollection.yml": MAIN }, async (folder) => {
      await Deno.mkdir(join(folder, "environments"));
      await Deno.writeTextFile(
        join(folder, "environments/local.yml"),
        "name: On this machine\nvariables: []\n",
      );
      await using page = await serve([folder, "--env", "local"]);
      const { selected } = await (await page.ask("state")).json();
      assertEquals(selected, ["On this machine"]);
    });
  });

  it("says that its port is in use", async () => {
    await inFolder({ "opencollection.yml": MAIN }, async (folder) => {
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = listener.addr as Deno.NetAddr;
      const { code, stderr, stdout } = await brace([
        "open",
        folder,
        "--port",
        `${port}`,
      ]);
      assertEquals([code, stdout], [2, ""], stderr);
      assert(stderr.includes("the port is in use"), stderr);
    });
  });

  it("says that a file cannot be written, and leaves it as it was", async () => {
    const text =
      "info: {name: Get, type: http}\nhttp: {method: GET, url: http://a.example}\n";
    await inFolder(
      { "opencollection.yml": MAIN, "get.yml": text },
      async (folder) => {
        // As on a disk that is read-only.
        await using page = await serve([folder], {
          permissions: BRACE_FLAGS.filter((it) => it !== "--allow-write"),
        });
        const { items: [{ id }] } = await (await page.ask("state")).json();
        const { revision } = await (await page.ask("open", { id })).json();
        const answer = await (await page.ask("save", {
          id,
          draft: { revision, source: `${text}docs: new\n` },
        })).json();
        assertEquals(answer.type, "refused");
        assertMatch(answer.message, /^Cannot write ".*get\.yml"/);
        const made = await page.ask("create", { kind: "request", name: "B" });
        assertEquals(made.status, 422);
        assertMatch((await made.json()).message, /^Cannot write ".*B\.yml"/);
        assertEquals(await Deno.readTextFile(join(folder, "get.yml")), text);
        const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
        assertEquals(names.sort(), ["get.yml", "opencollection.yml"]);
      },
    );
  });

  itNeeds("terminal", "signals")(
    "prints a new address on Enter, in a terminal",
    async () => {
      await inFolder({ "opencollection.yml": MAIN }, async (folder) => {
        const { screen } = await braceInTerminal(["open", folder], [
          ["Ctrl-C ends", "\n"],
          ["http://127.0.0.1:", "\x03"],
        ]);
        const addresses = screen.match(
          /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}\r?$/gm,
        );
        assertEquals(new Set(addresses).size, 2, screen);
        assertMatch(
          screen,
          /^Open this address in your browser:\r?\n\r?\nhttp:\/\/[^]*\n\r?\nEnter prints an address for another tab, Ctrl-C ends/,
        );
      });
    },
  );

  itNeeds("signals")(
    "tells its pages when Ctrl-C ends it, with code 0",
    async () => {
      await inFolder({ "opencollection.yml": MAIN }, async (folder) => {
        await using page = await serve([folder]);
        const events = await page.ask("events");
        const text = events.text();
        page.child.kill("SIGINT");
        assertEquals((await text).trim().split("\n").at(-1), '{"type":"bye"}');
        assertEquals((await page.child.status).code, 0);
      });
    },
  );

  itNeeds("signals")(
    "kill -9 while it saves leaves no file damaged",
    async () => {
      const text = (n: number) =>
        `info: {name: Get, type: http}\nhttp: {method: GET, url: 'http://a.example/${n}'}\ndocs: "${
          "x".repeat(200_000)
        }${n}"\n`;
      await inFolder(
        { "opencollection.yml": MAIN, "get.yml": text(0) },
        async (folder) => {
          for (let round = 0; round < KILLS; round++) {
            await using page = await serve([folder]);
            const { items } = await (await page.ask("state")).json();
            const [{ id }] = items;
            const saving = (async () => {
              for (let n = 1;; n++) {
                const view = await (await page.ask("open", { id })).json();
                await (await page.ask("save", {
                  id,
                  draft: { revision: view.revision, source: text(n) },
                })).json();
              }
            })();
            await new Promise((resolve) =>
              setTimeout(resolve, 100 + 37 * (round % 10))
            );
            page.child.kill("SIGKILL");
            await saving.catch(() => {});
            const now = await Deno.readTextFile(join(folder, "get.yml"));
            const [, n] = /example\/(\d+)/.exec(now)!;
            assertEquals(now === text(Number(n)), true, "the file is damaged");
          }
        },
      );
    },
  );
});
