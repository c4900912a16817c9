import type { Assertion } from "./assertion_types.ts";
import type { AuthType, OwnAuthNames } from "./auth_types.ts";
import type { Body } from "./body_types.ts";
import type {
  GrpcCall,
  Message,
  ProtobufConfig,
  StreamSettings,
} from "./stream_types.ts";
import type { Origin, Text } from "../source/origin.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { StoredSecret } from "../scope/layer.ts";
import type { Value } from "../scope/value/value.ts";

/** A collection of requests, read from OpenCollection YAML. */
export interface Collection {
  /** Name, as shown to people. */
  readonly name: string;
  /** The collection's own file: `opencollection.yml`, or the bundled file. */
  readonly file: string;
  /** The folder that the collection lives in; `""` for one from memory. */
  readonly root: string;
  /** What every request inherits. */
  readonly defaults: Defaults;
  /** The environments that can be selected. */
  readonly environments: readonly Environment[];
  /** The globals that stand beside it, as in Postman's trees; absent: none do. */
  readonly globals?: Environment;
  /** Names and values of the collection's own `.env` file. */
  readonly dotenv: ReadonlyMap<string, string>;
  /** Whether a file names a generator of fake data, whose library has to be loaded then. */
  readonly usesFakeData: boolean;
  /** Folders (by seq, then name), then requests by seq: the order of a run. */
  readonly items: readonly Item[];
  /** What holds for the run as a whole. */
  readonly config: CollectionConfig;
}

/** What a collection's file sets for the run as a whole. */
export interface CollectionConfig {
  /** Order of scripts around a request. Default "sandwich". */
  readonly flow: "sandwich" | "sequential";
  /** Hosts declared besides those of the requests (`extensions.brace.hosts`). */
  readonly hosts: readonly Text[];
  /** What agents may send that `brace mcp` serves (`extensions.brace.agents`); absent: everything. */
  readonly agents?: "read-only";
  /** Paths of what runs before all else, once (`extensions.brace.setup`); absent: nothing. */
  readonly setup?: readonly string[];
  /** Paths of what runs after all else, whatever happened (`extensions.brace.teardown`); absent: nothing. */
  readonly teardown?: readonly string[];
  /** How far the file has `extensions.brace` already; absent: not even `extensions`. */
  readonly extended?: "extensions" | "extensions.brace";
  /** Pinned client version (`extensions.brace.clientVersion`). */
  readonly clientVersion?: string;
  /** The proxy that requests go through, as written. */
  readonly proxy?: unknown;
  /** Client certificates by host, as written. */
  readonly clientCertificates?: readonly unknown[];
  /** Where `.proto` files lie. */
  readonly protobuf?: ProtobufConfig;
}

/** What a collection or folder hands down to the requests inside. */
export interface Defaults {
  /** Headers in order. */
  readonly headers: readonly Header[];
  /** What gRPC requests inside inherit in place of headers; absent: nothing. */
  readonly metadata?: readonly Header[];
  /** Absent: nothing set at this level, the level above applies. */
  readonly auth?: Auth;
  /** Where a `.bru` file says `mode: none`, which sets nothing at this level. */
  readonly vainNoneAt?: Origin;
  /** Variables in order. */
  readonly variables: readonly Variable[];
  /** Scripts in order. */
  readonly scripts: readonly Script[];
  /** Absent: none. */
  readonly actions?: readonly Action[];
}

/** What a collection or folder holds. */
export type Item = Folder | Request | UnsupportedItem;

/** A folder of a collection. */
export interface Folder {
  /** Tells folders, requests and unsupported items apart. */
  readonly kind: "folder";
  /** Name, as shown to people. */
  readonly name: string;
  /** Place in the run order among its siblings. */
  readonly seq?: number;
  /** Path of folders inside the collection, such as `users/admin`. */
  readonly path: string;
  /** Tags that runs are selected by. */
  readonly tags: readonly string[];
  /** What the requests inside inherit. */
  readonly defaults: Defaults;
  /** Folders and requests inside, in run order. */
  readonly items: readonly Item[];
}

/** An item that Brace does not run; it is reported as skipped. */
export interface UnsupportedItem {
  /** Tells folders, requests and unsupported items apart. */
  readonly kind: "unsupported";
  /** Name, as shown to people. */
  readonly name: string;
  /** Place in the run order among its siblings. */
  readonly seq?: number;
  /** Path inside the collection. */
  readonly path: string;
  /** Tags that runs are selected by. */
  readonly tags: readonly string[];
  /** Such as "mqtt". */
  readonly type: string;
  /** Its URL, whose variables are in use; absent where it has none. */
  readonly url?: Text;
  /** Where it stands. */
  readonly at: Origin;
}

/** A request of a collection; its texts are templates. */
export interface Request {
  /** Tells folders, requests and unsupported items apart. */
  readonly kind: "request";
  /** Its type. */
  readonly type: "http" | "graphql" | "websocket" | "grpc";
  /** Name, as shown to people. */
  readonly name: string;
  /** Place in the run order among its siblings. */
  readonly seq?: number;
  /** Tags that runs are selected by. */
  readonly tags: readonly string[];
  /** Path inside the collection without the extension's meaning: `users/create.yml`, or the names in a bundled file. */
  readonly path: string;
  /** The request file itself (root of its origins); in a bundled file its place there. */
  readonly at: Origin;
  /** Such as GET. */
  readonly method: Text;
  /** The URL, query included. */
  readonly url: Text;
  /** Headers in order; of a gRPC request its metadata. */
  readonly headers: readonly Header[];
  /** Path and query parameters. */
  readonly params: readonly Param[];
  /** Absent for a request without one. */
  readonly body?: Body;
  /** What it sends over a WebSocket or a gRPC call; absent: it is of another type. */
  readonly messages?: readonly Message[];
  /** What a gRPC request calls. */
  readonly grpc?: GrpcCall;
  /** What it does with its stream (`extensions.brace.stream`); absent: the file says nothing. */
  readonly stream?: StreamSettings;
  /** What a GraphQL subscription is opened with (`extensions.brace.connectionParams`); its strings are templates. */
  readonly connectionParams?: { readonly value: Value; readonly at: Origin };
  /** How a GraphQL subscription is sent (`extensions.brace.subscription`). Default "websocket". */
  readonly subscription?: "sse" | "websocket";
  /** Absent or type "none": no auth. "inherit": the nearest level above that sets one. */
  readonly auth?: Auth;
  /** Variables in order. */
  readonly variables: readonly Variable[];
  /** Scripts in order. */
  readonly scripts: readonly Script[];
  /** What must hold of the response. */
  readonly assertions: readonly Assertion[];
  /** The actions that take values out of the response. */
  readonly actions: readonly Action[];
  /** How it is sent. */
  readonly settings: Settings;
  /** What the author says of it. */
  readonly docs?: string;
}

/** A header. */
export interface Header {
  /** Name, as shown to people. */
  readonly name: Text;
  /** A template. */
  readonly value: Text;
  /** Whether it is left out. */
  readonly disabled: boolean;
}

/** A path or query parameter. */
export interface Param {
  /** Name, as shown to people. */
  readonly name: Text;
  /** A template. */
  readonly value: Text;
  /** Its type. */
  readonly type: "query" | "path";
  /** Whether it is left out. */
  readonly disabled: boolean;
}

/**
 * How a request authenticates. The fields are templates by their OpenCollection
 * names (`username`, `token`, `placement`, …); nested ones are joined with dots
 * (`credentials.clientId`). Flags keep their kind.
 */
export interface Auth {
  /** Its type. */
  readonly type: AuthType;
  /** Where it stands. */
  readonly at: Origin;
  /** Fields by name. */
  readonly fields: ReadonlyMap<string, Text | boolean | number>;
  /** Whether a problem of the file says already why it has no fields. */
  readonly isLacking?: true;
  /** How the file itself names its fields, where the file has another form. */
  readonly own?: OwnAuthNames;
}

/** A variable that a file defines. Text and the strings inside objects are templates. */
export interface Variable {
  /** Name, as shown to people. */
  readonly name: string;
  /** A string is a template; any other kind is the typed value. */
  readonly value: Value;
  /** Whether reports mask it. */
  readonly secret: boolean;
  /** True for a secret whose value the file does not hold; `value` is "" then. */
  readonly unset?: boolean;
  /** Whether it is left out. */
  readonly disabled: boolean;
  /** Hosts that a secret may be sent to; absent: any. */
  readonly hosts?: readonly string[];
  /** The store that has a secret's value; the file does not hold it then. */
  readonly store?: StoredSecret;
  /** Where the value stands. */
  readonly at: Origin;
}

/** An environment: variables that are selected for a run. */
export interface Environment {
  /** Name, as shown to people. */
  readonly name: string;
  /** Its name as written, where others have the same one. */
  readonly sharedName?: string;
  /** The file that defines it. */
  readonly file: string;
  /** Name of the environment whose variables show through. */
  readonly extends?: string;
  /** Where it says so. */
  readonly extendsAt?: Origin;
  /** Variables in order. */
  readonly variables: readonly Variable[];
  /** Names and values of the environment's own `.env` file (`dotEnvFilePath`). */
  readonly dotenv?: ReadonlyMap<string, string>;
  /** Client certificates by host, as written. */
  readonly clientCertificates?: readonly unknown[];
  /** Where they stand. */
  readonly certificatesAt?: Origin;
  /** What is wrong with it; it cannot be selected with an error. Absent: nothing. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** When a script runs. */
export type ScriptPhase = "before-request" | "after-response" | "tests";

/** An API of another program that a script is written for. */
export type ScriptDialect = "postman";

/** What a script is written in. */
export type ScriptLanguage = "javascript" | "typescript";

/** A script around a request. */
export interface Script {
  /** When it runs. */
  readonly phase: ScriptPhase;
  /** The API of another program that it uses (`extensions.brace.dialect`). */
  readonly dialect?: ScriptDialect;
  /** The only type of requests that it is for (`extensions.brace.for`); absent: all. */
  readonly for?: Request["type"];
  /** It runs for each of these that came (`extensions.brace.each`); absent: once. */
  readonly each?: "message";
  /** What its code is written in. Default: JavaScript. */
  readonly language?: ScriptLanguage;
  /** Its JavaScript or TypeScript. */
  readonly code: string;
  /** Where it stands. */
  readonly at: Origin;
}

/** `set-variable`: takes a part of the response into a variable. */
export interface Action {
  /** Its type. */
  readonly type: "set-variable";
  /** When it runs. */
  readonly phase: "before-request" | "after-response";
  /** An expression over `res` (or `req`), with `method: jsonq`. */
  readonly selector: Text;
  /** Name of the variable that is set. */
  readonly variable: string;
  /** The scope that it is set in. */
  readonly scope:
    | "runtime"
    | "request"
    | "folder"
    | "environment"
    | "collection"
    | "global";
  /** Whether it is left out. */
  readonly disabled: boolean;
  /** Where it stands. */
  readonly at: Origin;
}

/** How a request is sent. */
export interface Settings {
  /** Percent-encode runtime and data values in the URL. */
  readonly encodeUrl: boolean;
  /** Milliseconds; absent: the run's default. */
  readonly timeout?: number;
  /** The file that sets the timeout; absent: none does, or a script. */
  readonly timeoutFile?: string;
  /** Whether redirects are followed. */
  readonly followRedirects: boolean;
  /** How many redirects are followed; absent: the run's default. */
  readonly maxRedirects?: number;
  /** Origins that credentials follow redirects to (`extensions.brace.forwardCredentialsTo`); absent: none but their own. */
  readonly forwardCredentialsTo?: readonly string[];
  /** Names of headers that are not sent, default headers included. */
  readonly omitHeaders?: readonly string[];
  /** Milliseconds between the pings of a WebSocket; absent or 0: none. */
  readonly keepAlive?: number;
  /** Poll-until and retry settings, from `extensions.brace` of the request. */
  readonly retry?: { readonly count: number; readonly delay: number };
  /** Send again until an expression holds. */
  readonly repeatUntil?: {
    readonly expression: Text;
    readonly limit: number;
    readonly delay: number;
  };
}

export type { Assertion, AssertionOperator } from "./assertion_types.ts";
export type { AUTH_KEYS, AuthType, OwnAuthNames } from "./auth_types.ts";
export type {
  GrpcCall,
  GrpcMethodType,
  Message,
  MessageType,
  ProtobufConfig,
  StreamSettings,
  StreamStep,
} from "./stream_types.ts";
