import { OPERATOR_ROWS } from "../../core/collection/shape/operators.ts";
import type { RenderedTurn } from "../../core/request/render_messages.ts";

/** What stands above a message, or for what happens between two. */
export function turnTitle(turn: RenderedTurn): string {
  if (turn.kind === "message") {
    const { title, message: { type }, isOpen } = turn;
    const name = title === "" ? "a message" : `"${title}"`;
    return `→ ${name} (${type}${
      isOpen ? ", rendered when its turn comes" : ""
    })`;
  }
  const { step } = turn;
  switch (step.type) {
    case "wait": {
      const { expression, operator, value, within } = step;
      const right = OPERATOR_ROWS[operator].hasValue && value
        ? ` ${value.text}`
        : "";
      return `(waits up to ${within} ms for ${expression.text} ${operator}${right})`;
    }
    case "pause":
      return `(waits ${step.duration} ms)`;
    case "end":
      return "(sends no more)";
    default:
      return step satisfies never;
  }
}
