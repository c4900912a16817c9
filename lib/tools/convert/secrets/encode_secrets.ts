import { hasEncodedSecret } from "./hide_secrets.ts";
import type { FileRequest } from "../open_collection.ts";

/**
 * A request whose URL encodes the values of its secrets, so that `.env` has
 * them as they are. The same request if that would change what else goes out,
 * or would warn of it: another placeholder, or a `+` in the query.
 */
export function encodingSecrets(request: FileRequest): FileRequest {
  const { url, params = [] } = request.http ?? request.graphql ?? {};
  if (url === undefined || request.settings?.encodeUrl === true) return request;
  const pairs = params.filter(({ type }) => type === "query")
    .map(({ name, value }) => `${name}=${value}`);
  const query = [url.replace(/^[^?#]*/, ""), ...pairs].join("&");
  // A value before the path is not encoded.
  const behind = url.replace(/^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i, "");
  const isFree = !`${behind}${query}`.includes("{{") && !query.includes("+");
  // Names of parameters are found in a query only.
  return isFree &&
      hasEncodedSecret(`${url.replace(/#.*$/s, "")}&${pairs.join("&")}`)
    ? { ...request, settings: { ...request.settings, encodeUrl: true } }
    : request;
}
