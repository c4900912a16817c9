import type { Collection, Environment } from "../../collection/types.ts";
import type { Value } from "../../scope/value.ts";
import { CollectionError } from "../../source/errors.ts";

/** Keeps what scripts made of an environment until the run has ended. */
export class EnvironmentSaver {
  readonly #environment: Environment | undefined;
  #changes: ReadonlyMap<string, Value | undefined> = new Map();

  /** @param environment The selected one; undefined saves nothing. */
  constructor(environment: Environment | undefined) {
    this.#environment = environment;
  }

  /** Takes the changes of an iteration; those of the last one count. */
  take(
    _collection: Collection,
    changes: ReadonlyMap<string, Value | undefined>,
  ): void {
    this.#changes = changes;
  }

  /** @throws {CollectionError} The file cannot be read or written. */
  async save(): Promise<void> {
    if (this.#environment === undefined || this.#changes.size === 0) return;
    const { saveEnvironment } = await import(
      "../files/save_environment.ts"
    );
    const problem = await saveEnvironment(this.#environment, this.#changes);
    if (problem) throw new CollectionError([problem]);
  }
}
