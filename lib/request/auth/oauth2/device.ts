import type { Response } from "../../response.ts";
import type { OAuth2Token } from "../types.ts";
import { webUrl } from "../web_url.ts";
import { answerMembers, positive, type TokenAnswer } from "./token_answer.ts";

/** A device endpoint's answer (RFC 8628, 3.2). */
export interface DeviceGrant {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same with the code in it, where the server gives one. */
  readonly verificationUriComplete?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
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
    readonly answer: Extract<TokenAnswer, { ok: false }>;
  };

const SLOWER = 5_000;
/** A server's text for a terminal: nothing that moves its cursor. */
const SHOWABLE = /^[\x20-\x7e]{1,100}$/;

/** Reads a device endpoint's answer; undefined where it grants nothing. `now` is in milliseconds. */
export function deviceGrant(
  response: Response,
  now: number,
): DeviceGrant | undefined {
  const members = answerMembers(response);
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
    expiresAt: now + (positive(members.get("expires_in")) ?? 600) * 1000,
    interval: (positive(members.get("interval")) ?? 5) * 1000,
  };
}

/** What to do after a poll's answer (RFC 8628, 3.5). */
export function pollStep(answer: TokenAnswer, interval: number): PollStep {
  if (answer.ok) return { kind: "done", token: answer.token };
  switch (answer.error) {
    case "authorization_pending":
      return { kind: "wait", interval };
    case "slow_down":
      return { kind: "wait", interval: interval + SLOWER };
    default:
      return { kind: "failed", answer };
  }
}
