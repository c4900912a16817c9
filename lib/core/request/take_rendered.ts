import type { Rendered } from "../render/rendered.ts";
import type { Sources } from "../scope/execution.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { InterpolationError } from "../source/errors.ts";
import type { OptionCheck } from "../source/refuse_unknown.ts";

/** Options of whatever the library renders. */
export interface RenderingOptions {
  /** Clock and random source of generators; default: generators are an error. */
  readonly sources?: Sources;
  /**
   * Told each warning, such as `OPAQUE_PLACEHOLDER`: a value that came while
   * running holds a placeholder, which stays text. Also told before an error is
   * thrown. Default: warnings are dropped.
   */
  readonly onWarning?: (warning: Diagnostic) => void;
}

/** The names of all {@linkcode RenderingOptions}. */
export const RENDERING_OPTIONS: Readonly<
  Record<keyof RenderingOptions, OptionCheck>
> = { sources: true, onWarning: "function" };

/**
 * The value of a rendering, whose warnings are told.
 *
 * @throws {InterpolationError} With all errors, where there is no value.
 */
export function takeRendered<T>(
  { value, diagnostics }: Pick<Rendered<T>, "value" | "diagnostics">,
  { onWarning }: RenderingOptions = {},
): T {
  const errors: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === "error") errors.push(diagnostic);
    else onWarning?.(diagnostic);
  }
  if (value === undefined) throw new InterpolationError(errors);
  return value;
}
