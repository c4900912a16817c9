import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe } from "@std/testing/bdd";
import { V8 } from "../../.ci/flags.ts";
import { BRACE_FLAGS, CLI } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { certificate, certificatePath } from "../support/certificates.ts";
import { itNeeds, type Need } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** Milliseconds that a row may take: it ends at once, or never. */
const MAX_ROW_TIME = 60_000;

interface Row {
  readonly name: string;
  readonly needs: readonly Need[];
  /** What the shell runs: `brace` is the program, `all` with all
   * permissions, as Deno wants them for most devices, `$URL` a server's. */
  readonly input: string;
  readonly code: number;
  /** What is printed, to either stream. */
  readonly expected: RegExp;
}

const PIPE: readonly Need[] = ["sh", "mkfifo"];
const DEVICE: readonly Need[] = ["sh", "/dev/zero"];
const ALL = "all run a.yml --var server=$URL";
const ONE = "brace run a.yml --var server=$URL";
const DATA = "brace run data.yml --var server=$URL";
const NO_FILE =
  /^ *error MISSING_PATH: Cannot read "[^"]+": it is a (?:pipe|device), not a file$/m;

/** What needs a shell, standard streams, all permissions, or a process that ends although nobody reads. */
const SHELL =
  /[<>|&;()"'\n]|^all | -(?: |$)|\/dev\/(?!zero)|--(?:reporter|output)/;

const ROWS: readonly Row[] = [
  ...["--data", "--ca", "--global-env", "--cookie-jar"].flatMap((
    flag,
  ): Row[] => [
    {
      name: `a pipe for ${flag}`,
      needs: PIPE,
      input: `${ONE} ${flag} pipe`,
      code: 2,
      expected: NO_FILE,
    },
    {
      name: `a device for ${flag}`,
      needs: DEVICE,
      input: `${ONE} ${flag} /dev/zero`,
      code: 2,
      expected: NO_FILE,
    },
    {
      name: `a link to a device for ${flag}`,
      needs: DEVICE,
      input: `${ONE} ${flag} zero`,
      code: 2,
      expected: NO_FILE,
    },
    {
      name: `a folder for ${flag}`,
      needs: ["sh"],
      input: `${ONE} ${flag} environments`,
      code: 2,
      expected: /"environments": it is a folder$/m,
    },
  ]),
  {
    name: "a pipe for a request",
    needs: PIPE,
    input: "brace run pipe.yml",
    code: 2,
    expected: NO_FILE,
  },
  {
    name: "a device for a request",
    needs: DEVICE,
    input: "brace run /dev/zero",
    code: 2,
    expected: NO_FILE,
  },
  {
    name: "a link to a device for a request",
    needs: DEVICE,
    input: "brace run zero.yml",
    code: 2,
    expected: NO_FILE,
  },
  {
    name: "a pipe that a script reads",
    needs: PIPE,
    input: "brace run script.yml --var server=$URL",
    code: 5,
    expected: /Cannot read\s+"\.\/pipe.js": it is a pipe, not a file/,
  },
  {
    name: "a pipe for a body",
    needs: PIPE,
    input: "brace run body.yml --var server=$URL --var file=pipe",
    code: 3,
    expected: NO_FILE,
  },
  {
    name: "a device for a body",
    needs: DEVICE,
    input:
      "brace run body.yml --var server=$URL --var file=/dev/zero --allow-read /dev/zero",
    code: 3,
    expected: NO_FILE,
  },
  {
    name: "pipes and devices in the collection's folders",
    needs: PIPE,
    input: "brace run . --tags a --var server=$URL",
    code: 0,
    expected: /1 passed/,
  },
  {
    name: "no end of standard input",
    needs: DEVICE,
    input: `${DATA} --data - < /dev/zero`,
    code: 2,
    expected: /^error LIMIT: Cannot read "-": it is longer than 64 MiB/m,
  },
  {
    name: "no end of a process's output",
    needs: ["bash", "/dev/zero"],
    input: `${DATA} --data <(cat /dev/zero)`,
    code: 2,
    expected:
      /^error LIMIT: Cannot read "\/dev\/fd\/\d+": it is longer than 64 MiB/m,
  },
  {
    name: "nothing on standard input",
    needs: ["sh"],
    input: `${DATA} --data - < /dev/null`,
    code: 2,
    expected:
      /^error INVALID_FIELD: Cannot read the data in "-": it has no rows$/m,
  },
  {
    name: "no UTF-8 on standard input",
    needs: ["sh"],
    input: `printf 'n\\n\\377\\n' | ${DATA} --data -`,
    code: 2,
    expected:
      /^error INVALID_FIELD: Cannot read "-": it is not UTF-8 text \(line 2\)$/m,
  },
  {
    name: "an error on standard input",
    needs: ["sh"],
    input: `printf 'a,b\\n1\\n' | ${DATA} --data -`,
    code: 2,
    expected:
      /^error INVALID_FIELD: Cannot read the data in "-": row 1 has 1 field/m,
  },
  {
    name: "CSV on standard input",
    needs: ["sh"],
    input: `printf 'n\\n1\\n2\\n' | ${DATA} --data -`,
    code: 0,
    expected: /2 passed/,
  },
  {
    name: "JSON on standard input",
    needs: ["sh"],
    input:
      `printf '\\357\\273\\277 [{"n":1},{"n":2}]' | ${DATA} --data /dev/stdin`,
    code: 0,
    expected: /2 passed/,
  },
  {
    name: "one JSON object on standard input",
    needs: ["sh"],
    input: `printf '{"n":1}' | ${DATA} --data -`,
    code: 0,
    expected: /1 passed/,
  },
  {
    name: "JSON that is not a row on standard input",
    needs: ["sh"],
    input: `printf '3' | ${DATA} --data -`,
    code: 2,
    expected: /^error /m,
  },
  {
    name: "a process's output for --data",
    needs: ["bash", "/dev/fd"],
    input: `${DATA} --data <(printf 'n\\n1\\n2\\n')`,
    code: 0,
    expected: /2 passed/,
  },
  {
    name: "a process's output for --global-env",
    needs: ["bash", "/dev/fd"],
    input: `${DATA} --global-env <(printf 'variables: [{name: n, value: 1}]')`,
    code: 0,
    expected: /1 passed/,
  },
  {
    name: "an error in a process's output",
    needs: ["bash", "/dev/fd"],
    input: `${DATA} --global-env <(printf 'variables: [')`,
    code: 2,
    expected: /^error YAML_SYNTAX: Cannot read "\/dev\/fd\/\d+"/m,
  },
  {
    name: "a process's output for --ca",
    needs: ["bash", "/dev/fd"],
    input: `${ONE} --ca <(cat "$CA")`,
    code: 0,
    expected: /1 passed/,
  },
  {
    name: "a process's output for --ca, with https",
    needs: ["bash", "/dev/fd"],
    input: 'brace run a.yml --var server=$SECURE --ca <(cat "$CA")',
    code: 0,
    expected: /1 passed/,
  },
  {
    name: "a process's output that is not a certificate",
    needs: ["bash", "/dev/fd"],
    input: `${ONE} --ca <(echo x)`,
    code: 2,
    expected: /^error CERTIFICATE/m,
  },
  {
    name: "a request on standard input",
    needs: ["sh"],
    input: "brace run - < a.yml",
    code: 2,
    expected:
      /^error MISSING_PATH: Cannot select "-": the collection has no such request or\s+folder$/m,
  },
  {
    name: "a disk that is full for --cookie-jar",
    needs: ["sh", "signals"],
    input:
      `trap '' XFSZ; ulimit -f 4; brace run big.yml --var server=$URL --cookie-jar full.txt`,
    code: 2,
    expected: /^error WRITE: Cannot write "full.txt": file too large$/m,
  },
  {
    name: "a device for --output",
    needs: ["sh"],
    input: `${ALL} --output /dev/null`,
    code: 0,
    expected: /1 passed/,
  },
  {
    name: "a full device for --output",
    needs: ["sh", "/dev/full"],
    input: `${ALL} --output /dev/full`,
    code: 4,
    expected:
      /^ *error WRITE: Cannot write "\/dev\/full": no space left on device$/m,
  },
  ...["json", "ndjson", "junit"].map((kind): Row => ({
    name: `a pipe that nobody reads for a report: ${kind}`,
    needs: PIPE,
    input: `${ONE} --reporter ${kind}=pipe`,
    code: 2,
    expected:
      /^error WRITE: Cannot write "pipe": nobody reads this pipe \(start its reader\s+first\)\n$/,
  })),
  ...["json", "ndjson"].map((kind): Row => ({
    name: `a pipe that is read for a report: ${kind}`,
    needs: PIPE,
    input: `cat pipe & ${ONE} --quiet --reporter ${kind}=pipe; wait`,
    code: 0,
    expected: /^\{[^]*"version"[^]*\}\n$/,
  })),
  {
    name: "a pipe that nobody reads for --output",
    needs: PIPE,
    input: `${ONE} --output pipe`,
    code: 4,
    expected: /error WRITE: Cannot write "pipe": nobody reads this pipe/,
  },
  ...["/dev/stdout", "/dev/fd/1"].map((path): Row => ({
    name: `${path} for a report has nothing else`,
    needs: ["sh", "/dev/fd"],
    input: `${ONE} --reporter json=${path} 2> stderr.txt`,
    code: 0,
    expected: /^\{\n {2}"version"[^]*\n\}\n$/,
  })),
  {
    name: "two reports for standard output",
    needs: ["sh"],
    input: `${ONE} --reporter json=/dev/stdout --reporter junit=-`,
    code: 2,
    expected:
      /^error USAGE: Cannot use "--reporter junit=-": another report goes to standard\s+output\n/,
  },
  {
    name: "a full device for a report",
    needs: ["sh", "/dev/full"],
    input: `${ALL} --reporter json=/dev/full`,
    code: 2,
    expected:
      /^error WRITE: Cannot write "\/dev\/full": no space left on device$/m,
  },
];

const FILES: Record<string, string> = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Hostile}\n",
  "environments/local.yml": "name: local\n",
  "a.yml":
    'info: {name: a, tags: [a]}\nhttp: {method: GET, url: "{{server}}/a"}\n',
  "big.yml": 'info: {name: big}\nhttp: {method: GET, url: "{{server}}/big"}\n',
  "data.yml":
    'info: {name: data}\nhttp: {method: GET, url: "{{server}}/{{n}}"}\n',
  "body.yml":
    'info: {name: body}\nhttp: {method: POST, url: "{{server}}/a", body: {type: file, data: [{filePath: "{{file}}", selected: true}]}}\n',
  "script.yml":
    'info: {name: script}\nhttp: {method: GET, url: "{{server}}/a"}\nruntime: {scripts: [{type: before-request, code: \'require("./pipe.js")\'}]}\n',
};

describe("files that are not files", () => {
  let cwd: string;
  let server: RecordingServer;
  let secure: RecordingServer;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ target }) => ({
      body: "x",
      ...(target === "/big" &&
        { headers: [["Set-Cookie", `a=${"x".repeat(4000)}`]] }),
    }));
    secure = recordingServer(undefined, { tls: await certificate() });
    await Deno.mkdir(`${cwd}/environments`);
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    if (Deno.build.os === "windows") return;
    await Deno.symlink("/dev/zero", `${cwd}/zero`);
    await Deno.symlink("/dev/zero", `${cwd}/zero.yml`);
    const args = ["pipe", "pipe.js", "pipe.yml"].map((it) => `${cwd}/${it}`);
    try {
      await new Deno.Command("mkfifo", { args }).output();
    } catch (error) {
      // Where the program is missing, what wants it is skipped.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  });
  afterAll(async () => {
    await server.close();
    await secure.close();
    await Deno.remove(cwd, { recursive: true });
  });

  async function run(shell: string, input: string) {
    const flags = BRACE_FLAGS.map((flag) => `'${flag}'`).join(" ");
    const { code, stdout, stderr } = await new Deno.Command(shell, {
      args: [
        "-c",
        `brace() { "$DENO" run --quiet ${flags} "$CLI" "$@"; }
         all() { "$DENO" run --quiet '${V8}' -A "$CLI" "$@"; }
         ${input}`,
      ],
      cwd,
      env: {
        CA: certificatePath("ca.crt"),
        CLI,
        DENO: Deno.execPath(),
        NO_COLOR: "1",
        SECURE: `https://localhost:${secure.port}`,
        URL: server.url,
      },
      stdin: "null",
      signal: AbortSignal.timeout(MAX_ROW_TIME),
    }).output();
    const text = new TextDecoder();
    return { code, output: text.decode(stdout) + text.decode(stderr) };
  }

  const brace = braceRows({ limit: MAX_ROW_TIME });

  /** Runs one command line that asks nothing of a shell. */
  async function runPlain(input: string) {
    const [, ...args] = input.replaceAll("$URL", server.url).split(" ");
    const { code, stdout, stderr } = await brace(args, { cwd });
    return { code, output: stdout + stderr };
  }

  for (const { name, needs, input, code, expected } of ROWS) {
    const isPlain = !SHELL.test(input);
    itNeeds(...needs)(name, async () => {
      const shell = needs.includes("bash") ? "bash" : "sh";
      const outcome = isPlain ? await runPlain(input) : await run(shell, input);
      assertEquals(outcome.code, code, outcome.output);
      assert(expected.test(outcome.output), outcome.output);
    });
  }

  itNeeds("sh")("that are written to stay what they are", async () => {
    const before = Deno.lstatSync("/dev/null");
    const { code, output } = await run(
      "sh",
      `${ALL} --output /dev/null --reporter json=/dev/null`,
    );
    assertEquals(code, 0, output);
    const after = Deno.lstatSync("/dev/null");
    assertEquals([after.isCharDevice, after.ino], [true, before.ino]);
  });
});
