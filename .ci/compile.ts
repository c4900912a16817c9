// Compiles Brace to one binary: deno task compile [--target T] [--output FILE]
// Arguments go to deno compile, before the entry point.

import { fromFileUrl } from "@std/path/from-file-url";

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

const output = Deno.args.some((arg) => /^(-o|--output)(=|$)/.test(arg))
  ? []
  : ["--output", "dist/brace"];

// With lazy dynamic imports, which make the program start faster from source,
// the compiler would leave out every module that is imported dynamically.
const root = new URL("..", import.meta.url);
const config = JSON.parse(
  await Deno.readTextFile(new URL("deno.json", root)),
);
delete config.unstable;
const configFile = await Deno.makeTempFile({
  dir: fromFileUrl(root),
  prefix: ".compile-",
  suffix: ".json",
});
try {
  await Deno.writeTextFile(configFile, JSON.stringify(config));
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      "--config",
      configFile,
      ...PERMISSIONS,
      "--include",
      "fixtures/example",
      "--exclude-unused-npm",
      ...output,
      ...Deno.args,
      "cli.ts",
    ],
    cwd: root,
  }).spawn().status;
  Deno.exitCode = code;
} finally {
  await Deno.remove(configFile);
}
