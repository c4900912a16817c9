import type { Response } from "../../http/response.ts";
import { headersOf } from "../../http/header_of.ts";
import type { OAuth2Token } from "../types.ts";

/** What a token endpoint's response says. */
export type TokenResult =
  | { readonly ok: true; readonly token: OAuth2Token }
  | {
    readonly ok: false;
    readonly status: number;
    /** The error's code, such as "invalid_grant"; `""` where the response has none. */
    readonly error: string;
    readonly description: string;
  };

/** A token that a header could not hold is refused. */
const TOKEN = /^[\x20-\x7e]+$/;
/** Characters; servers refuse headers of an eighth of this. */
const MAX_TOKEN_LENGTH = 64 * 1024;

/**
 * Reads a token endpoint's response (RFC 6749, 5): JSON, or the form that some
 * servers send. `now` is when it arrived, in milliseconds since the epoch.
 * Never throws: what cannot be read is not a token.
 */
export function tokenResult(response: Response, now: number): TokenResult {
  const members = responseMembers(response);
  const text = (name: string) => {
    const value = members.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const accessToken = text("access_token");
  const succeeded = response.status >= 200 && response.status < 300;
  const { status } = response;
  if (
    !succeeded || accessToken === undefined || text("error") !== undefined
  ) {
    return {
      ok: false,
      status,
      error: text("error") ?? "",
      description: text("error_description") ?? "",
    };
  }
  const unusable = (description: string): TokenResult => {
    return { ok: false, status, error: "", description };
  };
  if (!TOKEN.test(accessToken)) {
    return unusable("its token has characters that no header holds");
  }
  const seconds = positive(members.get("expires_in"));
  const refreshToken = text("refresh_token");
  const idToken = text("id_token");
  const longest = Math.max(
    ...[accessToken, refreshToken, idToken].map((it) => it?.length ?? 0),
  );
  if (longest > MAX_TOKEN_LENGTH) {
    return unusable("its token has more than 64 KiB");
  }
  return {
    ok: true,
    token: {
      accessToken,
      ...(refreshToken === undefined ? {} : { refreshToken }),
      ...(idToken === undefined ? {} : { idToken }),
      ...(seconds === undefined ? {} : { expiresAt: now + seconds * 1000 }),
      receivedAt: now,
    },
  };
}

/** The members of an endpoint's response; none where it is neither a JSON object nor a form. */
export function responseMembers(response: Response): Map<string, unknown> {
  const text = new TextDecoder().decode(response.body).trim();
  const type = headersOf(response.headers, "content-type")[0] ?? "";
  if (type.toLowerCase().startsWith("application/x-www-form-urlencoded")) {
    return new Map(new URLSearchParams(text));
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return new Map(Object.entries(value));
    }
  } catch {
    // No JSON: a response without members.
  }
  return new Map();
}

/** A positive number, also where a server writes it as text. */
export function positive(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== ""
    ? Number(value)
    : value;
  return typeof number === "number" && Number.isFinite(number) && number > 0
    ? number
    : undefined;
}
