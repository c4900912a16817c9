import type { ScopeName } from "../scope/names.ts";
import type { WayOut } from "../source/diagnostic.ts";
import { didYouMean } from "../source/nearest.ts";
import { wayOut } from "../source/way_out.ts";
import { inScriptOf, ofBru } from "../collection/format.ts";

const CALLS: Readonly<Record<ScopeName, string>> = {
  runtime: "client.getVar",
  data: "client.runner.iterationData.get",
  request: "client.getRequestVar",
  folder: "client.getFolderVar",
  environment: "client.getEnvVar",
  collection: "client.getCollectionVar",
  global: "client.getGlobalEnvVar",
};

/** What reads the variables of one scope, or with `pm.variables` of all of them. */
export interface ReadingCall {
  /** As the script writes it, less `client`: `getVar`, `pm.environment.get`. */
  readonly name: string;
  /** Absent: all. */
  readonly scope?: ScopeName;
  /** Whether it is a call of Bruno's object `bru`. */
  readonly isBru?: true;
}

/** The scopes of Postman's sets of variables. */
const POSTMAN: Readonly<Record<string, ScopeName | "all">> = {
  "pm.environment.get": "environment",
  "postman.getEnvironmentVariable": "environment",
  "pm.globals.get": "global",
  "postman.getGlobalVariable": "global",
  "pm.collectionVariables.get": "collection",
  "pm.variables.get": "all",
};

/**
 * What a call reads, by the words of what is called; undefined for what reads no
 * variables of a scope.
 *
 * @param variable The name that it asks for.
 */
export function readingCallOf(
  chain: string,
  variable: string,
): ReadingCall | undefined {
  const name = chain.replace(/^(?:client|bru)\./, "");
  if (name !== chain) {
    const own = chain.startsWith("bru.") && { isBru: true as const };
    if (name === "getSecretVar") {
      // What follows a dot may be a key of a store's secret.
      return variable.includes(".")
        ? undefined
        : { name, scope: "environment", ...own };
    }
    const [scope] = Object.entries(CALLS)
      .find(([, call]) => call === `client.${name}`) ?? [];
    return scope && scope !== "data"
      ? { name, scope: scope as ScopeName, ...own }
      : undefined;
  }
  const scope = Object.hasOwn(POSTMAN, name) ? POSTMAN[name] : undefined;
  return scope && (scope === "all" ? { name } : { name, scope });
}

/** Where a variable that no runtime variable hides is, and the call that reads it in a file. */
export function otherwiseRead(
  name: string,
  scope: ScopeName,
  file: string,
): string {
  return otherwise(name, scope, inScriptOf(file, readingCall(name, scope)));
}

function otherwise(name: string, scope: ScopeName, call: string): string {
  const kind = scope === "data"
    ? "a column of the data"
    : `${scope === "environment" ? "an" : "a"} ${scope} variable`;
  return `"${name}" is ${kind} (write ${call})`;
}

/**
 * What is wrong where a call asks for a variable of another scope.
 *
 * @param kept The call that then reads the value which the first one asks for: changed alone, either finds nothing.
 */
export function unreadBy(
  call: ReadingCall,
  name: string,
  scope: ScopeName,
  kept?: string,
): string {
  const read = readingCall(name, scope);
  const get = call.isBru ? ofBru(read) : read;
  const written = (call: string) =>
    call === "hasVar" ? get.replace(/\bget/, "has") : get;
  const asked = call.name.startsWith("p")
    ? `pm.variables.get("${name}")`
    : kept === undefined
    ? written(call.name)
    : kept === call.name
    ? `${written(kept)} for both calls`
    : `${written(call.name)} and ${written(kept)}`;
  const other = otherwise(name, scope, asked);
  return `${cannotRead(call, name)}: ${other}`;
}

/** What is wrong where a call asks for a name that its scope does not have, next to one that it has. */
export function misspeltFor(
  call: ReadingCall,
  name: string,
  near: string,
): string {
  return `${cannotRead(call, name)}: none of them has this name${
    didYouMean(near)
  }`;
}

/** What is wrong where a call asks for what another request or folder has for itself. */
export function ofOthers(
  call: ReadingCall,
  name: string,
  owner: string,
): string {
  return `${cannotRead(call, name)}: "${name}" is a variable of ${owner} alone`;
}

/** What is wrong where a call asks an environment that does not have a name. */
export function notInEnvironment(
  call: ReadingCall,
  name: string,
  { isGiven }: {
    /** Whether it is given as a runtime variable. */
    readonly isGiven: boolean;
  },
): string {
  return `${cannotRead(call, name)}: ${
    isGiven
      ? `"${name}" is given as a runtime variable, which reaches {{${name}}}, but not this call`
      : `no environment has "${name}"`
  }`;
}

/** What is wrong where a call asks for a variable of environments, and none is selected. */
export function noEnvironment(call: ReadingCall, name: string): string {
  return `${cannotRead(call, name)}: no environment is selected`;
}

/**
 * What is wrong where a call asks for a name that nothing has.
 *
 * @param isOmitted Whether a body leaves its field out because of it.
 */
export function definedNowhere(
  call: ReadingCall,
  name: string,
  isOmitted = false,
): string {
  const problem = call.scope === "environment"
    ? notInEnvironment(call, name, { isGiven: false })
    : `${cannotRead(call, name)}: nothing defines or sets it`;
  return isOmitted ? `${problem}, so the body lacks its field` : problem;
}

/** What is wrong where a call asks for one of the globals that the run was not given. */
export function notGiven(
  call: ReadingCall,
  name: string,
  note: string,
): string {
  return `${cannotRead(call, name)}: ${note}`;
}

/** What is wrong where a call asks for a secret whose file leaves the value out, and nobody gave it. */
export function unsetFor(call: ReadingCall, name: string): string {
  return `${cannotRead(call, name)}: this secret has no value`;
}

/** What is wrong where a call asks for a name that a request sets which did not. */
export function notSetYet(call: ReadingCall, name: string): string {
  return `${cannotRead(call, name)}: it has no value`;
}

/** What helps where nothing has the name. */
export function waysToGive(
  { scope }: ReadingCall,
  name: string,
): readonly WayOut[] {
  return scope === undefined
    ? [wayOut("define-variable", name)]
    : scope === "environment"
    ? [wayOut("define-in-environment", name)]
    : [];
}

function cannotRead(
  { name: call, scope }: ReadingCall,
  name: string,
): string {
  return `Cannot read "${name}" with ${call}, which reads ${
    scope === undefined ? "" : `${scope} `
  }variables`;
}

/** The call that reads a variable of a scope in a script. */
export function readingCall(name: string, scope: ScopeName): string {
  return `${CALLS[scope]}("${name}")`;
}
