import { VERSION } from "../core/source/version.ts";

/**
 * Runs a command line and gives its exit code. Everything beyond the version
 * is imported when it is needed: start-up time is a feature.
 */
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === "--version" || args[0] === "-V") {
    console.log(`brace ${VERSION}`);
    return 0;
  }
  if (args.length === 0 || args[0] === "--help" || args[0] === "-h") {
    const { help } = await import("./help.ts");
    console.log(await help());
    return 0;
  }
  const { execute } = await import("./execute.ts");
  return await execute(args);
}
