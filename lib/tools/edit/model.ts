import { isPlainObject } from "../../core/source/plain_value.ts";
import { matched } from "./matched.ts";
import type { Edit, EditData, EditKeys } from "./types.ts";

/** Why a file is not edited: completes "Cannot edit it: ". */
export class EditRefusal extends Error {
  override name = "EditRefusal";
  /** @param keys What cannot be written, where that is known. */
  constructor(message: string, readonly keys: readonly string[] = []) {
    super(message);
  }
}

/** A member of a mapping or an element of a list. */
export interface DataEntry<S> {
  /** Absent in a list. */
  readonly key?: string;
  /** Its place among those of the source; absent: it is new. */
  readonly index?: number;
  readonly part: DataPart<S>;
}

/**
 * What a file says, part by part, while edits change it: each part knows the
 * piece of the source that it came from, and moves with it.
 */
export interface DataPart<S> {
  /** Absent: it is new. */
  readonly source?: S;
  data: EditData | undefined;
  /** Once something below was asked for. */
  entries?: DataEntry<S>[];
  /** Whether it is another one than the source says: it has a value of its own. */
  replaced: boolean;
  /** Whether anything in it differs from the source. */
  changed: boolean;
}

/** The sources of what a source holds, in order; undefined: its content cannot change in its place. */
export type Split<S> = (source: S) => readonly S[] | undefined;

/** The root of a model. */
export function dataPart<S>(
  data: EditData | undefined,
  source?: S,
): DataPart<S> {
  return {
    data,
    ...(source !== undefined && { source }),
    replaced: false,
    changed: false,
  };
}

/** Applies an edit. */
export function applyEdit<S>(
  root: DataPart<S>,
  edit: Edit,
  split: Split<S>,
): void {
  const { kind, keys } = edit;
  switch (kind) {
    case "set":
      return change(root, keys, split, true, (part) => {
        assign(part, edit.value, split);
      });
    case "remove":
      if (keys.length === 0) throw new EditRefusal("a file cannot be removed");
      return inside(root, keys, split, false, (above, key) => {
        const at = indexOf(above, key);
        if (at !== -1) above.entries!.splice(at, 1);
        return at !== -1;
      });
    case "insert":
      return inside(root, keys, split, true, (above, key) => {
        const list = listOf(above, keys);
        list.splice(Number(key), 0, { part: fresh(edit.value) });
        return true;
      });
    case "move":
      return inside(root, keys, split, false, (above, key) => {
        const list = listOf(above, keys);
        if (list[Number(key)] === undefined || edit.to === key) return false;
        const [entry] = list.splice(Number(key), 1);
        list.splice(edit.to, 0, entry);
        return true;
      });
    default:
      return edit satisfies never;
  }
}

/** What a part says now. */
export function dataOf<S>(part: DataPart<S>): EditData | undefined {
  const { entries } = part;
  if (entries === undefined || !part.changed) return part.data;
  if (Array.isArray(part.data)) {
    return entries.map((entry) => dataOf(entry.part) ?? null);
  }
  const data: Record<string, EditData> = {};
  for (const { key, part } of entries) put(data, key!, dataOf(part) ?? null);
  return data;
}

/** The entries of a part, of which something will change or be looked at. */
export function entriesOf<S>(
  part: DataPart<S>,
  split: Split<S>,
): DataEntry<S>[] | undefined {
  if (part.entries) return part.entries;
  const { data, source } = part;
  const isList = Array.isArray(data);
  if (!isList && !isPlainObject(data)) return undefined;
  const sources = source === undefined || part.replaced
    ? undefined
    : split(source);
  // What stands elsewhere is written out here to be changed.
  if (sources === undefined) part.replaced = true;
  const members: [string | undefined, EditData][] = isList
    ? data.map((one) => [undefined, one])
    : Object.entries(data as Record<string, EditData>);
  if (sources !== undefined && sources.length !== members.length) {
    throw new EditRefusal("it is written in a way that cannot be edited");
  }
  return part.entries = members.map(([key, value], index) => ({
    ...(key !== undefined && { key }),
    ...(sources && { index }),
    part: dataPart(value, sources?.[index]),
  }));
}

/** Does something with the part at the end of keys, and marks the way to it. */
function change<S>(
  root: DataPart<S>,
  keys: EditKeys,
  split: Split<S>,
  makes: boolean,
  action: (part: DataPart<S>) => void,
): void {
  if (keys.length === 0) return action(root);
  inside(root, keys, split, makes, (above, key) => {
    const at = indexOf(above, key);
    if (at !== -1) {
      const { part } = above.entries![at];
      action(part);
      return part.changed;
    }
    const part: DataPart<S> = fresh(null);
    action(part);
    if (typeof key === "number") {
      if (key !== above.entries!.length) throw gone(keys);
      above.entries!.push({ part });
    } else above.entries!.push({ key, part });
    return true;
  });
}

/** Goes to the part above the end of keys; what is missing is made where asked for. */
function inside<S>(
  part: DataPart<S>,
  keys: EditKeys,
  split: Split<S>,
  makes: boolean,
  action: (above: DataPart<S>, key: string | number) => boolean,
): void {
  const [key, ...rest] = keys;
  if (key === undefined) throw new EditRefusal("it has no keys");
  if (!holds(part.data, key)) {
    if (!makes || part.data !== null && part.data !== undefined) {
      if (!makes) return;
      throw gone(keys);
    }
    part.data = typeof key === "number" ? [] : {};
    part.replaced = true;
    part.entries = [];
  }
  const entries = entriesOf(part, split)!;
  if (rest.length === 0) {
    if (action(part, key)) mark(part);
    return;
  }
  const at = indexOf(part, key);
  if (at !== -1) {
    const next = entries[at].part;
    inside(next, rest, split, makes, action);
    if (next.changed) mark(part);
    return;
  }
  if (!makes) return;
  if (typeof key === "number") throw gone(keys);
  const next: DataPart<S> = fresh(null);
  inside(next, rest, split, makes, action);
  entries.push({ key, part: next });
  mark(part);
}

function holds(data: EditData | undefined, key: string | number): boolean {
  return typeof key === "number" ? Array.isArray(data) : isPlainObject(data);
}

function mark<S>(part: DataPart<S>): void {
  part.changed = true;
}

function fresh<S>(data: EditData): DataPart<S> {
  return { data, replaced: true, changed: true };
}

function gone(keys: EditKeys): EditRefusal {
  return new EditRefusal(`there is nothing at "${keys.join(".")}" any more`);
}

function indexOf<S>({ entries }: DataPart<S>, key: string | number): number {
  return typeof key === "number"
    ? key < entries!.length ? key : -1
    : entries!.findIndex((entry) => entry.key === key);
}

function listOf<S>({ data, entries }: DataPart<S>, keys: EditKeys) {
  if (!Array.isArray(data)) throw gone(keys);
  return entries!;
}

/** Gives a part another value: what of it is the same stays in its place. */
function assign<S>(part: DataPart<S>, value: EditData, split: Split<S>): void {
  const before = dataOf(part);
  if (isSameData(before, value)) return;
  mark(part);
  if (Array.isArray(before) && Array.isArray(value)) {
    return assignList(part, value, split);
  }
  if (!isPlainObject(before) || !isPlainObject(value)) {
    part.data = value;
    part.replaced = true;
    delete part.entries;
    return;
  }
  const wanted = value as Readonly<Record<string, EditData>>;
  const entries = entriesOf(part, split)!;
  part.entries = entries.filter(({ key }) => Object.hasOwn(wanted, key!));
  const known = new Map(part.entries.map((entry) => [entry.key, entry]));
  for (const [key, one] of Object.entries(wanted)) {
    const entry = known.get(key);
    if (entry) assign(entry.part, one, split);
    else part.entries.push({ key, part: fresh(one) });
  }
}

/** Elements that are the same go to their new places; of the others those of one name, or in one place, change. */
function assignList<S>(
  part: DataPart<S>,
  value: readonly EditData[],
  split: Split<S>,
): void {
  const old = entriesOf(part, split)!;
  const found = matched(old.map((entry) => dataOf(entry.part)), value, [
    (data) => JSON.stringify(inKeyOrder(data)),
    nameOf,
  ], (a, b) => kindOf(a) === kindOf(b));
  part.entries = value.map((one, index) => {
    const at = found[index];
    if (at === undefined) return { part: fresh(one) };
    assign(old[at].part, one, split);
    return old[at];
  });
}

/** By which people know an element. */
function nameOf(data: EditData | undefined): string | undefined {
  if (!isPlainObject(data)) return undefined;
  const { name, type, expression, title, info } = data;
  if (isPlainObject(info)) return nameOf(info as EditData);
  const word = name ?? expression ?? title;
  return typeof word === "string"
    ? JSON.stringify([word, name === undefined ? null : type ?? null])
    : typeof type === "string"
    ? JSON.stringify([null, type])
    : undefined;
}

function kindOf(data: EditData | undefined): string {
  return Array.isArray(data) ? "list" : data === null ? "null" : typeof data;
}

function inKeyOrder(data: EditData | undefined): unknown {
  if (Array.isArray(data)) return data.map(inKeyOrder);
  if (!isPlainObject(data)) return data;
  return Object.entries(data as Record<string, EditData>).toSorted(
    ([a], [b]) => a < b ? -1 : 1,
  ).map(([key, one]) => [key, inKeyOrder(one)]);
}

/** Whether two values say the same, whatever the order of keys. */
export function isSameData(
  a: unknown,
  b: unknown,
  seen: Map<unknown, unknown> = new Map(),
): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  if (a === null || b === null) return false;
  if (seen.get(a) === b) return true;
  seen.set(a, b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length &&
      a.every((one, index) => isSameData(one, b[index], seen));
  }
  if (Array.isArray(b)) return false;
  const [one, other] = [a, b] as Record<string, unknown>[];
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length &&
    keys.every((key) =>
      Object.hasOwn(other, key) && isSameData(one[key], other[key], seen)
    );
}

/** A plain assignment would not make a member of `__proto__`. */
function put(data: Record<string, EditData>, key: string, value: EditData) {
  Object.defineProperty(data, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
