import { withoutExtension } from "../../core/collection/format.ts";
import { jsonTextOf, members, type RawJson } from "./json.ts";

/** Paths of requests and folders: in the source, and as they are written. */
export type NewPaths = ReadonlyMap<string, string>;

/**
 * What `extensions.brace` of a collection says where its requests and folders
 * have other paths: `setup`, `teardown` and `order` name the new ones. What
 * names nothing stays as it is, for the check to report.
 */
export function withNewPaths(
  brace: RawJson,
  paths: NewPaths,
): Record<string, unknown> {
  const own = members(brace);
  const stage = (written: string) => stagePath(written, paths);
  const order = (written: string) => orderNames(written, paths);
  return {
    ...own,
    ...(Array.isArray(own.setup) && { setup: replaced(own.setup, stage) }),
    ...(Array.isArray(own.teardown) &&
      { teardown: replaced(own.teardown, stage) }),
    ...(Array.isArray(own.order) && { order: replaced(own.order, order) }),
  };
}

function replaced(
  rows: readonly RawJson[],
  namesFor: (written: string) => string[],
): RawJson[] {
  return rows.flatMap((row) => {
    const names = namesFor(jsonTextOf(row) ?? "");
    return names.length > 0 ? names : [row];
  });
}

/** A path as `setup` has it, with or without the extension: the exact one counts first. */
function stagePath(written: string, paths: NewPaths): string[] {
  const wanted = written.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  const exact = paths.get(wanted);
  if (exact !== undefined) return [exact];
  for (const [from, to] of paths) {
    if (withoutExtension(from) === wanted) return [to];
  }
  return [];
}

/** A name as `order` has it: of a file, with or without the extension, or of a folder. */
function orderNames(wanted: string, paths: NewPaths): string[] {
  return [...paths].flatMap(([from, to]) =>
    from === wanted || withoutExtension(from) === wanted ? [to] : []
  );
}
