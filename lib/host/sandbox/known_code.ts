import type { CompiledCode } from "../../core/script/compiled_code.ts";

/** What a script's text says about it. */
export interface KnownCode extends CompiledCode {
  /** Whether it is known to leave nothing, so that the next script may find the same objects. */
  readonly leavesNothing: boolean;
}

/** Longer ones are not kept. */
const MAX_LENGTH = 20_000;
const MAX_COUNT = 1_000;
/** A run with fewer scripts does not win back the time to load the proof. */
const WARM = 16;

/**
 * Finds out about scripts' texts; what it found is kept. A text that comes for
 * the first time is taken as one that may leave something: to prove the
 * contrary takes longer than to go back to the start once.
 */
export class KnownCodes {
  readonly #known = new Map<string, KnownCode>();
  /** Texts with a finished analysis. */
  readonly #settled = new Set<string>();
  #asked = 0;

  /** Gives the known facts about a text. */
  of(code: string): KnownCode | Promise<KnownCode> {
    this.#asked++;
    const known = this.#known.get(code);
    if (known === undefined) return this.#find(code);
    if (this.#asked <= WARM || this.#settled.has(code)) return known;
    return this.#prove(code, known);
  }

  async #find(code: string): Promise<KnownCode> {
    const known: KnownCode = {
      code,
      inserted: [],
      columns: "characters",
      ...(/\b(?:async|import)\b/.test(code) && await watched(code)),
      leavesNothing: false,
    };
    if (code.length > MAX_LENGTH) return known;
    if (this.#known.size >= MAX_COUNT) {
      this.#known.clear();
      this.#settled.clear();
    }
    this.#known.set(code, known);
    return known;
  }

  async #prove(code: string, known: KnownCode): Promise<KnownCode> {
    const proven = { ...known, leavesNothing: await provenHarmless(code) };
    this.#known.set(code, proven);
    this.#settled.add(code);
    return proven;
  }
}

async function watched(code: string): Promise<Omit<CompiledCode, "columns">> {
  const { watchCalls } = await import("../../core/script/parsed.ts");
  return watchCalls(code);
}

async function provenHarmless(code: string): Promise<boolean> {
  const { leavesNothing } = await import("../../core/script/parsed.ts");
  return leavesNothing(code);
}
