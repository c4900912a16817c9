import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { COMMAND_NAMES } from "../../lib/cli/command.ts";
import { completionScript } from "../../lib/cli/completions/completions_command.ts";
import { SHELLS } from "../../lib/cli/completions/shells.ts";
import { flagsOf } from "../../lib/cli/flags/flag.ts";
import { COMMANDS } from "../../lib/cli/commands.ts";
import { dirname } from "@std/path/dirname";
import { denoArguments } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";

/** Has zsh complete a line in a terminal of its own, since it completes nowhere else, and prints what it takes up. */
function inZshTerminal(script: string, line: string): string {
  return `zmodload zsh/zpty
zpty shell zsh -f -i
found=$(mktemp)
zpty -w shell "PROMPT= found=$found"
zpty -w shell 'autoload -Uz compinit && compinit -u -D'
zpty -w shell 'source "${script}" && compdef _brace brace'
zpty -w shell 'compadd() {
  local -a matching
  if [[ " $* " != *" -"[OAD]" "* ]]; then
    builtin compadd -O matching "$@"
    print -rl -- $matching >> $found
  fi
  builtin compadd "$@"
}'
zpty -w shell 'over() { print END >> $found }; comppostfuncs=(over)'
zpty -w shell 'bindkey "^I" complete-word'
zpty -w -n shell '${line}'$'\t'
repeat 3000; do
  grep -qx END $found && break
  zpty -r -t shell printed
  sleep 0.02
done
grep -vx -e END -e '' $found | sort -u
zpty -d shell
rm $found`;
}

describe("brace completions", () => {
  const brace = braceRows();
  let cwd: string;
  /** With the program in it, by its name. */
  let bin: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    bin = `${cwd}/.bin`;
    const files: Record<string, string> = {
      "opencollection.yml":
        "info: {name: Shop}\nconfig: {environments: [{name: inline}]}\n",
      "environments/local.yml": "name: local",
      "environments/s.yml": "name: staging one",
      "environments/$(touch ran).yml": 'name: "$(touch ran)"',
      "environments/escape.yml": 'name: "\\e[2J"',
      "users/folder.yml": "info: {name: Users}",
      "users/create.yml": "http: {url: [",
      "users/read one.yml": "",
      "users/$(touch ran).yml": "",
      "users/notes.txt": "",
      "orders/list.yml": "",
      "node_modules/x.yml": "",
      "top.yml": "",
      ".bin/brace": `#!/bin/sh\nexec '${Deno.execPath()}' ${
        denoArguments([]).map((it) => `'${it}'`).join(" ")
      } "$@"\n`,
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(`${cwd}/${path}`), { recursive: true });
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    await Deno.chmod(`${bin}/brace`, 0o755);
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  for (const shell of SHELLS) {
    it(`of ${shell} have every command and every flag`, async () => {
      const text = await completionScript(shell);
      for (const name of COMMAND_NAMES) {
        assert(text.includes(name), name);
        const { spec } = await COMMANDS[name].load();
        for (const flag of flagsOf(spec)) {
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
        `${await completionScript("bash")}
COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _brace
printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      cwd: folder,
      env: { PATH: `${bin}:${Deno.env.get("PATH")}` },
    }).output();
    assertEquals(new TextDecoder().decode(stderr), "");
    return new TextDecoder().decode(stdout).trim().split("\n").sort();
  }

  const ROWS: [line: string, offered: string[], folder?: string][] = [
    ["brace ren", ["render"]],
    [
      "brace run --env ",
      ["$(touch ran)", "inline", "local", "staging one"],
    ],
    ["brace run --env lo", ["local"], "users"],
    ["brace render -e st", ["staging one"], "users"],
    ["brace run --env = in", ["inline"]],
    ["brace run --env =", ["$(touch ran)", "inline", "local", "staging one"]],
    ["brace run --exclude", ["--exclude-tags"]],
    ["brace run --undefined ", ["empty", "error", "keep"]],
    ["brace list --format j", ["json"]],
    ["brace run --data ", [""]],
    ["brace export p", ["postman"]],
    ["brace completions f", ["fish"]],
    ["brace help im", ["import"]],
    ["brace help placeh", ["placeholders"]],
    ["brace run ", ["orders", "top.yml", "users"]],
    [
      "brace run --bail users/",
      ["users/$(touch ran).yml", "users/create.yml", "users/read one.yml"],
    ],
    ["brace render users/cr", ["users/create.yml"]],
    ["brace list ../o", ["../orders"], "users"],
    ["brace run users/none", [""]],
    ["brace run none/", [""]],
    ["brace import ", [""]],
  ];
  for (const [line, words, folder = ""] of ROWS) {
    itNeeds("bash", "sh")(`bash completes "${line}"`, async () => {
      assertEquals(await offered(line, `${cwd}/${folder}`), words);
      assert(!Deno.readDirSync(cwd).some(({ name }) => name === "ran"));
    });
  }

  /** What the others offer for the same: zsh without the folders of a path. */
  const OTHERS: [line: string, offered: string[], inZsh?: string[]][] = [
    ["brace ren", ["render"]],
    ["brace run --exclude", ["--exclude-tags"]],
    ["brace run --env ", ["$(touch ran)", "inline", "local", "staging one"]],
    ["brace run --env=lo", ["--env=local"], ["local"]],
    ["brace render -e st", ["staging one"]],
    ["brace list --format j", ["json"]],
    ["brace export p", ["postman"]],
    ["brace help placeh", ["placeholders"]],
    ["brace run ", ["orders/", "top.yml", "users/"]],
    [
      "brace run --bail users/",
      ["users/$(touch ran).yml", "users/create.yml", "users/read one.yml"],
    ],
    ["brace run opencoll", ["opencollection.yml"]],
    ["brace import opencoll", ["opencollection.yml"]],
  ];

  async function offeredBy(program: string, args: string[]): Promise<string[]> {
    const { stdout, stderr } = await new Deno.Command(program, {
      args,
      cwd,
      env: { PATH: `${bin}:${Deno.env.get("PATH")}` },
    }).output();
    assertEquals(new TextDecoder().decode(stderr), "");
    assert(!Deno.readDirSync(cwd).some(({ name }) => name === "ran"));
    return new TextDecoder().decode(stdout).trim().split("\n").sort();
  }

  for (const [line, words, inZsh = words] of OTHERS) {
    itNeeds("fish", "sh")(`fish completes "${line}"`, async () => {
      const code = `${await completionScript("fish")}\ncomplete -C '${line}'`;
      const lines = await offeredBy("fish", ["--no-config", "-c", code]);
      assertEquals(lines.map((it) => it.split("\t")[0]), words);
    });
    itNeeds("zsh", "sh")(`zsh completes "${line}"`, async () => {
      const code = inZshTerminal(`${cwd}/.bin/_brace`, line);
      await Deno.writeTextFile(
        `${cwd}/.bin/_brace`,
        await completionScript("zsh"),
      );
      assertEquals(await offeredBy("zsh", ["-f", "-c", code]), inZsh);
    });
  }

  itNeeds("bash", "sh")(
    "nothing is offered where something is broken, or there is no collection",
    async () => {
      const folder = await Deno.makeTempDir();
      for (const line of ["brace run --env ", "brace run "]) {
        assertEquals(await offered(line, folder), [""]);
      }
      await Deno.writeTextFile(`${folder}/opencollection.yml`, "info: [\n");
      for (const line of ["brace run --env ", "brace run "]) {
        assertEquals(await offered(line, folder), [""]);
      }
      await Deno.remove(folder, { recursive: true });
    },
  );

  const OFFERED: [args: string[], folder: string, printed: string][] = [
    [["environments"], "users", "local\ninline\n"],
    [["environments", "st"], "", "staging one\n"],
    [["paths", "us"], "", "users/\n"],
  ];
  for (const [args, folder, printed] of OFFERED) {
    it(`prints what shells ask for: ${args.join(" ")}`, async () => {
      const { code, stdout, stderr } = await brace(["completions", ...args], {
        cwd: `${cwd}/${folder}`,
      });
      assertEquals([code, stderr], [0, ""]);
      for (const line of printed.trim().split("\n")) {
        assert(stdout.split("\n").includes(line), stdout);
      }
      assert(!stdout.includes("\x1b"), stdout);
    });
  }

  it("the program prints them; another word is a usage error", async () => {
    const printed = await brace(["completions", "bash"]);
    assertEquals([printed.code, printed.stdout], [
      0,
      await completionScript("bash"),
    ]);
    for (
      const [args, says] of [[[], "name the shell"], [
        ["tcsh"],
        "use one of",
      ]] as const
    ) {
      const { code, stderr } = await brace(["completions", ...args]);
      assertEquals(code, 2);
      assert(stderr.includes(says), stderr);
    }
  });
});
