import type { FileAccess } from "../../host/http/body_file.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { createMasker } from "../../report/mask.ts";
import { stepLabel } from "../../report/step_label.ts";
import { escapeControls } from "../../report/text/escape_controls.ts";
import { createPolicy } from "../../request/policy.ts";
import type { RenderedRequest } from "../../request/types.ts";
import { failureOf, renderFailure } from "../../run/failure_of.ts";
import { type RenderedStep, renderSteps } from "../../run/render_steps.ts";
import type { FailureClass } from "../../run/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { exitCode, loadingCode } from "../exit_code.ts";
import { loadRun } from "../run/load_run.ts";
import { Locator } from "../run/locator.ts";
import type { RunOptions } from "../run/options.ts";
import { Output } from "../run/output.ts";
import { runCookies } from "../run/run_cookies.ts";
import { createPorts } from "../run/run_ports.ts";
import { runSettings } from "../run/run_settings.ts";
import { terminalPort, variablePorts } from "../run/variable_ports.ts";
import { styleFor } from "../style_for.ts";
import { formatMessage } from "./format_message.ts";
import { type WireMessage, wireMessage } from "./wire_message.ts";

/**
 * `brace render`: prints the selected requests as they would go out, and sends
 * nothing. Gives the exit code of a run that ends each request before it is
 * sent.
 */
export async function renderCommand(options: RunOptions): Promise<number> {
  const masker = createMasker();
  const output = new Output(options, new Locator(), masker);
  const style = styleFor(Deno.stdout, options.color);
  const { value: loaded, diagnostics } = await loadRun(options);
  await output.diagnostics(diagnostics);
  if (loaded === undefined) return loadingCode(diagnostics);

  const variables = variablePorts(
    loaded,
    options,
    (variable) => masker.addVariable(variable),
    await terminalPort(),
  );
  // Nothing is declared: whatever tried to connect would be refused.
  using ports = createPorts({
    loaded,
    options,
    variables,
    policy: createPolicy({ declared: [], allow: [], deny: [] }),
    cookies: runCookies(options, loaded.collection),
  });
  const { plan, collection } = loaded;
  const files = { root: collection.root, allowRead: options.allowRead };
  const results: { index: number; failures: readonly FailureClass[] }[] = [];
  const settings = { ...await runSettings(loaded, options), ports };
  for await (const rendered of renderSteps(plan, settings)) {
    const { step } = rendered;
    const result = await message(rendered, files);
    if (results.length > 0) writeOutput("\n");
    if (plan.steps.length > 1) {
      const label = escapeControls(stepLabel(step, plan.iterations));
      writeOutput(`${style.dim(`# ${label}`)}\n`);
    }
    await output.diagnostics(result.diagnostics);
    if (result.value) {
      masker.addRequest(result.value.request);
      const lines = formatMessage(result.value.message, { style, masker });
      writeOutput(lines.map((line) => `${line}\n`).join(""));
    }
    results.push({ index: step.index, failures: result.failures });
  }
  return exitCode({
    results,
    executed: results.length,
    allowEmpty: options.allowEmpty,
    interrupted: false,
    unwritten: false,
  });
}

interface Result {
  readonly value?: {
    readonly request: RenderedRequest;
    readonly message: WireMessage;
  };
  readonly diagnostics: readonly Diagnostic[];
  readonly failures: readonly FailureClass[];
}

/** The message of a rendered request, or why there is none. */
async function message(
  { value, diagnostics }: RenderedStep,
  files: FileAccess,
): Promise<Result> {
  const errors = diagnostics.filter((it) => it.severity === "error");
  if (value === undefined || errors.length > 0) {
    return { diagnostics, failures: [renderFailure(errors)] };
  }
  try {
    const message = await wireMessage(value, files);
    return { value: { request: value, message }, diagnostics, failures: [] };
  } catch (error) {
    const failure = failureOf(error);
    return {
      diagnostics: [...diagnostics, ...failure.diagnostics],
      failures: [failure.class],
    };
  }
}
