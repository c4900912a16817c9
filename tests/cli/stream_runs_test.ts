import { assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { createSecureServer, type ServerHttp2Stream } from "node:http2";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { destroyLater } from "../../lib/host/http/connection/destroy_later.ts";
import { braceCommand } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { certificate, certificatePath } from "../support/certificates.ts";
import { itNeeds } from "../support/needs.ts";
import { socketServer } from "../support/socket_server.ts";

describe("streams at the command line", () => {
  const brace = braceRows();
  let cwd: string;
  const write = (file: string, text: string) =>
    Deno.writeTextFile(`${cwd}/${file}`, text);

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    await write("opencollection.yml", "opencollection: 1.0.0\ninfo: {name: T}");
  });
  afterAll(async () => await Deno.remove(cwd, { recursive: true }));

  itNeeds("signals")("closes a WebSocket properly at SIGINT", async () => {
    const opened = Promise.withResolvers<void>();
    await using server = await socketServer((socket) =>
      socket.on("message", () => opened.resolve())
    );
    await write(
      "chat.yml",
      `info: {name: chat, type: websocket}
websocket: {url: "${server.url}", message: {type: text, data: open}}
extensions: {brace: {stream: {duration: 60000}}}`,
    );
    const child = braceCommand(["run", "chat.yml"], { cwd }).spawn();
    await child.stdin.close();
    // The client knows that it is open once it sends.
    await opened.promise;
    child.kill("SIGINT");
    const { code } = await child.output();
    assertEquals(code, 130);
    assertEquals(await server.close, 1000);
  });

  itNeeds("signals")("leaves a stream of events at SIGINT", async () => {
    const opened = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: one\n\n");
      response.on("close", closed.resolve);
      opened.resolve();
    });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve)
    );
    const { port } = server.address() as AddressInfo;
    await write(
      "events.yml",
      `info: {name: events}\nhttp: {method: GET, url: "http://127.0.0.1:${port}"}`,
    );
    const child = braceCommand(["run", "events.yml"], { cwd }).spawn();
    await child.stdin.close();
    await opened.promise;
    child.kill("SIGINT");
    const { code } = await child.output();
    assertEquals(code, 130);
    await closed.promise;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("writes a stream of events to a file as it comes", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end("data: one\n\ndata: two\n\n");
    });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve)
    );
    const { port } = server.address() as AddressInfo;
    await write(
      "events.yml",
      `info: {name: events}
http: {method: GET, url: "http://127.0.0.1:${port}"}
runtime: {assertions: [{expression: "res.messages[1].data", operator: eq, value: two}]}`,
    );
    const args = ["run", "events.yml", "--output=events.txt"];
    const { code, stdout } = await brace(args, { cwd });
    await new Promise((resolve) => server.close(resolve));
    assertEquals(code, 0, stdout);
    assertEquals(
      await Deno.readTextFile(`${cwd}/events.txt`),
      "data: one\n\ndata: two\n\n",
    );
  });

  it("reads events by HTTP/2, and resets the stream when it has enough", async () => {
    const server = createSecureServer(await certificate());
    server.on("session", destroyLater);
    const closed = Promise.withResolvers<number | undefined>();
    server.on("stream", (stream: ServerHttp2Stream) => {
      stream.respond({ ":status": 200, "content-type": "text/event-stream" });
      stream.on("error", () => {});
      stream.on("close", () => closed.resolve(stream.rstCode));
      stream.write("data: one\n\ndata: two\n\n");
    });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve)
    );
    const { port } = server.address() as AddressInfo;
    await write(
      "events.yml",
      `info: {name: events}
http: {method: POST, url: "https://localhost:${port}", body: {type: json, data: '{}'}}
runtime: {assertions: [{expression: "res.messages[1].data", operator: eq, value: two}]}
extensions: {brace: {stream: {count: 2}}}`,
    );
    const ca = `--ca=${certificatePath("ca.crt")}`;
    const { code, stdout } = await brace(
      ["run", "events.yml", "--http2", ca],
      { cwd },
    );
    assertEquals(code, 0, stdout);
    await closed.promise;
    await new Promise((resolve) => server.close(resolve));
  });

  const ends: { name: string; stream: string; code: number }[] = [
    { name: "an early end", stream: "count: 2, idle: 50", code: 1 },
    {
      name: "a wait that is over",
      stream:
        "steps: [{wait: {expression: message.data, operator: eq, value: x, within: 50}}]",
      code: 1,
    },
    {
      name: "a set that finds nothing",
      stream:
        "steps: [{wait: {expression: message.data, operator: isDefined}, set: {x: message.data.y}}]",
      code: 5,
    },
    { name: "the time-out", stream: "idle: 0", code: 4 },
    { name: "its own duration", stream: "duration: 50", code: 0 },
    {
      name: "a message that nothing resolves",
      stream: "steps: [{send: {type: text, data: '{{x}}'}}]",
      code: 3,
    },
  ];
  it("ends with the code of the failure", async () => {
    await using server = await socketServer((socket) => socket.send("hello"));
    const codes = await Promise.all(ends.map(async ({ stream }, at) => {
      await write(
        `end${at}.yml`,
        `info: {name: chat, type: websocket}
websocket: {url: "${server.url}"}
extensions: {brace: {stream: {${stream}}}}`,
      );
      const args = ["run", `end${at}.yml`, "--timeout=3000"];
      return (await brace(args, { cwd })).code;
    }));
    assertEquals(
      ends.map(({ name }, at) => `${name}: ${codes[at]}`),
      ends.map(({ name, code }) => `${name}: ${code}`),
    );
  });

  describe("whose steps set a secret", () => {
    const row = (n: number, last: number) => ({ n, last });
    /** A chat of a row: the server tells it a value, which goes back. */
    const chat = (url: string) =>
      `opencollection: 1.0.0
info: {name: Rows}
request: {variables: [{name: session, secret: true, value: ""}]}
items:
  - info: {name: chat, type: websocket}
    websocket: {url: "${url}", message: {type: json, data: '{"n": {{n}}}'}}
    extensions:
      brace:
        stream:
          steps:
            - {send: message 1}
            - {wait: {expression: message.data.n, operator: eq, value: "{{n}}"}, set: {session: message.data.x}}
            - {send: {type: text, data: "back {{session}}"}}
            - {wait: {expression: message.data, operator: eq, value: "back {{session}}"}}
            - end
    runtime: {assertions: [{expression: res.messages.length, operator: eq, value: "{{last}}"}]}
`;
    /** Answers once so many have asked. */
    const meeting = (size: number) => {
      const met = Promise.withResolvers<void>();
      let asked = 0;
      return socketServer((socket) =>
        socket.on("message", async (data) => {
          const text = `${data}`;
          if (!text.startsWith("{")) return socket.send(text);
          if (++asked >= size) met.resolve();
          await met.promise;
          const { n } = JSON.parse(text);
          socket.send(JSON.stringify({ n, x: `hidden-value-${n}` }));
        })
      );
    };

    it("keep each other's out with --jobs, and hide them everywhere", async () => {
      await using server = await meeting(3);
      await write("rows.yml", chat(server.url));
      await write(
        "rows.json",
        JSON.stringify([row(1, 2), row(2, 2), row(3, 3)]),
      );
      const kinds = ["json", "ndjson", "html", "har", "junit", "markdown"];
      const { code, stdout, stderr } = await brace([
        "run",
        "rows.yml",
        "--data=rows.json",
        "--jobs=3",
        "--verbose",
        ...kinds.map((kind) => `--reporter=${kind}=report.${kind}`),
      ], { cwd });
      assertEquals(code, 1, stdout + stderr);
      assertEquals(
        server.received.filter((it) => `${it}`.startsWith("back")).sort(),
        [1, 2, 3].map((n) => `back hidden-value-${n}`),
      );
      const texts = await Promise.all(
        kinds.map((kind) => Deno.readTextFile(`${cwd}/report.${kind}`)),
      );
      for (const text of [stdout, stderr, ...texts]) {
        assertEquals(text.includes("hidden-value"), false, text.slice(0, 2000));
      }
      assertEquals(stdout.includes('"x":"***"'), true, stdout);
    });

    it("listen at once, however many have scripts and expressions", async () => {
      const size = 8;
      await using server = await meeting(size);
      await write(
        "many.yml",
        `opencollection: 1.0.0
info: {name: Many}
items:
  - info: {name: chat, type: websocket}
    websocket: {url: "${server.url}", message: {type: json, data: '{"n": {{n}}}'}}
    extensions: {brace: {stream: {idle: 60000, until: "messages.some((it) => it.data.n !== undefined)"}}}
    runtime:
      scripts:
        - {type: before-request, code: 'client.setVar("m", client.runner.iterationIndex)'}
        - {type: tests, code: 'test("its own", () => expect(res.messages.at(-1).data.n).to.equal(client.getVar("m")))'}
`,
      );
      const rows = Array.from({ length: size }, (_, n) => row(n, 2));
      await write("many.json", JSON.stringify(rows));
      const args = ["run", "many.yml", "--data=many.json", `--jobs=${size}`];
      const { code, stdout, stderr } = await brace([
        ...args,
        "--timeout=5000",
      ], { cwd });
      assertEquals(code, 0, stdout + stderr);
      assertEquals(stdout.includes("8 requests passed"), true, stdout);
    });

    it("stop with --bail after the first that fails", async () => {
      await using server = await meeting(1);
      await write("rows.yml", chat(server.url));
      const rows = [row(1, 2), row(2, 9), row(3, 2)];
      await write("rows.json", JSON.stringify(rows));
      const args = ["run", "rows.yml", "--data=rows.json", "--bail"];
      const { code, stdout } = await brace(args, { cwd });
      assertEquals(code, 1, stdout);
      assertEquals(server.received.length, 4);
      assertEquals(stdout.includes("stopped: --bail"), true, stdout);
    });
  });
});
