import type { Response } from "../../core/http/response.ts";
import type { StreamKind } from "../../core/http/stream.ts";
import type { RequestResult } from "../../core/run/types.ts";
import type { CollectedRequest } from "./collect/types.ts";
import { likeHttp, streamCounts } from "./step_label.ts";
import type { Style } from "./style.ts";
import { fitEnd } from "./text/fit.ts";
import type { Context } from "./console/context.ts";

/**
 * The phrases as RFC 9110, RFC 4918 and their like have them. They stand here
 * and do not come from @std/http: the page of the HTML report is bundled with
 * them, and does not depend on what stands in for the standard library.
 */
const PHRASES: Readonly<Record<number, string>> = {
  100: "Continue",
  101: "Switching Protocols",
  102: "Processing",
  103: "Early Hints",
  200: "OK",
  201: "Created",
  202: "Accepted",
  203: "Non-Authoritative Information",
  204: "No Content",
  205: "Reset Content",
  206: "Partial Content",
  207: "Multi-Status",
  208: "Already Reported",
  226: "IM Used",
  300: "Multiple Choices",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  305: "Use Proxy",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  407: "Proxy Authentication Required",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  418: "I'm a teapot",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  423: "Locked",
  424: "Failed Dependency",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  506: "Variant Also Negotiates",
  507: "Insufficient Storage",
  508: "Loop Detected",
  510: "Not Extended",
  511: "Network Authentication Required",
};

/**
 * The phrase that goes with a status, for responses that come without one
 * (HTTP/2 has none); `""` for an unknown status.
 */
export function reasonPhrase(status: number): string {
  return PHRASES[status] ?? "";
}

/** What a status says, by its response; nothing of a WebSocket that was opened. */
export function reasonOf(
  { status, statusText, stream }: Pick<Response, "status" | "statusText"> & {
    readonly stream?: { readonly kind: StreamKind };
  },
): string {
  if (status === 101 && stream !== undefined) return "";
  if (statusText !== "" || stream?.kind === "grpc") return statusText;
  return reasonPhrase(status);
}

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
  const { response, attempts, sent } = result;
  const more = attempts > 1 ? `, ${attempts} attempts` : "";
  if (response === undefined) {
    const text = withoutResponse({ ...result, isSent: sent !== undefined });
    const colour = result.status === "skipped" ? style.yellow : style.red;
    return { text: text + more, styled: colour(text) + style.yellow(more) };
  }
  const { status } = response;
  const code = String(status);
  if (response.cut) {
    // What gRPC's status would have been is not known.
    const text = response.stream?.kind === "grpc"
      ? "cut off"
      : `${code} cut off`;
    return { text: text + more, styled: style.red(text) + style.yellow(more) };
  }
  const counts = streamCounts(response.stream);
  const reason = line(reasonOf(response)) + (counts && ` · ${counts}`);
  const left = room - code.length - 1 - more.length;
  const text = `${code} ${
    fitEnd(reason.trimStart(), Math.max(MIN_REASON, left))
  }`.trimEnd();
  return {
    text: text + more,
    styled: statusColour(likeHttp(response, sent?.stream?.kind), style)(text) +
      style.yellow(more),
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

/** What a request ended with, and whether it was made ready to be sent. */
type Ending = Pick<CollectedRequest, "status" | "failures"> & {
  readonly isSent: boolean;
};

/** Whether a request was sent, so that the time it took says something: one that lacks a file of its body was ready, and is not. */
export function hasDuration(
  { response, ...ending }: Ending & { readonly response?: unknown },
): boolean {
  return ending.isSent &&
    (response !== undefined || withoutResponse(ending) !== NOT_SENT);
}

const NOT_SENT = "not sent";

/** What became of a request that got no response. */
export function withoutResponse(
  { status, failures, isSent }: Ending,
): string {
  if (status === "skipped") return "skipped";
  if (failures.includes("permission")) return "not permitted";
  return isSent && failures.includes("network") ? "no response" : NOT_SENT;
}
