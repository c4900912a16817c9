import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { COMMAND_NAMES } from "../../lib/cli/command.ts";
import { completions } from "../../lib/cli/completions/completions.ts";
import { SHELLS } from "../../lib/cli/completions/shells.ts";
import { flagsOf } from "../../lib/cli/flags/flag.ts";
import { SPECS } from "../../lib/cli/flags/specs.ts";
import { brace } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";

describe("brace completions", () => {
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.mkdir(`${cwd}/environments`);
    await Deno.writeTextFile(`${cwd}/environments/local.yml`, "");
    await Deno.writeTextFile(`${cwd}/environments/staging one.yml`, "");
    await Deno.mkdir(`${cwd}/users`);
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  for (const shell of SHELLS) {
    it(`of ${shell} have every command and every flag`, () => {
      const text = completions(shell);
      for (const name of COMMAND_NAMES) {
        assert(text.includes(name), name);
        for (const flag of flagsOf(SPECS[name])) {
          assert(text.includes(flag.name), flag.name);
        }
      }
    });
  }

  /** What bash offers for a line, whose last word is being written. */
  async function offered(line: string, folder = cwd): Promise<string[]> {
    const words = line.split(" ").map((word) => `'${word}'`).join(" ");
    const { stdout, stderr } = await new Deno.Command("bash", {
      args: [
        "-c",
        `${completions("bash")}
COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _brace
printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      cwd: folder,
    }).output();
    assertEquals(new TextDecoder().decode(stderr), "");
    return new TextDecoder().decode(stdout).trim().split("\n");
  }

  const ROWS: [line: string, offered: string[]][] = [
    ["brace ren", ["render"]],
    ["brace run --env ", ["local", "staging one"]],
    ["brace render -e l", ["local"]],
    ["brace run --exclude", ["--exclude-tags"]],
    ["brace export p", ["postman"]],
    ["brace completions f", ["fish"]],
    ["brace help im", ["import"]],
    ["brace run users/cr", [""]],
  ];
  for (const [line, words] of ROWS) {
    itNeeds("bash")(`bash completes "${line}"`, async () => {
      assertEquals(await offered(line), words);
    });
  }

  itNeeds("bash")("environments are found from inside a folder", async () => {
    assertEquals(await offered("brace run --env l", `${cwd}/users`), ["local"]);
  });

  it("the program prints them; another word is a usage error", async () => {
    const printed = await brace(["completions", "bash"]);
    assertEquals([printed.code, printed.stdout], [0, completions("bash")]);
    for (
      const [args, says] of [[[], "name the shell"], [
        ["tcsh"],
        "known are",
      ]] as const
    ) {
      const { code, stderr } = await brace(["completions", ...args]);
      assertEquals(code, 2);
      assert(stderr.includes(says), stderr);
    }
  });
});
