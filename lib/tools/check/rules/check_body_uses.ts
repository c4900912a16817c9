import { inheritedScripts } from "../../../core/collection/inherit.ts";
import type { Collection } from "../../../core/collection/types.ts";
import { bodyAsWritten } from "../../../core/run/script/request_draft.ts";
import { takenForObject, textPart } from "../../../core/script/body_view.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { ScriptIndex } from "../script/script_index.ts";

/** Where the scripts before a request take its body for an object, although they get it as text: each script's first place. */
export function checkBodyUses(
  { request, folders }: RequestPlace,
  collection: Collection,
  scripts: ScriptIndex,
): Diagnostic[] {
  const { body } = request;
  const part = body &&
    textPart({ body: bodyAsWritten(body), bodyType: body.type });
  if (part === undefined) return [];
  const found: Diagnostic[] = [];
  for (
    const script of inheritedScripts(
      collection,
      folders,
      request,
      "before-request",
    )
  ) {
    const { bodyUses = [], writes } = scripts.factsOf(script);
    const isOwn = request.scripts.includes(script);
    const use = bodyUses.find(({ of, conditional }) =>
      // A script of many requests may leave this one out.
      of === part.of && (isOwn || !conditional)
    );
    if (use) {
      const { offset, length } = use;
      found.push({
        code: "UNKNOWN_MEMBER",
        severity: "warning",
        message: takenForObject(part),
        location: locationOf(script.at, { offset, length, place: "script" }),
      });
    }
    // Only the run knows what the next one gets.
    if (writes.has("body")) break;
  }
  return found;
}
