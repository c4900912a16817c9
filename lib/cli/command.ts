import type { DemoOptions } from "./demo/options.ts";
import type { InitOptions } from "./init/options.ts";
import type { RunOptions } from "./run/options.ts";

/** The commands by name. */
export const COMMAND_NAMES = ["run", "render", "init", "demo"] as const;

/** The name of a command. */
export type CommandName = typeof COMMAND_NAMES[number];

/** What the command line asks for: arguments become this before anything runs. */
export type Command =
  | { readonly kind: "help"; readonly topic?: CommandName }
  | { readonly kind: "run"; readonly options: RunOptions }
  | { readonly kind: "render"; readonly options: RunOptions }
  | { readonly kind: "init"; readonly options: InitOptions }
  | { readonly kind: "demo"; readonly options: DemoOptions };
