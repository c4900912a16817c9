import type { CodesOf } from "../collection/required/required_code.ts";
import type {
  Collection,
  Environment,
  Script,
  Variable,
} from "../collection/types.ts";
import { locationOfName } from "../collection/read/location_of_name.ts";
import { VALUE_TYPES } from "../collection/read/read_value.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { didYouMean, nearest } from "../source/nearest.ts";
import type { DataRow, Plan, Step } from "./types.ts";

/** A script that may read any field, which its text does not name. */
const READS_ANY =
  /\biterationData\b(?!\s*\.\s*(?:get|has)\(\s*["'`])|\bdata\s*\[|\.toObject\(|\bget(?:Var|IterationData)\(\s*[^"'`\s)]/;

/** The same with an object of Postman's; other objects have a `get` as well. */
const READS_ANY_OF_POSTMAN = /\bget\(\s*[^"'`\s)]/;

/** A module that only the run knows. */
const LOADS_ANY =
  /\b(?:require|import)\s*\(\s*(?!(?:"[^"\n]*"|'[^'\n]*'|`[^`$\n]*`)\s*\))/;

/** A name for all that a file exports. */
const WHOLE_FILE =
  /\b(?:const|let|var)\s+([\w$]+)\s*=\s*require\s*\(\s*["'`][./]|\bimport\s+(?:\*\s*as\s+)?([\w$]+)\s+from\s*["'`][./]/g;

/** What a run has besides the rows. */
interface Around {
  readonly plan: Plan;
  readonly collection: Collection;
  /** The selected one first. */
  readonly environment: readonly Environment[];
  readonly globals: readonly Variable[];
  /** Follows scripts into the files that they require. */
  readonly codesOf: CodesOf;
}

/** Warns of fields of the data whose name is given a value for all rows, which wins. */
export function hiddenFields(
  row: DataRow,
  file: string,
  given: Iterable<readonly [name: string, value: unknown]>,
): Diagnostic[] {
  return [...given].filter(([name]) => Object.hasOwn(row, name)).map((
    [name],
  ) => ({
    code: "USAGE",
    severity: "warning",
    message:
      `The field "${name}" of "${file}" has no effect: each row gets the value that is given for the variable "${name}" (give one of the two)`,
  }));
}

/**
 * Warns of variables of the selected environment that nothing mentions, where
 * an environment that it extends has one whose name differs in capitals, `-` and
 * `_` alone: that one's value holds, though it was to be another one.
 */
export function misnamedVariables(around: Around): Diagnostic[] {
  const { collection, environment: [head, ...extended], globals } = around;
  if (extended.length === 0) return [];
  const below = new Map(
    extended.toReversed().flatMap(({ variables, name: label }) =>
      variables.filter(({ disabled }) => !disabled)
        .map(({ name }) => [likeness(name), { name, label }] as const)
    ),
  );
  const own = new Set(head.variables.map(({ name }) => name));
  const suspects = head.variables.flatMap((variable) => {
    const meant = below.get(likeness(variable.name));
    const isMisnamed = !variable.disabled && meant !== undefined &&
      meant.name !== variable.name && !own.has(meant.name) &&
      !extended.some(({ variables }) =>
        variables.some(({ name }) => name === variable.name)
      );
    return isMisnamed ? [{ variable, meant }] : [];
  });
  if (suspects.length === 0) return [];
  const values = [head, ...extended].map(({ variables }) =>
    variables.map(({ value }) => value)
  );
  const texts = textsOf(around, [collection.defaults, values, globals]);
  if (readsAny(texts)) return [];
  return suspects.flatMap(({ variable, meant }): Diagnostic[] => {
    const { name } = variable;
    return mentions(texts, name) || !uses(texts, meant.name) ? [] : [{
      code: "UNUSED_VARIABLE",
      severity: "warning",
      message:
        `The variable "${name}" of the environment "${head.name}" has no effect: nothing uses it, and "${meant.name}" keeps its value of the environment "${meant.label}" (did you mean "${meant.name}"?)`,
      location: locationOfName(variable),
      suggestion: meant.name,
    }];
  });
}

/** Equal for names that differ in capitals, `-` and `_` only. */
function likeness(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

/** A placeholder, and what a script reads of a row. */
const USED =
  /\{\{\s*([^{}\s]+)\s*\}\}|\biterationData\.get\(\s*(["'`])([^"'`\n]+)\2/g;

/** A column and a word for its kind, such as `age:int`. */
const KIND = /^(.+):(\w+)$/;

/** Names the kinds of columns of CSV, where the word behind a name that is used is none. */
function unknownKind(
  field: string,
  file: string,
  used: ReadonlySet<string>,
): string | undefined {
  const [, name, word] = KIND.exec(field) ?? [];
  if (!/\.[ct]sv$/i.test(file) || !used.has(name)) return undefined;
  return ` (did you mean "${name}"? "${word}" is not a type, use one of ${
    VALUE_TYPES.join(", ")
  })`;
}

/**
 * Warns of fields of the data that nothing mentions, next to a name that is
 * used and much like it, and of data of which nothing mentions any field: the
 * requests would take another value for every row, or none.
 */
export function misnamedFields(
  row: DataRow,
  { file, ...around }: Around & {
    /** What messages call the file of the data. */
    readonly file: string;
  },
): Diagnostic[] {
  const { collection, environment, globals } = around;
  const texts = textsOf(around, [collection.defaults, environment, globals]);
  const fields = Object.keys(row);
  const unused = fields.filter((name) => !mentions(texts, name));
  if (readsAny(texts)) return [];
  const staged = stagedFields(fields, file, around);
  if (staged.length > 0) return staged;
  const used = new Set(
    [...texts.matchAll(USED)].map(([, inText, , inScript]) =>
      inText ?? inScript
    ),
  );
  for (const name of fields) used.delete(name);
  const { steps } = around.plan;
  const valued = [
    ...steps.flatMap(({ item }) => item.kind === "request" ? item : []),
    ...new Set(steps.flatMap(({ folders }) => folders))
      .values().map(({ defaults }) => defaults),
    collection.defaults,
    ...environment,
  ].flatMap(({ variables }) => variables).concat(globals)
    .filter(({ name, disabled }) => !disabled && used.has(name))
    .map(({ name }) => name);
  const warnings = unused.flatMap((name): Diagnostic[] => {
    const [, typed = ""] = KIND.exec(name) ?? [];
    const near = used.has(typed)
      ? typed
      : nearest(name, used) ?? shortenedFrom(name, valued);
    return near === undefined ? [] : [{
      code: "USAGE",
      severity: "warning",
      message:
        `The field "${name}" of "${file}" has no effect: nothing uses a variable of this name${
          unknownKind(name, file, used) ?? didYouMean(near)
        }`,
      suggestion: near,
    }];
  });
  const isIdle = fields.length > 0 && !READS_ROW.test(texts) &&
    !fields.some((name) => reads(texts, name));
  if (warnings.length > 0 || !isIdle) return warnings;
  const names = fields.slice(0, SHOWN_FIELDS).map((name) => `"${name}"`);
  if (fields.length > SHOWN_FIELDS) names.push("…");
  return [{
    code: "USAGE",
    severity: "warning",
    message:
      `The rows of "${file}" have no effect: nothing uses a variable of the ${
        names.length === 1 ? "name" : "names"
      } ${names.join(", ")}`,
  }];
}

/** Warns of fields that only setup and teardown use, which have no rows. */
function stagedFields(
  fields: readonly string[],
  file: string,
  around: Around,
): Diagnostic[] {
  const { plan, collection, environment, globals } = around;
  const staged = plan.steps.filter(({ stage }) => stage !== undefined);
  if (staged.length === 0) return [];
  const steps = plan.steps.filter(({ stage }) => stage === undefined);
  const others = [collection.defaults, environment, globals];
  const between = textsOf({ ...around, plan: { ...plan, steps } }, others);
  if (READS_ROW.test(between)) return [];
  return fields.filter((name) => !mentions(between, name)).flatMap((name) => {
    const using = staged.filter((step) =>
      asksFor(
        textsOf({ ...around, plan: { ...plan, steps: [step] } }, []),
        name,
      )
    );
    return using.length === 0 ? [] : {
      code: "USAGE",
      severity: "warning",
      message:
        `The field "${name}" of "${file}" has no effect: nothing uses it but ${
          stagesOf(using)
        }`,
    };
  });
}

/**
 * Warns of the rows or iterations of a plan that has setup and teardown alone.
 *
 * @param file What messages call the file of the rows; absent: there are none.
 */
export function idleRepetition(
  { steps }: Plan,
  file: string | undefined,
): Diagnostic[] {
  const what = file === undefined ? "Iterations" : `The rows of "${file}"`;
  return [{
    code: "USAGE",
    severity: "warning",
    message: `${what} have no effect: nothing runs but ${stagesOf(steps)}`,
  }];
}

/** The stages of steps, and how they run. */
function stagesOf(steps: readonly Step[]): string {
  const stages = [...new Set(steps.map(({ stage }) => stage))];
  const verb = stages.length === 1 ? "runs" : "run";
  const keys = stages.map((stage) => `extensions.brace.${stage}`);
  return `${
    stages.join(" and ")
  }, which ${verb} once, without rows (take what is to run more than once out of ${
    keys.join(" and ")
  })`;
}

/** Whether a placeholder or a call of a script asks for a name. */
function asksFor(texts: string, name: string): boolean {
  const escaped = RegExp.escape(name);
  return new RegExp(
    `\\{\\{\\s*${escaped}(?![\\p{L}\\p{N}_-])|\\(\\s*(["'\`])${escaped}\\1`,
    "u",
  ).test(texts);
}

/** The row as a whole in a script of Postman's. */
const READS_ROW = /[=(:]\s*data\b(?!["'`])|(?<![\w."'`])data *[.),;\]}]/;

/** Fields that a message names at most. */
const SHOWN_FIELDS = 5;

/** Columns for who reads the rows, which no request needs. */
const TELLS_ROWS =
  /^(?:case|comment|description|label|name|note|remark|row|step|test|title)s?$/;

/**
 * The name that a field such as `user` or `qty` stands for: `username`,
 * `quantity`. Takes names only that have a value without the row, which the
 * requests then take in silence; a name without one is an error that says so.
 */
function shortenedFrom(
  field: string,
  names: readonly string[],
): string | undefined {
  const start = likeness(field);
  if (start.length < 3 || TELLS_ROWS.test(start)) return undefined;
  return names.find((name) => likeness(name).startsWith(start)) ??
    names.find((name) => abbreviates(start, likeness(name)));
}

/** Whether a word is a longer one without its vowels, and perhaps some more of its inner letters. */
function abbreviates(word: string, longer: string): boolean {
  const vowels = /[aeiou]/g;
  const [first, ...rest] = word;
  if (!longer.startsWith(first) || rest.join("").search(vowels) >= 0) {
    return false;
  }
  const consonants = longer.slice(1).replace(vowels, "");
  if (consonants.at(-1) !== rest.at(-1)) return false;
  let at = 0;
  return rest.every((letter) => (at = consonants.indexOf(letter, at) + 1) > 0);
}

/** The texts of what a plan runs, and of what else it reads. */
function textsOf(
  { plan, collection, codesOf }: Around,
  others: unknown,
): string {
  const seen = new Set<unknown>();
  const texts = [
    ...plan.steps.flatMap(({ item, folders }) => [
      ...textsIn(item, seen),
      ...folders.flatMap(({ defaults }) => [...textsIn(defaults, seen)]),
    ]),
    ...textsIn(others, seen),
  ];
  for (const one of [...seen]) {
    if (isScript(one)) texts.push(...codesOf(one).slice(1));
  }
  // A request that a script runs need not be a part of the plan.
  if (texts.some((text) => text.includes("runRequest"))) {
    texts.push(...textsIn(collection.items, seen));
  }
  return texts.join("\n");
}

function isScript(value: unknown): value is Script {
  return typeof value === "object" && value !== null && "phase" in value &&
    "code" in value;
}

/** Whether scripts may read names that their texts do not tell. */
function readsAny(texts: string): boolean {
  return READS_ANY.test(texts) || LOADS_ANY.test(texts) ||
    /\bpm\b/.test(texts) && READS_ANY_OF_POSTMAN.test(texts) ||
    [...texts.matchAll(WHOLE_FILE)].some(([, required, imported]) =>
      computesMember(texts, required ?? imported)
    );
}

/** Whether a script chooses at run time what it takes of a file. */
function computesMember(texts: string, name: string): boolean {
  const word = `(?<![\\w$.])${RegExp.escape(name)}`;
  return new RegExp(
    `${word}\\s*\\[\\s*(?!["'\`])|\\.{3}\\s*${
      RegExp.escape(name)
    }(?![\\w$])|\\(\\s*${RegExp.escape(name)}\\s*[,)]`,
  ).test(texts);
}

function mentions(texts: string, name: string): boolean {
  return new RegExp(
    `(?<![\\p{L}\\p{N}_])${RegExp.escape(name)}(?![\\p{L}\\p{N}_])`,
    "u",
  ).test(texts);
}

/**
 * Whether a placeholder or code may read a name. A mere text in quotes does
 * not, such as the key of a JSON body or a name in a schema.
 */
function reads(texts: string, name: string): boolean {
  const escaped = RegExp.escape(name);
  return new RegExp(
    `(?<![\\p{L}\\p{N}_"'\`])${escaped}(?![\\p{L}\\p{N}_"'\`])|\\(\\s*["'\`]${escaped}["'\`]|\\[\\s*["'\`]${escaped}["'\`]\\s*\\]`,
    "u",
  ).test(texts);
}

/** Whether a placeholder or a text in quotes of a script begins with a name. */
function uses(texts: string, name: string): boolean {
  return new RegExp(
    `(?:\\{\\{\\s*|["'\`])${RegExp.escape(name)}(?![\\p{L}\\p{N}_-])`,
    "u",
  ).test(texts);
}

/** Every text of a value. */
function* textsIn(value: unknown, seen: Set<unknown>): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  const inner = value instanceof Map || value instanceof Set
    ? value
    : Object.values(value);
  for (const one of inner) yield* textsIn(one, seen);
}
