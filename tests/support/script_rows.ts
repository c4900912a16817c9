/**
 * Runs scripts, one after the other, each in a sandbox of its own limits; reads
 * rows from standard input and writes a line for each script that has ended. A
 * process of its own, since one that hangs is to be ended: see
 * `tests/hostile/scripts_test.ts`.
 */
import { createSandbox } from "../../lib/host/sandbox/create_sandbox.ts";
import type { ScriptOutcome } from "../../lib/core/script/border/types.ts";
import { fakeContext, fakeResponse } from "./fake_script_context.ts";
import { SCRIPT_AT } from "./with_script.ts";

/** What a row wants to be run. */
export interface WantedScript {
  readonly script: string;
  /** Milliseconds. */
  readonly limit: number;
  /** Bytes; default: as many as any script has. */
  readonly memory?: number;
}

/** How a script ended. */
export interface EndedScript {
  /** Code of its error, or "fine". */
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  /** The script from where it was on. */
  readonly at?: string;
  readonly tests: readonly (readonly [name: string, status: string])[];
  /** Whether a script after it runs as if nothing had been. */
  readonly next: boolean;
}

/** As long as a script can get within its time. */
const LIST = Array.from({ length: 8_000 }, (_, i) => ({ i, n: `x${i}` }));
const TEXT = JSON.stringify(LIST);

const NEXT = "test('next', () => expect([1]).to.eql([1]))";
const isLate = ({ error }: ScriptOutcome) => error?.code === "SCRIPT_TIMEOUT";

if (import.meta.main) {
  const rows: WantedScript[] = JSON.parse(
    await new Response(Deno.stdin.readable).text(),
  );
  for (const row of rows) console.log(JSON.stringify(await ended(row)));
}

async function ended(
  { script, limit, memory }: WantedScript,
): Promise<EndedScript> {
  const sandbox = await createSandbox({
    timeLimit: limit,
    ...memory !== undefined && { memoryLimit: memory },
  });
  const run = (code: string) =>
    sandbox.run({ phase: "tests", code, at: SCRIPT_AT }, context());
  const { error, tests } = await run(script);
  let next = await run(NEXT);
  // A busy machine takes the time of a script that does next to nothing.
  for (let left = 9; left > 0 && isLate(next); left--) next = await run(NEXT);
  sandbox.dispose();
  const where = error?.location;
  return {
    code: error?.code ?? "fine",
    message: error?.message ?? "",
    ...where?.file === undefined ? {} : { file: where.file },
    ...where?.offset === undefined
      ? {}
      : { at: script.slice(where.offset, where.offset + 20) },
    tests: tests.slice(0, 10).map(({ name, status }) =>
      [name.slice(0, 100), status] as const
    ),
    next: next.error === undefined && next.tests[0]?.status === "passed",
  };
}

function context() {
  const made = fakeContext({
    response: fakeResponse(),
    scopes: { runtime: { list: LIST, text: TEXT } },
  });
  const interpolate = (text: string) => {
    if (text === "{{slow}}") sleepSync(200);
    return made.interpolate(text);
  };
  return { ...made, interpolate };
}

function sleepSync(time: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
}
