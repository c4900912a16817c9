// Writes lib/host/demo/example.json, the copy of fixtures/example that is
// imported where Brace has no files beside it:
//   deno run -RW tests/support/embed_example.ts

/** The files of the example collection: path and text, sorted. */
export function readExample(): Record<string, string> {
  return Object.fromEntries(
    [...filesIn(new URL("../../fixtures/example/", import.meta.url), "")]
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

if (import.meta.main) {
  const target = new URL("../../lib/host/demo/example.json", import.meta.url);
  Deno.writeTextFileSync(target, JSON.stringify(readExample(), null, 2) + "\n");
}
