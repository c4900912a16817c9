import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { parse } from "@std/yaml/parse";
import { createSandbox } from "../../lib/host/sandbox/create_sandbox.ts";
import {
  INTERFACES,
  scriptTypes,
} from "../../lib/lsp/complete/script_types.ts";
import { apiOf } from "../../lib/tools/check/explain/api_members.ts";
import { valueOf } from "../support/with_script.ts";

const text = scriptTypes();

/** The members that an interface of the declaration file names. */
function declared(name: string): string[] {
  const start = text.indexOf(`interface ${name} {`);
  assert(start !== -1, name);
  const body = text.slice(start, text.indexOf("\n}", start));
  return [...body.matchAll(/^ {2}(\w+)[:(<]/gm)].map(([, member]) => member)
    .sort();
}

/** What every function has. */
const COMMON = ["length", "name", "prototype"];

function namesOf(value: unknown): string[] {
  const names = Object.getOwnPropertyNames(value);
  return names.filter((name) =>
    typeof value !== "function" || !COMMON.includes(name)
  ).sort();
}

/** Wrong scripts: what is not there, and what is given in vain. */
const WRONG: readonly (readonly [code: string, said: string])[] = [
  ['client.setVr("a", 1)', "setVr"],
  ["client.getVar()", "Expected 1 argument"],
  ['client.setVar("a", undefined)', "not assignable"],
  ["res.sttus", "sttus"],
  ["res.status.foo", "foo"],
  ["res.jsonPath(1)", "not assignable"],
  ["res.messages?.[0].dta", "dta"],
  ["req.messages?.[0].dta", "dta"],
  ["expect(1).to.equl(1)", "equl"],
  ["client.cookies.jar().getCokie('a', 'b')", "getCokie"],
  ["res.headerList.add('a: b')", "add"],
  ["test('a')", "Expected 2 arguments"],
  ["process.env.A.length", "possibly 'undefined'"],
];

/** When scripts run that Brace runs. */
const PHASES = ["before-request", "after-response", "tests"];

/** All scripts below a value, but for those of another API; an alias is walked once. */
function* scriptsIn(
  value: unknown,
  seen = new Set<unknown>(),
): Generator<string> {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  const { code, type, extensions } = value as Record<string, unknown>;
  if (typeof code === "string" && typeof type === "string") {
    if (extensions === undefined && PHASES.includes(type)) yield code;
    return;
  }
  for (const inner of Object.values(value)) yield* scriptsIn(inner, seen);
}

function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* filesBelow(path);
    else if (/\.ya?ml$/.test(name)) yield path;
  }
}

function parsed(text: string): unknown {
  try {
    return parse(text, { schema: "core" });
  } catch {
    return undefined;
  }
}

/** The scripts of the docs and of the collections in fixtures. */
function* examples(): Generator<[name: string, code: string]> {
  const path = (it: string) =>
    fromFileUrl(new URL(`../../${it}`, import.meta.url));
  const page = Deno.readTextFileSync(path("docs/scripts.md"));
  let count = 0;
  for (const [, yaml] of page.matchAll(/^```yaml\n([^]*?)^```/gm)) {
    for (const code of scriptsIn(parsed(yaml))) {
      yield [`docs_${count++}`, code];
    }
  }
  for (const folder of ["fixtures/example", "fixtures/collections"]) {
    for (const file of filesBelow(path(folder))) {
      for (const code of scriptsIn(parsed(Deno.readTextFileSync(file)))) {
        yield [`fixture_${count++}`, code];
      }
    }
  }
}

describe("brace.d.ts", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/brace.d.ts`, text);
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      JSON.stringify({
        compilerOptions: {
          lib: ["esnext", "dom", "dom.iterable"],
          types: ["./brace.d.ts"],
          noImplicitAny: false,
          useUnknownInCatchVariables: false,
        },
      }),
    );
  });
  afterAll(() => Deno.remove(folder, { recursive: true }));

  /** What is said of scripts, by their names. */
  async function check(
    scripts: Iterable<readonly [name: string, code: string]>,
  ): Promise<Map<string, string[]>> {
    const names: string[] = [];
    for (const [name, code] of scripts) {
      names.push(name);
      await Deno.writeTextFile(
        `${folder}/${name}.ts`,
        `export default async function () {\n${code}\n}\n`,
      );
    }
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", ...names.map((name) => `${name}.ts`)],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    const found = new Map(names.map((name) => [name, [] as string[]]));
    const output = new TextDecoder().decode(stderr);
    for (const part of output.split(/^(?=TS\d+ )/m).slice(1)) {
      const [, name = ""] = /(\w+)\.ts:\d+:\d+/.exec(part) ?? [];
      found.get(name)?.push(part);
    }
    return found;
  }

  for (const [owner, name] of Object.entries(INTERFACES)) {
    it(`has the members of ${owner}, and no others`, () => {
      let value: unknown = apiOf(undefined);
      for (const key of owner.split(".")) {
        const member = (value as Record<string, unknown>)[
          key.replace("()", "")
        ];
        value = key.endsWith("()") ? (member as () => unknown)() : member;
      }
      // Those that change a list are there, and refuse it for a response.
      const changing = owner === "res.headerList"
        ? namesOf(value).filter((it) =>
          !declared("BraceList").includes(it) &&
          declared("BraceEditableList").includes(it)
        )
        : [];
      assertEquals([...declared(name), ...changing].sort(), namesOf(value));
    });
  }

  it("has the words of chai, and no others", async () => {
    const sandbox = await createSandbox();
    const names = await valueOf(
      sandbox,
      `(() => {
        const names = new Set();
        for (let at = Object.getPrototypeOf(expect(1)); at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
          for (const name of Object.getOwnPropertyNames(at)) names.add(name);
        }
        return [...names];
      })()`,
    ) as string[];
    sandbox.dispose();
    const others = [
      ...Object.getOwnPropertyNames(Object.prototype),
      ...["_obj", "assert", "__methods"],
    ];
    const words = names.filter((name) => !others.includes(name)).sort();
    assertEquals(declared("BraceAssertion"), words);
  });

  it("fits the scripts of docs and fixtures", async () => {
    const scripts = new Map(examples());
    assert(scripts.size > 20, `${scripts.size} scripts`);
    for (const [name, said] of await check(scripts)) {
      assertEquals(said, [], scripts.get(name));
    }
  });

  it("brings what it needs, so that an empty tsconfig.json is enough", () => {
    // Before TypeScript 6 that means ES5, which has no `Iterable`.
    assert(text.startsWith('/// <reference lib="esnext" />\n'));
    // Deno knows it anyway.
    assert(text.includes("\ndeclare var process: NodeJS.Process;\n"));
  });

  it("stands beside the types of Node, which have a require and a process, too", async () => {
    // As in `@types/node`.
    await Deno.writeTextFile(
      `${folder}/node_types.ts`,
      `declare global {
  namespace NodeJS {
    interface Require {
      (id: string): any;
      resolve(id: string): string;
    }
    interface ProcessEnv {
      [key: string]: string | undefined;
      TZ?: string;
    }
    interface Process {
      env: ProcessEnv;
      pid: number;
    }
  }
  var require: NodeJS.Require;
  var process: NodeJS.Process;
}
export const path: string = require.resolve(require("zod").name);
process.env.TZ = String(process.pid);
`,
    );
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "node_types.ts"],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
  });

  it("finds what is wrong", async () => {
    const scripts = WRONG.map(([code], at) => [`wrong_${at}`, code] as const);
    const found = await check(scripts);
    for (const [at, [code, said]] of WRONG.entries()) {
      const messages = found.get(`wrong_${at}`) ?? [];
      assert(
        messages.some((it) => it.includes(said)),
        `${code}: ${messages.join("\n")}`,
      );
    }
  });
});
