import { fromFileUrl } from "@std/path/from-file-url";
import { BRACE_FLAGS } from "../../.ci/flags.ts";
import { build } from "../../.ci/build.ts";
import { cpuOf, peakOf } from "./process_figures.ts";
import type { Row } from "./row.ts";
import { quartiles, type Timed } from "./timed.ts";

const AUTHORITY = fromFileUrl(
  new URL("../../fixtures/tls/ca.crt", import.meta.url),
);

const FLOOR = `const [url, count] = Deno.args;
for (let n = 0; n < Number(count); n++) await (await fetch(url)).text();
`;

/**
 * The built command line, started as the README installs it, against the floor:
 * a bare loop of fetch in an empty script, with the same requests.
 */
export async function rows(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  // In a process of its own: its time is nobody's.
  const server = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-net",
      "--allow-read",
      fromFileUrl(new URL("server.ts", import.meta.url)),
    ],
    stdout: "piped",
  }).spawn();
  const { value } = await server.stdout.pipeThrough(new TextDecoderStream())
    .getReader().read();
  const urls = value!.trim().split(" ");
  try {
    await build(`${folder}/built`);
    for (const [path, text] of files(urls)) {
      await Deno.mkdir(`${folder}/${path.replace(/[^/]*$/, "")}`, {
        recursive: true,
      });
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    return [
      ...await times(folder, urls),
      ...await long(folder, urls[0]),
      ...await peaks(folder),
    ];
  } finally {
    server.kill();
    await server.status;
    await Deno.remove(folder, { recursive: true });
  }
}

async function times(
  folder: string,
  [url, secureUrl]: readonly string[],
): Promise<Row[]> {
  const brace = (...args: string[]): Timed => ({
    args: [
      "run",
      ...BRACE_FLAGS,
      "--no-config",
      `${folder}/built/cli.js`,
      ...args,
    ],
    cwd: folder,
    // Deno keeps V8's code cache for one set of flags at a time.
    cache: `${folder}/cache-brace`,
  });
  const script = (...args: string[]): Timed => ({
    args: ["run", "--no-config", "--allow-net", ...args],
    cwd: folder,
    cache: `${folder}/cache-plain`,
  });
  const floor = (count: number) => script("floor.ts", url, String(count));
  const pairs: [name: string, ours: Timed, base: Timed, limit: number][] = [
    ["--version : empty script", brace("--version"), script("empty.ts"), 1.25],
    [
      "--version : empty script, without any flag",
      script(`${folder}/built/cli.js`, "--version"),
      script("empty.ts"),
      1.9,
    ],
    ["1 request : floor", brace("run", "plain.yml"), floor(1), 1.9],
    [
      "1 request with scripts, assertion and test : floor",
      brace("run", "scripted.yml"),
      floor(1),
      3,
    ],
    [
      "200 requests with scripts : floor",
      brace("run", "many.yml"),
      floor(200),
      6.3,
    ],
    [
      "1 request over https : floor over https",
      brace("run", "secure.yml", "--ca", AUTHORITY),
      script(`--cert=${AUTHORITY}`, "floor.ts", secureUrl, "1"),
      2.2,
    ],
    [
      "one file among 5,000 : in a collection of one",
      brace("run", "large/one.yml"),
      brace("run", "small/one.yml"),
      3.5,
    ],
    [
      "2,000 requests, each unresolved : resolved and sent",
      {
        ...brace("run", "unresolved.yml", "--reporter", "json=a.json"),
        fails: true,
      },
      brace("run", "resolved.yml", "--reporter", "json=b.json"),
      2,
    ],
  ];
  const rows: Row[] = [];
  for (const [name, ours, base, limit] of pairs) {
    const [a, b] = await quartiles([ours, base]);
    rows.push({
      name: `${name} (${Math.round(a)} : ${Math.round(b)} ms)`,
      ratio: a / b,
      limit,
    });
  }
  return rows;
}

/**
 * The processor time of a request, one after the other, against the floor's:
 * what 20,000 take without what one takes, so that neither program's start
 * counts. The server's time counts for neither. In the first row the file has
 * 20,000 requests, and reading them counts; in the second it has one.
 */
async function long(folder: string, url: string): Promise<Row[]> {
  const brace = (...args: string[]) => [
    ...BRACE_FLAGS,
    "--no-config",
    "built/cli.js",
    "run",
    ...args,
  ];
  const floor = (count: string) => [
    "--no-config",
    "--allow-net",
    "floor.ts",
    url,
    count,
  ];
  const each = async (many: string[], one: string[]) =>
    await cpuOf(["run", ...many], folder) -
    await cpuOf(["run", ...one], folder);
  const start = brace("plain.yml");
  const ratios: [file: number[], iterations: number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    const base = await each(floor("20000"), floor("1"));
    const runs = [brace("long.yml"), brace("plain.yml", "--iterations=20000")];
    for (const [at, many] of runs.entries()) {
      ratios[at].push(await each(many, start) / base);
    }
  }
  const [file, iterations] = ratios.map((all) => all.sort((a, b) => a - b)[2]);
  return [
    {
      name: "processor time of each of 20,000 requests in one file : floor's",
      ratio: file,
      limit: 2,
    },
    {
      name: "of each of 20,000 iterations of one request : floor's",
      ratio: iterations,
      limit: 1.6,
    },
  ];
}

async function peaks(folder: string): Promise<Row[]> {
  const peak = (...args: string[]) =>
    peakOf([
      "run",
      ...BRACE_FLAGS,
      "--no-config",
      `${folder}/built/cli.js`,
      "run",
      ...args,
    ], folder);
  // The first run compiles, and fills Deno's caches.
  const first = await peak("many.yml");
  const few = await peak("many.yml");
  const many = await peak(
    "many.yml",
    "--iterations=100",
    "--reporter=json=a.json",
    "--reporter=junit=a.xml",
    "--reporter=html=a.html",
  );
  return [
    {
      name: `peak memory of 200 requests, ${few} MiB : 92 MiB`,
      ratio: few / 92,
      limit: 1,
    },
    {
      name: `of 200, without Deno's caches, ${first} MiB : 130 MiB`,
      ratio: first / 130,
      limit: 1,
    },
    {
      name: `of 20,000 with json, junit and html, ${many} MiB : 350 MiB`,
      ratio: many / 350,
      limit: 1,
    },
  ];
}

function* files(
  [url, secureUrl]: readonly string[],
): Generator<[path: string, text: string]> {
  yield ["empty.ts", ""];
  yield ["floor.ts", FLOOR];
  yield ["plain.yml", collection([request(url, "plain")])];
  yield ["secure.yml", collection([request(secureUrl, "plain")])];
  yield ["scripted.yml", collection([request(url, "scripted", SCRIPTS)])];
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  yield [
    "many.yml",
    collection(numbers(200).map((n) => request(url, `r${n}`, SCRIPTS))),
  ];
  yield [
    "long.yml",
    collection(numbers(20_000).map((n) => request(url, `r${n}`))),
  ];
  yield [
    "resolved.yml",
    collection(numbers(2000).map((n) => request(url, `r${n}`))),
  ];
  yield [
    "unresolved.yml",
    collection(
      numbers(2000).map((n) => request(`${url}{{missing${n}}}`, `r${n}`)),
    ),
  ];
  for (const [folder, count] of [["small", 0], ["large", 4999]] as const) {
    yield [
      `${folder}/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: Bench}\n",
    ];
    // Whether its variable is a secret, only all files tell.
    yield [
      `${folder}/one.yml`,
      `${file("{{url}}", "one")}  variables: [{name: url, value: "${url}"}]\n`,
    ];
    for (const n of numbers(count)) {
      yield [`${folder}/f${n % 50}/r${n}.yml`, file(url, `r${n}`)];
    }
  }
}

const SCRIPTS = `    scripts:
    - type: before-request
      code: |
        const count = client.getVar("count") ?? 0;
        client.setVar("count", count + 1);
    - type: tests
      code: |
        test("greets the world", () => {
          expect(res.body.hello).to.equal("world");
        });
`;

function collection(requests: readonly string[]): string {
  return `info: {name: Bench}\nitems:\n${requests.join("")}`;
}

function request(url: string, name: string, scripts = ""): string {
  return `- info: {name: ${name}, type: http}
  http: {method: GET, url: "${url}"}
  runtime:
${scripts}    assertions: [{expression: res.status, operator: eq, value: "200"}]
`;
}

function file(url: string, name: string): string {
  return `info: {name: ${name}, type: http}
http: {method: GET, url: "${url}"}
runtime:
  assertions: [{expression: res.status, operator: eq, value: "200"}]
`;
}
