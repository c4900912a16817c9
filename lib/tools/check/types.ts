import type {
  Environment,
  Script,
  Variable,
} from "../../core/collection/types.ts";
import type { DataRows } from "../../core/plan/types.ts";
import type { Entry } from "../../core/scope/variables.ts";
import type { Generators } from "../../core/scope/execution.ts";
import type { ScopeName } from "../../core/scope/names.ts";
import type { Value } from "../../core/scope/value/value.ts";
import type {
  Diagnostic,
  Location,
  WayOut,
} from "../../core/source/diagnostic.ts";
import type { ReadingCall } from "../../core/script/reading_call.ts";
import type { Origin } from "../../core/source/origin.ts";

/** What a collection is checked with; as a run would get it. */
export interface CheckOptions {
  /** The environments to check with, by their names, several together as a list of which the last one wins; default: each one. */
  readonly environments?: readonly (string | readonly string[])[];
  /** First values of the runtime scope: data, never parsed. */
  readonly variables?: Readonly<Record<string, Value>>;
  /** Values that replace those of the environments: data, never parsed. */
  readonly envVariables?: Readonly<Record<string, Value>>;
  /** Variables of the global scope. */
  readonly globals?: readonly Variable[];
  /** The environment whose file has them: it is not one to select. */
  readonly globalsOf?: string;
  /** Environments above the selected ones, as of `--env-file`. */
  readonly environmentFiles?: readonly Environment[];
  /** The value that a secret is given from outside of its file, by its name. */
  readonly givenSecret?: (
    name: string,
  ) => Pick<Entry, "value" | "from" | "at"> | undefined;
  /** Whether a secret has such a value, where values are not to be read. */
  readonly hasSecret?: (name: string) => boolean;
  /** The permission that the process lacks to read such a value. Default: none. */
  readonly lackedPermission?: (name: string) => string | undefined;
  /** Whether the process has such a value, and it is empty. Default: no. */
  readonly isEmptySecret?: (name: string) => boolean;
  /** Names of the process's environment that a run may read besides those that a `.env` lists; true: all. Default: none. */
  readonly allowEnv?: true | readonly string[];
  /** Whether the process, which may be read for a name, does not have it. Default: only the run tells. */
  readonly lacksEnv?: (name: string) => boolean;
  /** Whether the process, which may be read for a name, has an empty value. Default: only the run tells. */
  readonly hasEmptyEnv?: (name: string) => boolean;
  /** The names that rows of data bring; their values are not known. */
  readonly rowNames?: readonly string[];
  /** The rows of data themselves: members that one of them lacks are found. */
  readonly rows?: DataRows;
  /** Generators besides the built-in ones; absent: names of fake data are taken as known. */
  readonly generators?: Generators;
  /** What reads scripts; default: their calls are found by patterns, and nothing else is looked at. */
  readonly readScript?: ScriptReader;
  /** The text of a file of the collection's folder that a script may require; absent: such files are not looked at. */
  readonly readFile?: (path: string) => string | undefined;
  /** The path of such a file that is called almost so; undefined where none is. Default: none is. */
  readonly nearFile?: (path: string) => string | undefined;
  /** Hosts that a run may contact besides those that files declare, as of `--allow-net`; true: all. Default: none. */
  readonly allowNet?: true | readonly string[];
  /** Where a package is that is installed outside of the collection, so that scripts do not get it, and how to install it inside, as a message says it; undefined where it is nowhere. Default: it is. */
  readonly packageOutside?: (name: string) => string | undefined;
  /** Whether scripts run outside of the sandbox, with all of Node's modules. */
  readonly trustScripts?: boolean;
  /** How many folders above the collection's have packages for its scripts; default 0. */
  readonly foldersAbove?: number;
  /** What is wrong with a file that a request sends, or a certificate is in, by its path as written and where that stands; absent: such files are not looked at. */
  readonly findFile?: (path: string, at: Origin) => Diagnostic | undefined;
}

/** Finds out what a script does with variables, and what is wrong with it. */
export type ScriptReader = (
  script: Pick<Script, "code" | "dialect" | "language"> & {
    readonly phase?: Script["phase"];
    /** Set for a script of a `.bru` file, which cannot name a dialect, or a file that one requires. */
    readonly isBru?: true;
    /** Set for a file that scripts require: it may have `import` and `export`. */
    readonly isFile?: true;
    /** Set for the left side of an assertion, or a selector. */
    readonly expression?: true;
  },
) => ScriptFacts;

/** What a script does with variables, as far as its text tells. */
export interface ScriptFacts {
  /** Names that it sets, as in `client.setVar("name", value)`. */
  readonly sets: readonly ScriptSetting[];
  /** Names that it reads, as in `client.getVar("name")`. */
  readonly reads: readonly ScriptRead[];
  /** Names that an expression reads and nothing defines but runtime variables. */
  readonly bareNames: readonly ScriptName[];
  /** Where it first sets a variable whose name it computes. */
  readonly computed?: ScriptStretch & Pick<ScriptSetting, "scope">;
  /** Whether it reads variables whose names it computes. */
  readonly readsAny: boolean;
  /** Modules and files that it requires by literal names. */
  readonly requires: readonly ScriptName[];
  /** The parts of the request that it writes. */
  readonly writes: ReadonlySet<ScriptedPart>;
  /** Variables that it deletes whenever it runs to its end. */
  readonly deletes: readonly ScriptDeletion[];
  /** Calls that decide which requests run. */
  readonly flow: readonly FlowCall[];
  /** Literal texts whose placeholders it resolves, as in `client.interpolate("{{id}}")`. */
  readonly texts: readonly ScriptText[];
  /** The variables of the process that it reads by literal names; absent: nobody looked. */
  readonly entries?: readonly EntryRead[];
  /** Where it takes the request's body for an object, in the order of the text. */
  readonly bodyUses?: readonly BodyUse[];
  /** The literal URLs that it sends to; absent: nobody looked. */
  readonly sends?: readonly SentUrl[];
  /** What is wrong with it. */
  readonly problems: readonly ScriptProblem[];
  /** Those of the problems that are about promises which it reads without `await`; absent: nobody looked. */
  readonly unawaited?: readonly ScriptProblem[];
}

/** A part of a request that a script can write. */
export type RequestPart = "url" | "method" | "headers" | "body" | "auth";

/** A part that a script writes: of headers all, or the one of a name in lower case. */
export type ScriptedPart = RequestPart | `header ${string}`;

/** A stretch of a script's text. */
export interface ScriptStretch {
  /** Offset in UTF-16 code units. */
  readonly offset: number;
  /** Length in UTF-16 code units. */
  readonly length: number;
}

/** A name in a script's text, at its literal. */
export interface ScriptName extends ScriptStretch {
  /** The name. */
  readonly name: string;
  /** Whether the script goes on without what it asks for, as inside of `try`. */
  readonly guarded?: boolean;
  /** Whether it is the text of a constant, which the script may use for more. */
  readonly constant?: true;
}

/** A name that a script reads. */
export interface ScriptRead extends ScriptName {
  /** The call, if it goes on with what it gets. */
  readonly call?: ReadingCall;
  /** Set where what it gets goes into something, and nothing asks whether there is any. */
  readonly used?: true;
  /** Set where the body that it goes into has no field for it where there is none. */
  readonly omitted?: true;
  /** Set where the script asks whether there is any. */
  readonly tested?: true;
  /** Set where it asks only so that it fails if there is none: `expect(…)`. */
  readonly expected?: true;
}

/** A variable of the process that a script reads. */
export interface EntryRead extends ScriptName {
  /** Set for a member of `process.env`, which scripts outside of the sandbox have themselves. */
  readonly isOfProcess?: true;
  /** Set where its value goes into something, and nothing asks whether there is one. */
  readonly used?: true;
  /** Set where the script asks whether there is one. */
  readonly tested?: true;
}

/** A name that a script sets. */
export interface ScriptSetting extends ScriptName {
  /** The scope that it is set in. */
  readonly scope: ScopeName;
  /** Set where the script may come to its end without it. */
  readonly unsure?: true;
  /** Set where the script sets it only if it finds none. */
  readonly default?: ScriptDefault;
  /** The members of its value, where that is written in the script. */
  readonly members?: Members;
  /** Its value, where that is written in the script. */
  readonly written?: WrittenValue;
}

/** A value that a script sets where a call of its own finds none, at the name that this call asks for. */
export interface ScriptDefault extends ScriptStretch {
  /** `getVar` or `hasVar`. */
  readonly call: string;
  /** The same of the call that reads the value there is, where the script sets that again. */
  readonly kept?: string;
  /** The value. */
  readonly value: string | number | boolean;
}

/** A variable that a script deletes, at the call. */
export interface ScriptDeletion extends ScriptStretch {
  /** The scope that it is deleted from. */
  readonly scope: ScopeName;
  /** The variable; absent: all of the scope. */
  readonly name?: string;
}

/** A call that decides which requests run, at the call. */
export interface FlowCall extends ScriptStretch {
  /** Goes on with another request, skips this one, ends the run, or runs another request in between. */
  readonly does: "next" | "skip" | "stop" | "run";
  /** The request to go on with; null: none. Absent where only the run tells. */
  readonly to?: string | null;
  /** Whether it is a method of Brace's, Bruno's or Postman's object. */
  readonly own: boolean;
  /** Whether it happens whenever the script runs to its end. */
  readonly certain: boolean;
}

/** A literal text whose placeholders a script resolves. */
export interface ScriptText extends ScriptStretch {
  /** The text. */
  readonly text: string;
  /** Whether offsets in the text are offsets in the script: it has no escapes. */
  readonly verbatim: boolean;
  /** Whether it is a part of a longer text, so that placeholders may begin or end outside of it. */
  readonly partial: boolean;
  /** Whether the script may never come to it. */
  readonly conditional: boolean;
  /** What leaves a placeholder that does not resolve as it is; absent: the script fails. */
  readonly keptBy?: string;
}

/** A literal URL that a script sends to, where it stands. */
export interface SentUrl extends ScriptStretch {
  /** The URL as far as its host and port. */
  readonly origin: string;
}

/** A place where a script takes the request's body for an object. */
export interface BodyUse extends ScriptStretch {
  /** The whole body, or its member `variables`, which GraphQL has. */
  readonly of: "body" | "variables";
  /** Whether the script may never come to it. */
  readonly conditional: boolean;
}

/** A value as a script writes it. */
export interface WrittenValue {
  /** The value; what only the run tells is null in it. */
  readonly value: Value;
  /** The ways to what only the run tells, by members. */
  readonly open: readonly (readonly string[])[];
}

/** The members of a value by their names, each with its own; elements of lists by their indexes. */
export interface Members {
  /** A member. */
  readonly [name: string]: Members;
}

/** Something that is wrong with a script, at a stretch of its text. */
export interface ScriptProblem extends ScriptStretch {
  /** The kind of problem. */
  readonly code:
    | "SCRIPT_SYNTAX"
    | "SCRIPT_ERROR"
    | "UNKNOWN_MEMBER"
    | "MISSING_MODULE";
  /** Whether the script fails for sure. */
  readonly severity: "error" | "warning";
  /** Action, quoted thing, colon, state, way out. */
  readonly message: string;
  /** What may have been meant. */
  readonly suggestion?: string;
  /** What can be done about it. */
  readonly waysOut?: readonly WayOut[];
}

/** One place that uses a variable. */
export interface Use {
  /** The variable's name; that of `{{user.id}}` is `user`. */
  readonly name: string;
  /** The expression between the braces; absent in a script. */
  readonly expression?: string;
  /** Where the placeholder, or the literal of the name in a script, stands. */
  readonly location: Location;
  readonly by: "placeholder" | "script";
}

/** One place that gives a variable a value. */
export interface IndexedDefinition {
  readonly name: string;
  readonly scope: ScopeName;
  /** Name of the folder or environment. */
  readonly label?: string;
  /** Where the value, or the literal of the name in a script, stands. */
  readonly location: Location;
  readonly by: "file" | "script" | "action";
  /** The file's variable. */
  readonly variable?: Variable;
}
