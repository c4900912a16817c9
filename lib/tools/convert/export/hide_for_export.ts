import { entryName } from "../../../core/policy/env_refusal.ts";
import { createMasker } from "../../../core/secrets/masker.ts";
import { hideInRequest } from "../secrets/hide_in_request.ts";
import {
  hideAuth,
  hideRows,
  hideSettings,
  hideVariables,
  scalarText,
} from "../secrets/hide_secrets.ts";
import { hideExample } from "../secrets/hide_shown.ts";
import type {
  FileDefaults,
  FileExample,
  FileRequest,
  FileVariable,
} from "../open_collection.ts";
import {
  isSecretText,
  isUnlike,
  SecretValues,
} from "../secrets/secret_values.ts";
import type { Imported, ImportedItem } from "../types.ts";
import { takenNames } from "../secrets/taken_names.ts";
import { isHiddenDefinition } from "../../../core/secrets/hidden_names.ts";
import { shownName } from "./bru_text.ts";

/** A collection without the values of secrets, and how many variables stand for them. */
export interface HiddenForExport {
  readonly value: Imported;
  /** Variables that the source does not have. */
  readonly added: number;
  /** How many saved examples had secrets in them. */
  readonly masked: number;
}

interface Hiding {
  readonly secrets: SecretValues;
  /** Names that any part of the collection declares secret. */
  readonly declared: ReadonlySet<string>;
  readonly client: ExportClient;
}

/** The client that an export is for. */
type ExportClient = "Bruno" | "Postman";

/**
 * Takes the values of secrets out of a collection: placeholders stand for those
 * in requests, `{{process.env.NAME}}` for those of variables, nothing for those
 * of environments.
 *
 * @param options.dotenv The entries of the collection's `.env`, which no example may show.
 */
export function hideForExport(
  collection: Imported,
  { client, dotenv = new Map() }: {
    client: ExportClient;
    dotenv?: ReadonlyMap<string, string>;
  },
): HiddenForExport {
  const all = variablesOf(collection);
  const hiding: Hiding = {
    secrets: new SecretValues(takenNames(collection)),
    declared: new Set(
      all.filter(({ secret }) => secret).map(({ name }) => name),
    ),
    client,
  };
  const { secrets } = hiding;
  const defaults = secrets.inItem(
    "the collection",
    () => hideLevel(collection.defaults, hiding),
  );
  const first = collection.items.map((item) => hideItem(item, "", hiding));
  // By now the secrets of requests are known, and an example may say them again.
  const masker = createMasker([
    ...secrets.unlike,
    ...untoldValues(collection, dotenv, hiding).filter(isUnlike),
  ]);
  let masked = 0;
  const hide: Hide = (example) => {
    const hidden = hideExample(example, masker);
    if (JSON.stringify(hidden) !== JSON.stringify(example)) masked++;
    return hidden;
  };
  const items = first.map((item) => hideExamples(item, hide));
  const config = secrets.within(
    "settings of the collection",
    () => hideSettings(collection.config, secrets),
  );
  const environments = collection.environments.map((one) => ({
    ...one,
    variables: one.variables.map((variable) => {
      if (!isSecret(variable, hiding)) return hideInside(variable, hiding);
      if (isBrought(variable, hiding)) return variable;
      const { value: _value, ...rest } = variable;
      return { ...rest, secret: true as const };
    }),
  }));
  const variables = [...(defaults?.variables ?? []), ...secrets.variables];
  const value: Imported = {
    ...collection,
    defaults: { ...defaults, ...(variables.length > 0 && { variables }) },
    ...(config !== undefined && { config: config as Record<string, unknown> }),
    items,
    environments,
    secrets: secrets.secrets,
    found: secrets.found,
  };
  return { value, added: secrets.variables.length, masked };
}

function hideItem(
  item: ImportedItem,
  prefix: string,
  hiding: Hiding,
): ImportedItem {
  const { secrets } = hiding;
  if (item.kind === "folder") {
    const path = prefix + shownName(item.name);
    const defaults = secrets.inItem(
      path,
      () => hideLevel(item.defaults, hiding),
    );
    return {
      ...item,
      ...(defaults && { defaults }),
      items: item.items.map((one) => hideItem(one, `${path}/`, hiding)),
    };
  }
  const request: FileRequest = secrets.inItem(
    prefix + shownName(item.request.info.name),
    () => hideInRequest(item.request, secrets),
  );
  const { runtime } = request;
  return {
    ...item,
    request: {
      ...request,
      ...(Array.isArray(runtime?.variables) && {
        runtime: {
          ...runtime,
          variables: runtime.variables.map((one) => hideVariable(one, hiding)),
        },
      }),
    },
  };
}

/** Secrets that an environment or the `.env` has: no file says them, but an example may. */
function untoldValues(
  collection: Imported,
  dotenv: ReadonlyMap<string, string>,
  hiding: Hiding,
): string[] {
  const secret = variablesOf(collection).filter((one) => isSecret(one, hiding))
    .flatMap(({ value }) => typeof value === "string" ? [value] : []);
  const entries = new Set(secret.map(entryName));
  return [
    ...secret,
    ...[...dotenv].filter(([name, value]) =>
      entries.has(name) || isHiddenDefinition(name, value)
    ).map(([, value]) => value),
  ];
}

/** Takes the secrets out of an example. */
type Hide = (example: FileExample) => FileExample;

function hideExamples(item: ImportedItem, hide: Hide): ImportedItem {
  if (item.kind === "folder") {
    return {
      ...item,
      items: item.items.map((one) => hideExamples(one, hide)),
    };
  }
  const { examples } = item.request;
  if (examples === undefined) return item;
  return {
    ...item,
    request: {
      ...item.request,
      examples: examples.map(hide),
    },
  };
}

function hideLevel(
  defaults: FileDefaults | undefined,
  hiding: Hiding,
): FileDefaults | undefined {
  if (defaults === undefined) return undefined;
  const { headers, metadata, auth, variables } = defaults;
  const { secrets } = hiding;
  return {
    ...defaults,
    ...(Array.isArray(headers) && {
      headers: secrets.within("headers", () => hideRows(headers, secrets)),
    }),
    ...(Array.isArray(metadata) && {
      metadata: secrets.within("metadata", () => hideRows(metadata, secrets)),
    }),
    ...(auth !== undefined && {
      auth: secrets.within("auth", () => hideAuth(auth, secrets)),
    }),
    ...(Array.isArray(variables) && {
      variables: variables.map((one) => hideVariable(one, hiding)),
    }),
  };
}

function hideVariable(variable: FileVariable, hiding: Hiding): FileVariable {
  if (!isSecret(variable, hiding)) return hideInside(variable, hiding);
  const { name, value } = variable;
  const text = scalarText(value) ?? JSON.stringify(value) ?? "";
  return { ...variable, ...hiding.secrets.variable(name, text) };
}

/** A variable that is no secret as a whole: one of its members, or a part of its text, may be one. */
function hideInside(
  variable: FileVariable,
  { secrets }: Hiding,
): FileVariable {
  const text = scalarText(variable.value);
  if (text !== undefined && !isSecretText(text)) return variable;
  return hideVariables([variable], secrets)[0];
}

/** As in the files that an import writes: declared, or by its name and the value of its own. */
function isSecret(
  { name, secret, value }: FileVariable,
  { declared }: Hiding,
): boolean {
  if (secret || declared.has(name)) return true;
  const text = scalarText(value);
  return text !== undefined && isHiddenDefinition(name, text) &&
    isSecretText(text);
}

/** Whether an environment names a secret that placeholders bring, which the client reads. */
function isBrought(
  { secret, value }: FileVariable,
  { client }: Hiding,
): boolean {
  const text = scalarText(value) ?? "";
  if (secret || text === "" || isSecretText(text)) return false;
  // Postman reads nothing of the process.
  return client === "Bruno" || entryName(text) === undefined;
}

function variablesOf({ defaults, items, environments }: Imported) {
  const all: FileVariable[] = [
    ...list(defaults?.variables),
    ...environments.flatMap(({ variables }) => variables),
  ];
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") {
      all.push(...list(item.request.runtime?.variables));
    } else {
      all.push(...list(item.defaults?.variables));
      for (const inner of item.items) stack.push(inner);
    }
  }
  return all;
}

function list(variables: unknown): FileVariable[] {
  return Array.isArray(variables) ? variables : [];
}
