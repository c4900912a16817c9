import type { Sandbox } from "../../lib/core/script/border/types.ts";
import { fakeContext, fakeResponse } from "../support/fake_script_context.ts";
import type { Row } from "./row.ts";

const ROUNDS = 300;

/** Ten lines as they stand in collections. */
const TEN_LINES = `const body = res.body;
client.setVar("first", body.items[0].id);
test("status", () => {
  expect(res.status).to.equal(200);
});
test("items", () => {
  expect(body.items).to.be.an("array").with.length(2);
  expect(body.items[0]).to.eql({ id: 1, name: "a" });
  expect(body.items[1].id).to.equal(2);
});`;

/** Milliseconds that the sandbox takes; the ratio's other side is one millisecond. */
export async function rows(): Promise<Row[]> {
  // In a process of its own: only the first sandbox pays for loading.
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", import.meta.url],
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

if (import.meta.main) {
  const { createSandbox } = await import(
    "../../lib/host/sandbox/create_sandbox.ts"
  );
  const begin = performance.now();
  const sandbox = await createSandbox();
  const start = performance.now() - begin;
  const first = await time(sandbox, TEN_LINES);
  const rows: Row[] = [
    { name: "sandbox start, ms", ratio: start, limit: 70 },
    { name: "first script with chai, ms", ratio: first, limit: 70 },
    {
      name: "script of ten lines with chai, ms",
      ratio: await median(sandbox, TEN_LINES),
      limit: 1,
    },
    {
      name: "script of one line, ms",
      ratio: await median(sandbox, "client.setVar('a', 1)"),
      limit: 1,
    },
  ];
  sandbox.dispose();
  console.log(JSON.stringify(rows, null, 2));
}

async function median(sandbox: Sandbox, code: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) times.push(await time(sandbox, code));
  return times.sort((a, b) => a - b)[ROUNDS / 2];
}

async function time(sandbox: Sandbox, code: string): Promise<number> {
  const fake = fakeContext({ response: fakeResponse() });
  const context = { ...fake, info: { ...fake.info, now: () => Date.now() } };
  const script = {
    phase: "tests",
    code,
    at: { file: "a.yml", path: ["code"] },
  } as const;
  const begin = performance.now();
  await sandbox.run(script, context);
  return performance.now() - begin;
}
