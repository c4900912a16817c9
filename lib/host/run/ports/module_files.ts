import type { Collection } from "../../../core/collection/types.ts";
import type { RunPorts } from "../../../core/run/ports.ts";
import { nearInside } from "../../files/near_inside.ts";
import { packageOutside } from "../../files/package_outside.ts";
import {
  findInside,
  type PackageRoom,
  packageRoom,
} from "../../files/read_inside.ts";

/** The room for packages around a collection; undefined where there is none. */
type Rooms = (collection: Collection) => PackageRoom | undefined;

/** The rooms for packages around collections, each looked for once. */
export function roomsOf(allowRead: readonly string[]): Rooms {
  const known = new Map<string, PackageRoom | undefined>();
  return (collection) => {
    const { root } = collection;
    if (!known.has(root)) known.set(root, packageRoom(collection, allowRead));
    return known.get(root);
  };
}

/** Finds what scripts require. */
export function moduleFiles(
  rooms: Rooms,
): Pick<RunPorts, "findFile" | "nearFile" | "packageOutside" | "foldersAbove"> {
  return {
    findFile: (collection, path) =>
      findInside(collection.root, path, rooms(collection)),
    nearFile: ({ root }, path) => nearInside(root, path),
    packageOutside: ({ root }, name) => packageOutside(root, name),
    foldersAbove: (collection) => rooms(collection)?.levels ?? 0,
  };
}
