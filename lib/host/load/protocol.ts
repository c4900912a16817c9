import { isMapping } from "../../core/source/plain_value.ts";

/** The version of the messages; it changes with their meaning. */
export const PROTOCOL_VERSION = 1;

/** What a virtual user runs, or how long it waits. */
export type UserStep =
  | {
    readonly paths?: readonly string[];
    readonly tags?: readonly string[];
    /** File with rows: each user takes the next one. */
    readonly data?: string;
  }
  | { readonly think: number };

/** The first message to a worker. */
export interface OpenMessage {
  readonly type: "open";
  readonly version: number;
  readonly collection: string;
  readonly env: readonly string[];
  readonly secretsFile?: string;
  readonly allowNet: readonly string[];
  readonly allowEnv: readonly string[];
  /** How many users run side by side at most. */
  readonly users: number;
  /** What users do, by the number of the flow. */
  readonly flows: readonly (readonly UserStep[])[];
  /** Whether every problem is told, not only those of a new kind. */
  readonly debug: boolean;
}

/** A virtual user that has arrived. */
export interface UserMessage {
  readonly type: "user";
  readonly id: number;
  readonly flow: number;
  /** When it arrived: milliseconds since the epoch. */
  readonly at: number;
  /** Values of variables, by the step of the flow. */
  readonly vars?: readonly (Readonly<Record<string, unknown>> | null)[];
}

/** The messages of a worker. */
export type WorkerMessage =
  | {
    readonly type: "ready";
    readonly version: number;
    readonly brace: string;
    /** Milliseconds to read the collection and to run its setup. */
    readonly setup: number;
  }
  | { readonly type: "failed"; readonly message: string }
  | WorkerReport;

/** What has happened since the last one. */
export interface WorkerReport {
  readonly type: "report";
  readonly counters?: Readonly<Record<string, number>>;
  readonly histograms?: Readonly<Record<string, readonly number[]>>;
  /** Users that have ended, each with what was wrong where it failed. */
  readonly users?: readonly (readonly [id: number, problem?: string])[];
  /** Lines for people. */
  readonly problems?: readonly string[];
}

/** A message that is none of the protocol. */
export class ProtocolError extends Error {}

/**
 * Reads the first message.
 *
 * @throws {ProtocolError} It is no such message, or one of another version.
 */
export function readOpen(line: string): OpenMessage {
  const given = parse(line);
  if (given.type !== "open") {
    throw new ProtocolError('Cannot serve: the first message must be "open"');
  }
  if (given.version !== PROTOCOL_VERSION) {
    throw new ProtocolError(
      `Cannot serve version ${given.version} of the protocol: this Brace speaks ${PROTOCOL_VERSION} (install the same version of @brace/cli and artillery-engine-brace)`,
    );
  }
  const { secretsFile, users = 500, debug = false } = given;
  const collection = given.collection;
  if (typeof collection !== "string" || collection === "") {
    throw wrong("collection", "name the folder of a collection");
  }
  if (secretsFile !== undefined && typeof secretsFile !== "string") {
    throw wrong("secretsFile", "name a file");
  }
  if (!Number.isSafeInteger(users) || (users as number) < 1) {
    throw wrong("users", "give a number above 0");
  }
  if (!Array.isArray(given.flows) || given.flows.length === 0) {
    throw wrong("flow", "give a list of steps");
  }
  return {
    type: "open",
    version: PROTOCOL_VERSION,
    collection,
    env: texts(given.env, "env"),
    ...(secretsFile !== undefined && { secretsFile }),
    allowNet: texts(given.allowNet, "allowNet"),
    allowEnv: texts(given.allowEnv, "allowEnv"),
    users: users as number,
    flows: given.flows.map((flow) => {
      if (!Array.isArray(flow) || flow.length === 0) {
        throw wrong("flow", "give a list of steps");
      }
      return flow.map(step);
    }),
    debug: debug === true,
  };
}

/**
 * Reads any later message.
 *
 * @throws {ProtocolError} It is no such message.
 */
export function readUser(line: string, flows: number): UserMessage {
  const { type, id, flow, at, vars } = parse(line);
  const problem = type !== "user"
    ? 'its type is not "user"'
    : !Number.isSafeInteger(id)
    ? '"id" is not a whole number'
    : typeof at !== "number"
    ? '"at" is not a time in milliseconds since 1970'
    : !Number.isSafeInteger(flow) || (flow as number) < 0 ||
        (flow as number) >= flows
    ? `"flow" is none of the ${flows} flows, of which the first is 0`
    : undefined;
  if (problem !== undefined) {
    throw new ProtocolError(`Cannot read a message: ${problem}`);
  }
  return {
    type: "user",
    id: id as number,
    flow: flow as number,
    at: at as number,
    ...(Array.isArray(vars) && {
      vars: vars.map((one) => isMapping(one) ? one : null),
    }),
  };
}

function step(given: unknown): UserStep {
  if (!isMapping(given)) {
    throw wrong("flow", 'a step is "run" or "think"');
  }
  const { paths, tags, data, think, ...others } = given;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw wrong(unknown, "a step has paths, tags, data and vars");
  }
  if (think !== undefined) {
    if (typeof think !== "number" || !(think >= 0)) {
      throw wrong("think", "give seconds");
    }
    return { think };
  }
  if (data !== undefined && typeof data !== "string") {
    throw wrong("data", "name a file");
  }
  return {
    paths: texts(paths, "paths"),
    tags: texts(tags, "tags"),
    ...(data !== undefined && { data }),
  };
}

/** A text or a list of texts. */
function texts(given: unknown, name: string): string[] {
  const all = given === undefined || given === null ? [] : [given].flat();
  return all.map((one) => {
    if (typeof one === "string" && one !== "") return one;
    throw wrong(name, "give a text or a list of texts");
  });
}

function wrong(name: string, way: string): ProtocolError {
  return new ProtocolError(`Cannot use "${name}": ${way}`);
}

function parse(line: string): Record<string, unknown> {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    // Told below.
  }
  if (!isMapping(given)) {
    throw new ProtocolError("Cannot read a message: it is not a JSON object");
  }
  return given;
}
