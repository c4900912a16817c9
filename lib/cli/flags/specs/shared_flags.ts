import type { Flag } from "../flag.ts";
import { FORMATS } from "../formats.ts";

/** Flags of every command that prints in colours. */
export const COLOR_FLAGS: readonly Flag[] = [
  { name: "color", help: "Use colours, on a terminal or not" },
  { name: "no-color", help: "Use no colours" },
];

/** What commands print that programs read, too. */
export const TEXT_OR_JSON: Flag = {
  name: "format",
  value: FORMATS.join("|"),
  default: FORMATS[0],
  help: "For people, or for programs",
};

/** Global variables. */
export const GLOBAL_ENV: Flag = {
  name: "global-env",
  value: "FILE",
  help: "Take global variables from this environment file",
};

/** Runtime variables. */
export const VAR: Flag = {
  name: "var",
  value: "NAME=VALUE",
  help: "Set a runtime variable, as client.setVar does; repeatable",
  repeatable: true,
};

/** Variables of one environment. */
export const ENV_VAR: Flag = {
  name: "env-var",
  value: "NAME=VALUE",
  help: "Replace a variable of the environment; repeatable",
  repeatable: true,
};
