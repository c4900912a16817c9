import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createEngine } from "../../../lib/host/http/send.ts";
import { oauthCallback } from "../../../lib/host/oauth_callback.ts";
import { createSigner } from "../../../lib/core/auth/create_signer.ts";
import { TokenCache } from "../../../lib/core/auth/oauth2/token_cache.ts";
import type {
  BrowserVisit,
  TokenPorts,
} from "../../../lib/core/auth/oauth2/oauth2_config.ts";
import {
  AuthError,
  type DiagnosticError,
  NetworkError,
} from "../../../lib/core/source/errors.ts";
import { authPorts } from "../../support/auth_ports.ts";
import {
  type OAuth2Server,
  oauth2Server,
  type OAuth2ServerOptions,
} from "../../support/oauth2_server.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";
import { withLongerLimits } from "../../support/with_longer_limits.ts";

type Fields = Record<string, string | boolean>;

/** A run's end of OAuth 2: a clock set by hand, a browser that does what it is told. */
class Bench implements AsyncDisposable {
  readonly server: OAuth2Server;
  readonly engine = createEngine();
  readonly visits: BrowserVisit[] = [];
  readonly waits: number[] = [];
  readonly learned: string[] = [];
  readonly warned: string[] = [];
  now = 1_000_000;
  /** Milliseconds that the person takes to find the browser. */
  thinking = 0;
  readonly tokens;
  #count = 0;

  constructor(
    options: OAuth2ServerOptions = {},
    more: Partial<TokenPorts> = {},
  ) {
    this.server = oauth2Server(options);
    this.tokens = new TokenCache({
      now: () => this.now,
      random: (length) => new Uint8Array(length).fill(++this.#count),
      send: (request) => this.engine.send(request, { policy: OPEN }),
      wait: (milliseconds) => {
        this.waits.push(milliseconds);
        this.now += milliseconds;
        return Promise.resolve();
      },
      visit: async (visit) => {
        this.visits.push(visit);
        if (visit.userCode === undefined) {
          await (await fetch(visit.url)).body?.cancel();
        }
        this.now += this.thinking;
      },
      elapsed: () => this.now,
      listen: (url, isCallback) =>
        Promise.resolve(oauthCallback(url, { timeout: 5000, isCallback })),
      learned: (secret) => this.learned.push(secret),
      ...more,
    });
  }

  auth(fields: Fields) {
    const { url } = this.server;
    return renderedAuth("oauth2", {
      accessTokenUrl: `${url}/token`,
      authorizationUrl: `${url}/authorize?tenant=1`,
      deviceAuthorizationUrl: `${url}/device`,
      "credentials.clientId": "the client",
      "credentials.clientSecret": "s3cr3t/+&",
      ...fields,
    });
  }

  async token(fields: Fields): Promise<string> {
    return (await this.tokens.get(this.auth(fields))).accessToken;
  }

  /** Status of `/me` with this auth. */
  async status(fields: Fields): Promise<number> {
    const auth = this.auth(fields);
    const ports = authPorts({
      tokens: this.tokens,
      warn: (it) => this.warned.push(it.message),
    });
    const sign = await createSigner(auth, ports);
    const response = await this.engine.send(
      renderedRequest(`${this.server.url}/me`, { auth }),
      { policy: OPEN, ...(sign && { sign }) },
    );
    return response.status;
  }

  grants(): (string | null)[] {
    return this.server.calls.map(({ form }) => form.get("grant_type"));
  }

  async [Symbol.asyncDispose]() {
    this.engine.close();
    await this.server[Symbol.asyncDispose]();
  }
}

const CLIENT = { flow: "client_credentials", scope: "a b" };
const PASSWORD = {
  flow: "resource_owner_password_credentials",
  "resourceOwner.username": "ann",
  "resourceOwner.password": "pässword",
};
const CODE = { flow: "authorization_code" };
const DEVICE = { flow: "device_code" };

describe("oauth2 against a server", () => {
  const flows: [name: string, fields: Fields][] = [
    ["client credentials in the body", CLIENT],
    ["client credentials by Basic", {
      ...CLIENT,
      "credentials.placement": "basic_auth_header",
    }],
    ["password", PASSWORD],
    ["authorization code", CODE],
    ["authorization code by Basic, state given, a path of one's own", {
      ...CODE,
      "credentials.placement": "basic_auth_header",
      state: "mine",
      callbackUrl: "http://localhost/some/where",
    }],
    ["authorization code of a public client", {
      ...CODE,
      "credentials.clientId": "public",
      "credentials.clientSecret": "",
    }],
    ["authorization code with plain PKCE", { ...CODE, "pkce.method": "plain" }],
    ["authorization code without PKCE", { ...CODE, "pkce.disabled": true }],
    ["device code", DEVICE],
    ["a token in the query", { ...CLIENT, "tokenConfig.placement.query": "" }],
  ];
  for (const [name, fields] of flows) {
    for (const asForm of [false, true]) {
      it(`${name}${asForm ? ", as a form" : ""}`, async () => {
        await using bench = new Bench({ asForm });
        assertEquals(await bench.status(fields), 200);
        assertEquals(bench.learned.length, 2);
      });
    }
  }

  it("takes the ID token where it is wanted", async () => {
    await using bench = new Bench();
    const fields = { ...CLIENT, "tokenConfig.source": "id_token" };
    await assertRejects(() => bench.status(fields), NetworkError, "id_token");
    assertEquals(await bench.status({ ...fields, scope: "openid" }), 401);
  });

  describe("the cache", () => {
    it("keeps a token for the run, by what it was got with", async () => {
      await using bench = new Bench();
      const first = await bench.token(CLIENT);
      assertEquals(await bench.token(CLIENT), first);
      assertEquals(
        await bench.token({ ...CLIENT, "tokenConfig.placement.query": "t" }),
        first,
      );
      assert(await bench.token({ ...CLIENT, scope: "c" }) !== first);
      assert(await bench.token({ ...CLIENT, "tokenConfig.id": "2" }) !== first);
      assertEquals(bench.server.calls.length, 3);
    });

    it("fetches once for requests at the same time, also when renewing", async () => {
      await using bench = new Bench({ expiresIn: 100 });
      const all = () =>
        Promise.all(Array.from({ length: 5 }, () => bench.token(CLIENT)));
      assertEquals(new Set(await all()).size, 1);
      bench.now += 95_000;
      assertEquals(new Set(await all()).size, 1);
      assertEquals(bench.grants(), ["client_credentials", "refresh_token"]);
    });

    it("renews shortly before the end", async () => {
      await using bench = new Bench({ expiresIn: 100, refresh: false });
      const first = await bench.token(CLIENT);
      bench.now += 89_999;
      assertEquals(await bench.token(CLIENT), first);
      bench.now += 1;
      assert(await bench.token(CLIENT) !== first);
      assertEquals(bench.grants(), [
        "client_credentials",
        "client_credentials",
      ]);
    });

    it("takes the flow again where the refresh token is refused", async () => {
      await using bench = new Bench({ expiresIn: 100 });
      const auth = {
        ...CLIENT,
        refreshTokenUrl: `${bench.server.url}/nowhere`,
      };
      await bench.token(auth);
      bench.now += 100_000;
      assert(bench.server.knows(await bench.token(auth)));
      assertEquals(bench.grants(), [
        "client_credentials",
        "refresh_token",
        "client_credentials",
      ]);
    });

    it("does not refresh where the collection says so", async () => {
      await using bench = new Bench({ expiresIn: 100 });
      const auth = { ...CLIENT, "settings.autoRefreshToken": false };
      await bench.token(auth);
      bench.now += 100_000;
      await bench.token(auth);
      assertEquals(bench.grants(), [
        "client_credentials",
        "client_credentials",
      ]);
    });

    it("uses, but never fetches, with autoFetchToken: false", async () => {
      await using bench = new Bench();
      const fields = { ...CLIENT, "settings.autoFetchToken": false };
      await assertRejects(
        () => bench.token(fields),
        AuthError,
        "autoFetchToken",
      );
      const token = await bench.token(CLIENT);
      assertEquals(await bench.token(fields), token);
    });

    it("forgets a failure, unless a person has decided", async () => {
      let broken = true;
      await using bench = new Bench({
        respond: () =>
          broken
            ? new Response("", { status: 503 })
            : Response.json({ access_token: "good" }),
      });
      await assertRejects(() => bench.token(CLIENT), NetworkError);
      await assertRejects(() => bench.token(CODE), NetworkError);
      broken = false;
      assertEquals(await bench.token(CLIENT), "good");
      await assertRejects(() => bench.token(CODE), NetworkError);
      assertEquals(bench.visits.length, 1);
    });

    it("does not loop over tokens that are born expired", async () => {
      await using bench = new Bench({ expiresIn: 0.001 });
      await bench.token(CLIENT);
      bench.now += 10;
      assert(bench.server.knows(await bench.token(CLIENT)));
    });
  });

  describe("a token that was revoked", () => {
    const NO_REFRESH = { "settings.autoRefreshToken": false };
    const NO_FETCH = { "settings.autoFetchToken": false };
    /** fields, whether refresh tokens are revoked too → status, grants after the first, warnings */
    const rows: [
      name: string,
      fields: Fields,
      what: "access" | "all",
      status: number,
      grants: string[],
      warnings: number,
    ][] = [
      ["is refreshed", CLIENT, "access", 200, ["refresh_token"], 0],
      [
        "is got anew where it cannot be refreshed",
        PASSWORD,
        "all",
        200,
        ["refresh_token", "password"],
        0,
      ],
      [
        "is got anew where it may not be refreshed",
        { ...CLIENT, ...NO_REFRESH },
        "access",
        200,
        ["client_credentials"],
        0,
      ],
      [
        "is refreshed where a person got it",
        CODE,
        "access",
        200,
        ["refresh_token"],
        0,
      ],
      [
        "asks no person again",
        CODE,
        "all",
        401,
        ["refresh_token"],
        1,
      ],
      [
        "asks no person at all",
        { ...DEVICE, ...NO_REFRESH },
        "access",
        401,
        [],
        0,
      ],
    ];
    for (const [name, fields, what, status, grants, warnings] of rows) {
      it(name, async () => {
        await using bench = new Bench();
        assertEquals(await bench.status(fields), 200);
        const { length } = bench.grants();
        bench.server.revoke(what);
        assertEquals(await bench.status(fields), status);
        assertEquals(bench.grants().slice(length), grants);
        assertEquals(bench.warned.length, warnings, bench.warned[0]);
        assertEquals(bench.visits.length <= 1, true);
      });
    }

    it("stays where the collection forbids to get another", async () => {
      await using bench = new Bench();
      const fields = { ...CLIENT, ...NO_FETCH, ...NO_REFRESH };
      await bench.token(CLIENT);
      bench.server.revoke("access");
      assertEquals(await bench.status(fields), 401);
      assertEquals(bench.grants().length, 1);
    });

    it("is replaced once for requests at the same time", async () => {
      await using bench = new Bench();
      await bench.status(CLIENT);
      bench.server.revoke("access");
      const all = Array.from({ length: 5 }, () => bench.status(CLIENT));
      assertEquals(await Promise.all(all), [200, 200, 200, 200, 200]);
      assertEquals(bench.grants(), ["client_credentials", "refresh_token"]);
    });

    it("makes no loop where every token is refused", async () => {
      await using bench = new Bench({
        respond: () => Response.json({ access_token: "alien" }),
      });
      const statuses = [];
      for (let i = 0; i < 3; i++) statuses.push(await bench.status(CLIENT));
      assertEquals(statuses, [401, 401, 401]);
      // The first request's own token is not replaced, each later one's once.
      assertEquals(bench.grants().length, 3);
    });
  });

  describe("the device flow", () => {
    it("shows where to go, polls as told, and slows down", async () => {
      await using bench = new Bench({
        pending: [
          "authorization_pending",
          "slow_down",
          "authorization_pending",
        ],
      });
      assert(bench.server.knows(await bench.token(DEVICE)));
      assertEquals(bench.waits, [5000, 5000, 10_000, 10_000]);
      assertEquals(bench.visits, [{
        url: `${bench.server.url}/activate?user_code=WDJB-MJHT`,
        userCode: "WDJB-MJHT",
      }]);
    });

    it("ends when nobody comes", async () => {
      await using bench = new Bench({
        pending: Array(20).fill("authorization_pending"),
      });
      await assertRejects(() => bench.token(DEVICE), NetworkError, "in time");
      assertEquals(bench.waits.length, 11);
    });

    it("ends when the person refuses", async () => {
      await using bench = new Bench({ pending: ["access_denied"] });
      await assertRejects(
        () => bench.token(DEVICE),
        NetworkError,
        "access_denied",
      );
    });
  });

  describe("the callback", () => {
    it("is waited for, whatever else comes", async () => {
      const statuses: number[] = [];
      await using bench = new Bench({}, {
        visit: async ({ url }) => {
          const { searchParams } = new URL(url);
          const back = searchParams.get("redirect_uri")!;
          const state = searchParams.get("state")!;
          const { port } = new URL(back);
          const stray = async (target: string, host = `127.0.0.1:${port}`) => {
            const status = await statusOf(Number(port), target, host);
            statuses.push(status);
          };
          await stray("/callback");
          await stray("/callback?code=x");
          await stray("/callback?error=access_denied");
          await stray(`/callback?code=x&state=${state}x`);
          await stray(`/callback?code=x&state=${state}`, "evil.example");
          await stray(`/callback?code=x&state=${state}`, `localhost:${port}`);
          await stray(`/callback?code=x&state=${state}`, "127.0.0.1");
          await stray(`/other?code=x&state=${state}`);
          await (await fetch(url)).body?.cancel();
        },
      });
      assert(bench.server.knows(await bench.token(CODE)));
      assertEquals(statuses, [400, 400, 400, 400, 400, 400, 400, 404]);
    });

    it("that never comes ends the waiting, which says what came", () =>
      withLongerLimits(async (timeout) => {
        await using bench = new Bench({ person: "forges" }, {
          listen: (url, isCallback) =>
            Promise.resolve(oauthCallback(url, { timeout, isCallback })),
        });
        const error = await assertRejects(
          () => bench.token(CODE),
          NetworkError,
        );
        assertEquals(error.diagnostics[0].code, "TIMEOUT");
        assert(error.message.includes("(1 came that are not"), error.message);
      }));
  });

  describe("time limits", () => {
    /** What the engine is asked for. */
    const timeouts = (bench: Bench, more: Partial<TokenPorts> = {}) => {
      const seen: unknown[] = [];
      const cache = new TokenCache({
        ...bench.tokens.ports,
        ...more,
        send(request, at) {
          seen.push(request.settings.timeout);
          return bench.tokens.ports.send(request, at);
        },
      });
      return { seen, cache };
    };

    it("of the request hold for its token, too, and for another one", async () => {
      await using bench = new Bench();
      const { seen, cache } = timeouts(bench);
      const ports = authPorts({ tokens: cache, limit: { timeout: 1234 } });
      const auth = bench.auth(CLIENT);
      const send = async () => {
        const sign = await createSigner(auth, ports);
        await bench.engine.send(
          renderedRequest(`${bench.server.url}/me`, { auth }),
          { policy: OPEN, ...(sign && { sign }) },
        );
      };
      await send();
      bench.server.revoke("access");
      await send();
      assertEquals(bench.grants(), ["client_credentials", "refresh_token"]);
      assertEquals(seen, [1234, 1234]);
      await cache.get(bench.auth({ ...CLIENT, scope: "c" }));
      await cache.get(bench.auth({ ...CLIENT, scope: "d" }), { timeout: 0 });
      assertEquals(seen.slice(2), [undefined, undefined]);
    });

    it("of the command line end the device flow", async () => {
      const pending = Array(20).fill("authorization_pending");
      await using bench = new Bench({ pending });
      bench.thinking = 3_000;
      const { seen, cache } = timeouts(bench, { patience: 20_000 });
      await assertRejects(
        () => cache.get(bench.auth(DEVICE), { timeout: 6_000 }),
        NetworkError,
        "in time",
      );
      assertEquals(bench.waits, [5000, 5000, 5000]);
      // What is left counts for each poll, if it is less than its own limit.
      assertEquals(seen, [6_000, 6_000, 6_000, 2_000]);
    });
  });

  describe("what goes wrong", () => {
    const broken: [
      name: string,
      options: OAuth2ServerOptions,
      fields: Fields,
      says: string,
    ][] = [
      ["a wrong secret", {}, {
        ...CLIENT,
        "credentials.clientSecret": "wrong-secret",
      }, "the server responded with 401, invalid_client (check credentials: "],
      ...([
        [401, "", "with 401 without a token (the header has credentials: "],
        [400, "invalid_client", "with 400, invalid_client (the header has "],
        [400, "invalid_scope", "with 400, invalid_scope (check scope)"],
      ] as const).map((
        [status, error, says],
      ): [string, OAuth2ServerOptions, Fields, string] => [
        `a server that does not decode Basic: ${status} ${error}`,
        {
          respond: () =>
            Response.json({ error, error_description: "" }, { status }),
        },
        { ...CLIENT, "credentials.placement": "basic_auth_header" },
        `the server responded ${says}`,
      ]),
      ...([
        [401, {}, "401 without a token (check the values in the auth)"],
        [404, {}, "404 without a token (check the URL)"],
        [401, { detail: "No" }, "401, No (check the values in the auth)"],
        [400, { message: "Wrong user" }, "400, Wrong user"],
        [401, { error: "No", message: ["Bad", "user"] }, "401, No: Bad; user"],
        [422, {
          detail: [
            {
              loc: ["body", { toString: 1 }, "grant_type"],
              msg: "Unknown",
              input: "secret",
            },
            { loc: ["body", "scope"], msg: "Not for pässword" },
          ],
        }, "422, body.grant_type: Unknown; body.scope: Not for ***"],
        [422, { detail: [null, 1, { msg: {} }] }, "422 without a token"],
      ] as const).map((
        [status, body, says],
      ): [string, OAuth2ServerOptions, Fields, string] => [
        `a server that gives no code: ${status} ${JSON.stringify(body)}`,
        { respond: () => Response.json(body, { status }) },
        PASSWORD,
        `the server responded with ${says}`,
      ]),
      [
        "a client in a form, which servers decode",
        {
          respond: () =>
            Response.json({ error: "invalid_client" }, { status: 401 }),
        },
        CLIENT,
        "with 401, invalid_client (check credentials: clientId, clientSecret and",
      ],
      [
        "an endless description of a server that does not decode",
        {
          respond: () =>
            Response.json({ error: "x", error_description: "y".repeat(9999) }, {
              status: 401,
            }),
        },
        { ...CLIENT, "credentials.placement": "basic_auth_header" },
        "yyy… (the header has credentials: clientId and clientSecret percent-encoded, as RFC 6749 asks; for a server that does not decode them, set their placement to body)",
      ],
      ["a wrong password, which the server repeats", {}, {
        ...PASSWORD,
        "resourceOwner.username": "bob",
      }, "invalid_grant: wrong user or password ***"],
      [
        "a wrong password, which the server repeats escaped",
        {
          respond: () =>
            Response.json({
              error: "x",
              error_description: `p=${encodeURIComponent("pässword")}`,
            }, { status: 400 }),
        },
        PASSWORD,
        "x: p=***",
      ],
      [
        "no JSON",
        {
          respond: () => new Response("<html>", { status: 500 }),
        },
        CLIENT,
        "the server responded with 500 without a token",
      ],
      ...([
        [
          "<html>",
          "text/html",
          "its response is text/html, not a token (check",
        ],
        ["{}", "application/json", "its response is application/json, not a"],
        ['{"a": 1}', "application/json", 'its response has no "access_token"'],
        ["", "text/plain", "its response is empty"],
      ] as const).map((
        [body, type, says],
      ): [string, OAuth2ServerOptions, Fields, string] => [
        `no token but ${says}`,
        {
          respond: () =>
            new Response(body, { headers: { "content-type": type } }),
        },
        CLIENT,
        `the server responded with 200, ${says}`,
      ]),
      [
        "a redirect",
        {
          respond: () =>
            new Response(null, {
              status: 307,
              headers: { location: "http://127.0.0.1:1/" },
            }),
        },
        CLIENT,
        "the server responded with 307 without a token",
      ],
      [
        "an endless description",
        {
          respond: () =>
            Response.json({ error: "x", error_description: "y".repeat(9999) }, {
              status: 400,
            }),
        },
        CLIENT,
        "yyy…",
      ],
      [
        "a person who refuses",
        { person: "refuses" },
        CODE,
        "access_denied: not today",
      ],
      [
        "a token that no header holds",
        { respond: () => Response.json({ access_token: "a\nb" }) },
        CLIENT,
        "its token has characters that no header holds",
      ],
      ["a device endpoint that grants a token", {}, {
        ...DEVICE,
        deviceAuthorizationUrl: "URL/token",
        additional: "",
      }, "the server responded with 400"],
      ["a device endpoint that says nothing", {}, {
        ...DEVICE,
        deviceAuthorizationUrl: "URL/me",
      }, "the server responded with 401"],
      ["a device endpoint that does not exist", {}, {
        ...DEVICE,
        deviceAuthorizationUrl: "URL/nowhere",
      }, "the server responded with 404"],
    ];
    for (const [name, options, fields, says] of broken) {
      it(name, async () => {
        await using bench = new Bench(options);
        const error: DiagnosticError = await assertRejects(
          () =>
            bench.token(Object.fromEntries(
              Object.entries(fields).map(([key, value]) => [
                key,
                String(value).replace(/^URL/, bench.server.url),
              ]),
            )),
          NetworkError,
        );
        const [{ code, message, location }] = error.diagnostics;
        assertEquals(code, "INVALID_RESPONSE");
        assertEquals(location?.yamlPath, "http.auth");
        assert(message.includes(says), message);
        assert(message.length < 500 && !/[\n\r]/.test(message));
        assert(!/pässword|wrong-secret|s3cr3t/.test(message));
      });
    }

    for (const fields of [CODE, DEVICE]) {
      it(`nobody at the terminal for ${fields.flow}`, async () => {
        await using bench = new Bench({}, { visit: undefined });
        const error = await assertRejects(() => bench.token(fields), AuthError);
        assertEquals(error.diagnostics[0].code, "UNSUPPORTED");
        assertEquals(bench.server.calls.length, 0);
      });
    }
  });
});

/** The status of a GET with this Host, whatever the address. */
async function statusOf(
  port: number,
  target: string,
  host: string,
): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(
    new TextEncoder().encode(
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ),
  );
  const response = await new Response(connection.readable).text();
  return Number(response.split(" ")[1]);
}

const ANY = { isCallback: () => true };

describe("oauthCallback", () => {
  it("serves only its path, and says nothing of what it was told", async () => {
    const listener = oauthCallback("http://127.0.0.1/cb", ANY);
    try {
      const uri = new URL(listener.redirectUri);
      assertEquals(uri.pathname, "/cb");
      const other = await fetch(new URL("/favicon.ico", uri));
      assertEquals(other.status, 404);
      await other.body?.cancel();
      const page = await fetch(`${uri}?code=<script>&state=1`);
      assert(!(await page.text()).includes("script"));
      assertEquals(await listener.callback, `${uri}?code=%3Cscript%3E&state=1`);
    } finally {
      await listener.close();
    }
  });

  it("ends with the time-out and with the signal", async () => {
    const late = oauthCallback("", { ...ANY, timeout: 1 });
    await assertRejects(() => late.callback, NetworkError, "no browser");
    await late.close();
    const controller = new AbortController();
    const aborted = oauthCallback("", {
      ...ANY,
      signal: controller.signal,
    });
    controller.abort(new RangeError("stop"));
    await assertRejects(() => aborted.callback, RangeError, "stop");
    await aborted.close();
  });

  it("refuses what is not on loopback, and a port that is taken", async () => {
    for (const url of ["https://127.0.0.1:1/", "http://example.com/", "x"]) {
      await assertRejects(
        // deno-lint-ignore require-await
        async () => oauthCallback(url, ANY),
        RangeError,
        "loopback",
      );
    }
    const first = oauthCallback("http://localhost/", ANY);
    const { port } = new URL(first.redirectUri);
    await assertRejects(
      // deno-lint-ignore require-await
      async () => oauthCallback(`http://localhost:${port}/`, ANY),
      NetworkError,
      "taken",
    );
    const closing = first.close();
    first.callback.catch(() => {});
    await closing;
  });
});
