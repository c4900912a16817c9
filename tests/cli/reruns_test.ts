import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Ajv2020 } from "ajv/dist/2020.js";
import schema from "../../docs/report-schema.json" with { type: "json" };
import { type Brace, braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";

const get = (path: string) =>
  `info: {name: "${path}", type: http}
http: {method: GET, url: "{{server}}/${path}"}
runtime: {assertions: [{expression: res.status, operator: eq, value: "200"}]}
`;

let brace: Brace;

/** Runs two folders, of one of which a request fails so many times. */
async function run(times: number, ...args: string[]) {
  let left = times;
  await using server = recordingServer(({ target }) => ({
    status: target === "/a/1" && left-- > 0 ? 500 : 200,
    json: {},
  }));
  const cwd = await Deno.makeTempDir();
  for (const path of ["a/1", "a/2", "b/1"]) {
    await Deno.mkdir(`${cwd}/${path[0]}`, { recursive: true });
    await Deno.writeTextFile(`${cwd}/${path}.yml`, get(path));
  }
  await Deno.writeTextFile(
    `${cwd}/opencollection.yml`,
    "opencollection: 1.0.0\ninfo: {name: Shop}\n",
  );
  const outcome = await brace([
    "run",
    ".",
    `--var=server=${server.url}`,
    ...args,
    "--reporter=json=out.json",
    "--reporter=junit=out.xml",
    "--reporter=html=out.html",
    "--reporter=ndjson=out.ndjson",
    "--reporter=tap=out.tap",
    "--reporter=markdown=out.md",
    "--reporter=github=out.log",
  ], { cwd });
  const [json, junit, html, ndjson, tap, markdown, github] = await Promise.all(
    ["json", "xml", "html", "ndjson", "tap", "md", "log"].map((it) =>
      Deno.readTextFile(`${cwd}/out.${it}`)
    ),
  );
  await Deno.remove(cwd, { recursive: true });
  const texts = { junit, html, ndjson, tap, markdown, github };
  return { ...outcome, json: JSON.parse(json), ...texts };
}

describe("brace run --reruns", () => {
  brace = braceRows();
  it("passes with what passes at last, and says so everywhere", async () => {
    const ran = await run(1, "--reruns=2", "--reporter=pretty");
    const { code, stdout, json, junit, html, ndjson, tap } = ran;
    assertEquals(code, 0, stdout);
    assert(stdout.includes("✗ a/1.yml"), stdout);
    const again =
      'The folder "a" runs again (1 of 2 times at most): 2 requests, 1 of which failed';
    assert(stdout.includes(`\n\n${again}\n\n`), stdout);
    assert(/✓ a\/1\.yml {2}GET 200 OK flaky/.test(stdout), stdout);
    assert(!stdout.includes("Failures"), stdout);
    assert(/flaky +1 · passed only when they ran again/.test(stdout), stdout);
    assert(stdout.includes("✓ 3 requests passed"), stdout);
    const earlier =
      /\nFlaky: [^]*\n✗ a\/1\.yml .* 500 .*\n.* a\/1\.yml:3:\d+\n +expected +200\n +actual +500\n/;
    assert(earlier.test(stdout), stdout);

    const validate = new Ajv2020({ strict: false }).compile<unknown>(schema);
    const isValid: boolean = validate(json);
    assert(isValid, JSON.stringify(validate.errors));
    assertEquals([json.exitCode, json.summary.flaky], [0, 1]);
    assertEquals(
      // deno-lint-ignore no-explicit-any
      json.requests.map((it: any) => [it.path, it.status, it.rerun]),
      [["a/1.yml", "passed", 1], ["a/2.yml", "passed", 1], [
        "b/1.yml",
        "passed",
        undefined,
      ]],
    );
    assertEquals(json.requests[0].flaky[0].code, "ASSERTION");
    assert(/<testsuites [^>]*tests="3" failures="0"/.test(junit), junit);
    assert(
      /<testcase [^>]*>\s*<flakyFailure message="[^"]+" type="ASSERTION">\s*<stackTrace>/
        .test(junit),
      junit,
    );
    assert(html.includes('"marks":["flaky"]'));
    assert(tap.includes("1..3\n"), tap);
    const reason = "Assertion res.status eq 200: got 500";
    assert(tap.includes(`  flaky: ["${reason}"]\n`), tap);
    const { markdown, github } = ran;
    assert(markdown.includes("**✓ 3 requests passed** · 1 flaky"), markdown);
    assert(markdown.includes("| ✓ flaky | `a/1.yml` |"), markdown);
    assert(markdown.includes(reason), markdown);
    assert(
      /^::warning file=a\/1\.yml,line=3,[^:]*flaky::[^\n]*got 500.*\n$/
        .test(github),
      github,
    );
    const lines = ndjson.trim().split("\n").map((it) => JSON.parse(it))
      .filter(({ type }) => type === "request-end");
    assertEquals(lines.map(({ request }) => request.rerun), [
      undefined,
      undefined,
      undefined,
      1,
      1,
    ]);
  });

  it("fails with --fail-on-flaky", async () => {
    const args = ["--reruns=1", "--fail-on-flaky", "--reporter=pretty"];
    const { code, stdout, json, ...texts } = await run(1, ...args);
    assertEquals([code, json.exitCode], [1, 1]);
    assertEquals(json.summary.failOn, { flaky: 1 });
    const verdict = "1 request is flaky (--fail-on-flaky)";
    assertEquals(stdout.trim().split("\n").at(-1), `✗ ${verdict}`);
    const { markdown, tap, junit, github, html } = texts;
    assert(markdown.includes(`**✗ ${verdict}**`), markdown);
    assert(tap.endsWith(`\nnot ok 4 - ${verdict}\n`), tap);
    assert(/<testsuites [^>]*tests="4" failures="1"/.test(junit), junit);
    assert(junit.includes(`<failure message="${verdict}"`), junit);
    assert(
      /^::error file=a\/1\.yml.*\(--fail-on-flaky\)::/.test(github),
      github,
    );
    assert(html.includes('"failOn":{"flaky":1}'));
    const { code: stable } = await run(0, "--reruns=1", "--fail-on-flaky");
    assertEquals(stable, 0);
  });

  it("fails with what fails to the end, which is told once", async () => {
    for (const kind of ["compact", "dots", "failures"]) {
      const { code, stdout, junit } = await run(
        9,
        "--reruns=2",
        "--jobs=2",
        `--reporter=${kind}`,
      );
      assertEquals(code, 1);
      // Whoever sees no line of a request that passed learns here that it was sent again.
      const times = stdout.split("\n").filter((line) =>
        line.startsWith('The folder "a" runs again (') &&
        line.endsWith(" of 2 times at most): 2 requests, 1 of which failed")
      );
      assertEquals(times.length, kind === "failures" ? 0 : 2, stdout);
      const [, end] = stdout.split("Failures\n");
      assertEquals(end.match(/^✗ a\/1\.yml/gm)?.length, 1, stdout);
      assert(/✗ 1 of 3 requests did not pass/.test(stdout), stdout);
      assert(/tests="3" failures="1"/.test(junit), junit);
    }
  });

  it("marks slow requests", async () => {
    const { stdout, json, html } = await run(
      0,
      "--slow=0",
      "--reporter=pretty",
    );
    assert(/✓ a\/1\.yml {2}GET 200 OK slow/.test(stdout), stdout);
    assert(/slow +3 · took longer than --slow allows/.test(stdout), stdout);
    assertEquals(json.summary.slow, 3);
    assertEquals(json.requests[0].slow, true);
    assert(html.includes('"marks":["slow"]'));
  });
});
