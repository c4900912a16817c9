import {
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { framed, GrpcFrames } from "../../core/http/grpc/frames.ts";
import { protobuf, type ProtoType } from "../../core/http/grpc/protobuf.ts";
import {
  REFLECTION_MESSAGES,
  type ReflectionAnswer,
  type ReflectionQuestion,
  writeFiles,
} from "../../core/http/grpc/reflection_types.ts";
import { GRPC_STATUS } from "../../core/http/grpc/status.ts";
import { destroyLater } from "../http/connection/destroy_later.ts";
import { ORDER_STATUSES } from "./demo_api.ts";
import { play } from "./streams.ts";

/** A running gRPC server. */
export interface DemoGrpc {
  /** Serves a connection. */
  take(connection: Deno.TcpConn): Promise<void>;
  /** Ends every call. */
  stop(): void;
}

/** Bytes of a message that is taken. */
const MAX_MESSAGE = 1024 * 1024;
const NOT_FOUND = 5;

const HOSTNAME = "127.0.0.1";

/** One call. */
interface Call {
  /** Sends a message. */
  send(message: object): void;
  /** Ends it; without an argument with the status OK. */
  finish(problem?: { code: number; message: string }): void;
}

/** What a method does: with each message, and once no more come. */
type Handler = (call: Call) => {
  take(message: object): void;
  end?(): void;
  /** The call is over. */
  leave?(): void;
};

interface Method {
  readonly request: ProtoType;
  readonly response: ProtoType;
  readonly handler: Handler;
}

/**
 * Serves what a `.proto` file describes, which the methods here belong to, and
 * its reflection.
 *
 * @param onCall Called with the path of each call.
 */
export async function serveGrpc(
  proto: string,
  onCall: (path: string) => void,
): Promise<DemoGrpc> {
  const methods = methodsOf(proto);
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  server.on("session", (session) => {
    destroyLater(session);
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    session.on("error", () => {});
  });
  server.on("stream", (stream, headers) => {
    const path = String(headers[":path"]);
    onCall(path);
    // @types/node, which tests load, knows less of it.
    answer(stream as ServerHttp2Stream, headers, methods.get(path));
  });
  await new Promise<void>((resolve) => server.listen(0, HOSTNAME, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    async take(connection) {
      const target = await Deno.connect({ hostname: HOSTNAME, port })
        .catch(() => undefined);
      // It has stopped.
      if (target === undefined) return connection.close();
      connection.setNoDelay();
      target.setNoDelay();
      // Either side may break it off.
      await Promise.allSettled([
        connection.readable.pipeTo(target.writable),
        target.readable.pipeTo(connection.writable),
      ]);
    },
    stop() {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

/** Holds one call. */
function answer(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  method: Method | undefined,
): void {
  stream.on("error", () => {});
  const type = "application/grpc";
  const refuse = (code: number, message: string) =>
    stream.respond({
      ":status": 200,
      "content-type": type,
      ...trailersOf(code, message),
    }, { endStream: true });
  if (method === undefined) {
    const path = headers[":path"];
    return refuse(GRPC_STATUS.UNIMPLEMENTED, `there is no method ${path}`);
  }
  const { request, response, handler } = method;
  const frames = new GrpcFrames(MAX_MESSAGE);
  let received = 0;
  let end: { code: number; message: string } | undefined;
  stream.respond({ ":status": 200, "content-type": type }, {
    waitForTrailers: true,
  });
  stream.on("wantTrailers", () => {
    const { code, message } = end!;
    stream.sendTrailers({
      ...trailersOf(code, message),
      "x-received": `${received}`,
    });
  });
  const finish = (problem = { code: 0, message: "" }) => {
    if (end !== undefined) return;
    end = problem;
    stream.end();
  };
  const { take, end: ended = finish, leave } = handler({
    send(message) {
      if (end !== undefined || stream.destroyed) return;
      const whole = response.fromObject(message as Record<string, unknown>);
      stream.write(framed(response.encode(whole).finish()));
    },
    finish,
  });
  stream.on("data", (chunk: Uint8Array) => {
    try {
      frames.push(chunk);
      for (
        let frame = frames.next();
        frame !== undefined;
        frame = frames.next()
      ) {
        received++;
        take(request.decode(frame.bytes));
      }
    } catch (error) {
      const { message } = error as Error;
      finish({ code: GRPC_STATUS.INTERNAL, message });
    }
  });
  stream.on("end", () => ended());
  stream.on("close", () => leave?.());
}

function trailersOf(code: number, message: string): Record<string, string> {
  return {
    "grpc-status": `${code}`,
    ...(message !== "" && {
      "grpc-message": message.replace(/[^ -$&-~]/g, encodeURIComponent),
    }),
  };
}

/** Every method by its path. */
function methodsOf(proto: string): ReadonlyMap<string, Method> {
  const { root } = protobuf.parse(proto);
  const service = root.resolveAll().lookupService("demo.v1.Orders");
  const methods = new Map<string, Method>();
  for (const method of service.methodsArray) {
    methods.set(`/demo.v1.Orders/${method.name}`, {
      request: method.resolvedRequestType!,
      response: method.resolvedResponseType!,
      handler: ORDERS[method.name],
    });
  }
  methods.set("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", {
    ...REFLECTION_MESSAGES,
    handler: reflection(root),
  });
  return methods;
}

interface Item {
  readonly name: string;
  readonly quantity: number;
}

/** Orders that there are. */
const LAST_ORDER = 7;

const ENGINE: readonly Item[] = [{ name: "engine", quantity: 1 }];

function orderOf(status: string, id: number, items = ENGINE): object {
  return { id, items, status: status.toUpperCase() };
}

function missing(id: number): { code: number; message: string } {
  return { code: NOT_FOUND, message: `there is no order ${id}` };
}

/** The service of `orders.proto`. */
const ORDERS: Readonly<Record<string, Handler>> = {
  Read: ({ send, finish }) => ({
    take(message) {
      const { id } = message as { id: number };
      if (id < 1 || id > LAST_ORDER) return finish(missing(id));
      send(orderOf(ORDER_STATUSES[0], id));
    },
  }),
  Watch({ send, finish }) {
    let halt = () => {};
    return {
      take(message) {
        const { id } = message as { id: number };
        if (id < 1 || id > LAST_ORDER) return finish(missing(id));
        halt = play(
          ORDER_STATUSES,
          (status) => send(orderOf(status, id)),
          finish,
        );
      },
      // The last status ends it.
      end: () => {},
      leave: () => halt(),
    };
  },
  Create({ send, finish }) {
    const items: Item[] = [];
    return {
      take: (message) => void items.push(message as Item),
      end() {
        send(orderOf(ORDER_STATUSES[0], LAST_ORDER + 1, items));
        finish();
      },
    };
  },
  Quote: ({ send }) => ({
    take(message) {
      const { name, quantity } = message as Item;
      send({ name, cents: 100 * name.length * quantity });
    },
  }),
};

/** What a server's reflection says of everything that was loaded. */
function reflection(root: protobuf.Root): Handler {
  const files: ReflectionAnswer = {
    fileDescriptorResponse: { fileDescriptorProto: writeFiles(root) },
  };
  const services: ReflectionAnswer = {
    listServicesResponse: { service: [{ name: "demo.v1.Orders" }] },
  };
  const unknown: ReflectionAnswer = {
    errorResponse: { errorCode: NOT_FOUND, errorMessage: "not found" },
  };
  return ({ send }) => ({
    take(message) {
      const question = message as ReflectionQuestion;
      if (Object.hasOwn(question, "listServices")) return send(services);
      const symbol = "fileContainingSymbol" in question
        ? question.fileContainingSymbol
        : "";
      send(symbol !== "" && root.lookup(symbol) === null ? unknown : files);
    },
  });
}
