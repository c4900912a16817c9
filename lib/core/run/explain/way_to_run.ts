import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Collection, Request } from "../../collection/types.ts";
import type { Step } from "../../plan/types.ts";
import type { ScopeName } from "../../scope/names.ts";
import type { Layer } from "../../scope/layer.ts";
import type { Entry } from "../../scope/variables.ts";
import { setupWay, wayOut } from "../../source/way_out.ts";
import { type Deletion, LOST_STATES } from "../earlier.ts";
import type { ExplainedSettings } from "../options.ts";
import type { Ending } from "../ran.ts";
import { runsAfter, runsBefore } from "./out_of_reach.ts";
import { precedesInFiles, seqDecides } from "./seq_decides.ts";
import { type Told, told } from "./setter_notes.ts";
import { stepPlaces } from "./step_places.ts";
import { givenName, waysToBegin } from "./ways_to_define.ts";

/** What a run, or rendering, has to do with scripts that set variables. */
export interface Surroundings {
  /** Scripts and actions that ran. */
  readonly ran: ReadonlyMap<object, Ending> & {
    /** What they deleted, by name. */
    readonly deleted?: ReadonlyMap<string, Deletion>;
  };
  /** What was selected. */
  readonly steps: readonly Step[];
  /** The steps of the whole run, if `steps` is a part of it. */
  readonly all?: readonly Step[];
  /** The step that the problem is of. */
  readonly step?: Step;
  /** Whether no script runs at all. */
  readonly isRendering?: boolean;
  /** Whether teardown does not see what the requests before it set. */
  readonly isTeardownApart?: boolean;
  readonly settings?: ExplainedSettings;
  /** What a name stands for; absent: nobody can tell. */
  readonly entryOf?: (name: string) => Entry | undefined;
  /** The layer that gives a name its value; absent: nobody can tell. */
  readonly layerOf?: (name: string) => Layer | undefined;
}

/** Where the request that sets a variable is, and how it would run in time. */
export function wayToRun(
  { code, name, expression, collection, owner, source, scope, isLocal }: {
    readonly code: Diagnostic["code"];
    readonly name: string;
    readonly expression: string | undefined;
    readonly collection: Collection;
    readonly owner: Request | undefined;
    /** The script or action that sets it. */
    readonly source: object;
    /** Where it sets it. */
    readonly scope: ScopeName;
    /** Whether what it sets ends with its run. */
    readonly isLocal: boolean;
  },
  surroundings: Surroundings,
): Told {
  const { steps, all = steps, step, isRendering, settings } = surroundings;
  const isUndefined = code === "UNDEFINED_VARIABLE";
  const variable = /^[\w.-]+$/.test(name)
    ? givenName(name, expression)
    : "NAME";
  if (isRendering && step && runsBefore(source, step)) {
    return told(
      "runs when this request is sent",
      wayOut("give-variable", variable, "own"),
    );
  }
  // Who sends the request again waits for what comes after it.
  if (step && runsAfter(source, step)) {
    if (!isUndefined) return told("runs after this request");
    return told(
      `runs after this request, so "${name}" needs a first value`,
      ...waysToBegin(name, scope, collection, expression),
    );
  }
  const earlier = owner && settings?.earlier?.ran.get(owner.path);
  if (earlier === "kept" && settings?.earlier?.columns?.has(name)) {
    return told("ran, but in this run only the data gives it");
  }
  if (earlier === "kept" && !isLocal) {
    return told(
      withoutValue(source, settings?.earlier?.deleted?.get(name)),
    );
  }
  const state = earlier === undefined ? "has not run" : LOST_STATES[earlier];
  const about = isLocal ? [variable, "local"] : [variable];
  if (isRendering) {
    return told(state, wayOut("give-variable", ...about));
  }
  if (owner === undefined) return told(state);
  const group = stepPlaces(steps);
  const whole = stepPlaces(all);
  // Setup and teardown come before and after every group.
  const isStaged = [owner, step?.item].some((it) => whole.get(it)?.stage);
  const places = !group.has(owner) && isStaged ? whole : group;
  const place = places.get(owner);
  const orKeep = isUndefined ? [wayOut("keep-undefined")] : [];
  const first = setupWay("run-first", owner.path, collection, step?.item.path);
  if (place === undefined) {
    // What setup and teardown need is not added to a selection.
    if (step?.stage === "teardown") {
      return told(
        `${state}, as it is not selected: call client.runner.skipRequest() in a before-request script of this request if "${name}" has no value, or run "${owner.path}" in setup`,
      );
    }
    const way = step?.stage ? first : wayOut("run-needed", ...about);
    return told(state, way, ...orKeep);
  }
  const here = places.get(step?.item) ?? place;
  if (
    surroundings.isTeardownApart && step?.stage === "teardown" &&
    place.stage === undefined
  ) {
    return told(
      "runs in iterations, whose values teardown does not see: take this request out of teardown to run it in each iteration",
    );
  }
  // Of a request that comes first in this run, earlier ones say nothing.
  if (place.at < here.at) {
    const note = "has not run, as that request failed or was skipped";
    return { ...told(note), time: "lost" };
  }
  if (step === undefined || place.at <= here.at) return told(state);
  if (
    place.stage === here.stage && earlier === undefined &&
    precedesInFiles(collection, owner, step.item)
  ) {
    const order =
      `runs later, in the order of the paths (put "${owner.path}" first)`;
    const way = step.stage ? first : wayOut("run-needed", ...about);
    return { ...told(order, way, ...orKeep), time: "late" };
  }
  const later =
    place.stage === here.stage && seqDecides(collection, owner, step.item)
      ? told(
        "runs later, as requests run by seq, then by name",
        wayOut("lower-seq", owner.path),
        first,
        ...orKeep,
      )
      : told("runs later", first, ...orKeep);
  return { ...later, time: "late" };
}

/**
 * Says of a script or an action that ran, and whose variable has no value, why
 * it has none.
 */
export function withoutValue(
  source: object,
  deletion: Deletion | undefined,
): string {
  if (deletion === undefined) return "ran without setting it";
  if (deletion.setBy !== source) return `ran; the ${deletion.label} deleted it`;
  return deletion.by === source
    ? "set it and deleted it again"
    : `set it; the ${deletion.label} deleted it`;
}
