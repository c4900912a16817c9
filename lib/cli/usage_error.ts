import type { Location } from "../core/source/diagnostic.ts";
import { UsageError } from "../core/source/errors.ts";

/** Makes the error for a wrong command line, with the command whose help tells more. */
export function usageError(
  message: string,
  options: { command?: string; suggestion?: string; location?: Location } = {},
): UsageError {
  const help = options.command === undefined
    ? "brace --help"
    : `brace ${options.command} --help`;
  return new UsageError([{
    code: "USAGE",
    severity: "error",
    message,
    ...(options.suggestion === undefined
      ? {}
      : { suggestion: options.suggestion }),
    ...(options.location && { location: options.location }),
    notes: [`"${help}" lists what there is`],
  }]);
}
