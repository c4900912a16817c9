import { assertEquals } from "@std/assert";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": "info: { name: Shop }\n",
  "environments/local.yml":
    "name: local\nvariables: [{ name: baseUrl, value: 'http://127.0.0.1:1' }]\n",
  "read.yml": `info: { name: Read, type: http }
http: { method: GET, url: "{{baseUrl}}/{{userName}}" }
`,
  "users/read.yml": `info: { name: Other, type: http }
http: { method: GET, url: "{{baseUrl}}" }
runtime:
  scripts: [{ type: before-request, code: 'client.getVar("userNames")' }]
`,
};
/** A collection whose script reads variables by names that it computes. */
const COMPUTES = `info: { name: Computes, type: http }
http: { method: GET, url: "{{baseUrl}}" }
runtime:
  scripts: [{ type: before-request, code: 'client.getVar("user" + "Nam")' }]
`;

const ERROR =
  'error USAGE: Cannot replace "baseURL" of the environment: nothing uses a variable of this name (did you mean "baseUrl"?)';
const WARNING =
  'warning USAGE: The value given for "userNam" has no effect: nothing uses a variable of this name (did you mean "userName"?)';

const ROWS: readonly (readonly [args: string, told: string])[] = [
  ["--env local --env-var baseURL=http://127.0.0.1:1", ERROR],
  ["--env local --env-var bseUrl=x", ERROR.replace("baseURL", "bseUrl")],
  ["--env local --var userNam=Bob", WARNING],
  [
    "--env local --env-var usrName=Bob",
    WARNING.replace('userNam"', 'usrName"'),
  ],
  ["--env local --var userName=Bob", ""],
  ["--env local --env-var baseUrl=http://127.0.0.1:2 --var userName=a", ""],
  // Characters that mean something in a pattern.
  ["--env local --var user%20N(am=1", WARNING.replace("userNam", "user N(am")],
  // Something else of the collection reads it.
  ["--env local --var userNames=Bob --var userName=a read.yml", ""],
  // It is for another collection, perhaps.
  ["--env local --var unlike=1 --var userName=a", ""],
  [
    "--env local --env-var other=2 --var userName=a",
    'warning USAGE: The value given for "other" has no effect: nothing uses a variable of this name (environments have "baseUrl")',
  ],
];

describe("a misspelt --var or --env-var", () => {
  const brace = braceRows();
  let cwd: string;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.mkdir(join(cwd, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(cwd, path), text);
    }
  });
  afterAll(() => Deno.remove(cwd, { recursive: true }));

  for (const command of ["run", "check"]) {
    for (const [args, told] of ROWS) {
      it(`${command} ${args}: ${told || "says nothing"}`, async () => {
        const { code, stdout, stderr } = await brace(
          [command, ...args.split(" ").map(decodeURI)],
          { cwd },
        );
        const text = oneLine(stdout + stderr);
        assertEquals(text.includes("USAGE"), told !== "", text);
        if (told !== "") assertEquals(text.includes(told), true, text);
        if (told.startsWith("error")) {
          assertEquals(code, command === "run" ? 2 : 1);
          assertEquals(stdout === "", command === "run");
        }
      });
    }
  }

  const SEND = "send http://127.0.0.1:1/{{userName}}";
  for (const command of ["render", "vars", SEND]) {
    const [first] = command.split(" ");
    // What was asked for is the values, not what is of no use.
    for (const [args, told] of first === "vars" ? ROWS.slice(0, 2) : ROWS) {
      if (first === "send" && args.endsWith("read.yml")) continue;
      it(`${command} ${args}: ${told || "says nothing"}`, async () => {
        const { code, stdout, stderr } = await brace(
          [...command.split(" "), ...args.split(" ").map(decodeURI)],
          { cwd },
        );
        const text = oneLine(stderr);
        assertEquals(text.includes("USAGE"), told !== "", text);
        if (told !== "") assertEquals(text.includes(told), true, text);
        if (told.startsWith("error")) assertEquals([code, stdout], [2, ""]);
      });
    }
  }

  for (
    const [path, text] of [
      ["broken.yml", "http: {url: '{{userNam}}'"],
      ["broken.bru", "get {\n  url: {{userNam}}\n"],
    ]
  ) {
    it(`may be for a file that cannot be read: ${path}`, async () => {
      const root = join(cwd, path.replace(".", "-"));
      await Deno.mkdir(root);
      const [main, written] = path.endsWith(".bru")
        ? ["bruno.json", '{"version": "1", "name": "B", "type": "collection"}']
        : ["opencollection.yml", "info: {name: B}"];
      await Deno.writeTextFile(join(root, main), written);
      await Deno.writeTextFile(join(root, path), text);
      const given = ["--env-var=userNam=Bob", "--env-var=other=1"];
      const { stdout } = await brace(["check", root, ...given], { cwd });
      const told = oneLine(stdout).match(/The value given for "\w+"/g);
      assertEquals(told, ['The value given for "other"']);
    });
  }

  it("may be what a script reads whose names it computes", async () => {
    const file = join(cwd, "users/computes.yml");
    await Deno.writeTextFile(file, COMPUTES);
    for (const command of ["run", "check", "render"]) {
      const { stdout, stderr } = await brace(
        [command, "--env=local", "--var=userNam=Bob"],
        { cwd },
      );
      assertEquals((stdout + stderr).includes("USAGE"), false);
    }
    await Deno.remove(file);
  });
});
