/** How a request can be written for use elsewhere. */
export const WRITTEN_FORMS = [
  "curl",
  "http",
  "fetch",
  "python",
  "har",
  "websocat",
  "grpcurl",
] as const;

/** The name of such a form. */
export type WrittenForm = typeof WRITTEN_FORMS[number];

/** The forms for a kind of stream; those of HTTP for none. No form has a client for `graphql-transport-ws`. */
export function formsOf(
  stream: StreamForms | undefined,
): readonly WrittenForm[] {
  if (stream === undefined) return HTTP_FORMS;
  switch (stream.kind) {
    case "websocket":
      return ["websocat"];
    case "grpc":
      return ["grpcurl"];
    case "subscription":
      return stream.over === "sse" ? HTTP_FORMS : [];
    default:
      return stream satisfies never;
  }
}

const HTTP_FORMS: readonly WrittenForm[] = [
  "curl",
  "http",
  "fetch",
  "python",
  "har",
];

/** How a request talks over its connection. */
type StreamForms =
  | { readonly kind: "websocket" | "grpc" }
  | { readonly kind: "subscription"; readonly over: "websocket" | "sse" };

/** A message that is sent over a stream. */
export interface WrittenMessage {
  readonly title: string;
  /** Absent for bytes. */
  readonly text?: string;
}

/** A part of a multipart body. */
export interface WrittenPart {
  readonly name: string;
  readonly contentType?: string;
  /** The content of a text part. */
  readonly value?: string;
  /** The path of a file part. */
  readonly path?: string;
}

/** The body of a request that is written. */
export type WrittenBody =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "multipart"; readonly parts: readonly WrittenPart[] };

/** What the client shows of itself to the server. */
export interface WrittenCertificate {
  /** The path of a PEM file; of a PKCS #12 file where there is no key. */
  readonly file: string;
  /** The path of a PEM file. */
  readonly key?: string;
  readonly passphrase?: string;
}

/** What the request goes through. */
export interface WrittenProxy {
  /** `http`, `https`, or `socks5h`, whose server resolves names. */
  readonly scheme: string;
  /** With the port, an IPv6 address in brackets. */
  readonly host: string;
  readonly username?: string;
  readonly password?: string;
}

/** A request as it goes out, without what every client adds by itself. */
export interface WrittenRequest {
  /** What it is called beside others, in one line. */
  readonly label?: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Names of headers that are not sent, also where a client adds them by itself; absent: none. */
  readonly omitted?: readonly string[];
  readonly body?: WrittenBody;
  /** What is sent over a WebSocket or a gRPC call. */
  readonly messages?: readonly WrittenMessage[];
  /** Where the files that describe a gRPC call lie; no files: the server tells. */
  readonly proto?: {
    readonly folders: readonly string[];
    readonly files: readonly string[];
  };
  readonly followsRedirects: boolean;
  /** How many it follows at most; absent: as many as the client does. */
  readonly maxRedirects?: number;
  /** Milliseconds; absent: no limit of its own. */
  readonly timeout?: number;
  readonly certificate?: WrittenCertificate;
  readonly proxy?: WrittenProxy;
  /** Whether any certificate of the server will do. */
  readonly insecure?: true;
  /** Auth that the client has to work out itself. */
  readonly auth?: {
    readonly type: string;
    readonly username: string;
    readonly password: string;
  };
}
