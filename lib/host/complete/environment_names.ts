import { loadSurrounding } from "../files/load/load_lazily.ts";

/** The names of the environments of the collection around the current folder. */
export async function environmentNames(): Promise<string[]> {
  const { collection } = await loadSurrounding([], { part: true }) ?? {};
  return (collection?.environments ?? []).map(({ name }) => name);
}
