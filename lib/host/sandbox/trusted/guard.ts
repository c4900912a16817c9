const {
  apply,
  ownKeys,
  defineProperty,
  getOwnPropertyDescriptor,
  setPrototypeOf,
} = Reflect;
const has = Set.prototype.has;

type Define = (
  target: object,
  key: PropertyKey,
  descriptor: PropertyDescriptor,
) => unknown;

/**
 * Gives what keeps scripts from making changes of these objects that nothing
 * could undo: while it is in place, what they define there stays configurable,
 * and nothing there is frozen. It is taken away like any other change of
 * `Object` and `Reflect`.
 */
export function guardOf(objects: ReadonlySet<unknown>): () => void {
  const isOwned = (target: unknown) => apply(has, objects, [target]);
  const guarded = (native: Define): Define => (target, key, descriptor) => {
    const isObject = typeof descriptor === "object" && descriptor !== null;
    const isFinal = isOwned(target) && isObject &&
      getOwnPropertyDescriptor(target, key)?.configurable !== false;
    if (!isFinal) return native(target, key, descriptor);
    // It inherits the other properties.
    const free = { configurable: true };
    setPrototypeOf(free, descriptor);
    return native(target, key, free);
  };
  const define = guarded(Object.defineProperty);
  const { defineProperties } = Object;
  const unless =
    <T>(native: (target: T) => unknown, result?: unknown) => (target: T) =>
      isOwned(target) ? result ?? target : native(target);
  const values: readonly (readonly [object, string, unknown])[] = [
    [Object, "defineProperty", define],
    [Object, "defineProperties", (
      target: object,
      descriptors: PropertyDescriptorMap,
    ) => {
      if (!isOwned(target)) return defineProperties(target, descriptors);
      const keys = ownKeys(descriptors);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        if (!getOwnPropertyDescriptor(descriptors, key)?.enumerable) continue;
        define(target, key, descriptors[key as string]);
      }
      return target;
    }],
    [Object, "freeze", unless(Object.freeze)],
    [Object, "seal", unless(Object.seal)],
    [Object, "preventExtensions", unless(Object.preventExtensions)],
    [Reflect, "defineProperty", guarded(Reflect.defineProperty)],
    [Reflect, "preventExtensions", unless(Reflect.preventExtensions, true)],
  ];
  return () => {
    for (let i = 0; i < values.length; i++) {
      const [owner, name, value] = values[i];
      defineProperty(owner, name, {
        value,
        writable: true,
        configurable: true,
      });
    }
  };
}
