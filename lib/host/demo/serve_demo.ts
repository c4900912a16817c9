import { createDemoApi, isStream } from "./demo_api.ts";
import { type Echo, readEcho } from "./echo.ts";
import type { DemoStreams } from "./streams.ts";
import { readFiles } from "../../core/collection/read_files.ts";
import { parseYamlFile } from "../../core/collection/yaml/parse_yaml_file.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";

/** A running demo API. */
export interface DemoServer {
  /** Such as `http://127.0.0.1:4747`. */
  readonly url: string;
  /** Settles when the server has stopped. */
  readonly finished: Promise<void>;
  stop(): Promise<void>;
}

/** How the demo API is served. */
export interface ServeDemoOptions {
  /** 0, the default: the system picks one. */
  readonly port?: number;
  /** Called with every request before the response. */
  readonly onRequest?: (request: Echo) => void;
}

/**
 * Serves a fresh demo API on 127.0.0.1.
 *
 * @throws {Deno.errors.AddrInUse} when the port is taken.
 */
export function serveDemo(options: ServeDemoOptions = {}): DemoServer {
  const api = createDemoApi();
  let streams: Promise<DemoStreams> | undefined;
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    onListen: () => {},
    onError: () => new Response(null, { status: 500 }),
  }, async (request) => {
    const echo = await readEcho(request);
    options.onRequest?.(echo);
    if (!isStream(echo)) return api(echo);
    streams ??= import("./streams.ts").then((it) => it.createStreams());
    return (await streams).serve(echo, request);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    finished: server.finished,
    async stop() {
      (await streams)?.stop();
      await server.shutdown();
    },
  };
}

/** Loads the example collection, which is a part of the program: nothing is read or written. */
export async function loadExample(): Promise<LoadedCollection> {
  const { default: embedded } = await import("./example.json", {
    with: { type: "json" },
  });
  const files = new Map(Object.entries(embedded));
  const { value, diagnostics } = readFiles({ root: "", files }, parseYamlFile);
  return {
    ...(value && { collection: value }),
    paths: [],
    diagnostics,
    texts: files,
  };
}
