import { MODULE_FILE } from "../../core/collection/required/module_path.ts";
import { nearest } from "../../core/source/nearest.ts";
import type { CheckOptions } from "../../tools/check/types.ts";
import { join } from "../path.ts";
import { isFile } from "./is_file.ts";
import { packageOutside } from "./package_outside.ts";
import type { PackageRoom } from "./read_inside.ts";
import { siblings } from "./load/named_path.ts";

/**
 * The path of a file that scripts can require and that is called almost so, in
 * the folder of that path or one that is called almost so; by its path from
 * the collection's folder, as the other one is. Undefined where none is, as for
 * a path that leads out of the collection.
 */
export function nearInside(root: string, path: string): string | undefined {
  const parts = path.split("/");
  const name = parts.pop()!;
  let folder = root;
  const found: string[] = [];
  for (const part of parts) {
    const names = siblings(folder).filter((it) =>
      !/^(?:\.|node_modules$)/.test(it) && !isFile(join(folder, it))
    );
    const near = names.includes(part) ? part : nearest(part, names);
    if (near === undefined) return undefined;
    found.push(near);
    folder = join(folder, near);
  }
  const files = siblings(folder).filter((it) =>
    MODULE_FILE.test(it) && isFile(join(folder, it))
  );
  const bare = (it: string) => it.replace(MODULE_FILE, "");
  const same = files.includes(name)
    ? name
    : files.find((it) => bare(it) === bare(name));
  if (same !== undefined) return [...found, same].join("/");
  const stem = nearest(bare(name), files.map(bare));
  const near = files.find((it) => bare(it) === stem);
  return near === undefined ? undefined : [...found, near].join("/");
}

/** What a check knows of the files that scripts require, besides their texts. */
export function moduleOptions(
  root: string,
  room: PackageRoom | undefined,
): Pick<CheckOptions, "nearFile" | "packageOutside" | "foldersAbove"> {
  return {
    nearFile: (path) => nearInside(root, path),
    packageOutside: (name) => packageOutside(root, name),
    ...(room && { foldersAbove: room.levels }),
  };
}
