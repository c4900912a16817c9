import { formatHost } from "../../policy/format_host.ts";
import { toWireUrl } from "../../http/to_wire_url.ts";
import { splitUrl, type WireUrl } from "../../http/wire_url.ts";

/** The host of a URL, with the port where the URL has one: as it will be sent to. */
export function hostInUrl(text: string): string | undefined {
  const url = serverOf(text);
  if (url === undefined) return undefined;
  const { hostname, port, explicitPort } = url;
  if (explicitPort) return formatHost(hostname, port);
  return hostname.includes(":") && url.socketPath === undefined
    ? `[${hostname}]`
    : hostname;
}

/** The server that a URL leads to once it is sent; undefined for what is not a URL. */
export function serverOf(url: string): WireUrl | undefined {
  const wire = toWireUrl(url, [], "any");
  return typeof wire === "string" ? undefined : splitUrl(wire.url);
}

/** A host rule of the collection's file: as written, or taken from a URL. */
export function ruleOf(text: string): string | undefined {
  if (text.includes("://")) return hostInUrl(text);
  const rule = text.trim();
  return rule === "" || rule.includes("{{") ? undefined : rule;
}
