import type {
  Bridge,
  FullResponseView,
} from "../../../core/script/border/bridge.ts";
import { bytesOf } from "../../../core/script/border/encode.ts";
import { isSearchParams } from "../../../core/script/headers.ts";
import { FetchHeaders } from "./headers.ts";

interface ResponseInit {
  readonly status?: unknown;
  readonly statusText?: unknown;
  readonly headers?: unknown;
}

/** Statuses whose responses have no body. */
const BODILESS = [101, 103, 204, 205, 304];
const REDIRECTS = [301, 302, 303, 307, 308];

/** Makes `Response`, and what makes one of what a server sent. */
export function createResponseClass(bridge: Bridge) {
  class FetchResponse {
    readonly status: number;
    readonly statusText: string;
    readonly headers: FetchHeaders;
    readonly type: string = "default";
    readonly url: string = "";
    readonly redirected: boolean = false;
    readonly #body: string | Uint8Array | null;
    #used = false;

    constructor(body?: unknown, init: ResponseInit = {}) {
      const status = Number(init.status ?? 200);
      if (!(Number.isInteger(status) && status >= 200 && status <= 599)) {
        throw new RangeError(
          `Cannot make the response: the status ${init.status} is not from 200 to 599`,
        );
      }
      this.status = status;
      this.statusText = `${init.statusText ?? ""}`;
      this.headers = new FetchHeaders(init.headers);
      this.#body = contentOf(body);
      if (this.#body !== null && BODILESS.includes(status)) {
        throw new TypeError(
          `Cannot make the response: one with status ${status} has no body`,
        );
      }
      const type = typeOf(body);
      if (type !== undefined && !this.headers.has("content-type")) {
        this.headers.set("content-type", type);
      }
    }

    static json(data: unknown, init: ResponseInit = {}): FetchResponse {
      const text = JSON.stringify(data);
      if (text === undefined) {
        throw new TypeError("Cannot make the response: its data is not JSON");
      }
      const headers = new FetchHeaders(init.headers);
      if (!headers.has("content-type")) {
        headers.set("content-type", "application/json");
      }
      return new FetchResponse(text, { ...init, headers });
    }

    static redirect(url: unknown, status: unknown = 302): FetchResponse {
      if (!REDIRECTS.includes(Number(status))) {
        throw new RangeError(
          `Cannot make the response: ${status} is not a redirect's status`,
        );
      }
      const { href } = bridge.call("url.parse", `${url}`, undefined);
      return new FetchResponse(null, { status, headers: { location: href } });
    }

    static error(): FetchResponse {
      return Object.defineProperties(new FetchResponse(), {
        status: { value: 0 },
        type: { value: "error" },
      });
    }

    get [Symbol.toStringTag](): string {
      return "Response";
    }

    get ok(): boolean {
      return this.status >= 200 && this.status < 300;
    }

    get bodyUsed(): boolean {
      return this.#used;
    }

    clone(): FetchResponse {
      if (this.#used) throw used("clone the response");
      const { status, statusText, headers, url, type, redirected } = this;
      return Object.defineProperties(new FetchResponse(this.#body), {
        status: { value: status, enumerable: true },
        statusText: { value: statusText, enumerable: true },
        headers: { value: FetchHeaders.of([...headers]), enumerable: true },
        url: { value: url, enumerable: true },
        type: { value: type, enumerable: true },
        redirected: { value: redirected, enumerable: true },
      });
    }

    text(): Promise<string> {
      return this.#read((body) =>
        typeof body === "string"
          ? body
          : bridge.call("text.decode", body ?? new Uint8Array(), "utf-8")
      );
    }

    async json(): Promise<unknown> {
      return JSON.parse(await this.text());
    }

    bytes(): Promise<Uint8Array> {
      return this.#read((body) =>
        typeof body === "string"
          ? bridge.call("text.encode", body)
          : new Uint8Array(body ?? [])
      );
    }

    async arrayBuffer(): Promise<ArrayBufferLike> {
      return (await this.bytes()).buffer;
    }

    #read<T>(read: (body: string | Uint8Array | null) => T): Promise<T> {
      if (this.#used) return Promise.reject(used("read the body"));
      this.#used = this.#body !== null;
      return Promise.resolve(read(this.#body));
    }
  }
  const isSame = (a: string, b: string) => {
    const [x, y] = [a, b].map((url) =>
      bridge.call("url.parse", url, undefined)
    );
    return x.origin + x.pathname + x.search ===
      y.origin + y.pathname + y.search;
  };
  return {
    Response: FetchResponse,
    /** The `Response` of a response. */
    responseOf: (
      { status, statusText, url, headers, body }: FullResponseView,
      wanted: string,
    ): FetchResponse =>
      Object.defineProperties(new FetchResponse(body), {
        status: { value: status, enumerable: true },
        statusText: { value: statusText, enumerable: true },
        headers: { value: FetchHeaders.of(headers), enumerable: true },
        url: { value: url, enumerable: true },
        type: { value: "basic", enumerable: true },
        redirected: { value: !isSame(url, wanted), enumerable: true },
      }),
  };
}

function contentOf(body: unknown): string | Uint8Array | null {
  if (body === undefined || body === null) return null;
  const bytes = bytesOf(body);
  return bytes === undefined ? `${body}` : new Uint8Array(bytes);
}

function typeOf(body: unknown): string | undefined {
  if (body === undefined || body === null || bytesOf(body)) return undefined;
  return isSearchParams(body)
    ? "application/x-www-form-urlencoded;charset=UTF-8"
    : "text/plain;charset=UTF-8";
}

function used(what: string): TypeError {
  return new TypeError(
    `Cannot ${what}: its body has already been read (call clone() first)`,
  );
}
