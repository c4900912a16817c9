/** `structuredClone` for what scripts hold: plain data, dates, maps, sets, errors, bytes, cycles. */
export function structuredClone(value: unknown): unknown {
  return clone(value, new Map());
}

const ERRORS = [
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
];

function clone(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`Cannot clone a ${typeof value}`);
  }
  if (typeof value !== "object" || value === null) return value;
  if (known.has(value)) return known.get(value);
  const keep = <T>(copy: T): T => {
    known.set(value, copy);
    return copy;
  };
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) {
    return keep(new RegExp(value.source, value.flags));
  }
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (value instanceof DataView) {
    const { buffer, byteOffset, byteLength } = value;
    return keep(
      new DataView(buffer.slice(byteOffset, byteOffset + byteLength)),
    );
  }
  if (ArrayBuffer.isView(value)) {
    const type = value.constructor as Uint8ArrayConstructor;
    return keep(new type(value as Uint8Array));
  }
  if (value instanceof Map) {
    const copy = keep(new Map());
    for (const [k, v] of value) copy.set(clone(k, known), clone(v, known));
    return copy;
  }
  if (value instanceof Set) {
    const copy = keep(new Set());
    for (const v of value) copy.add(clone(v, known));
    return copy;
  }
  if (value instanceof Error) {
    const { name } = value;
    const type = ERRORS.find((it) => it.name === name) ?? Error;
    const copy = keep(new type(value.message));
    if ("cause" in value) copy.cause = clone(value.cause, known);
    return copy;
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = keep([]);
    copy.length = value.length;
    value.forEach((v, i) => copy[i] = clone(v, known));
    return copy;
  }
  if (
    value instanceof Promise || value instanceof WeakMap ||
    value instanceof WeakSet || value instanceof WeakRef
  ) throw new TypeError("Cannot clone a promise or a weak reference");
  const copy: Record<string, unknown> = keep({});
  for (const [k, v] of Object.entries(value)) copy[k] = clone(v, known);
  return copy;
}
