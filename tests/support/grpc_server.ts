import grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { ReflectionService } from "@grpc/reflection";
import { fromFileUrl } from "@std/path/from-file-url";

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
  cancelled?: boolean;
}

interface Query {
  readonly id: string;
  readonly count: number;
}

/** A gRPC server of others (@grpc/grpc-js) on loopback: the shop of `fixtures/grpc`. */
export async function grpcServer(
  options: {
    readonly reflection?: boolean;
  } = {},
) {
  // deno-lint-ignore no-explicit-any -- grpc-js takes handlers of any.
  type Call = any;
  const definition = loadSync("shop.proto", {
    includeDirs: [PROTOS],
    keepCase: true,
    longs: String,
    enums: String,
  });
  // deno-lint-ignore no-explicit-any -- what it loads has no types.
  const loaded = grpc.loadPackageDefinition(definition) as any;
  const seen: SeenCall[] = [];
  const take = (method: string, call: Call): SeenCall => {
    const one: SeenCall = {
      method,
      metadata: call.metadata.getMap(),
      messages: [],
      deadline: Number(call.getDeadline()) - Date.now(),
    };
    seen.push(one);
    call.on("cancelled", () => one.cancelled = true);
    return one;
  };
  const item = (id: string) => ({
    id,
    display_name: `Item ${id}`,
    price: { currency: "EUR", units: "9007199254740993" },
    added_at: { seconds: 1_000, nanos: 5_000_000 },
    kind: "KIND_BOOK",
  });
  const server = new grpc.Server();
  server.addService(loaded.shop.v1.Shop.service, {
    Find(call: Call, reply: Call) {
      const { messages } = take("Find", call);
      const query = call.request as Query;
      messages.push(query);
      const metadata = new grpc.Metadata();
      metadata.set("x-initial", "1");
      metadata.set("x-bytes-bin", Buffer.from([1, 2, 3]));
      call.sendMetadata(metadata);
      const trailers = new grpc.Metadata();
      trailers.set("x-trailer", "2");
      if (query.id === "silent") return;
      if (query.id === "none") {
        const details = "CAUSCWdvbmUgYXdheRo5Cih0eXBlLmdvb2dsZWFwaXMuY29t" +
          "L2dvb2dsZS5ycGMuRXJyb3JJbmZvEg0KBEdPTkUSBXNob3Bz";
        trailers.set("grpc-status-details-bin", Buffer.from(details, "base64"));
        return reply(
          { code: 5, details: "gone äway", metadata: trailers },
          null,
        );
      }
      if (query.id === "busy" && messages.length > 0) {
        const earlier = seen.filter(({ messages: [it] }) =>
          (it as Query).id === "busy"
        );
        if (earlier.length < 3) return reply({ code: 14, details: "later" });
      }
      reply(null, item(query.id), trailers);
    },
    List(call: Call) {
      take("List", call).messages.push(call.request);
      const { count } = call.request as Query;
      for (let i = 0; i < count; i++) call.write(item(String(i)));
      call.end();
    },
    Sum(call: Call, reply: Call) {
      const { messages } = take("Sum", call);
      call.on("data", (query: Query) => messages.push(query));
      call.on("end", () => {
        const ids = (messages as Query[]).map((it) => it.id);
        reply(null, { items: ids.length, ids });
      });
    },
    Chat(call: Call) {
      const { messages } = take("Chat", call);
      call.on("data", (query: Query) => {
        messages.push(query);
        call.write(item(query.id));
      });
      call.on("end", () => call.end());
    },
  });
  if (options.reflection ?? true) {
    new ReflectionService(definition).addToServer(server);
  }
  // TLS of its own does not work on Deno (no upstream issue known).
  const credentials = grpc.ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(
      "127.0.0.1:0",
      credentials,
      (error, port) => error ? reject(error) : resolve(port),
    )
  );
  return {
    port,
    seen,
    host: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => {
      server.forceShutdown();
      return Promise.resolve();
    },
  };
}
