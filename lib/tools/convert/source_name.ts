import type { ImportSource } from "./types.ts";

/** What a source is called that has no name of its own: its file without the ending, or its folder. */
export function sourceName(
  { name, main, folder }: Pick<ImportSource, "name" | "main" | "folder">,
): string {
  return main?.replace(/\.\w+$/, "") ?? folder ??
    name.replace(/[/\\]+$/, "").replace(/^.*[/\\]/, "");
}
