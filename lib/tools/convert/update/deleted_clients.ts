import { isMapping, type RawJson } from "../json.ts";
import type { FileRequest } from "../open_collection.ts";
import { MAIN } from "./file_marks.ts";

const FLOW = "resource_owner_password_credentials";

/**
 * Leaves out the client of OAuth 2 that a person deleted from the auth of every
 * request: many servers whose users log in know none, and a document does not
 * say so.
 */
export function withoutDeletedClients(
  existing: ReadonlyMap<string, string>,
): (request: FileRequest) => FileRequest {
  // A person may have given a client's variables other names.
  const hasClients = [...existing.values()].some((text) =>
    text.includes(FLOW) && /\bcredentials\b/.test(text)
  );
  if (hasClients) return (request) => request;
  const known = new Map<string, boolean>();
  const isUsed = (text: RawJson) => {
    const name = /^\{\{(.+)\}\}$/.exec(String(text))?.[1];
    if (name === undefined) return false;
    const used = known.get(name) ?? uses(existing, name);
    known.set(name, used);
    return used;
  };
  return (request) => {
    const { http } = request;
    if (!isMapping(http?.auth) || http.auth.flow !== FLOW) return request;
    const { credentials, ...auth } = http.auth;
    const values = (part: RawJson) =>
      isMapping(part) ? Object.values(part) : [];
    const isDeleted = values(auth.resourceOwner).some(isUsed) &&
      !values(credentials).some(isUsed);
    return isDeleted ? { ...request, http: { ...http, auth } } : request;
  };
}

/** Whether a file uses a variable, however: that of the collection also defines it. */
function uses(files: ReadonlyMap<string, string>, name: string): boolean {
  const one = RegExp.escape(name);
  const [use, word] = [`\\{\\{\\s*${one}\\s*\\}\\}`, `\\b${one}\\b`].map((it) =>
    new RegExp(it)
  );
  return [...files].some(([path, text]) =>
    (path === MAIN ? use : word).test(text)
  );
}
