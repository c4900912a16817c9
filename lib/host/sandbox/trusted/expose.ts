import { lazyMembers } from "../../../embedded/sandbox/lazy_members.ts";

/**
 * Puts what scripts see on an object: on the global one, where the collection's
 * own modules look for it. Gives the function that takes it away again.
 */
export function expose(
  target: object,
  values: Readonly<Record<string, unknown>>,
): () => void {
  const restore = remember(target, Object.keys(values));
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, {
      value,
      writable: true,
      configurable: true,
    });
  }
  return restore;
}

/** The same of values that are made when they are first read. */
export function exposeLazily(
  target: object,
  makers: Readonly<Record<string, () => unknown>>,
): () => void {
  const restore = remember(target, Object.keys(makers));
  lazyMembers(target, makers);
  return restore;
}

/** Gives the function that makes an object's members what they are now. */
function remember(target: object, names: readonly string[]): () => void {
  const before = names.map((name) =>
    [name, Object.getOwnPropertyDescriptor(target, name)] as const
  );
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor !== undefined) {
        Object.defineProperty(target, name, descriptor);
      } else delete (target as Record<string, unknown>)[name];
    }
  };
}
