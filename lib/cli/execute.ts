import { DiagnosticError } from "../core/source/errors.ts";
import type { Command } from "./command.ts";
import { parseCommand } from "./parse_command.ts";

/** Parses a command line, runs its command and gives the exit code. */
export async function execute(args: readonly string[]): Promise<number> {
  try {
    return await run(await parseCommand(args));
  } catch (error) {
    if (error instanceof DiagnosticError) {
      const [{ printDiagnostics }, { loadingCode }] = await Promise.all([
        import("./print_diagnostics.ts"),
        import("../core/run/exit_code.ts"),
      ]);
      await printDiagnostics(error.diagnostics);
      return loadingCode(error.diagnostics);
    }
    // A defect of Brace itself: no stack trace, which could hold what must not be shown.
    const message = error instanceof Error ? error.message : String(error);
    const { writeError } = await import("../host/terminal/write_output.ts");
    writeError(`error: Brace failed: ${message.split("\n", 1)[0]}\n`);
    return 70;
  }
}

async function run(command: Command): Promise<number> {
  switch (command.kind) {
    case "help": {
      const [{ help }, { writeOutput }] = await Promise.all([
        import("./help.ts"),
        import("../host/terminal/write_output.ts"),
      ]);
      writeOutput(`${await help(command.topic)}\n`);
      return 0;
    }
    case "topic": {
      const { topicCommand } = await import("./topic/topic_command.ts");
      return await topicCommand(command.name);
    }
    case "run": {
      const { configuredRun } = await import("./run/configured_run.ts");
      return await configuredRun(command.flags);
    }
    case "send": {
      const { sendCommand } = await import("./send/send_command.ts");
      return await sendCommand(command.options);
    }
    case "report": {
      const { reportCommand } = await import("./report/report_command.ts");
      return await reportCommand(command.options);
    }
    case "render": {
      const { renderCommand } = await import("./render/render_command.ts");
      return await renderCommand(command.options);
    }
    case "list": {
      const { listCommand } = await import("./list/list_command.ts");
      return await listCommand(command.options);
    }
    case "explain": {
      const { explainCommand } = await import("./explain/explain_command.ts");
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
      const { exportCommand } = await import("./export/export_command.ts");
      return await exportCommand(command.options);
    }
    case "init": {
      const { initCommand } = await import("./init/init_command.ts");
      return await initCommand(command.options);
    }
    case "vars": {
      const { varsCommand } = await import("./vars/vars_command.ts");
      return await varsCommand(command.options);
    }
    case "lsp": {
      const { lspCommand } = await import("./lsp/lsp_command.ts");
      return await lspCommand();
    }
    case "fmt": {
      const { fmtCommand } = await import("./fmt/fmt_command.ts");
      return await fmtCommand(command.options);
    }
    case "completions": {
      const { completionsCommand } = await import(
        "./completions/completions_command.ts"
      );
      return await completionsCommand(command.wanted);
    }
    case "man": {
      const { manCommand } = await import("./man/man_command.ts");
      return await manCommand();
    }
    case "licenses": {
      const { licensesCommand } = await import(
        "./licenses/licenses_command.ts"
      );
      return licensesCommand();
    }
    case "demo": {
      const { demoCommand } = await import("./demo/demo_command.ts");
      return await demoCommand(command.options);
    }
    default:
      return command satisfies never;
  }
}
