import type { Step } from "../../plan/types.ts";

/** The folder that a step's request lies in; "" at the top. */
export function folderOf({ folders }: Step): string {
  return folders.at(-1)?.path ?? "";
}
