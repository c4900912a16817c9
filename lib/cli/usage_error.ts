import { UsageError } from "../source/errors.ts";

/** Makes the error for a wrong command line, with the command whose help tells more. */
export function usageError(
  message: string,
  options: { command?: string; suggestion?: string } = {},
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
    notes: [`"${help}" lists what there is`],
  }]);
}
