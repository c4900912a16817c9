import { certificateOf } from "../connection/look_at_certificate.ts";
import { type Finding, oneLine } from "./finding.ts";

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

/** What is wrong with TLS to a server or proxy; undefined where it is something else. */
export function certificateFinding(
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
