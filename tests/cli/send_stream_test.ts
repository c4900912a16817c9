import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brace, type BraceOptions } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { grpcServer } from "../support/grpc_server.ts";
import { itNeeds } from "../support/needs.ts";
import { oneLine } from "../support/one_line.ts";
import { recordingServer } from "../support/recording_server.ts";
import { socketServer } from "../support/socket_server.ts";
import { braceInTerminal } from "../support/terminal.ts";

/** Sends from a folder without a collection; gives the code, the data of the lines and the errors. */
async function send(args: string[], options?: BraceOptions, start = brace) {
  const cwd = Deno.makeTempDirSync();
  try {
    const { code, stdout, stderr } = await start(["send", ...args], {
      cwd,
      ...options,
    });
    return { code, stdout, stderr: oneLine(stderr) };
  } finally {
    Deno.removeSync(cwd, { recursive: true });
  }
}

function dataOf(stdout: string): unknown[] {
  return stdout.trim().split("\n").map((line) => {
    const { time, direction, data } = JSON.parse(line);
    assert(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time), time);
    assertEquals(direction, "received");
    return data;
  });
}

describe("brace send over a WebSocket", () => {
  it("sends a message and prints what comes, a line each", async () => {
    await using server = await socketServer();
    const { code, stdout, stderr } = await send([
      server.url,
      "-d",
      '{"a": 1}',
      "--wait",
      "1",
    ]);
    assertEquals([code, stderr], [0, ""]);
    assertEquals(dataOf(stdout), [{ a: 1 }]);
  });

  it("sends the lines of standard input, and reads on after their end", async () => {
    await using server = await socketServer((socket) => {
      socket.on("message", (data) => {
        if (`${data}` === "two") {
          setTimeout(() => socket.send("late"), 100);
        }
      });
    });
    const { code, stdout } = await send(
      [server.url, "-d", "-", "--wait", "1"],
      {
        stdin: "one\r\ntwo",
      },
    );
    assertEquals(code, 0);
    assertEquals(server.received, ["one", "two"]);
    assertEquals(dataOf(stdout), ["late"]);
  });

  it("says that the server opens none", async () => {
    const server = recordingServer(() => ({ status: 404, body: "" }));
    try {
      const { code, stdout, stderr } = await send([
        server.url.replace("http", "ws"),
      ]);
      assertEquals(
        [code, stdout, stderr.trim()],
        [0, "", "The server opened no WebSocket, it answered 404 Not Found"],
      );
    } finally {
      await server.close();
    }
  });

  it("fails where too few messages come", async () => {
    await using server = await socketServer();
    const { code, stderr } = await send([
      server.url,
      "-d",
      "x",
      "--wait",
      "2",
      // The first message takes a while on a busy machine.
      "--idle",
      "1000",
    ]);
    assertEquals(code, 1);
    assertStringIncludes(
      stderr,
      "The stream ended too early, after 1 of 2 messages: no more messages came",
    );
  });

  itNeeds("terminal")(
    "prints time and direction on a terminal, sends what is typed, and says how it ended",
    async () => {
      await using server = await socketServer();
      const wide = "y".repeat(90);
      const typed = `{"list":["${"x".repeat(60)}"]}`;
      const { screen } = await braceInTerminal([
        "send",
        server.url,
        "-d",
        '{"a": 1}',
        "--wait",
        "4",
        "--interactive",
      ], [
        ["← {", `${typed}\n`],
        ["← {\r\n", "two\n"],
        ["← two", `${wide}\n`],
      ]);
      const shown = screen.replaceAll("\r\n", "\n")
        .replace(/\d\d:\d\d:\d\d\.\d{3}/g, "00:00:00.000");
      const long = `{
                 "list": [
                   "${"x".repeat(60)}"
                 ]
               }`;
      // What was typed is taken off the screen again, row by row.
      assertEquals(
        shown,
        `00:00:00.000 → {"a": 1}
00:00:00.000 ← {"a": 1}
${typed}
\x1b[1A\x1b[J00:00:00.000 → ${long}
00:00:00.000 ← ${long}
two
\x1b[1A\x1b[J00:00:00.000 → two
00:00:00.000 ← two
${wide}
\x1b[2A\x1b[J00:00:00.000 → ${wide}
00:00:00.000 ← ${wide}
closed by the client (1000)
`,
      );
    },
  );
});

describe("brace send of a stream of events", () => {
  it("prints events, and not the body", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end('data: {"n": 1}\n\ndata: two\n\n');
    });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve)
    );
    const { port } = server.address() as AddressInfo;
    const { code, stdout } = await send([`http://127.0.0.1:${port}/`]);
    await new Promise((resolve) => server.close(resolve));
    assertEquals(code, 0);
    assertEquals(dataOf(stdout), [{ n: 1 }, "two"]);
  });
});

describe("brace send of a gRPC call", () => {
  const brace = braceRows();
  let server: Awaited<ReturnType<typeof grpcServer>>;
  beforeAll(async () => {
    server = await grpcServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const rows: {
    args: string[];
    code: number;
    data?: unknown;
    stdout?: string;
    stderr?: string;
  }[] = [
    {
      args: ["/shop.v1.Shop/Find", "-d", '{"id": "7"}'],
      code: 0,
      data: ["Item 7"],
    },
    {
      args: ["/shop.v1.Shop/List", "-d", '{"count": 2}'],
      code: 0,
      data: ["Item 0", "Item 1"],
    },
    {
      args: ["", "--list"],
      code: 0,
      stdout:
        "/shop.v1.Shop/Find  unary\n/shop.v1.Shop/List  server-streaming\n/shop.v1.Shop/Sum  client-streaming\n/shop.v1.Shop/Chat  bidi-streaming\n",
    },
    {
      args: ["", "--describe", "shop.v1.Nothing"],
      code: 5,
      stderr: 'Cannot describe "shop.v1.Nothing": nothing is called',
    },
    {
      args: ["/shop.v1.Shop/Find", "-d", '{"id": "none"}', "--fail"],
      code: 1,
      stderr: "5 NOT_FOUND: gone äway",
    },
    {
      args: ["/shop.v1.Shop/Fnd"],
      code: 3,
      stderr: 'has no method "Fnd" (did you mean "Find"?)',
    },
    {
      args: ["/shop.v1.Shop/Find", "-d", '{"di": "7"}'],
      code: 3,
      stderr: 'has no field "di"',
    },
    { args: [""], code: 2, stderr: "it names no method" },
  ];
  for (const row of rows) {
    it(`${row.args.join(" ")} ends with ${row.code}`, async () => {
      const [path, ...more] = row.args;
      const { code, stdout, stderr } = await send(
        [`grpc://${server.host}${path}`, ...more],
        {},
        brace,
      );
      assertEquals(code, row.code, stderr);
      if (row.data) {
        assertEquals(
          dataOf(stdout).map((it) =>
            (it as { displayName: string }).displayName
          ),
          row.data,
        );
      }
      if (row.stdout) assertEquals(stdout, row.stdout);
      if (row.stderr) assertStringIncludes(stderr, row.stderr);
    });
  }

  it("describes a service", async () => {
    const { code, stdout } = await send(
      [`grpc://${server.host}`, "--describe", "shop.v1.Shop"],
      {},
      brace,
    );
    assertEquals(code, 0);
    assertStringIncludes(stdout, "service Shop {");
    assertStringIncludes(stdout, "rpc Find");
  });
});

describe("flags of streams", () => {
  const brace = braceRows();
  const rows: [args: string[], message: string][] = [
    [["http://a", "--proto", "x"], 'Cannot use "--proto" with "http://a"'],
    [["ws://a", "--list"], 'Cannot use "--list" with "ws://a"'],
    [["ws://a", "--wait", "0"], "--wait"],
    [["ws://a", "--interactive"], 'Cannot use "--interactive" here'],
  ];
  for (const [args, message] of rows) {
    it(args.join(" "), async () => {
      const { code, stderr } = await send(args, {}, brace);
      assertEquals(code, 2, stderr);
      assertStringIncludes(stderr, message);
    });
  }
});
