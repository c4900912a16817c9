import type { CommandName } from "./command.ts";
import type { CommandLine } from "./flags/command_line.ts";

/** A command in the list of all; its command line is loaded for who asks. */
export interface CommandEntry {
  /** One line for that list. */
  readonly summary: string;
  /** How the list writes it, where the name is not enough. */
  readonly label?: string;
  readonly load: () => Promise<CommandLine>;
}

/** All commands. */
export const COMMANDS: Readonly<Record<CommandName, CommandEntry>> = {
  run: {
    summary: "Run a collection, a folder of it or single requests",
    load: () => import("./flags/specs/run_spec.ts"),
  },
  send: {
    summary: "Send one request without a file",
    load: () => import("./flags/specs/send_spec.ts"),
  },
  report: {
    summary: "Write other reports of JSON reports, one of several",
    load: () => import("./flags/specs/report_spec.ts"),
  },
  render: {
    summary: "Print requests as they would go out, without sending them",
    load: () => import("./flags/specs/render_spec.ts"),
  },
  list: {
    summary: "List requests, with method, URL and tags",
    load: () => import("./flags/specs/list_spec.ts"),
  },
  check: {
    summary: "Find what is wrong with a collection, without sending",
    load: () => import("./flags/specs/check_spec.ts"),
  },
  explain: {
    summary: "Explain a code of an error or warning",
    label: "explain CODE",
    load: () => import("./flags/specs/explain_spec.ts"),
  },
  import: {
    summary:
      "Write a collection from what you have: Bruno, Postman, OpenAPI, curl",
    load: () => import("./flags/specs/import_spec.ts"),
  },
  export: {
    summary: "Write a collection for Postman or Bruno",
    load: () => import("./flags/specs/export_spec.ts"),
  },
  init: {
    summary: "Write a small collection to start from",
    load: () => import("./flags/specs/init_spec.ts"),
  },
  vars: {
    summary: "List variables: value, kind, where each is defined and used",
    load: () => import("./flags/specs/vars_spec.ts"),
  },
  fmt: {
    summary: "Write the files of a collection in one style",
    load: () => import("./flags/specs/fmt_spec.ts"),
  },
  lsp: {
    summary: "Serve an editor: problems, completion, rename (LSP)",
    load: () => import("./flags/specs/lsp_spec.ts"),
  },
  demo: {
    summary: "Run the example collection against an embedded API",
    load: () => import("./flags/specs/demo_spec.ts"),
  },
  completions: {
    summary: "Print completions for a shell",
    label: "completions SHELL",
    load: () => import("./flags/specs/completions_spec.ts"),
  },
  man: {
    summary: "Print the manual page",
    load: () => import("./flags/specs/man_spec.ts"),
  },
  licenses: {
    summary: "Print the licences of Brace and of what it contains",
    load: () => import("./flags/specs/licenses_spec.ts"),
  },
};
