import process from "node:process";
import { measuredAlone } from "./alone.ts";
import type { Row } from "./row.ts";

/** Runs of a round. */
const TIMES = 100;
/** So many that the one run which they belong to does not count. */
const ITERATIONS = 200;
const ROUNDS = 15;

/** One more run of an opened collection against one more iteration of a run: processor time, each alone in turns. */
export async function rows(): Promise<Row[]> {
  const text = await measuredAlone(
    import.meta.url,
    () => Response.json({ id: 7 }),
  );
  const { run, memory } = JSON.parse(text);
  return [
    { name: "one more run : one more iteration", ratio: run, limit: 1.5 },
    {
      name: "heap after 1,000 runs : after 300",
      ratio: memory,
      limit: 1.5,
    },
  ];
}

const FILES: Readonly<Record<string, string>> = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Bench}\n",
  "create.yml": `info: {name: Create, type: http, seq: 1}
http: {method: POST, url: "{{baseUrl}}/users", body: {type: json, data: '{"admin": {{admin}}}'}}
runtime:
  scripts:
    - {type: before-request, code: 'client.setVar("admin", true)'}
    - {type: after-response, code: 'client.setVar("user", res.body)'}
  assertions: [{expression: res.status, operator: eq, value: "200"}]
`,
  "read.yml": `info: {name: Read, type: http, seq: 2}
http: {method: GET, url: "{{baseUrl}}/users/{{user.id}}"}
runtime:
  scripts:
    - {type: tests, code: 'test("is there", () => expect(res.status).to.equal(200))'}
`,
};

async function measure(
  baseUrl: string,
): Promise<{ run: number; memory: number }> {
  const { openCollection } = await import("../../run.ts");
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    await using opened = await openCollection(folder, {
      variables: { baseUrl },
    });
    const runs = async () => {
      for (let i = 0; i < TIMES; i++) mustPass(await opened.run());
    };
    const iterations = async () =>
      mustPass(await opened.run({ iterations: ITERATIONS }));
    const subjects = [runs, iterations];
    const times: number[][] = subjects.map(() => []);
    const heaps: number[] = [];
    // The first rounds compile.
    for (let round = -2; round < ROUNDS; round++) {
      for (const [index, subject] of subjects.entries()) {
        const before = processorTime();
        await subject();
        if (round >= 0) times[index].push(processorTime() - before);
      }
      heaps.push(Deno.memoryUsage().heapUsed);
    }
    const [run, iteration] = times.map(median);
    return {
      run: run / TIMES / (iteration / ITERATIONS),
      memory: median(heaps.slice(-5)) / median(heaps.slice(0, 5)),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function mustPass({ exitCode }: { readonly exitCode: number }): void {
  if (exitCode !== 0) throw new Error(`the run ended with ${exitCode}`);
}

/** Milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1];
}

if (import.meta.main) {
  console.error(JSON.stringify(await measure(Deno.args[0])));
}
