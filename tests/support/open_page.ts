import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type {
  Answered,
  Asked,
  RouteName,
} from "../../lib/embedded/page/workbench/api.ts";
import { type ServeOptions, servePage } from "../../lib/open/serve_page.ts";

/** The texts of a collection by path. */
export type Files = Readonly<Record<string, string>>;

/** A collection that is open in a page; the test is the page. */
export interface OpenPage extends AsyncDisposable {
  readonly folder: string;
  readonly port: number;
  readonly key: string;
  /** A new address, as a terminal shows it. */
  address(): string;
  /** Asks a route that answers at once; what is refused is thrown. */
  ask<N extends RouteName>(name: N, asked: Asked<N>): Promise<Answered<N>>;
  /** Asks a route, and gives the answer as it comes. */
  post(name: string, body: unknown, init?: RequestInit): Promise<Response>;
  /** What a route tells line by line. */
  lines<N extends RouteName>(
    name: N,
    asked: Asked<N>,
    signal?: AbortSignal,
  ): AsyncGenerator<Answered<N>>;
  /** The id of the item with a path. */
  id(path: string): Promise<string>;
  /** What a file of the collection says now. */
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** Ends the server before the test does. */
  end(): Promise<void>;
}

/** What the server refuses. */
export class RefusedError extends Error {
  constructor(readonly status: number, readonly body: string) {
    super(`${status} ${body}`);
  }
}

/** Writes a collection into a new folder, and opens it. */
export async function openPage(
  files: Files,
  options: Partial<ServeOptions> = {},
): Promise<OpenPage> {
  const folder = await Deno.makeTempDir({ prefix: "brace-open-" });
  const write = async (path: string, text: string) => {
    const file = join(folder, path);
    await Deno.mkdir(join(file, ".."), { recursive: true });
    await Deno.writeTextFile(file, text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  const page = servePage(folder, {
    port: 0,
    readOnly: false,
    environments: [],
    history: "session",
    ...options,
  });
  let ending: Promise<void> | undefined;
  const end = () => ending ??= Promise.resolve(page[Symbol.asyncDispose]());
  const base = `http://127.0.0.1:${page.port}`;
  const [, token] = page.address().split("#");
  const exchange = await fetch(`${base}/api/session`, {
    method: "POST",
    body: JSON.stringify({ token }),
  });
  const { key } = await exchange.json();
  const post: OpenPage["post"] = (name, body, init = {}) =>
    fetch(`${base}/api/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      ...init,
    });
  const ask: OpenPage["ask"] = async (name, asked) => {
    const response = await post(name, asked);
    const text = await response.text();
    if (!response.ok) throw new RefusedError(response.status, text);
    return JSON.parse(text);
  };
  return {
    folder,
    port: page.port,
    key,
    address: page.address,
    ask,
    post,
    async *lines(name, asked, signal) {
      const response = await post(name, asked, signal ? { signal } : {});
      let rest = "";
      const texts = response.body!.pipeThrough(new TextDecoderStream());
      for await (const text of texts) {
        const lines = (rest + text).split("\n");
        rest = lines.pop()!;
        for (const line of lines) yield JSON.parse(line);
      }
    },
    async id(path) {
      // A file that is being written may be read before it has its text.
      for (let left = 50;; left--) {
        const { items, environments, collection } = await ask("state", {});
        if (path === "") return collection!;
        const found = items.find((one) => one.path === path)?.id ??
          environments.find(({ name }) => path === `environments/${name}.yml`)
            ?.id;
        if (found !== undefined) return found;
        if (left === 0) throw new Error(`there is no "${path}"`);
        await delay(100);
      }
    },
    read: (path) => Deno.readTextFile(join(folder, path)),
    write,
    end,
    async [Symbol.asyncDispose]() {
      await end();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A request as bytes, with headers that no browser would send so; gives status, headers and body. */
export async function rawRequest(
  port: number,
  text: string,
): Promise<{ status: number; head: string; body: string }> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(
    new TextEncoder().encode(text.replaceAll(/\r?\n/g, "\r\n")),
  );
  const answer = await new Response(connection.readable).text();
  const [head, body = ""] = answer.split("\r\n\r\n", 2);
  return { status: Number(head.split(" ")[1]), head, body };
}
