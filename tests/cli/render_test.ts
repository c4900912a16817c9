import { VERSION } from "../../lib/core/source/version.ts";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { oneLine } from "../support/one_line.ts";
import { type Brace, braceRows } from "../support/brace_rows.ts";

const cwd = fromFileUrl(new URL("../../fixtures/cli/render", import.meta.url));

/** Everything that Brace adds, so that the table shows what differs. */
const MASKED =
  "note: *** stands for secrets (on a terminal, --reveal shows them)\n";
const ADDED = `User-Agent: brace/${VERSION}
Accept: */*
Accept-Encoding: gzip, deflate, br, zstd
Connection: keep-alive`;

const cases: {
  name: string;
  args: string[];
  code: number;
  stdout: string;
  stderr?: string;
}[] = [
  {
    name: "a JSON body",
    args: ["json.yml", "--var", "count=2"],
    code: 0,
    stdout: `POST http://api.example.com/things?q=a%20b
Host: api.example.com
X-Name: café
${ADDED}
Content-Type: application/json
Content-Length: 33

{"count": 2, "date": "\\"today\\""}
`,
    stderr:
      `note: No script ran here: what the before-request script of json.yml sets is
missing (a run with --verbose shows what it sends)
`,
  },
  {
    name: "secrets, masked wherever they stand",
    args: ["secret.yml"],
    code: 0,
    stdout: `GET http://api.example.com/?token=***
Host: api.example.com
X-Copy: <***>
Authorization: Bearer ***
${ADDED}
`,
  },
  {
    name: "a subscription: its handshake and what subscribes",
    args: ["subscription.yml", "--var", "id=7"],
    code: 0,
    stdout: `GET http://api.example.com/graphql
Host: api.example.com
User-Agent: brace/${VERSION}
Accept: */*
Accept-Encoding: gzip, deflate, br, zstd
Content-Type: application/json
Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Protocol: graphql-transport-ws

→ "connection_init" (json)
{"type":"connection_init","payload":{"user":"7"}}

→ "subscribe" (json)
{"id":"1","type":"subscribe","payload":{"query":"subscription S { a }","variables":{"id": "7"},"operationName":"S"}}
`,
  },
  {
    name: "where the values of a subscription come from",
    args: ["subscription.yml", "--var", "id=7", "--provenance"],
    code: 0,
    stdout: `GET http://api.example.com/graphql
    {{base}} = http://api.example.com  (collection, opencollection.yml:7:14)
Host: api.example.com
User-Agent: brace/${VERSION}
Accept: */*
Accept-Encoding: gzip, deflate, br, zstd
Content-Type: application/json
Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Protocol: graphql-transport-ws

→ "connection_init" (json)
{"type":"connection_init","payload":{"user":"7"}}

→ "subscribe" (json)
{"id":"1","type":"subscribe","payload":{"query":"subscription S { a }","variables":{"id": "7"},"operationName":"S"}}
    {{id}} = 7  (runtime, --var)
`,
  },
  {
    name: "a file outside, as the advice says",
    args: ["outside.yml", "--allow-read=../../../LICENSE"],
    code: 0,
    stdout: `PUT http://api.example.com/file
Host: api.example.com
${ADDED}
Content-Type: text/plain
Content-Length: ${Deno.statSync(`${cwd}/../../../LICENSE`).size}

(the file ../../../LICENSE)
`,
  },
  {
    name: "a form with a file",
    args: ["multipart.yml"],
    code: 0,
    stdout: `POST http://api.example.com/upload
Host: api.example.com
${ADDED}
Content-Type: multipart/form-data; boundary=BOUNDARY
Content-Length: LENGTH

title: Report
file: (the file body.txt)
`,
  },
  {
    name: "several requests",
    args: ["secret.yml", "file.yml"],
    code: 0,
    stdout: `# secret.yml
GET http://api.example.com/?token=***
Host: api.example.com
X-Copy: <***>
Authorization: Bearer ***
${ADDED}

# file.yml
PUT http://api.example.com/file
Host: api.example.com
${ADDED}
Content-Type: text/plain
Content-Length: 5

(the file body.txt)
`,
  },
  {
    name: "a variable that a script sets",
    args: ["json.yml"],
    code: 3,
    stdout: "",
    stderr:
      `error UNDEFINED_VARIABLE: Cannot resolve "{{count}}": no scope defines "count"
  json.yml:13:17  http.body.data
  13 |       {"count": {{count}}, "date": "{{date}}"}
     |                 ^^^^^^^^^
  searched: runtime, data, request, environment, collection, global
  "count" is set by the before-request script of json.yml, which runs when
    this request is sent: give the value with --var count=VALUE
`,
  },
  {
    name: "a signature, as it is at that time",
    args: ["auth/aws.yml", "--now", "2026-01-02T03:04:05Z"],
    code: 0,
    stdout: `GET http://api.example.com/
Host: api.example.com
${ADDED}
X-Amz-Date: 20260102T030405Z
Authorization: AWS4-HMAC-SHA256 ***
`,
  },
  {
    name: "a line for what only the server gives",
    args: ["auth/digest.yml", "auth/oauth2.yml", "auth/query.yml"],
    code: 0,
    stdout: `# auth/digest.yml
GET http://api.example.com/
Host: api.example.com
${ADDED}
Authorization: (added when sent: Digest, in response to the server's challenge)

# auth/oauth2.yml
GET http://api.example.com/
Host: api.example.com
${ADDED}
Authorization: (added when sent: Bearer and the token from http://api.example.com/token)

# auth/query.yml
GET http://api.example.com/
Host: api.example.com
${ADDED}
(added to the query when sent: at, the token from http://api.example.com/token)
`,
  },
  {
    name: "with provenance, what only the server gives and what it is made of",
    args: ["auth/oauth2.yml", "--provenance"],
    code: 0,
    stdout: `GET http://api.example.com/
Host: api.example.com
${ADDED}
Authorization: (added when sent: Bearer and the token from http://api.example.com/token)
    auth credentials.clientId: {{client}} = ***  (request, auth/oauth2.yml:11:38)
`,
  },
  {
    name: "for use elsewhere, a warning for what only the server gives",
    args: ["auth/query.yml", "auth/digest.yml", "--as", "http"],
    code: 0,
    stdout: `GET http://api.example.com/

###

GET http://api.example.com/
`,
    stderr:
      `warning: "auth/query.yml" has no credential: (added to the query when sent: at, the token from http://api.example.com/token)
warning: "auth/digest.yml" has no credential: Authorization: (added when sent: Digest, in response to the server's challenge)
`,
  },
  {
    name: "for a client that answers the challenge, no warning",
    args: ["auth/digest.yml", "--as", "curl"],
    code: 0,
    stdout: `curl --location http://api.example.com/ \\
  --digest \\
  --user 'ada:***'
`,
    stderr: MASKED,
  },
  {
    name: "for a client that signs a connection in, the domain with the user",
    args: ["auth/ntlm.yml", "--as", "curl"],
    code: 0,
    stdout: `curl --location http://api.example.com/ \\
  --ntlm \\
  --user 'CORP\\ada:***'
`,
    stderr: MASKED,
  },
  {
    name: "for a client that does not, a warning",
    args: ["auth/ntlm.yml", "--as", "python"],
    code: 0,
    stdout: `import requests

response = requests.request(
    "GET",
    "http://api.example.com/",
)
print(response.status_code, response.text)
`,
    stderr:
      `warning: "auth/ntlm.yml" has no credential: Authorization: (added when sent: NTLM, in response to the server's challenge)
`,
  },
  {
    name: "a file outside the collection",
    args: ["outside.yml"],
    code: 6,
    stdout: "",
  },
  {
    name: "no such path",
    args: ["nowhere.yml"],
    code: 2,
    stdout: "",
  },
];

/** `brace render` of one request of a small collection, with these flags. */
async function renderShop(brace: Brace, ...flags: string[]) {
  const cwd = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${cwd}/environments`);
    for (const [path, text] of Object.entries(SHOP)) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    return await brace(["render", "a.yml", "--env", "local", ...flags], {
      cwd,
    });
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

const SHOP = {
  "opencollection.yml": `opencollection: 1.0.0
info: {name: Shop}
request:
  variables:
    - {name: users, value: [{name: Ada}]}
    - {name: owner, value: "{{users[0]}}"}
`,
  "environments/local.yml": `name: local
variables:
  - {name: host, value: "h.example"}
  - {name: baseUrl, value: "http://{{host}}"}
  - {name: pin, value: "77", secret: true}
  - {name: token, value: t0k3n-value, secret: true}
  - {name: login, value: {user: ada, key: "k-{{token}}"}}
`,
  "a.yml": `info: {name: A, type: http}
http:
  method: POST
  url: "{{baseUrl}}/{{pin}}/{{owner.name}}"
  headers: [{name: X-Run, value: "{{run}}"}]
  auth: {type: bearer, token: "{{token}}"}
  body:
    type: json
    data: |-
      {"a": {{run}},
       "b": {{login}}, "token": "{{token}}", "c": {{$randomInt(5, 5)}}}
`,
};

const WITH_PROVENANCE = `POST http://h.example/***/Ada
    {{baseUrl}} = http://h.example  (environment local, environments/local.yml:4:29)
    {{host}} = h.example  (environment local, environments/local.yml:3:26, via baseUrl)
    {{pin}} = ***  (environment local, environments/local.yml:5:25)
    {{owner.name}} = Ada  (collection, opencollection.yml:5:36, via owner → users)
Host: h.example
X-Run: 7
    {{run}} = 7  (runtime, --var)
Authorization: Bearer ***
    auth token: {{token}} = ***  (environment local, environments/local.yml:6:26)
${ADDED}
Content-Type: application/json
Content-Length: 84

{"a": 7,
    {{run}} = 7  (runtime, --var)
 "b": {"user":"ada","key":"***"}, "token": "***", "c": 5}
    {{login}} = {"user":"ada","key":"***"}  (environment local, environments/local.yml:7:26)
    {{token}} = ***  (environment local, environments/local.yml:6:26, via login)
    {{token}} = ***  (environment local, environments/local.yml:6:26)
    {{$randomInt(5, 5)}} = 5  (generated)
`;

describe("brace render --provenance", () => {
  const brace = braceRows();
  it("shows below each line what gave its values", async () => {
    const { code, stdout, stderr } = await renderShop(
      brace,
      "--provenance",
      "--var=run=7",
    );
    assertEquals([code, stderr, stdout], [0, "", WITH_PROVENANCE]);
  });

  it("--format json tells it to programs, by places in the masked texts", async () => {
    const { code, stdout } = await renderShop(
      brace,
      "--format=json",
      "--var=run=7",
    );
    const { version, requests: [request] } = JSON.parse(stdout);
    assertEquals([code, version], [0, "1"]);
    assertEquals(request.url, "http://h.example/***/Ada");
    assert(!/77|t0k3n/.test(stdout), stdout);
    const headers = Object.fromEntries(
      request.headers.map((one: { name: string; value: string }) => [
        one.name,
        one.value,
      ]),
    );
    const textOf = (place: string, name: string) =>
      place === "header" ? headers[name] : request[place];
    const marked = request.insertions.map((
      { place, name, start, end, expression }: {
        place: string;
        name: string;
        start?: number;
        end?: number;
        expression: string;
      },
    ) => `${expression}: ${textOf(place, name)?.slice(start, end)}`);
    assertEquals(marked, [
      "baseUrl: http://h.example",
      "host: h.example",
      "pin: ***",
      "owner.name: Ada",
      "run: 7",
      "token: undefined",
      "run: 7",
      'login: {"user":"ada","key":"***"}',
      'token: {"user":"ada","key":"***"}',
      "token: ***",
      "$randomInt(5, 5): 5",
    ]);
    assertEquals(request.insertions[3], {
      place: "url",
      start: 21,
      end: 24,
      expression: "owner.name",
      scope: "collection",
      origin: {
        kind: "file",
        file: "opencollection.yml",
        line: 5,
        column: 36,
        yamlPath: "request.variables[0].value[0].name",
      },
      via: ["owner", "users"],
      secret: false,
    });
  });

  it("--format json has the diagnostics of what cannot be rendered", async () => {
    const { code, stdout } = await renderShop(brace, "--format=json");
    const { requests: [request] } = JSON.parse(stdout);
    assertEquals([code, request.url], [3, undefined]);
    assertEquals(
      request.diagnostics.map((
        it: { code: string; location: { line: number } },
      ) => [it.code, it.location.line]),
      [["UNDEFINED_VARIABLE", 5], ["UNDEFINED_VARIABLE", 10]],
    );
  });
});

describe("brace render", () => {
  const brace = braceRows();
  for (const { name, args, code, stdout, stderr } of cases) {
    it(`prints or refuses ${name}`, async () => {
      const outcome = await brace(["render", ...args], { cwd });
      const printed = outcome.stdout
        .replace(/boundary=\S+/, "boundary=BOUNDARY")
        .replace(/(boundary=.*\n.*Length:) \d+/, "$1 LENGTH");
      assertEquals([outcome.code, printed], [code, stdout], outcome.stderr);
      if (stderr !== undefined) assertEquals(outcome.stderr, stderr);
      else assertEquals(outcome.stderr === "", code === 0, outcome.stderr);
    });
  }

  it("sends nothing", async () => {
    const seen: string[] = [];
    const api = serveDemo({ onRequest: ({ path }) => seen.push(path) });
    try {
      const { code, stdout } = await brace([
        "render",
        "json.yml",
        "--var=count=1",
        `--var=base=${api.url}`,
      ], { cwd });
      assertEquals([code, seen], [0, []]);
      assert(stdout.startsWith(`POST ${api.url}/things`), stdout);
    } finally {
      await api.stop();
    }
  });
});

describe("brace render of requests that scripts change", () => {
  const brace = braceRows();
  const YAML = (name: string, scripts: string) =>
    `info: {name: ${name}, type: http}
http: {method: GET, url: "http://h.example/${name}"}
runtime: {scripts: [${scripts}]}
`;
  const BEFORE = "{type: before-request, code: a}";
  const COLLECTIONS: Record<string, Record<string, string>> = {
    yaml: {
      "opencollection.yml": "info: {name: C}\n",
      "plain.yml": YAML("plain", "{type: tests, code: a}"),
      "own.yml": YAML("own", BEFORE),
      "in/folder.yml":
        `info: {name: in, type: folder}\nrequest: {scripts: [${BEFORE}, ${BEFORE}]}\n`,
      "in/both.yml": YAML("both", BEFORE),
      "in/one.yml": YAML("one", ""),
      "of/ws.yml":
        `info: {name: ws, type: websocket}\nwebsocket: {url: "ws://h.example/"}\nruntime: {scripts: [${BEFORE}]}\n`,
    },
    // The values that are given are what render shows.
    sets: {
      "opencollection.yml": "info: {name: C}\n",
      "a.yml": YAML(
        "a",
        `{type: after-response, code: 'client.setVar("n", 1)'}`,
      ),
      "b.yml": YAML("b", "").replace("/b", "/{{n}}"),
    },
    bru: {
      "bruno.json": '{"version": "1", "name": "B", "type": "collection"}',
      "collection.bru": "script:pre-request {\n  a\n}\n",
      "own.bru":
        "meta {\n  name: own\n  type: http\n}\n\nget {\n  url: http://h.example/own\n}\n\nscript:pre-request {\n  a\n}\n",
    },
  };
  const ROWS: [
    collection: keyof typeof COLLECTIONS,
    args: string[],
    note: string,
    scripts?: string[],
  ][] = [
    ["yaml", ["plain.yml"], ""],
    ["yaml", ["own.yml"], "script of own.yml sets"],
    ["yaml", ["own.yml", "--as=curl"], "script of own.yml sets"],
    ["yaml", ["own.yml", "of/ws.yml", "--as=curl"], "script of own.yml sets"],
    ["yaml", ["own.yml", "--provenance"], "script of own.yml sets"],
    ["yaml", ["in/one.yml"], "scripts of in/folder.yml set"],
    [
      "yaml",
      ["in/both.yml", "--format=json"],
      "scripts of in/folder.yml and in/both.yml set",
      ["in/folder.yml", "in/both.yml"],
    ],
    [
      "yaml",
      ["."],
      "scripts of in/folder.yml, in/both.yml, of/ws.yml and 1 more file set",
    ],
    ["sets", ["a.yml", "b.yml", "--var=n=7"], ""],
    ["bru", ["."], "scripts of collection.bru and own.bru set"],
  ];
  for (const [name, args, note, scripts] of ROWS) {
    it(`says that none ran: ${name}, ${args.join(" ")}`, async () => {
      const cwd = await Deno.makeTempDir();
      try {
        for (const it of ["in", "of"]) await Deno.mkdir(`${cwd}/${it}`);
        for (const [path, text] of Object.entries(COLLECTIONS[name])) {
          await Deno.writeTextFile(`${cwd}/${path}`, text);
        }
        const { code, stdout, stderr } = await brace(["render", ...args], {
          cwd,
        });
        assertEquals(
          [code, oneLine(stderr).trim().replace(/^warning.* websocat\) /, "")],
          [
            0,
            note &&
            `note: No script ran here: what the before-request ${note} is missing (a run with --verbose shows what it sends)`,
          ],
        );
        if (scripts) {
          assertEquals(JSON.parse(stdout).requests[0].scripts, scripts);
        }
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});
