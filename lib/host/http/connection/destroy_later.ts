import { nextTick } from "node:process";
import type { Http2Session } from "node:http2";

/**
 * Makes an HTTP/2 session destroy itself only after nghttp2 has returned.
 *
 * A GOAWAY of the peer destroys the session while nghttp2 still reads that
 * frame. Deno frees nghttp2's memory at once, nghttp2 goes on in it, and the
 * process dies (denoland/deno#36788). Call this before the first byte comes:
 * for a server's session in the event "session".
 */
export function destroyLater(session: Http2Session): void {
  const destroy = session.destroy.bind(session);
  let isAsked = false;
  session.destroy = (...reason: Parameters<Http2Session["destroy"]>) => {
    // The first reason counts, as without the delay.
    if (isAsked) return;
    isAsked = true;
    // No later: node:http2 would end the streams first, without the reason.
    nextTick(destroy, ...reason);
  };
}
