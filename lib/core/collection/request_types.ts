import type { Request } from "./types.ts";

/** The types of requests that Brace sends. */
export const REQUEST_TYPES = [
  "http",
  "graphql",
  "grpc",
  "websocket",
] as const satisfies readonly Request["type"][];
