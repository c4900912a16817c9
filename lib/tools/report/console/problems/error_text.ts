import type { RequestResult } from "../../../../core/run/types.ts";
import type { Diagnostic } from "../../../../core/source/diagnostic.ts";
import type { Context } from "../context.ts";
import { responseLines } from "./response_lines.ts";

/** A date with its time, a time alone, or a duration. */
const TIME =
  /\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?|\b\d\d:\d\d:\d\d\b|\b\d+\.\d{3,}\b/g;
/** What servers number their answers with: UUIDs, hashes, milliseconds. */
const ID = /\b(?=[\w-]*\d)(?:[\da-f-]{8,}|[\w-]{20,})\b/gi;

/**
 * What a response with 4xx or 5xx says, to tell failures apart that are equal
 * otherwise; "" for others, whose content is no message. Times, IDs and the
 * path of the request do not count: each response may have its own.
 */
export function errorText(result: RequestResult, context: Context): string {
  const { response, sent } = result;
  if (response === undefined || response.status < 400) return "";
  const [, ...lines] = responseLines(result, context);
  const text = lines.join("\n");
  const path = URL.parse(sent?.url ?? "")?.pathname ?? "/";
  const common = path === "/" ? text : text.replaceAll(path, "");
  return `${response.status}\n${withoutIds(common)}`;
}

/** What the notes on a script's failure say, to tell it from others: which of its requests failed. */
export function notedText({ code, notes = [] }: Diagnostic): string {
  return code === "SCRIPT_ERROR" || code === "TEST"
    ? withoutIds(notes.join("\n"))
    : "";
}

/** A text without what may be another one each time. */
function withoutIds(text: string): string {
  return text.replace(TIME, "").replace(ID, "");
}
