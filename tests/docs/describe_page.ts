import { assert, assertEquals } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { fromFileUrl } from "@std/path/from-file-url";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { SERVE_PORT } from "../../lib/cli/command.ts";
import { type DemoServer, serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { brace as braceProcess, type Outcome } from "../support/brace.ts";
import type { Brace } from "../support/brace_rows.ts";
import { blocksOf, fileOf, normalized, stepsOf, words } from "./blocks.ts";
import { checkFile, checkFragment } from "./check_yaml.ts";
import { NOT_READ, NOT_RUN } from "./exceptions.ts";

export const ROOT = new URL("../../", import.meta.url);

/** The files of the package's entries, as they are here. */
const ENTRIES: Readonly<Record<string, string>> = {
  run: "run.ts",
  test: "testing.ts",
};

/** The text of a page, by its path from the project's root. */
export function readPage(path: string): string {
  return Deno.readTextFileSync(new URL(path, ROOT)).replaceAll("\r\n", "\n");
}

/**
 * Does what a page says, from top to bottom in one folder, with the API of
 * `brace demo` up:
 * - a block with a path (`# users/create.yml`, or after the language) is
 *   written there; YAML is loaded as what it is there,
 * - other YAML is read as a part of what has such keys,
 * - `sh` (`brace`, `deno test`) must succeed and warn of nothing, `console` must print what stands there,
 * - `json` must be JSON,
 * - anything else must be in `exceptions.ts`.
 *
 * The folder begins with these files.
 */
export function describePage(
  path: string,
  { brace, files = {} }: {
    readonly brace: Brace;
    readonly files?: Readonly<Record<string, string>>;
  },
): void {
  const page = readPage(path);
  describe(path, () => {
    let api: DemoServer;
    let cwd: string;
    let last: Outcome = { code: 0, stdout: "", stderr: "" };
    const here = (text: string) =>
      text.replaceAll(`127.0.0.1:${SERVE_PORT}`, new URL(api.url).host)
        .replaceAll(
          `127.0.0.1:${SERVE_PORT + 1}`,
          new URL(api.grpcUrl).host,
        );
    const write = async (file: string, text: string) => {
      await Deno.mkdir(join(cwd, dirname(file)), { recursive: true });
      await Deno.writeTextFile(join(cwd, file), here(text));
    };

    beforeAll(async () => {
      api = serveDemo();
      cwd = await Deno.makeTempDir();
      for (const [file, text] of Object.entries(files)) await write(file, text);
    });
    afterAll(async () => {
      await api.stop();
      await Deno.remove(cwd, { recursive: true });
    });

    async function run(command: string, output?: string): Promise<void> {
      if (command === "echo $?") {
        assertEquals(String(last.code), output?.trim());
        return;
      }
      const [program, ...args] = words(here(command));
      if (program === "deno") {
        await denoTest(args, cwd);
        return;
      }
      assertEquals(program, "brace", "run here, or named in exceptions.ts");
      // It shows what a terminal shows.
      const more = args[0] === "run" ? ["--reporter", "pretty"] : [];
      // Its standard input is the agent's.
      const start = args[0] === "mcp" ? braceProcess : brace;
      last = await start([...args, ...more], { cwd });
      if (args[0] === "init") await useThisApi(args[1]);
      if (output === undefined) {
        const { code, stdout, stderr } = last;
        const complaint = /^(?:error|warning).*/m.exec(stderr)?.[0];
        assertEquals([code, complaint], [0, undefined], stdout + stderr);
      } else {
        assertEquals(
          normalized(last.stdout + last.stderr),
          normalized(here(output)),
        );
      }
    }

    /** What `brace init` writes is for the usual port. */
    async function useThisApi(folder: string): Promise<void> {
      const file = join(folder, "environments", "local.yml");
      await write(file, await Deno.readTextFile(join(cwd, file)));
    }

    it("links to what is there", () => {
      for (const [, target] of page.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const { pathname, hash } = new URL(target, `file:///${path}`);
        const other = readPage(`.${pathname}`);
        assert(hash === "" || anchorsOf(other).includes(hash), target);
      }
    });

    for (const block of blocksOf(page)) {
      const { language, line, text } = block;
      const file = fileOf(block);
      const [kind] = language.split(" ");
      if (file !== undefined) {
        it(`line ${line}: the file ${file}`, async () => {
          await write(file, text);
          if (kind === "yaml") checkFile(cwd, file, text);
        });
        continue;
      }
      switch (language) {
        case "yaml":
          it(`line ${line}: YAML`, () => checkFragment(text));
          break;
        case "json":
          it(`line ${line}: JSON`, () => JSON.parse(text));
          break;
        case "sh":
        case "console":
          for (const { command, output } of stepsOf(block)) {
            if (NOT_RUN.some(([pattern]) => pattern.test(command))) continue;
            it(`line ${line}: ${command}`, () => run(command, output));
          }
          break;
        default:
          it(`line ${line}: a block of a known kind`, () => {
            assert(NOT_READ.has(language), `exceptions.ts lacks "${language}"`);
          });
      }
    }
  });
}

/** Runs `deno test` in a page's folder, with the library as it is here. */
async function denoTest(
  [command, ...args]: readonly string[],
  cwd: string,
): Promise<void> {
  assertEquals(command, "test", "run here, or named in exceptions.ts");
  for (const file of args.filter((arg) => arg.endsWith("_test.ts"))) {
    const path = join(cwd, file);
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(
      path,
      text.replace(
        /"@brace\/brace\/(run|test)"/g,
        (_, entry) => JSON.stringify(new URL(ENTRIES[entry], ROOT).href),
      ),
    );
  }
  const config = fromFileUrl(new URL("deno.json", ROOT));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [command, "--no-check", "--config", config, ...args],
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  const output = text.decode(stdout) + text.decode(stderr);
  assertEquals(code, 0, output);
  assert(/ok \| [1-9]/.test(output), output);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    `#${title.toLowerCase().replace(/[^\w\s-]/g, "").replaceAll(" ", "-")}`
  );
}
