import type { Bridge } from "../../../core/script/border/bridge.ts";
import { SCOPE_NAMES, type ScopeName } from "../../../core/scope/names.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { valueText } from "../../../core/scope/value/value_text.ts";
import { bodyCopy, putMember } from "../../../core/script/border/encode.ts";
import { property } from "../http/request.ts";
import type { BraceError } from "../thrown.ts";
import {
  createPropertyList,
  named,
  postmanObject,
  type Property,
} from "../http/property_list.ts";

/** Scopes of which a set of Postman's is made, the one that wins first. */
export interface PostmanVariableSource {
  readonly scopes: readonly ScopeName[];
  /** Where a variable goes that none of them has. */
  readonly own: ScopeName;
  /** Whether only `own` is written to, whatever the others have. */
  readonly local?: boolean;
  /** Whether what is set stays for later runs, where they go on with it. */
  readonly lasting?: boolean;
  /** Told of placeholders that `replaceIn` leaves. */
  readonly left?: (placeholder: string) => void;
}

/** `pm.variables`: all scopes; what is set is there for this run only. */
export const ALL_VARIABLES: PostmanVariableSource = {
  scopes: SCOPE_NAMES,
  own: "runtime",
  local: true,
};

/** `pm.vault`: the same, and it stays. */
export const VAULT: PostmanVariableSource = {
  ...ALL_VARIABLES,
  lasting: true,
};

/** Of several collections that were imported at once each is a folder. */
export const COLLECTION_VARIABLES: PostmanVariableSource = {
  scopes: ["folder", "collection"],
  own: "collection",
};

type Variables = Record<string, unknown>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/** What stands in a text for a placeholder that does not resolve: itself. */
const UNRESOLVED = [
  "UNDEFINED_VARIABLE",
  "UNSET_SECRET",
  "INVALID_PATH",
  "INVALID_SYNTAX",
];

/** Makes `pm.variables`, `pm.environment` and their like. */
export function createVariables(
  bridge: Bridge,
  { scopes, own, local = false, lasting = !local, left }: PostmanVariableSource,
): Variables {
  const scopeOf = (name: string) =>
    scopes.find((scope) => bridge.call("variable.has", scope, name));
  const get = (name: unknown) => {
    const scope = scopeOf(`${name}`);
    return scope && bridge.call("variable.get", scope, `${name}`);
  };
  const writable = (name: string) => local ? own : scopeOf(name) ?? own;
  const unset = (name: unknown) =>
    bridge.call("variable.delete", writable(`${name}`), `${name}`);
  const all = () => {
    const found: Record<string, Value> = {};
    for (const scope of scopes.toReversed()) {
      const inner = bridge.call("variable.all", scope);
      for (const name of Object.keys(inner)) {
        putMember(found, name, inner[name]);
      }
    }
    return found;
  };
  const textOf = (name: string, placeholder: string): string => {
    const text = scopes === SCOPE_NAMES || name.startsWith("$")
      ? interpolated(bridge, placeholder)
      : placeholder;
    const value = get(name);
    if (value === undefined) {
      if (text === placeholder) left?.(placeholder);
      return text;
    }
    const written = valueText(value);
    return typeof written === "string" ? written : placeholder;
  };
  return {
    get,
    has: (name: unknown) => {
      const scope = scopeOf(`${name}`);
      return scope !== undefined &&
        bridge.call("variable.has", scope, `${name}`, true);
    },
    set: (name: unknown, value: unknown) => {
      const variable = checkedName(name);
      const kept = storable(variable, value);
      // Postman has variables without a value; here they are not there.
      if (kept === undefined) unset(variable);
      else {
        const anyName = lasting || "local";
        bridge.call(
          "variable.set",
          writable(variable),
          variable,
          kept,
          anyName,
        );
      }
    },
    unset,
    clear: () => {
      for (const scope of local ? [own] : scopes) {
        for (const name of Object.keys(bridge.call("variable.all", scope))) {
          bridge.call("variable.delete", scope, name);
        }
      }
    },
    toObject: all,
    toJSON: () => ({ values: itemsOf(all()) }),
    replaceIn: (value: unknown) => replaced(value, textOf),
    // The list of all scopes has what the script set itself.
    values: listOf(() =>
      itemsOf(local ? bridge.call("variable.all", own) : all())
    ),
  };
}

function listOf(read: () => VariableItem[]): Record<string, unknown> {
  const list = createPropertyList<VariableItem>({
    read,
    same: (a, b) => a === b,
    item: (value) => value as VariableItem,
    text: (items) => items.map(({ key, value }) => `${key}=${value}`).join(),
  });
  return Object.assign(list, { toObject: postmanObject(read, {}) });
}

/** `pm.environment`, which has a name besides. */
export function createEnvironment(bridge: Bridge): Variables {
  const environment = createVariables(bridge, {
    scopes: ["environment"],
    own: "environment",
  });
  property(environment, "name", () => bridge.call("info").environmentName);
  return environment;
}

/** `pm.iterationData`: the row of the data file. */
export function createIterationData(bridge: Bridge): Variables {
  const data = createVariables(bridge, { scopes: ["data"], own: "data" });
  const { get, has, toObject, toJSON, replaceIn, unset, values } = data;
  return { get, has, toObject, toJSON, replaceIn, unset, values };
}

interface VariableItem extends Property {
  readonly key: string;
  readonly type: string;
}

function itemsOf(variables: Readonly<Record<string, Value>>): VariableItem[] {
  return Object.keys(variables).map((key) => {
    const value = variables[key];
    const item = { key, value: value as string, type: typeof value };
    return named<VariableItem>(item);
  });
}

function checkedName(name: unknown): string {
  const text = `${name}`;
  const isReserved = /^process(?:\.|$)/.test(text);
  if (name !== undefined && name !== null && text !== "" && !isReserved) {
    return text;
  }
  throw new TypeError(
    `Cannot set the variable "${text}": ${
      isReserved
        ? "the name is reserved for process.env.NAME"
        : "it needs a name"
    }`,
  );
}

/** A value as Brace keeps it; objects that write themselves as JSON, such as moments, as that. */
function storable(name: string, value: unknown): Value | undefined {
  const own = typeof value === "object" && value !== null &&
      !(value instanceof Date) && "toJSON" in value &&
      typeof value.toJSON === "function"
    ? value.toJSON()
    : value;
  if (own === undefined) return undefined;
  return bodyCopy(`set the variable "${name}"`, own) as Value;
}

function replaced(
  value: unknown,
  textOf: (name: string, placeholder: string) => string,
): unknown {
  if (typeof value === "string") {
    return value.replace(
      PLACEHOLDER,
      (placeholder, name: string) => textOf(name.trim(), placeholder),
    );
  }
  if (Array.isArray(value)) return value.map((it) => replaced(it, textOf));
  if (
    typeof value !== "object" || value === null || value instanceof Date
  ) return value;
  const copy = {};
  for (const [key, inner] of Object.entries(value)) {
    putMember(copy, key, replaced(inner, textOf));
  }
  return copy;
}

function interpolated(bridge: Bridge, placeholder: string): string {
  try {
    return bridge.call("interpolate", placeholder);
  } catch (error) {
    // Its class is another one in this bundle.
    const { code } = error as BraceError;
    if (code !== undefined && UNRESOLVED.includes(code)) return placeholder;
    throw error;
  }
}
