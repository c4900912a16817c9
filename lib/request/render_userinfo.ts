import { basicHeader } from "../auth/basic.ts";
import { headerOf } from "../http/header_of.ts";
import type { WireForm } from "../http/to_wire_url.ts";
import { type Authenticated, type Pair, withHeader } from "./authenticated.ts";

/** Without auth the URL's userinfo becomes Basic auth, unless an Authorization header is written. */
export function renderUserinfo(
  { url, userinfo }: WireForm,
  headers: readonly Pair[],
): Authenticated {
  const written = headerOf(headers, "authorization");
  if (userinfo === undefined || written !== undefined) {
    return { url, headers, authHeaders: [] };
  }
  const { username, password } = userinfo;
  const header = basicHeader(username, password);
  const secrets = password === "" ? [] : [password];
  return withHeader(url, headers, ["Authorization", header], secrets);
}
