import { assertEquals, assertRejects } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import type { Engine } from "../../../lib/core/http/engine.ts";
import { transport } from "../../../lib/host/http/direct/suits_direct.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

/** What ends a request. */
interface End {
  readonly request: AbortController;
  readonly engine: Engine;
  /** Aborts when the attempt to connect has to end. */
  readonly attempt: AbortSignal;
}

/** Milliseconds: the connection stands before. */
const LIMIT = 250;

/** What ends the request, how, and the error. */
const ROWS: readonly [string, (end: End) => unknown, string][] = [
  ["its signal", ({ request }) => request.abort(new Error("stop")), "stop"],
  ["its engine", ({ engine }) => engine.close(), "closed the connection"],
  [
    "its time limit",
    ({ attempt }) =>
      new Promise((resolve) => attempt.addEventListener("abort", resolve)),
    `after ${LIMIT} ms`,
  ],
];

describe("a connection that stands at the moment at which its request is ended", () => {
  const { connect } = Deno;
  let connected: (attempt: AbortSignal) => unknown;
  const made: Deno.TcpConn[] = [];

  /** Does as Deno's own: it asks the signal once more after it has connected. */
  async function connectAndAsk(
    { signal, ...options }: Deno.ConnectOptions,
  ): Promise<Deno.TcpConn> {
    const conn = await connect(options);
    made.push(conn);
    await connected(signal!);
    signal!.throwIfAborted();
    return conn;
  }

  beforeAll(() => {
    transport.kind = "direct";
    Deno.connect = connectAndAsk as typeof Deno.connect;
  });
  afterAll(() => {
    Deno.connect = connect;
  });

  for (const [name, end, message] of ROWS) {
    it(`by ${name}, is closed`, async () => {
      await using server = recordingServer();
      const ending = new AbortController();
      const timeout = name === "its time limit" ? LIMIT : 0;
      await withEngine({ timeout }, async (send, engine) => {
        connected = (attempt) => end({ request: ending, engine, attempt });
        const { signal } = ending;
        const sent = () => send(renderedRequest(server.url), { signal });
        await assertRejects(sent, Error, message);
        await new Promise((resolve) => setTimeout(resolve));
        assertEquals(made.splice(0).map(isOpen), [false]);
      });
      assertEquals(server.requests, []);
    });
  }
});

/** Closes a connection; says whether it was open. */
function isOpen(conn: Deno.TcpConn): boolean {
  try {
    conn.close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.BadResource) return false;
    throw error;
  }
}
