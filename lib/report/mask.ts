import { fieldKey, isSecretField } from "../request/secret_field.ts";
import type { RenderedRequest } from "../request/types.ts";
import type { Value } from "../scope/value.ts";
import type { Range, Search } from "./mask/automaton.ts";
import { type Decoder, decoders } from "./mask/decoders.ts";
import { MASK, maskFieldsInText, maskSecretField } from "./mask/fields.ts";
import { growingSearch } from "./mask/growing_search.ts";
import { patternsOf } from "./mask/patterns_of.ts";
import { secretsOfRequest, secretsOfVariable } from "./mask/secrets_of.ts";

/** Takes secrets out of what people read. */
export interface Masker {
  /**
   * Replaces every secret by `***`: as it is, in base64 and base64url (also in
   * the middle of more), percent-encoded, JSON-, HTML- or XML-escaped, and
   * several of these upon each other. A secret's beginning is replaced too
   * where the text is cut by a `…`, and, with `cut`, at its end.
   */
  mask(text: string, options?: { readonly cut?: boolean }): string;
  /** {@linkcode Masker.mask}, and the values of fields that hold secrets by their name: in URLs, forms, JSON and XML. */
  maskText(text: string, options?: { readonly cut?: boolean }): string;
  /** Masks the value of a header or field; the whole of it where the name says that it is a secret. */
  maskField(name: string, value: string): string;
  /** Masks every text inside a value, names of members too; objects stay what they are. */
  maskJson(value: Value): Value;
  /** Adds a secret, from now on; those of less than 4 characters are only masked by field. */
  add(secret: string): void;
  /** Adds user and password as Basic auth sends them: the pair is a secret even where the password is short. */
  addPair(user: string, password: string): void;
  /** Adds what is secret in a variable: all of a secret one, else what has a secret's name, such as `auth.apiKey`. */
  addVariable(variable: {
    readonly name: string;
    readonly value: Value;
    readonly secret: boolean;
  }): void;
  /** Adds the tokens, keys and passwords that a request carries in its headers and auth, and the names of the fields that auth filled. */
  addRequest(request: RenderedRequest): void;
}

/** Shorter texts would turn up everywhere. */
const SHORTEST = 4;
/** How many escapes upon each other are looked through. */
const LAYERS = 3;
/** Deeper values are masked as a whole, before the stack ends. */
const DEEPEST = 1_000;

/**
 * Makes a masker. Its work is linear in the text, however many secrets there
 * are.
 *
 * @example
 * ```ts
 * import { createMasker } from "./mask.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const masker = createMasker(["s3cr&t"]);
 * assertEquals(masker.mask("a=s3cr%26t; b=s3cr&amp;t"), "a=***; b=***");
 * assertEquals(masker.maskField("X-API-Key", "k1"), "***");
 * ```
 */
export function createMasker(secrets: Iterable<string> = []): Masker {
  const known = new Set<string>();
  /** Headers and parameters that requests' auth used. */
  const authFields = new Set<string>();
  const { add: addPatterns, search } = growingSearch();
  let layers = decoders({ spaces: false });

  function add(secret: string): void {
    if (secret.length < SHORTEST || secret.trim() === "") return;
    if (known.has(secret)) return;
    known.add(secret);
    addPatterns(patternsOf(secret));
    if (secret.includes(" ")) layers = decoders({ spaces: true });
  }

  function mask(text: string, options: { cut?: boolean } = {}): string {
    if (known.size === 0 || text.length < SHORTEST) return text;
    const cut = options.cut ?? false;
    return replace(text, find(text, { search, layers, cut, seen: new Set() }));
  }

  function maskText(text: string, options?: { cut?: boolean }): string {
    return maskFieldsInText(mask(text, options), isSecret);
  }

  function isSecret(name: string): boolean {
    return isSecretField(name) || authFields.has(fieldKey(name));
  }

  function maskField(name: string, value: string): string {
    const known = isSecret(name) ? maskSecretField(name, value) : value;
    return maskText(known);
  }

  function maskJson(value: Value, depth = 0): Value {
    if (depth > DEEPEST) return MASK;
    if (typeof value === "string") return maskText(value);
    if (typeof value === "number" || typeof value === "bigint") {
      const text = String(value);
      const masked = mask(text);
      return masked === text ? value : masked;
    }
    if (typeof value !== "object" || value === null || value instanceof Date) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map((element) => maskJson(element, depth + 1));
    }
    // Unlike assignment, this makes `__proto__` a member like any other.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        mask(name),
        isSecretField(name)
          ? maskMember(name, member, depth + 1)
          : maskJson(member, depth + 1),
      ]),
    );
  }

  /** A member that holds a secret by its name. */
  function maskMember(name: string, value: Value, depth: number): Value {
    if (typeof value === "string") return maskField(name, value);
    if (typeof value === "number" || typeof value === "bigint") return MASK;
    if (Array.isArray(value)) {
      return depth > DEEPEST
        ? MASK
        : value.map((element) => maskMember(name, element, depth + 1));
    }
    return maskJson(value, depth);
  }

  for (const secret of secrets) add(secret);
  return {
    mask,
    maskText,
    maskField,
    maskJson: (value) => maskJson(value),
    add,
    addPair: (user, password) => add(`${user}:${password}`),
    addVariable: ({ name, value, secret }) =>
      secretsOfVariable(name, value, { secret }).forEach(add),
    addRequest: (request) => {
      request.authHeaders.map(fieldKey).filter(Boolean)
        .forEach((name) => authFields.add(name));
      secretsOfRequest(request).forEach(add);
    },
  };
}

interface Finding {
  readonly search: Search;
  readonly layers: readonly Decoder[];
  readonly cut: boolean;
  /** Texts that were searched: two escapes in either order often decode to one text. */
  readonly seen: Set<string>;
}

function find(text: string, finding: Finding, layer = 0): Range[] {
  finding.seen.add(text);
  const ranges = finding.search(text, finding.cut);
  if (layer === LAYERS) return ranges;
  for (const decode of finding.layers) {
    const decoded = decode(text);
    if (decoded === undefined || finding.seen.has(decoded.text)) continue;
    for (const [from, to] of find(decoded.text, finding, layer + 1)) {
      ranges.push([decoded.starts[from], decoded.starts[to]]);
    }
  }
  return ranges;
}

/** Ranges that overlap or touch become one. */
function replace(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text;
  ranges.sort((a, b) => a[0] - b[0]);
  let out = "";
  let end = -1;
  let from = 0;
  for (const [start, to] of ranges) {
    if (start > end) {
      if (end >= 0) out += MASK;
      out += text.slice(from, start);
    }
    if (to > end) end = from = to;
  }
  return out + MASK + text.slice(from);
}
