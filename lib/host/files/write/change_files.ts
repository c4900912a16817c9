import type { FileChange } from "../../../tools/edit/plan_change.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { writeAtomically } from "./write_atomically.ts";
export async function changeFiles(
  root: string,
  changes: readonly FileChange[],
): Promise<
  { problem: Diagnostic; theirs?: { path: string; text: string } } | undefined
> {
  for (const c of changes) {
    if (c.kind === "write") {
      const p = await writeAtomically(root + "/" + c.path, c.text);
      if (p) return { problem: p };
    }
  }
  return undefined;
}
