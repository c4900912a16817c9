import { inheritedAuth, inheritedHeaders } from "../collection/inherit.ts";
import type { Auth, Header, Request } from "../collection/types.ts";
import type { Step } from "../plan/types.ts";

/** What a request gets from the levels above it. */
export interface Inherited {
  readonly headers: readonly Header[];
  /** How it authenticates, its own auth included. */
  readonly auth?: Auth;
}

/** Gathers what a request gets from collection and folders. */
export function inheritedBy(
  { collection, folders }: Step,
  request: Request,
): Inherited {
  const auth = inheritedAuth(collection, folders, request);
  const bare = { ...request, headers: [] };
  return {
    headers: inheritedHeaders(collection, folders, bare),
    ...(auth && { auth }),
  };
}
