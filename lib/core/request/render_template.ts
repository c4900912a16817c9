import type { Template } from "../template/types.ts";
import { requireScopes, type Scopes } from "../scope/scopes.ts";
import {
  type OptionCheck,
  refuseUnknownOptions,
} from "../source/refuse_unknown.ts";
import { TooLongError } from "../source/most_length.ts";
import { Execution } from "../scope/execution.ts";
import { encodeFormText } from "../render/encode.ts";
import { renderHeaderValue } from "../render/render_checked.ts";
import { renderJson } from "../render/render_json.ts";
import { forProgram } from "../render/url_problems.ts";
import { type Rendered, rendered } from "../render/rendered.ts";
import { renderText } from "../render/render_text.ts";
import { renderUrl } from "../render/render_text.ts";
import {
  RENDERING_OPTIONS,
  type RenderingOptions,
  takeRendered,
} from "./take_rendered.ts";

/**
 * Where a rendered text is going to stand, which decides how values are
 * written. `"text"` and `"xml"` take each as its text; `"url"` and `"header"`
 * too, but refuse null and what would break them; `"json"` escapes it inside
 * quotes and writes JSON of its kind outside; `"form"` encodes the whole as the
 * name or value of a form's pair.
 */
export type RenderPlace = "text" | "json" | "url" | "header" | "form" | "xml";

const RENDER_PLACES: readonly RenderPlace[] = [
  "text",
  "json",
  "url",
  "header",
  "form",
  "xml",
];

const OPTIONS: Readonly<Record<keyof RenderTemplateOptions, OptionCheck>> = {
  place: true,
  encodeUrl: true,
  ...RENDERING_OPTIONS,
};

/** Options of {@linkcode render}. */
export interface RenderTemplateOptions extends RenderingOptions {
  /** Default `"text"`. */
  readonly place?: RenderPlace;
  /** For `"url"`: percent-encode runtime and data values. Default false. */
  readonly encodeUrl?: boolean;
}

/**
 * Renders a template, parsed or not, with the variables of scopes.
 *
 * @throws {InterpolationError} With every placeholder that does not resolve,
 * and every value that cannot be written in its place.
 * @throws {TypeError} From JavaScript, for what is not a template, and for a
 * place or an option that does not exist.
 *
 * @example
 * ```ts
 * import { render, Scopes } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const scopes = Scopes.of({ runtime: { user: { name: 'Ada "A"', tags: ["x"] } } });
 * assertEquals(render("Hello {{user.name}}", scopes), 'Hello Ada "A"');
 * assertEquals(
 *   render('{"name": "{{user.name}}", "tags": {{user.tags}}}', scopes, { place: "json" }),
 *   '{"name": "Ada \\"A\\"", "tags": ["x"]}',
 * );
 * ```
 */
export function render(
  template: string | Template,
  scopes: Scopes,
  options: RenderTemplateOptions = {},
): string {
  checkTemplateOptions(options);
  if (typeof template !== "string" && !Array.isArray(template?.parts)) {
    throw new TypeError(
      `Cannot render the template: it is not text: ${
        template === null ? "null" : typeof template
      }`,
    );
  }
  requireScopes("Cannot render the template", scopes);
  return takeRendered(renderLimited(template, scopes, options), options);
}

/**
 * Refuses options that rendering a template does not have.
 *
 * @throws {TypeError} Naming the first.
 */
export function checkTemplateOptions(options: RenderTemplateOptions): void {
  refuseUnknownOptions("Cannot render the template", options, OPTIONS);
}

function renderLimited(
  ...args: Parameters<typeof renderIn>
): Rendered<string> {
  try {
    return renderIn(...args);
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    return {
      diagnostics: [{
        code: "LIMIT",
        severity: "error",
        message: `Cannot render the text: ${error.message}`,
        location: { line: 1, column: 1 },
      }],
    };
  }
}

function ofProgram(rendered: Rendered<string>): Rendered<string> {
  return { ...rendered, diagnostics: forProgram(rendered.diagnostics) };
}

function renderIn(
  template: string | Template,
  scopes: Scopes,
  { place = "text", encodeUrl = false, sources }: RenderTemplateOptions,
): Rendered<string> {
  const execution = new Execution(sources);
  switch (place) {
    case "text":
    case "xml":
      return renderText(template, scopes, execution, place);
    case "json":
      return renderJson(template, scopes, execution);
    case "url":
      return ofProgram(renderUrl(template, { encodeUrl }, scopes, execution));
    case "header":
      return renderHeaderValue(template, undefined, scopes, execution);
    case "form": {
      const text = renderText(template, scopes, execution, place);
      return text.value === undefined
        ? text
        : rendered(encodeFormText(text.value), text.diagnostics);
    }
    default:
      place satisfies never;
      throw new TypeError(
        `Cannot render for the place "${place}": use one of ${
          RENDER_PLACES.join(", ")
        }`,
      );
  }
}
