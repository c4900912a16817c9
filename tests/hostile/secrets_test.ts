import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createMasker } from "../../lib/core/secrets/masker.ts";
import type { Diagnostic } from "../../lib/core/source/diagnostic.ts";
import { brace } from "../support/brace.ts";
import { recordingServer } from "../support/recording_server.ts";
import { encodings } from "../core/secrets/encodings.ts";

/** Runs a collection of these files; gives what was printed and written. */
async function runFiles(
  files: Readonly<Record<string, string>>,
  ...flags: string[]
) {
  const cwd = await Deno.makeTempDir();
  try {
    for (const folder of ["environments", "requests"]) {
      await Deno.mkdir(`${cwd}/${folder}`);
    }
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    const { code, stdout, stderr } = await brace([
      "run",
      ".",
      "--env=e",
      "--verbose",
      "--reporter=json=r.json",
      "--reporter=junit=r.xml",
      ...flags,
    ], { cwd });
    const [json, junit] = await Promise.all(
      ["r.json", "r.xml"].map((it) => Deno.readTextFile(`${cwd}/${it}`)),
    );
    return { code, stdout, stderr, json, junit };
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

const COLLECTION = "opencollection: 1.0.0\ninfo: {name: C}\n";

/** Twice: what one encoding makes, encoded by another or again. */
const TWICE: [outer: string, inner: string][] = [
  ["base64", "base64"],
  ["base64url", "base64"],
  ["base64", "hex"],
  ["base64", "percent"],
  ["base64", "JSON"],
  ["base64", "HTML"],
  ["hex", "base64"],
  ["hex", "hex"],
  ["hex", "percent"],
  ["percent", "base64"],
  ["percent", "percent"],
  ["percent", "JSON"],
  ["JSON", "JSON"],
  ["JSON", "percent"],
  ["HTML", "HTML"],
  ["HTML", "JSON"],
  ["form", "base64"],
];

const byName = new Map(encodings.map((one) => [one.name, one.encode]));

/** What a script prints, by the name of the way. */
const FORMS: Record<string, (text: string) => string> = {
  ...Object.fromEntries(byName),
  ...Object.fromEntries(
    TWICE.map(([outer, inner]) => [
      `${outer} of ${inner}`,
      (text: string) => byName.get(outer)!(byName.get(inner)!(text)),
    ]),
  ),
  "base64 in the middle of more": (text) => btoa(`user:${text}:more`),
  "a JSON text with it": (text) => JSON.stringify({ a: [text] }),
  "an error's message": (text) => `Error: cannot log in with ${text}, sorry`,
};

/** Places to leak to: a request's YAML for a form of a secret. */
const PLACES: Record<string, (form: string) => string> = {
  "the console of a script": (form) =>
    script("tests", `console.log("see", ${JSON.stringify(form)})`),
  "a test's name and message": (form) =>
    script(
      "tests",
      `test(${JSON.stringify(`t ${form}`)}, () => { throw new Error(${
        JSON.stringify(form)
      }) })`,
    ),
  "compared values": (form) =>
    script(
      "tests",
      `test("t", () => expect(${JSON.stringify(form)}).to.equal("x"))`,
    ),
  "a script's exception": (form) =>
    script("after-response", `throw new Error(${JSON.stringify(form)})`),
  "the name of a header that a script sets": (form) =>
    script(
      "before-request",
      `req.setHeader("X-" + ${
        JSON.stringify(form)
      }.replace(/[^\\w-]/g, ""), "{{nowhere}}")`,
    ),
};

/** A request with a script. */
function script(phase: string, code: string): string {
  return `runtime:\n  scripts:\n    - type: ${phase}\n      code: ${
    JSON.stringify(code)
  }\n`;
}

describe("no report shows a secret", () => {
  const rows = [
    ...Object.keys(FORMS).map((form) => ["the console of a script", form]),
    ...Object.keys(PLACES).slice(1).map((place) => [place, "itself"]),
    ["a test's name and message", "base64"],
    ["compared values", "base64 of base64"],
    ["a script's exception", "hex"],
  ].map(([place, form], at) => ({
    name: `${place}: ${form}`,
    place,
    form,
    // Each has one of its own, so that it is seen which one leaks.
    secret: `z9${at}&"q~${at}é/x+y`,
  }));

  it(`in ${rows.length} ways, nor any part of one`, async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const variables = rows.map(({ secret }, at) =>
      `  - {name: v${at}, secret: true, value: ${JSON.stringify(secret)}}`
    );
    const files: Record<string, string> = {
      "opencollection.yml": COLLECTION,
      "environments/e.yml": `name: e\nvariables:\n${variables.join("\n")}\n`,
    };
    for (const [at, { place, form, secret }] of rows.entries()) {
      const isName = place.startsWith("the name of a header");
      const text = isName ? secret.replace(/[^\w-]/g, "") : FORMS[form](secret);
      files[`requests/r${at}.yml`] =
        `info: {name: R${at}, type: http}\nhttp: {method: GET, url: "${server.url}/"}\n${
          PLACES[place](text)
        }`;
      if (isName) {
        files["environments/e.yml"] +=
          `  - {name: n${at}, secret: true, value: ${JSON.stringify(text)}}\n`;
      }
    }
    const outputs = await runFiles(files);
    for (const [at, { name, form, secret, place }] of rows.entries()) {
      const leaks = place.startsWith("the name of a header")
        ? [secret.replace(/[^\w-]/g, "")]
        : [FORMS[form](secret), secret, `z9${at}&`, `q~${at}é`];
      for (const [report, text] of Object.entries(outputs)) {
        for (const leak of leaks) {
          const seen = typeof text === "string" && [
            leak,
            JSON.stringify(leak).slice(1, -1),
            byName.get("XML")!(leak),
          ].some((it) => text.includes(it));
          assert(!seen, `${name}: ${leak} in ${report}`);
        }
      }
    }
    // It is not that nothing was printed at all.
    const { requests } = JSON.parse(outputs.json) as {
      requests: { name: string; console: { text: string }[] }[];
    };
    for (const [at, { name, place }] of rows.entries()) {
      if (place !== "the console of a script") continue;
      const { console: [line] } = requests.find((it) => it.name === `R${at}`)!;
      assert(/^see .*\*\*\*/s.test(line.text), `${name}: ${line.text}`);
    }
  });
});

/** Variables whose value is a secret, what is sent or printed of them, and the text that nobody may see. */
const VALUES: readonly {
  readonly name: string;
  readonly variable: string;
  readonly sent?: string;
  readonly printed?: string;
  readonly secret: string;
}[] = [
  {
    name: "text",
    variable: "{name: a, secret: true, value: plain-secret-a}",
    sent: "{{a}}",
    secret: "plain-secret-a",
  },
  {
    name: "a number",
    variable: "{name: b, secret: true, value: 19283746}",
    sent: "{{b}}",
    secret: "19283746",
  },
  {
    name: "an object's leaves",
    variable: "{name: c, secret: true, value: {x: [leaf-secret-c]}}",
    sent: "{{c.x[0]}}",
    secret: "leaf-secret-c",
  },
  {
    name: "a template's text",
    variable: '{name: d, secret: true, value: "{{part}}-of-d"}',
    sent: "{{d}}",
    secret: "one-part-of-d",
  },
  {
    name: "an object's leaves that are templates",
    variable: '{name: e, secret: true, value: {x: "{{part}}-of-e"}}',
    sent: "{{e.x}}",
    secret: "one-part-of-e",
  },
  {
    name: "a whole object with templates",
    variable: '{name: f, secret: true, value: {x: "{{part}}-of-f"}}',
    sent: "{{f}}",
    secret: "one-part-of-f",
  },
  {
    name: "an alias",
    variable: '{name: g, secret: true, value: "{{aliased}}"}',
    sent: "{{g}}",
    secret: "what-g-stands-for",
  },
  {
    name: "an alias of an object",
    variable: '{name: h, secret: true, value: "{{object}}"}',
    sent: "{{h.x}}",
    secret: "object-of-h",
  },
  {
    name: "a template that only a script reads",
    variable: '{name: i, secret: true, value: "{{part}}-of-i"}',
    printed: 'bru.getEnvVar("i")',
    secret: "one-part-of-i",
  },
  {
    name: "a template that only a script interpolates",
    variable: '{name: j, secret: true, value: "{{part}}-of-j"}',
    printed: 'bru.interpolate("<{{j}}>")',
    secret: "one-part-of-j",
  },
  {
    name: "a template, by its name",
    variable: '{name: apiKey, value: "{{part}}-of-k"}',
    sent: "{{apiKey}}",
    secret: "one-part-of-k",
  },
  {
    name: "a member, by its name",
    variable: "{name: l, value: {password: member-of-l}}",
    sent: "{{l.password}}",
    secret: "member-of-l",
  },
  {
    name: "what a script sets, by its name",
    variable: "{name: m, value: nothing}",
    printed: '(bru.setVar("newToken", "set-as-m"), bru.getVar("newToken"))',
    secret: "set-as-m",
  },
  {
    name: "what a script makes of a secret one",
    variable: "{name: n, secret: true, value: first-n}",
    printed: '(bru.setEnvVar("n", "second-n"), bru.getEnvVar("n"))',
    secret: "second-n",
  },
];

describe("what is sent or printed of a secret", () => {
  it(`is masked for ${VALUES.length} kinds of them`, async () => {
    // The server says everything again, under names that tell nothing.
    await using server = recordingServer(({ headers, text }) => ({
      json: { seen: [...headers("X-Sent"), text] },
    }));
    const files: Record<string, string> = {
      "opencollection.yml": COLLECTION,
      "environments/e.yml": `name: e
variables:
  - {name: part, value: one-part}
  - {name: aliased, value: what-g-stands-for}
  - {name: object, value: {x: object-of-h}}
${VALUES.map(({ variable }) => `  - ${variable}`).join("\n")}
`,
    };
    for (const [at, { sent = "-", printed = "0" }] of VALUES.entries()) {
      files[`requests/r${at}.yml`] = `info: {name: R${at}, type: http}
http:
  method: POST
  url: "${server.url}/"
  headers: [{name: X-Sent, value: "<${sent}>"}]
  body: {type: text, data: "[${sent}]"}
${script("tests", `console.log("see", ${printed}, res.body.seen)`)}`;
    }
    const outputs = await runFiles(files);
    assertEquals(outputs.code, 0, outputs.stdout);
    for (const { name, secret } of VALUES) {
      for (const [report, text] of Object.entries(outputs)) {
        assert(!String(text).includes(secret), `${name}: in ${report}`);
      }
    }
    assertEquals(server.requests.length, VALUES.length);
  });
});

/** Ways to carry the value of `bound` to a host that it is not meant for; `code` is a script. */
const CARRIERS: Record<string, { http?: string; code?: string }> = {
  "a header": { http: `headers: [{name: X, value: "a {{bound}}"}]` },
  "the name of a header": {
    http: `headers: [{name: "X-{{word}}", value: a}]`,
  },
  "the URL's path": { http: `url: "{{other}}/{{bound}}"` },
  "the URL's query": { http: `url: "{{other}}/?a={{bound}}"` },
  "a JSON body": {
    http: `body: {type: json, data: '{"a": "{{bound}}"}'}`,
  },
  "a form": {
    http:
      `body: {type: form-urlencoded, data: [{name: a, value: "{{bound}}"}]}`,
  },
  "a part": {
    http:
      `body: {type: multipart-form, data: [{name: a, type: text, value: "{{bound}}"}]}`,
  },
  "bearer auth": { http: `auth: {type: bearer, token: "{{bound}}"}` },
  "Basic auth": {
    http: `auth: {type: basic, username: u, password: "{{bound}}"}`,
  },
  "an object's leaf": {
    http: `headers: [{name: X, value: "{{config.apiKey}}"}]`,
  },
  "a whole object": {
    http: `body: {type: json, data: '{"a": {{config}}}'}`,
  },
  "an object's number": {
    http: `headers: [{name: X, value: "{{config.pin}}"}]`,
  },
  "a number": { http: `headers: [{name: X, value: "{{number}}"}]` },
  "a template, not secret": {
    http: `headers: [{name: X, value: "{{built}}"}]`,
  },
  "a leaf that a template builds": {
    http: `headers: [{name: X, value: "{{config.built}}"}]`,
  },
  "an alias": { http: `headers: [{name: X, value: "{{alias}}"}]` },
  "a short one": { http: `url: "{{other}}/{{short}}"` },
  "a script's request": {
    code:
      `await bru.sendRequest({url: bru.getEnvVar("other"), headers: {X: bru.getEnvVar("bound")}})`,
  },
  "a header's name by a script": {
    code: `req.setHeader("X-" + bru.getEnvVar("word"), "a")`,
  },
  "base64 by a script": {
    code: `req.setHeader("X", btoa("u:" + bru.getEnvVar("bound")))`,
  },
  "base64 of base64 by a script": {
    code: `req.setHeader("X", btoa(btoa(bru.getEnvVar("bound"))))`,
  },
  "hex by a script": {
    code:
      `req.setHeader("X", Buffer.from(bru.getEnvVar("bound")).toString("hex"))`,
  },
  "percent of base64 by a script": {
    code:
      `req.setHeader("X", encodeURIComponent(btoa(bru.getEnvVar("bound"))))`,
  },
  "HTML by a script": {
    code:
      `req.setHeader("X", bru.getEnvVar("bound").replace(/&/g, "&amp;").replace(/"/g, "&quot;"))`,
  },
  "what a script made of a built one": {
    code: `req.setHeader("X", btoa(bru.getEnvVar("built")))`,
  },
};

describe("a value for certain hosts", () => {
  it(`goes to no other in ${Object.keys(CARRIERS).length} ways`, async () => {
    await using home = recordingServer(() => ({ json: {} }));
    await using other = recordingServer(() => ({ json: {} }));
    const hosts = `hosts: ["${home.host}"]`;
    const files: Record<string, string> = {
      "opencollection.yml": COLLECTION,
      "environments/e.yml": `name: e
variables:
  - {name: home, value: "${home.url}"}
  - {name: other, value: "${other.url}"}
  - {name: bound, value: 'b0und&"value', ${hosts}}
  - {name: word, value: b0und-word, ${hosts}}
  - {name: number, value: 918273, ${hosts}}
  - {name: short, value: x7, ${hosts}}
  - {name: part, value: built-of}
  - {name: built, value: "{{part}}-parts", ${hosts}}
  - {name: alias, value: "{{bound}}"}
  - {name: config, value: {apiKey: k3y-value, pin: 445566, built: "{{part}}-two"}, secret: true, ${hosts}}
`,
    };
    for (const [at, { http, code }] of Object.values(CARRIERS).entries()) {
      const url = http?.startsWith("url:") ? http : `url: "{{other}}/"`;
      const rest = http?.startsWith("url:") || !http ? "" : `, ${http}`;
      files[`requests/r${at}.yml`] =
        `info: {name: R${at}, type: http}\nhttp: {method: POST, ${url}${rest}}\n${
          code ? script("before-request", code) : ""
        }`;
    }
    const { code, json } = await runFiles(files, "--allow-net");
    assertEquals(code, 6);
    const { requests } = JSON.parse(json) as {
      requests: {
        name: string;
        diagnostics: { code: string; message: string }[];
      }[];
    };
    for (const [at, name] of Object.keys(CARRIERS).entries()) {
      const { diagnostics } = requests.find((it) => it.name === `R${at}`)!;
      const messages = diagnostics.map((it) => it.message).join();
      assert(/may only go to|which may/.test(messages), `${name}: ${messages}`);
    }
    assertEquals(other.requests.map(({ head, text }) => head + text), []);
  });

  it("goes to its own", async () => {
    await using home = recordingServer(() => ({ json: {} }));
    const { code } = await runFiles({
      "opencollection.yml": COLLECTION,
      "environments/e.yml":
        `name: e\nvariables: [{name: bound, value: b0und-value, hosts: ["${home.host}"]}]`,
      "requests/a.yml":
        `info: {name: A, type: http}\nhttp: {method: GET, url: "${home.url}/{{bound}}"}`,
    });
    assertEquals([code, home.requests.length], [0, 1]);
  });
});

/** Headers, and whether they come along to another host. */
const HEADERS: readonly [name: string, value: string, kept: boolean][] = [
  ["Authorization", "Bearer abc", false],
  ["Cookie", "a=b", false],
  ["X-Vault-Token", "abc", false],
  ["X-Session", "abc", false],
  ["Ocp-Apim-Subscription-Key", "abc", false],
  ["DD-API-KEY", "abc", false],
  ["X-Signature", "abc", false],
  ["X-Custom", "{{secret}}", false],
  ["X-Wrapped", "<{{wrapped}}>", false],
  ["X-Object", "{{object}}", false],
  ["X-Runtime", "{{sessionToken}}", false],
  ["X-Plain", "abc", true],
  ["X-Author", "ada", true],
  ["Idempotency-Key", "k1", true],
  ["X-Cache-Key", "k2", true],
];

describe("across a redirect to another host", () => {
  it(`${HEADERS.length} headers go or stay`, async () => {
    await using other = recordingServer(() => ({ json: {} }));
    await using home = recordingServer(() => ({
      status: 307,
      headers: [["Location", other.url]],
    }));
    const headers = HEADERS.map(([name, value]) =>
      `    - {name: ${name}, value: ${JSON.stringify(value)}}`
    );
    const { code } = await runFiles(
      {
        "opencollection.yml": COLLECTION,
        "environments/e.yml": `name: e
variables:
  - {name: secret, value: s3, secret: true}
  - {name: wrapped, value: "a {{secret}}"}
  - {name: object, value: {a: ["{{secret}}"]}}
`,
        "requests/a.yml":
          `info: {name: A, type: http}\nhttp:\n  method: GET\n  url: "${home.url}/"\n  headers:\n${
            headers.join("\n")
          }\n`,
      },
      "--allow-net",
      "--var=sessionToken=s4",
    );
    assertEquals(code, 0);
    const [first] = home.requests;
    const [second] = other.requests;
    for (const [name, , kept] of HEADERS) {
      const counts = [first, second].map((it) => it.headers(name).length);
      assertEquals([name, ...counts], [name, 1, kept ? 1 : 0]);
    }
  });
});

/** Messages in which a secret is a word like any other, and what is shown of them. */
const MESSAGES: readonly [
  name: string,
  diagnostic: Partial<Diagnostic> & Pick<Diagnostic, "code" | "message">,
  shown: string,
][] = [
  [
    "a placeholder",
    {
      code: "UNDEFINED_VARIABLE",
      message: 'Cannot resolve "{{token}}": no scope defines "token"',
    },
    'Cannot resolve "{{token}}": no scope defines "token"',
  ],
  [
    "Brace's words",
    {
      code: "CONNECTION",
      message: 'Cannot connect to "token.example": the token was refused',
    },
    'Cannot connect to "***.example": the token was refused',
  ],
  [
    "what no word is",
    {
      code: "CONNECTION",
      message: "Cannot connect: the server says s3cr3t-1 to s3cr3t-1",
    },
    "Cannot connect: the server says *** to ***",
  ],
  [
    "a file's path and a request's name",
    {
      code: "PERMISSION",
      message: 'Cannot send "token/read.yml" for "token": "token" is denied',
      location: { file: "token/read.yml" },
    },
    'Cannot send "token/read.yml" for "***": "***" is denied',
  ],
  [
    "a name that is kept",
    {
      code: "PERMISSION",
      message: 'Cannot send "the token request" with "token"',
    },
    'Cannot send "the token request" with "***"',
  ],
  [
    "a schema's words",
    {
      code: "TEST",
      message:
        'Test "token" failed: expected the value to match the JSON schema: data/token must be s3cr3t-1',
    },
    'Test "***" failed: expected the value to match the JSON schema: data/token must be ***',
  ],
  [
    "a placeholder beside a value",
    {
      code: "INVALID_URL",
      message: 'Cannot write "{{token}}" into "token"',
      expression: "token",
    },
    'Cannot write "{{token}}" into "***"',
  ],
  [
    "a script's own words",
    {
      code: "SCRIPT_ERROR",
      message: "Cannot finish the tests script: token is not a token",
    },
    "Cannot finish the tests script: *** is not a ***",
  ],
];

describe("what is the collection's or Brace's own", () => {
  const masker = createMasker(["token", "s3cr3t-1"]);
  masker.keep(["the token request"]);
  for (const [name, diagnostic, shown] of MESSAGES) {
    it(`is not eaten: ${name}`, () => {
      const { message } = masker.maskDiagnostic({
        severity: "error",
        ...diagnostic,
      });
      assertEquals(message, shown);
    });
  }

  it("a placeholder keeps its text and its caret beside a masked field", async () => {
    const { stdout, json } = await runFiles({
      "opencollection.yml": COLLECTION,
      "environments/e.yml":
        "name: e\nvariables: [{name: s, value: hunter22, secret: true}]",
      "requests/a.yml": `info: {name: A, type: http}
http:
  method: POST
  url: http://127.0.0.1:9/
  body:
    type: json
    data: |-
      {"password": "hunter22{{pasword}}x"}
`,
    });
    const at = stdout.split("\n").findIndex((it) => it.includes('"password"'));
    const [line, caret] = stdout.split("\n").slice(at, at + 2);
    assert(line.includes('{"password": "***{{pasword}}***"}'), line);
    assertEquals(
      caret.slice(line.indexOf("{{pasword}}")).trimEnd(),
      "^".repeat("{{pasword}}".length),
    );
    assert(!json.includes("hunter22"));
  });

  it("cookies of a response are hidden in each form that a script prints", async () => {
    await using server = recordingServer(() => ({
      json: {},
      headers: [
        ["Set-Cookie", "sid=k3y-12345678; Path=/; HttpOnly"],
        ["Set-Cookie", "theme=dark; Path=/"],
      ],
    }));
    const { json } = await runFiles({
      "opencollection.yml": COLLECTION,
      "environments/e.yml": "name: e",
      "requests/a.yml": `info: {name: A, type: http}
http: {method: GET, url: "${server.url}/"}
${
        script(
          "tests",
          [
            `const list = res.headers["set-cookie"];`,
            "console.log(list);",
            "console.log(String(list));",
            "console.log(list[0].slice(4, 16));",
            "console.log(JSON.stringify(res.headerList));",
            "console.log(res.headerList);",
            "console.log(res.headers);",
          ].join(" "),
        )
      }`,
    });
    const { requests: [{ console }] } = JSON.parse(json);
    const printed = console.map(({ text }: { text: string }) => text);
    assertEquals(printed.slice(0, 3), [
      '["sid=***; Path=/; HttpOnly", "theme=***; Path=/"]',
      "sid=***; Path=/; HttpOnly,theme=***; Path=/",
      "***",
    ]);
    for (const text of printed) {
      assert(!/k3y-|dark/.test(text), text);
      assert(text.includes("***"), text);
    }
    assertMatch(printed[4], /key: "set-cookie"/);
  });

  it("user names and short values stay, but in fields for secrets", async () => {
    await using server = recordingServer(({ headers }) => ({
      json: {
        user: "ada-lovelace",
        echo: headers("X-Run")[0],
        password: "literal-in-file",
        session: { id: "pw" },
        pin: 12,
      },
    }));
    const { json } = await runFiles({
      "opencollection.yml": COLLECTION,
      "environments/e.yml": "name: e",
      "requests/a.yml": `info: {name: A, type: http}
http:
  method: POST
  url: "${server.url}/"
  headers: [{name: X-Run, value: pw}]
  auth: {type: basic, username: ada-lovelace, password: pw}
  body: {type: json, data: '{"password": "literal-in-file", "user": "ada-lovelace"}'}
${
        script(
          "tests",
          `console.log(res.body.user, res.body.echo, res.body.password, btoa("ada-lovelace:pw"))`,
        )
      }`,
    });
    const { requests: [{ console, response }] } = JSON.parse(json);
    assertEquals(console[0].text, "ada-lovelace pw *** ***");
    assertEquals(
      response.body.text,
      '{"user":"ada-lovelace","echo":"pw","password":"***","session":{"id":"pw"},"pin":"***"}',
    );
  });

  it("a token that is missing does not hide the word undefined", async () => {
    await using server = recordingServer(() => ({ status: 404 }));
    const send = (name: string, token: string) =>
      `info: {name: ${name}, type: http}
http: {method: GET, url: "${server.url}/orders/undefined"}
${
        script(
          "before-request",
          `req.setHeader("Authorization", "Bearer " + ${token}); console.log(${token}, req.getUrl())`,
        )
      }`;
    const { stdout, json } = await runFiles({
      "opencollection.yml": COLLECTION,
      "environments/e.yml": "name: e",
      "requests/a.yml": send("A", 'client.getEnvVar("token")'),
      "requests/b.yml": send("B", '"k3y-of-a-run"'),
    });
    assertMatch(stdout, /\/orders\/undefined/);
    assert(!json.includes("/orders/***"));
    assert(!`${stdout}${json}`.includes("k3y-of-a-run"));
  });
});
