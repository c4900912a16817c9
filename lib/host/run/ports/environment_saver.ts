import type { Collection, Environment } from "../../../collection/types.ts";
import type { Value } from "../../../scope/value/value.ts";
import type { Diagnostic } from "../../../source/diagnostic.ts";
import { CollectionError } from "../../../source/errors.ts";

/** Keeps what scripts made of an environment until the run has ended. */
export class EnvironmentSaver {
  readonly #environment: Environment;
  readonly #holdsGiven: (value: Value) => boolean;
  #changes: ReadonlyMap<string, Value | undefined> = new Map();

  /**
   * @param environment The selected one.
   * @param holdsGiven Whether a value holds a secret that is in no file of the collection.
   */
  constructor(
    environment: Environment,
    holdsGiven: (value: Value) => boolean,
  ) {
    this.#environment = environment;
    this.#holdsGiven = holdsGiven;
  }

  /** Takes the changes of an iteration; those of the last one count. */
  take(
    _collection: Collection,
    changes: ReadonlyMap<string, Value | undefined>,
  ): void {
    this.#changes = changes;
  }

  /** @throws {CollectionError} The file cannot be read or written, or a value has to stay out of it. */
  async save(): Promise<void> {
    if (this.#changes.size === 0) return;
    const { saveEnvironment } = await import(
      "../../files/write/save_environment.ts"
    );
    const changes = new Map(this.#changes);
    const problems: Diagnostic[] = [];
    for (const [name, value] of changes) {
      if (value === undefined || !this.#holdsGiven(value)) continue;
      changes.delete(name);
      problems.push(withheld(name, this.#environment));
    }
    const problem = changes.size === 0
      ? undefined
      : await saveEnvironment(this.#environment, changes);
    if (problem) problems.push(problem);
    if (problems.length > 0) throw new CollectionError(problems);
  }
}

function withheld(name: string, { file }: Environment): Diagnostic {
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot save "${name}" in "${file}": it holds a secret that is in no file (declare "${name}" with secret: true to keep it out)`,
  };
}
