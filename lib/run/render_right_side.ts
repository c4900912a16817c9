import type { Assertion } from "../collection/types.ts";
import type { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import type { RenderedRightSide } from "../assertion/assertion_result.ts";
import { readRightSide, rightSideOf } from "../assertion/read_right_side.ts";
import { renderText, renderValue } from "../render/render_text.ts";
import { templateOf } from "../template/template_of.ts";

/**
 * Renders an assertion's right side: one placeholder alone keeps its value's
 * kind, any other text is read after its placeholders are resolved.
 */
export function renderRightSide(
  assertion: Assertion,
  scopes: Scopes,
  execution: Execution,
): RenderedRightSide {
  const { value: text } = assertion;
  if (text === undefined) return { ok: true, value: undefined };
  const { parts, placeholders } = templateOf(text);
  if (placeholders.length === 0) {
    return { ok: true, value: readRightSide(text.text) };
  }
  const alone = parts.length === 1;
  const rendered = alone
    ? renderValue(text, scopes, execution)
    : renderText(text, scopes, execution);
  if (rendered.value === undefined) {
    const [diagnostic] = rendered.diagnostics.filter((it) =>
      it.severity === "error"
    );
    return { ok: false, diagnostic };
  }
  return {
    ok: true,
    value: alone
      ? rightSideOf(rendered.value)
      : readRightSide(String(rendered.value)),
  };
}
