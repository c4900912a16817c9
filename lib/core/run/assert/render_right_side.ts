import type { Assertion } from "../../collection/types.ts";
import type { Execution } from "../../scope/execution.ts";
import type { Scopes } from "../../scope/scopes.ts";
import type { RenderedRightSide } from "../../assertion/assertion_result.ts";
import {
  readRightSide,
  rightSideOf,
  unescapeItems,
  unescapeParts,
} from "../../assertion/read_right_side.ts";
import { renderText, renderValue } from "../../render/render_text.ts";
import type { Part } from "../../template/types.ts";
import { templateOf } from "../../template/template_of.ts";

/**
 * Renders an assertion's right side: one placeholder alone keeps its value's
 * kind, any other text is read after its placeholders are resolved. `\n`,
 * `\r`, `\t` and `\\` in its own plain text are escapes.
 */
export function renderRightSide(
  assertion: Assertion,
  scopes: Scopes,
  execution: Execution,
): RenderedRightSide {
  const { value: text, operator } = assertion;
  if (text === undefined) return { ok: true, value: undefined };
  const template = templateOf(text);
  const { parts } = template;
  const alone = parts.length === 1 && parts[0].kind === "placeholder";
  const rendered = alone
    ? renderValue(text, scopes, execution)
    : renderText(text, scopes, execution);
  if (rendered.value === undefined) {
    const [diagnostic] = rendered.diagnostics.filter((it) =>
      it.severity === "error"
    );
    return { ok: false, diagnostic };
  }
  if (alone) return { ok: true, value: rightSideOf(rendered.value) };
  const whole = String(rendered.value);
  const side = readRightSide(whole);
  if (!parts.some((part) => part.kind === "text" && part.text.includes("\\"))) {
    return { ok: true, value: side };
  }
  const again = (parts: Part[]) =>
    template.placeholders.length === 0
      ? parts.map(({ text }) => text).join("")
      : renderText({ ...template, parts }, scopes, execution).value ?? "";
  switch (operator) {
    case "matches":
    case "notMatches":
      // Its escapes are the pattern's.
      return { ok: true, value: side };
    case "in":
    case "notIn":
    case "between":
      return {
        ok: true,
        value: Array.isArray(side.value)
          ? side
          : readRightSide(again(unescapeItems(parts))),
      };
    default: {
      if (side.value !== whole.trim()) return { ok: true, value: side };
      const plain = again(unescapeParts(parts));
      return { ok: true, value: { value: plain, text: plain } };
    }
  }
}
