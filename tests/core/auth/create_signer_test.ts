import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { AuthType } from "../../../lib/core/collection/types.ts";
import { createEngine } from "../../../lib/host/http/send.ts";
import { createSigner } from "../../../lib/core/auth/create_signer.ts";
import { AuthError } from "../../../lib/core/source/errors.ts";
import { authPorts } from "../../support/auth_ports.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";

const AWS = {
  accessKeyId: "AKID",
  secretAccessKey: "s3cr3t",
  service: "execute-api",
  region: "eu-west-1",
};

const HOP = {
  method: "GET",
  url: "http://h/?a=1",
  headers: [["X-Mine", "1"]],
} as const;

describe("createSigner", () => {
  /** type, fields, lower-case names of the headers that it sets first */
  const cases: [AuthType, Record<string, string>, string[] | undefined][] = [
    ["wsse", { username: "u", password: "p" }, ["x-wsse"]],
    ["awsv4", AWS, ["x-amz-date", "authorization"]],
    ["oauth1", { consumerKey: "k" }, ["authorization"]],
    [
      "akamai-edgegrid",
      { accessToken: "a", clientToken: "b", clientSecret: "c" },
      ["authorization"],
    ],
    // A challenge comes first.
    ["digest", { username: "u" }, undefined],
    ["ntlm", { username: "u" }, undefined],
    // These were rendered.
    ["basic", { username: "u", password: "p" }, undefined],
    ["bearer", { token: "t" }, undefined],
    ["apikey", { key: "k", value: "v" }, undefined],
    ["none", {}, undefined],
  ];
  for (const [type, fields, expected] of cases) {
    it(`signs ${type}`, async () => {
      const signer = await createSigner(
        renderedAuth(type, fields),
        authPorts(),
      );
      const signature = await signer?.sign?.(HOP);
      assertEquals(signature?.url, undefined);
      assertEquals(
        signature?.headers?.map(([name]) => name.toLowerCase()),
        expected,
      );
    });
  }

  const refused: [type: AuthType, fields: Record<string, string>][] = [
    ["ntlm", { password: "s3cr3t" }],
    ["oauth2", {
      flow: "client_credentials",
      accessTokenUrl: "http://h/",
      "credentials.clientId": "s3cr3t",
    }],
    ["awsv4", { ...AWS, profileName: "s3cr3t" }],
    ["bearer", { token: "s3cr3t\n" }],
  ];
  for (const [type, fields] of refused) {
    it(`refuses ${type} that cannot be applied`, async () => {
      const error = await assertRejects(
        () => createSigner(renderedAuth(type, fields), authPorts()),
        AuthError,
      );
      assert(!JSON.stringify(error.diagnostics).includes("s3cr3t"));
    });
  }
});

describe("createSigner on the wire", () => {
  async function send(
    url: string,
    auth: ReturnType<typeof renderedAuth>,
    parts = {},
  ) {
    const engine = createEngine();
    try {
      const sign = await createSigner(
        auth,
        authPorts({
          awsProfile: (name) =>
            Promise.resolve(
              name === "dev" ? { ...AWS, sessionToken: "st" } : undefined,
            ),
        }),
      );
      const request = renderedRequest(url, { ...parts, auth });
      return await engine.send(request, {
        policy: OPEN,
        ...(sign && { sign }),
      });
    } finally {
      engine.close();
    }
  }

  it("signs each hop to the same origin anew, none to another", async () => {
    await using elsewhere = recordingServer();
    await using server = recordingServer(({ target }) =>
      target === "/a"
        ? { status: 307, headers: [["Location", "/b"]] }
        : { status: 307, headers: [["Location", `${elsewhere.url}/c`]] }
    );
    await send(
      `${server.url}/a`,
      renderedAuth("awsv4", {
        profileName: "dev",
        service: "s3",
        region: "us-east-1",
      }),
      { method: "PUT", body: { type: "text", text: "x" } },
    );
    const [a, b] = server.requests.map((it) => it.headers("authorization")[0]);
    assert(a.startsWith("AWS4-HMAC-SHA256 Credential=AKID/20260102/"));
    assert(b.startsWith("AWS4-HMAC-SHA256 ") && a !== b);
    assert(a.includes("content-type;") === false);
    assertEquals(server.requests[0].headers("x-amz-security-token"), ["st"]);
    assertEquals(server.requests[0].headers("x-amz-content-sha256"), [
      "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
    ]);
    const [last] = elsewhere.requests;
    assertEquals(
      last.rawHeaders.filter(([name]) => /^(authorization|x-amz-)/i.test(name)),
      [],
    );
  });

  it("sends a form with OAuth 1's parameters, and its length", async () => {
    await using server = recordingServer();
    const text = "q=%C3%A9&q=2";
    await send(
      `${server.url}/`,
      renderedAuth("oauth1", { consumerKey: "k", placement: "body" }),
      {
        method: "POST",
        body: {
          type: "text",
          text,
          contentType: "application/x-www-form-urlencoded",
        },
      },
    );
    const [request] = server.requests;
    assert(request.text.startsWith(`${text}&oauth_consumer_key=k&`));
    assertEquals(request.headers("content-length"), [
      String(request.body.length),
    ]);
    assertEquals(request.headers("authorization"), []);
  });

  it("makes a new WSSE nonce for each hop", async () => {
    await using server = recordingServer(({ target }) =>
      target === "/a"
        ? { status: 302, headers: [["Location", "/b"]] }
        : undefined
    );
    await send(
      `${server.url}/a`,
      renderedAuth("wsse", { username: "u", password: "p" }),
    );
    const values = server.requests.map((it) => it.headers("x-wsse")[0]);
    assertEquals(new Set(values).size, 2);
  });
});
