import { BR_TABLE, BULK, WasmReader } from "./wasm_reader.ts";

/** Turns of loops between two calls of the host: some hundred microseconds. */
const TURNS = 200_000;
/** Bytes that are copied or filled in the time of a turn; a power of two. */
const BYTES_A_TURN = 16;
/** Only the interpreter tells more cases apart: one for each of its instructions. */
const MAX_TARGETS = 200;

/** How a module is metered. */
export interface MeterOptions {
  /** Name of the imported function, of type (i32) → i32, that is called with 0. */
  readonly host: string;
}

/**
 * Gives every loop of a WebAssembly module a meter: after so many turns of any
 * loops the host is called, which ends what runs too long by throwing. Copying
 * and filling memory, which one instruction does, counts by its bytes. QuickJS
 * asks its host only between steps of a script, so that a single call of a
 * built-in function could go on for ever (justjake/quickjs-emscripten#219).
 */
export function meter(wasm: Uint8Array, { host }: MeterOptions): Uint8Array {
  const sections = sectionsOf(wasm);
  const types = vectorOf(sections, TYPE);
  const imports = importsOf(sections);
  const called = imports.functions.indexOf(host);
  if (called === -1) throw new Error(`The module imports no "${host}"`);
  const functions = vectorOf(sections, FUNCTION);
  const globals = vectorOf(sections, GLOBAL);
  const codes = vectorOf(sections, CODE);
  const turns = imports.globals + globals.count;
  const refill = imports.functions.length + functions.count;
  const charge = refill + 1;
  /** Takes turns away, and calls the host when a test says that none are left. */
  const spending = (amount: readonly number[], test: readonly number[]) => [
    ...[GLOBAL_GET, ...unsigned(turns)],
    ...amount,
    I32_SUB,
    ...[GLOBAL_SET, ...unsigned(turns)],
    ...[GLOBAL_GET, ...unsigned(turns)],
    ...test,
    ...[IF, NO_RESULT],
    ...[CALL, ...unsigned(refill)],
    END,
  ];
  const turn = spending([I32_CONST, 1], [I32_EQZ]);
  const refilling = functionBody([
    ...[I32_CONST, ...signed(TURNS)],
    ...[GLOBAL_SET, ...unsigned(turns)],
    ...[I32_CONST, 0],
    ...[CALL, ...unsigned(called)],
    DROP,
  ]);
  // Takes how many bytes it is about, and gives it back.
  const charging = functionBody([
    ...spending(
      [LOCAL_GET, 0, I32_CONST, Math.log2(BYTES_A_TURN), I32_SHR_U],
      [I32_CONST, 1, I32_LT_S],
    ),
    ...[LOCAL_GET, 0],
  ]);
  const added: ReadonlyMap<number, readonly (readonly number[])[]> = new Map([
    [TYPE, [[FUNCTION_TYPE, 0, 0], [FUNCTION_TYPE, 1, I32, 1, I32]]],
    [FUNCTION, [unsigned(types.count), unsigned(types.count + 1)]],
    [GLOBAL, [[I32, 1, I32_CONST, ...signed(TURNS), END]]],
    [CODE, [refilling, charging]],
  ]);
  const metered = meteredBodies(codes, {
    loop: Uint8Array.from(turn),
    bulk: Uint8Array.from([CALL, ...unsigned(charge)]),
  });
  const out: Uint8Array[] = [wasm.subarray(0, HEADER)];
  for (const { id, content } of sections) {
    const more = added.get(id);
    if (more === undefined) {
      out.push(section(id, [content]));
      continue;
    }
    const { count, entries } = vectorOf(sections, id);
    const head = Uint8Array.from(unsigned(count + more.length));
    const kept = id === CODE ? metered : [entries];
    out.push(section(id, [head, ...kept, Uint8Array.from(more.flat())]));
  }
  return joined(out);
}

const HEADER = 8;
const [TYPE, IMPORT, FUNCTION, GLOBAL, CODE] = [1, 2, 3, 6, 10];
const [BLOCK, LOOP, IF, END] = [0x02, 0x03, 0x04, 0x0b];
const [CALL, DROP] = [0x10, 0x1a];
const [LOCAL_GET, GLOBAL_GET, GLOBAL_SET] = [0x20, 0x23, 0x24];
const [I32_CONST, I32_EQZ, I32_LT_S] = [0x41, 0x45, 0x48];
const [I32_SUB, I32_SHR_U] = [0x6b, 0x76];
const [I32, NO_RESULT, FUNCTION_TYPE] = [0x7f, 0x40, 0x60];
const [MEMORY_COPY, MEMORY_FILL] = [10, 11];

interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

/** A section that is a list. */
interface Vector {
  readonly count: number;
  readonly entries: Uint8Array;
}

function sectionsOf(wasm: Uint8Array): Section[] {
  const reader = new WasmReader(wasm, HEADER);
  const sections: Section[] = [];
  while (!reader.done) {
    const id = reader.byte();
    sections.push({ id, content: reader.bytes(reader.number()) });
  }
  return sections;
}

function vectorOf(sections: readonly Section[], id: number): Vector {
  const found = sections.find((it) => it.id === id);
  if (found === undefined) throw new Error(`The module has no section ${id}`);
  const reader = new WasmReader(found.content);
  return { count: reader.number(), entries: reader.rest() };
}

/** The names of the imported functions, and how many globals are imported. */
function importsOf(
  sections: readonly Section[],
): { functions: string[]; globals: number } {
  const { count, entries } = vectorOf(sections, IMPORT);
  const reader = new WasmReader(entries);
  const functions: string[] = [];
  let globals = 0;
  for (let i = 0; i < count; i++) {
    reader.bytes(reader.number());
    const name = new TextDecoder().decode(reader.bytes(reader.number()));
    switch (reader.byte()) {
      case 0:
        functions.push(name);
        reader.number();
        break;
      case 1:
        reader.byte();
        reader.limits();
        break;
      case 2:
        reader.limits();
        break;
      case 3:
        globals++;
        reader.bytes(2);
        break;
      default:
        throw new Error(`Unknown import "${name}"`);
    }
  }
  return { functions, globals };
}

/** A function's body without locals, behind its length. */
function functionBody(code: readonly number[]): number[] {
  const whole = [0, ...code, END];
  return [...unsigned(whole.length), ...whole];
}

/** What is inserted at the start of each loop, and before memory is copied or filled. */
interface Insertions {
  readonly loop: Uint8Array;
  readonly bulk: Uint8Array;
}

/** The functions' bodies with what is inserted. */
function meteredBodies(
  { count, entries }: Vector,
  insertions: Insertions,
): Uint8Array[] {
  const reader = new WasmReader(entries);
  const out: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const body = reader.bytes(reader.number());
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const [start, kind] of placesOf(body)) {
      parts.push(body.subarray(from, start), insertions[kind]);
      from = start;
    }
    parts.push(body.subarray(from));
    const metered = joined(parts);
    out.push(Uint8Array.from(unsigned(metered.length)), metered);
  }
  return out;
}

/**
 * Where something is inserted into a function, in order. The loop of QuickJS's
 * interpreter is left out: there the host is asked already, and a meter costs a
 * third of the speed.
 */
function placesOf(body: Uint8Array): Map<number, keyof Insertions> {
  const reader = new WasmReader(body);
  const locals = reader.number();
  for (let i = 0; i < locals; i++) {
    reader.number();
    reader.byte();
  }
  const places = new Map<number, keyof Insertions>();
  /** What is open: the start of a loop, or undefined for other blocks. */
  const open: (number | undefined)[] = [];
  while (!reader.done) {
    const { offset } = reader;
    const opcode = reader.byte();
    const operand = body[reader.offset];
    const targets = reader.skipOperands(opcode);
    switch (opcode) {
      case LOOP:
        places.set(reader.offset, "loop");
        open.push(reader.offset);
        break;
      case BLOCK:
      case IF:
        open.push(undefined);
        break;
      case END:
        open.pop();
        break;
      case BULK:
        if (operand === MEMORY_COPY || operand === MEMORY_FILL) {
          places.set(offset, "bulk");
        }
        break;
      case BR_TABLE: {
        const loop = open.findLast((it) => it !== undefined);
        if (targets > MAX_TARGETS && loop !== undefined) places.delete(loop);
      }
    }
  }
  return places;
}

function section(id: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = joined(parts);
  return joined([Uint8Array.from([id, ...unsigned(content.length)]), content]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  do {
    const rest = value >>> 7;
    bytes.push(value & 0x7f | (rest === 0 ? 0 : 0x80));
    value = rest;
  } while (value !== 0);
  return bytes;
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (;;) {
    const byte = value & 0x7f;
    value >>= 7;
    const last = value === 0 && (byte & 0x40) === 0 ||
      value === -1 && (byte & 0x40) !== 0;
    bytes.push(last ? byte : byte | 0x80);
    if (last) return bytes;
  }
}
