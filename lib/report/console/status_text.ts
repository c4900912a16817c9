import type { RequestResult } from "../../run/types.ts";
import { reasonPhrase } from "../reason_phrase.ts";
import { statusClass } from "../status_class.ts";
import type { Style } from "../style.ts";
import { displayWidth } from "../../source/display_width.ts";
import { fitEnd } from "../text/fit.ts";
import type { Context } from "./context.ts";

/** Reason phrases are cut to this many columns before they are given up. */
const SHORTEST_REASON = 6;

/**
 * Status, reason and class, such as `201 Created · successful`; without an
 * answer, what became of the request. A long reason is cut to the room.
 */
export function statusText(
  result: RequestResult,
  room: number,
  context: Context,
): { readonly text: string; readonly styled: string } {
  const { style, line } = context;
  const { response } = result;
  if (response === undefined) {
    const text = unanswered(result);
    const colour = result.status === "skipped" ? style.yellow : style.red;
    return { text, styled: colour(text) };
  }
  const { status } = response;
  const code = String(status);
  const meaning = statusClass(status)?.toLowerCase();
  const rest = meaning === undefined ? "" : ` · ${meaning}`;
  const reason = line(response.statusText || reasonPhrase(status));
  const left = room - code.length - 1 - displayWidth(rest);
  const fitted = fitEnd(reason, Math.max(SHORTEST_REASON, left));
  const named = fitted === "" ? code : `${code} ${fitted}`;
  return {
    text: named + rest,
    styled: colourOf(status, style)(named) + style.dim(rest),
  };
}

function colourOf(status: number, style: Style): (text: string) => string {
  if (status >= 500) return style.red;
  if (status >= 400) return style.yellow;
  return status >= 200 && status < 300 ? style.green : style.cyan;
}

function unanswered(
  { status, failures, sent, skipReason }: RequestResult,
): string {
  if (status === "skipped") return skipReason ? "skipped:" : "skipped";
  if (failures.includes("permission")) return "refused";
  return sent !== undefined && failures.includes("network")
    ? "no answer"
    : "not sent";
}
