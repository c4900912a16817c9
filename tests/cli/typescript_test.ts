import { oneLine } from "../support/one_line.ts";
import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { type DemoServer, serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { brace as braceProcess } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";

/** A request with a script in TypeScript. */
const request = (url: string, code: string, name = "Read") =>
  `info:
  name: ${name}
  type: http

http:
  method: GET
  url: ${url}

runtime:
  scripts:
    - type: tests
      language: typescript
      code: |-
${code.split("\n").map((line) => `        ${line}`).join("\n")}
`;

/** A request of a `.bru` file with a script. */
const bruRequest = (url: string, script: string) =>
  `meta {
  name: Read
  type: http
}

get {
  url: ${url}/users/1
}

tests {
${script}}
`;

const GOOD = `import type { User } from "./lib/user.ts";
const { nameOf } = require("./lib/user");
const user: User = res.body as User;
client.setVar("name", nameOf(user));
test("has a name", () => { expect(nameOf(user)).to.be.a("string") });`;

/** A script in TypeScript, and what is said of it and where, by \`run\` and by \`check\`. */
const WRONG: readonly (readonly [
  code: string,
  run: string | undefined,
  check: string | undefined,
])[] = [
  [
    "const a: number = 1;\nenum Color { Red }",
    "wrong.yml:15:9",
    "wrong.yml:15:9",
  ],
  [
    "const a: number = 1;\nconst b: string = ;",
    "wrong.yml:15:9",
    "wrong.yml:15:9",
  ],
  ["(res as any).none.x;", "wrong.yml:14:27", undefined],
  [
    "const name = 'a' as string; client.setVr(name);",
    "wrong.yml:14:44",
    "wrong.yml:14:37",
  ],
  ["require('./lib/enums');", "lib/enums.ts:3:10", "lib/enums.ts:3:10"],
  ["require('./lib/calls').go();", "lib/calls.ts:2:38", "lib/calls.ts:2:26"],
  ["require('gone');", "wrong.yml:14:9", "wrong.yml:14:18"],
  ["require('typed-package');", undefined, undefined],
];

const SAY_SO =
  '(this is TypeScript: write "language: typescript" beside the code, or put it into a .ts file)';
const MOVE =
  "(this is TypeScript: put it into a .ts file, which the script requires)";
const RENAME = "(this is TypeScript: end the file's name with .ts)";

/** A script that fails in a file that it requires, and the place and the line that a run shows. */
const IN_FILES: readonly (readonly [
  code: string,
  place: string,
  line: string,
])[] = [
  ["require('./lib/enums');", "lib/enums.ts:3:10", "3 |   export enum Color"],
  ["require('./lib/calls').go();", "lib/calls.ts:2:38", "2 |   const n = 1 as"],
  ["require('./lib/fails');", "lib/fails.js:1:19", "1 | const a = res.none.x;"],
  ["require('./lib/open');", "lib/open.ts:2:11", "2 |   return 1;"],
  [
    "test('fails', () => { require('./lib/fails') });",
    "lib/fails.js:1:19",
    "1 | const a = res.none.x;",
  ],
];

/** Scripts that do not say what they are written in, and what is said of them. */
const UNSAID: readonly (readonly [code: string, hint: string | undefined])[] = [
  ["const { token } = res.body as { token: string };", SAY_SO],
  ["const a: number = 1;\nclient.setVar('a', a);", SAY_SO],
  ["require('./lib/module');", RENAME],
  ["require('./lib/common');", RENAME],
  ["const a = ;", undefined],
  ["const a: number = ;", undefined],
];

describe("TypeScript in scripts", () => {
  const brace = braceRows();
  let cwd: string;
  let api: DemoServer;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    api = serveDemo();
    const files: Record<string, string> = {
      "opencollection.yml": "opencollection: 1.0.0\n\ninfo:\n  name: Typed\n",
      "read.yml": request(`${api.url}/users/1`, GOOD),
      "lib/user.ts": `export interface User { name: string }
export function nameOf(user: User): string { return user.name }`,
      "lib/module.js": "export const a = (n: number) => n;",
      "lib/common.js": "module.exports = (n: number) => n;",
      "lib/enums.ts": "export const a = 1;\n\n  export enum Color { Red }\n",
      "lib/calls.ts":
        "export const go = (): void => {\n  const n = 1 as number; client.setVr(n);\n};\n",
      "lib/fails.js": "const a = res.none.x;\n",
      "lib/open.ts": "export const f = () => {\n  return 1;\n",
      "node_modules/typed-package/package.json": "{}",
      "node_modules/typed-package/index.js": "export default 1;",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${cwd}/${path}/..`.replace(/[^/]*\/\.\.$/, ""), {
        recursive: true,
      });
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
  });
  afterAll(async () => {
    await api.stop();
    await Deno.remove(cwd, { recursive: true });
  });

  for (
    const { start, flags } of [
      { start: brace, flags: [] },
      { start: braceProcess, flags: ["--trust-scripts"] },
    ]
  ) {
    it(`runs ${flags.join("")}`, async () => {
      const { code, stdout, stderr } = await start(
        ["run", "read.yml", ...flags],
        { cwd },
      );
      assertEquals(code, 0, stdout + stderr);
      assert(stdout.includes("1 · 1 passed"), stdout);
    });
  }

  it("is checked, formatted and exported", async () => {
    const check = await brace(["check", "."], { cwd });
    assertEquals(check.code, 0, check.stdout + check.stderr);
    const fmt = await brace(["fmt", "--check", "."], { cwd });
    assertEquals(fmt.code, 0, fmt.stdout + fmt.stderr);
    const { stdout, stderr } = await brace(
      ["export", "bru", ".", "--output", "bru"],
      { cwd },
    );
    assert(
      oneLine(stdout + stderr).includes(
        "The tests script is written as a comment: it is in TypeScript, which Bruno does not run (translate it)",
      ),
      stdout + stderr,
    );
    await Deno.remove(`${cwd}/bru`, { recursive: true });
  });

  for (const [code, hint] of UNSAID) {
    it(`is named where nothing says that it is: ${code}`, async () => {
      const path = `${cwd}/unsaid.yml`;
      const text = request(`${api.url}/users/1`, code);
      await Deno.writeTextFile(path, text.replace(/.*language: .*\n/, ""));
      try {
        for (
          const [start, ...args] of [
            [brace, "run", "unsaid.yml"],
            [brace, "check", "."],
            // Deno tells of a file that it loads.
            ...hint === RENAME
              ? []
              : [[braceProcess, "run", "unsaid.yml", "--trust-scripts"]],
          ] as [typeof brace, ...string[]][]
        ) {
          const { stdout, stderr } = await start(args, { cwd });
          const output = oneLine(stdout + stderr);
          assert(output.includes("SCRIPT_SYNTAX"), output);
          assertEquals(
            /\(this is TypeScript[^)]*\)/.exec(output)?.[0],
            hint,
            `${args.join(" ")}: ${output}`,
          );
        }
      } finally {
        await Deno.remove(path);
      }
    });
  }

  for (const [code, hint] of UNSAID) {
    if (code.startsWith("require")) continue;
    it(`is named in a .bru file, which has no place for it: ${code}`, async () => {
      const script = code.split("\n").map((line) => `  ${line}\n`).join("");
      await inFolder([
        ["bruno.json", '{ "version": "1", "name": "T", "type": "collection" }'],
        ["lib/good.ts", "export const one = (n: number): number => n;\n"],
        [
          "good.bru",
          bruRequest(api.url, "  require('./lib/good.ts').one(1);\n"),
        ],
        ["unsaid.bru", bruRequest(api.url, script)],
      ], async (cwd) => {
        const good = await brace(["run", "good.bru"], { cwd });
        assertEquals(good.code, 0, good.stdout + good.stderr);
        for (const args of [["run", "unsaid.bru"], ["check", "."]]) {
          const { stdout, stderr } = await brace(args, { cwd });
          const output = oneLine(stdout + stderr);
          assert(output.includes("SCRIPT_SYNTAX"), output);
          assertEquals(
            /\(this is TypeScript[^)]*\)/.exec(output)?.[0],
            hint && MOVE,
            `${args.join(" ")}: ${output}`,
          );
        }
      });
    });
  }

  for (const [code, place, line] of IN_FILES) {
    it(`shows the line of a required file: ${code}`, async () => {
      const name = cwd.slice(cwd.lastIndexOf("/") + 1);
      const path = `${cwd}/failing.yml`;
      await Deno.writeTextFile(path, request(`${api.url}/users/1`, code));
      try {
        for (
          const [folder, prefix] of [[cwd, ""], [`${cwd}/..`, `${name}/`], [
            `${cwd}/lib`,
            "../",
          ]]
        ) {
          const { stdout, stderr } = await brace(
            [
              "run",
              `${prefix}failing.yml`,
              "--reporter=pretty",
              "--reporter=json=-",
            ],
            { cwd: folder },
          );
          const { requests: [{ diagnostics, tests }] } = JSON.parse(stdout);
          const [{ location }] = [
            ...diagnostics,
            ...tests.map(({ diagnostic }: { diagnostic: unknown }) =>
              diagnostic
            ),
          ];
          assertEquals(
            `${location.file}:${location.line}:${location.column}`,
            `${prefix}${place}`,
          );
          assert(stderr.includes(`${prefix}${place}`), stderr);
          assert(stderr.includes(`    ${line}`), stderr);
          assert(!stderr.includes("(this is TypeScript"), stderr);
        }
      } finally {
        await Deno.remove(path);
      }
    });
  }

  for (const [code, run, check] of WRONG) {
    it(`says where it is wrong: ${code}`, async () => {
      const path = `${cwd}/wrong.yml`;
      await Deno.writeTextFile(path, request(`${api.url}/users/1`, code));
      try {
        for (
          const [command, place] of [["run", run], ["check", check]] as const
        ) {
          const { stdout, stderr } = await brace(
            [command, command === "run" ? "wrong.yml" : "."],
            { cwd },
          );
          const output = stdout + stderr;
          const [, found] = /((?:wrong\.yml|lib\/\w+\.ts):\d+:\d+)/
            .exec(output) ?? [];
          assertEquals(found, place, `${command}: ${output}`);
        }
      } finally {
        await Deno.remove(path);
      }
    });
  }
});
