import {
  bundleOf,
  moduleName,
  NODE_NAMES,
  PACKAGE_NAMES,
  partOf,
  REFUSED_NAMES,
} from "../../../core/collection/required/module_names.ts";
import { isFilePath } from "../../../core/collection/required/module_path.ts";
import { didYouMean, nearest } from "../../../core/source/nearest.ts";
import type { ScriptIndex } from "./script_index.ts";
import type { ScriptFacts, ScriptProblem } from "../types.ts";

/** What a script requires that does not exist. */
export function missingModules(
  { requires }: ScriptFacts,
  scripts: ScriptIndex,
  folder = "",
): ScriptProblem[] {
  return requires.flatMap(({ name, guarded, offset, length }) => {
    const why = guarded ? undefined : reason(name, scripts, folder);
    return why === undefined ? [] : {
      code: "MISSING_MODULE",
      severity: "error",
      message: `Cannot require "${name}": ${why}`,
      offset,
      length,
    };
  });
}

function reason(
  name: string,
  scripts: ScriptIndex,
  folder: string,
): string | undefined {
  if (isFilePath(name)) {
    return !scripts.readsFiles || scripts.find(name, folder) !== undefined
      ? undefined
      : "the collection's folder has no such file";
  }
  const { module } = partOf(moduleName(name));
  const known = [...PACKAGE_NAMES, ...NODE_NAMES];
  if (known.includes(module) || known.includes(bundleOf(module))) {
    return undefined;
  }
  if (REFUSED_NAMES.includes(module)) {
    return "the sandbox has no access to it (only trusted scripts may)";
  }
  const near = nearest(module, known);
  return `there is no such module${didYouMean(near)}`;
}
