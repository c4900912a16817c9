import type { Variable } from "../collection/types.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { rootName } from "../template/root_name.ts";
import type { CheckScopes } from "./check_scopes.ts";
import type { Place } from "./set_order.ts";

/** Fake data, whose library may not be loaded. */
const FAKE_DATA = /^\$random[A-Z]/;

/**
 * What a diagnostic of rendering says before a run: nothing, where the value
 * only comes with the run; a warning, where the run may bring it.
 */
export function judge(
  diagnostic: Diagnostic,
  place: Place,
  scopes: CheckScopes,
): Diagnostic[] {
  switch (diagnostic.code) {
    case "UNANSWERED_PROMPT":
    case "PERMISSION":
    case "OPAQUE_PLACEHOLDER":
      return [];
    case "UNKNOWN_GENERATOR":
      return scopes.options.generators === undefined &&
          FAKE_DATA.test(diagnostic.expression ?? "")
        ? []
        : [diagnostic];
    case "UNDEFINED_VARIABLE":
      return undefinedVariable(diagnostic, place, scopes);
    default:
      return [diagnostic];
  }
}

function undefinedVariable(
  diagnostic: Diagnostic,
  place: Place,
  scopes: CheckScopes,
): Diagnostic[] {
  const { expression } = diagnostic;
  if (expression === undefined) return [diagnostic];
  const names = [expression, rootName(expression) ?? expression];
  if (names.some((name) => scopes.isUnknown(name, place))) return [];
  const { settings, computed } = scopes.order;
  const name = names.find((one) => settings.has(one));
  if (name !== undefined) {
    return [usedBeforeSet(diagnostic, name, place, scopes)];
  }
  const unset = unsetSecret(names, place, scopes);
  if (unset !== undefined) return [withoutValue(diagnostic, unset)];
  if (computed === undefined || computed.from > place.index) {
    return [diagnostic];
  }
  return [{
    ...diagnostic,
    severity: "warning",
    related: [{
      message: `the ${computed.label} sets variables whose names it computes`,
      location: computed.location,
    }],
  }];
}

function usedBeforeSet(
  { scopesSearched: _, suggestion: __, ...diagnostic }: Diagnostic,
  name: string,
  { request }: Place,
  { order }: CheckScopes,
): Diagnostic {
  const settings = order.settings.get(name) ?? [];
  const first = settings.find((it) => it.request && it.request !== request) ??
    settings[0];
  const wayOut = first.request === undefined || first.request === request
    ? "give it a first value"
    : `run "${first.request.path}" first, or give it a first value`;
  return {
    ...diagnostic,
    code: "USED_BEFORE_SET",
    severity: "warning",
    message:
      `Cannot resolve "{{${diagnostic.expression}}}" here: "${name}" is set later in the run, by the ${first.label} (${wayOut})`,
    related: [{ message: `"${name}" is set here`, location: first.location }],
  };
}

/** A secret whose value its file leaves out, so that none is there under its name. */
function unsetSecret(
  names: readonly string[],
  { request, folders }: Place,
  { collection, chain, options }: CheckScopes,
): Variable | undefined {
  return [
    request.variables,
    ...folders.map(({ defaults }) => defaults.variables),
    ...chain.map(({ variables }) => variables),
    collection.defaults.variables,
    options.globals ?? [],
  ].flat().find(({ name, unset, disabled }) =>
    unset && !disabled && names.includes(name)
  );
}

function withoutValue(
  { scopesSearched: _, suggestion: __, ...diagnostic }: Diagnostic,
  { name, at }: Variable,
): Diagnostic {
  return {
    ...diagnostic,
    code: "UNSET_SECRET",
    severity: "warning",
    message:
      `Cannot resolve "{{${diagnostic.expression}}}": "${name}" is a secret whose value ${at.file} leaves out (give it one when it runs)`,
    related: [{
      message: `"${name}" is defined here`,
      location: locationOf({ file: at.file, path: at.path.slice(0, -1) }),
    }],
  };
}
