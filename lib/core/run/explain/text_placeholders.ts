import { isJsonPath } from "../../assertion/select_fast.ts";
import { expressionsAround } from "../../collection/inherit.ts";
import type { Collection, Folder, Request } from "../../collection/types.ts";
import type { ScopeName } from "../../scope/names.ts";
import { otherwiseRead } from "../../script/reading_call.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import { templateOf } from "../../template/template_of.ts";

/** A request and what it inherits from. */
interface Around {
  readonly collection: Collection;
  readonly folders: readonly Folder[];
  readonly request: Request;
}

/**
 * Warns of placeholders of variables in expressions, where they are text: a
 * comparison with one holds, or fails, for a reason that nobody meant.
 *
 * @param scopeOf The scope that has a variable of a name. A name that none has
 * may be text that a server sends.
 */
export function textPlaceholders(
  around: Around,
  scopeOf: (name: string) => ScopeName | undefined,
): Diagnostic[] {
  const { collection, folders, request } = around;
  const written = expressionsAround(collection, folders, request)
    .filter(({ text }) => text.includes("{{"));
  // The server may give back what goes out as written.
  if (written.length === 0 || isVerbatim(request)) return [];
  return written.flatMap((text) =>
    templateOf(text).placeholders.flatMap(({ expression, start, end }) => {
      if (expression?.kind !== "reference") return [];
      const { name } = expression;
      const scope = scopeOf(name);
      if (scope === undefined) return [];
      const placeholder = text.text.slice(start, end);
      const meant = otherwiseRead(name, scope);
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

function isVerbatim({ body }: Request): boolean {
  return body?.interpolate === false;
}
