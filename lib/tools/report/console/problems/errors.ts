import type { RequestResult } from "../../../../core/run/types.ts";
import type { Diagnostic } from "../../../../core/source/diagnostic.ts";
import type { Context } from "../context.ts";
import { diagnosticLines, formatPlace } from "../diagnostic_lines.ts";
import type { ShownProblem } from "./problem.ts";

/** The errors of a request outside of its checks. */
export function errorsOf(
  { diagnostics }: Pick<RequestResult, "diagnostics">,
  context: Context,
): ShownProblem[] {
  let searched = "";
  return diagnostics.filter(({ severity }) => severity === "error").map(
    ({ scopesSearched, ...rest }) => {
      const before = searched;
      searched = scopesSearched?.join() ?? before;
      // Once is enough.
      const known = scopesSearched === undefined || searched === before;
      return problemOf(known ? rest : { ...rest, scopesSearched }, context);
    },
  );
}

/** A diagnostic as a problem. */
export function problemOf(
  diagnostic: Diagnostic,
  context: Context,
): ShownProblem {
  const { code, message } = diagnostic;
  const masked = context.masker.maskDiagnostic(diagnostic);
  const { location, expression } = masked;
  const place = formatPlace(location);
  const line = location?.line;
  const title = context.own(masked.message);
  return {
    key: `${code}\n${message}`,
    kind: "error",
    title,
    name: expression === undefined ? title : context.own(`{{${expression}}}`),
    ...place !== undefined && { place: context.own(place) },
    ...line !== undefined && { line },
    lines: () => diagnosticLines(diagnostic, context),
  };
}
