/**
 * A generator's argument as a number.
 *
 * @throws {RangeError} When it is no number, absent without a standard value,
 * or when there are more arguments than `most`.
 */
export function numberArgument(
  args: readonly (string | number)[],
  index: number,
  options: { or?: number; most?: number } = {},
): number {
  const { or, most } = options;
  if (most !== undefined && args.length > most) {
    throw new RangeError(
      most === 0
        ? "it takes no arguments"
        : `it takes at most ${most} ${most === 1 ? "argument" : "arguments"}`,
    );
  }
  const given = args[index];
  if (given === undefined) return or ?? 0;
  const number = typeof given === "number"
    ? given
    : Number(given.trim() || NaN);
  if (!Number.isFinite(number)) {
    throw new RangeError(`expected a number, found "${given}"`);
  }
  return number;
}

/**
 * A generator's argument as text; undefined when absent.
 *
 * @throws {RangeError} When it is not quoted.
 */
export function textArgument(
  args: readonly (string | number)[],
  index: number,
  what: string,
): string | undefined {
  const given = args[index];
  if (given === undefined || typeof given === "string") return given;
  throw new RangeError(`expected ${what} in quotes, found ${given}`);
}
