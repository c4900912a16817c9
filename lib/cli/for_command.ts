import type { Diagnostic } from "../core/source/diagnostic.ts";

/** Diagnostics of what cannot be loaded, which suggest the command that is used with another path. */
export function forCommand(
  command: string,
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  return diagnostics.map((one) => {
    const { code, suggestion } = one;
    return code === "NOT_A_COLLECTION" && suggestion !== undefined
      ? {
        ...one,
        suggestion: suggestion.replace(/^brace run /, `brace ${command} `),
      }
      : one;
  });
}
