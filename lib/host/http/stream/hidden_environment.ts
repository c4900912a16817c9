import process from "node:process";

const { env } = process;

// npm:ws looks there for switches of its own when it is loaded, which Deno may
// not permit Brace to read (upstream has no issue about it). These keep it from
// native packages that happen to lie around.
process.env = { WS_NO_BUFFER_UTIL: "1", WS_NO_UTF_8_VALIDATE: "1" };

/** Shows the environment again, which importing this module hides. */
export function showEnvironment(): void {
  process.env = env;
}
