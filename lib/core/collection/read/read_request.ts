import { keyPlaces } from "../shape/key_places.ts";
import { AUTH } from "../shape/auth.ts";
import { DETAILS, REQUEST } from "../shape/item.ts";
import { keysOf, type Only, type Read, type Same } from "../shape/types.ts";
import { inherit } from "../shape/settings.ts";
import type { StreamSettings } from "../stream_types.ts";
import type { Request } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import { locationOf } from "../../source/diagnostic.ts";
import type { ReadLevel } from "./read_defaults.ts";

const KEYS = keysOf(REQUEST);
const PLACES = keyPlaces(REQUEST.keys);

/** What a request's file does not say itself. */
export interface ReadContext {
  readonly path: string;
  /** The name where `info.name` is absent. */
  readonly name: string;
  readonly type: Request["type"];
  readonly settings: ReadLevel["settings"];
}

/** The method of a request whose file names none. */
const METHODS: Readonly<Record<Request["type"], string>> = {
  http: "GET",
  graphql: "POST",
  websocket: "GET",
  grpc: "POST",
};

/** Reads a request; nothing without a URL, which is reported. */
export function readRequest(
  node: YamlNode,
  context: ReadContext,
): Request | undefined {
  return compose(node, context);
}

function compose(node: YamlNode, context: ReadContext) {
  const { type } = context;
  if (!node.mapping(KEYS, PLACES)) return undefined;
  const place = node.get(type);
  if (!place.present) reportMissing(type, node);
  const details: Details | undefined = DETAILS[type].read(place);
  if (details === undefined) return undefined;
  const {
    info = { tags: [] },
    runtime = { variables: [], scripts: [], assertions: [], actions: [] },
    settings,
    extensions: {
      brace: { stream, connectionParams, subscription, ...brace } = {},
    } = {},
    ...fields
  } = REQUEST.fields(node);
  const {
    method = { text: METHODS[type], at: place.get("method").at },
    url,
    body,
    auth = AUTH.read(runtimeAuth(node)),
    ...sent
  } = details;
  return url && {
    kind: "request" as const,
    type,
    name: context.name,
    ...info,
    path: context.path,
    at: node.at,
    method,
    ...sent,
    ...(body && { body }),
    ...(auth && { auth }),
    ...stream && { stream: type === "grpc" ? withJson(stream) : stream },
    ...connectionParams && { connectionParams },
    ...subscription && { subscription },
    ...runtime,
    settings: {
      ...inherit(
        settings,
        context.settings[type === "graphql" ? type : "http"],
        node.at.file,
      ),
      ...brace,
    },
    ...fields,
    url,
  };
}
true satisfies Same<ReturnType<typeof compose>, Request>;

/** Reports a request without the mapping of its type: what is indented too far stands in another one. */
function reportMissing(type: Request["type"], node: YamlNode): void {
  const within = node.has(type) ? undefined : node.keys()
    .map((key) => node.get(key).get(type))
    .find((one) => one.isMapping());
  if (within === undefined) return node.missing(type);
  within.report({
    code: "INVALID_FIELD",
    message:
      `Cannot read "${within.name}": "${type}" belongs at the top of the request, not in another key (indent it less)`,
    location: { ...locationOf(within.at), onKey: true },
  });
}

/** What the details of a request of any type are read to. */
type Details =
  & Pick<Request, "headers" | "params">
  & Partial<
    Pick<Request, "method" | "url" | "body" | "messages" | "grpc" | "auth">
  >;
true satisfies Only<
  Record<AnyKey<Read<typeof DETAILS[Request["type"]]>>, unknown>,
  keyof Details
>;
type AnyKey<T> = T extends unknown ? keyof T : never;

/** Makes the messages that stand in gRPC steps JSON, as those of the request are. */
function withJson({ steps, ...stream }: StreamSettings): StreamSettings {
  return {
    ...stream,
    ...steps && {
      steps: steps.map((step) =>
        step.type !== "send" || typeof step.message === "string"
          ? step
          : { ...step, message: { ...step.message, type: "json" } }
      ),
    },
  };
}

/** The first release candidate of Bruno 3 wrote auth under runtime. */
function runtimeAuth(node: YamlNode): YamlNode {
  return node.get("runtime").get("auth");
}
