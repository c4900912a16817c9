import { pathBeside } from "../path_beside.ts";
import type { ImportNote, ImportSource } from "../types.ts";
import type { HttpFile, HttpScript } from "./http_file.ts";

/** As many characters come out of files of scripts, each as often as a request names it. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** The code of a script, or why it is not there. */
export type ReadScript = { readonly code: string } | { readonly why: string };

/** Gives the code of a script that stands in a file. */
export type ScriptReading = (file: string, script: HttpScript) => ReadScript;

/** Reads the files of scripts that requests name, which lie beside those of the requests or below. */
export async function readScriptFiles(
  all: readonly { readonly file: string; readonly parsed: HttpFile }[],
  source: ImportSource,
): Promise<ScriptReading> {
  const found = new Map<string, ReadScript>();
  let characters = 0;
  for (const { file, parsed } of all) {
    for (const { before, after } of parsed.requests) {
      for (const script of [...before, ...after]) {
        if (!("path" in script)) continue;
        const at = pathBeside(file, script.path);
        let read = found.get(at) ?? await readScript(at, source);
        if ("code" in read) {
          characters += read.code.length;
          if (characters > MAX_CHARACTERS) {
            read = { why: "the scripts of all requests have more than 64 MiB" };
          }
        }
        found.set(at, read);
      }
    }
  }
  return (file, script) =>
    "code" in script ? script : found.get(pathBeside(file, script.path))!;
}

/** Whether a script stands in a file that has nothing. */
export function isEmptyFile(script: HttpScript, { code }: { code: string }) {
  return "path" in script && code.trim() === "";
}

/** Says why a request lacks a script, which stands behind `<` or `>`; undefined: it has it. */
export function unreadScript(
  script: HttpScript,
  mark: "<" | ">",
  read: ReadScript,
): Pick<ImportNote, "kind" | "message"> | undefined {
  if (!("path" in script)) return undefined;
  const message = `Left out the script in "${script.path}": `;
  if ("why" in read) {
    return {
      kind: "person",
      message:
        `${message}${read.why} (write its text into the .http file as ${mark} {% … %}, and import again)`,
    };
  }
  return isEmptyFile(script, read)
    ? { kind: "changed", message: `${message}it is empty` }
    : undefined;
}

async function readScript(
  path: string,
  { name, files, main, readReference }: ImportSource,
): Promise<ReadScript> {
  const known = files.get(path);
  if (known !== undefined) return { code: known };
  if (readReference === undefined || /^https?:/i.test(name)) {
    return { why: "Brace reads it only beside a file that it imports" };
  }
  if (/^(?:\.\.|\/|[A-Za-z]:)/.test(path)) {
    return { why: "it is outside of the folder of the import" };
  }
  const read = await readReference(
    main === undefined ? `${name}/${path}` : pathBeside(name, path),
  );
  if ("text" in read) return { code: read.text.replace(/^\ufeff/, "") };
  const { message } = read.diagnostic;
  return { why: /^Cannot read ".*?": (.+)$/.exec(message)?.[1] ?? message };
}
