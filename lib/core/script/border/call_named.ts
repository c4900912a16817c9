/** Calls the function of a name; throws TypeError when there is none. */
export function callNamed(
  functions: object,
  name: string,
  args: readonly unknown[],
): unknown {
  if (!Object.hasOwn(functions, name)) throw new TypeError(`No call "${name}"`);
  const call = functions[name as keyof typeof functions] as (
    ...args: readonly unknown[]
  ) => unknown;
  return call(...args);
}
