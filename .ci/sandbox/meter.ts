import { BR_TABLE, WasmReader } from "./wasm_reader.ts";

/** Turns of loops between two calls of the host: some hundred microseconds. */
const TURNS = 200_000;
/** Only the interpreter tells more cases apart: one for each of its instructions. */
const MAX_TARGETS = 200;

/** How a module is metered. */
export interface MeterOptions {
  /** Name of the imported function, of type (i32) → i32, that is called with 0. */
  readonly host: string;
}

/**
 * Gives every loop of a WebAssembly module a meter: after so many turns of any
 * loops the host is called, which ends what runs too long by throwing. QuickJS
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
  const insertion = [
    ...[GLOBAL_GET, ...unsigned(turns)],
    ...[I32_CONST, 1],
    I32_SUB,
    ...[GLOBAL_SET, ...unsigned(turns)],
    ...[GLOBAL_GET, ...unsigned(turns)],
    I32_EQZ,
    ...[IF, NO_RESULT],
    ...[CALL, ...unsigned(refill)],
    END,
  ];
  const refilling = [
    0, // No locals.
    ...[I32_CONST, ...signed(TURNS)],
    ...[GLOBAL_SET, ...unsigned(turns)],
    ...[I32_CONST, 0],
    ...[CALL, ...unsigned(called)],
    DROP,
    END,
  ];
  const added: ReadonlyMap<number, readonly number[]> = new Map([
    [TYPE, [0x60, 0, 0]],
    [FUNCTION, unsigned(types.count)],
    [GLOBAL, [I32, 1, I32_CONST, ...signed(TURNS), END]],
    [CODE, [...unsigned(refilling.length), ...refilling]],
  ]);
  const metered = meteredBodies(codes, insertion);
  const out: Uint8Array[] = [wasm.subarray(0, HEADER)];
  for (const { id, content } of sections) {
    const more = added.get(id);
    if (more === undefined) {
      out.push(section(id, [content]));
      continue;
    }
    const { count, entries } = vectorOf(sections, id);
    const head = Uint8Array.from(unsigned(count + 1));
    const kept = id === CODE ? metered : [entries];
    out.push(section(id, [head, ...kept, Uint8Array.from(more)]));
  }
  return joined(out);
}

const HEADER = 8;
const [TYPE, IMPORT, FUNCTION, GLOBAL, CODE] = [1, 2, 3, 6, 10];
const [BLOCK, LOOP, IF, END] = [0x02, 0x03, 0x04, 0x0b];
const [CALL, DROP] = [0x10, 0x1a];
const [GLOBAL_GET, GLOBAL_SET] = [0x23, 0x24];
const [I32_CONST, I32_EQZ, I32_SUB] = [0x41, 0x45, 0x6b];
const [I32, NO_RESULT] = [0x7f, 0x40];

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

/** The functions' bodies with what is inserted at the start of each loop. */
function meteredBodies(
  { count, entries }: Vector,
  insertion: readonly number[],
): Uint8Array[] {
  const reader = new WasmReader(entries);
  const inserted = Uint8Array.from(insertion);
  const out: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const body = reader.bytes(reader.number());
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const start of loopsOf(body)) {
      parts.push(body.subarray(from, start), inserted);
      from = start;
    }
    parts.push(body.subarray(from));
    const metered = joined(parts);
    out.push(Uint8Array.from(unsigned(metered.length)), metered);
  }
  return out;
}

/**
 * Where the loops of a function begin. That of QuickJS's interpreter is left
 * out: there the host is asked already, and a meter costs a third of the speed.
 */
function loopsOf(body: Uint8Array): Set<number> {
  const reader = new WasmReader(body);
  const locals = reader.number();
  for (let i = 0; i < locals; i++) {
    reader.number();
    reader.byte();
  }
  const starts = new Set<number>();
  /** What is open: the start of a loop, or undefined for other blocks. */
  const open: (number | undefined)[] = [];
  while (!reader.done) {
    const opcode = reader.byte();
    const targets = reader.skipOperands(opcode);
    switch (opcode) {
      case LOOP:
        starts.add(reader.offset);
        open.push(reader.offset);
        break;
      case BLOCK:
      case IF:
        open.push(undefined);
        break;
      case END:
        open.pop();
        break;
      case BR_TABLE: {
        const loop = open.findLast((it) => it !== undefined);
        if (targets > MAX_TARGETS && loop !== undefined) starts.delete(loop);
      }
    }
  }
  return starts;
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
