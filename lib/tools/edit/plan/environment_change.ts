import {
  type CollectionFormat,
  environmentName,
} from "../../../core/collection/format.ts";
import { fileName } from "../../convert/file_name.ts";
import { jsonTextOf, members } from "../../convert/json.ts";
import type { Edit } from "../types.ts";
import { newEnvironmentText, newStyle } from "./new_texts.ts";
import {
  copyName,
  dataIn,
  editedFile,
  gone,
  PlanProblem,
  requireName,
} from "./plan_problem.ts";
import type { ChangePlan, CollectionChange, FileChange } from "./types.ts";

/** A change of a collection's environments. */
export function environmentChange(
  { main, files, format }: {
    main: string;
    files: ReadonlyMap<string, string>;
    format: CollectionFormat;
  },
  change: CollectionChange,
): ChangePlan {
  const environments = [...files.keys()].filter((path) =>
    environmentName(path, format) !== undefined
  );
  const names = environments.map((path) => nameOf(files, path, format));
  const style = newStyle(files, { main, format });
  const free = (name: string) => {
    const taken = new Set(
      environments.map((path) => environmentName(path, format)!.toLowerCase()),
    );
    return `environments/${fileName(name, taken)}${style.extension}`;
  };
  if (change.kind === "create-environment") {
    requireName("environment", change.name, names);
    const path = free(change.name);
    const text = newEnvironmentText(change.name, style);
    return { changes: [{ kind: "write", path, text }], path };
  }
  if (!("path" in change) || !files.has(change.path)) {
    throw gone("path" in change ? change.path : "environments");
  }
  const { path } = change;
  const name = nameOf(files, path, format);
  switch (change.kind) {
    case "delete":
      return { changes: [{ kind: "remove", path }] };
    case "duplicate": {
      const wanted = change.name ?? copyName(name, names);
      requireName("environment", wanted, names);
      const to = free(wanted);
      const text = renamedText(files, path, wanted) ?? files.get(path)!;
      return { changes: [{ kind: "write", path: to, text }], path: to };
    }
    case "rename": {
      const others = names.filter((one) => one !== name);
      requireName("environment", change.name, others);
      const own = environmentName(path, format)!;
      const to = own.toLowerCase() === change.name.toLowerCase()
        ? path.replace(/[^/]*(?=\.[^.]*$)/, () => change.name)
        : free(change.name);
      const changes: FileChange[] = [];
      const was = files.get(path)!;
      const text = renamedText(files, path, change.name);
      if (text !== undefined && text !== was) {
        changes.push({ kind: "write", path, text, was });
      }
      // Environments that show it through name it.
      for (const other of environments) {
        if (other === path || path.endsWith(".bru")) continue;
        if (jsonTextOf(members(dataIn(files, other)).extends) !== name) {
          continue;
        }
        changes.push(...editedFile(files, other, [
          { kind: "set", keys: ["extends"], value: change.name },
        ]));
      }
      if (to !== path) changes.push({ kind: "rename", path, to });
      return { changes, path: to };
    }
    case "move":
      throw new PlanProblem(
        `Cannot move "${path}": environments have no folders and no order`,
      );
    default:
      throw gone(path);
  }
}

function nameOf(
  files: ReadonlyMap<string, string>,
  path: string,
  format: CollectionFormat,
): string {
  const own = environmentName(path, format)!;
  try {
    return jsonTextOf(members(dataIn(files, path)).name) || own;
  } catch {
    return own;
  }
}

/** The text with another name in it, where it has one. */
function renamedText(
  files: ReadonlyMap<string, string>,
  path: string,
  name: string,
): string | undefined {
  if (path.endsWith(".bru")) return undefined;
  const data = members(dataIn(files, path));
  if (data.name === undefined) return undefined;
  const edit: Edit = { kind: "set", keys: ["name"], value: name };
  const [change] = editedFile(files, path, [edit]);
  return change?.kind === "write" ? change.text : undefined;
}
