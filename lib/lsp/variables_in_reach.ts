import { resolveEnvironments } from "../core/collection/environment.ts";
import type { Variable } from "../core/collection/types.ts";
import {
  type ListedVariable,
  listVariables,
  type VariablesView,
} from "../tools/check/list_variables.ts";
import type { RequestPlace } from "../tools/check/places/reach.ts";
import type { VariableIndex } from "../tools/check/variable_index.ts";

/** What counts for variables beside the collection. */
interface AroundVariables {
  /** The selected environments, of which later ones win; the collection need not have them. */
  readonly environments: readonly string[];
  readonly globals: readonly Variable[];
  /** The environment that the globals are read from. */
  readonly globalsOf?: string;
  /** Whether a secret gets its value from outside of its file. */
  readonly hasSecret: (name: string) => boolean;
}

/** The variables that the files of a collection can use. */
export class VariablesInReach {
  readonly #around: AroundVariables;

  constructor(readonly index: VariableIndex, around: AroundVariables) {
    this.#around = around;
  }

  /** The selected environments that the collection has. */
  get environments(): readonly string[] {
    const names = new Set(
      this.index.collection.environments.map(({ name }) => name),
    );
    return this.#around.environments.filter((it) => names.has(it));
  }

  /** The request in a file; undefined where it is about something else. */
  placeOf(path: string): RequestPlace | undefined {
    const places = this.index.order.places.filter(({ request }) =>
      request.at.file === path
    );
    return places.length === 1 ? places[0] : undefined;
  }

  /** The variables that a file can use, or one of them. */
  list(
    path: string,
    only: Pick<
      VariablesView,
      "name" | "first" | "variables" | "envVariables"
    > = {},
  ): ListedVariable[] {
    const { collection } = this.index;
    const { globals, globalsOf, hasSecret } = this.#around;
    const place = this.placeOf(path);
    const names = this.environments;
    const chain = names.length > 0
      ? resolveEnvironments(collection, names).value
      : globalsOf === undefined
      ? undefined
      : collection.environments.filter(({ name }) => name !== globalsOf);
    return listVariables(this.index, {
      ...only,
      globals,
      isGivenSecret: hasSecret,
      ...(place && { place }),
      ...(chain && { chain }),
    });
  }
}
