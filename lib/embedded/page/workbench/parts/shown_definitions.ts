import type { DefinitionView, FilePlace } from "../api.ts";

/** A definition, and where scripts stand that set it. */
export interface ShownDefinition {
  readonly definition: DefinitionView;
  readonly setters: readonly FilePlace[];
}

/**
 * The definitions of a variable. What a script has set in this session and the
 * line of the script are one: a variable does not hide itself.
 */
export function shownDefinitions(
  all: readonly DefinitionView[],
): ShownDefinition[] {
  const isSetterOf = (kept: DefinitionView, one: DefinitionView) =>
    kept.kept === true && one.kept === undefined &&
    (one.by === "script" || one.by === "action") &&
    one.scope === kept.scope && one.label === kept.label;
  return all.filter((one) => !all.some((kept) => isSetterOf(kept, one))).map(
    (definition) => ({
      definition,
      setters: all.filter((one) => isSetterOf(definition, one))
        .flatMap(({ place }) => place ?? []),
    }),
  );
}
