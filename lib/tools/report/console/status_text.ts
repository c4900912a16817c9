import type { RequestResult } from "../../../core/run/types.ts";
import { reasonPhrase } from "../reason_phrase.ts";
import type { Style } from "../style.ts";
import { fitEnd } from "../text/fit.ts";
import type { Context } from "./context.ts";

/** Reason phrases are cut to this many columns before they are given up. */
const MIN_REASON = 6;

/**
 * Status and reason, such as `201 Created`; without a response, what became of
 * the request; and how often it was sent where that is more than once. A long
 * reason is cut to the room.
 */
export function statusText(
  result: RequestResult,
  room: number,
  { style, line }: Context,
): { readonly text: string; readonly styled: string } {
  const { response, attempts } = result;
  const more = attempts > 1 ? `, ${attempts} attempts` : "";
  if (response === undefined) {
    const text = withoutResponse(result);
    const colour = result.status === "skipped" ? style.yellow : style.red;
    return { text: text + more, styled: colour(text) + style.yellow(more) };
  }
  const { status } = response;
  const code = String(status);
  if (response.cut) {
    const text = `${code} cut off`;
    return { text: text + more, styled: style.red(text) + style.yellow(more) };
  }
  const reason = line(response.statusText || reasonPhrase(status));
  const left = room - code.length - 1 - more.length;
  const text = `${code} ${fitEnd(reason, Math.max(MIN_REASON, left))}`
    .trimEnd();
  return {
    text: text + more,
    styled: statusColour(status, style)(text) + style.yellow(more),
  };
}

/** How the kind of a status is stressed. */
export function statusColour(
  status: number,
  style: Style,
): (text: string) => string {
  if (status >= 500) return style.red;
  if (status >= 400) return style.yellow;
  return status >= 200 && status < 300 ? style.green : style.cyan;
}

function withoutResponse({ status, failures, sent }: RequestResult): string {
  if (status === "skipped") return "skipped";
  if (failures.includes("permission")) return "refused";
  return sent !== undefined && failures.includes("network")
    ? "no response"
    : "not sent";
}
