import { addCounts } from "./counts.ts";
import { searchFor } from "../../core/secrets/automaton.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import { hideExample, shownText } from "./hide_example.ts";
import { hideInRequest } from "./hide_in_request.ts";
import {
  hideAuth,
  hideRows,
  hideSettings,
  hideVariables,
} from "./hide_secrets.ts";
import { hideScript } from "./hide_script.ts";
import type {
  FileDefaults,
  FileRequest,
  FileScript,
} from "./open_collection.ts";
import { SecretValues } from "./secret_values.ts";
import type {
  Imported,
  ImportedFolder,
  ImportedItem,
  ImportedRequest,
  ImportKind,
  ImportNote,
} from "./types.ts";

interface Hiding {
  readonly secrets: SecretValues;
  readonly notes: ImportNote[];
  /** What the files say of items that notes are about. */
  readonly replaced: Map<ImportedItem, ImportedItem>;
  /** What scripts read the environment with. */
  readonly api: string;
  examples: number;
}

/**
 * Takes the secrets out of all that was imported, whatever it was imported
 * from: what the masker would mask by its name. What is sent is a variable
 * then, whose value is for `.env`; a script reads it there; what is only shown
 * is masked.
 */
export function hideImported(imported: Imported, kind: ImportKind): Imported {
  const secrets = SecretValues.of(imported);
  const hiding: Hiding = {
    secrets,
    notes: [],
    replaced: new Map(),
    api: kind === "bru" ? "bru" : "client",
    examples: 0,
  };
  const { defaults, config, environments } = imported;
  const own = defaults && hideDefaults(defaults, secrets);
  const first = imported.items.map((item) => hideItem(item, secrets));
  const levels = environments.map((environment) => ({
    ...environment,
    variables: hideVariables(environment.variables, secrets, environment.name),
  }));
  const settings = config &&
    hideSettings(config, secrets) as Record<string, unknown>;
  // By now each secret that a name tells of is known, and is found where no name does.
  const masker = createMasker([...secrets.known.keys()].filter(isUnlike));
  const known = knownIn(secrets);
  const around = { ...hiding, masker, names: createMasker(), known };
  const items = first.map((item, index) =>
    finishItem(item, imported.items[index], around)
  );
  const levelDefaults = own && finishDefaults(own, undefined, around);
  const variables = [
    ...levelDefaults?.variables ?? [],
    ...secrets.variables,
  ];
  const shown = (text: string) => shownText(text, masker);
  const notes = [...imported.notes, ...around.notes].map((note) => ({
    ...note,
    message: shown(note.message),
    ...(note.item && { item: around.replaced.get(note.item) ?? note.item }),
  }));
  if (around.examples > 0) {
    notes.push({
      kind: "changed",
      message: `Masked the secrets in ${around.examples} saved ${
        around.examples === 1 ? "example" : "examples"
      }`,
    });
  }
  return {
    ...imported,
    name: shownText(imported.name, around.names),
    ...(imported.docs !== undefined && { docs: shown(imported.docs) }),
    ...((levelDefaults || variables.length > 0) && {
      defaults: {
        ...levelDefaults,
        ...(variables.length > 0 && { variables }),
      },
    }),
    ...(settings && { config: settings }),
    items,
    environments: levels,
    secrets: secrets.secrets,
    added: addCounts(imported.added ?? {}, {
      variables: secrets.variables.length,
    }),
    notes,
  };
}

function hideItem(item: ImportedItem, secrets: SecretValues): ImportedItem {
  if (item.kind === "request") {
    return { ...item, request: hideInRequest(item.request, secrets) };
  }
  return {
    ...item,
    ...(item.defaults && { defaults: hideDefaults(item.defaults, secrets) }),
    items: item.items.map((one) => hideItem(one, secrets)),
  };
}

function hideDefaults(
  defaults: FileDefaults,
  secrets: SecretValues,
): FileDefaults {
  const { headers, auth, variables } = defaults;
  return {
    ...defaults,
    ...(headers && { headers: hideRows(headers, secrets) }),
    ...(auth && { auth: hideAuth(auth, secrets) }),
    ...(variables && { variables: hideVariables(variables, secrets) }),
  };
}

type Finishing = Hiding & {
  readonly masker: Masker;
  /** For names, which may be words that a secret is, too. */
  readonly names: Masker;
  /** A template in which secrets are placeholders that stand in it by themselves. */
  readonly known: (text: string) => string;
};

function finishItem(
  item: ImportedItem,
  original: ImportedItem,
  around: Finishing,
): ImportedItem {
  const { masker } = around;
  let finished: ImportedItem;
  if (item.kind === "request") finished = finishRequest(item, original, around);
  else {
    const { items } = original as ImportedFolder;
    const { docs, defaults } = item;
    finished = {
      ...item,
      name: shownText(item.name, around.names),
      ...(docs !== undefined && { docs: shownText(docs, masker) }),
      ...(defaults && { defaults: finishDefaults(defaults, original, around) }),
      items: item.items.map((one, index) =>
        finishItem(one, items[index], around)
      ),
    };
  }
  around.replaced.set(original, finished);
  return finished;
}

function finishRequest(
  item: ImportedRequest,
  original: ImportedItem,
  around: Finishing,
): ImportedRequest {
  const { masker, names, known } = around;
  const { request } = item;
  const { http, graphql, runtime, examples, docs, info } = request;
  const hidden = examples?.map((one) => hideExample(one, masker));
  examples?.forEach((one, index) => {
    const isSame = JSON.stringify(one) === JSON.stringify(hidden?.[index]);
    if (!isSame) around.examples++;
  });
  const finished: FileRequest = {
    ...request,
    // A request that has no name is called by its URL.
    info: { ...info, name: shownText(info.name, names) },
    ...(http && { http: everyText(http, known) }),
    ...(graphql && { graphql: everyText(graphql, known) }),
    ...(runtime?.scripts && {
      runtime: {
        ...runtime,
        scripts: finishScripts(runtime.scripts, original, around),
      },
    }),
    ...(hidden && { examples: hidden }),
    ...(docs !== undefined && { docs: shownText(docs, masker) }),
  };
  return { ...item, request: finished };
}

function finishDefaults(
  defaults: FileDefaults,
  original: ImportedItem | undefined,
  around: Finishing,
): FileDefaults {
  const { scripts } = defaults;
  return {
    ...defaults,
    ...(scripts && { scripts: finishScripts(scripts, original, around) }),
  };
}

function finishScripts(
  scripts: readonly FileScript[],
  item: ImportedItem | undefined,
  { secrets, api, notes }: Finishing,
): FileScript[] {
  return scripts.map((script) => {
    const { code, masked } = hideScript(script.code, secrets, {
      api,
      isKnown: (text) => isUnlike(text) ? secrets.known.get(text) : undefined,
    });
    for (const name of masked) {
      notes.push({
        kind: "person",
        message:
          `Replaced the secret "${name}" inside a text of the ${script.type} script by "***": write it with ${api}.getProcessEnv`,
        ...(item && { item }),
      });
    }
    return { ...script, code };
  });
}

/** Long enough, and of more than letters: no word that stands elsewhere, too. */
function isUnlike(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Puts placeholders for the secrets that stand in a text. */
function knownIn(secrets: SecretValues): (text: string) => string {
  const values = [...secrets.known.keys()].filter(isUnlike);
  if (values.length === 0) return (text) => text;
  const search = searchFor(values.map((text) => ({ text })));
  return (text) => {
    let out = "";
    let end = 0;
    for (const [from, to] of search(text, false)) {
      const name = secrets.known.get(text.slice(from, to));
      if (from < end || name === undefined) continue;
      out += `${text.slice(end, from)}{{${name}}}`;
      end = to;
    }
    return end === 0 ? text : out + text.slice(end);
  };
}

/** Names, kinds and files are what they are. */
const KEPT = new Set(["name", "type", "method", "filePath", "contentType"]);

function everyText<Value>(
  value: Value,
  change: (text: string) => string,
): Value {
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return change(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        KEPT.has(key) ? one : walk(one),
      ]),
    );
  };
  return walk(value) as Value;
}
