import {
  expressionsWithBraces,
  levelsAround,
} from "../../../core/collection/inherit.ts";
import {
  enabledExpressions,
  streamExpressions,
} from "../../../core/collection/request_texts.ts";
import {
  isHeaderPath,
  isJsonPath,
} from "../../../core/assertion/select_fast.ts";
import {
  type Diagnostic,
  locationOf,
  wordFix,
} from "../../../core/source/diagnostic.ts";
import {
  asDashed,
  asOfResponse,
} from "../../../core/run/explain/response_names.ts";
import { textPlaceholders } from "../../../core/run/explain/text_placeholders.ts";
import type { Origin } from "../../../core/source/origin.ts";
import type { ScopeName } from "../../../core/scope/names.ts";
import { otherwiseRead } from "../../../core/script/reading_call.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import { asksFor, testedNames } from "../script/tested_names.ts";
import type { ScriptStretch } from "../types.ts";
import { layerWith } from "../../../core/scope/layer.ts";
import type { CheckScopes } from "./check_scopes.ts";
import { hiddenValues } from "./hidden_values.ts";
import { unreadVariable } from "./unread_variable.ts";

/**
 * What calls such as `client.getVar` around a request read, where their scope
 * has none of that name, and what expressions take for a runtime variable,
 * where nothing sets one: the call gives undefined, and the expression fails.
 * Placeholders in expressions are text.
 */
export function checkRuntimeReads(
  place: RequestPlace,
  scopes: CheckScopes,
  scripts: ScriptIndex,
): Diagnostic[] {
  const { request, folders } = place;
  const { collection } = scopes;
  const found = textPlaceholders(
    expressionsWithBraces(collection, folders, request),
    (name) => isSet(name, scopes) ? "runtime" : otherScope(name, place, scopes),
  );
  // What computes a name may set it.
  if (scopes.order.computed.length > 0) return found;
  const levels = [...levelsAround(collection, folders), request];
  const all = levels.flatMap((level) => level.scripts);
  const reads = all.flatMap((script) => scripts.factsOf(script).reads);
  const asked = testedNames(reads);
  // What a test expects is to be there: another name may be meant.
  const mayLack = testedNames(reads.filter(({ expected }) => !expected));
  for (const script of all) {
    found.push(...hiddenValues(script, place, scopes, scripts));
    const messages = new Set<string>();
    for (const read of scripts.factsOf(script).reads) {
      const problem = read.call &&
        unreadVariable(read.name, read.call, place, scopes, {
          isUsed: read.used && !asked.has(read.name),
          mayLack: mayLack.has(read.name),
          isOmitted: read.omitted,
        });
      if (
        problem === undefined ||
        asksFor(script.code, read.call!.name, read.name)
      ) continue;
      const { message, suggestion, sure, waysOut } = problem;
      // What the variable is to be given it lacks once a script.
      if (waysOut !== undefined && messages.has(message)) continue;
      messages.add(message);
      const told = warning(message, script.at, read);
      // Others may use a constant, and quotes would end at some letters.
      const isWord = !read.constant && read.length === read.name.length &&
        /^[\w.-]+$/.test(sure ?? "");
      found.push({
        ...told,
        ...(suggestion !== undefined && { suggestion }),
        ...(isWord && wordFix(told.location!, read.name, sure, read.offset)),
        ...(waysOut !== undefined && { waysOut }),
      });
    }
  }
  const { assertions, actions, settings } = request;
  const expressions = [
    ...enabledExpressions({ assertions, actions, settings }),
    // What does not look at messages is named already.
    ...streamExpressions(request)
      .filter(({ text }) => /\bmessages?\b/.test(text)),
  ];
  for (const { text, at } of expressions) {
    // `res.headers.x-total` is the header.
    if (isJsonPath(text) || isHeaderPath(text)) continue;
    // In brackets it is an expression, not a statement.
    const meant = new Set<string>();
    const { bareNames } = scripts.factsOfExpression(`(${text}\n)`);
    for (const { name, offset, length } of bareNames) {
      if (name === "message" || name === "messages") continue;
      const scope = otherScope(name, place, scopes);
      if (scope === undefined && isSet(name, scopes)) continue;
      const dashed = asDashed(text, name);
      // Each part of such a name is a bare one.
      if (dashed !== undefined && meant.has(dashed)) continue;
      if (dashed !== undefined) meant.add(dashed);
      found.push(warning(
        `Cannot evaluate "${name}", which stands for a runtime variable: ${
          scope === undefined || dashed !== undefined
            ? `nothing sets one (${
              dashed ?? asOfResponse(name) ?? `in quotes, "${name}" is text`
            })`
            : otherwiseRead(name, scope, at.file)
        }`,
        at,
        { offset: offset - 1, length },
      ));
    }
  }
  return found;
}

/** Whether a script, an action or a flag sets a runtime variable of a name. */
function isSet(
  name: string,
  { order: { settings }, options: { variables = {} } }: CheckScopes,
): boolean {
  return Object.hasOwn(variables, name) ||
    (settings.get(name) ?? []).some(({ scope }) => scope === "runtime");
}

/** The scope that has a variable of a name, where none of the runtime does. */
function otherScope(
  name: string,
  place: RequestPlace,
  scopes: CheckScopes,
): ScopeName | undefined {
  if (isSet(name, scopes)) return undefined;
  const { order, options: { rowNames = [] } } = scopes;
  if (rowNames.includes(name)) return "data";
  const [set] = order.settings.get(name) ?? [];
  return set?.scope ??
    layerWith(scopes.of(place).layers, name)?.scope;
}

function warning(
  message: string,
  at: Origin,
  { offset, length }: ScriptStretch,
): Diagnostic {
  return {
    code: "UNDEFINED_VARIABLE",
    severity: "warning",
    message,
    location: locationOf(at, { offset, length, place: "script" }),
  };
}
