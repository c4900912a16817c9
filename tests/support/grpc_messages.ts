import type {
  Converse,
  IncomingMessage,
  ResponseStream,
  StreamConnection,
  StreamEnd,
  StreamMessage,
} from "../../lib/core/http/stream.ts";

/** A conversation that sends all messages, half-closes and keeps what comes, as a run without steps does. */
export function conversation(
  messages: readonly string[],
  options: {
    /** Ends the call at the client after so many messages. */
    readonly count?: number;
    /** Sends one message for each that comes. */
    readonly pingPong?: boolean;
  } = {},
): Converse {
  return async (connection) => {
    const came: IncomingMessage[] = [];
    const rest = [...messages];
    const send = (data: string) => connection.send({ type: "json", data });
    if (options.pingPong) await send(rest.shift()!);
    else {
      for (const data of rest) await send(data);
      connection.end();
    }
    let end: StreamEnd | undefined;
    while (end === undefined) {
      const next = await connection.next();
      if (next.kind === "end") end = next;
      else {
        came.push(next);
        if (came.length === options.count) connection.close();
        if (!options.pingPong) continue;
        if (rest.length > 0) await send(rest.shift()!);
        else connection.end();
      }
    }
    return streamOf(connection, came, end);
  };
}

function streamOf(
  { kind, methodType }: StreamConnection,
  came: readonly IncomingMessage[],
  { by, code, reason, trailers, details }: StreamEnd,
): ResponseStream {
  return {
    kind,
    ...(methodType && { methodType }),
    messages: came.map(({ data }, index): StreamMessage => ({
      index,
      direction: "received",
      type: "json",
      data: JSON.parse(data as string),
      text: data as string,
      at: 0,
    })),
    sent: [],
    received: came.length,
    closed: {
      by,
      ...(code !== undefined && { code }),
      ...(reason !== undefined && { reason }),
    },
    ...(trailers && { trailers }),
    ...(details !== undefined && { details }),
  };
}
