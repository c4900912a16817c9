import type { CommandName } from "../command.ts";
import { DEMO_SPEC } from "./demo_spec.ts";
import type { CommandSpec } from "./flag.ts";
import { INIT_SPEC } from "./init_spec.ts";
import { RENDER_SPEC } from "./render_spec.ts";
import { RUN_SPEC } from "./run_spec.ts";

/** The command lines of all commands. */
export const SPECS: Record<CommandName, CommandSpec> = {
  run: RUN_SPEC,
  render: RENDER_SPEC,
  init: INIT_SPEC,
  demo: DEMO_SPEC,
};
