import type { Diagnostic, Place } from "../source/diagnostic.ts";
import type {
  Part,
  PlaceholderPart,
  Segment,
  Template,
} from "../template/types.ts";
import type { Entry } from "./layer.ts";
import type { Known, Scopes } from "./scopes.ts";
import type { Value, ValueKind } from "./value.ts";
import { DiagnosticError } from "../source/errors.ts";
import { locationIn } from "../source/location_in.ts";
import { nearest } from "../source/nearest.ts";
import { cachedTemplate } from "../template/template_of.ts";
import type { Execution, Owner } from "./execution.ts";
import { BUILT_IN_GENERATORS } from "./generators/built_in.ts";
import { hasTemplates } from "./has_templates.ts";
import { kindOf, VALUE_KINDS } from "./value.ts";
import type { Flaw } from "./flaw.ts";
import { valueText } from "./value_text.ts";
import { walkPath } from "./walk_path.ts";

/** What {@linkcode Resolver.resolve} found. */
export type Found =
  /** `value` and `opaque` are set. */
  | "value"
  /** `nested` and `nestedEntry` are set: text from a file, to be rendered in place. */
  | "nested"
  /** Nothing; the placeholder's text stays or goes, as the scopes say. */
  | "missing"
  /** Nothing, and a diagnostic says so. */
  | "failed";

const NO_PATH: readonly Segment[] = [];
const DEEPEST = 32;
const MOST_EXPANSIONS = 1_000_000;
const MOST_LENGTH = 64 * 1024 * 1024;

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
  nestedEntry!: Entry;
  readonly diagnostics: Diagnostic[] = [];
  /** Whether a placeholder's text was kept or dropped. */
  incomplete = false;

  readonly #known: Map<string, Known>;
  readonly #active: { entry: Entry; name: string }[] = [];
  #expansions = 0;
  /** The outermost placeholder under way, for the way to a nested failure. */
  #outer: { part: PlaceholderPart; owner: Owner | undefined } | undefined;

  /**
   * @param source The text that is being rendered.
   * @param owner What the text stands in; undefined for a text of its own.
   */
  constructor(
    readonly scopes: Scopes,
    readonly execution: Execution,
    readonly source: string,
    readonly owner: Owner | undefined,
    readonly place: Place,
  ) {
    this.#known = scopes.known();
  }

  /** Resolves one placeholder of `owner`'s text. */
  resolve(
    part: PlaceholderPart,
    owner: Owner | undefined = this.owner,
  ): Found {
    const { text, expression } = part;
    const known = this.#known.get(text);
    if (known !== undefined) return this.#found(known.value, known.opaque);
    if (this.#active.length === 0) this.#outer = { part, owner };
    const root = expression?.kind === "reference" ? expression.name : text;
    const { layers } = this.scopes;
    for (let index = 0; index < layers.length; index++) {
      const { entries } = layers[index];
      let entry = entries.get(text);
      let path = NO_PATH;
      if (entry === undefined && root !== text) {
        entry = entries.get(root);
        if (expression?.kind === "reference") path = expression.path;
      }
      if (entry !== undefined) {
        return this.#ofEntry(entry, path, root, part, owner);
      }
    }
    if (expression === undefined) {
      return this.#absent(part, owner, {
        code: "INVALID_SYNTAX",
        message: `Cannot parse "${shown(part, this.#textOf(owner))}": ${
          part.problem!.message
        }`,
      });
    }
    switch (expression.kind) {
      case "reference":
        return this.#undefined(part, owner, expression.name);
      case "literal":
        return this.#found(expression.value, false);
      case "prompt":
        return this.#ask(part, owner, expression.text);
      case "process-env":
        return this.#processEnv(part, owner, expression.name);
      case "generator":
        return this.#generate(
          part,
          owner,
          expression.name,
          expression.args,
        );
      default:
        return expression satisfies never;
    }
  }

  /** To be called around rendering `nested`; false where it would never end. */
  enter(
    entry: Entry,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): boolean {
    const name = part.text;
    if (
      this.#active.length >= DEEPEST || ++this.#expansions > MOST_EXPANSIONS
    ) {
      this.report(part, owner, {
        code: "LIMIT",
        message: this.#active.length >= DEEPEST
          ? `Cannot resolve "{{${name}}}": variables refer to variables more than ${DEEPEST} levels deep`
          : `Cannot resolve "{{${name}}}": more than ${MOST_EXPANSIONS} variables refer to variables`,
      });
      return false;
    }
    this.#active.push({ entry, name });
    return true;
  }

  /** To be called behind rendering `nested`. */
  leave(): void {
    this.#active.pop();
  }

  /** Collects a diagnostic about a placeholder. */
  report(
    part: PlaceholderPart,
    owner: Owner | undefined,
    what: Pick<Diagnostic, "code" | "message"> & Partial<Diagnostic>,
  ): "failed" {
    const nested = this.#active.length > 0;
    const trail = nested && what.trail === undefined
      ? { trail: [...this.#active.map(({ name }) => name), part.text] }
      : {};
    const location = locationIn(this.#textOf(owner), owner?.at, part, {
      place: nested ? "variable" : this.place,
    });
    const notes = nested ? { notes: [this.#usedBy()] } : {};
    this.diagnostics.push({
      severity: "error",
      location,
      expression: part.text,
      ...trail,
      ...notes,
      ...what,
    });
    return "failed";
  }

  /** What stands for a placeholder that is missing. */
  substitute(part: PlaceholderPart, source: string): string {
    return this.scopes.undefinedMode === "keep"
      ? source.slice(part.start, part.end)
      : "";
  }

  #usedBy(): string {
    const { part, owner } = this.#outer!;
    const at = owner?.at;
    const where = at === undefined ? "" : ` in ${at.file}`;
    return `used by "{{${part.text}}}"${where}`;
  }

  #textOf(owner: Owner | undefined): string {
    return owner === this.owner || owner === undefined
      ? this.source
      : textOfOwner(owner);
  }

  #found(value: Value, opaque: boolean): Found {
    this.value = value;
    this.opaque = opaque;
    return "value";
  }

  #ofEntry(
    entry: Entry,
    path: readonly Segment[],
    name: string,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): Found {
    const { value, template: written } = entry;
    if (!written || typeof value !== "string" || !value.includes("{{")) {
      return this.#member(value, !written, path, name, part, owner, entry);
    }
    const from = this.#active.findIndex((active) => active.entry === entry);
    if (from !== -1) return this.#cycle(from, part, owner);
    const template = cachedTemplate(value);
    const [only] = template.parts;
    if (template.parts.length > 1 || only.kind === "text") {
      return path.length === 0
        ? this.#nest(template, entry)
        : this.#member(value, false, path, name, part, owner);
    }
    // An alias keeps the kind of the value that it stands for.
    if (!this.enter(entry, part, owner)) return "failed";
    const found = this.resolve(only, entry);
    this.leave();
    if (path.length === 0 || found === "missing" || found === "failed") {
      return found;
    }
    const target = found === "value" ? this.value : this.nested.source;
    return this.#member(target, this.opaque, path, name, part, owner);
  }

  #cycle(
    from: number,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): Found {
    const names = this.#active.slice(from).map(({ name }) => name);
    const trail = [...names, names[0]];
    return this.report(part, owner, {
      code: "CYCLE",
      message: `Cannot resolve "{{${names[0]}}}": it refers to itself, ${
        trail.join(" → ")
      }`,
      trail,
    });
  }

  /**
   * Follows a path into a value.
   *
   * @param entry The entry that the value stands in, unless its templates are
   * resolved already.
   */
  #member(
    root: Value,
    opaque: boolean,
    path: readonly Segment[],
    name: string,
    part: PlaceholderPart,
    owner: Owner | undefined,
    entry?: Entry,
  ): Found {
    let value = root;
    const { missingKinds } = this.scopes;
    if (missingKinds !== undefined) {
      const kinds = new Set<ValueKind>();
      const walk = walkPath(root, path, name, (kind) => kinds.add(kind));
      if (walk.ok) kinds.add(kindOf(walk.value));
      for (const kind of kinds) {
        if (missingKinds.has(kind)) return this.#tooNew(part, owner, kind);
      }
    }
    if (path.length > 0) {
      const walk = walkPath(root, path, name);
      if (!walk.ok) {
        return this.#absent(part, owner, {
          code: "INVALID_PATH",
          message: `Cannot resolve "{{${part.text}}}": ${walk.message}`,
          ...(walk.suggestion !== undefined && { suggestion: walk.suggestion }),
        });
      }
      value = walk.value;
    }
    if (opaque) this.#warnOpaque(value, part, owner);
    else if (entry !== undefined && hasTemplates(value)) {
      return typeof value === "string"
        ? this.#nest(cachedTemplate(value), entry)
        : this.#expand(value, entry, part, owner);
    }
    if (entry !== undefined && !(opaque && isSuspect(value))) {
      this.#known.set(part.text, { value, opaque });
    }
    return this.#found(value, opaque);
  }

  #nest(template: Template, entry: Entry): Found {
    this.nested = template;
    this.nestedEntry = entry;
    return "nested";
  }

  /** An object from a file whose strings hold placeholders, with these resolved. */
  #expand(
    value: Value,
    entry: Entry,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): Found {
    if (!this.enter(entry, part, owner)) return "failed";
    const before = this.diagnostics.length;
    const expanded = this.#expandValue(value, entry);
    this.leave();
    if (this.diagnostics.length > before) return "failed";
    return this.#found(expanded, false);
  }

  #expandValue(value: Value, entry: Entry): Value {
    if (typeof value === "string") {
      return value.includes("{{") ? this.#expandText(value, entry) : value;
    }
    if (!hasTemplates(value)) return value;
    if (Array.isArray(value)) {
      return value.map((element) => this.#expandValue(element, entry));
    }
    const members = Object.entries(value as { [key: string]: Value });
    return Object.fromEntries(
      members.map(([key, member]) => [key, this.#expandValue(member, entry)]),
    );
  }

  #expandText(text: string, entry: Entry): Value {
    const template = cachedTemplate(text);
    if (template.parts.length === 1) {
      const part = template.placeholders[0];
      const found = this.resolve(part, entry);
      if (found === "value") return this.value;
      if (found === "missing") return this.substitute(part, text);
      if (found === "nested") return this.nestedText(part, entry);
      return "";
    }
    return this.text(template, entry);
  }

  /** Renders `nested` as text. */
  nestedText(part: PlaceholderPart, owner: Owner | undefined): string {
    const { nested, nestedEntry } = this;
    if (!this.enter(nestedEntry, part, owner)) return "";
    const text = this.text(nested, nestedEntry);
    this.leave();
    return text;
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

  /** The text of a value; reports what keeps it from having one. */
  written(
    part: PlaceholderPart,
    owner: Owner | undefined,
    text: string | Flaw,
  ): string {
    if (typeof text === "string") return text;
    this.report(part, owner, {
      code: "UNSERIALIZABLE",
      message: `Cannot write "{{${part.text}}}": ${
        text.path === "" ? "its value" : `"${part.text}${text.path}"`
      } is ${text.reason}`,
    });
    return "";
  }

  /** Whether a text is over the limit of 64 MiB; reports it. */
  exceeds(text: string, part: Part, owner: Owner | undefined): boolean {
    if (text.length <= MOST_LENGTH) return false;
    this.diagnostics.push({
      code: "LIMIT",
      severity: "error",
      message: "Cannot render the text: it is longer than 64 MiB",
      location: locationIn(this.#textOf(owner), owner?.at, part, {
        place: this.place,
      }),
    });
    return true;
  }

  #absent(
    part: PlaceholderPart,
    owner: Owner | undefined,
    what: Pick<Diagnostic, "code" | "message"> & Partial<Diagnostic>,
  ): Found {
    if (this.scopes.undefinedMode === "error") {
      return this.report(part, owner, what);
    }
    this.incomplete = true;
    return "missing";
  }

  #undefined(
    part: PlaceholderPart,
    owner: Owner | undefined,
    name: string,
  ): Found {
    if (this.scopes.undefinedMode !== "error") {
      this.incomplete = true;
      return "missing";
    }
    const suggestion = nearest(name, this.scopes.names());
    return this.report(part, owner, {
      code: "UNDEFINED_VARIABLE",
      message: `Cannot resolve "{{${part.text}}}": no scope defines "${name}"` +
        (suggestion === undefined ? "" : ` (did you mean "${suggestion}"?)`),
      scopesSearched: this.scopes.scopeNames(),
      ...(suggestion !== undefined && { suggestion }),
    });
  }

  #tooNew(
    part: PlaceholderPart,
    owner: Owner | undefined,
    kind: ValueKind,
  ): Found {
    const article = kind === "object" || kind === "array" ? "an" : "a";
    return this.report(part, owner, {
      code: "UNAVAILABLE_KIND",
      message:
        `Cannot resolve "{{${part.text}}}": ${article} ${kind} is available from client version ${
          VALUE_KINDS[kind].since
        }, this collection asks for ${this.scopes.clientVersion}`,
    });
  }

  #ask(
    part: PlaceholderPart,
    owner: Owner | undefined,
    question: string,
  ): Found {
    const answer = this.scopes.prompt?.(question);
    if (answer !== undefined) return this.#found(answer, true);
    return this.report(part, owner, {
      code: "UNANSWERED_PROMPT",
      message:
        `Cannot ask "${question}": there is no terminal to ask on (give the answer with --prompt "${question}=value")`,
    });
  }

  #processEnv(
    part: PlaceholderPart,
    owner: Owner | undefined,
    name: string,
  ): Found {
    const { processEnv } = this.scopes;
    if (processEnv === undefined) {
      return this.report(part, owner, {
        code: "PERMISSION",
        message:
          `Cannot read the environment variable "${name}": access to the process's environment was not given`,
      });
    }
    let value: string | undefined;
    try {
      value = processEnv(name);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      const [first] = error.diagnostics;
      return this.report(part, owner, {
        code: first.code,
        message: first.message,
        ...(first.suggestion !== undefined && { suggestion: first.suggestion }),
      });
    }
    if (value !== undefined) return this.#found(value, true);
    return this.#absent(part, owner, {
      code: "UNDEFINED_VARIABLE",
      message:
        `Cannot resolve "{{${part.text}}}": the process's environment has no "${name}"`,
    });
  }

  #generate(
    part: PlaceholderPart,
    owner: Owner | undefined,
    name: string,
    args: readonly (string | number)[],
  ): Found {
    const key = name.slice(1);
    const { generators } = this.scopes;
    const generator = BUILT_IN_GENERATORS.get(key) ?? generators?.get(key);
    if (generator === undefined) {
      const names = [
        ...BUILT_IN_GENERATORS.keys(),
        ...generators?.keys() ?? [],
      ];
      const suggestion = nearest(key, names);
      return this.#absent(part, owner, {
        code: "UNKNOWN_GENERATOR",
        message: `Cannot generate "{{${part.text}}}": there is no "${name}"` +
          (suggestion === undefined ? "" : ` (did you mean "$${suggestion}"?)`),
        ...(suggestion !== undefined && { suggestion: `$${suggestion}` }),
      });
    }
    const { sources } = this.execution;
    if (sources === undefined) {
      return this.report(part, owner, {
        code: "UNKNOWN_GENERATOR",
        message:
          `Cannot generate "{{${part.text}}}": no clock and random source were given`,
      });
    }
    try {
      const value = this.execution.fixed(
        owner,
        part.start,
        () => generator(args, sources),
      );
      return this.#found(value, true);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return this.report(part, owner, {
        code: "INVALID_ARGUMENT",
        message: `Cannot generate "{{${part.text}}}": ${error.message}`,
      });
    }
  }

  /** Data is never parsed; text in it that looks as if it should be deserves a word. */
  #warnOpaque(
    value: Value,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): void {
    if (!isSuspect(value)) return;
    const { placeholders } = cachedTemplate(value);
    const live = placeholders.find(({ text, expression }) =>
      this.scopes.find(text) !== undefined ||
      (expression?.kind === "reference" &&
        this.scopes.find(expression.name) !== undefined)
    );
    if (live === undefined) return;
    this.report(part, owner, {
      code: "OPAQUE_PLACEHOLDER",
      severity: "warning",
      message:
        `The value of "{{${part.text}}}" holds "{{${live.text}}}", which is sent as text: data is not parsed (use client.interpolate(text) in a script)`,
    });
  }
}

/** Whether data looks as if someone wanted it parsed. */
function isSuspect(value: Value): value is string {
  return typeof value === "string" && value.includes("{{");
}

function shown(part: PlaceholderPart, source: string): string {
  const text = source.slice(part.start, Math.min(part.end, part.start + 60));
  return part.end > part.start + 60 ? `${text}…` : text;
}

function textOfOwner(owner: Owner): string {
  const { value } = owner as Entry;
  return typeof value === "string" ? value : "";
}
