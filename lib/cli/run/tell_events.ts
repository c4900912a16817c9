import type { RunEnd } from "../../host/run/perform_run.ts";
import type { RunEvent } from "../../core/run/types.ts";

/** Tells each event; gives what came of the run. */
export async function tellEvents(
  events: AsyncGenerator<RunEvent, RunEnd>,
  tell: (event: RunEvent) => void | Promise<void>,
): Promise<RunEnd> {
  // Disposing ends the run in order where telling fails, such as for a full disk.
  await using _ = events;
  while (true) {
    const { done, value } = await events.next();
    if (done) return value;
    const telling = tell(value);
    if (telling) await telling;
  }
}
