/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RunSummary } from "../../../../core/run/types.ts";
import type { CollectedRequest } from "../../../../tools/report/collect/types.ts";
import type { RunAsked, RunEventView } from "../api.ts";
import { lines } from "./session.ts";
import { TaskState } from "./task_state.ts";

/** A run that is under way, or was. */
export class PageRun extends TaskState {
  /** How many requests it has. */
  total = 0;
  results: CollectedRequest[] = [];
  /** The environments that it runs with; undefined: it has not begun. */
  environments: readonly string[] | undefined;
  /** The names of the values of this session that it began with. */
  kept: readonly string[] = [];
  /** What has unsaved edits that it does without, in words. */
  unsaved = "";
  /** The request that runs. */
  current: string | undefined;
  summary: RunSummary | undefined;
  /** What the next run is asked for. */
  options: RunAsked = { ids: [] };

  async start(asked: RunAsked, unsaved: string): Promise<void> {
    if (this.isBusy) return;
    const { task, total, results, environments, summary } = this;
    const without = this.unsaved;
    this.task = undefined;
    this.total = 0;
    this.results = [];
    this.environments = undefined;
    this.kept = [];
    this.summary = undefined;
    this.unsaved = unsaved;
    await this.follow(() => lines("run", asked), (event) => this.#take(event));
    this.current = undefined;
    // One that could not begin takes the place of no other.
    if (this.environments === undefined) {
      Object.assign(this, { task, total, results, environments, summary });
      this.unsaved = without;
      this.owner.changed();
    }
  }

  #take(event: RunEventView): void {
    switch (event.type) {
      case "plan":
        this.total = event.total;
        this.environments = event.environments;
        this.kept = event.kept;
        break;
      case "request-start":
        this.current = event.name;
        break;
      case "request-end":
        this.results.push(event.result);
        break;
      case "end":
        this.summary = event.summary;
        this.takeShared(event);
        break;
      default:
        this.takeShared(event);
    }
  }
}
