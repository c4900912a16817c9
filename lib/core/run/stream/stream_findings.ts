import { counted } from "../../source/counted.ts";
import type { StreamStep } from "../../collection/stream_types.ts";
import type { Request } from "../../collection/types.ts";
import { headerOf } from "../../http/header_of.ts";
import type { Response } from "../../http/response.ts";
import type { StreamMessage } from "../../http/stream.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../../source/diagnostic.ts";
import type { Origin, Text } from "../../source/origin.ts";
import { wayOut } from "../../source/way_out.ts";

/** Characters of a message that a diagnostic shows. */
const MAX_SHOWN = 200;

/** The stream was open for as long as it may be. */
export function timedOut(
  request: Request,
  timeout: number,
  received: number,
): Diagnostic {
  const missed = missedEnd(request.stream, received);
  return {
    code: "STREAM_TIMEOUT",
    severity: "error",
    message:
      `Cannot wait longer for the end of the stream: it has been open for ${timeout} ms${
        missed === undefined ? "" : `, ${missed}`
      }`,
    waysOut: [
      ...missed === undefined ? [wayOut("end-stream")] : [],
      wayOut("raise-limit", "timeout"),
    ],
    location: endOf(request),
  };
}

/** An end before `count` or `until` was reached; undefined where there is neither. */
export function endedEarly(
  request: Request,
  received: number,
  why: string,
): Diagnostic | undefined {
  const missed = missedEnd(request.stream, received);
  return missed === undefined ? undefined : {
    code: "ASSERTION",
    severity: "error",
    message: `The stream ended too early, ${missed}: ${why}`,
    location: endOf(request),
  };
}

/** A response without a stream, where the request expects messages; undefined where it expects none. */
export function noStream(
  request: Request,
  { status, headers }: Response,
): Diagnostic | undefined {
  const { count, until, steps = [] } = request.stream ?? {};
  const wait = steps.find((step) => step.type === "wait");
  const isEnd = until !== undefined || count !== undefined;
  if (!isEnd && wait === undefined) return undefined;
  const type = headerOf(headers, "content-type");
  return {
    code: "ASSERTION",
    severity: "error",
    message: `Cannot wait for messages: the response is not a stream (${
      [status, type].filter((it) => it !== undefined).join(", ")
    })`,
    location: isEnd || wait === undefined
      ? endOf(request)
      : locationOf(wait.expression.at, { length: wait.expression.text.length }),
  };
}

/** Which end of a stream did not come; undefined where its request names none. */
function missedEnd(
  stream: Request["stream"],
  received: number,
): string | undefined {
  const { count, until } = stream ?? {};
  if (until !== undefined) {
    return `before "${until.text}" held, after ${counted(received, "message")}`;
  }
  return count === undefined
    ? undefined
    : `after ${received} of ${counted(count, "message")}`;
}

/** Where a request says when its stream ends. */
function endOf({ stream, url }: Request): Location {
  const { count, until, at } = stream ?? {};
  if (until !== undefined) {
    return locationOf(until.at, { length: until.text.length });
  }
  return count === undefined || at === undefined
    ? locationOf(url.at, { length: url.text.length })
    : locationOf(at);
}

/** There are more messages than scripts and assertions can be shown. */
export function tooMany({ url }: Request, received: number): Diagnostic {
  return {
    code: "LIMIT",
    severity: "error",
    message:
      `Cannot keep ${received} messages for scripts and assertions: together they are longer than the limit`,
    waysOut: [wayOut("raise-limit", "maxResponseSize")],
    location: locationOf(url.at, { length: url.text.length }),
  };
}

/** A step names a message that the request does not have. */
export function unknownMessage(title: string, at: Origin): Diagnostic {
  return {
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot send the message "${title}": the request has no such message`,
    location: locationOf(at),
  };
}

/** A message could not be sent. */
export function unsent(title: string, at: Origin, why: string): Diagnostic {
  const name = title === "" ? "a message" : `the message "${title}"`;
  return {
    code: "ASSERTION",
    severity: "error",
    message: `Cannot send ${name}: ${why}`,
    location: locationOf(at),
  };
}

/** No message came that a `wait` waits for. */
export function unmatched(
  { expression, operator, value, within }: StreamStep & { type: "wait" },
  { came, latest, isEnded, last }: {
    readonly came: number;
    readonly latest: StreamMessage | undefined;
    readonly isEnded: boolean;
    /** Why the last one could not be compared. */
    readonly last: Diagnostic | undefined;
  },
): Diagnostic {
  const wanted = [expression.text, operator, value?.text]
    .filter((it) => it !== undefined).join(" ");
  const seen = came === 0 || latest === undefined
    ? "none came"
    : `${came} came, the last one is ${shown(latest.text)}`;
  const over = isEnded ? "the stream ended first" : `${within} ms are over`;
  return {
    code: "ASSERTION",
    severity: "error",
    message: `Waited in vain for a message with "${wanted}": ${over}, ${seen}`,
    location: locationOf(expression.at, { length: expression.text.length }),
    ...(last && { notes: [last.message] }),
  };
}

/** A message that has not what an expression looks at is another one, no mistake. */
export function isMissingValue({ message }: Diagnostic): boolean {
  return /cannot read|TypeError/i.test(message);
}

/** A `set` finds nothing in the message that matched. */
export function unset(
  name: string,
  { text, at }: Text,
  message: StreamMessage,
): Diagnostic {
  return {
    code: "SCRIPT_ERROR",
    severity: "error",
    message:
      `Cannot set the variable "${name}": "${text}" is undefined in the message ${
        shown(message.text)
      }`,
    location: locationOf(at, { length: text.length }),
  };
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}
