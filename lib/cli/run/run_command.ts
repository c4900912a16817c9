import { createMasker } from "../../report/mask.ts";
import { declaredHosts } from "../../run/declared_hosts.ts";
import { DiagnosticError } from "../../source/errors.ts";
import { Interruption } from "../../host/terminal/interruption.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { loadingCode } from "../exit_code.ts";
import { loadRun } from "./load_run.ts";
import { Locator } from "./locator.ts";
import type { RunOptions } from "./options.ts";
import { Output } from "./output.ts";
import { performRun } from "./perform_run.ts";
import { runSettings } from "./run_settings.ts";
import { terminalPort, variablePorts } from "./variable_ports.ts";

/**
 * `brace run`: loads what is selected, runs it, prints and writes the reports,
 * and gives the exit code. Nothing is sent when anything of the selection
 * cannot be loaded.
 */
export async function runCommand(options: RunOptions): Promise<number> {
  const masker = createMasker();
  const locator = new Locator();
  const output = new Output(options, locator, masker);
  try {
    if (options.trustScripts && Deno.build.standalone) {
      const { refuseTrust } = await import("./refuse_trust.ts");
      refuseTrust(Deno.args);
    }
    const { value: loaded, diagnostics } = await loadRun(options);
    if (loaded === undefined) {
      await output.diagnostics(diagnostics);
      return loadingCode(diagnostics);
    }
    using interruption = new Interruption();
    const variables = variablePorts(
      loaded,
      options,
      (variable) => masker.addVariable(variable),
      await terminalPort(interruption.interrupt),
    );
    const settings = await runSettings(loaded, options);
    const hosts = declaredHosts(loaded.plan, { ...settings, ports: variables });
    if (options.printHosts) {
      writeOutput(hosts.map((host) => `${host}\n`).join(""));
      return 0;
    }
    return await performRun({
      loaded,
      options,
      settings,
      variables,
      hosts,
      warnings: diagnostics,
      locator,
      masker,
      output,
      interruption,
    });
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    await output.diagnostics(error.diagnostics);
    return loadingCode(error.diagnostics);
  }
}
