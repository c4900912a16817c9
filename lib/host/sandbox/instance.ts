import { type QuickJSHandle, StaticLifetime } from "quickjs-emscripten-core";
import type { ScriptContext } from "../../core/script/border/types.ts";
import { bracketed } from "../../core/script/bare_calls.ts";
import type { ModuleCode } from "../../core/script/module_code.ts";
import type { FileProblem } from "./file_code.ts";
import type { HostResult } from "./host_result.ts";
import {
  type Escaped,
  isEscaped,
  LimitedQuickJs,
  type Limits,
} from "./limited_quickjs.ts";
import { type MemoryImage, restoreImage, takeImage } from "./quickjs.ts";
import { loadQuickJs } from "./quickjs.ts";

/** The functions that the script's side offers. */
const ENTRIES = [
  "start",
  "end",
  "evaluate",
  "settle",
  "define",
] as const;
type Entry = typeof ENTRIES[number];

const MAX_REMEMBERED = 1_000;

/**
 * One QuickJS with the script's side in it. Its state after start-up is kept as
 * a copy of its memory; going back to it undoes whatever a script changed, in
 * far less time than a new instance takes.
 */
export class Instance extends LimitedQuickJs {
  /**
   * What a script finds: everything as at the start; what scripts of one
   * request left, and only they may find; or what nobody may.
   */
  found: "start" | ScriptContext | undefined;
  /** Sources of modules that a script may ask for while it runs. */
  offered: ReadonlyMap<string, string> | undefined;
  /** How many scripts ran since everything was as at the start. */
  scripts = 0;
  #entries!: Record<Entry, QuickJSHandle>;
  readonly #modules = new Set<string>();
  /** What was compiled since the memory was restored, by its code. */
  readonly #kept = new Map<string, QuickJSHandle>();
  /** Scripts whose modules are all there. */
  readonly #loadedFor = new Set<string>();
  #pristine: MemoryImage = { parts: [] };

  /** Starts an instance and the script's side in it: from the snapshot, where that fits. */
  static async start(limits: Limits): Promise<Instance> {
    const [quickJs, snapshot] = await Promise.all([
      loadQuickJs(),
      loadSnapshot(),
    ]);
    const instance = new Instance(quickJs, limits);
    // Another QuickJS than the build's lays its memory out in another way.
    if (snapshot.base !== instance.base) await instance.#install();
    else {
      instance.#resume(
        snapshot,
        (address) =>
          new StaticLifetime(
            address as unknown as QuickJSHandle["value"],
            instance.runtime,
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
      base: this.base,
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
      const factory = this.context.unwrapResult(
        this.context.evalCode(...moduleCode(name, source)),
      );
      const key = this.context.newString(name);
      this.context.unwrapResult(
        this.context.callFunction(
          this.#entries.define,
          this.context.undefined,
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

  override renew(): void {
    this.scripts++;
    super.renew();
  }

  /** Undoes whatever scripts changed, and gives the next one its full time. */
  restore(): void {
    this.renew();
    this.found = "start";
    this.scripts = 0;
    if (!this.dirty) return;
    this.#restoreTo(this.#pristine);
  }

  /** Bytes of memory that are in use only by the last script; memory never shrinks. */
  get waste(): number {
    const used = this.#pristine.parts.reduce((n, [, b]) => n + b.length, 0);
    return this.memory.buffer.byteLength - used;
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
    const compiled = this.enter(() => this.context.evalCode(code, name));
    if (keep && !isEscaped(compiled)) this.#kept.set(code, compiled);
    return compiled;
  }

  /** Compiles a file's function while the script's side waits for it. */
  compileFile(source: ModuleCode | FileProblem, name: string): HostResult {
    if (!("code" in source)) {
      return this.#compileModule(throwing(source, name), name);
    }
    // A file that is a program, too, begins with its interpreter.
    const code = bracketed(source).replace(/^#!/, "//");
    return this.#compileModule(
      `(function(module,exports,require,__filename,__dirname,$brace){${source.head}\n${code}\n${source.tail}})`,
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
    const result = this.context.evalCode(code, name);
    return result.error === undefined ? result.value : { error: result.error };
  }

  /** Calls a function of the script's side. */
  call(
    entry: Entry,
    ...args: readonly (QuickJSHandle | string | number | boolean | Uint8Array)[]
  ): QuickJSHandle | Escaped {
    const context = this.context;
    const handles = args.map((arg) => this.handle(arg));
    const result = this.enter(() =>
      context.callFunction(this.#entries[entry], context.undefined, handles)
    );
    if (!this.broken) {
      handles.forEach((handle, i) => {
        if (handle !== args[i]) handle.dispose();
      });
    }
    return result;
  }

  async #install(): Promise<void> {
    const { default: prelude } = await import("./modules/generated/prelude.ts");
    const context = this.context;
    const install = context.unwrapResult(
      context.evalCode(
        `(function(){var module={};${prelude}\nreturn module.exports})()`,
        "brace:prelude",
      ),
    );
    const installed = context.unwrapResult(
      context.callFunction(install, context.undefined, this.host),
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
    restoreImage(this.memory, image);
    this.#kept.clear();
    // The one limit that QuickJS keeps in its memory: a snapshot has another.
    this.runtime.setMemoryLimit(this.limits.memory);
    this.dirty = false;
  }

  #keep(): void {
    // Promises that starting left: each script would find them, and wait for them.
    this.settle();
    this.#pristine = takeImage(
      this.memory,
      this.layout,
      this.heap,
      this.#heapEnd(),
    );
    this.dirty = false;
  }

  /** Where the heap ends: a block as large as the heap fits only behind it. */
  #heapEnd(): number {
    const [offset, bytes] = this.#pristine.parts.at(-1) ?? [0, []];
    const used = offset + bytes.length - this.layout.heapStart;
    return this.heap.addressOf(Math.max(2 * used, 1024 * 1024));
  }
}

/** Code that fails as if at the place where a file cannot be compiled. */
function throwing({ message, line, column }: FileProblem, name: string) {
  // A line stands before those of a file.
  const error = {
    lineNumber: line + 1,
    stack: `    at ${name}:${line + 1}:${column}\n`,
  };
  return `throw Object.assign(new SyntaxError(${JSON.stringify(message)}),${
    JSON.stringify(error)
  })`;
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

/** An instance's memory after start-up, as the build keeps it: starting from it saves most of the start. */
interface Snapshot {
  /** What the static data add up to where the snapshot fits: before the script's side is installed. */
  readonly base: number;
  readonly image: MemoryImage;
  /** Addresses of the functions that the script's side offers. */
  readonly entries: Readonly<Record<string, number>>;
  /** The modules that are loaded in it. */
  readonly modules: readonly string[];
}

/** A snapshot as text, but for the bytes that are in a second file. */
export interface StoredSnapshot extends Omit<Snapshot, "image"> {
  /** Offset and length of each part of the memory, in turns. */
  readonly parts: readonly number[];
  /** The bytes of the parts, one behind the other, in Base64. */
  readonly bytes: string;
}

let snapshot: Promise<Snapshot> | undefined;

/** Loads the snapshot that the build has made (`.ci/sandbox/snapshot.ts`), once a process: nobody changes it. */
function loadSnapshot(): Promise<Snapshot> {
  return snapshot ??= readSnapshot();
}

async function readSnapshot(): Promise<Snapshot> {
  const [{ default: first }, { default: second }] = await Promise.all([
    import("./modules/generated/snapshot.js"),
    import("./modules/generated/snapshot_rest.js"),
  ]);
  const { parts, bytes, ...rest }: StoredSnapshot = first;
  const lengths = parts.filter((_, at) => at % 2 === 1);
  const all = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  const { written } = all.setFromBase64(bytes);
  all.subarray(written).setFromBase64(second);
  let read = 0;
  const image: MemoryImage = {
    parts: lengths.map((length, at) =>
      [parts[2 * at], all.subarray(read, read += length)] as const
    ),
  };
  return { ...rest, image };
}
