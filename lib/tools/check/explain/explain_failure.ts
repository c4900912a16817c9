import type { Script } from "../../../core/collection/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { orNull } from "../../../core/run/assert/or_null.ts";
import { headerHint } from "../../../core/script/failure.ts";
import { folderOf } from "../../../core/collection/required/module_path.ts";
import { offsetOf } from "../../../core/script/position.ts";
import { type Api, apiOf, globalNames, memberHint } from "./api_members.ts";
import {
  callAt,
  chainAt,
  expressionText,
  givenAt,
  objectAt,
  parentClassAt,
  parseScript,
  type Tree,
} from "./find_expression.ts";
import { bindingsIn, walk } from "../script/bindings.ts";
import { ScriptPromises } from "../script/unawaited.ts";
import { missingExportHint, type TakenFrom } from "./missing_export.ts";
import { missingPartHint } from "./missing_part.ts";
import { localNames } from "./local_names.ts";
import { isNameless, isRefused, isUnmet } from "./nameless.ts";
import { undefinedHint } from "./undefined_name.ts";

/** Classes whose errors a script may make itself, with these very words. */
const ERRORS = /(?:Error|Exception)$/;

/** A script or, without a place, an expression. */
export type ExplainedScript =
  & Pick<Script, "code" | "dialect">
  & Partial<Pick<Script, "at">>;

/** Names the thing in a script's failure: what is not a function, not defined, or undefined where a member is read. */
export class FailureExplainer {
  readonly #script: ExplainedScript;
  readonly #readFile: (path: string) => string;
  readonly #textOf: (path: string) => string;
  readonly #trees = new Map<string, { code: string; tree: Tree } | undefined>();
  readonly #explained = new Map<string, string>();

  constructor(
    script: ExplainedScript,
    /** Reads the code of a file, without its types, `import` and `export`. */
    readFile: (path: string) => string,
    /** Reads a file as it is written. */
    textOf: (path: string) => string,
  ) {
    this.#script = script;
    this.#readFile = readFile;
    this.#textOf = textOf;
  }

  /** The diagnostic with a message that names the thing, or a note of a promise. */
  explain(diagnostic: Diagnostic): Diagnostic {
    const { message, location, notes = [] } = diagnostic;
    const isNamed = isNameless(diagnostic);
    if (!isNamed && !isUnmet(diagnostic)) return diagnostic;
    const { offset = 0, line = 0, column = 0, file = "" } = location ?? {};
    // A test in a loop fails at one place again and again.
    const key = `${file} ${offset} ${line} ${column} ${isNamed ? message : ""}`;
    let text = this.#explained.get(key);
    if (text === undefined) {
      text = isNamed ? this.#message(diagnostic) : this.#note(diagnostic);
      this.#explained.set(key, text);
    }
    if (isNamed) {
      return text === message ? diagnostic : { ...diagnostic, message: text };
    }
    return text === ""
      ? diagnostic
      : { ...diagnostic, notes: [...notes, text] };
  }

  /** Which promise a failed test takes for its value; "" for none. */
  #note(diagnostic: Diagnostic): string {
    const place = this.#place(diagnostic);
    if (place === undefined) return "";
    const { tree, code, offset } = place;
    return unawaitedHint(givenAt(tree, offset), tree, code).slice(": ".length);
  }

  #message(diagnostic: Diagnostic): string {
    const { message } = diagnostic;
    const place = this.#place(diagnostic);
    if (place === undefined) return message;
    const { dialect, at, code } = this.#script;
    const hasDialects = at !== undefined && !at.file.endsWith(".bru");
    const read = (path: string) => tryRead(path, this.#textOf);
    const { file } = place;
    const importing = {
      read,
      text: file === undefined ? code : read(file) ?? "",
      folder: file === undefined ? "" : folderOf(file),
    };
    return named(
      message,
      { ...place, api: apiOf(dialect), hasDialects, importing },
      place.offset,
    );
  }

  /** The code in which a failure arose, and where in it. */
  #place({ location }: Diagnostic) {
    const isFile = location?.line !== undefined;
    const file = isFile ? location.file : undefined;
    const source = this.#source(file);
    const offset = isFile && source !== undefined
      ? offsetOf({ code: source.code, columns: "characters" }, {
        line: location.line ?? 1,
        column: location.column ?? 1,
      })
      : location?.offset;
    return source === undefined || offset === undefined
      ? undefined
      : { ...source, offset, file };
  }

  #source(file: string | undefined) {
    const key = file ?? "";
    if (this.#trees.has(key)) return this.#trees.get(key);
    const code = file === undefined
      ? this.#script.code
      : tryRead(file, this.#readFile);
    const tree = code === undefined ? undefined : parseScript(code);
    const source = code === undefined || tree === undefined
      ? undefined
      : { code, tree };
    this.#trees.set(key, source);
    return source;
  }
}

function tryRead(
  file: string,
  read: (path: string) => string,
): string | undefined {
  try {
    return read(file);
  } catch {
    return undefined;
  }
}

/** What a failure is looked for in. */
interface Source {
  readonly tree: Tree;
  readonly code: string;
  /** What the script knows without declaring it. */
  readonly api: Api;
  /** Whether its place can name a dialect. */
  readonly hasDialects: boolean;
  readonly importing: TakenFrom;
}

/** Says of one of these values that it is a promise, or a member that only the promise's value has. */
function unawaitedHint(
  values: readonly Tree[],
  tree: Tree,
  code: string,
): string {
  const visits = [...walk(tree)];
  const promises = new ScriptPromises(visits, bindingsIn(visits), code);
  const waiting = values.toReversed();
  for (let value; (value = waiting.pop()) !== undefined;) {
    const why = promises.why(value);
    if (why !== undefined) return `: ${why}`;
    const inside = value.type === "ObjectExpression"
      ? (value.properties as Tree[]).map((it) => (it.value ?? it) as Tree)
      : value.type === "ArrayExpression"
      ? (value.elements as (Tree | null)[]).filter((it) => it !== null)
      : value.type === "BinaryExpression"
      ? [value.left as Tree, value.right as Tree]
      : [];
    waiting.push(...inside.toReversed());
  }
  return "";
}

/** A value of which only the run knows that it is a promise, as a package gives it. */
const PROMISE = "an instance of Promise";
const AWAIT_HINT = ' (write "await" before the call that gives it)';

/** What to write in place of a variable's value that may be absent. */
function absentHint(
  message: string,
  value: Tree | undefined,
  code: string,
): string {
  if (!UNSET.test(message) || value === undefined || !isRead(value)) return "";
  const written = orNull(code.slice(value.start, value.end));
  return written === undefined
    ? ""
    : ` (if it may be absent, write "${written}")`;
}

/** Whether a value is only read; a function of the script's own may lack its `return`. */
function isRead({ type, name, callee }: Tree): boolean {
  const called = callee as Tree | undefined;
  return type === "CallExpression"
    ? called?.name === "res" || called?.type === "MemberExpression"
    : name !== "undefined";
}

/** A variable's value that is undefined as a whole, without a hint. */
const UNSET = /Cannot set the variable ".*": it is undefined$/s;

/** QuickJS's words for what a class cannot extend. */
const PARENT_CLASS = "parent class must be constructor";

function named(
  message: string,
  { tree, code, api, hasDialects, importing }: Source,
  offset: number,
): string {
  const isNot = /(an argument is )?not a (?:function|constructor)$/.exec(
    message,
  );
  if (isNot) {
    const call = callAt(tree, offset);
    if (call === undefined) return message;
    const { callee, given } = call;
    const text = expressionText(callee, code);
    if (isNot[1] !== undefined) {
      const hints = given.map((it) => missingPartHint(it, tree));
      return message.replace(
        /is not a function$/,
        () =>
          `of ${text} is not a function${hints.find((it) => it !== "") ?? ""}`,
      );
    }
    if (ERRORS.test(text)) return message;
    // V8 has named it already.
    const isNamed = / is not a \w+$/.test(message);
    const hint = unawaitedHint([callee], tree, code) ||
      memberHint(callee, { tree, api }, { called: true }) ||
      missingExportHint(callee, tree, importing);
    if (isNamed) return message + hint;
    return message.replace(/not a \w+$/, (is) => `${text} is ${is}`) +
      (hint || missingPartHint(callee, tree));
  }
  if (message.endsWith(PARENT_CLASS)) {
    const parent = parentClassAt(tree, offset);
    return parent === undefined
      ? message
      : `${message.slice(0, -PARENT_CLASS.length)}${
        expressionText(parent, code)
      } is not a class${missingPartHint(parent, tree)}`;
  }
  if (isRefused(message)) {
    const { given = [] } = callAt(tree, offset) ?? {};
    return message +
      (unawaitedHint(given, tree, code) ||
        absentHint(message, given[1], code) ||
        (message.endsWith(PROMISE) ? AWAIT_HINT : ""));
  }
  const unknown = /'?([\p{L}\p{N}_$]+)'? is not defined$/u.exec(message);
  if (unknown) {
    const [all, name] = unknown;
    const hint = undefinedHint(name, chainAt(tree, offset), {
      globals: [...localNames(tree, offset), ...globalNames(api)],
      hasDialects,
    });
    return `${message.slice(0, -all.length)}${name} is not defined${hint}`;
  }
  const [, name, kind] =
    /property(?: '([^']*)')? of (undefined|null)$/.exec(message) ?? [];
  const [, v8Kind, v8Name] =
    /of (undefined|null) \(\w+ '([^']*)'\)$/.exec(message) ?? [];
  const what = kind ?? v8Kind;
  const object = what && objectAt(tree, offset, name ?? v8Name);
  if (!object) return message;
  const text = expressionText(object, code);
  const hint = unawaitedHint([object], tree, code) ||
    memberHint(object, { tree, api }, { called: false }) || headerHint(text) ||
    (kind ? missingPartHint(object, tree) : "");
  return `${message}: ${text} is ${what}${hint}`;
}
