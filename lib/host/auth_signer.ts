import { createSigner } from "../core/auth/create_signer.ts";
import { TokenCache } from "../core/auth/oauth2/token_cache.ts";
import { DigestSessions } from "../core/auth/digest/digest_sessions.ts";
import { oauthCallback } from "./oauth_callback.ts";
import { parseAwsProfile } from "../core/auth/aws/parse_aws_profile.ts";
import type { Signer } from "../core/http/engine.ts";
import type { Response } from "../core/http/response.ts";
import type { RenderedRequest } from "../core/http/rendered_request.ts";
import type { AuthPorts } from "../core/auth/types.ts";
import type {
  BrowserVisit,
  TokenPorts,
} from "../core/auth/oauth2/oauth2_config.ts";
import { type Diagnostic, locationOf } from "../core/source/diagnostic.ts";
import { PermissionError } from "../core/source/errors.ts";
import { runDenoWith } from "../core/source/way_out.ts";
import type { Origin } from "../core/source/origin.ts";
import { type FileAccess, findBodyFile } from "./http/content/body_file.ts";
import { sleep } from "./sleep.ts";
import { writeError } from "./terminal/write_output.ts";

/** What ends waiting; teardown runs on where the rest was interrupted. */
export interface Interrupted {
  readonly signal: AbortSignal | undefined;
}

/** What a run's auth is connected to. */
export interface AuthSignerOptions {
  /** Sends a token request; `at` is where the auth stands that needs it. */
  send(request: RenderedRequest, at: Origin): Promise<Response>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Asked at each wait; default: nothing ends it. */
  readonly interrupted?: Interrupted;
  /** Milliseconds that waiting for a person may take at most. */
  readonly patience?: number;
  /** Which files may be read: private keys, AWS's credentials; absent: none. */
  readonly files?: FileAccess;
  /** Told every token as it becomes known, so that it can be masked. */
  learned?(secret: string): void;
}

/**
 * Makes the signer of a request, which tells `warn` what does not stop it;
 * undefined where its auth needs none. `nonce` gives the bytes of its nonces;
 * default: unpredictable ones.
 */
export type AuthSigner = (
  request: RenderedRequest,
  warn: (diagnostic: Diagnostic) => void,
  nonce?: (length: number) => Uint8Array,
) => Promise<Signer | undefined>;

/**
 * Connects auth to Deno: clock, chance, files, the terminal and the loopback
 * callback. Tokens and Digest nonces are kept for as long as the result, which
 * is one run. Holds the signing code: import it when the first request needs it.
 */
export function authSigner(options: AuthSignerOptions): AuthSigner {
  const ports: AuthPorts = {
    now: () => options.now(),
    random,
    tokens: new TokenCache(tokenPorts(options)),
    digests: new DigestSessions(),
    readText: (path, at) => readText(path, at, options.files),
    awsProfile: (name, at) => awsProfile(name, at, options.files),
  };
  return async ({ auth, settings }, warn, nonce = random) =>
    auth && await createSigner(auth, {
      ...ports,
      random: nonce,
      warn,
      limit: settings,
    });
}

function tokenPorts(options: AuthSignerOptions): TokenPorts {
  const { interrupted, patience } = options;
  const visit = terminalVisit();
  return {
    now: () => options.now(),
    elapsed: () => performance.now(),
    ...(patience !== undefined && { patience }),
    random,
    send: (request, at) => options.send(request, at),
    async wait(milliseconds) {
      const signal = interrupted?.signal;
      await sleep(milliseconds, signal);
      signal?.throwIfAborted();
    },
    ...(visit && { visit }),
    listen: (callbackUrl, isCallback) =>
      Promise.resolve(oauthCallback(callbackUrl, {
        isCallback,
        ...(interrupted?.signal && { signal: interrupted.signal }),
        ...(patience !== undefined && { timeout: patience }),
      })),
    learned: (secret) => options.learned?.(secret),
  };
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

async function readText(
  path: string,
  at: Origin,
  access: FileAccess | undefined,
): Promise<string> {
  const file = findBodyFile(path, { access, at });
  return await Deno.readTextFile(file.path);
}

async function awsProfile(
  name: string,
  at: Origin,
  access: FileAccess | undefined,
) {
  const path = environment("AWS_SHARED_CREDENTIALS_FILE", at) ??
    `${
      environment("HOME", at) ?? environment("USERPROFILE", at) ?? ""
    }/.aws/credentials`;
  return parseAwsProfile(await readText(path, at, access), name);
}

function environment(name: string, at: Origin): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    throw new PermissionError([{
      code: "PERMISSION",
      severity: "error",
      message:
        `Cannot find AWS's credentials file by "${name}": Deno does not permit it (${
          runDenoWith(`--allow-env=${name}`)
        })`,
      location: locationOf(at, { place: "auth" }),
    }]);
  }
}

/** Tells the person at the terminal where to grant access; undefined without a terminal. */
function terminalVisit(): ((visit: BrowserVisit) => void) | undefined {
  if (!Deno.stdin.isTerminal() || !Deno.stderr.isTerminal()) return undefined;
  return ({ url, userCode }) => {
    const code = userCode === undefined ? "" : ` (code: ${userCode})`;
    // The cursor may stand behind a line of progress.
    writeError(`\nOpen this in a browser to grant access${code}:\n  ${url}\n`);
  };
}
