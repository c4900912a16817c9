import type { Request } from "../../collection/types.ts";
import type { Step } from "../../plan/types.ts";
import { headerOf } from "../../http/header_of.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { formatYamlPath } from "../../source/origin.ts";

/**
 * What may be the reason for a 401: the collection or a folder has auth, and
 * the request does not inherit it. Gives nothing where the request says
 * something about auth itself.
 */
export function missingAuth(
  { collection, folders }: Step,
  { auth, type, at }: Request,
  sent: RenderedRequest,
): Diagnostic | undefined {
  if (auth !== undefined) return undefined;
  if (headerOf(sent.headers, "authorization") !== undefined) return undefined;
  const levels = [
    { owner: "collection", auth: collection.defaults.auth },
    ...folders.map((folder) => ({
      owner: `folder "${folder.name}"`,
      auth: folder.defaults.auth,
    })),
  ];
  const level = levels.findLast(({ auth }) =>
    auth !== undefined && auth.type !== "inherit"
  );
  if (level?.auth === undefined || level.auth.type === "none") return undefined;
  return {
    code: "UNAUTHORIZED",
    severity: "warning",
    message:
      `Got 401 without auth: a request takes the "${level.auth.type}" auth of the ${level.owner} only where it says so (write "auth: inherit" below "${type}:")`,
    location: {
      file: at.file,
      keys: [...at.path, type],
      yamlPath: formatYamlPath([...at.path, type]),
      onKey: true,
      place: "auth",
    },
  };
}
