import type { Folder, Item } from "../../../core/collection/types.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import type { RequestPlace } from "./reach.ts";

/** What was made of a folder before: it holds as long as nothing in it, or before it, changes. */
interface Known {
  readonly index: number;
  readonly above: readonly Folder[];
  readonly places: readonly RequestPlace[];
}

const known = new WeakMap<Folder, Known>();

/** The requests, as a run of all of them meets them; those of folders in which nothing changed are the same objects. */
export function placesOf(items: readonly Item[]): RequestPlace[] {
  return placesIn(items, [], 0);
}

function placesIn(
  items: readonly Item[],
  folders: readonly Folder[],
  first: number,
): RequestPlace[] {
  const places: RequestPlace[] = [];
  for (const item of items) {
    const index = first + places.length;
    switch (item.kind) {
      case "folder":
        pushAll(places, placesOfFolder(item, folders, index));
        break;
      case "request":
        places.push({ request: item, folders, index });
        break;
      case "unsupported":
        break;
      default:
        item satisfies never;
    }
  }
  return places;
}

function placesOfFolder(
  folder: Folder,
  above: readonly Folder[],
  index: number,
): readonly RequestPlace[] {
  const before = known.get(folder);
  if (
    before?.index === index && before.above.length === above.length &&
    before.above.every((one, at) => one === above[at])
  ) return before.places;
  const places = placesIn(folder.items, [...above, folder], index);
  known.set(folder, { index, above, places });
  return places;
}
