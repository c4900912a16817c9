import { checkSpec } from "./check_spec.ts";
import { demoSpec } from "./demo_spec.ts";
import { exportSpec } from "./export_spec.ts";
import { importSpec } from "./import_spec.ts";
import { mcpSpec } from "./mcp_spec.ts";
import { openSpec } from "./open_spec.ts";
import { renderSpec } from "./render_spec.ts";
import { reportSpec } from "./report_spec.ts";
import { sendSpec } from "./send_spec.ts";
import { varsSpec } from "./vars_spec.ts";
import type { CommandLine } from "../../command.ts";
import { ASKED, type Completed, SHELLS } from "../../completions/shells.ts";
import { usageError } from "../../usage_error.ts";
import type { FlagValues } from "../flag_values.ts";
import { FORMATS, TEXT_OR_JSON } from "../flag.ts";
import { COLOR_FLAGS, runFlags } from "../run_flags.ts";
import { toRunCommandOptions } from "../to_run_options.ts";
import { toColor } from "../to_check_options.ts";

/** The command line of `brace explain`. */
const explainSpec: CommandLine = {
  spec: {
    name: "explain",
    description:
      "Explains a diagnostic's code: what it means, how to fix it, and an example.\nWithout a code, lists all of them.",
    usage: "[CODE]",
    positionals: 1,
    groups: [],
    examples: [
      { line: "brace explain UNDEFINED_VARIABLE", note: "one code" },
      { line: "brace explain", note: "all codes" },
    ],
  },
  toCommand: (flags) => ({
    kind: "explain",
    code: flags.positionals[0],
  }),
};

/** The command line of `brace list`. */
const listSpec: CommandLine = {
  spec: {
    name: "list",
    description:
      "Lists the requests that a run with the same selection sends, in its order: setup\nfirst, teardown last. Shows method, path, name, URL and tags, and the\nenvironments. Sends nothing.",
    usage: "[paths…] [flags]",
    positionals: Infinity,
    groups: [runFlags("Selection"), {
      title: "Output",
      flags: [
        TEXT_OR_JSON,
        ...COLOR_FLAGS,
      ],
    }],
    examples: [
      { line: "brace list", note: "the collection of the current folder" },
      { line: "brace list 'users/**' --tags smoke", note: "part of it" },
      { line: "brace list --format json", note: "for programs" },
    ],
  },
  toCommand: (flags) => ({
    kind: "list",
    options: {
      ...toRunCommandOptions(flags),
      format: flags.choiceOrFirst("format", FORMATS),
    },
  }),
};

/** The command line of `brace fmt`. */
const fmtSpec: CommandLine = {
  spec: {
    name: "fmt",
    description:
      "Writes the YAML files of a collection in one style: keys in Bruno's order,\nquotes around placeholders, bodies and scripts as blocks, indented JSON bodies.\nKeeps comments and the meaning of the files. Does not change .bru files.",
    usage: "[paths…] [flags]",
    positionals: Infinity,
    groups: [{
      title: "Output",
      flags: [
        {
          name: "check",
          help:
            "List the files that would change, without writing, and exit with 1 if there are any",
        },
        ...COLOR_FLAGS,
      ],
    }],
    examples: [
      { line: "brace fmt", note: "the collection of the current folder" },
      { line: "brace fmt users", note: "part of it" },
      { line: "brace fmt --check", note: "in CI" },
    ],
  },
  toCommand: (flags) => ({
    kind: "fmt",
    options: {
      paths: flags.positionals,
      check: flags.has("check"),
      color: toColor(flags),
    },
  }),
};

/** The command line of `brace init`. */
const initSpec: CommandLine = {
  spec: {
    name: "init",
    description:
      "Writes a small, commented collection for the API of brace demo --serve. Never\noverwrites a file.",
    usage: "[folder] [flags]",
    positionals: 1,
    groups: [{
      title: "Files",
      flags: [{
        name: "types",
        help:
          "Write only brace.d.ts, which describes the script API to editors; use it in an existing collection",
      }],
    }],
    examples: [
      { line: "brace init my-api", note: "a new folder" },
      { line: "brace init", note: "the current folder" },
      { line: "brace init --types", note: "types for a collection here" },
    ],
  },
  toCommand: (flags) => ({
    kind: "init",
    options: {
      folder: flags.positionals[0] ?? ".",
      onlyTypes: flags.has("types"),
    },
  }),
};

/** The command line of `brace lsp`. */
const lspSpec: CommandLine = {
  spec: {
    name: "lsp",
    description:
      "Starts a language server on standard input and output for your editor: problems\nas you type, completion, hover, definitions, references, rename, fixes,\nformatting. Only reads files. To set up your editor, see docs/editors.md.",
    usage: "[flags]",
    positionals: 0,
    groups: [{
      title: "Connection",
      flags: [
        { name: "stdio", help: "Use standard input and output (always on)" },
      ],
    }],
    examples: [
      { line: "brace lsp", note: "the command for your editor" },
    ],
  },
  toCommand: () => ({ kind: "lsp" }),
};

/** The command line of `brace worker`. */
const workerSpec: CommandLine = {
  spec: {
    name: "worker",
    description:
      "Runs a collection as virtual users for a load generator, which starts this\ncommand and talks to it over standard input and output. docs/load.md describes\nboth the load generator and the messages.",
    usage: "",
    positionals: 0,
    groups: [],
    examples: [
      { line: "brace worker", note: "as artillery-engine-brace starts it" },
    ],
  },
  toCommand: () => ({ kind: "worker" }),
};

/** The command line of `brace completions`. */
const completionsSpec: CommandLine = {
  spec: {
    name: "completions",
    description:
      "Prints a script that your shell needs to complete commands, flags, their values,\nenvironments and the paths of requests. (For the last two, the script calls\nbrace completions environments|paths WORD, which reads no requests.)",
    usage: "bash|zsh|fish|powershell",
    positionals: 2,
    groups: [],
    examples: [
      { line: "brace completions bash", note: "to source in ~/.bashrc" },
      { line: "brace completions zsh", note: "to write to a folder of $fpath" },
    ],
  },
  toCommand: (flags) => ({
    kind: "completions",
    wanted: toCompleted(flags),
  }),
};

/** The command line of `brace man`. */
const manSpec: CommandLine = {
  spec: {
    name: "man",
    description:
      "Prints the manual page of Brace, with all commands and flags, in the format of\nman.",
    usage: "",
    positionals: 0,
    groups: [],
    examples: [
      {
        line: "brace man",
        note: "save it as man1/brace.1 in a folder of $MANPATH",
      },
    ],
  },
  toCommand: () => ({ kind: "man" }),
};

/** The command line of `brace licenses`. */
const licensesSpec: CommandLine = {
  spec: {
    name: "licenses",
    description:
      "Prints the licences of Brace and of every package that it contains.",
    usage: "",
    positionals: 0,
    groups: [],
    examples: [{ line: "brace licenses", note: "all of them" }],
  },
  toCommand: () => ({ kind: "licenses" }),
};

/**
 * The command lines of all commands but `run`, which starts without the others.
 * Those with many flags have a file of their own.
 */
export const SPECS = {
  send: sendSpec,
  report: reportSpec,
  render: renderSpec,
  list: listSpec,
  check: checkSpec,
  explain: explainSpec,
  import: importSpec,
  export: exportSpec,
  init: initSpec,
  vars: varsSpec,
  fmt: fmtSpec,
  lsp: lspSpec,
  worker: workerSpec,
  mcp: mcpSpec,
  open: openSpec,
  demo: demoSpec,
  completions: completionsSpec,
  man: manSpec,
  licenses: licensesSpec,
};

/**
 * What `brace completions` is asked for.
 *
 * @throws {UsageError} No shell is named, or one that is not known.
 */
function toCompleted(flags: FlagValues): Completed {
  const [first, word = ""] = flags.positionals;
  const kind = ASKED.find((one) => one === first);
  if (kind !== undefined) return { kind, word };
  const shell = SHELLS.find((one) => one === first);
  if (shell !== undefined && word === "") return { kind: "script", shell };
  const known = SHELLS.join(", ");
  throw usageError(
    first === undefined
      ? `Cannot write completions: name the shell, one of ${known}`
      : `Cannot write completions for "${
        shell ? word : first
      }": use one of ${known}`,
    { command: flags.command },
  );
}
