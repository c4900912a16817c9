import { CollectionError } from "../../core/source/errors.ts";
import {
  guardOutput,
  type OutputForm,
} from "../../tools/report/text/escape_controls.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { permittedEnv } from "../permitted_env.ts";

const encoder = new TextEncoder();

/**
 * Writes text to standard output, made safe as its form asks for. A reader that
 * went away (`| head`) is not an error.
 *
 * @throws {CollectionError} It cannot be written, such as to a full disk; code WRITE.
 */
export function writeOutput(text: string, form: OutputForm = "lines"): void {
  const reader = {
    // Asked of the system for the one form that needs it.
    terminal: form === "text" && Deno.stdout.isTerminal(),
    github: isGithub(),
  };
  writeBytes(encoder.encode(guardOutput(text, form, reader)));
}

/** {@linkcode writeOutput} of what has commands for GitHub. */
export function writeLog(text: string): void {
  writeOutput(text, "log");
}

/** {@linkcode writeOutput} of bytes as they are: a response that somebody wants whole. */
export function writeBytes(bytes: Uint8Array): void {
  try {
    writeAll(Deno.stdout, bytes);
  } catch (error) {
    throw new CollectionError([
      describeFileError("write", "standard output", error),
    ]);
  }
}

/** Writes lines to standard error; there is nobody to tell when it fails. */
export function writeError(text: string, form: OutputForm = "lines"): void {
  const reader = { terminal: false, github: isGithub() };
  try {
    writeAll(Deno.stderr, encoder.encode(guardOutput(text, form, reader)));
  } catch {
    // The exit code still says what happened.
  }
}

/** {@linkcode writeError} of what has commands for GitHub. */
export function writeErrorLog(text: string): void {
  writeError(text, "log");
}

function writeAll(
  stream: { writeSync(bytes: Uint8Array): number },
  bytes: Uint8Array,
): void {
  try {
    for (let rest = bytes; rest.length > 0;) {
      rest = rest.subarray(stream.writeSync(rest));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

let known: boolean | undefined;

/** Whether GitHub Actions reads what is printed. */
export function isGithub(): boolean {
  return known ??= permittedEnv("GITHUB_ACTIONS") === "true";
}
