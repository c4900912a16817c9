import { authAbove, levelsAround } from "../../../core/collection/inherit.ts";
import { vainNoneText } from "../../../core/auth/none_text.ts";
import type { Collection, Folder } from "../../../core/collection/types.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { RequestPlace } from "../places/reach.ts";

/** A request that is sent without the auth that stands above it, since it does not say `auth: inherit`. */
export function checkAuthLevels(
  collection: Collection,
  { request, folders }: Pick<RequestPlace, "request" | "folders">,
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
      `The request is sent without the ${above.type} auth that stands above it (write "auth: inherit" to use it, "auth: none" not to)`,
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

/** Folders whose `mode: none` keeps no auth from their requests, each once. */
export class VainNones {
  readonly #seen = new Set<Folder>();

  /** Those around a request. */
  check(
    collection: Collection,
    { request, folders }: Pick<RequestPlace, "request" | "folders">,
  ): Diagnostic[] {
    if (request.auth?.type !== "inherit") return [];
    const found: Diagnostic[] = [];
    // A folder inside may have auth of its own, which "none" was not to keep away.
    const from = folders.findLastIndex(({ defaults: { auth } }) =>
      auth !== undefined && auth.type !== "inherit"
    );
    const inside = folders.slice(from + 1);
    if (
      inside.every(({ defaults }) => defaults.vainNoneAt === undefined) ||
      authAbove(collection, folders) === undefined
    ) return [];
    for (const folder of inside) {
      const { path, defaults: { vainNoneAt } } = folder;
      if (vainNoneAt === undefined || this.#seen.has(folder)) continue;
      this.#seen.add(folder);
      found.push({
        code: "INVALID_FIELD",
        severity: "hint",
        message: vainNoneText("Ignored", [path]),
        location: locationOf(vainNoneAt),
      });
    }
    return found;
  }
}
