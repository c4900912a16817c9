import { entryName } from "../../core/policy/env_refusal.ts";
import { detectKind } from "./detect_kind.ts";
import type {
  Imported,
  ImportedFolder,
  ImportedItem,
  ImportedRequest,
  ImportKind,
  ImportNote,
  ImportOptions,
  ImportResult,
  ImportSource,
} from "./types.ts";
import { addCounts } from "./counts.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import { encodingSecrets } from "./secrets/encode_secrets.ts";
import { hideInRequest } from "./secrets/hide_in_request.ts";
import {
  hideAuth,
  hideRows,
  hideSettings,
  hideVariables,
} from "./secrets/hide_secrets.ts";
import { hideModules, hideScript } from "./secrets/hide_script.ts";
import {
  hideExample,
  maskedNote,
  shownDescription,
  shownText,
} from "./secrets/hide_shown.ts";
import type {
  FileDefaults,
  FileRequest,
  FileScript,
  FileVariable,
} from "./open_collection.ts";
import { SecretUses } from "./secrets/secret_uses.ts";
import { SecretValues } from "./secrets/secret_values.ts";
import { everyText, knownIn, nameFor } from "./secrets/known_secrets.ts";
import { otherFormats } from "./other_formats.ts";
import { isHttpEnvironments, unknownKind } from "./unknown_kind.ts";
import {
  type JoinedNames,
  takenNames,
  withJoined,
} from "./secrets/taken_names.ts";

type Importer = (
  source: ImportSource,
  options: ImportOptions,
) => ImportResult | Promise<ImportResult>;

/** The importers by format, each loaded when it is asked for. */
const IMPORTERS: Record<ImportKind, () => Promise<Importer>> = {
  bru: async () => (await import("./bru/import_bru.ts")).importBru,
  postman: async () =>
    (await import("./postman/import_postman.ts")).importPostman,
  openapi: async () =>
    (await import("./openapi/import_openapi.ts")).importOpenapi,
  insomnia: async () =>
    (await import("./insomnia/import_insomnia.ts")).importInsomnia,
  http: async () => (await import("./http/import_http.ts")).importHttp,
  har: async () => (await import("./har/import_har.ts")).importHar,
  curl: async () => (await import("./curl/import_curl.ts")).importCurl,
};

/** Reads a source of a given format, or of the one that its content shows. */
export async function importSource(
  source: ImportSource,
  { from, columnsBeside, joined, ...options }: ImportOptions & {
    from?: ImportKind;
    /** What the collection has that the import goes into; absent: it makes a new one. */
    joined?: JoinedNames | ((imported: Imported) => JoinedNames | undefined);
    /** The columns of the files with rows of data beside a source. */
    columnsBeside?: (source: ImportSource) => Iterable<string>;
  } = {},
): Promise<ImportResult & { kind?: ImportKind }> {
  const kind = from ?? detectKind(source);
  if (kind === undefined || kind === "http" && isHttpEnvironments(source)) {
    return { diagnostics: [unknownKind(source)] };
  }
  const importer = await IMPORTERS[kind]();
  const { value: read, diagnostics } = await importer(
    kind === "http" ? source : withoutEditor(source),
    options,
  );
  const value = read &&
    { ...read, notes: [...read.notes, ...otherFormats(source, kind)] };
  return {
    kind,
    diagnostics,
    // An OpenAPI document declares credentials, and has no values of them.
    ...(value && {
      value: kind === "openapi" ? value : hideImported(value, kind, {
        columns: columnsBeside?.(source) ?? [],
        joined: typeof joined === "function" ? joined(value) : joined,
        isInPlace: options.isInPlace,
      }),
    }),
  };
}

/** The settings of an editor are for `.http` files only. */
function withoutEditor(source: ImportSource): ImportSource {
  const files = [...source.files].filter(([path]) =>
    !/(?:^|\/)\.vscode\//.test(path)
  );
  return { ...source, files: new Map(files) };
}

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
function hideImported(
  imported: Imported,
  kind: ImportKind,
  { columns, isInPlace, joined }:
    & { columns: Iterable<string>; joined: JoinedNames | undefined }
    & Pick<ImportOptions, "isInPlace">,
): Imported {
  const used = takenNames(imported, columns);
  const secrets = SecretValues.of(
    imported,
    joined ? withJoined(used, joined) : used,
    joined?.known,
  );
  const uses = new SecretUses(imported);
  secrets.isSent = (name, value) => uses.has(name, value);
  const hiding: Hiding = {
    secrets,
    notes: [],
    replaced: new Map(),
    api: kind === "bru" ? "bru" : "client",
    examples: 0,
  };
  const { defaults, config, environments } = imported;
  const own = defaults && hideDefaults(defaults, secrets, "the collection");
  const first = imported.items.map((item) => hideItem(item, secrets));
  const levels = environments.map((environment) => ({
    ...environment,
    variables: secrets.within(
      `environment ${environment.name}`,
      () => hideVariables(environment.variables, secrets, environment.name),
    ),
  }));
  const settings = config && secrets.within(
    "settings of the collection",
    () => hideSettings(config, secrets) as Record<string, unknown>,
  );
  // By now each secret that a name tells of is known, and is found where no name does.
  const masker = createMasker(secrets.unlike);
  const known = knownIn(secrets);
  const around = { ...hiding, masker, names: createMasker(), known };
  const items = first.map((item, index) =>
    finishItem(item, imported.items[index], around)
  );
  const levelDefaults = own && secrets.inItem(
    "the collection",
    () => finishDefaults(own, undefined, around),
  );
  const { copies, texts, modules = new Map() } = imported;
  const hidden = hideModules(modules, secrets, {
    api: hiding.api,
    isKnown: nameFor(secrets),
    ...(isInPlace && { isInPlace }),
  });
  around.notes.push(...hidden.notes);
  const variables = [
    ...levelDefaults?.variables ?? [],
    ...secrets.variables,
  ];
  const shown = (text: string) => shownText(text, masker);
  const notes = [...imported.notes, ...around.notes].map((note) => ({
    ...note,
    message: shown(note.message),
    ...(note.item && { item: around.replaced.get(note.item) ?? note.item }),
    ...(note.items && {
      items: note.items.map((item) => around.replaced.get(item) ?? item),
    }),
  }));
  if (around.examples > 0) notes.push(maskedNote(around.examples));
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
    environments: levels.map((one) => ({
      ...one,
      variables: finishVariables(one.variables, around),
    })),
    ...(texts && { texts: new Map([...texts, ...hidden.texts]) }),
    ...(copies && { hiddenCopies: hidden.texts }),
    secrets: secrets.secrets,
    found: secrets.found.map((one) => ({
      ...one,
      place: shownText(one.place, around.names),
    })),
    added: addCounts(imported.added ?? {}, {
      variables: secrets.variables.length,
    }),
    notes,
  };
}

function hideItem(
  item: ImportedItem,
  secrets: SecretValues,
  prefix = "",
): ImportedItem {
  const path = prefix + nameOf(item);
  if (item.kind === "request") {
    const request = encodingSecrets(item.request);
    const hide = () => hideInRequest(request, secrets);
    return { ...item, request: secrets.inItem(path, hide) };
  }
  const { defaults } = item;
  return {
    ...item,
    ...(defaults && { defaults: hideDefaults(defaults, secrets, path) }),
    items: item.items.map((one) => hideItem(one, secrets, `${path}/`)),
  };
}

function nameOf(item: ImportedItem): string {
  return item.kind === "request" ? item.request.info.name : item.name;
}

function hideDefaults(
  defaults: FileDefaults,
  secrets: SecretValues,
  owner: string,
): FileDefaults {
  const { headers, auth, variables } = defaults;
  const within = <T>(part: string, act: () => T) =>
    secrets.inItem(owner, () => secrets.within(part, act));
  return {
    ...defaults,
    ...(headers &&
      { headers: within("headers", () => hideRows(headers, secrets)) }),
    ...(auth && { auth: within("auth", () => hideAuth(auth, secrets)) }),
    ...(variables && {
      variables: within("variables", () => hideVariables(variables, secrets)),
    }),
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
  prefix = "",
): ImportedItem {
  const { masker, secrets } = around;
  const path = prefix + nameOf(item);
  let finished: ImportedItem;
  if (item.kind === "request") {
    const finish = () => finishRequest(item, original, around);
    finished = secrets.inItem(path, finish);
  } else {
    const { items } = original as ImportedFolder;
    const { docs, defaults } = item;
    finished = {
      ...item,
      name: shownText(item.name, around.names),
      ...(docs !== undefined && { docs: shownText(docs, masker) }),
      ...(defaults && {
        defaults: secrets.inItem(
          path,
          () => finishDefaults(defaults, original, around),
        ),
      }),
      items: item.items.map((one, index) =>
        finishItem(one, items[index], around, `${path}/`)
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
  const { masker, names } = around;
  const { request } = item;
  const { http, graphql, websocket, grpc, runtime, examples, docs, info } =
    request;
  const hidden = examples?.map((one) => hideExample(one, masker));
  examples?.forEach((one, index) => {
    const isSame = JSON.stringify(one) === JSON.stringify(hidden?.[index]);
    if (!isSame) around.examples++;
  });
  const finished: FileRequest = {
    ...request,
    // A request that has no name is called by its URL.
    info: { ...info, name: shownText(info.name, names) },
    ...(http && { http: everyText(http, around) }),
    ...(graphql && { graphql: everyText(graphql, around) }),
    ...(websocket && { websocket: everyText(websocket, around) }),
    ...(grpc && { grpc: everyText(grpc, around) }),
    ...(runtime && {
      runtime: {
        ...runtime,
        ...(runtime.variables && {
          variables: finishVariables(runtime.variables, around),
        }),
        ...(runtime.scripts && {
          scripts: finishScripts(runtime.scripts, original, around),
        }),
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
  const { scripts, variables } = defaults;
  return {
    ...defaults,
    ...(variables && { variables: finishVariables(variables, around) }),
    ...(scripts && { scripts: finishScripts(scripts, original, around) }),
  };
}

function finishVariables(
  variables: readonly FileVariable[],
  { secrets, masker }: Pick<Finishing, "secrets" | "masker">,
): FileVariable[] {
  return variables.map((variable) => {
    const { description, value, secret } = variable;
    if (description === undefined) return variable;
    const env = secret ? entryName(value) : undefined;
    const own = env === undefined ? undefined : secrets.valueOf(env);
    return {
      ...variable,
      description: shownDescription(description, masker, own),
    };
  });
}

function finishScripts(
  scripts: readonly FileScript[],
  item: ImportedItem | undefined,
  { secrets, api, notes }: Finishing,
): FileScript[] {
  return scripts.map((script) => {
    const hide = () =>
      hideScript(script.code, secrets, {
        api,
        isKnown: nameFor(secrets),
      });
    const { code, masked } = secrets.within(`${script.type} script`, hide);
    for (const { name, env } of masked) {
      notes.push({
        kind: "person",
        message:
          `Replaced the secret "${name}" inside a text of the ${script.type} script by "***": write it with ${api}.getProcessEnv("${env}")`,
        ...(item && { item }),
      });
    }
    return { ...script, code };
  });
}
