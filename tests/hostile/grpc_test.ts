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
  /** Default: shop.proto. */
  readonly proto?: string;
  /** Default: `/shop.v1.Shop/Find`. */
  readonly method?: string;
  /** Default: one that fits. */
  readonly message?: string;
  /** Where the problem stands; default: in the request's file. */
  readonly at?: RegExp;
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
/** Files of the collection, and around it. */
const FILES: Record<string, string> = {
  "api/shop.proto": PROTO,
  "api/lacks.proto": PROTO.replace("package", 'import "none.proto";\npackage'),
  "api/circle.proto": PROTO.replace("package", 'import "back.proto";\npackage'),
  "api/back.proto": 'syntax = "proto3";\nimport "circle.proto";\n',
  "api/leaves.proto": PROTO.replace(
    "package",
    'import "../outside.proto";\npackage',
  ),
  "outside.proto": PROTO,
  "api/broken.proto": PROTO.replace("string id = 1;", "string id = ;"),
  "api/twice.proto": PROTO.replace("}", " string id = 2; }"),
  "api/deep.proto": `${PROTO}message M {${" message M {".repeat(20_000)}`,
  "api/bytes.proto": "\0\x01\x02",
  "api/huge.proto": `${PROTO}//${"x".repeat(10 * 1024 * 1024)}`,
};
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

const fits: Row["open"] = answers(ITEM);
const inItself = /^at api\/\w+\.proto:/;

/** What a file says that the client cannot go by. */
const OF_FILES: readonly Row[] = [
  {
    name: "imports a file that is not there",
    proto: "lacks.proto",
    at: inItself,
    problem: /^MISSING_PATH .*none\.proto/,
  },
  {
    name: "imports itself in a circle",
    proto: "circle.proto",
    expect: ["res.body.id", "a"],
  },
  {
    name: "imports a file outside the collection",
    proto: "leaves.proto",
    at: /^at api\/leaves\.proto:2$/,
    problem: /^PERMISSION .*outside the collection/,
  },
  {
    name: "lies outside the collection",
    proto: "../outside.proto",
    problem: /^PERMISSION .*outside the collection/,
  },
  {
    name: "is not there",
    proto: "none.proto",
    problem: /^MISSING_PATH .*none\.proto/,
  },
  {
    name: "is broken",
    proto: "broken.proto",
    at: inItself,
    problem: /^PROTO_SYNTAX /,
  },
  {
    name: "has a field twice",
    proto: "twice.proto",
    at: inItself,
    problem: /^PROTO_SYNTAX /,
  },
  {
    name: "has messages in messages without end",
    proto: "deep.proto",
    at: inItself,
    problem: /^PROTO_SYNTAX /,
  },
  {
    name: "is no text",
    proto: "bytes.proto",
    at: inItself,
    problem: /^PROTO_SYNTAX /,
  },
  {
    name: "has 10 MB",
    proto: "huge.proto",
    problem: /^LIMIT .*a \.proto file may have 10485760/,
  },
  {
    name: "has no such service",
    method: "/shop.v1.Nothing/Find",
    problem: /^INVALID_URL .*shop\.v1\.Nothing/,
  },
  {
    name: "has no such method",
    method: "/shop.v1.Shop/Nothing",
    problem: /^INVALID_URL .*Nothing/,
  },
  {
    name: "has a message of another type",
    message: '{"id": {"a": 1}}',
    problem: /^INVALID_BODY .*id/,
  },
  {
    name: "has a message with an unknown field",
    message: '{"colour": 1}',
    problem: /^INVALID_BODY .*colour/,
  },
  {
    name: "has a message that is a list",
    message: "[]",
    problem: /^INVALID_BODY /,
  },
  {
    name: "has a message that is no JSON",
    message: '{"id": ',
    problem: /^INVALID_BODY /,
  },
  {
    name: "has a secret for another host in a message",
    message: '{"id": "{{token}}"}',
    problem: /^PERMISSION .*"token"/,
  },
].map((row): Row => ({ ...row, open: fits } as Row));

const ALL = [...ROWS, ...OF_FILES];

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
  { name, reflects, proto = "shop.proto", expect, problem, ...row }: Row,
  url: string,
  at: number,
) {
  const [expression, value] = expect ?? ["res.status", "0"];
  const assertion = { expression, operator: "eq", value };
  return JSON.stringify({
    info: { name, seq: at + 1, type: "grpc" },
    grpc: {
      url,
      method: row.method ?? "/shop.v1.Shop/Find",
      message: row.message ?? '{"id": "a"}',
      ...!reflects && { protoFilePath: proto },
    },
    // A busy machine may be slow to answer what passes.
    settings: { timeout: problem === undefined ? 30_000 : 1500 },
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

describe("a server or a file that", () => {
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
      `opencollection: 1.0.0
info: {name: Hostile}
request: {variables: [{name: token, value: s3cret-token, secret: true, hosts: [api.example]}]}
`,
    );
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    for (const [at, row] of ALL.entries()) {
      const { host } = servers.use(await row.open());
      await write(`r${at}.yml`, fileOf(row, `grpc://${host}`, at));
    }
    const { code, stdout, stderr } = await brace([
      "run",
      "api",
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

  for (const [at, { name, problem, at: place }] of ALL.entries()) {
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
      const found = /at [^ ]+$/.exec(problems[0])![0];
      if (place) assertMatch(found, place);
      else assertStringIncludes(found, `at api/r${at}.yml:`);
    });
  }

  it("writes no escapes to the terminal", () => {
    assertEquals(shown.includes("\u001b["), false);
  });
});
