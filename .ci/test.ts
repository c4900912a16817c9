// Runs the tests, with the command line as it is published: deno task test [FILES]
// Its processes start in half the time that the sources take. What follows
// goes to deno test.

import { fromFileUrl } from "@std/path/from-file-url";
import { build } from "./build.ts";

const built = await Deno.makeTempDir({ prefix: "brace-tests-" });
let code: number;
try {
  await build(built);
  ({ code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--doc",
      "--parallel",
      "--reporter=dot",
      "-A",
      "--sanitize-ops",
      "--sanitize-resources",
      ...Deno.args,
    ],
    cwd: fromFileUrl(new URL("..", import.meta.url)),
    env: { BRACE_CLI: `${built}/cli.js` },
  }).spawn().status);
} finally {
  await Deno.remove(built, { recursive: true });
}
Deno.exit(code);
