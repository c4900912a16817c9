import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { BRACE_FLAGS } from "../support/brace.ts";
import type { Row } from "./row.ts";

const ROUNDS = 15;
const root = new URL("../../", import.meta.url);

/** Start-up of `deno task brace` against an empty script with the same flags, in turns. */
export async function rows(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const api = serveDemo();
  try {
    await Deno.mkdir(`${folder}/environments`);
    for (const [path, text] of collection(api.url)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const [base, version, help, plain, scripted] = await medians([
      [...BRACE_FLAGS, "fixtures/bench/empty.ts"],
      [...BRACE_FLAGS, "cli.ts", "--version"],
      [...BRACE_FLAGS, "cli.ts", "--help"],
      [...BRACE_FLAGS, "cli.ts", "run", `${folder}/plain.yml`],
      [...BRACE_FLAGS, "cli.ts", "run", `${folder}/scripted.yml`],
    ]);
    return [
      {
        name: "brace --version / empty script",
        ratio: version / base,
        limit: 1.5,
      },
      { name: "brace --help / empty script", ratio: help / base, limit: 1.5 },
      {
        name: "run of one request / empty script",
        ratio: plain / base,
        limit: 7.5,
      },
      {
        name: "run of one request with a script / empty script",
        ratio: scripted / base,
        limit: 10.5,
      },
    ];
  } finally {
    await api.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

function collection(url: string): [path: string, text: string][] {
  const request = (name: string, rest: string) =>
    `info: {name: ${name}, type: http}
http: {method: GET, url: "${url}/users"}
runtime:
  assertions: [{expression: res.status, operator: eq, value: "200"}]
${rest}`;
  return [
    ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: Bench}\n"],
    ["plain.yml", request("plain", "")],
    [
      "scripted.yml",
      request(
        "scripted",
        `  scripts:
    - type: tests
      code: 'test("a list", () => { expect(res.body).to.be.an("array"); });'
`,
      ),
    ],
  ];
}

/** Runs the programs in turns, so that a busy machine slows all alike; gives each one's median in milliseconds. */
async function medians(programs: string[][]): Promise<number[]> {
  const times: number[][] = programs.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, args] of programs.entries()) {
      const start = performance.now();
      const { success, stdout, stderr } = await new Deno.Command(
        Deno.execPath(),
        { args: ["run", ...args], cwd: root },
      ).output();
      const time = performance.now() - start;
      if (!success) {
        const text = new TextDecoder();
        throw new Error(text.decode(stdout) + text.decode(stderr));
      }
      // The first round fills Deno's caches.
      if (round >= 0) times[i].push(time);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[ROUNDS >> 1]);
}
