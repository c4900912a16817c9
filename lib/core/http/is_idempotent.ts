const IDEMPOTENT = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PUT",
  "DELETE",
]);

/** Whether sending a request of this method again does no more than sending it once (RFC 9110, section 9.2.2). */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method);
}
