// Runs the tests, with the command line as it is published: deno task test [FILES]
// Its processes start in half the time that the sources take. Arguments go on
// to deno test. Prints a line a file, each failure as it happens, then Deno's
// own list of failures and the total.

import { fromFileUrl } from "@std/path/from-file-url";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { build } from "./build.ts";

// "./tests/core/url_test.ts => a URL ... has a host ... ok (3ms)"; the examples
// in documentation are named "./mod.ts#12-20.ts".
const RESULT =
  /^(.+?)(?:[#$][\d-]+\.\w+)? => (.*) \.\.\. (ok|ignored|FAILED)\b/;

const built = await Deno.makeTempDir({ prefix: "brace-tests-" });
let code: number;
try {
  await build(built);
  const tests = new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--doc",
      // Types are checked apart: deno task ok.
      "--no-check",
      "--parallel",
      "-A",
      "--sanitize-ops",
      "--sanitize-resources",
      ...Deno.args,
    ],
    cwd: fromFileUrl(new URL("..", import.meta.url)),
    env: { BRACE_CLI: `${built}/cli.js`, NO_COLOR: "1" },
    stdout: "piped",
  }).spawn();
  const files = new Set<string>();
  for await (
    const line of createInterface({ input: Readable.from(tests.stdout) })
  ) {
    const [, file, name, result] = RESULT.exec(line) ?? [];
    if (file === undefined) {
      console.log(line);
      continue;
    }
    if (!files.has(file)) console.log(file);
    files.add(file);
    if (result === "FAILED") console.log(`  FAILED: ${name}`);
  }
  ({ code } = await tests.status);
} finally {
  await Deno.remove(built, { recursive: true });
}
Deno.exit(code);
