import { Buffer } from "node:buffer";
import {
  challengeMessage,
  type NtlmServerOptions,
  userOf,
} from "./ntlm_server.ts";

/** How the proxy asks. */
export interface NtlmProxyOptions extends NtlmServerOptions {
  /** What it says to the first message. */
  readonly first?: (challenge: string) => string;
  /** What it says to the second one, where that proves nobody. */
  readonly second?: string;
}

/** A proxy that makes tunnels over connections that NTLM signs in, from [MS-NLMP] and without Brace's code. */
export interface NtlmProxy extends AsyncDisposable {
  readonly port: number;
  /** For each CONNECT: its connection, counted from 1, and its message; "Basic" or "nothing" for others. */
  readonly asked: readonly string[];
}

/** A 407 with a body, of which more than one way to frame it is used. */
export function refusalOf(challenge: string, chunked = false): string {
  const text = "<html>no</html>";
  const [framing, body] = chunked
    ? [
      "Transfer-Encoding: chunked",
      `a;x=1\r\n${text.slice(0, 10)}\r\n5\r\n${
        text.slice(10)
      }\r\n0\r\nTrailer: 1\r\n\r\n`,
    ]
    : [`Content-Length: ${text.length}`, text];
  return `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\n${framing}\r\n\r\n${body}`;
}

/** Starts a proxy. */
export function ntlmProxy(options: NtlmProxyOptions = {}): NtlmProxy {
  const { tls } = options;
  const listener = tls
    ? Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...tls })
    : Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const asked: string[] = [];
  const open = new Set<Deno.Conn>();
  let connections = 0;
  const serve = async (conn: Deno.Conn) => {
    const connection = ++connections;
    let before: readonly [Buffer, Buffer] | undefined;
    for (;;) {
      const head = await readHead(conn);
      const [, scheme = "nothing", token = ""] =
        /^Proxy-Authorization: (\S+) (\S+)$/im.exec(head) ?? [];
      const bytes = Buffer.from(token, "base64");
      const message = scheme === "NTLM" ? bytes.readUInt32LE(8) : scheme;
      asked.push(`${connection}: ${message}`);
      if (message === 1) {
        const challenge = challengeMessage(bytes, options);
        before = [bytes, challenge];
        const right = `NTLM ${challenge.toString("base64")}`;
        await write(conn, (options.first ?? refusalOf)(right));
      } else if (message === 3 && before && userOf(bytes, before, options)) {
        const port = Number(/^CONNECT \S+:(\d+) /.exec(head)![1]);
        const onward = await Deno.connect({ hostname: "127.0.0.1", port });
        open.add(onward);
        await write(conn, "HTTP/1.1 200 Connection established\r\n\r\n");
        await Promise.all([pipe(conn, onward), pipe(onward, conn)]);
        return;
      } else {
        await write(conn, options.second ?? refusalOf("NTLM"));
        if (message !== 3) return;
      }
    }
  };
  const tasks = (async () => {
    for await (const conn of listener) {
      open.add(conn);
      serve(conn).catch(() => {}).finally(() => close(conn));
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    asked,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const conn of open) close(conn);
      await tasks;
    },
  };
}

async function readHead(conn: Deno.Conn): Promise<string> {
  let text = "";
  const buffer = new Uint8Array(8192);
  while (!text.endsWith("\r\n\r\n")) {
    const n = await conn.read(buffer);
    if (n === null) throw new Error("the client went away");
    text += new TextDecoder().decode(buffer.subarray(0, n));
  }
  return text;
}

async function write(conn: Deno.Conn, text: string): Promise<void> {
  await conn.write(new TextEncoder().encode(text));
}

async function pipe(from: Deno.Conn, to: Deno.Conn): Promise<void> {
  await from.readable.pipeTo(to.writable).catch(() => {});
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // Closed already.
  }
}
