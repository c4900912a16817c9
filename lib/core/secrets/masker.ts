import type {
  Diagnostic,
  DiagnosticCode,
  Location,
} from "../source/diagnostic.ts";
import { cookieValues } from "./cookie_values.ts";
import { decoders } from "./decoders.ts";
import { fieldValues } from "./field_values.ts";
import {
  type Hidden,
  MASK,
  maskHeader,
  mergedHidden,
  without,
  withoutCode,
} from "./hidden.ts";
import { withHiddenDifference } from "./hidden_difference.ts";
import {
  isSecretField as isSecretName,
  isSecretVariable,
} from "./secret_field.ts";
import { SECRET_AUTH_FIELDS } from "./secrets_of_auth.ts";
import { SecretIndex } from "./secret_index.ts";
import type { Range } from "./automaton.ts";
import { changedWayOut } from "../source/way_out.ts";
import { namedValue, yamlFields } from "./yaml_fields.ts";

/** The ranges of a text that an expression matches. */
function rangesOf(text: string, pattern: RegExp): Range[] {
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
}

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
function maskDiagnostic(
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
function maskLocation(
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
  { kept }: Context,
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
  if (ABOUT_SCRIPTS.has(code)) ranges.push(...rangesOf(message, OWN_WORDS));
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

/** How much of a text is known. */
interface MaskOptions {
  /** The text goes on after its end. */
  readonly cut?: boolean;
}

/** Takes secrets out of what people read. */
export interface Masker {
  /** All secrets; the set grows during a run. */
  readonly secrets: SecretIndex;
  /**
   * Replaces every secret by `***`: as it is, in base64, base64url and hex
   * (also in the middle of more), percent-encoded, JSON-, HTML- or XML-escaped,
   * and several of these upon each other. A secret's beginning is replaced too
   * where the text is cut by a `…`, and, with `cut`, at its end.
   */
  mask(text: string, options?: MaskOptions): string;
  /** {@linkcode Masker.mask}, and the values of fields that hold secrets by their name: in URLs, forms, JSON and XML. */
  maskText(text: string, options?: MaskOptions): string;
  /** Masks the value of a header or field; the whole of it where the name says that it is a secret. */
  maskField(name: string, value: string): string;
  /**
   * {@linkcode Masker.maskText} of a line of a file, in which the author's words
   * stay: placeholders, schemes such as `Bearer`, kinds of auth, names of headers.
   *
   * @param name The one that the line's value belongs to, where another line has it.
   */
  maskSource(line: string, name?: string): string;
  /** What {@linkcode Masker.maskSource} hides, in order. */
  hiddenInSource(line: string, name?: string): Hidden[];
  /** Masks what a diagnostic quotes; Brace's own words, file paths, names and placeholders stay. */
  maskDiagnostic(diagnostic: Diagnostic): Diagnostic;
  /** Masks what a script wrote into a location. */
  maskLocation(location: Location): Location;
  /** What {@linkcode Masker.maskText} hides, in order. */
  hidden(text: string, options?: MaskOptions): Hidden[];
  /** Names of requests and files, which messages may quote as they are. */
  keep(names: Iterable<string>): void;
}

/**
 * Makes a masker of an index, or of a few secrets. Its work is linear in the
 * text, however many secrets there are.
 *
 * @example
 * ```ts
 * import { createMasker } from "./masker.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const masker = createMasker(["s3cr&t"]);
 * assertEquals(masker.mask("a=s3cr%26t; b=s3cr&amp;t"), "a=***; b=***");
 * assertEquals(masker.maskField("X-API-Key", "k1"), "***");
 * ```
 */
export function createMasker(
  known: SecretIndex | Iterable<string> = [],
): Masker {
  const secrets = known instanceof SecretIndex ? known : new SecretIndex(known);
  const kept = new Set<string>();

  function mask(text: string, { cut = false }: MaskOptions = {}): string {
    return replace(text, mergedHidden(values(text, cut)));
  }

  function values(text: string, cut: boolean): Hidden[] {
    return secrets.find(text, cut).map(([from, to]) => ({
      from,
      to,
      mask: MASK,
    }));
  }

  function hidden(text: string, { cut = false }: MaskOptions = {}): Hidden[] {
    return mergedHidden([...values(text, cut), ...fields(text)]);
  }

  const isSecret = (name: string, value: string) =>
    secrets.isSecretField(name, value);

  /** In a file `key: X-Token` says where a key goes, and `auth: bearer` how. */
  const isSecretInFile = (name: string, value: string) =>
    isSecretVariable(name, value) ||
    !isSecretName(name, value) && isSecret(name, value);

  /** Fields of a text, and of a text that is escaped in it. */
  function fields(
    text: string,
    isSecretMember: (name: string, value: string) => boolean = isSecret,
  ): Hidden[] {
    const found = fieldValues(
      text,
      (name, value, kind) =>
        kind === "script" ? isSecretMember(name, value) : isSecret(name, value),
    ).map(({ range, kind }) => ({
      from: range[0],
      to: range[1],
      mask: kind === "number" ? `"${MASK}"` : MASK,
    }));
    const add = (from: number, to: number) =>
      found.push({ from, to, mask: MASK });
    for (const [from, to] of cookieValues(text)) add(from, to);
    for (const decode of ESCAPES) {
      const decoded = decode(text);
      if (decoded === undefined) continue;
      const { starts } = decoded;
      for (const { range: [from, to] } of fieldValues(decoded.text, isSecret)) {
        add(starts[from], starts[to]);
      }
      for (const [from, to] of cookieValues(decoded.text)) {
        add(starts[from], starts[to]);
      }
    }
    return found;
  }

  const maskText: Masker["maskText"] = (text, options) =>
    replace(text, hidden(text, options));

  function maskField(name: string, value: string): string {
    return maskText(
      secrets.isSecretField(name, value) ? maskHeader(name, value) : value,
    );
  }

  function hiddenInSource(line: string, name?: string): Hidden[] {
    // Behind the last end, each beginning would be looked at to the line's end.
    const ends = line.lastIndexOf("}}") + "}}".length;
    const placeholders = rangesOf(line.slice(0, ends), /\{\{.*?\}\}/g);
    const hidden = [
      ...fields(line, isSecretInFile).map((one) => withoutCode(line, one))
        .filter(({ from, to }) => from < to),
      ...yamlFields(line, isSecretInFile),
      ...(name === undefined ? [] : namedValue(line, name, isSecretInFile)),
    ].filter(({ from, to }) => !AUTH_KINDS.has(line.slice(from, to).trim()))
      .map((one) => ({ ...one, from: one.from + schemeLength(line, one) }));
    const all = mergedHidden([...values(line, false), ...hidden]);
    return without(all, placeholders);
  }

  return {
    secrets,
    mask,
    maskText,
    maskField,
    maskSource: (line, name) => replace(line, hiddenInSource(line, name)),
    hiddenInSource,
    maskDiagnostic: (diagnostic) =>
      maskDiagnostic(diagnostic, { hidden, mask, kept }),
    maskLocation: (location) => maskLocation(location, mask),
    hidden,
    keep: (names) => {
      for (const name of names) kept.add(name);
    },
  };
}

/** A JSON text inside of another, a URL in the query of another. */
const ESCAPES = decoders({ spaces: false });

const AUTH_KINDS: ReadonlySet<string> = new Set(
  Object.keys(SECRET_AUTH_FIELDS),
);

/** The scheme before a credential; it is not secret. */
const SCHEME =
  /^(?:bearer|basic|digest|token|apikey|negotiate|ntlm)[ \t]+(?=\S)/i;

/** Length of the scheme that a hidden value begins with. */
function schemeLength(line: string, { from, to }: Hidden): number {
  return SCHEME.exec(line.slice(from, to))?.[0].length ?? 0;
}

function replace(text: string, hidden: readonly Hidden[]): string {
  if (hidden.length === 0) return text;
  let out = "";
  let end = 0;
  for (const { from, to, mask } of hidden) {
    out += text.slice(end, from) + mask;
    end = to;
  }
  return out + text.slice(end);
}
