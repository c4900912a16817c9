import type { CompiledCode } from "../../script/compiled_code.ts";

/** What a script's text says about it. */
export interface KnownCode extends CompiledCode {
  /** Whether it is known to leave nothing, so that the next script may find the same objects. */
  readonly leavesNothing: boolean;
}

/** Longer ones are not kept. */
const MAX_LENGTH = 20_000;
const MAX_COUNT = 1_000;
/** Runs with fewer scripts have nothing of what it takes to load the proof. */
const WARM = 16;

/** Finds out about scripts' texts; what it found is kept. */
export class KnownCodes {
  readonly #known = new Map<string, KnownCode>();
  #asked = 0;

  /** What is known of a text. */
  of(code: string): KnownCode | Promise<KnownCode> {
    this.#asked++;
    return this.#known.get(code) ?? this.#find(code);
  }

  async #find(code: string): Promise<KnownCode> {
    const warm = this.#asked > WARM;
    const known: KnownCode = {
      code,
      inserted: [],
      columns: "characters",
      ...(/\b(?:async|import)\b/.test(code) && await watched(code)),
      leavesNothing: warm && await provenHarmless(code),
    };
    if (warm && code.length <= MAX_LENGTH) {
      if (this.#known.size >= MAX_COUNT) this.#known.clear();
      this.#known.set(code, known);
    }
    return known;
  }
}

async function watched(code: string): Promise<Omit<CompiledCode, "columns">> {
  const { watchCalls } = await import("../../script/watch_calls.ts");
  return watchCalls(code);
}

async function provenHarmless(code: string): Promise<boolean> {
  const { leavesNothing } = await import("../../script/leaves_nothing.ts");
  return leavesNothing(code);
}
