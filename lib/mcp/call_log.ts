import type { Masker } from "../core/secrets/masker.ts";

/** A call as the log has it. */
export interface LoggedCall {
  readonly method: string;
  readonly tool?: string;
  readonly arguments?: unknown;
  readonly error?: string;
  /** Bytes of the answer. */
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Characters of the arguments that the log keeps. */
const MAX_ARGUMENTS = 10_000;

/** A log of the calls, one line of JSON each, masked. */
export class CallLog implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #masker: Masker;

  /** @throws What opening a file throws. */
  constructor(path: string, masker: Masker) {
    this.#file = Deno.openSync(path, {
      append: true,
      create: true,
      mode: 0o600,
    });
    this.#masker = masker;
  }

  add(call: LoggedCall): void {
    const { maskText } = this.#masker;
    const { tool, arguments: given, error, ...rest } = call;
    const shown = given === undefined ? undefined : this.#shown(given);
    const line = JSON.stringify({
      time: new Date().toISOString(),
      ...rest,
      ...tool !== undefined && { tool: maskText(tool.slice(0, 100)) },
      ...shown !== undefined && { arguments: shown },
      ...error !== undefined && { error: maskText(error) },
    });
    const bytes = new TextEncoder().encode(`${line}\n`);
    for (let at = 0; at < bytes.length;) {
      at += this.#file.writeSync(bytes.subarray(at));
    }
  }

  /** Arguments as they are, or the beginning of long ones as text. */
  #shown(given: unknown): unknown {
    const json = this.#masker.maskText(JSON.stringify(given));
    if (json.length > MAX_ARGUMENTS) return `${json.slice(0, MAX_ARGUMENTS)}…`;
    try {
      return JSON.parse(json);
    } catch {
      return json;
    }
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}
