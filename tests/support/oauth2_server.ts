import { createHash } from "node:crypto";

/** One request to a token or device endpoint. */
export interface TokenCall {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly headers: Headers;
  readonly query: URLSearchParams;
}

/** How the server behaves. */
export interface OAuth2ServerOptions {
  /** Seconds that access tokens live; absent: not said. */
  readonly expiresIn?: number;
  /** Give refresh tokens. Default true. */
  readonly refresh?: boolean;
  /** Respond with a form instead of JSON. */
  readonly asForm?: boolean;
  /** Instead of a token, for every call to the token endpoint. */
  readonly respond?: () => Response;
  /** Polls that the device flow gets as these errors first. */
  readonly pending?: readonly string[];
  /** What the person does at the authorisation page. Default: grants. */
  readonly person?: "grants" | "refuses" | "forges";
}

/** An OAuth 2 server for tests. */
export interface OAuth2Server extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly TokenCall[];
  /** Whether an access token is one of this server's. */
  knows(token: string): boolean;
  /** Forgets the access tokens that it gave, or the refresh tokens, too. */
  revoke(what: "access" | "all"): void;
}

const CLIENT = { id: "the client", secret: "s3cr3t/+&" };

/**
 * An authorisation server on loopback: `/token` for every grant, `/authorize`,
 * which sends the browser back at once, `/device`, and `/me`, which wants a
 * token. The client is "the client" with the secret "s3cr3t/+&", or "public"
 * without one; the user is "ann" with the password "pässword".
 */
export function oauth2Server(options: OAuth2ServerOptions = {}): OAuth2Server {
  const calls: TokenCall[] = [];
  const tokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const codes = new Map<string, URLSearchParams>();
  const pending = [...options.pending ?? []];
  let count = 0;

  function issue(scope: string): Response {
    if (options.respond) return options.respond();
    const access = `access-${++count}`;
    tokens.add(access);
    const members: Record<string, string | number> = {
      access_token: access,
      token_type: "Bearer",
      scope,
    };
    if (scope.includes("openid")) members.id_token = `id-${count}`;
    if (options.expiresIn !== undefined) {
      members.expires_in = options.expiresIn;
    }
    if (options.refresh !== false) {
      const refresh = `refresh-${count}`;
      refreshTokens.add(refresh);
      members.refresh_token = refresh;
    }
    if (!options.asForm) return Response.json(members);
    const form = Object.entries(members).map(([k, v]) => [k, String(v)]);
    return new Response(new URLSearchParams(form));
  }

  function token(call: TokenCall): Response {
    const { form, headers } = call;
    if (!isClient(form, headers)) return refuse("invalid_client", 401);
    const scope = form.get("scope") ?? "";
    switch (form.get("grant_type")) {
      case "client_credentials":
        return issue(scope);
      case "password":
        return form.get("username") === "ann" &&
            form.get("password") === "pässword"
          ? issue(scope)
          : refuse("invalid_grant", 400, "wrong user or\npassword pässword");
      case "refresh_token":
        return refreshTokens.delete(form.get("refresh_token") ?? "")
          ? issue(scope)
          : refuse("invalid_grant");
      case "authorization_code":
        return exchange(form);
      case "urn:ietf:params:oauth:grant-type:device_code": {
        if (form.get("device_code") !== "device-1") {
          return refuse("invalid_grant");
        }
        const error = pending.shift();
        return error ? refuse(error) : issue(scope);
      }
      default:
        return refuse("unsupported_grant_type");
    }
  }

  function exchange(form: URLSearchParams): Response {
    const code = form.get("code") ?? "";
    const asked = codes.get(code);
    codes.delete(code);
    const verifier = form.get("code_verifier") ?? "";
    const proof = asked?.get("code_challenge_method") === "S256"
      ? createHash("sha256").update(verifier).digest("base64url")
      : verifier;
    const good = asked !== undefined &&
      asked.get("redirect_uri") === form.get("redirect_uri") &&
      asked.get("client_id") === (form.get("client_id") ?? CLIENT.id) &&
      (asked.get("code_challenge") ?? "") === proof;
    return good
      ? issue(asked.get("scope") ?? "")
      : refuse("invalid_grant", 400, "the code does not fit");
  }

  function authorize(query: URLSearchParams): Response {
    const back = new URL(query.get("redirect_uri")!);
    const add = (name: string, value: string) =>
      back.searchParams.set(name, value);
    const forged = options.person === "forges";
    add("state", forged ? "forged" : query.get("state") ?? "");
    if (options.person === "refuses") {
      add("error", "access_denied");
      add("error_description", "not today");
    } else {
      const code = `code-${++count}`;
      codes.set(code, query);
      add("code", code);
    }
    return Response.redirect(back, 302);
  }

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, searchParams, origin } = new URL(request.url);
      if (pathname === "/authorize") return authorize(searchParams);
      if (pathname === "/me") {
        const [, given] = (request.headers.get("authorization") ?? "").split(
          " ",
        );
        const good = tokens.has(
          given ?? searchParams.get("access_token") ?? "",
        );
        return new Response(null, { status: good ? 200 : 401 });
      }
      const call: TokenCall = {
        path: pathname,
        form: new URLSearchParams(await request.text()),
        headers: request.headers,
        query: searchParams,
      };
      calls.push(call);
      if (pathname === "/token") return token(call);
      if (pathname !== "/device") return new Response(null, { status: 404 });
      return isClient(call.form, call.headers)
        ? Response.json({
          device_code: "device-1",
          user_code: "WDJB-MJHT",
          verification_uri: `${origin}/activate`,
          verification_uri_complete: `${origin}/activate?user_code=WDJB-MJHT`,
          expires_in: 60,
          interval: 5,
        })
        : refuse("invalid_client", 401);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    calls,
    knows: (token) => tokens.has(token),
    revoke(what) {
      tokens.clear();
      if (what === "all") refreshTokens.clear();
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function isClient(form: URLSearchParams, headers: Headers): boolean {
  const header = headers.get("authorization");
  if (header === null) {
    const secret = form.get("client_secret");
    return form.get("client_id") === "public" && secret === null ||
      form.get("client_id") === CLIENT.id && secret === CLIENT.secret;
  }
  if (form.has("client_secret")) return false;
  // Basic's user name and password are forms' text, taken apart after decoding base64.
  const [id, secret] = atob(header.replace("Basic ", "")).split(":").map((it) =>
    new URLSearchParams(`=${it}`).get("")
  );
  return id === CLIENT.id && secret === CLIENT.secret;
}

function refuse(error: string, status = 400, description?: string): Response {
  return Response.json(
    { error, ...(description && { error_description: description }) },
    { status },
  );
}
