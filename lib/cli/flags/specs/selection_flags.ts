import { UNDEFINED_MODES } from "../../../core/scope/undefined_mode.ts";
import { RUN_DEFAULTS } from "../../../host/run/options.ts";
import type { FlagGroup } from "../flag.ts";
import {
  ALLOW_ENV,
  ENV_FILE,
  ENV_VAR,
  GLOBAL_ENV,
  SECRETS_FILE,
  VAR,
} from "./shared_flags.ts";

/** Flags that say which requests: shared by `run` and `render`. */
export const SELECTION_FLAGS: FlagGroup = {
  title: "Selection",
  flags: [
    {
      name: "tags",
      value: "TAG,…",
      help: "Only requests with one of these tags, their own or a folder's",
    },
    {
      name: "exclude-tags",
      value: "TAG,…",
      help: "No request with one of these tags",
    },
    {
      name: "failed-in",
      value: "FILE",
      help: "Only what did not pass in the run of this JSON report",
    },
    {
      name: "with-needed",
      help: "Also the requests whose scripts set what these use",
    },
  ],
};

/** Flags that decide what a request says: shared by `run` and `render`. */
export const VALUE_FLAGS: FlagGroup = {
  title: "Values",
  flags: [
    {
      name: "env",
      short: "e",
      value: "NAME",
      help: "Use the environment of this name; repeatable, later ones win",
      repeatable: true,
    },
    ENV_FILE,
    SECRETS_FILE,
    GLOBAL_ENV,
    VAR,
    ENV_VAR,
    {
      name: "prompt",
      value: "TEXT=VALUE",
      help: "Answer the placeholder {{?TEXT}}; repeatable",
      repeatable: true,
    },
    {
      name: "undefined",
      value: UNDEFINED_MODES.join("|"),
      help: "What an unresolvable placeholder does",
      default: RUN_DEFAULTS.undefined,
    },
    ALLOW_ENV,
    {
      name: "seed",
      value: "TEXT",
      help: "Make {{$uuid}}, Math.random and their like repeatable",
    },
    {
      name: "now",
      value: "TIME",
      help: "Set the clock of generators and scripts (ISO 8601)",
    },
  ],
};
