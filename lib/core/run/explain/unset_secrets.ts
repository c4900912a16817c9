import { notIncluded, SECRET_PREFIX } from "../../policy/env_refusal.ts";
import type {
  Collection,
  Environment,
  Variable,
} from "../../collection/types.ts";
import { dotenvOf } from "../../collection/environment.ts";
import { inheritedAuth } from "../../collection/inherit.ts";
import type { Step } from "../../plan/types.ts";
import { rootName } from "../../template/template_of.ts";
import type { Diagnostic, WayOut } from "../../source/diagnostic.ts";
import { wayOut } from "../../source/way_out.ts";
import { declaredSecrets } from "../declared_secrets.ts";
import type { ReadFile } from "./setters.ts";
import type { SelectedFiles } from "../selected_files.ts";
import { dotenvFile, secretEntryNotes } from "./value_notes.ts";
import { isSetByRequest } from "./set_by_requests.ts";

const ENTRY = /^process\s*\.\s*env\s*\./;

/** What holds for a run, where it is known. */
interface Around {
  readonly step?: Pick<Step, "folders" | "item">;
  readonly isRendering?: boolean;
  readonly settings?: SelectedFiles & {
    readonly ports?: {
      readonly lackedPermission?: (name: string) => string | undefined;
      readonly isEmptySecret?: (name: string) => boolean;
      readonly hasSecretsFile?: boolean;
      readonly readFile?: ReadFile;
    };
  };
}

/**
 * The secret whose value a diagnostic is about: the variable that stands for an
 * entry of the process's environment which cannot be read, or is not there.
 */
export function secretBehind(
  { code, expression = "", trail = [] }: Diagnostic,
  collection: Collection,
  { step, settings }: Around,
): string | undefined {
  const isAbout = code === "PERMISSION" || code === "UNDEFINED_VARIABLE";
  const name = trail.at(-2);
  if (!isAbout || name === undefined || !ENTRY.test(expression)) {
    return undefined;
  }
  const near = [
    settings?.globals ?? [],
    collection.defaults.variables,
    ...(settings?.environments?.get(collection) ?? []).map(
      ({ variables }) => variables,
    ),
    ...step?.folders.map(({ defaults }) => defaults.variables) ?? [],
    step?.item.kind === "request" ? step.item.variables : [],
  ];
  const isSecret = near.some((variables) => secretsIn(variables).has(name)) ||
    declaredSecrets(collection, []).has(name);
  return isSecret ? name : undefined;
}

/** The secrets of files that many diagnostics may be about. */
const secretsOf = new WeakMap<readonly Variable[], ReadonlySet<string>>();

function secretsIn(variables: readonly Variable[]): ReadonlySet<string> {
  let names = secretsOf.get(variables);
  if (names === undefined) {
    names = new Set(
      variables.filter(({ secret }) => secret).map(({ name }) => name),
    );
    secretsOf.set(variables, names);
  }
  return names;
}

/** Says that a diagnostic is about the value of a secret, and how else to give it. */
export function aboutSecret(
  diagnostic: Diagnostic,
  name: string,
  collection: Collection,
  around: Around,
): Diagnostic {
  const note = `it is the value of the secret "${name}"`;
  const { notes = [], waysOut = [] } = diagnostic;
  // No process has what only a server gives.
  const isSet = isSetInRun(name, collection, around);
  const permission = lackedPermission(name, around);
  return {
    ...diagnostic,
    notes: [
      ...notes,
      ...fileNotes(name, around),
      ...emptySecretNotes(name, around.settings?.ports),
      note,
    ],
    waysOut: [
      ...waysOut.filter(({ kind }) => !isSet || kind !== "allow-env"),
      {
        ...wayOut(
          "set-secret",
          name,
          ...permission ? [permission] : [],
        ),
        note,
      },
    ],
  };
}

/** The name that an expression asks for, which can be all of it for a secret. */
export function askedName(
  expression: string,
  code: Diagnostic["code"],
  collection: Collection,
): string | undefined {
  const isWhole = code === "UNSET_SECRET" &&
    declaredSecrets(collection, collection.defaults.variables).has(expression);
  return isWhole ? expression : rootName(expression);
}

/** Says how a secret that has no value gets one. */
export function withValue(
  diagnostic: Diagnostic,
  name: string,
  collection: Collection,
  around: Around,
): Diagnostic {
  const environments = around.settings?.environments?.get(collection) ?? [];
  const { waysOut = [] } = diagnostic;
  const prefixed = SECRET_PREFIX + name;
  const permission = lackedPermission(name, around);
  const isSet = isSetInRun(name, collection, around);
  const notes = [...diagnostic.notes ?? [], ...fileNotes(name, around)];
  if (collection.dotenv.has(prefixed)) {
    notes.push(
      `"${prefixed}" is an entry of the collection's .env, which gives no secrets: set it in the environment of the process`,
    );
  }
  notes.push(
    ...secretEntryNotes(name, collection, environments),
    ...emptySecretNotes(name, around.settings?.ports),
  );
  const readFile = around.settings?.ports?.readFile;
  if (isToken(diagnostic) && !isSetByRequest(collection, name, readFile)) {
    notes.push(
      `if a request logs in, its after-response script can set it from the field that the response has, such as client.setVar("${name}", res.body.token)`,
    );
  }
  if (isClientOfPassword(diagnostic, collection, around)) {
    notes.push(
      "many servers know no clients: if yours does not, delete credentials from the auth",
    );
  }
  return {
    ...diagnostic,
    ...(permission &&
      { message: `${diagnostic.message}, and ${notIncluded(name)}` }),
    ...(notes.length > 0 && { notes }),
    waysOut: [
      ...waysOut.map((way) =>
        way.kind === "fill-in" ? withFile(way, collection, environments) : way
      ),
      wayOut(
        isSet
          ? "set-secret"
          : around.isRendering
          ? "answer-secret"
          : "give-secret",
        name,
        ...permission ? [permission] : [],
      ),
    ],
  };
}

/** Says that the process has an empty value for a secret, which counts as none. */
export function emptySecretNotes(
  name: string,
  ports: { readonly isEmptySecret?: (name: string) => boolean } = {},
): string[] {
  return ports.isEmptySecret?.(name)
    ? [`"${SECRET_PREFIX}${name}" is set, but empty`]
    : [];
}

/** Who gave a secrets file already has to know what it lacks. */
function fileNotes(name: string, { settings }: Around): string[] {
  return settings?.ports?.hasSecretsFile
    ? [`the secrets file has no "${name}"`]
    : [];
}

/** Whether the secret is the token of an auth, which often only a login gives. */
function isToken({ location }: Diagnostic): boolean {
  return location?.yamlPath?.endsWith("auth.token") ?? false;
}

/** Whether the secret is a client's where a user logs in, which many servers do not ask for. */
function isClientOfPassword(
  { location }: Diagnostic,
  collection: Collection,
  { step }: Around,
): boolean {
  if (!location?.yamlPath?.endsWith("auth.credentials.clientSecret")) {
    return false;
  }
  if (step?.item.kind !== "request") return false;
  const auth = inheritedAuth(collection, step.folders, step.item);
  const flow = auth?.fields.get("flow");
  return typeof flow === "object" &&
    flow.text === "resource_owner_password_credentials";
}

function lackedPermission(
  name: string,
  { settings }: Around,
): string | undefined {
  return settings?.ports?.lackedPermission?.(name);
}

/** Whether a run gets the value of a secret from a request, so that nobody is asked for it. */
function isSetInRun(
  name: string,
  collection: Collection,
  { isRendering, settings }: Around,
): boolean {
  return !isRendering &&
    isSetByRequest(collection, name, settings?.ports?.readFile);
}

/** The way to fill in an entry: in its `.env`, with the file, unless the process has the empty value. */
function withFile(
  way: WayOut,
  collection: Collection,
  environments: readonly Environment[],
): WayOut {
  const [entry] = way.names;
  if (dotenvOf(collection, environments).get(entry) !== "") {
    return wayOut("give-env", entry);
  }
  const file = dotenvFile(entry, collection, environments);
  return file === undefined ? way : { ...way, names: [entry, file] };
}
