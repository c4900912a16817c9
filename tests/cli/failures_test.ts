import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";
import { braceInTerminal } from "../support/terminal.ts";

const ITEMS = Array.from({ length: 500 }, (_, id) => ({ id, name: "n" }));
const OTHERS = ITEMS.map((it) => it.id === 432 ? { id: 432, name: "x" } : it);

/** Requests of which each 4th fails, and two that look far into a list. */
function requests(): Record<string, string> {
  const all: Record<string, string> = {};
  for (let at = 0; at < 60; at++) {
    all[`r${String(at).padStart(2, "0")}.yml`] = `http:
  method: GET
  url: "{{base}}/${at % 4 === 0 ? "missing" : "ok"}"
runtime:
  assertions: [{ expression: res.status, operator: eq, value: "200" }]
`;
  }
  all["list/assert.yml"] = `http: { method: GET, url: "{{base}}/ok" }
runtime:
  assertions:
    - { expression: res.body, operator: eq, value: '${JSON.stringify(OTHERS)}' }
`;
  all["list/test.yml"] = `http: { method: GET, url: "{{base}}/ok" }
runtime:
  scripts:
    - type: tests
      code: |
        test("has the items", () => {
          expect(res.body).to.deep.equal(${JSON.stringify(OTHERS)});
        });
`;
  return all;
}

describe("what failed", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ target }) =>
      target === "/ok" ? { json: ITEMS } : { status: 404 }
    );
    await Deno.mkdir(`${cwd}/list`);
    const root = `info: { name: Many }
request:
  variables: [{ name: base, value: "${server.url}" }]
`;
    for (
      const [path, text] of Object.entries({
        "opencollection.yml": root,
        ...requests(),
      })
    ) await Deno.writeTextFile(`${cwd}/${path}`, text);
  });

  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  for (const path of ["list/assert.yml", "list/test.yml"]) {
    it(`is seen far inside of a list: ${path}`, async () => {
      const { stdout } = await brace(["run", path], { cwd });
      assert(/^\s+- .*name"?: "x"$/m.test(stdout), stdout);
      assert(/^\s+\+ .*name"?: "n"$/m.test(stdout), stdout);
      assert(stdout.split("\n").length < 60, stdout);
    });
  }

  it("stands at the very end, by path and line", async () => {
    const { stdout } = await brace(
      ["run", ".", "--exclude-tags", "none"],
      { cwd },
    );
    const end = stdout.trimEnd().split("\n").slice(-20);
    assertEquals(end[0], "✗ 17 of 62 requests did not pass");
    const list = end.filter((line) => line.startsWith("  ✗ "));
    assertEquals(list.length, 17, stdout);
    assert(
      list.includes("  ✗ r00.yml:5  res.status eq 200: got 404"),
      list.join("\n"),
    );
    const elsewhere = await brace(["run", cwd], {
      cwd: await Deno.realPath("/"),
    });
    const listed = /\n {2}✗ (\S+):5 {2}res\.status eq 200: got 404/
      .exec(elsewhere.stdout)?.[1];
    // The path from the working folder, which a terminal opens.
    assertEquals(`/${listed}`, `${await Deno.realPath(cwd)}/r00.yml`);
  });

  it("has the place in the file of a bundled collection", async () => {
    await Deno.writeTextFile(
      `${cwd}/list/bundled.yml`,
      `opencollection: 1.0.0
info: { name: Bundled }
bundled: true
items:
  - info: { name: First, type: http }
    http: { method: GET, url: "{{nope}}" }
  - info: { name: Second, type: http }
    http: { method: GET, url: "{{no}}" }
`,
    );
    const { stdout } = await brace(["run", "list/bundled.yml"], { cwd });
    assert(
      /\n {2}✗ First \(list\/bundled\.yml:6\) {2}Cannot resolve "\{\{nope\}\}"/
        .test(stdout),
      stdout,
    );
    await Deno.remove(`${cwd}/list/bundled.yml`);
  });

  it("is in the excerpt of the response, wherever it stands there", async () => {
    await Deno.writeTextFile(
      `${cwd}/list/far.yml`,
      `http: { method: GET, url: "{{base}}/ok" }
runtime:
  assertions: [{ expression: "res.body[123].id", operator: eq, value: "1" }]
`,
    );
    const { stdout } = await brace(["run", "list/far.yml"], { cwd });
    assert(/│\s+"id": 123,/.test(stdout), stdout);
    await Deno.remove(`${cwd}/list/far.yml`);
  });

  itNeeds("terminal")("leaves the line of progress where it was", async () => {
    const { screen } = await braceInTerminal(
      ["run", "r00.yml", "r01.yml", "--delay", "50"],
      [],
      { cwd },
    );
    // Between two requests nothing is under way.
    assert(screen.includes("[1/2] 1 failed …"), JSON.stringify(screen));
  });
});
