import type { FileDefaults, FileVariable } from "../open_collection.ts";

/**
 * What a collection hands down, with a secret for each of the names that
 * Postman's vault has.
 *
 * @param secretOf The fields of such a secret; by default it has no value.
 */
export function withVault(
  defaults: FileDefaults,
  names: Iterable<string>,
  secretOf: (name: string) => Pick<FileVariable, "value" | "secret"> = () => ({
    secret: true,
  }),
): FileDefaults {
  const { variables = [] } = defaults;
  const known = new Set(variables.map(({ name }) => name));
  const asked = [...names].filter((name) => !known.has(name))
    .map((name): FileVariable => ({ name, ...secretOf(name) }));
  return asked.length === 0
    ? defaults
    : { ...defaults, variables: [...variables, ...asked] };
}
