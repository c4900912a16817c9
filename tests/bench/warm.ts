import type { RunCommandOptions } from "../../lib/cli/run/options.ts";
import { measuredAlone } from "./alone.ts";
import type { Row } from "./row.ts";

/** Requests of the shorter run; the longer one has twice as many, so that their difference knows no start. */
const REQUESTS = 300;
const ROUNDS = 24;

/** One more request of a warm run against a bare fetch of the same request, and reading its body. */
export async function rows(): Promise<Row[]> {
  const text = await measuredAlone(
    import.meta.url,
    () => Response.json({ hello: "world", items: [{ id: 1, name: "a" }] }),
  );
  return [{
    name: "request with script, assertion and test : bare fetch",
    ratio: Number(text),
    limit: 6,
  }];
}

function collection(url: string): string {
  return `info: {name: bench, type: http}
http:
  method: GET
  url: "${url}/hello/{{id}}?page={{page}}"
  headers:
    - {name: accept, value: application/json}
    - {name: x-request, value: "{{id}}"}
runtime:
  variables: [{name: page, value: "1"}]
  scripts:
    - type: before-request
      code: |
        const count = client.getVar("count") ?? 0;
        client.setVar("count", count + 1);
        client.setVar("id", "user-" + count);
    - type: tests
      code: |
        test("greets the world", () => {
          expect(res.body.hello).to.equal("world");
        });
  assertions: [{expression: res.status, operator: eq, value: "200"}]
`;
}

async function ratio(url: string): Promise<number> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: Bench}\n",
    );
    const path = `${folder}/request.yml`;
    await Deno.writeTextFile(path, collection(url));
    const options = { paths: [path], allowNet: ["127.0.0.1"] };
    const subjects = [
      () => fetchAll(url),
      () => run({ ...options, iterations: REQUESTS }),
      () => run({ ...options, iterations: 2 * REQUESTS }),
    ];
    const [bare, single, double] = await quartiles(subjects);
    return (double - single) / bare;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function fetchAll(url: string): Promise<void> {
  const headers = { accept: "application/json", "x-request": "user-1" };
  for (let n = 0; n < REQUESTS; n++) {
    const response = await fetch(`${url}/hello/user-1?page=1`, { headers });
    await response.text();
  }
}

async function run(options: Partial<RunCommandOptions>): Promise<void> {
  const { runCommand } = await import("../../lib/cli/run/run_command.ts");
  const { COMMAND_DEFAULTS } = await import("../../lib/cli/run/options.ts");
  const code = await runCommand({ ...COMMAND_DEFAULTS, ...options });
  if (code !== 0) throw new Error(`the run ended with ${code}`);
}

/** Milliseconds of each, called in turns; what disturbs a round only makes it longer. */
async function quartiles(
  subjects: readonly (() => Promise<void>)[],
): Promise<number[]> {
  const times: number[][] = subjects.map(() => []);
  for (let round = -2; round < ROUNDS; round++) {
    // Each begins a round as often as the others: the one before leaves caches warm.
    for (let turn = 0; turn < subjects.length; turn++) {
      const i = (turn + round + subjects.length) % subjects.length;
      const started = performance.now();
      await subjects[i]();
      // The first rounds compile.
      if (round >= 0) times[i].push(performance.now() - started);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[ROUNDS >> 2]);
}

if (import.meta.main) console.error(await ratio(Deno.args[0]));
