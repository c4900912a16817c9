import type { Diagnostic, DiagnosticCode } from "../../source/diagnostic.ts";
import { locationOf } from "../../source/diagnostic.ts";
import {
  DiagnosticError,
  NetworkError,
  PermissionError,
} from "../../source/errors.ts";
import type { Hop } from "../../http/response.ts";
import { formatHost } from "../../policy/format_host.ts";
import { DeniedAddressError } from "../network/check_addresses.ts";
import {
  type Attempt,
  denoRefusal,
  firstConnection,
  refusal,
} from "../../policy/refusal.ts";
import { DeadlineError } from "./cancellation.ts";
import { ExchangeError } from "./exchange_error.ts";
import { certificateOf } from "./connection/look_at_certificate.ts";
import { isProxyFailure } from "./connection/proxy_dialer.ts";
import { ProxyRefusalError } from "./connection/proxy_refusal_error.ts";

type Finding = readonly [code: DiagnosticCode, problem: string];

/** Makes a network error about one host. */
export function networkError(
  attempt: Attempt,
  code: DiagnosticCode,
  message: string,
  hops: readonly Hop[] = [],
): NetworkError {
  const diagnostic: Diagnostic = { code, severity: "error", message };
  if (attempt.at) {
    diagnostic.location = locationOf(attempt.at, { place: "url" });
  }
  if (hops.length > 0) {
    diagnostic.notes = hops.map((hop) =>
      `redirected (${hop.status}) by ${new URL(hop.url).host}`
    );
  }
  return new NetworkError([diagnostic]);
}

/**
 * Turns whatever a connection failed with into an error that says what
 * happened and how to get on. Errors that carry diagnostics, and a caller's abort,
 * pass unchanged, but a refusal after redirects says that something was sent.
 */
export function describeFailure(
  error: unknown,
  attempt: Attempt,
  hops: readonly Hop[],
): unknown {
  const refused = error instanceof PermissionError
    ? error
    : permissionOf(error, attempt);
  if (refused) {
    return hops.length === 0
      ? refused
      : new PermissionError(refused.diagnostics, { sent: true });
  }
  if (error instanceof DiagnosticError) return error;
  const finding = find(error, attempt);
  if (finding === undefined) return error;
  return networkError(attempt, finding[0], finding[1], hops);
}

function permissionOf(
  error: unknown,
  attempt: Attempt,
): PermissionError | undefined {
  if (error instanceof DeniedAddressError) {
    return refusal(firstConnection(attempt), {
      allowed: false,
      reason: "denied",
      rule: error.rule,
    });
  }
  if (error instanceof Deno.errors.NotCapable) {
    return denoRefusal(attempt, /access to "([^"]+)"/.exec(error.message)?.[1]);
  }
  const refused = codeOf(error) === "EPERM" || codeOf(error) === "EACCES";
  return refused ? denoRefusal(attempt) : undefined;
}

function find(error: unknown, attempt: Attempt): Finding | undefined {
  const host = formatHost(attempt.hostname, attempt.port);
  const read = `Cannot read the response of "${host}"`;
  if (error instanceof DeadlineError) return deadlineFinding(error, host);
  if (error instanceof ProxyRefusalError) {
    return [
      "CONNECTION",
      `Cannot connect to "${host}": the proxy "${
        proxyOf(attempt)
      }" refuses (${error.response})`,
    ];
  }
  if (error instanceof ExchangeError) return exchangeFinding(error, read);
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const certificate = certificateFinding(
    error as Error,
    code,
    isProxyFailure(error as Error)
      ? `the proxy "${proxyOf(attempt)}"`
      : `"${host}"`,
  );
  if (certificate) return certificate;
  if (code.startsWith("HPE_")) {
    const why = isTlsAlert(error) ? TLS_PORT : parser(code);
    return ["PROTOCOL", `${read}: ${why}`];
  }
  if (code.startsWith("ERR_HTTP2_INVALID_")) {
    return invalidRequest(host, error as Error);
  }
  if (code.startsWith("ERR_HTTP2_")) {
    const reason = /NGHTTP2_(\w+)/.exec((error as Error).message)?.[1] ?? code;
    return ["PROTOCOL", `${read}: it broke the exchange off (${reason})`];
  }
  return systemFinding(error as Error, code, host, read, attempt);
}

function deadlineFinding(error: DeadlineError, host: string): Finding {
  const { kind, limit } = error;
  switch (kind) {
    case "whole":
      return [
        "TIMEOUT",
        `Cannot read the response of "${host}": not complete after ${limit} ms (raise --timeout, or settings.timeout of the request)`,
      ];
    case "connect":
      return [
        "TIMEOUT",
        `Cannot connect to "${host}": no connection after ${limit} ms`,
      ];
    case "idle":
      return [
        "TIMEOUT",
        `Cannot read the response of "${host}": nothing came for ${limit} ms`,
      ];
    default:
      return kind satisfies never;
  }
}

function exchangeFinding(error: ExchangeError, read: string): Finding {
  switch (error.problem) {
    case "upgraded":
      return [
        "PROTOCOL",
        `${read}: it switched to another protocol, which was not asked for`,
      ];
    case "cut before the response":
      return [
        "CONNECTION",
        error.reused
          ? `${read}: the server closed the connection, kept from an earlier request, before it responded (--retry 1 --retry-all sends such a request again)`
          : `${read}: the server closed the connection before it responded`,
      ];
    case "cut in the body":
      return [
        "INVALID_RESPONSE",
        `${read}: the connection ended in the middle of the body`,
      ];
    case "excess":
      return ["PROTOCOL", `${read}: it sent bytes that belong to no response`];
    case "padded":
      return [
        "PROTOCOL",
        `${read}: it sends interim responses, chunk sizes or extensions without end`,
      ];
    case "undecodable":
      return [
        "INVALID_RESPONSE",
        `${read}: its Content-Encoding says "${error.coding}", but the body is something else`,
      ];
    case "bomb":
      return [
        "INVALID_RESPONSE",
        `${read}: the body grows beyond reason when "${error.coding}" is decoded`,
      ];
    default:
      return error.problem satisfies never;
  }
}

function systemFinding(
  error: Error,
  code: string,
  host: string,
  read: string,
  attempt: Attempt,
): Finding | undefined {
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

const UNTRUSTED = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "CERT_SIGNATURE_FAILURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

function certificateFinding(
  error: Error,
  code: string,
  server: string,
): Finding | undefined {
  const trust = `Cannot trust the certificate of ${server}`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const names = (error as { cert?: { subjectaltname?: string } }).cert
      ?.subjectaltname;
    const issued = names ? `it was issued for ${names}` : "it has other names";
    return ["CERTIFICATE", `${trust}: ${issued} (--insecure accepts it)`];
  }
  if (UNTRUSTED.has(code)) {
    return ["CERTIFICATE", `${trust}: ${distrust(error, code)}`];
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER") {
    return [
      "PROTOCOL",
      `Cannot talk TLS with ${server}: it speaks something else on this port (write http:// if that is plain HTTP)`,
    ];
  }
  const tls = code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") ||
    code === "EPROTO";
  return tls
    ? ["PROTOCOL", `Cannot talk TLS with ${server}: ${oneLine(error.message)}`]
    : undefined;
}

function distrust(error: Error, code: string): string {
  const wayOut =
    "(add its issuer with --ca FILE, or accept it with --insecure)";
  switch (code) {
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `no known authority has issued the last of its certificates ${wayOut}`;
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      break;
    default:
      return `${oneLine(error.message)} ${wayOut}`;
  }
  const certificate = certificateOf(error);
  if (certificate === undefined) {
    return `it has expired, or its issuer is not known ${wayOut}`;
  }
  const { validFrom, validTo, issuer } = certificate;
  const now = Date.now();
  if (validTo.getTime() < now) {
    return `it expired on ${day(validTo)} (--insecure accepts it)`;
  }
  if (validFrom.getTime() > now) {
    return `it is not valid before ${day(validFrom)} (--insecure accepts it)`;
  }
  return `its issuer "${
    oneLine(issuer)
  }" is not known, and the server sends no certificate of it ${wayOut}`;
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function invalidRequest(host: string, { message }: Error): Finding {
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

const TLS_PORT = "it speaks TLS on this port (write https://)";

/** Whether the response was a TLS server's alert: of content type 21, version 3. */
function isTlsAlert(error: unknown): boolean {
  const { rawPacket: packet } = error as { rawPacket?: Uint8Array };
  return packet?.[0] === 21 && packet[1] === 3;
}

/** What Node's HTTP parser stumbled over, in the user's words. */
function parser(code: string): string {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return "its header section is too long";
    case "HPE_INVALID_CONSTANT":
    case "HPE_INVALID_VERSION":
      return "it does not speak HTTP/1.1";
    case "HPE_INVALID_STATUS":
      return "its status line is malformed";
    case "HPE_INVALID_CHUNK_SIZE":
    case "HPE_STRICT":
      return "a chunk of its body is malformed";
    case "HPE_UNEXPECTED_CONTENT_LENGTH":
    case "HPE_INVALID_CONTENT_LENGTH":
      return "its Content-Length is malformed, or given twice";
    case "HPE_INVALID_HEADER_TOKEN":
    case "HPE_CR_EXPECTED":
    case "HPE_LF_EXPECTED":
      return "its header section holds characters that HTTP does not allow";
    default:
      return `it is not valid HTTP/1.1 (${code})`;
  }
}

function proxyOf({ proxy }: Attempt): string | undefined {
  return proxy && formatHost(proxy.hostname, proxy.port);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
