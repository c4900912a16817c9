import type { ProtobufConfig } from "../collection/stream_types.ts";
import type { Request } from "../collection/types.ts";
import type { RenderedBody } from "../http/rendered_request.ts";
import type { RenderedStream } from "../http/stream.ts";
import type { WireForm } from "../http/to_wire_url.ts";
import { movedInsertions } from "../render/rendered.ts";
import { renderText } from "../render/render_text.ts";
import { parseJson } from "../scope/value/parse_json.ts";
import { put } from "../scope/value/put.ts";
import type { Value } from "../scope/value/value.ts";
import { locationOf } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import type { RenderContext } from "./render_context.ts";

/** How a request talks over its connection; undefined for one that asks and is answered. */
export function renderStream(
  request: Request,
  sent: {
    /** In its wire form, the method of a gRPC request included. */
    readonly url: string;
    readonly body: RenderedBody | undefined;
    readonly protobuf: ProtobufConfig | undefined;
  },
  context: RenderContext,
): RenderedStream | undefined {
  switch (request.type) {
    case "http":
      return undefined;
    case "websocket": {
      const { keepAlive } = request.settings;
      return { kind: "websocket", ...(keepAlive && { keepAlive }) };
    }
    case "graphql":
      return subscriptionOf(request, sent.body, context);
    case "grpc": {
      const { grpc } = request;
      if (grpc === undefined) return undefined;
      const { scopes, execution } = context;
      const protoFile = grpc.protoFile &&
        context.take(renderText(grpc.protoFile, scopes, execution), "").trim();
      return {
        kind: "grpc",
        method: /\/[^/]+\/[^/]+$/.exec(sent.url)![0],
        ...(protoFile && { protoFile }),
        ...sent.protobuf,
        at: grpc.method.at,
      };
    }
    default:
      return request.type satisfies never;
  }
}

/** Such as `/package.Service/Method`; the slash at its start may be left out. */
const METHOD = /^\/?((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*\/[A-Za-z_]\w*)$/;

/** The URL of a gRPC request with its method at the end; undefined where there is none, which is reported. */
export function withMethod(
  { url, grpc }: Pick<Request, "url" | "grpc">,
  target: WireForm,
  context: RenderContext,
): WireForm | undefined {
  if (grpc === undefined) return target;
  const { scopes, execution } = context;
  const report = (message: string, { text, at }: Request["url"]) => {
    context.diagnostics.push({
      code: at === url.at ? "INVALID_URL" : "INVALID_FIELD",
      severity: "error",
      message,
      location: locationOf(at, { length: text.length, place: "url" }),
    });
    return undefined;
  };
  if (target.url.includes("?")) {
    return report(
      `Cannot send to the URL "${url.text}": a gRPC request has no query`,
      url,
    );
  }
  const rendered = renderText(grpc.method, scopes, execution, "url");
  const text = context.take(rendered, undefined);
  if (text === undefined) return undefined;
  const [, method] = METHOD.exec(text.trim()) ?? [];
  if (method === undefined) {
    return report(
      `Cannot call the method "${grpc.method.text}": ${
        text.trim() === "" ? "it is empty" : "it is not a method"
      } (write /package.Service/Method)`,
      grpc.method,
    );
  }
  const base = `${target.url.replace(/\/+$/, "")}/`;
  const { insertions = [] } = rendered;
  context.insert(
    { place: "url" },
    movedInsertions(insertions, base.length - text.indexOf(method)),
  );
  return { ...target, url: base + method };
}

/** What a GraphQL request is subscribed with; undefined where its operation is no subscription. */
function subscriptionOf(
  { body: written, subscription, connectionParams }: Request,
  body: RenderedBody | undefined,
  context: RenderContext,
): RenderedStream | undefined {
  if (written?.type !== "graphql" || body?.type !== "text") return undefined;
  // A query that is no subscription is not looked at twice.
  if (!body.text.includes("subscription")) return undefined;
  let payload: Value;
  try {
    payload = parseJson(body.text);
  } catch {
    context.diagnostics.push({
      code: "INVALID_BODY",
      severity: "error",
      message: "Cannot send the subscription: its variables are not JSON",
      location: locationOf((written.variables ?? written.query).at, {
        place: "graphql",
      }),
    });
    return undefined;
  }
  const { query, operationName } = payload as {
    query: string;
    operationName?: Value;
  };
  const operations = operationsIn(query);
  const operation = operations.find(({ name }) => name === operationName) ??
    operations[0];
  if (operation?.type !== "subscription") return undefined;
  const params = connectionParams &&
    renderInside(connectionParams.value, connectionParams.at, context);
  return {
    kind: "subscription",
    over: subscription ?? "websocket",
    payload: {
      ...payload as Record<string, Value>,
      ...(operationName === undefined && operation.name !== undefined && {
        operationName: operation.name,
      }),
    },
    ...(params !== undefined && { connectionParams: params }),
  };
}

/** A value with its texts rendered. */
function renderInside(
  value: Value,
  at: Origin,
  context: RenderContext,
): Value {
  const inside = (one: Value, key: string | number) =>
    renderInside(one, { file: at.file, path: [...at.path, key] }, context);
  if (typeof value === "string") {
    const { scopes, execution } = context;
    const text = { text: value, at };
    return context.take(renderText(text, scopes, execution, "auth"), "");
  }
  if (Array.isArray(value)) return value.map(inside);
  if (!isMapping(value)) return value;
  const members: Record<string, Value> = {};
  for (const [key, member] of Object.entries(value)) {
    put(members, key, inside(member, key));
  }
  return members;
}

function isMapping(value: Value): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
}

/** An operation of a GraphQL document. */
interface Operation {
  readonly type: string;
  readonly name?: string;
}

const TOKEN =
  /#[^\n\r]*|"""(?:\\"""|"{0,2}[^"])*"""|"(?:[^"\\\n]|\\.)*"|[{}()[\]]|[$@]?[_A-Za-z][_0-9A-Za-z]*/g;

/** The operations of a GraphQL document, in order. */
function operationsIn(document: string): Operation[] {
  const found: Operation[] = [];
  let depth = 0;
  /** Words of the definition that is being read, outside of all brackets. */
  let words: string[] = [];
  for (const [token] of document.matchAll(TOKEN)) {
    if (/^[{([]/.test(token)) {
      if (depth++ === 0 && token === "{") {
        const [type = "query", name] = words;
        if (type !== "fragment") {
          found.push({ type, ...(name !== undefined && { name }) });
        }
      }
    } else if (/^[})\]]/.test(token)) {
      depth--;
      if (depth === 0 && token === "}") words = [];
    } else if (depth === 0 && /^[_A-Za-z]/.test(token)) words.push(token);
  }
  return found;
}
