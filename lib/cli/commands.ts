import type { Command, CommandName } from "./command.ts";
import type { CommandSpec } from "./flags/flag.ts";
import type { FlagValues } from "./flags/flag_values.ts";
import { FORMATS } from "./flags/formats.ts";
import { CHECK_SPEC } from "./flags/specs/check_spec.ts";
import { COMPLETIONS_SPEC } from "./flags/specs/completions_spec.ts";
import { DEMO_SPEC } from "./flags/specs/demo_spec.ts";
import { EXPLAIN_SPEC } from "./flags/specs/explain_spec.ts";
import { EXPORT_SPEC } from "./flags/specs/export_spec.ts";
import { FMT_SPEC } from "./flags/specs/fmt_spec.ts";
import { IMPORT_SPEC } from "./flags/specs/import_spec.ts";
import { INIT_SPEC } from "./flags/specs/init_spec.ts";
import { LICENSES_SPEC } from "./flags/specs/licenses_spec.ts";
import { LIST_SPEC } from "./flags/specs/list_spec.ts";
import { LSP_SPEC } from "./flags/specs/lsp_spec.ts";
import { MAN_SPEC } from "./flags/specs/man_spec.ts";
import { RENDER_SPEC } from "./flags/specs/render_spec.ts";
import { REPORT_SPEC } from "./flags/specs/report_spec.ts";
import { RUN_SPEC } from "./flags/specs/run_spec.ts";
import { SEND_SPEC } from "./flags/specs/send_spec.ts";
import { VARS_SPEC } from "./flags/specs/vars_spec.ts";
import { toCheckOptions } from "./flags/to_check_options.ts";
import { toColor } from "./flags/to_color.ts";
import { toCompleted } from "./flags/to_completed.ts";
import { toDemoOptions } from "./flags/to_demo_options.ts";
import { toExportOptions } from "./flags/to_export_options.ts";
import { toImportOptions } from "./flags/to_import_options.ts";
import { toRenderOptions } from "./flags/to_render_options.ts";
import { toReportOptions } from "./flags/to_report_options.ts";
import { toRunOptions } from "./flags/to_run_options.ts";
import { toSendOptions } from "./flags/to_send_options.ts";
import { toVarsOptions } from "./flags/to_vars_options.ts";

/** The command line of a command, and what it asks for. */
export interface CommandEntry {
  readonly spec: CommandSpec;
  /** @throws {UsageError} A flag's value is wrong, or flags exclude each other. */
  readonly toCommand: (flags: FlagValues) => Command;
}

/** All commands. */
export const COMMANDS: Readonly<Record<CommandName, CommandEntry>> = {
  run: {
    spec: RUN_SPEC,
    // What brace.yaml says is still to be added.
    toCommand: (flags) => ({ kind: "run", flags }),
  },
  send: {
    spec: SEND_SPEC,
    toCommand: (flags) => ({ kind: "send", options: toSendOptions(flags) }),
  },
  report: {
    spec: REPORT_SPEC,
    toCommand: (flags) => ({ kind: "report", options: toReportOptions(flags) }),
  },
  render: {
    spec: RENDER_SPEC,
    toCommand: (flags) => ({ kind: "render", options: toRenderOptions(flags) }),
  },
  list: {
    spec: LIST_SPEC,
    toCommand: (flags) => ({
      kind: "list",
      options: {
        ...toRunOptions(flags),
        format: flags.choiceOrFirst("format", FORMATS),
      },
    }),
  },
  check: {
    spec: CHECK_SPEC,
    toCommand(flags) {
      // What is wrong with it is told before a file is read.
      toCheckOptions(flags);
      return { kind: "check", flags };
    },
  },
  explain: {
    spec: EXPLAIN_SPEC,
    toCommand: (flags) => ({ kind: "explain", code: flags.positionals[0] }),
  },
  import: {
    spec: IMPORT_SPEC,
    toCommand: (flags) => ({ kind: "import", options: toImportOptions(flags) }),
  },
  export: {
    spec: EXPORT_SPEC,
    toCommand: (flags) => ({ kind: "export", options: toExportOptions(flags) }),
  },
  init: {
    spec: INIT_SPEC,
    toCommand: (flags) => ({
      kind: "init",
      options: { folder: flags.positionals[0] ?? "." },
    }),
  },
  vars: {
    spec: VARS_SPEC,
    toCommand: (flags) => ({ kind: "vars", options: toVarsOptions(flags) }),
  },
  fmt: {
    spec: FMT_SPEC,
    toCommand: (flags) => ({
      kind: "fmt",
      options: {
        paths: flags.positionals,
        check: flags.has("check"),
        color: toColor(flags),
      },
    }),
  },
  lsp: {
    spec: LSP_SPEC,
    toCommand: () => ({ kind: "lsp" }),
  },
  demo: {
    spec: DEMO_SPEC,
    toCommand: (flags) => ({ kind: "demo", options: toDemoOptions(flags) }),
  },
  completions: {
    spec: COMPLETIONS_SPEC,
    toCommand: (flags) => ({ kind: "completions", wanted: toCompleted(flags) }),
  },
  man: {
    spec: MAN_SPEC,
    toCommand: () => ({ kind: "man" }),
  },
  licenses: {
    spec: LICENSES_SPEC,
    toCommand: () => ({ kind: "licenses" }),
  },
};
