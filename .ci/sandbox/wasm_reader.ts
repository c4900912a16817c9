/** The instruction that branches to one of many targets. */
export const BR_TABLE = 0x0e;
/** What stands before the instructions of bulk memory and of saturating conversions. */
export const BULK = 0xfc;

/** Reads WebAssembly's binary format. */
export class WasmReader {
  offset: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  get done(): boolean {
    return this.offset >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.offset++];
  }

  bytes(length: number): Uint8Array {
    return this.#bytes.subarray(this.offset, this.offset += length);
  }

  rest(): Uint8Array {
    return this.bytes(this.#bytes.length - this.offset);
  }

  /** An unsigned number of at most 32 bits. */
  number(): number {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  limits(): void {
    const bounded = (this.byte() & 1) === 1;
    this.#skipNumbers(bounded ? 2 : 1);
  }

  /** Goes on behind what belongs to an instruction; gives how many targets a branch has. */
  skipOperands(opcode: number): number {
    switch (opcode) {
      case BR_TABLE: {
        const targets = this.number() + 1;
        this.#skipNumbers(targets);
        return targets;
      }
      case 0x1c:
        this.bytes(this.number());
        return 0;
      case 0x43:
        this.bytes(4);
        return 0;
      case 0x44:
        this.bytes(8);
        return 0;
      case BULK:
        this.#skipNumbers(numbersOfBulk(this.number()));
        return 0;
      default:
        this.#skipNumbers(numbersOf(opcode));
        return 0;
    }
  }

  /** Numbers of any size and sign end with the first byte below 128. */
  #skipNumbers(count: number): void {
    for (let i = 0; i < count; i++) while (this.byte() >= 0x80);
  }
}

/** How many numbers belong to an instruction. */
function numbersOf(opcode: number): number {
  if (opcode >= 0x28 && opcode <= 0x3e) return 2;
  if (opcode >= 0x45 && opcode <= 0xc4) return 0;
  switch (opcode) {
    case 0x00:
    case 0x01:
    case 0x05:
    case 0x0b:
    case 0x0f:
    case 0x1a:
    case 0x1b:
    case 0xd1:
      return 0;
    case 0x11:
    case 0x13:
      return 2;
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x0c:
    case 0x0d:
    case 0x10:
    case 0x12:
    case 0x20:
    case 0x21:
    case 0x22:
    case 0x23:
    case 0x24:
    case 0x25:
    case 0x26:
    case 0x3f:
    case 0x40:
    case 0x41:
    case 0x42:
    case 0xd0:
    case 0xd2:
      return 1;
    default:
      throw new Error(`Unknown instruction 0x${opcode.toString(16)}`);
  }
}

/** The same for those of bulk memory and of saturating conversions. */
function numbersOfBulk(opcode: number): number {
  if (opcode <= 7) return 0;
  if (opcode > 17) throw new Error(`Unknown instruction 0xfc ${opcode}`);
  return [8, 10, 12, 14].includes(opcode) ? 2 : 1;
}
