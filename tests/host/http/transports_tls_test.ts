import { createServer, type TlsOptions } from "node:tls";
import type { AddressInfo } from "node:net";
import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readClientCertificates } from "../../../lib/core/http/client_certificate.ts";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import { transport } from "../../../lib/host/http/direct/suits_direct.ts";
import type { EngineOptions } from "../../../lib/host/http/types.ts";
import {
  certificate,
  type CertificateName,
  certificatePath,
} from "../../support/certificates.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import {
  METHODS,
  OK,
  outcome,
  RAW,
  TWO,
} from "../../support/transport_outcome.ts";
import { withEngine } from "../../support/with_engine.ts";

type Kind = "direct" | "node";
const CA = [certificatePath("ca.crt")];

/** What two requests to a URL come to. */
async function told(
  kind: Kind,
  url: string,
  { during, ...options }: EngineOptions & {
    during?: (engine: { close(): void }, abort: () => void) => void;
  } = {},
): Promise<unknown[]> {
  transport.kind = kind;
  try {
    return await withEngine(
      { ca: CA, tlsFacts: false, timeout: 5_000, ...options },
      async (send, engine) => {
        const ended: unknown[] = [];
        for (const number of [1, 2]) {
          const controller = new AbortController();
          const { signal } = controller;
          const sending = send(renderedRequest(url), { signal });
          if (number === 1) {
            during?.(engine, () => controller.abort("ended"));
          }
          ended.push(
            await sending.then(
              ({ status, timings }) => [status, Object.keys(timings).join()],
              (error) => {
                if (!(error instanceof DiagnosticError)) return String(error);
                const { unsent } = error as { unsent?: boolean };
                const [{ code, message }] = error.diagnostics;
                const { host } = new URL(url);
                return [code, message.replaceAll(host, "HOST"), unsent];
              },
            ),
          );
          if (during) break;
        }
        return ended;
      },
    );
  } finally {
    transport.kind = "direct";
  }
}

describe("over TLS both transports agree on a server that writes", () => {
  for (const [name, raw] of Object.entries(RAW)) {
    it(name, async () => {
      for (const requests of METHODS) {
        const options = { tls: true };
        const expected = await outcome("node", [raw], requests, options);
        assertEquals(
          await outcome("direct", [raw], requests, options),
          expected,
        );
      }
    });
  }
});

describe("both transports agree on a certificate", () => {
  const CERTIFICATES: readonly [CertificateName, EngineOptions?][] = [
    ["server"],
    ["server", { ca: [] }],
    ["server", { ca: ["/none.pem"] }],
    ["server", { ca: [certificatePath("make.sh")] }],
    ["self-signed", { ca: [certificatePath("self-signed.crt")] }],
    ["self-signed"],
    ["expired"],
    ["expired", { insecure: true }],
    ["expired", { insecure: ["localhost", "127.0.0.1"] }],
    ["expired", { insecure: ["other.example"] }],
    ["future"],
    ["wrong-host"],
    ["issued"],
    ["chain"],
    ["chain", { ca: [] }],
  ];
  for (const [name, options] of CERTIFICATES) {
    for (const host of ["localhost", "127.0.0.1"]) {
      it(`"${name}" for ${host} with ${JSON.stringify(options)}`, async () => {
        await using server = recordingServer(undefined, {
          tls: await certificate(name),
        });
        const url = `https://${host}:${server.port}/`;
        const expected = await told("node", url, options);
        assertEquals(await told("direct", url, options), expected);
      });
    }
  }
});

describe("both transports agree on a server of TLS", () => {
  const OPTIONS: Record<string, TlsOptions> = {
    "1.2": { maxVersion: "TLSv1.2" },
    "1.1": { minVersion: "TLSv1", maxVersion: "TLSv1.1" },
    "for HTTP/2 only": { ALPNProtocols: ["h2"] },
    "for HTTP/1.1 only": { ALPNProtocols: ["http/1.1"] },
    "that asks for a certificate": {
      requestCert: true,
      rejectUnauthorized: false,
    },
    "that wants a certificate": { requestCert: true },
    "1.2 that wants a certificate": {
      requestCert: true,
      maxVersion: "TLSv1.2",
    },
  };
  for (const [name, options] of Object.entries(OPTIONS)) {
    it(name, async () => {
      const server = createServer(
        {
          ...await certificate(),
          ...options,
          ca: [Deno.readTextFileSync(CA[0])],
        },
        (socket) => {
          socket.on("error", () => {});
          socket.on("data", () => socket.write(`${OK}${TWO}`));
        },
      );
      server.on("tlsClientError", () => {});
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const { port } = server.address() as AddressInfo;
      try {
        const url = `https://127.0.0.1:${port}/`;
        const expected = await told("node", url);
        assertEquals(await told("direct", url), expected);
      } finally {
        await new Promise((done) => server.close(done));
      }
    });
  }

  it("that speaks something else", async () => {
    await using server = recordingServer(undefined, {
      greeting: "HTTP/1.1 400 No\r\n\r\n",
    });
    const url = `https://${server.host}/`;
    assertEquals(await told("direct", url), await told("node", url));
  });
});

describe("both transports agree on a handshake without an end, and", () => {
  const ENDINGS: Record<string, Parameters<typeof told>[2]> = {
    "a time to connect that is up": { connectTimeout: 100, during() {} },
    "a time-out": { timeout: 100, during() {} },
    "an abort": { during: (_, abort) => setTimeout(abort, 50) },
    "an engine that is closed": {
      during: (engine) => setTimeout(() => engine.close(), 50),
    },
  };
  for (const [name, options] of Object.entries(ENDINGS)) {
    it(name, async () => {
      const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const accepted: Deno.Conn[] = [];
      const serving = (async () => {
        for await (const conn of listener) accepted.push(conn);
      })();
      const url = `https://127.0.0.1:${listener.addr.port}/`;
      assertEquals(
        await told("direct", url, options),
        await told("node", url, options),
      );
      // Nothing tries again.
      assertEquals(accepted.length, 2);
      for (const conn of accepted) conn.close();
      listener.close();
      await serving;
    });
  }
});

describe("Deno's own TLS", () => {
  /** What a server writes before it goes without a word of TLS → what comes of it, on each transport. */
  const UNANNOUNCED: Record<string, [raw: string, Record<Kind, string>]> = {
    "is whole where its length says so": [`${OK}${TWO}`, {
      direct: "whole",
      node: "whole",
    }],
    "is cut where the length is not reached": [
      `${OK}Content-Length: 9\r\n\r\nab`,
      { direct: "RESPONSE_CUT", node: "RESPONSE_CUT" },
    ],
    "is cut where only the end of the connection ends it": [`${OK}\r\nab`, {
      direct: "RESPONSE_CUT",
      node: "unframed",
    }],
    "is none where nothing came": ["", {
      direct: "CONNECTION",
      node: "CONNECTION",
    }],
  };
  for (const [name, [raw, expected]] of Object.entries(UNANNOUNCED)) {
    it(`without close_notify a response ${name}`, async () => {
      const server = createServer(await certificate(), (socket) => {
        socket.on("error", () => {});
        socket.once("data", () => {
          if (raw === "") return void socket.destroy();
          socket.write(raw, () => setTimeout(() => socket.destroy(), 50));
        });
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const { port } = server.address() as AddressInfo;
      for (const kind of ["direct", "node"] as const) {
        transport.kind = kind;
        await withEngine({ ca: CA, tlsFacts: false }, async (send) => {
          const came = await send(renderedRequest(`https://127.0.0.1:${port}/`))
            .then(
              ({ unframed }) => unframed ? "unframed" : "whole",
              (error: DiagnosticError) => error.diagnostics[0].code,
            );
          assertEquals(came, expected[kind], kind);
        });
      }
      transport.kind = "direct";
      await new Promise((done) => server.close(done));
    });
  }

  it("serves what asks for nothing more, over connections that are kept", async () => {
    await using server = recordingServer(undefined, {
      tls: await certificate(),
    });
    const url = `https://localhost:${server.port}/`;
    const versions: (string | undefined)[] = [];
    for (const tlsFacts of [false, true]) {
      await withEngine({ ca: CA, tlsFacts }, async (send) => {
        for (let i = 0; i < 2; i++) {
          versions.push((await send(renderedRequest(url))).tls?.version);
        }
      });
    }
    assertEquals(versions, [undefined, undefined, "TLSv1.3", "TLSv1.3"]);
    assertEquals(server.connections, 2);
  });

  const MORE: Record<string, EngineOptions> = {
    "HTTP/2": { http2: true },
    "no look at the certificate": { insecure: true },
    "none at that of one host": { insecure: ["localhost"] },
    "a client's certificate": {
      clientCertificates: readClientCertificates([{
        domain: "localhost",
        type: "pem",
        certificateFilePath: "client.crt",
        privateKeyFilePath: "client.key",
      }], { file: "opencollection.yml", path: [] }).certificates,
      files: { root: certificatePath(""), allowRead: [] },
    },
  };
  for (const [name, options] of Object.entries(MORE)) {
    it(`does not serve what asks for ${name}`, async () => {
      await using server = recordingServer(undefined, {
        tls: await certificate(),
      });
      const url = `https://localhost:${server.port}/`;
      const given = { ca: CA, tlsFacts: false, ...options };
      await withEngine(given, async (send) => {
        const { tls } = await send(renderedRequest(url));
        assertEquals(tls?.version, "TLSv1.3");
      });
      assertEquals(server.connections, options.http2 ? 2 : 1);
    });
  }

  it("takes no plain connection that is kept", async () => {
    await using server = recordingServer();
    await withEngine({ tlsFacts: false, timeout: 500 }, async (send) => {
      await send(renderedRequest(`http://${server.host}/`));
      await assertRejects(
        () => send(renderedRequest(`https://${server.host}/`)),
        DiagnosticError,
      );
    });
    assertEquals(server.requests.length, 1);
  });

  it("is tried once with a server that only Node's takes", async () => {
    await using server = recordingServer(undefined, {
      tls: await certificate("self-signed"),
    });
    const url = `https://localhost:${server.port}/`;
    const ca = [certificatePath("self-signed.crt")];
    await withEngine({ ca, tlsFacts: false }, async (send) => {
      for (let i = 0; i < 2; i++) {
        assertEquals((await send(renderedRequest(url))).status, 200);
      }
    });
    assertEquals(server.requests.length, 2);
    // One for each way.
    assertEquals(server.connections, 2);
  });
});
