import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Command } from "../../lib/cli/command.ts";
import { toRunCommandOptions } from "../../lib/cli/flags/to_run_options.ts";
import { parseCommand } from "../../lib/cli/execute.ts";
import {
  COMMAND_DEFAULTS,
  type RunCommandOptions,
} from "../../lib/cli/run/options.ts";
import { UsageError } from "../../lib/core/source/errors.ts";

type Parsed =
  | Exclude<Command, { kind: "run" }>
  | { kind: "run"; options: RunCommandOptions };

function run(options: Partial<RunCommandOptions>): Parsed {
  return { kind: "run", options: { ...COMMAND_DEFAULTS, ...options } };
}

/** A command as it is when no file has defaults for it. */
async function parsed(line: readonly string[]): Promise<Parsed> {
  const command = await parseCommand(line);
  return command.kind === "run"
    ? { kind: "run", options: toRunCommandOptions(command.flags) }
    : command;
}

const commands: [line: string[], command: Parsed][] = [
  [[], { kind: "help" }],
  [["help"], { kind: "help" }],
  [["help", "run"], { kind: "help", topic: "run" }],
  [["help", "format"], { kind: "topic", name: "format" }],
  [["run", "--help"], { kind: "help", topic: "run" }],
  [["demo", "-h"], { kind: "help", topic: "demo" }],
  [["run"], run({})],
  [["run", "a", "b.yml"], run({ paths: ["a", "b.yml"] })],
  [["run", "--", "--env"], run({ paths: ["--env"] })],
  [["run", "-"], run({ paths: ["-"] })],
  [["run", "--env", "x", "a"], run({ env: ["x"], paths: ["a"] })],
  [["run", "--env=x"], run({ env: ["x"] })],
  [["run", "-e", "x"], run({ env: ["x"] })],
  [["run", "-e=x"], run({ env: ["x"] })],
  [["run", "--env", "x", "--env", "y"], run({ env: ["x", "y"] })],
  [
    ["run", "--var", "a=1", "--var=b=2=3", "--var", "c="],
    run({ vars: [["a", "1"], ["b", "2=3"], ["c", ""]] }),
  ],
  [["run", "--env-var", "a=-1"], run({ envVars: [["a", "-1"]] })],
  [["run", "--bail", "true"], run({ bail: true, paths: ["true"] })],
  [
    ["run", "--no-cookies", "false"],
    run({ noCookies: true, paths: ["false"] }),
  ],
  [["run", "5"], run({ paths: ["5"] })],
  [["run", "--env", "-1"], run({ env: ["-1"] })],
  [["run", "--output", "-"], run({ output: "-" })],
  [["run", "--bail", "a"], run({ bail: true, paths: ["a"] })],
  [["run", "--verbose"], run({ verbose: "all" })],
  [["run", "-v"], run({ verbose: "all" })],
  [["run", "--verbose=failed"], run({ verbose: "failed" })],
  [["run", "--verbose=failed", "-v"], run({ verbose: "all" })],
  [["run", "-v", "failed"], run({ verbose: "all", paths: ["failed"] })],
  [["run", "--timeout", "0"], run({ timeout: 0 })],
  [
    ["run", "--wait-for", "{{a}}/b,c", "--wait-for=d", "--wait-timeout=5"],
    run({ waitFor: ["{{a}}/b,c", "d"], waitTimeout: 5 }),
  ],
  [
    ["run", "--connect-timeout", "5", "--idle-timeout=6"],
    run({ connectTimeout: 5, idleTimeout: 6 }),
  ],
  [["run", "--output", "a.bin"], run({ output: "a.bin" })],
  [["run", "--insecure"], run({ insecure: true })],
  [["run", "--insecure", "a"], run({ insecure: true, paths: ["a"] })],
  [["run", "--insecure=a, b"], run({ insecure: ["a", "b"] })],
  [["run", "--allow-net"], run({ allowNet: true })],
  [["run", "--allow-net=a,b:80"], run({ allowNet: ["a", "b:80"] })],
  [["run", "--allow-net=a", "--allow-net=b"], run({ allowNet: ["a", "b"] })],
  [["run", "--allow-net=a", "--allow-net"], run({ allowNet: true })],
  [["run", "--deny-net", "a,b"], run({ denyNet: ["a", "b"] })],
  [["run", "--allow-env"], run({ allowEnv: true })],
  [["run", "--allow-env=HOME"], run({ allowEnv: ["HOME"] })],
  [["run", "--allow-read", "/tmp,x"], run({ allowRead: ["/tmp", "x"] })],
  [
    ["run", "--reporter", "dots", "--reporter", "github"],
    run({ console: "dots", reporters: [{ kind: "github" }] }),
  ],
  [["run", "-q"], run({ quiet: true })],
  [["run", "--silent"], run({ quiet: true })],
  [
    ["report", "a.json", "b.json", "--reporter", "html=-"],
    {
      kind: "report",
      options: {
        files: ["a.json", "b.json"],
        reporters: [{ kind: "html", file: "-" }],
      },
    },
  ],
  [
    ["run", "--reporter", "json=a.json", "--reporter=junit=b.xml"],
    run({
      reporters: [
        { kind: "json", file: "a.json" },
        { kind: "junit", file: "b.xml" },
      ],
    }),
  ],
  [["run", "--undefined", "keep"], run({ undefined: "keep" })],
  [["run", "--seed", "-7"], run({ seed: "-7" })],
  [["run", "--now", "2026-01-31"], run({ now: Date.UTC(2026, 0, 31) })],
  [
    ["run", "--now", "2026-01-31T12:00:00+01:00"],
    run({ now: Date.UTC(2026, 0, 31, 11) }),
  ],
  [
    ["run", "--prompt", "One-time code=123"],
    run({ prompts: new Map([["One-time code", "123"]]) }),
  ],
  [
    ["run", "--prompt", "Is a=b?=yes"],
    run({ prompts: new Map([["Is a=b?", "yes"], ["Is a", "b?=yes"]]) }),
  ],
  [
    ["run", "--tags", "a,b", "--exclude-tags", "c"],
    run({ tags: ["a", "b"], excludeTags: ["c"] }),
  ],
  [
    ["run", "--data", "d.csv", "--delay", "5"],
    run({ data: "d.csv", delay: 5 }),
  ],
  [
    ["run", "--iterations", "3"],
    run({ iterations: 3 }),
  ],
  [
    ["run", "--retry", "2", "--retry-delay", "10", "--retry-all"],
    run({ retry: 2, retryDelay: 10, retryAll: true }),
  ],
  [
    ["run", "--script-timeout", "10", "--script-memory", "8"],
    run({ scriptTimeout: 10, scriptMemory: 8 }),
  ],
  [
    ["run", "--trust-scripts", "--allow-empty", "--http2"],
    run({ trustScripts: true, allowEmpty: true, http2: true }),
  ],
  [["run", "-e", "a", "--save-env"], run({ env: ["a"], saveEnv: true })],
  [["run", "--no-cookies"], run({ noCookies: true })],
  [["run", "--cookie-jar", "c.txt"], run({ cookieJar: "c.txt" })],
  [["run", "--ca", "a", "--ca", "b"], run({ ca: ["a", "b"] })],
  [["run", "--proxy", "http://p"], run({ proxy: "http://p" })],
  [["run", "--no-proxy"], run({ noProxy: true })],
  [["run", "--max-response-size", "1"], run({ maxResponseSize: 1 })],
  [["run", "--print-hosts"], run({ printHosts: true })],
  [["run", "--color"], run({ color: true })],
  [["run", "--no-color"], run({ color: false })],
  [
    ["render", "a.yml", "--var", "a=1"],
    {
      kind: "render",
      options: {
        ...COMMAND_DEFAULTS,
        paths: ["a.yml"],
        vars: [["a", "1"]],
        provenance: false,
        reveal: false,
        format: "text",
      },
    },
  ],
  [["init"], { kind: "init", options: { folder: ".", onlyTypes: false } }],
  [["init", "--types"], {
    kind: "init",
    options: { folder: ".", onlyTypes: true },
  }],
  [["init", "x"], { kind: "init", options: { folder: "x", onlyTypes: false } }],
  [["demo"], { kind: "demo", options: { serve: false, port: 0 } }],
  [["demo", "--serve"], {
    kind: "demo",
    options: { serve: true, port: 4747 },
  }],
  [["demo", "--port", "1"], {
    kind: "demo",
    options: { serve: false, port: 1 },
  }],
];

const refusals: [line: string[], message: string][] = [
  [
    ["test", "my-api"],
    'Cannot use "test": not a command (did you mean "brace run"?)',
  ],
  [["ls"], 'Cannot use "ls": not a command (did you mean "brace list"?)'],
  [["lint"], 'Cannot use "lint": not a command (did you mean "brace check"?)'],
  [
    ["convert"],
    'Cannot use "convert": not a command (did you mean "brace import"?)',
  ],
  [["new"], 'Cannot use "new": not a command (did you mean "brace init"?)'],
  [["gui"], 'Cannot use "gui": not a command (did you mean "brace open"?)'],
  [["rn"], 'Cannot use "rn": not a command (did you mean "brace run"?)'],
  [
    ["xyz"],
    'Cannot use "xyz": not a command (to run a collection, write "brace run xyz")',
  ],
  [
    ["help", "rum"],
    'Cannot help with "rum": neither a command nor a topic (did you mean "brace help run"?)',
  ],
  [["help", "xyz"], 'Cannot help with "xyz": neither a command nor a topic'],
  [
    ["format"],
    'Cannot use "format": not a command (did you mean "brace help format"?)',
  ],
  [
    ["users/a.yml"],
    'Cannot use "users/a.yml": not a command (did you mean "brace run users/a.yml"?)',
  ],
  [
    ["--bail"],
    'Cannot use "--bail": flags follow a command, "brace run --bail"',
  ],
  [
    ["run", "--bial"],
    'Cannot use "--bial": "brace run" has no such flag (did you mean "--bail"?)',
  ],
  [
    ["--versoin"],
    'Cannot use "--versoin": there is no such flag (did you mean "--version"?)',
  ],
  [["run", "--tags", ","], 'Cannot use "--tags ,": it lists nothing'],
  [["run", "--deny-net=,"], 'Cannot use "--deny-net ,": it lists nothing'],
  [
    ["run", "--allow-net="],
    'Cannot use "--allow-net": it needs a value, "--allow-net[=HOST,…]"',
  ],
  [
    ["run", "--reporter", "json"],
    'Cannot use "--reporter json": it names no file, write "--reporter json=FILE", or "--reporter json=-" for standard output',
  ],
  [
    ["run", "--reporter", "json="],
    'Cannot use "--reporter json=": it names no file, write "--reporter json=FILE", or "--reporter json=-" for standard output',
  ],
  [["run", "--zzzz"], 'Cannot use "--zzzz": "brace run" has no such flag'],
  [
    ["run", "-x"],
    'Cannot use "-x": "brace run" has no such flag, to exit with 0 although requests fail, write brace run … || true in the shell',
  ],
  [
    ["run", "-undefined", "keep"],
    'Cannot use "-undefined": "brace run" has no such flag (did you mean "--undefined"?)',
  ],
  [
    ["render", "--bail"],
    'Cannot use "--bail": "brace render" has no such flag',
  ],
  [["run", "--env"], 'Cannot use "--env": it needs a value, "--env NAME"'],
  [["check", "--env="], 'Cannot use "--env": it needs a value, "--env NAME"'],
  [
    ["run", "--env", "--bail"],
    'Cannot use "--env": it needs a value, "--env NAME"',
  ],
  [
    ["run", "--verbose=fialed"],
    'Cannot use "--verbose fialed": not one of failed (did you mean "failed"?)',
  ],
  [["run", "--bail=1"], 'Cannot use "--bail=1": "--bail" takes no value'],
  [
    ["run", "--var", "hunter2"],
    'Cannot use "--var": its value has no "=", write "--var NAME=VALUE"',
  ],
  [
    ["run", "--var", "=x"],
    'Cannot use "--var": its value has nothing before its "=", write "--var NAME=VALUE"',
  ],
  [
    ["run", "--timeout", "abc"],
    'Cannot use "--timeout abc": not a whole number of milliseconds',
  ],
  [
    ["run", "--slow", "0.5s"],
    'Cannot use "--slow 0.5s": not a whole number of milliseconds, write 500',
  ],
  [
    ["send", "a", "--idle", "5s"],
    'Cannot use "--idle 5s": not a whole number of milliseconds, write 5000',
  ],
  [
    ["run", "--wait-timeout", "2 min"],
    'Cannot use "--wait-timeout 2 min": not a whole number of milliseconds, write 120000',
  ],
  [
    ["run", "--delay", "250ms"],
    'Cannot use "--delay 250ms": not a whole number of milliseconds, write 250',
  ],
  [
    ["run", "--timeout", "5 apples"],
    'Cannot use "--timeout 5 apples": not a whole number of milliseconds',
  ],
  [
    ["run", "--timeout", "0.0001s"],
    'Cannot use "--timeout 0.0001s": not a whole number of milliseconds',
  ],
  [
    ["run", "--max-response-size", "5m"],
    'Cannot use "--max-response-size 5m": not a whole number of MiB',
  ],
  [["run", "--retry", "5s"], 'Cannot use "--retry 5s": not a whole number'],
  [["run", "--timeout", "-1"], 'Cannot use "--timeout -1": less than 0'],
  [
    ["run", "--prompt", "Code"],
    'Cannot use "--prompt": its value has no "=", write "--prompt TEXT=VALUE"',
  ],
  [
    ["run", "--reporter=json=-", "--reporter=junit=-"],
    'Cannot use "--reporter junit=-": another report goes to standard output',
  ],
  [
    ["run", "--reporter=json=-", "--output=-"],
    'Cannot use "--output -" with a report on standard output: both go there',
  ],
  [
    ["run", "--reporter=dots", "--reporter=pretty"],
    'Cannot use "--reporter dots" with "--reporter pretty": the console has one report',
  ],
  [
    ["run", "--reporter=dots=a"],
    'Cannot use "--reporter dots=a": it is printed, not written, leave out "=a"',
  ],
  [
    ["run", "-q", "-v"],
    'Cannot use "--quiet" with "--verbose": they contradict each other',
  ],
  [
    ["run", "-q", "--reporter=dots"],
    'Cannot use "--reporter dots" with "--quiet": nothing is printed',
  ],
  [
    ["report", "a.json"],
    'Cannot report: nothing says what to write, add "--reporter KIND=FILE"',
  ],
  [
    ["report", "--reporter=junit=a"],
    "Cannot report: no JSON report is given",
  ],
  [
    ["report", "a.json", "--reporter=dots"],
    'Cannot use "--reporter dots": nothing runs, write "--reporter KIND=FILE"',
  ],
  [
    ["run", "--reporter=json=a", "--reporter=junit=a"],
    'Cannot use "--reporter junit=a": another report goes into that file',
  ],
  [
    ["run", "--timeout", "2147483648"],
    'Cannot use "--timeout 2147483648": greater than 2147483647',
  ],
  [["run", "--iterations", "0"], 'Cannot use "--iterations 0": less than 1'],
  [
    ["run", "--undefined", "empt"],
    'Cannot use "--undefined empt": not one of error, keep, empty (did you mean "empty"?)',
  ],
  [
    ["run", "--reporter", "jsn=x"],
    'Cannot use "--reporter jsn": not one of json, ndjson, junit, tap, github, markdown, har, html, pretty, compact, dots, failures (did you mean "json"?)',
  ],
  [
    ["run", "--reporter", "cli,junit"],
    'Cannot use "--reporter cli,junit": Brace has no such reporter, write --reporter junit=FILE',
  ],
  [
    ["run", "--reporter", "junit=x.xml,html=y.html"],
    'Cannot use "--reporter junit=x.xml,html=y.html": repeat the flag for each report, write --reporter junit=x.xml --reporter html=y.html',
  ],
  [
    ["run", "--reporter=junit:report.xml"],
    'Cannot use "--reporter junit:report.xml": its file follows a "=", write --reporter junit=report.xml',
  ],
  [
    ["run", "--reporter=junit:"],
    'Cannot use "--reporter junit:": its file follows a "=", write --reporter junit=FILE',
  ],
  [
    ["run", "--reporter", "htmlextra=a.html"],
    'Cannot use "--reporter htmlextra=a.html": Brace has no such reporter, write --reporter html=FILE',
  ],
  [
    ["run", "--now", "2026-02-30"],
    'Cannot use "--now 2026-02-30": not an ISO 8601 time such as "2026-01-31T12:00:00Z"',
  ],
  [
    ["run", "--now", "2026-01-31T12:00"],
    'Cannot use "--now 2026-01-31T12:00": not an ISO 8601 time such as "2026-01-31T12:00:00Z"',
  ],
  [
    ["run", "--color", "--no-color"],
    'Cannot use "--color" with "--no-color": they contradict each other',
  ],
  [
    ["run", "--data", "rows.csv", "--iterations", "2"],
    'Cannot use "--data" with "--iterations": they contradict each other',
  ],
  [
    ["run", "--save-env"],
    'Cannot use "--save-env" without "--env": no environment is selected that could be saved',
  ],
  [["run", "--jobs", "0"], 'Cannot use "--jobs 0": less than 1'],
  [["run", "--jobs", "all"], 'Cannot use "--jobs all": not a whole number'],
  ...["0/2", "3/2", "2", "1/x", "1.5/2", "/", "-1/2"].map((
    text,
  ): [string[], string] => [
    ["run", "--shard", text],
    `Cannot use "--shard ${text}": write which one, counted from 1, and how many, "--shard 2/4"`,
  ]),
  [
    ["run", "--save-env", "--env", "a", "--jobs", "2"],
    'Cannot use "--save-env" with "--jobs": groups that run apart do not share variables',
  ],
  [
    ["run", "--save-env", "--env", "a", "--shard", "1/2"],
    'Cannot use "--save-env" with "--shard": groups that run apart do not share variables',
  ],
  [
    ["import", "api.json", "api"],
    'Cannot use "api": too many words for "brace import FILE|FOLDER|URL|COMMAND|- [flags]" (did you mean "-o api"?)',
  ],
  [
    ["version"],
    'Cannot use "version": not a command (did you mean "brace --version"?)',
  ],
  [
    ["export", "shop"],
    'Cannot export "shop": the format comes first, brace export postman shop (use one of postman, bru, artillery)',
  ],
  [
    ["export", "Shop API"],
    'Cannot export "Shop API": the format comes first, brace export postman "Shop API" (use one of postman, bru, artillery)',
  ],
  [
    ["export", "postmann"],
    'Cannot export to "postmann": use one of postman, bru, artillery (did you mean "postman"?)',
  ],
  [
    ["export", "Bruno", "shop"],
    'Cannot export to "Bruno": use one of postman, bru, artillery (did you mean "bru"?)',
  ],
  [
    ["export", "opencollection", "my shop"],
    'Cannot export to "opencollection": Brace\'s own format is what an import writes (write brace import "my shop" --output FOLDER)',
  ],
  [
    ["export", "curl", "my shop"],
    'Cannot export to "curl": brace render writes requests in this form (write brace render "my shop" --as curl)',
  ],
  [
    ["export", "python"],
    'Cannot export to "python": brace render writes requests in this form (write brace render . --as python)',
  ],
  [
    ["export", "shop", "other"],
    'Cannot export to "shop": use one of postman, bru, artillery',
  ],
  [
    ["export", "postman", "shop", "--env", "a"],
    'Cannot use "--env" with "export postman": an export contains all environments',
  ],
  [
    ["send", "a", "-H", "secret"],
    `Cannot use a header (-H, --header): it has no name before a ":", write -H 'NAME: VALUE'`,
  ],
  [["demo", "x"], 'Cannot use "x": too many words for "brace demo [flags]"'],
  [
    ["demo", "--port", "65536"],
    'Cannot use "--port 65536": greater than 65535',
  ],
  [
    ["init", "a", "b"],
    'Cannot use "b": too many words for "brace init [folder] [flags]"',
  ],
];

/** Without the members that are undefined. */
function given(command: Parsed): unknown {
  const compact = (object: object) =>
    Object.fromEntries(
      Object.entries(object).filter(([, value]) => value !== undefined),
    );
  return "options" in command
    ? { kind: command.kind, options: compact(command.options) }
    : compact(command);
}

describe("parseCommand", () => {
  for (const [line, command] of commands) {
    it(`reads "brace ${line.join(" ")}"`, async () => {
      assertEquals(given(await parsed(line)), given(command));
    });
  }

  for (const [line, message] of refusals) {
    it(`refuses "brace ${line.join(" ")}"`, async () => {
      const error = await assertRejects(() => parsed(line), UsageError);
      assertEquals(error.diagnostics.map((d) => [d.code, d.message]), [
        ["USAGE", message],
      ]);
    });
  }
});
