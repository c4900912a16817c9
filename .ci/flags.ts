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
 * peak of one of 2,000 (without, a half more). It is collected in one go: what
 * a stream of 1 GiB leaves behind while V8 marks beside it takes 100 MiB more,
 * and the marking up to a tenth of the processor time of 200 requests.
 *
 * For scripts: V8 does not optimise the sandbox's WebAssembly. To optimise its
 * interpreter, one large function, takes 10 MiB and a sixth of the processor
 * time of 200 requests with scripts. A script wins that back once it computes
 * for longer than a second, and then gains less than a tenth.
 */
export const V8 =
  "--v8-flags=--min-semi-space-size=4,--max-semi-space-size=4,--heap-growing-percent=60,--no-lazy,--liftoff-only,--no-incremental-marking";

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
