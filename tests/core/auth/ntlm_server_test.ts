import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createSigner } from "../../../lib/core/auth/create_signer.ts";
import type { Engine } from "../../../lib/core/http/engine.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { NetworkError } from "../../../lib/core/source/errors.ts";
import type { EngineOptions } from "../../../lib/host/http/types.ts";
import { authPorts } from "../../support/auth_ports.ts";
import {
  certificate,
  type CertificateName,
} from "../../support/certificates.ts";
import {
  ntlmServer,
  type NtlmServerOptions,
} from "../../support/ntlm_server.ts";
import { proxyServer } from "../../support/proxy_server.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

const ANN = { username: "ann", domain: "CORP", password: "Pässwörd" };
const BOB = { username: "bob", password: "b0b" };
const BODY = { type: "text", text: "naïve" } as const;

async function send(
  engine: Engine,
  request: RenderedRequest,
  fields: Record<string, string> = ANN,
) {
  const warnings: Diagnostic[] = [];
  const auth = renderedAuth("ntlm", fields);
  const sign = await createSigner(
    auth,
    authPorts({ warn: (it) => warnings.push(it) }),
  );
  const response = await engine.send({ ...request, auth }, {
    policy: OPEN,
    ...(sign && { sign }),
  });
  return { response, warnings };
}

function withSends<T>(
  options: EngineOptions,
  use: (
    send_: (
      request: RenderedRequest,
      fields?: Record<string, string>,
    ) => ReturnType<typeof send>,
    engine: Engine,
  ) => Promise<T>,
): Promise<T> {
  return withEngine(
    options,
    (_, engine) => use((...given) => send(engine, ...given), engine),
  );
}

/** What came, in few words: connection, message, body and status. */
function seen(requests: Awaited<ReturnType<typeof ntlmServer>>["requests"]) {
  return requests.map(({ connection, message, body, status }) =>
    `${connection}: ${message} ${body} ${status}`.replace("  ", " ")
  );
}

const THREE = ["1: 0 401", "1: 1 401", "1: 3 200"];

describe("ntlm against a server", () => {
  const accounts: [
    name: string,
    fields: Record<string, string>,
    user: string,
  ][] = [
    ["a domain", ANN, "ann"],
    ["no domain", BOB, "bob"],
    ["a domain before the name", {
      username: "CORP\\ann",
      password: ANN.password,
    }, "ann"],
    ["a domain, and another before the name", {
      username: "OTHER\\cid",
      domain: "CORP",
      password: "c1d",
    }, "OTHER\\cid"],
    ["another case of the name", { ...ANN, username: "ann" }, "ann"],
  ];
  const kinds: NtlmServerOptions[] = [
    {},
    { timed: true },
    { bare: true },
    { offer: ["ntlm"] },
    { offer: ['Negotiate, NTLM, Basic realm="a, b"'] },
  ];
  for (const [name, fields, user] of accounts) {
    for (const kind of kinds) {
      it(`signs in with ${name}: ${JSON.stringify(kind)}`, async () => {
        await using server = await ntlmServer(kind);
        await withSends({}, async (send) => {
          const { response, warnings } = await send(
            renderedRequest(server.url),
            fields,
          );
          assertEquals(response.status, 200);
          assertEquals(
            new TextDecoder().decode(response.body),
            `hello ${user}`,
          );
          assertEquals(warnings, []);
        });
        assertEquals(seen(server.requests), THREE);
      });
    }
  }

  it("keeps a connection for one user", async () => {
    await using server = await ntlmServer();
    const request = renderedRequest(server.url);
    await withSends({}, async (send, engine) => {
      for (const fields of [ANN, ANN, BOB, ANN, BOB]) {
        await send(request, fields);
      }
      const wrong = await send(request, { ...ANN, password: "no" });
      assertEquals(wrong.response.status, 401);
      assertEquals(wrong.warnings, []);
      const without = await engine.send(request, { policy: OPEN });
      assertEquals(without.status, 401);
      await send(request, { ...ANN, password: "no" });
    });
    assertEquals(seen(server.requests), [
      ...THREE,
      "1: 0 200",
      ...THREE.map((line) => line.replace("1", "2")),
      "1: 0 200",
      "2: 0 200",
      "3: 0 401",
      "3: 1 401",
      "3: 3 401",
      "4: 0 401",
      "5: 0 401",
      "5: 1 401",
      "5: 3 401",
    ]);
  });

  it("has a connection for each of requests at one time", async () => {
    await using server = await ntlmServer();
    const request = renderedRequest(server.url);
    await withSends({}, async (send) => {
      for (let i = 0; i < 2; i++) {
        const all = [ANN, BOB, ANN, BOB, ANN, ANN].map((fields) =>
          send(request, fields)
        );
        for (const { response } of await Promise.all(all)) {
          assertEquals(response.status, 200);
        }
      }
    });
    const users = Map.groupBy(server.requests, ({ connection }) => connection);
    // On a busy machine one may be done before another one begins.
    assert(users.size > 3, `${users.size}`);
    assertEquals(server.requests.length, 6 * 2 + users.size * 2);
    for (const requests of users.values()) {
      const names = new Set(requests.map(({ user }) => user).filter(Boolean));
      assertEquals(names.size, 1);
    }
  });

  it("sends no content with the first message", async () => {
    await using server = await ntlmServer();
    const root = await Deno.makeTempDir();
    const path = "body.txt";
    await Deno.writeTextFile(`${root}/${path}`, "file");
    const at = { file: "a.yml", path: [] };
    const files = { type: "file", path, at } as const;
    await withSends({ files: { root, allowRead: [] } }, async (send) => {
      for (const body of [BODY, files]) {
        const { response } = await send(
          renderedRequest(server.url, { method: "POST", body }),
          body === BODY ? ANN : BOB,
        );
        assertEquals(response.status, 200);
      }
    });
    await Deno.remove(root, { recursive: true });
    assertEquals(seen(server.requests), [
      "1: 0 naïve 401",
      "1: 1 401",
      "1: 3 naïve 200",
      "2: 0 file 401",
      "2: 1 401",
      "2: 3 file 200",
    ]);
  });

  const through = (port: number, protocol: "http" | "socks5") => {
    const proxy = {
      protocol,
      hostname: "127.0.0.1",
      port,
      ofCollection: false,
    };
    return { http: proxy, https: proxy, bypass: [], bypassLoopback: false };
  };
  for (const kind of ["http", "socks5"] as const) {
    for (const secure of [false, true]) {
      it(`goes through a tunnel of ${kind}${secure ? ", with TLS" : ""}`, async () => {
        const tls = secure ? await certificate() : undefined;
        await using server = await ntlmServer({ ...(tls && { tls }) });
        await using proxy = proxyServer({ kind });
        const options = {
          proxy: through(proxy.port, kind),
          insecure: true,
          http2: true,
        };
        await withSends(options, async (send) => {
          for (let i = 0; i < 2; i++) {
            const { response } = await send(renderedRequest(server.url));
            assertEquals(response.status, 200);
            assertEquals(response.httpVersion, "1.1");
          }
        });
        assertEquals(seen(server.requests), [...THREE, "1: 0 200"]);
        assertEquals(proxy.asked.length, 1);
        if (kind === "http") assert(proxy.asked[0].startsWith("CONNECT "));
      });
    }
  }

  const kept: [
    name: string,
    options: NtlmServerOptions,
    messages: number[],
    says: string,
  ][] = [
    ["no offer", { offer: [] }, [0], "does not offer NTLM"],
    [
      "Negotiate alone",
      { offer: ["Negotiate"] },
      [0],
      "does not speak Negotiate",
    ],
    [
      "Basic",
      { offer: ['Basic realm="NTLM, NTLM"'] },
      [0],
      "does not offer NTLM",
    ],
    [
      "a scheme of a like name",
      { offer: ["NTLMv2"] },
      [0],
      "does not offer NTLM",
    ],
    [
      "a challenge too early",
      { offer: ["NTLM TlRMTVNTUAACAAAA"] },
      [0],
      "nothing had asked for",
    ],
    ["no challenge", { challenge: () => "NTLM" }, [0, 1], "has no challenge"],
    [
      "another scheme",
      { challenge: () => "Negotiate abc=" },
      [0, 1],
      "has no challenge",
    ],
    ["no base64", { challenge: () => "NTLM a.b" }, [0, 1], "it is not base64"],
    [
      "a text",
      { challenge: () => "NTLM aGVsbG8=" },
      [0, 1],
      "not a message of NTLM",
    ],
    [
      "its own message",
      { challenge: (right) => `NTLM ${changed(right, 8, 1)}` },
      [0, 1],
      "another message",
    ],
    [
      "half a challenge",
      { challenge: (right) => `NTLM ${right.slice(0, 80)}` },
      [0, 1],
      "target information is cut off",
    ],
    [
      "pairs that are too long",
      { challenge: (right) => `NTLM ${changed(right, 66, 255)}` },
      [0, 1],
      "target information is cut off",
    ],
    [
      "does not speak Unicode",
      { challenge: (right) => `NTLM ${changed(right, 20, 2)}` },
      [0, 1],
      "does not speak Unicode",
    ],
    [
      "a challenge without end",
      { challenge: () => `NTLM ${"A".repeat(100_000)}` },
      [0, 1],
      "too long",
    ],
  ];
  for (const [name, options, messages, says] of kept) {
    it(`keeps the 401 with ${name}, and sends nothing more`, async () => {
      await using server = await ntlmServer(options);
      await withSends({}, async (send) => {
        const { response, warnings } = await send(renderedRequest(server.url));
        assertEquals(response.status, 401);
        assertEquals(warnings.length, 1);
        const [{ code, severity, message, location }] = warnings;
        assertEquals([code, severity], ["INVALID_RESPONSE", "warning"]);
        assert(message.includes(says), message);
        assertEquals([location?.file, location?.place], ["a.yml", "auth"]);
      });
      assertEquals(server.requests.map(({ message }) => message), messages);
    });
  }

  for (
    const [name, hash] of [["server", "sha256"], ["sha384", "sha384"]] as const
  ) {
    for (const timed of [false, true]) {
      it(`signs in with Extended Protection: ${hash}${timed ? ", with the time" : ""}`, async () => {
        const tls = await certificate(name);
        const bound = { cert: tls.cert, hash };
        await using server = await ntlmServer({ tls, timed, bound });
        await withSends({ insecure: true }, async (send) => {
          for (let i = 0; i < 2; i++) {
            const { response, warnings } = await send(
              renderedRequest(server.url),
            );
            assertEquals([response.status, warnings], [200, []]);
          }
        });
        assertEquals(seen(server.requests), [...THREE, "1: 0 200"]);
      });
    }
  }

  it("signs in with Extended Protection through a tunnel", async () => {
    const tls = await certificate();
    const bound = { cert: tls.cert, hash: "sha256" };
    await using server = await ntlmServer({ tls, bound });
    await using proxy = proxyServer({ kind: "http" });
    const options = { proxy: through(proxy.port, "http"), insecure: true };
    await withSends(options, async (send) => {
      const { response } = await send(renderedRequest(server.url));
      assertEquals(response.status, 200);
    });
    assertEquals(seen(server.requests), THREE);
  });

  it("signs in to a server without pairs over TLS", async () => {
    const tls = await certificate();
    await using server = await ntlmServer({ tls, bare: true });
    await withSends({ insecure: true }, async (send) => {
      const { response } = await send(renderedRequest(server.url));
      assertEquals(response.status, 200);
    });
  });

  const unbound: [
    name: string,
    shown: CertificateName,
    wanted: CertificateName,
    says: string,
  ][] = [
    [
      "the certificate is another's",
      "sha384",
      "server",
      "may be that of something between",
    ],
    [
      "the signature has no hash",
      "ed25519",
      "ed25519",
      "knows no channel binding",
    ],
  ];
  for (const [name, shown, wanted, says] of unbound) {
    it(`is refused with Extended Protection where ${name}`, async () => {
      const tls = await certificate(shown);
      const { cert } = await certificate(wanted);
      const bound = { cert, hash: "sha256" };
      await using server = await ntlmServer({ tls, bound });
      await withSends({ insecure: true }, async (send) => {
        const { response, warnings } = await send(renderedRequest(server.url));
        assertEquals(response.status, 401);
        assertEquals(warnings.length, 1);
        assert(warnings[0].message.includes(says), warnings[0].message);
      });
      assertEquals(server.requests.map(({ message }) => message), [0, 1, 3]);
    });
  }

  for (const secure of [false, true]) {
    it(`says what a refusal may mean${secure ? " over TLS" : ""}`, async () => {
      const tls = secure ? { tls: await certificate() } : {};
      await using server = await ntlmServer(tls);
      await withSends({ insecure: secure }, async (send) => {
        const auth = { ...ANN, password: "no" };
        const { response, warnings } = await send(
          renderedRequest(server.url),
          auth,
        );
        assertEquals(response.status, 401);
        assertEquals(
          warnings.map(({ message }) =>
            message.includes("Extended Protection")
          ),
          secure ? [true] : [],
        );
      });
      assertEquals(server.requests.map(({ message }) => message), [0, 1, 3]);
    });
  }

  for (const method of ["GET", "POST"]) {
    it(`fails where the connection ends with the challenge: ${method}`, async () => {
      await using server = await ntlmServer({ closes: true });
      await withSends({}, async (send) => {
        const { diagnostics: [{ code, message }] } = await assertRejects(
          () => send(renderedRequest(server.url, { method, body: BODY })),
          NetworkError,
        );
        assertEquals(code, "CONNECTION");
        assert(message.includes("between its challenge and the answer"));
      });
      assertEquals(server.requests.map(({ message }) => message), [0, 1]);
    });
  }

  it("opens no WebSocket", async () => {
    await using server = await ntlmServer();
    const stream = {
      kind: "websocket",
      messages: [],
    } as unknown as NonNullable<
      RenderedRequest["stream"]
    >;
    await withSends({}, async (send) => {
      const { diagnostics: [{ code }] } = await assertRejects(
        () => send(renderedRequest(server.url, { stream })),
        NetworkError,
      );
      assertEquals(code, "UNSUPPORTED");
    });
    assertEquals(server.requests, []);
  });
});

/** A message with another byte. */
function changed(message: string, at: number, value: number): string {
  const bytes = Uint8Array.fromBase64(message);
  bytes[at] = value;
  return bytes.toBase64();
}
