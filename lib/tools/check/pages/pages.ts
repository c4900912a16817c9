import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";

/** What there is to know about a code. */
interface Page {
  /** What it is, in a sentence. */
  readonly what: string;
  /** When it is met and why it matters; what to do. */
  readonly more: string;
  /** A piece of a file with the mistake in it. */
  readonly wrong?: string;
  /** The same without. */
  readonly right?: string;
}

/** Pages on what goes wrong with placeholders. */
const RESOLVING = {
  UNDEFINED_VARIABLE: {
    what: "A placeholder names a variable that no scope defines.",
    more:
      "The request is not sent: a text with the placeholder left in it would reach the server. Define the variable in the environment, the collection, a folder or the request, correct its name, or let a request set it that runs before. Where only some environments lack it, they are named. After a script that computes the names it sets, this is a warning.",
    wrong: 'url: "{{baseUrl}}/users"    # the environment has base_url',
    right: 'url: "{{base_url}}/users"',
  },
  USED_BEFORE_SET: {
    what:
      "A variable is used before the request whose script or action sets it.",
    more:
      "In the order of the run its value is not there yet. Run the named request first (by seq, or by extensions.brace.order of the folder), or give the variable a first value in the environment.",
  },
  SET_APART: {
    what: "A variable is set in a group of requests that runs apart.",
    more:
      "Groups that run side by side, or in shards, keep what their scripts set to themselves. What all need is set by a request under extensions.brace.setup of the collection.",
  },
  UNSET_SECRET: {
    what: "A secret variable is used whose value its file leaves out.",
    more:
      "Secrets are kept out of files on purpose. Give the value when the collection runs, with --env-var NAME=VALUE; checking with it makes the warning go away.",
    wrong: "- { name: apiKey, secret: true }",
    right: "brace run --env-var apiKey=…",
  },
  INVALID_PATH: {
    what: "A placeholder's path leads into a value that does not have it.",
    more:
      "The variable is there, but not the property or index. Texts, numbers, booleans, null and dates have no members; a list has [0], [1] … and .length.",
    wrong: "{{user.nmae}}    # user is { id: 7, name: Ada }",
    right: "{{user.name}}",
  },
  CYCLE: {
    what: "Variables are defined by each other in a circle.",
    more:
      "No value can come of it. The trail shows which: break it at one of them. Environments that extend each other are the same mistake.",
    wrong: 'a: "{{b}}"\nb: "{{a}}"',
    right: 'a: "{{b}}"\nb: text',
  },
  LIMIT: {
    what: "Something is larger or deeper than Brace takes.",
    more:
      "Variables nest at most 32 deep, a rendered text has at most 64 MiB, a file a limited number of nodes. Such sizes come of mistakes, or of files made to do harm.",
  },
  UNSERIALIZABLE: {
    what: "A value cannot be written where its placeholder stands.",
    more:
      "NaN, infinities, invalid dates and functions have no text; null has none in a URL or a header.",
  },
  INVALID_SYNTAX: {
    what: "Two braces open what is not a placeholder.",
    more:
      "It is never closed, or what stands inside is not an expression. Text that is to hold two braces is written {{'{{'}}.",
    wrong: 'url: "{{baseUrl}/users"',
    right: 'url: "{{baseUrl}}/users"',
  },
  INVALID_BODY: {
    what: "A body of type json is not JSON.",
    more:
      "Either the text itself is not, or a value put into it breaks it: a text outside of quotes. Put quotes around the placeholder (brace check --fix does); numbers, booleans, lists and objects go without. A body that is not to be JSON has type text.",
    wrong: '{ "name": {{name}} }',
    right: '{ "name": "{{name}}" }',
  },
  INVALID_HEADER: {
    what: "A header cannot be sent.",
    more:
      "Its name is empty or not a word, its value holds a line break, NUL or a character above U+00FF, or it is a Content-Length that is not the body's (leave that out, Brace writes it).",
    wrong: "- { name: X Trace, value: a }",
    right: "- { name: X-Trace, value: a }",
  },
  INVALID_URL: {
    what: "A URL cannot be sent to.",
    more:
      "It has no host, an invalid port, or a value in it would change which host it goes to. Path parameters may not be . or ..",
  },
  INVALID_ARGUMENT: {
    what: "A generator is given arguments that it does not take.",
    more: "The message says which it takes.",
    wrong: "{{$randomInt(6, 1)}}",
    right: "{{$randomInt(1, 6)}}",
  },
  UNKNOWN_GENERATOR: {
    what: "There is no generator of this name.",
    more:
      "Names with a dollar sign make values: $uuid, $timestamp, $randomInt … The page on placeholders lists them.",
    wrong: "{{$uuidd}}",
    right: "{{$uuid}}",
  },
  UNAVAILABLE_KIND: {
    what: "The pinned client version does not have this kind of value.",
    more:
      "Objects, lists and dates are there from 2.2.0. Raise extensions.brace.clientVersion, or use a plain value.",
  },
  UNANSWERED_PROMPT: {
    what: "A placeholder asks a person, and nobody answered.",
    more:
      'Without a terminal give the answer with --prompt "TEXT=value". A check takes every prompt as answered.',
  },
  OPAQUE_PLACEHOLDER: {
    what:
      "A value that came while running holds braces that would be a placeholder.",
    more:
      "What responses, rows and scripts bring is data: it is never parsed, so that a server cannot read your variables. A script resolves it with client.interpolate(text).",
  },
  PERMISSION: {
    what: "Something is refused that was not permitted.",
    more:
      "A host that no request declares, a file outside of the collection, a variable of the process. The message names the flag or line that permits it. A check warns of what a run can be permitted: give it the same --allow-env and --allow-read. BRACE_SECRET_… is never read by a text: use the secret variable.",
  },
} as const satisfies { readonly [code in DiagnosticCode]?: Page };

/** Pages on what goes wrong in a run. */
const RUNNING = {
  DNS: {
    what: "The host's name has no address.",
    more: "It is misspelt, or the network's name server does not know it.",
  },
  CONNECTION: {
    what: "No connection to the server could be made or kept.",
    more: "Nothing listens there, something between refuses, or it was cut.",
  },
  CERTIFICATE: {
    what: "The server's certificate is not trusted.",
    more:
      "It is expired, for another host, or not signed by a known authority. --ca FILE trusts more of them, --insecure=HOST accepts any certificate of that host.",
  },
  TIMEOUT: {
    what: "The server took longer than it may.",
    more: "--timeout and settings.timeout say how long that is.",
  },
  NOT_READY: {
    what: "What the run waits for was not answered in time.",
    more:
      "--wait-for URL begins the run when a GET of the URL is answered, whatever the status. The message has what came of the last attempt; --wait-timeout says how long that may take.",
  },
  REDIRECT: {
    what: "A redirect cannot be followed.",
    more: "There are too many, or it leads to what is not a URL.",
  },
  PROTOCOL: {
    what: "What the server sent is not HTTP.",
    more: "Most often something else listens at that port.",
  },
  INVALID_RESPONSE: {
    what: "A response cannot be decoded.",
    more: "Its compression is broken.",
  },
  RESPONSE_CUT: {
    what: "A response ended before its end.",
    more:
      "The server or something between broke off: less came than Content-Length says, the last chunk is missing, or HTTP/2 closed the stream before its end. Reports show what came; scripts, tests and assertions do not see it.",
  },
  UNAUTHORIZED: {
    what: "No token could be obtained, or the server refused the credentials.",
    more: "The message has what the authorization server said.",
  },
  SCRIPT_SYNTAX: {
    what: "A script is not JavaScript.",
    more: "The place is where it cannot be read on; the mistake may be before.",
  },
  SCRIPT_ERROR: {
    what: "A script failed.",
    more:
      "It threw, or used what is not there. A script that fails before the request prevents sending.",
  },
  SCRIPT_TIMEOUT: {
    what: "A script ran longer than it may.",
    more: "--script-timeout says how long that is.",
  },
  SCRIPT_MEMORY: {
    what: "A script needed more memory than it may.",
    more: "--script-memory says how much that is.",
  },
  ASSERTION: {
    what: "An assertion does not hold.",
    more: "The report shows what was expected and what was there.",
  },
  TEST: {
    what: "A test of a script failed.",
    more: "The report shows what it said.",
  },
  WRITE: {
    what: "A file could not be written.",
    more: "The folder is missing, full, or not yours.",
  },
} as const satisfies { readonly [code in DiagnosticCode]?: Page };

/** Pages on what goes wrong while a collection is read. */
const LOADING = {
  USAGE: {
    what: "The command line is wrong.",
    more: "The message says what; brace COMMAND --help lists the flags.",
  },
  MISSING_PATH: {
    what: "A file or folder is not there.",
    more:
      "The path given, or one that a file of the collection names: a body, an upload, a certificate, a key, what runs before all else. The first are as seen from the current folder, the others from the collection's.",
  },
  NOT_A_COLLECTION: {
    what: "No collection is found.",
    more:
      "A collection is a folder with opencollection.yml or bruno.json, or one file with everything in it. It is looked for upwards from the path. brace init writes one, brace import makes one of another program's files.",
  },
  YAML_SYNTAX: {
    what: "A file is not YAML.",
    more:
      "Often a placeholder without quotes is the cause: {{ begins a mapping in YAML.",
    wrong: "url: {{baseUrl}}/users",
    right: 'url: "{{baseUrl}}/users"',
  },
  BRU_SYNTAX: {
    what: "A .bru file cannot be read.",
    more: "A block is not closed, or a line stands where none may.",
  },
  INVALID_FIELD: {
    what: "A field has a value that it cannot have, or is missing.",
    more:
      "The message names the field and what it takes. The page on the format lists all of them.",
  },
  UNKNOWN_KEY: {
    what: "A file has a key that Brace does not know, and ignores.",
    more: "Most often it is misspelt, or stands one level too high or too low.",
    wrong: "http: { methd: GET }",
    right: "http: { method: GET }",
  },
  UNKNOWN_ENVIRONMENT: {
    what: "There is no environment of this name.",
    more:
      "Environments are the files in environments/, by the name in them or the file's own, or those of config.environments.",
  },
  UNKNOWN_OPERATOR: {
    what: "An assertion compares with an operator that does not exist.",
    more: "Operators are eq, neq, gt, contains, matches, isDefined and others.",
    wrong: "operator: equals",
    right: "operator: eq",
  },
  UNSUPPORTED: {
    what: "The collection has something that Brace does not do.",
    more:
      "It is left out, or the request cannot be sent. The message says which, and what to do instead.",
  },
  EMPTY_SELECTION: {
    what: "Nothing is there to run.",
    more:
      "No request matches paths and tags. --allow-empty lets such a run pass.",
  },
} as const satisfies { readonly [code in DiagnosticCode]?: Page };

/** Pages on what only a check finds. */
const CHECKING = {
  UNUSED_VARIABLE: {
    what: "A variable is defined that nothing uses.",
    more:
      "No placeholder, script or assertion names it. A hint: remove it, or correct the name of the one that was meant. Where a script reads names that it computes, nothing is said.",
  },
  SHADOWED_VARIABLE: {
    what:
      "A request's or folder's variable hides an environment's of another value.",
    more:
      "Request and folder come before the environment: whatever value the environment has, it has no effect here. A hint, since this may be intended; a default for all environments belongs to the collection.",
  },
  PLAIN_SECRET: {
    what: "A text looks like a token, in plain sight.",
    more:
      "Whoever has the file has the token, and a repository keeps it for good. Revoke it, and give the new one as a secret variable (--env-var), or with {{process.env.NAME}} from .env, which is not committed.",
    wrong: 'value: "Bearer ghp_…"',
    right: 'value: "Bearer {{token}}"',
  },
  AUTH_NOT_INHERITED: {
    what: "A request is sent without the auth that stands above it.",
    more:
      "A request that names no auth is sent without, whatever its folder or collection has. A hint: write auth: inherit to use theirs, auth: none to say that this is intended. No check changes this by itself, as that would send credentials where none went.",
    wrong: "http: { method: GET, url: … }",
    right: "http: { method: GET, url: …, auth: inherit }",
  },
  UNKNOWN_MEMBER: {
    what:
      "A script or an assertion asks for what the script API does not have.",
    more:
      "The call would fail when the script gets there. The page on scripts lists what there is. Where a condition stands before it, or an assertion only reads it, this is a warning.",
    wrong: 'client.setVariable("id", 7);',
    right: 'client.setVar("id", 7);',
  },
  MISSING_MODULE: {
    what: "A script requires a module or file that is not there.",
    more:
      "Files are looked for in the collection's folder, from its root; packages are those that Brace brings along. Modules of Node that reach outside need --trust-scripts.",
    wrong: 'const { sign } = require("./lib/sing");',
    right: 'const { sign } = require("./lib/sign");',
  },
  UNKNOWN_CODE: {
    what: "A brace-ignore comment names a code that does not exist.",
    more: "It has no effect. The message names the nearest code.",
    wrong: "# brace-ignore UNDEFINED: set by hand",
    right: "# brace-ignore UNDEFINED_VARIABLE: set by hand",
  },
} as const satisfies { readonly [code in DiagnosticCode]?: Page };

/** A page on every code; the compiler names a code without one. */
export const PAGES: Readonly<Record<DiagnosticCode, Page>> = {
  ...RESOLVING,
  ...CHECKING,
  ...LOADING,
  ...RUNNING,
};

/** Every code. */
export const CODES = Object.keys(PAGES) as readonly DiagnosticCode[];

/** Whether a word is a code. */
export function isCode(word: string): word is DiagnosticCode {
  return Object.hasOwn(PAGES, word);
}
