import { Buffer } from "node:buffer";
import { createHash, createHmac, X509Certificate } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

/** How the server challenges. */
export interface NtlmServerOptions {
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Names its time, and wants a code over the messages then. */
  readonly timed?: boolean;
  /** Sends no target information. */
  readonly bare?: boolean;
  /** WWW-Authenticate of the first 401; default `NTLM`. */
  readonly offer?: readonly string[];
  /** What stands in the place of the challenge. */
  readonly challenge?: (right: string) => string;
  /** Ends the connection with its challenge. */
  readonly closes?: boolean;
  /** Asks for Extended Protection: the certificate that clients have to see (PEM), and the hash of its binding. */
  readonly bound?: { readonly cert: string; readonly hash: string };
  /** The service that it asks for then; default `HTTP/localhost`. */
  readonly service?: string;
}

/** A request as it came. */
export interface NtlmRequest {
  /** Counts connections from 1. */
  readonly connection: number;
  /** The type of the message of NTLM; 0 without one. */
  readonly message: number;
  readonly body: string;
  readonly status: number;
  /** Whom the connection is signed in for. */
  readonly user?: string;
}

export interface NtlmServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly NtlmRequest[];
}

const PASSWORDS: Record<string, string> = {
  "CORP\\ann": "Pässwörd",
  "\\bob": "b0b",
  "CORP\\OTHER\\cid": "c1d",
};
const CHALLENGE = Buffer.from("0123456789abcdef", "hex");

/**
 * A server that signs connections in with NTLMv2, written from [MS-NLMP] and
 * with node:crypto, without Brace's code. It knows CORP\ann, bob, and the user OTHER\cid of CORP.
 */
export async function ntlmServer(
  options: NtlmServerOptions = {},
): Promise<NtlmServer> {
  const requests: NtlmRequest[] = [];
  const states = new WeakMap<Socket, State>();
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = async (request: IncomingMessage, respond: Respond) => {
    const { socket } = request;
    const state = states.get(socket) ?? { connection: ++connections };
    states.set(socket, state);
    sockets.add(socket);
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { message, status, headers } = answer(
      state,
      request.headers.authorization,
      options,
    );
    requests.push({
      connection: state.connection,
      message,
      body: Buffer.concat(chunks).toString(),
      status,
      ...(state.user !== undefined && { user: state.user }),
    });
    respond.writeHead(status, headers);
    respond.end(status === 200 ? `hello ${state.user}` : "<html>no</html>");
  };
  const server = options.tls
    ? createSecureServer(options.tls, serve)
    : createServer(serve);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: options.tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

interface State {
  readonly connection: number;
  /** The two first messages, once they went. */
  before?: readonly [Buffer, Buffer];
  user?: string;
}

interface Respond {
  writeHead(status: number, headers: Record<string, string | string[]>): void;
  end(text: string): void;
}

function answer(
  state: State,
  authorization: string | undefined,
  options: NtlmServerOptions,
) {
  const bytes = Buffer.from(
    /^NTLM (\S+)$/.exec(authorization ?? "")?.[1] ?? "",
    "base64",
  );
  const message = bytes.length === 0 ? 0 : bytes.readUInt32LE(8);
  const refuse = (offer: readonly string[]) => ({
    message,
    status: 401,
    headers: {
      "WWW-Authenticate": [...offer],
      ...(options.closes && message === 1 && { Connection: "close" }),
    },
  });
  if (message === 1) {
    const challenge = challengeMessage(bytes, options);
    state.before = [bytes, challenge];
    delete state.user;
    const right = challenge.toString("base64");
    return refuse([options.challenge?.(right) ?? `NTLM ${right}`]);
  }
  if (message === 3 && state.before) {
    state.user = userOf(bytes, state.before, options);
    delete state.before;
  }
  return state.user === undefined
    ? refuse(options.offer ?? ["Negotiate", "NTLM"])
    : { message, status: 200, headers: {} };
}

/** A CHALLENGE_MESSAGE to a NEGOTIATE_MESSAGE. */
export function challengeMessage(
  negotiate: Buffer,
  { timed, bare }: NtlmServerOptions,
): Buffer {
  const asked = negotiate.readUInt32LE(12);
  const pair = (kind: number, value: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(kind, 0);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  };
  const name = Buffer.from("CORP", "utf16le");
  const info = Buffer.concat([
    pair(2, name),
    pair(1, Buffer.from("SERVER", "utf16le")),
    ...(timed ? [pair(7, Buffer.from("0090d336b734c301", "hex"))] : []),
    pair(0, Buffer.alloc(0)),
  ]);
  const head = Buffer.alloc(56);
  head.write("NTLMSSP\0", "latin1");
  head.writeUInt32LE(2, 8);
  head.writeUInt16LE(name.length, 12);
  head.writeUInt16LE(name.length, 14);
  head.writeUInt32LE(56, 16);
  head.writeUInt32LE((asked | (bare ? 0 : 0x0080_0000)) >>> 0, 20);
  CHALLENGE.copy(head, 24);
  if (bare) return Buffer.concat([head, name]);
  head.writeUInt16LE(info.length, 40);
  head.writeUInt16LE(info.length, 42);
  head.writeUInt32LE(56 + name.length, 44);
  return Buffer.concat([head, name, info]);
}

/** The pairs of an answer, by their kinds. */
function pairsOf(nt: Buffer): Map<number, Buffer> {
  const pairs = new Map<number, Buffer>();
  for (let at = 44; at + 4 <= nt.length;) {
    const kind = nt.readUInt16LE(at);
    if (kind === 0) break;
    const length = nt.readUInt16LE(at + 2);
    pairs.set(kind, nt.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return pairs;
}

/** MD5 of gss_channel_bindings_struct (RFC 2744, 3.11) with `tls-server-end-point` (RFC 5929, 4). */
function bindingOf({ cert, hash }: { cert: string; hash: string }): Buffer {
  const data = Buffer.concat([
    Buffer.from("tls-server-end-point:"),
    createHash(hash).update(new X509Certificate(cert).raw).digest(),
  ]);
  const head = Buffer.alloc(20);
  head.writeUInt32LE(data.length, 16);
  return createHash("md5").update(head).update(data).digest();
}

/** The user that an AUTHENTICATE_MESSAGE proves; undefined where it proves none. */
export function userOf(
  bytes: Buffer,
  before: readonly [Buffer, Buffer],
  { timed, bound, service = "HTTP/localhost" }: NtlmServerOptions,
): string | undefined {
  const field = (at: number) => {
    const offset = bytes.readUInt32LE(at + 4);
    return bytes.subarray(offset, offset + bytes.readUInt16LE(at));
  };
  const domain = field(28).toString("utf16le");
  const user = field(36).toString("utf16le");
  const password = PASSWORDS[`${domain}\\${user}`];
  if (password === undefined) return undefined;
  const hmac = (key: Buffer, ...data: Buffer[]) =>
    createHmac("md5", key).update(Buffer.concat(data)).digest();
  const hash = createHash("md4").update(Buffer.from(password, "utf16le"))
    .digest() as Buffer;
  const key = hmac(hash, Buffer.from(user.toUpperCase() + domain, "utf16le"));
  const nt = field(20);
  const proof = nt.subarray(0, 16);
  if (!proof.equals(hmac(key, CHALLENGE, nt.subarray(16)))) return undefined;
  const lm = field(12);
  const nonce = nt.subarray(32, 40);
  const pairs = pairsOf(nt);
  if (bound && !pairs.get(10)?.equals(bindingOf(bound))) return undefined;
  if (bound && pairs.get(9)?.toString("utf16le") !== service) {
    return undefined;
  }
  const hasMic = ((pairs.get(6)?.readUInt32LE(0) ?? 0) & 2) !== 0;
  if ((timed || bound) && !hasMic) return undefined;
  const right = hasMic
    ? Buffer.alloc(24)
    : Buffer.concat([hmac(key, CHALLENGE, nonce), nonce]);
  if (!lm.equals(right)) return undefined;
  if (hasMic) {
    const whole = Buffer.from(bytes);
    whole.fill(0, 72, 88);
    const code = hmac(hmac(key, proof), ...before, whole);
    if (!code.equals(bytes.subarray(72, 88))) return undefined;
  }
  return user;
}
