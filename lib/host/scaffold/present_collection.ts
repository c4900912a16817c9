import {
  type CollectionFormat,
  formatOf,
  hasExtension,
  YAML_FORMAT,
} from "../../core/collection/format.ts";
import { splitMain } from "../files/find_root.ts";
import { isPath } from "../files/is_file.ts";
import { rootOf } from "../files/load/find_target.ts";
import { findWorkspace } from "../files/load/find_workspace.ts";
import { readTree } from "../files/read_tree.ts";
import { resolve } from "../path.ts";

/** What runs of a folder find there. */
export type PresentCollection =
  | {
    readonly kind: "collection";
    readonly format: CollectionFormat;
    /** The folder of the collection, which may be one above. */
    readonly root: string;
    /** Name of its own file. */
    readonly main: string;
  }
  /** Collections of Postman's below it. */
  | { readonly kind: "workspace" };

/**
 * The collection that a folder is, or whose requests are in it. Undefined
 * where another collection in the folder takes no request out of a run.
 *
 * @param folder As the user wrote it.
 */
export function presentCollection(
  folder: string,
): PresentCollection | undefined {
  const at = resolve(folder);
  if (!isPath(at)) return undefined;
  const found = rootOf(at, folder);
  if (typeof found === "object") return undefined;
  if (found === undefined) {
    const workspace = findWorkspace(at, folder);
    // A link to a workspace alone has no collections.
    const isThere = typeof workspace === "string" ||
      workspace?.notes !== undefined;
    return isThere ? { kind: "workspace" } : undefined;
  }
  const { root, main } = splitMain(found);
  const format = formatOf(main);
  return root === at || hasRequests(at, format)
    ? { kind: "collection", format, root, main }
    : undefined;
}

/** What tells a request or a folder from other YAML, such as a document of OpenAPI. */
const OWN_KEY = /^\W*(?:info|http|graphql|grpc|websocket)\W*:/m;
const FOREIGN_KEY = /^\W*(?:openapi|swagger|asyncapi)\W*:/m;

/** Whether the text of a YAML file may be a request or a folder. */
export function isOwnText(text: string): boolean {
  return OWN_KEY.test(text) && !FOREIGN_KEY.test(text);
}

function hasRequests(folder: string, format: CollectionFormat): boolean {
  const { files } = readTree(folder, { shown: (path) => path, format });
  return [...files].some(([path, text]) =>
    hasExtension(path, format) && !format.environments.test(path) &&
    (format !== YAML_FORMAT || isOwnText(text))
  );
}
