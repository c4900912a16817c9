import type { Signer } from "../../http/engine.ts";
import type { Value } from "../../scope/value/value.ts";

/** What asking a store needs of the outside. */
export interface StorePorts {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The process's own variable, where it is permitted; undefined where it has none. */
  env(name: string): string | undefined;
  /** Throws where none of the names is permitted. */
  permit(names: readonly string[]): void;
  /** The text of a file that the person names, not the collection. */
  readText(path: string): Promise<string>;
  /** Sends without following redirects. */
  send(request: StoreRequest): Promise<StoreResponse>;
}

/** A request to a store. */
export interface StoreRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly sign?: Signer;
}

/** What a store responds with. */
export interface StoreResponse {
  readonly status: number;
  readonly text: string;
  /** Whether it is longer than Brace reads. */
  readonly isCut: boolean;
}

/** Why a store gives no secret: state and way out, never a value. */
export class StoreError extends Error {
  override name = "StoreError";
}

/**
 * A variable of the process that a store needs.
 *
 * @throws {StoreError} It is not there.
 * @throws {PermissionError} It is not permitted.
 */
export function needed(ports: StorePorts, ...names: string[]): string {
  for (const name of names) {
    const value = ports.env(name);
    if (value) return value;
  }
  ports.permit(names);
  throw new StoreError(
    `the process has no ${names.join(" or ")} (set it to a value)`,
  );
}

/** What stands in a host, which has to be a word. */
export function storeWord(text: string | undefined, what: string): string {
  if (text !== undefined && /^[A-Za-z0-9-]+$/.test(text)) return text;
  throw new StoreError(
    `${what} holds something else than letters, digits and hyphens`,
  );
}

type Members = Readonly<Record<string, Value>>;

/**
 * Sends a request and gives the JSON object that comes back.
 *
 * @param reason Says more of a status than the status.
 * @throws {StoreError} It is another status, or something else than JSON.
 */
export async function storeMembers(
  ports: StorePorts,
  request: StoreRequest,
  reason: (status: number, body: Members | undefined) => string | undefined =
    () => undefined,
): Promise<Members> {
  const { status, text, isCut } = await ports.send(request);
  // Behind the path of a secret, a quote would be the value of a field.
  const server = `the server "${new URL(request.url).host}"`;
  const body = isCut ? undefined : objectOf(text);
  if (status >= 300 && status < 400) {
    throw new StoreError(
      `${server} responded with ${status}, a redirect, which Brace does not follow with credentials`,
    );
  }
  if (status < 200 || status > 299) {
    const more = reason(status, body) ?? REASONS[status];
    throw new StoreError(
      `${server} responded with ${status}${more ? `: ${more}` : ""}`,
    );
  }
  if (isCut) {
    throw new StoreError(`${server} responded with more than 1 MiB`);
  }
  if (body === undefined) {
    throw new StoreError(
      `${server} responded with something else than JSON (look for a proxy or a login page in between)`,
    );
  }
  return body;
}

const REASONS: Readonly<Record<number, string>> = {
  400: "the request is refused (look at the credentials and the name)",
  401: "the credentials are refused (they may have expired)",
  403:
    "permission denied (the credentials may have expired, or lack the right to read it)",
  404: "there is no such secret",
  429: "too many requests",
  503: "it is down or sealed",
};

/** An object of JSON; undefined for another text. */
export function objectOf(text: string): Members | undefined {
  try {
    const value = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null &&
      !Array.isArray(value);
    return isObject ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A member that has to be a text. */
export function textOf(members: Members, name: string, what: string): string {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  if (typeof value === "string") return value;
  throw new StoreError(`the response has no ${what}`);
}

/** A secret's text: the mapping that it is as JSON, else itself. */
export function mappingOr(text: string): Value {
  return objectOf(text) ?? text;
}

/** Most secrets that a vault or project can have. */
export const MAX_SECRETS = 500;

/** A mapping of many secrets by name. */
export async function gather(
  names: readonly string[],
  get: (name: string) => Promise<string>,
): Promise<Value> {
  if (names.length > MAX_SECRETS) {
    throw new StoreError(
      `it has more than ${MAX_SECRETS} secrets (name one with "secretName")`,
    );
  }
  const found: [string, string][] = [];
  for (const name of names) found.push([name, await get(name)]);
  return Object.fromEntries(found);
}
