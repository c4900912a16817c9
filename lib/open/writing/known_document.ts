import { YAML_FORMAT } from "../../core/collection/format.ts";
import { relativePath } from "../../host/files/load/shown_path.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { toFiles } from "../../tools/convert/to_files.ts";
import type { Imported, ImportKind } from "../../tools/convert/types.ts";
import { hasAddressOf } from "../../tools/convert/update/files_by_operation.ts";
import { markOf } from "../../tools/convert/yaml.ts";
import type { Workbench } from "../workbench.ts";

/**
 * Says that the collection has requests of a document of OpenAPI, which the page
 * only adds once more, and how it follows the document; undefined for any other
 * source.
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
  const known = toFiles(imported).requests.flatMap(({ path, request }) =>
    [path, `${parent}/${path}`].flatMap((one) => {
      const text = session.files.get(one);
      return text !== undefined && hasAddressOf(request, text) ? text : [];
    })
  );
  if (known.length === 0) return undefined;
  const again =
    "The collection has requests of this document already, and the page added them again";
  // What the page itself added has no marks, without which an update adds all.
  if (known.every((text) => markOf(text) === undefined)) return again;
  const folder = relativePath(Deno.cwd(), session.root) || ".";
  return `${again}: to follow a newer version, delete the new ones and run brace import ${
    shellPath(name)
  } -o ${shellPath(folder)} --update`;
}
