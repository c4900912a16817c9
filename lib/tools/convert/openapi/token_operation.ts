import { elements, jsonTextOf, members } from "../json.ts";
import type { Spec } from "./spec.ts";

const FORM = "application/x-www-form-urlencoded";

/** Parts of a path, of which a server's may have that many. */
const MAX_PREFIX = 20;

const known = new WeakMap<Spec, Map<string, boolean>>();

/**
 * Whether the document has the operation that gives a token for a password, and
 * its form does not ask for a client, as FastAPI's: then the server knows none.
 */
export function clientIsOptional(spec: Spec, tokenUrl: string): boolean {
  let all = known.get(spec);
  if (all === undefined) known.set(spec, all = new Map());
  let isOptional = all.get(tokenUrl);
  if (isOptional === undefined) {
    isOptional = readsNoClient(spec, tokenUrl);
    all.set(tokenUrl, isOptional);
  }
  return isOptional;
}

function readsNoClient(spec: Spec, tokenUrl: string): boolean {
  const { post } = spec.open(
    spec.open(spec.root.paths)[pathOf(spec, tokenUrl)],
  );
  const { requestBody } = spec.open(post);
  const { content } = spec.open(requestBody);
  const { schema } = spec.open(spec.open(content)[FORM]);
  const { properties, required } = spec.open(schema);
  return Object.hasOwn(members(properties), "username") &&
    !elements(required).some((name) => jsonTextOf(name) === "client_id");
}

/** The path of the document that a `tokenUrl` leads to, which may begin with that of a server. */
function pathOf(spec: Spec, tokenUrl: string): string {
  const { pathname } = new URL(
    URL.canParse(tokenUrl) ? tokenUrl : `/${tokenUrl.replace(/^[./]+/, "")}`,
    "http://h",
  );
  const paths = spec.open(spec.root.paths);
  const parts = pathname.split("/").slice(1);
  // The longest one first: "/v1/token" before "/token".
  return parts.slice(0, MAX_PREFIX)
    .map((_, at) => `/${parts.slice(at).join("/")}`)
    .find((path) => Object.hasOwn(paths, path)) ?? pathname;
}
