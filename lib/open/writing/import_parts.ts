import { accountOf } from "../../tools/convert/account.ts";
import type {
  FileDefaults,
  FileVariable,
} from "../../tools/convert/open_collection.ts";
import { type ImportedFiles, toFiles } from "../../tools/convert/to_files.ts";
import { sentenceOf } from "../../tools/convert/words.ts";
import type {
  Imported,
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
 * @param isOneFile Whether the collection is one file.
 */
export function partsForPage(
  imported: Imported,
  { isSame, isOneFile }: {
    readonly isSame: (name: string) => boolean;
    readonly isOneFile: boolean;
  },
): WrittenParts {
  const left: Note[] = [];
  const variables: FileVariable[] = [];
  for (const one of imported.defaults?.variables ?? []) {
    if (!isSame(one.name)) variables.push(one);
    else left.push(keptVariable(one));
  }
  const { variables: _, ...above } = imported.defaults ?? {};
  left.push(...leftDefaults("the collection", above));
  const items = imported.items.map((item) => withoutDefaults(item, left));
  for (const { name, variables, stored } of imported.environments) {
    const inStore = stored as { variables?: readonly unknown[] } | undefined;
    left.push({
      message:
        `Left out the environment "${name}": write its variables under Environments, or import the file with brace import`,
      lost: {
        environments: 1,
        variables: variables.length + (inStore?.variables?.length ?? 0),
      },
    });
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
    notes: withNames(imported),
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
