import { toWireUrl } from "../../http/to_wire_url.ts";
import { splitUrl, type WireUrl } from "../../http/wire_url.ts";

/** The server that a URL leads to once it is sent; undefined for what is not a URL. */
export function serverOf(url: string): WireUrl | undefined {
  const wire = toWireUrl(url);
  return typeof wire === "string" ? undefined : splitUrl(wire.url);
}
