import { seqDecides } from "../../../core/run/explain/seq_decides.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { commonText, setupWay } from "../../../core/source/way_out.ts";
import type {
  DeletingCall,
  VariableSetting,
} from "../places/level_settings.ts";
import type { RequestPlace } from "../places/reach.ts";
import { isLeftOut } from "../places/set_order.ts";
import type { CheckScopes } from "./check_scopes.ts";
import { firstValueIn } from "./first_value.ts";

/** What is set for other requests alone, or too late for what is read before all of them. */
export function withOthers(
  diagnostic: Diagnostic,
  [first]: readonly VariableSetting[],
): Diagnostic {
  if (first === undefined) return diagnostic;
  const { label, scope, name, location } = first;
  return {
    ...diagnostic,
    related: [{
      message: `the ${label} sets "${name}" for ${
        scope === "request"
          ? "its own request only"
          : scope === "folder"
          ? "the requests of its folder only"
          : "requests, which are sent after this is read"
      }`,
      location,
    }],
  };
}

/** Says of a name which script sets it later, and how to have it earlier. */
export function usedBeforeSet(
  { scopesSearched: _, suggestion: __, ...diagnostic }: Diagnostic,
  first: VariableSetting,
  { request }: RequestPlace,
  { collection, order: { leftOut } }: CheckScopes,
): Diagnostic {
  const { name, label, location } = first;
  const left = isLeftOut(first, leftOut)
    ? leftOut.get(first.request!)
    : undefined;
  if (left) {
    return {
      ...diagnostic,
      code: "USED_BEFORE_SET",
      severity: "warning",
      message:
        `Cannot resolve "{{${diagnostic.expression}}}" here: the ${label} sets "${name}", but the run leaves that request out (${left.why})`,
      related: [
        { message: `"${name}" is set here`, location },
        { message: left.why, location: left.location },
      ],
    };
  }
  const way = first.request === undefined || first.request === request
    ? firstValueIn(first.scope)
    : seqDecides(collection, first.request, request)
    ? `run "${first.request.path}" first, such as by a lower seq, or give it a first value`
    : first.request.at.file === collection.file
    ? `run "${first.request.path}" first, or give it a first value`
    : `${
      commonText(setupWay(
        "run-first",
        first.request.path,
        collection,
        request.path,
      ))
    }, or give it a first value`;
  return {
    ...diagnostic,
    code: "USED_BEFORE_SET",
    severity: "warning",
    message:
      `Cannot resolve "{{${diagnostic.expression}}}" here: "${name}" is set later in the run, by the ${label} (${way})`,
    related: [{ message: `"${name}" is set here`, location }],
  };
}

/** Says of a name which script deletes it before the request. */
export function usedAfterDelete(
  { scopesSearched: _, suggestion: __, ...diagnostic }: Diagnostic,
  { name, label, location }: DeletingCall,
): Diagnostic {
  return {
    ...diagnostic,
    code: "USED_AFTER_DELETE",
    severity: "warning",
    message:
      `Cannot resolve "{{${diagnostic.expression}}}" here: the ${label} deletes "${name}" before this request runs (run this request first, or set the variable again)`,
    related: [{ message: `"${name}" is deleted here`, location }],
  };
}
