import { saysEmptyAuth } from "../../../core/auth/check_auth.ts";
import { levelsAround } from "../../../core/collection/inherit.ts";
import { namesFakeData } from "../../../core/collection/read_files.ts";
import type { Variable } from "../../../core/collection/types.ts";
import { isOfVault } from "../../../core/collection/v3/vault.ts";
import { isSecretName, notIncluded } from "../../../core/policy/env_refusal.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import {
  aboutSecret,
  askedName,
  emptySecretNotes,
  secretBehind,
  withValue,
} from "../../../core/run/explain/unset_secrets.ts";
import {
  refusedNotes,
  secretEntryNotes,
  withDotenvWays,
} from "../../../core/run/explain/value_notes.ts";
import { rootName } from "../../../core/template/template_of.ts";
import type { CheckScopes } from "./check_scopes.ts";
import type { RequestPlace } from "../places/reach.ts";
import type {
  ComputedSetting,
  DeletingCall,
} from "../places/level_settings.ts";
import {
  computedBefore,
  isLeftOut,
  isSetBefore,
  settingFor,
} from "../places/set_order.ts";
import {
  usedAfterDelete,
  usedBeforeSet,
  withOthers,
} from "./order_problems.ts";
import { wayOut } from "../../../core/source/way_out.ts";

const PROCESS_ENV = /^process\s*\.\s*env\s*\.\s*/;

/**
 * What a diagnostic of rendering says before a run: nothing, where the value
 * only comes with the run; a warning, where the run may bring it.
 *
 * @param place The request; undefined for what is rendered before all of them.
 */
export function judge(
  diagnostic: Diagnostic,
  place: RequestPlace | undefined,
  scopes: CheckScopes,
): Diagnostic[] {
  switch (diagnostic.code) {
    case "UNANSWERED_PROMPT":
    case "OPAQUE_PLACEHOLDER":
      return [];
    case "PERMISSION":
      return [permission(diagnostic, scopes)];
    case "UNKNOWN_GENERATOR":
      return scopes.options.generators === undefined &&
          // Fake data, whose library may not be loaded.
          namesFakeData(diagnostic.expression ?? "")
        ? []
        : [diagnostic];
    case "UNDEFINED_VARIABLE":
      return undefinedVariable(diagnostic, place, scopes);
    case "UNSET_SECRET":
      // A run can be given it in other ways.
      return unset(diagnostic, place, scopes);
    case "INVALID_SYNTAX":
    case "INVALID_ARGUMENT":
      return [diagnostic];
    default: {
      const { severity, expression } = diagnostic;
      if (expression === undefined) return [diagnostic];
      const computed = place && computedBefore(scopes.order, place);
      if (saysEmptyAuth(diagnostic)) {
        return [
          computed
            ? maybe(diagnostic, computed)
            : withLaterValue(diagnostic, expression, place, scopes),
        ];
      }
      if (computed) {
        return [
          severity === "error" ? maybe(diagnostic, computed) : diagnostic,
        ];
      }
      const related = scopes.known.relatedTo(
        rootName(expression) ?? expression,
      );
      return [related.length === 0 ? diagnostic : { ...diagnostic, related }];
    }
  }
}

/** What a variable's value is wrong for, which a script may have set. */
function maybe(
  diagnostic: Diagnostic,
  { label, location }: ComputedSetting,
): Diagnostic {
  return {
    ...diagnostic,
    severity: "warning",
    related: [...diagnostic.related ?? [], {
      message:
        `the ${label} may set it: the check cannot tell which variables it sets`,
      location,
    }],
  };
}

/** Says of auth whose variable is empty which script sets it after the request. */
function withLaterValue(
  diagnostic: Diagnostic,
  expression: string,
  place: RequestPlace | undefined,
  { order, known }: CheckScopes,
): Diagnostic {
  const name = rootName(expression) ?? expression;
  const later = place && settingFor(
    // What came before, a script has deleted.
    (order.settings.get(name) ?? []).filter((it) =>
      !isLeftOut(it, order.leftOut) && !isSetBefore(it, place, order)
    ),
    place,
  );
  const related = [
    ...known.relatedTo(name),
    ...later === undefined ? [] : [{
      message:
        `the ${later.label} may set "${name}", but only after this request`,
      location: later.location,
    }],
  ];
  return related.length === 0 ? diagnostic : { ...diagnostic, related };
}

/** A run can be permitted to read more; secrets it never reads as what they are not. */
function permission(
  diagnostic: Diagnostic,
  scopes: CheckScopes,
): Diagnostic {
  const { expression = "" } = diagnostic;
  const name = expression.replace(PROCESS_ENV, "");
  if (isSecretName(name)) return { ...diagnostic, severity: "error" };
  const { collection } = scopes;
  const read = scopes.options.readFile;
  const pathed = withDotenvWays(
    diagnostic,
    collection,
    read && ((_, path) => read(path)),
  );
  const notes = [
    ...diagnostic.notes ?? [],
    ...refusedNotes(diagnostic, collection, scopes.chain),
  ];
  return withSecret(notes.length > 0 ? { ...pathed, notes } : pathed, scopes);
}

/** A warning that says of the entry behind a secret how else that gets its value. */
function withSecret(diagnostic: Diagnostic, scopes: CheckScopes): Diagnostic {
  const { collection } = scopes;
  const around = aroundOf(scopes);
  const secret = secretBehind(diagnostic, collection, around);
  const told = secret === undefined
    ? diagnostic
    : aboutSecret(diagnostic, secret, collection, around);
  return { ...told, severity: "warning" };
}

/** A secret that is empty where its file says that it comes from. */
function unset(
  diagnostic: Diagnostic,
  place: RequestPlace | undefined,
  scopes: CheckScopes,
): Diagnostic[] {
  const { collection, options } = scopes;
  const { expression = "", code } = diagnostic;
  const name = askedName(expression, code, collection) ?? expression;
  if (options.hasSecret?.(name)) return [];
  return [{
    ...withValue(diagnostic, name, collection, {
      ...aroundOf(scopes),
      ...(place && { step: { folders: place.folders, item: place.request } }),
    }),
    severity: "warning",
  }];
}

function aroundOf({ collection, chain, options }: CheckScopes) {
  const environments = new Map([[collection, chain]]);
  const { globals = [], lackedPermission, isEmptySecret } = options;
  const ports = {
    ...lackedPermission && { lackedPermission },
    ...isEmptySecret && { isEmptySecret },
  };
  return { settings: { environments, globals, ports } };
}

function undefinedVariable(
  diagnostic: Diagnostic,
  place: RequestPlace | undefined,
  scopes: CheckScopes,
): Diagnostic[] {
  const { expression } = diagnostic;
  if (expression === undefined) return [diagnostic];
  // It may be read, and the run's process has it or not.
  if (PROCESS_ENV.test(expression)) {
    const isMissing = scopes.options.lacksEnv?.(
      expression.replace(PROCESS_ENV, ""),
    );
    return isMissing ? [withSecret(diagnostic, scopes)] : [];
  }
  const names = [expression, rootName(expression) ?? expression];
  if (names.some((name) => scopes.isUnknown(name, place))) {
    const problem = scopes.known.problemOf(expression) ??
      rowProblem(expression, place, scopes);
    if (problem === undefined) return [];
    const { scopesSearched: _, suggestion: __, ...rest } = diagnostic;
    return [{ ...rest, ...problem }];
  }
  const gone = place && goneBy(names, place, scopes);
  if (gone) return [usedAfterDelete(diagnostic, gone)];
  const { order } = scopes;
  const set = names.flatMap((one) => order.settings.get(one) ?? []);
  const later = place && settingFor(
    set,
    place,
    (it) => !isLeftOut(it, order.leftOut),
  );
  if (place && later) {
    // A script before it may run the request that sets it.
    if (order.nested.anyFrom <= place.index) return [];
    return [usedBeforeSet(diagnostic, later, place, scopes)];
  }
  const unset = unsetSecret(names, place, scopes);
  // A run asks the store.
  if (unset?.store) return [];
  if (unset && scopes.options.hasSecret?.(unset.name)) return [];
  if (unset !== undefined) return [withoutValue(diagnostic, unset, scopes)];
  const computed = place && computedBefore(scopes.order, place);
  if (computed === undefined) return [withOthers(diagnostic, set)];
  return [maybe(diagnostic, computed)];
}

/** What is wrong in a row of data; scripts before the request may leave that row out. */
function rowProblem(
  expression: string,
  place: RequestPlace | undefined,
  { known, collection, options }: CheckScopes,
): Partial<Diagnostic> | undefined {
  const isGiven = Object.hasOwn(
    options.variables ?? {},
    rootName(expression) ?? expression,
  );
  const problem = isGiven ? undefined : known.rowProblemOf(expression);
  if (problem === undefined || place === undefined) return undefined;
  const isScripted = [
    ...levelsAround(collection, place.folders),
    place.request,
  ].some(({ scripts }) =>
    scripts.some(({ phase }) => phase === "before-request")
  );
  return isScripted ? { ...problem, severity: "warning" } : problem;
}

/** What has deleted one of the names by then, where none of them is left. */
function goneBy(
  names: readonly string[],
  place: RequestPlace,
  { order: { gone } }: CheckScopes,
): DeletingCall | undefined {
  for (const name of names) {
    const found = gone.anyAt(name, place);
    if (found) return { name, ...found };
  }
  return undefined;
}

/** A secret whose value its file leaves out, so that none is there under its name. */
function unsetSecret(
  names: readonly string[],
  place: RequestPlace | undefined,
  { collection, chain, options }: CheckScopes,
): Variable | undefined {
  return [
    place?.request.variables ?? [],
    ...place?.folders.map(({ defaults }) => defaults.variables) ?? [],
    ...chain.map(({ variables }) => variables),
    collection.defaults.variables,
    options.globals ?? [],
  ].flat().find(({ name, unset, disabled }) =>
    unset && !disabled && names.includes(name)
  );
}

function withoutValue(
  { scopesSearched: _, suggestion: __, ...diagnostic }: Diagnostic,
  variable: Variable,
  { collection, chain, options }: CheckScopes,
): Diagnostic {
  const { name, at } = variable;
  const permission = options.lackedPermission?.(name);
  const notes = [
    ...secretEntryNotes(name, collection, chain),
    ...emptySecretNotes(name, options),
  ];
  const ofVault = isOfVault(variable);
  return {
    ...diagnostic,
    code: "UNSET_SECRET",
    severity: "warning",
    message:
      `Cannot resolve "{{${diagnostic.expression}}}": "${name}" is a secret ${
        ofVault ? "of Postman's vault" : `whose value ${at.file} leaves out`
      }` +
      (permission ? `, and ${notIncluded(name)}` : ""),
    ...(notes.length > 0 && { notes: [...diagnostic.notes ?? [], ...notes] }),
    waysOut: [wayOut("give-secret", name, ...permission ? [permission] : [])],
    ...!ofVault && {
      related: [{
        message: `"${name}" is defined here`,
        location: locationOf({ file: at.file, path: at.path.slice(0, -1) }),
      }],
    },
  };
}
