import type { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import { renderChecked } from "./render_checked.ts";
import type { Rendered } from "./rendered.ts";
import type { RenderSource } from "./render_text.ts";

/** RFC 9110, section 5.5: visible characters, blanks, and U+0080 to U+00FF as obs-text. */
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
/** RFC 9110, section 5.6.2: the characters of a token. */
const NOT_IN_NAME = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/;

/**
 * Renders a header's value; it may be empty.
 *
 * @param name The header's name as written, for messages.
 */
export function renderHeaderValue(
  source: RenderSource,
  name: string | undefined,
  scopes: Scopes,
  execution?: Execution,
): Rendered<string> {
  const rule = {
    place: "header",
    code: "INVALID_HEADER",
    forbidden: NOT_IN_VALUE,
    target: name === undefined ? "a header" : `the header "${name}"`,
  } as const;
  return renderChecked(source, rule, scopes, execution);
}

/** Renders a header's name, which may not be empty. */
export function renderHeaderName(
  source: RenderSource,
  scopes: Scopes,
  execution?: Execution,
): Rendered<string> {
  const rule = {
    place: "header name",
    code: "INVALID_HEADER",
    forbidden: NOT_IN_NAME,
    target: "a header's name",
  } as const;
  return renderChecked(source, rule, scopes, execution);
}
