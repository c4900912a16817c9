import type {
  Diagnostic,
  DiagnosticCode,
  Place,
} from "../source/diagnostic.ts";
import type { PlaceholderPart } from "../template/types.ts";
import type { Execution, Owner } from "../scope/execution.ts";
import type { Resolver } from "../scope/resolver.ts";
import type { Scopes } from "../scope/scopes.ts";
import { valueText } from "../scope/value_text.ts";
import { locationIn } from "../source/location_in.ts";
import { type Rendered, rendered } from "./rendered.ts";
import { resolverFor, type Source } from "./render_text.ts";

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
  source: Source,
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
  const { owner } = resolver;
  let out = "";
  for (const part of template.parts) {
    if (part.kind === "placeholder") {
      out += checkedPart(part, template.source, resolver, owner, rule);
    } else {
      const at = part.text.search(rule.forbidden);
      if (at !== -1) {
        resolver.diagnostics.push(literalFlaw(resolver, rule, part.start + at));
      }
      out += part.text;
    }
    if (resolver.exceeds(out, part, owner)) break;
  }
  return rendered(out, resolver.diagnostics);
}

function checkedPart(
  part: PlaceholderPart,
  source: string,
  resolver: Resolver,
  owner: Owner | undefined,
  rule: PlaceRule,
): string {
  const found = resolver.resolve(part, owner);
  if (found === "failed") return "";
  if (found === "missing") return resolver.substitute(part, source);
  const isNull = found === "value" && resolver.value === null;
  const text = isNull
    ? ""
    : found === "nested"
    ? resolver.nestedText(part, owner)
    : resolver.written(part, owner, valueText(resolver.value));
  const at = text.search(rule.forbidden);
  if (isNull) {
    resolver.report(part, owner, {
      code: "UNSERIALIZABLE",
      message:
        `Cannot write "{{${part.text}}}" into ${rule.target}: its value is null`,
    });
  } else if (at !== -1) {
    resolver.report(part, owner, {
      code: rule.code,
      message:
        `Cannot write "{{${part.text}}}" into ${rule.target}: its value holds ${
          characterName(text, at)
        }`,
    });
  }
  return text;
}

function literalFlaw(
  resolver: Resolver,
  rule: PlaceRule,
  offset: number,
): Diagnostic {
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
