import type { DefinitionView } from "../../embedded/page/workbench/api.ts";
import { SCOPE_NAMES } from "../../core/scope/names.ts";
import { valueText } from "../../core/scope/value/value_text.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { isSecretVariable } from "../../core/secrets/secret_field.ts";
import { shownValue } from "../../tools/check/list_variables.ts";
import type { Workbench } from "../workbench.ts";

/** A variable that scripts set in this session. */
interface KeptView {
  readonly name: string;
  readonly definition: DefinitionView;
}

/** What scripts set in this session, as the page shows it: secrets masked. */
export async function keptViews(bench: Workbench): Promise<KeptView[]> {
  const left = await bench.kept.list(bench);
  if (left.length === 0) return [];
  const masker = createMasker(bench.hidden.masker.secrets);
  bench.kept.teach(masker);
  for (const { name, entry } of left) {
    if (entry) masker.secrets.learn({ secret: false, ...entry, name });
  }
  return left.map(({ scope, label, name, entry }) => {
    const { value } = entry ?? {};
    const text = value === undefined ? undefined : valueText(value);
    // The masker leaves out what is too short to be found in other texts.
    const secret = entry?.secret === true ||
      (typeof value === "string" || typeof value === "number") &&
        text !== "" && isSecretVariable(name, String(text));
    const shared = {
      scope,
      ...(label !== undefined && { label }),
      by: "script" as const,
      kept: true as const,
    };
    if (value === undefined) {
      return {
        name,
        definition: { ...shared, secret, text: "deleted" },
      };
    }
    const shown = shownValue({ ...shared, value, secret }, masker);
    const isHidden = secret || typeof text === "string" &&
        masker.maskValue(text) !== text;
    return {
      name,
      definition: {
        ...shared,
        ...shown,
        secret: isHidden,
        ...(isHidden &&
          { reveal: JSON.stringify({ kept: keyOf({ scope, label, name }) }) }),
      },
    };
  });
}

/** The value that a script set, as text. */
export async function keptText(
  bench: Workbench,
  key: string,
): Promise<string | undefined> {
  const one = (await bench.kept.list(bench)).find((it) => keyOf(it) === key);
  if (one?.entry === undefined) return undefined;
  const text = valueText(one.entry.value);
  return typeof text === "string" ? text : text.reason;
}

/** Definitions with those of this session before the others of their scopes. */
export function withKept(
  definitions: readonly DefinitionView[],
  kept: readonly KeptView[],
): readonly DefinitionView[] {
  return [...kept.map(({ definition }) => definition), ...definitions]
    .toSorted((a, b) => rank(a) - rank(b));
}

function rank({ scope }: DefinitionView): number {
  return (SCOPE_NAMES as readonly string[]).indexOf(scope);
}

function keyOf(
  { scope, label, name }: {
    readonly scope: string;
    readonly label?: string | undefined;
    readonly name: string;
  },
): string {
  return JSON.stringify([scope, label ?? "", name]);
}
