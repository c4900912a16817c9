import { assertEquals } from "@std/assert";
import type { Origin } from "../../lib/core/source/origin.ts";
import type { Value } from "../../lib/core/scope/value/value.ts";
import type {
  Sandbox,
  ScriptContext,
  ScriptOutcome,
} from "../../lib/core/script/border/types.ts";
import { type FakeContext, fakeContext } from "./fake_script_context.ts";

/** Where the scripts of these tests stand. */
export const SCRIPT_AT: Origin = {
  file: "shop/users.yml",
  path: ["runtime", "scripts", 0, "code"],
};

/** Runs a script in a fake context. */
export async function runScript(
  sandbox: Sandbox,
  code: string,
  context: ScriptContext = fakeContext(),
): Promise<ScriptOutcome> {
  return await sandbox.run({ phase: "tests", code, at: SCRIPT_AT }, context);
}

/** Runs a script that must end without an error. */
export async function runGood(
  sandbox: Sandbox,
  code: string,
  context: FakeContext = fakeContext(),
): Promise<ScriptOutcome> {
  const outcome = await runScript(sandbox, code, context);
  assertEquals(outcome.error?.message, undefined, code);
  return outcome;
}

/** The value of an expression, which may await, as `client.setVar` takes it. */
export async function valueOf(
  sandbox: Sandbox,
  expression: string,
  context: FakeContext = fakeContext(),
): Promise<Value | undefined> {
  const code = `const value = (${expression}\n);
if (value !== undefined) client.setVar("value", value);`;
  await runGood(sandbox, code, context);
  return context.scopes.runtime.value;
}
