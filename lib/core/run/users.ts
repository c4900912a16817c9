import type { Collection } from "../collection/types.ts";
import type { DataRow, Plan, Step } from "../plan/types.ts";
import { stepsOf } from "../plan/iterations.ts";
import type { Value } from "../scope/value/value.ts";
import { Ran } from "./ran.ts";
import type { Flow } from "./run_state.ts";
import { IterationScopes } from "./iteration_scopes.ts";
import type { RunSettings } from "./options.ts";
import type { RunPorts } from "./ports.ts";
import { hasFailed, runSteps } from "./run_steps.ts";
import type { RequestResult } from "./types.ts";

/** One part of a virtual user: a selection that it runs. */
export interface UserRun {
  readonly plan: Plan;
  /** Absent: the user keeps the row that it has. */
  readonly row?: DataRow;
  /** Values of the runtime scope from here on. */
  readonly vars?: readonly (readonly [name: string, value: Value])[];
}

/**
 * A collection that virtual users run, any number of them side by side: setup
 * comes before them and teardown after them, each once. A user is an iteration
 * with variables and cookies of its own, which begin as setup left them.
 */
export class Users {
  readonly #settings: RunSettings;
  readonly #scopes: IterationScopes;
  readonly #ran = new Ran();
  #count = 0;

  constructor(collection: Collection, settings: RunSettings) {
    this.#settings = settings;
    this.#scopes = new IterationScopes(settings);
    // Users copy the layers of the files, which are made once.
    this.#scopes.scopesOfCollection(collection);
  }

  /** Runs setup, up to the first request that fails. */
  async *setup(plan: Plan): AsyncGenerator<RequestResult> {
    const steps = stepsOf(plan, "setup");
    for await (const result of this.#stage(plan, steps, this.#settings)) {
      yield result;
      if (hasFailed(result)) return;
    }
  }

  /** Runs teardown; no signal ends it. */
  async *teardown(plan: Plan): AsyncGenerator<RequestResult> {
    const { signal: _, ...settings } = this.#settings;
    settings.ports.uninterrupted?.();
    yield* this.#stage(plan, stepsOf(plan, "teardown"), settings);
  }

  async *#stage(
    plan: Plan,
    steps: readonly Step[],
    settings: RunSettings,
  ): AsyncGenerator<RequestResult> {
    const events = runSteps({
      settings,
      steps,
      all: plan.steps,
      total: 1,
      row: {},
      isTeardownApart: true,
      scopes: this.#scopes,
      ran: this.#ran,
      flow: { next: undefined, stopped: false },
    });
    for await (const event of events) {
      if (event.type !== "request-end" || event.result.jumped) continue;
      yield event.result;
    }
  }

  /** Begins a user. */
  begin(): User {
    const iteration = this.#count++;
    const { ports } = this.#settings;
    const settings = {
      ...this.#settings,
      ports: ports.apart?.(String(iteration)) ?? ports,
    };
    return new User(settings, {
      iteration,
      scopes: this.#scopes,
      ran: new Ran(this.#ran),
    });
  }
}

/** One virtual user. */
export class User {
  /** Which one it is, from 0. */
  readonly iteration: number;
  /** Its way to the outside: its cookies are its own. */
  readonly ports: RunPorts;
  readonly #settings: RunSettings;
  readonly #ran: Ran;
  readonly #flow: Flow = { next: undefined, stopped: false };
  #scopes: IterationScopes;
  #row: DataRow | undefined;

  constructor(settings: RunSettings, { iteration, scopes, ran }: {
    readonly iteration: number;
    readonly scopes: IterationScopes;
    readonly ran: Ran;
  }) {
    this.#settings = settings;
    this.iteration = iteration;
    this.ports = settings.ports;
    this.#scopes = scopes;
    this.#ran = ran;
  }

  /** Whether a script has ended it. */
  get stopped(): boolean {
    return this.#flow.stopped;
  }

  /** Runs a selection, with the variables that the ones before left. */
  async *run(
    { plan, row = this.#row ?? {}, vars = [] }: UserRun,
  ): AsyncGenerator<RequestResult> {
    // At first they are those that setup left, which no user may change.
    if (row !== this.#row || vars.length > 0) {
      this.#scopes = this.#scopes.copy(row, vars);
      this.#row = row;
    }
    const { iteration } = this;
    const events = runSteps({
      settings: this.#settings,
      steps: stepsOf(plan, undefined).map((step) => ({ ...step, iteration })),
      all: plan.steps,
      total: iteration + 1,
      row,
      scopes: this.#scopes,
      ran: this.#ran,
      flow: this.#flow,
    });
    for await (const event of events) {
      if (event.type !== "request-end" || event.result.jumped) continue;
      yield event.result;
    }
  }
}
