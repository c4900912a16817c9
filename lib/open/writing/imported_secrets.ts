import { formatOf } from "../../core/collection/format.ts";
import { entryName } from "../../core/policy/env_refusal.ts";
import { counted } from "../../core/source/counted.ts";
import { mergedFiles, readIfThere } from "../../host/import/merged_files.ts";
import { withoutEnvironment } from "../../host/without_environment.ts";
import type { FileVariable } from "../../tools/convert/open_collection.ts";
import type { JoinedNames } from "../../tools/convert/secrets/taken_names.ts";
import { toFiles } from "../../tools/convert/to_files.ts";
import type { Imported } from "../../tools/convert/types.ts";
import { editFile, readData } from "../../tools/edit/edit_file.ts";
import type { FileChange } from "../../tools/edit/plan/types.ts";
import type { Edit, EditData } from "../../tools/edit/types.ts";
import { Refused } from "../answers.ts";
import { shownProblems } from "../problems.ts";
import { entryExpression } from "../sending/typed_entries.ts";
import type { Workbench } from "../workbench.ts";

/** The secrets that an import takes out of requests, as the collection gets them. */
interface TakenOut {
  /** The variables that stand for them, and the lines of files beside. */
  readonly changes: readonly FileChange[];
  /** The values for this session, by the names that it keeps them by. */
  readonly values: ReadonlyMap<string, string>;
  /** What the person is told; empty: nothing was taken out. */
  readonly notes: readonly string[];
}

/** How a file names an entry of `.env`; in a text that is JSON, quotes have a backslash before them. */
const ENTRY = /process\.env\.(\w+)|getProcessEnv\(\s*\\?["'`](\w+)/g;

/** The names of the collection, which new variables do not take. A secret that it has already is that variable. */
export async function joinedNames(bench: Workbench): Promise<JoinedNames> {
  const { session } = bench;
  const variables = new Set<string>();
  const entries = new Set<string>();
  for (const text of session.files.values()) {
    for (const [, inside] of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
      for (const [word] of inside.matchAll(/[\p{L}\p{N}_-]+/gu)) {
        variables.add(word);
      }
    }
    for (const entry of entriesIn(text)) entries.add(entry);
  }
  const known = new Map<string, string>();
  const index = await session.indexed();
  if (index === undefined) return { variables, entries, known };
  for (const name of index.names()) variables.add(name);
  const { dotenv, defaults } = index.collection;
  for (const entry of dotenv.keys()) entries.add(entry);
  const { secrets } = await bench.kept.begin(bench);
  for (const { name, value } of defaults.variables) {
    const entry = entryName(value);
    if (entry === undefined || index.definitionsOf(name).length > 1) continue;
    const own = dotenv.get(entry) || secrets.get(name);
    if (own) known.set(own, name);
  }
  return { variables, entries, known };
}

/**
 * Declares the variables of an import, and what it takes out of its requests, as
 * `brace import` does.
 *
 * @param files The texts of the collection with the new requests in it.
 *
 * @throws {Refused} The collection's file cannot be edited.
 */
export async function takenOut(
  bench: Workbench,
  imported: Imported,
  files: ReadonlyMap<string, string>,
): Promise<TakenOut> {
  const declared = imported.defaults?.variables ?? [];
  const used = new Set(entriesIn(JSON.stringify([declared, imported.items])));
  const secrets = imported.secrets.filter(({ env }) => used.has(env));
  const changes = await declaring(bench, declared, files);
  if (secrets.length === 0) return { changes, values: new Map(), notes: [] };
  const byEntry = new Map(secrets.map(({ env, value }) => [env, value]));
  const values = new Map<string, string>();
  for (const { name, value } of declared) {
    const own = byEntry.get(entryName(value) ?? "");
    if (own) values.set(name, own);
  }
  // A script may read an entry that no variable stands for.
  const standing = new Set(declared.map(({ value }) => entryName(value)));
  for (const { env, value } of secrets) {
    if (value !== "" && !standing.has(env)) {
      values.set(entryExpression(env), value);
    }
  }
  const hasDotenv = readIfThere(bench.pathOf(".env")) !== undefined;
  return {
    changes: [
      ...changes,
      ...beside(bench, { ...imported, secrets }),
    ],
    values,
    notes: notesOf(secrets, hasDotenv),
  };
}

function entriesIn(text: string): string[] {
  return [...text.matchAll(ENTRY)].map(([, name, called]) => name ?? called);
}

/** Writes variables into the collection's own file. */
async function declaring(
  bench: Workbench,
  variables: readonly FileVariable[],
  files: ReadonlyMap<string, string>,
): Promise<FileChange[]> {
  if (variables.length === 0) return [];
  const { main } = bench.session;
  const path = formatOf(main).defaults ?? main;
  const was = files.get(path);
  const read = readData({ path, text: was ?? "" });
  const { request } = (read.problem ? {} : read.data ?? {}) as {
    readonly request?: { readonly variables?: unknown };
  };
  const rows: readonly unknown[] = Array.isArray(request?.variables)
    ? request.variables
    : [];
  const edits = variables.map((
    { name, value, secret, ...more },
    index,
  ): Edit => ({
    kind: "insert",
    keys: ["request", "variables", rows.length + index],
    value: {
      name,
      value: value as EditData,
      ...more as Record<string, EditData>,
      // A .bru file has no place for it: a name that reads .env is masked.
      ...secret === true && !path.endsWith(".bru") && { secret: true },
    },
  }));
  const done = withoutEnvironment(() =>
    editFile({ path, text: was ?? "" }, edits)
  );
  if (done.problem) {
    const problems = await shownProblems(bench, [done.problem]);
    throw new Refused(problems[0].message, problems);
  }
  return [{
    kind: "write",
    path,
    text: done.text,
    ...was !== undefined && { was },
  }];
}

/** The names for people who copy them to `.env`, which is not for the repository. */
function beside(bench: Workbench, imported: Imported): FileChange[] {
  const texts = new Map([
    [".env.example", toFiles(imported).files.get(".env.example")!],
    [".gitignore", ".env\n"],
  ]);
  const files = new Map(
    [...texts].map(([path, text]) => {
      const isThere = readIfThere(bench.pathOf(path)) !== undefined;
      // A file that is there says for itself what it is for.
      return [path, { text: isThere ? text.replace(/^#.*\n/, "") : text }];
    }),
  );
  return [...mergedFiles(bench.session.root, files)].flatMap(
    ([path, { text }]): FileChange[] => {
      const was = readIfThere(bench.pathOf(path));
      return was === text
        ? []
        : [{ kind: "write", path, text, ...was !== undefined && { was } }];
    },
  );
}

/** What to write into `.env`: a value that the source lacks is kept nowhere. */
function notesOf(
  secrets: Imported["secrets"],
  hasDotenv: boolean,
): string[] {
  const [lacking, found] = [true, false].map((isEmpty) =>
    secrets.filter(({ value }) => (value === "") === isEmpty)
      .map(({ env }) => env)
  );
  const fill = (names: readonly string[], isThere: boolean) => {
    const list = new Intl.ListFormat("en").format(names);
    return isThere
      ? `write ${list} into .env`
      : `copy .env.example to .env and fill in ${list}`;
  };
  const kept = found.length === 1 ? "the value" : "the values";
  return [
    ...found.length === 0 ? [] : [
      `${counted(found.length, "secret")} left out of the files: ${
        fill(found, hasDotenv)
      } (Brace keeps ${kept} in memory until the server ends or a file gives a variable another value)`,
    ],
    ...lacking.length === 0 ? [] : [
      `The source lacks ${counted(lacking.length, "value")}: ${
        fill(lacking, hasDotenv || found.length > 0)
      }${found.length > 0 ? ", too" : ""}`,
    ],
  ];
}
