import type { KeptReadings } from "../../core/collection/read/tree/kept_readings.ts";
import { KeptTexts } from "../files/kept_texts.ts";
import type { SharedSandboxes } from "../sandbox/instance_pool.ts";

/** What the runs of one collection leave for the next: what was read, and sandboxes. */
export class Kept {
  /** What was read from the collection's files. */
  readonly readings: KeptReadings = new Map();
  /** Reads a file again only when it has changed. */
  readonly readText = new KeptTexts().read;
  /** Each script finds one as it was at the start. */
  readonly sandboxes: SharedSandboxes = {};

  /** Lets go of it all. */
  clear(): void {
    this.sandboxes.pool?.clear();
    this.readings.clear();
  }
}
