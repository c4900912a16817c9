import type { Origin, Text } from "../source/origin.ts";
import type { Value } from "../scope/value.ts";

/** A collection of requests, read from OpenCollection YAML. */
export interface Collection {
  readonly name: string;
  /** The collection's own file: `opencollection.yml`, or the bundled file. */
  readonly file: string;
  /** The folder that the collection lives in; `""` for one from memory. */
  readonly root: string;
  /** What every request inherits. */
  readonly defaults: Defaults;
  readonly environments: readonly Environment[];
  /** Names and values of the collection's own `.env` file. */
  readonly dotenv: ReadonlyMap<string, string>;
  /** Folders (by seq, then name), then requests by seq: the order of a run. */
  readonly items: readonly Item[];
  readonly config: CollectionConfig;
}

/** What a collection's file sets for the run as a whole. */
export interface CollectionConfig {
  /** Order of scripts around a request. Default "sandwich". */
  readonly flow: "sandwich" | "sequential";
  /** Hosts declared besides those of the requests (`extensions.brace.hosts`). */
  readonly hosts: readonly Text[];
  /** Pinned client version (`extensions.brace.clientVersion`). */
  readonly clientVersion?: string;
  readonly proxy?: unknown;
  readonly clientCertificates?: readonly unknown[];
}

/** What a collection or folder hands down to the requests inside. */
export interface Defaults {
  readonly headers: readonly Header[];
  /** Absent: nothing set at this level, the level above applies. */
  readonly auth?: Auth;
  readonly variables: readonly Variable[];
  readonly scripts: readonly Script[];
  /** Absent: none. */
  readonly actions?: readonly Action[];
}

export type Item = Folder | Request | UnsupportedItem;

export interface Folder {
  readonly kind: "folder";
  readonly name: string;
  readonly seq?: number;
  /** Path of folders inside the collection, such as `users/admin`. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly defaults: Defaults;
  readonly items: readonly Item[];
}

/** An item that Brace does not run; it is reported as skipped. */
export interface UnsupportedItem {
  readonly kind: "unsupported";
  readonly name: string;
  readonly seq?: number;
  readonly path: string;
  readonly tags: readonly string[];
  /** Such as "grpc" or "websocket". */
  readonly type: string;
  readonly at: Origin;
}

export interface Request {
  readonly kind: "request";
  readonly type: "http" | "graphql";
  readonly name: string;
  readonly seq?: number;
  readonly tags: readonly string[];
  /** Path inside the collection without the extension's meaning: `users/create.yml`, or the names in a bundled file. */
  readonly path: string;
  /** The request file itself (root of its origins); in a bundled file its place there. */
  readonly at: Origin;
  readonly method: Text;
  readonly url: Text;
  readonly headers: readonly Header[];
  readonly params: readonly Param[];
  readonly body?: Body;
  /** Absent or type "none": no auth. "inherit": the nearest level above that sets one. */
  readonly auth?: Auth;
  readonly variables: readonly Variable[];
  readonly scripts: readonly Script[];
  readonly assertions: readonly Assertion[];
  readonly actions: readonly Action[];
  readonly settings: Settings;
  readonly docs?: string;
}

export interface Header {
  readonly name: Text;
  readonly value: Text;
  readonly disabled: boolean;
}

export interface Param {
  readonly name: Text;
  readonly value: Text;
  readonly type: "query" | "path";
  readonly disabled: boolean;
}

/** One pair of a form. */
export interface FormField {
  readonly name: Text;
  readonly value: Text;
  readonly disabled: boolean;
}

/** One part of a multipart form; a file part has one or more paths. */
export interface MultipartField {
  readonly name: Text;
  readonly type: "text" | "file";
  /** Text parts: exactly one. File parts: the paths. */
  readonly values: readonly Text[];
  readonly contentType?: Text;
  readonly disabled: boolean;
}

/** The selected variant of a request's body. */
export type Body =
  & {
    /** `false`: sent as written. Default true. */
    readonly interpolate: boolean;
    readonly at: Origin;
  }
  & (
    | {
      readonly type: "json" | "text" | "xml" | "sparql";
      readonly data: Text;
    }
    | {
      readonly type: "form-urlencoded";
      readonly fields: readonly FormField[];
    }
    | {
      readonly type: "multipart-form";
      readonly fields: readonly MultipartField[];
    }
    | {
      readonly type: "file";
      readonly path: Text;
      readonly contentType?: Text;
    }
    | {
      readonly type: "graphql";
      readonly query: Text;
      readonly variables?: Text;
    }
  );

/**
 * How a request authenticates. The fields are templates by their OpenCollection
 * names (`username`, `token`, `placement`, …); nested ones are joined with dots
 * (`credentials.clientId`). Flags keep their kind.
 */
export interface Auth {
  readonly type: AuthType;
  readonly at: Origin;
  readonly fields: ReadonlyMap<string, Text | boolean | number>;
}

export type AuthType =
  | "none"
  | "inherit"
  | "basic"
  | "bearer"
  | "apikey"
  | "digest"
  | "wsse"
  | "awsv4"
  | "oauth1"
  | "oauth2"
  | "ntlm";

/** A variable that a file defines. Text and the strings inside objects are templates. */
export interface Variable {
  readonly name: string;
  /** A string is a template; any other kind is the typed value. */
  readonly value: Value;
  readonly secret: boolean;
  /** True for a secret whose value the file does not hold; `value` is "" then. */
  readonly unset?: boolean;
  readonly disabled: boolean;
  /** Hosts that a secret may be sent to; absent: any. */
  readonly hosts?: readonly string[];
  /** Where the value stands. */
  readonly at: Origin;
}

export interface Environment {
  readonly name: string;
  readonly file: string;
  readonly extends?: string;
  readonly variables: readonly Variable[];
  /** Names and values of the environment's own `.env` file (`dotEnvFilePath`). */
  readonly dotenv?: ReadonlyMap<string, string>;
  readonly clientCertificates?: readonly unknown[];
}

export type ScriptPhase = "before-request" | "after-response" | "tests";

export interface Script {
  readonly phase: ScriptPhase;
  readonly code: string;
  readonly at: Origin;
}

/** Operators of the assertion table. */
export type AssertionOperator =
  | "eq"
  | "neq"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "in"
  | "notIn"
  | "contains"
  | "notContains"
  | "length"
  | "matches"
  | "notMatches"
  | "startsWith"
  | "endsWith"
  | "between"
  | "isEmpty"
  | "isNotEmpty"
  | "isNull"
  | "isUndefined"
  | "isDefined"
  | "isTruthy"
  | "isFalsy"
  | "isJson"
  | "isNumber"
  | "isString"
  | "isBoolean"
  | "isArray";

export interface Assertion {
  /** The left side, an expression over `res`. */
  readonly expression: Text;
  readonly operator: AssertionOperator;
  /** The right side, a template; absent for operators without one. */
  readonly value?: Text;
  readonly disabled: boolean;
  readonly at: Origin;
}

/** `set-variable`: takes a part of the answer into a variable. */
export interface Action {
  readonly type: "set-variable";
  readonly phase: "before-request" | "after-response";
  /** An expression over `res` (or `req`), with `method: jsonq`. */
  readonly selector: Text;
  readonly variable: string;
  readonly scope:
    | "runtime"
    | "request"
    | "folder"
    | "environment"
    | "collection"
    | "global";
  readonly disabled: boolean;
  readonly at: Origin;
}

export interface Settings {
  readonly encodeUrl: boolean;
  /** Milliseconds; 0 is no limit; absent: the run's default. */
  readonly timeout?: number;
  readonly followRedirects: boolean;
  readonly maxRedirects?: number;
  readonly forwardAuthorizationHeader: boolean;
  /** Names of headers that are not sent, default headers included. */
  readonly omitHeaders?: readonly string[];
  /** Poll-until and retry settings, from `extensions.brace` of the request. */
  readonly retry?: { readonly count: number; readonly delay: number };
  readonly repeatUntil?: {
    readonly expression: Text;
    readonly limit: number;
    readonly delay: number;
  };
}
