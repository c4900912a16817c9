/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RunSummary } from "../../../../core/run/types.ts";
import type { CollectedRequest } from "../../../../tools/report/collect/types.ts";
import type { ItemView, RunAsked, RunEventView } from "../api.ts";
import type { State } from "../state_view.ts";
import { ranWith } from "./ran_with.ts";
import { lines } from "./session.ts";
import { TaskState } from "./task_state.ts";

/** What a run began with, and what ran. */
class RunFiles {
  /** The paths of the requests that ran. */
  readonly paths = new Set<string>();

  constructor(
    readonly state: State | undefined,
    /** The items that had unsaved edits. */
    readonly edited: readonly ItemView[],
  ) {}

  /** The names of the items whose unsaved edits it did without. */
  unsaved(environments: readonly string[]): string[] {
    const { state, edited, paths } = this;
    if (state === undefined || edited.length === 0) return [];
    const used = ranWith(state, ({ path }) => paths.has(path), environments);
    return edited.filter(({ id }) => used.has(id)).map(({ name }) => name);
  }
}

/** A run that is under way, or was. */
export class PageRun extends TaskState {
  /** How many requests it has. */
  total = 0;
  results: CollectedRequest[] = [];
  /** The environments that it runs with; undefined: it has not begun. */
  environments: readonly string[] | undefined;
  /** The names of the values of this session that it began with. */
  kept: readonly string[] = [];
  /** The files of what ran. */
  #files = new RunFiles(undefined, []);
  /** The request that runs. */
  current: string | undefined;
  summary: RunSummary | undefined;
  /** What the next run is asked for. */
  options: RunAsked = { ids: [] };

  /** The names of the items whose unsaved edits it does without. */
  get unsaved(): readonly string[] {
    return this.#files.unsaved(this.environments ?? []);
  }

  async start(asked: RunAsked): Promise<void> {
    if (this.isBusy) return;
    const { state, docs } = this.owner;
    const { task, total, results, environments, summary } = this;
    const files = this.#files;
    this.task = undefined;
    this.total = 0;
    this.results = [];
    this.environments = undefined;
    this.kept = [];
    this.summary = undefined;
    this.#files = new RunFiles(
      state,
      [...docs.values()].filter(({ isDirty }) => isDirty)
        .map(({ view }) => view),
    );
    await this.follow(() => lines("run", asked), (event) => this.#take(event));
    this.current = undefined;
    // One that could not begin takes the place of no other.
    if (this.environments === undefined) {
      Object.assign(this, { task, total, results, environments, summary });
      this.#files = files;
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
        this.#files.paths.add(event.path);
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
