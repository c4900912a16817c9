import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  it,
} from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import type { Outcome } from "../support/brace.ts";
import { type Brace, braceRows } from "../support/brace_rows.ts";
import { assertFixture } from "../support/golden.ts";
import { itNeeds, type Need } from "../support/needs.ts";
import { lanes } from "../support/lanes.ts";
import {
  type RecordingResponse,
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/**
 * `fixtures/bad/CASE/`: `case.json` says how `brace run` is called there and
 * what comes of it, `expected.txt` is what it prints. `{{server}}` is a server
 * that records, `{{secure}}` one whose certificate nobody trusts.
 */
interface Case {
  readonly args: readonly string[];
  /** The exit code. */
  readonly code: number;
  /** How many requests arrive. */
  readonly sent: number;
}

const FOLDER = new URL("../../fixtures/bad/", import.meta.url);
const NAMES = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();

function respond(path: string): RecordingResponse | Promise<RecordingResponse> {
  switch (path) {
    case "hang":
      return new Promise(() => {});
    case "redirect-out":
      return {
        status: 302,
        headers: [["Location", "http://elsewhere.invalid/take"]],
      };
    case "invalid-json":
      return {
        headers: [["Content-Type", "application/json"]],
        body: '{"name": "Ada"',
      };
    default:
      return { json: { items: [{ name: "Ada" }, { name: "Alan" }] } };
  }
}

describe("brace run with bad input", () => {
  const rows = braceRows();
  let server: RecordingServer;
  let secure: RecordingServer;
  let outcomes: Map<string, Promise<Outcome>>;

  beforeAll(async () => {
    server = recordingServer(({ target }) => respond(target.split("/")[2]));
    const pem = fromFileUrl(new URL("invalid-certificate/server", FOLDER));
    secure = recordingServer(undefined, {
      tls: {
        cert: await Deno.readTextFile(`${pem}.crt`),
        key: await Deno.readTextFile(`${pem}.key`),
      },
    });
    const running = lanes(
      2,
      NAMES.map((name) => () => run(rows, name, server, secure)),
    );
    outcomes = new Map(NAMES.map((name, index) => [name, running[index]]));
  });

  afterAll(async () => {
    await server.close();
    await secure.close();
  });

  for (const name of NAMES) {
    it(name, async () => {
      const { code, sent } = readCase(name);
      const outcome = await outcomes.get(name)!;
      const printed = normalize(outcome.stdout + outcome.stderr, [
        [server.url, "SERVER"],
        [server.host, "SERVER"],
        [secure.host, "SECURE"],
      ]);
      assert(
        !/\n\s+at .*\.[jt]s:\d/.test(printed),
        `a stack trace: ${printed}`,
      );
      assertFixture(`bad/${name}/expected.txt`, printed);
      assertEquals(outcome.code, code, printed);
      const arrived = server.requests.filter(({ target }) =>
        target.startsWith(`/${name}/`)
      );
      assertEquals(arrived.length, sent);
    });
  }

  it("sends nothing over a connection that is not trusted", () => {
    assertEquals(secure.requests.length, 0);
  });
});

function readCase(name: string): Case {
  return JSON.parse(
    Deno.readTextFileSync(new URL(`${name}/case.json`, FOLDER)),
  );
}

async function run(
  brace: Brace,
  name: string,
  server: RecordingServer,
  secure: RecordingServer,
): Promise<Outcome> {
  return await brace([
    "run",
    ...readCase(name).args,
    "--var",
    `server=${server.url}/${name}`,
    "--var",
    `secure=${secure.url}`,
  ], { cwd: fromFileUrl(new URL(name, FOLDER)) });
}

/** Ports and durations differ each time. */
function normalize(
  text: string,
  names: readonly (readonly [string, string])[],
): string {
  let out = text;
  for (const [value, name] of names) out = out.replaceAll(value, name);
  return out
    .replace(/ +<?\d+(?:\.\d+)? m?s$/gm, " TIME")
    .replace(/^( +time +)\S.*$/gm, "$1TIME");
}

/** A collection whose requests pass. */
const PASSING: Readonly<Record<string, string>> = {
  "opencollection.yml": "info: { name: Api }\n",
  "environments/p.yml": "extends: q\n",
  "environments/q.yml": "variables: []\nextends: p\n",
  "environments/s.yml": "variables: [{ name: token, secret: true }]\n",
  "a/one.yml": "info: { name: same, type: http, tags: [smoke] }\n" +
    'http: { method: GET, url: "{{server}}/a" }\n',
  "b/one.yml": "info: { name: same, type: http }\n" +
    'http: { method: GET, url: "{{server}}/b?{{token}}" }\n',
  "rows.csv": "n\n1\n2\n",
};

/** Arguments of `brace run`, in a folder with that collection; what it says, and how many requests are sent before. */
const REFUSED: readonly (readonly [
  args: readonly string[],
  says: string,
  end?: {
    readonly code?: number;
    readonly sent?: number;
    readonly needs?: Need;
  },
])[] = [
  [
    ["a", "--reporter=json=rows.csv/r.json"],
    'error WRITE: Cannot write "rows.csv/r.json": a part of the path is not a folder',
  ],
  [
    ["a", "--reporter=junit=out/ok.xml", "--reporter=json=a"],
    'error WRITE: Cannot write "a": it is a folder',
  ],
  ...["json", "ndjson", "junit", "tap", "markdown", "har", "html"].map((kind) =>
    [
      ["a", `--reporter=${kind}=/dev/full`],
      'error WRITE: Cannot write "/dev/full": no space left on device',
      { sent: 1, needs: "/dev/full" },
    ] as const
  ),
  [
    ["a", "--reporter=json=r", "--reporter=junit=r"],
    'Cannot use "--reporter junit=r": another report goes into that file',
  ],
  [
    ["a", "--reporter=json=r", "--reporter=junit=a/../r"],
    'Cannot use "--reporter junit=a/../r": "--reporter json" writes to that file',
  ],
  [
    ["a", "--data=rows.csv", "--rows=2-3"],
    'error USAGE: Cannot use the rows 2 to 3: "rows.csv" has 2',
  ],
  [
    ["--tags=smok"],
    'error EMPTY_SELECTION: Cannot run: no request matches the tag smok (did you mean "smoke"? --allow-empty passes)',
  ],
  [
    ["c/**"],
    'error MISSING_PATH: Cannot select "c/**": nothing in the collection matches',
  ],
  [
    ["a", "--env=p"],
    'error CYCLE: Cannot select the environment "p": it extends itself, p → q → p environments/q.yml:2:10',
  ],
  [
    ["b", "--env=s"],
    'error UNSET_SECRET: Cannot resolve "{{token}}": the secret "token" has no value (set the environment variable BRACE_SECRET_token, give --secrets-file FILE, or run on a terminal, which asks for it) b/one.yml:2:41',
    { code: 3 },
  ],
  [
    ["same"],
    'error USAGE: Cannot select "same": 2 requests have this name (give one\'s path: "a/one.yml", "b/one.yml")',
  ],
];

describe("what brace run cannot do", () => {
  // Deno gives no device to less.
  const brace = braceRows({ permissions: ["--allow-all", "--no-prompt"] });
  let cwd: string;
  let server: RecordingServer;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    for (const folder of ["a", "b", "environments"]) {
      await Deno.mkdir(`${cwd}/${folder}`);
    }
    for (const [path, text] of Object.entries(PASSING)) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    server = recordingServer();
  });
  afterEach(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  const run = (args: readonly string[]) =>
    brace(["run", ...args, "--var", `server=${server.url}`], { cwd });
  /** Every file below the folder, but those that were there. */
  const left = () =>
    [...filesIn(cwd)].map((path) => path.slice(cwd.length + 1))
      .filter((path) => !Object.hasOwn(PASSING, path));

  for (const [args, says, { code = 2, sent = 0, needs } = {}] of REFUSED) {
    itNeeds(...needs === undefined ? [] : [needs])(
      `${args.join(" ")}: one message, code ${code}, no file is left`,
      async () => {
        const outcome = await run(args);
        const text = (outcome.stdout + outcome.stderr).replace(/\s+/g, " ");
        assertStringIncludes(text, says);
        assertEquals(outcome.code, code, text);
        assertEquals(server.requests.length, sent);
        assertEquals(left(), []);
      },
    );
  }

  it("tells of 1,000 broken files, grouped, and how many they are", async () => {
    for (let i = 0; i < 1_000; i++) {
      Deno.writeTextFileSync(
        `${cwd}/a/r${i}.yml`,
        `info: { name: r${i}, type: http }\nhttp: { method: GET, url: {{x}} }\n`,
      );
    }
    const { code, stdout, stderr } = await run(["a"]);
    assertEquals([code, stdout], [2, ""]);
    const told = stderr.match(/^error YAML_SYNTAX: Cannot read "a\/r/gm) ?? [];
    const [, more] = /^and (\d+) more in \d+ files: /m.exec(stderr) ?? [];
    assertEquals(told.length + Number(more), 1_000, stderr);
    assert(stderr.length < 20_000, stderr);
    assertEquals(server.requests, []);
  });

  it("merges no reports of two versions, and writes nothing", async () => {
    const { code } = await run(["a", "--reporter=json=first.json"]);
    assertEquals(code, 0);
    const report = JSON.parse(await Deno.readTextFile(`${cwd}/first.json`));
    await Deno.writeTextFile(
      `${cwd}/second.json`,
      JSON.stringify({ ...report, version: "2" }),
    );
    const args = ["first.json", "second.json", "--reporter=html=all.html"];
    const outcome = await brace(["report", ...args], { cwd });
    assertEquals([outcome.code, outcome.stdout], [2, ""]);
    assertStringIncludes(
      outcome.stderr.replace(/\s+/g, " "),
      'Cannot read the report "second.json": its format has version "2", this Brace knows version "1"',
    );
    assertEquals(left(), ["first.json", "second.json"]);
  });
});

function* filesIn(folder: string): Generator<string> {
  const entries = [...Deno.readDirSync(folder)];
  for (const { name, isDirectory } of entries.sort(byName)) {
    if (isDirectory) yield* filesIn(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}

function byName(one: Deno.DirEntry, other: Deno.DirEntry): number {
  return one.name < other.name ? -1 : 1;
}
