/**
 * The files of a collection as data: OpenCollection
 * (https://www.opencollection.com) as Brace writes it. Reading them is
 * `lib/core/collection/read/`.
 */

/** A pair of a header, a query, a form. */
export interface FileRow {
  name: string;
  value: string;
  description?: string;
  disabled?: true;
}

/** A path or query parameter. */
export interface FileParam extends FileRow {
  type: "query" | "path";
}

/** A part of a multipart form. */
export interface FilePart {
  name: string;
  type: "text" | "file";
  value: string | string[];
  contentType?: string;
  description?: string;
  disabled?: true;
}

/** A variable; a typed value has its data as text. */
export interface FileVariable {
  name: string;
  value?: unknown;
  secret?: true;
  description?: string;
  disabled?: true;
}

/** A body. */
export type FileBody =
  & { omitEmpty?: true }
  & (
    | { type: "json" | "text" | "xml" | "sparql"; data: string }
    | { type: "form-urlencoded"; data: FileRow[] }
    | { type: "multipart-form"; data: FilePart[] }
    | {
      type: "file";
      data: { filePath: string; contentType?: string; selected?: boolean }[];
    }
  );

/** How a request or a level authenticates: `inherit`, `none`, or a mapping with a type. */
export type FileAuth = "inherit" | "none" | {
  type: string;
  [field: string]: unknown;
};

/** A script. */
export interface FileScript {
  type: "before-request" | "after-response" | "tests";
  code: string;
  /** What the code is written in. Default: JavaScript. */
  language?: "javascript" | "typescript";
  /** `postman`: its own globals are there. */
  extensions?: { brace: { dialect: "postman" } };
}

/** A row of the assertion table. */
export interface FileAssertion {
  expression: string;
  operator: string;
  value?: string;
  description?: string;
  disabled?: true;
}

/** What a collection or folder hands down. */
export interface FileDefaults {
  headers?: FileRow[];
  auth?: FileAuth;
  metadata?: FileRow[];
  variables?: FileVariable[];
  scripts?: FileScript[];
  [other: string]: unknown;
}

/** What a WebSocket sends in one message. */
export interface FileContent {
  type?: "text" | "json" | "xml" | "binary";
  data: string;
}

/** One of several messages. */
export interface FileMessage<T> {
  title?: string;
  selected?: boolean;
  message: T;
}

/** A saved example: a request and what a server responded. */
export interface FileExample {
  name: string;
  description?: string;
  request?: Record<string, unknown>;
  response?: {
    status?: number;
    statusText?: string;
    headers?: { name: string; value: string }[];
    body?: { type: string; data: string };
  };
}

/** A request file. */
export interface FileRequest {
  info: {
    name: string;
    type: string;
    seq?: number;
    tags?: string[];
    description?: string;
  };
  http?: {
    method: string;
    url: string;
    headers?: FileRow[];
    params?: FileParam[];
    body?: FileBody;
    auth?: FileAuth;
  };
  graphql?: {
    method?: string;
    url: string;
    headers?: FileRow[];
    params?: FileParam[];
    body?: { query: string; variables?: string; omitEmpty?: true };
    auth?: FileAuth;
  };
  websocket?: {
    url: string;
    headers?: FileRow[];
    params?: FileParam[];
    message?: FileContent | FileMessage<FileContent>[];
    auth?: FileAuth;
  };
  grpc?: {
    url: string;
    method?: string;
    methodType?: string;
    protoFilePath?: string;
    metadata?: FileRow[];
    message?: string | FileMessage<string>[];
    auth?: FileAuth;
  };
  runtime?: {
    variables?: FileVariable[];
    scripts?: FileScript[];
    assertions?: FileAssertion[];
    actions?: Record<string, unknown>[];
  };
  settings?: Record<string, unknown>;
  docs?: string;
  examples?: FileExample[];
  extensions?: Record<string, unknown>;
}
