import type { Diagnostic, Place } from "../source/diagnostic.ts";
import type {
  Part,
  PlaceholderPart,
  Segment,
  Template,
} from "../template/types.ts";
import type { Execution, Owner } from "./execution.ts";
import type { Flaw } from "./flaw.ts";
import type { Entry } from "./layer.ts";
import type { Problem } from "./problem.ts";
import type { Known, Scopes } from "./scopes.ts";
import type { Value } from "./value.ts";
import { cachedTemplate } from "../template/template_of.ts";
import { aliasIn } from "./alias_in.ts";
import { unavailableKind } from "./client_version.ts";
import { hasTemplates } from "./has_templates.ts";
import { makeValue } from "./make_value.ts";
import { memberOf } from "./member_of.ts";
import { memberOwner, ownerAt } from "./member_owner.ts";
import { missingMember } from "./missing_member.ts";
import { opaquePlaceholder } from "./opaque_placeholder.ts";
import { type Active, MOST_LENGTH, Progress } from "./progress.ts";
import { Suggestions } from "./suggestions.ts";
import { undefinedVariable } from "./undefined_variable.ts";
import { kindOf } from "./value.ts";
import { valueText } from "./value_text.ts";

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
  /** Whether a placeholder's text was kept. */
  kept = false;

  readonly #known: Map<string, Known>;
  readonly #progress: Progress;
  readonly #suggestions = new Suggestions();
  /** What `value` stands in, when placeholders in it resolve. */
  #within: Owner | undefined;
  /** The aliases that led to `value`, and the placeholder that found it. */
  #aliases = NO_ALIASES;
  #name = "";
  /** Whether the value stays the same as long as no variable changes. */
  #lasting = true;

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
    if (known !== undefined) return this.#found(known.value, known.opaque);
    this.#progress.at(part, owner);
    this.#lasting = true;
    const found = this.#find(part, owner);
    return found === "value" ? this.#finish(part, owner) : found;
  }

  /** To be called before rendering `nested`; false where that would never end. */
  enter(part: PlaceholderPart, owner: Owner | undefined): boolean {
    const next = {
      owner: this.nestedOwner,
      name: this.#name,
      aliases: this.#aliases,
      placeholders: this.nested.placeholders.length,
    };
    return this.#progress.enter(next, part, owner);
  }

  /** To be called behind rendering `nested`. */
  leave(): void {
    this.#progress.leave();
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
    let out = "";
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
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
      case "value":
        return this.written(part, owner, valueText(this.value));
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
    if (!this.enter(part, owner)) return "";
    const text = this.text(nested, nestedOwner);
    this.leave();
    return text;
  }

  /** The text of a value; reports what keeps it from having one. */
  written(
    part: PlaceholderPart,
    owner: Owner | undefined,
    text: string | Flaw,
  ): string {
    if (typeof text === "string") {
      return text.length > MOST_LENGTH && this.exceeds(text, part, owner)
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
        return this.#absent(
          part,
          owner,
          () => undefinedVariable(missing, this.#suggestions),
        );
      }
      case "literal":
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
        });
        if (made.problem === undefined) return this.#found(made.value, true);
        return made.absent
          ? this.#absent(part, owner, () => made.problem)
          : this.report(part, owner, made.problem);
      }
      default:
        return expression satisfies never;
    }
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
      const { entries } = layers[index];
      let entry = entries.get(text);
      if (entry !== undefined) {
        return this.#walk(entry, NO_PATH, text, part, owner);
      }
      if (reference === undefined) continue;
      entry = entries.get(reference.name);
      if (entry !== undefined) {
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
    this.#found(entry.value, !entry.template);
    let base: Owner | undefined = entry.template ? entry : undefined;
    let from = 0;
    for (let step = 0;; step++) {
      const only = base && aliasIn(this.value);
      if (only !== undefined) {
        const alias = ownerAt(base!, path.slice(from, step), this.value);
        const found = this.#throughAlias(only, alias, part, owner);
        if (found !== "value") return found;
        base = this.#within;
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
    this.#within = base !== undefined && hasTemplates(this.value)
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
    this.leave();
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
    } else if (this.#within !== undefined) {
      this.nestedOwner = this.#within;
      this.nested = cachedTemplate(typeof value === "string" ? value : "");
      return typeof value === "string"
        ? "nested"
        : this.#expand(value, part, owner);
    }
    if (this.#lasting) this.#known.set(part.text, { value, opaque });
    return "value";
  }

  #found(value: Value, opaque: boolean): "value" {
    this.value = value;
    this.opaque = opaque;
    this.#within = undefined;
    this.#aliases = NO_ALIASES;
    return "value";
  }

  /** An object from a file whose strings hold placeholders, with these resolved. */
  #expand(
    value: Value,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): Found {
    const { nestedOwner } = this;
    if (!this.enter(part, owner)) return "failed";
    const expanded = this.#expandValue(value, nestedOwner, part);
    this.leave();
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
    return this.resolve(only, owner) === "value"
      ? this.value
      : this.partText(only, source, owner);
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

function shown(part: PlaceholderPart, source: string): string {
  const text = source.slice(part.start, Math.min(part.end, part.start + 60));
  return part.end > part.start + 60 ? `${text}…` : text;
}
