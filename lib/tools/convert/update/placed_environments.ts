import { parse } from "@std/yaml/parse";
import { elements, jsonTextOf, members } from "../json.ts";
import { BASE_URL } from "../openapi/servers.ts";
import { fileHash } from "./file_marks.ts";

const NAME = /^name: .*$/m;
/** What a server's description and name become. */
const ABOUT = /^name: .*\n(?:description: .*\n(?:[ \t].*\n)*)?/m;

/** Whether a path is that of an environment's file. */
export function isEnvironment(path: string): boolean {
  return /^environments\/[^/]+\.ya?ml$/.test(path);
}

/** Between the document's path of an environment and the one here, which no name of a file has. */
const STANDS_IN = " > ";

/** What the collection's own file says of files, by the document's paths. */
interface KnownFiles {
  readonly marks: ReadonlyMap<string, string>;
  /** Where environments stand that have another path here. */
  readonly elsewhere: ReadonlyMap<string, string>;
}

/** What marks say: those of environments may have the path here behind the document's. */
export function knownFiles(marks: ReadonlyMap<string, string>): KnownFiles {
  const all = [...marks].map(([key, mark]) => {
    const at = key.indexOf(STANDS_IN);
    return at === -1 || !isEnvironment(key.slice(0, at))
      ? { path: key, mark }
      : { path: key.slice(0, at), mark, here: key.slice(at + 3) };
  });
  return {
    marks: new Map(all.map(({ path, mark }) => [path, mark])),
    elsewhere: new Map(
      all.flatMap(({ path, here }) => here === undefined ? [] : [[path, here]]),
    ),
  };
}

/** The key of a file's mark. */
export function markKey(path: string, here: string): string {
  return here === path ? path : `${path}${STANDS_IN}${here}`;
}

/** Where an environment of the document stands here. */
export interface PlacedEnvironment {
  readonly at: string;
  /** The text of its file; absent where it has none. */
  readonly before?: string;
  /** The document's text, with the name that it has here. */
  readonly text: string;
}

/**
 * The files of the document's environments, by their paths in the document. An
 * environment keeps its file: the one in which the update before left it, or
 * that of its own path. Otherwise it is the file that is as that update left it
 * except for its name, which came from this server before its description
 * changed, or whose server has the same URL. One without a file gets a path that
 * is free.
 */
export function placedEnvironments(
  existing: ReadonlyMap<string, string>,
  fresh: ReadonlyMap<string, string>,
  { marks, elsewhere }: KnownFiles,
): Map<string, PlacedEnvironment> {
  const wanted = [...fresh].filter(([path]) => isEnvironment(path));
  const free = new Set([...existing.keys()].filter(isEnvironment));
  const placed = new Map<string, PlacedEnvironment>();
  const place = (find: (path: string, text: string) => string | undefined) => {
    for (const [path, text] of wanted) {
      const at = placed.has(path) ? undefined : find(path, text);
      if (at === undefined || !free.delete(at)) continue;
      const before = existing.get(at)!;
      placed.set(path, { at, before, text: namedLike(text, { by: before }) });
    }
  };
  place((path) => elsewhere.get(path));
  place((path) => path);
  if (placed.size === wanted.length) return placed;
  const known = new Set([...marks.keys(), ...elsewhere.values()]);
  const others = [...free].toSorted((a, b) =>
    Number(known.has(b)) - Number(known.has(a))
  );
  const other = (fits: (text: string) => boolean) =>
    others.find((at) => free.has(at) && fits(existing.get(at)!));
  place((path, text) => {
    const mark = marks.get(path);
    return other((one) => isAsMarked(one, mark, { by: text }));
  });
  const marksHere = new Map(
    [...marks].map(([path, mark]) => [elsewhere.get(path) ?? path, mark]),
  );
  place((_, text) =>
    others.find((at) => {
      const about = ABOUT.exec(existing.get(at)!.replaceAll("\r\n", "\n"));
      return free.has(at) && about !== null &&
        fileHash(text.replace(ABOUT, () => about[0])) === marksHere.get(at);
    })
  );
  place((_, text) => {
    const url = urlIn(text);
    return other((one) => url !== undefined && urlIn(one) === url);
  });
  const taken = new Set([...existing.keys()].map((one) => one.toLowerCase()));
  for (const [path, text] of wanted) {
    if (!placed.has(path)) placed.set(path, freePlace(path, text, taken));
  }
  return placed;
}

function freePlace(
  path: string,
  text: string,
  taken: Set<string>,
): PlacedEnvironment {
  for (let count = 1;; count++) {
    const end = count === 1 ? "" : ` ${count}`;
    const at = path.replace(/(?=\.yml$)/, end);
    if (taken.has(at.toLowerCase())) continue;
    taken.add(at.toLowerCase());
    // Its name may be in quotes.
    const named = (line: string) => line.replace(/(?=["']?\s*$)/, end);
    return { at, text: text.replace(NAME, named) };
  }
}

/** Whether an environment is as its mark says, whatever its name. */
export function isAsMarked(
  here: string,
  mark: string | undefined,
  { by }: { by: string },
): boolean {
  return [here, namedLike(here, { by }), here.replace(NAME, "")]
    .some((text) => fileHash(text) === mark);
}

/** The mark of an environment that has another name here: none counts. */
export function namelessHash(text: string): string {
  return fileHash(text.replace(NAME, ""));
}

/** The text of an environment with the name that another has. */
function namedLike(text: string, { by }: { by: string }): string {
  const [name] = NAME.exec(by) ?? [];
  return name === undefined ? text : text.replace(NAME, () => name.trimEnd());
}

/** The URL of an environment's server, with the values of the variables in it. */
function urlIn(text: string): string | undefined {
  const values = new Map<string, string>();
  try {
    const { variables } = members(parse(text, { schema: "core" }));
    for (const one of elements(variables)) {
      const { name, value } = members(one);
      values.set(jsonTextOf(name) ?? "", jsonTextOf(value) ?? "");
    }
  } catch {
    return undefined;
  }
  return values.get(BASE_URL)?.replace(
    /\{\{(\w+)\}\}/g,
    (whole, name: string) => values.get(name) ?? whole,
  );
}
