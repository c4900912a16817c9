import { stringify } from "@std/yaml/stringify";

/** YAML as people write it: long lines stay, texts of several lines are blocks, no anchors. */
export function yaml(data: unknown): string {
  return stringify(withoutUndefined(data), {
    lineWidth: -1,
    schema: "core",
    useAnchors: false,
  });
}

/** The writer of YAML refuses `undefined`; empty lists and mappings of details are noise. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || Array.isArray(member) && member.length === 0) {
      continue;
    }
    Object.defineProperty(kept, key, {
      value: withoutUndefined(member),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return kept;
}
