import { hostAsker } from "../../host/terminal/discard_input.ts";
import {
  readTyped,
  type TypedBody,
  type TypedRequest,
} from "../../core/collection/typed_request.ts";
import { Locator } from "../../host/locate/locator.ts";
import {
  type LeftBehind,
  type LoadedTyped,
  loadTyped,
} from "../../host/run/load_typed.ts";
import { performRun } from "../../host/run/perform_run.ts";
import { prepareRun } from "../../host/run/prepare_run.ts";
import { saveAll } from "../../host/run/save_all.ts";
import { terminalPort } from "../../host/run/ports/variable_ports.ts";
import { Interruption } from "../../host/terminal/interruption.ts";
import { exitCode, loadingCode } from "../../core/run/exit_code.ts";
import type { RequestResult } from "../../core/run/types.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { Output, tellEvents } from "../run/output.ts";
import { openResponseOutput } from "../run/response_output.ts";
import type { SendCommandOptions } from "../command.ts";
import { usageError } from "../usage_error.ts";
import {
  describedText,
  inputLines,
  MessagePrinter,
  streamEndLine,
  streamOf,
  tellRefused,
} from "./send_stream.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import type { Response } from "../../core/http/response.ts";
import { contextOf } from "../../tools/report/console/context.ts";
import { sentLines } from "../../tools/report/console/exchange/exchange.ts";
import { responseHead } from "../../tools/report/console/exchange/exchange.ts";
import { reasonPhrase } from "../../tools/report/reason_phrase.ts";
import { widthOf } from "../../host/terminal/width.ts";
import { styleFor } from "../style_for.ts";
import { refuseRequest } from "./refuse_request.ts";
import { TypedLocator } from "./typed_locator.ts";
import { plainStyle } from "../../tools/report/style.ts";
import { resolve } from "../../host/path.ts";
import { isPiped } from "../../host/files/file_bytes.ts";
import { Spool } from "../../host/files/write/spool.ts";
import { contentKind } from "../../core/http/content_kind.ts";
import { worded } from "../../core/source/way_out.ts";
import { environmentFlags } from "../../tools/report/text/flag_words.ts";
import { sendWords, sentAsText, withoutCollection } from "./send_words.ts";
import { unknownScheme } from "../../core/http/to_wire_url.ts";

/** Exit code of `--fail` for a status from 400 on. */
const FAILED = 1;
/** Exit code for what cannot be rendered. */
const UNRENDERED = 3;

/**
 * `brace send`: sends one request that is in no file, prints the response and
 * gives the exit code: 0 for any response, unless `--fail` is given.
 */
export async function sendCommand(
  written: SendCommandOptions,
): Promise<number> {
  const { interactive, timeout } = written;
  // A person ends what a person types.
  const options = interactive && timeout === undefined
    ? { ...written, timeout: 0 }
    : written;
  const masker = createMasker();
  const contentType = options.headers
    .find(([name]) => name.toLowerCase() === "content-type")?.[1];
  let output = new Output(options, new Locator(), masker);
  await refuseRequest(options.url);
  const unknown = unknownScheme(options.url, "any");
  if (unknown !== undefined) {
    await output.diagnostics([{
      code: "INVALID_URL",
      severity: "error",
      message: `Cannot send to the URL "${options.url}": ${unknown}`,
    }]);
    return UNRENDERED;
  }
  try {
    const streamed = streamOf(options);
    const input = inputOf(options, streamed !== undefined);
    using opened = await openBody(
      input && options.body === "-" ? undefined : options.body,
      contentType,
    );
    const { body } = opened;
    const asked: TypedRequest = {
      method: options.method ?? (body === undefined ? "GET" : "POST"),
      url: options.url,
      headers: options.headers,
      ...(body !== undefined && { body }),
      ...(options.wait !== undefined && { count: options.wait }),
      ...idleOf(options),
      ...streamed,
    };
    const typed = readTyped(asked);
    const locator = new TypedLocator(asked);
    output = new Output(options, locator, masker);
    const given = withFile(options, opened);
    const { value, diagnostics } = await loadTyped(typed, {
      options: given,
      masker,
    });
    if (value === undefined) {
      await output.diagnostics(diagnostics);
      return loadingCode(diagnostics);
    }
    using interruption = new Interruption();
    const prepared = await prepareRun(value.loaded, given, {
      masker,
      terminal: await terminalPort(interruption.interrupt),
      warnings: diagnostics,
    });
    const ask = Deno.stdin.isTerminal()
      ? hostAsker(interruption.interrupt)
      : undefined;
    using content = await openResponseOutput(
      options.output ?? "-",
      value.loaded.plan,
      { masker, color: options.color, quiet: false, alone: true },
    );
    const printer = new MessagePrinter({
      masker,
      style: styleFor(Deno.stdout, options.color),
      isTerminal: Deno.stdout.isTerminal(),
      width: widthOf(Deno.stdout),
      now: () => Date.now(),
    });
    let described: string | undefined;
    const { shows } = options;
    let result: RequestResult | undefined;
    const { outcome, unwritten } = await tellEvents(
      performRun(prepared, {
        locator,
        signal: interruption.signal,
        tlsFacts: options.verbose !== "none",
        ...(ask && { ask }),
        ...(content.path !== undefined && { output: content.path }),
        stream: {
          onMessage: printer.print,
          ...(input && {
            input: interactive && Deno.stdout.isTerminal()
              ? printer.typed(input)
              : input,
          }),
          ...(shows && {
            describe: (it) => described = describedText(it, shows.name),
          }),
        },
      }),
      async (event) => {
        content.add(event);
        if (event.type === "warning") {
          await output.diagnostics([event.diagnostic]);
        }
        if (event.type === "request-end") result = event.result;
      },
    );
    const problems = [
      ...await saveAll([async () => {
        if (described !== undefined) return writeOutput(described, "text");
        if (printer.printed || result?.response?.stream) {
          return printEnd(result, options, masker);
        }
        if (result !== undefined) printHead(result, options, masker);
        if (streamed) tellRefused(result?.response, streamed.stream, masker);
        await content.print();
      }]),
      ...unwritten,
    ];
    await output.diagnostics([
      ...told(result, value),
      ...isRefused(result?.response) ? sentAsText(options, result?.sent) : [],
      ...problems,
    ]);
    const code = exitCode({ ...outcome, unwritten: problems.length > 0 });
    return code === 0 && options.fail && isRefused(result?.response)
      ? FAILED
      : code;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    await output.diagnostics(error.diagnostics);
    return loadingCode(error.diagnostics);
  }
}

/** Whoever waits for messages waits for slow ones, too: the time-out is the limit. */
function idleOf({ wait, idle }: SendCommandOptions): { idle?: number } {
  if (idle !== undefined) return { idle };
  return wait === undefined ? {} : { idle: 0 };
}

/** Whether the server says that it did not do what it was asked. */
function isRefused(response: Response | undefined): boolean {
  const { status = 0, stream } = response ?? {};
  return stream?.kind === "grpc" ? status !== 0 : status >= 400;
}

/** The lines that are messages of a stream; undefined where none are read. */
function inputOf(
  { body, interactive }: SendCommandOptions,
  isStream: boolean,
): AsyncIterable<string> | undefined {
  if (interactive && !(isStream && Deno.stdin.isTerminal())) {
    throw usageError(
      'Cannot use "--interactive" here: it needs a terminal and a URL such as wss:// (pipe messages with -d -)',
      { command: "send" },
    );
  }
  return isStream && (interactive || body === "-") ? inputLines() : undefined;
}

/** Prints how a stream ended, where a person reads; that a call failed, anywhere. */
function printEnd(
  result: RequestResult | undefined,
  { color }: SendCommandOptions,
  masker: Masker,
): void {
  const { response } = result ?? {};
  // What the client gave up is told as a failure.
  const isFailed = (result?.failures.length ?? 0) > 0;
  if (response === undefined || isFailed) return;
  const isTerminal = Deno.stdout.isTerminal();
  if (isTerminal) {
    const style = styleFor(Deno.stdout, color);
    writeOutput(streamEndLine(response, { masker, style }));
  } else if (response.stream?.kind === "grpc" && response.status !== 0) {
    writeError(streamEndLine(response, { masker, style: plainStyle }));
  }
}

/** The file that the command line names may be read. */
function withFile(
  options: SendCommandOptions,
  { file }: OpenBody,
): SendCommandOptions {
  return file === undefined
    ? options
    : { ...options, allowRead: [...options.allowRead, file] };
}

/** What there is to be said about a request; nobody but standard output wants the whole of a long response. */
function told(
  result: RequestResult | undefined,
  { without, alone }: Pick<LoadedTyped, "without" | "alone">,
): Diagnostic[] {
  const { diagnostics = [], response } = result ?? {};
  return [
    ...diagnostics.filter(({ code }) =>
      code !== "LIMIT" || !response?.saved?.whole
    ).map((it) => alone ? withoutCollection(it) : it)
      .map((it) => worded(it, sendWords(alone))),
    ...(without !== undefined && [401, 403].includes(response?.status ?? 0)
      ? [leftBehind(without)]
      : []),
  ];
}

function leftBehind({ file, declaredWith }: LeftBehind): Diagnostic {
  const names = declaredWith();
  const [first, ...others] = names;
  const select = environmentFlags(names);
  const why = first === undefined
    ? "it does not declare this host (add it to extensions.brace.hosts, or use -H)"
    : others.length === 0
    ? `this host is declared by the environment "${first}", which is not selected (select it with ${select})`
    : `this host is declared by ${names.length} environments, none of which is selected (select one with ${select})`;
  return {
    code: "PERMISSION",
    severity: "warning",
    message: `Sent without the headers and the auth of "${file}": ${why}`,
  };
}

/**
 * Prints what goes before a response's content: status and headers for a person
 * at a terminal, or as they are where `--include` asks for them; and with
 * `--verbose`, on standard error, what was sent.
 */
function printHead(
  result: RequestResult,
  { verbose, include, color }: SendCommandOptions,
  masker: Masker,
): void {
  const contextFor = (stream: { isTerminal(): boolean }) =>
    contextOf({
      style: styleFor(stream, color),
      verbose,
      width: widthOf(stream),
      masker,
    });
  if (verbose !== "none") {
    writeError(inLines(sentLines(result, contextFor(Deno.stderr))));
  }
  const { response } = result;
  if (response === undefined) return;
  if (Deno.stdout.isTerminal()) {
    const lines = responseHead(response, contextFor(Deno.stdout));
    writeOutput(inLines([...lines, ""]));
  } else if (include && !response.cut) {
    writeOutput(inLines([...asReceived(response), ""]), "text");
  }
}

function asReceived(
  { httpVersion, status, statusText, headers }: Response,
): string[] {
  return [
    `HTTP/${httpVersion} ${status} ${statusText || reasonPhrase(status)}`
      .trimEnd(),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
}

function inLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** The body of a typed request, and what is left of it when it has been sent. */
interface OpenBody extends Disposable {
  readonly body?: TypedBody;
  /** The file outside of the collection that is named on the command line. */
  readonly file?: string;
}

/**
 * Opens what `--body` names. What is piped is kept in a file, as it may have to
 * be sent more than once.
 *
 * @throws {CollectionError} It cannot be kept.
 * @throws {PermissionError} Deno does not permit it.
 */
async function openBody(
  text: string | undefined,
  contentType: string | undefined,
): Promise<OpenBody> {
  const path = text === "-" ? text : /^@(.+)$/s.exec(text ?? "")?.[1];
  if (path === undefined) {
    return {
      ...(text !== undefined && { body: typedText(text, contentType) }),
      [Symbol.dispose]() {},
    };
  }
  if (!isPiped(path)) {
    const file = resolve(path);
    return { file, body: { type: "file", path: file }, [Symbol.dispose]() {} };
  }
  using opened = new DisposableStack();
  const spool = opened.use(
    await Spool.open(
      "keep the body until it is sent",
      "name a file, --body @FILE",
    ),
  );
  const start = await spool.fill(path);
  const kept = opened.move();
  return {
    file: spool.path,
    body: {
      type: "file",
      path: spool.path,
      contentType: looksLikeJson(start)
        ? "application/json"
        : "application/octet-stream",
    },
    [Symbol.dispose]: () => kept.dispose(),
  };
}

/** A text that begins like JSON is some, unless a header says that it is not. */
function typedText(data: string, contentType: string | undefined): TypedBody {
  const kind = contentKind(contentType) ??
    (looksLikeJson(data) ? "json" : "text");
  return { type: kind === "json" ? "json" : "text", data };
}

/** `{{…}}` at the start may become anything. */
function looksLikeJson(text: string): boolean {
  return /^\s*(?:\[|\{(?!\{))/.test(text);
}
