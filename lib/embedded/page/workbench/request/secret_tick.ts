/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  isHiddenVariable,
  toEnv,
} from "../../../../core/secrets/hidden_names.ts";
import { isOnePlaceholder } from "../../../../core/template/one_placeholder.ts";
import type { Json, Keys } from "../api.ts";
import type { Doc } from "../state/doc.ts";
import { listAt, textAt } from "../state/json_edit.ts";
import { valuePath } from "../parts/variable_row.tsx";

/** Rows that are new in their form, and whose tick no person has set. Each edit makes another object of a row. */
const UNTOUCHED = new WeakSet<object>();

/**
 * Ticks Secret of a new variable while its name is that of a secret, before its
 * value gets into a file. A row that the file has stays as it is, and so does
 * one that a person ticked or unticked.
 */
export function tickNewSecrets(
  doc: Doc,
  keys: Keys,
  { before, after }: {
    readonly before: readonly Json[];
    readonly after: readonly Json[];
  },
): void {
  const known = new Set(before);
  for (const [index, row] of after.entries()) {
    if (known.has(row)) continue;
    const isNew = after.length > before.length || isUntouched(before[index]);
    if (!isNew) continue;
    doc.follow([...keys, index, "secret"], tellsSecret(row) ? true : undefined);
    UNTOUCHED.add(listAt(doc.document, keys)[index] as object);
  }
}

function isUntouched(row: Json | undefined): boolean {
  return typeof row === "object" && row !== null && UNTOUCHED.has(row);
}

/** Whether a variable is a secret by its name; a placeholder stands for a value of elsewhere. */
function tellsSecret(row: Json): boolean {
  const value = textAt(row, valuePath(row));
  return !isOnePlaceholder(value) &&
    isHiddenVariable(textAt(row, ["name"]), value);
}

/** Why a secret cannot be saved where it stands: of `.bru` files, only environments mark secrets. */
export function secretWithoutPlace(
  { view: { kind, language } }: Doc,
  row: Json,
): string | undefined {
  const { secret } = row as { readonly secret?: Json };
  if (secret !== true || language !== "bru" || kind === "environment") {
    return undefined;
  }
  return `Only environments of .bru files have secrets: define it in one, or write {{process.env.${
    toEnv(textAt(row, ["name"]))
  }}} as its value`;
}
