import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

/** The pure folders, from the first to the last: each may import those before it. */
const PURE = [
  "source",
  "template",
  "scope",
  "render",
  "collection",
  "plan",
  "request",
  "assertion",
  "script",
  "run",
  "report",
];

/** These may import everything; nothing pure imports them. */
const OUTER = ["host", "cli"];

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

/** Code that runs inside the sandbox: its globals are not the host's. */
const INSIDE_SANDBOX = "lib/script/api/";

interface Module {
  /** Such as `lib/scope/value.ts`. */
  readonly path: string;
  readonly folder: string;
  readonly code: string;
}

const root = new URL("../", import.meta.url);
const modules = [...modulesIn("lib/")];

function* modulesIn(folder: string): Generator<Module> {
  for (const entry of Deno.readDirSync(new URL(folder, root))) {
    const path = folder + entry.name;
    if (entry.isDirectory) yield* modulesIn(`${path}/`);
    else if (path.endsWith(".ts")) {
      yield {
        path,
        folder: path.split("/")[1],
        code: withoutComments(Deno.readTextFileSync(new URL(path, root))),
      };
    }
  }
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

/** The folders of lib that a module imports, statically or not. */
function importsOf({ path, code }: Module): string[] {
  const specifiers = code.matchAll(
    /\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g,
  );
  return [...specifiers].map(([, specifier]) =>
    new URL(specifier, new URL(path, root)).href.slice(root.href.length)
  );
}

describe("layers", () => {
  it("every folder of lib has its place", () => {
    const folders = [...new Set(modules.map((module) => module.folder))];
    assertEquals(
      folders.filter((folder) => ![...PURE, ...OUTER].includes(folder)),
      [],
    );
  });

  it("imports point to earlier folders only", () => {
    const wrong = modules.flatMap((module) => {
      const rank = PURE.indexOf(module.folder);
      if (rank < 0) return [];
      return importsOf(module).filter((target) => {
        const [top, folder] = target.split("/");
        const targetRank = PURE.indexOf(folder);
        return top !== "lib" || targetRank < 0 || targetRank > rank;
      }).map((target) => `${module.path} imports ${target}`);
    });
    assertEquals(wrong, []);
  });

  it("host does not import cli", () => {
    const wrong = modules.filter((module) => module.folder === "host")
      .flatMap((module) =>
        importsOf(module).filter((target) => target.startsWith("lib/cli/"))
          .map((target) => `${module.path} imports ${target}`)
      );
    assertEquals(wrong, []);
  });

  for (const [name, pattern] of OUTSIDE) {
    it(`the pure folders do not use ${name}`, () => {
      const wrong = modules.filter(({ folder, path, code }) =>
        PURE.includes(folder) && !path.startsWith(INSIDE_SANDBOX) &&
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
