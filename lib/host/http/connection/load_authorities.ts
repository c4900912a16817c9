type Tls = Pick<typeof import("node:tls"), "connect">;

let loading: Promise<void> | undefined;

/**
 * Has Deno load its authorities, which takes some 50 ms. Otherwise it does so
 * once the process's first TLS connection is there, and before it says so: the
 * time of that request's phases would blame the server.
 */
export function loadAuthorities(tls: Tls): Promise<void> {
  return loading ??= load(tls);
}

async function load({ connect }: Tls): Promise<void> {
  const { Duplex } = await import("node:stream");
  // A handshake with nobody.
  const silent = new Duplex({
    read() {},
    write: (_chunk, _encoding, done) => done(),
  });
  const socket = connect({ socket: silent, servername: "" });
  socket.on("error", () => {});
  socket.destroy();
}
