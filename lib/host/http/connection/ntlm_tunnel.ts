import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { channelBinding } from "../../../core/auth/ntlm/channel_binding.ts";
import {
  authenticateMessage,
  negotiateMessage,
  ntlmAccount,
  readChallenge,
} from "../../../core/auth/ntlm/messages.ts";
import { ntlmHashes } from "../../../core/auth/ntlm/ntlm_signer.ts";
import { parseChallenges } from "../../../core/auth/digest/select_challenge.ts";
import { headerOf, headersOf } from "../../../core/http/header_of.ts";
import type { ProxyServer } from "../../../core/http/proxy.ts";
import { ProxyRefusalError, SocketInput } from "./socket_input.ts";

/** Bytes of a response to CONNECT, content included, that are read at most. */
const MAX_RESPONSE = 256 * 1024;

/**
 * Asks a proxy for a tunnel over a connection that NTLM signs in: both messages
 * go out over the same connection. What the server behind it says stays in the
 * socket.
 *
 * @param authority The host and the port of the tunnel's end.
 * @throws {ProxyRefusalError} The proxy does not make the tunnel.
 * @throws What the socket fails with.
 */
export async function ntlmTunnel(
  socket: Socket,
  proxy: ProxyServer,
  authority: string,
): Promise<void> {
  using input = new SocketInput(socket);
  const ask = async (message: Uint8Array) => {
    socket.write(
      `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n` +
        `Proxy-Authorization: NTLM ${message.toBase64()}\r\n` +
        "Proxy-Connection: keep-alive\r\n\r\n",
    );
    return await readHead(input);
  };
  const first = await ask(negotiateMessage());
  if (isMade(first)) return;
  const token = parseChallenges(headersOf(first.headers, "proxy-authenticate"))
    .find(({ scheme, token }) => scheme === "ntlm" && token)?.token;
  if (first.status !== 407 || token === undefined) {
    throw new ProxyRefusalError(
      `${first.line}: its response to the first message of NTLM has no challenge`,
    );
  }
  const challenge = readChallenge(token);
  if (typeof challenge === "string") {
    throw new ProxyRefusalError(
      `${first.line}: its challenge of NTLM cannot be answered, ${challenge}`,
    );
  }
  await skipContent(input, first.headers);
  const binding = "encrypted" in socket
    ? channelBinding((socket as TLSSocket).getPeerCertificate(true).raw)
    : undefined;
  const second = await ask(authenticateMessage(challenge, {
    ...ntlmAccount(proxy.username ?? ""),
    password: proxy.password ?? "",
    nonce: crypto.getRandomValues(new Uint8Array(8)),
    now: Date.now(),
    ...(binding && {
      channel: { binding, service: `HTTP/${proxy.hostname}` },
    }),
  }, ntlmHashes));
  if (isMade(second)) return;
  throw new ProxyRefusalError(
    second.line +
      (second.status === 407 ? ": wrong user name or password" : ""),
  );
}

interface Head {
  readonly status: number;
  /** Status and reason. */
  readonly line: string;
  readonly headers: [name: string, value: string][];
}

function isMade({ status }: Head): boolean {
  return status >= 200 && status < 300;
}

/** Reads up to the empty line, byte by byte: what follows may be the server's. */
async function readHead(input: SocketInput): Promise<Head> {
  const [status, ...lines] = await readLines(input);
  const [, code, reason = ""] = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/
    .exec(status ?? "") ?? [];
  if (code === undefined) {
    throw new ProxyRefusalError("it does not speak HTTP/1.1");
  }
  return {
    status: Number(code),
    line: `${code} ${reason}`.trim(),
    headers: lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  };
}

async function readLines(input: SocketInput): Promise<string[]> {
  const lines: string[] = [];
  for (let left = MAX_RESPONSE;;) {
    const line = await readLine(input, left);
    left -= line.length + 2;
    if (line === "") return lines;
    lines.push(line);
  }
}

async function readLine(input: SocketInput, limit: number): Promise<string> {
  const bytes: number[] = [];
  while (bytes.length < limit) {
    const [byte] = await input.take(1);
    if (byte === LINE_FEED) {
      if (bytes.at(-1) === CARRIAGE_RETURN) bytes.pop();
      return String.fromCharCode(...bytes);
    }
    bytes.push(byte);
  }
  throw new ProxyRefusalError("its response is broken or too long");
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Reads the content of a 407, after which the connection is free for the next message. */
async function skipContent(
  input: SocketInput,
  headers: Head["headers"],
): Promise<void> {
  const skip = async (length: number) => {
    if (!(length >= 0 && length <= MAX_RESPONSE)) {
      throw new ProxyRefusalError("its response is broken or too long");
    }
    if (length > 0) await input.take(length);
  };
  if (/\bclose\b/i.test(headersOf(headers, "connection").join())) {
    throw new ProxyRefusalError(
      "it closes the connection between its challenge and the answer",
    );
  }
  if (headerOf(headers, "transfer-encoding") === undefined) {
    return await skip(Number(headerOf(headers, "content-length") ?? 0));
  }
  for (let left = MAX_RESPONSE; left > 0;) {
    const size = Number.parseInt(await readLine(input, left), 16);
    if (size === 0) {
      await readLines(input);
      return;
    }
    await skip(size);
    await readLine(input, left);
    left -= size;
  }
  throw new ProxyRefusalError("its response is broken or too long");
}
