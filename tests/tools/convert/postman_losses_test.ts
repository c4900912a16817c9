import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { toPostmanAuth } from "../../../lib/tools/convert/export/postman_auth.ts";

const SCHEMA =
  "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** What a collection with one item becomes: its request's file, and the notes. */
async function importedItem(
  item: Record<string, unknown>,
  top: Record<string, unknown> = {},
) {
  const text = JSON.stringify({
    info: { name: "C", schema: SCHEMA },
    item: [{ name: "r", ...item }],
    ...top,
  });
  const { value } = await importSource({
    name: "c.json",
    main: "c.json",
    files: new Map([["c.json", text]]),
  });
  let [found] = value!.items;
  while (found.kind === "folder") [found] = found.items;
  return {
    request: found.request,
    notes: value!.notes.map(({ message }) => message),
  };
}

const withAuth = (type: string, fields: Record<string, unknown>) => ({
  request: {
    url: "http://h/",
    auth: {
      type,
      [type]: Object.entries(fields).map(([key, value]) => ({ key, value })),
    },
  },
});

describe("auth of Postman's", () => {
  const PLACEMENTS: [Record<string, unknown>, string, version?: string][] = [
    [{}, "query"],
    [{ version: "" }, "query"],
    [{ version: "1.0" }, "query", "1.0"],
    [{ addParamsToHeader: false }, "query"],
    [{ addParamsToHeader: true }, "header"],
    [{ addParamsToHeader: "true" }, "header"],
  ];

  for (const [fields, placement, version = ""] of PLACEMENTS) {
    it(`signs OAuth 1 where Postman does: ${JSON.stringify(fields)}`, async () => {
      const { request } = await importedItem(
        withAuth("oauth1", { consumerKey: "k", ...fields }),
      );
      assertEquals(request.http!.auth, {
        type: "oauth1",
        consumerKey: "k",
        version,
        placement,
      });
    });
  }

  const FORM = { mode: "urlencoded", urlencoded: [{ key: "a", value: "1" }] };
  const IN_FORMS: [
    request: Record<string, unknown>,
    fields: Record<string, unknown>,
    placement: string,
  ][] = [
    [{ method: "POST", body: FORM }, { addParamsToHeader: false }, "body"],
    [{ method: "put", body: FORM }, {}, "body"],
    [{ method: "POST", body: FORM }, { addParamsToHeader: true }, "header"],
    [{ method: "PATCH", body: FORM }, {}, "query"],
    [{ method: "POST", body: { mode: "raw", raw: "a=1" } }, {}, "query"],
    [{ method: "POST" }, {}, "query"],
  ];

  for (const [request, fields, placement] of IN_FORMS) {
    const what = JSON.stringify([request, fields]);
    const { request: { auth } } = withAuth("oauth1", fields);
    const placed = (written: unknown) =>
      Reflect.get(Object(written), "placement");

    it(`signs OAuth 1 in a form where Postman does: ${what}`, async () => {
      const { request: { http }, notes } = await importedItem(
        { request: { url: "http://h/", ...request, auth } },
      );
      assertEquals([placed(http!.auth), notes], [placement, []]);
    });

    it(`names a form in which Postman signs what it inherits: ${what}`, async () => {
      const inherits = { request: { url: "http://h/", ...request } };
      const { request: { http }, notes } = await importedItem(
        { auth, item: [{ name: "r", ...inherits }] },
      );
      assertEquals([http!.auth, notes], [
        "inherit",
        placement === "body"
          ? [
            'Brace sends the inherited OAuth 1 parameters in the URL, Postman in the form: copy the auth into the request, with "placement: body"',
          ]
          : [],
      ]);
    });
  }

  const ALONG = [{ key: "audience", value: "api", enabled: true }];
  const OAUTH2 = {
    grant_type: "authorization_code_with_pkce",
    accessTokenUrl: "http://h/t",
    authUrl: "http://h/a",
    clientId: "c",
    challengeAlgorithm: "plain",
    tokenRequestParams: ALONG,
    authRequestParams: [{ key: "prompt", value: "login", enabled: false }],
    refreshRequestParams: [{ key: "z", value: "1", send_as: "request_header" }],
  };

  for (
    const [grant_type, pkce] of [
      ["authorization_code", { disabled: true }],
      ["authorization_code_with_pkce", { method: "plain" }],
      ["client_credentials", undefined],
    ]
  ) {
    it(`has PKCE as the grant ${grant_type} says`, async () => {
      const fields = { ...OAUTH2, grant_type };
      const { request } = await importedItem(withAuth("oauth2", fields));
      assertEquals((request.http!.auth as { pkce?: unknown }).pkce, pkce);
    });
  }

  it("has what goes along with the requests for a token, both ways", async () => {
    const { request, notes } = await importedItem(withAuth("oauth2", OAUTH2));
    const auth: unknown = request.http!.auth;
    assertEquals(notes, []);
    assertEquals(auth, {
      type: "oauth2",
      flow: "authorization_code",
      accessTokenUrl: "http://h/t",
      authorizationUrl: "http://h/a",
      credentials: { clientId: "c", placement: "basic_auth_header" },
      pkce: { method: "plain" },
      tokenConfig: { placement: { header: "Bearer" } },
      additionalParameters: {
        authorizationRequest: [{
          name: "prompt",
          value: "login",
          placement: "query",
          disabled: true,
        }],
        accessTokenRequest: [
          { name: "audience", value: "api", placement: "body" },
        ],
        refreshTokenRequest: [{ name: "z", value: "1", placement: "header" }],
      },
    });
    const back = toPostmanAuth(auth as never, "request", () => {});
    const rows = (back.auth as unknown as {
      oauth2: { key: string; value: unknown }[];
    }).oauth2;
    const again = await importedItem({
      request: { url: "http://h/", auth: { type: "oauth2", oauth2: rows } },
    });
    assertEquals(again.request.http!.auth, auth as never);
  });

  it("names the flow that Brace does not have", async () => {
    const { notes } = await importedItem(
      withAuth("oauth2", { grant_type: "implicit", authUrl: "http://h/a" }),
    );
    assertEquals(notes, [
      'Brace has no OAuth 2 flow "implicit", which gives the token only to a browser: under "auth", write flow: authorization_code if the server has it, or type: bearer with a token',
    ]);
  });

  for (
    const [grant, redirect, isNoted] of [
      ["authorization_code", "https://oauth.pstmn.io/v1/callback", true],
      [
        "authorization_code_with_pkce",
        "https://oauth.pstmn.io/v1/callback",
        true,
      ],
      ["authorization_code", "http://127.0.0.1:8765/callback", false],
      ["authorization_code", "", false],
      ["authorization_code", "{{callback}}", false],
      ["client_credentials", "https://oauth.pstmn.io/v1/callback", false],
    ] as const
  ) {
    it(`names a callback that is not on this machine: ${grant}, "${redirect}"`, async () => {
      const { notes } = await importedItem(withAuth("oauth2", {
        ...OAUTH2,
        grant_type: grant,
        redirect_uri: redirect,
      }));
      assertEquals(
        notes,
        isNoted
          ? [
            'Brace waits for the browser at an address of this machine: under "auth", write one as callbackUrl, such as http://127.0.0.1:8765/callback, and register it with the OAuth 2 server',
          ]
          : [],
      );
    });
  }

  it("keeps no secret of what goes along", async () => {
    const { request } = await importedItem(withAuth("oauth2", {
      ...OAUTH2,
      tokenRequestParams: [
        ...ALONG,
        { key: "api_key", value: "k-live-123" },
        { key: "client_assertion", value: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln" },
      ],
    }));
    const text = JSON.stringify(request);
    assertEquals(/k-live-123|eyJ/.exec(text)?.[0], undefined, text);
  });

  const LOST: readonly [
    type: string,
    fields: Record<string, unknown>,
    note: string | undefined,
  ][] = [
    ["awsv4", { addAuthDataToQuery: true }, '"addAuthDataToQuery" of "awsv4"'],
    ["awsv4", { addAuthDataToQuery: false }, undefined],
    ["ntlm", { username: "u", workstation: "W" }, '"workstation" of "ntlm"'],
    ["ntlm", { username: "u", workstation: "" }, undefined],
    [
      "oauth1",
      { addEmptyParamsToSign: true, disableHeaderEncoding: "true" },
      '"addEmptyParamsToSign" and "disableHeaderEncoding" of "oauth1"',
    ],
    ["oauth2", { ...OAUTH2, audience: "a" }, '"audience" of "oauth2"'],
  ];
  for (const [type, fields, lost] of LOST) {
    it(`of the type ${type} names what is lost: ${lost}`, async () => {
      const { notes } = await importedItem(withAuth(type, fields));
      assertEquals(
        notes,
        lost === undefined
          ? []
          : [`Brace has no ${lost}: the request goes out without`],
      );
    });
  }

  const GETS = (grant: string) =>
    `Brace gets a token by the grant "${grant}" and does not send the one in "accessToken": to send that one, write it as auth of the type "bearer"`;
  const IMPLICIT =
    'Left out the OAuth 2 grant "implicit": Postman sends "accessToken" as it is';
  const TOKENS: readonly [
    fields: Record<string, unknown>,
    auth: { type: string; token?: string; value?: string },
    notes: readonly string[],
  ][] = [
    [
      { ...OAUTH2, accessToken: "{{t}}" },
      { type: "bearer", token: "{{t}}" },
      [
        'Left out the OAuth 2 grant "authorization_code_with_pkce": Postman sends "accessToken" as it is',
      ],
    ],
    // A token of long ago; the name of what is lost takes no place of another note.
    [
      { ...OAUTH2, accessToken: "t-123", audience: "a" },
      { type: "oauth2" },
      [
        'Brace has no "audience" of "oauth2": the request goes out without',
        GETS("authorization_code_with_pkce"),
      ],
    ],
    [
      { grant_type: "client_credentials", accessToken: "{{t}}", audience: "a" },
      { type: "bearer", token: "{{t}}" },
      [],
    ],
    // A grant that only a browser has.
    [
      { ...OAUTH2, grant_type: "implicit", accessToken: "{{t}}" },
      { type: "bearer", token: "{{t}}" },
      [IMPLICIT],
    ],
    [
      {
        grant_type: "implicit",
        authUrl: "http://h/a",
        accessToken: "t0k3n-123",
        addTokenTo: "queryParams",
      },
      { type: "apikey", value: "{{apikeyValue}}" },
      [IMPLICIT],
    ],
    // Without a grant that Brace has, the token is all there is.
    [
      { accessTokenUrl: "http://h/t", accessToken: "{{t}}" },
      { type: "bearer", token: "{{t}}" },
      [],
    ],
    [
      {
        grant_type: "device",
        accessTokenUrl: "http://h/t",
        accessToken: "{{t}}",
      },
      { type: "bearer", token: "{{t}}" },
      [],
    ],
  ];
  for (const [fields, { type, token, value }, expected] of TOKENS) {
    it(`sends or names the token: ${JSON.stringify(fields)}`, async () => {
      const { request, notes } = await importedItem(
        withAuth("oauth2", fields),
      );
      const auth = request.http!.auth as Record<string, unknown>;
      assertEquals([auth.type, auth.token, auth.value], [type, token, value]);
      assertEquals(notes, expected);
    });
  }

  it("keeps the prefix of a token", async () => {
    for (
      const [headerPrefix, value] of [["Token ", "Token {{t}}"], ["", "{{t}}"]]
    ) {
      const { request } = await importedItem(
        withAuth("oauth2", { accessToken: "{{t}}", headerPrefix }),
      );
      assertEquals(request.http!.auth, {
        type: "apikey",
        key: "Authorization",
        value,
        placement: "header",
      });
    }
  });
});

describe("variables of a folder of Postman's", () => {
  const named = (variable: Record<string, unknown>[]) =>
    importedItem({ variable, item: [{ name: "r", request: "http://h/" }] });

  it("are named, as Postman does not read them", async () => {
    const { notes } = await named([
      { key: "v", value: "1" },
      { key: "w", value: "2" },
      { key: "off", value: "3", disabled: true },
    ]);
    assertEquals(notes, [
      'Postman does not read variables of a folder, and Brace does: "v", "w" (delete those that requests are not to get)',
    ]);
  });

  it("are not named if they are switched off", async () => {
    const { notes } = await named([{ key: "v", value: "1", disabled: true }]);
    assertEquals(notes, []);
  });
});

describe("a body of Postman's that is switched off", () => {
  const BODIES: readonly [body: Record<string, unknown>, isNamed: boolean][] = [
    [{ mode: "raw", raw: "x" }, true],
    [{ mode: "urlencoded", urlencoded: [{ key: "a", value: "1" }] }, true],
    [{ mode: "graphql", graphql: { query: "{ a }" } }, true],
    [{ mode: "raw", raw: "" }, false],
    [{ mode: "graphql", graphql: { query: "" } }, false],
    [{}, false],
  ];
  for (const [body, isNamed] of BODIES) {
    it(`${isNamed ? "is" : "is not"} named: ${JSON.stringify(body)}`, async () => {
      const { request, notes } = await importedItem({
        request: {
          method: "POST",
          url: "http://h/",
          body: { ...body, disabled: true },
        },
      });
      assertEquals(request.http?.body, undefined);
      assertEquals(
        notes,
        isNamed ? ["Left out the body: it is switched off"] : [],
      );
    });
  }
});

describe("the operationName of Postman's GraphQL", () => {
  const ROWS: readonly [query: string, name: unknown, said?: string][] = [
    ["query Q { a }", ""],
    ["query Q { a }", undefined],
    [
      "query Q { a }",
      "Q",
      'Left out the "operationName" "Q", which a query with one operation does not need',
    ],
    [
      "query Q { a } query R { b }",
      "R",
      'Brace does not send the "operationName" "R": keep only that operation in the query',
    ],
  ];
  for (const [query, operationName, said] of ROWS) {
    it(`${said ? "is" : "is not"} named: ${JSON.stringify(operationName)} of ${query}`, async () => {
      const { notes } = await importedItem({
        request: {
          method: "POST",
          url: "http://h/",
          body: {
            mode: "graphql",
            graphql: { query, variables: "", operationName },
          },
        },
      });
      assertEquals(notes, said === undefined ? [] : [said]);
    });
  }
});

describe("protocolProfileBehavior of Postman's", () => {
  const request = {
    method: "GET",
    url: "http://h/",
    body: { mode: "raw", raw: "x" },
  };

  it("reaches requests from the levels above, and the nearest wins", async () => {
    const { request: found } = await importedItem({
      protocolProfileBehavior: { followRedirects: false },
      item: [{
        name: "in",
        request,
        protocolProfileBehavior: { maxRedirects: 2 },
      }],
    }, {
      protocolProfileBehavior: {
        disableBodyPruning: true,
        followRedirects: true,
      },
    });
    assertEquals(found.settings, { followRedirects: false, maxRedirects: 2 });
    assertEquals(found.http!.body, { type: "text", data: "x" });
  });

  const NOTES: readonly [behavior: Record<string, unknown>, note?: string][] = [
    [{ insecureHTTPParser: true }, 'Brace has no "insecureHTTPParser"'],
    [{ disableCookies: false }],
    [
      { tlsDisabledProtocols: ["TLSv1"] },
      'Brace has no "tlsDisabledProtocols"',
    ],
    [{ tlsCipherSelection: [] }],
    [
      { protocolVersion: "http2" },
      'Brace selects the version of HTTP itself: "protocolVersion" is left out',
    ],
    [{ protocolVersion: "auto" }],
  ];
  for (const [behavior, note] of NOTES) {
    it(`is named where Brace lacks it: ${JSON.stringify(behavior)}`, async () => {
      const { notes } = await importedItem({
        request: "http://h/",
        protocolProfileBehavior: behavior,
      });
      assertEquals(notes, note === undefined ? [] : [note]);
    });
  }

  const KEPT: readonly [method: string, script: string, note?: string][] = [
    [
      "POST",
      "pm.request.method = 'GET'",
      'Brace has no "disableBodyPruning" for a method that a script sets: a GET goes out without its body',
    ],
    ["POST", "pm.request.method === 'GET'"],
    ["GET", "pm.request.method = 'HEAD'"],
  ];
  for (const [method, script, note] of KEPT) {
    it(`keeps the body of ${method}, but not for ${script}`, async () => {
      const { notes } = await importedItem({
        request: { ...request, method },
        event: [{ listen: "prerequest", script: { exec: [script] } }],
        protocolProfileBehavior: { disableBodyPruning: true },
      });
      assertEquals(notes, note === undefined ? [] : [note]);
    });
  }

  it("has a proxy and a certificate beside it, which are named", async () => {
    const { notes } = await importedItem({
      request: {
        url: "http://h/",
        proxy: { host: "p", disabled: true },
        certificate: { key: { src: "k" } },
      },
    });
    assertEquals(notes, [
      'The "certificate" of the request is left out: write it under config of opencollection.yml',
    ]);
  });
});

describe("path variables of Postman's", () => {
  const EMPTY = (name: string) =>
    `The path parameter "${name}" is empty: give it a value, the request is not sent without one`;
  const SEGMENTS: readonly [
    path: string,
    listed: readonly [key: string, value: string][],
    rows: readonly [name: string, value: string][],
    notes: readonly string[],
  ][] = [
    ["/:item.json", [["item.json", "x"]], [["item.json", "x"]], []],
    ["/:item.json", [["item", "x"]], [["item", "x"]], []],
    ["/:item.json", [["item.json", ""]], [["item.json", ""]], [
      EMPTY("item.json"),
    ]],
    ["/:item.json/:to", [], [["item", ""], ["to", ""]], [
      EMPTY("item"),
      EMPTY("to"),
    ]],
    ["/:item.{{kind}}", [], [["item", ""]], [EMPTY("item")]],
  ];
  for (const [path, listed, rows, notes] of SEGMENTS) {
    it(`of ${path}, listed as ${JSON.stringify(listed)}`, async () => {
      const found = await importedItem({
        request: {
          url: {
            raw: `http://h${path}`,
            variable: listed.map(([key, value]) => ({ key, value })),
          },
        },
      });
      assertEquals(
        found.request.http!.params,
        rows.map(([name, value]) => ({ name, value, type: "path" as const })),
      );
      assertEquals(found.notes, notes);
    });
  }
});

describe("what newman sends of a request of Postman's", () => {
  const DIFFERS =
    "The text of the URL and its parts (host, path, query) differ: the URL has the parts, which Postman sends";
  const ROWS: readonly [
    what: string,
    request: Record<string, unknown>,
    http: Record<string, unknown>,
    notes: readonly string[],
  ][] = [
    [
      "the parts of a URL",
      {
        url: {
          raw: "http://h/a?q=1",
          protocol: "http",
          auth: { user: "u", password: "{{p}}" },
          host: ["h"],
          port: "8",
          path: ["", "b", ""],
          query: [{ key: "q", value: "2" }],
        },
      },
      { url: "http://u:{{p}}@h:8//b/?q=2" },
      [DIFFERS],
    ],
    [
      "the text of a URL with the same parts",
      { url: { raw: "h/a#b", host: "h", path: "/a" } },
      { url: "h/a#b" },
      [],
    ],
    [
      "the text of a URL whose parts have no host",
      { url: { raw: "http://h/a", path: ["b"] } },
      { url: "http://h/a" },
      [],
    ],
    [
      "a path variable that is switched off",
      {
        url: {
          raw: "http://h/:a",
          variable: [{ key: "a", value: "1", disabled: true }],
        },
      },
      {
        url: "http://h/:a",
        params: [{ name: "a", value: "1", type: "path" }],
      },
      [],
    ],
    [
      "headers with a name",
      {
        url: "http://h/",
        header: [
          { key: "", value: "a" },
          { key: "", value: "" },
          { key: "B", value: "" },
        ],
      },
      { url: "http://h/", headers: [{ name: "B", value: "" }] },
      ["Left out 1 header without a name: Postman does not send it"],
    ],
    [
      "a form that is one text",
      {
        method: "POST",
        url: "http://h/",
        body: { mode: "urlencoded", urlencoded: "a=1&b=%20=&c" },
      },
      {
        method: "POST",
        url: "http://h/",
        body: {
          type: "form-urlencoded",
          data: [
            { name: "a", value: "1" },
            { name: "b", value: "%20=" },
            { name: "c", value: "" },
          ],
        },
      },
      [],
    ],
  ];
  for (const [what, request, http, notes] of ROWS) {
    it(`is ${what}`, async () => {
      const found = await importedItem({ request });
      assertEquals<unknown>(found.request.http, { method: "GET", ...http });
      assertEquals(found.notes, notes);
    });
  }
});

describe("a body of Postman's that is no JSON", () => {
  const LEFT =
    "The body is not valid JSON: it is sent as text, without its comments, as in Postman";
  const KEPT = "The body is not valid JSON: it is sent as it is, as text";
  // What newman 6 sends.
  for (
    const [raw, sent, note] of [
      ['{"a": // c\n 1,}', '{"a": \n 1,}', LEFT],
      ["hello // c\r\nthere", "hello \r\nthere", LEFT],
      ['{"a": "x // y", /* b\n */ c // d', '{"a": "x // y",  c ', LEFT],
      ["{'n': 'x // no', \"q\": \"a\"\n,,}", "{'n': 'x \n,,}", LEFT],
      ['{"a\\"//": "//",}', '{"a\\"//": "//",}', KEPT],
    ]
  ) {
    it(`goes without its comments: ${JSON.stringify(raw)}`, async () => {
      const { request, notes } = await importedItem({
        request: {
          method: "POST",
          url: "http://h/",
          body: { mode: "raw", raw, options: { raw: { language: "json" } } },
        },
      });
      const body: unknown = request.http!.body;
      assertEquals(body, { type: "text", data: sent });
      assertEquals(notes, [note]);
    });
  }

  it("keeps null as the value of a variable", async () => {
    const text = JSON.stringify({
      info: { name: "C", schema: SCHEMA },
      variable: [{ key: "n", value: null }, { key: "e" }],
      item: [{ name: "r", request: { url: "http://h/" } }],
    });
    const { value } = await importSource({
      name: "c.json",
      main: "c.json",
      files: new Map([["c.json", text]]),
    });
    assertEquals(value!.defaults?.variables, [
      { name: "n", value: null },
      { name: "e", value: "" },
    ]);
  });
});
