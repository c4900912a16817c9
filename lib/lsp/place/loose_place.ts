/** A part of a YAML text, as far as half-written lines tell. */
export type LooseNode = LooseCollection | LooseScalar;

/** A mapping or a list. */
export interface LooseCollection {
  readonly kind: "mapping" | "list";
  readonly slots: LooseSlot[];
  /** Where its brackets are; absent without brackets. */
  readonly start?: number;
  readonly end?: number;
}

/** A text. */
export interface LooseScalar {
  readonly kind: "scalar";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Written below its key, behind `|` or `>`. */
  readonly isBlock?: true;
}

/** A key with its value, or an element of a list. */
export interface LooseSlot {
  /** Absent for an element. */
  readonly key?: string;
  /** Where the key stands. */
  readonly start: number;
  readonly end: number;
  colon?: number;
  /** Where the slot ends between brackets. */
  until?: number;
  value?: LooseNode;
}

/** What may be written at a place: a key or an element that begins there, a value, or neither. */
export type LooseRole = "key" | "item" | "value" | "none";

/** A place in a YAML text. */
export interface LoosePlace {
  /** The keys and elements around it, from outside. */
  readonly path: readonly LooseSlot[];
  /** What stands in the innermost of them; of a value, what it is a member of. */
  readonly node: LooseNode | undefined;
  readonly role: LooseRole;
  /** The key that the place is on, or whose value it is in. */
  readonly slot?: LooseSlot;
  /** What is replaced by what is written here. */
  readonly start: number;
  readonly end: number;
  /** Whether the place is between brackets. */
  readonly isFlow: boolean;
}

/** An offset of a text. */
interface TextPlace {
  readonly text: string;
  readonly offset: number;
}

/** A place between brackets. */
export function placeInFlow(
  at: TextPlace,
  slot: LooseSlot,
  node: LooseNode,
  path: readonly LooseSlot[],
): LoosePlace {
  const offset = at.offset;
  const base = { path, node, isFlow: true };
  if (node.kind === "scalar") {
    return { ...base, role: "none", slot, start: offset, end: offset };
  }
  const inside = node.slots.find(({ start, until }) =>
    start <= offset && offset <= (until ?? start)
  );
  if (inside === undefined) {
    const role = node.kind === "mapping" ? "key" : "item";
    return { ...base, role, start: offset, end: offset };
  }
  const { value, colon, start, end } = inside;
  if (inside.key !== undefined && offset <= end) {
    return { ...base, role: "key", slot: inside, start, end };
  }
  if (colon === undefined || offset <= colon) {
    return { ...base, role: "none", start: offset, end: offset };
  }
  if (value !== undefined && value.kind !== "scalar") {
    const isIn = (value.start ?? 0) < offset && offset < (value.end ?? 0) ||
      offset === value.end && !/[}\]]/.test(at.text[offset - 1]);
    return isIn
      ? placeInFlow(at, inside, value, [...path, inside])
      : { ...base, role: "none", start: offset, end: offset };
  }
  return placeInValue(at, inside, { ...base, path: [...path, inside] });
}

/** A place behind a key's colon, or in an element. */
export function placeInValue(
  at: TextPlace,
  slot: LooseSlot,
  base: Pick<LoosePlace, "path" | "node" | "isFlow">,
): LoosePlace {
  const offset = at.offset;
  const { value } = slot;
  if (value?.kind !== "scalar") {
    return { ...base, role: "value", slot, start: offset, end: offset };
  }
  if (value.isBlock || offset < value.start || offset > value.end) {
    return { ...base, role: "none", slot, start: offset, end: offset };
  }
  const quoted = /^["']/.test(at.text.slice(value.start, value.start + 1));
  const start = value.start + (quoted ? 1 : 0);
  const end = start + value.text.length;
  const isInside = start <= offset && offset <= end;
  return isInside
    ? { ...base, role: "value", slot, start, end }
    : { ...base, role: "none", slot, start: offset, end: offset };
}
