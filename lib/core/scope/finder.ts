import type { Diagnostic, Place } from "../source/diagnostic.ts";
import type { PlaceholderPart, Segment, Template } from "../template/types.ts";
import type { Execution, Owner } from "./execution.ts";
import type { Entry } from "./variables.ts";
import type { Layer } from "./layer.ts";
import type { PlaceholderProblem } from "./problems/problem.ts";
import type { Scopes } from "./scopes.ts";
import { kindOf, memberOf, type Value } from "./value/value.ts";
import { unavailableKind } from "./value/client_version.ts";
import { hasTemplates, lastName, makeValue, ownerAt } from "./make_value.ts";
import {
  emptySecret,
  invalidPlaceholder,
  missingMember,
  missingSecret,
  setApart,
  Suggestions,
  undefinedVariable,
  unsetName,
  withheldValue,
} from "./problems/missing_member.ts";
import { type Active, Resolving } from "./progress.ts";
import { Provenance } from "./provenance.ts";
import { cachedTemplate, nameIn } from "../template/template_of.ts";

/** What {@linkcode Finder} finds. */
export type FoundValue =
  /** `value` and `opaque` are set. */
  | "value"
  /** `nested` and `nestedOwner` are set: text from a file, to be rendered in place. */
  | "nested"
  /** No value: the scopes decide whether the placeholder's text stays. */
  | "missing"
  /** No value, and a diagnostic tells why. */
  | "failed";

const NO_PATH: readonly Segment[] = [];
const NO_ALIASES: readonly Active[] = [];
const NO_KEYS: readonly (string | number)[] = [];
const NO_NAMES: readonly string[] = [];

/**
 * Finds what placeholders stand for, one at a time, and collects what is wrong.
 * What it finds are fields, since a large text has thousands of placeholders.
 */
export abstract class Finder {
  value: Value = "";
  /** Whether the value came while running: data, never parsed. */
  opaque = false;
  /** Where `value` came from, or what is rendered in its place. */
  origin!: Provenance;

  protected readonly progress: Resolving;
  readonly #suggestions = new Suggestions();
  /** What `value` stands in, when placeholders in it resolve. */
  protected standsIn: Owner | undefined;
  /** The aliases that led to `value`, and the placeholder that found it. */
  protected aliases = NO_ALIASES;
  protected name = "";
  /** Whether the value stays the same as long as no variable changes. */
  protected lasting = true;
  /** The entry that holds `value`, its layer and the way into it; or what made the value. */
  #entry: Entry | undefined;
  #layer: Layer | undefined;
  #keys = NO_KEYS;
  #made: PlaceholderPart["expression"];
  /** The placeholder that does not resolve, and what it stands in: one that the last one led to, or itself. */
  protected absent:
    | { part: PlaceholderPart; owner: Owner | undefined }
    | undefined;
  /** Whether what does not resolve stays, whatever the scopes say. */
  protected keepsAbsent = false;
  /** What the entries on the way say of it. */
  #via = NO_NAMES;
  #secret = false;
  #hosts: readonly string[] | undefined;
  /** Of variables that are found as their entries are: a large text uses them often. */
  readonly #plain = new Map<Entry, Provenance>();
  /** The template that was asked for last: a long one may be in use thousands of times. */
  #last: Template | undefined;

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
    this.progress = new Resolving(source, owner, place);
  }

  /** The problems found so far. */
  get diagnostics(): Diagnostic[] {
    return this.progress.diagnostics;
  }

  /** Finds what a placeholder of `owner`'s text stands for, and where that came from. */
  protected find(part: PlaceholderPart, owner: Owner | undefined): FoundValue {
    this.progress.at(part, owner);
    this.lasting = true;
    this.keepsAbsent = false;
    this.#via = NO_NAMES;
    this.#secret = false;
    this.#hosts = undefined;
    const found = this.#search(part, owner);
    if (found === "value") this.origin = this.#provenance();
    return found;
  }

  /** Where the value that was found came from. */
  #provenance(): Provenance {
    const entry = this.#entry;
    const isPlain = entry !== undefined && this.#via === NO_NAMES &&
      this.#keys.length === 0;
    const known = isPlain ? this.#plain.get(entry) : undefined;
    if (known !== undefined) return known;
    const made = new Provenance(
      entry,
      this.#layer,
      this.#keys,
      this.#made,
      this.#via,
      this.#secret,
      this.#hosts,
    );
    if (isPlain) this.#plain.set(entry, made);
    return made;
  }

  /** The template of a variable's text. */
  protected templateOf(text: string): Template {
    return this.#last = cachedTemplate(text, this.#last);
  }

  /** Collects a diagnostic about a placeholder. */
  report(
    part: PlaceholderPart,
    owner: Owner | undefined,
    problem: PlaceholderProblem,
  ): "failed" {
    this.progress.report(part, owner, problem);
    return "failed";
  }

  /** What a placeholder stands for, with the placeholders in it as they are. */
  #search(part: PlaceholderPart, owner: Owner | undefined): FoundValue {
    const { text, expression } = part;
    this.name = text;
    const variable = text === "" ? undefined : this.#variable(part, owner);
    if (variable !== undefined) return variable;
    switch (expression?.kind) {
      case undefined:
      case "reference": {
        const { scopes } = this;
        const name = nameIn(part) ?? unsetName(text, scopes);
        const missing = { text, name: name ?? text, scopes };
        const secret = missingSecret(missing);
        if (secret === "given") return this.#variable(part, owner)!;
        if (secret?.severity === "warning") {
          this.report(part, owner, secret);
          this.absent = { part, owner };
          this.keepsAbsent = true;
          return "missing";
        }
        if (secret !== undefined) {
          return this.#absent(part, owner, () => secret);
        }
        return this.#absent(
          part,
          owner,
          () =>
            name === undefined
              ? invalidPlaceholder(part, this.progress.textOf(owner))
              : undefinedVariable(missing, this.#suggestions),
        );
      }
      case "literal":
        this.#isMadeBy(expression);
        return this.found(expression.value, false);
      case "generator":
      case "prompt":
      case "process-env": {
        this.lasting = false;
        const made = makeValue(expression, {
          scopes: this.scopes,
          execution: this.execution,
          suggestions: this.#suggestions,
          text,
          owner,
          offset: part.start,
          promptUse: this.progress.promptUse,
        });
        if (made.problem === undefined) {
          this.#isMadeBy(expression);
          return this.found(made.value, true);
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
  ): FoundValue | undefined {
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
  ): FoundValue {
    if (entry.apart !== undefined) {
      return this.report(part, owner, setApart(part.text, name, entry.apart));
    }
    if (entry.withheld !== undefined) {
      return this.report(part, owner, withheldValue(part.text, entry.withheld));
    }
    const layer = this.#layer!;
    this.found(entry.value, !entry.template);
    this.#entry = entry;
    this.#keys = NO_KEYS;
    if (entry.secret) this.#secret = true;
    if (entry.hosts !== undefined) this.#hosts ??= entry.hosts;
    let base: Owner | undefined = entry.template ? entry : undefined;
    let from = 0;
    for (let step = 0;; step++) {
      const only = base && this.#aliasIn(this.value);
      if (only !== undefined) {
        const alias = ownerAt(base!, path.slice(from, step), this.value);
        const found = this.#throughAlias(only, alias, part, owner);
        if (found !== "value") {
          // The missing member belongs to this text, not to that of the alias.
          if (step < path.length) this.absent = { part, owner };
          return found;
        }
        const isMade = this.#entry === undefined;
        if (
          this.value === "" && entry.secret && isMade &&
          this.#made?.kind === "process-env"
        ) {
          const missing = { text: part.text, name, scopes: this.scopes };
          const secret = emptySecret(missing, layer, this.name);
          return secret === "given"
            ? this.#variable(part, owner)!
            : this.#absent(part, owner, () => secret);
        }
        this.#via = [name, ...this.#via.length > 0 ? this.#via : rootOf(only)];
        base = this.standsIn;
        if (isMade && this.#made?.kind === "literal") {
          this.#entry = entry;
        }
        if (base === undefined) {
          const last = step === 0 ? name : path[step - 1].key;
          this.learned(last, this.value, entry);
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
    this.standsIn = base !== undefined && hasTemplates(this.value)
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
  ): FoundValue {
    const name = this.name;
    const next = { owner: alias, name, aliases: NO_ALIASES, placeholders: 1 };
    if (!this.progress.enter(next, part, owner)) return "failed";
    const found = this.#search(only, alias);
    this.progress.leave();
    this.aliases = [{ owner: alias, name, led: true }, ...this.aliases];
    return found;
  }

  /** The placeholder that a file's text consists of: such a text is an alias. */
  #aliasIn(value: Value): PlaceholderPart | undefined {
    if (typeof value !== "string" || !value.includes("{{")) return undefined;
    const { parts: [first, second] } = this.templateOf(value);
    return second === undefined && first.kind === "placeholder"
      ? first
      : undefined;
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

  /** Notes the value that was found. */
  protected found(value: Value, opaque: boolean): "value" {
    this.value = value;
    this.opaque = opaque;
    this.standsIn = undefined;
    this.aliases = NO_ALIASES;
    return "value";
  }

  /** Handles a name without a value: a problem, unless the scopes allow it. */
  #absent(
    part: PlaceholderPart,
    owner: Owner | undefined,
    problem: () => PlaceholderProblem,
  ): FoundValue {
    if (this.scopes.undefinedMode === "error") {
      return this.report(part, owner, problem());
    }
    this.absent = { part, owner };
    return "missing";
  }

  /** Tells a value that no entry holds as it is. */
  protected learned(
    name: string,
    value: Value,
    about: Provenance | Entry,
  ): void {
    const { learned } = this.scopes;
    if (learned === undefined) return;
    const { secret = false, hosts } = about;
    learned({ name: lastName(name), value, secret, ...hosts && { hosts } });
  }
}

/** The variable that a file's placeholder names. */
function rootOf({ text, expression }: PlaceholderPart): string[] {
  return [expression?.kind === "reference" ? expression.name : text];
}

function keysOf(path: readonly Segment[], from: number): (string | number)[] {
  return path.slice(from).map(({ key, index }) => index === -1 ? key : index);
}
