import type { Response } from "../../http/response.ts";
import type { OAuth2Token } from "../types.ts";
import { webUrl } from "../web_url.ts";
import { positive, responseMembers, type TokenResult } from "./token_result.ts";

/** A device endpoint's response (RFC 8628, 3.2). */
export interface DeviceGrant {
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
export type PollStep =
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
