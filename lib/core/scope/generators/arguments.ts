/**
 * Checks the number of arguments.
 *
 * @throws {RangeError} When there are more than `most`.
 */
export function atMost(
  args: readonly (string | number)[],
  most: number,
): void {
  if (args.length <= most) return;
  throw new RangeError(
    most === 0
      ? "it takes no arguments"
      : `it takes at most ${most} ${most === 1 ? "argument" : "arguments"}`,
  );
}

/**
 * A generator's argument as a number.
 *
 * @param standard What an absent argument stands for.
 * @throws {RangeError} When it is not a number.
 */
export function numberArgument(
  args: readonly (string | number)[],
  index: number,
  standard: number,
): number {
  const given = args[index];
  if (given === undefined) return standard;
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
