import { assertEquals, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { readProcessEnv } from "../../lib/host/process_env.ts";
import { PermissionError, spoken } from "../../lib/core/source/errors.ts";
import { FLAG_WORDS } from "../../lib/tools/report/text/flag_words.ts";

const dotenv = new Map([
  ["LISTED", "file"],
  ["ONLY_FILE", "file"],
  ["BRACE_LISTED", "file"],
  ["SAME", "process"],
]);
const NAMES = ["LISTED", "BRACE_TEST", "OTHER_TEST", "BRACE_LISTED", "SAME"];

describe("readProcessEnv", () => {
  beforeEach(() => NAMES.forEach((name) => Deno.env.set(name, "process")));
  afterEach(() => NAMES.forEach((name) => Deno.env.delete(name)));

  const none = { dotenv, allow: [] };
  const rows: [name: string, options: typeof none, value?: string][] = [
    ["LISTED", none, "file"],
    ["BRACE_LISTED", none, "process"],
    ["LISTED", { dotenv, allow: ["LISTED"] as never[] }, "process"],
    ["LISTED", { dotenv, allow: ["OTHER_TEST"] as never[] }, "file"],
    ["LISTED", { dotenv, allow: true as never }, "process"],
    ["ONLY_FILE", none, "file"],
    ["BRACE_TEST", none, "process"],
    ["BRACE_NOTHING", none, undefined],
    ["OTHER_TEST", { dotenv, allow: ["OTHER_TEST"] as never[] }, "process"],
    ["OTHER_TEST", { dotenv, allow: true as never }, "process"],
  ];
  for (const [name, options, value] of rows) {
    it(`gives ${value} for ${name} with ${JSON.stringify(options.allow)}`, () => {
      assertEquals(readProcessEnv(name, options), value);
    });
  }

  it("tells where the process has another value than the file", () => {
    for (
      const { allow, others } of [
        { allow: [], others: ["LISTED"] },
        { allow: ["LISTED"], others: [] },
      ]
    ) {
      const told: string[] = [];
      for (const name of dotenv.keys()) {
        readProcessEnv(name, { dotenv, allow }, () => told.push(name));
      }
      assertEquals(told, others);
    }
  });

  it("refuses any other name, whether it is set or not", () => {
    for (const name of ["OTHER_TEST", "NOTHING_TEST"]) {
      const error = assertThrows(
        () => readProcessEnv(name, none),
        PermissionError,
      );
      assertEquals(
        spoken(error, FLAG_WORDS),
        `Cannot read "process.env.${name}": not permitted (add --allow-env=${name}, or list it in the collection's .env)`,
      );
    }
  });

  it("suggests the nearest name that the .env lists", () => {
    const error = assertThrows(
      () => readProcessEnv("LISTD", none),
      PermissionError,
    );
    assertEquals(
      spoken(error, FLAG_WORDS),
      'Cannot read "process.env.LISTD": not permitted (did you mean "LISTED"? add --allow-env=LISTD, or list it in the collection\'s .env)',
    );
  });

  it("names Deno's flag where Deno refuses", async () => {
    const module = new URL("../../lib/host/process_env.ts", import.meta.url);
    const code = `
      import { readProcessEnv } from ${JSON.stringify(module.href)};
      const options = { dotenv: new Map([["LISTED", "file"]]), allow: [] };
      console.log(readProcessEnv("LISTED", options));
      try {
        readProcessEnv("BRACE_TEST", options);
      } catch (error) {
        console.log(error.message);
      }`;
    const file = await Deno.makeTempFile({ suffix: ".ts" });
    await Deno.writeTextFile(file, code);
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "--allow-read", file],
    }).output();
    await Deno.remove(file);
    assertEquals(new TextDecoder().decode(stdout).trim().split("\n"), [
      "file",
      'Cannot read "process.env.BRACE_TEST": Deno does not permit it (run Deno with --allow-env=BRACE_TEST, before the name of the program or in the task of deno.json)',
    ]);
  });
});
