// Runs `brace mcp` again and again, for the sessions of `sessions.ts`. A line
// of standard input that begins with "!" starts a session, or ends its input;
// any other is a line of the session's client. What the server prints goes to
// standard output; a line with "!" tells how the session ended.

import { main } from "../../lib/cli/main.ts";
import type { SessionEnd, SessionStart } from "./sessions.ts";

const encoder = new TextEncoder();
const answer = Deno.stdout.writable.getWriter();
const printed: Uint8Array[] = [];
Deno.stderr.writeSync = (bytes) => {
  printed.push(bytes.slice());
  return bytes.length;
};

/** The input of the session that runs. */
let input: WritableStreamDefaultWriter<Uint8Array> | undefined;

const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
let rest = "";
for await (const text of lines) {
  const whole = (rest + text).split("\n");
  rest = whole.pop()!;
  for (const line of whole) {
    if (line === "!") void input?.close().catch(() => {});
    else if (line.startsWith("!")) start(JSON.parse(line.slice(1)));
    else void input?.write(encoder.encode(`${line}\n`)).catch(() => {});
  }
}

function start({ folder, flags }: SessionStart): void {
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  input = stream.writable.getWriter();
  const output = new WritableStream<Uint8Array>({
    write: (bytes) => answer.write(bytes),
  });
  Object.defineProperties(Deno.stdin, {
    readable: { value: stream.readable, configurable: true },
  });
  Object.defineProperties(Deno.stdout, {
    writable: { value: output, configurable: true },
  });
  printed.length = 0;
  Deno.chdir(folder);
  void main(["mcp", ".", ...flags]).then(async (code) => {
    Deno.chdir("/");
    const stderr = await new Blob(printed as BlobPart[]).text();
    const end: SessionEnd = { code, stderr };
    await answer.write(encoder.encode(`!${JSON.stringify(end)}\n`));
  });
}
