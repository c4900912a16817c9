import type { Diagnostic } from "../../../core/source/diagnostic.ts";

/** Characters of a name; of file names many systems take 255 bytes, with an extension. */
const MAX_NAME = 200;

/** What a name is for. */
export type NamedThing = "request" | "folder" | "environment" | "collection";

/**
 * What is wrong with the name that a person gives an item; undefined where
 * nothing is. The names of files are made from it, so that characters that file
 * systems do not take are no problem, but a path is.
 */
export function nameProblem(
  thing: NamedThing,
  name: string,
  siblings: Iterable<string> = [],
): Diagnostic | undefined {
  const why = reason(thing, name, siblings);
  return why === undefined ? undefined : {
    code: "INVALID_ARGUMENT",
    severity: "error",
    message: `Cannot name a ${thing} "${shown(name)}": ${why}`,
  };
}

function reason(
  thing: NamedThing,
  name: string,
  siblings: Iterable<string>,
): string | undefined {
  if (name.trim() === "") return "it is empty (write a name)";
  if (name !== name.trim()) {
    return "it begins or ends with a blank (write it without)";
  }
  if (name.length > MAX_NAME) {
    return `it is longer than ${MAX_NAME} characters (write a shorter one)`;
  }
  if (/[\p{Cc}\p{Zl}\p{Zp}]|[\ud800-\udfff](?![\udc00-\udfff])/u.test(name)) {
    return "it has characters that are not seen (write a line of text)";
  }
  if (name.split(/[/\\]/).some((part) => /^\.+$/.test(part))) {
    return "it is a path to another folder (write a name without it)";
  }
  if (thing === "environment" && /[/\\:*?"<>|{}]/.test(name)) {
    return `its file cannot have / \\ : * ? " < > | { or } (write it without)`;
  }
  const wanted = folded(name);
  for (const other of siblings) {
    if (folded(other) === wanted) {
      return `"${shown(other)}" is there already (write another name)`;
    }
  }
  return undefined;
}

/** Some file systems fold case, and composed letters. */
function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function shown(text: string): string {
  const plain = text.replace(/\p{C}/gu, " ");
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
