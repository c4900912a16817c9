import { mergedFiles, readIfThere } from "../../host/import/merged_files.ts";
import { join } from "../../host/path.ts";
import { isYaml } from "../../tools/convert/update/lacking_variables.ts";
import type { UpdateNote } from "../../tools/convert/update/types.ts";
import { shortList } from "./short_list.ts";
import { exampleNamesIn } from "./written_folder.ts";

/** What an update makes of `.env.example`, and of `.gitignore`, which keeps the values out of the repository. */
interface UpdatedEntries {
  readonly files: readonly (readonly [path: string, file: { text: string }])[];
  readonly notes: readonly UpdateNote[];
  /** The names in `.env.example` that the collection reads now. */
  readonly read: readonly string[];
}

/**
 * Adds the names that the document's secrets need, and removes the empty ones
 * that only the update's files read before.
 *
 * @param example What an import would write into `.env.example`.
 */
export function updatedEntries(
  folder: string,
  example: string | undefined,
  { before, after, leaving, unread }: {
    /** The texts of the folder. */
    readonly before: ReadonlyMap<string, string>;
    /** The same with what the update writes. */
    readonly after: ReadonlyMap<string, string>;
    /** Paths of requests that the document has no more. */
    readonly leaving: ReadonlySet<string>;
    /** Paths of files whose texts are not among them. */
    readonly unread: ReadonlySet<string>;
  },
): UpdatedEntries {
  const scripts = unread.values().filter((path) => /\.[cm]?[jt]s$/.test(path))
    .map((path) => readIfThere(join(folder, path)) ?? "").toArray();
  const staying = [...after].filter(([path]) => !leaving.has(path));
  const [was, is, stays] = [before, after, staying].map((files) =>
    wordsOf([
      ...[...files].flatMap(([path, text]) =>
        isYaml(path) || path.endsWith(".sh") ? text : []
      ),
      ...scripts,
    ])
  );
  const listed = readIfThere(join(folder, ".env.example"));
  // A request that stays may need the variable: a person defines it again.
  const gone = exampleNamesIn(listed).filter((name) =>
    was.has(name) && !is.has(name) && !stays.has(variableOf(name))
  );
  const removed: string[] = [];
  const isLeft = (line: string) => {
    const name = /^(\w+)=\s*$/.exec(line)?.[1];
    if (name === undefined || !gone.includes(name)) return true;
    removed.push(name);
    return false;
  };
  // A person may have deleted the variables of others.
  const wanted = (example?.split("\n") ?? []).filter((line) => {
    const name = nameIn(line);
    return name === undefined || is.has(name);
  });
  const texts = new Map<string, { text: string }>();
  if (wanted.some(nameIn)) {
    texts.set(".env.example", { text: wanted.join("\n") })
      .set(".gitignore", { text: ".env\n" });
  }
  const merged = mergedFiles(folder, texts);
  const whole = merged.get(".env.example")?.text ?? listed;
  if (whole !== undefined && gone.length > 0) {
    const text = whole.split("\n").filter(isLeft).join("\n");
    merged.set(".env.example", { text });
  }
  return {
    files: [...merged].filter(([path, { text }]) =>
      text.trimEnd() !== readIfThere(join(folder, path))?.trimEnd()
    ),
    notes: [
      ...goneNote(
        removed,
        "taken out of .env.example (delete it from .env, too)",
      ),
      ...goneNote(
        gone.filter((name) => !removed.includes(name)),
        "delete it from .env.example and .env",
      ),
    ],
    read: exampleNamesIn(whole).filter((name) => is.has(name)),
  };
}

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
}

/** The variable that an import has read an entry. */
function variableOf(entry: string): string {
  return entry.toLowerCase().replace(/_+(\w)/g, (_, one) => one.toUpperCase());
}

function nameIn(line: string): string | undefined {
  return /^\w+(?==)/.exec(line)?.[0];
}

function goneNote(names: readonly string[], what: string): UpdateNote[] {
  if (names.length === 0) return [];
  const text = names.length === 1 ? what : what.replace("it from", "them from");
  return [{
    kind: "changed",
    message: `Nothing reads ${shortList(names)} any more: ${text}`,
    target: ".env.example",
  }];
}
