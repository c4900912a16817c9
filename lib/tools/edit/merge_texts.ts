export function mergeTexts(
  _texts: Record<"base" | "ours" | "theirs", string>,
): { text: string } | { conflicts: unknown[] } {
  return { conflicts: [] };
}
