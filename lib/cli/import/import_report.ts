import type {
  Imported,
  ImportedItem,
  ImportKind,
  ImportNote,
} from "../../convert/types.ts";

/** Of more notes of one kind only so many are listed. */
const MAX_COUNT = 40;

type Note = Omit<ImportNote, "item"> & { target?: string };

/** What `brace import` says at its end: what came over, what changed, what a person has to look at. */
export function importReport(
  imported: Imported,
  { kind, folder, notes, source, program, withSecrets }: {
    kind: ImportKind;
    folder: string;
    notes: readonly Note[];
    source: string;
    program: string;
    withSecrets: boolean;
  },
): string {
  const { requests, folders } = count(imported.items);
  const { environments, secrets, name } = imported;
  // A scheme that a document declares has no values.
  const isKnown = secrets.some(({ value }) => value !== "");
  const parts = [
    amount(requests, "request"),
    ...(folders > 0 ? [amount(folders, "folder")] : []),
    ...(environments.length > 0
      ? [amount(environments.length, "environment")]
      : []),
  ];
  const changed = notes.filter((note) => note.kind === "changed");
  const person = notes.filter((note) => note.kind === "person");
  const sections = [
    `Imported "${name}" (${kind}) from ${source} to ${folder}:\n  ${
      parts.join(" · ")
    }\n`,
    section(`Written otherwise, means the same (${changed.length}):`, changed),
    section(`Needs you (${person.length}):`, person),
    secrets.length === 0
      ? ""
      : !isKnown
      ? `The source has no value for ${
        amount(secrets.length, "secret")
      }: copy ${folder}/.env.example to ${folder}/.env and fill it in.\n`
      : withSecrets
      ? `The values of ${
        amount(secrets.length, "secret")
      } are in ${folder}/.env, which .gitignore names.\n`
      : `${
        amount(secrets.length, "secret")
      } left out of the files: copy ${folder}/.env.example to ${folder}/.env and fill it in\n(or import with --with-secrets).\n`,
    `Next:\n  ${program} run ${shell(folder)}${
      environments.length > 0 ? ` --env ${shell(environments[0].name)}` : ""
    }\n`,
  ];
  return sections.filter((text) => text !== "").join("\n");
}

/** What `brace import --update` says at its end. */
export function updateReport(
  { name }: Imported,
  { folder, notes, added, changed, kept }: {
    folder: string;
    notes: readonly Note[];
    added: number;
    changed: number;
    kept: number;
  },
): string {
  const parts = [`${added} added`, `${changed} changed`, `${kept} as before`];
  return [
    `Updated "${name}" in ${folder}:\n  requests: ${parts.join(" · ")}\n`,
    section(`Needs you (${notes.length}):`, notes),
  ].filter((text) => text !== "").join("\n");
}

function section(title: string, notes: readonly Note[]): string {
  if (notes.length === 0) return "";
  const lines = notes.slice(0, MAX_COUNT).map(noteLines);
  const more = notes.length > MAX_COUNT
    ? `  … and ${notes.length - MAX_COUNT} more\n`
    : "";
  return `${title}\n${lines.join("")}${more}`;
}

function noteLines({ message, source, target }: Note): string {
  const from = source === undefined ? [] : [
    [source.file, source.line, source.path].filter((part) => part !== undefined)
      .join(":"),
  ];
  const place = [...from, ...(target === undefined ? [] : [target])].join(
    " → ",
  );
  return `  ${message}\n${place === "" ? "" : `    ${place}\n`}`;
}

function count(
  items: readonly ImportedItem[],
): { requests: number; folders: number } {
  let requests = 0;
  let folders = 0;
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") requests++;
    else {
      folders++;
      for (const inner of item.items) stack.push(inner);
    }
  }
  return { requests, folders };
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A word as a shell takes it. */
function shell(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `"${text}"`;
}
