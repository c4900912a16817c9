import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import { formatYamlPath, type Origin, type Text } from "../../source/origin.ts";
import { nearest } from "../../source/nearest.ts";
import { sharedPath } from "../../source/shared_path.ts";
import {
  mergeKey,
  quoteThePlaceholder,
  tooLarge,
  unknownKey,
} from "./describe_yaml_error.ts";
import { ownMeaning, type StrayKey } from "./foreign_keys.ts";
import {
  inBrackets,
  keysText,
  nodeKind,
  shortPath,
  unknownWord,
  withoutIndexes,
  type WordOptions,
} from "./node_words.ts";
import type { YamlDocument } from "./parse_yaml.ts";

/** An alias can make a small file a huge or endless tree: reading stops at these. */
const MAX_NODES = 500_000;
const MAX_DEPTH = 128;
/** Of a file with more errors than this only so many are reported. */
const MAX_ERRORS = 50;

/** What all nodes of one file share while it is read. */
export interface Reading {
  readonly document: YamlDocument;
  readonly diagnostics: Diagnostic[];
  /** Unknown keys that were warned about, in any file of the collection. */
  readonly unknownKeys: Set<string>;
  nodes: number;
  errors: number;
}

/** Finds where a key belongs that a mapping does not know, as a path from that mapping. */
type FindPlace = (
  key: StrayKey,
  node: YamlNode,
  is: boolean,
) => string | undefined;

/** Where keys belong that a mapping does not know. */
export interface KeyPlaces {
  /** Below the mapping; whether the key is taken for one of another program. */
  readonly below: FindPlace;
  /** In what stands above the key, which is not indented; whether that is empty. */
  readonly inPrevious: FindPlace;
}

/** A place in a YAML file that knows its path and complains about wrong types. */
export class YamlNode {
  readonly value: unknown;
  readonly #reading: Reading;
  readonly #parent: YamlNode | undefined;
  readonly #key: string | number;
  readonly #depth: number;
  #places: KeyPlaces | undefined;
  #known: readonly string[] | undefined;

  private constructor(
    reading: Reading,
    value: unknown,
    parent?: YamlNode,
    key: string | number = "",
  ) {
    this.#reading = reading;
    this.value = value;
    this.#parent = parent;
    this.#key = key;
    this.#depth = parent ? parent.#depth + 1 : 0;
  }

  /** The root of a file; what is wrong in it is added to `diagnostics`. */
  static root(
    document: YamlDocument,
    diagnostics: Diagnostic[],
    unknownKeys: Set<string>,
  ): YamlNode {
    const reading = { document, diagnostics, unknownKeys, nodes: 0, errors: 0 };
    return new YamlNode(reading, document.root);
  }

  /** Keys and indexes from the root; made anew at each call, as most nodes are never asked, and no longer than it is. */
  get path(): (string | number)[] {
    return this.#inPath(new Array(this.#depth));
  }

  /** The file that the node is in. */
  get document(): YamlDocument {
    return this.#reading.document;
  }

  /** Where the node stands. */
  get at(): Origin {
    const { document, path } = this;
    return {
      file: document.file,
      path: document.keys?.(path) ?? sharedPath(path),
    };
  }

  /** False when the key is absent or has no value. */
  get present(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Whether this is a mapping with a key, be it without a value. */
  has(key: string): boolean {
    return this.isMapping() && Object.hasOwn(this.value, key);
  }

  /** The node under a key; its value is undefined when this is not a mapping with it. */
  get(key: string): YamlNode {
    const value = this.isMapping() && Object.hasOwn(this.value, key)
      ? this.value[key]
      : undefined;
    return new YamlNode(this.#reading, value, this, key);
  }

  /** True for a mapping; says nothing when it is not. */
  isMapping(): this is { readonly value: Record<string, unknown> } {
    return typeof this.value === "object" && this.value !== null &&
      !Array.isArray(this.value);
  }

  /**
   * True for a mapping whose keys may be read. Reports another kind, and once
   * a collection every key that is not among the `known`, and where it belongs.
   */
  mapping(known?: readonly string[], places?: KeyPlaces): boolean {
    if (!this.present) return false;
    if (!this.isMapping()) {
      this.wrongType("a mapping", this.kind, known && keysText(known));
      return false;
    }
    if (!this.#enter()) return false;
    if (Object.hasOwn(this.value, "[object Object]")) {
      this.#quote();
      return false;
    }
    if (places) this.#places = places;
    this.#known = known;
    if (known) this.#warnAboutUnknownKeys(known);
    return true;
  }

  /** The keys of a mapping; call {@linkcode mapping} first. */
  keys(): string[] {
    return this.isMapping() ? Object.keys(this.value) : [];
  }

  /** The elements of a list; none when absent. Reports another kind, with how to write it. */
  list(wayOut?: string): YamlNode[] {
    if (!this.present) return [];
    if (!Array.isArray(this.value)) {
      this.wrongType("a list", this.kind, this.document.listForm ?? wayOut);
      return [];
    }
    if (!this.#enter()) return [];
    this.#reading.nodes += this.value.length;
    return this.value.map((value, index) =>
      new YamlNode(this.#reading, value, this, index)
    );
  }

  /**
   * A scalar as it is written, quotes aside; nothing written is "". Undefined
   * when the key is absent or its value is not a scalar, which is reported, with
   * how to write it.
   */
  text(wayOut?: string): Text | undefined {
    const text = this.scalar(wayOut);
    return text === undefined ? undefined : { text, at: this.at };
  }

  /** The text of {@linkcode text}. */
  scalar(wayOut?: string): string | undefined {
    const { value } = this;
    switch (typeof value) {
      case "undefined":
        return undefined;
      case "string":
        return value;
      case "number":
      case "boolean":
        return this.written() ?? String(value);
      default:
        if (value === null) return "";
        this.wrongType("text", this.kind, wayOut);
        return undefined;
    }
  }

  /** The scalar's text in the file where the value is not a string already. */
  written(): string | undefined {
    return this.#reading.document.written(this.path);
  }

  /** The key as it is written in the file. */
  writtenKey(): string {
    const key = String(this.#key);
    // Only that of a number may have another form.
    if (!/^[-\dIN]/.test(key)) return key;
    return this.#reading.document.writtenKey?.(this.path) ?? key;
  }

  /** True or false, also as text. Undefined when absent; reports another kind. */
  flag(): boolean | undefined {
    const { value } = this;
    if (typeof value === "boolean") return value;
    if (value === "true") return true;
    if (value === "false") return false;
    if (this.present) this.wrongType("true or false");
    return undefined;
  }

  /** A finite number, also as text. Undefined when absent; reports another kind. */
  number(): number | undefined {
    const { value } = this;
    const number = typeof value === "string" && value.trim() !== ""
      ? Number(value)
      : value;
    if (typeof number === "number" && Number.isFinite(number)) return number;
    if (this.present) this.wrongType("a number");
    return undefined;
  }

  /** One of the given words. Undefined when absent; reports anything else, with the nearest word. */
  oneOf<const T extends string>(words: readonly T[]): T | undefined {
    const word = this.scalar();
    if (word === undefined || word === "") return undefined;
    const known = words.find((one) => one === word);
    if (known === undefined) this.wrongWord(word, words);
    return known;
  }

  /** Reports a word that is not among those allowed. */
  wrongWord(
    word: string,
    allowed: readonly string[],
    { code = "INVALID_FIELD", near }: WordOptions = {},
  ): void {
    const { name, words } = this.#reading.document.choice?.(this.at.path) ??
      { name: this.name, words: allowed };
    this.report({
      code,
      ...unknownWord({ name, at: this.at }, word, words, near),
    });
  }

  /** Describes the value in words: "a list", "text", "nothing". */
  get kind(): string {
    return nodeKind(this.value);
  }

  /** Reports a value of another kind than expected; `found` says it more exactly, `wayOut` how to write it. */
  wrongType(expected: string, found = this.kind, wayOut?: string): void {
    if (this.isMapping() && Object.hasOwn(this.value, "[object Object]")) {
      return this.#quote();
    }
    this.report({
      code: "INVALID_FIELD",
      message:
        `Cannot read "${this.name}": expected ${expected}, found ${found}${
          inBrackets(wayOut)
        }`,
    });
  }

  /** Reports a merge key: what it brings would silently be missing. */
  refuseMerge(): void {
    this.report(mergeKey(this));
  }

  /** Reports a key that has to be there, with how to write it. */
  missing(key: string, wayOut?: string): void {
    this.report({
      code: "INVALID_FIELD",
      message: `Cannot read "${this.name}": "${key}" is missing${
        inBrackets(wayOut)
      }`,
      location: { ...locationOf(this.at), onKey: true },
    });
  }

  /** Adds a diagnostic that points to this node; an error unless told otherwise. */
  report(
    diagnostic: Omit<Diagnostic, "severity" | "location"> & Partial<Diagnostic>,
  ): void {
    const complete: Diagnostic = {
      severity: "error",
      location: locationOf(this.at),
      ...diagnostic,
    };
    this.#add(complete);
  }

  /** The path as diagnostics show it, or as much as helps; the file's for the root. */
  get name(): string {
    const { document } = this;
    const path = document.ownName?.(this.path) ?? formatYamlPath(this.at.path);
    return shortPath(path) || document.file;
  }

  #inPath(path: (string | number)[]): (string | number)[] {
    if (this.#parent === undefined) return path;
    path[this.#depth - 1] = this.#key;
    return this.#parent.#inPath(path);
  }

  #add(diagnostic: Diagnostic): void {
    if (diagnostic.severity === "error") {
      if (this.#reading.errors >= MAX_ERRORS) return;
      this.#reading.errors++;
    }
    this.#reading.diagnostics.push(diagnostic);
  }

  #quote(): void {
    this.#add(
      quoteThePlaceholder(this.#reading.document.file, locationOf(this.at)),
    );
  }

  /** False when the file is too large, too deep or too wrong to be read on. */
  #enter(): boolean {
    const reading = this.#reading;
    if (reading.errors >= MAX_ERRORS) return false;
    if (++reading.nodes < MAX_NODES && this.#depth < MAX_DEPTH) return true;
    reading.errors = MAX_ERRORS;
    // The whole path of a circle would be as long as the limit.
    const at = { ...this.at, path: this.path.slice(0, 8) };
    reading.diagnostics.push(tooLarge(at));
    return false;
  }

  #warnAboutUnknownKeys(known: readonly string[]): void {
    let after: string | undefined;
    for (const key of this.keys()) {
      if (known.includes(key)) {
        after = key;
        continue;
      }
      const node = this.get(key);
      if (key === "<<") {
        node.refuseMerge();
        continue;
      }
      const name = withoutIndexes([...this.path, key]);
      if (this.#reading.unknownKeys.has(name)) continue;
      this.#reading.unknownKeys.add(name);
      const stray = { key, value: node.value, after, known };
      node.report(unknownKey(node, key, known, this.#placeOf(stray, known)));
    }
  }

  /** Where a key that is unknown here belongs: in what stands before it, below this mapping, beside it, or above. */
  #placeOf(stray: StrayKey, known: readonly string[]): string | undefined {
    const { key, after } = stray;
    const { keys, ownName } = this.#reading.document;
    // A file of another form names its levels otherwise, and not by indentation.
    const isIndented = keys === undefined && ownName === undefined;
    const inPrevious = (isEmpty: boolean) => {
      const place = this.#places?.inPrevious(stray, this, isEmpty);
      return isIndented && place
        ? `${this.#full(place)}: indent it below "${after}"`
        : undefined;
    };
    const below = (isForeign: boolean) =>
      this.placed(stray, isForeign) ?? this.#parent?.placed(stray, isForeign);
    const own = nearest(key, known) ?? ownMeaning(key, known);
    // A key of a level above is no word of another program.
    return inPrevious(true) ?? below(false) ?? inPrevious(false) ??
      (isIndented ? this.#parent?.above(key) : undefined) ??
      (own === undefined ? below(true) : undefined);
  }

  /** The path of a key in the nearest mapping from here up that knows it, and does not have it: it was indented too far. */
  above(key: string): string | undefined {
    if (!this.#known?.includes(key)) return this.#parent?.above(key);
    return this.has(key) ? undefined : formatYamlPath([...this.path, key]);
  }

  /** The path of a key below this mapping that knows it, or what it means. */
  placed(stray: StrayKey, isForeign: boolean): string | undefined {
    const place = this.#places?.below(stray, this, isForeign);
    return place && this.#full(place);
  }

  /** A path from here as one from the top. */
  #full(place: string): string {
    const path = formatYamlPath(this.path);
    return path === "" ? place : `${path}.${place}`;
  }
}
