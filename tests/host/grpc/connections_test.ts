import { assertEquals, assertRejects } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { fromFileUrl } from "@std/path/from-file-url";
import { readClientCertificates } from "../../../lib/core/http/client_certificate.ts";
import { destroyLater } from "../../../lib/host/http/connection/destroy_later.ts";
import type { ProxySettings } from "../../../lib/core/http/proxy.ts";
import type { Policy } from "../../../lib/core/policy/policy.ts";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import type { EngineOptions } from "../../../lib/host/http/types.ts";
import { certificate, certificatePath } from "../../support/certificates.ts";
import { conversation } from "../../support/grpc_messages.ts";
import { grpcRequest } from "../../support/grpc_request.ts";
import { PROTOS, sharedGrpcServer } from "../../support/grpc_server.ts";
import { itNeeds } from "../../support/needs.ts";
import { proxyServer } from "../../support/proxy_server.ts";
import { rawGrpcServer } from "../../support/raw_grpc_server.ts";
import { OPEN } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

const FILES = { files: { root: PROTOS, allowRead: [] } };
const CA = [certificatePath("ca.crt")];
const AT = { file: "opencollection.yml", path: ["config"] };

/** One item by HTTP/2; other servers than grpc-js listen on sockets, too. */
function shop(stream: http2.ServerHttp2Stream): void {
  stream.respond(
    { ":status": 200, "content-type": "application/grpc" },
    { waitForTrailers: true },
  );
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
  stream.on("error", () => {});
  stream.end(Uint8Array.of(0, 0, 0, 0, 3, 0x0a, 1, 97));
}

/** What a call of a server ends with, as text. */
async function outcome(
  options: EngineOptions,
  host: string,
  { scheme = "grpcs", policy = OPEN, twice = false }: {
    scheme?: string;
    policy?: Policy;
    twice?: boolean;
  } = {},
): Promise<string> {
  return await withEngine({ ...FILES, ...options }, async (send) => {
    const request = grpcRequest(host, "Find", {
      protoFile: "shop.proto",
      scheme,
    });
    const converse = conversation(['{"id":"a"}']);
    try {
      if (twice) await send(request, { converse, policy });
      const { body, tls } = await send(request, { converse, policy });
      const { id } = JSON.parse(new TextDecoder().decode(body));
      return [id, tls?.version].filter(Boolean).join(" ");
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      const [{ code, message }] = error.diagnostics.map(inFlags);
      return `${code} ${message.replace(/:\d{4,5}/g, ":PORT")}`;
    }
  });
}

describe("gRPC over TLS", () => {
  const plain = sharedGrpcServer();
  let secure: http2.Http2SecureServer;
  let mutual: http2.Http2SecureServer;
  beforeAll(async () => {
    const ca = await Deno.readTextFile(CA[0]);
    const pair = await certificate();
    secure = http2.createSecureServer(pair);
    mutual = http2.createSecureServer({
      ...pair,
      ca: [ca],
      requestCert: true,
      rejectUnauthorized: true,
    });
    for (const server of [secure, mutual]) {
      server.on("session", destroyLater);
      server.on("stream", shop);
      server.on("sessionError", () => {});
      server.on("tlsClientError", () => {});
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    }
  });
  afterAll(async () => {
    await Promise.all(
      [secure, mutual].map((it) => new Promise((done) => it.close(done))),
    );
  });
  const to = (server: http2.Http2SecureServer) =>
    `localhost:${(server.address() as AddressInfo).port}`;

  it("trusts an authority that is given", async () => {
    assertEquals(await outcome({ ca: CA }, to(secure)), "a TLSv1.3");
    assertEquals(
      await outcome({ ca: CA }, to(secure), { scheme: "https", twice: true }),
      "a TLSv1.3",
    );
  });

  it("accepts any certificate with --insecure, none without", async () => {
    assertEquals(await outcome({ insecure: true }, to(secure)), "a TLSv1.3");
    const refused = await outcome({}, to(secure));
    assertEquals(refused.split(" ")[0], "CERTIFICATE");
  });

  it("shows a certificate of the client", async () => {
    const root = fromFileUrl(new URL("../../../fixtures", import.meta.url));
    const pem = {
      domain: "localhost",
      type: "pem",
      certificateFilePath: "tls/client.crt",
      privateKeyFilePath: "tls/client.key",
    };
    const options = {
      ca: CA,
      files: { root, allowRead: [] },
      clientCertificates: readClientCertificates([pem], AT).certificates,
    };
    const found = await withEngine(options, async (send) => {
      const request = grpcRequest(to(mutual), "Find", {
        protoFile: "grpc/protos/shop.proto",
        scheme: "grpcs",
      });
      return (await send(request, { converse: conversation(["{}"]) })).status;
    });
    assertEquals(found, 0);
    const refused = await outcome({ ca: CA }, to(mutual));
    assertEquals(
      /^(?:CERTIFICATE|CONNECTION|RESPONSE_CUT)/.test(refused),
      true,
      refused,
    );
  });

  it("says that a server offers no HTTP/2", async () => {
    const server = https.createServer({
      ...await certificate(),
      ALPNProtocols: ["http/1.1"],
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    assertEquals(
      await outcome({ ca: CA }, `localhost:${port}`),
      'PROTOCOL Cannot read the response of "localhost:PORT": it does not offer HTTP/2 (ALPN "h2"), which gRPC needs',
    );
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it("says that a server speaks no TLS, or nothing but TLS", async () => {
    const wrong = await outcome({ ca: CA }, plain.host);
    assertEquals(/^(?:PROTOCOL|CONNECTION) Cannot/.test(wrong), true, wrong);
    const other = await outcome({}, to(secure), { scheme: "grpc" });
    assertEquals(
      /^(?:PROTOCOL|CONNECTION|RESPONSE_CUT) Cannot/.test(other),
      true,
      other,
    );
  });

  for (const kind of ["http", "socks5"] as const) {
    it(`goes through a proxy: ${kind}`, async () => {
      await using proxy = proxyServer({ kind });
      const server = {
        protocol: kind,
        hostname: "127.0.0.1",
        port: proxy.port,
      } as const;
      const settings: ProxySettings = {
        http: server,
        https: server,
        bypass: [],
        bypassLoopback: false,
      };
      const options = { ca: CA, proxy: settings };
      assertEquals(await outcome(options, to(secure)), "a TLSv1.3");
      assertEquals(
        await outcome(options, plain.host, { scheme: "grpc", twice: true }),
        "a",
      );
      assertEquals(
        proxy.asked.map((it) => it.replace(/^CONNECT | HTTP.*$/g, "")),
        [to(secure), plain.host],
      );
    });
  }
});

describe("gRPC without TLS", () => {
  const plain = sharedGrpcServer();

  it("hears a server that speaks together with the proxy", async () => {
    await using proxy = proxyServer({ kind: "http", joined: true });
    const server = {
      protocol: "http",
      hostname: "127.0.0.1",
      port: proxy.port,
    } as const;
    assertEquals(
      await outcome(
        {
          proxy: {
            http: server,
            https: server,
            bypass: [],
            bypassLoopback: false,
          },
        },
        plain.host,
        { scheme: "grpc" },
      ),
      "a",
    );
  });

  it("says that a server speaks HTTP/1.1 only", async () => {
    const server = http.createServer((_, response) => response.end("hello"));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    assertEquals(
      await outcome({}, `127.0.0.1:${port}`, { scheme: "grpc" }),
      'PROTOCOL Cannot read the response of "127.0.0.1:PORT": it does not speak HTTP/2, which gRPC needs',
    );
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  it("says so, too, of a server that answers before it was asked", async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const found = new Set<string>();
    for (let nth = 0; nth < 40; nth++) {
      found.add(await outcome({}, `127.0.0.1:${port}`, { scheme: "grpc" }));
    }
    assertEquals([...found], [
      'PROTOCOL Cannot read the response of "127.0.0.1:PORT": it does not speak HTTP/2, which gRPC needs',
    ]);
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });

  it("says that nobody listens, and may be tried again", async () => {
    // No port that was just freed: another test's server may get it.
    const found = await outcome({}, "127.0.0.1:1", { scheme: "grpc" });
    assertEquals(
      found.split(":")[0],
      'CONNECTION Cannot connect to "127.0.0.1',
    );
  });

  it("gives up on a proxy that never connects", async () => {
    await using proxy = proxyServer({ kind: "http", silent: true });
    const settings = {
      http: { protocol: "http", hostname: "127.0.0.1", port: proxy.port },
      bypass: [],
      bypassLoopback: false,
    } as const;
    assertEquals(
      await outcome(
        { proxy: settings, connectTimeout: 100 },
        "127.0.0.1:1234",
        { scheme: "grpc" },
      ),
      'TIMEOUT Cannot connect to "127.0.0.1:PORT": no connection after 100 ms (raise --connect-timeout)',
    );
  });

  it("talks to no address that is denied", async () => {
    const policy: Policy = {
      ...OPEN,
      check: () => ({ allowed: true }),
      checksAddresses: true,
      checkAddress: () => ({ allowed: false, reason: "denied", rule: "r" }),
    };
    const found = await outcome({}, plain.host, { scheme: "grpc", policy });
    assertEquals(found.split(" ")[0], "PERMISSION");
    assertEquals(await plain.seen(), []);
  });

  itNeeds("unix sockets")("goes over a unix socket", async () => {
    const folder = await Deno.makeTempDir();
    const path = `${folder}/s`;
    const server = http2.createServer();
    server.on("session", destroyLater);
    server.on("stream", shop);
    await new Promise<void>((done) => server.listen(path, done));
    const host = encodeURIComponent(path);
    assertEquals(
      await outcome({}, host, { scheme: "http+unix", twice: true }),
      "a",
    );
    await new Promise((done) => server.close(done));
    await Deno.remove(folder, { recursive: true });
  });

  it("shares one connection, and makes another once it is gone", async () => {
    let calls = 0;
    await using server = await rawGrpcServer((call) => {
      call.headers([[":status", "200"], ["content-type", "application/grpc"]]);
      call.data(Uint8Array.of(0, 0, 0, 0, 0));
      call.headers([["grpc-status", "0"]], { end: true });
      if (++calls === 3) call.goaway(call.stream, 0);
    });
    await withEngine(FILES, async (send) => {
      const connections: number[] = [];
      for (let i = 0; i < 5; i++) {
        const { status } = await send(
          grpcRequest(server.host, "Find", { protoFile: "shop.proto" }),
          { converse: conversation(["{}"]) },
        );
        assertEquals(status, 0);
        connections.push(server.connections);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assertEquals(connections, [1, 1, 1, 2, 2]);
    });
  });

  it("holds back a server that nobody listens to", async () => {
    let written = 0;
    const server = http2.createServer();
    server.on("session", destroyLater);
    server.on("stream", (stream: http2.ServerHttp2Stream) => {
      stream.respond(
        { ":status": 200, "content-type": "application/grpc" },
        { waitForTrailers: true },
      );
      stream.on(
        "wantTrailers",
        () => stream.sendTrailers({ "grpc-status": "0" }),
      );
      stream.on("error", () => {});
      // An item whose ID has 64 KiB.
      const message = new Uint8Array(5 + 4 + 65536).fill(97);
      message.set([0, 0, 1, 0, 4, 0x0a, 0x80, 0x80, 4]);
      const write = () => {
        while (written < 1000) {
          written++;
          if (!stream.write(message)) return stream.once("drain", write);
        }
        stream.end();
      };
      write();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    await withEngine(FILES, async (send) => {
      await send(
        grpcRequest(`127.0.0.1:${port}`, "List", { protoFile: "shop.proto" }),
        {
          converse: async (connection) => {
            await connection.send({ type: "json", data: "{}" });
            connection.end();
            await connection.next();
            for (let turn = 0; turn < 20; turn++) {
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            // Its own buffers, and the window.
            assertEquals(written < 50, true, String(written));
            let came = 1;
            while ((await connection.next()).kind === "message") came++;
            assertEquals(came, 1000);
            return { kind: "grpc", messages: [], sent: [], received: came };
          },
        },
      );
    });
    await new Promise((done) => server.close(done));
  });

  it("takes a Host header for the authority", async () => {
    let authority: string | undefined;
    const server = http2.createServer();
    server.on("session", destroyLater);
    server.on("stream", (stream: http2.ServerHttp2Stream, headers) => {
      authority = headers[":authority"];
      shop(stream);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    await withEngine(FILES, async (send) => {
      const request = grpcRequest(`127.0.0.1:${port}`, "Find", {
        protoFile: "shop.proto",
        headers: [["Host", "shop.example"]],
      });
      await send(request, { converse: conversation(["{}"]) });
    });
    assertEquals(authority, "shop.example");
    await new Promise((done) => server.close(done));
  });
});

describe("a signal", () => {
  it("ends a call that is still connecting", async () => {
    await using proxy = proxyServer({ kind: "http", silent: true });
    const settings = {
      http: { protocol: "http", hostname: "127.0.0.1", port: proxy.port },
      bypass: [],
      bypassLoopback: false,
    } as const;
    await withEngine({ ...FILES, proxy: settings }, async (send) => {
      const signal = AbortSignal.timeout(50);
      await assertRejects(
        () =>
          send(grpcRequest("127.0.0.1:1234", "Find"), {
            converse: conversation([]),
            signal,
          }),
        DOMException,
      );
    });
  });
});
