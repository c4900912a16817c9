import { makePlan } from "../../core/plan/make_plan.ts";
import { isPath } from "../../host/files/is_file.ts";
import { loadLazily } from "../../host/files/load/load_lazily.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { usageError } from "../usage_error.ts";

/** @throws {UsageError} What `brace send` got is a request's file or its name, and not a URL. */
export async function refuseRequest(url: string): Promise<void> {
  const isFile = /\.(?:ya?ml|bru)$/.test(url) && isPath(url);
  if (!isFile && !await isNamed(url)) return;
  const run = `run it: brace run ${shellPath(url)}`;
  throw usageError(
    isFile
      ? `Cannot send to "${url}": it is a file, not a URL (${run})`
      : `Cannot send to "${url}": it is a request or folder of a collection, not a URL (${run}; write http:// before a host)`,
    { command: "send" },
  );
}

/**
 * Whether `brace run` would run this: a path or a name of a collection's request
 * or folder. What has a dot, a port or a scheme is a host, and not looked up.
 */
async function isNamed(url: string): Promise<boolean> {
  if (url === "localhost" || /[.:{]/.test(url)) return false;
  const { collection, paths } = await loadLazily([url]);
  if (collection === undefined) return false;
  const { diagnostics } = makePlan(collection, { paths });
  return diagnostics.every(({ code }) => code !== "MISSING_PATH");
}
