/** Deno's flags with which Brace runs, in tasks and where it is installed. */

/** A module is looked at when it is imported, not at the start. */
export const LAZY = "--unstable-lazy-dynamic-imports";

/**
 * For start-up: room for what is allocated, in MiB (V8 begins with one and
 * collects garbage again and again), and functions compiled with their modules,
 * so that Deno's code cache has them. Runs with other flags of V8 make Deno
 * write that cache anew.
 *
 * For long runs: garbage is collected when it is six tenths of what is in use,
 * not when it is three times as much. A run of 20,000 requests has about the
 * peak of one of 2,000 (without, a half more).
 *
 * For scripts: the sandbox's WebAssembly is optimised later than by default.
 * For the scripts of most runs that takes longer than it saves: an eighth of
 * the time of 200 requests with scripts. (Thousands take a twentieth longer.)
 */
export const V8 =
  "--v8-flags=--min-semi-space-size=4,--max-semi-space-size=8,--heap-growing-percent=60,--no-lazy,--wasm-tiering-budget=100000000";

/**
 * What Brace may do. It reads collections, sends requests, writes reports and
 * reads the process environment, wherever the user points it; which hosts,
 * files and variables a run may touch is Brace's own policy. No subprocesses,
 * no native code, no system information, and never a prompt.
 */
export const PERMISSIONS = [
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--no-prompt",
] as const;

/** All of them, in the order of the tasks in deno.json. */
export const BRACE_FLAGS: readonly string[] = [LAZY, V8, ...PERMISSIONS];
