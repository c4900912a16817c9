import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parseFlags } from "../../lib/cli/flags/parse_flags.ts";
import { flagName } from "../../lib/cli/flags/run_flags.ts";
import { runSpec } from "../../lib/cli/flags/specs/run_spec.ts";
import { toRunCommandOptions } from "../../lib/cli/flags/to_run_options.ts";
import type { RunCollectionOptions } from "../../run.ts";
import type { OptionKind } from "../../lib/host/run/option_kinds.ts";
import {
  OPTION_NAMES,
  type OptionName,
  OPTIONS,
  type RunOptions,
} from "../../lib/host/run/options.ts";
import { toRunOptions } from "../../lib/host/run/to_run_options.ts";

/** A value of each kind, as it is typed and as a program gives it. */
const SAMPLES: Readonly<
  Record<
    Exclude<OptionKind, "choice" | "verbosity">,
    readonly [typed: readonly string[], program: unknown]
  >
> = {
  switch: [[], true],
  count: [["=7"], 7],
  jobs: [["=auto"], "auto"],
  text: [["=a"], "a"],
  output: [["=a"], "a"],
  texts: [["=a", "=b,c"], ["a", "b,c"]],
  list: [["=a,b", "=c"], ["a", "b", "c"]],
  listOrAll: [["=a,b"], ["a", "b"]],
  pairs: [["=a=1", "=b="], { a: "1", b: "" }],
  prompts: [["=a b=1"], { "a b": "1" }],
  time: [["=2026-01-31"], new Date("2026-01-31")],
  rows: [["=2-3"], [2, 3]],
  shard: [["=2/4"], [2, 4]],
  reporters: [["=json=a.json"], [{ kind: "json", file: "a.json" }]],
};

/** What an option cannot be without. */
const ALONG: {
  readonly [Name in OptionName]?: readonly [other: OptionName, value: string];
} = {
  saveEnv: ["env", "local"],
  rows: ["data", "rows.csv"],
  waitTimeout: ["waitFor", "http://h/"],
};

function typed(name: OptionName, values: readonly string[]): RunOptions {
  const flag = `--${flagName(name)}`;
  const args = values.length === 0 ? [flag] : values.map((it) => flag + it);
  const [other, text] = ALONG[name] ?? [];
  if (other) args.push(`--${flagName(other)}=${text}`);
  return toRunCommandOptions(parseFlags(runSpec.spec, args));
}

function given(name: OptionName, value: unknown): RunOptions {
  const called = (one: OptionName) => OPTIONS[one].program ?? one;
  const [other, text] = ALONG[name] ?? [];
  const options = {
    [called(name)]: value,
    ...other && { [called(other)]: text },
  };
  return toRunOptions(options as RunCollectionOptions);
}

describe("an option of a run", () => {
  for (const name of OPTION_NAMES) {
    const { kind, terminal, least, words = [] } = OPTIONS[name];
    if (terminal || kind === "verbosity") continue;
    const [values, value] = kind === "choice"
      ? [[`=${words[1]}`], words[1]]
      : SAMPLES[kind];

    it(`${name} is one to the command line and to programs`, () => {
      const read = typed(name, values)[name as keyof RunOptions];
      assertEquals(given(name, value)[name as keyof RunOptions], read);
      assertEquals(read !== undefined && read !== false, true);
    });

    if (kind !== "count") continue;
    it(`${name} is refused for the same reasons`, () => {
      for (const wrong of [(least ?? 0) - 1, 1.5, 2 ** 31]) {
        const { message } = assertThrows(() => given(name, wrong)) as Error;
        const reason = message.slice(message.indexOf('": '));
        const error = assertThrows(() => typed(name, [`=${wrong}`])) as Error;
        assertStringIncludes(error.message, reason);
      }
    });
  }

  it("has one of the words that it may have", () => {
    assertThrows(
      () => given("undefined", "kept"),
      Error,
      'Cannot use "undefined: kept": not one of error, keep, empty',
    );
  });
});
