import type { ForeignKey } from "../foreign_keys.ts";
import type { ScopeName } from "../../scope/names.ts";
import type { Value } from "../../scope/value/value.ts";
import type {
  Cookie,
  DisabledRows,
  MessageView,
  PostmanBodyView,
  ScriptInfo,
} from "./types.ts";

/** What the script's side asks of Brace at once. Values are snapshots. */
export interface Calls {
  info(): Omit<ScriptInfo, "messageIndex" | "now" | "random"> & {
    readonly messageIndex: number | undefined;
  };
  now(): number;
  random(): number;
  "variable.get"(scope: ScopeName, name: string): Value | undefined;
  /** `tells`: a script learns the answer, which is an error where another group sets the variable. */
  "variable.has"(scope: ScopeName, name: string, tells?: boolean): boolean;
  /** `anyName`: also a name that no placeholder's root is, such as Postman's; "local": and for its run only. */
  "variable.set"(
    scope: ScopeName,
    name: string,
    value: Value,
    anyName?: boolean | "local",
  ): void;
  "variable.delete"(scope: ScopeName, name: string): void;
  "variable.all"(scope: ScopeName): Record<string, Value>;
  processEnv(name: string): string | undefined;
  interpolate(text: string): string;
  "request.get"(): ScriptRequestView;
  /** The body as written; `parsed`: the value of a JSON text. */
  "request.body"(parsed: boolean): Value | Uint8Array | undefined;
  /** The messages that are to be sent; undefined for a request that sends none. */
  "request.messages"(): readonly MessageView[] | undefined;
  "request.set"(field: RequestField, value: unknown): void;
  "request.resolved"(): ResolvedView;
  response(): ResponseView | undefined;
  /** The body by its content: parsed JSON, a text, or bytes. */
  "response.body"(): unknown;
  "response.text"(): string;
  "response.bytes"(): Uint8Array;
  /** What came over a stream; undefined where the response is not one. */
  "response.stream"(): StreamView | undefined;
  "response.setBody"(body: Value | undefined): void;
  "flow.next"(name: string | null): void;
  "flow.skip"(): void;
  "flow.stop"(): void;
  results(): { tests: readonly unknown[]; assertions: readonly unknown[] };
  "cookies.get"(url: string): readonly Cookie[];
  "cookies.set"(url: string, cookie: Cookie): void;
  "cookies.delete"(url: string, name: string): void;
  "cookies.clear"(): void;
  readFile(path: string): string;
  "text.encode"(text: string): Uint8Array;
  "text.decode"(
    bytes: Uint8Array,
    label: string,
    options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
  ): string;
  /** The encoding that a label stands for. */
  "text.encoding"(label: string): string;
  /** The value of a JSON text; integers that a number does not hold are bigints. */
  "json.parse"(text: string): Value;
  "base64.encode"(bytes: Uint8Array): string;
  "base64.decode"(text: string): Uint8Array;
  "url.parse"(url: string, base: string | undefined): UrlParts;
  "url.set"(url: string, part: string, value: string): UrlParts;
  "crypto.random"(length: number): Uint8Array;
  "crypto.hash"(algorithm: string, bytes: Uint8Array): Uint8Array;
  "crypto.hmac"(
    algorithm: string,
    key: Uint8Array,
    bytes: Uint8Array,
  ): Uint8Array;
  "crypto.keyInfo"(
    pem: string,
    type: "private" | "public",
  ): { readonly type: string; readonly details: unknown };
  /** `key` is a PEM text; `options` those of node's `sign`. */
  "crypto.sign"(
    algorithm: string,
    bytes: Uint8Array,
    key: string,
    options: SignOptions,
  ): Uint8Array;
  "crypto.verify"(
    algorithm: string,
    bytes: Uint8Array,
    key: string,
    options: SignOptions & { readonly signature: Uint8Array },
  ): boolean;
  console(level: string, text: string): void;
  /** Ends the sleep of a timer that nobody waits for any more. */
  wake(timer: number): void;
  test(index: number, name: string, error?: Thrown | typeof SKIPPED): void;
}

/** What the script's side asks of Brace and waits for. */
export interface Waits {
  /** Settles after the time, in milliseconds, or when this timer is woken. */
  sleep(time: number, timer?: number): void;
  send(request: SendRequest): FullResponseView;
  /** With `raw` the response's body stays text, also where it is JSON. */
  runRequest(path: string, raw?: boolean): FullResponseView | undefined;
}

/** The script's side of the border. */
export interface Bridge {
  call<K extends keyof Calls>(
    name: K,
    ...args: Parameters<Calls[K]>
  ): ReturnType<Calls[K]>;
  wait<K extends keyof Waits>(
    name: K,
    ...args: Parameters<Waits[K]>
  ): Promise<ReturnType<Waits[K]>>;
}

/** A header as the border carries it. */
export type HeaderPair = readonly [name: string, value: string];

/** The request as written, without its body. */
export interface ScriptRequestView {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly disabled: DisabledRows;
  /** Names that are not to be sent, in lower case. */
  readonly omitHeaders: readonly string[];
  readonly timeout: number | undefined;
  readonly maxRedirects: number | undefined;
  readonly bodyType: string;
  /** Whether a script set the body as a form. */
  readonly isForm: boolean;
  readonly impliedHeaders: readonly HeaderPair[];
  readonly postman: PostmanBodyView | undefined;
  readonly authMode: string;
  /** Whether the request itself says that it has no auth. */
  readonly isWithoutAuth: boolean;
  readonly pathParams: readonly {
    readonly name: string;
    readonly value: string;
  }[];
}

/** What a script can change of its request. */
export type RequestField =
  | "method"
  | "url"
  | "pathParams"
  | "headers"
  | "disabled"
  | "omitHeaders"
  | "body"
  | "form"
  | "postman"
  | "auth"
  | "timeout"
  | "maxRedirects"
  | "rawResponse"
  | "onFail"
  | "messages";

/** The request as it would be sent now. */
export interface ResolvedView {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body: unknown;
}

/** A response without its body. */
export interface ResponseView {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderPair[];
  /** Milliseconds. */
  readonly responseTime: number;
  /** Bytes. */
  readonly size: { readonly header: number; readonly body: number };
}

/** What came over a stream, as scripts see it. */
export interface StreamView {
  readonly messages: readonly unknown[];
  readonly sent: readonly unknown[];
  readonly firstMessageTime: number | undefined;
  readonly closed: unknown;
  /** Names in lower case; absent but for gRPC. */
  readonly trailers:
    | Readonly<Record<string, string | string[]>>
    | undefined;
  readonly details: unknown;
}

/** A response with its body: what a script's own request gives. */
export interface FullResponseView extends ResponseView {
  /** Parsed JSON, a text, or bytes. */
  readonly body: unknown;
}

/** A request that a script sends itself. */
export interface SendRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string | Uint8Array | undefined;
  readonly contentType: string | undefined;
  readonly timeout: number | undefined;
  readonly maxRedirects: number | undefined;
  /** The response's body stays text, also where it is JSON. */
  readonly raw: boolean;
  /** Keys of Postman's that it was described with; absent: none. */
  readonly foreign?: readonly ForeignKey[];
  /** Where the script sends it. */
  readonly stack: string;
  /** Whether the request that runs the script fails with it, whatever the script makes of the error. */
  readonly required: boolean;
}

/** The parts of a URL, by the names that `URL` has for them. */
export interface UrlParts {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** How a signature is made, in node's words. */
export interface SignOptions {
  readonly padding?: number;
  readonly saltLength?: number;
  readonly dsaEncoding?: "der" | "ieee-p1363";
}

/** What a thrown value tells, as the border carries it. */
export interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** Of a syntax error. */
  readonly line?: number;
  readonly expected?: string;
  readonly actual?: string;
  /** Code of the diagnostic, when Brace itself refused. */
  readonly code?: string;
  /** The request behind it, and its response: `GET http://host/orders (status 401)`. */
  readonly exchange?: string;
}

/** One finished test, as the border carries it. */
/** In the place of an error: the test was not to run. */
export const SKIPPED = "skipped";

export interface TestReport {
  /** Place in the order of the calls. */
  readonly index: number;
  readonly name: string;
  readonly error: Thrown | typeof SKIPPED | undefined;
}
