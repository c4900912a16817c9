/** Milliseconds in which nobody reads a question and answers it. */
const TOO_SOON = 500;

/** A terminal as it is asked. */
export interface Asking {
  /** Throws away what was typed before; false where that cannot be done. */
  discard(): boolean;
  /** Asks, and waits; null where there is no answer. */
  ask(): string | null;
  /** Milliseconds from any start. */
  now(): number;
}

/**
 * Asks, and takes only what is typed after the question. Where earlier input
 * cannot be thrown away, an answer that comes too soon does not count, and the
 * question is asked again.
 */
export function askAnew({ discard, ask, now }: Asking): string | null {
  for (;;) {
    const discarded = discard();
    const asked = now();
    const answer = ask();
    const isPremature = !discarded && now() - asked < TOO_SOON;
    if (answer === null || !isPremature) return answer;
  }
}
