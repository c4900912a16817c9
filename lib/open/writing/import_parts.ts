import { accountOf } from "../../tools/convert/account.ts";
import type {
  FileDefaults,
  FileVariable,
} from "../../tools/convert/open_collection.ts";
import { type ImportedFiles, toFiles } from "../../tools/convert/to_files.ts";
import { sentenceOf } from "../../tools/convert/words.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportedItem,
  ImportNote,
} from "../../tools/convert/types.ts";

/** What the page writes of an import into the collection that is open. */
interface WrittenParts {
  /** The requests in their folders, and variables that the collection does not have. */
  readonly value: Imported;
  /** The requests by the paths that files of them would have. */
  readonly requests: ImportedFiles["requests"];
  /** What the person is told of the rest. */
  readonly notes: readonly string[];
}

type Note = Pick<ImportNote, "about" | "message" | "lost">;

/**
 * Splits an import into what joins a collection and what only a collection of
 * its own could have. Every item of the source is in the one or named.
 *
 * @param isSame Whether the collection has a variable of a name with the same value.
 * @param isInEnvironment Whether an environment of the collection with a name has a variable with its value.
 * @param isOneFile Whether the collection is one file.
 */
export function partsForPage(
  imported: Imported,
  { isSame, isInEnvironment, isOneFile }: {
    readonly isSame: (name: string) => boolean;
    readonly isInEnvironment: (
      environment: string,
      variable: FileVariable,
    ) => boolean;
    readonly isOneFile: boolean;
  },
): WrittenParts {
  const left: Note[] = [];
  const variables: FileVariable[] = [];
  let joined: string | undefined;
  for (const one of imported.defaults?.variables ?? []) {
    if (!isSame(one.name)) variables.push(one);
    else left.push(keptVariable(one));
  }
  const { variables: _, ...above } = imported.defaults ?? {};
  left.push(...leftDefaults("the collection", above));
  const items = imported.items.map((item) => withoutDefaults(item, left));
  for (const environment of imported.environments) {
    const joining = joiningVariables(environment, imported);
    const kept = joining.filter(({ name }) => !isSame(name));
    variables.push(...kept);
    const others = environment.variables.filter((one) =>
      !joining.includes(one) && !isInEnvironment(environment.name, one)
    );
    left.push(leftEnvironment(environment, { kept, others }));
    if (kept.length > 0) joined = environment.name;
  }
  const files = [
    ...imported.copies ?? [],
    ...imported.modules?.keys() ?? [],
    ...imported.texts?.keys() ?? [],
  ];
  const parts = [
    ...Object.keys(imported.config ?? {}).map((key) => `"config.${key}"`),
    ...files.map((path) => `the file "${path}"`),
  ];
  if (parts.length > 0) {
    left.push({
      message: `Left out ${
        new Intl.ListFormat("en").format(parts)
      }: import the source with brace import to have them`,
    });
  }
  const {
    copies: _copies,
    modules: _modules,
    texts: _texts,
    config: _config,
    ...rest
  } = imported;
  const value: Imported = {
    ...rest,
    defaults: { variables },
    items,
    environments: [],
    // A note may say what to set in the environment.
    notes: withNames(imported).map((note) => ({
      ...note,
      message: note.message.replace(
        ` in the environment "${joined}"`,
        () => " in the collection",
      ),
    })),
  };
  const written = toFiles(value, { isWritten: !isOneFile });
  const { note } = accountOf({
    source: imported.counts,
    all: written.counts,
    ...(imported.added && { added: imported.added }),
    notes: [...written.notes, ...left],
  });
  return {
    value,
    requests: written.requests,
    notes: sentencesOf([...left, ...written.notes, ...note ? [note] : []]),
  };
}

/** What the person is told of a document without operations, whose environments are for none: first what may have cost it them. */
export function notesWithoutRequests({ notes }: Imported): string[] {
  const told = notes.filter(({ source }) => source?.path !== "servers");
  const [mistakes, others] = [true, false].map((isMistake) =>
    told.filter((note) => (note.isMistake ?? false) === isMistake)
  );
  return sentencesOf([...mistakes, ...others]);
}

/** Notes that say which items they are about, if there are several items. */
function withNames({ items, notes }: Imported): ImportNote[] {
  if (items.length === 1 && items[0].kind === "request") return [...notes];
  return notes.map((note) => {
    const { about, item } = note;
    if (about !== undefined || item === undefined) return note;
    const name = item.kind === "request" ? item.request.info.name : item.name;
    return { ...note, about: `"${name}"` };
  });
}

/** A sentence names so many things that it is about. */
const MAX_ABOUT = 3;

/** Notes as sentences: one for all that say the same. */
function sentencesOf(notes: readonly Note[]): string[] {
  const groups = Map.groupBy(notes, ({ message }) => message);
  return [...groups].map(([message, all]) => {
    const names = [...new Set(all.flatMap(({ about }) => about ?? []))]
      .filter((name) => !message.includes(name));
    if (names.length === 0) return message;
    const more = names.length - MAX_ABOUT;
    const shown = names.slice(0, MAX_ABOUT);
    const about = new Intl.ListFormat("en").format(
      more > 0 ? [...shown, `${more} more`] : shown,
    );
    return sentenceOf({ about, message });
  });
}

/** A variable of the source, or one that the import made, that the collection has. */
function keptVariable({ name }: FileVariable): Note {
  return {
    message:
      `Left out the variable "${name}": the collection has it with the same value`,
    lost: { variables: 1 },
  };
}

/**
 * The variables of an environment that join the collection, all or none of them:
 * the requests need them, and each has only this value.
 */
function joiningVariables(
  { variables, stored }: ImportedEnvironment,
  { defaults, items, environments }: Imported,
): readonly FileVariable[] {
  if (environments.length > 1 || items.length === 0 || stored) return [];
  const names = new Set(defaults?.variables?.map(({ name }) => name));
  return variables.some(({ name, disabled }) => disabled || names.has(name))
    ? []
    : variables;
}

/**
 * What the person is told of an environment.
 *
 * @param parts.kept Its variables that the collection gets.
 * @param parts.others Those that the collection lacks.
 */
function leftEnvironment(
  { name, variables, stored }: ImportedEnvironment,
  { kept, others }: Record<"kept" | "others", readonly FileVariable[]>,
): Note {
  const inStore = stored as { variables?: readonly unknown[] } | undefined;
  const lost = {
    environments: 1,
    variables: variables.length - kept.length +
      (inStore?.variables?.length ?? 0),
  };
  const list = (all: readonly string[]) =>
    new Intl.ListFormat("en").format(all);
  const written = list(kept.map(({ name }) => `"${name}"`));
  if (others.length === 0 && variables.length > 0 && !inStore) {
    const message = kept.length === 0
      ? `Left out the environment "${name}": the collection has its variables with the same values`
      : `Wrote ${written} of the environment "${name}" into the collection`;
    return { message, lost };
  }
  const more = others.length - MAX_ABOUT;
  const shown = others.slice(0, MAX_ABOUT).map(shownVariable);
  const parts = [...shown, ...more > 0 ? [`${more} more`] : []];
  return {
    message: `Left out the environment "${name}": write ${
      parts.length === 0 ? "its variables" : list(parts)
    } under Environments, or import the file with brace import`,
    lost,
  };
}

/** A variable as a person writes it. */
function shownVariable({ name, value, secret }: FileVariable): string {
  return secret || typeof value !== "string" || value === ""
    ? `"${name}"`
    : `${name} = ${value}`;
}

/** What a level gives its requests besides variables. */
function leftDefaults(of: string, defaults: FileDefaults): Note[] {
  const { variables = [], scripts = [] } = defaults;
  const parts = Object.entries(defaults).flatMap(([key, value]) =>
    value === undefined || Array.isArray(value) && value.length === 0 ||
      key === "auth" && value === "none"
      ? []
      : [key]
  );
  if (parts.length === 0) return [];
  const names = variables.map(({ name }) => `"${name}"`).join(", ");
  return [{
    message: `Left out the ${
      new Intl.ListFormat("en").format(
        parts.map((key) => key === "variables" ? `variables (${names})` : key),
      )
    } of ${of}, which its requests inherit: write them into the folder or the requests`,
    lost: { variables: variables.length, scripts: scripts.length },
  }];
}

function withoutDefaults(item: ImportedItem, left: Note[]): ImportedItem {
  if (item.kind === "request") return item;
  const { defaults, items, ...folder } = item;
  if (defaults) {
    left.push(...leftDefaults(`the folder "${item.name}"`, defaults));
  }
  return { ...folder, items: items.map((one) => withoutDefaults(one, left)) };
}
