import https from "node:https";
import net from "node:net";
import type { AddressInfo } from "node:net";
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import {
  type ClientCertificate,
  readClientCertificates,
} from "../../../lib/core/http/client_certificate.ts";
import type { Policy } from "../../../lib/core/policy/policy.ts";
import { DiagnosticError, spoken } from "../../../lib/core/source/errors.ts";
import type { EngineOptions } from "../../../lib/host/http/types.ts";
import {
  certificate,
  type CertificateName,
  certificatePath,
} from "../../support/certificates.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import {
  FLAG_WORDS,
  inFlags,
} from "../../../lib/tools/report/text/flag_words.ts";

const CA = [certificatePath("ca.crt")];
const UNKNOWN = (issuer: string) =>
  `its issuer "${issuer}" is not known, and the server sends no certificate of it (add its issuer with --ca FILE, or accept it with --insecure)`;
const AT = { file: "opencollection.yml", path: ["config"] };

describe("a server's certificate", () => {
  /** certificate, host, options → "ok" or the message's end */
  const ROWS: readonly [CertificateName, string, EngineOptions, string][] = [
    ["server", "localhost", { ca: CA }, "ok"],
    ["server", "127.0.0.1", { ca: CA }, "ok"],
    [
      "server",
      "localhost",
      { ca: [...CA, certificatePath("self-signed.crt")] },
      "ok",
    ],
    [
      "self-signed",
      "localhost",
      { ca: [certificatePath("self-signed.crt")] },
      "ok",
    ],
    ["expired", "localhost", { insecure: true }, "ok"],
    ["expired", "localhost", { insecure: ["localhost"] }, "ok"],
    [
      "server",
      "localhost",
      {},
      UNKNOWN("Brace test CA"),
    ],
    ["issued", "localhost", { ca: CA }, UNKNOWN("Brace test CA between")],
    ["chain", "localhost", { ca: CA }, "ok"],
    [
      "chain",
      "localhost",
      {},
      "no known authority issued the last of its certificates (add its issuer with --ca FILE, or accept it with --insecure)",
    ],
    [
      "future",
      "localhost",
      { ca: CA },
      "it is not valid before 2124-01-01 (--insecure accepts it)",
    ],
    [
      "expired",
      "localhost",
      { ca: CA, http2: true },
      "it expired on 2024-01-02 (--insecure accepts it)",
    ],
    [
      "expired",
      "localhost",
      { ca: CA, insecure: ["other.example", "localhost:1"] },
      "it expired on 2024-01-02 (--insecure accepts it)",
    ],
    [
      "self-signed",
      "localhost",
      { ca: CA },
      "self-signed certificate (add its issuer with --ca FILE, or accept it with --insecure)",
    ],
    [
      "wrong-host",
      "localhost",
      { ca: CA },
      "it was issued for DNS:other.example (--insecure accepts it)",
    ],
    [
      "wrong-host",
      "127.0.0.1",
      { ca: CA },
      "it was issued for DNS:other.example (--insecure accepts it)",
    ],
  ];
  for (const [name, host, options, expected] of ROWS) {
    const given = Object.keys(options).join(" and ") || "no options";
    it(`"${name}" for ${host} with ${given}: ${expected.slice(0, 40)}`, async () => {
      await using server = recordingServer(undefined, {
        tls: await certificate(name),
      });
      await withEngine(options, async (send) => {
        const url = `https://${host}:${server.port}/`;
        // The Host header decides nothing about the certificate.
        const request = renderedRequest(url, {
          headers: [["Host", "other.example"]],
        });
        if (expected === "ok") {
          const response = await send(request);
          assertEquals(response.status, 200);
          assertEquals(response.tls?.version, "TLSv1.3");
          assertEquals(typeof response.timings.tls, "number");
          assertEquals((await send(request)).timings.tls, undefined);
          assertEquals(server.connections, 1);
          return;
        }
        const error = await assertRejects(() => send(request), DiagnosticError);
        assertEquals(
          spoken(error, FLAG_WORDS),
          `Cannot trust the certificate of "${host}:${server.port}": ${expected}`,
        );
        assertEquals(error.diagnostics[0].code, "CERTIFICATE");
        assertEquals(server.requests.length, 0);
      });
    });
  }

  it("is missing where a server does not speak TLS", async () => {
    await using server = recordingServer(undefined, {
      greeting: "HTTP/1.1 400 No\r\n\r\n",
    });
    await withEngine({}, async (send) => {
      const error = await assertRejects(
        () => send(renderedRequest(`https://${server.host}/`)),
        DiagnosticError,
      );
      assertEquals(
        spoken(error, FLAG_WORDS),
        `Cannot talk TLS with "${server.host}": it speaks something else on this port (if it has no TLS, write http://, ws:// or grpc://)`,
      );
      assertEquals(error.diagnostics[0].code, "PROTOCOL");
    });
  });

  it("is not asked for where the URL says http", async () => {
    await using server = recordingServer(undefined, {
      tls: await certificate(),
    });
    await withEngine({}, async (send) => {
      const error = await assertRejects(
        () => send(renderedRequest(`http://${server.host}/`)),
        DiagnosticError,
      );
      assertEquals(
        spoken(error, FLAG_WORDS),
        `Cannot read the response of "${server.host}": it speaks TLS on this port (write https://)`,
      );
    });
  });

  it("stands beside a server that asks for the client's", async () => {
    const server = https.createServer({
      ...await certificate(),
      ca: [await Deno.readTextFile(CA[0])],
      requestCert: true,
      rejectUnauthorized: true,
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    await withEngine({ ca: CA }, async (send) => {
      const error = await assertRejects(
        () => send(renderedRequest(`https://localhost:${port}/`)),
        DiagnosticError,
      );
      assertEquals(
        error.diagnostics.map(({ code, message }) => `${code} ${message}`),
        [
          `CERTIFICATE Cannot talk TLS with "localhost:${port}": it asks for the client's certificate (write one into config.clientCertificates of the collection: brace help format)`,
        ],
      );
    });
    await new Promise((done) => server.close(done));
  });

  const OWN =
    " (if it asks for the client's certificate, config.clientCertificates of the collection gives it: brace help format)";
  for (const tlsFacts of [true, false]) {
    for (
      const [alert, name, way] of [
        [40, "HandshakeFailure", OWN],
        // How Go and Java say it.
        [42, "BadCertificate", OWN],
        [70, "ProtocolVersion", ""],
        [112, "UnrecognisedName", ""],
      ] as const
    ) {
      it(`is named for the alerts that can stand for the client's: ${name}, ${tlsFacts}`, async () => {
        const server = net.createServer((socket) => {
          socket.once(
            "data",
            () => socket.end(new Uint8Array([21, 3, 3, 0, 2, 2, alert])),
          );
          socket.on("error", () => {});
        });
        await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
        const { port } = server.address() as AddressInfo;
        await withEngine({ ca: CA, tlsFacts }, async (send) => {
          const error = await assertRejects(
            () => send(renderedRequest(`https://localhost:${port}/`)),
            DiagnosticError,
          );
          assertEquals(
            error.diagnostics.map(({ message }) => message),
            [`Cannot talk TLS with "localhost:${port}": received fatal alert: ${name}${way}`],
          );
        });
        await new Promise((done) => server.close(done));
      });
    }
  }

  it("is looked at without showing the client's own", async () => {
    let shown = "nobody asked";
    const server = https.createServer({
      ...await certificate("expired"),
      ca: [await Deno.readTextFile(CA[0])],
      requestCert: true,
      rejectUnauthorized: false,
    });
    server.on("secureConnection", (socket) => {
      shown = String(socket.getPeerCertificate()?.subject?.CN ?? "nobody");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const pem = {
      domain: "localhost",
      type: "pem",
      certificateFilePath: "client.crt",
      privateKeyFilePath: "client.key",
    };
    const options = {
      ca: CA,
      clientCertificates: readClientCertificates([pem], AT).certificates,
      files: { root: certificatePath(""), allowRead: [] },
    };
    await withEngine(options, async (send) => {
      await assertRejects(
        () => send(renderedRequest(`https://localhost:${port}/`)),
        DiagnosticError,
        "it expired on 2024-01-02",
      );
    });
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    assertEquals(shown, "nobody");
  });
});

describe("a look at a certificate", () => {
  const UNSURE =
    'it has expired, or its issuer is not known (add its issuer with the option "ca", or accept it with "insecure")';

  it("goes to no address that is denied", async () => {
    await using server = recordingServer(undefined, {
      tls: await certificate("expired"),
    });
    let connections = 0;
    const policy: Policy = {
      ...OPEN,
      check: () => ({ allowed: true }),
      checksAddresses: true,
      checkAddress: () =>
        ++connections === 1
          ? { allowed: true }
          : { allowed: false, reason: "denied", rule: "r" },
    };
    await withEngine({}, async (send) => {
      await assertRejects(
        () => send(renderedRequest(`https://${server.host}/`), { policy }),
        DiagnosticError,
        UNSURE,
      );
    });
    assertEquals(connections, 2);
  });

  it("does not wait for ever", async () => {
    await using server = recordingServer(undefined, {
      tls: await certificate("expired"),
    });
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const open: Deno.Conn[] = [];
    const serving = (async () => {
      for await (const conn of listener) {
        open.push(conn);
        if (open.length > 1) continue;
        const { port } = server;
        const onward = await Deno.connect({ hostname: "127.0.0.1", port });
        open.push(onward);
        conn.readable.pipeTo(onward.writable).catch(() => {});
        onward.readable.pipeTo(conn.writable).catch(() => {});
      }
    })();
    await withEngine({}, async (send) => {
      const { port } = listener.addr as Deno.NetAddr;
      await assertRejects(
        () => send(renderedRequest(`https://127.0.0.1:${port}/`)),
        DiagnosticError,
        UNSURE,
      );
    });
    listener.close();
    await serving;
    assertEquals(open.length, 3);
    for (const conn of open) {
      try {
        conn.close();
      } catch {
        // Its pipe has closed it.
      }
    }
  });
});

describe("authorities", () => {
  it("may share a file", async () => {
    await using server = recordingServer(undefined, {
      tls: await certificate(),
    });
    const file = await Deno.makeTempFile();
    try {
      const names = ["self-signed.crt", "ca.crt"];
      const texts = names.map((it) =>
        Deno.readTextFileSync(certificatePath(it))
      );
      await Deno.writeTextFile(file, texts.join("# comment\n"));
      await withEngine({ ca: [file] }, async (send) => {
        const url = `https://localhost:${server.port}/`;
        assertEquals((await send(renderedRequest(url))).status, 200);
      });
    } finally {
      await Deno.remove(file);
    }
  });

  it("that cannot be read, or are none, are reported", async () => {
    const FILES: Record<string, string> = {
      "/none.pem": 'MISSING_PATH Cannot read "/none.pem": it does not exist',
      [certificatePath("make.sh")]: `CERTIFICATE Cannot use the certificate "${
        certificatePath("make.sh")
      }": it holds no certificate in PEM format`,
    };
    for (const [file, expected] of Object.entries(FILES)) {
      await withEngine({ ca: [file] }, async (send) => {
        const error = await assertRejects(
          () => send(renderedRequest("https://127.0.0.1:9/")),
          DiagnosticError,
        );
        const [{ code, message }] = error.diagnostics.map(inFlags);
        assertEquals(`${code} ${message}`, expected);
      });
    }
  });
});

describe("a client's certificate", () => {
  /** A server that tells who its client is. */
  async function askingServer() {
    const server = https.createServer({
      ...await certificate(),
      ca: [await Deno.readTextFile(CA[0])],
      requestCert: true,
      rejectUnauthorized: false,
    }, (request, response) => {
      const peer = (request.socket as import("node:tls").TLSSocket)
        .getPeerCertificate();
      response.end(peer?.subject?.CN ?? "nobody");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return {
      port: (server.address() as AddressInfo).port,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      },
    };
  }

  const PEM = {
    type: "pem",
    certificateFilePath: "client.crt",
    privateKeyFilePath: "client.key",
  };
  const ENCRYPTED = { ...PEM, privateKeyFilePath: "client-encrypted.key" };
  const PFX = { type: "pkcs12", pkcs12FilePath: "client.p12" };

  /** configuration → who the server saw, or the message */
  const ROWS: readonly [string, Record<string, unknown>, string][] = [
    ["PEM", { domain: "localhost", ...PEM }, "client"],
    [
      "PKCS #12",
      { domain: "localhost", ...PFX, passphrase: "secret" },
      "client",
    ],
    [
      "an encrypted key",
      { domain: "*.localhost", ...ENCRYPTED, passphrase: "secret" },
      "client",
    ],
    ["another host", { domain: "other.example", ...PEM }, "nobody"],
    ["disabled", { domain: "localhost", ...PEM, disabled: true }, "nobody"],
    [
      "a wrong passphrase",
      { domain: "localhost", ...ENCRYPTED, passphrase: "wrong" },
      'Cannot use the certificate "client-encrypted.key": it is not a private key in PEM format, or the passphrase is wrong',
    ],
    [
      "a key of another certificate",
      { domain: "localhost", ...PEM, privateKeyFilePath: "server.key" },
      'Cannot use the certificate "server.key": it does not belong to the certificate "client.crt"',
    ],
    [
      "a file that is not a certificate",
      { domain: "localhost", ...PEM, certificateFilePath: "client.key" },
      'Cannot use the certificate "client.key": it is not a certificate in PEM format',
    ],
    [
      "a wrong passphrase of PKCS #12",
      { domain: "localhost", ...PFX, passphrase: "wrong" },
      'Cannot use the certificate "client.p12": it is not a PKCS #12 file, or the passphrase is wrong',
    ],
    [
      "a missing file",
      { domain: "localhost", ...PEM, certificateFilePath: "none.crt" },
      'Cannot read "none.crt": it does not exist (paths start at the collection\'s folder)',
    ],
    [
      "a file outside the collection",
      { domain: "localhost", ...PEM, certificateFilePath: "../bad/x" },
      "",
    ],
  ];
  for (const [name, value, expected] of ROWS) {
    it(`from ${name}`, async () => {
      await using server = await askingServer();
      const { certificates, diagnostics } = readClientCertificates([value], AT);
      assertEquals(diagnostics, []);
      const options: EngineOptions = {
        ca: CA,
        clientCertificates: certificates,
        files: { root: certificatePath(""), allowRead: [] },
      };
      await withEngine(options, async (send) => {
        const request = renderedRequest(`https://localhost:${server.port}/`);
        const seen = await send(request).then(
          (response) => new TextDecoder().decode(response.body),
          (error) => spoken(error, FLAG_WORDS),
        );
        if (expected !== "") assertEquals(seen, expected);
        else assertEquals(seen.startsWith("Cannot read"), true, seen);
      });
    });
  }

  it("is refused where its configuration makes no sense", () => {
    const BAD: unknown[] = [
      "x",
      { type: "pem" },
      { domain: "a b", type: "pem" },
      { domain: "a", type: "jks" },
      { domain: "a", type: "pem", certificateFilePath: "c" },
      { domain: "a", type: "pkcs12" },
    ];
    const { certificates, diagnostics } = readClientCertificates(BAD, AT);
    assertEquals(certificates, [] as ClientCertificate[]);
    assertEquals(diagnostics.map((it) => it.location?.yamlPath), [
      "config[0]",
      "config[1]",
      "config[2]",
      "config[3]",
      "config[4]",
      "config[5]",
    ]);
  });
});
