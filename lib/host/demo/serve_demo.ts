import { createDemoApi, isStreamPath } from "./demo_api.ts";
import { type Echo, readEcho } from "./echo.ts";
import type { DemoGrpc } from "./grpc.ts";
import type { DemoStreams } from "./streams.ts";
import { readFiles } from "../../core/collection/read_files.ts";
import { parseYamlFile } from "../../core/collection/yaml/parse_yaml_file.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";

/** A running demo API. */
export interface DemoServer {
  /** Such as `http://127.0.0.1:4747`. */
  readonly url: string;
  /** Where it serves gRPC, such as `grpc://127.0.0.1:4748`. */
  readonly grpcUrl: string;
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

const HOSTNAME = "127.0.0.1";

/**
 * Serves a fresh demo API on 127.0.0.1, and gRPC on the port behind it (another
 * one where that is taken).
 *
 * @throws {Deno.errors.AddrInUse} when the port is taken.
 */
export function serveDemo(options: ServeDemoOptions = {}): DemoServer {
  const { port = 0, onRequest } = options;
  const api = createDemoApi();
  let streams: Promise<DemoStreams> | undefined;
  const server = Deno.serve({
    hostname: HOSTNAME,
    port,
    onListen: () => {},
    onError: () => new Response(null, { status: 500 }),
  }, async (request) => {
    const echo = await readEcho(request);
    onRequest?.(echo);
    if (!isStreamPath(echo)) return api(echo);
    streams ??= import("./streams.ts").then((it) => it.createStreams());
    return (await streams).serve(echo, request);
  });
  const grpc = listenForGrpc(port, (path) =>
    onRequest?.({
      method: "POST",
      path,
      query: {},
      headers: { "content-type": "application/grpc" },
      body: "",
    }));
  return {
    url: `http://${HOSTNAME}:${server.addr.port}`,
    grpcUrl: `grpc://${HOSTNAME}:${grpc.port}`,
    finished: server.finished,
    async stop() {
      await grpc.stop();
      (await streams)?.stop();
      await server.shutdown();
    },
  };
}

/** Listens for gRPC; what serves it is loaded once somebody connects. */
function listenForGrpc(
  port: number,
  onCall: (path: string) => void,
): { readonly port: number; stop(): Promise<void> } {
  const listener = listenBehind(port);
  let loaded: Promise<DemoGrpc> | undefined;
  const load = async () => {
    const [{ serveGrpc }, files] = await Promise.all([
      import("./grpc.ts"),
      readExample(),
    ]);
    return await serveGrpc(files["streams/orders.proto"], onCall);
  };
  const open = new Set<Promise<void>>();
  const accepted = (async () => {
    for await (const connection of listener) {
      loaded ??= load();
      const served = (await loaded).take(connection);
      open.add(served);
      served.finally(() => open.delete(served));
    }
  })();
  return {
    port: listener.addr.port,
    async stop() {
      listener.close();
      await accepted;
      (await loaded)?.stop();
      await Promise.all(open);
    },
  };
}

/** Listens on the port behind one, or on any. */
function listenBehind(port: number): Deno.TcpListener {
  if (port !== 0 && port < MAX_PORT) {
    try {
      return Deno.listen({ hostname: HOSTNAME, port: port + 1 });
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  return Deno.listen({ hostname: HOSTNAME, port: 0 });
}

const MAX_PORT = 65535;

/** Loads the example collection, which is a part of the program: nothing is read or written. */
export async function loadExample(): Promise<LoadedCollection> {
  const files = new Map(Object.entries(await readExample()));
  const { value, diagnostics } = readFiles({ root: "", files }, parseYamlFile);
  return {
    ...(value && { collection: value }),
    paths: [],
    diagnostics,
    texts: files,
  };
}

/** The files of the example collection. */
async function readExample(): Promise<Readonly<Record<string, string>>> {
  const { default: files } = await import("./example.json", {
    with: { type: "json" },
  });
  return files;
}
