/** Whether a value is an object literal, in whichever realm it was made: its members say all of it. */
export function isPlainObject(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  // An object literal's prototype has none itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
