import { codesOf } from "../../../support/problems.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createBrotliCompress, createZstdCompress } from "node:zlib";
import { WebSocketServer } from "ws";
import type { RequestResult } from "../../../../lib/core/run/types.ts";
import { certificate, certificatePath } from "../../../support/certificates.ts";
import { oauth2Server } from "../../../support/oauth2_server.ts";
import { itNeeds } from "../../../support/needs.ts";
import { proxyServer } from "../../../support/proxy_server.ts";
import {
  rawSocketServer,
  type ServerSocket,
  socketServer,
} from "../../../support/socket_server.ts";
import {
  runCollection,
  type RunSetup,
} from "../../../support/run_collection.ts";

function texts({ response }: RequestResult): string[] {
  return response!.stream!.messages.map(({ text }) => text);
}

/** Sends "hello" to a server that echoes it. */
async function echo(
  url: string,
  { part = "", collection, ...setup }: RunSetup & {
    part?: string;
    collection?: string;
  } = {},
): Promise<RequestResult> {
  const { results } = await runCollection({
    "chat.yml": `info: {name: chat, type: websocket}
websocket:
  url: "${url}"
  message: {type: text, data: hello}
${part}
extensions: {brace: {stream: {count: 1}}}`,
    ...collection && {
      "opencollection.yml":
        `opencollection: 1.0.0\ninfo: {name: Test}\n${collection}`,
    },
  }, setup);
  return results[0];
}

/** A server over TLS. */
async function secure(asks: boolean) {
  const [own, { cert: ca }] = await Promise.all([
    certificate(),
    certificate("ca"),
  ]);
  const server = createTlsServer({
    ...own,
    ...(asks && { ca, requestCert: true, rejectUnauthorized: true }),
  });
  const sockets = new WebSocketServer({ noServer: true });
  const open = new Set<Socket>();
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head) => {
    open.add(socket);
    sockets.handleUpgrade(request, socket, head, (it: ServerSocket) => {
      it.on("message", (data) => it.send(`${data}`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `wss://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("the connection of a WebSocket", () => {
  for (const kind of ["http", "socks5"] as const) {
    it(`goes through a proxy: ${kind}`, async () => {
      await using server = await socketServer();
      await using proxy = proxyServer({ kind });
      const port = server.url.split(":").at(-1);
      const result = await echo(`ws://a.example:${port}/x`, {
        proxy: `${kind}://127.0.0.1:${proxy.port}`,
      });
      assertEquals(codesOf(result), []);
      assertEquals(texts(result), ["hello"]);
      assertEquals(proxy.asked.length, 1);
      assertStringIncludes(proxy.asked[0], `a.example:${port}`);
    });
  }

  it("over TLS: with the authority's certificate, with none, insecure", async () => {
    await using server = await secure(false);
    const ca = [certificatePath("ca.crt")];
    assertEquals(texts(await echo(server.url, { ca })), ["hello"]);
    const [unknown] = codesOf(await echo(server.url));
    assertStringIncludes(unknown, "CERTIFICATE: ");
    assertStringIncludes(unknown, 'its issuer "Brace test CA" is not known');
    assertEquals(texts(await echo(server.url, { insecure: true })), ["hello"]);
  });

  it("over TLS through a proxy", async () => {
    await using server = await secure(false);
    await using proxy = proxyServer({ kind: "http" });
    const result = await echo(server.url, {
      ca: [certificatePath("ca.crt")],
      proxy: `http://127.0.0.1:${proxy.port}`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(texts(result), ["hello"]);
    assertEquals(proxy.asked.length, 1);
  });

  it("shows a client certificate", async () => {
    await using server = await secure(true);
    const result = await echo(server.url, {
      ca: [certificatePath("ca.crt")],
      collection: `config:
  clientCertificates:
    - domain: localhost
      type: pem
      certificateFilePath: ${certificatePath("client.crt")}
      privateKeyFilePath: ${certificatePath("client.key")}
`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(texts(result), ["hello"]);
  });

  it("has a time limit of its own", async () => {
    await using proxy = proxyServer({ kind: "http", silent: true });
    const result = await echo("ws://a.example/", {
      proxy: `http://127.0.0.1:${proxy.port}`,
      connectTimeout: 100,
    });
    assertEquals(result.failures, ["network"]);
    assertStringIncludes(codesOf(result)[0], "TIMEOUT: ");
    assertStringIncludes(codesOf(result)[0], "100 ms");
  });

  itNeeds("unix sockets")("is a unix socket", async () => {
    const folder = await Deno.makeTempDir();
    const path = `${folder}/chat.sock`;
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    server.on("upgrade", (request: IncomingMessage, socket: Socket, head) => {
      sockets.handleUpgrade(request, socket, head, (it: ServerSocket) => {
        it.on("message", (data) => it.send(`${data} at ${request.url}`));
      });
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const result = await echo(
      `http+unix://${encodeURIComponent(path)}/a?b=c`,
    );
    await new Promise((resolve) => server.close(resolve));
    await Deno.remove(folder, { recursive: true });
    assertEquals(codesOf(result), []);
    assertEquals(texts(result), ["hello at /a?b=c"]);
  });

  it("is tried again where it is refused", async () => {
    // Another test may be given a port that is free again.
    const result = await echo("ws://127.0.0.1:1", {
      retry: 2,
      retryDelay: 1,
    });
    assertEquals(result.failures, ["network"]);
    assertEquals(result.attempts, 3);
  });

  it("sends the cookies of the jar, and keeps those of the handshake", async () => {
    const seen: (string | undefined)[] = [];
    await using server = await socketServer((socket, request) => {
      seen.push(request.headers.cookie);
      socket.on("message", (data) => socket.send(`${data}`));
    });
    await using first = await rawSocketServer((socket) => {
      const to = server.url.replace("ws:", "http:");
      socket.end(
        `HTTP/1.1 302 Found\r\nSet-Cookie: a=1; Path=/\r\nLocation: ${to}/\r\nContent-Length: 0\r\n\r\n`,
      );
    });
    const file = (url: string) =>
      `info: {name: chat, type: websocket}
websocket: {url: "${url}", message: {type: text, data: hello}}
extensions: {brace: {stream: {count: 1}}}`;
    const { results } = await runCollection({
      "a.yml": file(first.url),
      "b.yml": file(server.url),
    });
    assertEquals(results.flatMap(codesOf), []);
    assertEquals(seen, ["a=1", "a=1"]);
  });
});

describe("the auth of a WebSocket", () => {
  const rows: {
    name: string;
    auth: string;
    header?: string;
    value?: string;
    url?: string;
  }[] = [
    {
      name: "basic",
      auth: "{type: basic, username: ann, password: '{{pass}}'}",
      header: "authorization",
      value: `Basic ${btoa("ann:pw")}`,
    },
    {
      name: "bearer",
      auth: "{type: bearer, token: '{{pass}}'}",
      header: "authorization",
      value: "Bearer pw",
    },
    {
      name: "an API key in a header",
      auth: "{type: apikey, key: X-Key, value: '{{pass}}', placement: header}",
      header: "x-key",
      value: "pw",
    },
    {
      name: "an API key in the query",
      auth: "{type: apikey, key: key, value: '{{pass}}', placement: query}",
      url: "/?key=pw",
    },
  ];
  for (const { name, auth, header, value, url } of rows) {
    it(name, async () => {
      await using server = await socketServer();
      const result = await echo(server.url, {
        part: `  auth: ${auth}`,
        vars: [["pass", "pw"]],
      });
      assertEquals(codesOf(result), []);
      const [handshake] = server.handshakes;
      if (header) assertEquals(handshake.headers[header], value);
      if (url) assertEquals(handshake.url, url);
    });
  }

  it("digest: a second handshake answers the challenge", async () => {
    const sockets = new WebSocketServer({ noServer: true });
    const seen: (string | undefined)[] = [];
    await using server = await rawSocketServer((socket, request) => {
      seen.push(request.headers.authorization);
      if (request.headers.authorization === undefined) {
        return socket.end(
          'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="r", nonce="n", qop="auth"\r\nContent-Length: 0\r\n\r\n',
        );
      }
      sockets.handleUpgrade(request, socket, "", (it: ServerSocket) => {
        it.on("message", (data) => it.send(`${data}`));
      });
    });
    const result = await echo(server.url, {
      part: "  auth: {type: digest, username: ann, password: pw}",
    });
    assertEquals(codesOf(result), []);
    assertEquals(texts(result), ["hello"]);
    assertEquals(seen.length, 2);
    assert(/^Digest username="ann".*uri="\/"/.test(`${seen[1]}`), seen[1]);
  });
});

describe("the OAuth 2 of a WebSocket", () => {
  it("gets a token and sends it with the handshake", async () => {
    await using authority = oauth2Server();
    await using server = await socketServer();
    const result = await echo(server.url, {
      part: `  auth:
    type: oauth2
    flow: client_credentials
    accessTokenUrl: "${authority.url}/token"
    credentials: {clientId: the client, clientSecret: "s3cr3t/+&"}`,
    });
    assertEquals(codesOf(result), []);
    const { authorization = "" } = server.handshakes[0].headers;
    assert(authority.knows(authorization.replace("Bearer ", "")));
  });
});

describe("a stream of events", () => {
  for (
    const [encoding, compress] of [
      ["br", createBrotliCompress],
      ["zstd", createZstdCompress],
    ] as const
  ) {
    it(`is decompressed as it comes: ${encoding}`, async () => {
      const server = createServer((_, response) => {
        response.writeHead(200, {
          "content-type": "text/event-stream",
          "content-encoding": encoding,
        });
        const stream = compress();
        stream.pipe(response);
        stream.write("data: one\n\n");
        stream.flush();
      });
      await new Promise<void>((resolve) =>
        server.listen(0, "127.0.0.1", resolve)
      );
      const { port } = server.address() as AddressInfo;
      const { results } = await runCollection({
        "a.yml":
          `info: {name: a}\nhttp: {method: GET, url: "http://127.0.0.1:${port}"}\nextensions: {brace: {stream: {count: 1}}}`,
      });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      assertEquals(codesOf(results[0]), []);
      assertEquals(texts(results[0]), ["one"]);
    });
  }
});
