import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";
import { denoArguments } from "../support/brace.ts";
import { running } from "../support/running.ts";

const WAITING = "\nWaiting for changes (Ctrl-C ends)\n";

describe("brace run --watch", () => {
  let folder: string;
  let server: RecordingServer;
  /** Resolves when the first request is there. */
  let arrived: PromiseWithResolvers<void>;
  /** What the server waits for before it responds. */
  let gate: Promise<void> | undefined;

  /** At once, as editors do: half a file would be a change, too. */
  const write = (name: string, text: string) => {
    Deno.writeTextFileSync(`${folder}/${name}.tmp`, text);
    Deno.renameSync(`${folder}/${name}.tmp`, `${folder}/${name}`);
  };
  const request = (path: string, script = "") =>
    `http: {method: GET, url: "{{baseUrl}}/${path}"}
runtime:
  scripts: [{type: after-response, code: '${script}'}]
`;

  beforeEach(() => {
    gate = undefined;
    arrived = Promise.withResolvers();
    server = recordingServer(async () => {
      arrived.resolve();
      await gate;
      return {
        headers: [["Set-Cookie", `n=${server.requests.length}; Max-Age=99`]],
        body: "fine",
      };
    });
    folder = Deno.makeTempDirSync();
    Deno.mkdirSync(`${folder}/api/environments`, { recursive: true });
    Deno.mkdirSync(`${folder}/api/lib`);
    write("api/opencollection.yml", "info: {name: Shop}\n");
    write(
      "api/environments/e.yml",
      `name: e\nvariables: [{name: baseUrl, value: "${server.url}"}, {name: n, value: 0}]\n`,
    );
    write("api/get.yml", request("1"));
  });
  afterEach(async () => {
    await server.close();
    Deno.removeSync(folder, { recursive: true });
  });

  const watch = (...more: string[]) =>
    running(["run", "api", "--env", "e", "--watch", ...more], { cwd: folder });
  const targets = () => server.requests.map(({ target }) => target);

  it("runs the selection again when a file changes, with a line between", async () => {
    await using brace = watch();
    assertStringIncludes(
      await brace.stdout.until(WAITING),
      "✓ 1 request passed",
    );
    write("api/get.yml", request("2"));
    const again = await brace.stdout.until(WAITING);
    assert(/^\n── get\.yml changed ─+\n\nShop · /.test(again), again);
    assertStringIncludes(again, "✓ 1 request passed");
    write("api/new.yml", request("new"));
    const more = await brace.stdout.until(WAITING);
    assertStringIncludes(more, "── new.yml changed ─");
    Deno.removeSync(`${folder}/api/new.yml`);
    assertStringIncludes(
      await brace.stdout.until(WAITING),
      "── new.yml changed ─",
    );
    assertEquals(targets(), ["/1", "/2", "/2", "/new", "/2"]);
  });

  it("runs again for what the run reads: environments, scripts, data, globals", async () => {
    write("api/lib/path.js", "module.exports = 1;");
    write("api/get.yml", request("{{a}}{{b}}", 'require("./lib/path")'));
    write("rows.csv", "a\n1\n");
    write("global.yml", "name: g\nvariables: [{name: b, value: 1}]\n");
    await using brace = watch(
      "--data",
      "rows.csv",
      "--global-env",
      "global.yml",
    );
    await brace.stdout.until(WAITING);
    const changes: [file: string, text: string][] = [
      ["api/lib/path.js", "module.exports = 2;"],
      ["rows.csv", "a\n2\n"],
      ["global.yml", "name: g\nvariables: [{name: b, value: 2}]\n"],
      [
        "api/environments/e.yml",
        `name: e\nvariables: [{name: baseUrl, value: "${server.url}/e"}]\n`,
      ],
      ["api/.env", "A=1\n"],
    ];
    for (const [file, text] of changes) {
      write(file, text);
      const shown = file.startsWith("api/") ? file.slice(4) : `../${file}`;
      assertStringIncludes(
        await brace.stdout.until(WAITING),
        `── ${shown} changed ─`,
      );
    }
    assertEquals(targets(), ["/11", "/11", "/21", "/22", "/e/22", "/e/22"]);
  });

  it("notices a file that an editor puts in the place of another, and only that", async () => {
    await using brace = watch();
    await brace.stdout.until(WAITING);
    for (const name of [".get.yml.swp", "get.yml~", "4913", "sed1b2c"]) {
      Deno.writeTextFileSync(`${folder}/api/${name}`, request("2"));
    }
    Deno.renameSync(`${folder}/api/sed1b2c`, `${folder}/api/get.yml`);
    const again = await brace.stdout.until(WAITING);
    assertStringIncludes(again, "── get.yml changed ─");
    assertEquals(targets(), ["/1", "/2"]);
  });

  it("does not run again for what the run itself writes", async () => {
    write(
      "api/get.yml",
      request("1", 'client.setEnvVar("n", client.getEnvVar("n") + 1)'),
    );
    await using brace = watch(
      "--save-env",
      "--cookie-jar",
      "api/jar.json",
      "--output",
      "api/out.txt",
      "--reporter",
      "json=api/report.json",
      "--reporter",
      "ndjson=api/events.ndjson",
      "--reporter",
      "html=api/report.html",
    );
    await brace.stdout.until(WAITING);
    for (const n of [2, 3]) {
      write("api/other.tmp", "x");
      write("api/get.yml", Deno.readTextFileSync(`${folder}/api/get.yml`));
      assertStringIncludes(
        await brace.stdout.until(WAITING),
        "── get.yml changed ─",
      );
      const saved = Deno.readTextFileSync(`${folder}/api/environments/e.yml`);
      assertStringIncludes(saved, `value: ${n}`);
    }
    // What is written back and then changed by somebody else is a change.
    write("api/jar.json", "# Netscape HTTP Cookie File\n# mine\n");
    const more = await brace.stdout.until(WAITING);
    assertStringIncludes(more, "── jar.json changed ─");
    assertEquals(targets(), ["/1", "/1", "/1", "/1"]);
  });

  itNeeds("sh")(
    "does not run again for what it prints into a file",
    async () => {
      const child = new Deno.Command("sh", {
        args: [
          "-c",
          'exec "$@" > api/log.txt 2> api/errors.txt',
          "sh",
          Deno.execPath(),
          ...denoArguments(["run", "api", "--env", "e", "--watch"]),
        ],
        cwd: folder,
        stdin: "null",
      }).spawn();
      const waiting = () =>
        Deno.readTextFileSync(`${folder}/api/log.txt`).split(WAITING).length -
        1;
      for (const n of [1, 2, 3]) {
        while (targets().at(-1) !== `/${n}` || waiting() < n) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        // Another line of the log, which it may take for a change.
        if (n < 3) write("api/get.yml", request(`${n + 1}`));
      }
      child.kill();
      await child.status;
      assertEquals(targets(), ["/1", "/2", "/3"]);
      const log = Deno.readTextFileSync(`${folder}/api/log.txt`);
      assertEquals(
        [...log.matchAll(/^── (.*) changed/gm)].map(([, what]) => what),
        ["get.yml", "get.yml"],
      );
    },
  );

  it("tells what is wrong with a broken file, and waits", async () => {
    await using brace = watch();
    await brace.stdout.until(WAITING);
    for (const file of ["get.yml", "opencollection.yml"]) {
      const text = Deno.readTextFileSync(`${folder}/api/${file}`);
      write(`api/${file}`, "http: [\n");
      assertStringIncludes(
        await brace.stdout.until(WAITING),
        `── ${file} changed ─`,
      );
      const broken = await brace.stderr.until("^\n");
      assertStringIncludes(broken, `YAML_SYNTAX: Cannot read "api/${file}"`);
      write(`api/${file}`, text);
      assertStringIncludes(
        await brace.stdout.until(WAITING),
        "✓ 1 request passed",
      );
    }
    assertEquals(targets(), ["/1", "/1", "/1"]);
  });

  it("runs again at the end of a run for what changed meanwhile", async () => {
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    await using brace = watch();
    await arrived.promise;
    write("api/get.yml", request("2"));
    opened.resolve();
    assertStringIncludes(
      await brace.stdout.until(WAITING),
      "✓ 1 request passed",
    );
    const again = await brace.stdout.until(WAITING);
    assertStringIncludes(again, "── get.yml changed ─");
    assertEquals(targets(), ["/1", "/2"]);
  });

  it("watches, of a collection in one file, what that names", async () => {
    write(
      "shop.yml",
      `info: {name: Shop}
items:
  - info: {name: Read, type: http}
    http: {method: POST, url: "${server.url}/1", body: {type: file, data: [{filePath: lib/body.bin, selected: true}]}}
`,
    );
    Deno.mkdirSync(`${folder}/lib`);
    write("lib/body.bin", "1");
    write("rows.csv", "a\n1\n");
    await using brace = running(
      ["run", "shop.yml", "--watch", "--data", "rows.csv"],
      { cwd: folder },
    );
    await brace.stdout.until(WAITING);
    write("unrelated.log", "x");
    write("lib/body.bin", "2");
    const again = await brace.stdout.until(WAITING);
    assertStringIncludes(again, "── lib/body.bin changed ─");
    write("rows.csv", "a\n2\n");
    assertStringIncludes(
      await brace.stdout.until(WAITING),
      "── rows.csv changed ─",
    );
    assertEquals(server.requests.map(({ text }) => text), ["1", "2", "2"]);
  });

  it("prints nothing between runs with --quiet", async () => {
    await using brace = watch("--quiet", "--output", "-");
    assertEquals(await brace.stdout.until("fine"), "fine");
    write("api/get.yml", request("2"));
    assertEquals(await brace.stdout.until("fine"), "fine");
  });

  itNeeds("signals")(
    "ends with 0 while it waits, for SIGTERM too",
    async () => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        await using brace = watch();
        await brace.stdout.until(WAITING);
        brace.kill(signal);
        assertEquals(await brace.end(), { code: 0, stdout: "", stderr: "" });
      }
    },
  );

  itNeeds("signals")(
    "ends with 130 in the middle of a run, with its report",
    async () => {
      gate = new Promise(() => {});
      await using brace = watch("--reporter", "json=report.json");
      await arrived.promise;
      brace.kill("SIGINT");
      const { code, stdout } = await brace.end();
      assertEquals(code, 130, stdout);
      assert(!stdout.includes(WAITING), stdout);
      const report = JSON.parse(Deno.readTextFileSync(`${folder}/report.json`));
      assertEquals(report.exitCode, 130);
    },
  );

  it("runs once where there is no collection to watch", async () => {
    await using brace = running(["run", "none", "--watch"], { cwd: folder });
    const { code, stdout, stderr } = await brace.end();
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, "MISSING_PATH");
  });
});
