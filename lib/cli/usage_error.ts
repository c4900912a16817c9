import type { Location } from "../core/source/diagnostic.ts";
import { UsageError } from "../core/source/errors.ts";

/**
 * Makes the error for a wrong command line, with the command whose help tells more.
 *
 * @param options.listedBy What lists the words that there are; absent: that help.
 */
export function usageError(
  message: string,
  options: {
    command?: string;
    suggestion?: string;
    location?: Location;
    listedBy?: string;
  } = {},
): UsageError {
  const help = options.command === undefined
    ? "brace --help"
    : `brace ${options.command} --help`;
  const { listedBy = help } = options;
  return new UsageError([{
    code: "USAGE",
    severity: "error",
    message,
    ...(options.suggestion === undefined
      ? {}
      : { suggestion: options.suggestion }),
    ...(options.location && { location: options.location }),
    notes: [`"${listedBy}" lists what there is`],
  }]);
}
