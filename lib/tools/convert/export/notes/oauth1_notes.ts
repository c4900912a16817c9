import { isSignedInForm } from "../../../../core/collection/v3/postman_auth.ts";
import { members, type RawJson } from "../../json.ts";
import { signedRequests } from "../../signed_requests.ts";
import type { Imported, ImportNote } from "../../types.ts";
import { shownName } from "../bru_text.ts";

/** Says where Postman puts the parameters of OAuth 1 if they are to be in another place. */
export function oauth1Notes(
  { items, defaults }: Pick<Imported, "items" | "defaults">,
): ImportNote[] {
  return [...signedRequests(items, defaults?.auth)].flatMap(
    ({ item, auth }) => {
      const { method, body } = item.request.http ?? {};
      const message = elsewhere(auth as RawJson, { method, body });
      return message === undefined ? [] : [{
        kind: "person" as const,
        message,
        about: `"${shownName(item.request.info.name)}"`,
        item,
      }];
    },
  );
}

function elsewhere(
  auth: RawJson,
  { method, body }: { method: unknown; body: unknown },
): string | undefined {
  if (isSignedInForm(auth, method, body)) {
    return '"placement: query" of "oauth1" is left out: Postman puts the parameters into the form of a POST or PUT';
  }
  const { type, placement } = members(auth);
  const isInForm = type === "oauth1" && placement === "body";
  return isInForm &&
      !isSignedInForm({ type, placement: "query" }, method, body)
    ? '"placement: body" of "oauth1" is left out: Postman puts the parameters into the URL, except for a form of a POST or PUT'
    : undefined;
}
