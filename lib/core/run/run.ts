import type { Plan } from "../plan/types.ts";
import type { RunSettings } from "./options.ts";
import type { RunEvent } from "./types.ts";
import { Work } from "./work.ts";

/**
 * Runs a plan: setup, then each request's scripts, the request itself, its
 * assertions and tests, one after the other, or groups side by side where the
 * plan keeps them apart, then teardown, whatever happened before. Tells what happens as it happens. What goes wrong in a request is in
 * its result; the run goes on, unless it is one of setup or `bail` is set.
 *
 * @throws Only for defects of Brace or of its ports.
 */
export async function* run(
  plan: Plan,
  settings: RunSettings,
): AsyncGenerator<RunEvent> {
  const { ports, signal } = settings;
  const start = ports.elapsed();
  yield {
    type: "run-start",
    collection: settings.name ?? plan.steps[0]?.collection.name ?? "",
    ...(settings.environment !== undefined &&
      { environment: settings.environment }),
    plan,
    ...(settings.reruns && { reruns: settings.reruns }),
    startedAt: ports.now(),
  };
  using work = new Work(plan, settings);
  const teardown = work.teardown();
  try {
    yield* work.setup();
    yield* work.between();
    // Who leaves meanwhile does not end it.
    for (let next; !(next = await teardown.next()).done;) yield next.value;
  } finally {
    while (!(await teardown.next()).done);
  }
  yield {
    type: "run-end",
    summary: {
      ...work.tally.counts(),
      duration: ports.elapsed() - start,
      interrupted: signal?.aborted ?? false,
      ...(work.stopped !== undefined && { stopped: work.stopped }),
    },
  };
}
