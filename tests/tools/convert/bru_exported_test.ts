import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";

/** What an import writes, and what it says. */
async function written(files: Record<string, string>, main?: string) {
  const { value, diagnostics, kind } = await importSource({
    name: main ?? "source",
    files: new Map(Object.entries(files)),
    ...(main !== undefined && { main }),
  });
  assertEquals([kind, diagnostics], ["bru", []]);
  const { files: texts, notes } = toFiles(value!);
  return {
    files: Object.fromEntries([...texts].toSorted()),
    notes: notes.map(({ message }) => message),
    found: value!.found,
    secrets: value!.secrets,
  };
}

const row = (name: string, value: unknown, more = {}) => ({
  name,
  value,
  enabled: true,
  ...more,
});

/** A request as the app exports it, and as the app writes it into a folder. */
const REQUESTS: readonly (readonly [
  what: string,
  item: Record<string, unknown>,
  bru: string,
])[] = [
  [
    "a request with all that it can have",
    {
      type: "http",
      tags: ["smoke", "slow"],
      settings: { encodeUrl: false, timeout: 5000, followRedirects: true },
      request: {
        url: "http://127.0.0.1/:id?a=1&b=2",
        method: "POST",
        headers: [
          row("X-A", "1", { description: "it's why" }),
          row("X-B", "2", { enabled: false }),
        ],
        params: [
          row("a", "1", { type: "query" }),
          row("b", "2", { type: "query", enabled: false }),
          row("id", "7", { type: "path" }),
        ],
        body: {
          mode: "json",
          json: '{\n  "a": {{n}}\n}',
          text: "",
          formUrlEncoded: [],
        },
        auth: { mode: "basic", basic: { username: "u", password: "{{p}}" } },
        script: { req: "bru.setVar('a', 1);\nb();", res: "after();" },
        vars: {
          req: [
            row("n", "1"),
            row("t", "2", { dataType: "number", enabled: false }),
            row("l", "3", { local: true }),
          ],
          res: [row("id", "res.body.id"), row("own", "res.a", { local: true })],
        },
        assertions: [
          row("res.status", "eq 200"),
          row("res.body.a", "isDefined", { enabled: false }),
          row("res.body.b", "5", { operator: "gt" }),
        ],
        tests: "test('a', () => {});",
        docs: "# A\n\nabout",
      },
    },
    `meta {
  name: R
  type: http
  seq: 1
  tags: [
    smoke
    slow
  ]
}

post {
  url: http://127.0.0.1/:id?a=1&b=2
  body: json
  auth: basic
}

params:query {
  a: 1
  ~b: 2
}

params:path {
  id: 7
}

headers {
  @description("it's why")
  X-A: 1
  ~X-B: 2
}

auth:basic {
  username: u
  password: {{p}}
}

body:json {
  {
    "a": {{n}}
  }
}

vars:pre-request {
  n: 1
  @number
  ~t: 2
  @l: 3
}

vars:post-response {
  id: res.body.id
  @own: res.a
}

assert {
  res.status: eq 200
  ~res.body.a: isDefined
  res.body.b: gt 5
}

script:pre-request {
  bru.setVar('a', 1);
  b();
}

script:post-response {
  after();
}

tests {
  test('a', () => {});
}

settings {
  encodeUrl: false
  timeout: 5000
  followRedirects: true
}

docs {
  # A

  about
}
`,
  ],
  [
    "a method of its own, and a form",
    {
      type: "http-request",
      request: {
        url: "http://127.0.0.1",
        method: "PURGE",
        body: {
          mode: "formUrlEncoded",
          formUrlEncoded: [row("a", "1"), row("b", "", { enabled: false })],
        },
        auth: { mode: "inherit" },
      },
    },
    "meta {\n  name: R\n  type: http\n  seq: 1\n}\nhttp {\n  method: PURGE\n  url: http://127.0.0.1\n  body: formUrlEncoded\n  auth: inherit\n}\nbody:form-urlencoded {\n  a: 1\n  ~b: \n}\n",
  ],
  [
    "parts",
    {
      type: "http",
      request: {
        url: "http://127.0.0.1",
        method: "PUT",
        body: {
          mode: "multipartForm",
          multipartForm: [
            row("f", ["a.png", "b.png"], {
              type: "file",
              contentType: "image/png",
            }),
            row("t", "x", { type: "text" }),
          ],
        },
        auth: { mode: "none" },
      },
    },
    "meta {\n  name: R\n  type: http\n  seq: 1\n}\nput {\n  url: http://127.0.0.1\n  body: multipartForm\n  auth: none\n}\nbody:multipart-form {\n  f: @file(a.png|b.png) @contentType(image/png)\n  t: x\n}\n",
  ],
  [
    "a file",
    {
      type: "http",
      request: {
        url: "http://127.0.0.1",
        method: "PUT",
        body: {
          mode: "file",
          file: [
            { filePath: "a.bin", contentType: "a/b", selected: true },
            { filePath: "b.bin", contentType: "", selected: false },
          ],
        },
        auth: { mode: "none" },
      },
    },
    "meta {\n  name: R\n  type: http\n  seq: 1\n}\nput {\n  url: http://127.0.0.1\n  body: file\n  auth: none\n}\nbody:file {\n  file: @file(a.bin) @contentType(a/b)\n  ~file: @file(b.bin)\n}\n",
  ],
  [
    "GraphQL, whose document quotes three times",
    {
      type: "graphql-request",
      request: {
        url: "http://127.0.0.1",
        method: "POST",
        body: {
          mode: "graphql",
          graphql: { query: "{ a(b: \"'''\") }", variables: '{"c": 1}' },
        },
        auth: {
          mode: "apikey",
          apikey: { key: "k", value: "{{k}}", placement: "queryparams" },
        },
      },
    },
    'meta {\n  name: R\n  type: graphql\n  seq: 1\n}\npost {\n  url: http://127.0.0.1\n  body: graphql\n  auth: apikey\n}\nauth:apikey {\n  key: k\n  value: {{k}}\n  placement: queryparams\n}\nbody:graphql {\n  { a(b: "\'\'\'") }\n}\nbody:graphql:vars {\n  {"c": 1}\n}\n',
  ],
  [
    "OAuth 2",
    {
      type: "http",
      request: {
        url: "http://127.0.0.1",
        method: "GET",
        body: { mode: "none" },
        auth: {
          mode: "oauth2",
          oauth2: {
            grantType: "authorization_code",
            callbackUrl: "http://127.0.0.1/cb",
            authorizationUrl: "http://127.0.0.1/auth",
            accessTokenUrl: "http://127.0.0.1/token",
            refreshTokenUrl: "",
            clientId: "c",
            clientSecret: "{{s}}",
            scope: "a b",
            state: null,
            credentialsPlacement: "basic_auth_header",
            pkce: true,
            credentialsId: "credentials",
            tokenPlacement: "url",
            tokenHeaderPrefix: "",
            tokenQueryKey: "key",
            autoFetchToken: true,
            autoRefreshToken: false,
            additionalParameters: {
              authorization: [
                row("x", "1", { sendIn: "queryparams" }),
              ],
              token: [
                row("y", "2", { sendIn: "body" }),
                row("z", "3", { sendIn: "headers", enabled: false }),
              ],
            },
          },
        },
      },
    },
    "meta {\n  name: R\n  type: http\n  seq: 1\n}\nget {\n  url: http://127.0.0.1\n  body: none\n  auth: oauth2\n}\nauth:oauth2 {\n  grant_type: authorization_code\n  callback_url: http://127.0.0.1/cb\n  authorization_url: http://127.0.0.1/auth\n  access_token_url: http://127.0.0.1/token\n  refresh_token_url: \n  client_id: c\n  client_secret: {{s}}\n  scope: a b\n  state: \n  credentials_placement: basic_auth_header\n  pkce: true\n  credentials_id: credentials\n  token_placement: url\n  token_query_key: key\n  auto_fetch_token: true\n  auto_refresh_token: false\n}\nauth:oauth2:additional_params:auth_req:queryparams {\n  x: 1\n}\nauth:oauth2:additional_params:access_token_req:headers {\n  ~z: 3\n}\nauth:oauth2:additional_params:access_token_req:body {\n  y: 2\n}\n",
  ],
  [
    "OAuth 1 with a key in a file",
    {
      type: "http",
      request: {
        url: "http://127.0.0.1",
        method: "GET",
        body: { mode: "none" },
        auth: {
          mode: "oauth1",
          oauth1: {
            consumerKey: "c",
            consumerSecret: "{{s}}",
            accessToken: "{{t}}",
            accessTokenSecret: "{{u}}",
            signatureMethod: "RSA-SHA256",
            privateKey: "keys/a.pem",
            privateKeyType: "file",
            placement: "header",
            includeBodyHash: true,
          },
        },
      },
    },
    "meta {\n  name: R\n  type: http\n  seq: 1\n}\nget {\n  url: http://127.0.0.1\n  body: none\n  auth: oauth1\n}\nauth:oauth1 {\n  consumer_key: c\n  consumer_secret: {{s}}\n  access_token: {{t}}\n  token_secret: {{u}}\n  signature_method: RSA-SHA256\n  private_key: @file(keys/a.pem)\n  placement: header\n  include_body_hash: true\n}\n",
  ],
  [
    "gRPC",
    {
      type: "grpc",
      request: {
        url: "grpc://127.0.0.1:1",
        method: "/s.S/M",
        methodType: "unary",
        protoPath: "p/s.proto",
        headers: [row("m", "1")],
        body: { mode: "grpc", grpc: [{ name: "one", content: '{"a": 1}' }] },
        auth: { mode: "none" },
      },
    },
    "meta {\n  name: R\n  type: grpc\n  seq: 1\n}\ngrpc {\n  url: grpc://127.0.0.1:1\n  method: /s.S/M\n  methodType: unary\n  protoPath: p/s.proto\n  body: grpc\n  auth: none\n}\nmetadata {\n  m: 1\n}\nbody:grpc {\n  name: one\n  content: '''\n    {\"a\": 1}\n  '''\n}\n",
  ],
  [
    "WebSocket",
    {
      type: "ws-request",
      settings: { keepAliveInterval: 5 },
      request: {
        url: "ws://127.0.0.1:1",
        headers: [row("h", "1")],
        body: {
          mode: "ws",
          ws: [
            { name: "one", type: "json", content: "{}", selected: true },
            { name: "two", type: "text", content: "hi" },
          ],
        },
        auth: { mode: "bearer", bearer: { token: "{{t}}" } },
      },
    },
    "meta {\n  name: R\n  type: ws\n  seq: 1\n}\nws {\n  url: ws://127.0.0.1:1\n  body: ws\n  auth: bearer\n}\nheaders {\n  h: 1\n}\nauth:bearer {\n  token: {{t}}\n}\nbody:ws {\n  name: one\n  type: json\n  content: {}\n  selected: true\n}\nbody:ws {\n  name: two\n  type: text\n  content: hi\n}\nsettings {\n  keepAliveInterval: 5\n}\n",
  ],
];

const exported = (more: Record<string, unknown>) =>
  JSON.stringify({
    name: "Shop",
    version: "1",
    items: [],
    environments: [],
    brunoConfig: { version: "1", name: "Shop", type: "collection" },
    ...more,
  });
const CONFIG = '{"version": "1", "name": "Shop", "type": "collection"}';

describe("an export of Bruno's app", () => {
  for (const [what, item, bru] of REQUESTS) {
    it(`gives what .bru files give: ${what}`, async () => {
      const own = exported({ items: [{ name: "R", ...item }] });
      assertEquals(
        await written({ "shop.json": own }, "shop.json"),
        await written({ "bruno.json": CONFIG, "R.bru": bru }),
      );
    });
  }

  it("gives what .bru files give: levels, folders, environments", async () => {
    const level = {
      headers: [row("X-C", "c")],
      auth: { mode: "bearer", bearer: { token: "{{t}}" } },
      script: { req: "a();", res: "b();" },
      vars: { req: [row("v", "1")], res: [] },
      tests: "c();",
    };
    const get = { url: "http://127.0.0.1", method: "GET" };
    const own = exported({
      root: { request: level, docs: "All" },
      brunoConfig: {
        version: "1",
        name: "Old",
        type: "collection",
        ignore: ["dist"],
        scripts: { flow: "sequential" },
        extensions: { brace: { setup: ["Users/Log in.bru"] } },
      },
      items: [
        {
          type: "folder",
          name: "People",
          filename: "Users",
          seq: 2,
          root: { request: level, docs: "F", meta: { name: "People", seq: 2 } },
          items: [
            { type: "http", name: "Log in", seq: 3, request: get },
            { type: "http", name: "Out", filename: "o.bru", request: get },
          ],
        },
        { type: "folder", name: "Empty" },
      ],
      environments: [
        {
          name: "Local",
          color: "#2E8B57",
          variables: [
            row("base", "http://127.0.0.1", { type: "text", secret: false }),
            row("off", "x", { enabled: false }),
            row("count", 3, { type: "text" }),
            row("token", "", { type: "text", secret: true }),
          ],
        },
      ],
    });
    const bru =
      "headers {\n  X-C: c\n}\nauth {\n  mode: bearer\n}\nauth:bearer {\n  token: {{t}}\n}\nvars:pre-request {\n  v: 1\n}\nscript:pre-request {\n  a();\n}\nscript:post-response {\n  b();\n}\ntests {\n  c();\n}\n";
    const request = (name: string, seq: number) =>
      `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\nget {\n  url: http://127.0.0.1\n  body: none\n  auth: none\n}\n`;
    const ways = await written({
      "bruno.json":
        '{"version": "1", "name": "Shop", "ignore": ["dist"], "scripts": {"flow": "sequential"}, "extensions": {"brace": {"setup": ["Users/Log in.bru"]}}}',
      "collection.bru": `${bru}docs {\n  All\n}\n`,
      "Users/folder.bru":
        `meta {\n  name: People\n  seq: 2\n}\n${bru}docs {\n  F\n}\n`,
      "Users/Log in.bru": request("Log in", 3),
      "Users/o.bru": request("Out", 2),
      "Empty/folder.bru": "meta {\n  name: Empty\n}\n",
      "environments/Local.bru":
        "vars {\n  base: http://127.0.0.1\n  ~off: x\n  @number\n  count: 3\n}\nvars:secret [\n  token\n]\ncolor: #2E8B57\n",
    });
    assert(
      ways.files["environments/Local.yml"].includes('\ncolor: "#2E8B57"\n'),
    );
    assertEquals(await written({ "shop.json": own }, "shop.json"), ways);
  });

  it("writes the files of scripts, and no folder for them alone", async () => {
    const own = exported({
      items: [
        {
          type: "folder",
          name: "lib",
          items: [{ type: "js", name: "a.js", fileContent: "exports.a = 1;" }],
        },
        {
          type: "http",
          name: "R",
          request: {
            url: "http://127.0.0.1",
            method: "GET",
            script: { req: "require('./lib/a'); require('./gone');" },
          },
        },
      ],
    });
    const { files, notes } = await written({ "shop.json": own }, "shop.json");
    assertEquals(Object.keys(files), [
      "R.yml",
      "lib/a.js",
      "opencollection.yml",
    ]);
    assertEquals(files["lib/a.js"], "exports.a = 1;");
    assertEquals(notes, [
      `The file "./gone" is not copied, as the source does not have it, and a script requires it: put it into the collection's folder`,
    ]);
  });

  it("names what it leaves out", async () => {
    const own = exported({
      items: [
        { type: "app", name: "Odd", request: {} },
        {
          type: "http",
          name: "R",
          request: {
            url: "http://127.0.0.1",
            method: "GET",
            hooks: "x();",
            none: [],
            body: { mode: "none", json: "{}" },
          },
          examples: [{ name: "ok" }],
        },
      ],
      brunoConfig: {
        scripts: {
          additionalContextRoots: ["../shared"],
          filesystemAccess: { allow: false },
        },
      },
    });
    const { value } = await importSource({
      name: "shop.json",
      main: "shop.json",
      files: new Map([["shop.json", own]]),
    });
    assertEquals(
      value!.notes.map(({ message, source, lost }) => [
        message.replace(/:.*/, ""),
        source?.path,
        lost,
      ]),
      [
        ['Left out "Odd"', "items[0]", { requests: 1 }],
        ['Left out "hooks" of "R"', "items[1].request.hooks", undefined],
        ["Left out 1 saved example", "items[1]", { examples: 1 }],
        [
          'The folder "../shared" of "additionalContextRoots" is not copied',
          "brunoConfig.scripts.additionalContextRoots",
          undefined,
        ],
        [
          "Left out a body that the request does not send",
          undefined,
          undefined,
        ],
      ],
    );
  });

  it("names folders whose auth of none keeps none away", async () => {
    const level = (mode: string) => `auth {\n  mode: ${mode}\n}\n`;
    const bearer = `${level("bearer")}auth:bearer {\n  token: {{t}}\n}\n`;
    const folders = (outer: string, inner: string) => ({
      "outer/folder.bru": outer,
      "outer/inner/folder.bru": inner,
      "outer/inner/a.bru": "get {\n  url: http://h\n  auth: inherit\n}\n",
    });
    const note = (which: string) =>
      `Left out "mode: none" of the auth of ${which} requests inherit auth, as they do in Bruno (write "auth: none" in a request that sends none)`;
    const one = (path: string) => [note(`the folder "${path}": its`)];
    const rows: [files: Record<string, string>, notes: string[]][] = [
      [folders(level("none"), level("none")), []],
      [
        { "collection.bru": bearer, ...folders(level("none"), "") },
        one("outer"),
      ],
      [folders(bearer, level("none")), one("outer/inner")],
      [folders(bearer, level("inherit")), []],
      // Nothing inherits.
      [{
        ...folders(bearer, level("none")),
        "outer/inner/a.bru": "get {\n  url: http://h\n  auth: none\n}\n",
      }, []],
      [
        { "collection.bru": bearer, ...folders(level("none"), level("none")) },
        [note('2 folders, such as "outer": their')],
      ],
    ];
    for (const [files, notes] of rows) {
      const found = await written({
        "bruno.json": '{"version":"1","name":"A","type":"collection"}',
        ...files,
      });
      assertEquals(found.notes, notes);
    }
    const root = (auth: unknown) => ({ request: { auth } });
    const own = exported({
      root: root({ mode: "bearer", bearer: { token: "{{t}}" } }),
      items: [{
        type: "folder",
        name: "F",
        root: root({ mode: "none" }),
        items: [{
          type: "http",
          name: "R",
          request: {
            url: "http://h",
            method: "GET",
            auth: { mode: "inherit" },
          },
        }],
      }],
    });
    const { notes } = await written({ "shop.json": own }, "shop.json");
    assertEquals(notes, one("F"));
  });

  it("names a permission for files where a script needs it", async () => {
    for (
      const [script, note] of [
        [
          'require("fs")',
          '"filesystemAccess" is not copied: scripts that use "fs" need "brace run --trust-scripts"',
        ],
        [
          "const fs = 1",
          'Left out "filesystemAccess": no script requires "fs"',
        ],
      ]
    ) {
      const { notes } = await written({
        "bruno.json":
          '{"version":"1","name":"A","scripts":{"filesystemAccess":{"allow":true}}}',
        "a.bru": `get {\n  url: http://h\n}\ntests {\n  ${script}\n}\n`,
      });
      assertEquals(notes.filter((it) => it.includes("filesystem")), [note]);
    }
  });

  it("names the packages that scripts are allowed", async () => {
    for (
      const [list, notes] of [
        [["crypto", "got"], [
          'Left out "moduleWhitelist" (crypto, got): no script needs a permission to require a package',
        ]],
        [[], []],
        ["got", []],
      ]
    ) {
      const found = await written({
        "bruno.json": JSON.stringify({
          version: "1",
          name: "A",
          scripts: { moduleWhitelist: list },
        }),
        "a.bru": "get {\n  url: http://h\n}\n",
      });
      assertEquals(
        found.notes.filter((it) => it.includes("moduleWhitelist")),
        notes,
      );
    }
  });

  it("takes for one what is said to be one", async () => {
    const source = {
      name: "shop.json",
      main: "shop.json",
      files: new Map([["shop.json", '{"items": [{"request": {}}]}']]),
    };
    assertEquals((await importSource(source)).kind, undefined);
    const { value } = await importSource(source, { from: "bru" });
    assertEquals([value?.name, value?.counts.requests], ["shop", 1]);
  });

  it("refuses one that is nested too deeply", async () => {
    const folders = (count: number) =>
      '{"type":"folder","name":"f","items":['.repeat(count) +
      "]}".repeat(count);
    for (const [count, isRead] of [[400, true], [20_000, false]] as const) {
      const { value, diagnostics } = await importSource({
        name: "deep.json",
        main: "deep.json",
        files: new Map([[
          "deep.json",
          `{"name":"D","version":"1","items":[${folders(count)}]}`,
        ]]),
      });
      assertEquals(value !== undefined, isRead);
      assertEquals(
        diagnostics.map(({ message }) => message),
        isRead ? [] : ['Cannot import "deep.json": it is nested too deeply'],
      );
    }
  });

  it("reads environments that were exported alone", async () => {
    const variables = [
      row("base", "http://127.0.0.1"),
      row("token", "sesame-77", { secret: true }),
    ];
    const info = { type: "bruno-environment" };
    for (
      const json of [
        { name: "Prod", variables, info, color: "red" },
        { info: { ...info, name: "Prod" }, variables },
        { info, environments: [{ name: "Prod", variables }] },
      ]
    ) {
      const { files, secrets } = await written(
        { "prod.json": JSON.stringify(json) },
        "prod.json",
      );
      assertEquals(secrets, [{ env: "TOKEN", value: "sesame-77" }]);
      assertEquals(
        files["environments/Prod.yml"].replace(/^#.*\n\n/, ""),
        `name: Prod\n${"color" in json ? "color: red\n" : ""}` +
          'variables:\n  - name: base\n    value: http://127.0.0.1\n  - secret: true\n    name: token\n    value: "{{process.env.TOKEN}}"\n',
      );
    }
  });
});

describe("the settings of a .bru request", () => {
  /** In the file, and in YAML: as Bruno reads them there. */
  const ROWS: readonly (readonly [bru: string, yaml: string])[] = [
    ["timeout: 300", "encodeUrl: false\n  timeout: 300"],
    ["encodeUrl: true\n  timeout: 0", "encodeUrl: true\n  timeout: 0"],
    ["timeout: inherit", "encodeUrl: false\n  timeout: inherit"],
    ["timeout: {{ms}}", 'encodeUrl: false\n  timeout: "{{ms}}"'],
    [
      "followRedirects: false\n  maxRedirects: 3\n  forwardAuthorizationHeader: false",
      "encodeUrl: false\n  followRedirects: false\n  maxRedirects: 3\n  forwardAuthorizationHeader: false",
    ],
    ["encodeUrl: {{flag}}", 'encodeUrl: "{{flag}}"'],
  ];
  for (const [bru, yaml] of ROWS) {
    it(`are numbers and flags in YAML: ${bru.replaceAll("\n ", ",")}`, async () => {
      const { files } = await written({
        "bruno.json": '{"version": "1", "name": "A", "type": "collection"}',
        "a.bru":
          `meta {\n  name: A\n  type: http\n}\n\nget {\n  url: http://127.0.0.1/\n}\n\nsettings {\n  ${bru}\n}\n`,
      });
      assertEquals(
        files["a.yml"].slice(files["a.yml"].indexOf("settings:")),
        `settings:\n  ${yaml}\n`,
      );
    });
  }
});

describe("the variables of a .bru environment", () => {
  /** Lines of `vars`, and what YAML has: Bruno reads no value beside `secret: true` there. */
  const ROWS: readonly (readonly [bru: string, yaml: string])[] = [
    [
      "partnerSecret: {{process.env.PARTNER_SECRET}}",
      '  - name: partnerSecret\n    value: "{{process.env.PARTNER_SECRET}}"\n',
    ],
    ["token: {{other}}", '  - name: token\n    value: "{{other}}"\n'],
    [
      "token: tok-1234-{{other}}",
      '  - name: token\n    value: "{{token2}}{{other}}"\n',
    ],
    [
      "token: tok-12345678",
      '  - secret: true\n    name: token\n    value: "{{process.env.TOKEN}}"\n',
    ],
  ];
  for (const [bru, yaml] of ROWS) {
    it(`keep their values in YAML: ${bru}`, async () => {
      const { files } = await written({
        "bruno.json": '{"version": "1", "name": "A", "type": "collection"}',
        "environments/local.bru": `vars {\n  ${bru}\n}\n`,
      });
      const text = files["environments/local.yml"];
      assertEquals(text.slice(text.indexOf("  -")), yaml);
    });
  }
});
