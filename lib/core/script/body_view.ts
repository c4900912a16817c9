import { JsonScanner } from "../render/json_scanner.ts";
import { jsonShape } from "../render/json_shape.ts";
import { parseJson } from "../scope/value/parse_json.ts";
import type { Value } from "../scope/value/value.ts";
import { withChanges } from "../source/text_changes.ts";
import { templateOf } from "../template/template_of.ts";
import type { RequestDraft } from "./border/types.ts";

/** The body as written, or, where it is JSON without being rendered, its value. */
export function bodyAsSeen(
  { body, bodyType }: Pick<RequestDraft, "body" | "bodyType">,
  parsed: boolean,
): Value | Uint8Array | undefined {
  if (!parsed || typeof body !== "string" || bodyType !== "json") return body;
  try {
    return parseJson(body);
  } catch {
    try {
      return parseJson(withoutComments(body));
    } catch {
      return body;
    }
  }
}

/** A part of a body that scripts before the request get as text, and why. */
export interface UnparsedPart {
  /** The whole body, or the variables of GraphQL. */
  readonly of: "body" | "variables";
  /** Completes "it is text before the request: ". */
  readonly why: string;
}

/** The part of a body that a script may take for an object, though it is text; undefined where there is none. */
export function textPart(
  draft: Pick<RequestDraft, "body" | "bodyType">,
): UnparsedPart | undefined {
  const seen = bodyAsSeen(draft, true);
  if (typeof seen === "string") {
    if (seen.trim() === "") return undefined;
    return { of: "body", why: whyText(seen, draft.bodyType) };
  }
  if (draft.bodyType !== "graphql") return undefined;
  const { variables } = seen as { variables?: Value };
  return typeof variables === "string" && variables.trim() !== ""
    ? { of: "variables", why: "GraphQL's variables are written as a text" }
    : undefined;
}

function whyText(text: string, type: string): string {
  if (type !== "json") return `its type is "${type}"`;
  const slot = jsonShape(templateOf({ text, at: NOWHERE })).pieces.find((it) =>
    it.kind === "slot" && it.role !== "string"
  );
  return slot?.kind === "slot"
    ? `"${text.slice(slot.part.start, slot.part.end)}" stands outside quotes`
    : "it is not JSON as written";
}

const NOWHERE = { file: "", path: [] };

/** What is wrong where a script takes such a part for an object. */
export function takenForObject({ of, why }: UnparsedPart): string {
  return of === "body"
    ? `Cannot use the body as an object: it is text before the request, because ${why} (read JSON.parse(req.resolved.body), change that and give it to req.setBody)`
    : `Cannot use the body's variables as an object: they are text before the request, because ${why} (read JSON.parse(req.resolved.body), change that and give it to req.setBody)`;
}

/** JSON as it goes out. */
function withoutComments(text: string): string {
  const scanner = new JsonScanner(text, false);
  scanner.read(0, text.length);
  scanner.end(text.length);
  return withChanges(
    text,
    scanner.comments.map(([start, end]) => ({ start, end, text: "" })),
  );
}
