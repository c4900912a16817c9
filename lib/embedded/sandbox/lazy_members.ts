/** Gives an object members that are made when they are first read, and can be replaced. */
export function lazyMembers(
  target: object,
  makers: Readonly<Record<string, () => unknown>>,
): void {
  for (const [name, make] of Object.entries(makers)) {
    let making = false;
    const set = (value: unknown) => {
      Object.defineProperty(target, name, {
        value,
        writable: true,
        configurable: true,
      });
    };
    Object.defineProperty(target, name, {
      get: () => {
        // A library may look whether its own name is taken.
        if (making) return undefined;
        making = true;
        try {
          const value = make();
          set(value);
          return value;
        } finally {
          making = false;
        }
      },
      set,
      configurable: true,
    });
  }
}
