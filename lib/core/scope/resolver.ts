import type { Part, PlaceholderPart, Template } from "../template/types.ts";
import type { Owner } from "./execution.ts";
import type { Flaw } from "./value/flaw.ts";
import type { Known, Scopes } from "./scopes.ts";
import type { Value } from "./value/value.ts";
import { MAX_LENGTH } from "../source/most_length.ts";
import { cachedTemplate } from "../template/template_of.ts";
import { Finder, type FoundValue } from "./finder.ts";
import { hasGenerator, hasTemplates, memberOwner } from "./make_value.ts";
import type { Inserted } from "./provenance.ts";
import { valueText } from "./value/value_text.ts";
import type { PlaceholderProblem } from "./problems/problem.ts";

const NO_NAMES: readonly string[] = [];

/** The placeholders in whose variables a variable stands, and what they were made of. */
interface Entered {
  readonly outer: readonly string[];
  readonly text: string;
  readonly via: readonly string[];
  readonly within: readonly string[];
}

/**
 * Resolves placeholders against scopes, lazily and one at a time, and collects
 * what is wrong. One resolver serves one text; its results are fields, since a
 * large text resolves thousands of placeholders.
 */
export class Resolver extends Finder {
  nested!: Template;
  nestedOwner!: Owner;
  /** Whether a placeholder's text was kept. */
  kept = false;
  /** Where in the result the text of the next part begins; whoever writes keeps it. */
  position = 0;
  /** The values in the result. */
  readonly insertions: Inserted[] = [];

  readonly #known: Map<string, Known> = this.scopes.known();
  /** The placeholders in whose variables the next part stands. */
  #within = NO_NAMES;
  #withins: (readonly string[])[] | undefined;
  /** What was entered last at each depth: a text that doubles enters the same thing again. */
  #entered: Entered[] | undefined;
  /** The first insertion of the object that was expanded last; -1: none was. */
  #expanded = -1;

  /** Resolves one placeholder of `owner`'s text. */
  resolve(
    part: PlaceholderPart,
    owner: Owner | undefined = this.owner,
  ): FoundValue {
    const known = this.#known.get(part.text);
    if (known !== undefined) {
      this.origin = known.source;
      return this.found(known.value, known.opaque);
    }
    const found = this.find(part, owner);
    return found === "value" ? this.#finish(part, owner) : found;
  }

  /** Notes that the text of a value is written at `position`. */
  inserted(part: PlaceholderPart, { length }: string): void {
    const { position: start, origin: source } = this;
    // Its text is the template's own.
    if (source.isLiteral) return;
    const end = start + length;
    const { insertions } = this;
    const within = this.#within;
    const insertion = { start, end, expression: part.text, source, within };
    if (this.#expanded === -1) {
      insertions.push(insertion);
      return;
    }
    // Where in the object's text its parts stand is not known.
    const inside = insertions.splice(this.#expanded);
    insertions.push(insertion);
    for (const one of inside) insertions.push({ ...one, start, end });
    this.#expanded = -1;
  }

  /** Notes that `nested` is written at `position`; gives what {@linkcode Resolver.closed} takes. */
  opened(part: PlaceholderPart): Inserted {
    this.inserted(part, "");
    return this.insertions.at(-1)!;
  }

  /** Notes the text that `nested` was rendered to. */
  closed(insertion: Inserted, text: string): void {
    insertion.end = insertion.start + text.length;
    const { source, expression } = insertion;
    this.learned(expression, text, source);
  }

  /** To be called before rendering `nested`; false where that would never end. */
  enter(part: PlaceholderPart, owner: Owner | undefined): boolean {
    const next = {
      owner: this.nestedOwner,
      name: this.name,
      aliases: this.aliases,
      placeholders: this.nested.placeholders.length,
    };
    if (!this.progress.enter(next, part, owner)) return false;
    const depth = (this.#withins ??= []).push(this.#within);
    const { via } = this.origin;
    const outer = this.#within;
    const last = (this.#entered ??= [])[depth];
    const isSame = last?.outer === outer && last.text === part.text &&
      last.via === via;
    this.#within = isSame ? last.within : [...outer, part.text, ...via];
    if (!isSame) {
      this.#entered[depth] = {
        outer,
        text: part.text,
        via,
        within: this.#within,
      };
    }
    return true;
  }

  /** To be called behind rendering `nested`. */
  leave(): void {
    this.progress.leave();
    this.#within = this.#withins!.pop()!;
  }

  /** Whether to go no further with a text, which is too long; reports it. */
  exceeds(text: string, part: Part, owner: Owner | undefined): boolean {
    return this.progress.exceeds(text, part, owner);
  }

  /** Whether the text that is rendered is dropped, such as that of a cycle. */
  get gaveUp(): boolean {
    return this.progress.gaveUp;
  }

  /** What stands for the placeholder that was missing: the one that does not resolve, as it is written. */
  substitute(): string {
    if (this.scopes.undefinedMode !== "keep" && !this.keepsAbsent) return "";
    this.kept = true;
    const { part, owner } = this.absent!;
    return this.progress.textOf(owner).slice(part.start, part.end);
  }

  /** Renders a template as text. */
  text(template: Template, owner: Owner | undefined): string {
    const { parts } = template;
    const from = this.position;
    let out = "";
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
      this.position = from + out.length;
      out += part.kind === "text" ? part.text : this.partText(part, owner);
      if (this.exceeds(out, part, owner)) return "";
    }
    return out;
  }

  /** Renders one placeholder as text. */
  partText(part: PlaceholderPart, owner: Owner | undefined): string {
    const found = this.resolve(part, owner);
    switch (found) {
      case "value": {
        const text = this.written(part, owner, valueText(this.value));
        this.inserted(part, text);
        return text;
      }
      case "nested":
        return this.nestedText(part, owner);
      case "missing":
        return this.substitute();
      case "failed":
        return "";
      default:
        return found satisfies never;
    }
  }

  /** Renders `nested` as text. */
  nestedText(part: PlaceholderPart, owner: Owner | undefined): string {
    const { nested, nestedOwner } = this;
    const insertion = this.opened(part);
    if (!this.enter(part, owner)) return "";
    const text = this.text(nested, nestedOwner);
    this.leave();
    this.closed(insertion, text);
    return text;
  }

  /** The text of a value; reports what keeps it from having one. */
  written(
    part: PlaceholderPart,
    owner: Owner | undefined,
    text: string | Flaw,
  ): string {
    if (typeof text === "string") {
      return text.length > MAX_LENGTH && this.exceeds(text, part, owner)
        ? ""
        : text;
    }
    this.report(part, owner, {
      code: "UNSERIALIZABLE",
      message: `Cannot write "{{${part.text}}}": ${
        text.path === "" ? "its value" : `"${part.text}${text.path}"`
      } is ${text.reason}`,
    });
    return "";
  }

  /** Decides what becomes of the value that was found. */
  #finish(part: PlaceholderPart, owner: Owner | undefined): FoundValue {
    const { value, opaque } = this;
    if (opaque) {
      if (hasTemplates(value)) {
        const warning = opaquePlaceholder(part.text, value, this.scopes);
        if (warning !== undefined) this.report(part, owner, warning);
        return "value";
      }
    } else if (this.standsIn !== undefined) {
      this.nestedOwner = this.standsIn;
      this.nested = this.templateOf(typeof value === "string" ? value : "");
      return typeof value === "string"
        ? "nested"
        : this.#expand(value, part, owner);
    }
    if (this.lasting) {
      this.#known.set(part.text, { value, opaque, source: this.origin });
    }
    return "value";
  }

  /** An object from a file whose strings hold placeholders, with these resolved. */
  #expand(
    value: Value,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): FoundValue {
    const { nestedOwner, origin, position, insertions: { length } } = this;
    if (!this.enter(part, owner)) return "failed";
    const expanded = this.#expandValue(value, nestedOwner, part);
    this.leave();
    this.origin = origin;
    this.position = position;
    this.#expanded = length;
    this.learned(part.text, expanded, origin);
    return this.found(expanded, false);
  }

  #expandValue(value: Value, owner: Owner, part: PlaceholderPart): Value {
    if (this.progress.gaveUp) return "";
    if (typeof value === "string") {
      return value.includes("{{")
        ? this.#expandText(this.templateOf(value), owner, part)
        : value;
    }
    if (!hasTemplates(value)) return value;
    const member = (member: Value, key: string | number) =>
      this.#expandValue(member, memberOwner(owner, key, member), part);
    if (Array.isArray(value)) return value.map(member);
    const members = Object.entries(value as { [key: string]: Value });
    return Object.fromEntries(
      members.map(([key, value]) => [key, member(value, key)]),
    );
  }

  #expandText(template: Template, owner: Owner, part: PlaceholderPart): Value {
    const { parts, placeholders } = template;
    if (!this.progress.spend(placeholders.length, part, owner)) return "";
    if (parts.length > 1) return this.text(template, owner);
    const [only] = placeholders;
    if (this.resolve(only, owner) !== "value") {
      return this.partText(only, owner);
    }
    const { value } = this;
    this.inserted(only, "");
    return value;
  }
}

/**
 * Data is never parsed; a placeholder in it that would resolve, were it in a
 * file, deserves a word. Undefined where there is none.
 *
 * @param text The expression that the data is the value of.
 */
function opaquePlaceholder(
  text: string,
  data: Value,
  scopes: Scopes,
): PlaceholderProblem | undefined {
  const live = livePlaceholder(data, scopes);
  return live && {
    code: "OPAQUE_PLACEHOLDER",
    severity: "warning",
    message:
      `The value of "{{${text}}}" holds "{{${live.text}}}", which is sent as text: data is not parsed (use client.interpolate(text) in a script)`,
  };
}

/** The first placeholder in the strings of a value that would resolve. */
function livePlaceholder(
  data: Value,
  scopes: Scopes,
): PlaceholderPart | undefined {
  if (typeof data === "string") {
    return cachedTemplate(data).placeholders.find((part) =>
      wouldResolve(part, scopes)
    );
  }
  if (!hasTemplates(data)) return undefined;
  for (const member of Object.values(data as object)) {
    const live = livePlaceholder(member, scopes);
    if (live !== undefined) return live;
  }
  return undefined;
}

function wouldResolve(
  { text, expression }: PlaceholderPart,
  scopes: Scopes,
): boolean {
  if (text !== "" && scopes.find(text) !== undefined) return true;
  switch (expression?.kind) {
    case "reference":
      return scopes.find(expression.name) !== undefined;
    case "generator":
      return hasGenerator(expression.name, scopes);
    case "literal":
    case "prompt":
    case "process-env":
    case undefined:
      return false;
    default:
      return expression satisfies never;
  }
}
