import type { Variable } from "../core/collection/types.ts";
import { createMasker, type Masker } from "../core/secrets/masker.ts";
import { secretsOfVariable } from "../core/secrets/secrets_of.ts";

const known = new WeakMap<readonly Variable[], readonly Variable[]>();

/** What takes secrets out of what is shown; made anew only when a secret changes. */
export class KeptMasker {
  #masker = createMasker();
  #learned: readonly Variable[] = [];

  /** Knows the secrets of levels, and no others. */
  of(
    levels: readonly { readonly variables: readonly Variable[] }[],
  ): Masker {
    const secrets: Variable[] = [];
    for (const { variables } of levels) {
      if (variables.length > 0) secrets.push(...secretsIn(variables));
    }
    const learned = this.#learned;
    const isSame = secrets.length === learned.length &&
      secrets.every((one, at) => one === learned[at]);
    if (isSame) return this.#masker;
    this.#masker = createMasker();
    this.#learned = secrets;
    for (const one of secrets) {
      this.#masker.secrets.learn({ ...one, template: true });
    }
    return this.#masker;
  }
}

/** Those that hold what is not to be shown. */
function secretsIn(variables: readonly Variable[]): readonly Variable[] {
  let secrets = known.get(variables);
  if (secrets === undefined) {
    secrets = variables.filter(({ name, value, secret, disabled }) =>
      !disabled &&
      secretsOfVariable(name, value, { secret, template: true }).length > 0
    );
    known.set(variables, secrets);
  }
  return secrets;
}
