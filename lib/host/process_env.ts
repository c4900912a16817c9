import { PermissionError } from "../source/errors.ts";
import { nearest } from "../source/nearest.ts";

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
 * process's value wins over the file's.
 *
 * @throws {PermissionError} For any other name, and where Deno refuses one
 * that has no value in the file.
 */
export function readProcessEnv(
  name: string,
  { dotenv, allow }: ProcessEnvOptions,
): string | undefined {
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

function refusal(name: string, why: string): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message: `Cannot read "process.env.${name}": ${why}`,
  }]);
}
