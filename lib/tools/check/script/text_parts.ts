import type { Place } from "../../../core/source/diagnostic.ts";
import type { RequestPart, ScriptedPart } from "../types.ts";

/** The part of a request in which a text of a kind stands. */
export const TEXT_PARTS: { readonly [place in Place]?: RequestPart } = {
  url: "url",
  "path parameter": "url",
  "query parameter": "url",
  method: "method",
  header: "headers",
  "header name": "headers",
  json: "body",
  form: "body",
  multipart: "body",
  xml: "body",
  graphql: "body",
  text: "body",
  auth: "auth",
};

/** Whether a script writes a header that it names; all of them are the part `headers`. */
export function writesSomeHeader(written: ReadonlySet<ScriptedPart>): boolean {
  return [...written].some((it) => it.startsWith("header "));
}
