import { assert } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { AT_A_DESK, braceCommand, denoArguments } from "../support/brace.ts";

/** What a session starts with, as the process reads it. */
export interface SessionStart {
  readonly folder: string;
  readonly flags: readonly string[];
}

/** How it ended. */
export interface SessionEnd {
  readonly code: number;
  readonly stderr: string;
}

/** A client's session with `brace mcp`. */
export interface McpSession {
  /** Writes lines as they are. */
  write(text: string): Promise<void>;
  /** The next line of the server; undefined once it has ended. */
  next(): Promise<string | undefined>;
  /** Closes the input. */
  close(): Promise<void>;
  /** How it ended, known once `next` gave undefined. */
  readonly end: SessionEnd | undefined;
}

const PROCESS = fromFileUrl(new URL("sessions_process.ts", import.meta.url));

/** The processes that wait for a session. */
const idle: SessionProcess[] = [];
/** All of them, to be ended with the tests. */
const all: SessionProcess[] = [];
globalThis.addEventListener("unload", () => {
  for (const one of all) one.kill();
});

/**
 * Starts `brace mcp` in a process that has served other sessions, since a start
 * costs more than what most tests do; a process serves one session at a time.
 */
export async function startSession(start: SessionStart): Promise<McpSession> {
  const process = idle.pop() ?? new SessionProcess();
  await process.write(`!${JSON.stringify(start)}\n`);
  let end: SessionEnd | undefined;
  let isClosed = false;
  return {
    write: (text) => process.write(text),
    async next() {
      if (end !== undefined) return undefined;
      const line = await process.line();
      if (!line.startsWith("!")) return line;
      end = JSON.parse(line.slice(1));
      idle.push(process);
      return undefined;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await process.write("!\n");
    },
    get end() {
      return end;
    },
  };
}

class SessionProcess {
  readonly #child = new Deno.Command(Deno.execPath(), {
    args: denoArguments([], undefined, PROCESS),
    stdin: "piped",
    stdout: "piped",
    // Shows a crash among the tests.
    stderr: "inherit",
    env: AT_A_DESK,
  }).spawn();
  readonly #writer = this.#child.stdin.getWriter();
  readonly #lines = lines(this.#child.stdout);

  constructor() {
    all.push(this);
  }

  async write(text: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(text));
  }

  async line(): Promise<string> {
    const { done, value } = await this.#lines.next();
    assert(!done, "brace mcp ended its process");
    return value;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}

/** A session with a process of its own, whose streams a test can close. */
export class OwnProcess implements McpSession {
  end: SessionEnd | undefined;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncGenerator<string>;

  constructor({ folder, flags }: SessionStart) {
    this.#child = braceCommand(["mcp", ".", ...flags], { cwd: folder }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = lines(this.#child.stdout);
  }

  async write(text: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(text));
  }

  async next(): Promise<string | undefined> {
    const { done, value } = await this.#lines.next();
    if (!done) return value;
    const stderr = await new Response(this.#child.stderr).text();
    const { code } = await this.#child.status;
    this.end = { code, stderr };
    return undefined;
  }

  async close(): Promise<void> {
    await this.#writer.close().catch(() => {});
  }

  /** Stops reading what the server says. */
  async stopReading(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

/** The lines of a stream. */
async function* lines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + text).split("\n");
    rest = whole.pop()!;
    yield* whole;
  }
}
