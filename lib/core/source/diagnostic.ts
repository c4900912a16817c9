import type { Origin } from "./origin.ts";
import { formatYamlPath } from "./origin.ts";

/** Every code that a {@linkcode Diagnostic} can have. */
export type DiagnosticCode =
  // resolving and rendering
  | "UNDEFINED_VARIABLE"
  | "SET_APART"
  | "INVALID_PATH"
  | "CYCLE"
  | "LIMIT"
  | "UNSERIALIZABLE"
  | "INVALID_SYNTAX"
  | "INVALID_BODY"
  | "ESCAPED_TWICE"
  | "INVALID_HEADER"
  | "INVALID_URL"
  | "INVALID_ARGUMENT"
  | "UNKNOWN_GENERATOR"
  | "UNAVAILABLE_KIND"
  | "UNANSWERED_PROMPT"
  | "OPAQUE_PLACEHOLDER"
  | "USED_BEFORE_SET"
  | "USED_AFTER_DELETE"
  | "UNSET_SECRET"
  | "UNUSED_VARIABLE"
  | "SHADOWED_VARIABLE"
  | "PLAIN_SECRET"
  | "AUTH_NOT_INHERITED"
  | "UNKNOWN_MEMBER"
  | "MISSING_MODULE"
  | "UNKNOWN_CODE"
  | "PERMISSION"
  // reading collections
  | "USAGE"
  | "MISSING_PATH"
  | "NOT_A_COLLECTION"
  | "YAML_SYNTAX"
  | "BRU_SYNTAX"
  | "PROTO_SYNTAX"
  | "INVALID_FIELD"
  | "UNKNOWN_KEY"
  | "UNKNOWN_ENVIRONMENT"
  | "UNKNOWN_OPERATOR"
  | "UNSUPPORTED"
  | "EMPTY_SELECTION"
  // running
  | "DNS"
  | "CONNECTION"
  | "CERTIFICATE"
  | "TIMEOUT"
  | "STREAM_TIMEOUT"
  | "NOT_READY"
  | "REDIRECT"
  | "PROTOCOL"
  | "INVALID_RESPONSE"
  | "RESPONSE_CUT"
  | "UNAUTHORIZED"
  | "SCRIPT_SYNTAX"
  | "SCRIPT_ERROR"
  | "SCRIPT_TIMEOUT"
  | "SCRIPT_MEMORY"
  | "ASSERTION"
  | "TEST"
  | "WRITE";

/** The part of a request, or the file, in which a text stands. */
export type Place =
  | "text"
  | "method"
  | "url"
  | "path parameter"
  | "query parameter"
  | "header name"
  | "header"
  | "json"
  | "form"
  | "multipart"
  | "xml"
  | "graphql"
  | "auth"
  | "variable"
  | "assertion"
  | "script";

/**
 * Where a {@linkcode Diagnostic} points. A text from a YAML file has
 * `yamlPath` and `offset`; the command line adds `line` and `column` of the file
 * where it prints one. A stand-alone text has all at once.
 */
export interface Location {
  /** Path of the file, absent for a text that is in no file. */
  file?: string;
  /** Line, from 1. */
  line?: number;
  /** Column in UTF-16 code units, from 1. */
  column?: number;
  /** Offset in the scalar's (or the stand-alone text's) value, in UTF-16 code units. */
  offset?: number;
  /** Length of what is pointed to, in UTF-16 code units. */
  length?: number;
  /** Path of keys to the scalar, such as `http.headers[0].value`. */
  yamlPath?: string;
  /** The same path as data, for locating. */
  keys?: readonly (string | number)[];
  /** True when the last key itself is meant, not its value. */
  onKey?: boolean;
  /** True when a script replaced the text: it stands elsewhere. */
  scripted?: boolean;
  /** True when the file's lines are values that are not shown, such as those of a `.env`. */
  confidential?: boolean;
  /** The part of the request. */
  place?: Place;
  /** What the line has besides code, where it is one of a script that is located. */
  texts?: readonly LineText[];
}

/** A text, a long number or a comment of a script. */
export interface LineText {
  /** Where it begins, from 0, without quotes. */
  readonly from: number;
  /** Where it ends. */
  readonly to: number;
  /** The name that the script gives all of it: `token` in `{ token: "…" }`. */
  readonly name?: string;
  /** True for a comment, and for a line of a longer text: it may have fields of its own. */
  readonly isProse?: boolean;
}

/** One thing that is wrong, or worth a warning, and where. */
export interface Diagnostic {
  /** The kind of problem, from a closed list. */
  code: DiagnosticCode;
  /** Errors stop the request or the command, warnings do not; hints are for the author only, and checks alone give them. */
  severity: "error" | "warning" | "hint";
  /** Action, quoted thing, colon, state; one line, no trailing dot. Brackets behind it hold a way out that is the same for every reader. */
  message: string;
  /** Where it is. */
  location?: Location;
  /** The expression between the braces, as written, trimmed; where a script names a request, that name. */
  expression?: string;
  /** For cycles: the names in order, the first one repeated at the end. */
  trail?: readonly string[];
  /** For undefined names: the scopes that were searched, highest first. */
  scopesSearched?: readonly string[];
  /** The nearest name, or another way out. */
  suggestion?: string;
  /** Further lines for the reader: expected and actual, which script sets a name. */
  notes?: readonly string[];
  /** The environments in which it is so; absent: in each that was looked at. */
  environments?: readonly string[];
  /** Other places that have to do with it. */
  related?: readonly Related[];
  /** What the reader can do about it, where that depends on where the reader is: flags, options of a program, buttons of a page. */
  waysOut?: readonly WayOut[];
  /** What fixes it without a question. */
  fix?: Fix;
}

/**
 * What a {@linkcode WayOut} is. Names are those of what follows the dash:
 *
 * - `use-name`: write the name that was meant – the name
 * - `define-variable`: define it, or give it – the variable, or the path that is asked for, and the stage that the request runs in: no row reaches it
 * - `define-in-environment`: define it in an environment, or give it to the environment – the same, the environment's file if one is selected
 * - `declare-secret`: declare it as a secret of the selected environment, and give its value – the variable, the environment's file
 * - `define-in-collection`: define it in the collection's variables – the variable
 * - `give-row`: give rows of data that have it – the field, and the variable that a script sets to it
 * - `give-variable`: give its value – the same, `local` where a request sets it for its own run only, `own` where a script sets it that runs before the request itself
 * - `give-secret`: give the value of a secret – the variable, and the permission that Deno lacks to read it
 * - `answer-secret`: the same where requests are rendered, which asks for any secret – the same
 * - `set-secret`: give the value of a secret that nobody is asked for – the same
 * - `fill-in`: give an entry of a `.env` its value – the entry, its file if that is the collection's own
 * - `answer-prompt`: give the answer – the question
 * - `select-environment`: select one of them – the environments
 * - `run-needed`: select the request that sets the variable, too – the variable, `local` where it is set for its own run only
 * - `lower-seq`: let a request come earlier in its folder – its path
 * - `run-first`: let a request run before the others – its path, the collection's own file, how far that has `extensions.brace`, all of its setup with it where that has other entries
 * - `set-up`: let a request run once, before all groups – the same
 * - `keep-undefined`: send placeholders as they are written
 * - `allow-host`: allow or declare the host – the host, the collection's file, what that has of `extensions.brace`, and the hosts there; without a name, or with an empty one, the one that a script computes
 * - `restart-with-host`: start the program again, with the host allowed – the host
 * - `stop-denying`: stop denying it – the rule that denies it
 * - `allow-env`: allow or list the variable of the process – the variable, the `.env` to list it in
 * - `copy-example`: give the variable its value in a `.env` – the file that lists what it is to have, the `.env`
 * - `take-env`: allow the variables of the process – the variables
 * - `allow-read`: allow the file outside the collection – its path, from where the program runs
 * - `raise-limit`: raise one of the limits – the options of a run
 * - `raise-default`: raise the limit, of which nobody said anything – the option of a run
 * - `raise-setting`: raise the limit that a file sets – the key, the file
 * - `accept-certificate`: do without the check of the certificate
 * - `add-issuer`: add the issuer of the certificate, or do without the check
 * - `accept-any-certificate`: do without the check of each certificate
 * - `name-proto-file`: name the file that describes the gRPC service
 * - `write-from-folder`: write the path of a file from the folder that it is found from
 * - `allow-empty`: let an empty selection pass
 * - `end-stream`: say when the stream ends
 * - `trust-scripts`: run scripts outside of the sandbox
 * - `name-format`: say which format a file has
 */
export type WayOutKind =
  | "use-name"
  | "define-variable"
  | "define-in-environment"
  | "declare-secret"
  | "define-in-collection"
  | "give-row"
  | "give-variable"
  | "give-secret"
  | "answer-secret"
  | "set-secret"
  | "fill-in"
  | "give-env"
  | "answer-prompt"
  | "select-environment"
  | "give-globals"
  | "run-needed"
  | "lower-seq"
  | "run-first"
  | "set-up"
  | "keep-undefined"
  | "allow-host"
  | "restart-with-host"
  | "stop-denying"
  | "allow-env"
  | "copy-example"
  | "take-env"
  | "allow-read"
  | "raise-limit"
  | "raise-default"
  | "raise-setting"
  | "accept-certificate"
  | "add-issuer"
  | "accept-any-certificate"
  | "name-proto-file"
  | "write-from-folder"
  | "allow-empty"
  | "give-data"
  | "repeat-iterations"
  | "end-stream"
  | "trust-scripts"
  | "name-format";

/** Something that a reader of a {@linkcode Diagnostic} can do about it. */
export interface WayOut {
  /** What to do. */
  readonly kind: WayOutKind;
  /** What it is about, as its kind says. */
  readonly names: readonly string[];
  /** The note that it completes, an empty text for a note of its own; absent: it completes the message. */
  readonly note?: string;
}

/** A change of a text that fixes a {@linkcode Diagnostic}. */
export interface Fix {
  /** What it does, such as `Put quotes around it`. */
  title: string;
  /** The text's place: its location, less offset and length. */
  location: Location;
  /** The replacements in the text's value, sorted by position. */
  edits: readonly TextEdit[];
}

/** A stretch of a text's value, and what comes in its place. */
export interface TextEdit {
  /** Offset in UTF-16 code units. */
  offset: number;
  /** Length in UTF-16 code units. */
  length: number;
  /** What comes in its place. */
  text: string;
}

/** Another place that has to do with a {@linkcode Diagnostic}. */
export interface Related {
  /** What the place has to do with the problem. */
  message: string;
  /** Where it is. */
  location: Location;
}

/** Makes a location in a YAML file: a scalar and an offset in its value. */
export function locationOf(
  origin: Origin,
  options: { offset?: number; length?: number; place?: Place } = {},
): Location {
  const location: Location = {
    ...(origin.file !== "" && { file: origin.file }),
    yamlPath: formatYamlPath(origin.path),
    keys: origin.path,
  };
  if (options.place !== undefined) location.place = options.place;
  if (origin.place) return { ...location, ...origin.place, confidential: true };
  if (origin.scripted) return { ...location, onKey: true, scripted: true };
  location.offset = options.offset ?? 0;
  if (options.length !== undefined) location.length = options.length;
  return location;
}

/**
 * What puts another word in the place of a whole one, without a question;
 * nothing where no word is sure.
 *
 * @param location The value or the key that is the word; of a block in a `.bru` file, its line and column.
 * @param offset Where the word stands in a longer value.
 */
export function wordFix(
  location: Location,
  word: string,
  sure: string | undefined,
  offset = 0,
): { fix?: Fix } {
  if (sure === undefined) return {};
  return {
    fix: {
      title: `Change it to "${sure}"`,
      location,
      edits: [{ offset, length: word.length, text: sure }],
    },
  };
}
