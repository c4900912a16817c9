import { assertEquals, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { brace } from "../support/brace.ts";
import { recordingServer } from "../support/recording_server.ts";
import { oneLine } from "../support/one_line.ts";
import { readAudit } from "../support/read_audit.ts";

describe("what Deno permits", () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${cwd}/shop.yml`,
      `info: { name: Shop }
items:
  - info: { name: A, type: http }
    http: { method: GET, url: "http://127.0.0.1:1/{{id}}" }
`,
    );
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  it("locates diagnostics without access to the environment", async () => {
    const { code, stdout } = await brace(["run", "shop.yml"], {
      cwd,
      permissions: ["--allow-read", "--no-prompt"],
    });
    assertEquals(code, 3);
    assertStringIncludes(stdout, "shop.yml:4:51  items[0].http.url");
  });

  it("says that Deno keeps a secret's value from being read", async () => {
    await Deno.writeTextFile(
      `${cwd}/shop.yml`,
      `info: { name: Shop }
request: { variables: [{ name: key, secret: true }] }
items:
  - info: { name: A, type: http }
    http: { method: GET, url: "http://127.0.0.1:1/{{key}}" }
`,
    );
    for (const command of ["run", "check"]) {
      const { stdout } = await brace([command, "shop.yml"], {
        cwd,
        permissions: ["--allow-read", "--no-prompt"],
      });
      assertStringIncludes(
        oneLine(stdout),
        "Deno's permissions do not include BRACE_SECRET_key (set the environment variable BRACE_SECRET_key and run Deno with --allow-env=BRACE_SECRET_key, give --secrets-file FILE,",
      );
    }
  });

  it("reads nothing but the collection", async () => {
    const { code, stdout } = await brace(["run", "shop.yml"], {
      cwd,
      permissions: [`--allow-read=${cwd}`, "--no-prompt"],
    });
    assertEquals(code, 3);
    assertStringIncludes(stdout, "shop.yml:4:51  items[0].http.url");
  });

  it("asks Deno for the declared hosts and the collection's files only", async () => {
    await using server = recordingServer(() => ({ json: { id: 7 } }));
    const folder = await Deno.realPath(cwd);
    await Deno.writeTextFile(
      `${folder}/shop.yml`,
      `info: { name: Shop }
items:
  - info: { name: A, type: http }
    http: { method: POST, url: "${server.url}/a", body: { type: json, data: '{"id": {{id}}}' } }
    runtime:
      scripts:
        - { type: before-request, code: 'client.setVar("id", 7)' }
        - { type: tests, code: 'test("id", () => expect(res.body.id).to.equal(7))' }
`,
    );
    const audit = `${folder}/audit.jsonl`;
    const { code, stdout } = await runPermitted(
      [`--allow-read=${folder}`, `--allow-net=${server.host}`],
      { DENO_AUDIT_PERMISSIONS: audit },
      folder,
    );
    assertEquals(code, 0, stdout);
    assertEquals(
      (await readAudit(audit)).sort(),
      [
        `net ${server.host}`,
        `read ${folder}/.env`,
        `read ${folder}/brace.yaml`,
        `read ${folder}/shop.yml`,
      ],
    );
  });

  it("passes without the job summary that Deno does not permit", async () => {
    await using server = recordingServer(() => ({}));
    await Deno.writeTextFile(
      `${cwd}/shop.yml`,
      `info: { name: Shop }
items:
  - info: { name: A, type: http }
    http: { method: GET, url: "${server.url}/" }
`,
    );
    const summary = `${cwd}/summary.md`;
    const github = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
    const flags = ["--allow-net", "--allow-read", "--allow-env"];
    const without = await runPermitted(flags, github, cwd);
    assertEquals(without.code, 0, without.stdout);
    assertStringIncludes(
      oneLine(without.stderr),
      "warning PERMISSION: Left out the job summary: Deno's permissions do not include its file (run Deno with --allow-write=$GITHUB_STEP_SUMMARY, before the name of the program or in the task of deno.json)",
    );
    const write = `--allow-write=${summary}`;
    const { code, stderr } = await runPermitted([...flags, write], github, cwd);
    assertEquals([code, stderr], [0, ""]);
    assertStringIncludes(await Deno.readTextFile(summary), "1 request passed");
  });

  it("names the permissions that a report takes, until it is written", async () => {
    await using server = recordingServer(() => ({}));
    await Deno.writeTextFile(
      `${cwd}/shop.yml`,
      `info: { name: Shop }
items:
  - info: { name: A, type: http }
    http: { method: GET, url: "${server.url}/" }
`,
    );
    const flags = [`--allow-net=${server.host}`, "--allow-read=shop.yml"];
    const run = () =>
      runPermitted(flags, {}, cwd, ["--reporter", "junit=reports/api.xml"]);
    const lacking = ["--allow-read=reports", "--allow-write=reports"];
    const { code, stderr } = await run();
    assertEquals(code, 6, stderr);
    assertStringIncludes(
      oneLine(stderr),
      `(run Deno with ${
        lacking.join(" ")
      }, before the name of the program or in the task of deno.json)`,
    );
    flags.push(...lacking);
    for (const state of ["new", "replaced"]) {
      const { code, stderr } = await run();
      assertEquals([state, code, stderr], [state, 0, ""]);
    }
    assertEquals(server.requests.length, 2);
  });
});

/** Runs shop.yml with these of Deno's permissions. */
async function runPermitted(
  flags: readonly string[],
  env: Record<string, string>,
  folder: string,
  own: readonly string[] = [],
) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      `--config=${fromFileUrl(new URL("../../deno.json", import.meta.url))}`,
      ...flags,
      "--no-prompt",
      fromFileUrl(new URL("../../cli.ts", import.meta.url)),
      "run",
      "shop.yml",
      ...own,
    ],
    cwd: folder,
    env: { ...env, NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
