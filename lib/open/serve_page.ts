import { answer, json } from "./answers.ts";
import { Guard, HOSTNAME } from "./guard.ts";
import { router } from "./routes.ts";
import { shellFile } from "./shell.ts";
import { Workbench } from "./workbench.ts";
import type { WorkbenchOptions } from "./workbench_options.ts";

/** A page that is served. */
export interface PageServer extends AsyncDisposable {
  readonly port: number;
  /** A new address, which opens one page. */
  address(): string;
  /**
   * Finds the environments that it was started with.
   *
   * @throws {DiagnosticError} One does not exist.
   */
  findEnvironments(): void;
}

/** How a page is served. */
export interface ServeOptions extends WorkbenchOptions {
  /** 0: any that is free. */
  readonly port: number;
}

/** Bytes that a request may have: a dropped file in base64. */
const MAX_BODY = 48 * 1024 * 1024;

/**
 * Serves the page of a collection on this machine, to who has an address.
 *
 * @throws {DiagnosticError} The collection cannot be read.
 * @throws {Deno.errors.AddrInUse} The port is in use.
 */
export function servePage(path: string, options: ServeOptions): PageServer {
  const bench = new Workbench(path, options);
  const route = router(bench);
  const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve({
    hostname: HOSTNAME,
    port: options.port,
    onListen() {},
    onError: () => answer(null, { status: 500 }),
  }, (request, { completed }) => handle(request, { guard, route, completed }));
  const { port } = server.addr;
  const guard = new Guard(port);
  return {
    port,
    address: () => guard.address(),
    findEnvironments: () => bench.findEnvironments(),
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await server.shutdown();
    },
  };
}

/** Answers one request; who may not ask learns nothing. */
async function handle(
  request: Request,
  { guard, route, completed }: {
    readonly guard: Guard;
    readonly route: ReturnType<typeof router>;
    /** Fails when the page is gone before it has the answer. */
    readonly completed: Promise<void>;
  },
): Promise<Response> {
  const refused = () => answer(null, { status: 403 });
  if (!guard.isForUs(request)) return refused();
  const { pathname } = new URL(request.url);
  if (request.method === "GET") {
    return shellFile(pathname) ?? refused();
  }
  const [, name] = /^\/api\/(\w+)$/.exec(pathname) ?? [];
  if (
    request.method !== "POST" || name === undefined ||
    !guard.isFromPage(request)
  ) return refused();
  if (name === "session") {
    const key = guard.exchange(tokenIn(await textOf(request) ?? ""));
    return key === undefined ? refused() : json({ key });
  }
  if (!guard.hasKey(request)) return refused();
  const body = await textOf(request);
  return body === undefined
    ? json({ message: "Cannot read the request: it is too large" }, 413)
    : await route(name, body, goneWith(completed));
}

/** Aborts when an answer has reached the page, or cannot any more. */
function goneWith(completed: Promise<void>): AbortSignal {
  const gone = new AbortController();
  const end = () => gone.abort();
  completed.then(end, end);
  return gone.signal;
}

/** The text of a request's body; undefined where it is too long. */
async function textOf({ body }: Request): Promise<string | undefined> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tokenIn(body: string): string {
  try {
    const { token } = JSON.parse(body);
    return typeof token === "string" ? token : "";
  } catch {
    return "";
  }
}
