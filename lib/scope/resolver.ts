import type { Diagnostic, Place } from "../source/diagnostic.ts";
import type {
  Part,
  PlaceholderPart,
  Segment,
  Template,
} from "../template/types.ts";
import type { Execution, Owner } from "./execution.ts";
import type { Flaw } from "./value/flaw.ts";
import type { Entry } from "./entry.ts";
import type { Layer } from "./layer.ts";
import type { Problem } from "./problem.ts";
import type { Known, Scopes } from "./scopes.ts";
import type { Value } from "./value/value.ts";
import { MAX_LENGTH } from "../source/most_length.ts";
import { cachedTemplate } from "../template/template_of.ts";
import { aliasIn } from "./alias_in.ts";
import { unavailableKind } from "./value/client_version.ts";
import { hasTemplates } from "./has_templates.ts";
import { lastName } from "./last_name.ts";
import { makeValue } from "./make_value.ts";
import { memberOf } from "./value/member_of.ts";
import { memberOwner, ownerAt } from "./member_owner.ts";
import { missingMember } from "./missing_member.ts";
import { opaquePlaceholder } from "./opaque_placeholder.ts";
import { type Active, Progress } from "./progress.ts";
import { type Inserted, Provenance } from "./provenance.ts";
import { Suggestions } from "./suggestions.ts";
import { missingSecret } from "./missing_secret.ts";
import { setApart } from "./set_apart.ts";
import { undefinedVariable } from "./undefined_variable.ts";
import { kindOf } from "./value/value.ts";
import { valueText } from "./value/value_text.ts";

/** What {@linkcode Resolver.resolve} found. */
export type Found =
  /** `value` and `opaque` are set. */
  | "value"
  /** `nested` and `nestedOwner` are set: text from a file, to be rendered in place. */
  | "nested"
  /** Nothing; the placeholder's text stays or goes, as the scopes say. */
  | "missing"
  /** Nothing, and a diagnostic says so. */
  | "failed";

const NO_PATH: readonly Segment[] = [];
const NO_ALIASES: readonly Active[] = [];
const NO_KEYS: readonly (string | number)[] = [];
const NO_NAMES: readonly string[] = [];

/**
 * Resolves placeholders against scopes, lazily and one at a time, and collects
 * what is wrong. One resolver serves one text; its results are fields, since a
 * large text resolves thousands of placeholders.
 */
export class Resolver {
  value: Value = "";
  /** Whether the value came while running: data, never parsed. */
  opaque = false;
  nested!: Template;
  nestedOwner!: Owner;
  /** Where `value` or `nested` came from. */
  origin!: Provenance;
  /** Whether a placeholder's text was kept. */
  kept = false;
  /** Where in the result the text of the next part begins; whoever writes keeps it. */
  position = 0;
  /** The values in the result. */
  readonly insertions: Inserted[] = [];

  readonly #known: Map<string, Known>;
  readonly #progress: Progress;
  readonly #suggestions = new Suggestions();
  /** What `value` stands in, when placeholders in it resolve. */
  #standsIn: Owner | undefined;
  /** The aliases that led to `value`, and the placeholder that found it. */
  #aliases = NO_ALIASES;
  #name = "";
  /** Whether the value stays the same as long as no variable changes. */
  #lasting = true;
  /** The entry that holds `value`, its layer and the way into it; or what made the value. */
  #entry: Entry | undefined;
  #layer: Layer | undefined;
  #keys = NO_KEYS;
  #made: PlaceholderPart["expression"];
  /** What the entries on the way say of it. */
  #via = NO_NAMES;
  #secret = false;
  #hosts: readonly string[] | undefined;
  /** The placeholders in whose variables the next part stands. */
  #within = NO_NAMES;
  #withins: (readonly string[])[] | undefined;
  /** The first insertion of the object that was expanded last; -1: none was. */
  #expanded = -1;

  /**
   * @param source The text that is being rendered.
   * @param owner What the text stands in; undefined for a text of its own.
   */
  constructor(
    readonly scopes: Scopes,
    readonly execution: Execution,
    readonly source: string,
    readonly owner: Owner | undefined,
    place: Place,
  ) {
    this.#known = scopes.known();
    this.#progress = new Progress(source, owner, place);
  }

  /** What is wrong so far. */
  get diagnostics(): Diagnostic[] {
    return this.#progress.diagnostics;
  }

  /** Resolves one placeholder of `owner`'s text. */
  resolve(
    part: PlaceholderPart,
    owner: Owner | undefined = this.owner,
  ): Found {
    const known = this.#known.get(part.text);
    if (known !== undefined) {
      this.origin = known.source;
      return this.#found(known.value, known.opaque);
    }
    this.#progress.at(part, owner);
    this.#lasting = true;
    this.#via = NO_NAMES;
    this.#secret = false;
    this.#hosts = undefined;
    const found = this.#find(part, owner);
    if (found !== "value") return found;
    this.origin = new Provenance(
      this.#entry,
      this.#layer,
      this.#keys,
      this.#made,
      this.#via,
      this.#secret,
      this.#hosts,
    );
    return this.#finish(part, owner);
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
    this.#learned(expression, text, source);
  }

  #learned(name: string, value: Value, about: Provenance | Entry): void {
    const { learned } = this.scopes;
    if (learned === undefined) return;
    const { secret = false, hosts } = about;
    learned({ name: lastName(name), value, secret, ...hosts && { hosts } });
  }

  /** To be called before rendering `nested`; false where that would never end. */
  enter(part: PlaceholderPart, owner: Owner | undefined): boolean {
    const next = {
      owner: this.nestedOwner,
      name: this.#name,
      aliases: this.#aliases,
      placeholders: this.nested.placeholders.length,
    };
    if (!this.#progress.enter(next, part, owner)) return false;
    (this.#withins ??= []).push(this.#within);
    this.#within = [...this.#within, part.text, ...this.origin.via];
    return true;
  }

  /** To be called behind rendering `nested`. */
  leave(): void {
    this.#progress.leave();
    this.#within = this.#withins!.pop()!;
  }

  /** Collects a diagnostic about a placeholder. */
  report(
    part: PlaceholderPart,
    owner: Owner | undefined,
    problem: Problem,
  ): "failed" {
    this.#progress.report(part, owner, problem);
    return "failed";
  }

  /** Whether to go no further with a text, which is too long; reports it. */
  exceeds(text: string, part: Part, owner: Owner | undefined): boolean {
    return this.#progress.exceeds(text, part, owner);
  }

  /** What stands for a placeholder that is missing. */
  substitute(part: PlaceholderPart, source: string): string {
    if (this.scopes.undefinedMode !== "keep") return "";
    this.kept = true;
    return source.slice(part.start, part.end);
  }

  /** Renders a template as text. */
  text(template: Template, owner: Owner | undefined): string {
    const { parts, source } = template;
    const from = this.position;
    let out = "";
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
      this.position = from + out.length;
      out += part.kind === "text"
        ? part.text
        : this.partText(part, source, owner);
      if (this.exceeds(out, part, owner)) return "";
    }
    return out;
  }

  /** Renders one placeholder as text. */
  partText(
    part: PlaceholderPart,
    source: string,
    owner: Owner | undefined,
  ): string {
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
        return this.substitute(part, source);
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

  /** What a placeholder stands for, with the placeholders in it as they are. */
  #find(part: PlaceholderPart, owner: Owner | undefined): Found {
    const { text, expression } = part;
    this.#name = text;
    const variable = text === "" ? undefined : this.#variable(part, owner);
    if (variable !== undefined) return variable;
    if (expression === undefined) {
      return this.#absent(part, owner, () => ({
        code: "INVALID_SYNTAX",
        message: `Cannot parse "${
          shown(part, this.#progress.textOf(owner))
        }": ${part.problem!.message}`,
      }));
    }
    switch (expression.kind) {
      case "reference": {
        const { scopes } = this;
        const missing = { text, name: expression.name, scopes };
        const secret = missingSecret(missing);
        if (secret === "given") return this.#variable(part, owner)!;
        if (secret !== undefined) {
          return this.#absent(part, owner, () => secret);
        }
        return this.#absent(
          part,
          owner,
          () => undefinedVariable(missing, this.#suggestions),
        );
      }
      case "literal":
        this.#isMadeBy(expression);
        return this.#found(expression.value, false);
      case "generator":
      case "prompt":
      case "process-env": {
        this.#lasting = false;
        const made = makeValue(expression, {
          scopes: this.scopes,
          execution: this.execution,
          suggestions: this.#suggestions,
          text,
          owner,
          offset: part.start,
          promptUse: this.#progress.promptUse,
        });
        if (made.problem === undefined) {
          this.#isMadeBy(expression);
          return this.#found(made.value, true);
        }
        return made.absent
          ? this.#absent(part, owner, () => made.problem)
          : this.report(part, owner, made.problem);
      }
      default:
        return expression satisfies never;
    }
  }

  #isMadeBy(expression: PlaceholderPart["expression"]): void {
    this.#made = expression;
    this.#entry = undefined;
    this.#layer = undefined;
    this.#keys = NO_KEYS;
  }

  /** Looks for the whole text, then for the root name, in each scope. */
  #variable(
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): Found | undefined {
    const { text, expression } = part;
    const reference = expression?.kind === "reference" &&
        expression.path.length > 0
      ? expression
      : undefined;
    const { layers } = this.scopes;
    for (let index = 0; index < layers.length; index++) {
      const layer = layers[index];
      const { entries } = layer;
      let entry = entries.get(text);
      if (entry !== undefined) {
        this.#layer = layer;
        return this.#walk(entry, NO_PATH, text, part, owner);
      }
      if (reference === undefined) continue;
      entry = entries.get(reference.name);
      if (entry !== undefined) {
        this.#layer = layer;
        return this.#walk(entry, reference.path, reference.name, part, owner);
      }
    }
    return undefined;
  }

  /** Follows a path into a variable's value, through aliases on the way. */
  #walk(
    entry: Entry,
    path: readonly Segment[],
    name: string,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): Found {
    if (entry.apart !== undefined) {
      return this.report(part, owner, setApart(part.text, name, entry.apart));
    }
    this.#found(entry.value, !entry.template);
    this.#entry = entry;
    this.#keys = NO_KEYS;
    if (entry.secret) this.#secret = true;
    if (entry.hosts !== undefined) this.#hosts ??= entry.hosts;
    let base: Owner | undefined = entry.template ? entry : undefined;
    let from = 0;
    for (let step = 0;; step++) {
      const only = base && aliasIn(this.value);
      if (only !== undefined) {
        const alias = ownerAt(base!, path.slice(from, step), this.value);
        const found = this.#throughAlias(only, alias, part, owner);
        if (found !== "value") return found;
        this.#via = [name, ...this.#via.length > 0 ? this.#via : rootOf(only)];
        base = this.#standsIn;
        if (this.#entry === undefined && this.#made?.kind === "literal") {
          this.#entry = entry;
        }
        if (base === undefined) {
          const last = step === 0 ? name : path[step - 1].key;
          this.#learned(last, this.value, entry);
        }
        from = step;
      }
      const { value } = this;
      if (!this.#isAvailable(part, owner)) return "failed";
      if (step === path.length) break;
      const member = memberOf(value, path[step]);
      if (member === undefined) {
        const missing = { text: part.text, name, path, step, value };
        return this.#absent(
          part,
          owner,
          () => missingMember(missing, this.#suggestions),
        );
      }
      this.value = member;
    }
    if (from < path.length) this.#keys = [...this.#keys, ...keysOf(path, from)];
    this.#standsIn = base !== undefined && hasTemplates(this.value)
      ? ownerAt(base, path.slice(from), this.value)
      : undefined;
    return "value";
  }

  /** A file's text that is one placeholder is an alias: it keeps the value's kind. */
  #throughAlias(
    only: PlaceholderPart,
    alias: Owner,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): Found {
    const name = this.#name;
    const next = { owner: alias, name, aliases: NO_ALIASES, placeholders: 1 };
    if (!this.#progress.enter(next, part, owner)) return "failed";
    const found = this.#find(only, alias);
    this.#progress.leave();
    this.#aliases = [{ owner: alias, name, led: true }, ...this.#aliases];
    return found;
  }

  /** Whether the client version has the kind of the value; reports it if not. */
  #isAvailable(part: PlaceholderPart, owner: Owner | undefined): boolean {
    const { missingKinds, clientVersion = "" } = this.scopes;
    if (missingKinds === undefined) return true;
    const kind = kindOf(this.value);
    if (!missingKinds.has(kind)) return true;
    this.report(part, owner, unavailableKind(part.text, kind, clientVersion));
    return false;
  }

  /** Decides what becomes of the value that was found. */
  #finish(part: PlaceholderPart, owner: Owner | undefined): Found {
    const { value, opaque } = this;
    if (opaque) {
      if (hasTemplates(value)) {
        const warning = opaquePlaceholder(part.text, value, this.scopes);
        if (warning !== undefined) this.report(part, owner, warning);
        return "value";
      }
    } else if (this.#standsIn !== undefined) {
      this.nestedOwner = this.#standsIn;
      this.nested = cachedTemplate(typeof value === "string" ? value : "");
      return typeof value === "string"
        ? "nested"
        : this.#expand(value, part, owner);
    }
    if (this.#lasting) {
      this.#known.set(part.text, { value, opaque, source: this.origin });
    }
    return "value";
  }

  #found(value: Value, opaque: boolean): "value" {
    this.value = value;
    this.opaque = opaque;
    this.#standsIn = undefined;
    this.#aliases = NO_ALIASES;
    return "value";
  }

  /** An object from a file whose strings hold placeholders, with these resolved. */
  #expand(
    value: Value,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): Found {
    const { nestedOwner, origin, position, insertions: { length } } = this;
    if (!this.enter(part, owner)) return "failed";
    const expanded = this.#expandValue(value, nestedOwner, part);
    this.leave();
    this.origin = origin;
    this.position = position;
    this.#expanded = length;
    this.#learned(part.text, expanded, origin);
    return this.#found(expanded, false);
  }

  #expandValue(value: Value, owner: Owner, part: PlaceholderPart): Value {
    if (this.#progress.gaveUp) return "";
    if (typeof value === "string") {
      return value.includes("{{")
        ? this.#expandText(cachedTemplate(value), owner, part)
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
    const { parts, placeholders, source } = template;
    if (!this.#progress.spend(placeholders.length, part, owner)) return "";
    if (parts.length > 1) return this.text(template, owner);
    const [only] = placeholders;
    if (this.resolve(only, owner) !== "value") {
      return this.partText(only, source, owner);
    }
    const { value } = this;
    this.inserted(only, "");
    return value;
  }

  /** Nothing was found; it is a problem unless the scopes say otherwise. */
  #absent(
    part: PlaceholderPart,
    owner: Owner | undefined,
    problem: () => Problem,
  ): Found {
    return this.scopes.undefinedMode === "error"
      ? this.report(part, owner, problem())
      : "missing";
  }
}

/** The variable that a file's placeholder names. */
function rootOf({ text, expression }: PlaceholderPart): string[] {
  return [expression?.kind === "reference" ? expression.name : text];
}

function keysOf(path: readonly Segment[], from: number): (string | number)[] {
  return path.slice(from).map(({ key, index }) => index === -1 ? key : index);
}

/** A placeholder on one line, as far as it helps to show it. */
function shown(part: PlaceholderPart, source: string): string {
  const text = source.slice(part.start, Math.min(part.end, part.start + 60))
    .replace(/[^\S ]|\p{Cc}|\p{Cf}/gu, escaped);
  return part.end > part.start + 60 ? `${text}…` : text;
}

/** A character that cannot be seen, as JSON may write it. */
function escaped(character: string): string {
  const text = JSON.stringify(character).slice(1, -1);
  if (text !== character) return text;
  const hex = character.codePointAt(0)!.toString(16).padStart(4, "0");
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`;
}
