import type { Bridge, ResponseView } from "../../core/script/border/bridge.ts";
import { type ApiOptions, createScriptClient } from "./client.ts";
import { createRequest, property } from "./http/request.ts";
import { createTest, type TestApi } from "./test.ts";
import { formatLine } from "./inspect.ts";
import { jsonPathFlawText } from "../../core/assertion/json_path_flaw.ts";
import { bodyCopy } from "../../core/script/border/encode.ts";
import { headerValues } from "../../core/http/header_of.ts";
import type { Value } from "../../core/scope/value/value.ts";
import { dataBuffer } from "./http/data_buffer.ts";
import { createHeaderList } from "./http/header_list.ts";
import { responseHeader } from "../../core/script/headers.ts";

/** Brace's own globals, by name, and what their making and end need. */
export interface Globals {
  readonly values: Record<string, unknown>;
  /** The `test` that they have, whatever scripts put in its place. */
  readonly test: TestApi["test"];
  readonly skip: TestApi["skip"];
  /** Forgets what earlier scripts read. */
  begin(): void;
  /** How many tests have not ended yet. */
  running(): number;
  /** Settles when every test has ended. */
  settled(): Promise<void>;
  /** Fails the tests that never end. */
  abandon(): void;
  /** Carries what is left over to the request. */
  end(): void;
}

/** Makes what a script sees of Brace over Brace's side of the border. */
export function createGlobals(bridge: Bridge, options: ApiOptions): Globals {
  const client = createScriptClient(bridge, options);
  const request = createRequest(bridge);
  const response = createResponse(bridge, options);
  const tests = createTest(bridge);
  return {
    values: {
      client,
      bru: client,
      req: request.req,
      res: response.res,
      test: tests.test,
      console: createConsole(bridge),
      Event: BasicEvent,
      CustomEvent: BasicCustomEvent,
      EventTarget: BasicEventTarget,
    },
    test: tests.test,
    skip: tests.skip,
    begin: () => {
      request.reset();
      response.reset();
      tests.reset();
    },
    running: tests.running,
    settled: tests.settled,
    abandon: tests.abandon,
    end: request.flush,
  };
}

/** The little of DOM events that libraries expect to exist. */
class BasicEvent {
  readonly type: string;

  constructor(type: string) {
    this.type = `${type}`;
  }
}

/** An event with data. */
class BasicCustomEvent extends BasicEvent {
  readonly detail: unknown;

  constructor(type: string, options: { detail?: unknown } = {}) {
    super(type);
    this.detail = options.detail;
  }
}

type Listener = (event: BasicEvent) => void;

/** Calls the listeners of an event's type, in order. */
class BasicEventTarget {
  readonly #listeners = new Map<string, Set<Listener>>();

  addEventListener(type: string, listener: Listener): void {
    const known = this.#listeners.get(type);
    if (known === undefined) this.#listeners.set(type, new Set([listener]));
    else known.add(listener);
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: BasicEvent): boolean {
    for (const listener of this.#listeners.get(event.type) ?? []) {
      listener(event);
    }
    return true;
  }
}

/** Makes `console`: each line goes to the request's results. */
function createConsole(bridge: Bridge): Record<string, unknown> {
  const line = (level: string) => (...values: unknown[]) =>
    bridge.call("console", level, formatLine(values));
  const started = new Map<unknown, number>();
  const passed = (label: unknown = "default") =>
    bridge.call(
      "console",
      "log",
      `${label}: ${Date.now() - (started.get(label) ?? Date.now())} ms`,
    );
  const counts = new Map<unknown, number>();
  return {
    log: line("log"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    debug: line("debug"),
    trace: line("debug"),
    dir: (value: unknown) => bridge.call("console", "log", formatLine([value])),
    dirxml: line("log"),
    clear: () => {},
    table: (value: unknown) =>
      bridge.call("console", "log", formatLine([value])),
    group: line("log"),
    groupCollapsed: line("log"),
    groupEnd: () => {},
    time: (label: unknown = "default") => {
      started.set(label, Date.now());
    },
    timeLog: passed,
    timeEnd: passed,
    count: (label: unknown = "default") => {
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      bridge.call("console", "log", `${label}: ${count}`);
    },
    countReset: (label: unknown = "default") => {
      counts.delete(label);
    },
    assert: (condition: unknown, ...values: unknown[]) => {
      if (!condition) {
        bridge.call(
          "console",
          "error",
          `Assertion failed${values.length === 0 ? "" : ": "}${
            formatLine(values)
          }`,
        );
      }
    },
  };
}

/** What `res` has of a stream. */
const STREAM = [
  "messages",
  "sent",
  "firstMessageTime",
  "closed",
  "trailers",
  "details",
] as const;

/** `res` and how it is made ready for the next script. */
interface ResponseApi {
  readonly res: unknown;
  /** Forgets what was read of the last response. */
  reset(): void;
}

/** Makes `res`: a function that queries the body and has the response's parts. */
function createResponse(
  bridge: Bridge,
  { load }: Pick<ApiOptions, "load">,
): ResponseApi {
  const view = held((): ResponseView => {
    const found = bridge.call("response");
    if (found === undefined) throw new TypeError("There is no response yet");
    return found;
  });
  const body = held((): unknown => bridge.call("response.body"));
  const headers = held(() => headerValues(view.get().headers));
  const size = () => {
    const { header, body } = view.get().size;
    return { header, headers: header, body, total: header + body };
  };
  const setBody = (value: unknown) => {
    // JSON has no undefined: a list has null there, and no body has none at all.
    const copy = value === undefined
      ? value
      : bodyCopy("set the response's body", value, { gaps: true }) as Value;
    bridge.call("response.setBody", copy);
    body.forget();
  };
  /** Queries the body by RFC 9535; `value` is that of a path that names one place, else all values. */
  const find = (path: unknown) => {
    const query = load("brace:jsonpath") as (
      path: string,
      value: unknown,
    ) => { readonly values: unknown[]; readonly value: unknown };
    try {
      return query(`${path}`, body.get());
    } catch (error) {
      throw new TypeError(
        `Cannot query with "${path}": ${jsonPathFlawText(`${path}`, error)}`,
      );
    }
  };
  const jsonPath = (path: unknown) => find(path).values;
  Object.defineProperty(jsonPath, "find", { value: find });
  const res = (path: unknown, ...filters: unknown[]) =>
    query(body.get(), `${path}`, filters);
  Object.assign(res, {
    headerList: createHeaderList(() => Object.entries(headers.get())),
    getStatus: () => view.get().status,
    getStatusText: () => view.get().statusText,
    getHeader: (name: unknown) => responseHeader(headers.get(), name),
    getHeaders: headers.get,
    getBody: body.get,
    setBody,
    jsonPath,
    getResponseTime: () => view.get().responseTime,
    getUrl: () => view.get().url,
    getSize: size,
    getDataBuffer: () => dataBuffer(bridge.call("response.bytes")),
    getText: () => bridge.call("response.text"),
  });
  property(res, "status", () => view.get().status);
  property(res, "statusText", () => view.get().statusText);
  property(res, "responseTime", () => view.get().responseTime);
  property(res, "url", () => view.get().url);
  property(res, "size", size);
  property(res, "headers", headers.get);
  property(res, "body", body.get, setBody);
  const stream = held(() => bridge.call("response.stream"));
  for (const name of STREAM) property(res, name, () => stream.get()?.[name]);
  property(res, "text", () => bridge.call("response.text"));
  const reset = () => {
    view.forget();
    body.forget();
    headers.forget();
    stream.forget();
  };
  return { res, reset };
}

/** A value that is read once. */
function held<T>(read: () => T) {
  let holder: { value: T } | undefined;
  return {
    get: (): T => (holder ??= { value: read() }).value,
    forget: () => {
      holder = undefined;
    },
  };
}

/**
 * Reads values inside a body by a path: `order.items[0].price`, `..price` for
 * every depth, `items[?]` with a function (a filter when it gives booleans, a
 * mapping otherwise) or an object whose members must be equal. A name read
 * from an array is read from each of its elements; undefined where none has it.
 */
function query(
  body: unknown,
  path: string,
  filters: readonly unknown[],
): unknown {
  const rest = [...filters];
  let value = body;
  for (const step of steps(path)) {
    if (value === undefined || value === null) return undefined;
    switch (step.kind) {
      case "name":
        value = named(value, step.name);
        break;
      case "deep":
        value = found(deep(value, step.name));
        break;
      case "index":
        value = Array.isArray(value) ? value[step.index] : undefined;
        break;
      case "filter":
        value = filtered(value, rest.shift());
        break;
      default:
        step satisfies never;
    }
  }
  return value;
}

type Step =
  | { readonly kind: "name" | "deep"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "filter" };

function steps(path: string): Step[] {
  const out: Step[] = [];
  const pattern =
    /(\.\.)?\.?([^.[\]]+)|\[(\d+)\]|\[\?\]|\[(?:"([^"]*)"|'([^']*)')\]|(.)/gy;
  for (const match of path.matchAll(pattern)) {
    const [all, deepMark, name, index, double, single, unknown] = match;
    if (unknown !== undefined) {
      throw new TypeError(
        `Cannot read the path "${path}": "${unknown}" is not expected at character ${
          match.index + 1
        }`,
      );
    }
    if (index !== undefined) out.push({ kind: "index", index: Number(index) });
    else if (all === "[?]") out.push({ kind: "filter" });
    else {
      out.push({
        kind: deepMark === undefined ? "name" : "deep",
        name: name ?? double ?? single ?? "",
      });
    }
  }
  return out;
}

function named(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    if (name === "length") return value.length;
    return found(
      value.map((v) => own(v, name)).filter((v) => v !== undefined),
    );
  }
  return own(value, name);
}

function own(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null &&
      Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function deep(value: unknown, name: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const here = Array.isArray(value) ? undefined : own(value, name);
  const inside = Object.values(value).flatMap((v) => deep(v, name));
  return here === undefined ? inside : [here, ...inside];
}

function found(values: unknown[]): unknown[] | undefined {
  return values.length === 0 ? undefined : values.flat();
}

function filtered(value: unknown, filter: unknown): unknown {
  const values = Array.isArray(value) ? value : [value];
  if (typeof filter === "function") {
    const results = values.map((v) => filter(v));
    return results.every((r) => typeof r === "boolean")
      ? values.filter((_, i) => results[i])
      : results;
  }
  if (typeof filter === "object" && filter !== null) {
    const wanted = Object.entries(filter);
    return values.filter((v) => wanted.every(([k, w]) => own(v, k) === w));
  }
  throw new TypeError(
    'Cannot filter with "[?]": give a function or an object for it',
  );
}
