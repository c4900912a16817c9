/** A buffer's method that reads (of an offset) or writes (a value, at an offset). */
type NumberMethod = (this: Uint8Array, ...args: number[]) => unknown;

/** Node's names of numbers in buffers, and those of `DataView`. */
const KINDS: readonly [name: string, viewName: string, size: number][] = [
  ["Int8", "Int8", 1],
  ["UInt8", "Uint8", 1],
  ["Int16", "Int16", 2],
  ["UInt16", "Uint16", 2],
  ["Int32", "Int32", 4],
  ["UInt32", "Uint32", 4],
  ["BigInt64", "BigInt64", 8],
  ["BigUInt64", "BigUint64", 8],
  ["Float", "Float32", 4],
  ["Double", "Float64", 8],
];

/** The methods of `Buffer` that read and write numbers: `readInt32LE`, `writeUIntBE` … */
export function numberMethods(): Record<string, NumberMethod> {
  const methods: Record<string, NumberMethod> = {};
  const add = (name: string, method: NumberMethod) => {
    methods[name] = method;
    // Both spellings are node's.
    methods[name.replace("UInt", "Uint")] = method;
  };
  for (const [name, viewName, size] of KINDS) {
    for (const order of size === 1 ? [""] : ["LE", "BE"]) {
      const little = order === "LE";
      const numbers = (view: DataView) =>
        view as unknown as Record<string, (...args: unknown[]) => unknown>;
      add(`read${name}${order}`, function (offset = 0) {
        requireRoom(this, offset, size);
        return numbers(viewOf(this))[`get${viewName}`](offset, little);
      });
      add(`write${name}${order}`, function (value, offset = 0) {
        requireRoom(this, offset, size);
        if (!/^[FD]/.test(name)) requireRange(value, name.includes("U"), size);
        numbers(viewOf(this))[`set${viewName}`](offset, value, little);
        return offset + size;
      });
    }
  }
  for (const order of ["LE", "BE"]) {
    /** Where in a number of this size its byte `i`, counted from the lowest, is. */
    const place = (size: number, i: number) =>
      order === "LE" ? i : size - 1 - i;
    for (const signed of [false, true]) {
      const name = signed ? "Int" : "UInt";
      add(`read${name}${order}`, function (offset, size) {
        requireRoom(this, offset, size);
        let value = 0;
        for (let i = 0; i < size; i++) {
          value += this[offset + place(size, i)] * 2 ** (8 * i);
        }
        const isNegative = signed && value >= 2 ** (8 * size - 1);
        return isNegative ? value - 2 ** (8 * size) : value;
      });
      add(`write${name}${order}`, function (value, offset, size) {
        requireRoom(this, offset, size);
        requireRange(value, !signed, size);
        const positive = value < 0 ? value + 2 ** (8 * size) : value;
        for (let i = 0; i < size; i++) {
          this[offset + place(size, i)] = Math.floor(positive / 2 ** (8 * i));
        }
        return offset + size;
      });
    }
  }
  return methods;
}

function viewOf(buffer: Uint8Array): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function requireRoom(buffer: Uint8Array, offset: number, size: number): void {
  if (
    Number.isInteger(offset) && offset >= 0 && size >= 1 &&
    offset + size <= buffer.length
  ) return;
  throw new RangeError(
    `The buffer has no ${size} bytes at ${offset}: its length is ${buffer.length}`,
  );
}

function requireRange(
  value: number | bigint,
  unsigned: boolean,
  size: number,
): void {
  const bits = 8 * size - (unsigned ? 0 : 1);
  // QuickJS does not compare a bigint with a number this large.
  const [low, limit] = typeof value === "bigint"
    ? [-(2n ** BigInt(bits)), 2n ** BigInt(bits)]
    : [-(2 ** bits), 2 ** bits];
  if (value >= (unsigned ? 0 : low) && value < limit) return;
  throw new RangeError(
    `The number ${value} has no room in ${size} bytes${
      unsigned ? " without a sign" : ""
    }`,
  );
}
