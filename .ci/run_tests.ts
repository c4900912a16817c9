// Runs the tests, with the command line as it is published: deno task test [FILES]
// Its processes start in half the time that the sources take. Arguments go on
// to deno test. Prints a line a file, each failure as it happens, then Deno's
// own list of failures and the total.
//
// Without FILES, short files share a module, and so do the examples in
// documentation, so that fewer of them load the same code again. A name in
// Deno's list then begins with its file.
//
// DENO_JOBS says how many files run at a time. By default more than there are
// cores: many tests wait, for a process, a browser or a limit of time.

import { fromFileUrl } from "@std/path/from-file-url";
import { toFileUrl } from "@std/path/to-file-url";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { build } from "./build.ts";
import { packagesOf } from "./licences/bundled_packages.ts";
import { DOCUMENTED, writeExampleModules } from "./tests/example_modules.ts";
import { writeMainModule } from "./tests/main_module.ts";
import { writeTestModules } from "./tests/test_modules.ts";

// "./tests/core/url_test.ts => a URL ... has a host ... ok (3ms)"; the examples
// in documentation are named "./mod.ts#12-20.ts". In a module of several files,
// it is "../tmp/7_test.ts => tests/core/url_test.ts: a URL ... has a host ... ok",
// and "../tmp/examples_docs_test.ts => docs/library.md: line 12 ... ok".
const RESULT =
  /^(.+?)(?:[#$][\d-]+\.\w+)? => (?:(tests\/[\w/]+_test\.ts|[\w./-]+(?=: line \d)): )?(.*) \.\.\. (ok|ignored|FAILED)\b/;

/**
 * The files that take longest start first, so that none of them is the last one
 * that runs. Those that work rather than wait share a module, as short ones do.
 */
const LONG = [
  ["tools/report/html/browser_test.ts", "open/stories_test.ts"],
  ["hostile/streams_test.ts"],
  ["open/looks_test.ts"],
  [
    "open/auth_form_test.ts",
    "open/browser_test.ts",
    "open/restart_test.ts",
    "open/monkey_test.ts",
  ],
  [
    "hostile/memory_test.ts",
    "hostile/scripts_test.ts",
    "hostile/imports_test.ts",
    "hostile/postman_test.ts",
  ],
  ["cli/hanging_script_test.ts"],
  ["hostile/files_test.ts"],
  ["build_test.ts"],
  ["mcp/promises_test.ts", "mcp/bounds_test.ts"],
  ["lsp/offered_test.ts"],
  ["host/http/transports_test.ts"],
  ["cli/bad_input_test.ts"],
  ["docs/pages_test.ts"],
  ["core/run/stream/running_test.ts"],
  ["host/http/idle_connections_test.ts"],
  ["core/run/groups_test.ts"],
  ["core/request/fetch_request_test.ts"],
  ["core/render/hostile_test.ts"],
  ["cli/watch_test.ts"],
].map((group) => group.map((path) => `tests/${path}`));

/** The folders whose short files take longest together; those of the others fill the end. */
const FIRST = ["hostile", "open", "cli", "host", "lsp", "mcp", "release"]
  .map((path) => `tests/${path}`);

const root = fromFileUrl(new URL("..", import.meta.url));
const work = await Deno.makeTempDir({ prefix: "brace-tests-" });
const MAIN = `${work}/main/cli.js`;
/** Is there as soon as the build is. */
const BUILT = `${work}/built`;

/** Builds the command line, and lists the packages in it. */
async function writeBuild(packages: string): Promise<void> {
  await build(`${work}/cli`, async (chunks) => {
    const names = await packagesOf(chunks);
    await Deno.writeTextFile(packages, JSON.stringify(names));
  });
  await writeMainModule(`${work}/cli`, MAIN);
  await Deno.writeTextFile(BUILT, "");
}

let code: number;
try {
  const packages = `${work}/packages.json`;
  const built = writeBuild(packages);
  const tests = new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      // Types are checked apart: deno task ok.
      "--no-check",
      "--parallel",
      "-A",
      "--sanitize-ops",
      "--sanitize-resources",
      // Room for what tests allocate: V8 begins with one MiB, and collecting it
      // again and again is a tenth of the processor time. Not for what they start.
      "--v8-flags=--min-semi-space-size=16,--max-semi-space-size=32",
      ...Deno.args.length > 0 ? ["--doc", ...Deno.args] : [
        ...await writeTestModules(root, { long: LONG, first: FIRST }, work),
        ...await writeExampleModules(root, DOCUMENTED, work),
      ],
    ],
    cwd: root,
    env: {
      BRACE_CLI: `${work}/cli/cli.js`,
      BRACE_MAIN: toFileUrl(MAIN).href,
      // Tests of the page and of the core begin meanwhile.
      BRACE_BUILT: BUILT,
      // What several files of tests need, made once.
      BRACE_PACKAGES: packages,
      BRACE_TEST_WORK: work,
      DENO_JOBS: Deno.env.get("DENO_JOBS") ??
        `${2 * navigator.hardwareConcurrency + 2}`,
      NO_COLOR: "1",
    },
    stdout: "piped",
  }).spawn();
  built.catch(() => tests.kill());
  const files = new Set<string>();
  for await (
    const line of createInterface({ input: Readable.from(tests.stdout) })
  ) {
    const [, module, shared, name, result] = RESULT.exec(line) ?? [];
    if (module === undefined) {
      console.log(line);
      continue;
    }
    const file = shared ? `./${shared}` : module;
    if (!files.has(file)) console.log(file);
    files.add(file);
    if (result === "FAILED") console.log(`  FAILED: ${name}`);
  }
  ({ code } = await tests.status);
  await built;
} finally {
  await Deno.remove(work, { recursive: true });
}
Deno.exit(code);
