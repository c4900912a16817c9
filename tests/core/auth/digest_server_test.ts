import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createEngine } from "../../../lib/host/http/send.ts";
import { createSigner } from "../../../lib/core/auth/create_signer.ts";
import { DigestSessions } from "../../../lib/core/auth/digest/digest_sessions.ts";
import type { AuthPorts } from "../../../lib/core/auth/types.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { AuthError } from "../../../lib/core/source/errors.ts";
import { responseWith } from "../../support/response_with.ts";
import { authPorts } from "../../support/auth_ports.ts";
import {
  digestServer,
  type DigestServerOptions,
} from "../../support/digest_server.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";

const RIGHT = { username: "Mufasa", password: "Circle of Life" };

async function send(
  request: RenderedRequest,
  options: { fields?: Record<string, string>; ports?: Partial<AuthPorts> } = {},
) {
  const engine = createEngine();
  try {
    const auth = renderedAuth("digest", options.fields ?? RIGHT);
    const ports = authPorts(options.ports);
    const sign = await createSigner(auth, ports);
    const label = { policy: OPEN, ...(sign && { sign }) };
    return await engine.send({ ...request, auth }, label);
  } finally {
    engine.close();
  }
}

const body = { type: "text", text: "naïve" } as const;

describe("digest against a server", () => {
  const kinds: DigestServerOptions[] = [
    {},
    { qop: "auth" },
    { qop: "auth, auth-int", algorithm: "SHA-256" },
    { qop: "auth-int" },
    { qop: "auth", algorithm: "MD5-sess" },
    { qop: "auth-int", algorithm: "SHA-256-sess", userhash: true },
    { qop: "auth", algorithm: "SHA-512-256", userhash: true },
    { qop: "auth", other: 'Negotiate, Basic realm="a, b"' },
    { qop: "auth", other: "Digest realm=a, nonce=1, algorithm=SHA3" },
    { qop: "auth", other: 'Digest realm="broken, nonce=' },
  ];
  for (const kind of kinds) {
    it(JSON.stringify(kind), async () => {
      await using server = digestServer(kind);
      const url = `${server.url}/a%20b/../c?x=1&"`.replace('"', "%22");
      const ports = { digests: new DigestSessions() };
      const request = renderedRequest(url, { method: "POST", body });
      const statuses = [];
      for (let i = 0; i < 3; i++) {
        statuses.push((await send(request, { ports })).status);
      }
      assertEquals(statuses, [200, 200, 200]);
      // With qop the first response's nonce serves the later requests.
      assertEquals(server.requests.length, kind.qop ? 4 : 6);
    });
  }

  it("keeps the response to wrong credentials", async () => {
    await using server = digestServer({ qop: "auth" });
    const digests = new DigestSessions();
    const request = renderedRequest(`${server.url}/`);
    const fields = { ...RIGHT, password: "wrong" };
    assertEquals((await send(request, { fields })).status, 401);
    assertEquals(server.requests.length, 2);
    // Neither are wrong credentials used unasked, nor do they hurt right ones.
    assertEquals(
      (await send(request, { fields, ports: { digests } })).status,
      401,
    );
    assertEquals((await send(request, { ports: { digests } })).status, 200);
  });

  it("takes a fresh nonce when the old one is stale", async () => {
    await using server = digestServer({ qop: "auth", uses: 2 });
    const ports = { digests: new DigestSessions() };
    const request = renderedRequest(`${server.url}/`);
    for (let i = 0; i < 5; i++) {
      assertEquals((await send(request, { ports })).status, 200);
    }
    assertEquals(server.requests.length, 5 + 3);
  });

  it("ends with a server that calls every nonce stale", async () => {
    await using server = digestServer({ qop: "auth", alwaysStale: true });
    assertEquals((await send(renderedRequest(`${server.url}/`))).status, 401);
    assertEquals(server.requests.length, 2);
  });

  it("keeps counting when requests run at the same time", async () => {
    await using server = digestServer({ qop: "auth" });
    const ports = { digests: new DigestSessions() };
    const request = renderedRequest(`${server.url}/`);
    await send(request, { ports });
    const counts = () =>
      server.requests.slice(2).map((it) =>
        /nc=(\d+)/.exec(it.headers("authorization")[0])?.[1]
      );
    await Promise.all(
      Array.from({ length: 4 }, () => send(request, { ports })),
    );
    assertEquals(new Set(counts()).size, counts().length);
  });

  it("warns where no challenge can be answered", async () => {
    await using server = digestServer({
      other: "Digest realm=a, nonce=1, algorithm=SHA3-512, Basic realm=b",
      noDigest: true,
    });
    const warned: Diagnostic[] = [];
    const response = await send(renderedRequest(`${server.url}/`), {
      ports: { warn: (it) => warned.push(it) },
    });
    assertEquals(response.status, 401);
    assertEquals(warned.map(({ code, severity }) => [code, severity]), [
      ["INVALID_RESPONSE", "warning"],
    ]);
  });

  it("gives nothing to another origin", async () => {
    await using elsewhere = digestServer({ qop: "auth" });
    await using server = recordingServer(() => ({
      status: 307,
      headers: [["Location", `${elsewhere.url}/`]],
    }));
    assertEquals((await send(renderedRequest(`${server.url}/`))).status, 401);
    assertEquals(elsewhere.requests.length, 1);
    assertEquals(elsewhere.requests[0].headers("authorization"), []);
  });

  it("refuses auth-int for a body from a file", async () => {
    const signer = await createSigner(
      renderedAuth("digest", RIGHT),
      authPorts(),
    );
    const challenge = 'Digest realm="r", nonce="n", qop="auth-int"';
    const hop = {
      method: "PUT",
      url: "http://h/",
      headers: [["Content-Length", "9"]],
    } as const;
    const response = responseWith("", "", {
      status: 401,
      headers: [["WWW-Authenticate", challenge]],
    });
    const error = await assertRejects(
      async () => await signer!.retry!(hop, response, { round: 0 }),
      AuthError,
    );
    assertEquals(error.diagnostics[0].code, "UNSUPPORTED");
  });
});
