import type { AnswerView, Bridge, HeaderPair } from "../../bridge.ts";
import { bytesOf } from "../../encode.ts";
import { headerPairs } from "../headers.ts";
import { send } from "../send.ts";

/** `Headers`: names in lower case, values of one name joined. */
export class FetchHeaders {
  readonly #values = new Map<string, string>();

  constructor(init?: unknown) {
    const pairs = init instanceof FetchHeaders ? [...init] : headerPairs(init);
    for (const [name, value] of pairs) this.append(name, value);
  }

  append(name: unknown, value: unknown): void {
    const key = `${name}`.toLowerCase();
    const before = this.#values.get(key);
    this.#values.set(
      key,
      before === undefined ? `${value}` : `${before}, ${value}`,
    );
  }

  set(name: unknown, value: unknown): void {
    this.#values.set(`${name}`.toLowerCase(), `${value}`);
  }

  get(name: unknown): string | null {
    return this.#values.get(`${name}`.toLowerCase()) ?? null;
  }

  has(name: unknown): boolean {
    return this.#values.has(`${name}`.toLowerCase());
  }

  delete(name: unknown): void {
    this.#values.delete(`${name}`.toLowerCase());
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) visit(value, name);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  values(): IterableIterator<string> {
    return this.#values.values();
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}

/** Makes `fetch`; it sends through Brace's engine and network policy. */
export function createFetch(bridge: Bridge): Record<string, unknown> {
  class FetchResponse {
    readonly status: number;
    readonly statusText: string;
    readonly ok: boolean;
    readonly url: string;
    readonly headers: FetchHeaders;
    readonly #body: unknown;

    constructor({ status, statusText, url, headers, body }: AnswerView) {
      this.status = status;
      this.statusText = statusText;
      this.ok = status >= 200 && status < 300;
      this.url = url;
      this.headers = new FetchHeaders(headers as HeaderPair[]);
      this.#body = body;
    }

    text(): Promise<string> {
      const bytes = bytesOf(this.#body);
      return Promise.resolve(
        bytes === undefined
          ? `${this.#body}`
          : bridge.call("text.decode", bytes, "utf-8"),
      );
    }

    async json(): Promise<unknown> {
      return JSON.parse(await this.text());
    }

    async bytes(): Promise<Uint8Array> {
      return bytesOf(this.#body) ??
        bridge.call("text.encode", await this.text());
    }

    async arrayBuffer(): Promise<ArrayBufferLike> {
      return (await this.bytes()).buffer;
    }
  }
  const start = async (
    target: unknown,
    options: Record<string, unknown>,
  ): Promise<FetchResponse> => {
    const { headers } = options;
    const answer = await send(bridge, {
      url: `${target}`,
      method: options.method ?? "GET",
      headers: headers instanceof FetchHeaders ? [...headers] : headers,
      data: options.body,
      ...options.redirect === "manual" ? { maxRedirects: 0 } : {},
    }, { raw: true });
    return new FetchResponse(answer);
  };
  // A promise of this kind is watched; that of an async function is not.
  const fetch = (target: unknown, options: Record<string, unknown> = {}) =>
    new Promise((resolve) => resolve(start(target, options)));
  return { fetch, Headers: FetchHeaders, Response: FetchResponse };
}
