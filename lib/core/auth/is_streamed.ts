import type { OutgoingHop } from "../http/engine.ts";
import { headersOf } from "../http/header_of.ts";

/** Whether a hop has a body that is streamed, so that its bytes cannot be hashed beforehand. */
export function isStreamed(hop: OutgoingHop): boolean {
  if (hop.body !== undefined) return false;
  const lengths = headersOf(hop.headers, "content-length");
  return headersOf(hop.headers, "transfer-encoding").length > 0 ||
    lengths.some((length) => length.trim() !== "0");
}
