import { WebSocketServer } from "ws";

// A server that echoes; its port is the first message.
const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
server.on("listening", () => self.postMessage(server.address().port));
server.on(
  "connection",
  (socket: {
    on(
      event: string,
      told: (data: Uint8Array, isBinary: boolean) => void,
    ): void;
    send(data: Uint8Array, options: { binary: boolean }): void;
  }) => {
    socket.on("message", (data, binary) => socket.send(data, { binary }));
  },
);
