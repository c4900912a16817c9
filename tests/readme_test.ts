import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { SERVE_PORT } from "../lib/cli/demo/options.ts";
import { type DemoServer, serveDemo } from "../lib/host/demo/serve_demo.ts";
import { brace, type Outcome } from "./support/brace.ts";

const readme = Deno.readTextFileSync(new URL("../README.md", import.meta.url))
  .replaceAll("\r\n", "\n");

/** Commands that cannot run inside a test, and what runs them instead. */
const ELSEWHERE: [command: RegExp, where: string][] = [
  [/^npx -y deno@2\.9\.6 task test$/, ".ci/run"],
  [/^npx -y deno@2\.9\.6 task demo$/, "tests/cli/demo_test.ts, CI"],
  [/^deno (install|add) .*jsr:@brace\/brace/, "needs the published package"],
  [/^brace demo --serve$/, "tests/cli/demo_test.ts; served by this test"],
];

interface Block {
  readonly language: string;
  readonly text: string;
  /** Line of the README, from 1. */
  readonly line: number;
}

/** A command and what the README says that it prints. */
interface Step {
  readonly command: string;
  readonly output?: string;
}

const blocks = [...readme.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```$/gm)]
  .map(({ 1: language, 2: text, index }): Block => ({
    language,
    text,
    line: readme.slice(0, index).split("\n").length,
  }));

function stepsOf({ language, text }: Block): Step[] {
  switch (language) {
    case "sh":
      return text.split("\n").map((line) => line.trim())
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((command) => ({ command }));
    case "console":
      return text.split(/^\$ /m).slice(1).map((part) => {
        const end = part.indexOf("\n");
        return { command: part.slice(0, end), output: part.slice(end + 1) };
      });
    default:
      return [];
  }
}

/** Without what differs from run to run: times, and the blanks before them. */
function normalized(text: string): string {
  return text.replace(/ *<?\b\d+(\.\d+)? ?(ms|s)\b/g, " TIME")
    .replace(/ +$/gm, "").trim();
}

/** Splits a command line at blanks; quoted parts stay together. */
function words(command: string): string[] {
  return (command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [])
    .map((word) => word.replace(/["']/g, ""));
}

describe("README.md", () => {
  let api: DemoServer;
  let cwd: string;
  let last: Outcome = { code: 0, stdout: "", stderr: "" };
  const here = (text: string) =>
    text.replaceAll(`127.0.0.1:${SERVE_PORT}`, new URL(api.url).host);

  beforeAll(async () => {
    api = serveDemo();
    cwd = await Deno.makeTempDir();
  });
  afterAll(async () => {
    await api.stop();
    await Deno.remove(cwd, { recursive: true });
  });

  /** What `brace init` wrote is for the usual port. */
  async function useThisApi(folder: string): Promise<void> {
    const path = join(cwd, folder, "environments", "local.yml");
    await Deno.writeTextFile(path, here(await Deno.readTextFile(path)));
  }

  it("names the two commands of the set-up near its top", () => {
    const top = readme.split("\n").slice(0, 30);
    assert(top.includes("npx -y deno@2.9.6 task demo"));
    assert(top.includes("npx -y deno@2.9.6 task test"));
  });

  it("links to what is there", async () => {
    const anchors = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      `#${title.toLowerCase().replace(/[^\w\s-]/g, "").replaceAll(" ", "-")}`
    );
    for (const [, target] of readme.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (target.startsWith("#")) assert(anchors.includes(target), target);
      else if (!/^https?:/.test(target)) {
        await Deno.stat(new URL(`../${target}`, import.meta.url));
      }
    }
  });

  for (const block of blocks) {
    const file = /^# (\S+\.yml)$/m.exec(block.text)?.[1];
    if (block.language === "yaml" && file !== undefined) {
      it(`line ${block.line}: the file ${file}`, async () => {
        await Deno.mkdir(join(cwd, dirname(file)), { recursive: true });
        await Deno.writeTextFile(join(cwd, file), here(block.text));
      });
    }
    for (const { command, output } of stepsOf(block)) {
      if (ELSEWHERE.some(([pattern]) => pattern.test(command))) continue;
      it(`line ${block.line}: ${command}`, async () => {
        if (command === "echo $?") {
          assertEquals(String(last.code), output?.trim());
          return;
        }
        const [program, ...args] = words(here(command));
        assertEquals(program, "brace", "only brace can be run here");
        // It shows what a terminal shows.
        const more = args[0] === "run" ? ["--reporter", "pretty"] : [];
        last = await brace([...args, ...more], { cwd });
        if (command === "brace init my-api") await useThisApi("my-api");
        if (output === undefined) {
          assertEquals([last.code, last.stderr], [0, ""], last.stdout);
        } else {
          assertEquals(
            normalized(last.stdout + last.stderr),
            normalized(here(output)),
          );
        }
      });
    }
  }
});
