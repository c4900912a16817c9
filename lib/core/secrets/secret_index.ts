import type { Value } from "../scope/value/value.ts";
import type { Range } from "./automaton.ts";
import { findEncoded } from "./encodings/find_encoded.ts";
import { patternsOf } from "./encodings/patterns_of.ts";
import { growingSearch } from "./growing_search.ts";
import { fieldKey, isSecretField } from "./secret_field.ts";
import {
  leavesOf,
  type SecretCarrier,
  secretsOfRequest,
  secretsOfVariable,
} from "./secrets_of.ts";

/** A variable as it becomes known. */
export interface LearnedVariable {
  readonly name: string;
  readonly value: Value;
  /** Whether its file says that it is secret. */
  readonly secret: boolean;
  /** Hosts that it may be sent to; absent: any. */
  readonly hosts?: readonly string[];
  /** Whether texts in the value are templates, which say nothing before they are rendered. */
  readonly template?: boolean;
  /** Who gave a secret a value that is in no file; absent: a file, or it is told otherwise. */
  readonly given?: "outside" | "script";
}

/** Values that may go to certain hosts only. */
export interface BoundValues {
  /** Name of their variable. */
  readonly name: string;
  readonly hosts: readonly string[];
  /** Whether a text holds one of them, encoded or not. */
  isIn(text: string): boolean;
}

/** Shorter texts would turn up everywhere. */
const MIN_LENGTH = 4;

/**
 * What is secret in a run: values, which are found wherever they stand and
 * however they are encoded, and names of fields. What hides secrets and what
 * keeps them from hosts both ask it.
 *
 * @example
 * ```ts
 * import { SecretIndex } from "./secret_index.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const index = new SecretIndex();
 * index.learn({ name: "login", value: { apiKey: "k3y!" }, secret: false });
 * assertEquals(index.find("a k3y%21 b"), [[2, 8]]);
 * ```
 */
export class SecretIndex {
  readonly #values = new Values();
  readonly #bound = new Map<string, Bound>();
  /** Headers and parameters that requests' auth used. */
  readonly #authFields = new Set<string>();

  /** @param secrets The first ones. */
  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  /** Adds a secret, from now on; those of less than 4 characters are only known by field. */
  add(secret: string): void {
    this.#values.add(secret);
  }

  /** Adds what is secret in a variable, and where its values may go. */
  learn(variable: LearnedVariable): void {
    const { name, value, secret, hosts, template = false } = variable;
    const options = { secret, template };
    secretsOfVariable(name, value, options).forEach((one) => this.add(one));
    if (hosts === undefined) return;
    const key = JSON.stringify([name, hosts]);
    let bound = this.#bound.get(key);
    if (bound === undefined) {
      bound = new Bound(name, hosts);
      this.#bound.set(key, bound);
    }
    for (const leaf of leavesOf(value, template)) bound.values.add(leaf);
  }

  /** Adds the tokens, keys and passwords that a request carries, and the names of the fields that auth filled. */
  learnRequest(request: SecretCarrier): void {
    for (const name of request.authHeaders) {
      const key = fieldKey(name);
      if (key !== "") this.#authFields.add(key);
    }
    secretsOfRequest(request).forEach((secret) => this.add(secret));
  }

  /** Whether a field of this name holds a secret. */
  isSecretField(name: string): boolean {
    return isSecretField(name) || this.#authFields.has(fieldKey(name));
  }

  /** Where secrets stand in a text; `cut` says that the text goes on after its end. */
  find(text: string, cut = false): Range[] {
    return this.#values.find(text, cut);
  }

  /** The values that may go to certain hosts only. */
  get bound(): Iterable<BoundValues> {
    return this.#bound.values();
  }
}

/** How much of a text is searched at once. */
const PIECE = 1024 * 1024;
const LEAST_OVERLAP = 1024;
/** How much longer than a value what two encodings make of it can be: each character as `&#x…;`, percent-encoded. */
const MAX_FORM_LENGTH = 36;

class Values {
  /** Length of the longest value. */
  longest = 0;
  readonly #known = new Set<string>();
  readonly #patterns = growingSearch();
  #spaces = false;

  add(value: string): void {
    if (value.length < MIN_LENGTH || value.trim() === "") return;
    if (this.#known.has(value)) return;
    this.#known.add(value);
    this.longest = Math.max(this.longest, value.length);
    this.#patterns.add(patternsOf(value));
    this.#spaces ||= value.includes(" ");
  }

  find(text: string, cut: boolean): Range[] {
    if (this.#known.size === 0 || text.length < MIN_LENGTH) return [];
    const { search } = this.#patterns;
    return findEncoded(text, { search, spaces: this.#spaces, cut });
  }
}

class Bound implements BoundValues {
  readonly values = new Values();

  constructor(readonly name: string, readonly hosts: readonly string[]) {}

  /** A long text is looked at in pieces, so that decoding it takes little memory. */
  isIn(text: string): boolean {
    const overlap = Math.max(
      LEAST_OVERLAP,
      MAX_FORM_LENGTH * this.values.longest,
    );
    for (let from = 0; from < text.length; from += PIECE) {
      const piece = text.slice(from, from + PIECE + overlap);
      if (this.values.find(piece, false).length > 0) return true;
    }
    return false;
  }
}
