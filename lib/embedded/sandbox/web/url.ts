import type { Bridge, UrlParts } from "../../../core/script/border/bridge.ts";
import { SearchParams } from "./search_params.ts";

const PARTS = [
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

/** Makes `URL`; Brace parses, so that it agrees with the sender. */
export function createUrl(bridge: Bridge): unknown {
  class SandboxUrl {
    #parts: UrlParts;
    readonly searchParams: SearchParams;

    constructor(url: unknown, base?: unknown) {
      this.#parts = parse(bridge, url, base);
      this.searchParams = new SearchParams(this.#parts.search);
      this.searchParams.onChange = () => {
        const text = `${this.searchParams}`;
        this.#set("search", text === "" ? "" : `?${text}`);
      };
    }

    static canParse(url: unknown, base?: unknown): boolean {
      return SandboxUrl.parse(url, base) !== null;
    }

    static parse(url: unknown, base?: unknown): SandboxUrl | null {
      try {
        return new SandboxUrl(url, base);
      } catch {
        return null;
      }
    }

    get origin(): string {
      return this.#parts.origin;
    }

    get href(): string {
      return this.#parts.href;
    }

    set href(value: string) {
      this.#parts = parse(bridge, value, undefined);
      this.searchParams.reset(this.#parts.search);
    }

    /** The part of this name. */
    part(name: typeof PARTS[number]): string {
      return this.#parts[name];
    }

    /** Sets the part of this name. */
    setPart(name: typeof PARTS[number], value: unknown): void {
      this.#set(name, `${value}`);
      if (name === "search") this.searchParams.reset(this.#parts.search);
    }

    #set(name: typeof PARTS[number], value: string): void {
      this.#parts = bridge.call("url.set", this.#parts.href, name, value);
    }

    toString(): string {
      return this.href;
    }

    toJSON(): string {
      return this.href;
    }
  }
  const { part, setPart } = SandboxUrl.prototype;
  for (const name of PARTS) {
    Object.defineProperty(SandboxUrl.prototype, name, {
      get(this: SandboxUrl) {
        return part.call(this, name);
      },
      set(this: SandboxUrl, value: unknown) {
        setPart.call(this, name, value);
      },
      enumerable: true,
      configurable: true,
    });
  }
  return SandboxUrl;
}

function parse(bridge: Bridge, url: unknown, base: unknown): UrlParts {
  return bridge.call(
    "url.parse",
    `${url}`,
    base === undefined ? undefined : `${base}`,
  );
}
