import { STATUS_TEXT } from "@std/http/status";

const PHRASES: Readonly<Record<number, string>> = {
  ...STATUS_TEXT,
  // As RFC 9110 and RFC 4918 have them; @std/http shortens three and has the
  // older phrase of 422 (no upstream issue known).
  203: "Non-Authoritative Information",
  207: "Multi-Status",
  407: "Proxy Authentication Required",
  422: "Unprocessable Content",
};

/**
 * The phrase that goes with a status, for responses that come without one
 * (HTTP/2 has none); `""` for an unknown status.
 */
export function reasonPhrase(status: number): string {
  return PHRASES[status] ?? "";
}
