import { parse } from "@std/yaml/parse";
import { elements, jsonTextOf, members } from "../json.ts";
import type { ImportedFiles } from "../to_files.ts";
import { MAIN } from "./file_marks.ts";

/** The texts of a collection around an update. */
interface Around {
  readonly existing: ReadonlyMap<string, string>;
  /** What the update writes. */
  readonly files: ReadonlyMap<string, string>;
  readonly fresh: ImportedFiles;
}

/**
 * Finds the variables that a text uses and that nothing gives a value after an
 * update: those that the document's collection would have, and those that the
 * update removed from files that nobody edited.
 */
export function lackingVariables(
  { existing, files, fresh }: Around,
): (text: string) => string[] {
  const texts = [...new Map([...existing, ...files])].flatMap(([path, text]) =>
    isYaml(path) ? text : []
  );
  const have = new Set(texts.flatMap(namesIn));
  const before = [...files.keys()].filter(isYaml).flatMap((path) =>
    namesIn(existing.get(path))
  );
  const lacking = new Set([...namesIn(fresh.files.get(MAIN)), ...before]
    .filter((name) => !have.has(name)));
  const uses = [...lacking].flatMap((name) => {
    const one = RegExp.escape(name);
    const setting = new RegExp(`\\bset\\w*\\(\\s*["'\`]${one}["'\`]`);
    return texts.some((text) => setting.test(text))
      ? []
      : [{ name, use: new RegExp(`\\{\\{\\s*${one}\\s*\\}\\}`) }];
  });
  return (text) =>
    uses.filter(({ use }) => use.test(text)).map(({ name }) => name);
}

/** Whether a file can have variables. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/** The variables of a collection, a folder, a request or an environment. */
function namesIn(text: string | undefined): string[] {
  try {
    const { request, runtime, variables } = members(
      parse(text ?? "", { schema: "core" }),
    );
    return [members(request).variables, members(runtime).variables, variables]
      .flatMap(elements)
      .flatMap((one) => jsonTextOf(members(one).name) ?? []);
  } catch {
    return [];
  }
}
