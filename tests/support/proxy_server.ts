/**
 * A proxy on loopback for tests: HTTP CONNECT and forwarding, or SOCKS5. It
 * connects to any host name on 127.0.0.1 and records what it was asked for.
 */

export interface ProxyOptions {
  readonly kind: "http" | "socks5";
  /** Speak TLS with the client. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** `user:password` that must be given. */
  readonly credentials?: string;
  /** What it asks for where they are missing. */
  readonly challenges?: readonly string[];
  /** Where tunnels to port 443 lead, whatever their host. */
  readonly secure?: number;
  /** Answer a CONNECT together with the first bytes of a server that speaks first. */
  readonly joined?: boolean;
  /** Take connections and never respond. */
  readonly silent?: boolean;
}

export interface TestProxy extends AsyncDisposable {
  readonly port: number;
  /** Request lines (`CONNECT a.example:443 HTTP/1.1`), or `host:port` for SOCKS. */
  readonly asked: readonly string[];
  /** How many connections are open now. */
  readonly open: number;
}

/** Starts a proxy. */
export function proxyServer(options: ProxyOptions): TestProxy {
  return new Proxy_(options);
}

class Proxy_ implements TestProxy {
  readonly asked: string[] = [];
  readonly port: number;
  readonly #listener: Deno.Listener;
  readonly #open = new Set<Deno.Conn>();
  get open(): number {
    return this.#open.size;
  }

  readonly #tasks = new Set<Promise<void>>();

  constructor(readonly options: ProxyOptions) {
    const listener = options.tls
      ? Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...options.tls })
      : Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.#listener = listener;
    this.port = (listener.addr as Deno.NetAddr).port;
    this.#track(this.#accept());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const conn of this.#open) close(conn);
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #track(task: Promise<void>): void {
    const tracked = task.finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }

  async #accept(): Promise<void> {
    for await (const conn of this.#listener) {
      this.#open.add(conn);
      this.#track(
        this.#serve(conn).catch(() => {}).finally(() => {
          this.#open.delete(conn);
          close(conn);
        }),
      );
    }
  }

  async #serve(conn: Deno.Conn): Promise<void> {
    if (this.options.silent) {
      await new Response(conn.readable).bytes();
      return;
    }
    const target = this.options.kind === "http"
      ? await this.#http(conn)
      : await this.#socks(conn);
    if (target === undefined) return;
    this.#open.add(target);
    await Promise.all([copy(conn, target), copy(target, conn)]);
    this.#open.delete(target);
    close(target);
  }

  async #http(conn: Deno.Conn): Promise<Deno.Conn | undefined> {
    const bytes = await read(conn);
    const head = new TextDecoder().decode(bytes);
    const [line, ...headers] = head.split("\r\n");
    this.asked.push(line);
    const [method, target] = line.split(" ");
    const { credentials, challenges = [] } = this.options;
    const fields = challenges.map((it) => `Proxy-Authenticate: ${it}\r\n`);
    const wanted = `Proxy-Authorization: Basic ${btoa(credentials ?? "")}`;
    if (credentials !== undefined && !headers.includes(wanted)) {
      await conn.write(
        encode(
          `HTTP/1.1 407 Proxy Authentication Required\r\n${
            fields.join("")
          }Content-Length: 0\r\nConnection: close\r\n\r\n`,
        ),
      );
      return undefined;
    }
    const asked = Number(
      method === "CONNECT" ? target.split(":").at(-1) : new URL(target).port,
    );
    const port = asked === 443 ? this.options.secure ?? asked : asked;
    const onward = await Deno.connect({ hostname: "127.0.0.1", port });
    if (method === "CONNECT") {
      const answer = encode("HTTP/1.1 200 Connection established\r\n\r\n");
      const first = this.options.joined ? await read(onward) : new Uint8Array();
      await conn.write(Uint8Array.of(...answer, ...first));
    } else {
      const { pathname, search } = new URL(target);
      await onward.write(encode(head.replace(target, pathname + search)));
    }
    return onward;
  }

  async #socks(conn: Deno.Conn): Promise<Deno.Conn | undefined> {
    await read(conn);
    const { credentials } = this.options;
    await conn.write(Uint8Array.of(5, credentials === undefined ? 0 : 2));
    if (credentials !== undefined) {
      const bytes = await read(conn);
      const end = 2 + bytes[1];
      const text = new TextDecoder().decode(bytes.subarray(2, end)) + ":" +
        new TextDecoder().decode(bytes.subarray(end + 1));
      await conn.write(Uint8Array.of(1, text === credentials ? 0 : 1));
      if (text !== credentials) return undefined;
    }
    const request = await read(conn);
    const port = request.at(-2)! * 256 + request.at(-1)!;
    const name = request[3] === 3
      ? new TextDecoder().decode(request.subarray(5, -2))
      : request.subarray(4, -2).join(".");
    this.asked.push(`${name}:${port}`);
    try {
      const onward = await Deno.connect({ hostname: "127.0.0.1", port });
      await conn.write(Uint8Array.of(5, 0, 0, 1, 127, 0, 0, 1, 0, 0));
      return onward;
    } catch {
      await conn.write(Uint8Array.of(5, 5, 0, 1, 0, 0, 0, 0, 0, 0));
      return undefined;
    }
  }
}

async function read(conn: Deno.Conn): Promise<Uint8Array> {
  const buffer = new Uint8Array(8192);
  const n = await conn.read(buffer);
  if (n === null) throw new Error("the client went away");
  return buffer.subarray(0, n);
}

async function copy(from: Deno.Conn, to: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(16 * 1024);
  try {
    for (let n; (n = await from.read(buffer)) !== null;) {
      for (let at = 0; at < n;) at += await to.write(buffer.subarray(at, n));
    }
  } catch {
    // One side is gone, and so will be the other.
  }
  close(to);
  close(from);
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // Closed already.
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
