import type {
  Collection,
  Item,
  Variable,
} from "../../../core/collection/types.ts";
import { layerWith } from "../../../core/scope/layer.ts";
import type { ScopeName } from "../../../core/scope/names.ts";
import {
  definedNowhere,
  misspeltFor,
  notInEnvironment,
  ofOthers,
  type ReadingCall,
  unreadBy,
  waysToGive,
} from "../../../core/script/reading_call.ts";
import type { WayOut } from "../../../core/source/diagnostic.ts";
import { isNearest, nearest } from "../../../core/source/nearest.ts";
import { MAX_CANDIDATES_COMPARED } from "../fixes/fix_of.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { CheckScopes } from "./check_scopes.ts";

/** What is wrong where a script reads a variable that nothing gives to the scope which it asks. */
interface Unread {
  readonly message: string;
  /** The name that was meant. */
  readonly suggestion?: string;
  /** The same, where no other name of the collection is as near. */
  readonly sure?: string;
  readonly waysOut?: readonly WayOut[];
}

/**
 * What is wrong where a call asks a scope for a name that it does not have: the
 * scope that has it, the request or folder that has it for itself, or the name
 * that was meant. A name that is like no other a run may be given: that is said
 * where the script uses the value unseen.
 *
 * @param isUsed Whether it uses the value, and nothing asks whether there is one.
 * @param mayLack Whether a script goes on without it: then its name is meant.
 * @param isOmitted Whether a body leaves its field out where there is none.
 */
export function unreadVariable(
  name: string,
  call: ReadingCall,
  place: RequestPlace,
  scopes: CheckScopes,
  { isUsed = false, mayLack = false, isOmitted = false } = {},
): Unread | undefined {
  const { order, chain, options, collection } = scopes;
  const { scope } = call;
  const settings = order.settings.get(name) ?? [];
  // Which environment a run has is not known, and whether it has global variables.
  const isWithoutAny = scope === "environment" && chain.length === 0;
  if (isWithoutAny && hasEnvironments(scopes)) return undefined;
  if (scope === "global" && !options.globals?.length) return undefined;
  const own = namesOf(scope, place, scopes);
  if (
    own.has(name) ||
    settings.some((one) => scope === undefined || one.scope === scope)
  ) return undefined;
  const environments = [
    ...collection.environments,
    ...options.environmentFiles ?? [],
  ];
  const isInEnvironment = () =>
    environments.some(({ variables }) =>
      variables.some((it) => it.name === name)
    );
  if (scope === "environment" && isInEnvironment()) return undefined;
  const other = scope && otherScope(name, place, scopes);
  const isGiven = other === "runtime" &&
    Object.hasOwn(options.variables ?? {}, name);
  if (isGiven && scope === "environment") {
    return {
      message: notInEnvironment(call, name, { isGiven }),
      waysOut: waysToGive(call, name),
    };
  }
  if (other) return { message: unreadBy(call, name, other) };
  const owners = ownersOf(collection);
  const owner = owners.get(name);
  if (owner !== undefined) return { message: ofOthers(call, name, owner) };
  if (mayLack) return undefined;
  const names = new Set(own);
  for (const [one, all] of order.settings) {
    if (all.some((it) => scope === undefined || it.scope === scope)) {
      names.add(one);
    }
  }
  const near = names.size > MAX_CANDIDATES_COMPARED
    ? undefined
    : nearest(name, names);
  if (near !== undefined) {
    const ofEnvironments = environments
      .flatMap(({ variables }) => variables.map((it) => it.name));
    const all = [...names, ...ofEnvironments, ...owners.keys()];
    const isSure = !isInEnvironment() && isNearest(near, name, all);
    return {
      message: misspeltFor(call, name, near),
      suggestion: near,
      ...(isSure && { sure: near }),
    };
  }
  return isUsed && (isWithoutAny || settings.length === 0)
    ? {
      message: definedNowhere(call, name, isOmitted),
      waysOut: waysToGive(call, name),
    }
    : undefined;
}

function hasEnvironments({ collection, options }: CheckScopes): boolean {
  return collection.environments.length > 0 ||
    (options.environmentFiles ?? []).length > 0;
}

/** The scope that has a variable of a name. */
function otherScope(
  name: string,
  place: RequestPlace,
  scopes: CheckScopes,
): ScopeName | undefined {
  const { order, options: { rowNames = [], variables = {} } } = scopes;
  if (Object.hasOwn(variables, name)) return "runtime";
  if (rowNames.includes(name)) return "data";
  const [set] = order.settings.get(name) ?? [];
  return set?.scope ?? layerWith(scopes.of(place).layers, name)?.scope;
}

/** The names that files and flags give a scope, or all of them. */
function namesOf(
  scope: ScopeName | undefined,
  { request, folders }: RequestPlace,
  { collection, chain, options }: CheckScopes,
): Set<string> {
  const { variables = {}, envVariables = {}, rowNames = [] } = options;
  const ofFiles = (lists: readonly (readonly Variable[])[]) =>
    lists.flat().filter(({ disabled }) => !disabled).map(({ name }) => name);
  const names: Record<ScopeName, () => readonly string[]> = {
    runtime: () => Object.keys(variables),
    data: () => rowNames,
    request: () => ofFiles([request.variables]),
    folder: () => ofFiles(folders.map(({ defaults }) => defaults.variables)),
    environment: () => [
      ...ofFiles(chain.map((one) => one.variables)),
      ...Object.keys(envVariables),
    ],
    collection: () => ofFiles([collection.defaults.variables]),
    global: () => ofFiles([options.globals ?? []]),
  };
  return new Set(
    scope === undefined
      ? Object.values(names).flatMap((all) => all())
      : names[scope](),
  );
}

const known = new WeakMap<Collection, ReadonlyMap<string, string>>();

/** The one that has a variable for itself, by its name: `the request "first"`. */
function ownersOf(collection: Collection): ReadonlyMap<string, string> {
  let owners = known.get(collection);
  if (owners === undefined) {
    const found = new Map<string, string>();
    const add = (variables: readonly Variable[], owner: string) => {
      for (const { name, disabled } of variables) {
        if (!disabled && !found.has(name)) found.set(name, owner);
      }
    };
    const visit = (items: readonly Item[]) => {
      for (const item of items) {
        if (item.kind === "folder") {
          add(item.defaults.variables, `the folder "${item.name}"`);
          visit(item.items);
        } else if (item.kind === "request") {
          add(item.variables, `the request "${item.name}"`);
        }
      }
    };
    visit(collection.items);
    known.set(collection, owners = found);
  }
  return owners;
}
