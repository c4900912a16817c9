import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { editFile, readData } from "../edit_file.ts";
import type { Edit } from "../types.ts";
import type { FileChange } from "./types.ts";

/** Stops the planning of a change. */
export class PlanProblem extends Error {
  override name = "PlanProblem";
  readonly diagnostic: Diagnostic;

  constructor(problem: string | Diagnostic) {
    const diagnostic: Diagnostic = typeof problem === "string"
      ? { code: "WRITE", severity: "error", message: problem }
      : problem;
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** A file with edits in it; nothing where they change nothing. */
export function editedFile(
  files: ReadonlyMap<string, string>,
  path: string,
  edits: readonly Edit[],
): FileChange[] {
  const was = files.get(path);
  if (was === undefined) throw gone(path);
  const edited = editFile({ path, text: was }, edits);
  if (edited.problem) throw new PlanProblem(edited.problem);
  return edited.text === was
    ? []
    : [{ kind: "write", path, text: edited.text, was }];
}

/** What a file says. */
export function dataIn(
  files: ReadonlyMap<string, string>,
  path: string,
): unknown {
  const text = files.get(path);
  if (text === undefined) throw gone(path);
  const read = readData({ path, text });
  if (read.problem) throw new PlanProblem(read.problem);
  return read.data;
}

/** Checks the name that a person gives. */
export function requireName(
  thing: NamedThing,
  name: string,
  siblings: Iterable<string>,
): void {
  const problem = nameProblem(thing, name, siblings);
  if (problem) throw new PlanProblem(problem);
}

/** The error for a path that leads nowhere. */
export function gone(path: string): PlanProblem {
  return new PlanProblem(
    `Cannot change "${path}": it is not in the collection any more (load it again)`,
  );
}

/** A name that none has yet: "A copy", "A copy 2". */
export function copyName(name: string, siblings: readonly string[]): string {
  const taken = new Set(
    siblings.map((one) => one.normalize("NFC").toLowerCase()),
  );
  for (let count = 1;; count++) {
    const candidate = `${name} copy${count === 1 ? "" : ` ${count}`}`;
    if (!taken.has(candidate.normalize("NFC").toLowerCase())) return candidate;
  }
}

/** A name, with a number behind it where it is taken: "A", "A 2". */
export function freeName(name: string, siblings: readonly string[]): string {
  const taken = new Set(siblings.map(folded));
  let free = name;
  for (let count = 2; taken.has(folded(free)); count++) {
    free = `${name} ${count}`;
  }
  return free;
}

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
