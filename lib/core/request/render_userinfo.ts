import { basicHeader } from "../auth/basic.ts";
import { headerOf } from "../http/header_of.ts";
import type { WireForm } from "../http/to_wire_url.ts";
import type { RenderContext } from "./render_context.ts";
import { type Authenticated, type Pair, withHeader } from "./authenticated.ts";

/** Without auth the URL's userinfo becomes Basic auth, unless an Authorization header is written. */
export function renderUserinfo(
  { url, userinfo }: WireForm,
  headers: readonly Pair[],
  context: RenderContext,
): Authenticated {
  const written = headerOf(headers, "authorization");
  if (userinfo === undefined || written !== undefined) {
    return { url, headers, authHeaders: [] };
  }
  const { username, password } = userinfo;
  context.insert({ place: "auth", name: "username" }, username.insertions);
  context.insert({ place: "auth", name: "password" }, password.insertions);
  return withHeader(
    url,
    headers,
    ["Authorization", basicHeader(username.text, password.text)],
    {
      authSecrets: password.text === "" ? [] : [password.text],
      authFields: new Map([
        ["username", username.text],
        ["password", password.text],
      ]),
    },
  );
}
