/**
 * A server in a thread of its own, so that it acts while a test's thread is
 * kept busy. After a response, and when it is waited for, it does to the idle
 * connection what the request's path says.
 */

/** What happens to the idle connection. */
export type Misdeed = "forge" | "byte" | "close";

export interface RestlessServer extends Disposable {
  readonly port: number;
  /** Has the deed done, and keeps this thread from everything else until then. */
  block(): void;
  /** Has the deed done, and waits for it. */
  wait(): Promise<void>;
}

/** Starts a server, which speaks TLS where it has a certificate. */
export async function restlessServer(
  tls?: { readonly cert: string; readonly key: string },
): Promise<RestlessServer> {
  // Whether the client has the response, and whether the deed is done.
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const begin = () => Atomics.store(flags, 0, 1);
  const worker = new Worker(
    URL.createObjectURL(
      new Blob([`(${serve})()`], { type: "text/javascript" }),
    ),
    { type: "module" },
  );
  const port = await new Promise<number>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ flags, tls });
  });
  return {
    port,
    block() {
      begin();
      Atomics.wait(flags, 1, 0);
      Atomics.store(flags, 1, 0);
    },
    async wait() {
      begin();
      while (Atomics.load(flags, 1) === 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      Atomics.store(flags, 1, 0);
    },
    [Symbol.dispose]: () => worker.terminate(),
  };
}

/** Runs in the thread, without anything from around it. */
function serve(): void {
  const scope = globalThis as unknown as Worker;
  scope.onmessage = async ({ data: { flags, tls } }) => {
    const at = { hostname: "127.0.0.1", port: 0 };
    const listener = tls ? Deno.listenTls({ ...at, ...tls }) : Deno.listen(at);
    scope.postMessage((listener.addr as Deno.NetAddr).port);
    for await (const conn of listener) {
      act(conn, flags, tls !== undefined).catch(() => {});
    }
  };

  async function act(
    conn: Deno.Conn,
    flags: Int32Array,
    tls: boolean,
  ): Promise<void> {
    if ("setNoDelay" in conn) (conn as Deno.TcpConn).setNoDelay();
    const write = async (body: string) => {
      const text =
        `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      await conn.write(new TextEncoder().encode(text));
    };
    const buffer = new Uint8Array(64 * 1024);
    for (let n; (n = await conn.read(buffer)) !== null;) {
      const head = new TextDecoder().decode(buffer.subarray(0, n));
      const [method, path] = head.split(" ");
      await write(`${method} ${path}`);
      while (Atomics.load(flags, 0) === 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      Atomics.store(flags, 0, 0);
      // What comes within a millisecond of a response may be overlooked.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (path === "/forge") await write("forged");
      if (path === "/byte") await conn.write(Uint8Array.of(72));
      if (path === "/close") conn.close();
      // TLS knows no setNoDelay, and its end takes turns of its own.
      if (tls) await new Promise((resolve) => setTimeout(resolve, 100));
      Atomics.store(flags, 1, 1);
      Atomics.notify(flags, 1);
    }
  }
}
