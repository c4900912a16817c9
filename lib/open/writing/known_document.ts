import { YAML_FORMAT } from "../../core/collection/format.ts";
import { relativePath } from "../../host/files/load/shown_path.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { toFiles } from "../../tools/convert/to_files.ts";
import type { Imported, ImportKind } from "../../tools/convert/types.ts";
import { hasAddressOf } from "../../tools/convert/update/files_by_operation.ts";
import type { Workbench } from "../workbench.ts";

/**
 * Says how the collection follows a document of OpenAPI that it has requests
 * of, which the page would only add once more; undefined for any other source.
 *
 * @param parent The folder that the new requests go into.
 */
export function updateAdvice(
  { session }: Pick<Workbench, "session">,
  { kind, imported, name, parent }: {
    readonly kind: ImportKind | undefined;
    readonly imported: Imported;
    /** The file's. */
    readonly name: string;
    readonly parent: string;
  },
): string | undefined {
  if (kind !== "openapi" || !YAML_FORMAT.mains.includes(session.main)) {
    return undefined;
  }
  const prefix = parent === "" ? "" : `${parent}/`;
  const isKnown = toFiles(imported).requests.some(({ path, request }) =>
    [path, prefix + path].some((one) => {
      const text = session.files.get(one);
      return text !== undefined && hasAddressOf(request, text);
    })
  );
  if (!isKnown) return undefined;
  const folder = relativePath(Deno.cwd(), session.root) || ".";
  return `The collection has requests of this document already, and the page added them again: to follow a newer version, delete the new ones and run brace import ${
    shellPath(name)
  } -o ${shellPath(folder)} --update`;
}
