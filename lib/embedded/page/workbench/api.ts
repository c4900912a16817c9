import type { ScriptDialect } from "../../../core/collection/types.ts";
import type { HostQuestion } from "../../../core/policy/policy.ts";
import type { RunSummary } from "../../../core/run/types.ts";
import type {
  CollectedDiagnostic,
  CollectedRequest,
  CollectedSent,
  CollectedStreamMessage,
} from "../../../tools/report/collect/types.ts";
import type { PageData } from "../../../tools/report/html/types.ts";
import type { State } from "./state_view.ts";

/*
 * What the page of `brace open` and its server say to each other. Every route is
 * `POST /api/NAME` with a JSON body and the header `Authorization: Bearer KEY`.
 *
 * - A route answers with JSON. A refusal has a status from 400 and a
 *   {@linkcode Refusal} as its body; 403 alone has no body.
 * - Routes of `STREAMS` answer with lines of JSON as things happen.
 * - Routes of `BYTES` answer with bytes, of a type that no browser runs.
 *
 * An id stands for a folder, a request or another file of the collection. It
 * stays the same until the item moves.
 *
 * Every text may hold *hidden spans*: `⟪secret 3⟫` stands for a secret that the
 * page does not see. What the page sends back with the span keeps the secret.
 */

/** A hidden secret in a text, with its number. */
export const HIDDEN = /⟪secret (\d+)⟫/g;

/** What the page asks, and what the server answers. */
export interface Routes {
  /** Exchanges the token of the address for a session key. It needs no key, and works once for a token. */
  session: Route<{ token: string }, { key: string }>;
  /** All that the page shows at first, and again after a `changed` event with `tree`. */
  state: Route<Nothing, State>;
  /** Selects the environments of this session: later ones win. */
  environment: Route<{ names: readonly string[] }, Nothing>;
  /** Finds items by name, path, URL, tags and content, the best first; `tag:smoke` by tags alone. */
  search: Route<{ text: string; limit?: number }, { hits: readonly Hit[] }>;
  /** Opens an item or another file. */
  open: Route<{ id: string }, ItemView>;
  /** What the placeholders of texts mean in an item. */
  placeholders: Route<
    { id: string; draft?: Draft; texts: readonly string[] },
    { texts: readonly (readonly PlaceholderView[])[] }
  >;
  /** Completes the text of a file, as the page has it, at an offset. */
  complete: Route<
    { id: string } & Cursor,
    { from: number; to: number; options: readonly Completion[] }
  >;
  /** Explains what stands at an offset, in Markdown. */
  hover: Route<
    { id: string } & Cursor,
    { start: number; end: number; text: string } | Nothing
  >;
  /** Where a variable is defined, the definition that wins first. */
  definition: Route<
    { id: string; name: string },
    { places: readonly FilePlace[] }
  >;
  /** What would be sent. Scripts do not run. */
  resolve: Route<{ id: string; draft?: Draft }, Resolved>;
  /** The request as it would be sent, in another form. Secrets are masked, or with `reveal` written out. */
  copy: Route<
    { id: string; draft?: Draft; as: CopyFormat; reveal?: boolean },
    { text: string }
  >;
  /** Sends a request, with scripts, assertions and tests. */
  send: Route<
    { id: string; draft?: Draft; withNeeded?: boolean },
    SendEvent
  >;
  /** Runs a folder, several items, or all of it. */
  run: Route<RunAsked, RunEventView>;
  /** Answers a question of a `send` or `run`. */
  answer: Route<{ question: string; answer: string }, Nothing>;
  /** Sends a message over the open WebSocket of a running `send`, which stays open until `end` or `cancel`. */
  message: Route<{ task: string; text: string; end?: boolean }, Nothing>;
  /** Ends a `send` or `run`. */
  cancel: Route<{ task: string }, Nothing>;
  /** A part of an exchange's body as text, by UTF-16 code units; masked. */
  body: Route<
    { exchange: string; start?: number; length?: number },
    BodyPart
  >;
  /** Finds a text in a body; offsets count as those of `body`. */
  find: Route<
    { exchange: string; text: string; limit?: number },
    { matches: readonly number[]; more: boolean }
  >;
  /** Filters a JSON body with a JSONPath. */
  filter: Route<
    { exchange: string; path: string },
    { values: readonly unknown[]; more: boolean }
  >;
  /** The bytes of a body, to be saved or shown as a picture. Masked. */
  download: Route<{ exchange: string }, Uint8Array>;
  /** Saves an exchange's answer as an example of its request. */
  example: Route<{ exchange: string; name: string }, Saved>;
  /** The exchanges of the session, the newest first. */
  history: Route<
    { text?: string; limit?: number },
    { exchanges: readonly ExchangeRow[] }
  >;
  /** One exchange of the history. */
  exchange: Route<{ exchange: string }, ExchangeView>;
  /** What is different between two answers. */
  compare: Route<
    { a: string; b: string },
    { differences: readonly Difference[] }
  >;
  /** Forgets the history, also the one in the cache folder. */
  forget: Route<Nothing, Nothing>;
  /** A run's report, for the report's own views. */
  report: Route<
    { task: string },
    PageData & { readonly details: readonly CollectedRequest[] }
  >;
  /** A run's report as a file. */
  saveReport: Route<{ task: string; format: ReportFormat }, Uint8Array>;
  /** Writes an edited document: the lines that were edited and nothing else. */
  save: Route<{ id: string; draft: Draft; keep?: "mine" }, SaveAnswer>;
  /** Makes a request or a folder, in a folder or at the top (`parent` absent). */
  create: Route<
    {
      kind: "request" | "folder" | "environment";
      name: string;
      parent?: string;
      type?: RequestType;
    },
    { id: string }
  >;
  /** Gives an item another name; its file is renamed with it. */
  rename: Route<{ id: string; name: string }, { id: string }>;
  /** Puts an item into a folder (absent: the top) before a sibling (absent: at the end). */
  move: Route<{ id: string; parent?: string; before?: string }, { id: string }>;
  duplicate: Route<{ id: string }, { id: string }>;
  /** Deletes an item, a folder with all that it holds. */
  delete: Route<{ id: string }, Nothing>;
  /** Makes a collection in the folder, which has none. */
  init: Route<{ name: string }, Nothing>;
  /** Makes requests from a curl command that was pasted. */
  importText: Route<{ text: string; parent?: string }, ImportAnswer>;
  /** Makes requests from a file that was dropped, as `brace import` reads it. */
  importFile: Route<
    { name: string; base64: string; parent?: string },
    ImportAnswer
  >;
  /** What is wrong with the collection. */
  problems: Route<{ id?: string }, { problems: readonly Problem[] }>;
  /** Applies the fix of the problem with this code at this place, as `brace check --fix` does. */
  fix: Route<
    {
      id: string;
      problem: { code: string; line?: number; column?: number };
      revision: string;
    },
    SaveAnswer
  >;
  /** The variables in reach of an item, or of the collection, and those that scripts set in this session; secrets are masked. */
  variables: Route<
    { id?: string; draft?: Draft },
    {
      variables: readonly VariableView[];
      kept: readonly VariableView[];
      /** What servers set in this session. */
      cookies: readonly CookieView[];
      /** The names of the secrets that the person typed in this session. */
      secrets: readonly string[];
    }
  >;
  /** The names of the variables that scripts set in this session for the selected environments. */
  keptNames: Route<Nothing, { names: readonly string[] }>;
  /** Forgets a part of what this session has for the selected environments. */
  forgetKept: Route<{ what: "variables" | "cookies" | "secrets" }, Nothing>;
  /** One secret value; the server keeps no note of it. */
  reveal: Route<Revealing, { value: string }>;
  /** What happens in the collection's files and other pages, for as long as the page listens. */
  events: Route<Nothing, ServerEvent>;
}

/** A route's request and answer. */
interface Route<Request, Answer> {
  readonly request: Request;
  readonly answer: Answer;
}

export type RouteName = keyof Routes;
export type Asked<N extends RouteName> = Routes[N]["request"];
export type Answered<N extends RouteName> = Routes[N]["answer"];

/** Nothing to say: `{}`. */
export type Nothing = Readonly<Record<never, never>>;

/** How each route answers, and whether `--read-only` refuses it. */
export const ROUTES = {
  session: "json",
  state: "json",
  environment: "json",
  search: "json",
  open: "json",
  placeholders: "json",
  complete: "json",
  hover: "json",
  definition: "json",
  resolve: "json",
  copy: "json",
  send: "lines",
  run: "lines",
  answer: "json",
  message: "json",
  cancel: "json",
  body: "json",
  find: "json",
  filter: "json",
  download: "bytes",
  example: "write",
  history: "json",
  exchange: "json",
  compare: "json",
  forget: "json",
  report: "json",
  saveReport: "bytes",
  save: "write",
  create: "write",
  rename: "write",
  move: "write",
  duplicate: "write",
  delete: "write",
  init: "write",
  importText: "write",
  importFile: "write",
  problems: "json",
  fix: "write",
  variables: "json",
  keptNames: "json",
  forgetKept: "json",
  reveal: "json",
  events: "lines",
} as const satisfies Readonly<
  Record<RouteName, "json" | "lines" | "bytes" | "write">
>;

/** Why the server does not do what was asked. */
export interface Refusal {
  /** Action, quoted thing, colon, state, way out. */
  readonly message: string;
  readonly problems?: readonly Problem[];
}

/** What a search finds. */
export interface Hit {
  readonly id: string;
  readonly kind: "folder" | "request" | "environment" | "collection";
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  /** The tag that it was found by, its own or a folder's. */
  readonly tag?: string;
  /** The line that holds the text, where name, path and URL do not. */
  readonly line?: { readonly number: number; readonly text: string };
}

export type RequestType = "http" | "graphql" | "websocket" | "grpc";

/** A value of a document. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The keys that lead to a value, such as `["http", "headers", 0, "value"]`. */
export type Keys = readonly (string | number)[];

/** An item as the page edits it. */
export interface ItemView {
  readonly id: string;
  readonly kind: "request" | "folder" | "environment" | "collection" | "other";
  readonly name: string;
  /** Path of the file inside the collection. */
  readonly file: string;
  readonly language: "yaml" | "bru" | "json" | "text";
  /** Fingerprint of the text that all this is of. */
  readonly revision: string;
  /** The file as text, with hidden spans. */
  readonly source: string;
  /**
   * What the file says, in the keys of OpenCollection whether it is YAML or
   * `.bru`: `info`, `http` (`method`, `url`, `params`, `headers`, `body`,
   * `auth`), `graphql`, `runtime` (`variables`, `scripts`, `assertions`,
   * `actions`), `settings`, `docs`; with hidden spans. Absent: it cannot be read,
   * and only its source can be edited.
   */
  readonly document?: Json;
  readonly problems: readonly Problem[];
  /** What a request has from the levels above it, the nearest first. */
  readonly inherited?: InheritedView;
  /** Whether `encodeUrl` is on for a request: in its file, or in a level above. */
  readonly encodesUrl?: true;
  /** The dialect of every script in the collection; absent: they differ, or have none. */
  readonly scriptDialect?: ScriptDialect;
  /** Names of the examples that it has. */
  readonly examples?: readonly string[];
}

/** What levels above an item give it. */
export interface InheritedView {
  readonly headers:
    readonly (From & { readonly name: string; readonly value: string })[];
  /** Of the nearest level above that sets one; absent: none does. */
  readonly auth?: From & {
    readonly type: string;
    readonly fields: Readonly<Record<string, string>>;
  };
  readonly scripts:
    readonly (From & { readonly phase: string; readonly code: string })[];
  readonly variables: readonly (From & {
    readonly name: string;
    readonly value: string;
    readonly secret: boolean;
  })[];
}

/** Where something comes from. */
export interface From {
  readonly from: FilePlace & {
    readonly level: "collection" | "folder";
    readonly name: string;
  };
}

/** A place in a file of the collection. */
export interface FilePlace {
  /** Absent: the file is not part of the collection. */
  readonly id?: string;
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Unsaved edits of an item, and the text that they are of. */
export type Draft =
  & {
    readonly revision: string;
    /** The file's text before, with hidden spans, where this server may not know it: an earlier one gave it, or long ago. */
    readonly was?: string;
  }
  & (
    | {
      /** The document, edited; what is as it was stays out of the file's way. */
      readonly document: Json;
      /** The document before, as the server gave it. */
      readonly base: Json;
    }
    | { readonly source: string }
  );

/** Where the caret is. */
export type Cursor =
  | { readonly source: string; readonly offset: number }
  /** In a field of the form: its text stands at these keys. */
  | { readonly keys: Keys; readonly text: string; readonly offset: number };

export interface Completion {
  readonly label: string;
  /** What comes in place of the stretch. */
  readonly insert: string;
  readonly detail?: string;
  /** Markdown. */
  readonly about?: string;
  readonly kind?: string;
}

/** A placeholder in a text. */
export interface PlaceholderView {
  readonly start: number;
  readonly end: number;
  /** Between the braces. */
  readonly expression: string;
  readonly kind:
    | "variable"
    | "generator"
    | "prompt"
    | "environment"
    | "expression"
    | "invalid";
  readonly name?: string;
  /** The definition that wins, then those behind it, as many as a person looks at. */
  readonly definitions: readonly DefinitionView[];
  /** Set where the first definition hides the others. */
  readonly hides?: true;
  /** How many more there are. */
  readonly more?: number;
  /** Why it cannot be resolved, and how to mend it. */
  readonly problem?: string;
  readonly suggestion?: string;
}

/** Where a variable gets its value. */
export interface DefinitionView {
  readonly scope: string;
  readonly label?: string;
  readonly by: "file" | "flag" | "script" | "action";
  readonly secret: boolean;
  /** Masked. */
  readonly text?: string;
  readonly kind?: string;
  readonly setBy?: string;
  readonly isSet?: boolean;
  /** Set where a script has set it in this session. */
  readonly kept?: true;
  readonly place?: FilePlace;
  /** For {@linkcode Routes.reveal}; absent: there is nothing to reveal. */
  readonly reveal?: string;
}

export interface VariableView {
  readonly name: string;
  /** The definition that wins, then those behind it, as many as a person looks at. */
  readonly definitions: readonly DefinitionView[];
  /** Set where the first definition hides the others. */
  readonly hides?: true;
  /** How many more there are. */
  readonly more?: number;
}

/** A cookie that goes with what is sent; its value is not shown. */
export interface CookieView {
  readonly name: string;
  /** It begins with a dot where subdomains get the cookie, too. */
  readonly domain: string;
  readonly path: string;
}

/** Which secret to show: a definition's, or that of a hidden span. */
export type Revealing =
  | { readonly definition: string }
  | { readonly secret: number };

export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning" | "hint";
  readonly message: string;
  readonly notes?: readonly string[];
  readonly place?: FilePlace & {
    readonly length?: number;
    readonly keys?: Keys;
    /** The line in a text that has an editor of its own, such as a script. */
    readonly textLine?: number;
  };
  /** What its fix does; absent: it has none. */
  readonly fix?: string;
}

/** What would be sent, as the reports show a request. */
export interface Resolved {
  readonly request?: CollectedSent;
  /** Headers that Brace leaves out, which it adds otherwise; absent: none. */
  readonly omitted?: readonly string[];
  readonly messages?: readonly {
    readonly title: string;
    readonly text: string;
  }[];
  /** The files whose before-request scripts would run first; absent: none would. */
  readonly scripts?: readonly FilePlace[];
  readonly problems: readonly Problem[];
}

export type CopyFormat = "curl" | "fetch" | "python" | "http";

/** What happens while a request is sent. The first event is `start`, the last one `end`. */
export type SendEvent =
  | { readonly type: "start"; readonly task: string }
  | Question
  | { readonly type: "message"; readonly message: CollectedStreamMessage }
  /** Another request ran before or after it (`withNeeded`, setup); the reason is what went wrong first. */
  | {
    readonly type: "other";
    readonly when: "before" | "after";
    readonly name: string;
    readonly path: string;
    readonly status: string;
    readonly reason?: string;
  }
  | { readonly type: "warning"; readonly problem: CollectedDiagnostic }
  | { readonly type: "result"; readonly exchange: ExchangeView }
  | {
    readonly type: "failed";
    readonly message: string;
    readonly problems: readonly Problem[];
  }
  | { readonly type: "end"; readonly cancelled: boolean };

/** Something that only the person knows; `answer` answers it. */
export type Question =
  & { readonly type: "question"; readonly question: string }
  & (
    /** Answers: "no", "once", "session". */
    | ({ readonly kind: "host" } & HostQuestion)
    /** The answer is the value. */
    | {
      readonly kind: "prompt";
      readonly text: string;
      readonly hidden: boolean;
      /** It is a secret, and the session keeps it for the selected environments; without `environments`, the collection has none. */
      readonly keeps?: { readonly environments?: readonly string[] };
    }
    /** A variable is set by other requests only, of which these would run first. Answers: "no", "yes". */
    | {
      readonly kind: "needed";
      readonly names: readonly string[];
      readonly requests: readonly {
        readonly id: string;
        readonly name: string;
      }[];
    }
  );

export interface RunAsked {
  /** Empty: all of the collection. */
  readonly ids: readonly string[];
  readonly tags?: readonly string[];
  readonly excludeTags?: readonly string[];
  /** A file with rows: its name inside the collection. */
  readonly data?: string;
  readonly iterations?: number;
  readonly jobs?: number;
  readonly bail?: boolean;
  readonly reruns?: number;
  readonly delay?: number;
  readonly withNeeded?: boolean;
  /** Only what did not pass in an earlier run of the session. */
  readonly failedOf?: string;
}

/** What happens in a run. The first event is `start`, the last one `end`. */
export type RunEventView =
  | { readonly type: "start"; readonly task: string }
  | {
    readonly type: "plan";
    readonly total: number;
    /** The names of the environments that it runs with; later ones win. */
    readonly environments: readonly string[];
    /** The names of the variables whose values scripts set in this session before it. */
    readonly kept: readonly string[];
  }
  | Question
  | { readonly type: "warning"; readonly problem: CollectedDiagnostic }
  | {
    readonly type: "request-start";
    readonly index: number;
    readonly name: string;
    readonly path: string;
  }
  | {
    readonly type: "request-end";
    readonly result: CollectedRequest;
    readonly exchange?: string;
  }
  | {
    readonly type: "failed";
    readonly message: string;
    readonly problems: readonly Problem[];
  }
  | {
    readonly type: "end";
    readonly cancelled: boolean;
    readonly summary?: RunSummary;
  };

/** A request that was sent, and its answer; bodies are cut at 1 MiB, and `body` has the rest. */
export interface ExchangeView {
  readonly exchange: string;
  /** Absent: the request is gone. */
  readonly id?: string;
  readonly details: CollectedRequest;
  /** UTF-16 code units of the body as text; absent: it is no text. */
  readonly length?: number;
  /** As the headers or the bytes say; "hex": bytes of no kind that can be shown. */
  readonly language?:
    | "json"
    | "xml"
    | "html"
    | "javascript"
    | "css"
    | "text"
    | "image"
    | "hex";
}

export interface ExchangeRow {
  readonly exchange: string;
  readonly id?: string;
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly statusText?: string;
  readonly result: string;
  /** What failed of its checks, in words; absent: none did. */
  readonly failed?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly duration: number;
  readonly size?: number;
}

/** A part of a body. */
export interface BodyPart {
  readonly text: string;
  readonly start: number;
  /** UTF-16 code units of the whole. */
  readonly length: number;
}

/** A difference between two answers; `path` leads to it in a JSON body. */
export interface Difference {
  readonly part: "status" | "header" | "body";
  readonly path: string;
  /** Absent: the first answer does not have it. */
  readonly a?: string;
  /** Absent: the second answer does not have it. */
  readonly b?: string;
}

export const REPORT_FORMATS = [
  "html",
  "json",
  "junit",
  "markdown",
  "tap",
  "ndjson",
  "har",
] as const;
export type ReportFormat = typeof REPORT_FORMATS[number];

/** What became of a save. */
export type SaveAnswer =
  | Saved
  | {
    /** The file has changed, and the edits do not fit in: nothing was written. */
    readonly type: "conflict";
    /** Fingerprint of the file as it is now. */
    readonly revision: string;
    /** The text that the edits are of, with the edits. */
    readonly mine: string;
    /** The file as it is now. */
    readonly theirs: string;
    /** Whether `keep: "mine"` can write the edited lines into theirs. */
    readonly fits: boolean;
  }
  | {
    /** It cannot be written so. */
    readonly type: "refused";
    readonly message: string;
    readonly problems: readonly Problem[];
  };

export interface Saved {
  readonly type: "saved";
  readonly id: string;
  readonly revision: string;
  /** The names of secrets whose values the session keeps, since the file holds none; absent: none was typed. */
  readonly kept?: readonly string[];
}

/** What an import made. */
export interface ImportAnswer {
  readonly ids: readonly string[];
  readonly notes: readonly string[];
  /** What would have been the better way, for a source that the collection has already. */
  readonly advice?: string;
  /** No file has changed: the source has neither requests nor new variables. */
  readonly isNothing?: true;
}

/** What happens besides what this page does. */
export type ServerEvent =
  /** Said at once, and every 15 seconds. */
  | { readonly type: "alive" }
  | {
    readonly type: "changed";
    /** Ids of items whose files have changed, by another program or another page; none where only variables have, which scripts set. */
    readonly ids: readonly string[];
    /** The tree has changed, its badges included: ask for `state`. */
    readonly tree: boolean;
  }
  /** The history has one more. */
  | { readonly type: "exchange"; readonly row: ExchangeRow }
  /** Another page has selected environments. */
  | { readonly type: "environment"; readonly names: readonly string[] }
  /** The server ends. */
  | { readonly type: "bye" };
