import type { Request } from "../../core/collection/types.ts";
import type { Step } from "../../core/plan/types.ts";
import type { LoadedRun } from "./load_run.ts";

/** What a collection holds, as far as it is selected. */
export interface Listing {
  /** The collection's name. */
  readonly name: string;
  /** The names of its environments. */
  readonly environments: readonly string[];
  /** Its requests in the order of a run: those of setup first, those of teardown last. */
  readonly requests: readonly ListedRequest[];
}

/** A request as it is listed: its texts as written. */
export interface ListedRequest {
  /** Path inside the collection. */
  readonly path: string;
  /** Its name. */
  readonly name: string;
  /** Such as `http` and `graphql`. */
  readonly type: string;
  /** The method as written; WS and GRPC for those; the type of a request that Brace does not send. */
  readonly method: string;
  /** The URL as written. */
  readonly url: string;
  /** Its own tags and those of its folders. */
  readonly tags: readonly string[];
  /** Set for what runs before or after all else, whatever is selected. */
  readonly stage?: "setup" | "teardown";
}

/** What stands for the method of a request that sends messages. */
const STREAMS: { readonly [type in Request["type"]]?: string } = {
  websocket: "WS",
  grpc: "GRPC",
};

/** Lists what a run sends, where it is loaded with its stages. */
export function listRequests(
  { plan, collection: { name, environments } }: LoadedRun,
): Listing {
  return {
    name,
    environments: environments.map(({ name }) => name),
    requests: plan.steps.map(listed),
  };
}

function listed({ item, folders, stage }: Step): ListedRequest {
  const tags = [
    ...new Set([...folders.flatMap((it) => it.tags), ...item.tags]),
  ];
  const { path, name } = item;
  const its = { tags, ...stage && { stage } };
  return item.kind === "request"
    ? {
      path,
      name,
      type: item.type,
      method: STREAMS[item.type] ?? item.method.text,
      url: item.url.text,
      ...its,
    }
    : { path, name, type: item.type, method: item.type, url: "", ...its };
}
