import { heldTime } from "../held_time.ts";
import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from "quickjs-emscripten-core";
import type { ScriptContext } from "../../script/border/types.ts";
import { loadingHandler } from "./host_result.ts";
import type { HostHandler, HostResult } from "./host_handler.ts";
import { SCRIPT_NAME } from "../../script/position.ts";
import {
  checksum,
  findLayout,
  type MemoryImage,
  type MemoryLayout,
  restoreImage,
  takeImage,
} from "./memory_image.ts";
import {
  type Arguments,
  followMeter,
  handleCalls,
  type Heap,
  heapOf,
  limitGrowth,
  loadQuickJs,
} from "./quickjs.ts";
import { loadSnapshot, type Snapshot } from "./snapshot.ts";

/** Limits of what scripts may use. */
export interface Limits {
  /** Milliseconds that a script may run, without the time it waits. */
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

/** The functions that the script's side offers. */
const ENTRIES = [
  "start",
  "end",
  "evaluate",
  "settle",
  "define",
] as const;
type Entry = typeof ENTRIES[number];

// QuickJS frames also use the stack of the engine that runs it, so this
// cannot grow much before that one overflows first (no upstream issue known).
const STACK_SIZE = 256 * 1024;
const MAX_REMEMBERED = 1_000;
/** Milliseconds that finding out where a script is may take. */
const LOOKING = 50;

/** Ends a script that QuickJS itself does not end (justjake/quickjs-emscripten#219): thrown through all that is under way. */
class Overdue extends Error {}

/**
 * One QuickJS with a memory of its own. Its state after start-up is kept as a
 * copy of that memory; going back to it undoes whatever a script changed,
 * in far less time than a new instance takes.
 */
export class Instance {
  /** Handles what the script's side asks; set by the one who runs a script. */
  handler: HostHandler = loadingHandler;
  /**
   * What a script finds: everything as at the start; what scripts of one
   * request left, and only they may find; or what nobody may.
   */
  found: "start" | ScriptContext | undefined;
  /** Sources of modules that a script may ask for while it runs. */
  offered: ReadonlyMap<string, string> | undefined;
  /** How many scripts ran since everything was as at the start. */
  scripts = 0;
  /** Set when the time was up. */
  timedOut = false;
  /** Set when the script got no more memory. */
  starved = false;
  /** Stack of where the script was when its memory was last seen to run low; else empty. */
  lowAt = "";
  /** Set when the instance crashed and must not be used again. */
  broken = false;
  readonly #memory: WebAssembly.Memory;
  readonly #heap: Heap;
  readonly #layout: MemoryLayout;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #host: QuickJSHandle;
  readonly #base: number;
  #entries!: Record<Entry, QuickJSHandle>;
  readonly #limits: Limits;
  readonly #modules = new Set<string>();
  /** What was compiled since the memory was restored, by its code. */
  readonly #kept = new Map<string, QuickJSHandle>();
  /** Scripts whose modules are all there. */
  readonly #loadedFor = new Set<string>();
  #deadline = Infinity;
  #left: number;
  #pristine: MemoryImage = { parts: [] };
  #dirty = false;
  #looking = false;

  private constructor(quickJs: QuickJSWASMModule, limits: Limits) {
    this.#memory = quickJs.getWasmMemory();
    this.#heap = heapOf(quickJs);
    this.#layout = findLayout(this.#memory, this.#heap.addressOf(16));
    const limit = this.#layout.heapStart + limits.memory;
    limitGrowth(this.#memory, limit, () => this.starved = true);
    const runtime = quickJs.newRuntime();
    this.#runtime = runtime;
    this.#limits = limits;
    this.#left = limits.time;
    runtime.setMemoryLimit(limits.memory);
    runtime.setMaxStackSize(STACK_SIZE);
    const low = limit - limits.memory / 4;
    runtime.setInterruptHandler(() => {
      if (this.#memory.buffer.byteLength > low) {
        const stack = this.#look();
        // Brace's own side, which ends a script, says nothing of it.
        if (stack.includes(SCRIPT_NAME)) this.lowAt = stack;
      }
      if (performance.now() <= this.#deadline) return false;
      this.timedOut = true;
      return true;
    });
    runtime.setModuleLoader((name) => ({
      error: new TypeError(
        `Cannot import "${name}": scripts load modules with require()`,
      ),
    }));
    const context = runtime.newContext();
    this.#context = context;
    this.#host = context.newFunction("host", () => undefined);
    handleCalls(quickJs, (args) => this.#call(args));
    followMeter(quickJs, () => this.#endOverdue());
    this.#base = checksum(this.#memory, this.#layout.dataEnd);
  }

  /** Starts an instance and the script's side in it: from the snapshot, where that fits. */
  static async start(limits: Limits): Promise<Instance> {
    const [quickJs, snapshot, { StaticLifetime }] = await Promise.all([
      loadQuickJs(),
      loadSnapshot(),
      import("quickjs-emscripten-core"),
    ]);
    const instance = new Instance(quickJs, limits);
    // Another QuickJS than the build's lays its memory out in another way.
    if (snapshot.base !== instance.#base) await instance.#install();
    else {
      instance.#resume(
        snapshot,
        (address) =>
          new StaticLifetime(
            address as unknown as QuickJSHandle["value"],
            instance.#runtime,
          ) as QuickJSHandle,
      );
    }
    return instance;
  }

  /** Starts an instance without the snapshot: what a snapshot is made of. */
  static async startAnew(limits: Limits): Promise<Instance> {
    const instance = new Instance(await loadQuickJs(), limits);
    await instance.#install();
    return instance;
  }

  /** What the next script finds. */
  get snapshot(): Snapshot {
    const entries = ENTRIES.map((name) =>
      [name, this.#entries[name].value as unknown as number] as const
    );
    return {
      base: this.#base,
      image: this.#pristine,
      entries: Object.fromEntries(entries),
      modules: [...this.#modules],
    };
  }

  /** Adds modules to what every later script finds. */
  addModules(sources: ReadonlyMap<string, string>): void {
    for (const [name, source] of sources) {
      if (this.#modules.has(name)) continue;
      this.restore();
      this.#modules.add(name);
      const factory = this.#context.unwrapResult(
        this.#context.evalCode(...moduleCode(name, source)),
      );
      const key = this.#context.newString(name);
      this.#context.unwrapResult(
        this.#context.callFunction(
          this.#entries.define,
          this.#context.undefined,
          key,
          factory,
        ),
      ).dispose();
      key.dispose();
      factory.dispose();
      this.#keep();
    }
    this.renew();
  }

  /** Whether a module is there. */
  hasModule(name: string): boolean {
    return this.#modules.has(name);
  }

  /** Whether all that a script asks for is there. */
  isLoadedFor(code: string): boolean {
    return this.#loadedFor.has(code);
  }

  /** Remembers that all that a script asks for is there. */
  setLoadedFor(code: string): void {
    if (this.#loadedFor.size >= MAX_REMEMBERED) this.#loadedFor.clear();
    this.#loadedFor.add(code);
  }

  /** Gives the next script its full time. */
  renew(): void {
    this.scripts++;
    this.#left = this.#limits.time;
    this.timedOut = false;
    this.starved = false;
    this.lowAt = "";
  }

  /** Undoes whatever scripts changed, and gives the next one its full time. */
  restore(): void {
    this.renew();
    this.found = "start";
    this.scripts = 0;
    if (!this.#dirty) return;
    this.#restoreTo(this.#pristine);
  }

  /** Bytes of memory that are in use only by the last script; memory never shrinks. */
  get waste(): number {
    const used = this.#pristine.parts.reduce((n, [, b]) => n + b.length, 0);
    return this.#memory.buffer.byteLength - used;
  }

  /**
   * Compiles an expression and gives its value, or what escaped. With `keep`
   * the value is there for the next time, until the memory is restored.
   */
  compile(
    code: string,
    name: string,
    { keep = false } = {},
  ): QuickJSHandle | Escaped {
    const kept = this.#kept.get(code);
    if (kept !== undefined) return kept;
    const compiled = this.#enter(() => this.#context.evalCode(code, name));
    if (keep && !isEscaped(compiled)) this.#kept.set(code, compiled);
    return compiled;
  }

  /** Compiles a file's function while the script's side waits for it. */
  compileFile(source: string, name: string): HostResult {
    // A file that is a program, too, begins with its interpreter.
    const code = source.replace(/^#!/, "//");
    return this.#compileModule(
      `(function(module,exports,require,__filename,__dirname){\n${code}\n})`,
      name,
    );
  }

  /** The same for a module that is offered; undefined for any other. */
  compileOffered(name: string): HostResult {
    const source = this.offered?.get(name);
    if (source === undefined) return undefined;
    return this.#compileModule(...moduleCode(name, source));
  }

  #compileModule(code: string, name: string): HostResult {
    const result = this.#context.evalCode(code, name);
    return result.error === undefined ? result.value : { error: result.error };
  }

  /** Calls a function of the script's side. */
  call(
    entry: Entry,
    ...args: readonly (QuickJSHandle | string | number | boolean | Uint8Array)[]
  ): QuickJSHandle | Escaped {
    const context = this.#context;
    const handles = args.map((arg) => this.#handle(arg));
    const result = this.#enter(() =>
      context.callFunction(this.#entries[entry], context.undefined, handles)
    );
    if (!this.broken) {
      handles.forEach((handle, i) => {
        if (handle !== args[i]) handle.dispose();
      });
    }
    return result;
  }

  /** The text of a string that `call` gave, which is let go. */
  text(handle: QuickJSHandle): string {
    return handle.consume((it) => this.#context.getString(it));
  }

  /** Whether promises have scheduled something. */
  get hasJobs(): boolean {
    return this.#runtime.hasPendingJob();
  }

  /** Runs what promises have scheduled, until nothing is left or the time is up. */
  settle(): Escaped | undefined {
    while (this.#runtime.hasPendingJob() && !this.timedOut && !this.broken) {
      const escaped = this.#enter(() => {
        const result = this.#runtime.executePendingJobs(1000);
        return result.error === undefined
          ? { value: this.#context.undefined }
          : { error: result.error };
      });
      if (isEscaped(escaped)) return escaped;
    }
    return undefined;
  }

  /** Gives a little more time: for reading where the script was stopped. */
  grant(time: number): void {
    this.#left = time;
    this.timedOut = false;
  }

  /** Takes running time away: a script that only waits in tiny steps runs out of it too. */
  charge(time: number): void {
    this.#left -= time;
  }

  #enter(
    run: () =>
      | { value: QuickJSHandle; error?: undefined }
      | { error: QuickJSHandle },
  ): QuickJSHandle | Escaped {
    this.#dirty = true;
    const start = performance.now();
    this.#deadline = start + Math.max(0, this.#left);
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
      const time = performance.now() - start;
      this.#left -= time;
      heldTime.add(time);
      this.#deadline = Infinity;
    }
  }

  /** Ends a script whose time is up where it cannot be asked to end. */
  #endOverdue(): void {
    const now = performance.now();
    if (now <= this.#deadline) return;
    this.timedOut = true;
    this.#deadline = now + LOOKING;
    let stack = "";
    try {
      stack = this.#look();
    } catch {
      // It was in the middle of something; the script's name must do.
    }
    this.#deadline = -Infinity;
    throw new Overdue(stack);
  }

  /** Where the script is: without memory or time there will be no error to tell. */
  #look(): string {
    if (this.#looking) return "";
    this.#looking = true;
    try {
      const { error } = this.#context.evalCode("null.x", "brace:look");
      return error?.consume((it) => this.#escaped(it).stack) ?? "";
    } finally {
      this.#looking = false;
    }
  }

  #escaped(error: QuickJSHandle): Escaped {
    const read = (name: string) =>
      this.#context.getProp(error, name).consume((handle) =>
        this.#context.typeof(handle) === "undefined"
          ? ""
          : this.#context.getString(handle)
      );
    const line = Number(read("lineNumber"));
    return {
      name: read("name"),
      message: read("message"),
      stack: read("stack"),
      ...line > 0 ? { line } : {},
    };
  }

  async #install(): Promise<void> {
    const { default: prelude } = await import("./modules/generated/prelude.ts");
    const context = this.#context;
    const install = context.unwrapResult(
      context.evalCode(
        `(function(){var module={};${prelude}\nreturn module.exports})()`,
        "brace:prelude",
      ),
    );
    const installed = context.unwrapResult(
      context.callFunction(install, context.undefined, this.#host),
    );
    this.#entries = entriesOf((name) => context.getProp(installed, name));
    this.#keep();
  }

  #resume(
    { image, entries, modules }: Snapshot,
    handle: (address: number) => QuickJSHandle,
  ): void {
    this.#pristine = image;
    this.#entries = entriesOf((name) => handle(entries[name]));
    for (const name of modules) this.#modules.add(name);
    this.#restoreTo(image);
  }

  #restoreTo(image: MemoryImage): void {
    restoreImage(this.#memory, image);
    this.#kept.clear();
    // The one limit that QuickJS keeps in its memory: a snapshot has another.
    this.#runtime.setMemoryLimit(this.#limits.memory);
    this.#dirty = false;
  }

  #keep(): void {
    // Promises that starting left: each script would find them, and wait for them.
    this.settle();
    this.#pristine = takeImage(this.#memory, this.#layout, this.#heapEnd());
    this.#dirty = false;
  }

  /** Where the heap ends: a block as large as the heap fits only behind it. */
  #heapEnd(): number {
    const used = this.#pristine.parts.reduce((n, [, b]) => n + b.length, 0);
    return this.#heap.addressOf(Math.max(2 * used, 1024 * 1024));
  }

  #call(args: Arguments): number {
    const handled = this.#handled(args);
    this.#endOverdue();
    return handled;
  }

  #handled(args: Arguments): number {
    try {
      const result = this.handler(args.text(0), args.number(1), args.text(2));
      if (result === undefined) return 0;
      if (typeof result === "object" && "error" in result) throw result.error;
      return this.#handle(result).value as unknown as number;
    } catch (error) {
      return this.#context.throw(error as Error) as unknown as number;
    }
  }

  #handle(
    value: QuickJSHandle | string | number | boolean | Uint8Array,
  ): QuickJSHandle {
    switch (typeof value) {
      case "string":
        return this.#context.newString(value);
      case "number":
        return this.#context.newNumber(value);
      case "boolean":
        return value ? this.#context.true : this.#context.false;
      default:
        return value instanceof Uint8Array
          ? this.#context.newArrayBuffer(value.slice().buffer)
          : value;
    }
  }
}

function moduleCode(name: string, source: string): [string, string] {
  return [
    `(function(module,exports,require){${source}\n})`,
    `brace:module/${name}`,
  ];
}

function entriesOf(
  handle: (name: Entry) => QuickJSHandle,
): Record<Entry, QuickJSHandle> {
  return Object.fromEntries(
    ENTRIES.map((name) => [name, handle(name)]),
  ) as Record<Entry, QuickJSHandle>;
}

/** Whether an outcome is an error that left the instance. */
export function isEscaped(
  outcome: QuickJSHandle | Escaped,
): outcome is Escaped {
  return "stack" in outcome;
}
