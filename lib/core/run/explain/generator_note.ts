import type { Assertion } from "../../collection/types.ts";
import { requestTexts } from "../../collection/request_texts.ts";
import type { RunState } from "../run_state.ts";
import { layerWith } from "../../scope/layer.ts";
import { readingCall } from "../../script/reading_call.ts";
import { templateOf } from "../../template/template_of.ts";

/** Says of an expected value that a file makes with a generator that it is another one in each request, and how to keep it. */
export function generatorNote(
  { value: right }: Assertion,
  { request, scopes: { layers } }: Pick<RunState, "request" | "scopes">,
): string | undefined {
  if (right === undefined) return undefined;
  for (const { expression } of templateOf(right).placeholders) {
    if (expression?.kind !== "reference") continue;
    const { name } = expression;
    // In one request it is one value.
    if (requestTexts(request).some(({ text }) => text.includes(name))) continue;
    const layer = layerWith(layers, name);
    const { value, template } = layer?.entries.get(name) ?? {};
    const generator = template && typeof value === "string" &&
      /\{\{\s*\$[^{}]*\}\}/.exec(value);
    if (!layer || !generator) continue;
    return `"${name}" has another value in each request, by ${
      generator[0]
    }: a before-request script keeps one with client.setVar("${name}", ${
      readingCall(name, layer.scope)
    })`;
  }
  return undefined;
}
