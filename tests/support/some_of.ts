import fc from "fast-check";

/**
 * Values under some of these keys, in any order. `fc.dictionary` takes keys at
 * random until it has as many as it wants: of few keys it has nearly always all,
 * and makes many times the values that it keeps.
 */
export function someOf<T>(
  keys: readonly string[],
  value: fc.Arbitrary<T>,
): fc.Arbitrary<Record<string, T>> {
  const all = [...keys];
  return fc.tuple(
    fc.shuffledSubarray(all, { minLength: all.length }),
    fc.tuple(...all.map(() => fc.option(value.map((it) => [it]), { freq: 2 }))),
  ).map(([order, values]) =>
    Object.fromEntries(order.flatMap((key) => {
      const found = values[all.indexOf(key)];
      return found === null ? [] : [[key, found[0]] as const];
    }))
  );
}
