import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";

/** A collection full of what is blank, broken or unsupported, beside one request. */
const files = (url: string) => ({
  "opencollection.yml": `opencollection: 1.0.0
info: {name: Unused}
config:
  environments: [{name: inline, variables: [{value: x}]}]
request:
  variables: [{name: "", value: ""}, {name: null, value: null}]
`,
  "environments/broken.yml": "variables: {",
  "environments/good.yml": "variables: [{name: a, value: b}]",
  "get.yml": `info: {name: get, type: http}
http: {method: GET, url: "${url}/get"}
runtime:
  variables: [{name: "", value: ""}]
  actions:
    - {type: set-variable, selector: {expression: ""}, variable: {name: ""}}
    - {type: set-variable, selector: {expression: "  "}, variable: {name: x}}
    - {type: set-variable, variable: {name: y}}
`,
  "edgegrid.yml": `info: {name: edgegrid, type: http}
http: {method: GET, url: "${url}/edgegrid", auth: {type: akamai-edgegrid}}
`,
});

describe("what a run does not use", () => {
  const brace = braceRows();
  const CASES: [args: string[], code: number, sent: string[], says: string][] =
    [
      [[], 3, ["/get"], '"clientToken" is missing'],
      [["--env", "good"], 3, ["/get"], '"clientToken" is missing'],
      [["--env", "broken"], 2, [], "environments/broken.yml"],
      [["--env", "inline"], 2, [], '"name" is missing'],
    ];
  for (const [args, code, sent, says] of CASES) {
    it(`does not stop it: ${args.join(" ") || "no environment"}`, async () => {
      await using server = recordingServer(() => ({ status: 200 }));
      const cwd = await Deno.makeTempDir();
      for (const [path, text] of Object.entries(files(server.url))) {
        await Deno.mkdir(dirname(`${cwd}/${path}`), { recursive: true });
        await Deno.writeTextFile(`${cwd}/${path}`, text);
      }
      const outcome = await brace(["run", ".", ...args], { cwd });
      await Deno.remove(cwd, { recursive: true });
      const output = (outcome.stdout + outcome.stderr).replace(/\s+/g, " ");
      assertEquals(outcome.code, code, output);
      assertEquals(server.requests.map(({ target }) => target), sent);
      assertStringIncludes(output, says);
      const warnings = output.match(/warning \w+: Ignored/g) ?? [];
      assertEquals(warnings.length, 6, output);
    });
  }
});
