import { assertEquals } from "@std/assert";
import { afterAll, describe, it } from "@std/testing/bdd";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import { createTrusted } from "../../../lib/host/sandbox/trusted/create_trusted.ts";
import { findInside, readInside } from "../../../lib/host/files/read_inside.ts";
import { stripTypes } from "../../../lib/host/sandbox/strip_types.ts";
import type { Sandbox } from "../../../lib/core/script/border/types.ts";
import { locationOf } from "../../../lib/core/source/diagnostic.ts";
import { fakeContext } from "../../support/fake_script_context.ts";
import { SCRIPT_AT } from "../../support/with_script.ts";

const FILES: Readonly<Record<string, string>> = {
  "lib/user.ts": `import type { Id } from "./id.ts";
export interface User { readonly id: Id; name?: string }
export const named = (user: User, name: string): User => ({ ...user, name });
export function boom(user?: User): never {
  const none = undefined as unknown as User; return none.name!.length as never;
}`,
  "lib/id.ts": "export type Id = number; export const first: Id = 1;",
  "lib/old.ts":
    "const n: number = 2; module.exports = { n, dir: __dirname.slice(-4) };",
  "lib/both.js": "module.exports = 'js';",
  "lib/both.ts": "export default 'ts' as string;",
  "lib/folder/index.ts": "export default 'index' satisfies string;",
  "lib/enum.ts": "export const a = 1;\n  export enum Color { Red }",
  "lib/broken.ts": "const a: number = 1;\nfunction f() {\n  return = 1;\n}\n",
  "lib/uses.ts": `import { first } from "./id.ts";
import text from "./both.ts";
export const sum = (n: number) => first + text.length + n;`,
};

/** An expression of a script in TypeScript, and its value. */
const VALUES: readonly (readonly [expression: string, value: unknown])[] = [
  ["(1 as number)", 1],
  ["((a: number, b?: string): string => a + (b ?? '!'))(1)", "1!"],
  ["[1, 2].map<string>((n: number) => String(n)).at(-1)!", "2"],
  ["({ a: 1 } satisfies Record<string, number>).a", 1],
  ["require('./lib/user').named({ id: 1 }, 'Ada')", { id: 1, name: "Ada" }],
  ["require('./lib/user.ts').named({ id: 1 } as any, 'Ada').name", "Ada"],
  ["require('./lib/old').n", 2],
  ["require('./lib/old').dir", "/lib"],
  ["require('./lib/both')", "js"],
  ["require('./lib/both.ts').default", "ts"],
  ["require('./lib/folder').default", "index"],
  ["require('./lib/uses').sum(4)", 7],
  ["require('./lib/' + 'uses').sum(4)", 7],
];

/** A script in TypeScript, what is said, and where: its offset, or a file's line and column. */
const REFUSED: readonly (readonly [
  code: string,
  said: string,
  at: string,
])[] = [
  [
    "let a: number = 1;\nenum Color { Red }",
    "Cannot remove the types of the tests script: enums are code, not types; use a constant object",
    "19",
  ],
  [
    "namespace N { export const a = 1 }",
    "Cannot remove the types of the tests script: namespaces are code, not types; use an object",
    "0",
  ],
  [
    "class A {\n  constructor(private a: number) {}\n}",
    "Cannot remove the types of the tests script: parameter properties are code, not types; declare the field and assign it",
    "32",
  ],
  [
    "let a = <string>b;",
    'Cannot remove the types of the tests script: a type before a value cannot be removed; write "value as Type"',
    "8",
  ],
  [
    "import fs = require('fs');",
    'Cannot remove the types of the tests script: "import name =" is code, not a type; use require()',
    "0",
  ],
  [
    "const a: number = 1;\nconst b = ;\nconst c = 2;",
    "Cannot remove the types of the tests script: it is not TypeScript, in the statement that begins here",
    "21",
  ],
  // Types before it do not move the place.
  [
    "const a: Record<string, number> = {}; (a as any).none.x;",
    "Cannot finish the tests script: TypeError: cannot read property 'x' of undefined: a.none is undefined",
    "54",
  ],
  [
    "const text: string = 'a'; client.setVr(text);",
    'Cannot finish the tests script: TypeError: client.setVr is not a function (did you mean "setVar"?)',
    "33",
  ],
  [
    "require('./lib/user').boom()",
    "Cannot finish the tests script: TypeError: cannot read property 'name' of undefined: none is undefined",
    "lib/user.ts:5:57",
  ],
  [
    "require('./lib/enum')",
    "Cannot finish the tests script: SyntaxError: enums are code, not types; use a constant object",
    "lib/enum.ts:2:10",
  ],
  [
    "require('./lib/broken')",
    "Cannot finish the tests script: SyntaxError: it is not TypeScript, in the statement that begins here",
    "lib/broken.ts:2:1",
  ],
];

describe("scripts in TypeScript", () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  for (const [path, text] of Object.entries(FILES)) {
    Deno.mkdirSync(`${root}/${path.replace(/\/[^/]*$/, "")}`, {
      recursive: true,
    });
    Deno.writeTextFileSync(`${root}/${path}`, text);
  }
  const contextOf = () => {
    const fake = fakeContext();
    return {
      ...fake,
      info: { ...fake.info, cwd: root },
      readFile: (path: string) => readInside(root, path),
      findFile: (path: string) => findInside(root, path),
    };
  };
  const run = async (sandbox: Sandbox, code: string) => {
    const context = contextOf();
    const outcome = await sandbox.run(
      { phase: "tests", language: "typescript", code, at: SCRIPT_AT },
      context,
    );
    return { outcome, value: context.scopes.runtime.value };
  };
  afterAll(() => Deno.remove(root, { recursive: true }));

  for (
    const [name, open] of [
      ["in the sandbox", () => createSandbox()],
      ["trusted", () => Promise.resolve(createTrusted())],
    ] as const
  ) {
    it(`have values ${name}`, async () => {
      const sandbox = await open();
      for (const [expression, value] of VALUES) {
        const code = `const value: unknown = ${expression};
client.setVar("value", value as any);`;
        const found = await run(sandbox, code);
        assertEquals(found.outcome.error?.message, undefined, expression);
        assertEquals(found.value, value, expression);
      }
      sandbox.dispose();
    });
  }

  for (const [code, said, at] of REFUSED) {
    it(`fail at their own place: ${code}`, async () => {
      const sandbox = await createSandbox();
      const { error } = (await run(sandbox, code)).outcome;
      sandbox.dispose();
      assertEquals(error?.message, said);
      const { file, line, column, offset } = error?.location ??
        locationOf(SCRIPT_AT);
      assertEquals(
        line === undefined ? `${offset}` : `${file}:${line}:${column}`,
        at,
      );
    });
  }

  it("are as long as before, line by line, without types", () => {
    for (const [path, text] of Object.entries(FILES)) {
      if (!path.endsWith(".ts") || /enum|broken/.test(path)) continue;
      const lengths = (code: string) => code.split("\n").map((it) => it.length);
      assertEquals(lengths(stripTypes(text)), lengths(text), path);
    }
  });

  it("are found wrong in time that grows with their length", () => {
    // Halving takes a step more for twice the lines: 20,000 lines would never end otherwise.
    const text = `${"let x: number;\n".repeat(20_000)}= 1;`
      .replaceAll(/x/g, () => `x${counter++}`);
    try {
      stripTypes(text);
    } catch (error) {
      const { offset } = error as { offset: number };
      assertEquals(text.slice(offset), "= 1;");
      return;
    }
    throw new Error("it was taken");
  });
});

let counter = 0;
