import type { RenderedRequest } from "../../http/rendered_request.ts";
import { basicHeader } from "../basic.ts";
import type { OwnTimeout } from "../../http/timeout_of.ts";
import { withHeaders } from "../../http/header_of.ts";
import { setQuery } from "../percent.ts";
import type { AdditionalParameter, OAuth2Common } from "./oauth2_config.ts";
import { hash } from "../hash.ts";

type Pair = readonly [name: string, value: string];

/** What a request to a token endpoint asks for. */
export interface TokenRequestInput {
  readonly url: string;
  /** The grant's own parameters; empty values are left out. */
  readonly parameters: readonly Pair[];
  readonly additional: readonly AdditionalParameter[];
  /** Milliseconds that it may take at most, whatever the config says. */
  readonly timeout?: number;
}

/**
 * Makes a request to a token or device endpoint (RFC 6749): a form sent by
 * POST, with the client's credentials in the body or, by Basic, in a header.
 * A public client only names itself. Redirects are not followed, as they
 * would carry the credentials along.
 */
export function tokenRequest(
  config: OAuth2Common,
  input: TokenRequestInput,
): RenderedRequest {
  const { clientId, clientSecret } = config;
  const byHeader = isByHeader(config);
  const at = (placement: AdditionalParameter["placement"]): Pair[] =>
    input.additional.filter((it) => it.placement === placement)
      .map(({ name, value }) => [name, value]);
  const form: Pair[] = [
    ...input.parameters,
    ...(byHeader
      ? []
      : [["client_id", clientId], ["client_secret", clientSecret]] as Pair[]),
  ];
  const body = [...form.filter(([, value]) => value !== ""), ...at("body")];
  const query = at("query");
  const headers: Pair[] = [
    ["Content-Type", "application/x-www-form-urlencoded"],
    ["Accept", "application/json"],
    ...(byHeader
      ? [
        [
          "Authorization",
          basicHeader(formEncode(clientId), formEncode(clientSecret)),
        ] as const,
      ]
      : []),
  ];
  return {
    method: "POST",
    url: query.length > 0 ? setQuery(input.url, query) : input.url,
    headers: withHeaders(headers, at("header")),
    body: {
      type: "text",
      text: body.map(([name, value]) =>
        `${formEncode(name)}=${formEncode(value)}`
      ).join("&"),
      contentType: "application/x-www-form-urlencoded",
    },
    authHeaders: byHeader ? ["authorization"] : [],
    settings: {
      followRedirects: false,
      ...shorter(config.limit, input.timeout),
    },
  };
}

/** Whether the client's credentials go by Basic; a public client has no secret. */
export function isByHeader(config: OAuth2Common): boolean {
  return config.clientPlacement === "header" && config.clientSecret !== "";
}

/** RFC 6749 has even Basic's user name and password in the form's encoding (section 2.3.1). */
export function formEncode(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** The shorter of two time limits; 0 and undefined mean no limit. */
function shorter(
  { timeout, timeoutFile }: OwnTimeout,
  other: number | undefined,
): OwnTimeout {
  if (!timeout || other && other < timeout) {
    return other ? { timeout: other } : {};
  }
  return { timeout, ...(timeoutFile !== undefined && { timeoutFile }) };
}

/** A PKCE pair (RFC 7636). */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
  readonly method: "S256" | "plain";
}

/** Makes a PKCE pair from 32 unpredictable bytes. */
export async function pkce(
  bytes: Uint8Array,
  method: Pkce["method"],
): Promise<Pkce> {
  const verifier = base64url(bytes);
  const challenge = method === "plain"
    ? verifier
    : base64url(await hash("SHA-256", verifier));
  return { verifier, challenge, method };
}

/** Base64 for URLs, without padding. */
export function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
