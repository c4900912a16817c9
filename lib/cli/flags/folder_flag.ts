import type { Item } from "../../core/collection/types.ts";
import { nearest } from "../../core/source/nearest.ts";
import { splitMain } from "../../host/files/find_root.ts";
import { findCollection } from "../../host/files/load/find_target.ts";
import { loadCollection } from "../../host/files/load_collection.ts";
import { join, relative, sep } from "../../host/path.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { usageError } from "../usage_error.ts";
import { certainFlags } from "./certain_flags.ts";
import type { CommandSpec } from "./flag.ts";

/** Flags of newman and of Postman's command line that name a folder or a request, and what people guess. */
const FLAGS = ["--folder", "-i", "--name", "--request"];
/** So many of one name are named. */
const MAX_ALIKE = 3;

/**
 * Says which command runs what `--folder` names or, where the collection has
 * nothing of that name, what it has.
 *
 * @throws {UsageError} It can be said.
 */
export function refuseFolder(
  spec: CommandSpec,
  args: readonly string[],
): void {
  const { flag, names } = valuesOf(args);
  if (names.length === 0) return;
  const [path = "."] = certainFlags(spec, args).positionals;
  const selectable = itemsAt(path);
  if (selectable === undefined) return;
  const { before, items } = selectable;
  const command = (selected: readonly Selectable[]) =>
    ["brace run", ...before, ...selected.map(({ word }) => word)].join(" ");
  const refuse = (wayOut: string, suggestion?: string) =>
    usageError(
      `Cannot use "${flag}": "brace run" has no such flag, ${wayOut}`,
      { command: spec.name, ...suggestion !== undefined && { suggestion } },
    );
  const found = names.map((name) =>
    items.filter((item) => item.names.includes(name))
  );
  const missing = names.find((_, at) => found[at].length === 0);
  if (missing !== undefined) {
    const near = nearest(missing, items.flatMap(({ names }) => names));
    const meant = near && items.find(({ names }) => names.includes(near));
    const suggestion = meant ? command([meant]) : undefined;
    const list = path === "." ? "brace list" : `brace list ${shellPath(path)}`;
    throw refuse(
      `and the collection has nothing named "${missing}" (${
        suggestion === undefined
          ? `"${list}" lists what it has`
          : `did you mean "${suggestion}"?`
      })`,
      suggestion,
    );
  }
  if (found.every(({ length }) => length === 1)) {
    throw refuse(`write ${command(found.flat())}`);
  }
  if (found.length > 1) return;
  const commands = found[0].slice(0, MAX_ALIKE).map((one) => command([one]));
  throw refuse(`write ${commands.join(" or ")}`);
}

/** What is named by the first of these flags, each time that it is given. */
function valuesOf(args: readonly string[]): { flag: string; names: string[] } {
  const end = args.indexOf("--");
  const words = end < 0 ? args : args.slice(0, end);
  const flag =
    FLAGS.find((it) =>
      words.some((word) => word === it || word.startsWith(`${it}=`))
    ) ?? "";
  const names = words.flatMap((word, at) =>
    word === flag
      ? words.slice(at + 1, at + 2)
      : word.startsWith(`${flag}=`)
      ? word.slice(flag.length + 1)
      : []
  );
  return { flag, names: flag === "" ? [] : names };
}

/** A folder or a request, and how it is selected. */
interface Selectable {
  /** What it is called: its name, its path, and the last part of that. */
  readonly names: readonly string[];
  readonly word: string;
}

/** What can be selected of the collection that a path belongs to; folders come first. */
function itemsAt(
  path: string,
): { before: readonly string[]; items: readonly Selectable[] } | undefined {
  const place = findCollection(path);
  if (place === undefined) return undefined;
  const { collection } = loadCollection([place.main]);
  if (collection === undefined) return undefined;
  const shown = (absolute: string) =>
    shellPath(relative(Deno.cwd(), absolute).replaceAll(sep, "/") || ".");
  const { root } = splitMain(place.main);
  const all = flat(collection.items);
  const folders = all.filter(({ kind }) => kind === "folder");
  const items = [...folders, ...all.filter(({ kind }) => kind === "request")]
    .map((item) => ({
      names: [item.name, item.path, item.path.split("/").at(-1)!],
      word: place.bundled ? shellPath(item.path) : shown(join(root, item.path)),
    }));
  return { before: place.bundled ? [shown(place.main)] : [], items };
}

function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) =>
    item.kind === "folder" ? [item, ...flat(item.items)] : [item]
  );
}
