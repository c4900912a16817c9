import type { Diagnostic } from "../source/diagnostic.ts";
import { TYPED_FILE } from "../source/origin.ts";
import { readRequest } from "./read/read_request.ts";
import { DEFAULT_SETTINGS } from "./shape/settings.ts";
import type { Request } from "./types.ts";
import { YamlNode } from "./yaml/node.ts";
import { parseYaml } from "./yaml/parse_yaml.ts";

/** A request that somebody typed, in no file. */
export interface TypedRequest {
  readonly method: string;
  /** The URL, a template. */
  readonly url: string;
  /** Templates. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: TypedBody;
  /** Absent: it goes out by HTTP. */
  readonly stream?: TypedStream;
  /** Messages that end a stream. */
  readonly count?: number;
  /** Milliseconds without a message that end a stream. */
  readonly idle?: number;
}

/** What a typed request does over a stream; its body is a message. */
export interface TypedStream {
  readonly type: "websocket" | "grpc";
  /** gRPC: `/package.Service/Method`. */
  readonly method?: string;
  /** gRPC: a `.proto` file. */
  readonly protoFile?: string;
}

/** The body of a typed request. */
export type TypedBody =
  /** A template. */
  | { readonly type: "json" | "text"; readonly data: string }
  /** A file's content, as it is. */
  | {
    readonly type: "file";
    readonly path: string;
    readonly contentType?: string;
  };

/** A request that was typed on the command line, read as if it stood in a collection. */
export interface ReadTyped {
  /** Absent where it cannot be read. */
  readonly request?: Request;
  /** The text that its places are in: that of {@linkcode TYPED_FILE}. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a typed request as a file is read: written out as one, so that every
 * diagnostic has a line to point to. It takes headers and, unless it brings its
 * own, auth from the collection that it is put into.
 */
export function readTyped(typed: TypedRequest): ReadTyped {
  const text = written(typed);
  const { document, diagnostics } = parseYaml(TYPED_FILE, text);
  if (document === undefined) return { text, diagnostics };
  const name = `${typed.method} request`;
  const request = readRequest(
    YamlNode.root(document, diagnostics, new Set()),
    {
      path: name,
      name,
      type: typed.stream?.type ?? "http",
      settings: { http: DEFAULT_SETTINGS, graphql: DEFAULT_SETTINGS },
    },
  );
  return { ...(request && { request }), text, diagnostics };
}

/** JSON's texts are YAML's, in double quotes. */
function written(typed: TypedRequest): string {
  const { method, url, headers, body, stream } = typed;
  if (stream !== undefined) return writtenStream(typed, stream);
  const text = (value: string) => JSON.stringify(value);
  const lines = ["http:", `  method: ${text(method)}`, `  url: ${text(url)}`];
  if (!hasOwnAuth(url, headers)) lines.push("  auth: inherit");
  if (headers.length > 0) lines.push("  headers:");
  for (const [name, value] of headers) {
    lines.push(`    - { name: ${text(name)}, value: ${text(value)} }`);
  }
  if (body !== undefined) lines.push(...bodyLines(body));
  lines.push(...endLines(typed));
  return `${lines.join("\n")}\n`;
}

function writtenStream(
  typed: TypedRequest,
  { type, method, protoFile }: TypedStream,
): string {
  const { url, headers, body } = typed;
  const text = (value: string) => JSON.stringify(value);
  const lines = [`${type}:`, `  url: ${text(url)}`];
  if (method !== undefined) lines.push(`  method: ${text(method)}`);
  if (protoFile !== undefined) {
    lines.push(`  protoFilePath: ${text(protoFile)}`);
  }
  if (!hasOwnAuth(url, headers)) lines.push("  auth: inherit");
  if (headers.length > 0) {
    lines.push(type === "grpc" ? "  metadata:" : "  headers:");
  }
  for (const [name, value] of headers) {
    lines.push(`    - { name: ${text(name)}, value: ${text(value)} }`);
  }
  if (body !== undefined) {
    const data = body.type === "file" ? `@file(${body.path})` : body.data;
    const kind = body.type === "file" ? "binary" : body.type;
    lines.push(
      type === "grpc"
        ? `  message: ${text(data)}`
        : `  message: { type: ${kind}, data: ${text(data)} }`,
    );
  }
  lines.push(...endLines(typed));
  return `${lines.join("\n")}\n`;
}

function endLines({ count, idle }: TypedRequest): string[] {
  const ends = [
    ...count === undefined ? [] : [`count: ${count}`],
    ...idle === undefined ? [] : [`idle: ${idle}`],
  ];
  return ends.length === 0
    ? []
    : [`extensions: { brace: { stream: { ${ends.join(", ")} } } }`];
}

/** Credentials that are typed stand in for those of the collection. */
function hasOwnAuth(url: string, headers: TypedRequest["headers"]): boolean {
  return /^(?:[a-z+.-]+:)?\/\/[^/?#]*@/i.test(url) ||
    headers.some(([name]) => name.trim().toLowerCase() === "authorization");
}

function bodyLines(body: TypedBody): string[] {
  const text = (value: string) => JSON.stringify(value);
  switch (body.type) {
    case "json":
    case "text":
      return [
        "  body:",
        `    type: ${body.type}`,
        `    data: ${text(body.data)}`,
      ];
    case "file": {
      const { path, contentType = "" } = body;
      return [
        "  body:",
        "    type: file",
        "    interpolate: false",
        "    data:",
        `      - { filePath: ${text(path)}, contentType: ${
          text(contentType)
        }, selected: true }`,
      ];
    }
    default:
      return body satisfies never;
  }
}
