import type { Value } from "../scope/value/value.ts";
import {
  type Range,
  searchFor,
  type SearchOptions,
  type SecretPattern,
  type SecretSearch,
} from "./automaton.ts";
import { fieldKey, isSecretField } from "./secret_field.ts";
import {
  JOINED_OBJECT,
  leavesOf,
  type SecretCarrier,
  secretsOfRequest,
  secretsOfVariable,
} from "./secrets_of.ts";
import { pushAll } from "../source/push_all.ts";
import { type Decoded, decoders, wholeDecoded } from "./decoders.ts";
import { patternsOf } from "./secret_patterns.ts";

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
  /** Who gave the secret a value that no file holds; absent for a value from a file. */
  readonly given?: "outside" | "script";
  /** Who read it; a script goes on with an empty value, which a placeholder refuses. */
  readonly readBy?: "script";
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

/** What a script makes of a missing value where it joins texts: it opens nothing, and hides why a request failed. */
const NO_SECRET =
  /^(?:undefined|null|NaN|-?Infinity|true|false|\[object \w+\])$/;

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
  readonly #values: Values;
  readonly #options: SearchOptions;
  readonly #bound = new Map<string, Bound>();
  /** Headers and parameters that requests' auth used. */
  readonly #authFields = new Set<string>();

  /** @param secrets The first ones. */
  constructor(secrets: Iterable<string> = [], options: SearchOptions = {}) {
    this.#options = options;
    this.#values = new Values(options);
    for (const secret of secrets) this.add(secret);
  }

  /** Adds a secret, from now on; those of less than 4 characters, and words such as `undefined`, are only known by field. */
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
      bound = new Bound(name, hosts, this.#options);
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

  /** How much is known: as long as it is the same, the same is secret. */
  get size(): number {
    return this.#values.known.size + this.#authFields.size;
  }

  /** Whether a field of this name holds a secret, with this value. */
  isSecretField(name: string, value?: string): boolean {
    if (value !== undefined && JOINED_OBJECT.test(value)) return false;
    return isSecretField(name, value) || this.#authFields.has(fieldKey(name));
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
  readonly known = new Set<string>();
  readonly #patterns: ReturnType<typeof growingSearch>;
  #spaces = false;

  constructor(options: SearchOptions) {
    this.#patterns = growingSearch(options);
  }

  add(value: string): void {
    if (value.length < MIN_LENGTH || value.trim() === "") return;
    if (this.known.has(value) || NO_SECRET.test(value)) return;
    this.known.add(value);
    this.longest = Math.max(this.longest, value.length);
    this.#patterns.add(patternsOf(value));
    this.#spaces ||= value.includes(" ");
  }

  find(text: string, cut: boolean): Range[] {
    if (this.known.size === 0 || text.length < MIN_LENGTH) return [];
    const { search } = this.#patterns;
    return findEncoded(text, { search, spaces: this.#spaces, cut });
  }
}

class Bound implements BoundValues {
  readonly values: Values;

  constructor(
    readonly name: string,
    readonly hosts: readonly string[],
    options: SearchOptions,
  ) {
    this.values = new Values(options);
  }

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

interface Group {
  readonly patterns: readonly SecretPattern[];
  readonly search: SecretSearch;
}

/**
 * A search that learns patterns while a run goes on, such as a token for each
 * row of data. Adding many one by one stays cheap: they are in groups of
 * doubling size, and only the small ones are built anew.
 */
function growingSearch(options: SearchOptions): {
  add(patterns: readonly SecretPattern[]): void;
  readonly search: SecretSearch;
} {
  const groups: Group[] = [];
  let added: SecretPattern[] = [];

  function build(): void {
    let patterns: readonly SecretPattern[] = added;
    added = [];
    while (
      groups.length > 0 && groups.at(-1)!.patterns.length <= patterns.length
    ) patterns = [...groups.pop()!.patterns, ...patterns];
    groups.push({ patterns, search: searchFor(patterns, options) });
  }

  return {
    add: (patterns) => {
      added.push(...patterns);
    },
    search: {
      find: (text, cut) => {
        if (added.length > 0) build();
        return groups.flatMap(({ search }) => search.find(text, cut));
      },
      endOf: (lead, rest) => {
        let furthest: number | undefined;
        for (const { search } of groups) {
          const end = search.endOf(lead, rest);
          if (end !== undefined) furthest = Math.max(end, furthest ?? end);
        }
        return furthest;
      },
    },
  };
}

/** The options of a search for secrets. */
interface Finding {
  /** Finds the forms of {@linkcode patternsOf}. */
  readonly search: SecretSearch;
  /** Whether a secret has spaces, which forms write as `+`. */
  readonly spaces: boolean;
  /** Whether the text goes on after its end. */
  readonly cut: boolean;
}

/** How many escapes upon each other are looked through. */
const MAX_LAYERS = 3;
/** How many times base64 or hex is undone; what it holds is searched for its own base64 and hex. */
const MAX_WHOLE_LAYERS = 1;

const PLAIN = decoders({ spaces: false });
const WITH_FORMS = decoders({ spaces: true });

/**
 * Finds secrets in a text: as they are, in base64, base64url and hex,
 * percent-encoded, escaped for JSON, HTML and XML, and several of these upon
 * each other. Its work is linear in the text.
 */
function findEncoded(text: string, finding: Finding): Range[] {
  return find(text, { finding, seen: new Set() }, MAX_LAYERS, MAX_WHOLE_LAYERS);
}

interface State {
  readonly finding: Finding;
  /** Texts that were searched: two escapes in either order often decode to one text. */
  readonly seen: Set<string>;
}

function find(
  text: string,
  state: State,
  layers: number,
  whole: number,
): Range[] {
  const { finding, seen } = state;
  seen.add(text);
  const ranges = finding.search.find(text, finding.cut);
  if (layers === 0) return ranges;
  for (const decode of finding.spaces ? WITH_FORMS : PLAIN) {
    const decoded = decode(text);
    if (decoded === undefined) continue;
    pushAll(ranges, behindEscapes(text, decoded, finding));
    if (seen.has(decoded.text)) continue;
    const found = find(decoded.text, state, layers - 1, whole);
    pushAll(ranges, originals(found, decoded));
  }
  if (whole === 0) return ranges;
  for (const decoded of wholeDecoded(text)) {
    // The same text may come of different places.
    const inside = { finding, seen: new Set<string>() };
    const found = find(decoded.text, inside, layers - 1, whole - 1);
    pushAll(ranges, originals(found, decoded));
  }
  return ranges;
}

/** What escapes begin with. */
const INTRODUCERS = "%\\&";

/**
 * Secrets of which an escape took the beginning, as `%0` before `0+%21` does:
 * what stands before may end in a part of an escape, above all what base64 that
 * something else precedes is decoded to.
 */
function behindEscapes(
  source: string,
  { text, starts, escapes = [] }: Decoded,
  { search, cut }: Finding,
): Range[] {
  const ranges: Range[] = [];
  for (const at of escapes) {
    const end = starts[at];
    for (let from = end - 1; !INTRODUCERS.includes(source[from]); from--) {
      const lead = source.slice(from, end);
      const to = search.endOf(lead, { text, at, cut });
      if (to !== undefined) ranges.push([from, starts[to]]);
    }
  }
  return ranges;
}

/** Where what was found in a decoded text stands in its source. */
function originals(
  ranges: readonly Range[],
  { starts, ends = starts }: Decoded,
): Range[] {
  return ranges.map(([from, to]) => [starts[from], ends[to]]);
}
