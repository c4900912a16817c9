import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";
import { oneLine } from "../support/one_line.ts";
import { recordingServer } from "../support/recording_server.ts";

/** A collection whose script sets `userId`, and whose environment has `user`. */
const bru = (url: string, name: string, seq: number) => ({
  "bruno.json": '{ "version": "1", "name": "Mini", "type": "collection" }',
  "environments/Local.bru": "vars {\n  user: grace\n}\n",
  "Login.bru":
    `meta {\n  name: Login\n  type: http\n  seq: 1\n}\n\nget {\n  url: ${url}/login\n}\n\nscript:post-response {\n  bru.setEnvVar("userId", 7);\n}\n`,
  "Read.bru":
    `meta {\n  name: Read\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: ${url}/users/{{${name}}}\n}\n`,
});
const yaml = (url: string, name: string, seq: number) => ({
  "opencollection.yml": "info: {name: Mini}",
  "environments/Local.yml": "variables: [{name: user, value: grace}]",
  "Login.yml":
    `info: {name: Login, seq: 1}\nhttp: {url: "${url}/login"}\nruntime: {scripts: [{type: after-response, code: 'client.setVar("userId", 7)'}]}\n`,
  "Read.yml":
    `info: {name: Read, seq: ${seq}}\nhttp: {url: "${url}/users/{{${name}}}"}\n`,
});

describe("a name near to one that a script sets", () => {
  const brace = braceRows();
  for (const [kind, files] of Object.entries({ bru, yml: yaml })) {
    const at = (
      [name, seq]: [string, number],
      use: (cwd: string) => Promise<void>,
    ) =>
    async () => {
      await using server = recordingServer(() => ({ status: 200 }));
      await inFolder(Object.entries(files(server.url, name, seq)), use);
    };

    it(
      `is meant by the check, which mends it: ${kind}`,
      at(["userID", 2], async (cwd) => {
        const found = await brace(["check"], { cwd });
        assertStringIncludes(oneLine(found.stdout), 'mean "userId"?');
        await brace(["check", "--fix"], { cwd });
        const text = await Deno.readTextFile(`${cwd}/Read.${kind}`);
        assertStringIncludes(text, "/users/{{userId}}");
      }),
    );

    it(
      `is meant by a run, before it is set: ${kind}`,
      at(["userID", 0], async (cwd) => {
        const { stdout } = await brace(["run", "--env", "Local"], { cwd });
        assertStringIncludes(oneLine(stdout), 'mean "userId"?');
      }),
    );

    it(
      `is not asked for where the very name is set: ${kind}`,
      at(["userId", 0], async (cwd) => {
        const run = ["run", "--env", "Local"];
        const one = await brace([...run, `Read.${kind}`], { cwd });
        const whole = await brace(run, { cwd });
        assertEquals(
          [one, whole].map(({ stdout }) => stdout.includes("did you mean")),
          [false, false],
        );
        assertStringIncludes(
          oneLine(one.stdout),
          `script of Login.${kind}, which has not run`,
        );
        assertStringIncludes(
          whole.stdout,
          `  Cannot resolve "{{userId}}": set by Login.${kind}, which runs later`,
        );
      }),
    );
  }
});
