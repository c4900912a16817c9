/** The copy of fixtures/example that is imported where Brace has no files beside it. */
export const EXAMPLE_PATH = "lib/host/demo/example.json";

/** The text of that file. */
export function exampleFile(): string {
  return JSON.stringify(readExample(), null, 2) + "\n";
}

/** The files of the example collection: path and text, sorted. */
export function readExample(): Record<string, string> {
  return Object.fromEntries(
    [...filesIn(new URL("../fixtures/example/", import.meta.url), "")]
      .sort(([a], [b]) => a < b ? -1 : 1),
  );
}

function* filesIn(folder: URL, prefix: string): Generator<[string, string]> {
  for (const entry of Deno.readDirSync(folder)) {
    const path = prefix + entry.name;
    if (entry.isDirectory) {
      yield* filesIn(new URL(`${entry.name}/`, folder), `${path}/`);
    } else yield [path, Deno.readTextFileSync(new URL(entry.name, folder))];
  }
}
