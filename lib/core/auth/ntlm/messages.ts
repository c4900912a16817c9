/** What a server's CHALLENGE_MESSAGE says ([MS-NLMP], 2.2.1.2). */
export interface NtlmChallenge {
  readonly flags: number;
  /** The eight bytes that the answer is computed with. */
  readonly challenge: Uint8Array;
  /** Names of the server, as pairs of a kind and a value (2.2.2.1); empty where it sent none. */
  readonly targetInfo: Uint8Array;
  /** The whole message. */
  readonly bytes: Uint8Array;
}

/** Flags of [MS-NLMP], 2.2.2.5. */
const UNICODE = 0x0000_0001;
const REQUEST_TARGET = 0x0000_0004;
const NTLM = 0x0000_0200;
const ALWAYS_SIGN = 0x0000_8000;
const EXTENDED_SESSION_SECURITY = 0x0008_0000;
const TARGET_INFO = 0x0080_0000;
const ENCRYPT_128 = 0x2000_0000;
const ENCRYPT_56 = 0x8000_0000;
const ASKED = UNICODE | REQUEST_TARGET | NTLM | ALWAYS_SIGN |
  EXTENDED_SESSION_SECURITY | ENCRYPT_128 | ENCRYPT_56;

const SIGNATURE = new TextEncoder().encode("NTLMSSP\0");
/** More is no challenge that anybody needs. */
const MAX_CHALLENGE = 64 * 1024;

const AV_EOL = 0;
const AV_FLAGS = 6;
const AV_TIMESTAMP = 7;
const AV_TARGET_NAME = 9;
const AV_CHANNEL_BINDINGS = 10;
/** The value of the flags' pair that announces a code over all three messages. */
const HAS_MIC = 2;

/** The NEGOTIATE_MESSAGE: what the client can do, and nothing about who it is (2.2.1.1). */
export function negotiateMessage(): Uint8Array {
  const { bytes, view } = message(1, 32);
  view.setUint32(12, ASKED >>> 0, true);
  return bytes;
}

/** Reads a CHALLENGE_MESSAGE; a text says what is wrong with it. */
export function readChallenge(token: string): NtlmChallenge | string {
  if (token.length > MAX_CHALLENGE) return "it is too long";
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.fromBase64(token);
  } catch {
    return "it is not base64";
  }
  if (bytes.length < 32 || SIGNATURE.some((byte, at) => bytes[at] !== byte)) {
    return "it is not a message of NTLM";
  }
  const view = new DataView(bytes.buffer);
  if (view.getUint32(8, true) !== 2) return "it is another message of NTLM";
  const flags = view.getUint32(20, true);
  if ((flags & UNICODE) === 0) return "the server does not speak Unicode";
  const targetInfo = (flags & TARGET_INFO) === 0
    ? new Uint8Array()
    : field(bytes, view, 40);
  if (targetInfo === undefined || avPairs(targetInfo) === undefined) {
    return "its target information is cut off";
  }
  return { flags, challenge: bytes.slice(24, 32), targetInfo, bytes };
}

function field(
  bytes: Uint8Array,
  view: DataView,
  at: number,
): Uint8Array | undefined {
  if (bytes.length < at + 8) return undefined;
  const length = view.getUint16(at, true);
  const offset = view.getUint32(at + 4, true);
  return offset + length > bytes.length
    ? undefined
    : bytes.slice(offset, offset + length);
}

type AvPair = readonly [kind: number, value: Uint8Array];

/** Undefined where they are cut off; the pair that ends them is left out. */
function avPairs(bytes: Uint8Array): AvPair[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const pairs: AvPair[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const kind = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (kind === AV_EOL) return pairs;
    if (at + 4 + length > bytes.length) return undefined;
    pairs.push([kind, bytes.subarray(at + 4, at + 4 + length)]);
    at += 4 + length;
  }
  return bytes.length === 0 ? pairs : undefined;
}

/** What an answer is made from. */
export interface NtlmAnswer {
  readonly username: string;
  readonly domain: string;
  readonly password: string;
  /** Eight unpredictable bytes. */
  readonly nonce: Uint8Array;
  /** Milliseconds since the epoch; the server's own time counts where it says one. */
  readonly now: number;
  /** The TLS connection that the answer is good for; absent: any connection. */
  readonly channel?: NtlmChannel;
}

/** What ties an answer to a connection (Extended Protection). */
export interface NtlmChannel {
  /** The hash of its channel bindings: 16 bytes. */
  readonly binding: Uint8Array;
  /** The service, such as `HTTP/api.example.com`. */
  readonly service: string;
}

/** `DOMAIN\\user` names the domain where nothing else does; `user@domain` is a name as it is. */
export function ntlmAccount(
  name: string,
  domain = "",
): Pick<NtlmAnswer, "username" | "domain"> {
  const slash = name.indexOf("\\");
  return domain !== "" || slash < 0 ? { username: name, domain } : {
    username: name.slice(slash + 1),
    domain: name.slice(0, slash),
  };
}

/** The hashes that NTLM needs. */
export interface NtlmHashes {
  md4(data: Uint8Array): Uint8Array;
  hmacMd5(key: Uint8Array, data: Uint8Array): Uint8Array;
}

/** The two responses of NTLMv2 ([MS-NLMP], 3.3.2), and the key of the session. */
export function ntlmResponses(
  { challenge, targetInfo }: Pick<NtlmChallenge, "challenge" | "targetInfo">,
  answer: NtlmAnswer,
  { md4, hmacMd5 }: NtlmHashes,
): { lm: Uint8Array; nt: Uint8Array; key: Uint8Array; hasMic: boolean } {
  const key = hmacMd5(
    md4(utf16(answer.password)),
    utf16(answer.username.toUpperCase() + answer.domain),
  );
  const pairs = avPairs(targetInfo) ?? [];
  const time = pairs.find(([kind]) => kind === AV_TIMESTAMP)?.[1];
  const hasTime = time?.length === 8;
  // Without a code over the messages, somebody between could remove the binding.
  const hasMic = hasTime || answer.channel !== undefined && pairs.length > 0;
  const temp = joined(
    Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 0),
    hasTime ? time : fileTime(answer.now),
    answer.nonce,
    new Uint8Array(4),
    hasMic
      ? withMic(pairs, answer.channel)
      : pairs.length === 0
      ? END
      : targetInfo,
    new Uint8Array(4),
  );
  const proof = hmacMd5(key, joined(challenge, temp));
  return {
    // A server that reads the code wants no answer of the older form.
    lm: hasMic
      ? new Uint8Array(24)
      : joined(hmacMd5(key, joined(challenge, answer.nonce)), answer.nonce),
    nt: joined(proof, temp),
    key: hmacMd5(key, proof),
    hasMic,
  };
}

const END = new Uint8Array(4);

/** The pairs of the server, those of the client in the place of any that it sent. */
function withMic(
  pairs: readonly AvPair[],
  channel: NtlmChannel | undefined,
): Uint8Array {
  const written = pairs.find(([kind]) => kind === AV_FLAGS)?.[1];
  const flags = new Uint8Array(4);
  if (written?.length === 4) flags.set(written);
  flags[0] |= HAS_MIC;
  const own: AvPair[] = [[AV_FLAGS, flags]];
  if (channel) {
    own.push(
      [AV_CHANNEL_BINDINGS, channel.binding],
      [AV_TARGET_NAME, utf16(channel.service)],
    );
  }
  const others = pairs.filter(([kind]) => own.every(([one]) => one !== kind));
  return joined(
    ...[...others, ...own].map(([kind, value]) => {
      const head = new DataView(new ArrayBuffer(4));
      head.setUint16(0, kind, true);
      head.setUint16(2, value.length, true);
      return joined(new Uint8Array(head.buffer), value);
    }),
    END,
  );
}

/** Tenths of microseconds since 1601. */
function fileTime(now: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  const time = (BigInt(Math.trunc(now)) + 11_644_473_600_000n) * 10_000n;
  view.setBigUint64(0, time, true);
  return new Uint8Array(view.buffer);
}

/** The AUTHENTICATE_MESSAGE (2.2.1.3), with a code over all three messages where the server says its time, or the answer is tied to a channel. */
export function authenticateMessage(
  challenge: NtlmChallenge,
  answer: NtlmAnswer,
  hashes: NtlmHashes,
): Uint8Array {
  const { lm, nt, key, hasMic } = ntlmResponses(challenge, answer, hashes);
  const parts = [
    [28, utf16(answer.domain)],
    [36, utf16(answer.username)],
    [44, new Uint8Array()],
    [12, lm],
    [20, nt],
    [52, new Uint8Array()],
  ] as const;
  const length = parts.reduce((sum, [, part]) => sum + part.length, HEAD);
  const { bytes, view } = message(3, length);
  let offset = HEAD;
  for (const [at, part] of parts) {
    view.setUint16(at, part.length, true);
    view.setUint16(at + 2, part.length, true);
    view.setUint32(at + 4, offset, true);
    bytes.set(part, offset);
    offset += part.length;
  }
  view.setUint32(60, (challenge.flags & ASKED) >>> 0, true);
  if (hasMic) {
    const all = joined(negotiateMessage(), challenge.bytes, bytes);
    bytes.set(hashes.hmacMd5(key, all), MIC);
  }
  return bytes;
}

/** Where the code over all messages stands, and the payload behind it. */
const MIC = 72;
const HEAD = 88;

function message(type: number, length: number) {
  const bytes = new Uint8Array(length);
  bytes.set(SIGNATURE);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, type, true);
  return { bytes, view };
}

function utf16(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) {
    view.setUint16(at * 2, text.charCodeAt(at), true);
  }
  return new Uint8Array(view.buffer);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
