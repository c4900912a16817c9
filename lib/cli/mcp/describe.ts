import { failureOf } from "../../core/run/explain/failure_of.ts";
import { VERSION } from "../../core/source/version.ts";
import { Locator } from "../../host/locate/locator.ts";
import type { LoadedRun } from "../../host/run/load_run.ts";
import { connectionsOfClient } from "../../host/run/open_engine.ts";
import type { RunOptions } from "../../host/run/options.ts";
import { variablePorts } from "../../host/run/ports/variable_ports.ts";
import { renderedSteps } from "../../host/run/render_requests.ts";
import type { RunRules } from "../../host/run/run_rules.ts";
import { WRITTEN_FORMS } from "../../tools/convert/as/types.ts";
import { writeAs } from "../../tools/convert/as/write_as.ts";
import { requestJson } from "../render/provenance.ts";
import { wireMessage } from "../render/wire_message.ts";
import type { Described } from "../../mcp/session.ts";
import { writtenFor } from "../render/written_request.ts";

/** The one request of a plan as it would go out, secrets masked; sends nothing. */
export async function describe(
  loaded: LoadedRun,
  options: RunOptions,
  { rules, form: wanted }: {
    readonly rules: RunRules;
    readonly form?: string;
  },
): Promise<Described> {
  const { masker } = rules;
  const locator = new Locator();
  const variables = variablePorts(loaded, options, masker.secrets);
  const { seed } = options;
  const files = {
    root: loaded.collection.root,
    allowRead: options.allowRead,
  };
  for await (
    const rendered of renderedSteps(loaded, options, variables, rules)
  ) {
    const { step, value, turns, signer } = rendered;
    const diagnostics = [...rendered.diagnostics];
    const isWrong = diagnostics.some((it) => it.severity === "error");
    let shown;
    if (value !== undefined && !isWrong) {
      masker.secrets.learnRequest(value);
      try {
        shown = {
          ...await wireMessage(value, { access: files, seed }, signer),
          ...turns && { turns },
        };
        masker.secrets.learnRequest(shown.request);
      } catch (error) {
        diagnostics.push(...failureOf(error).diagnostics);
      }
    }
    const about = { ...shown && { value: shown }, diagnostics };
    const resolved = await requestJson(about, step, { masker, locator });
    const form = WRITTEN_FORMS.find((one) => one === wanted);
    if (form === undefined || shown === undefined) return { resolved };
    const connections = connectionsOfClient(loaded, options, variables);
    const { request, diagnostics: left, lacks } = await writtenFor(
      shown,
      form,
      {
        masker,
        root: files.root,
        reveal: false,
        connections,
        label: step.item.path,
      },
    );
    const written = request
      ? writeAs(form, [request], {
        version: VERSION,
        startedAt: new Date().toISOString(),
      })
      : left.map(({ message }) => message).join("\n");
    const missing = connections.diagnostics
      .map((it) => masker.maskDiagnostic(it).message);
    return { resolved, written, lacks: [...missing, ...lacks] };
  }
  return { resolved: undefined };
}
