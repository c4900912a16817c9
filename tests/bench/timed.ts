/** A program whose time is taken. */
export interface Timed {
  /** Of Deno. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** The folder of Deno's caches. */
  readonly cache: string;
  /** Whether it is to end with another code than 0. */
  readonly fails?: true;
}

const ROUNDS = 15;

/** Runs programs in turns, so that a busy machine slows all alike; gives the lower quartile of each in milliseconds: what disturbs a round only makes it longer. */
export async function quartiles(programs: readonly Timed[]): Promise<number[]> {
  const times: number[][] = programs.map(() => []);
  for (let round = -3; round < ROUNDS; round++) {
    for (const [i, { args, cwd, cache, fails = false }] of programs.entries()) {
      const start = performance.now();
      const { success, stdout, stderr } = await new Deno.Command(
        Deno.execPath(),
        { args: [...args], cwd, env: { DENO_DIR: cache } },
      ).output();
      const time = performance.now() - start;
      if (success === fails) {
        const text = new TextDecoder();
        throw new Error(text.decode(stdout) + text.decode(stderr));
      }
      // The first rounds fill Deno's caches.
      if (round >= 0) times[i].push(time);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[ROUNDS >> 2]);
}
