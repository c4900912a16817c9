// The examples in documentation, as modules of tests. `deno test --doc` loads
// what an example imports anew for each of them, which takes longer than to run
// it: here those of a folder share a module.

import { join } from "@std/path/join";
import { toFileUrl } from "@std/path/to-file-url";

/** A block of code that runs. */
interface Example {
  readonly text: string;
  /** Line of its fence in the file, from 1. */
  readonly line: number;
}

/** What has examples in its documentation. */
export const DOCUMENTED = [
  "README.md",
  "docs",
  "lib",
  "mod.ts",
  "run.ts",
  "testing.ts",
];

/** What Deno takes for code. */
const LANGUAGES = ["ts", "typescript", "mts", "tsx", "js", "javascript", "mjs"];

/**
 * Writes the examples of files and folders to a folder, each as a module of its
 * own, and for each of the files and folders a module with a test an example,
 * such as "docs/library.md: line 12".
 */
export async function writeExampleModules(
  root: string,
  paths: readonly string[],
  to: string,
): Promise<string[]> {
  const modules: string[] = [];
  for (const path of paths) {
    const tests: string[] = [];
    for (const file of filesIn(root, path)) {
      const text = await Deno.readTextFile(join(root, file));
      for (const example of examplesOf(file, text)) {
        const written = join(to, "examples", `${file}.${example.line}.ts`);
        await Deno.mkdir(join(written, ".."), { recursive: true });
        await Deno.writeTextFile(written, moduleOf(root, file, example));
        const name = JSON.stringify(`${file}: line ${example.line}`);
        const url = JSON.stringify(toFileUrl(written).href);
        tests.push(
          `Deno.test(${name}, async () => { await import(${url}); });\n`,
        );
      }
    }
    if (tests.length === 0) continue;
    const name = path.replaceAll(/\W+/g, "_").toLowerCase();
    modules.push(join(to, `examples_${name}_test.ts`));
    await Deno.writeTextFile(modules.at(-1)!, tests.join(""));
  }
  return modules;
}

/** The files below a path that can have examples, sorted; not what is generated. */
function filesIn(root: string, path: string): string[] {
  if (Deno.statSync(join(root, path)).isFile) return [path];
  return [...Deno.readDirSync(join(root, path))]
    .filter(({ name }) => name !== "generated" && name !== "node_modules")
    .sort((a, b) => a.name < b.name ? -1 : 1)
    .flatMap(({ name, isFile }) =>
      isFile && !/\.(md|tsx?)$/.test(name)
        ? []
        : filesIn(root, `${path}/${name}`)
    );
}

/** The blocks of code that `deno test --doc` runs: in Markdown, or in comments of code. */
export function examplesOf(file: string, text: string): Example[] {
  if (file.endsWith(".md")) return blocksOf(text, 1, "");
  return [...text.matchAll(/^ *\/\*\*\n([\s\S]*?)\*\//gm)]
    .flatMap(({ 0: comment, index }) => {
      const line = text.slice(0, index).split("\n").length;
      return blocksOf(comment.replaceAll(/^ *\* ?/gm, ""), line, "ts");
    });
}

/** @param unnamed The language of blocks that name none. */
function blocksOf(text: string, firstLine: number, unnamed: string): Example[] {
  return [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)]
    .filter(({ 2: info }) => {
      const [language, ...more] = info.trim().split(/[\s,]+/);
      return LANGUAGES.includes(language || unnamed) &&
        !more.includes("ignore");
    })
    .map(({ 1: indent, 3: code, index }) => ({
      text: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      line: firstLine + text.slice(0, index).split("\n").length - 1,
    }));
}

/** The example as a module elsewhere; an error in it has the line of the file. */
function moduleOf(root: string, file: string, { text, line }: Example): string {
  const base = toFileUrl(join(root, file));
  const code = text.replaceAll(
    /\b(from |import |import\()"(\.\.?\/[^"]*)"/g,
    (_, before, path) => `${before}"${new URL(path, base)}"`,
  );
  return `${"\n".repeat(line)}${code}\nexport {};\n`;
}
