import type { AnyCommandName, CommandLine } from "./command.ts";
import type { SPECS } from "./flags/specs/specs.ts";

/** A command in the list of all; its command line is loaded for who asks. */
export interface CommandEntry {
  /** One line for that list. */
  readonly summary: string;
  /** How the list writes it, where the name is not enough. */
  readonly label?: string;
  readonly load: () => Promise<CommandLine>;
}

/** The command line of any command but `run`; they are loaded together. */
function other(name: keyof typeof SPECS): CommandEntry["load"] {
  return async () => (await import("./flags/specs/specs.ts")).SPECS[name];
}

/** All commands. */
export const COMMANDS: Readonly<Record<AnyCommandName, CommandEntry>> = {
  run: {
    summary: "Run a collection, a folder of it or single requests",
    load: async () => (await import("./flags/specs/run_spec.ts")).runSpec,
  },
  send: {
    summary: "Send one request without a file",
    load: other("send"),
  },
  report: {
    summary: "Turn JSON reports into other reports, or merge them",
    load: other("report"),
  },
  render: {
    summary: "Print requests as they would go out, without sending them",
    load: other("render"),
  },
  list: {
    summary: "List requests, with method, URL and tags",
    load: other("list"),
  },
  check: {
    summary: "Find problems in a collection, without sending",
    load: other("check"),
  },
  explain: {
    summary: "Explain a code of an error or warning",
    label: "explain CODE",
    load: other("explain"),
  },
  import: {
    summary: "Make a collection from Bruno, Postman, OpenAPI, curl and others",
    load: other("import"),
  },
  export: {
    summary: "Write a collection for Postman or Bruno, or a load test",
    load: other("export"),
  },
  init: {
    summary: "Write a small collection to start from",
    load: other("init"),
  },
  vars: {
    summary: "List variables: value, kind, where each is defined and used",
    load: other("vars"),
  },
  fmt: {
    summary: "Write the files of a collection in one style",
    load: other("fmt"),
  },
  lsp: {
    summary: "Serve an editor: problems, completion, rename (LSP)",
    load: other("lsp"),
  },
  worker: {
    summary: "Run virtual users for a load generator",
    load: other("worker"),
  },
  mcp: {
    summary: "Serve an agent: list, run, explain, safely (MCP)",
    load: other("mcp"),
  },
  open: {
    summary: "Open a collection in your browser: edit, send, run",
    load: other("open"),
  },
  demo: {
    summary: "Run the example collection against an embedded API",
    load: other("demo"),
  },
  completions: {
    summary: "Print completions for a shell",
    label: "completions SHELL",
    load: other("completions"),
  },
  man: {
    summary: "Print the manual page",
    load: other("man"),
  },
  licenses: {
    summary: "Print the licences of Brace and the packages in it",
    load: other("licenses"),
  },
};
