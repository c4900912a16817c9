import type { ScriptPhase } from "../../lib/core/collection/types.ts";
import type { Value } from "../../lib/core/scope/value/value.ts";
import type {
  Sandbox,
  ScriptOutcome,
} from "../../lib/core/script/border/types.ts";
import {
  type FakeContext,
  fakeContext,
  fakeResponse,
} from "./fake_script_context.ts";
import { SCRIPT_AT } from "./with_script.ts";

/** A context with a response. */
export function withResponse(
  parts: Parameters<typeof fakeContext>[0] = {},
): FakeContext {
  return fakeContext({ response: fakeResponse(), ...parts });
}

/** Runs a script of Postman's in a fake context, by default one with a response. */
export async function runPostman(
  sandbox: Sandbox,
  code: string,
  context: FakeContext = withResponse(),
): Promise<ScriptOutcome> {
  const phase: ScriptPhase = context.response === undefined
    ? "before-request"
    : "tests";
  return await sandbox.run(
    { phase, code, at: SCRIPT_AT, dialect: "postman" },
    context,
  );
}

/** The value of an expression, which may await; a failure is its message. */
export async function postmanValue(
  sandbox: Sandbox,
  expression: string,
  context: FakeContext = withResponse(),
): Promise<Value | undefined> {
  const code = `const value = (${expression}\n);
client.setVar("value", value === undefined ? "undefined" : value);`;
  const { error } = await runPostman(sandbox, code, context);
  return error === undefined ? context.scopes.runtime.value : error.message;
}
