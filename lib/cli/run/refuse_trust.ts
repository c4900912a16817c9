import { UsageError } from "../../core/source/errors.ts";

/**
 * Refuses `--trust-scripts` in the binary, which cannot give scripts what they
 * want to be trusted with: Deno's permissions were fixed when it was compiled.
 *
 * @param args The command line, for the command to run instead.
 * @throws {UsageError}
 */
export function refuseTrust(args: readonly string[]): never {
  const line = args.map(quoted).join(" ");
  throw new UsageError([{
    code: "USAGE",
    severity: "error",
    message:
      `Cannot use "--trust-scripts": the binary runs scripts in the sandbox only (run Brace with Deno)`,
    suggestion: `deno run -A jsr:@brace/brace/cli ${line}`,
  }]);
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument)
    ? argument
    : `'${argument.replaceAll("'", `'\\''`)}'`;
}
