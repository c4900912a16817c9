import { PermissionError } from "../source/errors.ts";
import { permittedEnv } from "./permitted_env.ts";
import { nearest } from "../source/nearest.ts";

/** What names of secrets' values begin with; nothing but secret variables reads them. */
const SECRET_PREFIX = "BRACE_SECRET_";

/** What may be read of the process's environment. */
export interface ProcessEnvOptions {
  /** Names and values of the collection's own `.env` files. */
  readonly dotenv: ReadonlyMap<string, string>;
  /** `--allow-env`: names, or true for all. */
  readonly allow: true | readonly string[];
}

/**
 * Reads a variable of the process's environment. Readable are the names that
 * the collection's `.env` lists, `BRACE_*`, and what `--allow-env` names; the
 * process's value wins over the file's. `BRACE_SECRET_*` is not among them.
 *
 * @throws {PermissionError} For any other name, and where Deno refuses one
 * that has no value in the file.
 */
export function readProcessEnv(
  name: string,
  { dotenv, allow }: ProcessEnvOptions,
): string | undefined {
  if (isSecretName(name)) {
    throw refusal(
      name,
      `it is for the variable "${
        name.slice(SECRET_PREFIX.length)
      }" alone (declare that with secret: true, and use it)`,
    );
  }
  const listed = dotenv.has(name);
  const permitted = listed || name.startsWith("BRACE_") || allow === true ||
    allow.includes(name);
  if (!permitted) {
    const near = nearest(name, dotenv.keys());
    const meant = near === undefined ? "" : `did you mean "${near}"? `;
    throw refusal(
      name,
      `not permitted (${meant}add --allow-env=${name}, or list it in the collection's .env)`,
    );
  }
  try {
    return Deno.env.get(name) ?? dotenv.get(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    if (listed) return dotenv.get(name);
    throw refusal(
      name,
      `Deno does not permit it (run deno with --allow-env=${name})`,
    );
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

function isSecretName(name: string): boolean {
  return name.toUpperCase().startsWith(SECRET_PREFIX);
}

/** The value that the process's environment has for a secret variable, where Deno permits to read it. */
export function processSecret(
  variable: string,
): { name: string; value: string } | undefined {
  // No system has names with these.
  if (/[=\0]/.test(variable)) return undefined;
  const name = SECRET_PREFIX + variable;
  const value = hidden.get(name) ?? permittedEnv(name);
  return value ? { name, value } : undefined;
}

function refusal(name: string, why: string): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message: `Cannot read "process.env.${name}": ${why}`,
  }]);
}
