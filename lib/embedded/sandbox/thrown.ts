import type { Thrown } from "../../core/script/border/bridge.ts";
import { inspect, inspectPair } from "./inspect.ts";

/** An error that Brace raised on the other side of the border. */
export class BraceError extends Error {
  /** Code of its first diagnostic, if it had one. */
  readonly code: string | undefined;

  constructor(thrown: Thrown) {
    super(thrown.message);
    this.name = thrown.name;
    this.code = thrown.code;
  }
}

/**
 * Describes whatever a script threw; never throws itself. What is not an error
 * does not know where it was thrown: `stack` is the best that is known then.
 */
export function describeThrown(value: unknown, stack = ""): Thrown {
  try {
    return describe(value, stack);
  } catch {
    const message = "an error that throws when it is read";
    return { name: "Error", message, stack };
  }
}

/** Describes what a promise was rejected with that nothing handles. */
export function describeDropped(error: unknown): Thrown {
  const thrown = describeThrown(error);
  const message =
    `a promise that nothing awaits was rejected: ${thrown.message}`;
  return { ...thrown, message };
}

function describe(value: unknown, stack: string): Thrown {
  if (!isErrorLike(value)) {
    return { name: "Error", message: inspect(value), stack };
  }
  return {
    name: `${value.name ?? "Error"}`,
    message: `${value.message}`,
    stack: typeof value.stack === "string"
      ? value.stack.slice(0, 10_000)
      : stack,
    ...typeof value.lineNumber === "number" ? { line: value.lineNumber } : {},
    ...value.name === "AssertionError" && value.showDiff === true
      ? compared(value)
      : {},
    ...value instanceof BraceError && value.code !== undefined
      ? { code: value.code }
      : {},
    ...exchangeOf(value),
  };
}

/** Characters of a body that are shown: a text that is cut might end inside a secret, which nothing masks then. */
const MAX_BODY = 300;
/** The same for a URL. */
const MAX_URL = 2_000;

/** What was sent and received, where the error is about a status: `client.sendRequest` and axios say it alike. */
function exchangeOf({ request, response }: ErrorLike): { exchange?: string } {
  const { method, url } = fieldsOf(request);
  const { status, data } = fieldsOf(response);
  if (
    typeof method !== "string" || typeof url !== "string" ||
    typeof status !== "number" || url.length > MAX_URL
  ) return {};
  const body = typeof data === "string" ? data : jsonOf(data);
  const text = body.trim().replaceAll(/\s+/g, " ");
  const shown = text === "" || text.length > MAX_BODY
    ? ""
    : `, with the body ${text}`;
  // Where the URL ends in a secret, a mask goes on to the next blank.
  return {
    exchange: `${method.toUpperCase()} ${url} (status ${status}${shown})`,
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null
    ? value as Record<string, unknown>
    : {};
}

/** An object as JSON; empty for what JSON does not hold. */
function jsonOf(value: unknown): string {
  try {
    return isPlain(value) ? JSON.stringify(value) : "";
  } catch {
    return "";
  }
}

function isPlain(value: unknown): boolean {
  return Array.isArray(value) ||
    Object.prototype.toString.call(value) === "[object Object]";
}

function compared({ expected, actual }: ErrorLike) {
  const [wanted, got] = inspectPair(expected, actual);
  return { expected: wanted, actual: got };
}

interface ErrorLike {
  request?: unknown;
  response?: unknown;
  name?: unknown;
  message: unknown;
  stack?: unknown;
  lineNumber?: unknown;
  expected?: unknown;
  actual?: unknown;
  /** Chai's word on whether the two are worth comparing. */
  showDiff?: unknown;
}

function isErrorLike(value: unknown): value is ErrorLike {
  return typeof value === "object" && value !== null && "message" in value;
}
