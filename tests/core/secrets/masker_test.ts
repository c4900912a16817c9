import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { WrittenNumber } from "../../../mod.ts";
import { checkAuth, emptyAuth } from "../../../lib/core/auth/check_auth.ts";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import { encodings } from "./encodings.ts";
import { sent } from "../../tools/report/sample_run.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { runs } from "../../support/check.ts";

describe("mask", () => {
  it("masks in a run of base64 that is longer than a stack is deep", () => {
    const text = `${"a".repeat(8 * 1024 * 1024)} s3cr3t-one`;
    assertEquals(
      createMasker(["s3cr3t-one"]).mask(text).slice(-4),
      " ***",
    );
  });

  const secret = 'p"4&<é /+';
  const masker = createMasker([secret]);
  const json = JSON.stringify(secret).slice(1, -1);

  const rows: [name: string, text: string, expected: string][] = [
    ["raw", `a${secret}b`, "a***b"],
    ["twice and touching", `${secret}${secret} ${secret}`, "*** ***"],
    ["percent", "?q=p%224%26%3C%C3%A9%20%2F%2B&r=1", "?q=***&r=1"],
    ["percent, lower case", "?q=p%224%26%3c%c3%a9%20%2f%2b&r=1", "?q=***&r=1"],
    ["percent, form", "q=p%224%26%3C%C3%A9+%2F%2B&r=1", "q=***&r=1"],
    ["percent, every character", "%70%22%34%26%3c%c3%a9%20%2f%2b.", "***."],
    ["JSON", `{"a":"${json}"}`, '{"a":"***"}'],
    ["JSON, ASCII only", '"p\\"4&<\\u00e9 \\/+"', '"***"'],
    [
      "JSON in JSON",
      JSON.stringify({ b: `{"a":"${json}"}` }),
      '{"b":"{\\"a\\":\\"***\\"}"}',
    ],
    ["HTML", "<p>p&quot;4&amp;&lt;é /+</p>", "<p>***</p>"],
    ["HTML, numbers", "p&#34;4&#x26;&#60;&#xE9; /+", "***"],
    ["HTML in JSON", '"p\\u0026quot;4\\u0026amp;\\u0026lt;é /+"', '"***"'],
    ["UTF-8 read as Latin-1", 'p"4&<\xc3\xa9 /+', "***"],
    ["before a cut", 'log p"4&<…', "log ***…"],
    ["a short beginning before a cut", "log p…", "log p…"],
    ["nothing", "nothing here", "nothing here"],
  ];
  for (const [name, text, expected] of rows) {
    it(`masks a secret: ${name}`, () => {
      assertEquals(masker.mask(text), expected);
    });
  }

  it("masks base64 with the characters at its edges", () => {
    const masker = createMasker(["hunter2!"]);
    assertEquals(masker.mask(`k ${btoa("hunter2!")}.`), "k ***.");
    for (const lead of ["", "a", "ab", "abc"]) {
      for (const tail of ["", "x", "xy", "xyz"]) {
        const masked = masker.mask(btoa(`${lead}hunter2!${tail}`));
        const whole = btoa(lead).replace(/[^]?=+$/, "");
        assert(masked.startsWith(`${whole}***`), masked);
      }
    }
  });

  // What the first copy, or what stands before, is decoded to ends in a part of an escape.
  const taken: [encoded: string, secret: string][] = [
    ["0+%21+IL", "0 ! IL"],
    ["12;a&lt;b", "12;a<b"],
    ["lt;or&gt;", "lt;or>"],
    ["n\\u0021me", "n!me"],
    ["00000\\n0", "00000\n0"],
    ["0+" + "long+".repeat(20) + "%21", "0 " + "long ".repeat(20) + "!"],
  ];
  for (const [content, secret] of taken) {
    it(`masks ${content} after what takes its beginning for the end of an escape`, () => {
      const masker = createMasker([secret]);
      const leads = [
        "%",
        "%0",
        "%c3%a",
        "\\",
        "\\u",
        "\\u00",
        "&",
        "&#",
        "&#3",
      ];
      for (const lead of leads) {
        const text = `${lead}${content}.`;
        assertEquals(masker.mask(text), `${lead}***.`);
        const bytes = new TextEncoder().encode(text);
        assert(masker.mask(bytes.toHex()).includes("***"));
      }
    });

    it(`masks copies of ${content} side by side in base64`, () => {
      const masker = createMasker([secret]);
      // 0, 1 and 2 bytes more than whole groups.
      for (const more of ["", "\u00e9", "!", "!!"]) {
        for (const alphabet of ["base64", "base64url"] as const) {
          for (const omitPadding of [true, false]) {
            for (
              const [lead, between] of [["", ""], ["", "a"], ["abc", "ab"]]
            ) {
              const copy = new TextEncoder().encode(content + more)
                .toBase64({ alphabet, omitPadding });
              const text = lead + `${copy}${between}`.repeat(4);
              const masked = masker.mask(text);
              const core = copy.replace(/=+$/, "").slice(0, -3);
              assert(!masked.includes(core), `${text} → ${masked}`);
            }
          }
        }
      }
    });
  }

  it("keeps JSON with a known number JSON, a part of one not", () => {
    const masker = createMasker(["12345678"]);
    const rows = [
      ['{"pin":12345678}', '{"pin":"***"}'],
      ['{"pin":123456789}', '{"pin":"***"}'],
      ['{"pin":"12345678"}', '{"pin":"***"}'],
      ['{"a":123456789}', '{"a":***9}'],
    ];
    for (const [text, expected] of rows) {
      assertEquals(masker.maskText(text), expected);
    }
  });

  it("masks a secret number as it is written, and as a script has it", () => {
    const masker = createMasker([]);
    const value = { pin: new WrittenNumber("12340.50", 12340.5) };
    masker.secrets.learn({ name: "card", value, secret: true });
    masker.secrets.learn({
      name: "password",
      value: new WrittenNumber("55.550", 55.55),
      secret: false,
    });
    masker.secrets.learn({
      name: "price",
      value: new WrittenNumber("19.900", 19.9),
      secret: false,
    });
    assertEquals(
      masker.mask("12340.50 12340.5 55.550 19.900"),
      "*** *** *** 19.900",
    );
  });

  it("masks overlapping and nested secrets as one", () => {
    const masker = createMasker(["abcdef", "defghi", "bcde", "zabcdefz"]);
    assertEquals(masker.mask("_abcdefghi_"), "_***_");
    assertEquals(masker.mask("_zabcdefz_bcde_"), "_***_***_");
  });

  it("leaves short and blank secrets alone", () => {
    const masker = createMasker(["abc", "", "     "]);
    assertEquals(masker.mask("abc      abc"), "abc      abc");
  });

  for (
    const word of [
      "undefined",
      "null",
      "NaN",
      "true",
      "false",
      "[object Object]",
      "[object Promise]",
    ]
  ) {
    it(`leaves ${word} alone, which a script joined in place of a value`, () => {
      const masker = createMasker();
      masker.secrets.learnRequest({
        url: `http://a.test/x?access_token=${encodeURIComponent(word)}`,
        headers: [
          ["Authorization", `Bearer ${word}`],
          ["Authorization", word],
          ["X-Api-Key", word],
          ["Proxy-Authorization", `Basic ${btoa(`user:${word}`)}`],
        ],
        authHeaders: [],
        authSecrets: [word],
      });
      masker.secrets.learn({ name: "token", value: word, secret: true });
      assertEquals(masker.mask(`/orders/${word}`), `/orders/${word}`);
      // That of an object says what is wrong with the script.
      const isObject = word.startsWith("[");
      for (const scheme of ["", "Bearer "]) {
        assertEquals(
          masker.maskField("Authorization", scheme + word),
          scheme + (isObject ? word : "***"),
        );
      }
      for (
        const text of [
          word,
          `${new URLSearchParams({ "": word })}`.slice(1),
          word.replace(" ", "%20"),
        ]
      ) {
        assertEquals(
          masker.maskText(`/?token=${text}`),
          `/?token=${isObject ? text : "***"}`,
        );
      }
    });
  }

  it("masks a secret that only has such a word in it", () => {
    const masker = createMasker(["undefined-7", "nullable"]);
    assertEquals(masker.mask("undefined-7 nullable null"), "*** *** null");
  });

  it("masks what is added later", () => {
    const masker = createMasker(["first"]);
    assertEquals(masker.mask("first second"), "*** second");
    masker.secrets.add("second");
    assertEquals(masker.mask("first second"), "*** ***");
  });

  it("masks long secrets, those that begin alike, and their beginnings", () => {
    const begin = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.";
    const [a, b] = ["a", "b"].map((it) => begin + it.repeat(100));
    const masker = createMasker([a, `${a}.more`, b]);
    const rows: [text: string, expected: string][] = [
      [`x${a}y`, "x***y"],
      [`x${a}.more`, "x***"],
      [`x${b}y`, "x***y"],
      [`x${b.slice(0, 99)}y`, `x${b.slice(0, 99)}y`],
      [`x${b.slice(0, 99)}… y`, "x***… y"],
      [`x${btoa(b)}y`, "x***y"],
    ];
    for (const [text, expected] of rows) {
      assertEquals(masker.mask(text), expected);
    }
    const cut = masker.mask(`x${b.slice(0, 99)}`, { cut: true });
    assertEquals(cut, "x***");
  });

  it("stays quick while it learns a token for each request", () => {
    const masker = createMasker();
    for (let i = 0; i < 500; i++) {
      const token = `${i}`.padEnd(300, "token");
      masker.secrets.add(token);
      assertEquals(masker.mask(`[${token}]`), "[***]");
    }
    assertEquals(masker.mask(`${17}`.padEnd(300, "token")), "***");
  });

  it("masks percent-encoded characters of each length in UTF-8", () => {
    const edges = [0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff];
    for (const code of edges) {
      const secret = `key ${String.fromCodePoint(code)}`;
      const masked = createMasker([secret]).mask(
        `?q=${encodeURIComponent(secret)}&`,
      );
      assertEquals(masked, "?q=***&", code.toString(16));
    }
  });

  it("masks a beginning at the end of a text that is cut", () => {
    const masker = createMasker(["correct horse"]);
    assertEquals(masker.mask("a correct ho", { cut: true }), "a ***");
    assertEquals(masker.mask("a correct ho"), "a correct ho");
  });

  it("masks a beginning before a cut of which an escape took a part", () => {
    const long = "be " + "long ".repeat(20);
    const masker = createMasker(["ab cdef", long]);
    const begin = `100%${long.slice(0, 50).replaceAll(" ", "+")}`;
    for (const text of ["100%ab+c", "100%ab+cd", begin]) {
      assertEquals(masker.mask(`${text}…`), "100%***…");
      assertEquals(masker.mask(text, { cut: true }), "100%***");
      assertEquals(masker.mask(text), text);
    }
  });
});

describe("what a masker learns", () => {
  it("from variables: secret ones, and those whose name says so", () => {
    const masker = createMasker();
    const variables = [
      { name: "pin", value: 123456, secret: true },
      { name: "config", value: ["in a secret list"], secret: true },
      {
        name: "auth",
        value: { apiKey: "the key", user: "the user", secret: ["x-secret"] },
        secret: false,
      },
      { name: "password", value: "the password", secret: false },
      { name: "name", value: "the name", secret: false },
    ];
    variables.forEach((it) => masker.secrets.learn(it));
    assertEquals(
      masker.mask(
        "123456, in a secret list, the key, the user, x-secret, the password, the name",
      ),
      "***, ***, ***, the user, ***, ***, the name",
    );
  });

  it("from requests: what headers and auth carry, but cookies", () => {
    const masker = createMasker();
    masker.secrets.learnRequest(sent("GET", "http://h/", {
      headers: [
        ["Authorization", `Basic ${btoa("ada:lovelace")}`],
        ["Proxy-Authorization", "Bearer the-token"],
        ["X-API-Key", "the-key"],
        ["Cookie", "theme=dark; a=bright"],
        ["Accept", "text/plain"],
      ],
      authSecrets: ["the-secret"],
    }));
    assertEquals(
      masker.mask(
        "ada:lovelace lovelace the-token the-key dark text/plain the-client the-secret",
      ),
      "ada:*** *** *** *** dark text/plain the-client ***",
    );
  });

  it("from auth that is in headers and URL already, whatever the field's name", () => {
    const masker = createMasker();
    masker.secrets.learnRequest(sent("GET", "http://h/?my%20code=k1", {
      headers: [["X-Door", "two words"]],
      authHeaders: ["x-door", "my code"],
      authSecrets: ["two words", "long enough"],
    }));
    assertEquals(
      masker.mask("two words, long+enough, words"),
      "***, ***, words",
    );
    assertEquals(masker.maskField("x-door", "k1"), "***");
    assertEquals(
      masker.maskText("http://h/?my%20code=k1&kind=k2"),
      "http://h/?my%20code=***&kind=k2",
    );
  });

  it("from the fields of URL and body, for wherever they turn up", () => {
    const masker = createMasker();
    const learn = (text: string, url = "http://h/") =>
      masker.secrets.learnRequest(sent("POST", url, {
        body: { type: "text", text },
      }));
    learn('{"password": "by\\u0020json", "user": "the-user"}');
    learn("newPassword=by+form&tokenUrl=an-url");
    learn(
      "<a><pin>by-xml</pin></a>",
      "http://ada:by-user@h/?sessionId=by%20url",
    );
    masker.secrets.learnRequest(sent("POST", "http://h/", {
      body: {
        type: "multipart",
        at: { file: "", path: [] },
        parts: [
          { type: "text", name: "secret", value: "by-part" },
          {
            type: "file",
            name: "token",
            path: "by-file",
            at: { file: "", path: [] },
          },
        ],
      },
    }));
    assertEquals(
      masker.mask(
        "by json, the-user, by form, an-url, by-xml, by-user, by url, by-part, by-file",
      ),
      "***, the-user, ***, an-url, ***, ***, ***, ***, by-file",
    );
  });

  it("the pair of Basic auth where the password is short", () => {
    const masker = createMasker();
    masker.secrets.learnRequest(sent("GET", "http://h/", {
      headers: [["Authorization", `Basic ${btoa("ada:pw")}`]],
    }));
    const pair = `ada:pw ${btoa("ada:pw")} ada pw`;
    assertEquals(masker.mask(pair), "*** *** ada pw");
  });

  it("the password of Basic auth without a user, or of four characters", () => {
    for (
      const [pair, password] of [[":pass-word", "pass-word"], [
        "ada:abcd",
        "abcd",
      ]]
    ) {
      const masker = createMasker();
      masker.secrets.learnRequest(sent("GET", "http://h/", {
        headers: [["Authorization", `Basic ${btoa(pair)}`]],
      }));
      assertEquals(masker.mask(`it is ${password}`), "it is ***");
    }
  });

  it("from headers for secrets: values of several words as a whole", () => {
    const masker = createMasker();
    masker.secrets.learnRequest(sent("GET", "http://h/", {
      headers: [["X-API-Key", "two words"]],
    }));
    assertEquals(masker.mask("two words, two, words"), "***, two, words");
  });
});

describe("diagnostics about auth", () => {
  it("are not taken for JSON with a secret in it", () => {
    const at = { file: "a.yml", path: ["http", "auth"] };
    const auth = (fields: Record<string, string>) =>
      ({
        type: "apikey",
        at,
        fields: new Map(Object.entries(fields)),
      }) as const;
    const messages = [
      ...checkAuth(auth({ key: "", value: "v" })),
      emptyAuth(auth({ key: "", value: "" }), ["value"]),
    ].map(({ message }) => message);
    assertEquals(messages.length, 2);
    for (const message of messages) {
      assertEquals(createMasker().maskText(message), message);
    }
  });
});

describe("maskField", () => {
  const rows: [name: string, value: string, expected: string][] = [
    ["Authorization", "Bearer a", "Bearer ***"],
    ["authorization", "a", "***"],
    ["Proxy-Authorization", 'Digest username="u", response="r"', "Digest ***"],
    ["Cookie", "sid=1; theme=dark", "sid=***; theme=***"],
    ["Set-Cookie", "sid=1; Path=/; HttpOnly", "sid=***; Path=/; HttpOnly"],
    ["X-API-Key", "k", "***"],
    ["x_api_key", "k", "***"],
    ["X-Secret", "s", "***"],
    ["X-Secret", "", ""],
    ["clientSecret", "s", "***"],
    ["Content-Type", "text/plain", "text/plain"],
    [
      "Location",
      "http://u:p@h/?token=1&page=2",
      "http://u:***@h/?token=***&page=2",
    ],
    ["X-Other", "long secret", "***"],
    ["X-Vault-Token", "t", "***"],
    ["newPassword", "p", "***"],
    ["Idempotency-Key", "i", "i"],
    ["X-Author", "ada", "ada"],
  ];
  const masker = createMasker(["long secret"]);
  for (const [name, value, expected] of rows) {
    it(`${name}: ${value}`, () => {
      assertEquals(masker.maskField(name, value), expected);
    });
  }
});

describe("maskText", () => {
  const rows: [text: string, expected: string][] = [
    ['{"password": "pw", "a": 1}', '{"password": "***", "a": 1}'],
    ['{"token":12,"b":"token"}', '{"token":"***","b":"token"}'],
    ['{"password": "a\\"b"}', '{"password": "***"}'],
    ['{"password" : "pw"}', '{"password" : "***"}'],
    ['{"password"\n: "pw"}', '{"password"\n: "***"}'],
    ['[{"key":"k1"},{"key": 12}]', '[{"key":"***"},{"key": "***"}]'],
    [
      '[{"key":"Host","value":"h"},{"key": "x" , "value" :2}]',
      '[{"key":"Host","value":"h"},{"key": "x" , "value" :2}]',
    ],
    [
      '{"key":"X-API-Key","value":"abc","key":"d"}',
      '{"key":"X-API-Key","value":"***","key":"***"}',
    ],
    [
      '"[{\\"key\\":\\"Host\\",\\"value\\":\\"h\\"},{\\"key\\":\\"pin\\",\\"value\\":\\"1\\"}]"',
      '"[{\\"key\\":\\"Host\\",\\"value\\":\\"h\\"},{\\"key\\":\\"pin\\",\\"value\\":\\"***\\"}]"',
    ],
    ["password=pw&a=1", "password=***&a=1"],
    ["http://h/?a=1&api_key=k#x", "http://h/?a=1&api_key=***#x"],
    [
      "<user><password>pw</password></user>",
      "<user><password>***</password></user>",
    ],
    [
      "<w:Password Type='x'>pw</w:Password>",
      "<w:Password Type='x'>***</w:Password>",
    ],
    ["http://h/?sig=a&key=b&page=2", "http://h/?sig=***&key=***&page=2"],
    [
      '{"user_password": "pw", "pin": 12}',
      '{"user_password": "***", "pin": "***"}',
    ],
    ["mail ada@example.com", "mail ada@example.com"],
    ["http://ada:pw@h/ http://t0ken@h/", "http://ada:***@h/ http://***@h/"],
    ['{"a": 1, "password": "hun', '{"a": 1, "password": "***'],
    ['{"a": "{\\"pin\\": \\"12\\"}"}', '{"a": "{\\"pin\\": \\"***\\"}"}'],
    [
      "/?to=http%3A%2F%2Fh%2F%3Ftoken%3Dab%26b%3D1",
      "/?to=http%3A%2F%2Fh%2F%3Ftoken%3D***%26b%3D1",
    ],
    ["{ password: 'pw', a: 'b' }", "{ password: '***', a: 'b' }"],
    ['{ apiKey: "a\\"b", a: "b" }', '{ apiKey: "***", a: "b" }'],
    [
      '{ "set-cookie": ["A=1; Path=/"] } {"set-cookie":["a=1","b"]}',
      '{ "set-cookie": ["***"] } {"set-cookie":["***","***"]}',
    ],
    // A cookie that a response sets, without the header's name.
    [
      '["sid=k1; Path=/; HttpOnly", "theme=dark; path=/"]',
      '["sid=***; Path=/; HttpOnly", "theme=***; path=/"]',
    ],
    [
      "x sid=k1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure,t=k=2; SameSite=Lax",
      "x sid=***; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure,t=***; SameSite=Lax",
    ],
    ['sid="k, 1"; Max-Age=5', 'sid="***"; Max-Age=5'],
    ['{"a":"sid=\\"k1\\"; HttpOnly"}', '{"a":"sid=\\"***\\"; HttpOnly"}'],
    ...[
      "max-age=31536000; includeSubDomains; preload",
      "a=b; path=res.body.a; c=d",
      "form-data; name=a; filename=b",
      "Path=/; HttpOnly",
      "sid=; Path=/",
      "a=b; secured",
    ].map((text): [string, string] => [text, text]),
    // Rows of a name and a value.
    ['[{"name":"apiKey","value":"k"}]', '[{"name":"apiKey","value":"***"}]'],
    ['{"name":"user","value":"k"}', '{"name":"user","value":"k"}'],
    [
      '[ { key: "x-api-key", value: "k" }, { key: "host", value: "h" } ]',
      '[ { key: "x-api-key", value: "***" }, { key: "host", value: "h" } ]',
    ],
    [
      '{\n  key: "set-cookie",\n  value: ["a=1; Path=/", "b"]\n}',
      '{\n  key: "set-cookie",\n  value: ["a=***; Path=/", "b"]\n}',
    ],
    // Words of the engine, which quotes what is no JSON.
    ["unexpected token: '<'", "unexpected token: '<'"],
    ["unexpected token: 'Internal'", "unexpected token: 'Internal'"],
    ["unexpected token: 'abc123'", "unexpected token: '***'"],
    ["expected token: '<'", "expected token: '***'"],
    ["{ 'x-api-key': 'k' }", "{ 'x-api-key': '***' }"],
    ['<login password="pw" user="u"/>', '<login password="***" user="u"/>'],
  ];
  const masker = createMasker();
  for (const [text, expected] of rows) {
    it(text, () => assertEquals(masker.maskText(text), expected));
  }
});

describe("maskSource", () => {
  const rows: [line: string, expected: string][] = [
    ["  password: abc{{x}}d", "  password: ***{{x}}***"],
    ["- token: abc", "- token: ***"],
    ['  "password": "{{pasword}}",', '  "password": "{{pasword}}",'],
    ["  value: a-secret{{a-secret}}", "  value: ***{{a-secret}}"],
    ["  name: abc", "  name: abc"],
    ["  password:", "  password:"],
    ['  password: "abc" # why', '  password: "***" # why'],
    ["  password: 'abc'", "  password: '***'"],
    ['  password: ""', '  password: ""'],
    [
      "  auth: {type: bearer, token: abc}",
      "  auth: {type: bearer, token: ***}",
    ],
    [
      '  auth: { type: basic, password: "a,b", username: x }',
      '  auth: { type: basic, password: "***", username: x }',
    ],
    ["  auth: {token: '{{x}}a'}", "  auth: {token: '{{x}}***'}"],
    ["  auth: [a, b]", "  auth: [a, b]"],
    ["  Authorization: Bearer {{jwt}}", "  Authorization: Bearer {{jwt}}"],
    ["  Authorization: Bearer abc{{x}}", "  Authorization: Bearer ***{{x}}"],
    ['  X-Auth-Token: "Token abc"', '  X-Auth-Token: "Token ***"'],
    ["  Authorization: abc", "  Authorization: ***"],
    ["  password: correct horse", "  password: ***"],
    ["  auth: bearer", "  auth: bearer"],
    ["  auth: inherit", "  auth: inherit"],
    ['  "auth": "bearer",', '  "auth": "bearer",'],
    ["  auth: {type: apikey, key: X-K}", "  auth: {type: apikey, key: X-K}"],
    ["  key: 'X-Powered-By'", "  key: 'X-Powered-By'"],
    ["  { key: 'X-Powered-By' }", "  { key: 'X-Powered-By' }"],
    ["  { apiKey: 'abc' }", "  { apiKey: '***' }"],
    ["  url: https://h/?key=abc", "  url: https://h/?key=***"],
    ["  tokenUrl: https://h/t", "  tokenUrl: https://h/t"],
    // What a script computes is no value that the line has.
    ...[
      "  send(`${get('url')}/echo?token=${get('tok')}`)",
      "  send(base + '/echo?token=' + get('tok') + '&x=1')",
      `  send('{"token":"' + id + '"}')`,
    ].map((line): [string, string] => [line, line]),
    ["  send(`/?token=abc${get('x')}`)", "  send(`/?token=***${get('x')}`)"],
    ['  "password": "a${b}c"', '  "password": "***"'],
    ["- {name: a, secret: true}", "- {name: a, secret: true}"],
    ["  secret: false # why", "  secret: false # why"],
    [
      '  accessToken: client.getProcessEnv("ACCESS_TOKEN"),',
      '  accessToken: client.getProcessEnv("ACCESS_TOKEN"),',
    ],
    ["  token: pm.environment.get('t')", "  token: pm.environment.get('t')"],
    ['  token: client.setVar("t", "abc")', "  token: ***"],
    ['  token: client.getVar("t") + "abc"', "  token: ***"],
    ['  token: client.getVar("a-secret")', '  token: client.getVar("***")'],
    ["  value: a-secret", "  value: ***"],
    ["  key: a-secret", "  key: ***"],
    [
      `  apiKeys: [a1b2c3d4e5, 'b1, c2', "d3\\"e4", {{k}}] # why`,
      `  apiKeys: [***, '***', "***", {{k}}] # why`,
    ],
    [
      "  - { token: [abc], other: [abc] }",
      "  - { token: [***], other: [abc] }",
    ],
    ['  "password": [abc, ', '  "password": [***, '],
    ["  secrets: [true, null]", "  secrets: [true, null]"],
    // The name stands elsewhere in the same braces or before them.
    ["  apiKey: {value: abc}", "  apiKey: {value: ***}"],
    ["  - apiKey: {value: abc, x: y}", "  - apiKey: {value: ***, x: y}"],
    ["  - {name: apiKey, value: abc}", "  - {name: apiKey, value: ***}"],
    ["  - {value: a b, name: apiKey}", "  - {value: ***, name: apiKey}"],
    [
      "  v: [{name: a, value: b}, {name: pin, value: '12', c: d}]",
      "  v: [{name: a, value: b}, {name: pin, value: '***', c: d}]",
    ],
    [
      '  - {name: token, value: {data: "a,}b", type: string}}',
      '  - {name: token, value: {data: "***", type: string}}',
    ],
    [
      "  apiKey: [[abc, {value: d}], 'e']",
      "  apiKey: [[***, {value: ***}], '***']",
    ],
    ["  { 'apiKey': abc, a: 'b' }", "  { 'apiKey': ***, a: 'b' }"],
    [
      "  - {name: X-Api-Key, value: abc{{x}}d",
      "  - {name: X-Api-Key, value: ***{{x}}***",
    ],
    [
      '  set({name: "token", value: token, a: [b]})',
      '  set({name: "token", value: token, a: [b]})',
    ],
    [
      '  set({name: "token", value: "abc"})',
      '  set({name: "token", value: "***"})',
    ],
    ...[
      "  - {name: user, value: abc}",
      "  variables: [{name: a, value: b}, c]",
      "  apiKey: {user: abc, list: [a]}",
      "  - {name: token, value: *alias}",
      "  - {name: token, value: res.body.token}",
      "  {{value: a}",
      "  value: {token: {name: b}}",
      "  ]}[ name: token, value: abc",
    ].map((line): [string, string] => [line, line]),
    ["  required: [password, token]", "  required: [password, token]"],
    ["  token: [res.body.token]", "  token: [res.body.token]"],
    ["const a = { token: [first] };", "const a = { token: [first] };"],
    // Types and names of a script are no values.
    ...[
      "const { token } = res.body as { token: string };",
      "  const login = (id: string, password: string | undefined): void => {",
      "  token: string;",
      "  token: number | null",
      "  secrets: unknown[];",
      "const both = { token: session, apiKey: settings.key };",
      "return { token: value };",
      "interface Login { token: Token; password: Text | null }",
    ].map((line): [string, string] => [line, line]),
    // Where a value comes from is none, and how it is compared.
    ...[
      "  token: res.body.token",
      "  token: res.headers.x-token",
      '  token: res.headers["x-token"]',
      "  token: res.body.items[0]?.token || res.body.accessToken",
      "  token: res.getBody().token",
      "  token: res('data.token')",
      "  token: res.getHeader('x-token')",
      "  set: { token: message.data.token }",
      "  res.body.token: isString",
      "  ~res.body.token: isDefined",
      "  res.body.token: eq {{token}}",
      "  res.body.items[0].token: neq {{token}}",
    ].map((line): [string, string] => [line, line]),
    ["  res.body.token: eq hunter2", "  res.body.token: eq ***"],
    [
      "  res.body.list[0].token: eq hunter2",
      "  res.body.list[0].token: eq ***",
    ],
    ["  res.body.token: hunter2", "  res.body.token: ***"],
    ["  res.body.token: length", "  res.body.token: length"],
    ["  password: eq hunter2", "  password: ***"],
    ["  password: isString", "  password: ***"],
    ["  ~password: hunter2", "  ~password: ***"],
    ["  @token: hunter2", "  @token: ***"],
    ["  token: res.body.token + hunter2", "  token: ***"],
    ['  token: res.body.token || "hunter2"', "  token: ***"],
    ["  token: res.body", "  token: res.body"],
    ["  token: res.bodyguard", "  token: ***"],
    ["  token: res.hunter2", "  token: ***"],
    ["  token: response.body", "  token: ***"],
    ["  token: res.body.a-secret", "  token: res.body.***"],
    ["  { token: Token }", "  { token: *** }"],
    ["  auth: { token: strings }", "  auth: { token: *** }"],
    ["  token: string-of-9", "  token: ***"],
    ["  token: session.key", "  token: ***"],
    ["  - const: { password: hunter2 }", "  - const: { password: *** }"],
    ["let a = { token: b; pin: 1234 };", "let a = { token: *** };"],
    ["const a = { token: 1234 };", "const a = { token: *** };"],
    ["const a = { token: `abc` };", "const a = { token: *** };"],
    ['const a = { token: "abc" };', 'const a = { token: "***" };'],
    ["const a = { token: 'abc' };", "const a = { token: '***' };"],
    ["const a = { token: x + 'abc' };", "const a = { token: *** };"],
    ["const a = { token: a-secret };", "const a = { token: *** };"],
  ];
  const masker = createMasker(["a-secret"]);
  for (const [line, expected] of rows) {
    it(line, () => assertEquals(masker.maskSource(line), expected));
  }

  const named: [line: string, name: string, expected: string][] = [
    ['  value: "abc {{x}}"', "X-Api-Key", '  value: "***{{x}}"'],
    ["- value: abc", "X-Api-Key", "- value: ***"],
    ["  value: 'abc'", "X-Api-Key", "  value: '***'"],
    ['  "value": "abc",', "X-Api-Key", '  "value": "***",'],
    ["  value: abc", "X-Other", "  value: abc"],
    ["  value: res.body.token", "token", "  value: res.body.token"],
    ["  value: {{x}}", "token", "  value: {{x}}"],
    ["  value: |", "token", "  value: |"],
    ['    abc {{x}}d"', "token", '    ***{{x}}***"'],
  ];
  for (const [line, name, expected] of named) {
    it(`${line} of ${name}`, () =>
      assertEquals(masker.maskSource(line, name), expected));
  }
});

// What a masker writes itself must not complete a secret.
const secrets = fc.array(
  fc.oneof(
    fc.string({ minLength: 4, maxLength: 12, unit: ANY_CHARACTER }),
    fc.string({ minLength: 4, maxLength: 12, unit: "grapheme-ascii" }),
    fc.string({ minLength: 30, maxLength: 80, unit: "grapheme-ascii" }),
    fc.string({
      minLength: 4,
      maxLength: 6,
      unit: fc.constantFrom("a", "b", "&", '"', " "),
    }),
  ).filter((text) =>
    text.trim() !== "" && text.isWellFormed() && !text.includes("*")
  ),
  { minLength: 1, maxLength: 6 },
);

describe("every encoded form", () => {
  it("of every secret is gone, wherever it stands", () => {
    fc.assert(
      fc.property(
        secrets,
        fc.nat(),
        fc.nat(),
        fc.nat(),
        // Between the texts stand bounds that no encoding has.
        fc.array(fc.constantFrom("", "a", "\u2500 x \u2500", "abc", "\u2500")),
        (secrets, which, outer, inner, around) => {
          const secret = secrets[which % secrets.length];
          const outerEncode = encodings[outer % encodings.length];
          const innerEncode = encodings[inner % encodings.length];
          const form = outerEncode.encode(innerEncode.encode(secret));
          const text = `\u2500${around.join(form)}\u2500${form}\u2500`;
          const masked = createMasker(secrets).mask(text);
          assert(
            !masked.includes(form),
            `${outerEncode.name} of ${innerEncode.name} of ${
              JSON.stringify(secret)
            } survived in ${JSON.stringify(masked)}`,
          );
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  it("in base64 is gone at each of its three places", () => {
    fc.assert(
      fc.property(
        secrets,
        fc.uint8Array({ maxLength: 5 }),
        fc.uint8Array({ maxLength: 5 }),
        fc.boolean(),
        (secrets, lead, tail, url) => {
          const content = new TextEncoder().encode(secrets[0]);
          const encoded = new Uint8Array([...lead, ...content, ...tail])
            .toBase64(url ? { alphabet: "base64url" } : {});
          const masked = createMasker(secrets).mask(encoded);
          assert(masked.includes("***"), masked);
          // What is left holds at most whole bytes of the neighbours.
          const left = masked.split("***").map((part) =>
            part.replaceAll("=", "").length
          );
          assert(
            left.reduce((a, b) => a + b) <=
              Math.ceil((lead.length + tail.length) * 8 / 6),
            `${encoded} → ${masked}`,
          );
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it("changes nothing in texts without a secret", () => {
    const masker = createMasker(["\u2603\u2603\u2603\u2603"]);
    fc.assert(fc.property(fc.string(), (text) => masker.mask(text) === text));
  });
});

describe("work", () => {
  it("is linear for a text that is full of what cookies have", () => {
    for (
      const part of ["a=", "; path=/", "=a; path=/", '="', ";", '"; path=/']
    ) {
      createMasker().maskText(part.repeat(100_000));
    }
  });

  it("is linear for a line of a file in which braces open and do not close", () => {
    const masker = createMasker();
    for (const part of ["{", "[a, ", "{a: [b, ", "{{a", "{name: a, value: "]) {
      const line = `x: ${part.repeat(100_000)}`;
      assertEquals(masker.maskSource(line), line);
    }
  });

  it("is linear for many secrets that begin alike", () => {
    const secrets = Array.from({ length: 400 }, (_, i) => "a".repeat(4 + i));
    const masker = createMasker(secrets);
    assertEquals(masker.mask("a".repeat(100_000) + "b"), "***b");
  });
});

/** Of secrets "k+1/2" and "other", what a check says → what is shown. */
const CLAIMS: readonly [message: string, shown: string][] = [
  [
    "expected '/a?k=k%2B1%2F2' to include 'k=k+1/2'",
    "expected '/a?k=***' to include 'k=***' (the hidden texts differ: one is percent-encoded)",
  ],
  [
    "expected '/a?k=k+1/2' to include 'k=other'",
    "expected '/a?k=***' to include 'k=***' (the hidden texts differ)",
  ],
  [
    "expected 'k+1/2' to deeply equal 'other'",
    "expected '***' to deeply equal '***' (the hidden texts differ)",
  ],
  [
    "expected '/a?k=k+1/2' to equal '/a?k=other!'",
    "expected '/a?k=***' to equal '/a?k=***!'",
  ],
  [
    "expected 'k+1/2' to not include 'k+1/2'",
    "expected '***' to not include '***'",
  ],
  ["expected 'a' to include 'b other'", "expected 'a' to include 'b ***'"],
  // Nobody compares that by eye.
  [
    `expected '${"a".repeat(10_000)} k+1/2' to include 'other'`,
    `expected '${"a".repeat(10_000)} ***' to include '***'`,
  ],
  [
    `Assertion res.body startsWith "k+1/2": got "other, and more"`,
    `Assertion res.body startsWith "***": got "***, and more" (the hidden texts differ)`,
  ],
];

describe("a check of texts that look alike when masked", () => {
  for (const [message, shown] of CLAIMS) {
    it(shown, () => {
      const masker = createMasker(["k+1/2", "other"]);
      const code = message.startsWith("A") ? "ASSERTION" : "TEST";
      const failure = { code, severity: "error", message } as const;
      const once = masker.maskDiagnostic(failure);
      assertEquals(once.message, shown);
      assertEquals(masker.maskDiagnostic(once).message, shown);
    });
  }
});

describe("the parts of a diagnostic", () => {
  const masker = createMasker(["k+1/2"]);
  const { maskDiagnostic } = masker;
  const told = { severity: "error", message: "Wrong" } as const;

  it("mask the expression of a check, which a script may have made", () => {
    const { expression } = maskDiagnostic({
      ...told,
      code: "ASSERTION",
      expression: "k+1/2",
    });
    assertEquals(expression, "***");
  });

  it("mask a suggestion", () => {
    const { suggestion } = maskDiagnostic({
      ...told,
      code: "PERMISSION",
      suggestion: "--allow=k+1/2",
    });
    assertEquals(suggestion, "--allow=***");
  });

  it("keep the name in a placeholder that a script cannot resolve", () => {
    const failed = "Cannot finish the tests script: Cannot resolve";
    const ROWS: [message: string, shown?: string][] = [
      [`${failed} "{{token}}": "token" is set in another group`],
      [`${failed} "{{token.id}}": "token" has no member "id"`],
      [
        `${failed} "{{token}}": "t1" is set`,
        `${failed} "{{token}}": "***" is set`,
      ],
      [
        `${failed} "{{k-secret}}": "k-secret" is set`,
        `${failed} "{{***}}": "***" is set`,
      ],
    ];
    const { maskDiagnostic } = createMasker(["k-secret"]);
    for (const [message, shown = message] of ROWS) {
      const about = { ...told, code: "SCRIPT_ERROR", message } as const;
      assertEquals(maskDiagnostic(about).message, shown);
    }
  });

  it("keep the file's name in a message", () => {
    const location = { file: "k+1/2" };
    for (const [file, shown] of [["k+1/2", "k+1/2"], ["a", "***"]]) {
      const { message } = maskDiagnostic({
        code: "PERMISSION",
        severity: "error",
        message: 'Cannot read "k+1/2"',
        location: { ...location, file },
      });
      assertEquals(message, `Cannot read "${shown}"`);
    }
  });
});

describe("the placeholder that a message is about", () => {
  const message = (value: string) =>
    `Cannot resolve "{{zebra 12!}}": no ${value} in "${value}", {{zebra 12!}}`;
  const about = (expression: string | undefined) => {
    const masker = createMasker();
    masker.secrets.learn({ name: "p", value: "zebra 12!", secret: true });
    return masker.maskDiagnostic({
      code: "PERMISSION",
      severity: "error",
      message: message("zebra 12!"),
      ...(expression !== undefined && { expression }),
    }).message;
  };

  it("stays each time, as it stands in the source", () => {
    assertEquals(about("zebra 12!"), message("***"));
  });

  it("is masked where the message is about nothing", () => {
    assertEquals(
      about(undefined),
      message("***").replaceAll("{{zebra 12!}}", "{{***}}"),
    );
  });
});
