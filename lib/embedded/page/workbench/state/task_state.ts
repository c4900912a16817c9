/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Question, RunEventView, SendEvent } from "../api.ts";
import type { StateOwner } from "./owner.ts";
import { call } from "./session.ts";

/** What happens in every task. */
type SharedEvent = Extract<
  SendEvent | RunEventView,
  { type: "start" | "question" | "warning" | "failed" | "end" }
>;

/** Something that the server does for the page until it ends or is cancelled. */
export class TaskState {
  /** Absent: nothing is under way, or the server has not begun. */
  task: string | undefined;
  isBusy = false;
  isCancelled = false;
  warnings: string[] = [];
  failure: Extract<SharedEvent, { type: "failed" }> | undefined;
  /** It was cancelled before the server said what it is called. */
  #isUnwanted = false;
  /** Its questions that may still wait for an answer. */
  readonly #asked = new Set<string>();

  constructor(protected readonly owner: StateOwner) {}

  async cancel(): Promise<void> {
    const { task } = this;
    this.#isUnwanted = task === undefined && this.isBusy;
    if (task === undefined) return;
    await this.owner.try(() => call("cancel", { task }));
  }

  /** Whether a question is one of its own. */
  asks({ question }: Pick<Question, "question">): boolean {
    return this.#asked.has(question);
  }

  /** Ends at a question of its own, which gets no answer: with any it would go on. */
  async stopAt(question: Pick<Question, "question">): Promise<void> {
    if (!this.asks(question)) return;
    const { owner } = this;
    owner.questions = owner.questions.filter((it) =>
      it.question !== question.question
    );
    owner.changed();
    await this.cancel();
  }

  /** Takes what happens, until it ends. */
  protected async follow<E>(
    events: () => AsyncIterable<E>,
    take: (event: E) => void,
  ): Promise<void> {
    const { owner } = this;
    this.isBusy = true;
    this.isCancelled = false;
    this.#isUnwanted = false;
    this.warnings = [];
    this.failure = undefined;
    owner.changed();
    await owner.try(async () => {
      for await (const event of events()) {
        take(event);
        owner.changed();
      }
    });
    this.isBusy = false;
    owner.questions = owner.questions.filter(({ question }) =>
      !this.#asked.has(question)
    );
    this.#asked.clear();
    owner.changed();
  }

  protected takeShared(event: SharedEvent): void {
    switch (event.type) {
      case "start":
        this.task = event.task;
        if (this.#isUnwanted) void this.cancel();
        break;
      case "question":
        this.#asked.add(event.question);
        this.owner.questions.push(event);
        break;
      case "warning":
        this.warnings.push(event.problem.message);
        break;
      case "failed":
        this.failure = event;
        break;
      case "end":
        this.isCancelled = event.cancelled;
        break;
      default:
        event satisfies never;
    }
  }
}
