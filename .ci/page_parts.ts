import { basename } from "@std/path/posix/basename";

const page = new URL("../lib/embedded/page/", import.meta.url);

/**
 * A script of a page: a module of lib/embedded/page, and all that it imports.
 * Its folder may have a `deno.json` of its own, with packages that only it needs.
 */
export async function bundlePage(
  entry: string,
  format: "iife" | "esm",
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--minify",
      `--format=${format}`,
      "--platform=browser",
      basename(entry),
    ],
    cwd: new URL(".", new URL(entry, page)),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** Styles of lib/embedded/page as one: of two rules that fit, the later one counts. */
export async function stylesOf(paths: readonly string[]): Promise<string> {
  const texts = paths.map((path) => Deno.readTextFile(new URL(path, page)));
  return squeezed((await Promise.all(texts)).join("\n"));
}

/** CSS without comments and blanks that nobody needs. */
function squeezed(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1").replaceAll(";}", "}").trim();
}
