import type { CodesOf } from "../collection/required/required_code.ts";
import type { Collection, Request } from "../collection/types.ts";
import { findRequest, type Located } from "./find_request.ts";
import type { Leaf } from "./types.ts";
import { scriptsAround } from "./used_names.ts";

/** A script that runs another request by a literal path or name. */
const RUN = /\brunRequest\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/g;

/** A request that a script runs. */
interface Called extends Located {
  /** Whether it runs before the request is sent whose script runs it. */
  readonly early: boolean;
}

/** The requests that scripts around a request run with `runRequest`, and those that these run. */
export function calledBy(
  collection: Collection,
  { folders }: Pick<Leaf, "folders">,
  request: Request,
  codesOf: CodesOf,
): Called[] {
  const found = new Map<Request, Called>();
  const follow = ({ request, folders }: Located, early?: boolean) => {
    for (const script of scriptsAround(collection, folders, request)) {
      const isEarly = early ?? script.phase === "before-request";
      for (const code of codesOf(script)) {
        for (const [, a, b, c] of code.matchAll(RUN)) {
          const called = findRequest(collection, a ?? b ?? c);
          if (called === undefined || found.has(called.request)) continue;
          found.set(called.request, { ...called, early: isEarly });
          follow(called, isEarly);
        }
      }
    }
  };
  follow({ request, folders });
  found.delete(request);
  return [...found.values()];
}
