import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { recordingServer } from "../support/recording_server.ts";

const SCRIPT = `info: {name: get}
http: {method: GET, url: "{{server}}/x"}
runtime:
  scripts:
    - type: before-request
      code: |
        console.log("safe", client.isSafeMode())
        const { readFileSync } = require("node:fs")
        client.setVar("text", readFileSync(client.cwd() + "/secret.txt", "utf8"))
        req.setHeader("X-Text", client.getVar("text"))
    - type: tests
      code: 'test("sent", () => expect(res.status).to.equal(200))'
`;

describe("--trust-scripts", () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${cwd}/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: Trust}\n",
    );
    await Deno.writeTextFile(`${cwd}/get.yml`, SCRIPT);
    await Deno.writeTextFile(`${cwd}/secret.txt`, "inside");
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  it("runs scripts in Deno itself, and is off by default", async () => {
    await using server = recordingServer();
    const args = ["run", ".", `--var=server=${server.url}`, "--verbose"];
    const safe = await brace(args, { cwd });
    assertEquals(safe.code, 5);
    assert(safe.stdout.includes("safe true"), safe.stdout);
    assertEquals(server.requests.length, 0);

    const trusted = await brace([...args, "--trust-scripts"], { cwd });
    assertEquals(trusted.code, 0, trusted.stdout + trusted.stderr);
    assert(trusted.stdout.includes("safe false"), trusted.stdout);
    assertEquals(server.requests[0].headers("x-text"), ["inside"]);
  });
});
