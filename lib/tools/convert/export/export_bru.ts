import { fileName } from "../file_name.ts";
import type { FileRequest } from "../open_collection.ts";
import type {
  FoundSecret,
  Imported,
  ImportedEnvironment,
  ImportedItem,
  ImportedSecret,
  ImportNote,
} from "../types.ts";
import { brunoJson } from "./bru/bruno_json.ts";
import { bruLevel, bruRequest, isNone } from "./bru_request.ts";
import { block, isSwitchedOff, type Say, shownName } from "./bru_text.ts";
import { maskedNote } from "../secrets/hide_shown.ts";
import { hideForExport } from "./hide_for_export.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import { variableLines } from "./bru_lines.ts";
import { secretsToEnter, unreadEntries } from "./env_entries.ts";
import { inStages } from "./in_stages.ts";
import { keyNotes } from "./notes/bru_notes.ts";
import { noteColumns } from "./notes/data_columns.ts";
import { notePathValues } from "./notes/path_values.ts";
import { noteUnescaped } from "./notes/unescaped_values.ts";
import { writePlaceholders } from "./placeholders/write_placeholders.ts";

/** What an export writes, and what it says. */
export interface BruExport {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly notes: readonly ImportNote[];
  /** Values that are in none of the files, by their names in `.env`. */
  readonly secrets: readonly ImportedSecret[];
  /** Names in `.env` that nothing reads any more, because Bruno keeps these secrets. */
  readonly unread: ReadonlySet<string>;
  /** How many variables of the files stand for values that were taken out. */
  readonly added: number;
  /** Where the values were. */
  readonly found: readonly FoundSecret[];
}

interface Writing {
  readonly files: Map<string, string>;
  readonly notes: ImportNote[];
  /** Paths of items, by those in the source. */
  readonly newPaths: Map<string, string>;
}

/** A collection as Bruno's older format: a folder of `.bru` files; without the values of secrets, unless asked for. */
export function exportBru(
  collection: Imported,
  { withSecrets = false, dotenv }: {
    withSecrets?: boolean;
    /** The entries of the collection's `.env`. */
    dotenv?: ReadonlyMap<string, string>;
  } = {},
): BruExport {
  const { value: hidden, added, masked } = withSecrets
    ? { value: collection, added: 0, masked: 0 }
    : hideForExport(collection, {
      client: "Bruno",
      ...(dotenv !== undefined && { dotenv }),
    });
  const { value, notes: misread } = writePlaceholders(hidden, {
    client: "Bruno",
  });
  const { defaults, docs, environments, secrets, notes } = value;
  const newPaths = new Map<string, string>();
  const writing: Writing = { files: new Map(), notes: [...notes], newPaths };
  const { files } = writing;
  // Its place is the first; the paths that it names are known later.
  files.set("bruno.json", "");
  const level = bruLevel(
    defaults,
    docs === undefined ? {} : { docs },
    sayIn(writing, "the collection"),
  );
  if (level !== "") files.set("collection.bru", level);
  const staged = inStages(value, { format: "Bruno", foldersFirst: true });
  for (const message of staged.said) sayIn(writing, "the collection")(message);
  writeItems(staged.items, "", { writing, isCutOff: false });
  files.set("bruno.json", brunoJson(value, newPaths, sayIn(writing)));
  notePlain(collection, { withSecrets }, writing);
  noteExamples(writing);
  writing.notes.push(
    ...noteUnescaped(value, "Bruno"),
    ...notePathValues(value),
    ...noteColumns(value),
    ...keyNotes(value),
    ...misread,
  );
  if (masked > 0) writing.notes.push(maskedNote(masked));
  const taken = new Set<string>();
  for (const one of environments) {
    files.set(
      `environments/${fileName(one.name, taken, ".bru")}.bru`,
      bruEnvironment(
        one,
        { withSecrets },
        sayIn(writing, `the environment "${shownName(one.name)}"`),
      ),
    );
    if (!withSecrets) noteSecrets(one, collection, writing);
    if (one.isGlobal) {
      writing.notes.push({
        kind: "person",
        message: `The environment "${
          shownName(one.name)
        }" has the global variables: make it a global environment in Bruno`,
      });
    }
  }
  return {
    files,
    notes: writing.notes,
    secrets,
    unread: withSecrets ? new Set() : unreadEntries(collection, files),
    added,
    found: withSecrets ? [] : value.found ?? [],
  };
}

/** Names the secrets of an environment, which Bruno wants to be told. */
function noteSecrets(
  { name, variables }: Imported["environments"][number],
  collection: Imported,
  { notes }: Writing,
): void {
  const names = secretsToEnter(
    variables,
    collection.environments.find((one) => one.name === name),
  );
  if (names.length === 0) return;
  notes.push({
    kind: "person",
    message: `The environment "${shownName(name)}" names ${
      names.join(", ")
    } without a value, as ${
      names.length === 1 ? "a secret: enter it" : "secrets: enter them"
    } in Bruno, or pass --env-var NAME=VALUE to bru`,
  });
}

/** Says which versions read files with examples: the others read nothing of such a file. */
function noteExamples({ files, notes }: Writing): void {
  const texts = [...files.values()];
  if (!texts.some((text) => /^example \{$/m.test(text))) return;
  notes.push({
    kind: "changed",
    message: "Saved examples are blocks, which Bruno reads from version 3 on",
  });
}

/** Names secrets that stand in the files as plain variables, since nothing there can mark them. */
function notePlain(
  { defaults, items, environments }: Imported,
  { withSecrets }: { withSecrets: boolean },
  { notes }: Writing,
): void {
  const names = new Set<string>();
  const add = (variables: RawJson) => {
    for (const row of elements(variables).map(members)) {
      const name = jsonTextOf(row.name) ?? "";
      if (row.secret === true) names.add(`"${shownName(name)}"`);
    }
  };
  add(defaults?.variables);
  for (const { variables } of withSecrets ? environments : []) {
    add(variables.filter((one) => !isHidden(members(one), { withSecrets })));
  }
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") add(item.request.runtime?.variables);
    else {
      add(item.defaults?.variables);
      for (const inner of item.items) stack.push(inner);
    }
  }
  if (names.size === 0) return;
  const [noun, verb] = names.size === 1
    ? ["secret", "is a plain variable"]
    : ["secrets", "are plain variables"];
  notes.push({
    kind: "person",
    message: `The ${noun} ${
      [...names].join(", ")
    } ${verb} here, as .bru files mark only secrets of environments, without a value: BRACE_SECRET_NAME and --secrets-file do not reach ${
      names.size === 1 ? "it" : "them"
    }`,
  });
}

function writeItems(
  items: readonly ImportedItem[],
  prefix: string,
  { writing, isCutOff }: { writing: Writing; isCutOff: boolean },
): void {
  // Names of files that say something of the folder they are in.
  const taken = new Set(["folder.bru", "collection.bru"]);
  const { files, newPaths } = writing;
  const keepsFolders = areInOrder(
    items.flatMap((it) => it.kind === "folder" ? [it.seq] : []),
  );
  const keepsRequests = areInOrder(
    items.flatMap((it) => it.kind === "folder" ? [] : [it.request.info.seq]),
  );
  let folders = 0;
  for (const [index, item] of items.entries()) {
    if (item.kind === "folder") {
      const name = fileName(item.fileName ?? item.name, taken, "");
      const { docs, defaults } = item;
      if (item.path !== undefined) newPaths.set(item.path, prefix + name);
      folders++;
      if (index >= folders) {
        writing.notes.push({
          kind: "person",
          message: `The folder "${
            shownName(item.name)
          }" runs before the requests beside it: in .bru files folders come first`,
          item,
        });
      }
      const say = sayIn(writing, `the folder "${shownName(item.name)}"`, item);
      if ((item.tags?.length ?? 0) > 0) {
        say("Its tags are left out: .bru files have tags of requests only");
      }
      files.set(
        `${prefix}${name}/folder.bru`,
        bruLevel(defaults, {
          name: item.name,
          seq: keepsFolders ? item.seq! : folders,
          ...(docs !== undefined && { docs }),
        }, say),
      );
      const auth = defaults?.auth;
      const isInherited = auth === undefined || auth === "inherit" ||
        auth === null;
      writeItems(item.items, `${prefix}${name}/`, {
        writing,
        isCutOff: isInherited ? isCutOff : isNone(auth),
      });
    } else {
      const { info } = item.request;
      const name = fileName(item.fileName ?? info.name, taken, ".bru");
      const path = `${prefix}${name}.bru`;
      if (item.path !== undefined) newPaths.set(item.path, path);
      const request = isCutOff ? withoutAuth(item.request) : item.request;
      files.set(
        path,
        bruRequest(
          keepsRequests
            ? request
            : { ...request, info: { ...info, seq: index + 1 } },
          sayIn(writing, `"${shownName(info.name)}"`, item),
        ),
      );
    }
  }
}

/** Whether numbers say the order of what has them. */
function areInOrder(seqs: readonly (number | undefined)[]): boolean {
  return seqs.every((seq, index) =>
    seq !== undefined && (index === 0 || seq > (seqs[index - 1] ?? Infinity))
  );
}

/**
 * Writes "no auth" into a request that inherits it from a folder: in Bruno, a
 * folder cannot switch auth off.
 */
function withoutAuth(request: FileRequest): FileRequest {
  const { http, graphql, websocket, grpc } = request;
  return {
    ...request,
    ...(http?.auth === "inherit" && { http: { ...http, auth: "none" } }),
    ...(graphql?.auth === "inherit" &&
      { graphql: { ...graphql, auth: "none" } }),
    ...(websocket?.auth === "inherit" &&
      { websocket: { ...websocket, auth: "none" } }),
    ...(grpc?.auth === "inherit" && { grpc: { ...grpc, auth: "none" } }),
  };
}

/** Adds notes about an item. */
function sayIn(
  { notes }: Writing,
  about?: string,
  item?: ImportedItem,
): Say {
  return (message, lost, kind = "person", merged) =>
    notes.push({
      kind,
      message,
      ...(about !== undefined && { about }),
      ...(item && { item }),
      ...(lost && { lost }),
      ...(merged && { merged }),
    });
}

/**
 * A file of `environments/`. Secrets go by their names, as Bruno keeps their
 * values elsewhere; `withSecrets` writes those that the source has.
 */
export function bruEnvironment(
  { variables, color }: Pick<ImportedEnvironment, "variables" | "color">,
  { withSecrets }: { withSecrets: boolean },
  say: Say,
): string {
  const rows = variables.map((one) => members(one));
  const isName = (row: Record<string, RawJson>) =>
    isHidden(row, { withSecrets });
  const secret = rows.filter(isName).flatMap((row) => {
    const name = jsonTextOf(row.name) ?? "";
    if (!isBruSecretName(name)) {
      say(
        `The secret "${
          shownName(name)
        }" is left out: .bru files cannot hold such a name`,
        { variables: 1 },
      );
      return [];
    }
    return [`  ${isSwitchedOff(row) ? "~" : ""}${name}`];
  });
  const plain = rows.filter((row) => !isName(row)).flatMap((row) =>
    variableLines(row, say, { quotes: false })
  );
  return [
    block("vars", plain),
    ...(secret.length > 0 ? [`vars:secret [\n${secret.join(",\n")}\n]\n`] : []),
    color ? `color: ${color}\n` : "",
  ].join("");
}

/** Whether `vars:secret` can hold a name. */
export function isBruSecretName(name: string): boolean {
  return name !== "" && !/[\s,[\]@~:=]/.test(name);
}

/** Whether a variable of an environment is written as a name alone. */
function isHidden(
  { secret, value }: Record<string, RawJson>,
  { withSecrets }: { withSecrets: boolean },
): boolean {
  return secret === true && !(withSecrets && (jsonTextOf(value) ?? "") !== "");
}
