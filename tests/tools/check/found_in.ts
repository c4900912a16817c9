import { withoutIgnored } from "../../../lib/tools/check/without_ignored.ts";
import { locateAll } from "../../../lib/host/check/find_problems.ts";
import {
  openCheck,
  type OpenCheckOptions,
} from "../../../lib/host/check/open_check.ts";
import { Locator } from "../../../lib/host/locate/locator.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";

/** What `brace check` finds in a file or folder. */
export async function foundIn(
  path: string,
  options: Partial<OpenCheckOptions> = {},
): Promise<Diagnostic[]> {
  const opened = await openCheck({
    paths: [path],
    environments: [],
    vars: [],
    envVars: [],
    ...options,
  });
  const locator = new Locator(opened.texts);
  const located = await locateAll(
    [...opened.diagnostics, ...opened.index?.check().diagnostics ?? []],
    locator,
  );
  return withoutIgnored(located, locator.source, opened.texts.keys());
}
