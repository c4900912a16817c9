import type { Question } from "../../embedded/page/workbench/api.ts";
import { Refused } from "../answers.ts";
import { Channel } from "../channel.ts";

/** A question without its id. */
type Asked = Question extends infer Q
  ? Q extends unknown ? Omit<Q, "type" | "question"> : never
  : never;

/** Something that goes on, and that a page can end, answer and talk to. */
export class Task {
  readonly #controller = new AbortController();
  #input: Channel<string> | undefined;
  /** Aborts when it is cancelled. */
  readonly signal: AbortSignal = this.#controller.signal;

  constructor(
    readonly id: string,
    private readonly tasks: Tasks,
    /** Shows a question. */
    private readonly show: (question: Question) => void,
  ) {}

  cancel(): void {
    this.#controller.abort();
    this.#input?.close();
  }

  /** What the person sends from now on. */
  takeMessages(): AsyncIterable<string> {
    return this.#input ??= new Channel();
  }

  /**
   * Sends a message of the person, or ends what they send.
   *
   * @throws {Refused} The request takes none.
   */
  message(text: string | undefined): void {
    if (this.#input === undefined) {
      throw new Refused(
        "Cannot send a message: only an open WebSocket takes one",
        [],
        409,
      );
    }
    if (text === undefined) this.#input.close();
    else this.#input.push(text);
  }

  /** Asks a person; undefined where the task is cancelled instead. */
  async ask(asked: Asked): Promise<string | undefined> {
    if (this.signal.aborted) return undefined;
    const { question, answered } = this.tasks.question();
    const aborted = Promise.withResolvers<undefined>();
    const abort = () => aborted.resolve(undefined);
    this.signal.addEventListener("abort", abort, { once: true });
    this.show({ type: "question", question, ...asked } as Question);
    try {
      return await Promise.race([answered, aborted.promise]);
    } finally {
      this.signal.removeEventListener("abort", abort);
      this.tasks.forget(question);
    }
  }
}

/** All tasks that go on, and their questions. */
export class Tasks {
  readonly #tasks = new Map<string, Task>();
  readonly #questions = new Map<string, (answer: string) => void>();
  #count = 0;

  /** Begins a task, which ends with {@linkcode Tasks.end}. */
  begin(show: (question: Question) => void): Task {
    const task = new Task(`t${++this.#count}`, this, show);
    this.#tasks.set(task.id, task);
    return task;
  }

  end(task: Task): void {
    this.#tasks.delete(task.id);
  }

  /** A new question, and its answer. */
  question(): { question: string; answered: Promise<string> } {
    const { promise, resolve } = Promise.withResolvers<string>();
    const question = `q${++this.#count}`;
    this.#questions.set(question, resolve);
    return { question, answered: promise };
  }

  forget(question: string): void {
    this.#questions.delete(question);
  }

  /** @throws {Refused} Nobody asks it any more. */
  answer(question: string, text: string): void {
    const resolve = this.#questions.get(question);
    if (resolve === undefined) {
      throw new Refused("Cannot answer: the question is over", [], 409);
    }
    resolve(text);
  }

  /** @throws {Refused} It has ended. */
  task(id: string): Task {
    const task = this.#tasks.get(id);
    if (task === undefined) {
      throw new Refused("Cannot reach the request: it has ended", [], 409);
    }
    return task;
  }

  /** Ends a task, if it still goes on. */
  cancel(id: string): void {
    this.#tasks.get(id)?.cancel();
  }

  cancelAll(): void {
    for (const task of this.#tasks.values()) task.cancel();
  }
}
