import type { Script } from "../types.ts";
import { candidatePaths, folderOf, isFilePath } from "./module_path.ts";

/** The texts that a script runs: its own, and of files what it asks for. */
export type CodesOf = (script: Pick<Script, "code">) => readonly string[];

/** Follows a script nowhere. */
export const ownCode: CodesOf = ({ code }) => [code];

/** Reads a file by its path from the collection's root; undefined where there is none. */
export type ReadModule = (path: string) => string | undefined;

const REQUIRED =
  /\b(?:require\s*\(|from\b|import\b(?:\s*\()?)\s*(["'`])([^"'`\n$]+)\1/g;
/** A file that exports whatever another one exports: it names none of it. */
const EXPORTS_ALL =
  /^(?:export\s*\*\s*from\b|module\.exports\s*=\s*require\b)/m;
/** Statements of a file begin in its first column. */
const STATEMENT = /^(?=[\w$(])/m;
const DECLARED =
  /^(?:export\s+)?(?:(?:async\s+)?function\s*\*?|const|let|var|class)\s+([\w$]+)|^(?:module\.)?exports\.([\w$]+)\s*=/;
/** Several names: `const { a, b: c } = …`, `import d, { e } from …`. */
const SEVERAL = /^(?:const|let|var)\s*([{[][^=]*)=|^import\s+([^"']+)\bfrom\b/;
/** All that a module exports, or a list of names. */
const OBJECT = /^(?:module\.exports\s*=|export(?:\s+default)?)\s*\{/;
const LIST = /^[^{]*\{([^{}()]*)\}(.*)/;
/** An entry of a list of names: `a`, `a as b`, `b: a`. */
const ENTRY =
  /^\s*(?:[\w$]+\s+as\s+)?["']?([\w$]+)["']?\s*(?::\s*[\w$.]+\s*)?$/;
const KEY = /^\s*(?:async\s+)?\*?\s*["']?([\w$]+)/;

/** The path of the file that is required by a name; undefined where there is none, or it is not a file's. */
export function findRequired(
  name: string,
  folder: string,
  read: ReadModule,
): string | undefined {
  if (!isFilePath(name)) return undefined;
  try {
    return candidatePaths({ root: () => "/", folder }, name)
      .find((path) => read(path) !== undefined);
  } catch {
    // Outside of the collection.
    return undefined;
  }
}

/**
 * Follows scripts into the files that they require by literal names. Of a file
 * counts what the script names: one that asks for `isOrder` does not run the
 * `saveToken` next to it.
 */
export function codesThrough(readFile: ReadModule): CodesOf {
  const texts = new Map<string, string | undefined>();
  const read = (path: string) => {
    if (!texts.has(path)) texts.set(path, readFile(path));
    return texts.get(path);
  };
  const parts = new Map<string, readonly Part[]>();
  const partsAt = (path: string) => {
    let found = parts.get(path);
    if (found === undefined) {
      found = (read(path) ?? "").split(STATEMENT).flatMap(partsOf);
      parts.set(path, found);
    }
    return found;
  };
  // Many scripts have one text, and each is asked for several times.
  const known = new Map<string, readonly string[]>();
  return ({ code }) => {
    let codes = known.get(code);
    if (codes === undefined) {
      codes = codesFrom(code, { read, partsAt });
      known.set(code, codes);
    }
    return codes;
  };
}

function codesFrom(
  code: string,
  { read, partsAt }: {
    readonly read: ReadModule;
    readonly partsAt: (path: string) => readonly Part[];
  },
): readonly string[] {
  const codes = [code];
  const seen = new Set<string>();
  /** @param above What asks for the names that the file hands on. */
  const follow = (asking: string, folder: string, above = "") => {
    for (const [, , name] of asking.matchAll(REQUIRED)) {
      const path = findRequired(name, folder, read);
      if (path === undefined || seen.has(path)) continue;
      seen.add(path);
      if (path.endsWith(".json")) continue;
      const names = asking + above;
      const named = namedIn(partsAt(path), names);
      codes.push(named);
      const isHandedOn = EXPORTS_ALL.test(named);
      follow(named, folderOf(path), isHandedOn ? `\n${names}` : "");
    }
  };
  follow(code, "");
  return codes;
}

/** The declarations of a file that a text names, those that these name, and what has no name. */
function namedIn(parts: readonly Part[], asking: string): string {
  const byName = new Map<string, Part[]>();
  for (const part of parts) {
    for (const name of part.names ?? []) {
      const known = byName.get(name);
      if (known) known.push(part);
      else byName.set(name, [part]);
    }
  }
  const unnamed = parts.filter(({ names }) => names === undefined);
  const taken = new Set(unnamed);
  const asked = [asking, ...unnamed.map(({ text }) => text)];
  // Each declaration is asked for once, however they name each other.
  for (let text = asked.pop(); text !== undefined; text = asked.pop()) {
    for (const word of wordsIn(text)) {
      for (const part of byName.get(word) ?? []) {
        if (taken.has(part)) continue;
        taken.add(part);
        asked.push(part.text);
      }
      byName.delete(word);
    }
  }
  return parts.filter((part) => taken.has(part)).map(({ text }) => text)
    .join("\n");
}

interface Part {
  /** Absent: it runs with the file. */
  readonly names?: readonly string[];
  readonly text: string;
}

function partsOf(text: string): Part[] {
  if (OBJECT.test(text)) {
    const [, list, rest] = LIST.exec(text) ?? [];
    const entries = list?.split(",").filter((it) => it.trim() !== "")
      .map((entry) => ({ entry, names: ENTRY.exec(entry)?.slice(1) }));
    if (entries?.every(({ names }) => names !== undefined)) {
      return entries.map(({ entry, names }) => named(entry + rest, names));
    }
    // Keys of one object stand in one column.
    const [, indent] = /\{[ \t]*\r?\n([ \t]+)\S/.exec(text) ?? [];
    if (indent !== undefined) {
      const [, ...keys] = text.split(new RegExp(`^${indent}(?=[^\\s}/])`, "m"));
      return keys.map((text) => named(text, KEY.exec(text)?.slice(1)));
    }
  }
  const [, ...several] = SEVERAL.exec(text) ?? [];
  const declared = several.length > 0
    ? several.flatMap((it = "") => [...wordsIn(it)])
    : DECLARED.exec(text)?.slice(1).filter((it) => it !== undefined);
  return [named(text, declared)];
}

function named(text: string, names: readonly string[] | undefined): Part {
  return { ...(names && { names }), text };
}

function wordsIn(text: string): Set<string> {
  return new Set(text.match(/[\w$]+/g));
}
