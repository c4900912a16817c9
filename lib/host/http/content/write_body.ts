import type { Writable } from "node:stream";
import type { BodySource } from "../types.ts";

/** Writes a body, as fast as the connection takes it, and ends the request. */
export function writeBody(
  request: Writable,
  body: BodySource | undefined,
  fail: (error: unknown) => void,
): void {
  if (body === undefined) request.end();
  else if (body.bytes) request.end(body.bytes);
  else stream(request, body).catch(fail);
}

async function stream(request: Writable, body: BodySource): Promise<void> {
  for await (const chunk of body.stream()) {
    if (request.destroyed) return;
    if (!request.write(chunk)) {
      await new Promise<void>((resolve) => {
        const done = () => {
          request.off("drain", done).off("close", done);
          resolve();
        };
        request.once("drain", done).once("close", done);
      });
    }
  }
  request.end();
}
