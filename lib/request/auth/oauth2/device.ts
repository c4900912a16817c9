import type { Response } from "../../response.ts";
import type { OAuth2Token } from "../types.ts";
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
  const verificationUri = text("verification_uri", "verification_url");
  if (
    response.status !== 200 || !deviceCode || !userCode || !verificationUri ||
    !isWebUrl(verificationUri)
  ) return undefined;
  const complete = text("verification_uri_complete");
  return {
    deviceCode,
    userCode,
    verificationUri,
    ...(complete && isWebUrl(complete)
      ? { verificationUriComplete: complete }
      : {}),
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

/** Only these may be opened: the URL comes from a server. */
function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
