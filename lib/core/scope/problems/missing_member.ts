import { didYouMean, nearest } from "../../source/nearest.ts";
import type { PlaceholderPart, Segment } from "../../template/types.ts";
import { setupWay, wayOut } from "../../source/way_out.ts";
import { hasNoMembers, kindOf, type Value } from "../value/value.ts";
import type { PlaceholderProblem } from "./problem.ts";
import type { Layer } from "../layer.ts";
import type { Scopes } from "../scopes.ts";
import type { Apart } from "../variables.ts";

/** A step of a placeholder's path that leads nowhere. */
export interface MissingStep {
  /** The expression. */
  readonly text: string;
  /** The beginning of its path. */
  readonly name: string;
  readonly path: readonly Segment[];
  /** Which step of the path. */
  readonly step: number;
  /** What the steps before have led to. */
  readonly value: Value;
}

/** Says why a step leads nowhere, and what may have been meant. */
export function missingMember(
  missing: MissingStep,
  suggestions: Suggestions,
): PlaceholderProblem {
  const { text, name, path, step } = missing;
  let why = "cannot be read";
  let suggestion: string | undefined;
  try {
    ({ why, suggestion } = reason(missing, suggestions));
  } catch {
    // A program's own object may refuse to be read.
  }
  return {
    code: "INVALID_PATH",
    message:
      `Cannot resolve "{{${text}}}": "${
        name + pathText(path.slice(0, step))
      }" ${why}` +
      didYouMean(suggestion),
    ...(suggestion !== undefined && { suggestion }),
  };
}

function reason(
  { value, path, step }: MissingStep,
  suggestions: Suggestions,
): { why: string; suggestion?: string | undefined } {
  const { key, index } = path[step];
  if (typeof value !== "object" || value === null || hasNoMembers(value)) {
    const what = value === null ? "null" : `a ${kindOf(value)}`;
    return { why: `is ${what} and has no members` };
  }
  if (!Array.isArray(value)) {
    return {
      why: `has no property "${key}"`,
      suggestion: suggestions.nearest(key, () => Object.keys(value)),
    };
  }
  const { length } = value;
  if (index !== -1) {
    const count = length === 1 ? "1 element" : `${length} elements`;
    return { why: `has ${count}, there is no index ${key}` };
  }
  const elements = length === 0
    ? "it is empty"
    : length === 1
    ? "use [0]"
    : `use [0] to [${length - 1}]`;
  return {
    why: `is an array and has no property "${key}" (${elements}, or .length)`,
  };
}

function pathText(path: readonly Segment[]): string {
  return path.map(({ key, index }) => index === -1 ? `.${key}` : `[${key}]`)
    .join("");
}

/** A text that is all of the name of a secret which files leave without a value. */
export function unsetName(text: string, { layers }: Scopes) {
  return layers.some(({ unset }) => unset?.has(text)) ? text : undefined;
}

/**
 * Looks for a name among the secrets that files leave without a value, and asks
 * for the value. `"given"`: the layer has it now; undefined: the name is not
 * among them.
 */
export function missingSecret(
  { text, name: root, scopes }: {
    /** The expression: a whole name counts before its root. */
    readonly text: string;
    readonly name: string;
    readonly scopes: Scopes;
  },
): "given" | PlaceholderProblem | undefined {
  if (scopes.secret === undefined) return undefined;
  const hasUnset = (name: string) => (layer: Layer) => layer.unset?.has(name);
  const layer = scopes.layers.find((one) =>
    hasUnset(text)(one) || hasUnset(root)(one)
  );
  if (layer === undefined) return undefined;
  const name = hasUnset(text)(layer) ? text : root;
  const { hosts, store } = layer.unset!.get(name)!;
  const value = scopes.secret(name, store);
  if (value === undefined && store) {
    scopes.wanted.add(store);
    if (scopes.keepStored) {
      return {
        code: "UNSET_SECRET",
        severity: "warning",
        message:
          `Left "{{${text}}}" as it is: a run asks the store for "${name}"`,
      };
    }
    return {
      code: "UNSET_SECRET",
      message:
        `Cannot resolve "{{${text}}}": the secret "${name}" is in a store, which only a run asks`,
      scopesSearched: scopes.scopeNames(),
    };
  }
  if (value === undefined) {
    return {
      code: "UNSET_SECRET",
      message:
        `Cannot resolve "{{${text}}}": the secret "${name}" has no value`,
      scopesSearched: scopes.scopeNames(),
    };
  }
  layer.entries.set(name, {
    value,
    template: false,
    secret: true,
    from: store
      ? { kind: "store", type: store.type }
      : { kind: "prompt", question: name },
    ...(hosts && { hosts }),
  });
  return "given";
}

/**
 * Asks for the value of a secret that is empty where its file says that it
 * comes from. `"given"`: the layer has it now.
 *
 * @param source The expression that is empty.
 */
export function emptySecret(
  { text, name, scopes }: Parameters<typeof missingSecret>[0],
  layer: Layer,
  source: string,
): "given" | PlaceholderProblem {
  const value = scopes.secret?.(name);
  if (value === undefined) {
    return {
      code: "UNSET_SECRET",
      message:
        `Cannot resolve "{{${text}}}": the secret "${name}" has no value, as "${source}" is empty`,
      waysOut: [wayOut("fill-in", source.replace(/^process\.env\./, ""))],
    };
  }
  const { hosts } = layer.entries.get(name)!;
  layer.entries.set(name, {
    value,
    template: false,
    secret: true,
    from: { kind: "prompt", question: name },
    ...(hosts && { hosts }),
  });
  return "given";
}

/** What to say of a placeholder of `source` that cannot be parsed. */
export function invalidPlaceholder(
  part: PlaceholderPart,
  source: string,
): PlaceholderProblem {
  return {
    code: "INVALID_SYNTAX",
    message: `Cannot parse "${shown(part, source)}": ${part.problem!.message}`,
  };
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

/** Says that no scope defines a name, and what may have been meant. */
export function undefinedVariable(
  { text, name, scopes }: {
    /** The expression. */
    readonly text: string;
    readonly name: string;
    readonly scopes: Scopes;
  },
  suggestions: Suggestions,
): PlaceholderProblem {
  const suggestion = suggestions.nearest(name, () => [...scopes.names()]);
  return {
    code: "UNDEFINED_VARIABLE",
    message: `Cannot resolve "{{${text}}}": no scope defines "${name}"` +
      didYouMean(suggestion),
    scopesSearched: scopes.scopeNames(),
    ...(suggestion !== undefined && { suggestion }),
  };
}

const MAX_COMPARISONS = 50_000;

/** Finds nearest names for one text's problems, within a bounded time for all of them. */
export class Suggestions {
  #comparisons = 0;

  /** The nearest candidate; undefined where none is near, or the time is used up. */
  nearest(
    name: string,
    candidates: () => readonly string[],
  ): string | undefined {
    if (this.#comparisons > MAX_COMPARISONS) return undefined;
    const all = candidates();
    this.#comparisons += all.length;
    return nearest(name, all);
  }
}

/** Says that a variable is set where it cannot be seen from here, and how to set it for all. */
export function setApart(
  text: string,
  name: string,
  apart: Apart,
): PlaceholderProblem {
  return setElsewhere(`Cannot resolve "{{${text}}}": "${name}"`, apart);
}

/**
 * What a reader is to know who wants such a variable.
 *
 * @param begin What cannot be done, and the variable as the subject of the reason.
 */
export function setElsewhere(
  begin: string,
  { label, path, file, config }: Apart,
): PlaceholderProblem {
  return {
    code: "SET_APART",
    message:
      `${begin} is set in another group, by the ${label}, and groups that run side by side or in shards do not share variables`,
    waysOut: [setupWay("set-up", path, { file, config })],
  };
}

/** Says that a placeholder gets no value, as it is kept from who reads it. */
export function withheldValue(text: string, why: string): PlaceholderProblem {
  return {
    code: "PERMISSION",
    message: `Cannot resolve "{{${text}}}": it is secret, and ${why}`,
  };
}
