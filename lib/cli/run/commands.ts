/**
 * GitHub Actions takes lines of the log for commands, such as `::add-mask::`:
 * what collections, servers and scripts write must not be able to give any. As
 * long as they are stopped, only the end with a token that nobody can guess is
 * one.
 */
export class Commands {
  readonly #token: string | undefined;
  #stopped = false;

  /** @param here Whether anybody reads commands at all. */
  constructor(here: boolean) {
    this.#token = here ? crypto.randomUUID() : undefined;
  }

  /** What is to be printed before text of others; nothing where that was done. */
  stop(): string {
    if (this.#token === undefined || this.#stopped) return "";
    this.#stopped = true;
    return `::stop-commands::${this.#token}\n`;
  }

  /** What is to be printed behind it. */
  resume(): string {
    if (!this.#stopped) return "";
    this.#stopped = false;
    return `::${this.#token}::\n`;
  }

  /** Text of others in which nothing is a command. */
  around(text: string): string {
    return this.#stopped ? text : this.stop() + text + this.resume();
  }
}
