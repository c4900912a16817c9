import { isSecretName } from "../../../core/policy/env_refusal.ts";
import { templateOf } from "../../../core/template/template_of.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import { type TextLevel, textsIn } from "./texts_in.ts";

/**
 * The names of the process's environment that levels read, in texts and by
 * literal names in scripts, sorted; but for what only a secret reads, whose
 * value has a variable of its own.
 */
export function envNames(
  levels: Iterable<TextLevel>,
  scripts: ScriptIndex,
): string[] {
  const names = new Set<string>();
  for (const level of levels) {
    const variables = level.variables.filter(({ secret, disabled }) =>
      !secret && !disabled
    );
    for (const text of textsIn({ ...level, variables })) {
      if (!text.text.includes("{{")) continue;
      for (const { expression } of templateOf(text).placeholders) {
        if (expression?.kind === "process-env") names.add(expression.name);
      }
    }
    for (const script of "scripts" in level ? level.scripts : []) {
      const all = [
        scripts.factsOf(script),
        ...scripts.filesOf(script).map(({ facts }) => facts),
      ];
      for (const { entries = [] } of all) {
        for (const { name } of entries) names.add(name);
      }
    }
  }
  return [...names].filter((name) =>
    /^[A-Za-z_]\w*$/.test(name) && !isSecretName(name)
  ).toSorted();
}
