import { BRU_FORMAT, YAML_FORMAT } from "../../core/collection/format.ts";
import { isFilePath } from "../../core/collection/required/module_path.ts";
import { settingPattern } from "../../core/collection/setting_pattern.ts";
import { UNREADABLE } from "../../core/collection/unread_files.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { rootName } from "../../core/template/template_of.ts";
import { readByPattern } from "./script/read_by_pattern.ts";

/** What is found, without errors that only follow from files which cannot be read. */
export interface HeldBack {
  readonly diagnostics: readonly Diagnostic[];
  /** How many requests cannot be read. */
  readonly unread: number;
}

const TELLS_UNREAD: ReadonlySet<string> = new Set([
  ...UNREADABLE,
  "INVALID_FIELD",
]);
/** Of a file that is read, but without all that it says, or ignored. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...UNREADABLE,
  "INVALID_FIELD",
  "UNKNOWN_KEY",
  "UNKNOWN_OPERATOR",
  "UNSUPPORTED",
]);

/** Of a variable, or of a value that is given, which has a name that nothing uses. */
const SAYS_UNUSED: ReadonlySet<string> = new Set(["UNUSED_VARIABLE", "USAGE"]);

/** Of a variable that a request may set. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set([
  "UNDEFINED_VARIABLE",
  "UNSET_SECRET",
  // Of an entry of the process's environment that is its value.
  "PERMISSION",
]);

/**
 * Leaves out that a variable is undefined, or a secret without a value, where a
 * file sets it which cannot be read, and that nothing uses one, or a value that is
 * given for one, which such a file names, or one that a file uses of which a part is left out. What is wrong with
 * that file says so, and what is wrong with a value says all of that value. A
 * request that a script runs by name may be in any file which cannot be read.
 */
export function heldBack(
  all: readonly Diagnostic[],
  { texts: read, undecoded = new Map(), requests, broken = [] }: {
    /** By the paths that diagnostics show. */
    readonly texts: Pick<ReadonlyMap<string, string>, "get">;
    /** What can be decoded of files that are not UTF-8, by these paths. */
    readonly undecoded?: ReadonlyMap<string, string>;
    /** The files of the requests that are read. */
    readonly requests: ReadonlySet<string>;
    /** Errors that are warnings among all, as they lie outside of what is checked. */
    readonly broken?: readonly Diagnostic[];
  },
): HeldBack {
  const texts = {
    get: (file: string) => read.get(file) ?? undecoded.get(file),
  };
  const files = new Map<string, Set<string>>();
  const values = new Set<string>();
  const own = all.filter(({ severity }) => severity === "error");
  const errors = [...own, ...broken];
  for (const { code, location } of errors) {
    if (location?.file === undefined) continue;
    const { file, yamlPath } = location;
    if (UNREADABLE.has(code)) {
      // A value that cannot be read stands in a file that can.
      if (yamlPath !== undefined) values.add(placeOf(location));
      else files.set(file, new Set());
    } else if (
      code === "INVALID_FIELD" && !requests.has(file) &&
      (isRequest(file) || undecoded.has(file))
    ) {
      // Such as one without its URL.
      files.set(file, new Set());
    }
  }
  const leftOut = all.filter(({ code }) => LEFT_OUT.has(code));
  const textsOf = (found: readonly Diagnostic[]) =>
    new Set(
      found.flatMap(({ location }) => texts.get(location?.file ?? "") ?? []),
    );
  const used = new Set([...textsOf(leftOut)].flatMap(usedIn));
  const refused = errors.filter(({ code }) => LEFT_OUT.has(code));
  const mayUseAny = [...textsOf(refused)].some(readsAny);
  const diagnostics = values.size + used.size === 0 && !mayUseAny
    ? all
    : all.filter(({ code, location, expression = "" }) =>
      SAYS_UNUSED.has(code) && (mayUseAny || used.has(expression))
        ? false
        : UNREADABLE.has(code) || !values.has(placeOf(location))
    );
  if (files.size === 0) return { diagnostics, unread: 0 };
  const words = new Words(
    [...files.keys()].map((file) => texts.get(file) ?? ""),
  );
  const known = new Map<string, boolean>();
  // Many places use the same names: the files are searched once for each.
  const isSet = (name: string | undefined): boolean => {
    if (name === undefined) return false;
    let found = known.get(name);
    if (found !== undefined) return found;
    const pattern = words.mayHave(name) ? settingPattern(name) : undefined;
    const setters = pattern === undefined
      ? []
      : [...files].filter(([file]) => pattern.test(texts.get(file) ?? ""));
    for (const [, names] of setters) names.add(`"${name}"`);
    known.set(name, found = setters.length > 0);
    return found;
  };
  const left = diagnostics.filter(({ code, expression, trail = [] }) => {
    if (expression === undefined) return true;
    // A script runs a request that may be in any of these files.
    if (code === "SCRIPT_ERROR") return false;
    if (SAYS_UNUSED.has(code)) return !words.have(expression);
    if (!WITHOUT_VALUE.has(code)) return true;
    // A variable on the way that is set does not lead here.
    const names = trail.slice(0, -1);
    if (code !== "PERMISSION") names.push(expression);
    return !names.some((one) => isSet(rootName(one)));
  });
  const checked = new Set(own.map(({ location }) => location?.file));
  return {
    diagnostics: left.map((one) => withNote(one, files)),
    unread:
      [...files.keys()].filter((file) => isRequest(file) && checked.has(file))
        .length,
  };
}

/** Whether a text may have a script that reads variables whose names the text does not tell. */
function readsAny(text: string): boolean {
  const { readsAny, requires } = readByPattern({
    code: text,
    dialect: "postman",
  });
  return readsAny || READS_ALL.test(text) ||
    requires.some(({ name }) => isFilePath(name));
}

const READS_ALL = /\b(?:getAll\w*Vars|toObject|eval)\s*\(/;

function placeOf(location: Diagnostic["location"]): string {
  return JSON.stringify([location?.file, location?.yamlPath]);
}

/** Texts by their words, so that thousands of names do not search them again. */
class Words {
  readonly #texts: readonly string[];
  readonly #words: ReadonlySet<string>;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#words = new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []));
  }

  /** False where no text has the name as a word. */
  mayHave(name: string): boolean {
    return !/^[\w-]+$/.test(name) || this.#words.has(name);
  }

  /** Whether a text has the name as a word. */
  have(name: string): boolean {
    if (/^[\w-]+$/.test(name)) return this.#words.has(name);
    const word = new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`);
    return this.#texts.some((text) => word.test(text));
  }
}

/** The names that a text uses: in placeholders, and in quotes in calls of scripts. */
function usedIn(text: string): string[] {
  return [
    ...text.matchAll(/\{\{([^{}]+)\}\}|\(\s*(["'`])([^"'`\n]+)\2/g),
  ]
    .flatMap(([, inText, , inScript]) => {
      const name = inText?.trim() ?? inScript;
      return [name, rootName(name) ?? name];
    });
}

function withNote(
  diagnostic: Diagnostic,
  files: ReadonlyMap<string, ReadonlySet<string>>,
): Diagnostic {
  const { code, location, notes = [] } = diagnostic;
  const names = TELLS_UNREAD.has(code) && files.get(location?.file ?? "");
  if (!names || names.size === 0) return diagnostic;
  const note = `this file names ${
    [...names].join(", ")
  }: uses of it are checked once the file can be read`;
  return { ...diagnostic, notes: [...notes, note] };
}

const LEVELS: ReadonlySet<string> = new Set(
  [YAML_FORMAT, BRU_FORMAT].flatMap(({ mains, folders, defaults }) => [
    ...mains,
    ...folders,
    ...defaults === undefined ? [] : [defaults],
  ]),
);

function isRequest(file: string): boolean {
  const [name, folder] = file.split(/[/\\]/).toReversed();
  return !LEVELS.has(name) && folder !== "environments";
}
