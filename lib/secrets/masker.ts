import type { Diagnostic, Location } from "../source/diagnostic.ts";
import { decoders } from "./encodings/decoders.ts";
import { fieldValues } from "./field_values.ts";
import { type Hidden, mergedHidden, without } from "./hidden.ts";
import { maskDiagnostic, maskLocation } from "./mask_diagnostic.ts";
import { MASK, maskHeader } from "./mask_header.ts";
import { rangesOf } from "./ranges_of.ts";
import { SecretIndex } from "./secret_index.ts";

/** How much of a text is known. */
interface MaskOptions {
  /** The text goes on after its end. */
  readonly cut?: boolean;
}

/** Takes secrets out of what people read. */
export interface Masker {
  /** What is secret; it grows while a run goes on. */
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
  /** {@linkcode Masker.maskText} of a line of a file, in which placeholders stay. */
  maskSource(line: string): string;
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

  /** Fields of a text, and of a text that is escaped in it. */
  function fields(text: string): Hidden[] {
    const isSecret = (name: string) => secrets.isSecretField(name);
    const found = fieldValues(text, isSecret).map(({ range, kind }) => ({
      from: range[0],
      to: range[1],
      mask: kind === "number" ? `"${MASK}"` : MASK,
    }));
    for (const decode of ESCAPES) {
      const decoded = decode(text);
      if (decoded === undefined) continue;
      const { starts } = decoded;
      for (const { range: [from, to] } of fieldValues(decoded.text, isSecret)) {
        found.push({ from: starts[from], to: starts[to], mask: MASK });
      }
    }
    return found;
  }

  const maskText: Masker["maskText"] = (text, options) =>
    replace(text, hidden(text, options));

  function maskField(name: string, value: string): string {
    return maskText(
      secrets.isSecretField(name) ? maskHeader(name, value) : value,
    );
  }

  function maskSource(line: string): string {
    const placeholders = rangesOf(line, /\{\{.*?\}\}/g);
    const all = mergedHidden([
      ...values(line, false),
      ...fields(line),
      ...yamlFields(line, (name) => secrets.isSecretField(name)),
    ]);
    return replace(line, without(all, placeholders));
  }

  return {
    secrets,
    mask,
    maskText,
    maskField,
    maskSource,
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

/** `password: value` as files have it, to the line's end. */
const BLOCK_FIELD =
  /^\s*(?:- )?([\w.-]{1,100}):\s+(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"'#|>&*{[].*?)\s*$)/dg;
/** The same in `{a: 1, password: value}`. */
const FLOW_FIELD =
  /[{,]\s*([\w.-]{1,100}):\s+(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"'#|>&*{}[\],][^{}[\],]*))/dg;

function yamlFields(
  line: string,
  isSecret: (name: string) => boolean,
): Hidden[] {
  return [BLOCK_FIELD, FLOW_FIELD].flatMap((field) =>
    [...line.matchAll(field)].flatMap(({ 1: name, indices }) => {
      const [from, to] = indices![2] ?? indices![3] ?? indices![4]!;
      return from < to && isSecret(name) ? { from, to, mask: MASK } : [];
    })
  );
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
