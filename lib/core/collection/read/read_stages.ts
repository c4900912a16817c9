import { didYouMean, nearest } from "../../source/nearest.ts";
import { withoutExtension } from "../format.ts";
import type { CollectionConfig, Item } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import type { FolderReading } from "./tree/folder_reading.ts";

type Reading = Pick<FolderReading, "files" | "shown" | "diagnostics">;

/** Reads `setup` and `teardown` of a collection's own file, whose items are read already. */
export function readStages(
  node: YamlNode,
  items: readonly Item[],
  reading: Reading,
): Pick<CollectionConfig, "setup" | "teardown"> {
  const brace = node.get("extensions").get("brace");
  const setup = readStage(brace.get("setup"), items, reading);
  const teardown = readStage(brace.get("teardown"), items, reading);
  return {
    ...setup.length > 0 && { setup },
    ...teardown.length > 0 && { teardown },
  };
}

/**
 * Reads the paths of `setup` or `teardown`, as the items have them: with or
 * without the extension, of requests or of folders. One that leads to nothing
 * is reported.
 */
function readStage(
  node: YamlNode,
  items: readonly Item[],
  reading: Reading,
): string[] {
  const rows = node.list("write [folder/request.yml]");
  if (rows.length === 0) return [];
  const paths = [...pathsOf(items), ...brokenFiles(reading)];
  // Of two that differ in their extension the first one counts.
  const known = new Map([
    ...paths.toReversed().map((path) =>
      [withoutExtension(path), path] as const
    ),
    ...paths.map((path) => [path, path] as const),
  ]);
  return rows.flatMap((row) => {
    const written = row.scalar("write a path, such as folder/request.yml");
    if (written === undefined) return [];
    const wanted = written.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
    const path = known.get(wanted);
    if (path !== undefined) return path;
    reportMissing(row, written, known.keys());
    return [];
  });
}

/** Of a file with errors all is said already. */
function brokenFiles(
  { files, shown, diagnostics }: Reading,
): string[] {
  const broken = new Set(
    diagnostics.filter(({ severity }) => severity === "error")
      .map(({ location }) => location?.file),
  );
  return [...files.keys()].filter((path) => broken.has(shown(path)));
}

function reportMissing(
  row: YamlNode,
  written: string,
  known: Iterable<string>,
): void {
  const near = nearest(written, known);
  const wayOut = didYouMean(near);
  row.report({
    code: "MISSING_PATH",
    message:
      `Cannot read "${row.name}": the collection has no request or folder "${written}"${wayOut}`,
    ...(near !== undefined && { suggestion: near }),
  });
}

function* pathsOf(items: readonly Item[]): Generator<string> {
  for (const item of items) {
    yield item.path;
    if (item.kind === "folder") yield* pathsOf(item.items);
  }
}
