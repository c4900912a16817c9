import type { CommandName } from "../command.ts";
import { CHECK_SPEC } from "./check_spec.ts";
import { COMPLETIONS_SPEC } from "./completions_spec.ts";
import { DEMO_SPEC } from "./demo_spec.ts";
import type { CommandSpec } from "./flag.ts";
import { EXPLAIN_SPEC } from "./explain_spec.ts";
import { EXPORT_SPEC } from "./export_spec.ts";
import { FMT_SPEC } from "./fmt_spec.ts";
import { IMPORT_SPEC } from "./import_spec.ts";
import { INIT_SPEC } from "./init_spec.ts";
import { LICENSES_SPEC } from "./licenses_spec.ts";
import { LIST_SPEC } from "./list_spec.ts";
import { MAN_SPEC } from "./man_spec.ts";
import { LSP_SPEC } from "./lsp_spec.ts";
import { RENDER_SPEC } from "./render_spec.ts";
import { REPORT_SPEC } from "./report_spec.ts";
import { RUN_SPEC } from "./run_spec.ts";
import { SEND_SPEC } from "./send_spec.ts";
import { VARS_SPEC } from "./vars_spec.ts";

/** The command lines of all commands. */
export const SPECS: Record<CommandName, CommandSpec> = {
  run: RUN_SPEC,
  send: SEND_SPEC,
  report: REPORT_SPEC,
  render: RENDER_SPEC,
  list: LIST_SPEC,
  check: CHECK_SPEC,
  explain: EXPLAIN_SPEC,
  import: IMPORT_SPEC,
  export: EXPORT_SPEC,
  init: INIT_SPEC,
  vars: VARS_SPEC,
  fmt: FMT_SPEC,
  lsp: LSP_SPEC,
  demo: DEMO_SPEC,
  completions: COMPLETIONS_SPEC,
  man: MAN_SPEC,
  licenses: LICENSES_SPEC,
};
