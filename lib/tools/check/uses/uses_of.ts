import type { Collection } from "../../../core/collection/types.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import { configTexts } from "./config_texts.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import { scriptUses } from "../script/script_uses.ts";
import type { Level } from "./texts_in.ts";
import type { Use } from "../types.ts";
import { usesIn, usesOfText } from "./uses_in.ts";

/** The places that use a variable: in texts, scripts and the configuration. */
export function usesOf(
  name: string,
  levels: readonly Level[],
  { collection, scripts }: {
    readonly collection: Collection;
    readonly scripts: ScriptIndex;
  },
): Use[] {
  const uses: Use[] = [];
  const add = (found: readonly Use[]) =>
    pushAll(
      uses,
      found.filter((use) => use.name === name || use.expression === name),
    );
  for (const level of levels) {
    add(usesIn(level));
    if (!("scripts" in level)) continue;
    pushAll(
      uses,
      scriptUses(level.scripts, scripts).filter((use) => use.name === name),
    );
  }
  add(configTexts(collection).flatMap(usesOfText));
  return uses;
}
