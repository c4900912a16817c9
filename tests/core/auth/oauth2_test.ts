import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  type AuthorizationCodeConfig,
  authorizationUrl,
  isCallback,
  readCallback,
} from "../../../lib/core/auth/oauth2/grant_token.ts";
import {
  deviceGrant,
  pollStep,
} from "../../../lib/core/auth/oauth2/token_result.ts";
import { oauth2Config } from "../../../lib/core/auth/oauth2/oauth2_config.ts";
import { pkce } from "../../../lib/core/auth/oauth2/token_request.ts";
import { placeToken } from "../../../lib/core/auth/create_signer.ts";
import { tokenResult } from "../../../lib/core/auth/oauth2/token_result.ts";
import { tokenRequest } from "../../../lib/core/auth/oauth2/token_request.ts";
import { responseWith } from "../../support/response_with.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";

const CLIENT = {
  "credentials.clientId": "s6BhdRkqt3",
  "credentials.clientSecret": "7Fjfp0ZBr1KtDRbnfVdmIw",
  accessTokenUrl: "https://server.example.com/token",
};

function config(fields: Record<string, string | boolean>) {
  return oauth2Config(renderedAuth("oauth2", { ...CLIENT, ...fields }));
}

describe("pkce", () => {
  it("S256 is RFC 7636, appendix B", async () => {
    const bytes = Uint8Array.from([
      ...[116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173],
      ...[187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91, 88, 5, 88, 83],
      ...[132, 141, 121],
    ]);
    assertEquals(await pkce(bytes, "S256"), {
      verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      method: "S256",
    });
  });

  it("plain sends the verifier itself", async () => {
    const { verifier, challenge } = await pkce(new Uint8Array(32), "plain");
    assertEquals(challenge, verifier);
    assertEquals(verifier.length, 43);
  });
});

describe("tokenRequest", () => {
  const parameters = [["grant_type", "client_credentials"], [
    "scope",
    "",
  ]] as const;

  it("names the client as RFC 6749, 2.3.1 and 4.4.2 do", () => {
    const request = tokenRequest(
      config({
        flow: "client_credentials",
        "credentials.placement": "basic_auth_header",
      }),
      { url: CLIENT.accessTokenUrl, parameters, additional: [] },
    );
    assertEquals(request.method, "POST");
    assertEquals(request.url, "https://server.example.com/token");
    assertEquals(request.headers, [
      ["Content-Type", "application/x-www-form-urlencoded"],
      ["Accept", "application/json"],
      ["Authorization", "Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3"],
    ]);
    assert(request.body?.type === "text");
    assertEquals(request.body.text, "grant_type=client_credentials");
    assertEquals(request.authHeaders, ["authorization"]);
    assertEquals(request.settings.followRedirects, false);
  });

  it("puts the client into the body, where collections say so or nothing", () => {
    const request = tokenRequest(config({ flow: "client_credentials" }), {
      url: CLIENT.accessTokenUrl,
      parameters,
      additional: [],
    });
    assert(request.body?.type === "text");
    assertEquals(
      request.body.text,
      "grant_type=client_credentials&client_id=s6BhdRkqt3&client_secret=7Fjfp0ZBr1KtDRbnfVdmIw",
    );
    assertEquals(request.authHeaders, []);
  });

  it("only names a public client", () => {
    const request = tokenRequest(
      config({
        flow: "client_credentials",
        "credentials.clientSecret": "",
        "credentials.placement": "basic_auth_header",
      }),
      { url: "http://h/", parameters, additional: [] },
    );
    assert(request.body?.type === "text");
    assertEquals(
      request.body.text,
      "grant_type=client_credentials&client_id=s6BhdRkqt3",
    );
    assertEquals(request.headers.length, 2);
  });

  it("adds what the collection adds, where it wants it", () => {
    const prefix = "additionalParameters.accessTokenRequest";
    const read = config({
      flow: "client_credentials",
      [`${prefix}.0.name`]: "audience",
      [`${prefix}.0.value`]: "https://a/?&",
      [`${prefix}.1.name`]: "tenant",
      [`${prefix}.1.value`]: "t 1",
      [`${prefix}.1.placement`]: "query",
      [`${prefix}.2.name`]: "Accept",
      [`${prefix}.2.value`]: "text/plain",
      [`${prefix}.2.placement`]: "header",
      [`${prefix}.3.name`]: "off",
      [`${prefix}.3.disabled`]: true,
      "additionalParameters.refreshTokenRequest.0.name": "other",
    });
    const request = tokenRequest(read, {
      url: "http://h/?a=1",
      parameters,
      additional: read.accessTokenParameters,
    });
    assert(request.body?.type === "text");
    assert(request.body.text.endsWith("&audience=https%3A%2F%2Fa%2F%3F%26"));
    assertEquals(request.url, "http://h/?a=1&tenant=t%201");
    assertEquals(request.headers[1], ["Accept", "text/plain"]);
    assert(!request.body.text.includes("off"));
  });
});

describe("oauth2Config", () => {
  const cases: [fields: Record<string, string | boolean>, found: unknown][] = [
    [{}, "S256"],
    [{ "pkce.method": "plain" }, "plain"],
    [{ "pkce.disabled": true }, undefined],
    [{ "pkce.disabled": "true" }, undefined],
    [{ "pkce.disabled": false }, "S256"],
    [{ "pkce.enabled": false }, undefined],
    [{ "pkce.enabled": true, "pkce.method": "S256" }, "S256"],
  ];
  for (const [fields, found] of cases) {
    it(`PKCE with ${JSON.stringify(fields)}`, () => {
      const read = config({ flow: "authorization_code", ...fields });
      assert(read.flow === "authorization_code");
      assertEquals(read.pkce, found);
    });
  }

  it("knows the password flow by each of its names", () => {
    for (
      const flow of [
        "password",
        "resource_owner_password",
        "resource_owner_password_credentials",
      ]
    ) assertEquals(config({ flow }).flow, "password");
  });

  it("refreshes at the token's URL unless told", () => {
    const flow = "client_credentials";
    assertEquals(config({ flow }).refreshTokenUrl, CLIENT.accessTokenUrl);
    assertEquals(
      config({ flow, refreshTokenUrl: "http://r/x" }).refreshTokenUrl,
      "http://r/x",
    );
  });
});

describe("authorization code", () => {
  const base = {
    flow: "authorization_code",
    authorizationUrl: "https://server.example.com/authorize?p=1",
  };

  it("asks as RFC 6749, 4.1.1 and RFC 7636, 4.3 do", () => {
    const url = authorizationUrl(
      config({
        ...base,
        scope: "a b",
        "additionalParameters.authorizationRequest.0.name": "prompt",
        "additionalParameters.authorizationRequest.0.value": "login",
      }) as AuthorizationCodeConfig,
      {
        redirectUri: "https://client.example.com/cb",
        state: "xyz",
        pkce: { verifier: "v", challenge: "c", method: "S256" },
      },
    );
    assertEquals(
      url,
      "https://server.example.com/authorize?p=1&response_type=code&client_id=s6BhdRkqt3&redirect_uri=https%3A%2F%2Fclient.example.com%2Fcb&scope=a%20b&state=xyz&code_challenge=c&code_challenge_method=S256&prompt=login",
    );
  });

  const callbacks: [query: string, found: ReturnType<typeof readCallback>][] = [
    ["?code=SplxlOBeZQQYbYS6WxSbIA&state=xyz", {
      ok: true,
      code: "SplxlOBeZQQYbYS6WxSbIA",
    }],
    ["?state=xyz", { ok: false, reason: "the callback has no code" }],
    ["?error=access_denied&error_description=not+now&state=xyz", {
      ok: false,
      reason: "access_denied: not now",
    }],
  ];
  for (const [query, found] of callbacks) {
    it(`callback ${query}`, () => {
      const url = `http://127.0.0.1:1/cb${query}`;
      assertEquals(isCallback(url, "xyz"), true);
      assertEquals(readCallback(url), found);
    });
  }

  for (
    const query of ["", "?code=a", "?code=a&state=", "?state=XYZ", "?error=x"]
  ) {
    it(`no callback ${query}`, () =>
      assertEquals(isCallback(`http://127.0.0.1:1/cb${query}`, "xyz"), false));
  }
});

describe("tokenResult", () => {
  const form = "application/x-www-form-urlencoded; charset=utf-8";
  const cases: [
    name: string,
    response: ReturnType<typeof responseWith>,
    found: unknown,
  ][] = [
    [
      "RFC 6749, 5.1",
      responseWith(
        '{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"example","expires_in":3600,"refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA","example_parameter":"example_value"}',
      ),
      {
        ok: true,
        token: {
          accessToken: "2YotnFZFEjr1zCsicMWpAA",
          refreshToken: "tGzv3JOkF0XG5Qx2TlKWIA",
          expiresAt: 3_601_000,
          receivedAt: 1000,
        },
      },
    ],
    [
      "RFC 6749, 5.2",
      responseWith('{"error":"invalid_request"}', "application/json", {
        status: 400,
      }),
      { ok: false, status: 400, error: "invalid_request", description: "" },
    ],
    [
      "a form, and seconds as text",
      responseWith("access_token=a%2Bb&expires_in=60", form),
      {
        ok: true,
        token: { accessToken: "a+b", expiresAt: 61_000, receivedAt: 1000 },
      },
    ],
    [
      "an error with status 200",
      responseWith(
        "error=bad_verification_code&error_description=It+is+bad",
        form,
      ),
      {
        ok: false,
        status: 200,
        error: "bad_verification_code",
        description: "It is bad",
      },
    ],
    [
      "expires_in that is no time",
      responseWith('{"access_token":"a","expires_in":-1,"id_token":"i"}'),
      { ok: true, token: { accessToken: "a", idToken: "i", receivedAt: 1000 } },
    ],
    ...["access_token", "refresh_token", "id_token"].map((name) =>
      [
        `${name} of more than 64 KiB`,
        responseWith(JSON.stringify({
          access_token: "a",
          [name]: "x".repeat(65_537),
        })),
        {
          ok: false,
          status: 200,
          error: "",
          description: "its token has more than 64 KiB",
        },
      ] as [string, ReturnType<typeof responseWith>, unknown]
    ),
    [
      "a token of 64 KiB",
      responseWith(JSON.stringify({ access_token: "x".repeat(65_536) })),
      {
        ok: true,
        token: { accessToken: "x".repeat(65_536), receivedAt: 1000 },
      },
    ],
    [
      "a token that no header holds",
      responseWith('{"access_token":"a\\nb"}'),
      {
        ok: false,
        status: 200,
        error: "",
        description: "its token has characters that no header holds",
      },
    ],
    ...Object.entries({
      '{"access_token":""}': 'its response has no "access_token"',
      '{"access_token":5}': 'its response has no "access_token"',
      "[]":
        "its response is application/json, not a token (check accessTokenUrl)",
      "null":
        "its response is application/json, not a token (check accessTokenUrl)",
      "<html>":
        "its response is application/json, not a token (check accessTokenUrl)",
      "": "its response is empty",
    }).map(([text, description]) =>
      [
        `${text} is not a token`,
        responseWith(text),
        { ok: false, status: 200, error: "", description },
      ] as [string, ReturnType<typeof responseWith>, unknown]
    ),
  ];
  for (const [name, response, found] of cases) {
    it(name, () => assertEquals(tokenResult(response, 1000), found as never));
  }

  it("never throws", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      tokenResult(responseWith(text), 0);
      deviceGrant(responseWith(text));
    }));
  });
});

describe("device flow", () => {
  const grant = {
    device_code: "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS",
    user_code: "WDJB-MJHT",
    verification_uri: "https://example.com/device",
    verification_uri_complete: "https://example.com/device?user_code=WDJB-MJHT",
    expires_in: 1800,
    interval: 5,
  };

  it("reads the grant of RFC 8628, 3.2", () => {
    assertEquals(deviceGrant(responseWith(JSON.stringify(grant))), {
      deviceCode: grant.device_code,
      userCode: "WDJB-MJHT",
      verificationUri: grant.verification_uri,
      verificationUriComplete: grant.verification_uri_complete,
      lifetime: 1_800_000,
      interval: 5000,
    });
  });

  it("waits five seconds where the server does not say (3.2)", () => {
    const { interval: _, ...rest } = grant;
    assertEquals(
      deviceGrant(responseWith(JSON.stringify(rest)))?.interval,
      5000,
    );
  });

  const limits: [members: object, interval: number, lifetime: number][] = [
    [{ interval: 0.001, expires_in: 1e12 }, 1_000, 1_800_000],
    [{ interval: 0, expires_in: 0 }, 5_000, 600_000],
    [{ interval: -1, expires_in: -1 }, 5_000, 600_000],
    [{ interval: "1", expires_in: "90" }, 1_000, 90_000],
    [{ interval: 1e300, expires_in: "1e999" }, 1e303, 600_000],
  ];
  for (const [members, interval, lifetime] of limits) {
    it(`keeps to its own limits: ${JSON.stringify(members)}`, () => {
      const found = deviceGrant(
        responseWith(JSON.stringify({ ...grant, ...members })),
      );
      assertEquals([found?.interval, found?.lifetime], [interval, lifetime]);
    });
  }

  it("opens only web addresses", () => {
    const of = (verification_uri: string) =>
      deviceGrant(responseWith(JSON.stringify({ ...grant, verification_uri })));
    assertEquals(of("file:///etc/passwd"), undefined);
    assertEquals(of("javascript:alert(1)"), undefined);
  });

  const refused = (error: string) =>
    ({ ok: false, status: 400, error, description: "" }) as const;
  const token = { accessToken: "a", receivedAt: 0 };
  it("polls by RFC 8628, 3.5", () => {
    assertEquals(pollStep(refused("authorization_pending"), 5000), {
      kind: "wait",
      interval: 5000,
    });
    assertEquals(pollStep(refused("slow_down"), 5000), {
      kind: "wait",
      interval: 10_000,
    });
    for (const error of ["access_denied", "expired_token", "", "other"]) {
      assertEquals(pollStep(refused(error), 5000).kind, "failed");
    }
    assertEquals(pollStep({ ok: true, token }, 5000), { kind: "done", token });
  });
});

describe("placeToken", () => {
  const hop = {
    method: "GET",
    url: "http://h/?access_token=old&b=1",
    headers: [],
  };
  const token = { accessToken: "a/b", idToken: "i", receivedAt: 0 };
  const cases: [fields: Record<string, string>, found: unknown][] = [
    [{}, { headers: [["Authorization", "Bearer a/b"]] }],
    [{ "tokenConfig.placement.header": "token " }, {
      headers: [["Authorization", "token a/b"]],
    }],
    [{ "tokenConfig.placement.header": "" }, {
      headers: [["Authorization", "a/b"]],
    }],
    [{ "tokenConfig.placement.query": "t" }, {
      url: "http://h/?access_token=old&b=1&t=a%2Fb",
    }],
    [{ "tokenConfig.placement.query": "" }, {
      url: "http://h/?b=1&access_token=a%2Fb",
    }],
    [{ "tokenConfig.source": "id_token" }, {
      headers: [["Authorization", "Bearer i"]],
    }],
  ];
  for (const [fields, found] of cases) {
    it(JSON.stringify(fields), () =>
      assertEquals(
        placeToken(hop, renderedAuth("oauth2", fields), token),
        found as never,
      ));
  }
});
