import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import { fakeContext } from "../../support/fake_script_context.ts";
import { runScript } from "../../support/with_script.ts";

const LIMIT = 200;
const sandbox = await createSandbox({ timeLimit: LIMIT });

/** Milliseconds for which the thread does not get the processor → what ends the script. */
const CASES: readonly [
  string,
  standstill: number,
  error: string | undefined,
][] = [
  [
    "time without the processor is not the script's",
    2 * LIMIT,
    undefined,
  ],
  [
    "a script without the processor ends sometime",
    15 * LIMIT,
    "Stopped the tests script: it ran longer than 2000 ms, in this line or a later one",
  ],
];

describe("the time of a script", () => {
  afterAll(() => sandbox.dispose());

  for (const [name, standstill, message] of CASES) {
    it(name, async () => {
      const context = fakeContext({ scopes: { runtime: { x: 1 } } });
      const { get } = context.variables;
      // A thread that waits stands for one that others do not let compute.
      const variables = {
        ...context.variables,
        get(...args: Parameters<typeof get>) {
          Atomics.wait(
            new Int32Array(new SharedArrayBuffer(4)),
            0,
            0,
            standstill,
          );
          return get(...args);
        },
      };
      const { error } = await runScript(
        sandbox,
        // Interrupts come after some steps only.
        "client.getVar('x'); for (let i = 0; i < 20_000; i++);",
        { ...context, variables },
      );
      assertEquals(error?.message, message);
    });
  }

  it("is what a test names that was stopped behind an await", async () => {
    const { tests, error } = await runScript(
      sandbox,
      "test('t', async () => { await null; for (;;); })",
    );
    const limit = "it ran longer than 200 ms of processor time";
    assertEquals(
      error?.message,
      `Stopped the tests script: ${limit}`,
    );
    assertEquals(
      tests.map(({ name, diagnostic }) => [name, diagnostic?.message]),
      [
        ["t", `Test "t" failed: ${limit}`],
      ],
    );
  });

  it("names what is measured", async () => {
    const { error } = await runScript(sandbox, "for (;;);");
    assertEquals(
      error?.message,
      "Stopped the tests script: it ran longer than 200 ms of processor time, in this line or a later one",
    );
  });
});
