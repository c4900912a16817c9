import { isJsonPath } from "../../assertion/select_fast.ts";
import type { ScopeName } from "../../scope/names.ts";
import { otherwiseRead } from "../../script/reading_call.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import type { Text } from "../../source/origin.ts";
import { templateOf } from "../../template/template_of.ts";

/**
 * Warns of placeholders of variables in expressions, where they are text: a
 * comparison with one holds, or fails, for a reason that nobody meant.
 *
 * @param scopeOf The scope that has a variable of a name. A name that none has
 * may be text that a server sends.
 */
export function textPlaceholders(
  expressions: readonly Text[],
  scopeOf: (name: string) => ScopeName | undefined,
): Diagnostic[] {
  return expressions.flatMap((text) =>
    templateOf(text).placeholders.flatMap(({ expression, start, end }) => {
      if (expression?.kind !== "reference") return [];
      const { name } = expression;
      const scope = scopeOf(name);
      if (scope === undefined) return [];
      const placeholder = text.text.slice(start, end);
      const meant = otherwiseRead(name, scope, text.at.file);
      return [{
        code: "SCRIPT_SYNTAX",
        severity: "warning",
        message: isJsonPath(text.text)
          ? `Takes "${placeholder}" for text: JSONPath has no placeholders, but JavaScript over res.body can read variables: ${meant}`
          : `Takes "${placeholder}" for text: expressions have no placeholders, and ${meant}`,
        location: locationOf(text.at, {
          offset: start,
          length: end - start,
          place: "script",
        }),
      }];
    })
  );
}
