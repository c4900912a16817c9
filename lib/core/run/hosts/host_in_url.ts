import { formatHost } from "../../policy/format_host.ts";
import { serverOf } from "./server_of.ts";

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
