import { fileName } from "../file_name.ts";
import type { Imported, ImportedItem } from "../types.ts";
import { bruEnvironment, bruLevel, bruRequest } from "./bru_request.ts";

/** A collection as Bruno's older format: a folder of `.bru` files. */
export function exportBru(collection: Imported): Map<string, string> {
  const { name, defaults, docs, items, environments } = collection;
  const files = new Map<string, string>([[
    "bruno.json",
    `${JSON.stringify({ version: "1", name, type: "collection" }, null, 2)}\n`,
  ]]);
  const level = bruLevel(defaults, docs === undefined ? {} : { docs });
  if (level !== "") files.set("collection.bru", level);
  writeItems(items, "", files);
  const taken = new Set<string>();
  for (const { name, variables } of environments) {
    files.set(
      `environments/${fileName(name, taken)}.bru`,
      bruEnvironment(variables),
    );
  }
  return files;
}

function writeItems(
  items: readonly ImportedItem[],
  prefix: string,
  files: Map<string, string>,
): void {
  const taken = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (item.kind === "folder") {
      const name = fileName(item.fileName ?? item.name, taken);
      const { docs, defaults } = item;
      const seq = items.slice(0, index + 1).filter((one) =>
        one.kind === "folder"
      ).length;
      files.set(
        `${prefix}${name}/folder.bru`,
        bruLevel(defaults, {
          name: item.name,
          seq,
          ...(docs !== undefined && { docs }),
        }),
      );
      writeItems(item.items, `${prefix}${name}/`, files);
    } else {
      const { info } = item.request;
      const name = fileName(item.fileName ?? info.name, taken);
      files.set(
        `${prefix}${name}.bru`,
        bruRequest({
          ...item.request,
          info: { ...info, seq: index + 1 },
        }),
      );
    }
  }
}
