import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { beforeAll, describe, it } from "@std/testing/bdd";
import net, { type AddressInfo } from "node:net";
import { brace } from "../support/brace.ts";
import { type RawCall, rawGrpcServer } from "../support/raw_grpc_server.ts";
import {
  encode,
  files,
  reflecting,
  shopFile,
} from "../support/reflecting_server.ts";

/** A server, and what has to come of a call. */
interface Row {
  readonly name: string;
  readonly open: () => Promise<AsyncDisposable & { readonly host: string }>;
  /** Without a file the client asks the server's reflection. */
  readonly reflects?: true;
  /** An assertion on the response; default: that the status is 0. */
  readonly expect?: readonly [expression: string, value: string];
  /** The only problem; default: none. */
  readonly problem?: RegExp;
}

const PROTO = `syntax = "proto3";
package shop.v1;
message Item { string id = 1; }
service Shop { rpc Find(Item) returns (Item); }
`;
const HEAD = [[":status", "200"], [
  "content-type",
  "application/grpc",
]] as const;
const OK = [["grpc-status", "0"]] as const;
/** The item whose ID is "a", behind its prefix. */
const ITEM = Uint8Array.of(0, 0, 0, 0, 3, 0x0a, 1, 97);

const says = (respond: (call: RawCall) => void) => () => rawGrpcServer(respond);
const answers = (
  bytes: Uint8Array,
  end: readonly (readonly [string, string])[] = OK,
) =>
  says((call) => {
    call.headers(HEAD);
    call.data(bytes);
    call.headers(end, { end: true });
  });

const ROWS: readonly Row[] = [
  { name: "answers", open: answers(ITEM), expect: ["res.body.id", "a"] },
  {
    name: "ends without a grpc-status",
    open: answers(ITEM, [["x", "y"]]),
    problem: /^PROTOCOL .*it ended without a grpc-status/,
  },
  {
    name: "ends with two of them",
    open: answers(ITEM, [["grpc-status", "0"], ["grpc-status", "5"]]),
    problem: /^PROTOCOL .*2 values of grpc-status: "0", "5"/,
  },
  {
    name: "announces more than comes",
    open: answers(Uint8Array.of(0, 0, 0, 0, 99, 0x0a, 1, 97)),
    problem: /^(?:PROTOCOL|RESPONSE_CUT) /,
  },
  {
    name: "announces 4 GB",
    open: answers(Uint8Array.of(0, 255, 255, 255, 255, 0x0a)),
    problem: /^LIMIT /,
  },
  {
    name: "sends no protobuf",
    open: answers(Uint8Array.of(0, 0, 0, 0, 3, 0xff, 0xff, 0xff)),
    problem: /^INVALID_RESPONSE /,
  },
  {
    name: "has escapes in its trailers",
    open: says((call) =>
      call.headers([
        ...HEAD,
        ["grpc-status", "5"],
        ["grpc-message", "no%20%E2%82%AC%0A%1b[31m %zz%"],
      ], { end: true })
    ),
    expect: ["res.closed.reason", "no €\n\u001b[31m %zz%"],
  },
  {
    name: "has bytes in its trailers that are no base64",
    open: answers(ITEM, [...OK, ["grpc-status-details-bin", "?!"]]),
    expect: ["res.body.id", "a"],
  },
  {
    name: "speaks HTTP/2, and no gRPC",
    open: says((call) => {
      call.headers([[":status", "200"], ["content-type", "text/html"]]);
      call.data(new TextEncoder().encode("<html>hello"), { end: true });
    }),
    expect: ["res.status", "2"],
  },
  {
    name: "speaks HTTP/1.1",
    open: oldServer,
    problem: /^(?:PROTOCOL|CONNECTION|INVALID_RESPONSE) /,
  },
  {
    name: "never ends",
    open: says((call) => {
      call.headers(HEAD);
      call.data(ITEM);
    }),
    problem: /^TIMEOUT .*1500 ms/,
  },
  {
    name: "reflects in circles",
    reflects: true,
    open: () =>
      reflecting(({ fileByFilename: name }) =>
        name === undefined
          ? files(shopFile(["a.proto"]))
          : files(encode("File", {
            name,
            dependency: [name === "a.proto" ? "b.proto" : "a.proto"],
          }))
      ),
    expect: ["res.body.id", "a"],
  },
  {
    name: "reflects without end",
    reflects: true,
    open: () =>
      reflecting(({ fileByFilename: name }, asked) =>
        name === undefined
          ? files(shopFile(["0.proto"]))
          : files(encode("File", { name, dependency: [`${asked}.proto`] }))
      ),
    problem: /^(?:LIMIT|TIMEOUT) /,
  },
  {
    name: "reflects 10,000 files",
    reflects: true,
    open: () =>
      reflecting(({ fileByFilename: name }) =>
        name !== undefined ? files(encode("File", { name })) : files(shopFile(
          Array.from({ length: 10_000 }, (_, at) => `${at}.proto`),
        ))
      ),
    expect: ["res.body.id", "a"],
  },
  {
    name: "has no reflection",
    reflects: true,
    open: () => reflecting(() => "end", []),
    problem: /^INVALID_RESPONSE .*no server reflection .*protoFilePath/,
  },
  {
    name: "reflects what is no protobuf",
    reflects: true,
    open: () => reflecting(() => Uint8Array.of(255, 255, 255)),
    problem: /^INVALID_RESPONSE /,
  },
];

/** One that does not know what HTTP/2 is. */
async function oldServer() {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    sockets.add(socket);
    socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function fileOf(
  { name, reflects, expect, problem }: Row,
  url: string,
  at: number,
) {
  const [expression, value] = expect ?? ["res.status", "0"];
  const assertion = { expression, operator: "eq", value };
  return JSON.stringify({
    info: { name, seq: at + 1, type: "grpc" },
    grpc: {
      url,
      method: "/shop.v1.Shop/Find",
      message: '{"id": "a"}',
      ...!reflects && { protoFilePath: "shop.proto" },
    },
    ...problem === undefined && { runtime: { assertions: [assertion] } },
  });
}

/** A request in the report. */
interface Result {
  readonly name: string;
  readonly status: string;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly location?: { readonly file: string; readonly line: number };
  }[];
  readonly assertions: readonly unknown[];
}

describe("a server that", () => {
  let results: readonly Result[];
  let shown: string;

  beforeAll(async () => {
    const cwd = await Deno.makeTempDir();
    await using servers = new AsyncDisposableStack();
    await Deno.mkdir(`${cwd}/api`);
    const write = (file: string, text: string) =>
      Deno.writeTextFile(`${cwd}/api/${file}`, text);
    await write(
      "opencollection.yml",
      "opencollection: 1.0.0\ninfo: {name: Hostile}\n",
    );
    await write("shop.proto", PROTO);
    for (const [at, row] of ROWS.entries()) {
      const { host } = servers.use(await row.open());
      await write(`r${at}.yml`, fileOf(row, `grpc://${host}`, at));
    }
    const { code, stdout, stderr } = await brace([
      "run",
      "api",
      "--timeout=1500",
      "--max-response-size=1",
      "--reporter=json=report.json",
      "--verbose",
    ], { cwd });
    shown = stdout + stderr;

    results =
      JSON.parse(await Deno.readTextFile(`${cwd}/report.json`)).requests;
    await Deno.remove(cwd, { recursive: true });
    assertEquals(code, 4, shown);
  });

  for (const [at, { name, problem }] of ROWS.entries()) {
    it(name, () => {
      const { diagnostics, assertions, ...result } = results[at];
      assertEquals(result.name, name);
      const problems = diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ code, message, location }) =>
          `${code} ${message} at ${location?.file}:${location?.line}`
        );
      if (problem === undefined) {
        return assertEquals(
          result.status,
          "passed",
          Deno.inspect({ problems, assertions }),
        );
      }
      assertEquals(problems.length, 1, problems.join("\n"));
      assertMatch(problems[0], problem);
      assertStringIncludes(problems[0], `at api/r${at}.yml:`);
    });
  }

  it("writes no escapes to the terminal", () => {
    assertEquals(shown.includes("\u001b["), false);
  });
});
