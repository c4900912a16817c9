import type {
  Assertion,
  Auth,
  Defaults,
  Environment,
  Request,
  Variable,
} from "../../../core/collection/types.ts";
import { requestTexts } from "../../../core/collection/request_texts.ts";
import type { Origin, Text } from "../../../core/source/origin.ts";
import type { PlaceholderPart } from "../../../core/template/types.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { type Location, locationOf } from "../../../core/source/diagnostic.ts";
import { rootName, templateOf } from "../../../core/template/template_of.ts";
import type { Use } from "../types.ts";

/** What has texts of its own: a request, what a collection or folder hands down, an environment. */
export type TextLevel = Request | Defaults | Environment;

/** The texts of a level in which placeholders resolve. */
export function textsIn(level: TextLevel): Text[] {
  const texts = level.variables.flatMap(variableTexts);
  if ("extends" in level || !("headers" in level)) return texts;
  const all: {
    readonly assertions?: readonly Assertion[];
    readonly auth?: Auth;
  } = level;
  if ("kind" in level) texts.push(...requestTexts(level));
  else {
    for (const { name, value } of level.headers) texts.push(name, value);
    for (const field of all.auth?.fields.values() ?? []) {
      if (typeof field === "object") texts.push(field);
    }
  }
  for (const { value } of all.assertions ?? []) if (value) texts.push(value);
  return texts;
}

/** The strings in a variable's value. */
function variableTexts({ value, at }: Variable): Text[] {
  const texts: Text[] = [];
  const visit = (value: Value, path: readonly (string | number)[]) => {
    if (typeof value === "string") {
      const isWhole = path === at.path;
      texts.push({
        text: value,
        at: isWhole ? at : { file: at.file, path },
      });
    } else if (Array.isArray(value)) {
      value.forEach((one, index) => visit(one, [...path, index]));
    } else if (
      typeof value === "object" && value !== null &&
      Object.getPrototypeOf(value) === Object.prototype
    ) {
      for (const [key, one] of Object.entries(value)) {
        visit(one as Value, [...path, key]);
      }
    }
  };
  visit(value, at.path);
  return texts;
}

/** A question that a run asks. */
export interface PlacedPrompt {
  readonly question: string;
  readonly location: Location;
}

/** The `{{?question}}` in the texts of levels. */
export function promptsIn(levels: Iterable<TextLevel>): PlacedPrompt[] {
  return [...levels].flatMap(textsIn).flatMap((text) => {
    if (!text.text.includes("{{")) return [];
    return templateOf(text).placeholders.flatMap((part) =>
      part.expression?.kind !== "prompt" ? [] : [{
        question: part.expression.text,
        location: locationOf(text.at, {
          offset: part.start,
          length: part.end - part.start,
        }),
      }]
    );
  });
}

/** The places in the texts of levels that read a name of the process's environment. */
export function envUsesIn(
  levels: Iterable<TextLevel>,
  name: string,
): Location[] {
  return [...levels].flatMap(textsIn).flatMap((text) => {
    if (!text.text.includes("{{")) return [];
    return templateOf(text).placeholders.flatMap(
      ({ expression, start, end }) =>
        expression?.kind !== "process-env" || expression.name !== name
          ? []
          : [locationOf(text.at, { offset: start, length: end - start })],
    );
  });
}

const known = new WeakMap<TextLevel, readonly Use[]>();

/** The places of a level that use variables, scripts aside. */
export function usesIn(level: TextLevel): readonly Use[] {
  let uses = known.get(level);
  if (uses === undefined) {
    uses = textsIn(level).flatMap(usesOfText);
    known.set(level, uses);
  }
  return uses;
}

/** The places of a text that use variables. */
export function usesOfText(text: Text): Use[] {
  if (!text.text.includes("{{")) return [];
  return templateOf(text).placeholders.flatMap((part) => {
    if (part.text === "") return [];
    const { expression } = part;
    if (expression !== undefined && expression.kind !== "reference") return [];
    return new UseInText(part, text.at);
  });
}

/** A placeholder that uses a variable. There are thousands, so they hold little. */
class UseInText implements Use {
  readonly name: string;
  readonly expression: string;
  readonly by = "placeholder";
  readonly #at: Origin;
  readonly #start: number;
  readonly #end: number;

  constructor({ text, start, end }: PlaceholderPart, at: Origin) {
    this.name = rootName(text) ?? text;
    this.expression = text;
    this.#at = at;
    this.#start = start;
    this.#end = end;
  }

  /** Few are asked for where they stand. */
  get location(): Location {
    return locationOf(this.#at, {
      offset: this.#start,
      length: this.#end - this.#start,
    });
  }
}
