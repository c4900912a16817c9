import { decodeComponent } from "../../../core/render/encode.ts";
import { describeYamlError } from "../../../core/collection/yaml/describe_yaml_error.ts";
import { tabIndentation } from "../../../core/collection/yaml/tab_indentation.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import {
  isMapping,
  parseJsonFile,
  type RawJson,
  tooManyValues,
} from "../json.ts";
import type { ImportSource } from "../types.ts";
import { pointerParts } from "./spec.ts";
import { markLongNumbers } from "./long_numbers.ts";
import { pathBeside } from "../path_beside.ts";
import { parse } from "@std/yaml/parse";

/** The key of the first document under which all others are put, each by its own name. */
const DOCUMENTS = "x-brace-documents";

/** A document made of more files, or of more text, is refused. */
const MAX_DOCUMENTS = 5_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** So many are read at a time, as browsers do. */
const AT_A_TIME = 6;
/** A pointer can lead through references; one that leads through more goes in a circle. */
const MAX_HOPS = 100;

/** One of the files that make up a document. */
export interface Document {
  /** Its path or URL. */
  readonly name: string;
  /** Where its references start: its path, or its URL after redirects. */
  readonly base: string;
  readonly value: RawJson;
  /** What pointers into it begin with once it is in the first document. */
  readonly prefix: string;
}

/** What a reference leads to. */
export type ReferenceTarget =
  | { kind: "found"; value: RawJson; document: Document; reference: string }
  /** It can be told when this document has been read. */
  | { kind: "wanted"; name: string }
  | { kind: "bad"; why: string };

/** The files of a document, read as references lead to them. */
export class Documents {
  readonly first: Document;
  /** Why files could not be read, in the order in which they were asked for. */
  readonly refused: Diagnostic[] = [];
  readonly #source: ImportSource;
  readonly #byName = new Map<string, Document | { why: string }>();
  readonly #keys = new Map<string, RawJson>();
  readonly #rewritten = new Map<Record<string, RawJson>, string>();
  #characters = 0;
  #isFull = false;

  constructor(root: Record<string, RawJson>, source: ImportSource) {
    this.#source = source;
    const { name, location: base = name } = source;
    this.first = { name, base, value: root, prefix: "#" };
    for (const one of [name, base]) {
      this.#byName.set(resolveName("", one), this.first);
    }
  }

  /** All characters of the files that were read besides the first. */
  get characters(): number {
    return this.#characters;
  }

  /** Whether something forbids to go on: a permission, or a limit. */
  get isStopped(): boolean {
    return this.refused.some(({ code }) =>
      code === "PERMISSION" || code === "LIMIT"
    );
  }

  /** What a `$ref` of a document leads to; through other references as well. */
  target(reference: string, document: Document, hops = 0): ReferenceTarget {
    const [, file, fragment] = /^([^#]*)(.*)$/s.exec(reference) ?? [];
    const name = file === "" ? undefined : resolveName(document.base, file);
    const found = name === undefined ? document : this.#byName.get(name);
    if (found === undefined) return { kind: "wanted", name: name! };
    if ("why" in found) return { kind: "bad", why: found.why };
    const missing = {
      kind: "bad",
      why: file === "" ? "is not in the document" : "is not in that document",
    } as const;
    let at: RawJson = found.value;
    let inside = found;
    for (const part of pointerParts(fragment)) {
      if (
        isMapping(at) && typeof at.$ref === "string" &&
        !Object.hasOwn(at, part)
      ) {
        if (hops >= MAX_HOPS) return { kind: "bad", why: "leads to itself" };
        const through = this.target(at.$ref, inside, hops + 1);
        if (through.kind !== "found") return through;
        this.rewrite(at, through.reference);
        ({ value: at, document: inside } = through);
      }
      at = Array.isArray(at)
        ? at[Number(part)]
        : isMapping(at) && Object.hasOwn(at, part)
        ? at[part]
        : undefined;
      if (at === undefined) return missing;
    }
    return {
      kind: "found",
      value: at,
      document: inside,
      reference: found.prefix + fragment.slice(1),
    };
  }

  /** Notes what a reference is when all files are in one. */
  rewrite(mapping: Record<string, RawJson>, reference: string): void {
    this.#rewritten.set(mapping, reference);
  }

  /** Reads files that references lead to. */
  async load(names: Iterable<string>): Promise<void> {
    const wanted = [...new Set(names)].filter((name) =>
      !this.#byName.has(name)
    );
    for (let at = 0; at < wanted.length; at += AT_A_TIME) {
      const some = wanted.slice(at, at + AT_A_TIME);
      const isTooMany = this.#byName.size + some.length > MAX_DOCUMENTS + 1;
      const read = isTooMany || this.isStopped
        ? []
        : await Promise.all(some.map((name) => this.#read(name)));
      if (isTooMany) this.#refuseMore();
      for (const [index, name] of some.entries()) {
        this.#add(name, read[index] ?? { why: "was not read" });
      }
    }
  }

  /** The first document with the others in it, all references leading to where things are now. */
  whole(): Record<string, RawJson> {
    for (const [mapping, reference] of this.#rewritten) {
      mapping.$ref = reference;
    }
    const root = this.first.value as Record<string, RawJson>;
    return this.#keys.size === 0
      ? root
      : { ...root, [DOCUMENTS]: Object.fromEntries(this.#keys) };
  }

  async #read(
    name: string,
  ): Promise<{ text: string; url?: string } | { why: string }> {
    const read = await this.#source.readReference?.(name);
    if (read && "text" in read) return read;
    return this.#refuse(read?.diagnostic ?? this.#noReader(name));
  }

  #add(
    name: string,
    read: { text: string; url?: string } | { why: string },
  ): void {
    if ("why" in read) {
      this.#byName.set(name, read);
      return;
    }
    this.#characters += read.text.length;
    if (this.#characters > MAX_CHARACTERS) this.#refuseMore();
    const parsed = this.#isFull
      ? { why: "was not read" }
      : parseText(name, read.text);
    if ("value" in parsed) {
      const key = this.#key(name);
      this.#keys.set(key, parsed.value);
      const prefix = `#/${DOCUMENTS}/${key}`;
      const { url: base = name } = read;
      this.#byName.set(name, { name, base, value: parsed.value, prefix });
    } else {
      const { diagnostic } = parsed as { diagnostic?: Diagnostic };
      this.#byName.set(
        name,
        diagnostic ? this.#refuse(diagnostic) : { why: "was not read" },
      );
    }
  }

  #refuse(diagnostic: Diagnostic): { why: string } {
    this.refused.push(diagnostic);
    const { message } = diagnostic;
    return {
      why: `leads nowhere: ${message[0].toLowerCase()}${message.slice(1)}`,
    };
  }

  /** A short name, after which schemas can be called. */
  #key(name: string): string {
    const base = name.replace(/[?#].*$/s, "").replace(/^.*\//s, "")
      .replace(/\.\w+$/, "").replace(/\W+/g, "_") || "document";
    let key = base;
    for (let count = 2; this.#keys.has(key); count++) key = `${base}${count}`;
    return key;
  }

  /** Said once, however many more there are. */
  #refuseMore(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    this.#refuse({
      code: "LIMIT",
      severity: "error",
      message: `Cannot import "${
        this.#source.main ?? this.#source.name
      }": it refers to more than ${MAX_DOCUMENTS} other files or 64 MiB, bundle it into one file or split it`,
    });
  }

  #noReader(name: string): Diagnostic {
    const { main, name: own } = this.#source;
    return {
      code: "MISSING_PATH",
      severity: "error",
      message: `Cannot import "${
        main ?? own
      }": it refers to "${name}", which standard input cannot have`,
    };
  }
}

/** The path or URL of another file, as one that has this name refers to it. */
function resolveName(from: string, reference: string): string {
  if (/^https?:\/\//i.test(reference)) {
    return URL.parse(reference)?.href ?? reference;
  }
  if (/^https?:\/\//i.test(from)) {
    return URL.parse(reference, from)?.href ?? reference;
  }
  const path = decodeComponent(reference.replace(/^file:\/\//i, ""));
  return pathBeside(from, path);
}

/** Reads YAML or JSON, with or without a byte order mark; what is wrong is located. */
export function parseText(
  file: string,
  text: string,
): { value: RawJson } | { diagnostic: Diagnostic } {
  const source = text.replace(/^\ufeff/, "");
  const tab = tabIndentation(file, source);
  if (tab) return { diagnostic: tab };
  let value: RawJson;
  try {
    const marked = markLongNumbers(source);
    value = parse(marked, { schema: "core" });
  } catch (error) {
    const json = /\.json$/i.test(file) && parseJsonFile(file, text).diagnostic;
    return { diagnostic: json || describeYamlError(file, text, error) };
  }
  const limit = tooManyValues(file, value);
  return limit ? { diagnostic: limit } : { value };
}
