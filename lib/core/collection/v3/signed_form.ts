import { aboutFolder, V3_FORMAT } from "../format.ts";
import type { Auth, Request } from "../types.ts";

/** Whether a request has a form into which Postman puts the parameters of an OAuth 1 that would go into the URL. */
export function hasSignedForm(method: string, bodyType: unknown): boolean {
  // As Postman tests it.
  return /PUT|POST/.test(method) && bodyType === "form-urlencoded";
}

/** The auth that a folder of Postman's trees, or the collection, hands down to a request: OAuth 1 goes into the request's form. */
export function handedDown(auth: Auth, { method, body }: Request): Auth {
  const placement = auth.fields.get("placement");
  if (
    auth.type !== "oauth1" || typeof placement !== "object" ||
    placement.text !== "query" || !hasSignedForm(method.text, body?.type) ||
    aboutFolder(auth.at.file, V3_FORMAT) === undefined
  ) return auth;
  const inForm = { ...placement, text: "body" };
  return { ...auth, fields: new Map(auth.fields).set("placement", inForm) };
}
