// The engine under the real Artillery, which npm installs (590 MB, some
// minutes): deno run -A .ci/artillery/run_real.ts [REQUESTS]
// Loads a server of this process with an exported project, and compares what
// the server counted with what Artillery reports.

import { fromFileUrl } from "@std/path/from-file-url";
import { BRACE_FLAGS } from "../flags.ts";
import { runProgram } from "../release/run_program.ts";

const REQUESTS = Number(Deno.args[0] ?? 20_000);
/** Requests of the collection, which each virtual user sends. */
const OF_USER = 10;
/** Virtual users that arrive in a second. */
const RATE = 100;

const root = fromFileUrl(new URL("../../", import.meta.url));
const folder = await Deno.makeTempDir({ prefix: "brace-artillery-" });
let counted = 0;
await using server = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen() {} },
  async (request) => {
    counted++;
    await request.body?.cancel();
    return Response.json({ id: 7 });
  },
);
try {
  await writeCollection(`http://127.0.0.1:${server.addr.port}`);
  const project = `${folder}/load`;
  await brace("export", "artillery", `${folder}/api`, "-o", project);
  const { dependencies: { artillery } } = JSON.parse(
    await Deno.readTextFile(`${project}/package.json`),
  );
  // The engine of these sources takes the place of the published one.
  await Deno.writeTextFile(
    `${project}/package.json`,
    JSON.stringify({ private: true, dependencies: { artillery } }),
  );
  await runProgram(
    ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"],
    { cwd: project },
  );
  await Deno.symlink(
    `${root}/.ci/artillery`,
    `${project}/node_modules/artillery-engine-brace`,
  );
  await Deno.writeTextFile(
    `${folder}/brace`,
    `#!/bin/sh\nexec '${Deno.execPath()}' run -q ${
      BRACE_FLAGS.map((flag) => `'${flag}'`).join(" ")
    } '${root}/cli.ts' "$@"\n`,
    { mode: 0o755 },
  );
  const duration = Math.ceil(REQUESTS / OF_USER / RATE);
  const phases = [{ duration, arrivalRate: RATE }];
  await runProgram([
    `${project}/node_modules/.bin/artillery`,
    "run",
    ...["--overrides", JSON.stringify({ config: { phases } })],
    ...["--output", `${folder}/report.json`],
    "load.yml",
  ], {
    cwd: project,
    env: {
      BRACE_BIN: `${folder}/brace`,
      ARTILLERY_DISABLE_TELEMETRY: "true",
    },
  });
  const { aggregate: { counters } } = JSON.parse(
    await Deno.readTextFile(`${folder}/report.json`),
  );
  const expected = duration * RATE * OF_USER;
  const told = {
    server: counted,
    requests: counters["brace.requests"],
    responses: counters["brace.codes.200"],
    assertions: counters["brace.assertions.passed"],
  };
  console.log(`Artillery ${artillery}:`, JSON.stringify(told));
  if (
    Object.values(told).some((count) => count !== expected) ||
    counters["vusers.failed"] !== 0
  ) {
    throw new Error(`Artillery lost requests: ${expected} were to be sent`);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function writeCollection(url: string): Promise<void> {
  await Deno.mkdir(`${folder}/api`);
  await Deno.writeTextFile(
    `${folder}/api/opencollection.yml`,
    "opencollection: 1.0.0\ninfo: {name: Load}\n",
  );
  for (let index = 0; index < OF_USER; index++) {
    await Deno.writeTextFile(
      `${folder}/api/r${index}.yml`,
      `info: {name: Read, type: http, seq: ${index + 1}}
http: {method: GET, url: "${url}/${index}"}
runtime: {assertions: [{expression: res.body.id, operator: eq, value: "7"}]}
`,
    );
  }
}

async function brace(...args: string[]): Promise<void> {
  await runProgram([
    ...[Deno.execPath(), "run", "-q", ...BRACE_FLAGS],
    ...[`${root}/cli.ts`, ...args],
  ]);
}
