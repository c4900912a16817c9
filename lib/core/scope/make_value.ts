import type {
  GeneratorCall,
  ProcessEnv,
  Prompt,
  Segment,
} from "../template/types.ts";
import type { Execution, Owner, PromptUse } from "./execution.ts";
import type { PlaceholderProblem } from "./problems/problem.ts";
import type { Scopes } from "./scopes.ts";
import type { Suggestions } from "./problems/missing_member.ts";
import type { Value } from "./value/value.ts";
import { DiagnosticError } from "../source/errors.ts";
import { BUILT_IN_GENERATORS } from "./generators/built_in.ts";
import { findFlaw } from "./value/flaw.ts";

/** What a value is made with. */
export interface Making {
  readonly scopes: Scopes;
  readonly execution: Execution;
  readonly suggestions: Suggestions;
  /** The expression as written. */
  readonly text: string;
  /** What the placeholder stands in, and where in it. */
  readonly owner: Owner | undefined;
  readonly offset: number;
  /** What the answer to a prompt is for, where that matters. */
  readonly promptUse: PromptUse | undefined;
}

/** A value that no scope holds, or why there is none. */
export type Made =
  | { readonly value: Value; readonly problem?: never }
  | {
    readonly problem: PlaceholderProblem;
    /** Whether it counts as undefined, which can be asked to be kept or dropped. */
    readonly absent: boolean;
  };

/** Names that fake data may have; a run loads it for a collection that names one. */
const FAKE_DATA = /^random[A-Z]/;

/** Makes the value of an expression that takes none from the scopes. */
export function makeValue(
  expression: GeneratorCall | Prompt | ProcessEnv,
  making: Making,
): Made {
  switch (expression.kind) {
    case "generator":
      return generate(expression, making);
    case "prompt":
      return ask(expression, making);
    case "process-env":
      return readProcessEnv(expression, making);
    default:
      return expression satisfies never;
  }
}

/** Whether there is a generator of a name, which begins with a dollar sign. */
export function hasGenerator(name: string, { generators }: Scopes): boolean {
  const key = name.slice(1);
  return BUILT_IN_GENERATORS.has(key) || generators?.has(key) === true;
}

function generate({ name, args }: GeneratorCall, making: Making): Made {
  const { scopes: { generators }, execution, text, owner, offset } = making;
  const key = name.slice(1);
  const generator = BUILT_IN_GENERATORS.get(key) ?? generators?.get(key);
  if (generator === undefined) return unknown(key, making);
  const { sources } = execution;
  if (sources === undefined) {
    return failed({
      code: "UNKNOWN_GENERATOR",
      message:
        `Cannot generate "{{${text}}}": no clock and random source were given (give systemSources as "sources")`,
    });
  }
  try {
    const make = () => generator(args, sources);
    return { value: execution.fixed(owner, offset, make) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return failed({
      code: "INVALID_ARGUMENT",
      message: `Cannot generate "{{${text}}}": ${error.message}`,
    });
  }
}

function unknown(
  key: string,
  { scopes: { generators }, suggestions, text }: Making,
): Made {
  const near = suggestions.nearest(key, () => [
    ...BUILT_IN_GENERATORS.keys(),
    ...generators?.keys() ?? [],
  ]);
  const wayOut = near !== undefined
    ? ` (did you mean "$${near}"?)`
    : generators === undefined && FAKE_DATA.test(key)
    ? ' (give what loadFakeData loads as "generators")'
    : "";
  return absent({
    code: "UNKNOWN_GENERATOR",
    message: `Cannot generate "{{${text}}}": there is no "$${key}"${wayOut}`,
    ...(near !== undefined && { suggestion: `$${near}` }),
  });
}

function ask(
  { text: question }: Prompt,
  { scopes, promptUse }: Making,
): Made {
  const value = scopes.prompt?.(question, promptUse);
  if (value !== undefined) return { value };
  return failed({
    code: "UNANSWERED_PROMPT",
    message: `Cannot ask "${question}": nobody answered`,
  });
}

function readProcessEnv({ name }: ProcessEnv, making: Making): Made {
  const { processEnv } = making.scopes;
  if (processEnv === undefined) {
    return failed({
      code: "PERMISSION",
      message:
        `Cannot read the environment variable "${name}": this run may not read the process's environment`,
    });
  }
  let value: string | undefined;
  try {
    value = processEnv(name);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [{ code, message, suggestion, waysOut }] = error.diagnostics;
    return failed({
      code,
      message,
      ...(waysOut !== undefined && { waysOut }),
      ...(suggestion !== undefined && { suggestion }),
    });
  }
  if (value !== undefined) return { value };
  return absent({
    code: "UNDEFINED_VARIABLE",
    message:
      `Cannot resolve "{{${making.text}}}": the process's environment has no "${name}"`,
  });
}

function failed(problem: PlaceholderProblem): Made {
  return { problem, absent: false };
}

function absent(problem: PlaceholderProblem): Made {
  return { problem, absent: true };
}

const owners = new WeakMap<Owner, Map<string, Owner>>();

/**
 * What a member of a file variable's object stands in. The same for the same
 * member at each call, so that a generator in it keeps its value and a cycle
 * through it is seen.
 */
export function memberOwner(
  parent: Owner,
  key: string | number,
  value: Value,
): Owner {
  let members = owners.get(parent);
  if (members === undefined) {
    members = new Map();
    owners.set(parent, members);
  }
  let owner = members.get(String(key));
  if (owner === undefined) {
    const { at, secret } = parent;
    owner = {
      text: typeof value === "string" ? value : "",
      ...(at !== undefined && { at: { ...at, path: [...at.path, key] } }),
      ...(secret && { secret }),
    };
    members.set(String(key), owner);
  }
  return owner;
}

/** What the value at the end of a path stands in. */
export function ownerAt(
  base: Owner,
  path: readonly Segment[],
  value: Value,
): Owner {
  let owner = base;
  for (const { key, index } of path) {
    owner = memberOwner(owner, index === -1 ? key : index, value);
  }
  return owner;
}

/** The last name in an expression, such as `apiKey` of `login.keys.apiKey[0]`: what says which kind of value it is. */
export function lastName(expression: string): string {
  const end = expression.slice(-200).replace(/\[\d+\]$/, "");
  return /([^.[\]"']+)["'\]]*$/.exec(end)?.[1] ?? expression;
}

const known = new WeakMap<object, boolean>();

/**
 * Whether a string inside a value from a file holds `{{`; false for an object
 * that no variable can have. Remembered by object.
 */
export function hasTemplates(value: Value): boolean {
  if (typeof value === "string") return value.includes("{{");
  if (typeof value !== "object" || value === null) return false;
  let has = known.get(value);
  if (has === undefined) {
    // Cycles and endless depth must not be walked into.
    has = findFlaw(value).flaw === undefined && search(value);
    known.set(value, has);
  }
  return has;
}

function search(value: Value): boolean {
  if (typeof value === "string") return value.includes("{{");
  if (typeof value !== "object" || value === null) return false;
  let has = known.get(value);
  if (has === undefined) {
    has = Object.values(value).some(search);
    known.set(value, has);
  }
  return has;
}
