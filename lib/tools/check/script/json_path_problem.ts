import { JSONPathEnvironment } from "json-p3";
import { jsonPathFlaw } from "../../../core/assertion/json_path_flaw.ts";
import { placePath } from "../../../core/assertion/select_fast.ts";
import type { ScriptProblem } from "../types.ts";

const environment = new JSONPathEnvironment();

/** What is wrong with a JSONPath (RFC 9535), which a run can then not evaluate. */
export function jsonPathProblem(text: string): ScriptProblem | undefined {
  // The run reads mere places by itself, in more ways than the RFC has.
  if (placePath(text)) return undefined;
  const path = text.trim();
  try {
    environment.compile(path);
    return undefined;
  } catch (error) {
    const flaw = jsonPathFlaw(path, error);
    if (flaw === undefined) throw error;
    return {
      code: "SCRIPT_SYNTAX",
      severity: "error",
      message: `Cannot parse the JSONPath: ${flaw.why}`,
      offset: text.indexOf(path) + flaw.offset,
      length: 1,
    };
  }
}
