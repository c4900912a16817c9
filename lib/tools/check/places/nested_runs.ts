import { levelsAround } from "../../../core/collection/inherit.ts";
import type {
  Collection,
  Defaults,
  Request,
} from "../../../core/collection/types.ts";
import { findRequest } from "../../../core/plan/find_request.ts";
import type {
  ComputedSetting,
  LevelSettings,
  VariableSetting,
} from "./level_settings.ts";
import type { Reach } from "./reach.ts";

/** What requests set that scripts run with `client.runRequest`, from where these scripts are on. */
export interface NestedRuns {
  readonly settings: ReadonlyMap<VariableSetting, Reach>;
  readonly computed: readonly ComputedSetting[];
  /** From here on, scripts may have run any request: only the run knows which. */
  readonly anyFrom: number;
}

/** A call of `runRequest`. */
interface RunCall {
  /** The first request that finds its effect, counted from 0. */
  readonly from: number;
  /** Absent: only the run knows the request. */
  readonly to?: string | null;
}

/**
 * Finds what scripts cause that run other requests. Such a request sets its
 * variables there, and again at its own place in the run.
 *
 * @param byLevel What the levels do, and the first request of each, counted from 0.
 */
export function nestedRuns(
  collection: Collection,
  byLevel: ReadonlyMap<Defaults | Request, LevelSettings>,
  indexOf: (level: Defaults | Request) => number,
): NestedRuns {
  const settings = new Map<VariableSetting, Reach>();
  const computed: ComputedSetting[] = [];
  let anyFrom = Infinity;
  const calls: RunCall[] = [];
  for (const [level, { flow }] of byLevel) {
    for (const { does, to, early } of flow) {
      if (does !== "run") continue;
      const from = indexOf(level) + (early ? 0 : 1);
      calls.push({ from, ...(to !== undefined && { to }) });
    }
  }
  // A request that is run earlier says all that a later call of it could.
  calls.sort((a, b) => a.from - b.from);
  const known = new Set<string>();
  const seen = new Set<Request>();
  const follow = ({ from, to }: RunCall) => {
    if (to === undefined) anyFrom = Math.min(anyFrom, from);
    if (!to || known.has(to)) return;
    known.add(to);
    const found = findRequest(collection, to);
    if (found === undefined || seen.has(found.request)) return;
    const { request, folders } = found;
    seen.add(request);
    for (const level of [...levelsAround(collection, folders), request]) {
      const own = byLevel.get(level);
      if (own === undefined) continue;
      for (const one of own.settings) {
        // What ends with the request that is run is seen by nobody else.
        if (one.scope === "request" || settings.has(one)) continue;
        settings.set(one, movedTo(from, one));
      }
      for (const one of own.computed) {
        if (one.scope !== "request") {
          computed.push({ ...one, ...movedTo(from, one) });
        }
      }
      for (const { does, to } of own.flow) {
        if (does === "run") follow({ from, ...(to !== undefined && { to }) });
      }
    }
  };
  for (const call of calls) follow(call);
  return { settings, computed, anyFrom };
}

/** The same from another place on. */
function movedTo(from: number, { scope, within }: Reach): Reach {
  return {
    scope,
    from,
    ...(within && {
      within: new Map([...within.keys()].map((owner) => [owner, from])),
    }),
  };
}
