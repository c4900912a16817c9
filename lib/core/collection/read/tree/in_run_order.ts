import { didYouMean, nearest } from "../../../source/nearest.ts";
import { withoutExtension } from "../../format.ts";
import { type Diagnostic, locationOf } from "../../../source/diagnostic.ts";
import { formatYamlPath, type Text } from "../../../source/origin.ts";
import type { Folder, Item } from "../../types.ts";

/** What determines the order, apart from the items themselves. */
export interface OrderOptions {
  /** `false`: the order given counts in place of names, as it is the author's in a bundled file. */
  readonly named: boolean;
  /** What `extensions.brace.order` of what the items are in says. */
  readonly order: readonly Text[];
  /** Folders and requests are one list. */
  readonly mixed?: boolean;
  /** Takes what is wrong with the order. */
  report(diagnostic: Diagnostic): void;
}

/**
 * The order of a run, as Bruno's: folders by name, those with a sequence at the
 * position that it says; then requests by sequence, those without one last,
 * then by name. What `extensions.brace.order` names comes before all of it.
 */
export function inRunOrder(
  items: readonly Item[],
  { named, order, mixed, report }: OrderOptions,
): Item[] {
  const sorted = named ? items.toSorted(byName) : items;
  const usual = mixed ? sorted.toSorted(bySeq) : [
    ...atPositions(sorted.filter(isFolder)),
    ...sorted.filter((item) => !isFolder(item)).toSorted(bySeq),
  ];
  const first = new Set(
    order.flatMap((name) => itemsNamed(name, usual, report)),
  );
  return [...first, ...usual.filter((item) => !first.has(item))];
}

function isFolder(item: Item): item is Folder {
  return item.kind === "folder";
}

/** Folders with a positive whole sequence are inserted at that position; those of one stay together. */
function atPositions(folders: readonly Folder[]): Folder[] {
  const hasPosition = ({ seq = 0 }: Folder) => Number.isInteger(seq) && seq > 0;
  const groups = folders.filter((it) => !hasPosition(it)).map((it) => [it]);
  let before: Folder[] = [];
  for (const folder of folders.filter(hasPosition).toSorted(bySeq)) {
    if (before[0]?.seq === folder.seq) before.push(folder);
    else groups.splice(folder.seq! - 1, 0, before = [folder]);
  }
  return groups.flat();
}

/** The items that an element of `order` names: by the name of a file or folder, else by their own, which several may have. */
function itemsNamed(
  { text: wanted, at }: Text,
  items: readonly Item[],
  report: OrderOptions["report"],
): Item[] {
  const files = items.filter((item) => fileNamesOf(item).includes(wanted));
  if (files.length > 0) return files;
  const named = items.filter((item) => item.name === wanted);
  if (named.length > 0) return named;
  const near = nearest(wanted, items.flatMap(namesOf));
  const wayOut = didYouMean(near);
  report({
    code: "UNKNOWN_KEY",
    severity: "warning",
    message: `Ignored "${wanted}" in "${
      formatYamlPath(at.path)
    }": nothing here has that name${wayOut}`,
    location: locationOf(at),
    ...(near !== undefined && { suggestion: near }),
  });
  return [];
}

function namesOf(item: Item): string[] {
  return [item.name, ...fileNamesOf(item)];
}

function fileNamesOf({ kind, path }: Item): string[] {
  const file = path.slice(path.lastIndexOf("/") + 1);
  return kind === "folder" ? [file] : [file, withoutExtension(file)];
}

function bySeq(
  { seq: a = Infinity }: Item,
  { seq: b = Infinity }: Item,
): number {
  return a === b ? 0 : a - b;
}

function byName(a: Item, b: Item): number {
  return compareNames(a.name, b.name) || compare(a.path, b.path);
}

/** Names whose order is that of their characters, but for case. */
const PLAIN = /^[a-z\d .-]*$/i;
let collator: Intl.Collator | undefined;

/** As Bruno compares names, in the alphabet's order: `_setup` comes before `01`, `é` before `f`. */
export function compareNames(a: string, b: string): number {
  if (PLAIN.test(a) && PLAIN.test(b)) {
    return compare(a.toLowerCase(), b.toLowerCase()) || compare(b, a);
  }
  // The same on each machine, whatever its language.
  collator ??= new Intl.Collator("en");
  return collator.compare(a, b) || compare(a, b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
