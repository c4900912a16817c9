import { exceededLimit, standsStill } from "../script_limit.ts";

/** Part of the limit after which a script is long enough to ask for its processor time: asking loads Node's `process`. */
const FIRST_LOOK = 0.1;
/** Milliseconds between two looks at the processor time: on Linux it grows in such steps. */
const STEP = 10;

/**
 * How long a script has the processor: what other programs take of it does not
 * use up the script's limit.
 */
export class ScriptTime {
  readonly #full: number;
  #limit: number;
  /** Milliseconds by the clock. */
  #passed = 0;
  /** Milliseconds of the thread's processor time; by the clock where that is unknown. */
  #used = 0;
  /** The clock when it was looked at last. */
  #clock = 0;
  /** The thread's processor time at that moment, if anybody asked for it and the system tells. */
  #processor: number | undefined;
  /** Before that the time cannot be up. */
  #deadline = Infinity;

  /** Takes the limit in milliseconds. */
  constructor(limit: number) {
    this.#full = this.#limit = limit;
  }

  /** The limit that is exceeded, in words. */
  get exceeded(): string {
    return exceededLimit(this.#full, this.#isStandstill);
  }

  /** Gives the next script its full time, or a stopped one a little more. */
  renew(limit = this.#full): void {
    this.#limit = limit;
    this.#passed = this.#used = 0;
  }

  /** Takes time away. */
  charge(time: number): void {
    this.#passed += time;
    this.#used += time;
  }

  /** Somebody was asked for so many milliseconds, in the middle of the script: they are not its own. */
  excuse(time: number): void {
    this.#clock += time;
    this.#deadline += time;
  }

  /** The script has the thread from now on. */
  begin(): void {
    this.#processor = this.#isShort ? undefined : processorTime() || undefined;
    this.#clock = performance.now();
    this.#setDeadline();
  }

  /** The script gives the thread back. */
  end(): void {
    this.#count();
    this.#deadline = Infinity;
  }

  /** Whether the script must end. */
  isOver(): boolean {
    if (performance.now() <= this.#deadline) return false;
    this.#count();
    if (this.#isUp) return true;
    if (this.#processor === undefined) this.begin();
    else this.#setDeadline();
    return false;
  }

  /** Gives what looks where the script is so many milliseconds. */
  extend(time: number): void {
    this.renew(time);
    this.begin();
  }

  /** Whatever else runs must end at once. */
  exhaust(): void {
    this.#passed = Infinity;
    this.#deadline = -Infinity;
  }

  /** What a script has before the first look. */
  get #early(): number {
    return FIRST_LOOK * this.#limit;
  }

  get #isShort(): boolean {
    return this.#passed < this.#early;
  }

  get #isStandstill(): boolean {
    const used = this.#used - this.#early;
    return standsStill({ passed: this.#passed, used }, this.#limit);
  }

  get #isUp(): boolean {
    // A step of the processor's time may have begun before the script.
    return this.#isStandstill ||
      Math.min(this.#passed, this.#used) > this.#limit;
  }

  #count(): void {
    const now = performance.now();
    const passed = now - this.#clock;
    this.#clock = now;
    if (this.#processor === undefined) {
      // The first look may come late, since something else had the processor.
      this.#used += this.#isShort ? Math.min(passed, this.#early) : passed;
    } else {
      const processor = processorTime();
      this.#used += processor - this.#processor;
      this.#processor = processor;
    }
    this.#passed += passed;
  }

  #setDeadline(): void {
    const left = this.#isUp
      ? 0
      : this.#isShort
      ? this.#early - this.#passed
      : Math.max(STEP, this.#limit - Math.min(this.#passed, this.#used));
    this.#deadline = this.#clock + left;
  }
}

/** Milliseconds that this thread has used of the processor. */
function processorTime(): number {
  const { user, system } = globalThis.process.threadCpuUsage();
  return (user + system) / 1_000;
}
