import { loadSurrounding } from "../files/load_collection.ts";

/** The names of the environments of the collection around the current folder. */
export function environmentNames(): string[] {
  const { collection } = loadSurrounding([], { part: true }) ?? {};
  return (collection?.environments ?? []).map(({ name }) => name);
}
