import { assert, assertEquals } from "@std/assert";
import { beforeAll, describe, it } from "@std/testing/bdd";
import { COMMAND_NAMES } from "../../lib/cli/command.ts";
import { flagsOf } from "../../lib/cli/flags/flag.ts";
import { COMMANDS } from "../../lib/cli/commands.ts";
import { manPage } from "../../lib/cli/commands/print_commands.ts";
import { brace } from "../support/brace.ts";

describe("brace man", () => {
  let page: string;
  let plain: string;
  beforeAll(async () => {
    page = await manPage();
    plain = page.replaceAll("\\-", "-");
  });

  it("prints a page with every command and every flag", async () => {
    const { code, stdout, stderr } = await brace(["man"]);
    assertEquals([code, stdout, stderr], [0, page, ""]);
    for (const name of COMMAND_NAMES) {
      assert(plain.includes(`\n.SS "brace ${name}`), name);
      const { spec } = await COMMANDS[name].load();
      for (const flag of flagsOf(spec)) {
        assert(plain.includes(`--${flag.name}`), flag.name);
      }
    }
  });

  it("has no line that roff would take for a request of its own", () => {
    const known = /^\.(TH|SH|SS|B|I|TP|PP|RS|RE|nf|fi)\b/;
    for (const line of page.split("\n")) {
      assert(/^[^.']/.test(line) || known.test(line) || line === "", line);
      // A bare hyphen is set as another character.
      assert(!/(?<!\\)-/.test(line), line);
    }
  });

  it("names the exit codes of the documentation", async () => {
    const running = await Deno.readTextFile(
      new URL("../../docs/running.md", import.meta.url),
    );
    const documented = [...running.matchAll(/^\| +(\d+) \| (.*?) *\|$/gm)]
      .map(([, code, meaning]) => `${code} ${meaning.replaceAll("`", "")}`);
    assert(documented.length > 5);
    const printed = [...plain.matchAll(/^\.TP\n\.B (\d+)\n(.*)\.$/gm)]
      .map(([, code, meaning]) =>
        `${code} ${meaning[0].toLowerCase()}${meaning.slice(1)}`
      );
    assertEquals(printed, documented);
  });
});

describe("brace licenses", () => {
  it("prints Brace's own first, and those of what it contains", async () => {
    const { code, stdout, stderr } = await brace(["licenses"]);
    assertEquals([code, stderr], [0, ""]);
    assert(stdout.startsWith("Brace\n=====\n\nMIT License\n"), stdout);
    for (const name of ["acorn", "chai", "preact", "quickjs-emscripten-core"]) {
      assert(RegExp(`^${name} \\d`, "m").test(stdout), name);
    }
  });
});
