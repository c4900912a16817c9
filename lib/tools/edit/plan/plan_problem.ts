import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { editFile, readData } from "../edit_file.ts";
import type { Edit } from "../types.ts";
import { type NamedThing, nameProblem } from "./name_problem.ts";
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
