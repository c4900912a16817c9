import { TOKEN_URL_FIELDS } from "../../auth/fields.ts";
import type { Auth } from "../../collection/types.ts";
import type { Text } from "../../source/origin.ts";

/** The URLs that an auth itself sends requests to. */
export function tokenUrls(auth: Auth | undefined): Text[] {
  return TOKEN_URL_FIELDS.flatMap((name) => {
    const field = auth?.fields.get(name);
    return typeof field === "object" ? field : [];
  });
}
