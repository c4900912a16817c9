import type {
  RenderedAuth,
  RenderedRequest,
} from "../../http/rendered_request.ts";
import { flagField, textField } from "../auth_field.ts";
import { OAUTH2_FLOWS, webUrl } from "../fields.ts";
import type { OwnTimeout } from "../../http/timeout_of.ts";
import type { Origin } from "../../source/origin.ts";
import type { Response } from "../../http/response.ts";

/** A parameter that a collection adds to a token's requests. */
export interface AdditionalParameter {
  readonly name: string;
  readonly value: string;
  readonly placement: "header" | "query" | "body";
}

/** How a token is got, by the flow of its auth. */
export type OAuth2Config = OAuth2Common & OAuth2Flow;

/** What every flow has. */
export interface OAuth2Common {
  /** For diagnostics. */
  readonly auth: RenderedAuth;
  readonly accessTokenUrl: string;
  /** The access token's URL where the collection names none. */
  readonly refreshTokenUrl: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
  readonly clientPlacement: "header" | "body";
  readonly scope: string;
  readonly accessTokenParameters: readonly AdditionalParameter[];
  readonly refreshTokenParameters: readonly AdditionalParameter[];
  readonly autoFetch: boolean;
  readonly autoRefresh: boolean;
  /** The time of each request to the token's server. */
  readonly limit: OwnTimeout;
}

/** What a flow has of its own. */
export type OAuth2Flow =
  | { readonly flow: "client_credentials" }
  | {
    readonly flow: "password";
    readonly username: string;
    readonly password: string;
  }
  | {
    readonly flow: "authorization_code";
    readonly authorizationUrl: string;
    /** Empty: a loopback address that Brace picks. */
    readonly callbackUrl: string;
    /** Empty: Brace makes one. */
    readonly state: string;
    /** Undefined: switched off. */
    readonly pkce: "S256" | "plain" | undefined;
    readonly authorizationParameters: readonly AdditionalParameter[];
  }
  | { readonly flow: "device_code"; readonly deviceAuthorizationUrl: string };

/**
 * Reads an `oauth2` auth that {@linkcode checkAuth} found nothing wrong with.
 * Client credentials go into the body unless told, as in Bruno; PKCE is on
 * unless switched off. `limit` is that of the request that wants the token.
 */
export function oauth2Config(
  auth: RenderedAuth,
  limit: OwnTimeout = {},
): OAuth2Config {
  const text = (name: string) => textField(auth, name);
  const accessTokenUrl = url(auth, "accessTokenUrl");
  return {
    auth,
    accessTokenUrl,
    refreshTokenUrl: url(auth, "refreshTokenUrl") || accessTokenUrl,
    clientId: text("credentials.clientId"),
    clientSecret: text("credentials.clientSecret"),
    clientPlacement: text("credentials.placement") === "basic_auth_header"
      ? "header"
      : "body",
    scope: text("scope"),
    accessTokenParameters: parameters(auth, "accessTokenRequest", "body"),
    refreshTokenParameters: parameters(auth, "refreshTokenRequest", "body"),
    autoFetch: flagField(auth, "settings.autoFetchToken") ?? true,
    autoRefresh: flagField(auth, "settings.autoRefreshToken") ?? true,
    limit,
    ...flowOf(auth),
  };
}

function flowOf(auth: RenderedAuth): OAuth2Flow {
  const flow = OAUTH2_FLOWS[
    textField(auth, "flow") as keyof typeof OAUTH2_FLOWS
  ];
  switch (flow) {
    case "client_credentials":
      return { flow };
    case "password":
      return {
        flow,
        username: textField(auth, "resourceOwner.username"),
        password: textField(auth, "resourceOwner.password"),
      };
    case "authorization_code":
      return {
        flow,
        authorizationUrl: url(auth, "authorizationUrl"),
        callbackUrl: textField(auth, "callbackUrl"),
        state: textField(auth, "state"),
        pkce: pkceMethod(auth),
        authorizationParameters: parameters(
          auth,
          "authorizationRequest",
          "query",
        ),
      };
    case "device_code":
      return {
        flow,
        deviceAuthorizationUrl: url(auth, "deviceAuthorizationUrl"),
      };
    case "implicit":
      throw new RangeError("the implicit flow is refused by checkAuth");
    default:
      return flow satisfies never;
  }
}

function url(auth: RenderedAuth, field: string): string {
  return webUrl(textField(auth, field)) ?? "";
}

function pkceMethod(auth: RenderedAuth): "S256" | "plain" | undefined {
  // `disabled` is the schema's word, `enabled` what Bruno writes.
  if (flagField(auth, "pkce.disabled") === true) return undefined;
  if (flagField(auth, "pkce.enabled") === false) return undefined;
  return textField(auth, "pkce.method") === "plain" ? "plain" : "S256";
}

function parameters(
  auth: RenderedAuth,
  request: string,
  otherwise: AdditionalParameter["placement"],
): AdditionalParameter[] {
  const found: AdditionalParameter[] = [];
  const prefix = `additionalParameters.${request}`;
  const indexes = new Set<string>();
  for (const field of auth.fields.keys()) {
    const index = field.startsWith(`${prefix}.`)
      ? field.slice(prefix.length + 1).split(".", 1)[0]
      : "";
    if (index !== "") indexes.add(index);
  }
  for (const index of indexes) {
    const part = (name: string) => `${prefix}.${index}.${name}`;
    const name = textField(auth, part("name"));
    if (name === "" || flagField(auth, part("disabled"))) continue;
    const placement = textField(auth, part("placement"));
    found.push({
      name,
      value: textField(auth, part("value")),
      placement: placement === "header" || placement === "query" ||
          placement === "body"
        ? placement
        : otherwise,
    });
  }
  return found;
}

/** What getting tokens needs of the outside. */
export interface TokenPorts {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from any start, never going back. */
  elapsed(): number;
  /** So many unpredictable bytes. */
  random(length: number): Uint8Array;
  /** Sends a token request through the network policy, as it is; `at` is where its auth stands. */
  send(request: RenderedRequest, at: Origin): Promise<Response>;
  /** Waits so many milliseconds; rejects when the run is interrupted. */
  wait(milliseconds: number): Promise<void>;
  /** Shows a person where to grant access; absent where nobody is there, and such flows are refused. */
  visit?(visit: BrowserVisit): Promise<void> | void;
  /** Opens the loopback address that the browser comes back to; absent: the flow is refused. URLs that are not its callback are refused, and the waiting goes on. */
  listen?(
    callbackUrl: string,
    isCallback: (url: string) => boolean,
  ): Promise<CallbackListener>;
  /** Milliseconds that the device flow may take at most, however much the server grants. */
  readonly patience?: number;
  /** Told every token as it becomes known, so that reports can mask it. */
  learned?(secret: string): void;
}

/** Where a person grants access. */
export interface BrowserVisit {
  readonly url: string;
  /** To be typed there, for the device flow. */
  readonly userCode?: string;
}

/** Waits for the browser to come back. */
export interface CallbackListener {
  /** The address to send the browser to, with the port that was really opened. */
  readonly redirectUri: string;
  /** The URL that the browser came with; rejects after a time-out or when the run is interrupted. */
  readonly callback: Promise<string>;
  /** Stops listening. */
  close(): Promise<void>;
}
