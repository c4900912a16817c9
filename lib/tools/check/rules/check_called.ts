import { withoutExtension } from "../../../core/collection/format.ts";
import type {
  Collection,
  Folder,
  Item,
} from "../../../core/collection/types.ts";
import {
  calledPath,
  fullName,
  isPostmanId,
  nearestRequest,
} from "../../../core/plan/find_request.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { locationInFile, type ScriptIndex } from "../script/script_index.ts";
import type { TextLevel } from "../uses/texts_in.ts";
import type { FlowCall } from "../types.ts";

/** Everything that a script may call a request of a collection. */
export class CallableNames {
  readonly #paths = new Set<string>();
  readonly #names = new Set<string>();
  readonly #requests: Item[] = [];

  constructor({ items }: Pick<Collection, "items">) {
    this.#add(items, []);
  }

  #add(items: readonly Item[], folders: readonly Folder[]): void {
    for (const item of items) {
      if (item.kind === "folder") {
        this.#add(item.items, [...folders, item]);
        continue;
      }
      // What is not run has a message of its own.
      this.#paths.add(withoutExtension(item.path));
      this.#names.add(item.name).add(fullName(item, folders));
      this.#requests.push(item);
    }
  }

  /** Whether a script finds a request by this. */
  has(called: string): boolean {
    return this.#names.has(called) || this.#paths.has(calledPath(called));
  }

  /** ` (did you mean …?)`. */
  suggestion(called: string): string {
    return nearestRequest(this.#requests, called);
  }
}

const MESSAGE: Partial<Record<FlowCall["does"], string>> = {
  next: "Cannot go on with the request",
  run: "Cannot run the request",
};

/**
 * Where scripts of a level run, or go on with, a request that does not exist.
 *
 * @param names Asked for only where a script names a request.
 */
export function checkCalled(
  level: TextLevel,
  scripts: ScriptIndex,
  names: () => CallableNames,
): Diagnostic[] {
  const all = "scripts" in level ? level.scripts : [];
  return all.flatMap((script) => [
    ...wrongCalls(
      scripts.factsOf(script).flow,
      names,
      (stretch) => locationOf(script.at, { ...stretch, place: "script" }),
    ),
    ...scripts.filesOf(script).flatMap((file) =>
      wrongCalls(
        file.facts.flow,
        names,
        (stretch) => locationInFile(file, stretch),
      )
    ),
  ]);
}

function wrongCalls(
  flow: readonly FlowCall[],
  names: () => CallableNames,
  at: (stretch: { offset: number; length: number }) => Location,
): Diagnostic[] {
  return flow.flatMap(({ does, own, to, offset, length }) => {
    const cannot = MESSAGE[does];
    if (!own || !cannot || !to || names().has(to)) return [];
    // Postman asks its own server for a request that is to run.
    if (does === "run" && isPostmanId(to)) return [];
    return [{
      code: "SCRIPT_ERROR",
      severity: "warning",
      expression: to,
      message: `${cannot} "${to}": the collection has no such request${
        names().suggestion(to)
      }`,
      location: at({ offset, length }),
    }];
  });
}
