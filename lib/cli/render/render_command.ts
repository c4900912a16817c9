import { counted } from "../../core/source/counted.ts";
import { unsupported } from "../../core/run/skipped.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import { MASK } from "../../core/secrets/hidden.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import { stepLabel } from "../../tools/report/step_label.ts";
import {
  escapeControls,
  printableLines,
} from "../../tools/report/text/escape_controls.ts";
import type { Step } from "../../core/plan/types.ts";
import type { Style } from "../../tools/report/style.ts";
import { failureOf, renderFailure } from "../../core/run/explain/failure_of.ts";
import type { FailureClass } from "../../core/run/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import {
  exitCode,
  INTERRUPTED_CODE,
  loadingCode,
} from "../../core/run/exit_code.ts";
import { inheritedScripts } from "../../core/collection/inherit.ts";
import type { Script } from "../../core/collection/types.ts";
import { wrapText } from "../../core/source/display_width.ts";
import { proseWidth } from "../../host/terminal/width.ts";
import { misnamedValues } from "../../host/check/misnamed_values.ts";
import { loadRun } from "../../host/run/load_run.ts";
import { connectionsOfClient } from "../../host/run/open_engine.ts";
import {
  renderedSteps,
  type SignableStep,
} from "../../host/run/render_requests.ts";
import { Locator } from "../../host/locate/locator.ts";
import type { RenderCommandOptions } from "../command.ts";
import { Output } from "../run/output.ts";
import {
  terminalPort,
  variablePorts,
} from "../../host/run/ports/variable_ports.ts";
import type { WrittenRequest } from "../../tools/convert/as/types.ts";
import type {
  RenderedBody,
  RenderedPart,
} from "../../core/http/rendered_request.ts";
import { usageError } from "../usage_error.ts";
import { VERSION } from "../../core/source/version.ts";
import type { RenderedTurn } from "../../core/request/render_messages.ts";
import { hidingMasker, writtenFor } from "./written_request.ts";
import { asConversation } from "./conversation.ts";
import { inRenderWords } from "./render_words.ts";
import { turnTitle } from "./turn_title.ts";
import { forCommand } from "../for_command.ts";
import { styleFor } from "../style_for.ts";
import {
  type AddedAuth,
  addedLine,
  type WireMessage,
  wireMessage,
} from "./wire_message.ts";
import type { ShownRequest } from "./provenance.ts";
import { readContent } from "../../tools/report/content.ts";

/**
 * `brace render`: prints the selected requests as they would go out, and sends
 * nothing. Gives the exit code of a run that ends each request before it is
 * sent; a question that is left with Ctrl-C ends it.
 */
export async function renderCommand(
  options: RenderCommandOptions,
): Promise<number> {
  if (options.reveal && !Deno.stdout.isTerminal()) {
    throw usageError(
      'Cannot use "--reveal" here: secrets are shown on a terminal only',
      { command: "render" },
    );
  }
  const masker = createMasker();
  const locator = new Locator();
  const output = new Output(options, locator, masker);
  const style = styleFor(Deno.stdout, options.color);
  const { value: loaded, diagnostics } = await loadRun(options, {
    rowless: true,
  });
  if (loaded) diagnostics.push(...await misnamedValues(loaded, options));
  await output.diagnostics(forCommand("render", diagnostics));
  const isRefused = diagnostics.some(({ severity }) => severity === "error");
  if (loaded === undefined || isRefused) return loadingCode(diagnostics);

  let interrupted = false;
  const terminal = await terminalPort(() => interrupted = true);
  const variables = variablePorts(loaded, options, masker.secrets, terminal);
  const { plan, collection } = loaded;
  const isText = options.format === "text" && options.as === undefined;
  /** Scripts that a run starts first. */
  const scripts = new Set<Script>();
  const hiding = hidingMasker(masker);
  const written: WrittenRequest[] = [];
  const requests: unknown[] = [];
  const body = {
    access: { root: collection.root, allowRead: options.allowRead },
    seed: options.seed,
  };
  await output.diagnostics(plan.steps.flatMap(unrendered));
  const connections = options.as &&
    connectionsOfClient(loaded, options, variables);
  await output.diagnostics((connections?.diagnostics ?? []).map(asWarning));
  const results: { index: number; failures: readonly FailureClass[] }[] = [];
  for await (const rendered of renderedSteps(loaded, options, variables)) {
    if (interrupted) return INTERRUPTED_CODE;
    const { step } = rendered;
    const made = await message(rendered, body);
    const result = { ...made, diagnostics: inRenderWords(made.diagnostics) };
    let isShown = result.value !== undefined;
    if (isText && results.length > 0) writeOutput("\n");
    if (isText && plan.steps.length > 1) {
      const label = escapeControls(stepLabel(step, plan.iterations));
      writeOutput(`${style.dim(`# ${label}`)}\n`);
    }
    await output.diagnostics(variables.warnings());
    await output.diagnostics(result.diagnostics, {
      most: { all: 6, first: 2 },
    });
    if (result.value) {
      masker.secrets.learnRequest(result.value.request);
      if (isText) {
        const lines = options.provenance
          ? await provenanceOf(result.value, { style, masker, locator })
          : [
            ...formatMessage(result.value.message, { style, masker }),
            ...turnLines(result.value.turns ?? [], { style, masker }),
          ];
        writeOutput(lines.map((line) => `${line}\n`).join(""));
      }
    }
    if (options.as !== undefined && connections) {
      if (result.value) {
        const one = await writtenFor(result.value, options.as, {
          masker: hiding.masker,
          root: collection.root,
          readsFrom: body.access,
          reveal: options.reveal,
          connections,
          label: step.item.path,
        });
        isShown = one.request !== undefined;
        if (one.request) written.push(one.request);
        writeError(one.lacks.map((it) => `warning: ${it}\n`).join(""));
        await output.diagnostics(one.diagnostics);
      }
    } else if (!isText) {
      const { requestJson } = await import("./provenance.ts");
      requests.push(await requestJson(result, step, { masker, locator }));
    }
    if (isShown) {
      const { collection, folders } = step;
      inheritedScripts(collection, folders, rendered.request, "before-request")
        .forEach((script) => scripts.add(script));
    }
    results.push({ index: step.index, failures: result.failures });
  }
  if (options.as !== undefined) {
    const { writeAs } = await import("../../tools/convert/as/write_as.ts");
    if (written.length > 0) {
      const text = writeAs(options.as, written, {
        version: VERSION,
        startedAt: new Date().toISOString(),
      });
      writeOutput(text, options.as === "har" ? "json" : "text");
      // Not all that is hidden is of use in each form.
      if (hiding.hid() && text.includes(MASK)) {
        writeError(
          "note: *** stands for secrets (on a terminal, --reveal shows them)\n",
        );
      }
    }
  } else if (!isText) {
    const json = JSON.stringify({ version: "1", requests }, null, 2);
    writeOutput(`${json}\n`, "json");
  }
  if (scripts.size > 0) tellScripts([...scripts]);
  return exitCode({
    results,
    executed: results.length,
    allowEmpty: options.allowEmpty,
    interrupted: false,
    unwritten: false,
  });
}

/** So many files are named in a line. */
const MAX_FILES = 3;

/** Says that what a run sends may differ from what is shown. */
function tellScripts(scripts: readonly Script[]): void {
  const isOne = scripts.length === 1;
  const files = [...new Set(scripts.map(({ at }) => at.file))];
  const more = files.length - MAX_FILES;
  const named = files.slice(0, MAX_FILES).map((it) => escapeControls(it))
    .concat(more > 0 ? counted(more, "more file") : []);
  const last = named.pop();
  const all = named.length === 0 ? last : `${named.join(", ")} and ${last}`;
  const text = `note: No script ran here: what the before-request ${
    isOne ? "script" : "scripts"
  } of ${all} ${
    isOne ? "sets" : "set"
  } is missing (a run with --verbose shows what it sends)`;
  const lines = wrapText(text, { width: proseWidth(Deno.stderr) });
  writeError(lines.map((line) => `${line}\n`).join(""));
}

/** What shows where values come from is loaded when somebody asks. */
async function provenanceOf(
  shown: ShownRequest,
  around: { style: Style; masker: Masker; locator: Locator },
): Promise<string[]> {
  const { provenanceText } = await import("./provenance.ts");
  return await provenanceText(shown, around);
}

/** What a run cannot connect with is only missing here. */
function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: "warning" };
}

/** What there is to say about what is not a request. */
function unrendered({ item }: Step): Diagnostic[] {
  if (item.kind === "request") return [];
  return [{
    code: "UNSUPPORTED",
    severity: "warning",
    message: `Cannot render "${item.path}": ${unsupported(item)}`,
    location: { file: item.at.file },
  }];
}

interface Result {
  readonly value?: ShownRequest;
  readonly diagnostics: readonly Diagnostic[];
  readonly failures: readonly FailureClass[];
}

/** The message of a rendered request, or why there is none. */
async function message(
  { value, turns, diagnostics, signer }: SignableStep,
  body: Parameters<typeof wireMessage>[1],
): Promise<Result> {
  const errors = diagnostics.filter((it) => it.severity === "error");
  if (value === undefined || errors.length > 0) {
    return { diagnostics, failures: [renderFailure(errors)] };
  }
  try {
    const message = await wireMessage(value, body, signer);
    return {
      value: { ...asConversation(message), ...(turns && { turns }) },
      diagnostics,
      failures: [],
    };
  } catch (error) {
    const failure = failureOf(error);
    return {
      diagnostics: [...diagnostics, ...failure.diagnostics],
      failures: [failure.class],
    };
  }
}

/** How a message is written. */
interface FormatOptions {
  readonly style: Style;
  readonly masker: Masker;
}

/** Writes a request for a reader: method and URL, headers, an empty line, the body. Secrets are masked. */
function formatMessage(
  { method, url, headers, body, added }: WireMessage,
  options: FormatOptions,
): string[] {
  const { style, masker } = options;
  return [
    style.bold(escapeControls(masker.maskText(`${method} ${url}`))),
    ...headers.map(([name, value]) =>
      `${style.dim(`${escapeControls(masker.mask(name))}:`)} ${
        escapeControls(masker.maskField(name, value))
      }`.trimEnd()
    ),
    ...(added ? [addedNote(added, options)] : []),
    ...(body === undefined ? [] : ["", ...bodyLines(body, options)]),
  ];
}

/** The line of a credential that only sending gives. */
function addedNote(
  added: AddedAuth,
  { style, masker }: Pick<FormatOptions, "style" | "masker">,
): string {
  return style.dim(escapeControls(masker.maskText(addedLine(added))));
}

function bodyLines(body: RenderedBody, options: FormatOptions): string[] {
  const { masker } = options;
  switch (body.type) {
    case "text":
      return printableLines(masker.maskText(body.text));
    case "bytes": {
      const content = readContent(body.bytes, {
        contentType: body.contentType ?? "",
        limit: Infinity,
      });
      return content.kind === "text"
        ? printableLines(masker.maskText(content.text))
        : [note(counted(body.bytes.length, "byte"), options)];
    }
    case "file":
      return [note(`the file ${body.path}`, options)];
    case "multipart":
      return body.parts.map((part) => partLine(part, options));
    default:
      return body satisfies never;
  }
}

/** The messages that a request sends, each below its title, and what happens in between. */
function turnLines(
  turns: readonly RenderedTurn[],
  options: FormatOptions,
): string[] {
  const { style, masker } = options;
  return turns.flatMap((turn) => {
    const head = style.dim(escapeControls(masker.maskText(turnTitle(turn))));
    if (turn.kind === "step") return ["", head];
    const { data } = turn.message;
    return [
      "",
      head,
      ...(typeof data === "string"
        ? printableLines(masker.maskText(data))
        : [note(counted(data.length, "byte"), options)]),
    ];
  });
}

function partLine(part: RenderedPart, options: FormatOptions): string {
  const { style, masker } = options;
  const value = part.type === "file"
    ? note(`the file ${part.path}`, options)
    : escapeControls(masker.maskField(part.name, part.value));
  return `${style.dim(`${escapeControls(masker.mask(part.name))}:`)} ${value}`;
}

/** Stands for content that is not shown. */
function note(text: string, { style, masker }: FormatOptions): string {
  return style.dim(`(${escapeControls(masker.maskText(text))})`);
}
