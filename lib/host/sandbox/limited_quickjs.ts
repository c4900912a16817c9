import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { holdThread, personTime } from "../person_time.ts";
import { importRefusal } from "../../core/collection/required/module_names.ts";
import { SCRIPT_NAME } from "../../core/script/position.ts";
import type { HostHandler } from "./host_result.ts";
import { ScriptTime } from "./script_time.ts";
import { loadingHandler } from "./host_result.ts";
import { checksum, findLayout, type MemoryLayout } from "./quickjs.ts";
import {
  type CallArguments,
  followMeter,
  handleCalls,
  type Heap,
  heapOf,
  limitGrowth,
} from "./quickjs.ts";

/** Limits of what scripts may use. */
export interface Limits {
  /** Milliseconds of processor time that a script may use. */
  readonly time: number;
  /** Bytes. */
  readonly memory: number;
}

/** An error that left the instance. */
export interface Escaped {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly line?: number;
}

// QuickJS frames also use the stack of the engine that runs it, so this
// cannot grow much before that one overflows first (no upstream issue known).
const STACK_SIZE = 256 * 1024;
/** Milliseconds that finding out where a script is may take. */
const LOOKING = 50;

/** Ends a script that QuickJS itself does not end (justjake/quickjs-emscripten#219): thrown through all that is under way. */
class Overdue extends Error {}

/** One QuickJS with a memory of its own, which ends what takes too much time or memory. */
export abstract class LimitedQuickJs {
  /** Handles what the script's side asks; set by the one who runs a script. */
  handler: HostHandler = loadingHandler;
  /** Set when the time was up. */
  timedOut = false;
  /** The limit that was exceeded then, in words; it stays until the next script. */
  exceeded = "";
  /** Set when the script got no more memory. */
  starved = false;
  /** Stack of where the script was when its memory was last seen to run low; else empty. */
  lowAt = "";
  /** Set when the instance crashed and must not be used again. */
  broken = false;
  protected readonly memory: WebAssembly.Memory;
  protected readonly heap: Heap;
  protected readonly layout: MemoryLayout;
  protected readonly runtime: QuickJSRuntime;
  protected readonly context: QuickJSContext;
  /** The function by which the script's side asks. */
  protected readonly host: QuickJSHandle;
  /** What the static data add up to, before anything ran. */
  protected readonly base: number;
  protected readonly limits: Limits;
  /** Whether anything ran since the memory was as at the start. */
  protected dirty = false;
  readonly #time: ScriptTime;
  #looking = false;

  protected constructor(quickJs: QuickJSWASMModule, limits: Limits) {
    this.memory = quickJs.getWasmMemory();
    this.heap = heapOf(quickJs);
    this.layout = findLayout(this.memory, this.heap.addressOf(16));
    const limit = this.layout.heapStart + limits.memory;
    limitGrowth(this.memory, limit, () => this.starved = true);
    const runtime = quickJs.newRuntime();
    this.runtime = runtime;
    this.limits = limits;
    this.#time = new ScriptTime(limits.time);
    runtime.setMemoryLimit(limits.memory);
    runtime.setMaxStackSize(STACK_SIZE);
    const low = limit - limits.memory / 4;
    runtime.setInterruptHandler(() => {
      if (this.memory.buffer.byteLength > low) {
        const stack = this.#look();
        // Brace's own side, which ends a script, says nothing of it.
        if (stack.includes(SCRIPT_NAME)) this.lowAt = stack;
      }
      return this.#isOverdue();
    });
    // The name stays as it is written, since no module is loaded.
    runtime.setModuleLoader(
      (name) => ({ error: new TypeError(importRefusal(name)) }),
      (_, name) => name,
    );
    const context = runtime.newContext();
    this.context = context;
    this.host = context.newFunction("host", () => undefined);
    handleCalls(quickJs, (args) => this.#call(args));
    followMeter(quickJs, () => this.#endOverdue());
    this.base = checksum(this.memory, this.layout.dataEnd);
  }

  /** Gives the next script its full time. */
  renew(): void {
    this.#time.renew();
    this.timedOut = false;
    this.exceeded = "";
    this.starved = false;
    this.lowAt = "";
  }

  /** The text of a string from `call`; frees the string. */
  text(handle: QuickJSHandle): string {
    return handle.consume((it) => this.context.getString(it));
  }

  /** Whether promises have scheduled something. */
  get hasJobs(): boolean {
    return this.runtime.hasPendingJob();
  }

  /** Runs what promises have scheduled, until nothing is left or the time is up. */
  settle(): Escaped | undefined {
    while (this.runtime.hasPendingJob() && !this.timedOut && !this.broken) {
      const escaped = this.enter(() => {
        const result = this.runtime.executePendingJobs(1000);
        return result.error === undefined
          ? { value: this.context.undefined }
          : { error: result.error };
      });
      if (isEscaped(escaped)) return escaped;
    }
    return undefined;
  }

  /** Gives a little more time: for reading where the script was stopped. */
  grant(time: number): void {
    this.#time.renew(time);
    this.timedOut = false;
  }

  /** Takes time away: a script that only waits in tiny steps runs out of it too. */
  charge(time: number): void {
    this.#time.charge(time);
  }

  /** Runs what is inside, for as long as there is time. */
  protected enter(
    run: () =>
      | { value: QuickJSHandle; error?: undefined }
      | { error: QuickJSHandle },
  ): QuickJSHandle | Escaped {
    this.dirty = true;
    const release = holdThread();
    this.#time.begin();
    try {
      const result = run();
      return result.error === undefined
        ? result.value
        : this.#escaped(result.error);
    } catch (error) {
      // The engine below overflowed or trapped: nothing inside can be trusted.
      this.broken = true;
      return {
        name: "InternalError",
        message: error instanceof RangeError
          ? "stack overflow"
          : error instanceof Overdue
          ? "interrupted"
          : "the sandbox crashed",
        stack: error instanceof Overdue ? error.message : "",
      };
    } finally {
      this.#time.end();
      release();
    }
  }

  /** A value as what is inside gets it. */
  protected handle(
    value: QuickJSHandle | string | number | boolean | Uint8Array,
  ): QuickJSHandle {
    switch (typeof value) {
      case "string":
        return this.context.newString(value);
      case "number":
        return this.context.newNumber(value);
      case "boolean":
        return value ? this.context.true : this.context.false;
      default:
        return value instanceof Uint8Array
          ? this.context.newArrayBuffer(value.slice().buffer)
          : value;
    }
  }

  #isOverdue(): boolean {
    if (!this.#time.isOver()) return false;
    // What looks where it was stopped has a time of its own.
    if (!this.timedOut) this.exceeded = this.#time.exceeded;
    return this.timedOut = true;
  }

  /** Ends a script whose time is up where it cannot be asked to end. */
  #endOverdue(): void {
    if (!this.#isOverdue()) return;
    this.#time.extend(LOOKING);
    let stack = "";
    try {
      stack = this.#look();
    } catch {
      // It was in the middle of something; the script's name must do.
    }
    this.#time.exhaust();
    throw new Overdue(stack);
  }

  /** Where the script is: without memory or time there will be no error to tell. */
  #look(): string {
    if (this.#looking) return "";
    this.#looking = true;
    try {
      const { error } = this.context.evalCode("null.x", "brace:look");
      return error?.consume((it) => this.#escaped(it).stack) ?? "";
    } finally {
      this.#looking = false;
    }
  }

  #escaped(error: QuickJSHandle): Escaped {
    const read = (name: string) =>
      this.context.getProp(error, name).consume((handle) =>
        this.context.typeof(handle) === "undefined"
          ? ""
          : this.context.getString(handle)
      );
    const line = Number(read("lineNumber"));
    return {
      name: read("name"),
      message: read("message"),
      stack: read("stack"),
      ...line > 0 ? { line } : {},
    };
  }

  #call(args: CallArguments): number {
    const asked = personTime.total;
    const handled = this.#handled(args);
    this.#time.excuse(personTime.total - asked);
    this.#endOverdue();
    return handled;
  }

  #handled(args: CallArguments): number {
    try {
      const result = this.handler(args.text(0), args.number(1), args.text(2));
      if (result === undefined) return 0;
      if (typeof result === "object" && "error" in result) throw result.error;
      return this.handle(result).value as unknown as number;
    } catch (error) {
      return this.context.throw(error as Error) as unknown as number;
    }
  }
}

/** Whether an outcome is an error that left the instance. */
export function isEscaped(
  outcome: QuickJSHandle | Escaped,
): outcome is Escaped {
  return "stack" in outcome;
}
