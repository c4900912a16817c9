import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { RunPrinter } from "../../lib/cli/run/output.ts";
import { Commands } from "../../lib/cli/run/output.ts";
import * as details from "../../lib/tools/report/console/detail_lines.ts";
import { plainStyle } from "../../lib/tools/report/style.ts";
import { createMasker } from "../../lib/core/secrets/masker.ts";
import { sampleRun } from "../tools/report/sample_run.ts";
import { brace } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";
import { commandsIn } from "../support/github_log.ts";
import { itNeeds } from "../support/needs.ts";
import { oneLine } from "../support/one_line.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const EVIL = "::error::evil\n##[add-mask]x\n::stop-commands::guess";

describe("--reporter", () => {
  let cwd: string;
  let server: RecordingServer;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(() => ({
      headers: [["Content-Type", "text/plain"]],
      body: EVIL,
    }));
    await Deno.writeTextFile(
      `${cwd}/shop.yml`,
      `info: { name: Shop }
items:
  - info: { name: fine, type: http }
    http: { method: GET, url: "${server.url}/a" }
  - info: { name: wrong, type: http }
    http: { method: GET, url: "${server.url}/b" }
    runtime:
      assertions:
        - { expression: res.body, operator: eq, value: "x" }
      scripts:
        - { type: tests, code: 'console.log(res.body)' }
  - info: { name: last, type: http }
    http: { method: GET, url: "${server.url}/c" }
`,
    );
  });
  afterEach(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  const rows = braceRows();
  // Whether GitHub reads along is asked once in a process.
  const run = (args: string[], env?: Record<string, string>) =>
    (env === undefined ? rows : brace)(["run", "shop.yml", ...args], {
      cwd,
      ...env && { env },
    });

  const consoles: [kind: string, has: RegExp[], lacks: RegExp[]][] = [
    ["pretty", [/^✓ fine/m, /^✗ wrong/m, /^Failures/m, /requests {4}3/], []],
    ["compact", [/^✗ wrong/m, /^Failures/m, /requests {4}3/], [/^✓ fine/m]],
    ["dots", [/^\.F\.\n\nFailures/m, /requests {4}3/], [/✓ fine/]],
    ["failures", [/^Failures/m, /^✗ 1 of 3/m], [/fine/, /^Shop/m]],
  ];
  for (const [kind, has, lacks] of consoles) {
    it(`prints as ${kind}, and failures in full`, async () => {
      const { code, stdout } = await run(["--reporter", kind]);
      assertEquals(code, 1);
      for (const it of has) assert(it.test(stdout), `${it}\n${stdout}`);
      for (const it of lacks) assert(!it.test(stdout), `${it}\n${stdout}`);
      assertStringIncludes(stdout, "::stop-commands::guess");
    });
  }

  it("is compact where there is no terminal", async () => {
    const { stdout } = await run([]);
    assert(!stdout.includes("✓ fine"), stdout);
  });

  const skipping: [skipped: number, kind: string, told: string][] = [
    [10, "compact", ""],
    [12, "compact", "– 2 more skipped: --reporter pretty lists them"],
    [12, "pretty", ""],
    [12, "failures", ""],
  ];
  for (const [skipped, kind, told] of skipping) {
    it(`counts what ${kind} leaves out of ${skipped} that were skipped`, async () => {
      const items = Array.from(
        { length: skipped },
        (_, at) =>
          `  - info: { name: r${at}, type: http }
    http: { method: GET, url: "${server.url}/${at}" }
`,
      );
      await Deno.writeTextFile(
        `${cwd}/shop.yml`,
        `info: { name: Shop }
extensions: { brace: { setup: [live] } }
items:
${items.join("")}  - info: { name: live, type: http }
    http: { method: GET, url: "http://127.0.0.1:1/" }
`,
      );
      const { stdout } = await run(["--reporter", kind]);
      const listed = stdout.match(/^– r\d+ /gm)?.length ?? 0;
      const more = /^– .* more skipped.*$/m.exec(stdout)?.[0] ?? "";
      const lines = kind === "failures" ? 0 : kind === "pretty" ? skipped : 10;
      assertEquals([listed, more], [lines, told], stdout);
    });
  }

  const unchecking: [unchecked: number, kind: string, listed: number][] = [
    [1, "compact", 1],
    [12, "compact", 10],
    [12, "pretty", 12],
    [12, "failures", 0],
  ];
  for (const [unchecked, kind, listed] of unchecking) {
    it(`lists ${listed} of ${unchecked} that nothing checked as ${kind}`, async () => {
      await using refusing = recordingServer(() => ({ status: 404 }));
      const items = Array.from(
        { length: unchecked },
        (_, at) =>
          `  - info: { name: r${at}, type: http }
    http: { method: GET, url: "${refusing.url}/${at}" }
`,
      );
      await Deno.writeTextFile(
        `${cwd}/shop.yml`,
        `info: { name: Shop }
items:
${items.join("")}  - info: { name: fine, type: http }
    http: { method: GET, url: "${server.url}/fine" }
`,
      );
      const { code, stdout } = await run(["--reporter", kind]);
      const lines = stdout.match(/^• r\d+ .*404/gm)?.length ?? 0;
      const more = /^• .* more unchecked.*$/m.exec(stdout)?.[0] ?? "";
      const told = kind === "compact" && unchecked > listed
        ? "• 2 more unchecked: --reporter pretty lists them"
        : "";
      assertEquals([code, lines, more], [0, listed, told], stdout);
    });
  }

  const slowing: [slow: number, args: string[], listed: number][] = [
    [2, ["compact", "--slow=0"], 2],
    [12, ["compact", "--slow=0"], 10],
    [12, ["compact", "--slow=0", "--jobs=2"], 10],
    [12, ["compact"], 0],
    [12, ["failures", "--slow=0"], 0],
  ];
  for (const [slow, [kind, ...args], listed] of slowing) {
    it(`lists ${listed} of ${slow} slow ones as ${kind} ${args}`, async () => {
      const items = Array.from(
        { length: slow },
        (_, at) =>
          `  - info: { name: r${at}, type: http }
    http: { method: GET, url: "${server.url}/fine" }
`,
      );
      await Deno.writeTextFile(
        `${cwd}/shop.yml`,
        `info: { name: Shop }\nitems:\n${items.join("")}`,
      );
      const { code, stdout } = await run(["--reporter", kind, ...args]);
      const lines = stdout.match(/^✓ r\d+ .* slow /gm)?.length ?? 0;
      const more = /^✓ .* more slow.*$/m.exec(stdout)?.[0] ?? "";
      const told = listed > 0 && slow > listed
        ? "✓ 2 more slow: --reporter pretty lists them"
        : "";
      assertEquals([code, lines, more], [0, listed, told], stdout);
    });
  }

  for (const flag of ["-q", "--quiet", "--silent"]) {
    it(`prints nothing with ${flag}, and writes reports`, async () => {
      const outcome = await run([flag, "--reporter", "json=a.json"]);
      assertEquals(outcome, { code: 1, stdout: "", stderr: "" });
      assert(Deno.statSync(`${cwd}/a.json`).isFile);
    });
  }

  for (const kind of ["json", "ndjson", "junit", "tap", "html", "markdown"]) {
    it(`writes ${kind} to standard output, the console to standard error`, async () => {
      const { stdout, stderr } = await run([
        "--reporter",
        `${kind}=-`,
        `--reporter=${kind}=file`,
      ]);
      assertStringIncludes(stderr, "✗ 1 of 3 requests did not pass");
      assertEquals(stdout, Deno.readTextFileSync(`${cwd}/file`));
    });
  }

  for (
    const [name, path, isMade] of [
      ["folders below the current one", "api/a/b/x", true],
      ["folders of the collection", "home/a/b/x", true],
      ["one folder elsewhere", "else/a/x", true],
      ["more folders elsewhere", "else/a/b/x", false],
    ] as const
  ) {
    it(`${isMade ? "makes" : "does not make"} ${name}`, async () => {
      const folders = ["api", "home", "else"];
      for (const folder of folders) {
        await Deno.mkdir(`${cwd}/${folder}`);
      }
      await Deno.rename(`${cwd}/shop.yml`, `${cwd}/home/shop.yml`);
      for (
        const flags of [
          // What the first one makes is no folder that was there.
          ["--reporter", "junit=../else/a/x.xml", "--reporter", "json="],
          ["--output", ""],
          ["--cookie-jar", ""],
        ]
      ) {
        const args = ["run", "../home/shop.yml", ...flags];
        args.push(`${args.pop()}../${path}`);
        const before = server.requests.length;
        const { code, stderr } = await rows(args, { cwd: `${cwd}/api` });
        const place = join(await Deno.realPath(cwd), "else/a");
        assertEquals(
          [
            code,
            // Said of --output.
            oneLine(stderr).trim().replace(/^Wrote the last response .*/, ""),
            server.requests.length - before,
          ],
          isMade ? [1, "", 3] : [
            2,
            `error WRITE: Cannot write "../${path}": there is no folder "${place}" (correct the path, or create "${
              join(place, "b")
            }")`,
            0,
          ],
        );
        const made = folders.filter((it) =>
          [...Deno.readDirSync(`${cwd}/${it}`)].some(({ name }) => name === "a")
        );
        assertEquals(made.length > 0, isMade);
        for (const folder of made) {
          await Deno.remove(`${cwd}/${folder}/a`, { recursive: true });
        }
      }
    });
  }

  itNeeds("/dev/full")("tells which permission a device wants", async () => {
    const { code, stderr } = await run(["--reporter", "junit=/dev/full"]);
    assertEquals([code, server.requests.length], [6, 0]);
    assertEquals(
      oneLine(stderr).trim(),
      'error PERMISSION: Cannot write "/dev/full": Deno opens devices and system files only with all permissions (run Deno with --allow-all, before the name of the program or in the task of deno.json)',
    );
  });

  it("appends NDJSON while the run goes on", async () => {
    let seen: string[] = [];
    await server.close();
    server = recordingServer(({ target }) => {
      if (target === "/c") {
        seen = Deno.readTextFileSync(`${cwd}/run.ndjson`).split("\n");
      }
      return { status: 200 };
    });
    const text = Deno.readTextFileSync(`${cwd}/shop.yml`)
      .replaceAll(/http:\/\/[^/]+/g, server.url);
    Deno.writeTextFileSync(`${cwd}/shop.yml`, text);
    Deno.writeTextFileSync(`${cwd}/run.ndjson`, "old\n");
    await run(["--reporter", "ndjson=run.ndjson"]);
    assertEquals(
      seen.filter((it) => it !== "").map((it) => JSON.parse(it).type),
      [
        "run-start",
        ...Array(2).fill(["request-start", "request-end"]).flat(),
        "request-start",
      ],
    );
  });

  it("writes whole bodies into HAR, and masks them", async () => {
    await server.close();
    const long = `${"x".repeat(100_000)}"password":"pw-of-a-user"`;
    server = recordingServer(() => ({ body: long }));
    const text = Deno.readTextFileSync(`${cwd}/shop.yml`)
      .replaceAll(/http:\/\/[^/]+/g, server.url);
    Deno.writeTextFileSync(`${cwd}/shop.yml`, text);
    await run(["--reporter=har=a.har", "--reporter=json=a.json", "-q"]);
    const read = (name: string) =>
      JSON.parse(Deno.readTextFileSync(`${cwd}/${name}`));
    const { content } = read("a.har").log.entries[0].response;
    assertEquals(
      content.text,
      `${"x".repeat(100_000)}"password":"***"`,
    );
    const { body } = read("a.json").requests[0].response;
    assertEquals([body.text.length, body.cut], [65_536, true]);
  });

  it("gives the time of a request that failed to its phases in HAR", async () => {
    const text = Deno.readTextFileSync(`${cwd}/shop.yml`)
      .replaceAll(/http:\/\/[^/]+/g, "http://127.0.0.1:9");
    Deno.writeTextFileSync(`${cwd}/shop.yml`, text);
    await run(["--reporter=har=a.har", "-q"]);
    const { log } = JSON.parse(Deno.readTextFileSync(`${cwd}/a.har`));
    const { connect, blocked: _, ...others } = log.entries[0].timings;
    assertEquals([connect > 0, others], [true, {
      dns: -1,
      ssl: -1,
      send: 0,
      wait: 0,
      receive: 0,
    }]);
  });

  it("gives a request without a response its whole time in HAR, redirects included", async () => {
    await server.close();
    server = recordingServer(async ({ target }) => {
      // Long enough to tell the time of one hop from that of both.
      await new Promise((go) => setTimeout(go, 20));
      const Location = target === "/end" ? "ftp://127.0.0.1/" : "/end";
      return { status: 302, headers: [["Location", Location]] };
    });
    const text = Deno.readTextFileSync(`${cwd}/shop.yml`)
      .replaceAll(/http:\/\/[^/]+/g, server.url);
    Deno.writeTextFileSync(`${cwd}/shop.yml`, text);
    await run(["--reporter=har=a.har", "--reporter=json=a.json", "-q"]);
    const read = (name: string) =>
      JSON.parse(Deno.readTextFileSync(`${cwd}/${name}`));
    const [{ time, timings, response }] = read("a.har").log.entries;
    const [{ duration }] = read("a.json").requests;
    assertEquals(response.status, 0);
    assertEquals(Math.round(time * 100), Math.round(duration * 100));
    assert(timings.blocked > timings.connect, JSON.stringify(timings));
  });

  for (
    const [names, said] of [
      [["up"], '"a.har" lacks the body of "up": an archive holds'],
      [["up", "again"], '"a.har" lacks the bodies of 2 requests: an archive'],
      [[], ""],
    ] as const
  ) {
    it(`says what an archive lacks: ${names.length} files`, async () => {
      const items = names.map((name) =>
        `  - info: { name: ${name}, type: http }
    http:
      method: POST
      url: "${server.url}/"
      body: { type: file, data: [{ filePath: a.bin, contentType: a/b, selected: true }] }
`
      );
      const text = Deno.readTextFileSync(`${cwd}/shop.yml`);
      Deno.writeTextFileSync(
        `${cwd}/shop.yml`,
        text.replace("items:\n", `items:\n${items.join("")}`),
      );
      Deno.writeTextFileSync(`${cwd}/a.bin`, "abc");
      const { stderr } = await run(["--reporter=har=a.har", "-q"]);
      assertEquals(oneLine(stderr).includes("lacks"), said !== "");
      assertStringIncludes(oneLine(stderr), said);
    });
  }

  it("annotates unasked under GitHub Actions, where nobody else gives commands", async () => {
    Deno.mkdirSync(`${cwd}/work`);
    const summary = `${cwd}/summary.md`;
    Deno.writeTextFileSync(summary, "before\n");
    const github = {
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: await Deno.realPath(`${cwd}/..`),
    };
    const { stdout } = await run(["--verbose"], github);
    const commands = commandsIn(stdout);
    assertEquals(commands.length, 1, stdout);
    const folder = (await Deno.realPath(cwd)).split(/[/\\]/).at(-1);
    assertEquals([commands[0].level, commands[0].file, commands[0].line], [
      "error",
      `${folder}/shop.yml`,
      "9",
    ]);
    const text = Deno.readTextFileSync(summary);
    assertStringIncludes(text, "before\n# `Shop`");
    const other = await run([], github);
    const token = (text: string) => /::stop-commands::(\S+)/.exec(text)![1];
    assert(token(other.stdout) !== token(stdout));
    // Not a second time.
    const asked = await run(["--reporter", "github"], github);
    assertEquals(commandsIn(asked.stdout).length, 1);
    // The summary does not depend on where the commands go.
    const count = () => Deno.readTextFileSync(summary).split("# `Shop`").length;
    const before = count();
    await run(["--reporter", "github=commands.txt"], github);
    assertEquals(count(), before + 1);
    const nowhere = { GITHUB_STEP_SUMMARY: `${cwd}/none/summary.md` };
    const { code, stderr } = await run([], { ...github, ...nowhere });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "GITHUB_STEP_SUMMARY names it");
  });

  it("lets nobody give commands in messages about what cannot run", async () => {
    Deno.writeTextFileSync(
      `${cwd}/shop.yml`,
      'info: { name: "a" }\nitems: ["\\n##[add-mask]x"]\n"##[error]y": 1\n',
    );
    const { code, stdout, stderr } = await run([], { GITHUB_ACTIONS: "true" });
    assertEquals(code, 2);
    assertStringIncludes(stderr, "##[error]y");
    assertEquals(commandsIn(stderr), []);
    for (const { level, file } of commandsIn(stdout)) {
      assertEquals([/^(?:error|warning)$/.test(level), file], [
        true,
        "shop.yml",
      ]);
    }
  });

  it("annotates why a run does not start", async () => {
    const github = { GITHUB_ACTIONS: "true" };
    const nowhere = [
      "--wait-for",
      "http://127.0.0.1:1/",
      "--wait-timeout",
      "9",
    ];
    const late = await run(nowhere, github);
    assertEquals(late.code, 4);
    assertEquals(
      commandsIn(late.stdout).map(({ level, file }) => [level, file]),
      [["error", undefined]],
    );
    Deno.writeTextFileSync(`${cwd}/shop.yml`, "items:\n  - a: 1\n   b: 1\n");
    const broken = await run(["--quiet"], github);
    assertEquals(broken.code, 2);
    assertEquals(
      commandsIn(broken.stdout).map((
        { level, file, line },
      ) => [level, file, line]),
      [["error", "shop.yml", "3"]],
    );
    assertEquals(commandsIn((await run(["--quiet"])).stdout), []);
  });

  const KINDS = ["json", "ndjson", "junit", "tap", "markdown", "html", "har"];
  const REFUSED: [
    why: string,
    args: string[],
    message: string,
    code: number,
  ][] = [
    [
      "a server that is not ready",
      ["--wait-for", "http://127.0.0.1:1/", "--wait-timeout", "9"],
      "no answer in 9 ms",
      4,
    ],
    [
      "an unknown environment",
      ["--env", "nowhere"],
      'environment "nowhere"',
      2,
    ],
    ["an empty selection", ["--tags", "none"], "matches the tag none", 2],
    ["an unknown flag", ["--bial"], 'did you mean "--bail"', 2],
    ["a value that a flag cannot have", ["--jobs", "x"], '"--jobs x"', 2],
    ["a broken file", [], "Cannot read", 2],
  ];
  for (const [why, args, message, code] of REFUSED) {
    it(`reports why a run does not start: ${why}`, async () => {
      if (args.length === 0) {
        Deno.writeTextFileSync(
          `${cwd}/shop.yml`,
          "items:\n  - a: 1\n   b: 1\n",
        );
      }
      const before = server.requests.length;
      const outcome = await run([
        ...args,
        ...KINDS.flatMap((it) => ["--reporter", `${it}=out/${it}`]),
      ], { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: `${cwd}/summary.md` });
      assertEquals(outcome.code, code, outcome.stderr);
      assertStringIncludes(oneLine(outcome.stderr), message);
      assertEquals(server.requests.length, before);
      const reports = KINDS.filter((it) => it !== "har");
      assertEquals(
        [...Deno.readDirSync(`${cwd}/out`)].map(({ name }) => name).sort(),
        reports.toSorted(),
      );
      const texts = reports.map((it) =>
        Deno.readTextFileSync(`${cwd}/out/${it}`)
      );
      for (const text of texts) {
        const plain = text.replaceAll("&quot;", '"').replaceAll('\\"', '"');
        assertStringIncludes(plain, message);
      }
      const [json, , junit, tap, markdown] = texts;
      assertStringIncludes(markdown, "**✗ the run did not start** · ");
      assertStringIncludes(markdown, "## Errors\n");
      assertEquals(Deno.readTextFileSync(`${cwd}/summary.md`), markdown);
      assertEquals(JSON.parse(json).exitCode, code);
      assert(
        /<testsuites [^>]*tests="1" failures="0" errors="1"/.test(junit),
        junit,
      );
      assert(
        /<testcase name="run" classname="brace"[^>]*>\s*<error /.test(junit),
        junit,
      );
      assert(/^TAP version 14\nBail out! /.test(tap), tap);
      const next = await run(["--failed-in", "out/json", "--allow-empty"]);
      assertEquals(next.code, 2, next.stdout);
      if (args.length > 0) {
        assertStringIncludes(oneLine(next.stderr), "that run did not start");
      }
    });
  }

  it("writes the job summary where a report cannot be written, and none where no run was asked for", async () => {
    const summary = `${cwd}/summary.md`;
    const github = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
    const asked = await run(["--env", "nowhere", "--print-hosts"], github);
    assertEquals(asked.code, 2);
    assertEquals(
      [...Deno.readDirSync(cwd)].map(({ name }) => name).filter((
        name,
      ) => name.endsWith(".md")),
      [],
    );
    const { code, stdout } = await run(["--reporter", "junit=."], github);
    assertEquals(code, 2);
    assertEquals(commandsIn(stdout).length, 1);
    const text = Deno.readTextFileSync(summary);
    assertStringIncludes(text, "**✗ the run did not start** · ");
    assertStringIncludes(text, 'Cannot write "."');
  });

  const FILE = "junit=r.xml";
  const LINES: [
    why: string,
    setup: { args: string[]; yaml?: string; github?: true },
    written: string[],
    message: string,
  ][] = [
    [
      "flags that are typed, though brace.yaml is broken",
      { args: ["--reporter", FILE], yaml: "run: {jobs: x}" },
      ["r.xml"],
      '"--jobs x": not a whole number',
    ],
    [
      "flags of brace.yaml, though what is typed is wrong",
      { args: ["--bial"], yaml: `run: {reporter: ${FILE}}` },
      ["r.xml"],
      '"--bial"',
    ],
    [
      "flags behind an unknown one with a value",
      { args: ["--verbsoe", "x", `--reporter=${FILE}`] },
      ["r.xml"],
      '"--verbsoe"',
    ],
    [
      "a reporter beside one that is wrong",
      { args: ["--reporter", FILE, "--reporter", "xunit=b.xml"] },
      ["r.xml"],
      '"--reporter xunit"',
    ],
    [
      "no file that two reporters want",
      {
        args: ["--reporter", "json=a", "--reporter", "tap=a", "-q"]
          .concat("--reporter", FILE),
      },
      ["r.xml"],
      "another report goes into that file",
    ],
    [
      "nothing where only the hosts are asked for",
      { args: ["--print-hosts", "--bial", "--reporter", FILE] },
      [],
      '"--bial"',
    ],
    [
      "annotations for GitHub",
      { args: ["--bial"], github: true },
      [],
      '"--bial"',
    ],
  ];
  for (const [why, { args, yaml, github }, written, message] of LINES) {
    it(`reports a wrong command line: ${why}`, async () => {
      const folder = `${cwd}/shop`;
      Deno.mkdirSync(folder);
      Deno.writeTextFileSync(`${folder}/opencollection.yml`, "info: {name: S}");
      if (yaml) Deno.writeTextFileSync(`${folder}/brace.yaml`, yaml);
      const options = {
        cwd: folder,
        ...github && { env: { GITHUB_ACTIONS: "true" } },
      };
      const all = ["run", ...args, "."];
      const { code, stdout, stderr } = github
        ? await brace(all, options)
        : await rows(all, options);
      assertEquals(code, 2);
      assertStringIncludes(oneLine(stderr), message);
      const sources = ["opencollection.yml", ...yaml ? ["brace.yaml"] : []];
      const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
      assertEquals(
        names.filter((it) => !sources.includes(it)),
        written,
      );
      for (const name of written) {
        const text = Deno.readTextFileSync(`${folder}/${name}`);
        assertStringIncludes(text.replaceAll("&quot;", '"'), message);
        assertStringIncludes(text, '<testsuites name="shop"');
      }
      assertEquals(
        commandsIn(stdout).map(({ level }) => level),
        github ? ["error"] : [],
      );
    });
  }

  it("keeps the report of what failed where the next run does not start", async () => {
    const same = ["--reporter", "json=r.json"];
    await run(same);
    const before = Deno.readTextFileSync(`${cwd}/r.json`);
    const next = await run([...same, "--failed-in", "r.json", "--env", "none"]);
    assertEquals(next.code, 2);
    assertEquals(Deno.readTextFileSync(`${cwd}/r.json`), before);
  });

  for (const args of [[], ["--env", "none"], ["--no-such-flag"]]) {
    it(`writes no report over a file of a collection: ${args}`, async () => {
      const before = Deno.readTextFileSync(`${cwd}/shop.yml`);
      const reporters = ["junit=shop.yml", "json=r.json"]
        .flatMap((it) => ["--reporter", it]);
      const { code, stderr } = await run([...reporters, ...args]);
      assertEquals(code, 2);
      assertEquals(Deno.readTextFileSync(`${cwd}/shop.yml`), before);
      if (args.length > 0) Deno.statSync(`${cwd}/r.json`);
      else {
        assertStringIncludes(
          oneLine(stderr),
          'Cannot write a report to "shop.yml": the run reads this file',
        );
      }
    });
  }

  it("tells a log how far the run is", async () => {
    const written: string[] = [];
    using printer = new RunPrinter({
      style: plainStyle,
      verbose: "none",
      width: 80,
      masker: createMasker(),
      quiet: false,
      terminal: false,
      log: true,
      commands: new Commands(false),
      write: (text) => written.push(text),
      details: () => Promise.resolve(details),
      statusEvery: 5,
    });
    const events = sampleRun();
    for (const event of events.slice(0, 5)) await printer.print(event);
    const before = written.length;
    while (written.length === before) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assertEquals(written.at(-1), "1/10 requests\n");
    await printer.print(events.at(-1)!);
  });
});

describe("brace report", () => {
  const brace = braceRows();
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  it("makes of the reports of two halves that of the whole", async () => {
    await using server = recordingServer(() => ({ status: 200 }));
    for (const folder of ["a", "b"]) {
      Deno.mkdirSync(`${cwd}/${folder}`);
      Deno.writeTextFileSync(
        `${cwd}/${folder}/1.yml`,
        `info: {name: "${folder}1", type: http}\nhttp: {method: GET, url: "${server.url}/${folder}"}\n`,
      );
    }
    Deno.writeTextFileSync(`${cwd}/opencollection.yml`, "info: {name: C}\n");
    const report = (paths: string[], name: string) =>
      brace(["run", ...paths, "-q", "--reporter", `json=${name}`], { cwd });
    await report(["."], "whole.json");
    await report(["a"], "a.json");
    await report(["b"], "b.json");
    const { code, stderr } = await brace([
      "report",
      "b.json",
      "a.json",
      "--reporter=json=all.json",
      "--reporter=junit=all.xml",
      "--reporter=html=all.html",
    ], { cwd });
    assertEquals([code, stderr], [0, ""]);
    const read = (name: string) => {
      const { summary, requests } = JSON.parse(
        Deno.readTextFileSync(`${cwd}/${name}`),
      );
      return {
        summary,
        paths: requests.map(({ path }: { path: string }) => path).toSorted(),
      };
    };
    assertEquals(read("all.json"), read("whole.json"));
    assertStringIncludes(
      Deno.readTextFileSync(`${cwd}/all.xml`),
      '<testsuites name="C" tests="2"',
    );
    assert(Deno.statSync(`${cwd}/all.html`).isFile);
  });

  it("refuses a report that is named twice", async () => {
    const { code, stderr } = await brace(
      ["report", "a.json", "./a.json", "--reporter=junit=all.xml"],
      { cwd },
    );
    assertEquals(code, 2);
    assertStringIncludes(
      stderr,
      'Cannot merge "./a.json" with itself: name each report once',
    );
  });

  const broken: [name: string, text: string, message: string][] = [
    [
      "of another version",
      '{"version":"9","client":{"name":"brace"}}',
      'its format has version "9", this Brace knows version "1"',
    ],
    [
      "of an earlier version",
      '{"client":{"name":"brace"},"version":"0"}',
      'its format has version "0", this Brace knows version "1"',
    ],
    [
      "without a version",
      '{"client":{"name":"brace"}}',
      "it is not a JSON report of Brace",
    ],
    ["that is not a report", '{"a":1}', "it is not a JSON report of Brace"],
    ["that is not JSON", "<xml/>", "it is not JSON"],
    ["that is null", "null", "it is not a JSON report of Brace"],
    [
      "with parts that are missing",
      '{"version":"1","client":{"name":"brace"}}',
      "the report must have required property",
    ],
  ];
  for (const [name, text, message] of broken) {
    it(`refuses one ${name}, and writes nothing`, async () => {
      Deno.writeTextFileSync(`${cwd}/x.json`, text);
      const { code, stderr } = await brace(
        ["report", "x.json", "--reporter=junit=all.xml"],
        { cwd },
      );
      assertEquals(code, 2);
      assertStringIncludes(
        oneLine(stderr),
        `Cannot read the report "x.json": ${message}`,
      );
      assertEquals([...Deno.readDirSync(cwd)].length, 1);
    });
  }
});

describe("a pipe", () => {
  const brace = braceRows();
  it("gets the line of an only request, once however often scripts repeat it", async () => {
    using stack = new DisposableStack();
    const server = recordingServer();
    stack.defer(() => void server.close());
    const text = `info: { name: Loop }
items:
  - info: { name: again, type: http }
    http: { method: GET, url: "${server.url}/" }
    runtime:
      scripts:
        - type: after-response
          code: |-
            const n = (client.getVar("n") ?? 0) + 1;
            client.setVar("n", n);
            if (n < 4) client.setNextRequest("again");
`;
    await inFolder([["loop.yml", text]], async (cwd) => {
      const { code, stdout } = await brace(["run", "loop.yml"], { cwd });
      assertEquals(code, 0);
      assertEquals(stdout.match(/again {2}GET/g)?.length, 1);
      assertStringIncludes(stdout, "4 requests");
    });
  });
});
