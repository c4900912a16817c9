/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Answered, Asked, Problem, Refusal, RouteName } from "../api.ts";

const KEY = "brace-open-key";

/** The server refused; its message says why, and the way out. */
export class Denied extends Error {
  override readonly name = "Denied";
  constructor(
    readonly status: number,
    message: string,
    readonly problems: readonly Problem[] = [],
  ) {
    super(message);
  }
}

/** The server is not there any more. */
export class Gone extends Error {
  override readonly name = "Gone";
}

/** Whether an address holds a token: a new one was opened in this tab. */
export function hasToken(): boolean {
  return /^#[\w-]{20,}$/.test(location.hash);
}

/** Exchanges the address's token, if there is one, and takes it out of the address. False: the page has no key. */
export async function startSession(): Promise<boolean> {
  if (hasToken()) {
    const token = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    const { key } = await call("session", { token });
    sessionStorage.setItem(KEY, key);
  }
  return sessionStorage.getItem(KEY) !== null;
}

/** Calls a route that answers with JSON. */
export async function call<N extends RouteName>(
  name: N,
  body: Asked<N>,
): Promise<Answered<N>> {
  const response = await post(name, body);
  return await response.json();
}

/** Calls a route that answers with bytes. */
export async function callBytes<N extends "download" | "saveReport">(
  name: N,
  body: Asked<N>,
): Promise<Blob> {
  return await (await post(name, body)).blob();
}

/** Calls a route that answers line by line, until it ends. */
export async function* lines<N extends "send" | "run" | "events">(
  name: N,
  body: Asked<N>,
): AsyncGenerator<Answered<N>> {
  const response = await post(name, body);
  const reader = response.body!.pipeThrough(new TextDecoderStream())
    .getReader();
  const parts: string[] = [];
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Gone();
    });
    if (done) return;
    const pieces = value.split("\n");
    for (const piece of pieces.slice(0, -1)) {
      const line = parts.splice(0).join("") + piece;
      if (line !== "") yield JSON.parse(line);
    }
    parts.push(pieces.at(-1)!);
  }
}

async function post<N extends RouteName>(
  name: N,
  body: Asked<N>,
): Promise<Response> {
  const key = sessionStorage.getItem(KEY);
  const response = await fetch(`/api/${name}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...key !== null && { authorization: `Bearer ${key}` },
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Gone();
  });
  if (response.ok) return response;
  if (response.status === 403) {
    sessionStorage.removeItem(KEY);
    throw new Denied(
      403,
      "This address is used up: press Enter where brace open runs for a new one",
    );
  }
  const { message, problems }: Refusal = await response.json()
    .catch(() => ({ message: `The server answered ${response.status}` }));
  throw new Denied(response.status, message, problems);
}
