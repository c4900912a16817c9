/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RunSummary } from "../../../../core/run/types.ts";
import type { CollectedRequest } from "../../../../tools/report/collect/types.ts";
import type { RunAsked, RunEventView } from "../api.ts";
import type { Owner } from "./owner.ts";
import { call, lines } from "./session.ts";

/** A run that is under way, or was. */
export class RunState {
  readonly #owner: Owner;
  isBusy = false;
  task: string | undefined;
  /** How many requests it has. */
  total = 0;
  results: CollectedRequest[] = [];
  /** The request that runs. */
  current: string | undefined;
  summary: RunSummary | undefined;
  isCancelled = false;
  warnings: string[] = [];
  failure: Extract<RunEventView, { type: "failed" }> | undefined;
  /** What the next run is asked for. */
  options: RunAsked = { ids: [] };

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  async start(asked: RunAsked): Promise<void> {
    if (this.isBusy) return;
    const owner = this.#owner;
    this.isBusy = true;
    this.task = undefined;
    this.total = 0;
    this.results = [];
    this.summary = undefined;
    this.warnings = [];
    this.failure = undefined;
    this.isCancelled = false;
    owner.changed();
    await owner.try(async () => {
      for await (const event of lines("run", asked)) this.#take(event);
    });
    this.isBusy = false;
    this.current = undefined;
    owner.questions = [];
    owner.changed();
  }

  async cancel(): Promise<void> {
    const { task } = this;
    if (task === undefined) return;
    await this.#owner.try(() => call("cancel", { task }));
  }

  #take(event: RunEventView): void {
    switch (event.type) {
      case "start":
        this.task = event.task;
        break;
      case "plan":
        this.total = event.total;
        break;
      case "question":
        this.#owner.questions.push(event);
        break;
      case "warning":
        this.warnings.push(event.problem.message);
        break;
      case "request-start":
        this.current = event.name;
        break;
      case "request-end":
        this.results.push(event.result);
        break;
      case "failed":
        this.failure = event;
        break;
      case "end":
        this.isCancelled = event.cancelled;
        this.summary = event.summary;
        break;
      default:
        event satisfies never;
    }
    this.#owner.changed();
  }
}
