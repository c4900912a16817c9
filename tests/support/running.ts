import { braceCommand, type BraceOptions } from "./brace.ts";

/** What a program prints, read as it comes. */
export interface Printed {
  /** Waits until a text is printed behind the last one that was waited for; gives all from there to its end. */
  until(text: string): Promise<string>;
}

/** The program while it runs. */
export interface RunningBrace extends AsyncDisposable {
  readonly stdout: Printed;
  readonly stderr: Printed;
  kill(signal: Deno.Signal): void;
  /** Waits for its end; gives the exit code and what was printed since the texts that were waited for. */
  end(): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** Starts the real program. */
export function running(
  args: readonly string[],
  options: BraceOptions = {},
): RunningBrace {
  const child = braceCommand(args, options).spawn();
  const stdout = new Reader(child.stdout);
  const stderr = new Reader(child.stderr);
  const closed = child.stdin.close().catch(() => {});
  let ended = false;
  const end = async () => {
    const [out, err, { code }] = await Promise.all([
      stdout.rest(),
      stderr.rest(),
      child.status,
      closed,
    ]);
    ended = true;
    return { code, stdout: out, stderr: err };
  };
  return {
    stdout,
    stderr,
    kill: (signal) => child.kill(signal),
    end,
    async [Symbol.asyncDispose]() {
      if (ended) return;
      child.kill("SIGKILL");
      await end();
    },
  };
}

class Reader implements Printed {
  #text = "";
  #isOver = false;
  #more = Promise.withResolvers<void>();
  readonly #reading: Promise<void>;

  constructor(stream: Deno.ChildProcess["stdout"]) {
    this.#reading = this.#read(stream);
  }

  async until(text: string): Promise<string> {
    while (!this.#text.includes(text)) {
      if (this.#isOver) throw new Error(`No "${text}" in:\n${this.#text}`);
      await this.#more.promise;
    }
    const to = this.#text.indexOf(text) + text.length;
    const seen = this.#text.slice(0, to);
    this.#text = this.#text.slice(to);
    return seen;
  }

  async rest(): Promise<string> {
    await this.#reading;
    return this.#text;
  }

  async #read(stream: Deno.ChildProcess["stdout"]): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      this.#text += text;
      this.#tell();
    }
    this.#isOver = true;
    this.#tell();
  }

  #tell(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }
}
