import type { Step } from "../../../core/plan/types.ts";

/** The folder that a step's request lies in, "" at the top; what runs before or after all else is apart. */
export function folderOf({ folders, stage }: Step): string {
  return stage === undefined ? folders.at(-1)?.path ?? "" : `(${stage})`;
}
