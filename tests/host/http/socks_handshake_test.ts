import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { connect, type Socket } from "node:net";
import { ProxyRefusalError } from "../../../lib/host/http/connection/socket_input.ts";
import { socksHandshake } from "../../../lib/host/http/connection/tunnel.ts";

/** Each part is sent once something of the client's has arrived. */
interface Case {
  readonly sends: readonly (readonly number[])[];
  readonly hostname?: string;
  readonly credentials?: readonly [string, string];
  /** Default: none, the connection stands. */
  readonly refusal?: string;
  /** What the client sent, after its greeting. */
  readonly asks?: readonly number[];
}

const name = (text: string) => [
  3,
  text.length,
  ...new TextEncoder().encode(text),
];
const PORT = [0x01, 0xbb];
const OK = [5, 0, 0, 1, 127, 0, 0, 1, 0, 9];

const CASES: Record<string, Case> = {
  "a name": {
    sends: [[5, 0], OK],
    asks: [5, 1, 0, ...name("a.example"), ...PORT],
  },
  "an IPv4 address": {
    hostname: "10.1.2.3",
    sends: [[5, 0], OK],
    asks: [5, 1, 0, 1, 10, 1, 2, 3, ...PORT],
  },
  "an IPv6 address": {
    hostname: "::1",
    sends: [[5, 0], OK],
    asks: [5, 1, 0, 4, ...Array(15).fill(0), 1, ...PORT],
  },
  "a reply with an IPv6 address": {
    sends: [[5, 0], [5, 0, 0, 4, ...Array(16).fill(1), 0, 9]],
  },
  "a reply with a name": { sends: [[5, 0], [5, 0, 0, ...name("p"), 0, 9]] },
  "credentials": {
    credentials: ["ü", "p"],
    sends: [[5, 2], [1, 0], OK],
    asks: [
      ...[1, 2, 0xc3, 0xbc, 1, 0x70],
      ...[5, 1, 0, ...name("a.example"), ...PORT],
    ],
  },
  "wrong credentials": {
    credentials: ["u", "p"],
    sends: [[5, 2], [1, 1]],
    refusal: "wrong user name or password",
  },
  "credentials that are not taken": {
    credentials: ["u", "p"],
    sends: [[5, 0xff]],
    refusal: "it does not accept a user name and password",
  },
  "credentials that are missing": {
    sends: [[5, 0xff]],
    refusal: "it wants a user name and a password",
  },
  "a user name above 255 bytes": {
    credentials: ["ü".repeat(128), "p"],
    sends: [[5, 2]],
    refusal: "SOCKS5 takes no user name above 255 bytes",
  },
  "a password above 255 bytes": {
    credentials: ["u", "p".repeat(256)],
    sends: [[5, 2]],
    refusal: "SOCKS5 takes no password above 255 bytes",
  },
  "a host above 255 bytes": {
    hostname: "a".repeat(256),
    sends: [[5, 0]],
    refusal: "SOCKS5 takes no host above 255 bytes",
  },
  "something else than SOCKS": {
    sends: [[...new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n")]],
    refusal: "it does not speak SOCKS5",
  },
  "a host that it cannot reach": {
    sends: [[5, 0], [5, 4, 0, 1, 0, 0, 0, 0, 0, 0]],
    refusal: "host unreachable",
  },
  "a reply that nobody knows": {
    sends: [[5, 0], [5, 99, 0, 1]],
    refusal: "reply 99",
  },
  "an end in the middle of two bytes": {
    sends: [[5]],
    refusal: "it closed the connection",
  },
  "an end in the middle": {
    sends: [[5, 0], [5, 0]],
    refusal: "it closed the connection",
  },
};

/** A proxy that sends what a case says, a byte at a time, then "left over". */
async function serve(listener: Deno.Listener, { sends, refusal }: Case) {
  using conn = await listener.accept();
  const got: number[] = [];
  const buffer = new Uint8Array(1024);
  for (const part of sends) {
    const n = await conn.read(buffer);
    got.push(...buffer.subarray(0, n ?? 0));
    for (const byte of part) await conn.write(Uint8Array.of(byte));
  }
  if (refusal === undefined) {
    await conn.write(new TextEncoder().encode("left over"));
    // Until the client goes.
    while (await conn.read(buffer).catch(() => null) !== null);
  }
  return got;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

describe("socksHandshake", () => {
  for (const [title, row] of Object.entries(CASES)) {
    it(`deals with ${title}`, async () => {
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = listener.addr as Deno.NetAddr;
      const served = serve(listener, row);
      const socket = await connected(port);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      const [username, password] = row.credentials ?? [];
      const shaking = socksHandshake(socket, {
        protocol: "socks5",
        hostname: "127.0.0.1",
        port,
        ...(username !== undefined && { username, password }),
      }, { hostname: row.hostname ?? "a.example", port: 443 });
      if (row.refusal === undefined) {
        await shaking;
        let text = "";
        await new Promise<void>((resolve) => {
          socket.on("data", (chunk) => {
            text += chunk;
            if (text.length === "left over".length) resolve();
          });
        });
        assertEquals(text, "left over");
      } else {
        const error = await assertRejects(() => shaking, ProxyRefusalError);
        assertEquals(error.response, row.refusal);
      }
      socket.destroy();
      await closed;
      const got = await served;
      if (row.asks) assertEquals(got.slice(3), row.asks);
    });
  }
});
