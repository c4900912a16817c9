/** How a module is asked for: packages may have another file for each. */
export type ModuleCall = "require" | "import";

/** The conditions of `exports` that hold in the sandbox: it is no Node, and closest to a browser's worker. */
const CONDITIONS = ["browser", "worker", "default"];
const MAX_DEPTH = 20;

/** The first target whose conditions hold; null where none is wanted. */
export function chosen(
  value: unknown,
  call: ModuleCall,
  depth: number,
): string | null | undefined {
  if (typeof value === "string" || value === null) return value;
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    for (const one of value) {
      const found = chosen(one, call, depth + 1);
      if (typeof found === "string") return found;
    }
    return undefined;
  }
  if (!isMap(value)) return undefined;
  for (const [condition, inner] of Object.entries(value)) {
    if (condition !== call && !CONDITIONS.includes(condition)) continue;
    const found = chosen(inner, call, depth + 1);
    if (found !== undefined) return found;
  }
  // A package may have a file for `import` only. `require` gets it, too: Brace
  // compiles both in the same way.
  return call === "require" && Object.hasOwn(value, "import")
    ? chosen(value.import, call, depth + 1)
    : undefined;
}

/** The value of a key, or of the longest pattern that it fits, and what stands for its `*`. */
export function keyed(
  map: Readonly<Record<string, unknown>>,
  key: string,
): { value: unknown; rest: string } {
  if (Object.hasOwn(map, key) && !key.includes("*")) {
    return { value: map[key], rest: "" };
  }
  let best = "";
  let longest = 0;
  let rest = "";
  for (const pattern of Object.keys(map)) {
    const star = pattern.indexOf("*");
    // Node's older way to offer a folder.
    const isFolder = star === -1 && pattern.endsWith("/");
    if (star === -1 && !isFolder) continue;
    const before = isFolder ? pattern : pattern.slice(0, star);
    const after = isFolder ? "" : pattern.slice(star + 1);
    if (
      key.length <= before.length + after.length || !key.startsWith(before) ||
      !key.endsWith(after) || before.length < longest
    ) continue;
    best = pattern;
    longest = before.length;
    rest = key.slice(before.length, key.length - after.length);
  }
  return { value: best === "" ? undefined : map[best], rest };
}

/** Whether a value is a mapping. */
export function isMap(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
