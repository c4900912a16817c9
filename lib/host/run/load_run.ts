import { namesApart } from "../../core/plan/names_apart.ts";
import { countBetween, groupsOf, inShard } from "../../core/plan/iterations.ts";
import { resolveEnvironments } from "../../core/collection/environment.ts";
import type {
  Collection,
  Environment,
  Item,
  Variable,
} from "../../core/collection/types.ts";
import { type DataReading, dataRows } from "../files/data_rows.ts";
import { unreadBeside } from "../files/unread_beside.ts";
import { envFilesOf, globalsOf, otherFiles } from "../files/env_files_of.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import { loadLazily } from "../files/load/load_lazily.ts";
import { isGlob, makePlan, type Selection } from "../../core/plan/make_plan.ts";
import type { DataRows, Plan, Shard } from "../../core/plan/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import type { Kept } from "./kept.ts";
import { isApart, type RunOptions } from "./options.ts";
import { pushAll } from "../../core/source/push_all.ts";
import type { Failed } from "../reports/failed_in.ts";
import { wayOut } from "../../core/source/way_out.ts";

/** A loaded collection, and the plan of its run. */
export interface LoadedRun {
  readonly collection: Collection;
  readonly plan: Plan;
  /** The plan of all shards; absent: it is this one. */
  readonly whole?: Plan;
  /** The environment's layers, those whose values win first; empty without. */
  readonly environment: readonly Environment[];
  /** The environment that was selected by name, the last one of several. */
  readonly selected?: Environment;
  /** What scripts and reports call the environment: its name, or that of a file. */
  readonly environmentName?: string;
  /** Values for variables that are secret. */
  readonly secrets: readonly Variable[];
  /** Variables of the global scope. */
  readonly globals: readonly Variable[];
  readonly problemOf?: LoadedCollection["problemOf"];
}

/**
 * Loads what the options select, in the collection that they name or in one that
 * is loaded already. Without a value something of it cannot
 * be loaded, and nothing may be sent; warnings come with a value too.
 */
export async function loadRun(
  options: RunOptions,
  {
    loaded: given,
    dataName,
    stages = false,
    rowless = false,
    kept,
    failedBefore,
  }: {
    readonly loaded?: LoadedCollection;
    /** What messages call the file of `data`; absent: its path. */
    readonly dataName?: string;
    /** What earlier runs left. */
    readonly kept?: Kept;
    /** JSON report of an earlier run that started: only what did not pass in it. */
    readonly failedBefore?: string;
    /** Whether it is for a run: setup and teardown are there, and scripts run. */
    readonly stages?: boolean;
    /** Whether there are no rows, whatever an earlier run had: each request is there once. */
    readonly rowless?: boolean;
  } = {},
): Promise<{ value?: LoadedRun; diagnostics: Diagnostic[] }> {
  const reading = {
    others: otherFiles(options),
    environments: options.env,
    ...(kept && { kept: kept.readings, readText: kept.readText }),
  };
  let loaded = given ?? await loadLazily(options.paths, {
    ...reading,
    part: !options.withNeeded,
  });
  const { collection, part } = loaded;
  const diagnostics: Diagnostic[] = [];
  if (collection === undefined) return { diagnostics: [...loaded.diagnostics] };

  if (loaded.covered) diagnostics.push(loaded.covered);
  if (stages && !given) pushAll(diagnostics, await unreadBeside(loaded));
  const files = await envFilesOf(options);
  pushAll(diagnostics, files.diagnostics);
  const environment = resolveEnvironments(collection, [
    ...options.env,
    ...files.environments,
  ]);
  pushAll(diagnostics, environment.diagnostics);

  const globals = await globalsOf(options, collection);
  pushAll(diagnostics, globals.diagnostics);

  const data = await dataRows(options, dataName);
  pushAll(diagnostics, data.diagnostics);

  const failed = await failedOf(options, data, { failedBefore, rowless });
  pushAll(diagnostics, failed.diagnostics);

  const codesOf = isApart(options)
    ? await codesIn(collection, options)
    : undefined;
  const selection: Selection = {
    paths: loaded.paths,
    tags: { include: options.tags, exclude: options.excludeTags },
    rows: data.rows,
    ...(options.withNeeded &&
      { needed: await needed(collection, options, data.rows, loaded) }),
    stages,
    ...(isApart(options) &&
      { apart: (plan: Plan) => namesApart(plan, codesOf) }),
    ...(failed.value && { only: failed.value.paths }),
    ...(failed.value?.byIteration && { onlyIn: failed.value.byIteration }),
    ...(loaded.paths.some(isGlob) && { glob: await globs() }),
  };
  let planned = makePlan(collection, {
    ...selection,
    found: loaded.diagnostics,
    ...(part && { items: part }),
  });
  // The selection can be a name or empty; only the whole collection shows which.
  const isFound = planned.diagnostics.length === 0 &&
    planned.value.steps.length > 0;
  if (part && !isFound) {
    loaded = await loadLazily(options.paths, reading);
    planned = makePlan(collection, { ...selection, found: loaded.diagnostics });
  }
  diagnostics.unshift(...loaded.diagnostics);
  pushAll(diagnostics, planned.diagnostics);
  const { steps } = planned.value;
  const wanted = { collection, paths: loaded.paths, steps };
  pushAll(diagnostics, failed.value?.goneFrom?.(wanted) ?? []);
  const isBroken = diagnostics.some((it) => it.severity === "error");
  if (isBroken || environment.value === undefined) return { diagnostics };
  const [selected] = resolveEnvironments(collection, options.env.slice(-1))
    .value ?? [];
  if (steps.length === 0 && !options.allowEmpty) {
    return {
      diagnostics: [...diagnostics, emptySelection(options, collection)],
    };
  }
  if (options.tags.length + options.excludeTags.length > 0) {
    const whole = part && (() => collection.items);
    const unknown = unknownTags(options, part ?? collection.items, whole);
    pushAll(diagnostics, unknown);
  }
  const [row] = data.rows;
  const isData = options.data !== undefined && row !== undefined;
  // What did not pass before may be a part that needs less, of a run that told of it.
  const isWhole = failed.value === undefined;
  const isIdle = isWhole && data.rows.length > 0 && steps.length > 0 &&
    steps.every(({ stage }) => stage !== undefined);
  if (isIdle) {
    const { idleRepetition } = await import(
      "../../core/plan/misnamed_fields.ts"
    );
    pushAll(
      diagnostics,
      idleRepetition(planned.value, options.data && (dataName ?? options.data)),
    );
  } else if (isWhole && (isData || environment.value.length > 1)) {
    const { hiddenFields, misnamedFields, misnamedVariables } = await import(
      "../../core/plan/misnamed_fields.ts"
    );
    const { overwrittenFields } = await import(
      "../../core/plan/overwritten_fields.ts"
    );
    const around = {
      plan: planned.value,
      collection,
      environment: environment.value,
      globals: globals.variables,
      codesOf: await codesIn(collection, options),
    };
    pushAll(diagnostics, misnamedVariables(around));
    if (isData) {
      const file = dataName ?? options.data;
      pushAll(diagnostics, hiddenFields(row, file, options.vars));
      pushAll(diagnostics, misnamedFields(row, { file, ...around }));
      pushAll(
        diagnostics,
        overwrittenFields(row, file, planned.value, around.codesOf),
      );
    }
  }
  if (options.vars.length + options.envVars.length > 0) {
    const { overwrittenValues } = await import(
      "../../core/plan/overwritten_values.ts"
    );
    const values = { runtime: options.vars, environment: options.envVars };
    pushAll(
      diagnostics,
      overwrittenValues(values, collection, planned.value, stages),
    );
  }
  const environmentName = selected?.name ?? files.name;
  const { shard } = options;
  const whole: Plan = {
    ...planned.value,
    ...(data.use && { data: data.use }),
  };
  const plan = shard ? inShard(whole, shard) : whole;
  if (shard && countBetween(plan) === 0) {
    diagnostics.push(emptyShard(whole, shard));
  }
  return {
    value: {
      collection,
      plan,
      ...shard && { whole },
      environment: environment.value,
      ...(selected && { selected }),
      ...(environmentName !== undefined && { environmentName }),
      secrets: files.secrets,
      globals: globals.variables,
      ...(loaded.problemOf && { problemOf: loaded.problemOf }),
    },
    diagnostics,
  };
}

async function needed(
  collection: Collection,
  { allowRead, vars, envVars }: RunOptions,
  [row = {}]: DataRows,
  { typed = new Set() }: Pick<LoadedCollection, "typed">,
): Promise<Required<Selection>["needed"]> {
  const { neededIn } = await import("../files/needed_in.ts");
  const flags = [...vars, ...envVars].map(([name]) => name);
  const given = [...flags, ...Object.keys(row), ...typed];
  return neededIn(collection, allowRead, given);
}

/** What makes patterns is loaded when a path is one. */
async function globs(): Promise<(pattern: string) => RegExp> {
  const { globToRegExp } = await import("@std/path/posix/glob-to-regexp");
  return (pattern) => globToRegExp(pattern, { globstar: true });
}

/** What did not pass in an earlier run. */
async function failedOf(
  { failedIn }: RunOptions,
  { rows, use, diagnostics }: DataReading,
  { failedBefore: before, rowless }: {
    readonly failedBefore: string | undefined;
    readonly rowless: boolean;
  },
): Promise<{ value?: Failed; diagnostics: Diagnostic[] }> {
  const isBroken = diagnostics.some(({ severity }) => severity === "error");
  const isAll = failedIn === undefined && before === undefined;
  if (isAll || isBroken) return { diagnostics: [] };
  const { failedBefore, readFailed } = await import("../reports/failed_in.ts");
  const now = rowless ? undefined : {
    iterations: Math.max(1, rows.length),
    ...use && { data: use },
  };
  return failedIn === undefined
    ? failedBefore(before!, now)
    : readFailed(failedIn, now);
}

function emptyShard(whole: Plan, { index, count }: Shard): Diagnostic {
  const size = [...groupsOf(whole)].length;
  const why = size === 1
    ? "the only group is in another shard"
    : `all ${size} groups are in other shards`;
  return {
    code: "EMPTY_SELECTION",
    severity: "warning",
    message: `Nothing to run in shard ${index} of ${count}: ${why}`,
  };
}

function emptySelection(
  { tags, excludeTags, failedIn }: RunOptions,
  { items }: Collection,
): Diagnostic {
  if (failedIn !== undefined && tags.length + excludeTags.length === 0) {
    return {
      code: "EMPTY_SELECTION",
      severity: "error",
      message: `Cannot run: no selected request failed in "${failedIn}"`,
      waysOut: [wayOut("allow-empty")],
    };
  }
  const state = tags.length + excludeTags.length === 0
    ? "the selection has no requests"
    : [
      "no request",
      tags.length === 0 ? "is" : `matches ${named(tags)}`,
      ...excludeTags.length === 0 ? [] : [`without ${named(excludeTags)}`],
    ].join(" ");
  const known = tagsIn(items);
  const near = tags.filter((tag) => !known.has(tag))
    .map((tag) => nearest(tag, known)).find((tag) => tag !== undefined);
  return {
    code: "EMPTY_SELECTION",
    severity: "error",
    message: `Cannot run: ${state}`,
    ...(near !== undefined && { suggestion: near }),
    waysOut: [
      ...near === undefined ? [] : [wayOut("use-name", near)],
      wayOut("allow-empty"),
    ],
  };
}

function named(tags: readonly string[]): string {
  return `the tag${tags.length === 1 ? "" : "s"} ${tags.join(", ")}`;
}

/**
 * Warns of tags that nothing has, next to what others select: most often they
 * are misspelt. Who lets a run of nothing pass knows that nothing may have the
 * one tag, but hears of one that is much like it.
 *
 * @param whole Reads all of the collection, where only a part of it is loaded. That is not done for a tag unless one of the part is much like it.
 */
function unknownTags(
  { tags, excludeTags, allowEmpty }: RunOptions,
  items: readonly Item[],
  whole?: () => readonly Item[],
): Diagnostic[] {
  const given = [
    ...tags.map((tag) => ["tag", tag]),
    ...excludeTags.map((tag) => ["excluded tag", tag]),
  ];
  if (given.length === 0) return [];
  let known = tagsIn(items);
  const unknown = given.filter(([, tag]) => !known.has(tag));
  if (whole) {
    if (!unknown.some(([, tag]) => nearest(tag, known))) return [];
    known = tagsIn(whole());
  }
  return unknown.filter(([, tag]) => !known.has(tag)).flatMap(([kind, tag]) => {
    const near = nearest(tag, known);
    const mayBeMissing = allowEmpty && tags.length === 1 &&
      kind === "tag";
    if (near === undefined && mayBeMissing) return [];
    return [{
      code: "USAGE",
      severity: "warning",
      message: `The ${kind} "${tag}" has no effect: no request has it${
        didYouMean(near)
      }`,
      ...(near !== undefined && { suggestion: near }),
    }];
  });
}

/** Every tag of requests and folders. */
function tagsIn(items: readonly Item[]): Set<string> {
  return new Set(
    items.flatMap((item) => [
      ...item.tags,
      ...item.kind === "folder" ? tagsIn(item.items) : [],
    ]),
  );
}

/** Follows the collection's scripts into the files that they require. */
async function codesIn(collection: Collection, { allowRead }: RunOptions) {
  const { codesThrough } = await import(
    "../../core/collection/required/required_code.ts"
  );
  const { moduleReader } = await import("../files/read_inside.ts");
  return codesThrough(moduleReader(collection, allowRead));
}
