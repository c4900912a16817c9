import { writeError, writeOutput } from "../host/terminal/write_output.ts";
import { DiagnosticError } from "../core/source/errors.ts";
import {
  type Command,
  COMMAND_NAMES,
  type CommandName,
  HIDDEN_NAMES,
} from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { parseFlags } from "./flags/parse_flags.ts";
import { nearest } from "../core/source/nearest.ts";
import { TOPIC_NAMES } from "./topic/topics.ts";
import { forCommand } from "./for_command.ts";
import { usageError } from "./usage_error.ts";

/** Parses a command line, runs its command and gives the exit code. */
export async function execute(args: readonly string[]): Promise<number> {
  let command: Command | undefined;
  try {
    command = await parseCommand(args);
    return await run(command);
  } catch (error) {
    if (error instanceof DiagnosticError) {
      if (args[0] === "run" && command === undefined) {
        const { refuseArguments } = await import("./run/refused_line.ts");
        return await refuseArguments(args.slice(1), error.diagnostics);
      }
      const { printDiagnostics } = await import("./print_diagnostics.ts");
      const { diagnostics } = error;
      return await printDiagnostics(
        command ? forCommand(nameOf(command), diagnostics) : diagnostics,
      );
    }
    // A defect of Brace itself: no stack trace, which could hold what must not be shown.
    const message = error instanceof Error ? error.message : String(error);
    writeError(`error: Brace failed: ${message.split("\n", 1)[0]}\n`);
    return 70;
  }
}

/** How a command is written. */
function nameOf(command: Command): string {
  return command.kind === "export"
    ? `export ${command.options.kind}`
    : command.kind;
}

async function run(command: Command): Promise<number> {
  switch (command.kind) {
    case "help": {
      const { help } = await import("./help.ts");
      writeOutput(`${await help(command.topic)}\n`);
      return 0;
    }
    case "topic": {
      const { topicCommand } = await import("./commands/print_commands.ts");
      return topicCommand(command.name);
    }
    case "run": {
      const { configuredRun } = await import("./run/run_command.ts");
      return await configuredRun(command.flags);
    }
    case "send": {
      const { sendCommand } = await import("./commands/send_command.ts");
      const { withGlobals } = await import("./config/with_globals.ts");
      return await sendCommand(await withGlobals(undefined, command.options));
    }
    case "report": {
      const { reportCommand } = await import("./commands/report_command.ts");
      return await reportCommand(command.options);
    }
    case "render": {
      const { renderCommand } = await import("./render/render_command.ts");
      const { withGlobals } = await import("./config/with_globals.ts");
      const { options } = command;
      return await renderCommand(await withGlobals(options.paths[0], options));
    }
    case "list": {
      const { listCommand } = await import("./commands/list_command.ts");
      return await listCommand(command.options);
    }
    case "explain": {
      const { explainCommand } = await import("./commands/explain_command.ts");
      return explainCommand(command.code);
    }
    case "check": {
      const { configuredCheck } = await import("./check/configured_check.ts");
      return await configuredCheck(command.flags);
    }
    case "import": {
      const { importCommand } = await import("./import/import_command.ts");
      return await importCommand(command.options);
    }
    case "export": {
      const { exportCommand } = await import("./commands/export_command.ts");
      return await exportCommand(command.options);
    }
    case "init": {
      const { initCommand } = await import("./commands/init_command.ts");
      return await initCommand(command.options);
    }
    case "vars": {
      const { varsCommand } = await import("./commands/vars_command.ts");
      return await varsCommand(command.options);
    }
    case "lsp": {
      const { lspCommand } = await import("./commands/lsp_command.ts");
      return await lspCommand();
    }
    case "worker": {
      const { workerCommand } = await import("./commands/worker_command.ts");
      return await workerCommand();
    }
    case "mcp": {
      const { mcpCommand } = await import("./mcp/mcp_command.ts");
      return await mcpCommand(command.options);
    }
    case "open": {
      const { openCommand } = await import("./commands/open_command.ts");
      const { withGlobals } = await import("./config/with_globals.ts");
      const { path, run } = command.options;
      return await openCommand({
        ...command.options,
        run: await withGlobals(path, run ?? {}),
      });
    }
    case "fmt": {
      const { fmtCommand } = await import("./commands/fmt_command.ts");
      return await fmtCommand(command.options);
    }
    case "completions": {
      const { completionsCommand } = await import(
        "./completions/completions_command.ts"
      );
      return await completionsCommand(command.wanted);
    }
    case "man": {
      const { manCommand } = await import("./commands/print_commands.ts");
      return await manCommand();
    }
    case "licenses": {
      const { licensesCommand } = await import("./commands/print_commands.ts");
      return licensesCommand();
    }
    case "demo": {
      const { demoCommand } = await import("./commands/demo_command.ts");
      return await demoCommand(command.options);
    }
    default:
      return command satisfies never;
  }
}

/**
 * Reads a command line: the program's arguments become a command as data.
 *
 * @throws {UsageError} when it is wrong.
 */
export async function parseCommand(
  args: readonly string[],
): Promise<Command> {
  const [first, ...rest] = args;
  if (first === undefined || first === "help") {
    return helpFor(rest[0]);
  }
  const name = [...COMMAND_NAMES, ...HIDDEN_NAMES]
    .find((name) => name === first);
  if (name === undefined) {
    throw unknownCommand(first);
  }
  const { spec, toCommand } = await COMMANDS[name].load();
  if (
    name === "run" &&
    rest.some((it) => /^(?:--folder|--name|--request|-i)(?:=|$)/.test(it))
  ) {
    const { refuseFolder } = await import("./flags/folder_flag.ts");
    refuseFolder(spec, rest);
  }
  const flags = parseFlags(spec, rest);
  if (flags.has("help")) return { kind: "help", topic: name };
  return toCommand(flags);
}

/**
 * `brace help WORD`: the flags of a command, or a page of the documentation.
 *
 * @throws {UsageError} There is neither.
 */
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

/** What other programs call a command. */
const OTHER_NAMES: ReadonlyMap<string, CommandName> = new Map([
  ["test", "run"],
  ["exec", "run"],
  ["ls", "list"],
  ["lint", "check"],
  ["validate", "check"],
  ["convert", "import"],
  ["new", "init"],
  ["create", "init"],
  ["ui", "open"],
  ["gui", "open"],
]);

/** The error for a first word that is no command: what was meant by it. */
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
  if (name === "version") {
    return usageError(
      `Cannot use "version": not a command (did you mean "brace --version"?)`,
      { suggestion: "--version" },
    );
  }
  const near = OTHER_NAMES.get(name) ?? nearest(name, COMMAND_NAMES);
  const hint = near === undefined
    ? ` (to run a collection, write "brace run ${name}")`
    : ` (did you mean "brace ${near}"?)`;
  return usageError(`Cannot use "${name}": not a command${hint}`, {
    ...(near === undefined ? {} : { suggestion: near }),
  });
}
