import { ScriptError } from "../../core/source/errors.ts";
import {
  type HostBorder,
  waitBorder,
} from "../../core/script/border/dispatch.ts";
import { encode } from "../../core/script/border/encode.ts";
import { hostResult, refusalResult } from "./host_result.ts";

/** Requests, timers and the like that a script has under way at once. */
const MAX_WAITING = 1_000;

/** What a script waits for, and what of that its side does not know yet. */
export class ScriptWaits {
  readonly #border: HostBorder;
  readonly #waiting = new Set<number>();
  /** The waits of timers. */
  readonly #timers = new Map<number, number>();
  readonly #settled: [id: number, result: string | Uint8Array][] = [];
  #wake: (() => void) | undefined;

  constructor(border: HostBorder) {
    this.#border = border;
  }

  /** Whether the script waits for nothing, and knows of all that settled. */
  get isOver(): boolean {
    return this.#waiting.size === 0 && this.#settled.length === 0;
  }

  /** Whether something settled that the script's side does not know yet. */
  get hasSettled(): boolean {
    return this.#settled.length > 0;
  }

  /** What settled since the last time. */
  take(): [id: number, result: string | Uint8Array][] {
    return this.#settled.splice(0);
  }

  /** Settles when something has settled, or by {@linkcode ScriptWaits.wake}. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#wake = resolve);
  }

  /** Ends the waiting of the one who waits for the next thing. */
  wake(): void {
    this.#wake?.();
  }

  /** Begins what takes time. */
  start(name: string, id: number, args: readonly unknown[]): void {
    if (this.#waiting.size >= MAX_WAITING) {
      throw new ScriptError([{
        code: "LIMIT",
        severity: "error",
        message:
          `Cannot wait for more than ${MAX_WAITING} things at once: await some of them first`,
      }]);
    }
    const waited = waitBorder(this.#border, name, args);
    this.#waiting.add(id);
    const timer = name === "sleep" ? Number(args[1]) : NaN;
    this.#timers.set(timer, id);
    Promise.resolve(waited)
      .then((value) => hostResult(value) ?? "v" + encode(undefined))
      .catch((error) => refusalResult(error, this.#border.context.words))
      .then((result) => {
        this.#waiting.delete(id);
        this.#timers.delete(timer);
        this.#settled.push([id, result]);
        this.wake();
      });
  }

  /** A timer that was cleared: nothing waits for it any more. */
  forget(timer: number): void {
    const id = this.#timers.get(timer);
    if (id !== undefined) this.#waiting.delete(id);
    this.#timers.delete(timer);
  }
}
