import { isPlainObject } from "../../core/source/is_plain_object.ts";
import type { Echo } from "./echo.ts";
import { notAllowed, problem, respond } from "./respond.ts";

/** Who may log in to the demo API, and the client that gets a token. */
export const DEMO_LOGIN = { user: "ada", password: "brace-demo" };
export const DEMO_CLIENT = { id: "demo-client", secret: "brace-demo" };

/** Seconds that a token is good for, as clients are told. */
const EXPIRES_IN = 3600;

/** The tokens of a demo API: given by `/login` and `/oauth/token`, wanted by `/me`. */
export function createTokens(): {
  login(request: Echo): Response;
  grant(request: Echo): Response;
  serveMe(request: Echo): Response;
} {
  const owners = new Map<string, string>();
  const issue = (owner: string): string => {
    const token = `demo-token-${owners.size + 1}`;
    owners.set(token, owner);
    return token;
  };
  return {
    login(request) {
      if (request.method !== "POST") return notAllowed(request, "POST");
      const { user, password } = isPlainObject(request.json)
        ? request.json
        : {};
      return user === DEMO_LOGIN.user && password === DEMO_LOGIN.password
        ? respond(200, { token: issue(DEMO_LOGIN.user) })
        : problem(401, "user and password do not match");
    },
    grant(request) {
      if (request.method !== "POST") return notAllowed(request, "POST");
      const form = new URLSearchParams(request.body);
      if (form.get("grant_type") !== "client_credentials") {
        return problem(400, "unsupported_grant_type");
      }
      const { id, secret } = DEMO_CLIENT;
      const basic = `Basic ${btoa(`${id}:${secret}`)}`;
      const isKnown = request.headers.authorization === basic ||
        form.get("client_id") === id && form.get("client_secret") === secret;
      return isKnown
        ? respond(200, {
          access_token: issue(id),
          token_type: "Bearer",
          expires_in: EXPIRES_IN,
        })
        : problem(401, "invalid_client");
    },
    serveMe(request) {
      if (request.method !== "GET") return notAllowed(request, "GET");
      const [, token = ""] =
        /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
      const name = owners.get(token);
      return name === undefined
        ? problem(401, "the token is not known")
        : respond(200, { name });
    },
  };
}
