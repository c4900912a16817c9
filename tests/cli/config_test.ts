import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import type { Outcome } from "../support/brace.ts";
import { oneLine } from "../support/one_line.ts";
import { braceRows } from "../support/brace_rows.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": "info: { name: Api }\n",
  "environments/local.yml":
    "variables: [{ name: a, value: local }, { name: hidden, secret: true }]\n",
  "environments/ci.yml": "variables: [{ name: a, value: ci }]\n",
  "users/one.yml": `info: { name: one, type: http, tags: [smoke] }
http: { method: GET, url: "{{server}}/one/{{a}}/{{b}}" }
`,
  "users/two.yml": `info: { name: two, type: http, tags: [slow] }
http: { method: GET, url: "{{server}}/two/{{a}}/{{b}}" }
`,
  "rows.csv": "b\nr1\nr2\n",
};

describe("brace.yaml", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    for (const folder of ["environments", "users", "elsewhere"]) {
      await Deno.mkdir(join(cwd, "api", folder), { recursive: true });
    }
    for (const [path, text] of Object.entries(FILES)) write(path, text);
    server = recordingServer();
  });
  afterEach(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  function write(path: string, text: string): void {
    Deno.writeTextFileSync(join(cwd, "api", path), text);
  }

  function run(
    args: readonly string[],
    folder = ".",
  ): Promise<Outcome> {
    const all = ["run", ...args, "--var", `server=${server.url}`];
    return brace(all, { cwd: join(cwd, folder) });
  }

  const targets = () => server.requests.map(({ target }) => target);

  const CONFIG = `run:
  env: local
  env-var: { b: of-the-file }
  tags: [smoke, slow]
  jobs: 1
  delay: 1
profiles:
  ci:
    env: [local, ci]
    tags: slow
    reporter: [compact, junit=out/report.xml]
  rows:
    data: rows.csv
    env-var: []
    tags: smoke
    bail: true
`;

  const RUNS: [flags: string[], targets: string[]][] = [
    [[], ["/one/local/of-the-file", "/two/local/of-the-file"]],
    [["--tags=smoke"], ["/one/local/of-the-file"]],
    [["--profile=ci", "--tags="], [
      "/one/ci/of-the-file",
      "/two/ci/of-the-file",
    ]],
    [["--profile=ci", "--tags", "", "--reporter="], [
      "/one/ci/of-the-file",
      "/two/ci/of-the-file",
    ]],
    [["--env-var=", "--data=api/rows.csv"], [
      "/one/local/r1",
      "/two/local/r1",
      "/one/local/r2",
      "/two/local/r2",
    ]],
    [["--env=ci", "--env-var=b=x"], ["/one/ci/x", "/two/ci/x"]],
    [["--profile=ci"], ["/two/ci/of-the-file"]],
    [["--profile=ci", "--env=local"], ["/two/local/of-the-file"]],
    [["--profile", "rows"], ["/one/local/r1", "/one/local/r2"]],
    // What is typed drops what it contradicts.
    [
      ["--profile=rows", "--iterations=2", "--env-var=b=x"],
      ["/one/local/x", "/one/local/x"],
    ],
  ];
  it("has no effect in a folder of the collection, and says so", async () => {
    write("users/brace.yaml", "run: { bail: true }\n");
    for (const [command, folder] of [["run", "api/users"], ["check", "api"]]) {
      const args = command === "check"
        ? ["check", "--env=local", "--var=server=http://h", "--var=b=1"]
        : ["run", "--env=local", `--var=server=${server.url}`, "--var=b=1"];
      const { code, stdout, stderr } = await brace(args, {
        cwd: join(cwd, folder),
      });
      assertEquals(code, 0, stdout + stderr);
      assertStringIncludes(
        oneLine(stdout + stderr),
        'brace.yaml": brace.yaml has an effect only beside the collection file (move it there)',
      );
    }
  });

  it("has the flags of a run, below what is typed", async () => {
    write("brace.yaml", CONFIG);
    for (const [flags, expected] of RUNS) {
      const before = server.requests.length;
      const { code, stdout, stderr } = await run(["api", ...flags]);
      assertEquals(code, 0, stdout + stderr);
      assertEquals([flags, targets().slice(before)], [flags, expected]);
    }
    assert(Deno.statSync(join(cwd, "api/out/report.xml")).isFile);
  });

  for (
    const [config, flags, said] of [
      [
        "run:\n  exclude-tags: [slow]\n",
        ["--tags=slow"],
        "no request matches the tag slow without the tag slow, which brace.yaml leaves out: --exclude-tags= clears it (--allow-empty passes) api/brace.yaml:2:17 run.exclude-tags",
      ],
      [
        "run: { tags: fast }\n",
        [],
        "no request matches the tag fast, which brace.yaml selects: --tags= clears it (--allow-empty passes) api/brace.yaml:1:14 run.tags",
      ],
      // There is nothing that an empty value clears.
      ["run: { bail: true }\n", ["--tags="], 'Cannot use "--tags": it needs a'],
      ["run: { tags: slow }\n", ["--tags"], 'Cannot use "--tags": it needs a'],
      ["run: { jobs: 1 }\n", ["--jobs="], 'Cannot use "--jobs": it needs a'],
    ] as const
  ) {
    it(`is named by a run without requests: ${config.trim()} ${flags}`, async () => {
      write("brace.yaml", config);
      const { code, stdout, stderr } = await run(["api", ...flags]);
      assertEquals(code, 2, stdout + stderr);
      assertStringIncludes(oneLine(stderr), said);
      assertEquals(targets(), []);
    });
  }

  for (
    const [args, folder] of [
      [["one.yml"], "api/users"],
      [["api/users/**"], "."],
      [["users/one"], "api"],
      [["one"], "api"],
    ] as const
  ) {
    it(`is found for ${args} in ${folder}`, async () => {
      write("brace.yaml", CONFIG);
      const { code, stdout, stderr } = await run(args, folder);
      assertEquals(code, 0, stdout + stderr);
      assertEquals(targets()[0], "/one/local/of-the-file");
    });
  }

  const LIMITED: [config: string, flags: string[], said: string][] = [
    ["run: { timeout: 50 }", [], 'raise run.timeout in "api/brace.yaml"'],
    [
      "profiles: { slow: { timeout: 50 } }",
      ["--profile=slow"],
      'raise profiles.slow.timeout in "api/brace.yaml"',
    ],
    ["run: { timeout: 5000 }", ["--timeout=50"], "raise --timeout"],
    [
      "run: { idle-timeout: 50 }",
      [],
      'raise run.idle-timeout in "api/brace.yaml"',
    ],
    [
      "run: { script-timeout: 50 }",
      [],
      'raise run.script-timeout in "api/brace.yaml"',
    ],
    [
      "run: { wait-timeout: 50 }",
      ["--wait-for=SILENT"],
      'raise run.wait-timeout in "api/brace.yaml"',
    ],
  ];
  for (const [config, flags, said] of LIMITED) {
    it(`is named by what its limit ends: ${config} ${flags}`, async () => {
      await using silent = recordingServer(() => new Promise(() => {}));
      const code = config.includes("script") ? "for (;;);" : "";
      write(
        "users/one.yml",
        `info: { name: one, type: http }
http: { method: GET, url: "${silent.url}" }
runtime: { scripts: [{ type: before-request, code: "${code}" }] }
`,
      );
      write("brace.yaml", config);
      const { stdout, stderr } = await run([
        "api/users/one.yml",
        ...flags.map((it) => it.replace("SILENT", silent.url)),
      ]);
      assertStringIncludes(oneLine(stdout + stderr), `(${said})`);
    });
  }

  it("names its limit where a script reads the error", async () => {
    await using silent = recordingServer(() => new Promise(() => {}));
    write(
      "users/one.yml",
      `info: { name: one, type: http }
http: { method: GET, url: "{{server}}" }
runtime:
  scripts:
    - type: before-request
      code: |-
        await client.sendRequest({ url: "${silent.url}" })
          .catch((error) => console.log(error.message));
`,
    );
    write("brace.yaml", "run: { timeout: 50 }");
    const { stdout, stderr } = await run([
      "api/users/one.yml",
      "-v",
      "--allow-net",
    ]);
    assertStringIncludes(
      oneLine(stdout + stderr),
      'not complete after 50 ms (raise run.timeout in "api/brace.yaml")',
    );
  });

  it("is not a request", async () => {
    write("brace.yaml", "run: [\n");
    write("users/brace.yaml", FILES["users/one.yml"].replaceAll("one", "own"));
    const { code, stdout, stderr } = await brace(["list", "api"], { cwd });
    assertEquals([code, stderr], [0, ""]);
    assertEquals(
      [...stdout.matchAll(/^GET +(\S+)/gm)].map(([, path]) => path),
      ["users/one.yml", "users/brace.yaml", "users/two.yml"],
    );
  });

  const MISTAKES: [yaml: string, message: string, place: string][] = [
    ["a: [", "error YAML_SYNTAX", ":1:"],
    ["- run", "expected a mapping, found a list", ":1:1"],
    [
      "rum: {}",
      'Cannot use "rum": the key is unknown (did you mean "run"?)',
      ":1:1",
    ],
    [
      "run:\n  tagz: a",
      'Cannot use "run.tagz": the key is unknown (did you mean "tags"?)',
      ":2:3",
    ],
    ...["enviroment", "environment"].map((key): [string, string, string] => [
      `run: { ${key}: local }`,
      `Cannot use "run.${key}": the key is unknown (did you mean "env"?)`,
      ":1:8",
    ]),
    [
      "run: { variables: { a: b } }",
      'Cannot use "run.variables": the key is unknown (did you mean "var"?)',
      ":1:8",
    ],
    [
      "env: local",
      'Cannot use "env": a flag stands under "run:" or in a profile',
      ":1:1",
    ],
    [
      "run: { env: local }\nbail: true",
      'Cannot use "bail": a flag stands under "run:" or in a profile',
      ":2:1",
    ],
    ...["enviroment", "environment"].map((key): [string, string, string] => [
      `${key}: local`,
      `Cannot use "${key}": the key is unknown (did you mean "env" under "run:"?)`,
      ":1:1",
    ]),
    [
      "allow-net: [a]",
      'Cannot use "allow-net": a file of the collection cannot extend what a run may access (type --allow-net)',
      ":1:1",
    ],
    [
      "show-config: true",
      "it only works on the command line (type --show-config)",
      ":1:1",
    ],
    [
      "ci: { bail: true }",
      'Cannot use "ci": the key is unknown (a profile stands under "profiles:")',
      ":1:1",
    ],
    [
      "run:\n  ci: { bail: true }",
      'Cannot use "run.ci": the key is unknown (a profile stands under "profiles:")',
      ":2:3",
    ],
    [
      "run: { profiles: { ci: { bail: true } } }",
      'Cannot use "run.profiles": "profiles:" stands at the top of the file',
      ":1:8",
    ],
    [
      "profiles: { env: local }",
      'Cannot use "profiles.env": a flag stands under "run:" or in a profile',
      ":1:13",
    ],
    // Each of two.
    ["run: { colour: x, tagz: a }", 'did you mean "tags"?', ":1:19"],
    [
      "profiles:\n  ci: { bial: true }",
      'Cannot use "profiles.ci.bial": the key is unknown (did you mean "bail"?)',
      ":2:9",
    ],
    [
      "run: { profile: ci }",
      "it only works on the command line (type --profile)",
      ":1:8",
    ],
    ["run: { bail: 1 }", "expected true or false, found a number", ":1:14"],
    ["run: { bail: }", "expected true or false, found nothing", ":1:8"],
    ['run: { retry: "2" }', "expected a number, found text", ":1:16"],
    [
      "run: { retry: 1.5 }",
      'Cannot use "--retry 1.5": not a whole number',
      ":1:15",
    ],
    ["run: { retry: -1 }", 'Cannot use "--retry -1": less than 0', ":1:15"],
    ["run: { jobs: some }", 'Cannot use "--jobs some"', ":1:14"],
    ["run: { rows: 5-2 }", 'Cannot use "--rows 5-2"', ":1:14"],
    ["run: { seed: [a] }", "expected text, found a list", ":1:"],
    [
      "run: { tags: { a: b } }",
      "expected text or a list, found a mapping",
      ":1:",
    ],
    [
      "run: { env: ['', a] }",
      "expected text or a list, found an empty text",
      ":1:",
    ],
    ["run: { undefined: maybe }", "not one of error, keep, empty", ":1:"],
    ["run: { reporter: jsn=x }", 'did you mean "json"?', ":1:"],
    ["run: { env-var: [a] }", 'its value has no "="', ":1:"],
    [
      "run: { quiet: true, verbose: true }",
      "they contradict each other",
      ":1:",
    ],
    ["run: { save-env: true }", 'without "--env"', ":1:"],
    ["run: { env: nobody }", "error UNKNOWN_ENVIRONMENT", ":1:13 run.env"],
    ...[
      "data",
      "env-file",
      "secrets-file",
      "global-env",
      "failed-in",
      "cookie-jar",
      "output",
    ]
      .map((flag): [string, string, string] => [
        `run:\n  ${flag}: ../x.yml`,
        `Cannot use "../x.yml" for "${flag}": it is outside the collection (type --${flag} ../x.yml)`,
        ":2:",
      ]),
    [
      "run: { data: link/rows.csv }",
      "it is outside the collection",
      ":1:",
    ],
    ["run: { data: /dev/null }", "it is outside the collection", ":1:"],
    [
      "run: { reporter: [json=../r.json] }",
      'Cannot use "json=../r.json" for "reporter": it is outside the collection (type --reporter json=../r.json)',
      ":1:",
    ],
    ["run: { output: .git/config }", "it is in a hidden folder", ":1:"],
    ...[
      "trust-scripts: true",
      "allow-net: [a]",
      "allow-env: true",
      "allow-read: /etc",
      "insecure: true",
      "ca: x.pem",
      "proxy: http://p",
      "no-proxy: true",
    ].map((setting): [string, string, string] => {
      const [flag] = setting.split(":");
      return [
        `profiles:\n  ci:\n    ${setting}`,
        `Cannot use "profiles.ci.${flag}": a file of the collection cannot extend what a run may access (type --${flag})`,
        ":3:5",
      ];
    }),
  ];
  it("is refused where it is wrong, and nothing is sent", async () => {
    await Deno.mkdir(join(cwd, "outside"));
    await Deno.writeTextFile(join(cwd, "outside/rows.csv"), "b\n1\n");
    await Deno.symlink(join(cwd, "outside"), join(cwd, "api/link"));
    for (const [yaml, message, place] of MISTAKES) {
      write("brace.yaml", yaml);
      const { code, stdout, stderr } = await run(["api"]);
      const text = stderr.replace(/\s+/g, " ");
      assertEquals([yaml, code, stdout], [yaml, 2, ""], stderr);
      assertStringIncludes(text, message);
      if (place !== "") assertStringIncludes(text, `api/brace.yaml${place}`);
    }
    assertEquals(server.requests, []);
  });

  it("is named if it lies in the current folder above the collection", async () => {
    const text = "run: { env: local }\n";
    const note =
      'Ignored "brace.yaml": a run reads it in the folder of the collection only (move it to "api")';
    const flags = ["--env-var=a=x", "--env-var=b=y"];
    const rows: [at: string, folder: string, path: string, isTold: boolean][] =
      [
        ["brace.yaml", ".", "api", true],
        ["brace.yaml", ".", "api/users/one.yml", true],
        ["brace.yaml", "api", ".", false],
        ["api/users/brace.yaml", "api/users", ".", false],
        ["api/brace.yaml", "api", ".", false],
      ];
    for (const [at, folder, path, isTold] of rows) {
      const file = join(cwd, at);
      await Deno.writeTextFile(file, text);
      const { code, stdout, stderr } = await run([path, ...flags], folder);
      assertEquals([at, path, code], [at, path, 0], stderr);
      const told = oneLine(stdout + stderr);
      assertEquals([at, path, told.includes(note)], [at, path, isTold], told);
      await Deno.remove(file);
    }
    await Deno.writeTextFile(join(cwd, "brace.yaml"), text);
    const { stderr } = await run(["api", "--profile=ci"]);
    assertStringIncludes(
      oneLine(stderr),
      'Cannot use "--profile ci": the collection has no brace.yaml (move the one of the current folder to "api")',
    );
  });

  const ONE = `opencollection: 1.0.0
info: { name: One }
bundled: true
items:
  - info: { name: a, type: http }
    http: { method: GET, url: "{{server}}/a" }
`;
  const IGNORED: [files: string[], path: string, note: string | undefined][] = [
    [
      ["brace.yaml", "api/brace.yaml"],
      "api",
      'Ignored "brace.yaml": a run reads it in the folder of the collection only ("api" has its own)',
    ],
    [
      ["brace.yaml"],
      "one.yml",
      'Ignored "brace.yaml": a collection in one file has none (type its flags)',
    ],
    [
      ["brace.yaml"],
      "elsewhere/one.yml",
      'Ignored "brace.yaml": a collection in one file has none (type its flags)',
    ],
    [
      ["elsewhere/brace.yaml", "brace.yaml"],
      "elsewhere/one.yml",
      'Ignored "elsewhere/brace.yaml": a collection in one file has none (type its flags)',
    ],
    // It is that of the collection around it.
    [["api/brace.yaml"], "api/elsewhere/one.yml", undefined],
    [[], "one.yml", undefined],
  ];
  for (const [files, path, note] of IGNORED) {
    it(`is ignored in ${files.join(", ")} by a run of ${path}`, async () => {
      if (path !== "api") {
        await Deno.mkdir(join(cwd, path, ".."), { recursive: true });
        await Deno.writeTextFile(join(cwd, path), ONE);
      }
      for (const file of files) {
        const text = "run: { env-var: { a: x, b: y } }\n";
        await Deno.writeTextFile(join(cwd, file), text);
      }
      const { code, stdout, stderr } = await run([path]);
      assertEquals(code, 0, stdout + stderr);
      const told = oneLine(stdout);
      if (note === undefined) assert(!told.includes("Ignored"), told);
      else assertStringIncludes(told, note);
      if (path === "api") return;
      const { stderr: refused } = await run([path, "--profile=ci"]);
      assertStringIncludes(
        oneLine(refused),
        'Cannot use "--profile ci": a collection in one file has no brace.yaml (type its flags)',
      );
    });
  }

  it("reports all its mistakes at once", async () => {
    write(
      "brace.yaml",
      `run:
  enviroment: local
  jobs: some
  timeout: 5 s
  reporter: [jsn=x, junit]
profiles:
  ci: { retry: -1, tagz: a, rows: 0 }
`,
    );
    for (const [command, code] of [["run", 2], ["check", 1]] as const) {
      const { stdout, stderr, code: ended } = await brace(
        [command, "api"],
        { cwd },
      );
      assertEquals([command, ended], [command, code], stderr);
      const text = stdout + stderr;
      for (
        const place of [
          "2:3",
          "3:9",
          "4:12",
          "5:14",
          "5:21",
          "7:16",
          "7:20",
          "7:35",
        ]
      ) assertStringIncludes(text, `  api/brace.yaml:${place}  `);
    }
  });

  it("is not brace.yml, which is refused", async () => {
    write("brace.yml", "run: { env: local }\n");
    const { code, stderr } = await run(["api"]);
    assertEquals(
      [code, stderr.replace(/\s+/g, " ").trim()],
      [
        2,
        'error INVALID_FIELD: Cannot use "api/brace.yml": the file is named "brace.yaml" (rename it) api/brace.yml',
      ],
    );
    assertEquals(server.requests, []);
    write("brace.yaml", "run: { env: local }\n");
    const { stderr: other } = await run(["api"]);
    assertEquals(other.includes("brace.yml"), false, other);
  });

  const PROFILES: [yaml: string | undefined, profile: string, why: string][] = [
    [undefined, "ci", "the collection has no brace.yaml"],
    [
      "profiles: { ci: {} }",
      "cl",
      '"api/brace.yaml" has no such profile (use ci)',
    ],
    [
      "profiles: { staging: {} }",
      "stagin",
      'has no such profile (did you mean "staging"?)',
    ],
    ["run: {}", "ci", "has no such profile (it has none)"],
  ];
  for (const [yaml, profile, why] of PROFILES) {
    it(`has to have the profile: ${why}`, async () => {
      if (yaml !== undefined) write("brace.yaml", yaml);
      const { code, stderr } = await run(["api", "--profile", profile]);
      assertEquals(code, 2);
      assertStringIncludes(
        stderr.replace(/\s+/g, " "),
        `error USAGE: Cannot use "--profile ${profile}": `,
      );
      assertStringIncludes(stderr.replace(/\s+/g, " "), why);
    });
  }

  it("is told by --show-config, secrets masked, and nothing is sent", async () => {
    write(
      "brace.yaml",
      CONFIG.replace("{ b: of-the-file }", "{ b: x, hidden: h1, apiKey: k1 }"),
    );
    const { code, stdout } = await run([
      "api",
      "--show-config",
      "--profile=ci",
      "--retry=3",
      "--proxy=http://user:word@proxy:1",
      "--prompt=Code=1234",
    ]);
    assertEquals(code, 0);
    const lines = stdout.split("\n").map((line) =>
      line.replace(/ {2,}/g, " | ")
    );
    for (
      const line of [
        "env: | local, ci | api/brace.yaml:9 (profile ci)",
        "env-var: | b=x, hidden=***, apiKey=*** | api/brace.yaml:3",
        "tags: | slow | api/brace.yaml:10 (profile ci)",
        "jobs: | 1 | api/brace.yaml:5",
        "delay: | 1 | api/brace.yaml:6",
        "retry: | 3 | --retry",
        "retry-delay: | 1000 | default",
        "timeout: | 30000 | default",
        "bail: | false | default",
        "data: | not set | default",
        "proxy: | http://***@proxy:1 | --proxy",
        "prompt: | Code=*** | --prompt",
        `reporter: | compact, junit=${
          join("api", "out", "report.xml")
        } | api/brace.yaml:11 (profile ci)`,
      ]
    ) assert(lines.includes(line), `${line}\n${stdout}`);
    assertEquals(server.requests, []);
    const texts = await run([
      "api",
      "--show-config",
      "--proxy=user:pssst@proxy:1",
      '--var=login={"password":"pssst"}',
      "--var=link=https://ada:pssst@h/?token=pssst",
    ]);
    assert(!texts.stdout.includes("pssst"), texts.stdout);
    assertStringIncludes(texts.stdout, "***@proxy:1");
    assertStringIncludes(
      texts.stdout,
      'login={"password":"***"}, link=https://ada:***@h/?token=***',
    );
    const plain = await brace(["run", "--show-config"], { cwd });
    assertEquals([plain.code, plain.stderr], [0, ""]);
  });
});
