import type {
  Collection,
  Environment,
  Folder,
  Item,
  Variable,
} from "../../core/collection/types.ts";
import { SCOPE_NAMES, type ScopeName } from "../../core/scope/names.ts";
import { kindOf, type Value } from "../../core/scope/value/value.ts";
import { type Location, locationOf } from "../../core/source/diagnostic.ts";
import { isForPlace, type RequestPlace } from "./places/reach.ts";
import type { VariableSetting } from "./places/level_settings.ts";
import type { SetOrder } from "./places/set_order.ts";
import { valueText } from "../../core/scope/value/value_text.ts";
import { MASK } from "../../core/secrets/hidden.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { isOfVault } from "../../core/collection/v3/vault.ts";
import type { DeclaredSecrets } from "../../core/run/declared_secrets.ts";

/** From where variables are looked at. */
export interface VariablesView {
  /** The selected environment, then what it extends; absent: every one is shown. */
  readonly chain?: readonly Environment[];
  /** The request; absent: every one's variables are shown. */
  readonly place?: RequestPlace;
  readonly globals?: readonly Variable[];
  /** Only this variable. */
  readonly name?: string;
  /** Of each variable only the definition that wins. */
  readonly first?: boolean;
  /** What `--var` gives. */
  readonly variables?: Readonly<Record<string, Value>>;
  /** What `--env-var` gives. */
  readonly envVariables?: Readonly<Record<string, Value>>;
  /** Whether a secret gets its value from outside of its file. Default: none does. */
  readonly isGivenSecret?: (name: string) => boolean;
  /** Names that some file declares secret: so is each value that they have. */
  readonly secrets?: Pick<DeclaredSecrets, "has">;
}

/** One definition of a variable, or a place that sets it. */
export interface ListedDefinition {
  readonly scope: ScopeName;
  /** Name of the folder, the environment or the request. */
  readonly label?: string;
  readonly by: "file" | "flag" | "script" | "action";
  /** The value; absent where only a run brings it, and for a secret that its file leaves out. */
  readonly value?: Value;
  /** The kind of store that has the value. */
  readonly store?: string;
  readonly secret: boolean;
  /** Whether the run gets the value of a secret that its file leaves out, as from `BRACE_SECRET_…`. */
  readonly isGiven?: true;
  /** Whether it has no value, so that the run goes on to the definitions that it would hide. */
  readonly isPassedOver?: true;
  /** Where it stands; absent for a flag, and for a name of Postman's vault. */
  readonly location?: Location;
  /** What sets it, and whether a request finds it set: `after-response script of login.yml`. */
  readonly setting?: VariableSetting;
}

/** A variable with all its definitions in reach, the one that wins first. */
export interface ListedVariable {
  readonly name: string;
  readonly definitions: readonly ListedDefinition[];
}

/** The variables in reach, by name. */
export function listVariables(
  { collection, order }: {
    readonly collection: Collection;
    readonly order: SetOrder;
  },
  view: VariablesView,
): ListedVariable[] {
  const found = new Map<string, ListedDefinition[]>();
  const isWanted = (name: string) =>
    view.name === undefined || name === view.name;
  const add = (name: string, one: ListedDefinition) => {
    if (!isWanted(name)) return;
    const secret = one.secret || (view.secrets?.has(name) ?? false);
    const definition = { ...one, secret };
    const list = found.get(name);
    if (list === undefined) found.set(name, [definition]);
    else if (!view.first) list.push(definition);
    else if (isBefore(definition, list[0], view)) list[0] = definition;
  };
  const given = (scope: ScopeName, values: VariablesView["variables"] = {}) => {
    for (const [name, value] of Object.entries(values)) {
      add(name, { scope, by: "flag", value, secret: false });
    }
  };
  given("runtime", view.variables);
  for (const [name, settings] of order.settings) {
    if (!isWanted(name)) continue;
    const reaching = view.place
      ? settings.filter((one) => isForPlace(one, view.place!))
      : settings;
    const told = view.first ? highest(reaching) : reaching;
    for (const setting of told) {
      const { scope, by, location } = setting;
      add(name, { scope, by, secret: false, location, setting });
    }
  }
  given("environment", view.envVariables);
  for (const { scope, label, variables } of levelsOf(collection, view)) {
    for (const variable of lastOfName(variables)) {
      const { name, secret, at, value, unset, store } = variable;
      const isGiven = unset && view.isGivenSecret?.(name);
      const isOpen = unset && !isGiven && !store && !isOfVault(variable);
      add(name, {
        scope,
        ...(label !== undefined && { label }),
        by: "file",
        secret,
        ...(!unset && { value }),
        ...(store && { store: store.type }),
        ...(isGiven && { isGiven: true as const }),
        ...(isOpen && { isPassedOver: true as const }),
        ...(!isOfVault(variable) && { location: locationOf(at) }),
      });
    }
  }
  return [...found].map(([name, definitions]) => ({
    name,
    // Those of one scope stay in their order: inner folders come first.
    definitions: definitions.toSorted((a, b) =>
      SCOPE_NAMES.indexOf(a.scope) - SCOPE_NAMES.indexOf(b.scope)
    ).toSorted((a, b) => rank(a, view) - rank(b, view)),
  })).toSorted((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/** Secrets without a value come last, as a run looks on; those of what is not selected may be the only ones of a run. */
function rank(
  { isPassedOver, scope }: ListedDefinition,
  { chain, place }: VariablesView,
): 0 | 1 {
  const isSelected = scope === "environment"
    ? chain !== undefined
    : scope === "request" || scope === "folder"
    ? place !== undefined
    : true;
  return isPassedOver && isSelected ? 1 : 0;
}

function isBefore(
  a: ListedDefinition,
  b: ListedDefinition,
  view: VariablesView,
): boolean {
  const by = rank(a, view) - rank(b, view);
  return by === 0 ? isHigher(a, b) : by < 0;
}

function isHigher(
  a: { readonly scope: ScopeName },
  b: { readonly scope: ScopeName },
): boolean {
  return SCOPE_NAMES.indexOf(a.scope) < SCOPE_NAMES.indexOf(b.scope);
}

/** The first of those in the highest scope; in a list, or none. */
function highest(
  settings: readonly VariableSetting[],
): readonly VariableSetting[] {
  let first: VariableSetting | undefined;
  for (const one of settings) {
    if (first === undefined || isHigher(one, first)) first = one;
  }
  return first === undefined ? [] : [first];
}

interface Level {
  readonly scope: ScopeName;
  readonly label?: string;
  readonly variables: readonly Variable[];
}

function levelsOf(
  { defaults, environments, items }: Collection,
  { chain = environments, place, globals = [] }: VariablesView,
): Level[] {
  const own = place
    ? [
      {
        scope: "request" as const,
        label: place.request.path,
        variables: place.request.variables,
      },
      ...place.folders.toReversed().map(ofFolder),
    ]
    : levelsIn(items);
  return [
    ...own,
    ...chain.map(({ name, variables }): Level => ({
      scope: "environment",
      label: name,
      variables,
    })),
    { scope: "collection", variables: defaults.variables },
    { scope: "global", variables: globals },
  ];
}

function levelsIn(items: readonly Item[]): Level[] {
  return items.flatMap((item): Level[] => {
    switch (item.kind) {
      case "folder":
        return [...levelsIn(item.items), ofFolder(item)];
      case "request":
        return [{
          scope: "request",
          label: item.path,
          variables: item.variables,
        }];
      case "unsupported":
        return [];
      default:
        return item satisfies never;
    }
  });
}

function ofFolder({ path, defaults }: Folder): Level {
  return { scope: "folder", label: path, variables: defaults.variables };
}

/** Of two with one name the last one counts; disabled ones do not. */
function lastOfName(variables: readonly Variable[]): Iterable<Variable> {
  const enabled = variables.filter(({ disabled }) => !disabled);
  return new Map(enabled.map((it) => [it.name, it])).values();
}

/** A definition's value as people see it. */
export interface ShownValue {
  /** `template` for a text with placeholders; absent where only a run brings the value. */
  readonly kind?: string;
  /** In one line, masked; absent as above. */
  readonly text?: string;
}

/** A value is shown up to here. */
const MAX_LENGTH = 60;

/** Kind and text of a definition's value; secrets are masked, also in its URLs and fields. */
export function shownValue(
  { by, value, secret, store, location, isGiven }: ListedDefinition,
  masker: Pick<Masker, "maskValue">,
): ShownValue {
  if (isGiven) return { text: "given from outside of its file" };
  if (store !== undefined) return { text: `in a store (${store})` };
  if (value === undefined) {
    if (by !== "file") return {};
    return {
      text: location ? "its file leaves the value out" : "in Postman's vault",
    };
  }
  const isTemplate = by === "file" && typeof value === "string" &&
    value.includes("{{");
  const kind = isTemplate ? "template" : kindOf(value);
  if (secret && !isTemplate) return { kind, text: MASK };
  const text = valueText(value);
  return {
    kind,
    text: cut(masker.maskValue(typeof text === "string" ? text : text.reason)),
  };
}

function cut(text: string): string {
  const line = text.replace(/\s*\n\s*/g, " ");
  return line.length <= MAX_LENGTH
    ? line
    : `${line.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}
