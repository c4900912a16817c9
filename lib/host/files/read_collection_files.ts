import { formatOf } from "../../core/collection/format.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { splitMain } from "./find_root.ts";
import { findTarget } from "./load/find_target.ts";
import { readBundled } from "./load/load_found.ts";
import { shownIn } from "./load/shown_path.ts";
import { readTree } from "./read_tree.ts";

/** The files of a collection, and what a path selects of it. */
export interface CollectionTexts {
  /** Texts by path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
  /** Name of the collection's own file. */
  readonly main: string;
  /** The folder that the collection lives in. */
  readonly root: string;
  /** How a path relative to the root is shown. */
  readonly shown: (path: string) => string;
  /** What is selected, relative to the root; "" for all of it. */
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The texts of the collection that a path belongs to; without them what stands against it. */
export function readCollectionFiles(
  path: string,
): CollectionTexts | { files?: undefined; diagnostics: readonly Diagnostic[] } {
  const cwd = Deno.cwd();
  const target = findTarget(path, cwd);
  if ("code" in target) return { diagnostics: [target] };
  const { root, main } = splitMain(target.main);
  const shown = shownIn(cwd, root);
  const { files, diagnostics } = target.bundled
    ? readBundled(target.main, main, { shown: (path) => path })
    : readTree(root, { shown: (path) => path, format: formatOf(main) });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.length > 0
    ? { diagnostics: errors }
    : { files, main, root, shown, path: target.path, diagnostics };
}
