import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

/** The rooms of lib, from the first to the last: each may import those before it. */
const ROOMS = [
  "core/source",
  "core/template",
  "core/scope",
  "core/render",
  "core/collection",
  "core/plan",
  "core/secrets",
  "core/policy",
  "core/http",
  "core/auth",
  "core/request",
  "core/assertion",
  "core/script",
  "core/run",
  "embedded/sandbox",
  "tools/report",
  "tools/check",
  "tools/convert",
  "tools/edit",
  "embedded/page",
  "host",
  "lsp",
  "open",
  "mcp",
  "cli",
];

/** The rooms that reach outside; the others are pure. */
const OUTER = ["host", "lsp", "open", "mcp", "cli"];

/** What reaches outside: none of it may stand in a pure folder. */
const OUTSIDE: [name: string, pattern: RegExp][] = [
  ["Deno", /\bDeno\s*\./],
  ["fetch", /(?<![.\w])fetch\s*\(/],
  [
    "console",
    /(?<![.\w])console\s*\.\s*(log|info|warn|error|debug|dir|table)\b/,
  ],
  ["the clock", /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\s*\./],
  ["random", /\bMath\.random\b|\bcrypto\.(getRandomValues|randomUUID)\b/],
  ["timers", /(?<![.\w])set(Timeout|Interval)\s*\(/],
  ["process", /(?<![.\w"'`])process\s*\.\s*(env|exit|cwd)\b/],
  ["node modules", /(from|import\()\s*["']node:/],
];

/** Code that runs inside the sandbox or in a browser: its globals are not the host's. */
const ELSEWHERE = "embedded/";

/** The files of a folder, at most; one alone needs none. */
const MAX_FILES = 25;

/** The lines of a file, at most: a job that needs more is two. */
const MAX_LINES = 400;

/** Files that may have more lines, and how many. */
const LONGER: Readonly<Record<string, number>> = {
  // Every message between the page and its server: types alone.
  "lib/embedded/page/workbench/api.ts": 700,
  "lib/tools/check/script/read_script.ts": 420,
};

/** Names that several modules export, each for something of its own: a name means one thing. */
const SEVERAL_MEANINGS: readonly string[] = [
  // The same page, as its server and as the browser have it.
  "Workbench",
];

interface Module {
  /** Such as `lib/core/scope/value/value.ts`. */
  readonly path: string;
  /** Such as `core/scope`. */
  readonly room: string;
  readonly code: string;
}

/** A file of lib, whatever it holds; what is generated is none. */
interface LibFile {
  readonly folder: string;
  readonly path: string;
  readonly lines: number;
}

const root = new URL("../", import.meta.url);
const modules = [...modulesIn("lib/")];

function* modulesIn(folder: string): Generator<Module> {
  for (const entry of Deno.readDirSync(new URL(folder, root))) {
    const path = folder + entry.name;
    if (entry.isDirectory) yield* modulesIn(`${path}/`);
    else if (/\.tsx?$/.test(path)) {
      yield {
        path,
        room: roomOf(path),
        code: withoutComments(Deno.readTextFileSync(new URL(path, root))),
      };
    }
  }
}

/** Everything in a folder of lib that people write. */
function* filesIn(folder: string): Generator<LibFile> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, root))) {
    const path = folder + name;
    if (name === "generated") continue;
    if (isDirectory) yield* filesIn(`${path}/`);
    else {
      const text = Deno.readTextFileSync(new URL(path, root));
      yield { folder, path, lines: text.split("\n").length - 1 };
    }
  }
}

/** The folders that hold too many files or one alone, and the files that are too long. */
function oversized(files: Iterable<LibFile>): string[] {
  const byFolder = Map.groupBy(files, ({ folder }) => folder);
  return [...byFolder].flatMap(([folder, inside]) => [
    ...inside.length === 1 || inside.length > MAX_FILES
      ? [`${folder} has ${inside.length} files`]
      : [],
    ...inside.filter(({ path, lines }) =>
      /\.tsx?$/.test(path) && lines > (LONGER[path] ?? MAX_LINES)
    ).map(({ path, lines }) => `${path} has ${lines} lines`),
  ]);
}

/** The room that a path of lib lies in: `core`, `tools` and `embedded` have several. */
function roomOf(path: string): string {
  const [, first, second] = path.split("/");
  return ["core", "tools", "embedded"].includes(first)
    ? `${first}/${second}`
    : first;
}

/** Removes comments; strings and templates stay, so that imports can be read. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, text) => text ?? "",
  );
}

/** Removes what strings say; the code in a template's `${…}` stays. */
function withoutStrings(code: string): string {
  return code.replace(
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
    (string) =>
      string.startsWith("`")
        ? (string.match(/\$\{[^}]*\}/g) ?? []).join()
        : '""',
  );
}

/** The modules that a module imports: statically, when it is needed, or its types. */
function importsOf({ path, code }: Pick<Module, "path" | "code">): string[] {
  const specifiers = code.matchAll(
    /\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g,
  );
  return [...specifiers].map(([, specifier]) =>
    new URL(specifier, new URL(path, root)).href.slice(root.href.length)
  ).filter((target) => target !== path);
}

/** Everything that is TypeScript here, but for what is built. */
function everyModule(): Pick<Module, "path" | "code">[] {
  const top = [...Deno.readDirSync(root)].filter((entry) =>
    entry.isFile && entry.name.endsWith(".ts")
  ).map(({ name: path }) => ({
    path,
    code: withoutComments(Deno.readTextFileSync(new URL(path, root))),
  }));
  return [...top, ...modules, ...modulesIn("tests/"), ...modulesIn(".ci/")];
}

/** The modules that import each other, each circle as one list (Tarjan's strongly connected components). */
function circlesIn(
  list: readonly Pick<Module, "path" | "code">[],
): string[][] {
  const imports = new Map(list.map((it) => [it.path, importsOf(it)]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string) => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    stack.push(path);
    for (const target of imports.get(path)!) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) visit(target);
      else if (!stack.includes(target)) continue;
      lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const { path } of list) if (!order.has(path)) visit(path);
  return circles;
}

/** The names that several modules declare and export. */
function namesOfSeveral(
  list: readonly Pick<Module, "path" | "code">[],
): string[] {
  const declared = new Map<string, Set<string>>();
  for (const { path, code } of list) {
    const names = code.matchAll(
      /^export (?:(?:declare|abstract|async) )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm,
    );
    for (const [, name] of names) {
      declared.set(name, (declared.get(name) ?? new Set()).add(path));
    }
  }
  return [...declared].filter(([, paths]) => paths.size > 1).map(([name]) =>
    name
  ).sort();
}

describe("layers", () => {
  it("every room of lib has its place", () => {
    const rooms = [...new Set(modules.map(({ room }) => room))];
    assertEquals(rooms.filter((room) => !ROOMS.includes(room)), []);
  });

  it("a folder has 2 to 25 files, a file at most 400 lines", () => {
    assertEquals(oversized(filesIn("lib/")), []);
  });

  for (
    const [name, count, lines, found] of [
      ["a folder of one file", 1, 1, ["lib/x/ has 1 files"]],
      ["a folder of two files", 2, 400, []],
      ["a full folder", 25, 1, []],
      ["a folder with a file too many", 26, 1, ["lib/x/ has 26 files"]],
      ["a file that is too long", 2, 401, [
        "lib/x/0.ts has 401 lines",
        "lib/x/1.ts has 401 lines",
      ]],
    ] as const
  ) {
    it(`sizes: ${name}`, () => {
      const files = Array.from({ length: count }, (_, at) => ({
        folder: "lib/x/",
        path: `lib/x/${at}.ts`,
        lines,
      }));
      assertEquals(oversized(files), [...found]);
    });
  }

  it("imports point to earlier rooms only", () => {
    const wrong = modules.flatMap(({ path, code, room }) =>
      importsOf({ path, code }).filter((target) => {
        // Where the version is, and the pages that the command line shows.
        if (target === "deno.json" || target.startsWith("docs/")) return false;
        return !target.startsWith("lib/") ||
          ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(room);
      }).map((target) => `${path} imports ${target}`)
    );
    assertEquals(wrong, []);
  });

  it("no modules import each other, be it for types only", () => {
    assertEquals(circlesIn(everyModule()), []);
  });

  for (
    const [kind, line] of [
      ["an import", 'import { b } from "./b.ts";'],
      ["an import of types", 'import type { B } from "./b.ts";'],
      ["a re-export", 'export { b } from "./b.ts";'],
      ["an import when it is needed", 'const { b } = await import("./b.ts");'],
      ["the type of an import", 'let b: typeof import("./b.ts") | undefined;'],
    ]
  ) {
    it(`a circle is found that ${kind} closes`, () => {
      const list = [
        { path: "lib/x/a.ts", code: line },
        { path: "lib/x/b.ts", code: 'import { c } from "../y/c.ts";' },
        { path: "lib/y/c.ts", code: 'export * from "../x/a.ts";' },
        { path: "lib/y/d.ts", code: 'import { c } from "./c.ts";' },
      ];
      assertEquals(circlesIn(list), [[
        "lib/x/a.ts",
        "lib/x/b.ts",
        "lib/y/c.ts",
      ]]);
    });
  }

  it("an exported name means one thing", () => {
    const written = modules.filter(({ path }) => !path.includes("/generated/"));
    assertEquals(namesOfSeveral(written), SEVERAL_MEANINGS);
  });

  for (
    const [kind, first, second, found] of [
      ["a function", "export function same() {}", "", ["same"]],
      ["a generator", "export async function* same() {}", "", ["same"]],
      ["a class", "export abstract class same {}", "", ["same"]],
      ["an interface", "export interface same {}", "", ["same"]],
      ["a type", "export type same = 1;", "", ["same"]],
      ["what is not exported", "function same() {}", "", []],
      ["a re-export", 'export { same } from "./b.ts";', "", []],
      [
        "a function with overloads",
        "export function own(a: 1): 1;\nexport function own(a: 2): 2 {}",
        "export const other = 1;",
        [],
      ],
    ] as const
  ) {
    it(`a name of several modules: ${kind}`, () => {
      const list = [
        { path: "lib/x/a.ts", code: first },
        { path: "lib/x/b.ts", code: second || "export const same = 1;" },
      ];
      assertEquals(namesOfSeveral(list), [...found]);
    });
  }

  for (const [name, pattern] of OUTSIDE) {
    it(`the pure rooms do not use ${name}`, () => {
      const wrong = modules.filter(({ room, code }) =>
        !OUTER.includes(room) && !room.startsWith(ELSEWHERE) &&
        pattern.test(name === "node modules" ? code : withoutStrings(code))
      );
      assertEquals(wrong.map(({ path }) => path), []);
    });
  }

  it("mod.ts only re-exports", () => {
    const code = withoutComments(
      Deno.readTextFileSync(new URL("mod.ts", root)),
    );
    const rest = code.replace(
      /export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+from\s+"\.\/[^"]+")?\s*;/g,
      "",
    );
    assertEquals(rest.trim(), "");
  });
});
