import { isJsonText } from "../scope/value/parse_json.ts";
import type { Template } from "../template/types.ts";
import type { Execution } from "../scope/execution.ts";
import type { Resolver } from "../scope/resolver.ts";
import type { Scopes } from "../scope/scopes.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Origin, Text } from "../source/origin.ts";
import { locationIn } from "../source/line_starts.ts";
import { type JsonShape, jsonShape } from "./json_shape.ts";
import { EMPTY, type Hole, JsonWriter } from "./json_writer.ts";
import { type Rendered, rendered } from "./rendered.ts";
import { isScalarText, type JsonFlaw, JsonScanner } from "./json_scanner.ts";
import { type RenderSource, resolverFor } from "./render_text.ts";

/**
 * Renders a JSON body. Inside quotes a value is escaped, so that the string's
 * value is the text; outside quotes it is JSON of its kind. `//` and block
 * comments outside strings are removed, all other text is written byte for
 * byte. The structure is checked when the template is first rendered; later
 * only what is inserted is.
 */
export function renderJson(
  source: RenderSource,
  scopes: Scopes,
  execution?: Execution,
): Rendered<string> {
  const { template, resolver } = resolverFor(source, scopes, execution, "json");
  const shape = jsonShape(template);
  const writer = new JsonWriter(resolver);
  const text = writer.write(shape, resolver.owner);
  const complete = resolver.diagnostics.every((d) => d.severity !== "error") &&
    !resolver.kept;
  if (complete) {
    if (shape.flaw !== undefined) {
      const { offset, message } = shape.flaw;
      reportFlaw(resolver, { start: offset, end: offset + 1 }, message);
    } else if ((shape.loose || writer.spliced) && !isJsonText(text)) {
      const scanner = new JsonScanner(text, true, false);
      scanner.read(0, text.length);
      scanner.end(text.length);
      const flaw = scanner.flaw ??
        { offset: text.length, message: "it cannot be parsed" };
      reportWhole(resolver, { shape, template, text, flaw });
    }
  }
  return rendered(text, resolver.diagnostics, resolver.insertions);
}

function reportFlaw(
  resolver: Resolver,
  stretch: { start: number; end: number },
  message: string,
): void {
  const { source, owner } = resolver;
  resolver.diagnostics.push(flawIn(source, owner?.at, stretch, message));
}

function flawIn(
  source: string,
  at: Origin | undefined,
  stretch: { start: number; end: number },
  message: string,
): Diagnostic {
  return {
    code: "INVALID_BODY",
    severity: "error",
    message: `Cannot send the body: it is not valid JSON: ${message}`,
    location: locationIn(source, at, stretch, { place: "json" }),
  };
}

/**
 * What makes a text no JSON, whatever its placeholders stand for that have no
 * value yet: each of them brings a whole one.
 */
export function jsonFlaw(
  source: Text,
  scopes: Scopes,
  execution: Execution,
): Diagnostic | undefined {
  const { template, resolver } = resolverFor(source, scopes, execution, "json");
  const shape = jsonShape(template);
  if (shape.flaw !== undefined) {
    const { offset: start, message } = shape.flaw;
    return flawIn(source.text, source.at, { start, end: start + 1 }, message);
  }
  const holes: Hole[] = [];
  const text = new JsonWriter(resolver, false, holes)
    .write(shape, resolver.owner);
  if (resolver.diagnostics.some(({ code }) => code === "LIMIT")) {
    return undefined;
  }
  const scanner = new JsonScanner(text, true, false, true);
  let at = 0;
  for (const { start, end } of holes) {
    scanner.read(at, start);
    if (scanner.slot(start, end) === undefined) scanner.read(start, end);
    at = end;
  }
  scanner.read(at, text.length);
  scanner.end(text.length);
  const { flaw } = scanner;
  if (flaw === undefined) return undefined;
  resolver.diagnostics.length = 0;
  reportWhole(resolver, { shape, template, text, flaw, holes });
  return resolver.diagnostics[0];
}

/** The rendered whole is not JSON: says at which text or placeholder it breaks. */
function reportWhole(
  resolver: Resolver,
  { shape, template, text, flaw: { offset, message }, holes }: {
    readonly shape: JsonShape;
    readonly template: Template;
    readonly text: string;
    readonly flaw: JsonFlaw;
    readonly holes?: readonly Hole[];
  },
): void {
  const writer = new JsonWriter(resolver, true, holes && []);
  const before = resolver.diagnostics.length;
  resolver.position = 0;
  writer.write(shape, resolver.owner);
  resolver.diagnostics.length = before;
  const { pieces } = shape;
  const marks = writer.marks!;
  let index = marks.length - 1;
  while (index > 0 && marks[index] > offset) index--;
  const hasHole = (index: number) =>
    holes?.some(({ start }) =>
      start >= marks[index] && start < (marks[index + 1] ?? text.length)
    ) ?? false;
  /** Whether a placeholder's text is at fault: it breaks what stands there. */
  const isBroken = (index: number) =>
    pieces[index]?.kind === "slot" && !hasHole(index) &&
    !isJsonText(text.slice(marks[index], marks[index + 1]));
  const follows = text.slice(marks[index], offset).trim() === "";
  if (follows && isBroken(index - 1)) index--;
  // A scalar that goes on in a placeholder is at fault as a whole.
  const goesOn = pieces[index].kind === "text" &&
    isScalarText(text.slice(offset, marks[index + 1]));
  if (goesOn && pieces[index + 1]?.kind === "slot" && !hasHole(index + 1)) {
    index++;
  }
  const piece = pieces[index];
  if (piece.kind === "slot" && (offset < text.length || isBroken(index))) {
    const { part } = piece;
    const [start, end] = [marks[index], marks[index + 1] ?? text.length];
    const isBeside = isScalarText(text.slice(start - 1, start)) ||
      isScalarText(text.slice(end, end + 1));
    const own = text.slice(start, end);
    const isWhole = hasHole(index) || isJsonText(own);
    const isAtStart = text.slice(start, offset).trim() === "";
    if (isWhole && isAtStart && !isBeside) {
      // It is in order by itself, and may not stand there.
      const [expected] = message.split(", found", 1);
      const found = JSON.stringify(`{{${part.text}}}`);
      reportFlaw(resolver, part, `${expected}, found ${found}`);
      return;
    }
    const isGlued = isBeside && isScalarText(own);
    const why = start === end
      ? EMPTY
      : isGlued
      ? "with the text beside it, its value is not a JSON value (put quotes around all of it)"
      : `its text breaks the JSON (put quotes around it: "{{${part.text}}}")`;
    resolver.report(part, resolver.owner, {
      code: "INVALID_BODY",
      message: `Cannot insert "{{${part.text}}}" into the JSON body: ${why}`,
    });
    return;
  }
  const start = piece.kind === "text" && offset < text.length
    ? piece.start + offset - marks[index]
    : template.source.length;
  reportFlaw(resolver, { start, end: start + 1 }, message);
}
