import { type Diagnostic, wordFix } from "../../source/diagnostic.ts";
import { nearest, surelyMeant, useOneOf } from "../../source/nearest.ts";
import { formatYamlPath } from "../../source/origin.ts";
import { isMapping } from "../../source/plain_value.ts";
import { nodeKind } from "../yaml/node_words.ts";
import type { YamlDocument } from "../yaml/parse_yaml.ts";
import { fromVault } from "./vault.ts";

/** Keys and indexes from the root of a file. */
export type V3Keys = readonly (string | number)[];

/** A mapping of the OpenCollection form while it is made. */
export type Form = Record<string, unknown>;

/** A part of a text of the OpenCollection form that stands elsewhere in Postman's file. */
export interface V3Piece {
  /** From where to where in the form's text. */
  readonly start: number;
  readonly end: number;
  readonly keys: V3Keys;
}

/** Where a part of the OpenCollection form stands in Postman's file. */
interface Place {
  readonly keys: V3Keys;
  readonly pieces?: readonly V3Piece[];
}

/** Makes the OpenCollection form of a file, and knows where its parts stand. */
export class V3Shape {
  readonly #places = new Map<object, Map<string | number, Place>>();

  /** Puts a part into its container. */
  set<T>(
    container: Form | unknown[],
    key: string | number,
    value: T,
    keys: V3Keys,
    pieces?: readonly V3Piece[],
  ): T {
    // A plain assignment would not make a member of `__proto__`.
    Object.defineProperty(container, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    const places = this.#places.get(container) ?? new Map();
    this.#places.set(container, places);
    places.set(key, { keys, ...(pieces && { pieces }) });
    return value;
  }

  /** Puts what a scalar says, if it is there. */
  text(container: Form, key: string, source: V3Source): void {
    if (source.present) this.set(container, key, source.text, source.keys);
  }

  /** Adds a part to a list. */
  add<T>(list: unknown[], value: T, keys: V3Keys): T {
    return this.set(list, list.length, value, keys);
  }

  /** Where the part at the end of a way of keys stands; what has no place of its own stands where it is in the form. */
  placeOf(root: unknown, keys: V3Keys): Place {
    let at = root;
    let place: Place = { keys: [] };
    for (const [index, key] of keys.entries()) {
      const known = typeof at === "object" && at !== null
        ? this.#places.get(at)?.get(key)
        : undefined;
      // The file's own keys, in what is reported about them.
      if (known === undefined && index === 0) return { keys };
      const { keys: above } = place;
      place = known ?? { keys: [...above, key] };
      at = typeof at === "object" && at !== null
        ? Reflect.get(at, key)
        : undefined;
    }
    return place;
  }
}

/** A part of a file of Postman's. */
export class V3Source {
  constructor(
    readonly document: YamlDocument,
    readonly diagnostics: Diagnostic[],
    readonly value: unknown,
    readonly keys: V3Keys,
  ) {}

  /** False when the key is absent or has no value. */
  get present(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get isMapping(): boolean {
    return isMapping(this.value);
  }

  has(key: string): boolean {
    return isMapping(this.value) && Object.hasOwn(this.value, key);
  }

  get(key: string): V3Source {
    const value = this.has(key)
      ? Reflect.get(this.value as object, key)
      : undefined;
    return this.#at(key, value);
  }

  /** The elements of a list, none of anything else. */
  list(): V3Source[] {
    return Array.isArray(this.value)
      ? this.value.map((value, index) => this.#at(index, value))
      : [];
  }

  /** The members of a mapping by name, none of anything else. */
  members(): [string, V3Source][] {
    return isMapping(this.value)
      ? Object.entries(this.value).map(([key, value]) => [
        key,
        this.#at(key, value),
      ])
      : [];
  }

  /** A scalar as it is written; a list or a mapping as it is, which the reader of the form reports. */
  get text(): unknown {
    const { value } = this;
    if (typeof value === "string") return fromVault(value);
    return typeof value === "number" || typeof value === "boolean"
      ? this.document.written(this.keys) ?? String(value)
      : value ?? (value === null ? "" : undefined);
  }

  /** The text of a scalar; "" for anything else. */
  get word(): string {
    const { text } = this;
    return typeof text === "string" ? text : "";
  }

  /** The path, as diagnostics show it; the file's for the root. */
  get name(): string {
    return formatYamlPath([...this.keys]) || this.document.file;
  }

  /** Adds a diagnostic that points to this part. */
  report(
    { onKey, ...diagnostic }:
      & Pick<Diagnostic, "code" | "message">
      & Partial<Diagnostic>
      & { readonly onKey?: boolean },
  ): void {
    this.diagnostics.push({
      severity: "error",
      location: {
        file: this.document.file,
        keys: [...this.keys],
        ...(onKey && { onKey }),
      },
      ...diagnostic,
    });
  }

  /** Reports a value of another kind than expected. */
  wrongType(expected: string): void {
    this.report({
      code: "INVALID_FIELD",
      message: `Cannot read "${this.name}": expected ${expected}, found ${
        nodeKind(this.value)
      }`,
    });
  }

  /** Reports a word that is not among those that can stand here. */
  wrongWord(words: readonly string[]): void {
    const { word } = this;
    const meant = this.meant(word, words);
    this.report({
      code: "INVALID_FIELD",
      message: `Cannot read "${this.name}": "${word}" is unknown (${
        meant.suggestion === undefined
          ? useOneOf(words)
          : `did you mean "${meant.suggestion}"?`
      })`,
      ...meant,
    });
  }

  /** The word that this misspelt one means, and what writes it where that is sure. */
  meant(
    word: string,
    words: readonly string[],
    before = "",
  ): Pick<Diagnostic, "suggestion" | "fix"> {
    const full = (it: string | undefined) => it && before + it;
    const near = full(nearest(word, words));
    if (near === undefined) return {};
    const location = { file: this.document.file, keys: [...this.keys] };
    return {
      suggestion: near,
      ...wordFix(location, before + word, full(surelyMeant(word, words))),
    };
  }

  /** Warns about keys that are likely one of the known ones, misspelt. */
  warnAboutMisspelt(known: readonly string[]): void {
    for (const [key, source] of this.members()) {
      if (known.includes(key)) continue;
      const near = nearest(key, known);
      if (near === undefined) continue;
      source.report({
        code: "UNKNOWN_KEY",
        severity: "warning",
        message:
          `Ignored "${source.name}": the key is unknown (did you mean "${near}"?)`,
        suggestion: near,
        onKey: true,
      });
    }
  }

  #at(key: string | number, value: unknown): V3Source {
    const { document, diagnostics, keys } = this;
    return new V3Source(document, diagnostics, value, [...keys, key]);
  }
}
