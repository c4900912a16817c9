// Compiles Brace to one binary: deno task compile [--target T] [--output FILE]
// Arguments go to deno compile, before the entry point.

import { parseArgs } from "@std/cli/parse-args";

/**
 * What the binary may do. It reads collections, sends requests, writes reports
 * and reads the process environment, wherever the user points it; which hosts,
 * files and variables a run may touch is Brace's own policy. No subprocesses,
 * no native code, no system information, and never a prompt.
 */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-env",
];

/** Room for what start-up allocates, in MiB: V8 begins with one and collects garbage again and again. */
const V8_FLAGS = "--v8-flags=--min-semi-space-size=16";

const { output } = parseArgs(Deno.args, {
  string: ["output"],
  alias: { output: "o" },
});

const { code } = await new Deno.Command(Deno.execPath(), {
  args: [
    "compile",
    ...PERMISSIONS,
    V8_FLAGS,
    "--include",
    "fixtures/example",
    "--exclude-unused-npm",
    ...(output === undefined ? ["--output", "dist/brace"] : []),
    ...Deno.args,
    "cli.ts",
  ],
  cwd: new URL("..", import.meta.url),
}).spawn().status;
Deno.exit(code);
