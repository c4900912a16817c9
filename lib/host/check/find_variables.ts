import type { CollectionIndex } from "../../tools/check/collection_index.ts";
import {
  type ListedVariable,
  listVariables,
} from "../../tools/check/list_variables.ts";
import type { Use } from "../../tools/check/types.ts";
import {
  envUsesIn,
  type PlacedPrompt,
  promptsIn,
} from "../../tools/check/uses/texts_in.ts";
import { resolveEnvironments } from "../../core/collection/environment.ts";
import type { RequestPlace } from "../../tools/check/places/reach.ts";
import { ownFolder } from "../../core/plan/own_folder.ts";
import { makePlan } from "../../core/plan/make_plan.ts";
import { declaredSecrets } from "../../core/run/declared_secrets.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import type { GlobalsFile } from "../files/env_files_of.ts";
import { findTarget } from "../files/load/find_target.ts";
import type { Locator } from "../locate/locator.ts";
import { locateAll } from "./find_problems.ts";
import { type LookedUp, lookUp } from "./look_up.ts";
import { openCheck, type OpenCheckOptions } from "./open_check.ts";

/** The variables of a collection, and what they were looked up for. */
export interface FoundVariables {
  readonly looked: LookedUp;
  readonly about: {
    readonly collection: string;
    readonly environment?: string;
    /** Path of the one request that was asked about. */
    readonly request?: string;
    /** The one variable that was asked about. */
    readonly name?: string;
  };
}

/** Where to look for variables, and for which. */
export type FindOptions = OpenCheckOptions & {
  readonly name?: string;
  /** One of this and `name` is a path, the other one the variable. */
  readonly other?: string;
  /** Takes what is shown out of what was found, before lines are counted for all of it. Default: everything. */
  readonly part?: (found: VariablesFound) => VariablesFound;
  /** Finds the file of global variables for the collection at a path, where the options name none. Default: there is none. */
  readonly globalsFor?: (path: string) => Promise<GlobalsFile>;
};

/** Variables with all their definitions, and the uses of the one that was asked about. */
export interface VariablesFound {
  readonly variables: readonly ListedVariable[];
  readonly uses: readonly Use[];
}

/** What reads places and hides secrets. */
interface FindContext {
  readonly locator: Locator;
  readonly masker: Masker;
}

/** What was found, or what stands against it; both where some files cannot be read. */
interface Finding {
  readonly value?: FoundVariables;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the variables of a collection, or all about one: where they come from and
 * what uses them. A name that no variable has is a path, if one is there.
 */
export async function findVariables(
  options: FindOptions,
  context: FindContext,
): Promise<Finding> {
  const { name, other, ...rest } = options;
  if (name !== undefined && other !== undefined) {
    const [path, variable] = isThere(other) && !isThere(name)
      ? [other, name]
      : [name, other];
    return await findNamed({ ...rest, name: variable, paths: [path] }, context);
  }
  const found = await findNamed(options, context);
  const isPath = name !== undefined && options.paths.length === 0 &&
    found.diagnostics.some(({ code, location }) =>
      code === "NOT_A_COLLECTION" ||
      code === "UNDEFINED_VARIABLE" && location === undefined
    ) && isThere(name);
  return isPath ? await findNamed({ ...rest, paths: [name] }, context) : found;
}

function isThere(path: string): boolean {
  const target = findTarget(path, Deno.cwd());
  return !("code" in target) || target.code !== "MISSING_PATH";
}

async function findNamed(
  options: FindOptions,
  { locator, masker }: FindContext,
): Promise<Finding> {
  const { name, globalsFor } = options;
  const configured = options.globalEnv === undefined
    ? await globalsFor?.(options.paths[0] ?? ".")
    : undefined;
  const { index, paths, globals, diagnostics, unreadable, isGivenSecret } =
    await openCheck({ ...options, ...configured });
  // Warnings about the files are not what was asked for.
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (index === undefined || unreadable) return { diagnostics: errors };
  const secrets = declaredSecrets(index.collection, globals);
  for (const { variable } of index.definitions()) {
    if (variable === undefined) continue;
    const secret = secrets.has(variable.name);
    masker.secrets.learn({ ...variable, secret, template: true });
  }
  for (const [name, value] of [...options.vars, ...options.envVars]) {
    masker.secrets.learn({ name, value, secret: secrets.has(name) });
  }
  const wanted = options.environments;
  const environment = wanted.length === 0
    ? undefined
    : resolveEnvironments(index.collection, wanted);
  if (environment && environment.value === undefined) {
    return { diagnostics: environment.diagnostics };
  }
  // A file with an error may use the name.
  const misnamed = errors.length > 0 ? [] : index.misnamed()
    .filter(({ severity }) => severity === "error");
  if (misnamed.length > 0) return { diagnostics: misnamed };
  const { selected, place, missing } = selectedBy(index, paths);
  const against = errors.length > 0 ? errors : missing;
  if (paths.length > 0 && selected === 0 && against.length > 0) {
    // It is not there, or in a file with an error.
    return { diagnostics: against };
  }
  if (environment === undefined) {
    // Each is shown, but for those that cannot be read.
    errors.push(
      ...index.collection.environments.flatMap((it) => it.diagnostics ?? [])
        .filter(({ severity }) => severity === "error"),
    );
  }
  const all = listVariables(index, {
    ...(environment?.value && { chain: environment.value }),
    ...(place && { place }),
    globals,
    ...(isGivenSecret && { isGivenSecret }),
    variables: Object.fromEntries(options.vars),
    envVariables: Object.fromEntries(options.envVars),
    secrets,
  });
  const listed: VariablesFound = name === undefined
    ? { variables: all, uses: [] }
    : {
      variables: all.filter((it) => it.name === name),
      uses: index.usesOf(name),
    };
  if (
    name !== undefined && listed.variables.length === 0 &&
    listed.uses.length === 0
  ) {
    return {
      diagnostics: [
        ...errors,
        ...await locateAll(
          [unknown(name, all.map((it) => it.name), index)],
          locator,
        ),
      ],
    };
  }
  const { part } = options;
  const shown = part
    ? { ...part(listed), prompts: [] }
    : { ...listed, prompts: name === undefined ? prompts(index, place) : [] };
  return {
    value: {
      looked: await lookUp(shown, {
        locator,
        masker,
        place,
        order: index.order,
      }),
      about: {
        collection: index.collection.name,
        ...(wanted.length > 0 && { environment: wanted.join(" + ") }),
        ...(place && { request: place.request.path }),
        ...(name !== undefined && { name }),
      },
    },
    diagnostics: errors,
  };
}

/** What is asked while running. */
function prompts(
  index: CollectionIndex,
  place: RequestPlace | undefined,
): PlacedPrompt[] {
  return promptsIn(
    place
      ? [
        index.collection.defaults,
        ...place.folders.map(({ defaults }) => defaults),
        place.request,
      ]
      : index.levels(),
  );
}

/** How many requests the paths select, which it is where it is one, and the paths that select nothing. */
function selectedBy(
  { collection, order: { places } }: CollectionIndex,
  paths: readonly string[],
): {
  readonly selected: number;
  readonly place?: RequestPlace;
  readonly missing: readonly Diagnostic[];
} {
  if (paths.length === 0) return { selected: places.length, missing: [] };
  const { value, diagnostics: missing } = makePlan(collection, { paths });
  const items = new Set(value.steps.map(({ item }) => item));
  const [item] = items;
  const place = items.size === 1
    ? places.find(({ request }) => request === item)
    : undefined;
  return { selected: items.size, missing, ...(place && { place }) };
}

function unknown(
  name: string,
  names: readonly string[],
  index: CollectionIndex,
): Diagnostic {
  const env = name.replace(/^process\.env\./, "");
  const places = envUsesIn(index.levels(), env);
  if (places.length > 0) {
    return {
      code: "UNDEFINED_VARIABLE",
      severity: "error",
      message:
        `Cannot find the variable "${env}": "{{process.env.${env}}}" reads it from the process's environment or the .env`,
      related: places.map((location) => ({
        message: `"${env}" is read here`,
        location,
      })),
    };
  }
  const own = ownFolder("find", name, index.collection);
  if (own !== undefined) return own;
  const near = nearest(name, names);
  return {
    code: "UNDEFINED_VARIABLE",
    severity: "error",
    message:
      `Cannot find the variable "${name}": nothing defines, sets or uses it${
        didYouMean(near)
      }`,
    ...(near !== undefined && { suggestion: near }),
  };
}
