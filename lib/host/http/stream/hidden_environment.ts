import process from "node:process";

const { env } = process;

// npm:ws looks there for switches of its own (WS_NO_BUFFER_UTIL) when it is
// loaded, which Deno may not permit Brace to read; upstream has no issue about it.
process.env = {};

/** Shows the environment again, which importing this module hides. */
export function showEnvironment(): void {
  process.env = env;
}
