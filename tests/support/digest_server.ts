import { createHash } from "node:crypto";
import {
  type RecordedRequest,
  type RecordingServer,
  recordingServer,
} from "./recording_server.ts";

/** How the server challenges. */
export interface DigestServerOptions {
  /** Default "MD5". */
  readonly algorithm?: string;
  /** As in the challenge; absent: RFC 2069's form. */
  readonly qop?: string;
  readonly userhash?: boolean;
  /** Uses of a nonce before it is stale; default 100. */
  readonly uses?: number;
  /** Challenges before the Digest one, or instead of it. */
  readonly other?: string;
  /** Only `other`. */
  readonly noDigest?: boolean;
  /** Says stale to everything. */
  readonly alwaysStale?: boolean;
}

const USER = "Mufasa";
const PASSWORD = "Circle of Life";
const REALM = 'http-auth "q"@example.org';

/**
 * A server that wants Digest from "Mufasa" with the password "Circle of Life"
 * and computes what it expects with node:crypto, not with Brace's code. It
 * insists on nonce counts that grow one by one.
 */
export function digestServer(
  options: DigestServerOptions = {},
): RecordingServer {
  const { algorithm = "MD5", qop, uses = 100 } = options;
  const nodeName = algorithm.toLowerCase().replace(/-sess$/, "")
    .replace("sha-512-256", "sha512-256").replace("sha-256", "sha256");
  const hash = (text: string | Uint8Array) =>
    createHash(nodeName).update(text).digest("hex");
  const counts = new Map<string, number>();
  let made = 0;

  function challenge(stale: boolean) {
    const nonce = `nonce-${++made}`;
    counts.set(nonce, 0);
    const digest = [
      `Digest realm="${REALM.replaceAll('"', '\\"')}"`,
      `nonce="${nonce}"`,
      'opaque="op\\"aque"',
      `algorithm=${algorithm}`,
      ...(qop === undefined ? [] : [`qop="${qop}"`]),
      ...(options.userhash ? ["userhash=true"] : []),
      ...(stale ? ["stale=true"] : []),
    ].join(", ");
    const values = [
      ...(options.other ? [options.other] : []),
      ...(options.noDigest ? [] : [digest]),
    ];
    return {
      status: 401,
      headers: values.map((value) => ["WWW-Authenticate", value] as const),
    };
  }

  function isRight(request: RecordedRequest, sent: Map<string, string>) {
    const get = (name: string) => sent.get(name) ?? "";
    let a1 = hash(`${USER}:${REALM}:${PASSWORD}`);
    if (/-sess$/i.test(algorithm)) {
      a1 = hash(`${a1}:${get("nonce")}:${get("cnonce")}`);
    }
    const entity = get("qop") === "auth-int" ? `:${hash(request.body)}` : "";
    const a2 = hash(`${request.method}:${request.target}${entity}`);
    const middle = qop === undefined
      ? get("nonce")
      : [get("nonce"), get("nc"), get("cnonce"), get("qop")].join(":");
    const user = options.userhash ? hash(`${USER}:${REALM}`) : USER;
    return get("username") === user && get("realm") === REALM &&
      get("opaque") === 'op"aque' && get("uri") === request.target &&
      get("response") === hash(`${a1}:${middle}:${a2}`);
  }

  return recordingServer((request) => {
    const [value] = request.headers("authorization");
    if (!value?.startsWith("Digest ")) return challenge(false);
    const sent = new Map<string, string>();
    const pairs = /(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^,\s]*))/g;
    for (const [, name, quoted, plain] of value.matchAll(pairs)) {
      sent.set(name, plain ?? quoted.replace(/\\(.)/g, "$1"));
    }
    if (options.alwaysStale) return challenge(true);
    const nonce = sent.get("nonce") ?? "";
    const count = counts.get(nonce);
    if (!isRight(request, sent) || count === undefined) {
      return challenge(false);
    }
    if (count >= uses) return challenge(true);
    if (qop !== undefined && parseInt(sent.get("nc") ?? "", 16) !== count + 1) {
      return { status: 400, body: "the count does not fit" };
    }
    counts.set(nonce, count + 1);
    return { status: 200 };
  });
}
