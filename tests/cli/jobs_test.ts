import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace as braceProcess } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import {
  type RecordingHandler,
  recordingServer,
} from "../support/recording_server.ts";

const get = (path: string, more = "") =>
  `info: {name: "${path}", type: http}\nhttp: {method: GET, url: "{{server}}/${path}"}\n${more}`;
const EXPECTS_200 =
  'runtime: {assertions: [{expression: res.status, operator: eq, value: "200"}]}\n';

/** Makes a collection in a folder of its own, whose requests are these. */
async function folderOf(
  paths: readonly string[],
  files: Record<string, string> = {},
): Promise<string> {
  const cwd = await Deno.makeTempDir();
  const all = {
    ...!("bruno.json" in files) &&
      {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      },
    ...Object.fromEntries(
      paths.map((path) => [`${path}.yml`, get(path, EXPECTS_200)]),
    ),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    await Deno.mkdir(`${cwd}/${folder}`, { recursive: true });
    await Deno.writeTextFile(`${cwd}/${path}`, text);
  }
  return cwd;
}

/** Runs in a new folder against a server. */
async function run(
  args: readonly string[],
  { paths, files, handler = () => ({ json: {} }) }: {
    readonly paths: readonly string[];
    readonly files?: Record<string, string>;
    readonly handler?: RecordingHandler;
  },
) {
  await using server = recordingServer(handler);
  const cwd = await folderOf(paths, files);
  try {
    const outcome = await braceProcess(
      ["run", ".", `--var=server=${server.url}`, ...args],
      { cwd },
    );
    return { ...outcome, targets: server.requests.map(({ target }) => target) };
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

describe("brace run --jobs", () => {
  it("prints what comes of a group in one piece", async () => {
    // Responses come in this order, whatever the machine does.
    const order = ["/b/1", "/a/1", "/b/2", "/c/1", "/c/2", "/a/2"];
    const turns = order.map(() => Promise.withResolvers<void>());
    turns[0].resolve();
    const { code, stdout } = await run(["--jobs=2", "--reporter=pretty"], {
      paths: ["a/1", "a/2", "b/1", "b/2", "c/1", "c/2"],
      handler: async ({ target }) => {
        const turn = order.indexOf(target);
        await turns[turn].promise;
        // The next one comes once this one was taken.
        setTimeout(() => turns[turn + 1]?.resolve(), 5);
        return { json: {} };
      },
    });
    assertEquals(code, 0, stdout);
    const lines = [...stdout.matchAll(/✓ (\S+)\.yml/g)].map((it) => it[1]);
    assertEquals(lines.length, 6);
    const groups = lines.map((path) => path[0]).join("");
    assert(
      ["aabbcc", "aaccbb", "bbaacc", "bbccaa", "ccaabb", "ccbbaa"]
        .includes(groups),
      groups,
    );
  });

  it("takes as many as the machine has cores", async () => {
    const { code, targets } = await run(["--jobs=auto"], {
      paths: ["a/1", "b/1", "c/1"],
    });
    assertEquals([code, targets.toSorted()], [0, ["/a/1", "/b/1", "/c/1"]]);
  });

  it("says so of a variable that a required file sets, and does not send the first value", async () => {
    const { code, stdout, targets } = await run(["--jobs=2"], {
      paths: [],
      files: {
        "opencollection.yml":
          "info: {name: A}\nrequest: {variables: [{name: x, value: 0}]}\n",
        "lib/keep.js": 'client.setVar("x", 7);',
        "a/set.yml":
          `info: {type: http}\nhttp: {method: GET, url: "{{server}}/a"}\nruntime: {scripts: [{type: tests, code: 'require("./lib/keep.js")'}]}\n`,
        "b/use.yml":
          'info: {type: http}\nhttp: {method: GET, url: "{{server}}/b?x={{x}}"}\n',
      },
    });
    assertEquals([code, targets], [3, ["/a"]], stdout);
    assertStringIncludes(stdout, '"x" is set in another');
  });

  it("says where a variable is set that a group has not", async () => {
    const script = (code: string) =>
      `runtime: {scripts: [{type: tests, code: '${code}'}]}\n`;
    const { code, stdout } = await run(["--jobs=2"], {
      paths: [],
      files: {
        "a/login.yml": get("a", script('client.setVar("token", "t")')),
        "b/read.yml": get("b/{{token}}"),
      },
    });
    assertEquals(code, 3, stdout);
    assert(stdout.includes("b/read.yml:2:"), stdout);
    const text = stdout.replace(/\s+/g, " ");
    assert(
      text.includes(
        '"token" is set in another group, by the tests script of a/login.yml, and groups that run side by side or in shards do not share variables (run it once, before all groups, with extensions: { brace: { setup: ["a/login.yml"] } } in opencollection.yml)',
      ),
      text,
    );
    // The script ran, in its own group.
    assertEquals(text.includes("has not run"), false, text);
  });

  it("says how setup is written in bruno.json", async () => {
    const get = (script: string) =>
      `meta {\n  name: x\n  type: http\n}\n\nget {\n  url: {{server}}/{{token}}\n}\n\n${script}`;
    const { code, stdout } = await run(["--jobs=2"], {
      paths: [],
      files: {
        "bruno.json": '{"version": "1", "name": "x", "type": "collection"}',
        "a/login.bru": get(
          'script:pre-request {\n  bru.setVar("token", 1);\n}\n',
        ),
        "a/id.bru": get("vars:post-response {\n  id: res.status\n}\n"),
        "c/read.bru": get("").replace("token", "id"),
        "b/read.bru": get(""),
      },
    });
    assertEquals(code, 3, stdout);
    const text = stdout.replace(/\s+/g, " ");
    for (
      const said of [
        '(run it once, before all groups, with "extensions": { "brace": { "setup": ["a/login.bru"] } } in bruno.json)',
        "set in another group, by the vars:post-response block of a/id.bru",
      ]
    ) {
      assertStringIncludes(text, said);
    }
  });

  it("makes the same values of a seed, however many there are", async () => {
    const files = Object.fromEntries(
      ["a", "b", "c"].map((folder) => [
        `${folder}/1.yml`,
        `info: {name: x}\nhttp: {method: GET, url: "{{server}}/${folder}/{{$randomInt(1, 1000000)}}"}\n`,
      ]),
    );
    const runs = [];
    for (const flag of ["--jobs=3", "--jobs=2", "--shard=1/1"]) {
      const { targets } = await run([flag, "--seed=7"], { paths: [], files });
      runs.push(targets.toSorted());
    }
    assertEquals(runs[0].length, 3);
    assertEquals(runs[1], runs[0]);
    assertEquals(runs[2], runs[0]);
  });
});

describe("brace run --shard", () => {
  const brace = braceRows();
  const paths = [
    ..."abcdefgh".split("").flatMap((it) => [`${it}/1`, `${it}/2/x`]),
    "top",
    "login",
    "logout",
  ];
  const files = {
    "opencollection.yml":
      "opencollection: 1.0.0\ninfo: {name: Shop}\nextensions: {brace: {setup: [login], teardown: [logout]}}\n",
    "rows.json": JSON.stringify([1, 2, 3, 4, 5].map((n) => ({ n }))),
  };
  let cwd: string;
  let server: ReturnType<typeof recordingServer>;
  beforeAll(async () => {
    cwd = await folderOf(paths, files);
    server = recordingServer(({ target }) => ({
      status: target.includes("/2/") ? 404 : 200,
      json: {},
    }));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await Deno.remove(cwd, { recursive: true });
  });

  const report = async (name: string, ...args: string[]) => {
    const { code, stderr, stdout } = await brace([
      "run",
      ".",
      `--var=server=${server.url}`,
      `--reporter=json=${name}`,
      ...args,
    ], { cwd });
    assert(code < 2, stderr + stdout);
    return { code, stdout, report: await readReport(name) };
  };
  // deno-lint-ignore no-explicit-any
  const readReport = async (name: string): Promise<any> =>
    JSON.parse(await Deno.readTextFile(`${cwd}/${name}`));

  for (
    const [name, args] of [
      ["folders", []],
      ["rows", ["--data=rows.json"]],
    ]
  ) {
    it(`cuts a run into parts that make the whole: ${name}`, async () => {
      const whole = await report("whole.json", ...args);
      const parts = [];
      for (const k of [1, 2, 3, 4]) {
        parts.push(
          await report(`${k}.json`, `--shard=${k}/4`, "--jobs=2", ...args),
        );
      }
      const between = ({ report: { requests } }: typeof whole) =>
        requests.filter((it: { stage?: string }) => it.stage === undefined)
          .map((it: { path: string; iteration: number }) =>
            `${it.path} ${it.iteration}`
          );
      assertEquals(
        parts.flatMap(between).toSorted(),
        between(whole).toSorted(),
      );
      assert(parts.every((it) => between(it).length < between(whole).length));
      for (const { report: { requests } } of parts) {
        assertEquals(
          [requests[0].path, requests.at(-1).path],
          ["login.yml", "logout.yml"],
        );
      }
      const merged = await brace([
        "report",
        ...[1, 2, 3, 4].map((k) => `${k}.json`),
        "--reporter=json=merged.json",
      ], { cwd });
      assertEquals(merged.code, 0, merged.stderr);
      assertEquals(
        withoutTimes(await readReport("merged.json")),
        withoutTimes(whole.report),
      );
    });
  }

  it("passes with nothing to do, and says so", async () => {
    const empty = await folderOf(["a/1"]);
    const codes = [];
    let said = "";
    for (const k of [1, 2]) {
      const { code, stdout } = await brace(
        ["run", ".", `--var=server=${server.url}`, `--shard=${k}/2`],
        { cwd: empty },
      );
      codes.push(code);
      said += stdout;
    }
    assertEquals(codes, [0, 0]);
    assert(
      /Nothing to run in shard [12] of 2: the only group is in another shard/
        .test(said.replace(/\s+/g, " ")),
      said,
    );
    await Deno.remove(empty, { recursive: true });
  });

  it("does not pass for a selection without requests", async () => {
    const { code, stderr } = await brace(
      ["run", ".", "--tags=none", "--shard=1/2"],
      { cwd },
    );
    assertEquals(code, 2);
    assert(stderr.includes("EMPTY_SELECTION"), stderr);
  });
});

/** What is the same in every run. */
function withoutTimes(report: unknown): unknown {
  const times = ["duration", "startedAt", "timings", "remoteAddress"];
  return JSON.parse(
    JSON.stringify(report, (key, value) => {
      if (times.includes(key)) return undefined;
      // Headers that tell the time or the connection.
      if (key === "headers" && Array.isArray(value)) return value.length;
      return value;
    }),
  );
}
