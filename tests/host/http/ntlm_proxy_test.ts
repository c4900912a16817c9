import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createSigner } from "../../../lib/core/auth/create_signer.ts";
import { NetworkError } from "../../../lib/core/source/errors.ts";
import { certificate } from "../../support/certificates.ts";
import {
  ntlmProxy,
  type NtlmProxyOptions,
  refusalOf,
} from "../../support/ntlm_proxy.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { ntlmServer } from "../../support/ntlm_server.ts";
import { authPorts } from "../../support/auth_ports.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

/** The settings for a proxy with an account. */
function through(
  port: number,
  username: string | undefined,
  password = "Pässwörd",
  protocol: "http" | "https" = "http",
) {
  const proxy = {
    protocol,
    hostname: "127.0.0.1",
    port,
    ...(username !== undefined && { username, password }),
  };
  return { http: proxy, https: proxy, bypass: [], bypassLoopback: false };
}

const SIGNED_IN = ["1: Basic", "2: 1", "2: 3"];

describe("a proxy that asks for NTLM", () => {
  const kinds: [name: string, options: NtlmProxyOptions, user?: string][] = [
    ["with content", {}],
    ["with the time", { timed: true }],
    ["without pairs", { bare: true }],
    ["with chunks", { first: (it) => refusalOf(it, true) }],
    ["with other schemes", { first: (it) => refusalOf(`Negotiate, ${it}`) }],
    ["for a user without a domain", {}, "bob"],
  ];
  for (const [name, options, user] of kinds) {
    it(`makes tunnels: ${name}`, async () => {
      const tls = await certificate();
      await using server = recordingServer(undefined, { tls });
      await using proxy = ntlmProxy(options);
      const settings = user === undefined
        ? through(proxy.port, "CORP\\ann")
        : through(proxy.port, user, "b0b");
      await withEngine({ proxy: settings, insecure: true }, async (send) => {
        for (const path of ["/a", "/b"]) {
          const { status } = await send(renderedRequest(server.url + path));
          assertEquals(status, 200);
        }
        // The connection is kept; at one time there are two.
        const all = ["/c", "/d"].map((path) =>
          send(renderedRequest(server.url + path))
        );
        await Promise.all(all);
      });
      assertEquals(proxy.asked.toSorted(), [
        ...SIGNED_IN,
        // Its next connection begins with NTLM.
        "3: 1",
        "3: 3",
      ]);
      assertEquals(server.requests.length, 4);
      for (const { headers } of server.requests) {
        assertEquals(headers("proxy-authorization"), []);
      }
    });
  }

  it("can see that it is the one that the answer is for", async () => {
    const tls = await certificate();
    const bound = { cert: tls.cert, hash: "sha256" };
    await using server = recordingServer(undefined, { tls });
    await using proxy = ntlmProxy({ tls, bound, service: "HTTP/127.0.0.1" });
    const settings = through(proxy.port, "CORP\\ann", undefined, "https");
    await withEngine({ proxy: settings, insecure: true }, async (send) => {
      assertEquals((await send(renderedRequest(server.url))).status, 200);
    });
    assertEquals(proxy.asked, SIGNED_IN);
  });

  const refused: [
    name: string,
    options: NtlmProxyOptions,
    says: string,
    asked: readonly string[],
    password?: string,
  ][] = [
    [
      "the password is wrong",
      {},
      "407 Proxy Authentication Required: wrong user name or password",
      SIGNED_IN,
      "no",
    ],
    [
      "it has no challenge",
      { first: () => refusalOf("NTLM") },
      "407 Proxy Authentication Required: its response to the first message of NTLM has no challenge",
      ["1: Basic", "2: 1"],
    ],
    [
      "its challenge is broken",
      { first: () => refusalOf("NTLM aGVsbG8=") },
      "407 Proxy Authentication Required: its challenge of NTLM cannot be answered, it is not a message of NTLM",
      ["1: Basic", "2: 1"],
    ],
    [
      "it refuses for another reason",
      { first: () => "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n" },
      "403 Forbidden: its response to the first message of NTLM has no challenge",
      ["1: Basic", "2: 1"],
    ],
    [
      "it closes the connection",
      {
        first: (it) =>
          refusalOf(it).replace("Content", "Connection: close\r\nContent"),
      },
      "it closes the connection between its challenge and the answer",
      ["1: Basic", "2: 1"],
    ],
    [
      "its content is endless",
      {
        first: (it) =>
          refusalOf(it).replace(/Length: \d+/, "Length: 99999999999"),
      },
      "its response is broken or too long",
      ["1: Basic", "2: 1"],
    ],
    [
      "its chunks are none",
      {
        first: (it) => refusalOf(it, true).replace("a;x=1", "zz"),
      },
      "its response is broken or too long",
      ["1: Basic", "2: 1"],
    ],
    [
      "its content has less than nothing",
      { first: (it) => refusalOf(it, true).replace("a;x=1", "-1") },
      "its response is broken or too long",
      ["1: Basic", "2: 1"],
    ],
    [
      "its headers are endless",
      { first: () => `HTTP/1.1 407 No\r\nA: ${"a".repeat(300_000)}` },
      "its response is broken or too long",
      ["1: Basic", "2: 1"],
    ],
    [
      "it speaks something else",
      { first: () => "SSH-2.0-x\r\n\r\n" },
      "it does not speak HTTP/1.1",
      ["1: Basic", "2: 1"],
    ],
  ];
  for (const [name, options, says, asked, password] of refused) {
    it(`makes none where ${name}`, async () => {
      await using proxy = ntlmProxy(options);
      const settings = through(proxy.port, "CORP\\ann", password);
      await withEngine({ proxy: settings }, async (send) => {
        const { diagnostics: [{ code, message }] } = await assertRejects(
          () => send(renderedRequest("https://localhost:9/")),
          NetworkError,
        );
        assertEquals(
          [code, message],
          [
            "CONNECTION",
            `Cannot connect to "localhost:9": the proxy "127.0.0.1:${proxy.port}" refuses (${says})`,
          ],
        );
      });
      assertEquals(proxy.asked, asked);
    });
  }

  it("makes tunnels for requests that NTLM signs in, and no others of http:", async () => {
    await using server = await ntlmServer();
    await using proxy = ntlmProxy();
    const settings = through(proxy.port, "CORP\\ann");
    const auth = renderedAuth("ntlm", {
      username: "ann",
      domain: "CORP",
      password: "Pässwörd",
    });
    const sign = await createSigner(auth, authPorts({}));
    await withEngine({ proxy: settings }, async (send, engine) => {
      const request = renderedRequest(server.url);
      const options = { policy: OPEN, ...(sign && { sign }) };
      const { status } = await engine.send({ ...request, auth }, options);
      assertEquals(status, 200);
      assertEquals((await send(request)).status, 407);
    });
    assertEquals(proxy.asked, [...SIGNED_IN, "3: Basic"]);
  });

  it("makes none without an account, and gets no message", async () => {
    await using proxy = ntlmProxy();
    const settings = through(proxy.port, undefined);
    await withEngine({ proxy: settings }, async (send) => {
      const { diagnostics: [{ message }] } = await assertRejects(
        () => send(renderedRequest("https://localhost:9/")),
        NetworkError,
      );
      assertEquals(
        message.endsWith("write USER:PASSWORD@ before its host)"),
        true,
        message,
      );
    });
    assertEquals(proxy.asked, ["1: nothing"]);
  });
});
