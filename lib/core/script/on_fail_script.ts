import type { Script } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import type { RequestDraft } from "./border/types.ts";

/**
 * The script that calls what `req.onFail` was given, when the request could
 * not be rendered or sent; undefined when it was given nothing. The function comes as its
 * source, so it sees globals and variables but nothing of the script around it.
 */
export function onFailScript(
  draft: RequestDraft,
  failure: Diagnostic,
  at: Origin,
): Script | undefined {
  if (draft.onFail === undefined) return undefined;
  const about = JSON.stringify({
    code: failure.code,
    url: draft.url,
    method: draft.method,
  });
  const message = JSON.stringify(failure.message);
  return {
    phase: "after-response",
    code:
      `await (${draft.onFail})(Object.assign(new Error(${message}), ${about}));`,
    at,
  };
}
