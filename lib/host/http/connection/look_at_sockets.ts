/**
 * Deno asks the system about its sockets when it has nothing else to do, and
 * otherwise at every 61st turn of its event loop (tokio's `event_interval`): so
 * many turns, and some more in which sockets tell what came. That is how it is
 * meant to be: there is no upstream issue.
 */
const TURNS = 61 + 19;

/**
 * Lets every socket tell what has come, an end included, while nobody looked.
 * A timer of 0 ms would do it, too, but takes ten times as long.
 */
export async function lookAtSockets(): Promise<void> {
  const { setImmediate } = await import("node:timers");
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
