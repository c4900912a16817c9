import { AUTH } from "./auth.ts";
import { BODY, GRAPHQL_BODY } from "./body.ts";
import { any, either, list, mapping, number, text } from "./make.ts";
import { HEADER, PARAM, VARIABLE } from "./rows.ts";
import { FORWARDING, REPEAT_UNTIL, RETRY, SETTINGS } from "./settings.ts";
import { ACTION, ASSERTION, SCRIPTS } from "./steps.ts";
import type { MappingShape, Shape } from "./types.ts";

/** `info` of an item. */
export const ITEM_INFO = mapping("What it is", {
  name: text("Name, as shown to people"),
  type: text("http, graphql or folder"),
  seq: number("Place in the order of a run, from 1"),
  tags: list("What runs are selected by", text("A tag")),
  description: any("What it is for"),
});

/** `docs` of anything. */
export const DOCS = either(
  "What its author says of it",
  text("Markdown"),
  mapping("A text and its kind", {
    content: text("The text"),
    type: text("Such as text/markdown"),
  }, { open: true }),
);

/** `runtime` of a request. */
export const RUNTIME = mapping("What happens around the request", {
  variables: list("Variables of the request", VARIABLE),
  scripts: SCRIPTS,
  assertions: list("What must hold of the response", ASSERTION),
  actions: list("What is taken out of the response", ACTION),
  auth: AUTH,
});

/** `extensions.brace` of a request. */
export const REQUEST_BRACE = mapping("Of Brace", {
  forwardCredentialsTo: FORWARDING,
  retry: RETRY,
  repeatUntil: REPEAT_UNTIL,
  source: any("What brace import made it of"),
});

/** `http` of a request. */
export const HTTP = details(BODY);
/** `graphql` of a request. */
export const GRAPHQL = details(GRAPHQL_BODY);

/** A saved example: what was sent, and what a server responded. */
const EXAMPLE = mapping("A request and its response", {
  name: text("Name of the example"),
  description: any("What it shows"),
  request: mapping("What was sent", {
    url: text("The URL"),
    method: text("Such as GET"),
    headers: any("Headers"),
    params: any("Parameters of the URL"),
    body: any("What was sent"),
  }, { open: true }),
  response: mapping("What the server responded", {
    status: any("Status code"),
    statusText: text("Reason phrase"),
    headers: any("Headers"),
    body: any("What was received"),
  }, { open: true }),
}, { open: true });

/** A request: a file, or an item of a bundled collection. */
export const REQUEST = mapping("A request", {
  info: ITEM_INFO,
  http: HTTP,
  graphql: GRAPHQL,
  grpc: any("What is sent over gRPC; Brace skips such requests"),
  websocket: any("What is sent over a WebSocket; Brace skips such requests"),
  runtime: RUNTIME,
  settings: SETTINGS,
  examples: list("Saved examples", EXAMPLE),
  docs: DOCS,
  app: any("An app of Bruno's; Brace leaves it out"),
  extensions: mapping("Of programs", { brace: REQUEST_BRACE }, { open: true }),
});

function details(body: Shape): MappingShape {
  return mapping("What is sent", {
    method: text("Such as GET, a template"),
    url: text("The URL, a template"),
    headers: list("Headers in order", HEADER),
    params: list("Path and query parameters", PARAM),
    body,
    auth: AUTH,
  }, { required: ["url"] });
}
