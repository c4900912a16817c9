import { AUTH } from "../shape/auth.ts";
import { DETAILS, REQUEST } from "../shape/item.ts";
import { keysOf } from "../shape/keys_of.ts";
import { inherit } from "../shape/settings.ts";
import type { Same } from "../shape/types.ts";
import type { Request } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import type { ReadLevel } from "./read_defaults.ts";

const KEYS = keysOf(REQUEST);

/** What a request's file does not say itself. */
export interface RequestContext {
  readonly path: string;
  /** The name where `info.name` is absent. */
  readonly name: string;
  readonly type: Request["type"];
  readonly settings: ReadLevel["settings"];
}

/** Reads an HTTP or GraphQL request; nothing without a URL, which is reported. */
export function readRequest(
  node: YamlNode,
  context: RequestContext,
): Request | undefined {
  return compose(node, context);
}

function compose(node: YamlNode, context: RequestContext) {
  const { type } = context;
  if (!node.mapping(KEYS)) return undefined;
  const place = node.get(type);
  if (!place.present) node.missing(type);
  const details = DETAILS[type].read(place);
  if (details === undefined) return undefined;
  const {
    info = { tags: [] },
    runtime = { variables: [], scripts: [], assertions: [], actions: [] },
    settings,
    extensions: { brace } = {},
    ...fields
  } = REQUEST.fields(node);
  const {
    method = {
      text: type === "graphql" ? "POST" : "GET",
      at: place.get("method").at,
    },
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
    ...runtime,
    settings: {
      ...inherit(settings, context.settings[type], node.at.file),
      ...brace,
    },
    ...fields,
    url,
  };
}
true satisfies Same<ReturnType<typeof compose>, Request>;

/** The first release candidate of Bruno 3 wrote auth under runtime. */
function runtimeAuth(node: YamlNode): YamlNode {
  return node.get("runtime").get("auth");
}
