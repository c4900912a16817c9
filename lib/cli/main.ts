import { VERSION } from "./version.ts";

/**
 * Runs a command line and gives its exit code. Everything beyond the version
 * is imported when it is needed: start-up time is a feature.
 */
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === "--version" || args[0] === "-V") {
    console.log(`brace ${VERSION}`);
    return 0;
  }
  try {
    if (args.length === 0 || args[0] === "--help" || args[0] === "-h") {
      const { help } = await import("./help.ts");
      console.log(help());
      return 0;
    }
    const { execute } = await import("./execute.ts");
    return await execute(args);
  } catch (error) {
    const refused = refusedModule(error);
    if (refused === undefined) throw error;
    console.error(refused);
    return 6;
  }
}

/** Modules are read when they are needed, which Deno may not permit. */
function refusedModule(error: unknown): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const path = /^Requires read access to "(.+)"/.exec(error.message)?.[1];
  if (path === undefined) return undefined;
  const root = decodeURIComponent(new URL("../..", import.meta.url).pathname);
  return `error PERMISSION: Cannot read "${path}": Deno did not permit Brace to read its own modules (add them to the flag: --allow-read=${root},COLLECTION)`;
}
