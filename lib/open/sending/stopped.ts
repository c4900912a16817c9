import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { bodyPaths } from "../../core/collection/body_paths.ts";
import type { Body } from "../../core/collection/body_types.ts";
import { missingFile } from "../../host/check/missing_file.ts";
import type { RenderedItem } from "../../host/run/render_requests.ts";
import type { ScriptIndex } from "../../tools/check/script/script_index.ts";
import type { SentRequest } from "./sent_requests.ts";

/**
 * Whether none of the requests is sent, whatever a person types. A request with
 * a script before it counts as one that is, unless the script cannot be parsed:
 * what the script sets, nobody knows.
 *
 * @param about.stops Whether a problem stays, whatever the person types and other requests set.
 */
export function allStopped(
  items: readonly RenderedItem[],
  sent: ReadonlyMap<string, SentRequest>,
  { stops, scripts, root }: {
    readonly stops: (problem: Diagnostic, path: string) => boolean;
    readonly scripts: ScriptIndex | undefined;
    readonly root: string;
  },
): boolean {
  if (items.length === 0) return false;
  return items.every(({ path, request: rendered, diagnostics }) => {
    const found = sent.get(path);
    if (found === undefined) return false;
    const { request, before } = found;
    if (before.length > 0) {
      return before.some((script) =>
        scripts?.factsOf(script).problems.some(({ code }) =>
          code === "SCRIPT_SYNTAX"
        )
      );
    }
    return lacksFile(request.body, root) ||
      rendered === undefined &&
        diagnostics.some((one) => one.severity === "error" && stops(one, path));
  });
}

/** Whether a body sends a file that is not there. */
function lacksFile(body: Body | undefined, root: string): boolean {
  return bodyPaths(body).some(({ text, at }) =>
    // Of others, only the run knows the path.
    !text.includes("{{") &&
    missingFile(text, { access: { root, allowRead: [] }, at })?.severity ===
      "error"
  );
}
