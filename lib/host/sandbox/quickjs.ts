import {
  type EmscriptenModuleLoader,
  newQuickJSWASMModuleFromVariant,
  type QuickJSEmscriptenModule,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import variant from "@jitl/quickjs-wasmfile-release-sync";

let compiled: Promise<WebAssembly.Module> | undefined;

/** A new QuickJS instance with a memory of its own; loaded only when a script runs. */
export async function loadQuickJs(): Promise<QuickJSWASMModule> {
  const module = await (compiled ??= compile());
  return await newQuickJSWASMModuleFromVariant(
    // Its types are those of CommonJS.
    withoutNode(variant as unknown as QuickJSSyncVariant, module),
  );
}

/** Compiled once a process: every instance shares the code. */
async function compile(): Promise<WebAssembly.Module> {
  const { default: wasm } = await import(
    "./modules/generated/quickjs_wasm.js"
  );
  return await WebAssembly.compile(Uint8Array.fromBase64(wasm));
}

/**
 * The variant's loader imports node:fs when it finds `process`, which takes
 * longer than everything else. It would read the package's WebAssembly with
 * it, which is neither permitted nor, in the binary, there
 * (emscripten-core/emscripten#12203).
 */
function withoutNode(
  variant: QuickJSSyncVariant,
  module: WebAssembly.Module,
): QuickJSSyncVariant {
  const instantiateWasm = (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ) => {
    const instance = new WebAssembly.Instance(module, imports);
    receive(instance);
    return instance.exports;
  };
  return {
    ...variant,
    importModuleLoader: async () => {
      const loaded = await variant.importModuleLoader();
      const load =
        ("default" in loaded
          ? loaded.default
          : loaded) as EmscriptenModuleLoader<QuickJSEmscriptenModule>;
      return (rest) => {
        // A crash shows in the error that it throws.
        const options = { ...rest, instantiateWasm, printErr: () => {} };
        const process = Object.getOwnPropertyDescriptor(globalThis, "process");
        if (process?.configurable !== true) return load(options);
        Object.defineProperty(globalThis, "process", {
          value: undefined,
          configurable: true,
        });
        try {
          return load(options);
        } finally {
          Object.defineProperty(globalThis, "process", process);
        }
      };
    },
  };
}

/** The heap of an instance. */
export interface Heap {
  /** Where a new block of this many bytes would lie. */
  addressOf(size: number): number;
  /** What is free before an address, by start and end; what is small is left out. */
  freeBefore(end: number): readonly (readonly [start: number, end: number])[];
}

/** Free areas are looked for with blocks from this size on, down to the other. */
const LARGEST_FREE = 512 * 1024;
const SMALLEST_FREE = 1024;
/** At its start and its end the allocator keeps what it knows of a free area. */
const FREE_MARGIN = 64;

/** The heap of an instance; its allocator has no public name. */
export function heapOf(quickJs: QuickJSWASMModule): Heap {
  const { module } = quickJs as unknown as {
    module: { _malloc(size: number): number; _free(address: number): void };
  };
  return {
    addressOf: (size) => {
      const address = module._malloc(size);
      module._free(address);
      return address;
    },
    // What a block can be had of is free. The areas are as before in the end.
    freeBefore(end) {
      const taken: [start: number, end: number][] = [];
      for (let size = LARGEST_FREE; size >= SMALLEST_FREE;) {
        const address = module._malloc(size);
        if (address !== 0 && address + size <= end) {
          taken.push([address, address + size]);
          continue;
        }
        module._free(address);
        size /= 2;
      }
      for (const [address] of taken) module._free(address);
      return taken.sort(([a], [b]) => a - b)
        .map(([start, end]) => [start + FREE_MARGIN, end - FREE_MARGIN]);
    },
  };
}

/**
 * Lets a memory grow to a number of bytes only. QuickJS's own limit counts
 * blocks without their sizes in this build, so it holds back nothing but
 * single large blocks (justjake/quickjs-emscripten#271). `onRefused` hears of
 * each growth that is refused.
 */
export function limitGrowth(
  memory: WebAssembly.Memory,
  limit: number,
  onRefused: () => void,
): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65536 > limit) {
      onRefused();
      throw new RangeError("The memory limit is reached");
    }
    return grow(pages);
  };
}

/** Characters up to which a text is read one by one. */
const SHORT = 64;

/** Reads the arguments of a call. */
export interface CallArguments {
  text(index: number): string;
  number(index: number): number;
}

/**
 * Lets one function handle the calls of every host function: it gives away a
 * value by its address, 0 for undefined. The library's own way to a function
 * makes a scope and a handle for each value (no upstream issue known).
 */
export function handleCalls(
  quickJs: QuickJSWASMModule,
  handle: (args: CallArguments) => number,
): void {
  const ffi = quickJs.getFFI() as unknown as BorderFunctions;
  const { module } = quickJs as unknown as {
    module: {
      UTF8ToString(address: number): string;
      callbacks: {
        callFunction(...call: [unknown, ...numbers: number[]]): number;
      };
    };
  };
  const memory = quickJs.getWasmMemory();
  module.callbacks.callFunction = (_asyncify, context, _this, _count, list) =>
    handle({
      text(index) {
        const value = ffi.QTS_ArgvGetJSValueConstPointer(list, index);
        const characters = ffi.QTS_GetString(context, value);
        const text = shortText(memory, characters) ??
          module.UTF8ToString(characters);
        ffi.QTS_FreeCString(context, characters);
        return text;
      },
      number: (index) =>
        ffi.QTS_GetFloat64(
          context,
          ffi.QTS_ArgvGetJSValueConstPointer(list, index),
        ),
    });
}

/**
 * Calls a function now and then while anything runs, a single call of a
 * built-in function included; see `.ci/sandbox/meter.ts`. What it throws ends
 * everything that the instance is at, which must not be used again.
 */
export function followMeter(
  quickJs: QuickJSWASMModule,
  tick: () => void,
): void {
  const { module } = quickJs as unknown as {
    module: {
      callbacks: {
        shouldInterrupt(asyncify: unknown, runtime: number): number;
      };
    };
  };
  const asked = module.callbacks.shouldInterrupt;
  module.callbacks.shouldInterrupt = (asyncify, runtime) => {
    if (runtime !== 0) return asked(asyncify, runtime);
    tick();
    return 0;
  };
}

/** A short ASCII text that ends with NUL; undefined for any other: a decoder costs more than the text. */
function shortText(
  { buffer }: WebAssembly.Memory,
  address: number,
): string | undefined {
  const length = Math.min(SHORT, buffer.byteLength - address);
  const bytes = new Uint8Array(buffer, address, length);
  let text = "";
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    if (byte === 0) return text;
    if (byte > 127) return undefined;
    text += String.fromCharCode(byte);
  }
  return undefined;
}

/** Functions of QuickJS; everything is an address or a number. */
interface BorderFunctions {
  QTS_ArgvGetJSValueConstPointer(list: number, index: number): number;
  QTS_GetString(context: number, value: number): number;
  QTS_FreeCString(context: number, characters: number): void;
  QTS_GetFloat64(context: number, value: number): number;
}

/** Where things lie in an instance's memory, in bytes. */
export interface MemoryLayout {
  /** End of the static data, at its start. */
  readonly dataEnd: number;
  /** Start of the heap. Between the two lies the stack. */
  readonly heapStart: number;
}

/** A copy of what an instance's memory holds, to go back to. */
export interface MemoryImage {
  readonly parts: readonly (readonly [offset: number, bytes: Uint8Array])[];
}

// The stack of Emscripten's builds of QuickJS.
const STACK = 5 * 1024 * 1024;
// Extra bytes to keep: the heap begins a little before its first object.
const MARGIN = 1024;

/**
 * Finds the layout by the address of the first thing on the heap; when it is
 * not as expected, everything counts as heap.
 */
export function findLayout(
  memory: WebAssembly.Memory,
  firstOnHeap: number,
): MemoryLayout {
  const dataEnd = firstOnHeap - STACK + MARGIN;
  if (dataEnd <= MARGIN) return { dataEnd: 0, heapStart: 0 };
  // Words, since each instance pays for looking at them.
  const stack = new Int32Array(memory.buffer, (dataEnd + 3) & ~3, 16 * 1024);
  return stack.every((word) => word === 0)
    ? { dataEnd, heapStart: firstOnHeap - MARGIN }
    : { dataEnd: 0, heapStart: 0 };
}

/**
 * Copies static data and heap. The stack is left out: between calls nothing
 * on it is in use. So are free areas of the heap: a copy that stays in the
 * processor's cache is written back in a fifth of the time.
 */
export function takeImage(
  memory: WebAssembly.Memory,
  { dataEnd, heapStart }: MemoryLayout,
  heap: Heap,
  heapEnd: number,
): MemoryImage {
  const free = heap.freeBefore(heapEnd);
  const bytes = new Uint8Array(memory.buffer);
  const starts = [heapStart, ...free.map(([, end]) => end)];
  const ends = [...free.map(([start]) => start), heapEnd];
  return {
    parts: [
      [0, bytes.slice(0, dataEnd)],
      ...starts.map((start, at) =>
        [start, bytes.slice(start, ends[at])] as const
      ),
    ],
  };
}

/** Writes a copy back. What lies outside of it is unused memory. */
export function restoreImage(
  memory: WebAssembly.Memory,
  image: MemoryImage,
): void {
  const bytes = new Uint8Array(memory.buffer);
  for (const [offset, part] of image.parts) bytes.set(part, offset);
}

/** A number that tells apart what the start of a memory holds, up to `end` bytes. */
export function checksum(memory: WebAssembly.Memory, end: number): number {
  const words = new Int32Array(memory.buffer, 0, end >> 2);
  let sum = 0;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum, 31) + words[i] | 0;
  }
  return sum;
}
