import { members, textOf } from "../json.ts";
import type { ImportedEnvironment } from "../types.ts";
import { block, isDisabled, type Say, shown } from "./bru_text.ts";
import { variableLines } from "./bru_variables.ts";

/**
 * A file of `environments/`. Secrets go by their names, as Bruno keeps their
 * values elsewhere; `withSecrets` writes those that the source has.
 */
export function bruEnvironment(
  { variables }: Pick<ImportedEnvironment, "variables">,
  { withSecrets }: { withSecrets: boolean },
  say: Say,
): string {
  const rows = variables.map((one) => members(one));
  const isHidden = (row: Record<string, unknown>) =>
    row.secret === true && !(withSecrets && (textOf(row.value) ?? "") !== "");
  const secret = rows.filter(isHidden).flatMap((row) => {
    const name = textOf(row.name) ?? "";
    if (/[\s,[\]@~]/.test(name) || name === "") {
      say(
        `The secret "${
          shown(name)
        }" is left out: .bru files cannot hold such a name`,
        { variables: 1 },
      );
      return [];
    }
    return [`  ${isDisabled(row) ? "~" : ""}${name}`];
  });
  const plain = rows.filter((row) => !isHidden(row)).flatMap((row) =>
    variableLines(row, say, { quotes: false })
  );
  return [
    block("vars", plain),
    ...(secret.length > 0 ? [`vars:secret [\n${secret.join(",\n")}\n]\n`] : []),
  ].join("");
}
