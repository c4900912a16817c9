/** Where a value that scripts change in place is read and written. */
interface HeldSource<T> {
  read(): T;
  write(value: T): void;
  /** Tells a change: the same for what is sent the same. */
  text(value: T): string;
}

/** A value that scripts change in place. */
export interface HeldValue<T> {
  /** The same object as long as its source reads the same. */
  get(): T;
  set(value: T): void;
  /** Writes what a script changed of the object. */
  flush(): void;
}

/**
 * Holds what a script has read, so that it is written where the script changes
 * it in place. A source that something else has changed is read anew.
 */
export function createHeldValue<T>(source: HeldSource<T>): HeldValue<T> {
  const { read, write, text } = source;
  let held: { value: T; text: string; source: string } | undefined;
  const set = (value: T) => {
    // What writes may read first, and then finds nothing to flush.
    held = undefined;
    write(value);
    held = { value, text: text(value), source: text(read()) };
  };
  const flush = () => {
    if (held !== undefined && text(held.value) !== held.text) set(held.value);
  };
  const get = () => {
    flush();
    const value = read();
    const now = text(value);
    if (held?.source !== now) held = { value, text: now, source: now };
    return held.value;
  };
  return { get, set, flush };
}
