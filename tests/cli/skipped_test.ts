import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { recordingServer } from "../support/recording_server.ts";

const FILE = (url: string) =>
  `opencollection: 1.0.0
info: { name: Skip }
items:
  - info: { name: One, type: http }
    http: { method: GET, url: "${url}" }
    runtime:
      scripts:
        - type: tests
          extensions: { brace: { dialect: postman } }
          code: |-
            pm.test("now", () => {});
            pm.test.skip("later", () => { throw 1 });
`;

it("a test that its script skips is counted as skipped, wherever a run is told", async () => {
  const cwd = await Deno.makeTempDir();
  await using server = recordingServer();
  try {
    await Deno.writeTextFile(`${cwd}/a.yml`, FILE(server.url));
    const reports = ["json", "junit", "tap", "ndjson", "html"];
    const { code, stdout } = await brace(
      [
        "run",
        "a.yml",
        "--verbose",
        ...reports.map((kind) => `--reporter=${kind}=report.${kind}`),
      ],
      { cwd },
    );
    assertEquals(code, 0, stdout);
    assert(stdout.includes("✓ now\n"), stdout);
    assert(stdout.includes("– later\n"), stdout);
    assert(/tests +2 · 1 passed, 1 skipped/.test(stdout), stdout);
    const read = (kind: string) => Deno.readTextFile(`${cwd}/report.${kind}`);
    const { summary, requests } = JSON.parse(await read("json"));
    assertEquals(summary.tests, {
      total: 2,
      passed: 1,
      failed: 0,
      skipped: 1,
      errored: 0,
    });
    assertEquals(requests[0].status, "passed");
    assertEquals(requests[0].tests, [
      { name: "now", status: "passed" },
      { name: "later", status: "skipped" },
    ]);
    const junit = await read("junit");
    assert(/name="later"[^>]*>\s*<skipped message="by its script"/.test(junit));
    assert(/ok 2 - .*later.*# SKIP/.test(await read("tap")), await read("tap"));
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
});
