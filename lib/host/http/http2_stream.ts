import type {
  ClientHttp2Stream,
  ClientSessionRequestOptions,
  OutgoingHttpHeaders,
} from "node:http2";
import type { Http2Connection } from "./connection/http2_sessions.ts";
import { ExchangeError } from "./exchange_error.ts";

/** What node:http2 says of a session that is over. */
const OVER = ["ERR_HTTP2_INVALID_SESSION", "ERR_HTTP2_GOAWAY_SESSION"];

/**
 * Opens a stream on a connection.
 *
 * @throws {ExchangeError} The server has closed the connection meanwhile.
 */
export function openHttp2Stream(
  { session }: Pick<Http2Connection, "session">,
  fields: OutgoingHttpHeaders,
  { reused = false, ...options }: ClientSessionRequestOptions & {
    /** Whether an earlier request went over the connection. */
    readonly reused?: boolean;
  },
): ClientHttp2Stream {
  try {
    return session.request(fields, options);
  } catch (error) {
    if (!OVER.includes((error as { code?: string }).code ?? "")) throw error;
    throw new ExchangeError("cut before the response", {
      cause: error,
      reused,
    });
  }
}
