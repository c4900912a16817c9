import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** The name that is secret: `{{tok}}`; its value, which nobody may see. */
const SECRET = "zq~tok-7731";

/** Where a file declares it, without a value or with another one. */
const DECLARED: Readonly<Record<string, Record<string, string>>> = {
  "the selected environment, without a value": {
    "environments/e.yml": "variables: [{name: tok, secret: true, HOSTS}]",
  },
  "the selected environment, with a value": {
    "environments/e.yml":
      "variables: [{name: tok, secret: true, value: in-the-file, HOSTS}]",
  },
  "another environment": {
    "environments/other.yml": "variables: [{name: tok, secret: true, HOSTS}]",
  },
  "the collection": {
    "opencollection.yml":
      "opencollection: 1.0.0\ninfo: {name: C}\nrequest: {variables: [{name: tok, secret: true, HOSTS}]}",
  },
  "a folder": {
    "f/folder.yml":
      "info: {name: f, type: folder}\nrequest: {variables: [{name: tok, secret: true, HOSTS}]}",
    "f/r.yml":
      "info: {name: inner, type: http}\nhttp: {method: GET, url: 'http://127.0.0.1:9/'}",
  },
  "another request": {
    "g/other.yml":
      "info: {name: other, type: http}\nhttp: {method: GET, url: 'http://127.0.0.1:9/'}\nruntime: {variables: [{name: tok, secret: true, HOSTS}]}",
  },
  "a folder, with an escape in the key": {
    "g/folder.yml":
      'info: {name: g, type: folder}\nrequest: {variables: [{name: tok, "\\x73ecret": true, HOSTS}]}',
    "g/r.yml":
      "info: {name: inner, type: http}\nhttp: {method: GET, url: 'http://127.0.0.1:9/'}",
  },
};

/** Who gives it another value: flags, and the script before the request. */
const GIVEN: Readonly<
  Record<
    string,
    {
      readonly flags?: readonly string[];
      readonly code?: string;
      /** Whether a value in a file comes first. */
      readonly isLast?: boolean;
      /** Whether it is a file, which only the hosts of the files in use bind. */
      readonly isFile?: boolean;
    }
  >
> = {
  "--var": { flags: [`--var=tok=${SECRET}`] },
  "--env-var": { flags: [`--env-var=tok=${SECRET}`] },
  "--env-file": { flags: ["--env-file=given.yml"], isFile: true },
  "--global-env": {
    flags: ["--global-env=given.yml"],
    isLast: true,
    isFile: true,
  },
  "a data column": { flags: ["--data=rows.csv"] },
  setVar: { code: `client.setVar("tok", "${SECRET}");` },
  setEnvVar: { code: `client.setEnvVar("tok", "${SECRET}");` },
};

describe("a name that a file declares secret", () => {
  const brace = braceRows();
  let server: RecordingServer;
  let cwd: string;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ target }) => ({ json: { target } }));
  });
  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  /** Runs one request that sends `{{tok}}`, and prints it. */
  async function run(
    declared: Record<string, string>,
    { flags = [], code = "" }: {
      readonly flags?: readonly string[];
      readonly code?: string;
    },
    { hosts, save = false }: { hosts: string; save?: boolean },
  ) {
    const root = `${cwd}/${crypto.randomUUID()}`;
    const files: Record<string, string> = {
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: C}",
      "environments/e.yml": "variables: []",
      "given.yml": `name: given\nvariables: [{name: tok, value: "${SECRET}"}]`,
      "rows.csv": `tok\n${SECRET}\n`,
      "use.yml": `info: {name: use, type: http}
http: {method: GET, url: "${server.url}/?t={{tok}}"}
runtime:
  scripts:
    - {type: before-request, code: '${code} console.log("see", req.resolved.url)'}
    - {type: tests, code: 'console.log(res.body)'}
`,
      ...declared,
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${root}/${path}`.replace(/\/[^/]*$/, ""), {
        recursive: true,
      });
      const written = text.replace("HOSTS", `hosts: [${hosts}]`)
        .replace(", hosts: []", "");
      await Deno.writeTextFile(`${root}/${path}`, `${written}\n`);
    }
    const outcome = await brace([
      "run",
      "use.yml",
      "--env=e",
      "--verbose",
      "--reporter=json=r.json",
      ...flags,
      ...(save ? ["--save-env"] : []),
    ], { cwd: root });
    return {
      ...outcome,
      json: await Deno.readTextFile(`${root}/r.json`),
      saved: await Deno.readTextFile(`${root}/environments/e.yml`),
    };
  }

  for (const [where, files] of Object.entries(DECLARED)) {
    for (const [who, given] of Object.entries(GIVEN)) {
      if (given.isLast && where.endsWith(", with a value")) continue;
      it(`in ${where}, given by ${who}: masked`, async () => {
        const { code, stdout, stderr, json } = await run(files, given, {
          hosts: "",
        });
        assertEquals(code, 0, stdout + stderr);
        assertStringIncludes(server.requests.at(-1)!.target, SECRET);
        for (const text of [stdout, stderr, json]) {
          assert(!text.includes(SECRET), text);
        }
        assertStringIncludes(stdout, "see ");
      });
    }
  }

  for (const [where, files] of Object.entries(DECLARED)) {
    for (const [who, given] of Object.entries(GIVEN)) {
      if (given.isLast && where.endsWith(", with a value")) continue;
      const isInUse = /^the (?:selected|collection)/.test(where);
      if (given.isFile && !isInUse) continue;
      it(`in ${where}, given by ${who}: goes to its hosts only`, async () => {
        const before = server.requests.length;
        const { code, stdout, stderr } = await run(files, given, {
          hosts: "api.example.com",
        });
        assertEquals(code, 6, stdout + stderr);
        assertStringIncludes(stdout + stderr, "api.example.com");
        assert(!(stdout + stderr).includes(SECRET), stdout);
        assertEquals(server.requests.length, before);
      });
    }
  }

  const saves: readonly {
    readonly name: string;
    readonly env?: string;
    readonly files?: Record<string, string>;
    readonly flags?: readonly string[];
    readonly code: string;
    readonly saved: RegExp;
    readonly said?: RegExp;
    readonly exit?: number;
  }[] = [
    {
      name: "saves it in its own variable, which stays secret",
      env: "variables:\n  - name: tok\n    value: old\n    secret: true",
      code: `client.setEnvVar("tok", "${SECRET}");`,
      saved: /^ +value: zq~tok-7731\n +secret: true$/m,
    },
    {
      name: "saves it where the file has an empty value",
      env: 'variables:\n  - {name: tok, value: "", secret: true}',
      code: `client.setEnvVar("tok", "${SECRET}");`,
      saved: /value: "?zq~tok-7731"?, secret: true/,
    },
    {
      name: "leaves it out where the file does, and says so",
      env: "variables: [{name: tok, secret: true}]",
      code: `client.setEnvVar("tok", "${SECRET}");`,
      saved: /^variables: \[\{name: tok, secret: true\}\]$/m,
      said: /Did not save "tok" .* leaves its value out/,
    },
    {
      name: "leaves it out where another file declares it, and says so",
      files: {
        "environments/other.yml": "variables: [{name: tok, secret: true}]",
      },
      code: `client.setEnvVar("tok", "${SECRET}");`,
      saved: /^variables: \[\]$/m,
      said: /Did not save "tok" .* declared secret elsewhere/,
    },
    {
      name: "leaves it out where its value comes from .env, and says so",
      env:
        'variables: [{name: tok, secret: true, value: "{{process.env.TOK}}"}]',
      code: `client.setEnvVar("tok", "${SECRET}");`,
      saved: /process\.env\.TOK/,
      said: /Did not save "tok" .* takes its value from elsewhere/,
    },
    {
      name: "refuses to save what --var gave it under another name",
      env: "variables: [{name: tok, secret: true}]",
      flags: [`--var=tok=${SECRET}`],
      code: 'client.setEnvVar("copy", client.getVar("tok"));',
      saved: /^variables: \[\{name: tok, secret: true\}\]$/m,
      said: /Cannot save "copy"/,
      exit: 2,
    },
    {
      name: "refuses to save what a script gave it under another name",
      env: "variables: [{name: tok, secret: true}]",
      code:
        `client.setVar("tok", "${SECRET}"); client.setEnvVar("copy", "${SECRET}");`,
      saved: /^variables: \[\{name: tok, secret: true\}\]$/m,
      said: /Cannot save "copy"/,
      exit: 2,
    },
  ];
  for (const { name, env, files, flags, code, saved, said, exit } of saves) {
    it(`--save-env ${name}`, async () => {
      const outcome = await run(
        { ...files, ...(env && { "environments/e.yml": env }) },
        { code, ...(flags && { flags }) },
        { hosts: "", save: true },
      );
      const { stdout, stderr } = outcome;
      assertEquals(outcome.code, exit ?? 0, stdout + stderr);
      assert(saved.test(outcome.saved), outcome.saved);
      assert((said ?? /^$/).test(stderr.replace(/\s+/g, " ").trim()), stderr);
      assert(!(stdout + stderr).includes(SECRET), stdout);
    });
  }
});

describe("a token that a response brings", () => {
  const brace = braceRows();
  const TOKEN = "tok-57-abcdef";

  /** A response, and what reads the token from its body. */
  const responses: [json: Record<string, unknown>, path: string][] = [
    [{ token: TOKEN }, "token"],
    [{ token: [TOKEN] }, "token[0]"],
    [{ tokens: TOKEN }, "tokens"],
    [{ apiKeys: [{ value: TOKEN }] }, "apiKeys[0].value"],
  ];
  for (const [json, path] of responses) {
    it(`is masked wherever a run shows it: ${path}`, async () => {
      await using server = recordingServer(() => ({ json }));
      const cwd = await Deno.makeTempDir();
      await Deno.writeTextFile(`${cwd}/opencollection.yml`, "");
      await Deno.writeTextFile(
        `${cwd}/a.yml`,
        `info: {name: A, type: http}
http: {method: POST, url: "${server.url}/login"}
runtime:
  assertions: [{expression: "res.body.${path}", operator: eq, value: x}]
  scripts:
    - type: before-request
      code: |-
        const { data } = await client.sendRequest({ url: "${server.url}/login" });
        console.log("early", data.${path}, btoa(data.${path}));
    - type: tests
      code: |-
        console.log("late", res.body.${path});
        client.setVar("t", res.body.${path});
        test("same", () => expect(res.body).to.deep.equal({}));
`,
      );
      const { stdout, stderr } = await brace(
        ["run", "a.yml", "--reporter=json=a.json", "--reporter=junit=a.xml"],
        { cwd },
      );
      const shown = [
        stdout,
        stderr,
        await Deno.readTextFile(`${cwd}/a.json`),
        await Deno.readTextFile(`${cwd}/a.xml`),
      ];
      assertStringIncludes(stdout, "early *** ***", stderr);
      assertStringIncludes(stdout, "late ***");
      assertEquals(shown.filter((text) => text.includes(TOKEN)), []);
    });
  }

  it("is no word or number, such as that of a mistake or a count", async () => {
    const json = {
      password: ["is too short", "validation.min.8"],
      tokens: 512,
      words: { tokens: ["Apple", "banana"] },
      total_tokens: "1234",
      max_tokens: "unlimited8",
      passwords_enabled: true,
    };
    await using server = recordingServer(() => ({ json }));
    const { stdout } = await brace(["send", server.url, "-v"], {
      cwd: await Deno.makeTempDir(),
    });
    assertEquals(/\*{3}/.test(stdout), false, stdout);
  });
});
