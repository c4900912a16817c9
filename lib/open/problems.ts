import type {
  FilePlace,
  From,
  Problem,
} from "../embedded/page/workbench/api.ts";
import type { Diagnostic, Location } from "../core/source/diagnostic.ts";
import { globalsOf } from "../host/files/env_files_of.ts";
import { Locator } from "../host/locate/locator.ts";
import { relative, resolve } from "../host/path.ts";
import { PAGE_WORDS } from "./page_words.ts";
import type { Workbench } from "./workbench.ts";
import { wayOut, worded } from "../core/source/way_out.ts";
import type { CollectionIndex } from "../tools/check/collection_index.ts";
import { lackingEntry } from "./sending/typed_entries.ts";

/** A place in a file, as the page has it. */
export function placeOf(bench: Workbench, location: Location): FilePlace {
  const { file = "", line, column } = location;
  const id = idOfFile(bench, file);
  return {
    ...(id !== undefined && { id }),
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

/** The id of what a file is about; undefined for a file that the page does not open. */
export function idOfFile(bench: Workbench, file: string): string | undefined {
  const { session, ids, items } = bench;
  if (items.places.has(file)) return ids.of("request", file);
  if (!session.files.has(file) || isConfidential(file)) return undefined;
  switch (session.kindOf(file)) {
    case "environment":
      return ids.of("environment", file);
    case "collection":
      return ids.of("collection", "");
    case "folder":
      return ids.of("folder", file.slice(0, file.lastIndexOf("/")));
    case "request":
      return ids.of("request", file);
    default:
      return ids.of("other", file);
  }
}

/** Files whose lines are values that are not shown. */
export function isConfidential(file: string): boolean {
  return /(?:^|\/)\.env(?:\.[^/]*)?$|\.env$/.test(file);
}

/** Why runs cannot read the file of global variables; what is wrong in it is a problem of its own. */
export async function globalsProblems(
  bench: Workbench,
): Promise<Diagnostic[]> {
  const { globalsFile } = bench;
  if (globalsFile.globalEnv === undefined) return [];
  const { diagnostics } = await globalsOf(globalsFile, undefined);
  const unread = diagnostics.filter(({ location }) =>
    location?.file !== globalsFile.globalEnv
  );
  return (await new Locator().locate(unread)).map((one) => {
    const { file } = one.location ?? {};
    if (file === undefined) return one;
    const path = relative(bench.session.root, resolve(file));
    return {
      ...one,
      location: { ...one.location, file: path.replaceAll("\\", "/") },
    };
  });
}

/** Problems as the page has them, secrets masked. */
export async function shownProblems(
  bench: Workbench,
  diagnostics: readonly Diagnostic[],
): Promise<Problem[]> {
  const { session, hidden } = bench;
  const located = bench.isEmpty
    ? diagnostics
    : await session.locate(diagnostics);
  // What was found before the files could be read names no entry.
  const { index } = session;
  return located.map((one): Problem => {
    const { code, severity, message, notes, location, fix } = hidden
      .masker.maskDiagnostic(worded(askedFor(one, index), PAGE_WORDS));
    return {
      code,
      severity,
      message,
      ...(notes && { notes }),
      ...(location?.file !== undefined && {
        place: {
          ...placeOf(bench, location),
          ...(location.length !== undefined && { length: location.length }),
          ...(location.keys && { keys: location.keys }),
        },
      }),
      ...(fix && { fix: fix.title }),
    };
  });
}

/** "Send" asks for a secret that `.env` lacks, too, unless a script sets it. */
function askedFor(
  problem: Diagnostic,
  index: CollectionIndex | undefined,
): Diagnostic {
  const { code, waysOut = [] } = problem;
  const isAsked = code === "PERMISSION" &&
    waysOut.some(({ kind }) => kind === "allow-env") &&
    lackingEntry(index, problem)?.isSet === false;
  return isAsked
    ? { ...problem, waysOut: [wayOut("answer-secret"), ...waysOut] }
    : problem;
}

/** Where something comes from that a level above has. */
export async function origins(
  bench: Workbench,
  wanted: readonly {
    readonly location: Location;
    readonly level: From["from"]["level"];
    readonly name: string;
  }[],
): Promise<From[]> {
  const located = await bench.session.locate(
    wanted.map(({ location }) => ({
      code: "USAGE",
      severity: "hint",
      message: "",
      location,
    })),
  );
  return wanted.map(({ level, name }, index) => ({
    from: { ...placeOf(bench, located[index].location ?? {}), level, name },
  }));
}
