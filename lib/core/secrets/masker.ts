import type { Diagnostic, LineText, Location } from "../source/diagnostic.ts";
import { cookieValues } from "./cookie_values.ts";
import { decoders } from "./decoders.ts";
import { fieldValues } from "./field_values.ts";
import {
  type Hidden,
  MASK,
  maskHeader,
  mergedHidden,
  rangesOf,
  without,
  withoutCode,
} from "./hidden.ts";
import { maskDiagnostic, maskLocation } from "./mask_diagnostic.ts";
import {
  isSecretField as isSecretName,
  isSecretVariable,
} from "./secret_field.ts";
import { SECRET_AUTH_FIELDS } from "./secrets_of_auth.ts";
import { SecretIndex } from "./secret_index.ts";
import type { Range } from "./automaton.ts";
import { namedValue, yamlFields } from "./yaml_fields.ts";

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
  /** {@linkcode Masker.maskText} of a value that a file defines, in which placeholders stay. */
  maskValue(value: string): string;
  /** Masks the value of a header or field; the whole of it where the name says that it is a secret. */
  maskField(name: string, value: string): string;
  /**
   * {@linkcode Masker.maskText} of a line of a file, in which the author's words
   * stay: placeholders, schemes such as `Bearer`, kinds of auth, names of headers.
   *
   * @param name The one that the line's value belongs to, where another line has it.
   * @param texts What a line of a script has besides code; the code stays.
   */
  maskSource(
    line: string,
    name?: string,
    texts?: readonly LineText[],
  ): string;
  /** What {@linkcode Masker.maskSource} hides, in order. */
  hiddenInSource(
    line: string,
    name?: string,
    texts?: readonly LineText[],
  ): Hidden[];
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

  const maskValue: Masker["maskValue"] = (value) =>
    replace(value, without(hidden(value), placeholdersIn(value)));

  function maskField(name: string, value: string): string {
    return maskText(
      secrets.isSecretField(name, value) ? maskHeader(name, value) : value,
    );
  }

  function hiddenInSource(line: string, name?: string): Hidden[] {
    const hidden = [
      ...fields(line, isSecretInFile).map((one) => withoutCode(line, one))
        .filter(({ from, to }) => from < to),
      ...yamlFields(line, isSecretInFile),
      ...(name === undefined ? [] : namedValue(line, name, isSecretInFile)),
    ].filter(({ from, to }) => !AUTH_KINDS.has(line.slice(from, to).trim()))
      .map((one) => ({ ...one, from: one.from + schemeLength(line, one) }));
    const all = mergedHidden([...values(line, false), ...hidden]);
    return without(all, placeholdersIn(line));
  }

  /** The same of a line of a script: what of it is no code. */
  function hiddenInScript(line: string, texts: readonly LineText[]) {
    const hidden = values(line, false);
    for (const { from, to, name, isProse } of texts) {
      const text = line.slice(from, to);
      const inside = name !== undefined && isSecretInFile(name, text)
        ? [{ from: 0, to: text.length, mask: MASK }]
        : isProse
        ? hiddenInSource(text)
        : fields(text, isSecretInFile);
      for (const one of inside) {
        hidden.push({
          from: from + one.from + schemeLength(text, one),
          to: from + one.to,
          mask: MASK,
        });
      }
    }
    return without(mergedHidden(hidden), placeholdersIn(line));
  }

  const hiddenIn: Masker["hiddenInSource"] = (line, name, texts) =>
    texts ? hiddenInScript(line, texts) : hiddenInSource(line, name);

  return {
    secrets,
    mask,
    maskText,
    maskValue,
    maskField,
    maskSource: (...line) => replace(line[0], hiddenIn(...line)),
    hiddenInSource: hiddenIn,
    maskDiagnostic: (diagnostic) =>
      maskDiagnostic(diagnostic, { hidden, mask, kept }),
    maskLocation: (location) => maskLocation(location, mask),
    hidden,
    keep: (names) => {
      for (const name of names) kept.add(name);
    },
  };
}

function placeholdersIn(line: string): Range[] {
  // Behind the last end, each beginning would be looked at to the line's end.
  const ends = line.lastIndexOf("}}") + "}}".length;
  return rangesOf(line.slice(0, ends), /\{\{.*?\}\}/g);
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
