import type { AuthType } from "../../collection/auth_types.ts";
import type { AssertionResult } from "../../assertion/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Text } from "../../source/origin.ts";
import type { ScopeName } from "../../scope/names.ts";
import type { Value } from "../../scope/value/value.ts";
import type { Script } from "../../collection/types.ts";
import type { GivenCookie } from "../../http/cookies/accept_cookie.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";
import type { Response } from "../../http/response.ts";
import type { WayOutWords } from "../../source/way_out.ts";

/** Runs scripts where they can do no harm; `host/` implements it. */
export interface Sandbox {
  /** Runs one script; never throws for what the script does. */
  run(script: Script, context: ScriptContext): Promise<ScriptOutcome>;
  /** Evaluates an expression over `res`, `req` and `client`: the left side of an assertion. */
  evaluate(expression: Text, context: ScriptContext): Promise<Evaluation>;
  /** Takes a place for expressions that read what those before them left there. */
  hold(expression: Text, context: ScriptContext): Promise<HeldSandbox>;
  dispose(): void;
}

/** A place that nothing else uses until it is given back. */
export interface HeldSandbox {
  /** What keeps a value, as expressions write it. */
  readonly place: string;
  /** Evaluates the expression that it is held for, with code around it. */
  evaluate(expression: Text): Promise<Evaluation>;
  /** Gives it back. */
  dispose(): void;
}

/** The value of an expression, or why it has none. */
export type Evaluation =
  | { readonly ok: true; readonly value: Value | undefined }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** What a script did. Changes of variables and of the request were made through the context. */
export interface ScriptOutcome {
  readonly tests: readonly TestResult[];
  readonly console: readonly ConsoleLine[];
  /** Set when the script failed; its tests so far stay. */
  readonly error?: Diagnostic;
  /** What it does in vain. */
  readonly warnings?: readonly Diagnostic[];
  /** What it could not send, and does not fail for itself: errors fail its request, which goes on. */
  readonly unsent?: readonly Diagnostic[];
}

/** One `test(name, fn)`. */
export interface TestResult {
  /** As the script gives it. */
  readonly name: string;
  /** Whether its function ended without an error; `skipped`: the script says that it is not to run. */
  readonly status: "passed" | "failed" | "skipped";
  /** Why it failed: message, place in the script, expected and actual. */
  readonly diagnostic?: Diagnostic;
  /** What the assertion expected, printed. */
  readonly expected?: string;
  /** The value that it found, as text. */
  readonly actual?: string;
}

/** One call of `console` in a script. */
export interface ConsoleLine {
  /** The method that was called. */
  readonly level: "log" | "info" | "warn" | "error" | "debug";
  /** Its arguments, printed. */
  readonly text: string;
}

/** What a script can see and do; `run/` implements it over one request. */
export interface ScriptContext {
  /** Ends a script that waits, when it aborts. */
  readonly signal?: AbortSignal;
  readonly info: ScriptInfo;
  readonly variables: ScriptVariables;
  /** The request as written, which before-request scripts change; from the response on as it was sent. */
  readonly request: RequestDraft;
  /** The request as the scopes render it now, from the response on as it was sent; throws InterpolationError. */
  resolved(): RenderedRequest;
  /** Absent before the response. */
  readonly response?: Response;
  /** Replaced by `res.setBody`. */
  setResponseBody(body: Value | undefined): void;
  /** Renders a text with the scopes as they are now; throws InterpolationError. */
  interpolate(text: string): string;
  readonly flow: ScriptFlow;
  readonly cookies: ScriptCookies;
  /** How ways out are put in the errors that scripts get. Default: as a program has them. */
  readonly words?: WayOutWords;
  /** Sends a request through Brace's engine and network policy; throws NetworkError, PermissionError. */
  send(request: RenderedRequest): Promise<Response>;
  /** Runs another request of the collection by path or name. */
  runRequest(path: string): Promise<Response | undefined>;
  /** Text of a file inside the collection, or of a package above it, by path relative to the collection's root; throws PermissionError for any other. */
  readFile(path: string): string;
  /** Path of such a file, links followed; undefined where there is none; throws PermissionError outside of the collection. */
  findFile(path: string): string | undefined;
  /** Path of a file inside the collection that is called almost so; undefined where none is. */
  nearFile?(path: string): string | undefined;
  /** Where a package is that is installed outside of the collection, so that scripts do not get it, and how to install it inside, as a message says it; undefined where it is nowhere. */
  packageOutside?(name: string): string | undefined;
  /** How many folders above the collection's have packages for its scripts; absent: none. */
  foldersAbove?(): number;
  /** Value of a permitted process environment variable; throws PermissionError. */
  processEnv(name: string): string | undefined;
  /** Results so far of this request, for getTestResults and getAssertionResults. */
  results(): {
    readonly tests: readonly TestResult[];
    readonly assertions: readonly AssertionResult[];
  };
}

export interface ScriptInfo {
  readonly collectionName: string;
  readonly environmentName?: string;
  /** The collection's folder. */
  readonly cwd: string;
  readonly requestName: string;
  readonly requestPath: string;
  readonly tags: readonly string[];
  readonly iterationIndex: number;
  readonly totalIterations: number;
  readonly iterationData: Value;
  /** The place of the message that the script runs for; undefined: it runs for none. */
  messageIndex?(): number | undefined;
  /** Milliseconds since the epoch, from the run's clock. */
  now(): number;
  /** 0 ≤ n < 1, from the run's random source. */
  random(): number;
}

/** Variables by scope; values are snapshots in both directions. */
export interface ScriptVariables {
  get(scope: ScopeName, name: string): Value | undefined;
  has(scope: ScopeName, name: string, tells?: boolean): boolean;
  /**
   * The value is a legal Value already; throws TypeError for an illegal name,
   * which `anyName` allows where placeholders can still say it as a whole. A
   * "local" one ends with its run.
   */
  set(
    scope: ScopeName,
    name: string,
    value: Value,
    anyName?: boolean | "local",
  ): void;
  delete(scope: ScopeName, name: string): void;
  all(scope: ScopeName): Record<string, Value>;
}

/** A message that a request is to send. */
export interface MessageView {
  readonly title: string;
  readonly type: string;
  /** As written. */
  readonly data: string;
}

/** A request on its way: texts are templates until it is rendered, and what was sent from the response on. */
export interface RequestDraft {
  method: string;
  url: string;
  /** In order; names as written. What the body implies is the last one, `content-type`. */
  headers: [name: string, value: string][];
  /** What the files or a script switch off, which scripts can switch on. */
  disabled: DisabledRows;
  /** Names of headers that are not to be sent, in lower case: Brace's own, too. */
  omitHeaders: readonly string[];
  /** Text bodies as written, parsed JSON where a script set an object; absent without body. */
  body: Value | Uint8Array | undefined;
  /** The body as the script read it first, if its value is text, or may hold one. */
  textRead?: Pick<RequestDraft, "body" | "bodyType">;
  /** The body is a form's fields, whatever the file's body is. Default false. */
  isForm?: boolean;
  /** Which header of `headers` only the body implies; from the response on, none. */
  impliedHeaders?: readonly (readonly [name: string, value: string])[];
  /** How a script in Postman's dialect wants the request sent; absent: none changed it. */
  postman?: PostmanBodyView;
  /** Milliseconds. */
  timeout: number | undefined;
  maxRedirects: number | undefined;
  /** `res.body` stays text, also where the response is JSON. Default false. */
  rawResponse?: boolean;
  /** Source of a function that is to be called with the error when the request cannot be sent. */
  onFail?: string;
  bodyType: string;
  readonly authMode: string;
  /** Whether the request itself says that it has no auth. */
  readonly isWithoutAuth?: true;
  /** The auth that a script set. */
  auth?: ScriptAuth;
  /** What is sent over a stream, as written; absent: the request sends no messages. */
  messages?: readonly MessageView[];
  pathParams: readonly {
    readonly name: string;
    readonly value: string;
  }[];
}

/** An auth that a script sets: its fields are texts as written. */
export interface ScriptAuth {
  readonly type: typeof SCRIPT_AUTH_TYPES[number];
  readonly fields: readonly (readonly [name: string, text: string])[];
}

/** The kinds of auth that scripts set: those that ask nothing but the request's own server. */
export const SCRIPT_AUTH_TYPES = [
  "none",
  "basic",
  "bearer",
  "apikey",
  "digest",
  "ntlm",
] as const satisfies readonly AuthType[];

/** A row that is seen, not sent. */
export interface DisabledRow {
  readonly name: string;
  /** A list for several files; null for a parameter without `=`. */
  readonly value: string | readonly string[] | null;
  /** Of a multipart field. */
  readonly type?: string;
  /** How many rows that are sent come before it. */
  readonly at: number;
}

/** The rows that are switched off: headers, those of the URL's query, and fields of a form. */
export interface DisabledRows {
  readonly headers: readonly DisabledRow[];
  readonly query: readonly DisabledRow[];
  readonly fields: readonly DisabledRow[];
}

/** How Postman sends a body. */
export interface PostmanBodyView {
  readonly mode: string;
  /** The language of a raw body, which decides its Content-Type; "" has none, undefined keeps that of the file. */
  readonly language?: string;
  /** Switched off: it is seen, not sent. */
  readonly disabled?: true;
}

/** What a script decides about the run. */
export interface ScriptFlow {
  /** A request's name or path; null ends the run after this request. */
  setNextRequest(name: string | null): void;
  skipRequest(): void;
  stopExecution(): void;
}

/** A cookie as scripts see it. */
export type Cookie = GivenCookie;

/** The run's cookie jar. */
export interface ScriptCookies {
  get(url: string): readonly Cookie[];
  set(url: string, cookie: Cookie): void;
  delete(url: string, name: string): void;
  clear(): void;
}
