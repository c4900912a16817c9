import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { BRU_FORMAT, YAML_FORMAT } from "../../core/collection/format.ts";
import type { ImportKind } from "../../tools/convert/types.ts";
import { relativePath } from "../../host/files/load/shown_path.ts";
import { resolve } from "../../host/path.ts";
import {
  type PresentCollection,
  presentCollection,
} from "../../host/scaffold/present_collection.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { shellPath, shellWord } from "../../host/terminal/shell_word.ts";

/** What an import writes, and from what. */
interface Writing {
  readonly kind: ImportKind;
  readonly onlyEnvironments: boolean;
  /** As the command line names it. */
  readonly source: string;
}

/**
 * Refuses a folder whose requests no run would send any more: an
 * `opencollection.yml` there makes it a collection of YAML files, and one in a
 * folder of a collection makes that folder a separate one.
 */
export function cutOff(
  folder: string,
  writing: Writing,
): Diagnostic | undefined {
  const present = presentCollection(folder);
  if (present === undefined) return undefined;
  const state = refusal(folder, present, writing);
  return state === undefined ? undefined : {
    code: "WRITE",
    severity: "error",
    message: `Cannot write to "${folder}": ${state}`,
  };
}

function refusal(
  folder: string,
  present: PresentCollection,
  { kind, onlyEnvironments, source }: Writing,
): string | undefined {
  const elsewhere = "choose another folder with --output";
  if (present.kind === "workspace") {
    return `it has collections of Postman's, which a run of it would no longer find (${elsewhere})`;
  }
  const { format, root, main } = present;
  const isYaml = format === YAML_FORMAT;
  const isBru = format === BRU_FORMAT;
  const shown = relativePath(Deno.cwd(), root) || ".";
  // The page does not change collections in Postman's format.
  const pasted = kind === "curl" && (isYaml || isBru) ? [pasting(shown)] : [];
  const ways = (all: readonly string[]) => all.join(", or ");
  if (root !== resolve(folder)) {
    const way = onlyEnvironments && (isYaml || isBru)
      ? [`give the collection's own folder: --output ${shellPath(shown)}`]
      : isYaml
      ? [
        "choose a new folder with --output and move the requests' files here",
        ...pasted,
      ]
      : ["choose a folder outside of it with --output", ...pasted];
    return `it is a folder of the collection "${shown}", which would no longer run its requests (${
      ways(way)
    })`;
  }
  if (isYaml) {
    return main === YAML_FORMAT.mains[0] || onlyEnvironments
      ? undefined
      : `it is a collection, and beside another opencollection.yml no run would read its ${main} (${elsewhere})`;
  }
  if (isBru) {
    if (onlyEnvironments) return undefined;
    const way = kind === "curl" ? pasted : [converting(source, root)];
    return `it is a collection of .bru files, which would no longer run beside YAML files (${
      ways([...way, elsewhere])
    })`;
  }
  const way = onlyEnvironments && kind === "postman"
    ? [`give it to a run with --env-file ${shellWord(source)}`]
    : [];
  return `it is a collection in Postman's format, which would no longer run beside an opencollection.yml (${
    ways([...way, elsewhere])
  })`;
}

/** How a collection of `.bru` files gets the requests of another format: neither command writes into it. */
function converting(source: string, root: string): string {
  const program = programName();
  const [imported, exported] = ["imported", "exported"].map((end) =>
    shellPath(relativePath(Deno.cwd(), `${root}-${end}`))
  );
  return `run ${program} import ${
    shellWord(source)
  } -o ${imported} and then ${program} export bru ${imported} -o ${exported} to get .bru files, and copy those that you need into this one`;
}

/** How a collection gets another request from a command. */
export function pasting(folder: string): string {
  return `paste the command into the page of ${programName()} open ${
    shellPath(folder)
  }`;
}
