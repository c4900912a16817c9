import { loadScriptReader } from "./load_script_reader.ts";
import type { DataRows } from "../../core/plan/types.ts";
import { CollectionIndex } from "../../tools/check/collection_index.ts";
import { namesProtos } from "../../tools/check/rules/calls.ts";
import type { CheckOptions } from "../../tools/check/types.ts";
import { wholeEnvironments } from "../../tools/check/chosen_environments.ts";
import type { Collection, Variable } from "../../core/collection/types.ts";
import type { LearnedVariable } from "../../core/secrets/secret_index.ts";
import { secretsOfProcess } from "../process_env.ts";
import { secretPorts } from "../run/ports/secret_ports.ts";
import { envFilesOf, globalsOf, otherFiles } from "../files/env_files_of.ts";
import { missingFile } from "./missing_file.ts";
import { loadFakeData } from "../../core/scope/generators/fake_data.ts";
import type { Value } from "../../core/scope/value/value.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";
import { pushAll } from "../../core/source/push_all.ts";
import type {
  LoadedCollection,
  LoadOptions,
} from "../files/load/load_found.ts";
import { loadCollection } from "../files/load_collection.ts";
import { readDataFile } from "../files/read_data_file.ts";
import { join, resolve } from "../path.ts";
import { isGiven } from "../../core/policy/env_refusal.ts";
import { parseHostRules } from "../../core/policy/host_rule.ts";
import { UsageError } from "../../core/source/errors.ts";
import { isPermitted, permittedEnv } from "../permitted_env.ts";
import { moduleOptions } from "../files/near_inside.ts";
import { packageRoom, textInside } from "../files/read_inside.ts";

/** What is to be checked, and with what. */
export interface OpenCheckOptions {
  /** Collections, folders or request files, as given; empty: the current folder. */
  readonly paths: readonly string[];
  /** Environments to check with, together, the last one wins; empty: each one. */
  readonly environments: readonly string[];
  readonly vars: readonly (readonly [name: string, value: Value])[];
  readonly envVars: readonly (readonly [name: string, value: Value])[];
  /** Environment file that the global scope's variables come from. */
  readonly globalEnv?: string;
  /** Where a file gives options, by their names; absent: none does. */
  readonly origins?: ReadonlyMap<string, Origin>;
  /** Environments to check with together, and with none of them alone; for where none are selected. */
  readonly together?: readonly string[];
  /** Files of environments above the others. */
  readonly envFiles?: readonly string[];
  /** File with values of secrets. */
  readonly secretsFile?: string;
  /** Names of the process's environment that a run may read; true: all. */
  readonly allowEnv?: true | readonly string[];
  /** Files and folders outside that a run may read. */
  readonly allowRead?: readonly string[];
  /** Hosts that a run may contact besides those that files declare; true: all. */
  readonly allowNet?: true | readonly string[];
  /** Whether scripts run outside of the sandbox. */
  readonly trustScripts?: boolean;
  /** Told of values that come from outside of the collection's files. */
  readonly learn?: (variable: LearnedVariable) => void;
  /** File with rows, whose names are known then. */
  readonly data?: string;
  /** Told of the files besides the collection's own that a run reads: what requests send and scripts load. */
  readonly reads?: (path: string) => void;
  /** The collection where it is loaded already, whole. */
  readonly loaded?: LoadedCollection;
  /** Reads the text of a file of the collection. Default: from the disk. */
  readonly readText?: LoadOptions["readText"];
}

/** A collection to check. */
export interface OpenCheck {
  /** Absent when it cannot be loaded. */
  readonly index?: CollectionIndex;
  /** Absent when it cannot be loaded. */
  readonly collection?: Collection;
  /** What the paths select, inside of the collection; empty: everything. */
  readonly paths: readonly string[];
  readonly globals: readonly Variable[];
  /** Whether a secret gets its value from outside of its file; absent where it cannot be loaded. */
  readonly isGivenSecret?: (name: string) => boolean;
  /** What is wrong with its files as such. */
  readonly diagnostics: readonly Diagnostic[];
  /** Errors in its files, also in those that the paths do not select. */
  readonly broken: readonly Diagnostic[];
  /** The texts of its files, by the paths that diagnostics show. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files that could not be read at all. */
  readonly unreadable: boolean;
}

/** Loads a collection and what it is checked with; asks for nothing but to read files. */
export async function openCheck(
  options: OpenCheckOptions,
): Promise<OpenCheck> {
  const files = {
    envFiles: options.envFiles ?? [],
    secretsFile: options.secretsFile,
    origins: options.origins,
  };
  const loaded = options.loaded ?? loadCollection(options.paths, {
    kept: new Map(),
    others: otherFiles(files),
    environments: options.environments,
    ...(options.readText && { readText: options.readText }),
  });
  const { collection, paths } = loaded;
  const diagnostics = [...loaded.diagnostics];
  const globals = await globalsOf(options, collection);
  pushAll(diagnostics, globals.diagnostics);
  const data = options.data === undefined
    ? { rows: [], diagnostics: [] }
    : readDataFile(options.data, options.data, options.origins?.get("data"));
  pushAll(diagnostics, data.diagnostics);
  const given = await envFilesOf(files);
  pushAll(diagnostics, given.diagnostics);
  const ofOptions = [globals, data, given].flatMap((it) => it.diagnostics);
  const unreadable = collection === undefined ||
    diagnostics.some((one) =>
      one.severity === "error" &&
      (one.code === "MISSING_PATH" || one.code === "PERMISSION") &&
      // A path that a file of the collection names is something found in it.
      (one.location?.keys === undefined || ofOptions.includes(one))
    );
  const shared = {
    paths,
    globals: globals.variables,
    diagnostics,
    broken: loaded.broken ?? [],
    unreadable,
    texts: loaded.texts ?? new Map(),
  };
  if (collection === undefined) return shared;
  const { root } = collection;
  const learn = (variable: LearnedVariable) => options.learn?.(variable);
  for (const { variables } of given.environments) {
    for (const one of variables) learn({ ...one, template: true });
  }
  const { reads } = options;
  const access = {
    root,
    allowRead: options.allowRead ?? [],
    ...(reads && { found: reads }),
  };
  const room = packageRoom(collection, access.allowRead);
  const texts = new Map<string, string | undefined>();
  const environments = selected(options, collection);
  const { givenSecret } = secretPorts(given.secrets, {
    learn,
    ask: () => undefined,
  });
  const checkOptions: CheckOptions = {
    ...(environments && { environments }),
    environmentFiles: given.environments,
    givenSecret,
    ...secretsOfProcess,
    ...(options.trustScripts && { trustScripts: true }),
    ...(options.allowNet && { allowNet: allowedHosts(options.allowNet) }),
    ...(options.allowEnv && { allowEnv: options.allowEnv }),
    // A name that begins with BRACE_ comes with the run alone.
    lacksEnv: (name) =>
      (options.allowEnv === true ||
        options.allowEnv?.includes(name) === true) &&
      isPermitted(name) && Deno.env.get(name) === undefined,
    hasEmptyEnv: (name) =>
      isGiven(name, { allow: options.allowEnv ?? [] }) &&
      permittedEnv(name) === "",
    variables: Object.fromEntries(options.vars),
    envVariables: Object.fromEntries(options.envVars),
    globals: globals.variables,
    ...environmentOf(options.globalEnv, collection),
    rowNames: namesIn(data.rows),
    rows: data.rows,
    ...(collection.usesFakeData && { generators: await loadFakeData() }),
    readScript: await loadScriptReader(),
    readFile: (path) => {
      // Each of many diagnostics may ask for the same file, such as the .env.example.
      if (!texts.has(path)) {
        const text = textInside(root, path, room);
        if (text !== undefined) reads?.(join(root, path));
        texts.set(path, text);
      }
      return texts.get(path);
    },
    ...moduleOptions(root, room),
    findFile: (path, at) => missingFile(path, { access, at }),
  };
  const checkCall = namesProtos(collection)
    ? (await import("./call_checker.ts")).createCalls(access).check
    : undefined;
  return {
    ...shared,
    collection,
    isGivenSecret: (name) => givenSecret(name) !== undefined,
    index: new CollectionIndex(collection, checkOptions, checkCall),
  };
}

/**
 * The hosts that a run is allowed.
 *
 * @throws {UsageError} A rule is not written in Deno's syntax.
 */
function allowedHosts(
  allowNet: true | readonly string[],
): true | readonly string[] {
  if (allowNet === true) return true;
  const { problems } = parseHostRules(allowNet, "the allowed hosts");
  if (problems.length > 0) throw new UsageError(problems);
  return allowNet;
}

/** The environment of the collection that a file is of. */
function environmentOf(
  file: string | undefined,
  { environments }: Collection,
): { globalsOf?: string } {
  const found = file === undefined
    ? undefined
    : environments.find((one) => resolve(one.file) === resolve(file));
  return found ? { globalsOf: found.name } : {};
}

/** The environments that are asked for, each with those that it is selected with. */
function selected(
  { environments, together = [] }: OpenCheckOptions,
  collection: Collection,
): (readonly string[])[] | undefined {
  if (environments.length > 0) return [environments];
  const whole = wholeEnvironments(collection);
  // One of them is looked at in its order.
  if (together.length < 2 && together.every((name) => whole.includes(name))) {
    return undefined;
  }
  const alone = whole.filter((name) => !together.includes(name));
  return [together, ...alone.map((name) => [name])];
}

/** The names that rows of data have. */
function namesIn(rows: DataRows): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) names.add(name);
  }
  return [...names];
}
