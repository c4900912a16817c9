import type { Response } from "../../http/response.ts";
import { headersOf } from "../../http/header_of.ts";
import type { OAuth2Token } from "../types.ts";
import { webUrl } from "../fields.ts";

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
    const error = text("error") ?? "";
    const described = text("error_description") ?? "";
    const isOther = succeeded && error === "" && described === "";
    return {
      ok: false,
      status,
      error,
      description: isOther
        ? withoutToken(response, members)
        : described || refusalIn(members),
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

/** What a refusal says where it does not follow RFC 6749, as those of frameworks. */
function refusalIn(members: ReadonlyMap<string, unknown>): string {
  return [members.get("detail"), members.get("message")]
    .map((said) =>
      (Array.isArray(said) ? said : [said]).map(partText)
        .filter((text) => text !== "").join("; ")
    )
    .find((text) => text !== "") ?? "";
}

/** A text, or what FastAPI says of one value: `{ loc: ["body", "username"], msg: "Field required" }`. */
function partText(part: unknown): string {
  if (typeof part === "string") return part;
  const { loc, msg } = (part ?? {}) as { loc?: unknown; msg?: unknown };
  if (typeof msg !== "string") return "";
  const path = (Array.isArray(loc) ? loc : []).filter((one) =>
    typeof one === "string" || typeof one === "number"
  );
  return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
}

/** What came in place of a token: most often the URL is that of a page. */
function withoutToken(
  { headers, body }: Response,
  members: ReadonlyMap<string, unknown>,
): string {
  if (members.size > 0) return 'its response has no "access_token"';
  if (body.length === 0) return "its response is empty";
  const type = headersOf(headers, "content-type")[0] ?? "of no type";
  return `its response is ${type}, not a token (check accessTokenUrl)`;
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

/** A device endpoint's response (RFC 8628, 3.2). */
interface DeviceGrant {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same with the code in it, where the server gives one. */
  readonly verificationUriComplete?: string;
  /** Milliseconds that a person has. */
  readonly lifetime: number;
  /** Milliseconds between two polls. */
  readonly interval: number;
}

/** What follows from one poll. */
type PollStep =
  | { readonly kind: "done"; readonly token: OAuth2Token }
  | {
    readonly kind: "wait";
    /** Milliseconds, from now on. */
    readonly interval: number;
  }
  | {
    readonly kind: "failed";
    readonly result: Extract<TokenResult, { ok: false }>;
  };

const SLOWER = 5_000;
/** The least pause between two polls, whatever the server says. */
const MIN_INTERVAL = 1_000;
/** The most patience with a person, whatever the server says: half an hour. */
const MAX_LIFETIME = 30 * 60_000;
/** A server's text for a terminal: nothing that moves its cursor. */
const SHOWABLE = /^[\x20-\x7e]{1,100}$/;

/** Reads a device endpoint's response; undefined where it grants nothing. */
export function deviceGrant(response: Response): DeviceGrant | undefined {
  const members = responseMembers(response);
  const text = (...names: string[]) => {
    const values = names.map((name) => members.get(name));
    const found = values.find((value) => typeof value === "string" && value);
    return found as string | undefined;
  };
  const deviceCode = text("device_code");
  const userCode = text("user_code");
  // Google writes "url".
  const uri = text("verification_uri", "verification_url");
  const verificationUri = uri && webUrl(uri);
  if (
    response.status !== 200 || !deviceCode || !verificationUri || !userCode ||
    !SHOWABLE.test(userCode)
  ) return undefined;
  const completeUri = text("verification_uri_complete");
  const verificationUriComplete = completeUri && webUrl(completeUri);
  return {
    deviceCode,
    userCode,
    verificationUri,
    ...(verificationUriComplete ? { verificationUriComplete } : {}),
    lifetime: Math.min(
      (positive(members.get("expires_in")) ?? 600) * 1000,
      MAX_LIFETIME,
    ),
    interval: Math.max(
      (positive(members.get("interval")) ?? 5) * 1000,
      MIN_INTERVAL,
    ),
  };
}

/** What to do after a poll's response (RFC 8628, 3.5). */
export function pollStep(result: TokenResult, interval: number): PollStep {
  if (result.ok) return { kind: "done", token: result.token };
  switch (result.error) {
    case "authorization_pending":
      return { kind: "wait", interval };
    case "slow_down":
      return { kind: "wait", interval: interval + SLOWER };
    default:
      return { kind: "failed", result };
  }
}
