/**
 * A server in a thread of its own, so that it acts while a test's thread is
 * kept busy. After a response it does to the idle connection what the request's
 * path says.
 */

/** What happens to the idle connection. */
export type Misdeed = "forge" | "byte" | "close";

export interface RestlessServer extends Disposable {
  readonly port: number;
  /** Keeps this thread from everything else until the deed is done. */
  block(): void;
  /** Waits until the deed is done. */
  wait(): Promise<void>;
}

/** Starts a server, which speaks TLS where it has a certificate. */
export async function restlessServer(
  tls?: { readonly cert: string; readonly key: string },
): Promise<RestlessServer> {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    URL.createObjectURL(
      new Blob([`(${serve})()`], { type: "text/javascript" }),
    ),
    { type: "module" },
  );
  const port = await new Promise<number>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ done, tls });
  });
  return {
    port,
    block() {
      Atomics.wait(done, 0, 0);
      Atomics.store(done, 0, 0);
    },
    async wait() {
      while (Atomics.load(done, 0) === 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      Atomics.store(done, 0, 0);
    },
    [Symbol.dispose]: () => worker.terminate(),
  };
}

/** Runs in the thread, without anything from around it. */
function serve(): void {
  const scope = globalThis as unknown as Worker;
  scope.onmessage = async ({ data: { done, tls } }) => {
    const at = { hostname: "127.0.0.1", port: 0 };
    const listener = tls ? Deno.listenTls({ ...at, ...tls }) : Deno.listen(at);
    scope.postMessage((listener.addr as Deno.NetAddr).port);
    for await (const conn of listener) {
      answer(conn, done, tls !== undefined).catch(() => {});
    }
  };

  async function answer(
    conn: Deno.Conn,
    done: Int32Array,
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
      // The client has the response by then.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (path === "/forge") await write("forged");
      if (path === "/byte") await conn.write(Uint8Array.of(72));
      if (path === "/close") conn.close();
      // TLS knows no setNoDelay, and its end takes turns of its own.
      if (tls) await new Promise((resolve) => setTimeout(resolve, 100));
      Atomics.store(done, 0, 1);
      Atomics.notify(done, 0);
    }
  }
}
