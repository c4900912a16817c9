import type { FileRequest } from "../open_collection.ts";

/** Settings that are numbers. */
const NUMBERS = ["timeout", "maxRedirects", "keepAliveInterval"];
/** Settings that are true or false. */
const FLAGS = ["encodeUrl", "followRedirects", "forwardAuthorizationHeader"];

/**
 * A request whose settings mean the same to Bruno in YAML. Bruno reads numbers
 * and flags only as such, not as text. If a request of HTTP or GraphQL has
 * settings without `encodeUrl`, Bruno encodes the URL.
 */
export function withYamlSettings(request: FileRequest): FileRequest {
  const { settings, http, graphql } = request;
  if (settings === undefined) return request;
  const read = Object.entries(settings).map((
    [key, value],
  ) => [key, settingOf(key, value)] as const);
  const isEncoding = http ?? graphql;
  return {
    ...request,
    settings: {
      ...(isEncoding && read.length > 0 && { encodeUrl: false }),
      ...Object.fromEntries(read),
    },
  };
}

/** A setting as what it is; a placeholder and a word stay text. */
function settingOf(key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (NUMBERS.includes(key)) return /^\d{1,15}$/.test(value) ? +value : value;
  if (!FLAGS.includes(key)) return value;
  return value === "true" ? true : value === "false" ? false : value;
}
