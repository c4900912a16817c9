import { jsonpath, JSONPathEnvironment } from "json-p3";
import { isPlacePath } from "../../../core/assertion/select_fast.ts";
import type { ScriptProblem } from "../types.ts";

const environment = new JSONPathEnvironment();

/** What is wrong with a JSONPath (RFC 9535), which a run can then not evaluate. */
export function jsonPathProblem(text: string): ScriptProblem | undefined {
  // The run reads mere places by itself, in more ways than the RFC has.
  if (isPlacePath(text)) return undefined;
  const path = text.trim();
  try {
    environment.compile(path);
    return undefined;
  } catch (error) {
    if (!(error instanceof jsonpath.JSONPathError)) throw error;
    const index = Math.min(error.token.index, Math.max(0, path.length - 1));
    // The library has no words for a path that ends with a dot.
    const why = path.endsWith(".")
      ? "it ends too early"
      : error.message.replace(/ \('[^]*':\d+\)$/, "").replace(/ +/g, " ");
    return {
      code: "SCRIPT_SYNTAX",
      severity: "error",
      message: `Cannot parse the JSONPath: ${why}`,
      offset: text.indexOf(path) + index,
      length: 1,
    };
  }
}
