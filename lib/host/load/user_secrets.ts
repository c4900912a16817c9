import {
  type BoundValues,
  type LearnedVariable,
  SecretIndex,
} from "../../core/secrets/secret_index.ts";
import type { SecretCarrier } from "../../core/secrets/secrets_of.ts";
import type { Range } from "../../core/secrets/automaton.ts";

/** So many users begin before the next generation of secrets does. */
const GENERATION = 200;

/** Secrets that users brought while this was the last generation. */
interface Generation {
  readonly secrets: SecretIndex;
  /** How many users began in it that have not ended. */
  users: number;
  begun: number;
}

/**
 * The secrets of a collection that virtual users run without end: those that
 * users bring, such as a token each, are forgotten when all users that can have
 * them are gone. Those that are known before the first user stay.
 */
export class UserSecrets extends SecretIndex {
  readonly #generations: Generation[] = [];

  /** A user begins; call the result when it has ended. */
  begin(): () => void {
    let last = this.#generations.at(-1);
    if (last === undefined || last.begun >= GENERATION) {
      last = { secrets: new SecretIndex(), users: 0, begun: 0 };
      this.#generations.push(last);
    }
    const own = last;
    own.users++;
    own.begun++;
    return () => {
      own.users--;
      this.#forget();
    };
  }

  /** How many generations are known. */
  get generations(): number {
    return this.#generations.length;
  }

  #forget(): void {
    while (this.#generations.length > 1 && this.#generations[0].users === 0) {
      this.#generations.shift();
    }
  }

  get #last(): SecretIndex | undefined {
    return this.#generations.at(-1)?.secrets;
  }

  override add(secret: string): void {
    const last = this.#last;
    if (last) last.add(secret);
    else super.add(secret);
  }

  /** Learns what no single user brings, such as a token that all of them share: it stays. */
  keep(variable: LearnedVariable): void {
    super.learn(variable);
  }

  override learn(variable: LearnedVariable): void {
    const last = this.#last;
    if (last) last.learn(variable);
    else super.learn(variable);
  }

  override learnRequest(request: SecretCarrier): void {
    const last = this.#last;
    if (last) last.learnRequest(request);
    else super.learnRequest(request);
  }

  override isSecretField(name: string, value?: string): boolean {
    return super.isSecretField(name, value) ||
      this.#generations.some(({ secrets }) =>
        secrets.isSecretField(name, value)
      );
  }

  override find(text: string, cut = false): Range[] {
    return [
      ...super.find(text, cut),
      ...this.#generations.flatMap(({ secrets }) => secrets.find(text, cut)),
    ].toSorted((a, b) => a[0] - b[0]);
  }

  override get bound(): Iterable<BoundValues> {
    return [
      ...super.bound,
      ...this.#generations.flatMap(({ secrets }) => [...secrets.bound]),
    ];
  }
}
