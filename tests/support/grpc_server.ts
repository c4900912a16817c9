import { afterAll, beforeAll, beforeEach } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

/** Where `shop.proto` and what it imports lie. */
export const PROTOS = fromFileUrl(
  new URL("../../fixtures/grpc/protos", import.meta.url),
);

/** What a call of the server came with. */
export interface SeenCall {
  readonly method: string;
  readonly metadata: Record<string, unknown>;
  readonly messages: unknown[];
  /** Milliseconds that the caller allows. */
  readonly deadline: number;
  readonly cancelled?: boolean;
}

/** How Deno runs a program that has the packages of gRPC. */
export function grpcProgram(
  name: string,
  args: readonly string[],
  stdin: "null" | "piped" = "null",
): Deno.Command {
  const folder = new URL("grpc/", import.meta.url);
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      `--config=${fromFileUrl(new URL("deno.json", folder))}`,
      fromFileUrl(new URL(name, folder)),
      ...args,
    ],
    stdin,
    stdout: "piped",
  });
}

/** A gRPC server of others (@grpc/grpc-js) on loopback: the shop of `fixtures/grpc`. */
export async function grpcServer(
  { reflection = true }: { readonly reflection?: boolean } = {},
) {
  const args = reflection ? ["reflection"] : [];
  const process = grpcProgram("server.mjs", [PROTOS, ...args], "piped").spawn();
  const input = process.stdin.getWriter();
  const lines = createInterface({ input: Readable.from(process.stdout) })
    [Symbol.asyncIterator]();
  const port = Number((await lines.next()).value!);
  const ask = async (line: string): Promise<SeenCall[]> => {
    await input.write(new TextEncoder().encode(`${line}\n`));
    return JSON.parse((await lines.next()).value!);
  };
  return {
    port,
    host: `127.0.0.1:${port}`,
    /** The calls that came so far. */
    seen: () => ask(""),
    forget: () => ask("forget"),
    async [Symbol.asyncDispose]() {
      await input.close();
      await lines.return?.();
      await process.status;
    },
  };
}

/** One for all tests of a `describe`: each finds it without calls. */
export function sharedGrpcServer(
  options?: Parameters<typeof grpcServer>[0],
): Pick<Awaited<ReturnType<typeof grpcServer>>, "port" | "host" | "seen"> {
  let server: Awaited<ReturnType<typeof grpcServer>>;
  beforeAll(async () => {
    server = await grpcServer(options);
  });
  beforeEach(async () => {
    await server.forget();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  return {
    get port() {
      return server.port;
    },
    get host() {
      return server.host;
    },
    seen: () => server.seen(),
  };
}
