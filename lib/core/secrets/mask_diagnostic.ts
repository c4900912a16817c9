import type {
  Diagnostic,
  DiagnosticCode,
  Location,
} from "../source/diagnostic.ts";
import { changedWayOut } from "../source/way_out.ts";
import type { Range } from "./automaton.ts";
import { type Hidden, rangesOf } from "./hidden.ts";
import { withHiddenDifference } from "./hidden_difference.ts";

/**
 * Diagnostics about what stands in files: they quote names, placeholders and
 * other source text, and never hold values.
 */
const ABOUT_SOURCE: ReadonlySet<DiagnosticCode> = new Set([
  "UNDEFINED_VARIABLE",
  "UNSET_SECRET",
  "SET_APART",
  "INVALID_PATH",
  "CYCLE",
  "UNSERIALIZABLE",
  "INVALID_SYNTAX",
  "UNKNOWN_GENERATOR",
  "UNAVAILABLE_KIND",
  "USAGE",
  "NOT_A_COLLECTION",
  "YAML_SYNTAX",
  "INVALID_FIELD",
  "UNKNOWN_KEY",
  "UNKNOWN_ENVIRONMENT",
  "UNKNOWN_OPERATOR",
  "UNSUPPORTED",
  "EMPTY_SELECTION",
]);

/** Diagnostics whose words are a script's or a server's, but for how they begin. */
const ABOUT_SCRIPTS: ReadonlySet<DiagnosticCode> = new Set([
  "SCRIPT_SYNTAX",
  "SCRIPT_ERROR",
  "ASSERTION",
  "TEST",
]);

/** Where Brace speaks in a message about a script. */
const OWN_WORDS =
  /^Cannot [\w -]{1,60}: |^Test (?=")|" failed: |^Assert |: got (?=")|^Repeat until (?=")/g;
/** A placeholder and its name, which look like a field and its value. */
const NAMED = /(?<=Cannot resolve )"\{\{([\w-]+)[^{}"]*\}\}": "\1"/g;
/** What a validator says: names of fields and of kinds, and no values. */
const SCHEMA = /match the JSON schema: [^]*/g;
/** One word, as a message or a path may have it too. */
const WORD = /^[a-z]+$/i;
const QUOTED = /"([^"]*)"/g;

interface Context {
  /** Masks the secrets in a text. */
  mask(text: string): string;
  /** The parts of a text to hide, in order. */
  hidden(text: string): Hidden[];
  /** Names that messages may quote as they are. */
  readonly kept: ReadonlySet<string>;
}

/** Masks the texts of a diagnostic; places, codes and source text stay. */
export function maskDiagnostic(
  diagnostic: Diagnostic,
  context: Context,
): Diagnostic {
  const { code, message, suggestion, notes, location, expression, waysOut } =
    diagnostic;
  const masked: Diagnostic = { ...diagnostic };
  if (location?.scripted) {
    masked.location = maskLocation(location, context.mask);
  }
  if (ABOUT_SOURCE.has(code) && !location?.scripted) return masked;
  const isScripts = ABOUT_SCRIPTS.has(code);
  if (isScripts) {
    const { trail } = diagnostic;
    if (expression !== undefined) masked.expression = context.mask(expression);
    if (trail !== undefined) masked.trail = trail.map((it) => context.mask(it));
  }
  const keep = {
    code,
    expression: isScripts ? undefined : expression,
    file: location?.file,
  };
  const mask = (text: string) => maskMessage(text, keep, context);
  masked.message = mask(message);
  if (suggestion !== undefined) masked.suggestion = mask(suggestion);
  if (notes !== undefined) masked.notes = notes.map(mask);
  if (waysOut !== undefined) {
    masked.waysOut = waysOut.map((way) => changedWayOut(way, mask));
  }
  return masked;
}

/** The path to what a script wrote may hold what it wrote, such as a header's name. */
export function maskLocation(
  location: Location,
  mask: (text: string) => string,
): Location {
  const { scripted, yamlPath, keys } = location;
  if (!scripted) return location;
  return {
    ...location,
    ...yamlPath !== undefined && { yamlPath: mask(yamlPath) },
    ...keys !== undefined && {
      keys: keys.map((key) => typeof key === "string" ? mask(key) : key),
    },
  };
}

interface Keep {
  readonly code: DiagnosticCode;
  readonly expression: string | undefined;
  readonly file: string | undefined;
}

function maskMessage(message: string, keep: Keep, context: Context): string {
  const hidden = context.hidden(message);
  if (hidden.length === 0) return message;
  const isScripts = ABOUT_SCRIPTS.has(keep.code);
  const own = ownRanges(message, keep, context);
  const words = isScripts ? rangesOf(message, SCHEMA) : unquoted(message);
  const [isOwn, isAmongWords] = [containment(own), containment(words)];
  let out = "";
  let end = 0;
  for (const { from, to, mask } of hidden) {
    const isWord = WORD.test(message.slice(from, to));
    const isWordHere = isAmongWords(from, to) && isWord;
    if (isOwn(from, to) || isWordHere) continue;
    out += message.slice(end, from) + mask;
    end = to;
  }
  out += message.slice(end);
  return isScripts ? withHiddenDifference(message, out) : out;
}

/** The parts of a message that come from Brace: its beginning, and the names and placeholders that it quotes. */
function ownRanges(
  message: string,
  { code, expression, file }: Keep,
  { kept, mask }: Context,
): Range[] {
  const ranges: Range[] = [];
  for (const { 0: quoted, 1: text, index } of message.matchAll(QUOTED)) {
    if (text !== file && !kept.has(text)) continue;
    ranges.push([index, index + quoted.length]);
  }
  if (expression !== undefined) {
    const placeholder = `{{${expression}}}`;
    let at = message.indexOf(placeholder);
    while (at !== -1) {
      ranges.push([at, at + placeholder.length]);
      at = message.indexOf(placeholder, at + placeholder.length);
    }
  }
  if (ABOUT_SCRIPTS.has(code)) {
    const named = rangesOf(message, NAMED).filter((range) => {
      const text = message.slice(...range);
      return mask(text) === text;
    });
    ranges.push(...rangesOf(message, OWN_WORDS), ...named);
  }
  return ranges;
}

/** What stands outside of quotes. */
function unquoted(message: string): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (const [open, close] of rangesOf(message, QUOTED)) {
    ranges.push([from, open]);
    from = close;
  }
  ranges.push([from, message.length]);
  return ranges;
}

/** Tells whether a stretch is inside one of the ranges; to be asked in order. */
function containment(ranges: Range[]): (from: number, to: number) => boolean {
  ranges.sort((a, b) => a[0] - b[0]);
  let next = 0;
  let furthest = -1;
  return (from, to) => {
    while (next < ranges.length && ranges[next][0] <= from) {
      furthest = Math.max(furthest, ranges[next++][1]);
    }
    return to <= furthest;
  };
}
