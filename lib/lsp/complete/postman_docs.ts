import { CHANGES, type DocRow, LIST, row } from "./script_docs.ts";

/** The members of one scope of `pm`. */
function scope(about: string, more: readonly DocRow[] = []): DocRow[] {
  return [
    row("get(name)", `the value of a variable ${about}, or \`undefined\``),
    row("set(name, value)", `sets a variable ${about}`),
    row("has(name)", `whether there is such a variable ${about}`),
    row("unset(name)", `removes a variable ${about}`),
    row("clear()", `removes all variables ${about}`),
    row("toObject() · toJSON()", `an object with all variables ${about}`),
    row("replaceIn(text)", "the text, with its placeholders resolved"),
    row("values", "the variables as a list"),
    ...more,
  ];
}

const NEXT = row(
  "setNextRequest(nameOrNull)",
  "sets the request to run next; `null` or an unknown name ends the iteration",
);

const STATES = row(
  "ok · success · info · redirection · clientError · serverError · error · accepted · withoutContent · badRequest · unauthorized · forbidden · notFound · notAcceptable · rateLimited",
  "fails unless the status is of this kind",
);

/** What is said of the members of `pm`, by their owners, in completion and on hover. */
export const POSTMAN_DOCS: Readonly<Record<string, readonly DocRow[]>> = {
  pm: [
    row("test(name, fn)", "a test; `fn` can be `async` or take `done`"),
    row("expect(value)", "chai's `expect`"),
    row("response", "the response; missing before it arrives"),
    row(
      "request",
      "the request; Brace sends changes that you make before the request",
    ),
    row("variables", "variables of all scopes; sets them for the run"),
    row("environment", "variables of the environment"),
    row("collectionVariables", "variables of the collection"),
    row("globals", "global variables"),
    row("iterationData", "the values of the data row"),
    row("info", "names and numbers of the request and the iteration"),
    row("cookies", "a list of the request's cookies, and their `jar()`"),
    row(
      "sendRequest(request, callback?)",
      "sends a URL or `{ url, method, header, body, auth }`; without a callback it returns a promise",
    ),
    row("execution", "selects the request to run next"),
    NEXT,
    row("require(name)", "a module, also as `npm:name@version`"),
    row("vault", "variables by `get`, `set` and `unset`, as promises"),
    row(
      "message",
      "the message that a script of a WebSocket or gRPC request runs for",
    ),
    row("visualizer", "does nothing"),
  ],
  "pm.response": [
    row("code", "the status, as a number"),
    row("status · reason()", "the reason, such as `OK`"),
    row("headers", "a list of the headers"),
    row("cookies", "a list of the cookies that the response sets"),
    row("json()", "the body, read as JSON"),
    row("text()", "the body, as text"),
    row("stream", "the body, as bytes"),
    row("mime()", "the type of the body"),
    row("dataURI()", "the body as a `data:` URI, in base64"),
    row("responseTime", "milliseconds until the whole response arrived"),
    row("responseSize · size()", "the size of the body, in bytes"),
    row("details()", "the status and its reason"),
    row("to", "assertions: `to.have`, `to.be` and `to.not`"),
    row("toJSON()", "the value for `JSON.stringify`"),
  ],
  "pm.response.to": [
    row("have", "assertions about parts of the response"),
    row("be", "assertions about the kind of the response"),
    row("not", "negates the next assertion"),
  ],
  "pm.response.to.have": [
    row("status(codeOrReason)", "fails unless the response has this status"),
    row(
      "header(name, value?)",
      "fails without this header, or this value of it",
    ),
    row(
      "body(textPatternOrValue)",
      "fails unless the body is this text or value, or matches the pattern",
    ),
    row(
      "jsonBody(path?, value?)",
      "fails unless the body is JSON, has something at the path, and has this value there",
    ),
    row("jsonSchema(schema)", "fails unless the body fits the JSON Schema"),
  ],
  "pm.response.to.be": [
    STATES,
    row("json", "fails unless the body is JSON"),
    row("withBody", "fails if the body is empty"),
  ],
  "pm.variables": scope("of any scope"),
  "pm.environment": scope("of the environment", [
    row("name", "the name of the environment"),
  ]),
  "pm.collectionVariables": scope("of the collection"),
  "pm.globals": scope("of the global scope"),
  "pm.iterationData": scope("of the data row").filter(({ members }) =>
    !["set(name, value)", "clear()"].includes(members[0])
  ),
  "pm.request": [
    row("method", "the method, such as `GET`"),
    row("url", "the URL, with its parts"),
    row("headers", "a list of the headers"),
    row("body", "the body, with its `mode`"),
    row("name · id", "the name of the request; its path"),
    row("auth", "the auth; set it as `{ type, [type]: fields }`"),
    row("authorizeUsing(type, fields)", "sets the auth"),
    row(
      "update(changes)",
      "sets the URL, or each of `{ url, method, header, body, auth }`",
    ),
    row("addHeader(header)", "adds a header and keeps others of its name"),
    row(
      "upsertHeader(header)",
      "adds a header or changes the last of its name",
    ),
    row("removeHeader(name)", "removes the headers with that name"),
    row("getHeaders(options?)", "an object with the headers"),
    row("forEachHeader(fn)", "calls `fn` with each header"),
    row("addQueryParams(params)", "adds query parameters"),
    row("removeQueryParams(names)", "removes query parameters"),
    row("toJSON()", "the value for `JSON.stringify`"),
  ],
  "pm.response.headers": [...LIST, ...CHANGES],
  "pm.request.headers": [
    ...LIST,
    ...CHANGES,
    row("prepend(item)", "adds an item before all others"),
    row(
      "insert(item, name) · insertAfter(item, name)",
      "adds an item before or after the last with that name",
    ),
  ],
  "pm.cookies": [
    ...LIST,
    ...CHANGES,
    row("jar()", "the cookies of other URLs: `get`, `getAll`, `set`, `unset`"),
  ],
  "pm.info": [
    row("eventName", "`prerequest` or `test`"),
    row("iteration", "the number of the iteration, from 0"),
    row("iterationCount", "the number of iterations of the run"),
    row("requestName · requestId", "the name of the request; its path"),
  ],
  "pm.execution": [
    NEXT,
    row("skipRequest()", "skips the request and ends the script"),
    row(
      "location",
      "the names of the folders and the request around the script",
    ),
  ],
};
