import { nearest } from "../source/nearest.ts";
import { type Command, COMMAND_NAMES, type CommandName } from "./command.ts";
import { SERVE_PORT } from "./demo/options.ts";
import { ASKED, type Completed, SHELLS } from "./completions/shells.ts";
import type { FlagValues } from "./flags/flag_values.ts";
import { parseFlags } from "./flags/parse_flags.ts";
import { SPECS } from "./flags/specs.ts";
import { toCheckOptions } from "./flags/to_check_options.ts";
import { toColor } from "./flags/to_color.ts";
import { toExportOptions } from "./flags/to_export_options.ts";
import { toImportOptions } from "./flags/to_import_options.ts";
import { toReportOptions } from "./flags/to_report_options.ts";
import { toRenderOptions } from "./flags/to_render_options.ts";
import { toRunOptions } from "./flags/to_run_options.ts";
import { TOPIC_NAMES } from "./topic/topics.ts";
import { toSendOptions } from "./flags/to_send_options.ts";
import { toVarsOptions } from "./flags/to_vars_options.ts";
import { usageError } from "./usage_error.ts";

/**
 * Reads a command line: the program's arguments become a command as data.
 *
 * @throws {UsageError} when it is wrong.
 */
export function parseCommand(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === undefined || first === "help") {
    return helpFor(rest[0]);
  }
  const name = COMMAND_NAMES.find((name) => name === first);
  if (name === undefined) throw unknownCommand(first);
  const flags = parseFlags(SPECS[name], rest);
  if (flags.has("help")) return { kind: "help", topic: name };
  return toCommand(name, flags);
}

function toCommand(name: CommandName, flags: FlagValues): Command {
  switch (name) {
    case "run":
      return { kind: "run", flags };
    case "send":
      return { kind: "send", options: toSendOptions(flags) };
    case "report":
      return { kind: "report", options: toReportOptions(flags) };
    case "render":
      return {
        kind: "render",
        options: toRenderOptions(flags),
      };
    case "list":
      return {
        kind: "list",
        options: {
          ...toRunOptions(flags),
          format: flags.choice("format", ["text", "json"]) ?? "text",
        },
      };
    case "explain":
      return { kind: "explain", code: flags.positionals[0] };
    case "check":
      return { kind: "check", options: toCheckOptions(flags) };
    case "import":
      return { kind: "import", options: toImportOptions(flags) };
    case "export":
      return { kind: "export", options: toExportOptions(flags) };
    case "init":
      return {
        kind: "init",
        options: { folder: flags.positionals[0] ?? "." },
      };
    case "vars":
      return { kind: "vars", options: toVarsOptions(flags) };
    case "lsp":
      return { kind: "lsp" };
    case "fmt":
      return {
        kind: "fmt",
        options: {
          paths: flags.positionals,
          check: flags.has("check"),
          color: toColor(flags),
        },
      };
    case "completions":
      return { kind: "completions", wanted: toCompleted(flags.positionals) };
    case "man":
    case "licenses":
      return { kind: name };
    case "demo": {
      const serve = flags.has("serve");
      const port = flags.integer("port") ?? (serve ? SERVE_PORT : 0);
      if (port > 65535) {
        throw usageError(`Cannot use "--port ${port}": greater than 65535`, {
          command: name,
        });
      }
      return { kind: "demo", options: { serve, port } };
    }
    default:
      return name satisfies never;
  }
}

function toCompleted(
  [first, word = ""]: readonly string[],
): Completed {
  const kind = ASKED.find((one) => one === first);
  if (kind !== undefined) return { kind, word };
  const shell = SHELLS.find((one) => one === first);
  if (shell !== undefined && word === "") return { kind: "script", shell };
  throw usageError(
    first === undefined
      ? `Cannot write completions: name the shell, one of ${SHELLS.join(", ")}`
      : `Cannot write completions for "${shell ? word : first}": known are ${
        SHELLS.join(", ")
      }`,
    { command: "completions" },
  );
}

/** `brace help WORD`: the flags of a command, or a page of the documentation. */
function helpFor(word: string | undefined): Command {
  if (word === undefined) return { kind: "help" };
  const command = COMMAND_NAMES.find((name) => name === word);
  if (command !== undefined) return { kind: "help", topic: command };
  const name = TOPIC_NAMES.find((topic) => topic === word);
  if (name !== undefined) return { kind: "topic", name };
  const near = nearest(word, [...COMMAND_NAMES, ...TOPIC_NAMES]);
  throw usageError(
    `Cannot help with "${word}": neither a command nor a topic${
      near === undefined ? "" : ` (did you mean "brace help ${near}"?)`
    }`,
    near === undefined ? {} : { suggestion: near },
  );
}

function unknownCommand(name: string): Error {
  if (name.startsWith("-")) {
    const near = nearest(name, ["--help", "--version"]);
    if (near !== undefined) {
      return usageError(
        `Cannot use "${name}": there is no such flag (did you mean "${near}"?)`,
        { suggestion: near },
      );
    }
    return usageError(
      `Cannot use "${name}": flags follow a command, "brace run ${name}"`,
    );
  }
  if (/[/\\.]/.test(name)) {
    return usageError(
      `Cannot use "${name}": not a command (did you mean "brace run ${name}"?)`,
    );
  }
  if (TOPIC_NAMES.some((topic) => topic === name)) {
    return usageError(
      `Cannot use "${name}": not a command (did you mean "brace help ${name}"?)`,
    );
  }
  const near = nearest(name, COMMAND_NAMES);
  const hint = near === undefined
    ? ` (a collection is run with "brace run ${name}")`
    : ` (did you mean "brace ${near}"?)`;
  return usageError(`Cannot use "${name}": not a command${hint}`, {
    ...(near === undefined ? {} : { suggestion: near }),
  });
}
