import { parse, type ParseError } from "jsonc-parser";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { isMapping, members, parseJsonFile } from "../json.ts";
import type { FileVariable } from "../open_collection.ts";
import type { SecretValues } from "../secrets/secret_values.ts";
import type { ImportedEnvironment, ImportNote, SourcePlace } from "../types.ts";

/** Files with environments beside the requests. */
const FILES = /(?:^|\/)(?:http-client|rest-client)(\.private)?\.env\.json$/;
/** Where the REST client of VS Code has them. */
const SETTINGS = /(?:^|\/)\.vscode\/settings\.json$/;
/** What all environments have. */
const SHARED = "$shared";
/** Members of JetBrains' that are no variables, and what to do with them. */
const FOREIGN: Readonly<Record<string, string>> = {
  Security: "write auth of the type oauth2 into the requests that use it",
  SSLConfiguration:
    "write config.clientCertificates, or run with --ca or --insecure",
};

/** The variables of one environment in one file. */
export interface HttpEnvironment {
  readonly file: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isPrivate: boolean;
  /** In VS Code a variable of the file wins over one of an environment. */
  readonly isEditor: boolean;
}

/** Reads the environments of all files. */
export function readHttpEnvironments(
  files: ReadonlyMap<string, string>,
  notes: ImportNote[],
  diagnostics: Diagnostic[],
): HttpEnvironment[] {
  return [...files].flatMap(([file, text]): HttpEnvironment[] => {
    const match = FILES.exec(file);
    if (!match && !SETTINGS.test(file)) return [];
    const isPrivate = match?.[1] !== undefined;
    return Object.entries(
      match ? dataOf(file, text, diagnostics) : settingsOf(file, text, notes),
    ).flatMap(([name, data]) =>
      isMapping(data)
        ? [{
          file,
          name,
          data: data as Record<string, unknown>,
          isPrivate,
          isEditor: !match,
        }]
        : []
    );
  });
}

function dataOf(
  file: string,
  text: string,
  diagnostics: Diagnostic[],
): Record<string, unknown> {
  const { value, diagnostic } = parseJsonFile(file, text);
  if (diagnostic) diagnostics.push(diagnostic);
  return members(value);
}

/** The editor's settings have comments; a broken file is no reason to import nothing. */
function settingsOf(
  file: string,
  text: string,
  notes: ImportNote[],
): Record<string, unknown> {
  const errors: ParseError[] = [];
  const settings = members(
    parse(text.replace(/^\ufeff/, ""), errors, { allowTrailingComma: true }),
  );
  if (errors.length > 0) {
    notes.push({
      kind: "person",
      message:
        "The settings are not valid JSON: correct them, and import again if environments are missing",
      source: { file },
    });
  }
  const certificates = members(settings["rest-client.certificates"]);
  if (Object.keys(certificates).length > 0) {
    notes.push({
      kind: "person",
      message:
        'Left out "rest-client.certificates": write config.clientCertificates',
      source: { file },
    });
  }
  for (
    const key of ["followredirect", "timeoutinmilliseconds", "defaultHeaders"]
  ) {
    const name = `rest-client.${key}`;
    if (!Object.hasOwn(settings, name)) continue;
    notes.push({
      kind: "person",
      message:
        `Left out "${name}": write it under request of opencollection.yml`,
      source: { file },
    });
  }
  return members(settings["rest-client.environmentVariables"]);
}

/** `$shared` by name, and whether an environment has its own value of it. */
export function sharedVariables(
  environments: readonly HttpEnvironment[],
): Map<string, { text: string; isOver: boolean }> {
  const own = new Set(
    environments.flatMap(({ name, data }) =>
      name === SHARED ? [] : Object.keys(data)
    ),
  );
  return new Map(
    environments.filter(({ name }) => name === SHARED).flatMap(({ data }) =>
      Object.entries(data).map(([name, value]) =>
        [name, { text: String(value), isOver: own.has(name) }] as const
      )
    ),
  );
}

/** All variables of environments. */
export function valuesOfEnvironments(
  environments: readonly HttpEnvironment[],
): { name: string; value: unknown }[] {
  return environments.flatMap(({ data }) =>
    Object.entries(data).map(([name, value]) => ({ name, value }))
  );
}

/**
 * Makes the environments, and what `$shared` is: variables of the collection,
 * which environments win over as over `$shared`.
 */
export function makeEnvironments(
  environments: readonly HttpEnvironment[],
  { secrets, notes, template, variables }: {
    secrets: SecretValues;
    notes: ImportNote[];
    /** Names what is no expression of Brace's at its place. */
    template: (
      text: string,
      about: { source: SourcePlace; isPrivate: boolean },
    ) => string;
    /** Those of the files, to which `$shared` is added. */
    variables: FileVariable[];
  },
): ImportedEnvironment[] {
  const all = new Map<string, FileVariable[]>();
  const ofFiles = new Set(variables.map(({ name }) => name));
  for (const { file, name, data, isPrivate, isEditor } of environments) {
    const list = name === SHARED ? variables : all.get(name) ?? [];
    if (name !== SHARED) all.set(name, list);
    for (const [key, value] of Object.entries(data)) {
      const source = { file, path: `${name}.${key}` };
      const left = leftOut(key, value, isPrivate);
      if (left !== undefined) {
        notes.push({
          kind: "person",
          message: `Left out "${key}": ${left}`,
          source,
          lost: { variables: 1 },
        });
        continue;
      }
      const isDouble = list.some((one) => one.name === key) &&
        name === SHARED;
      if (isDouble && isEditor && ofFiles.has(key)) {
        notes.push({
          kind: "changed",
          message: `Left out "${key}" of $shared: the file has its own`,
          source,
          lost: { variables: 1 },
        });
        continue;
      }
      if (isDouble) {
        list.splice(list.findIndex((one) => one.name === key), 1);
        notes.push({
          kind: "person",
          message: `"${key}" has several values: the one of $shared is kept`,
          source,
          lost: { variables: 1 },
        });
      }
      if (isEditor && name !== SHARED && ofFiles.has(key)) {
        notes.push({
          kind: "person",
          message:
            `"${key}" of the environment wins here over "@${key}" of a file, in VS Code the file's does: remove one`,
          source,
        });
      }
      const text = typeof value === "string"
        ? template(value, { source, isPrivate })
        : undefined;
      list.push({
        name: key,
        ...(isPrivate
          ? secrets.variable(key, text ?? String(value), name)
          : { value: text ?? value }),
      });
    }
  }
  return [...all].map(([name, variables]) => ({ name, variables }));
}

/** Why a member of an environment is no variable; undefined for one that is. */
function leftOut(
  key: string,
  value: unknown,
  isPrivate: boolean,
): string | undefined {
  const isObject = typeof value === "object" && value !== null;
  if (isObject && Object.hasOwn(FOREIGN, key)) return FOREIGN[key];
  return isObject && isPrivate
    ? "it is private and no text, so write its members as separate variables"
    : undefined;
}
