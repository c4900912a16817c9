import { dirname } from "../../path.ts";

/** Makes a folder and those above it; gives the ones that were not there, outer first. */
export async function makeFolders(folder: string): Promise<string[]> {
  try {
    await Deno.mkdir(folder);
    return [folder];
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return [];
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    const outer = await makeFolders(dirname(folder));
    await Deno.mkdir(folder);
    return [...outer, folder];
  }
}
