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

/** Environments of other places. */
export const ENV_FILE: Flag = {
  name: "env-file",
  value: "FILE",
  help:
    "Use this environment, mapping (YAML, JSON) or .env besides; repeatable",
  repeatable: true,
};

/** Values of secrets. */
export const SECRETS_FILE: Flag = {
  name: "secrets-file",
  value: "FILE",
  help: "Take values of secret variables from this mapping or .env",
};

/** What may be read of the process's environment. */
export const ALLOW_ENV: Flag = {
  name: "allow-env",
  value: "NAME,…",
  optional: true,
  help: "Let {{process.env.NAME}} read these, or all",
};

/** Files of other places. */
export const ALLOW_READ: Flag = {
  name: "allow-read",
  value: "PATH,…",
  help: "Files outside the collection that bodies may send",
};

/** Defaults of flags. */
export const PROFILE: Flag = {
  name: "profile",
  value: "NAME",
  help: "Use this profile of brace.yaml, which holds defaults of flags",
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
