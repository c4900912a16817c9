import { requestTexts } from "../../collection/request_texts.ts";
import type { Request } from "../../collection/types.ts";
import type { Inherited } from "../../collection/inherit.ts";
import type { Step } from "../../plan/types.ts";
import { expressionsIn } from "../../template/expressions_in.ts";

/**
 * The expressions that stand in a request's files or scripts: placeholders in
 * text that a script writes into the request. Any other `{{…}}` in it came
 * from outside and stays text.
 */
export function knownExpressions(
  { collection, folders }: Step,
  request: Request,
  inherited: Inherited,
): ReadonlySet<string> {
  const texts = requestTexts(request).map(({ text }) => text);
  for (const { name, value } of inherited.headers) {
    texts.push(name.text, value.text);
  }
  for (const field of inherited.auth?.fields.values() ?? []) {
    if (typeof field === "object") texts.push(field.text);
  }
  const levels = [collection.defaults, ...folders.map((it) => it.defaults)];
  for (const { scripts } of [...levels, request]) {
    for (const script of scripts) texts.push(script.code);
  }
  return new Set(texts.flatMap(expressionsIn));
}
