import { levelsAround } from "../../../core/collection/inherit.ts";
import type { Collection } from "../../../core/collection/types.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { Place } from "../places/place.ts";

/** A request that is sent without the auth that stands above it, since it does not say `auth: inherit`. */
export function checkAuthLevels(
  collection: Collection,
  { request, folders }: Pick<Place, "request" | "folders">,
): Diagnostic[] {
  // Bruno writes "auth: none" into each .bru file, which is read as no auth.
  if (request.auth !== undefined || request.at.file.endsWith(".bru")) return [];
  const above = levelsAround(collection, folders).toReversed()
    .map(({ auth }) => auth)
    .find((auth) => auth !== undefined && auth.type !== "inherit");
  if (above === undefined || above.type === "none") return [];
  const { file, path } = request.at;
  return [{
    code: "AUTH_NOT_INHERITED",
    severity: "hint",
    message:
      `"${request.name}" is sent without the ${above.type} auth that stands above it (write "auth: inherit" to use it, "auth: none" not to)`,
    location: {
      ...locationOf({ file, path: [...path, request.type] }),
      onKey: true,
    },
    related: [{
      message: "the auth that is not inherited",
      location: locationOf(above.at),
    }],
  }];
}
