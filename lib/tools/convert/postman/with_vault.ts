import type { FileDefaults, FileVariable } from "../open_collection.ts";

/** What a collection hands down, with a secret without a value for each of the names that Postman's vault has. */
export function withVault(
  defaults: FileDefaults,
  names: Iterable<string>,
): FileDefaults {
  const { variables = [] } = defaults;
  const known = new Set(variables.map(({ name }) => name));
  const asked = [...names].filter((name) => !known.has(name))
    .map((name): FileVariable => ({ name, secret: true }));
  return asked.length === 0
    ? defaults
    : { ...defaults, variables: [...variables, ...asked] };
}
