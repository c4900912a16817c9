import { AUTH } from "./auth.ts";
import { BODY, GRAPHQL_BODY } from "./body.ts";
import {
  any,
  eachWith,
  either,
  foreign,
  list,
  mapping,
  number,
  pairs,
  readBy,
  rows,
  template,
  text,
  unlessEmpty,
  unread,
  word,
} from "./make.ts";
import { HEADER, PARAM } from "./rows.ts";
import { BRACE_SETTINGS, SETTINGS } from "./settings.ts";
import { ACTION, ASSERTION, SCRIPTS } from "./steps.ts";
import {
  CONNECTION_PARAMS,
  GRPC_MESSAGES,
  MESSAGES,
  STREAM,
  SUBSCRIPTION,
} from "./stream.ts";
import type { Read, Reads, Same, Shape } from "./types.ts";
import { variables } from "./variable.ts";

/** Types of items that run. */
const TYPES = {
  http: "An HTTP request",
  graphql: "A GraphQL request",
  websocket: "A WebSocket and its messages",
  grpc: "A gRPC call",
  folder: "A folder",
};

/** Methods that editors offer; any other is sent, too. */
export const METHODS = {
  GET: "Reads something",
  POST: "Creates something, or starts an action",
  PUT: "Replaces something",
  PATCH: "Changes a part of something",
  DELETE: "Deletes something",
  HEAD: "Reads status and headers only",
  OPTIONS: "Asks which methods the server permits",
};

/** `info` of an item. */
export const ITEM_INFO = mapping("Name, type and place of the item", {
  name: unlessEmpty(text("Display name")),
  type: text("http, graphql, websocket, grpc or folder", TYPES),
  seq: number("Position in the order of a run, from 1"),
  tags: list("Tags, to select requests for a run", unlessEmpty(text("A tag"))),
  description: any("Description"),
}, { leaves: ["type"] });

/** What `info` says of any item. */
export interface ItemInfo {
  readonly name?: string;
  readonly seq?: number;
  readonly tags: readonly string[];
}
true satisfies Same<Read<typeof ITEM_INFO>, ItemInfo>;

/** `docs` of anything. */
export const DOCS = readBy(
  either(
    "Documentation in Markdown",
    text("Markdown"),
    mapping("Text with a media type", {
      content: text("The text"),
      type: text("Such as text/markdown"),
    }, { open: true }),
  ),
  (node) => {
    const text = node.isMapping() ? node.get("content") : node;
    return text.scalar() || undefined;
  },
);

/** `runtime` of a request. */
export const RUNTIME = mapping(
  "Variables, scripts, assertions and actions of the request",
  {
    variables: variables("Variables of the request"),
    scripts: SCRIPTS,
    assertions: rows(
      "Assertions about the response",
      ASSERTION,
      eachWith("expression", "operator", "value"),
    ),
    actions: rows("Parts of the response to save in variables", ACTION),
    auth: AUTH,
  },
  { leaves: ["auth"] },
);

/** `extensions.brace` of a request. */
const REQUEST_BRACE = mapping("Settings of Brace", {
  ...BRACE_SETTINGS,
  stream: STREAM,
  connectionParams: CONNECTION_PARAMS,
  subscription: SUBSCRIPTION,
  source: any("Source that brace import read"),
});

/** What a WebSocket request sends. */
const WEBSOCKET = mapping("A WebSocket connection and its messages", {
  url: template(
    "The URL, a template; without a scheme: ws:// for localhost and 127.0.0.1, else wss://",
  ),
  headers: pairs(
    "Headers of the handshake; Sec-WebSocket-Protocol has the subprotocols",
    HEADER,
  ),
  params: pairs("Path and query parameters", PARAM),
  message: MESSAGES,
  auth: AUTH,
}, {
  required: ["url"],
  first: ["url", "message", "auth"],
  to: ({ message: messages, ...fields }) => ({ messages, ...fields }),
});

/** What a gRPC request sends. */
const GRPC = mapping("A gRPC call and its messages", {
  url: template(
    "Server, a template: grpc://, grpcs://; without a scheme: plain for localhost and 127.0.0.1, else TLS",
  ),
  method: template("Such as /package.Service/Method, a template"),
  methodType: word("Kind of call, for display; the descriptor decides", [
    "unary",
    "client-streaming",
    "server-streaming",
    "bidi-streaming",
  ], {
    "unary": "One message there, one back",
    "client-streaming": "Several messages there, one back",
    "server-streaming": "One message there, several back",
    "bidi-streaming": "Several messages in both directions",
  }),
  protoFilePath: unlessEmpty(
    template(
      "A .proto file in the collection; without one, Brace asks the server by reflection",
    ),
  ),
  metadata: pairs("Metadata in order", HEADER),
  message: GRPC_MESSAGES,
  auth: AUTH,
}, {
  required: ["url"],
  first: ["url", "message", "auth"],
  to: (
    {
      method,
      methodType,
      protoFilePath: protoFile,
      metadata: headers,
      message: messages,
      ...fields
    },
    node,
  ) => ({
    grpc: {
      method: method ?? { text: "", at: node.get("method").at },
      ...(protoFile && { protoFile }),
      ...(methodType && { methodType }),
    },
    headers,
    params: [],
    messages,
    ...fields,
  }),
});

/** The shape of each type of request. */
export const DETAILS = {
  http: details(BODY),
  graphql: details(GRAPHQL_BODY),
  grpc: GRPC,
  websocket: WEBSOCKET,
};

/** A saved example: what was sent, and what a server responded. */
const EXAMPLE = mapping("A request and its response", {
  name: text("Name of the example"),
  description: any("Description"),
  request: mapping("The request", {
    url: text("The URL"),
    method: text("Such as GET"),
    headers: any("Headers"),
    params: any("Parameters of the URL"),
    body: any("The body of the request"),
  }, { open: true }),
  response: mapping("The response", {
    status: any("Status code"),
    statusText: text("Reason phrase"),
    headers: any("Headers"),
    body: any("The body of the response"),
  }, { open: true }),
}, { open: true });

/** A request: a file, or an item of a bundled collection. */
export const REQUEST = mapping("A request", {
  info: ITEM_INFO,
  ...DETAILS,
  runtime: RUNTIME,
  settings: SETTINGS,
  examples: unread(list("Saved examples", EXAMPLE)),
  docs: DOCS,
  app: foreign(any("A Bruno app; Brace ignores it")),
  extensions: mapping(
    "Settings of programs, by name",
    { brace: REQUEST_BRACE },
    { open: true },
  ),
}, { leaves: ["http", "graphql", "grpc", "websocket"] });

function details<T>(body: Shape & Reads<T>) {
  return mapping("Method, URL, headers, body and authentication", {
    method: unlessEmpty(template("Such as GET, a template", METHODS)),
    url: template("The URL, a template"),
    headers: pairs("Headers in order", HEADER),
    params: pairs("Path and query parameters", PARAM),
    body,
    auth: AUTH,
  }, { required: ["url"], first: ["method", "url", "body", "auth"] });
}
