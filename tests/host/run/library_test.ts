import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import { runSpec } from "../../../lib/cli/flags/specs/run_spec.ts";
import { OPTION_NAMES, OPTIONS } from "../../../lib/host/run/options.ts";
import {
  CollectionError,
  type DiagnosticError,
  openRun,
  runCollection,
  type RunCollectionOptions,
  UsageError,
} from "../../../run.ts";
import { REPORT_KINDS } from "../../../lib/tools/report/kinds.ts";
import { brace } from "../../support/brace.ts";
import { recordingServer } from "../../support/recording_server.ts";

const MAIN = "opencollection: 1.0.0\ninfo: {name: Shop}\n";

/** A collection from text. */
function collection(files: Record<string, string>) {
  return {
    root: "",
    files: new Map(Object.entries({ "opencollection.yml": MAIN, ...files })),
  };
}

/** A request's YAML. */
function get(url: string, runtime = ""): string {
  return `info: {name: "${url.split("/").at(-1)}", type: http}
http: {method: GET, url: "${url}"}
${runtime}`;
}

const EXPECTS_201 =
  'runtime: {assertions: [{expression: res.status, operator: eq, value: "201"}]}\n';

/** A secret that nothing gives a value. */
const SECRET = {
  "a.yml": get("http://127.0.0.1/{{key}}"),
  "environments/local.yml":
    "name: local\nvariables: [{name: key, secret: true}]\n",
};

/** What runs end with, in the library and on the command line: files, exit code. */
const ENDS: [name: string, files: Record<string, string>, code: number][] = [
  ["all passed", { "a.yml": get("{{server}}/a") }, 0],
  ["a check failed", { "a.yml": get("{{server}}/a", EXPECTS_201) }, 1],
  ["nothing was executed", {
    "a.yml": get(
      "{{server}}/a",
      "runtime:\n  scripts:\n    - {type: before-request, code: bru.runner.skipRequest()}\n",
    ),
  }, 2],
  ["rendering failed", { "a.yml": get("{{server}}/{{none}}") }, 3],
  ["the network failed", { "a.yml": get("http://127.0.0.1:1/") }, 4],
  ["a script failed", {
    "a.yml": get(
      "{{server}}/a",
      "runtime:\n  scripts:\n    - {type: before-request, code: nothing()}\n",
    ),
  }, 5],
  ["a host is refused", {
    "a.yml": get(
      "{{host}}/a",
      'runtime:\n  scripts:\n    - {type: before-request, code: \'bru.setVar("host", "http://undeclared.example")\'}\n',
    ),
  }, 6],
];

/** Options that cannot be used: message. */
const WRONG: [options: Record<string, unknown>, message: string][] = [
  [{ timeout: -1 }, 'Cannot use "timeout: -1": less than 0'],
  [{ iterations: 0 }, 'Cannot use "iterations: 0": less than 1'],
  [{ delay: 1.5 }, 'Cannot use "delay: 1.5": not a whole number'],
  [{ retry: 2 ** 31 }, `Cannot use "retry: ${2 ** 31}": greater than`],
  [
    { enviroment: "local" },
    'Cannot use "enviroment": there is no such option (did you mean "environment"?)',
  ],
  ...Object.entries({
    env: "environment",
    var: "variables",
    vars: "variables",
    "env-var": "envVariables",
    envVar: "envVariables",
    envVars: "envVariables",
    "--env-file": "envFile",
    reporters: "reporter",
    prompts: "prompt",
    "fail-on-flaky": "failOnFlaky",
    secrets_file: "secretsFile",
  }).map(([name, meant]): [Record<string, unknown>, string] => [
    { [name]: "x" },
    `Cannot use "${name}": there is no such option (did you mean "${meant}"?)`,
  ]),
  [
    { proxy: "http://a", noProxy: true },
    'Cannot use "proxy" with "noProxy": they contradict each other',
  ],
  [
    { cookieJar: "a", noCookies: true },
    'Cannot use "cookieJar" with "noCookies"',
  ],
  [{ data: "a.csv", iterations: 2 }, 'Cannot use "data" with "iterations"'],
  [{ saveEnv: true }, 'Cannot use "saveEnv" without "environment"'],
  [{ data: "a.csv", rows: [3, 2] }, 'Cannot use "rows: [3,2]"'],
  [{ data: "a.csv", rows: [0, 2] }, 'Cannot use "rows: [0,2]"'],
  [{ jobs: 0 }, 'Cannot use "jobs: 0": less than 1'],
  [{ jobs: "all" }, 'Cannot use "jobs": it is text, not a number or "auto"'],
  [{ data: "a.csv", rows: [1, "2"] }, 'Cannot use "rows: [1,2]"'],
  // JavaScript has no types that keep these from a run.
  ...Object.entries({
    paths: ["x", "it is text, not a list of texts"],
    environment: [5, "it is a number, not text or a list of texts"],
    variables: [new Map([["a", 1]]), "it is of class Map, not an object"],
    envVariables: [["a=b"], "it is a list, not an object"],
    prompt: ["a=b", "it is text, not an object"],
    undefined: [true, "it is true, not text"],
    allowEnv: ["HOME", "it is text, not a list of texts"],
    seed: [5, "it is a number, not text"],
    now: ["2026-01-01", "it is text, not a Date"],
    tags: ["smoke", "it is text, not a list of texts"],
    bail: ["no", "it is text, not true or false"],
    data: [[{ a: 1 }], "it is a list, not text"],
    rows: [3, "it is a number, not a list of two numbers"],
    shard: ["1/2", "it is text, not a list of two numbers"],
    timeout: ["5", "it is text, not a number"],
    allowNet: ["a.example", "it is text, not a list of texts"],
    insecure: ["false", "it is text, not a list of texts"],
    trustScripts: ["no", "it is text, not true or false"],
    cookieJar: [null, "it is null, not text"],
    reporter: ["junit=x.xml", "it is text, not a list"],
    signal: [new AbortController(), "it is of class AbortController, not"],
  }).map(([name, [value, why]]): [Record<string, unknown>, string] => [
    { [name]: value },
    `Cannot use "${name}": ${why}`,
  ]),
  [{ prompt: { Name: 5 } }, 'Cannot use "prompt.Name": it is a number, not'],
  [{ ca: ["a", 5] }, 'Cannot use "ca[1]": it is a number, not text'],
  [{ reporter: ["junit"] }, 'Cannot use "reporter[0]": it is text, not an obj'],
  [
    { reporter: [{ kind: "juni", file: "a" }] },
    'Cannot use "reporter[0].kind": there is no such report (did you mean "junit"?)',
  ],
  [
    { reporter: [{ kind: "junit" }] },
    'Cannot use "reporter[0]": it names no file (write "-" to print it)',
  ],
  ...[[0, 2], [3, 2], [1], [1.5, 2]].map((
    shard,
  ): [Record<string, unknown>, string] => [
    { shard },
    `Cannot use "shard: [${shard}]": give which one, counted from 1, and how many`,
  ]),
  [
    { saveEnv: true, environment: "a", jobs: 2 },
    'Cannot use "saveEnv" with "jobs"',
  ],
  [
    { saveEnv: true, environment: "a", shard: [1, 2] },
    'Cannot use "saveEnv" with "shard"',
  ],
  [{ now: new Date(NaN) }, 'Cannot use "now": the date is invalid'],
  [{ output: "-" }, 'Cannot use "output: -"'],
];

/** Flags that only a terminal needs. */
const PRINTING = [
  "verbose",
  "quiet",
  "silent",
  "color",
  "noColor",
  "printHosts",
  "profile",
  "showConfig",
  "watch",
];
const RENAMED: Record<string, string> = {
  env: "environment",
  var: "variables",
  envVar: "envVariables",
};

describe("runCollection", () => {
  for (const [name, files, code] of ENDS) {
    it(`ends as brace run does: ${name}`, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const variables = { server: server.url };
      const options = { variables, retry: 0 };
      const result = await runCollection(collection(files), options);
      assertEquals(result.exitCode, code);
      assertEquals(result.passed, code === 0);
      const folder = await Deno.makeTempDir();
      try {
        for (const [path, text] of collection(files).files) {
          await Deno.writeTextFile(`${folder}/${path}`, text);
        }
        const args = ["run", folder, "--var", `server=${server.url}`];
        assertEquals((await brace(args)).code, code);
        const fromDisk = await runCollection(folder, options);
        assertEquals(fromDisk.exitCode, code);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    });
  }

  it("gives variables of every kind, as data", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const files = {
      "a.yml": get("{{server}}/{{user.id}}/{{odd}}"),
      "environments/local.yml":
        "name: local\nvariables: [{name: odd, value: x}]\n",
    };
    const result = await runCollection(collection(files), {
      environment: "local",
      variables: { server: server.url, user: { id: 7 } },
      envVariables: { odd: "{{user}}" },
    });
    assertEquals(result.requests.map((it) => it.response?.status), [200]);
    assertEquals(server.requests.map(({ target }) => target), [
      "/7/{{user}}",
    ]);
  });

  it("runs the requests that paths name, from text and from the disk", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const files = {
      "users/a.yml": get("{{server}}/a"),
      "users/b.yml": get("{{server}}/b"),
      "c.yml": get("{{server}}/c"),
    };
    const options = { variables: { server: server.url }, paths: ["users"] };
    const { requests } = await runCollection(collection(files), options);
    assertEquals(requests.map(({ step }) => step.item.path), [
      "users/a.yml",
      "users/b.yml",
    ]);
    const folder = await Deno.makeTempDir();
    try {
      await Deno.mkdir(`${folder}/users`);
      for (const [path, text] of collection(files).files) {
        await Deno.writeTextFile(`${folder}/${path}`, text);
      }
      const result = await runCollection(folder, options);
      assertEquals(result.requests.length, 2);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("gives what ran when it is aborted, and 130", async () => {
    const controller = new AbortController();
    await using server = recordingServer(({ target }) => {
      if (target === "/b") controller.abort();
      return { json: {} };
    });
    const files = {
      "a.yml": get("{{server}}/a"),
      "b.yml": get("{{server}}/b"),
      "c.yml": get("{{server}}/c"),
    };
    const result = await runCollection(collection(files), {
      variables: { server: server.url },
      signal: controller.signal,
    });
    assertEquals(result.exitCode, 130);
    assertEquals(result.passed, false);
    assertEquals(result.requests[0].status, "passed");
    assertEquals(server.requests.map(({ target }) => target), ["/a", "/b"]);
    assertEquals(result.summary.interrupted, true);
  });

  it("writes reports without secrets", async () => {
    await using server = recordingServer(({ target }) => ({
      json: { target },
    }));
    const files = {
      "a.yml": get("{{server}}/{{key}}", EXPECTS_201),
      "environments/local.yml":
        "name: local\nvariables: [{name: key, value: pssst-secret, secret: true}]\n",
    };
    const result = await runCollection(collection(files), {
      environment: "local",
      variables: { server: server.url },
    });
    await assertRejects(
      () => result.toReport("juni" as never),
      TypeError,
      'Cannot write the report "juni": there is no such report (did you mean "junit"?)',
    );
    await assertRejects(
      () => result.toReport("pretty" as never),
      TypeError,
      '"pretty": there is no such report (there is json, ndjson, junit, ',
    );
    const json = await result.toReport("json");
    assertEquals(JSON.parse(json).exitCode, 1);
    assertStringIncludes(await result.toReport("junit"), "<testsuites");
    assert(!(json + await result.toReport("junit")).includes("pssst-secret"));
  });

  for (const kind of REPORT_KINDS.filter((kind) => kind !== "har")) {
    it(`names ways out as options: ${kind}`, async () => {
      const result = await runCollection(collection(SECRET), {
        environment: "local",
      });
      const report = await result.toReport(kind);
      assertMatch(
        report,
        /set BRACE_SECRET_key, or give the option (?:\\?"|&quot;)secretsFile/,
      );
      assert(!report.includes("--secrets-file"));
    });
  }

  const unlike: [options: RunCollectionOptions, message: string][] = [
    [{ rows: [1, 2] }, 'Cannot use "rows" without "data": there are no rows'],
    [{ allowNet: ["a b"] }, 'Cannot use "a b" in the allowed hosts: '],
    [{ denyNet: ["a b"] }, 'Cannot use "a b" in the denied hosts: '],
    [{ insecure: ["a b"] }, 'Cannot use "a b" in the insecure hosts: '],
  ];
  for (const [options, message] of unlike) {
    it(`names no flag: ${message}`, async () => {
      const error = await assertRejects(
        () => runCollection(collection({ "a.yml": get("http://h/") }), options),
        UsageError,
      );
      assertStringIncludes(error.message, message);
    });
  }

  it("names the option that denies a host", async () => {
    const result = await runCollection(
      collection({ "a.yml": get("http://127.0.0.1:1/a") }),
      { denyNet: ["127.0.0.1"] },
    );
    assertEquals(result.exitCode, 6);
    const report = await result.toReport("markdown");
    assertStringIncludes(
      report,
      'the rule "127.0.0.1" denies it (take it out of the option "denyNet")',
    );
    assert(!report.includes("--deny-net"));
  });

  it("says where in a collection from text something is wrong", async () => {
    const files = { "a.yml": get("http://127.0.0.1/{{none}}") };
    const { requests } = await runCollection(collection(files));
    const { file, line, column } = requests[0].diagnostics[0].location!;
    assertEquals([file, line, column], ["a.yml", 2, 44]);
  });

  it("reads no file for a collection from text", async () => {
    // Where the program runs is not a folder of the collection.
    const secret = await Deno.makeTempFile({ dir: Deno.cwd() });
    try {
      const files = {
        "a.yml": `info: {name: A, type: http}
http: {method: POST, url: "http://127.0.0.1:1/", body: {type: file, data: [{filePath: '${secret}', selected: true}]}}
`,
      };
      const { exitCode, requests } = await runCollection(collection(files));
      assertEquals(requests[0].diagnostics.map((it) => it.code), [
        "PERMISSION",
      ]);
      assertEquals(exitCode, 6);
    } finally {
      await Deno.remove(secret);
    }
  });

  for (const [options, message] of WRONG) {
    it(`refuses ${JSON.stringify(Object.keys(options))}: ${message}`, async () => {
      await assertRejects(
        () => runCollection(collection({ "a.yml": get("http://a/") }), options),
        UsageError,
        message,
      );
    });
  }

  for (const options of ["local", 5, null, ["local"], new Map()]) {
    it(`refuses ${Deno.inspect(options)} for options`, async () => {
      await assertRejects(
        () => runCollection(collection({}), options as never),
        UsageError,
        "Cannot use the options: they are ",
      );
    });
  }

  const NO_COLLECTION: [given: unknown, message: string][] = [
    [undefined, "undefined holds no texts (give { root, files })"],
    [new URL("file:///api"), "a URL holds no texts (its path is fromFileUrl"],
    [{ files: new Map() }, '"root" is undefined, not text'],
    [
      { root: "", files: { "a.yml": "" } },
      '"files" is an object, not a Map of texts by path',
    ],
    [
      { root: "", files: new Map([["a.yml", new Uint8Array()]]) },
      '"a.yml" in "files" is of class Uint8Array, not text',
    ],
  ];
  for (const [given, message] of NO_COLLECTION) {
    it(`refuses a collection of which ${message}`, async () => {
      await assertRejects(
        () => runCollection(given as never),
        TypeError,
        `Cannot read the collection: ${message}`,
      );
    });
  }

  it("refuses to replace a variable whose name is misspelt, and warns of another one", async () => {
    await using server = recordingServer();
    const files = collection({
      "environments/local.yml":
        `variables: [{name: baseUrl, value: "${server.url}"}]\n`,
      "a.yml": get("{{baseUrl}}/{{userName}}"),
    });
    const environment = "local";
    const error = await assertRejects(
      () =>
        runCollection(files, { environment, envVariables: { baseURL: "x" } }),
      CollectionError,
      'Cannot replace "baseURL" of the environment',
    );
    assertEquals(error.diagnostics[0].suggestion, "baseUrl");
    assertEquals(server.requests.length, 0);
    const { warnings } = await runCollection(files, {
      environment,
      variables: { userName: "a", usrName: "b" },
    });
    assertEquals(warnings.map(({ suggestion }) => suggestion), ["userName"]);
  });

  it("does not compile with a misspelt option", () => {
    const misspelt = [
      // @ts-expect-error: it is "environment"
      () => runCollection("api", { enviroment: "local" }),
      // @ts-expect-error: it is "allowNet"
      () => openRun("api", { allownet: true }),
    ];
    assertEquals(misspelt.length, 2);
  });

  it("tells before the first request what stands in its way", async () => {
    const broken = collection({ "a.yml": "http: {method: GET, url: [}" });
    const error: DiagnosticError = await assertRejects(
      () => runCollection(broken),
      CollectionError,
    );
    assertEquals(error.diagnostics[0].location?.file, "a.yml");
    assertMatch(error.message, /^Cannot read "a\.yml": .* \(a\.yml:1:\d+\)$/);
    await assertRejects(
      () => runCollection(collection({})),
      CollectionError,
      "the selection has no requests",
    );
    const request = { "a.yml": get("http://127.0.0.1:1/") };
    await assertRejects(
      () => runCollection(collection(request), { environment: "none" }),
      CollectionError,
      '"none"',
    );
    await assertRejects(
      () => runCollection(collection(request), { variables: { a: NaN } }),
      TypeError,
    );
    await assertRejects(
      () => runCollection(collection(request), { proxy: "::" }),
      UsageError,
    );
  });

  it("prints nothing, asks nobody and does not exit", async () => {
    const files = {
      "a.yml": get(
        "http://127.0.0.1:1/{{?Name}}",
        "runtime:\n  scripts:\n    - {type: before-request, code: console.log('from the script')}\n",
      ),
    };
    const code = `import { runCollection } from ${
      JSON.stringify(new URL("../../../run.ts", import.meta.url).href)
    };
const files = new Map(${JSON.stringify([...collection(files).files])});
const { exitCode } = await runCollection({ root: "", files });
console.log("the program goes on with", exitCode);`;
    const root = new URL("../../../", import.meta.url);
    const file = await Deno.makeTempFile({ suffix: ".ts" });
    await Deno.writeTextFile(file, code);
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "--quiet",
        "--config",
        fromFileUrl(new URL("deno.json", root)),
        file,
      ],
      env: { NO_COLOR: "1" },
    }).output();
    await Deno.remove(file);
    assertEquals(new TextDecoder().decode(stderr), "");
    assertEquals(
      new TextDecoder().decode(stdout),
      "the program goes on with 3\n",
    );
  });

  it("has an option for every flag that is not about printing", () => {
    // The compiler compares what it has with the table.
    const options = OPTION_NAMES.filter((name) => !OPTIONS[name].terminal)
      .map((name) => OPTIONS[name].program ?? name);
    const flags = runSpec.spec.groups.flatMap((group) => group.flags)
      .map(({ name }) => name.replace(/-(.)/g, (_, c) => c.toUpperCase()))
      .filter((name) => !PRINTING.includes(name))
      .map((name) => RENAMED[name] ?? name);
    assertEquals(options.sort(), flags.sort());
  });
});

describe("openRun", () => {
  it("gives events as they happen, and how the run ended", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const files = {
      "a.yml": get("{{server}}/a"),
      "b.yml": get("{{server}}/b", EXPECTS_201),
    };
    const events = openRun(collection(files), {
      variables: { server: server.url },
    });
    const seen: string[] = [];
    let next = await events.next();
    for (; !next.done; next = await events.next()) {
      seen.push(`${next.value.type} ${server.requests.length}`);
    }
    assertEquals(seen, [
      "run-start 0",
      "request-start 0",
      "request-end 1",
      "request-start 1",
      "request-end 2",
      "run-end 2",
    ]);
    assertEquals(next.value, { passed: false, exitCode: 1, unwritten: [] });
  });

  it("ends the run where it is left", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const files = {
      "a.yml": get("{{server}}/a"),
      "b.yml": get("{{server}}/b"),
    };
    const options = { variables: { server: server.url } };
    for await (const event of openRun(collection(files), options)) {
      if (event.type === "request-end") break;
    }
    assertEquals(server.requests.length, 1);
  });

  it("tears down where it is left, even in teardown", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const paths = ["a", "b", "y", "z"];
    const files = {
      "opencollection.yml": `${MAIN}extensions: {brace: {teardown: [y, z]}}\n`,
      ...Object.fromEntries(
        paths.map((path) => [`${path}.yml`, get(`{{server}}/${path}`)]),
      ),
    };
    const options = { variables: { server: server.url } };
    for (const [last, expected] of [["a", "/a /y /z"], ["y", "/a /b /y /z"]]) {
      const before = server.requests.length;
      for await (const event of openRun(collection(files), options)) {
        if (event.type !== "request-end") continue;
        if (event.result.step.item.name === last) break;
      }
      const targets = server.requests.slice(before).map((it) => it.target);
      assertEquals(targets.join(" "), expected);
    }
  });
});
