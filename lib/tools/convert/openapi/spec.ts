import { decodeComponent } from "../../../core/render/encode.ts";
import { withLongNumbers } from "./long_numbers.ts";
import { isMapping, jsonTextOf, members, type RawJson } from "../json.ts";

/** An OpenAPI document (3.0 to 3.2) or one of Swagger 2.0, whose references all point into it. */
export class Spec {
  readonly root: Record<string, RawJson>;
  readonly isSwagger: boolean;
  /** What is left for examples made from schemas. */
  readonly budget: SampleBudget;
  /** Patterns that examples made from schemas do not match, until they are told. */
  readonly unmatched = new Set<string>();

  /** Where it was fetched from, without a name and password; undefined for a file. */
  readonly location: string | undefined;

  /** @param options.characters How long the texts were that it was read from. */
  constructor(
    root: Record<string, RawJson>,
    { characters = 0, location }: { characters?: number; location?: string } =
      {},
  ) {
    this.root = root;
    this.location = location && withoutUser(location);
    this.isSwagger = Object.hasOwn(root, "swagger");
    this.budget = new SampleBudget(characters);
  }

  /** A mapping, its `$ref` followed; members beside a `$ref` win (3.1). */
  open(value: RawJson): Record<string, RawJson> {
    let mapping = members(value);
    // A reference that leads nowhere was reported before.
    for (let hops = 0; typeof mapping.$ref === "string"; hops++) {
      if (hops > 100) return {};
      const { $ref, ...beside } = mapping;
      mapping = { ...members(this.at($ref as string)), ...beside };
    }
    return mapping;
  }

  /** What a reference such as `#/components/schemas/User` leads to; undefined: nothing. */
  at(reference: string, hops = 0): RawJson {
    let value: RawJson = this.root;
    for (const key of pointerParts(reference)) {
      if (
        isMapping(value) && typeof value.$ref === "string" &&
        !Object.hasOwn(value, key)
      ) value = hops > 100 ? undefined : this.at(value.$ref, hops + 1);
      value = Array.isArray(value)
        ? value[Number(key)]
        : isMapping(value) && Object.hasOwn(value, key)
        ? value[key]
        : undefined;
    }
    return value;
  }
}

/** The URL of a document; undefined for a path. */
function withoutUser(location: string): string | undefined {
  const url = /^https?:/i.test(location) ? URL.parse(location) : null;
  if (url === null) return undefined;
  url.username =
    url.password =
    url.search =
    url.hash =
      "";
  return url.href;
}

/**
 * A schema, opened, and those that `next` finds in it and in them. Each comes
 * once, however many lead to it: eight levels of eight that refer to the same
 * next one are nine schemas, not 8^8, and one that refers to itself has an end.
 * What `next` gives last comes first, with all that is in it.
 */
export function* eachSchema(
  spec: Spec,
  first: RawJson,
  next: (opened: Record<string, RawJson>) => readonly RawJson[],
): Generator<Record<string, RawJson>> {
  const seen = new Set<RawJson>();
  const stack = [first];
  while (stack.length > 0) {
    const schema = stack.pop();
    const identity = identityOf(schema);
    if (seen.has(identity)) continue;
    seen.add(identity);
    const opened = spec.open(schema);
    yield opened;
    for (const one of next(opened)) stack.push(one);
  }
}

/** The same for each way to a schema: what refers to it and says nothing else counts as that. */
export function identityOf(schema: RawJson): RawJson {
  return isMapping(schema) && typeof schema.$ref === "string" &&
      Object.keys(schema).length === 1
    ? schema.$ref
    : schema;
}

/** The keys that the pointer of a reference goes through. */
export function pointerParts(reference: string): string[] {
  return reference.replace(/^#\/?/, "").split("/")
    .filter((part) => part !== "")
    .map((part) =>
      decodeComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")
    );
}

/** Escapes what a text of the document must not mean as a template. */
export function literal(text: string): string {
  return text.replaceAll("{{", "{{'{{'}}");
}

/** A text of the document as documentation; undefined where there is none. */
export function docText(...values: RawJson[]): string | undefined {
  const texts = values.map(jsonTextOf).filter((text) => text?.trim());
  return texts.length === 0 ? undefined : withLongNumbers(texts.join("\n\n"));
}

/** An example of more values is cut. */
const MAX_VALUES = 20_000;
/** All examples of a document get so many values for each character of its text, up to a limit. */
const PER_CHARACTER = 4;
const MAX_ALL_VALUES = 2_000_000;

/**
 * How many values may still go into examples that schemas make: a few that
 * refer to each other could make millions. What all examples of a document get
 * grows with its text, so that those of a long one are not cut.
 */
class SampleBudget {
  #left: number;
  #here = MAX_VALUES;
  #isCut = false;

  constructor(characters: number) {
    this.#left = Math.min(
      Math.max(MAX_VALUES, characters * PER_CHARACTER),
      MAX_ALL_VALUES,
    );
  }

  /** Begins another example. */
  begin(): void {
    this.#here = MAX_VALUES;
  }

  /** How many values the example may still get. */
  get left(): number {
    return Math.min(this.#left, this.#here);
  }

  /** Takes so many values; false where there are not so many. */
  take(values: number): boolean {
    if (values > this.left) {
      this.#isCut = true;
      return false;
    }
    this.#left -= values;
    this.#here -= values;
    return true;
  }

  /** Notes that an example lacks something. */
  cut(): void {
    this.#isCut = true;
  }

  /** Whether an example was cut since this was asked the last time. */
  wasCut(): boolean {
    const was = this.#isCut;
    this.#isCut = false;
    return was;
  }
}
