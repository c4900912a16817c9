import { createMasker } from "../../core/secrets/masker.ts";
import { findProblems } from "../check/find_problems.ts";
import { type FindOptions, findVariables } from "../check/find_variables.ts";
import type { OpenCheckOptions } from "../check/open_check.ts";
import { Locator } from "../locate/locator.ts";
import type { CheckFindings, VariableListing } from "./opened_collection.ts";
import { loadingError } from "./start_run.ts";

/** Finds what is wrong with an opened collection; the values of secrets are masked. */
export async function checkOpened(
  options: OpenCheckOptions,
): Promise<CheckFindings> {
  const { found, result, masker } = await findProblems(options);
  return {
    diagnostics: found.map((it) => masker.maskDiagnostic(it)),
    requests: result?.requests ?? 0,
    environments: result?.environments ?? [],
    hosts: result?.hosts ?? [],
  };
}

/**
 * Finds the variables of an opened collection.
 *
 * @throws {DiagnosticError} It cannot be loaded, or has no such variable.
 */
export async function listOpened(
  options: FindOptions,
  sources: Iterable<readonly [file: string, text: string]>,
): Promise<VariableListing> {
  const { value, diagnostics } = await findVariables(options, {
    locator: new Locator(sources),
    masker: createMasker(),
  });
  if (value === undefined) throw loadingError(diagnostics);
  return value.looked;
}
