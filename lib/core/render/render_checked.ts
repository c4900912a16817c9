import type {
  Diagnostic,
  DiagnosticCode,
  Place,
} from "../source/diagnostic.ts";
import type { PlaceholderPart, Template, TextPart } from "../template/types.ts";
import type { Execution, Owner } from "../scope/execution.ts";
import type { Resolver } from "../scope/resolver.ts";
import type { Scopes } from "../scope/scopes.ts";
import { locationIn } from "../source/line_starts.ts";
import { PartsWriter } from "./parts_writer.ts";
import { type Rendered, rendered } from "./rendered.ts";
import { type RenderSource, resolverFor } from "./render_text.ts";

/** What a place forbids in its text. */
export interface PlaceRule {
  readonly place: Place;
  readonly code: DiagnosticCode;
  /** Finds the first character that may not be there. */
  readonly forbidden: RegExp;
  /** Such as `the header "X-Id"`; begins the message with "Cannot write … into". */
  readonly target: string;
}

/**
 * Renders a text whose place forbids some characters and null; what a value
 * brings is reported at its placeholder.
 */
export function renderChecked(
  source: RenderSource,
  rule: PlaceRule,
  scopes: Scopes,
  execution?: Execution,
): Rendered<string> {
  const { template, resolver } = resolverFor(
    source,
    scopes,
    execution,
    rule.place,
  );
  const writer = new CheckedWriter(resolver, rule);
  const text = writer.write(template, resolver.owner);
  return rendered(text, resolver.diagnostics, resolver.insertions);
}

class CheckedWriter extends PartsWriter {
  constructor(resolver: Resolver, private readonly rule: PlaceRule) {
    super(resolver, rule.target);
  }

  protected literal(
    { text, start }: TextPart,
    _template: Template,
    owner: Owner | undefined,
  ): string {
    return this.#literal(text, start, owner);
  }

  protected placeholder(
    part: PlaceholderPart,
    _template: Template,
    owner: Owner | undefined,
  ): string {
    const { resolver } = this;
    const found = resolver.resolve(part, owner);
    switch (found) {
      case "value": {
        const text = this.#check(this.valueText(part, owner), part, owner);
        resolver.inserted(part, text);
        return text;
      }
      case "nested":
        return this.#check(this.nestedText(part, owner), part, owner);
      case "missing":
        return this.#literal(
          resolver.substitute(),
          part.start,
          owner,
        );
      case "failed":
        return "";
      default:
        return found satisfies never;
    }
  }

  /** Text that stands in a variable is judged where that is used. */
  #literal(text: string, offset: number, owner: Owner | undefined): string {
    if (owner === this.resolver.owner) {
      const at = text.search(this.rule.forbidden);
      if (at !== -1) {
        this.resolver.diagnostics.push(this.#literalFlaw(offset + at));
      }
    }
    return text;
  }

  #check(
    text: string,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): string {
    const { code, forbidden, target } = this.rule;
    const at = text.search(forbidden);
    if (at === -1) return text;
    this.resolver.report(part, owner, {
      code,
      message:
        `Cannot write "{{${part.text}}}" into ${target}: its value holds ${
          characterName(text, at)
        }`,
    });
    // Reported once, not again by what it is nested in.
    return "";
  }

  #literalFlaw(offset: number): Diagnostic {
    const { resolver, rule } = this;
    return {
      code: rule.code,
      severity: "error",
      message: `Cannot write ${rule.target}: its text holds ${
        characterName(resolver.source, offset)
      }`,
      location: locationIn(resolver.source, resolver.owner?.at, {
        start: offset,
        end: offset + 1,
      }, { place: rule.place }),
    };
  }
}

/** A character as a reader can name it; control characters have no picture. */
function characterName(text: string, offset: number): string {
  const code = text.codePointAt(offset)!;
  if (code === 10 || code === 13) return "a line break";
  if (code === 0) return "a NUL character";
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code < 32 || code === 127
    ? `the control character ${hex}`
    : `${JSON.stringify(String.fromCodePoint(code))} (${hex})`;
}

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
