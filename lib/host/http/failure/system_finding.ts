import { type Attempt, firstConnection } from "../../../core/policy/refusal.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import type {
  DiagnosticCode,
  WayOut,
} from "../../../core/source/diagnostic.ts";

/** What a connection failed with, in the user's words. */
export type SystemFinding = readonly [
  code: DiagnosticCode,
  problem: string,
  wayOut?: WayOut,
];

/** The proxy that an attempt goes through, as messages name it. */
export function proxyOf({ proxy }: Attempt): string | undefined {
  return proxy && formatHost(proxy.hostname, proxy.port);
}

/** A message of the system on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** What the system, or Node, says of a connection. */
export function systemFinding(
  error: Error,
  code: string,
  host: string,
  read: string,
  attempt: Attempt,
): SystemFinding | undefined {
  const proxy = proxyOf(attempt);
  const connect = proxy === undefined
    ? `Cannot connect to "${host}"`
    : `Cannot connect to the proxy "${proxy}"`;
  const find = `Cannot find host "${firstConnection(attempt).hostname}"`;
  switch (code) {
    case "ENOTFOUND":
    case "ENODATA":
      return [
        "DNS",
        `${find}: no such name (check its spelling, and the network)`,
      ];
    case "EAI_AGAIN":
    case "ETIMEOUT":
    case "ESERVFAIL":
      return [
        "DNS",
        `${find}: the name service does not respond (check the network)`,
      ];
    case "ECONNREFUSED":
      return [
        "CONNECTION",
        `${connect}: connection refused (is ${
          proxy === undefined ? "the server" : "it"
        } running?)`,
      ];
    case "ECONNRESET":
    case "EPIPE":
      return [
        "CONNECTION",
        `${read}: the server closed the connection before it responded`,
      ];
    case "ETIMEDOUT":
      return ["TIMEOUT", `${connect}: the host does not react`];
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
      return ["CONNECTION", `${connect}: no route to it (check the network)`];
    case "ENOENT":
      return ["CONNECTION", `${connect}: no such socket`];
    case "ERR_INVALID_CHAR":
    case "ERR_INVALID_HTTP_TOKEN":
      return invalidRequest(host, error);
    case "ERR_UNESCAPED_CHARACTERS":
      return [
        "INVALID_URL",
        `Cannot send to "${host}": the URL holds a character that must be percent-encoded`,
      ];
    default:
      return ["CONNECTION", `${connect}: ${oneLine(error.message)}`];
  }
}

/** What the system says of names and ports: there is no connection. */
const NO_CONNECTION = new Set([
  "ENOTFOUND",
  "ENODATA",
  "EAI_AGAIN",
  "ETIMEOUT",
  "ESERVFAIL",
  "ECONNREFUSED",
]);

/** Whether the system failed to connect. Some of its codes also occur on a connection that breaks. */
export function isUnreached(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", syscall } = error as { code?: string; syscall?: string };
  return NO_CONNECTION.has(code) ||
    syscall === "connect" && code !== "ECONNRESET";
}

/** A request that HTTP has no words for. */
export function invalidRequest(
  host: string,
  { message }: Error,
): SystemFinding {
  // Node ends its message with the header's name, or the method.
  const named = /^(Header name|Method|.*header content).*\["(.*)"\]$/s
    .exec(message);
  const what = named === null
    ? "a header or the method"
    : `the ${named[1] === "Method" ? "method" : "header"} ${
      JSON.stringify(named[2])
    }`;
  return [
    "INVALID_HEADER",
    `Cannot send to "${host}": ${what} holds a character that HTTP does not allow`,
  ];
}
