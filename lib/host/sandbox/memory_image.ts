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
// Kept besides: the heap does not begin exactly at the first thing on it.
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
  const stack = new Uint8Array(memory.buffer, dataEnd, 64 * 1024);
  return stack.every((byte) => byte === 0)
    ? { dataEnd, heapStart: firstOnHeap - MARGIN }
    : { dataEnd: 0, heapStart: 0 };
}

/**
 * Copies static data and heap. The stack is left out: between calls nothing
 * on it is in use.
 */
export function takeImage(
  memory: WebAssembly.Memory,
  { dataEnd, heapStart }: MemoryLayout,
  heapEnd: number,
): MemoryImage {
  const bytes = new Uint8Array(memory.buffer);
  return {
    parts: [[0, bytes.slice(0, dataEnd)], [
      heapStart,
      bytes.slice(heapStart, heapEnd),
    ]],
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
