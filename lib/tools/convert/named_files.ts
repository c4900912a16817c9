import {
  pathParameterPattern,
  segmentNames,
} from "../../core/render/segment_names.ts";
import { quotedWord } from "../../core/source/quoted_word.ts";
import type { FileBody, FileParam } from "./open_collection.ts";
import type { ImportNote } from "./types.ts";

/** Paths of the files that a body sends. */
export function namedIn(body: FileBody | undefined): string[] {
  switch (body?.type) {
    case "multipart-form":
      return body.data.flatMap(({ value, disabled }) =>
        !disabled && Array.isArray(value) ? value : []
      );
    case "file":
      return body.data.map(({ filePath }) => filePath);
    default:
      return [];
  }
}

/**
 * What has to be said of files that a request sends: they stay where they are.
 *
 * @param hasFile Whether a path leads to a file, from where the source is.
 */
export function fileNotes(
  paths: readonly string[],
  hasFile: ((path: string) => boolean) | undefined,
): Pick<ImportNote, "kind" | "message" | "lackedFile">[] {
  return paths.filter((path) => path !== "" && !path.includes("{{")).map(
    (path) => {
      const isMissing = hasFile !== undefined && !hasFile(path);
      const isOutside = insidePath(path) === undefined;
      const state = isMissing ? "does not exist" : "is not copied";
      const wayOut = isOutside
        ? isMissing ? wayInside(path) : wayToOutside(path)
        : `put it into the collection's folder${
          isMissing ? ", or change its path" : ""
        }`;
      return {
        kind: "person",
        message: `The file "${shown(path)}" ${state}: ${wayOut}`,
        ...!isOutside && { lackedFile: path },
      };
    },
  );
}

/** What lets a run send a file that is outside of the collection's folder. */
export function wayToOutside(path: string): string {
  const flag = `--allow-read=${quotedWord(path)}`;
  return isAbsolute(path)
    ? `add ${flag} to a run, or ${wayInside(path)}`
    : wayInside(path);
}

/** The path is a part of it: a copy alone is not where the request looks for it. */
function wayInside(path: string): string {
  const name = path.slice(path.search(/[^/\\]*$/));
  return `put it into the collection's folder and change its path to "${
    shown(name)
  }"`;
}

/** A path from the collection's folder; undefined for one that leads out of it. */
export function insidePath(path: string): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  if (/^(?:\/|[a-z]:|~\/)/i.test(slashed)) return undefined;
  const parts: string[] = [];
  for (const part of slashed.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** A path from a folder, which ends in a slash or is empty; an absolute one stays. */
export function pathBelow(folder: string, path: string): string {
  return isAbsolute(path) ? path : folder + path;
}

function shown(path: string): string {
  return path.length > 100 ? `${path.slice(0, 100)}…` : path;
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** What has to be said of path parameters without a value, which no request can be sent with. */
export function emptyPathParams(
  url: string,
  params: readonly FileParam[] = [],
): string[] {
  const empty = params.filter(({ value, type, disabled }) =>
    type === "path" && value === "" && !disabled
  );
  const names = replacedNames(url, empty.map(({ name }) => name));
  return empty.filter(({ name }) => names.has(name)).map(({ name }) =>
    `The path parameter "${name}" is empty: give it a value, the request is not sent without one`
  );
}

/** The names of path parameters that a run replaces in a URL, if there are such parameters. */
export function replacedNames(
  url: string,
  params: readonly string[],
): ReadonlySet<string> {
  const pattern = pathParameterPattern(params);
  const [path] = url.split(/[?#]/, 1);
  // A placeholder ends a name, too.
  return new Set(
    path.split(/\{\{[^{}]*\}\}/).flatMap((text) =>
      [...text.matchAll(pattern)].flatMap(([, , whole]) => segmentNames(whole))
    ),
  );
}
