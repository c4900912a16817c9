import {
  DiagnosticError,
  PermissionError,
} from "../../../core/source/errors.ts";
import {
  CutError,
  type Hop,
  type Response,
} from "../../../core/http/response.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import { DeniedAddressError } from "../check_addresses.ts";
import {
  type Attempt,
  denoRefusal,
  firstConnection,
  refusal,
} from "../../../core/policy/refusal.ts";
import { DeadlineError } from "../cancellation.ts";
import { type Came, ExchangeError } from "../exchange_error.ts";
import { isProxyFailure } from "../connection/proxy_dialer.ts";
import { SignedOutError } from "../connection/signed_connections.ts";
import { ProxyRefusalError } from "../connection/socket_input.ts";
import {
  invalidRequest,
  isUnreached,
  oneLine,
  proxyOf,
  type SystemFinding,
  systemFinding,
} from "./system_finding.ts";
import { networkError } from "./network_error.ts";
import { certificateOf } from "../connection/look_at_certificate.ts";
import { wayOut } from "../../../core/source/way_out.ts";
import type { WayOut, WayOutKind } from "../../../core/source/diagnostic.ts";

/**
 * Turns whatever a connection failed with into an error that says what
 * happened and how to get on. Errors that carry diagnostics, and a caller's abort,
 * pass unchanged, but a refusal after redirects says that something was sent.
 */
export function describeFailure(
  error: unknown,
  attempt: Attempt,
  { hops, responded, moreTime, respond }: {
    readonly hops: readonly Hop[];
    /** Which setting gives a request more time. */
    readonly moreTime: () => WayOut;
    /** Whether anything has responded to the request already. */
    readonly responded: boolean;
    /** Makes a response of what came of one that was cut. */
    readonly respond: (came: Came) => Response;
  },
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
  const finding = error instanceof DeadlineError
    ? deadlineFinding(error, attempt, moreTime)
    : find(error, attempt);
  if (finding === undefined) return error;
  const unsent = !responded && isUnconnected(error);
  const [foundCode, problem, way] = finding;
  const failure = networkError(attempt, foundCode, problem, {
    hops,
    unsent,
    ...(way && { waysOut: [way] }),
  });
  return error instanceof ExchangeError && error.came
    ? new CutError(failure.diagnostics, respond(error.came))
    : failure;
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

function find(error: unknown, attempt: Attempt): SystemFinding | undefined {
  const host = formatHost(attempt.hostname, attempt.port);
  const read = `Cannot read the response of "${host}"`;
  if (error instanceof ProxyRefusalError) {
    return [
      "CONNECTION",
      `Cannot connect to "${host}": the proxy "${
        proxyOf(attempt)
      }" refuses (${error.response})`,
    ];
  }
  if (error instanceof SignedOutError) {
    return [
      "CONNECTION",
      `Cannot talk to "${host}": the server closed the connection between its challenge and the answer, which have to share one (look for a proxy or server that keeps no connections)`,
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
    return ["PROTOCOL", `${read}: it broke off the exchange (${reason})`];
  }
  return systemFinding(error as Error, code, host, read, attempt);
}

/** Whether it failed before there was a connection. */
function isUnconnected(error: unknown): boolean {
  if (error instanceof DeadlineError) return error.kind === "connect";
  return error instanceof ProxyRefusalError || isUnreached(error);
}

function deadlineFinding(
  { kind, limit }: DeadlineError,
  { hostname, port }: Attempt,
  moreTime: () => WayOut,
): SystemFinding {
  const host = formatHost(hostname, port);
  switch (kind) {
    case "whole":
      return [
        "TIMEOUT",
        `Cannot read the response of "${host}": not complete after ${limit} ms`,
        moreTime(),
      ];
    case "connect":
      return [
        "TIMEOUT",
        `Cannot connect to "${host}": no connection after ${limit} ms`,
        wayOut("raise-limit", "connectTimeout"),
      ];
    case "idle":
      return [
        "TIMEOUT",
        `Cannot read the response of "${host}": nothing came for ${limit} ms`,
        wayOut("raise-limit", "idleTimeout"),
      ];
    default:
      return kind satisfies never;
  }
}

function exchangeFinding(error: ExchangeError, read: string): SystemFinding {
  switch (error.problem) {
    case "upgraded":
      return [
        "PROTOCOL",
        `${read}: it switched to another protocol, which Brace did not ask for`,
      ];
    case "not HTTP/2":
      return [
        "PROTOCOL",
        `${read}: it does not offer HTTP/2 (ALPN "h2"), which gRPC needs`,
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
        "RESPONSE_CUT",
        `${read}: it was cut off in the middle of the body${
          error.came ? `, after ${bytes(error.came.response.received)}` : ""
        }`,
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
        `${read}: the body grows too large when "${error.coding}" is decoded`,
      ];
    default:
      return error.problem satisfies never;
  }
}

function bytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
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

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : undefined;
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

/** Describes a TLS failure of a server or proxy; undefined for other failures. */
function certificateFinding(
  error: Error,
  code: string,
  server: string,
): SystemFinding | undefined {
  const trust = `Cannot trust the certificate of ${server}`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const names = (error as { cert?: { subjectaltname?: string } }).cert
      ?.subjectaltname;
    const issued = names ? `it was issued for ${names}` : "it has other names";
    return ["CERTIFICATE", `${trust}: ${issued}`, wayOut("accept-certificate")];
  }
  if (UNTRUSTED.has(code)) {
    const [why, kind] = distrust(error, code);
    return ["CERTIFICATE", `${trust}: ${why}`, wayOut(kind)];
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER") {
    return [
      "PROTOCOL",
      `Cannot talk TLS with ${server}: it speaks something else on this port (if it has no TLS, write http://, ws:// or grpc://)`,
    ];
  }
  if (/alert: ?certificate ?required/i.test(error.message)) {
    return [
      "CERTIFICATE",
      `Cannot talk TLS with ${server}: it asks for the client's certificate (write one into config.clientCertificates of the collection: brace help format)`,
    ];
  }
  const tls = code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") ||
    code === "EPROTO";
  if (!tls) return undefined;
  // Before TLS 1.3, servers that ask for a certificate have no alert of its own.
  const way = MAY_LACK_CERTIFICATE.test(error.message) && !isProxyFailure(error)
    ? " (if it asks for the client's certificate, config.clientCertificates of the collection gives it: brace help format)"
    : "";
  return [
    "PROTOCOL",
    `Cannot talk TLS with ${server}: ${oneLine(error.message)}${way}`,
  ];
}

const MAY_LACK_CERTIFICATE = /alert: ?(?:handshake ?failure|bad ?certificate)/i;

function distrust(
  error: Error,
  code: string,
): [why: string, way: WayOutKind] {
  switch (code) {
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return [
        "no known authority issued the last of its certificates",
        "add-issuer",
      ];
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      break;
    default:
      return [oneLine(error.message), "add-issuer"];
  }
  const certificate = certificateOf(error);
  if (certificate === undefined) {
    return ["it has expired, or its issuer is not known", "add-issuer"];
  }
  const { validFrom, validTo, issuer } = certificate;
  const now = Date.now();
  if (validTo.getTime() < now) {
    return [`it expired on ${day(validTo)}`, "accept-certificate"];
  }
  if (validFrom.getTime() > now) {
    return [
      `it is not valid before ${day(validFrom)}`,
      "accept-certificate",
    ];
  }
  return [
    `its issuer "${
      oneLine(issuer)
    }" is not known, and the server sends no certificate of it`,
    "add-issuer",
  ];
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
