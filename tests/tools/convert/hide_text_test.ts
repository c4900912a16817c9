import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  hideAuth,
  hideRows,
  hideText,
} from "../../../lib/tools/convert/secrets/hide_secrets.ts";
import { SecretValues } from "../../../lib/tools/convert/secrets/secret_values.ts";

/** A text, what is written of it, and the values that go to the file of secrets. */
const ROWS: [text: string, written: string, values: string[]][] = [
  ['{"a":1}', '{"a":1}', []],
  [
    '{"password":"first","a":1,"token":"second"}',
    '{"password":"{{password}}","a":1,"token":"{{token}}"}',
    ["first", "second"],
  ],
  // What is called a key is one if it looks so.
  [
    '{"preferenceKey":"theme","sortBy":{"key":"name-of-1 row"},"rowKey":12345678}',
    '{"preferenceKey":"theme","sortBy":{"key":"name-of-1 row"},"rowKey":12345678}',
    [],
  ],
  [
    '{"vendorKey":"sk-live-1234","apiKey":"demo","storage_key":"a b"}',
    '{"vendorKey":"{{vendorKey}}","apiKey":"{{apiKey}}","storage_key":"{{storageKey}}"}',
    ["sk-live-1234", "demo", "a b"],
  ],
  // A list of secrets, and one in an object.
  [
    '{"token":["abcd-1234", "plain"],"password":{"type":"string1234","value":"efgh-5678","more":[{"value":"ijkl-9012"}]}}',
    '{"token":["{{token}}", "plain"],"password":{"type":"string1234","value":"{{password}}","more":[{"value":"{{password2}}"}]}}',
    ["abcd-1234", "efgh-5678", "ijkl-9012"],
  ],
  [
    '{"names":["abcd-1234"],"auth":{"value":"efgh-5678"},"token":[],"value":"ijkl-9012"}',
    '{"names":["abcd-1234"],"auth":{"value":"efgh-5678"},"token":[],"value":"ijkl-9012"}',
    [],
  ],
  // Arguments of GraphQL, and only of it.
  [
    String
      .raw`[{"query":"{ a(password:\n\"first\", k: \"\", pin: \"s\\\"2\\\\\", b: $c) }","variables":{"token":"third"}}]`,
    String
      .raw`[{"query":"{ a(password:\n\"{{password}}\", k: \"\", pin: \"{{pin}}\", b: $c) }","variables":{"token":"{{token}}"}}]`,
    ["first", String.raw`s\"2\\`, "third"],
  ],
  [
    String
      .raw`{"query":"query ($token: [String!]! = \"first\") { a(password: \"\"\"a\n\"b\"\"\", pin: \"\", name: \"\"\"c\"\"\") }"}`,
    String
      .raw`{"query":"query ($token: [String!]! = \"{{token}}\") { a(password: \"\"\"{{password}}\"\"\", pin: \"\", name: \"\"\"c\"\"\") }"}`,
    ["first", 'a\n"b'],
  ],
  [
    String.raw`{"query":"password: \"first\"","a":"{ b(password: \"c\") }"}`,
    String.raw`{"query":"password: \"first\"","a":"{ b(password: \"c\") }"}`,
    [],
  ],
];

describe("secrets in a text", () => {
  for (const [text, written, values] of ROWS) {
    it(text, () => {
      const secrets = new SecretValues();
      assertEquals(hideText(text, secrets, { json: true }), written);
      assertEquals(secrets.secrets.map(({ value }) => value), values);
    });
  }
});

/** A header, and what is written of it. */
const AROUND: [header: string, written: string, values: string[]][] = [
  ["Cookie: sid={{sid}}", "sid={{sid}}", []],
  ["Cookie: theme=dark; sid={{sid}}", "theme=dark; sid={{sid}}", []],
  [
    "Set-Cookie: JSESSIONID={{sid}}; Path=/app; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly",
    "JSESSIONID={{sid}}; Path=/app; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly",
    [],
  ],
  [
    "Cookie: sid=8f3a9b71; lang={{lang}}; PHPSESSID=abcdefgh; token=plain; a=b",
    "sid={{cookie}}; lang={{lang}}; PHPSESSID={{cookie2}}; token={{cookie3}}; a=b",
    ["8f3a9b71", "abcdefgh", "plain"],
  ],
  [
    "Cookie: sid=8f3a9b71{{x}}5c2d1e0f=; a=b",
    "sid={{cookie}}{{x}}{{cookie2}}; a=b",
    ["8f3a9b71", "5c2d1e0f="],
  ],
  ["Authorization: AWS4 {{x}}", "AWS4 {{x}}", []],
  [
    'Authorization: Digest username="{{u}}", realm="All of it", response="8f3a9b71c2", qop=auth',
    'Digest username="{{u}}", realm="All of it", response="{{authorization}}", qop=auth',
    ["8f3a9b71c2"],
  ],
  [
    "Authorization: Token token={{token}}, email={{email}}",
    "Token token={{token}}, email={{email}}",
    [],
  ],
  [
    "Authorization: AWS4-HMAC-SHA256 Credential={{id}}, SignedHeaders=host;x-amz-date, Signature={{sig}}",
    "AWS4-HMAC-SHA256 Credential={{id}}, SignedHeaders=host;x-amz-date, Signature={{sig}}",
    [],
  ],
  ...unchanged(
    "Authorization: AWS4-HMAC-SHA256 Credential={{id}}/20240101/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature={{sig}}",
    "Authorization: AWS4-HMAC-SHA256 Credential={{id}}/{{date}}/us-east-1/s3/aws4_request, Signature={{sig}}",
    "Authorization: AWS4-HMAC-SHA256 Credential={{id}}/20240101/{{region}}/s3/aws4_request, Signature={{sig}}",
    "Authorization: AWS4-HMAC-SHA256 Credential={{id}}/{{scope}}/aws4_request, Signature={{sig}}",
    "Authorization: Basic user:{{password}}",
    "X-Auth: basic a.b@c.de:{{password}}",
  ),
  [
    "Authorization: AWS4 Credential={{id}}/20240101/us-east-1/s3/aws4_requestAbC12, a={{x}}",
    "AWS4 Credential={{id}}{{authorization}}, a={{x}}",
    ["/20240101/us-east-1/s3/aws4_requestAbC12"],
  ],
  [
    "Authorization: Basic dXNlcjpwYXNz{{x}}",
    "Basic {{authorization}}{{x}}",
    ["dXNlcjpwYXNz"],
  ],
  [
    "Authorization: Basic {{user}}:pass1234",
    "Basic {{user}}{{authorization}}",
    [":pass1234"],
  ],
  ["Authorization: ApiKey {{user}}:{{key}}", "ApiKey {{user}}:{{key}}", []],
  [
    "Authorization: Bearer sk-live-1234{{x}}YWxhZGRpbg==",
    "Bearer {{authorization}}{{x}}{{authorization2}}",
    ["sk-live-1234", "YWxhZGRpbg=="],
  ],
  ["X-Api-Key: first={{x}}", "{{xApiKey}}{{x}}", ["first="]],
  ...unchanged(
    "X-Hub-Signature-256: sha256={{x}}",
    "X-Signature: HMAC-SHA512={{x}}",
  ),
  ["X-Signature: sha256=abcd{{x}}", "{{xSignature}}{{x}}", ["sha256=abcd"]],
];

/** Headers that hide nothing. */
function unchanged(...headers: string[]): typeof AROUND {
  return headers.map((header) => [header, header.split(": ")[1], []]);
}

describe("what stands around the placeholders of a header", () => {
  for (const [header, written, values] of AROUND) {
    it(header, () => {
      const [name, value] = header.split(": ");
      const secrets = new SecretValues();
      const [row] = hideRows([{ name, value }], secrets);
      assertEquals(row.value, written);
      assertEquals(secrets.secrets.map(({ value }) => value), values);
    });
  }
});

describe("what a program writes instead of a secret", () => {
  for (const mask of ["***", "•••", "[REDACTED]", "<masked>", "(hidden)"]) {
    it(`${mask}: is no value, and not the same secret elsewhere`, () => {
      const secrets = new SecretValues();
      const hide = (name: string) => secrets.hide(name, mask);
      assertEquals(
        ["password", "X-Api-Key", "password"].map(hide),
        ["{{password}}", "{{xApiKey}}", "{{password}}"],
      );
      assertEquals(secrets.secrets, [
        { env: "PASSWORD", value: "" },
        { env: "X_API_KEY", value: "" },
      ]);
    });
  }

  it("is none behind a scheme, nor as the value of a variable", () => {
    const secrets = new SecretValues();
    assertEquals(
      secrets.hide("Authorization", "Bearer [REDACTED]"),
      "Bearer {{authorization}}",
    );
    secrets.within("variables", () => secrets.variable("apiToken", "********"));
    assertEquals(secrets.found, []);
    assertEquals(secrets.secrets, [
      { env: "AUTHORIZATION", value: "" },
      { env: "API_TOKEN", value: "" },
    ]);
  });

  const PARTS: readonly (readonly [string, string, Record<string, string>])[] =
    [
      [
        "Cookie: sid=***; theme=dark",
        "sid={{cookieSid}}; theme=dark",
        { COOKIE_SID: "" },
      ],
      [
        "Cookie: theme=dark; sid=[REDACTED]; csrf=8f3a91; jwt=•••",
        "theme=dark; sid={{cookieSid}}; csrf={{cookie}}; jwt={{cookieJwt}}",
        { COOKIE_SID: "", COOKIE: "8f3a91", COOKIE_JWT: "" },
      ],
      [
        'Authorization: Digest username="ada", response="REDACTED"',
        'Digest username="ada", response="{{authorizationResponse}}"',
        { AUTHORIZATION_RESPONSE: "" },
      ],
      [
        "Authorization: Token token={{own}}, key=***",
        "Token token={{own}}, key={{authorizationKey}}",
        { AUTHORIZATION_KEY: "" },
      ],
      // What an application calls so, and what only contains a mask.
      [
        "Cookie: sidebar=hidden; sid=a***",
        "{{cookie}}",
        { COOKIE: "sidebar=hidden; sid=a***" },
      ],
      ["X-Api-Key: ***a", "{{xApiKey}}", { X_API_KEY: "***a" }],
      ["X-Api-Key: a=***", "{{xApiKey}}", { X_API_KEY: "a=***" }],
      [
        "Cookie: sid=***; csrf=Ab3f91Cd",
        "sid={{cookieSid}}; csrf={{cookie}}",
        { COOKIE_SID: "", COOKIE: "Ab3f91Cd" },
      ],
    ];
  for (const [header, written, values] of PARTS) {
    it(`as a part of a header: ${header}`, () => {
      const [name, value] = header.split(": ");
      const secrets = new SecretValues();
      assertEquals(secrets.hide(name, value), written);
      const found = secrets.secrets.map(({ env, value }) => [env, value]);
      assertEquals(Object.fromEntries(found), values);
    });
  }

  it("stands for one secret of each user and scheme", () => {
    const secrets = new SecretValues();
    const basic = (username: string) =>
      hideAuth({ type: "basic", username, password: "***" }, secrets);
    assertEquals(
      ["bob", "alice", "bob"].map((it) => Object(basic(it)).password as string),
      ["{{basicPassword}}", "{{basicPassword2}}", "{{basicPassword}}"],
    );
    assertEquals(
      ["Basic ***", "Bearer ***", "basic ***"].map((it) =>
        secrets.hide("Authorization", it)
      ),
      [
        "Basic {{authorization}}",
        "Bearer {{authorization2}}",
        "basic {{authorization}}",
      ],
    );
    assertEquals(
      secrets.secrets.map(({ env }) => env),
      [
        "BASIC_PASSWORD",
        "BASIC_PASSWORD2",
        "AUTHORIZATION",
        "AUTHORIZATION2",
      ],
    );
  });

  for (
    const mask of [
      "***",
      "[REDACTED]",
      "{redacted}",
      "<redacted>",
      "<hidden>",
      "%5BREDACTED%5D",
      "%3Cmasked%3E",
    ]
  ) {
    it(`${mask}: is none in a URL or a form, either`, () => {
      const secrets = new SecretValues();
      const hide = (text: string) => hideText(text, secrets);
      assertEquals(
        [
          `http://u:${mask}@h/?api_key=${mask}&x=1`,
          `client_secret=${mask}`,
          `https://h/?a=1&token=${mask}#b`,
        ].map(hide),
        [
          "http://u:{{password}}@h/?api_key={{apiKey}}&x=1",
          "client_secret={{clientSecret}}",
          "https://h/?a=1&token={{token}}#b",
        ],
      );
      assertEquals(secrets.secrets.map(({ value }) => value), ["", "", "", ""]);
    });
  }

  for (const text of ["?api_key=<your-key>&x=1", "?a=<redacted>", "a <b> c"]) {
    it(`${text}: has none`, () => {
      assertEquals(hideText(text, new SecretValues()), text);
    });
  }

  it("a value that only begins like one is a value", () => {
    const secrets = new SecretValues();
    secrets.hide("password", "***a");
    assertEquals(secrets.secrets, [{ env: "PASSWORD", value: "***a" }]);
  });
});
