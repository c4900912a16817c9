import type { Diagnostic } from "../core/source/diagnostic.ts";
import { runDenoWith } from "../core/source/way_out.ts";
import { PermissionError } from "../core/source/errors.ts";
import {
  envRefusal,
  type EnvRules,
  isGiven,
  isSecretName,
  SECRET_PREFIX,
} from "../core/policy/env_refusal.ts";
import { quotedWord } from "../core/source/quoted_word.ts";
import { isPermitted, permittedEnv } from "./permitted_env.ts";

/**
 * Reads a variable of the process's environment. Readable are the names that
 * the collection's `.env` lists, `BRACE_*`, and what `--allow-env` names; for
 * the last two the process's value wins over the file's. `BRACE_SECRET_*` is not
 * among them.
 *
 * @param onOther Told where the file's value stands, and the process has another one.
 * @throws {PermissionError} For any other name, and where Deno refuses one
 * that has no value in the file.
 */
export function readProcessEnv(
  name: string,
  rules: EnvRules,
  onOther: () => void = () => {},
): string | undefined {
  const refused = envRefusal(name, rules);
  if (refused !== undefined) throw refusal(refused);
  const { dotenv } = rules;
  const listed = dotenv.get(name);
  if (listed !== undefined && !isGiven(name, rules)) {
    // Code that lists names must not get the process's values.
    const value = permittedEnv(name);
    if (value !== undefined && value !== listed) onOther();
    return listed;
  }
  try {
    return Deno.env.get(name) ?? listed;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    if (listed !== undefined) return listed;
    throw refusal({
      message: `Cannot read "process.env.${name}": Deno does not permit it (${
        runDenoWith(`--allow-env=${name}`)
      })`,
    });
  }
}

/** What {@linkcode hideProcessSecrets} took out of the process's environment. */
const hidden = new Map<string, string>();

/** Takes the values of secrets out of the process's environment, before scripts run that read all of it. */
export function hideProcessSecrets(): void {
  let all: Record<string, string>;
  try {
    all = Deno.env.toObject();
  } catch (error) {
    // What Brace may not list, scripts may not either.
    if (error instanceof Deno.errors.NotCapable) return;
    throw error;
  }
  for (const [name, value] of Object.entries(all)) {
    if (!isSecretName(name)) continue;
    hidden.set(name, value);
    Deno.env.delete(name);
  }
}

/** No system has names with these. */
const NO_NAME = /[=\0]/;

/** The value that the process's environment has for a secret variable, where Deno permits to read it. */
export function processSecret(
  variable: string,
): { name: string; value: string } | undefined {
  if (NO_NAME.test(variable)) return undefined;
  const name = SECRET_PREFIX + variable;
  const value = hidden.get(name) ?? permittedEnv(name);
  return value ? { name, value } : undefined;
}

/** Whether the process's environment has a value for a secret variable, and it is empty. */
function isEmptySecret(variable: string): boolean {
  if (NO_NAME.test(variable)) return false;
  const name = SECRET_PREFIX + variable;
  return (hidden.get(name) ?? permittedEnv(name)) === "";
}

/** The permission that Deno lacks to read the value that the process's environment may have for a secret variable. */
export function lackedPermission(variable: string): string | undefined {
  const name = SECRET_PREFIX + variable;
  return NO_NAME.test(variable) || hidden.has(name) || isPermitted(name)
    ? undefined
    : `--allow-env=${quotedWord(name)}`;
}

/** What the process's environment says of a secret without a value. */
export const secretsOfProcess = { lackedPermission, isEmptySecret };

/** The names of the process's environment that hold values of secrets, where Deno permits to list them. */
export function processSecretNames(): string[] {
  const { state, partial } = Deno.permissions.querySync({ name: "env" });
  const all = state === "granted" && !partial
    ? Object.keys(Deno.env.toObject())
    : [];
  return [...hidden.keys(), ...all].filter(isSecretName);
}

function refusal(
  why: Pick<Diagnostic, "message" | "waysOut">,
): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    ...why,
  }]);
}
