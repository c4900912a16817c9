import { stepCount } from "../../../core/plan/iterations.ts";
import type {
  RequestResult,
  RunEvent,
  RunSummary,
} from "../../../core/run/types.ts";
import type { Insertion } from "../../../core/http/insertion.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import { type Location, locationOf } from "../../../core/source/diagnostic.ts";
import type { RunHead } from "../reported_run.ts";
import { collectDiagnostic } from "./collect_diagnostic.ts";
import { defined } from "./collect_diagnostic.ts";
import type {
  CollectedAssertion,
  CollectedBody,
  CollectedDiagnostic,
  CollectedHeader,
  CollectedRequest,
  CollectedResponse,
  CollectedSent,
  CollectedStream,
  CollectedTest,
} from "./types.ts";
import type { AssertionResult } from "../../../core/assertion/types.ts";
import { headerOf } from "../../../core/http/header_of.ts";
import type { Response, Timings } from "../../../core/http/response.ts";
import type { TestResult } from "../../../core/script/border/types.ts";
import { isUnchecked } from "../is_unchecked.ts";
import { statusClass } from "../status_class.ts";
import { collectBytes } from "./collect_sent.ts";
import { collectEarlier, collectStream } from "./collect_stream.ts";
import type { EarlierMessages } from "../request_pieces.ts";
import { carriersOf, stepMethod } from "../step_label.ts";
import { collectSent, type SentOptions } from "./collect_sent.ts";
import type { WayOutWords } from "../../../core/source/way_out.ts";

/** An event of a run as reports show it. */
export type CollectedEvent =
  | RunHead & {
    readonly type: "run-start";
    /** How many requests are planned. */
    readonly planned: number;
  }
  | { readonly type: "warning"; readonly warning: CollectedDiagnostic }
  | {
    readonly type: "request-start";
    readonly index: number;
    readonly iteration: number;
    readonly name: string;
    readonly path: string;
  }
  | {
    readonly type: "request-end";
    readonly request: CollectedRequest;
    /** Messages of its stream before those in the request, as long as the event is looked at; absent: none. */
    readonly earlier?: EarlierMessages;
  }
  | { readonly type: "run-end"; readonly summary: RunSummary };

/** How a run is collected. */
export interface CollectOptions {
  readonly masker: Masker;
  /** Bytes of each body that are kept; 0 for none. Default 65,536. */
  readonly bodyLimit?: number;
  /** Bytes of a picture, a sound or a PDF that is kept: its beginning alone is of no use. Default 1 MiB, or the limit of others if that is more. */
  readonly mediaLimit?: number;
  /** Bytes of all bodies together that are kept. Default 64 MiB. */
  readonly bodiesLimit?: number;
  /** The text of a file by the path that diagnostics show, for the lines that they point to. Default: none are kept. */
  readonly source?: (file: string | undefined) => string | undefined;
  /** Where in its file the value of an insertion stands; default: its file alone is known. */
  readonly locate?: (insertion: Insertion) => Location | undefined;
  /** How ways out are put. Default: as flags. */
  readonly words?: WayOutWords;
}

/**
 * Makes what takes a run's events, in order, and gives them masked and with
 * their bodies cut; secrets must be known to the masker before the result that
 * holds them.
 */
export function eventCollector(
  {
    masker,
    bodyLimit = 65_536,
    mediaLimit = Math.max(bodyLimit, 1_024 ** 2),
    bodiesLimit = 64 * 1_024 ** 2,
    locate = fileOf,
    source,
    words,
  }: CollectOptions,
): (event: RunEvent) => CollectedEvent {
  let left = bodiesLimit;
  return (event) => {
    switch (event.type) {
      case "run-start": {
        const { collection, environment, plan, startedAt } = event;
        return defined({
          type: event.type,
          collection,
          environment,
          startedAt: new Date(startedAt).toISOString(),
          iterations: plan.iterations,
          data: plan.data &&
            { ...plan.data, file: masker.mask(plan.data.file) },
          planned: stepCount(plan),
        });
      }
      case "warning":
        return {
          type: event.type,
          warning: collectDiagnostic(event.diagnostic, masker, {
            source,
            words,
          }),
        };
      case "request-start": {
        const { index, iteration, item: { name, path } } = event.step;
        return { type: event.type, index, iteration, name, path };
      }
      case "request-end": {
        const { result } = event;
        for (const carrier of carriersOf(result)) {
          masker.secrets.learnRequest(carrier);
        }
        const within = (limit: number) => Math.max(0, Math.min(limit, left));
        const request = collectResult(result, {
          masker,
          limit: within(bodyLimit),
          mediaLimit: within(mediaLimit),
          messagesLimit: Math.max(0, left),
          locate,
          ...source && { source },
          ...words && { words },
        });
        left -= lengthOf(request.request?.body) +
          lengthOf(request.response?.body) +
          lengthOfStream(request.response?.stream);
        const stream = result.response?.stream;
        return {
          type: event.type,
          request,
          ...stream?.spilled && {
            earlier: {
              [Symbol.iterator]: () =>
                collectEarlier(stream, { masker, limit: bodyLimit, locate }),
            },
          },
        };
      }
      case "run-end":
        return { type: event.type, summary: event.summary };
      default:
        return event satisfies never;
    }
  };
}

function fileOf({ origin }: Insertion): Location | undefined {
  return origin.kind === "file" ? locationOf(origin.at) : undefined;
}

function lengthOf(body: CollectedBody | undefined): number {
  switch (body?.kind) {
    case "text":
      return body.text.length;
    case "binary":
      return body.base64.length;
    case "file":
    case "multipart":
    case undefined:
      return 0;
    default:
      return body satisfies never;
  }
}

function lengthOfStream(stream: CollectedStream | undefined): number {
  return stream?.messages.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Diagnostics of a request whose lines are kept: a body may have thousands. */
const MAX_EXCERPTS = 100;

/** How a result is collected. */
interface ResultOptions
  extends SentOptions, Pick<CollectOptions, "source" | "words"> {
  /** Bytes of its messages that are kept. */
  readonly messagesLimit: number;
}

/** What happened to a request as reports show it. */
function collectResult(
  result: RequestResult,
  options: ResultOptions,
): CollectedRequest {
  const { masker, source, words } = options;
  const { step, sent, response, skipReason, jumped } = result;
  const { item } = step;
  const request = sent && collectSent(sent, response, options);
  // Where each of its values stands is known of the URL that was sent.
  const maskUrl = (url: string) =>
    request !== undefined && url === sent?.url
      ? request.url
      : masker.maskText(url);
  const maskHeaders = sentHeadersMasker(request, response, masker);
  return defined({
    index: step.index,
    iteration: step.iteration,
    name: item.name,
    path: item.path,
    file: item.at.file,
    type: item.type,
    tags: item.tags,
    stage: step.stage,
    status: result.status,
    failures: result.failures,
    skipReason,
    jumped,
    startedAt: new Date(result.startedAt).toISOString(),
    duration: milliseconds(result.duration),
    timings: result.timings && collectTimings(result.timings),
    attempts: result.attempts,
    slow: result.slow,
    unchecked: isUnchecked(result) || undefined,
    rerun: result.rerun,
    flaky: result.flaky?.map((it) => collectDiagnostic(it, masker, { words })),
    method: sent === undefined && stepMethod(step) !== ""
      ? masker.maskText(stepMethod(step))
      : undefined,
    request,
    response: response &&
      collectResponse(response, { ...options, maskUrl, maskHeaders }),
    assertions: result.assertions.map((it) =>
      collectAssertion(it, masker, words)
    ),
    tests: result.tests.map((it) => collectTest(it, masker, words)),
    console: result.console.map(({ level, text }) => ({
      level,
      text: masker.maskText(text),
    })),
    diagnostics: result.diagnostics.map((it, at) =>
      collectDiagnostic(it, masker, {
        source: at < MAX_EXCERPTS ? source : undefined,
        words,
      })
    ),
  });
}

function collectResponse(
  response: Response,
  options: ResultOptions & {
    readonly maskUrl: (url: string) => string;
    /** For headers that were sent on the way. */
    readonly maskHeaders: (headers: Headers) => CollectedHeader[];
  },
): CollectedResponse {
  const { masker, maskUrl, maskHeaders } = options;
  const { status, headers, body, size, hops, stream } = response;
  return defined({
    url: maskUrl(response.url),
    status,
    statusText: masker.mask(response.statusText),
    statusClass: stream?.kind === "grpc" ? undefined : statusClass(status),
    httpVersion: response.httpVersion,
    headers: collectHeaders(headers, masker),
    body: body.length === 0
      ? undefined
      : collectBytes(body, contentTypeOf(headers), options),
    truncated: response.truncated,
    cut: response.cut,
    unframed: response.unframed,
    timings: collectTimings(response.timings),
    size: { headers: size.headers, body: size.body },
    remoteAddress: response.remoteAddress,
    tls: response.tls,
    redirects: hops.map(({ status, method, url, location, headers }) => ({
      status,
      method: masker.mask(method),
      url: maskUrl(url),
      location: maskUrl(location),
      headers: maskHeaders(headers),
    })),
    sent: response.sentMethod === undefined ? undefined : {
      method: masker.mask(response.sentMethod),
      headers: maskHeaders(response.sentHeaders),
    },
    stream: stream && collectStream(stream, {
      ...options,
      total: options.messagesLimit,
    }),
  });
}

function collectAssertion(
  { expression, operator, expected, written, actual, status, diagnostic }:
    AssertionResult,
  masker: Masker,
  words: WayOutWords | undefined,
): CollectedAssertion {
  return defined({
    expression: masker.maskText(expression.trim()),
    operator,
    expected: expected && masker.maskText(expected),
    written: written && masker.maskText(written),
    actual: actual && masker.maskText(actual),
    status,
    diagnostic: diagnostic &&
      collectDiagnostic(diagnostic, masker, { words }),
  });
}

function collectTest(
  { name, status, expected, actual, diagnostic }: TestResult,
  masker: Masker,
  words: WayOutWords | undefined,
): CollectedTest {
  return defined({
    name: masker.maskText(name),
    status,
    expected: expected && masker.maskText(expected),
    actual: actual && masker.maskText(actual),
    diagnostic: diagnostic &&
      collectDiagnostic(diagnostic, masker, { words }),
  });
}

/** Masks the headers of redirects: those of the request, which go along, as in the request. */
function sentHeadersMasker(
  request: CollectedSent | undefined,
  response: Response | undefined,
  masker: Masker,
): (headers: Headers) => CollectedHeader[] {
  const key = (name: string, value: string) => `${name}\n${value}`;
  const known = new Map(
    response?.hops[0]?.headers.map(([name, value], at) =>
      [key(name, value), request?.headers[at]] as const
    ),
  );
  return (headers) =>
    headers.map(([name, value]) =>
      known.get(key(name, value)) ?? collectHeader([name, value], masker)
    );
}

function collectHeaders(headers: Headers, masker: Masker): CollectedHeader[] {
  return headers.map((header) => collectHeader(header, masker));
}

function collectHeader(
  [name, value]: Headers[number],
  masker: Masker,
): CollectedHeader {
  return { name: masker.mask(name), value: masker.maskField(name, value) };
}

function contentTypeOf(headers: Headers): string {
  return headerOf(headers, "content-type") ?? "";
}

function collectTimings(timings: Timings): Timings {
  const { dns, connect, tls, firstByte, download, total } = timings;
  return defined({
    dns: dns && milliseconds(dns),
    connect: connect && milliseconds(connect),
    tls: tls && milliseconds(tls),
    firstByte: firstByte && milliseconds(firstByte),
    download: download && milliseconds(download),
    total: milliseconds(total),
  });
}

/** Microseconds are noise enough. */
function milliseconds(time: number): number {
  return Math.round(time * 1_000) / 1_000;
}
