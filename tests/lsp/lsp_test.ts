import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  it,
} from "@std/testing/bdd";
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  Diagnostic,
  DocumentSymbol,
  Hover,
  Location,
  Range,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, lspClient } from "../support/lsp_client.ts";

const MAIN = `info: { name: Shop }
request:
  variables:
    - name: region
      value: eu
    - name: limits
      value: { size: 20, deep: { a: 1 } }
`;
const LOCAL = `name: local
variables:
  - name: baseUrl
    value: http://localhost
  - name: apiKey
    secret: true
    value: k3y-for-tests
`;
const PROD = `name: prod
variables:
  - name: baseUrl
    value: https://prod.example.com
  - name: apiKey
    secret: true
    value: other-k3y
  - name: onlyProd
    value: 1
`;
const LOGIN = `info: { name: Login, type: http, seq: 1 }
http:
  method: POST
  url: "{{baseUrl}}/login"
runtime:
  scripts:
    - type: after-response
      code: |-
        client.setVar("token", res.body.token);
`;
const READ = `info:
  name: Read
  type: http
  seq: 2

http:
  method: GET
  url: "{{baseUrl}}/users?region={{region}}"
  headers:
    - name: Authorization
      value: "Bearer {{token}}"

runtime:
  scripts:
    - type: tests
      code: |-
        test("ok", () => expect(client.getVar("token")).to.be.a("string"));
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
`;

describe("brace lsp", () => {
  let root: string;
  let client: LspClient;
  /** Servers that several tests ask, with their environments. */
  const servers = new Map<LspClient, string>();

  /** A server for a test that neither ends it nor changes its settings. */
  async function serverFor(environment = ""): Promise<LspClient> {
    for (const [server, active] of servers) {
      if (active !== environment) continue;
      await server.moveTo(root);
      return server;
    }
    const server = await lspClient(root, { environment });
    servers.set(server, environment);
    return server;
  }

  beforeEach(async () => {
    root = await Deno.realPath(await Deno.makeTempDir());
    await write("shop/opencollection.yml", MAIN);
    await write("shop/environments/local.yml", LOCAL);
    await write("shop/environments/prod.yml", PROD);
    await write("shop/users/login.yml", LOGIN);
    await write("shop/users/read.yml", READ);
  });
  afterEach(async () => {
    if (servers.has(client)) await client.moveTo("/");
    // Where a test has ended it already, nothing answers.
    else if (client.process.exitCode === null) await client.stop();
    await Deno.remove(root, { recursive: true });
  });
  afterAll(async () => {
    for (const server of servers.keys()) await server.stop();
  });

  async function write(path: string, text: string): Promise<void> {
    const folder = path.slice(0, path.lastIndexOf("/"));
    await Deno.mkdir(`${root}/${folder}`, { recursive: true });
    await Deno.writeTextFile(`${root}/${path}`, text);
  }
  const ask = <T>(
    method: string,
    path: string,
    behind: string,
    more: Record<string, unknown> = {},
  ): Promise<T> =>
    client.connection.sendRequest(`textDocument/${method}`, {
      textDocument: { uri: client.uri(path) },
      position: client.behind(path, behind),
      ...more,
    });
  const labels = (items: CompletionItem[]) => items.map(({ label }) => label);
  const codes = (found: Diagnostic[]) => found.map(({ code }) => code);

  it("starts, says what it can, and ends as it is told", async () => {
    client = await lspClient(root);
    const { serverInfo, capabilities } = client.initialized as {
      serverInfo: { name: string };
      capabilities: Record<string, unknown>;
    };
    assertEquals(serverInfo.name, "brace");
    for (
      const one of [
        "completionProvider",
        "hoverProvider",
        "definitionProvider",
        "referencesProvider",
        "renameProvider",
        "codeActionProvider",
        "documentSymbolProvider",
        "codeLensProvider",
        "executeCommandProvider",
        "documentFormattingProvider",
      ]
    ) assert(capabilities[one], one);
    assertEquals(await client.stop(), 0);
  });

  it("shows problems while typing, with the text that is not saved", async () => {
    client = await serverFor();
    await client.open("shop/users/read.yml", READ);
    assertEquals(await client.problems("shop/users/read.yml", () => true), []);
    await client.edit("shop/users/read.yml", "{{region}}", "{{regoin}}");
    const [problem] = await client.problems(
      "shop/users/read.yml",
      (found) => found.length > 0,
    );
    assertEquals(
      [problem.code, problem.severity, problem.source, problem.range],
      ["UNDEFINED_VARIABLE", 1, "brace", {
        start: { line: 7, character: 33 },
        end: { line: 7, character: 43 },
      }],
    );
    await client.edit("shop/users/read.yml", "{{regoin}}", "{{region}}");
    assertEquals(
      await client.problems(
        "shop/users/read.yml",
        ({ length }) => length === 0,
      ),
      [],
    );
    await client.edit("shop/users/read.yml", "\nhttp:\n", "\nhttp\n  x:\n");
    assert(
      codes(
        await client.problems(
          "shop/users/read.yml",
          (found) => found.length > 0,
        ),
      ).includes("YAML_SYNTAX"),
    );
    await client.edit("shop/users/read.yml", "\nhttp\n  x:\n", "\nhttp:\n");
    assertEquals(
      await client.problems(
        "shop/users/read.yml",
        ({ length }) => length === 0,
      ),
      [],
    );
  });

  it("shows what calls and messages are not by their .proto files, which may change", async () => {
    const proto = (field: string) =>
      `syntax = "proto3";\nmessage Q { string ${field} = 1; }\nservice S { rpc M(Q) returns (Q); }\n`;
    await write("shop/protos/s.proto", proto("id"));
    const path = "shop/users/find.yml";
    const text =
      `info: { name: Find, type: grpc }\ngrpc:\n  url: grpc://a.example\n  method: /S/N\n  protoFilePath: protos/s.proto\n  message: |-\n    {\n      "i": "{{region}}" }\n`;
    await write(path, text);
    client = await serverFor();
    await client.open(path, text);
    const wrong = (what: string) => (found: Diagnostic[]) =>
      found.some(({ message }) => `${message}`.includes(what));
    await client.problems(path, wrong('has no method "N"'));
    await client.edit(path, "/S/N", "/S/M");
    const [problem] = (await client.problems(path, wrong('no field "i"')))
      .filter(({ code }) => code === "INVALID_BODY");
    assertEquals(problem.range.start, { line: 7, character: 6 });
    await client.edit(path, '"i"', '"id"');
    await client.problems(path, (found) => codes(found).length === 0);
    const changed = async (text: string) => {
      await write("shop/protos/s.proto", text);
      await client.connection.sendNotification(
        "workspace/didChangeWatchedFiles",
        { changes: [{ uri: client.uri("shop/protos/s.proto"), type: 2 }] },
      );
    };
    await changed(proto("name"));
    await client.problems(path, wrong('no field "id"'));
    await changed("syntax = ;");
    const [broken] = await client.problems(path, wrong("Cannot read"));
    assertEquals(broken.code, "PROTO_SYNTAX");
    assertEquals(broken.range.start, { line: 4, character: 17 });
    assertEquals(
      broken.relatedInformation?.map(({ location }) => location.uri),
      [client.uri("shop/protos/s.proto")],
    );
  });

  it("shows in other open files what an edit brings about", async () => {
    client = await serverFor();
    await client.open("shop/users/read.yml", READ);
    await client.open("shop/opencollection.yml", MAIN);
    await client.problems("shop/users/read.yml", ({ length }) => length === 0);
    await client.edit("shop/opencollection.yml", "name: region", "name: area");
    assertEquals(
      codes(
        await client.problems(
          "shop/users/read.yml",
          (found) => found.length === 1,
        ),
      ),
      ["UNDEFINED_VARIABLE"],
    );
  });

  it("completes variables with kind, masked value and scope, and generators", async () => {
    client = await serverFor("local");
    const typed = READ.replace("region={{region}}", "region={{");
    await client.open("shop/users/read.yml", typed);
    const items = await ask<CompletionItem[]>(
      "completion",
      "shop/users/read.yml",
      "region={{",
    );
    const byLabel = new Map(items.map((it) => [it.label, it]));
    assertEquals(
      labels(items).filter((it) => !it.startsWith("$")),
      ["apiKey", "baseUrl", "limits", "region", "token"],
    );
    assert(labels(items).includes("$uuid"));
    // Neovim sorts by this text, or by the label, where `$` comes first.
    assertEquals(
      items.map(({ sortText = "" }) => sortText),
      items.map(({ sortText = "" }) => sortText).toSorted(),
    );
    assertEquals(
      items.map(({ label }) => label.startsWith("$")).lastIndexOf(false),
      4,
    );
    assert(items.every(({ sortText }) => sortText));
    const { detail, documentation } = byLabel.get("baseUrl")!;
    assertEquals([detail, documentation], [
      "string · environment local",
      "http://localhost",
    ]);
    assertEquals(byLabel.get("apiKey")?.documentation, "***");
    assertEquals(
      byLabel.get("token")?.detail,
      "set by the after-response script of users/login.yml",
    );
    assertEquals(
      byLabel.get("token")?.documentation,
      "Only a run knows its value",
    );
    const inserted = (items: CompletionItem[]) =>
      (items.find(({ label }) => label === "region")?.textEdit as TextEdit)
        ?.newText;
    assertEquals(inserted(items), "region}}");
    // The next placeholder's end is not its own.
    await client.open(
      "shop/users/read.yml",
      READ.replace("region={{region}}", "region={{&b={{region}}"),
    );
    const before = await ask<CompletionItem[]>(
      "completion",
      "shop/users/read.yml",
      "region={{",
    );
    assertEquals(inserted(before), "region}}");
    assert(!JSON.stringify(items).includes("k3y"), "no secret");
  });

  it("completes members, operators, keys, words, environments and the script API", async () => {
    client = await serverFor();
    const path = "shop/users/read.yml";
    const complete = async (text: string, behind: string, at = path) => {
      await client.open(at, text);
      return labels(await ask<CompletionItem[]>("completion", at, behind));
    };
    assertEquals(
      await complete(READ.replace("{{region}}", "{{limits.}}"), "limits."),
      ["size", "deep"],
    );
    assertEquals(
      await complete(
        READ.replace("{{region}}", "{{limits.deep.}}"),
        "limits.deep.",
      ),
      ["a"],
    );
    await client.open(
      "shop/users/login.yml",
      LOGIN.replace(
        "res.body.token",
        "res.body.token);\n        const at = { city: 'x', zip: 1 };\n        client.setVar(\"session\", { user: res.body, at, tags: [{ a: 1 }] }",
      ).replace(
        'setVar("token"',
        "setVar('limits', { most: 9 });\n        client.setVar(\"token\"",
      ),
    );
    for (
      const [typed, members] of [
        ["session.", ["user", "at", "tags"]],
        ["session.at.", ["city", "zip"]],
        ["session.tags.", ["length"]],
        ["session.tags[0].", ["a"]],
        ["session.user.", []],
        ["session.none.", []],
        ["session.none.deeper.", []],
        ["session.constructor.", []],
        ["limits.", ["size", "deep", "most"]],
      ] as [string, string[]][]
    ) {
      assertEquals(
        await complete(
          READ.replace("{{region}}", `{{${typed}}}`),
          `{{${typed}`,
        ),
        members,
        typed,
      );
    }
    assert(
      (await complete(
        READ.replace("operator: eq", "operator: i"),
        "operator: i",
      ))
        .includes("isDefined"),
    );
    const script = READ.replace('test("ok"', 'client.get\n        test("ok"');
    assert((await complete(script, "client.get")).includes("getVar"));
    assert(
      (await complete(
        READ.replace("expression: res.status", "expression: res."),
        "expression: res.",
      )).includes("responseTime"),
    );
    const keys = await complete(
      READ.replace("  method: GET\n", "  method: GET\n  p\n"),
      "  method: GET\n  p",
    );
    assertEquals(keys, ["params", "body", "auth"]);
    assertEquals(
      await complete(
        READ.replace("  method: GET\n", "  method: GET\n  \n"),
        "  method: GET\n  ",
      ),
      keys,
    );
    assert(
      (await complete(
        READ.replace("  method: GET", "  auth:\n    type: b\n  method: GET"),
        "    type: b",
      )).includes("bearer"),
    );
    assertEquals(
      await complete(
        `extends: p\n${LOCAL}`,
        "extends: p",
        "shop/environments/local.yml",
      ),
      ["prod"],
    );
    const chat = [
      "info: {name: C, type: websocket}",
      "websocket:",
      "  url: ws://h",
      "  message:",
      "    - {title: login, message: {data: a}}",
      "    - {message: {data: b}}",
      "extensions:",
      "  brace:",
      "    stream:",
      "      steps:",
      "        - send: l",
      "          ",
      "      c",
      "",
    ].join("\n");
    assertEquals(await complete(chat, "- send: l"), ["login", "message 2"]);
    assertEquals(await complete(chat, "          "), ["wait", "set", "pause"]);
    assertEquals(await complete(chat, "      c"), [
      "until",
      "count",
      "idle",
      "duration",
    ]);
    assert(
      (await complete(
        READ.replace('getVar("token")', 'getVar("t")'),
        'getVar("t',
      )).includes("token"),
    );
  });

  it("tells on hover what a variable is, and what a key is for", async () => {
    client = await serverFor("prod");
    await client.open("shop/users/read.yml", READ);
    const hover = async (behind: string) => {
      const found = await ask<Hover | null>(
        "hover",
        "shop/users/read.yml",
        behind,
      );
      return (found?.contents as { value: string } | undefined)?.value;
    };
    const url = await hover("{{base") ?? "";
    assert(url.startsWith("**baseUrl** · string"), url);
    assert(url.includes("`https://prod.example.com`"), url);
    assert(url.includes("environment prod · environments/prod.yml:4"), url);
    assert(url.includes("Used in 2 places"), url);
    const token = await hover('getVar("tok');
    assert(token?.includes("set by the after-response script of users"), token);
    assertEquals(await hover("  head"), "Headers in order");
    assertEquals(await hover("Bearer"), undefined);
    await client.edit("shop/users/read.yml", "{{region}}", "{{regoin}}");
    assertEquals(await hover("{{regoin"), "Nothing defines **regoin**");
    await client.open(
      "shop/environments/prod.yml",
      `${PROD}  - {name: tenant, value: {region: eu, list: [7]}}\n  - {name: hook, value: "https://bob:l1teral-pw@a.example/?api_key=l1teral-s3cret"}\n`,
    );
    await client.edit(
      "shop/users/read.yml",
      "{{regoin}}",
      "{{tenant.region}}{{ tenant.list[0] }}{{tenant.no}}",
    );
    for (
      const [behind, begins] of [
        ["{{ten", "**tenant** · object\n\n`{"],
        [
          "{{tenant.reg",
          "**tenant.region** · string\n\n`eu` · environment prod",
        ],
        ["{{ tenant.li", "**tenant.list** · array\n\n`[7]` · environment prod"],
        [
          "{{ tenant.list[0",
          "**tenant.list\\[0\\]** · number\n\n`7` · environment prod",
        ],
        ["{{tenant.n", "**tenant** · object"],
      ]
    ) {
      const said = await hover(behind);
      assert(said?.startsWith(begins), said);
    }
    await client.edit("shop/users/read.yml", "tenant.no", "hook");
    const hook = await hover("{{ho");
    assertStringIncludes(
      hook ?? "",
      "`https://bob:***@a.example/?api_key=***`",
    );
    await client.open("shop/environments/prod.yml", PROD);
    const secret = await client.connection.sendRequest<Hover>(
      "textDocument/hover",
      {
        textDocument: { uri: client.uri("shop/environments/prod.yml") },
        position: client.behind("shop/environments/prod.yml", "name: apiK"),
      },
    );
    assert(!JSON.stringify(secret).includes("k3y"), "no secret");
    assert(JSON.stringify(secret).includes("***"));
  });

  it("goes to definitions and finds references", async () => {
    client = await serverFor();
    await client.open("shop/users/read.yml", READ);
    const places = (found: Location[]) =>
      found.map(({ uri, range }) =>
        `${uri.slice(uri.indexOf("shop/"))}:${range.start.line + 1}`
      ).sort();
    assertEquals(
      places(
        await ask<Location[]>("definition", "shop/users/read.yml", "{{token"),
      ),
      ["shop/users/login.yml:9"],
    );
    assertEquals(
      places(
        await ask<Location[]>("definition", "shop/users/read.yml", "{{base"),
      ),
      ["shop/environments/local.yml:3", "shop/environments/prod.yml:3"],
    );
    const [, { range }] = await ask<Location[]>(
      "references",
      "shop/users/read.yml",
      "{{region",
      { context: { includeDeclaration: true } },
    ).then((found) => found.toReversed());
    assertEquals(range, {
      start: { line: 3, character: 12 },
      end: { line: 3, character: 18 },
    });
    assertEquals(
      places(
        await ask<Location[]>("references", "shop/users/read.yml", "{{token", {
          context: { includeDeclaration: true },
        }),
      ),
      [
        "shop/users/login.yml:9",
        "shop/users/read.yml:11",
        "shop/users/read.yml:17",
      ],
    );
  });

  it("knows a variable in its value, too", async () => {
    client = await serverFor();
    const path = "shop/opencollection.yml";
    await client.open(path, MAIN);
    const hover = await ask<Hover>("hover", path, "value: e");
    assertEquals(hover.range, {
      start: { line: 4, character: 13 },
      end: { line: 4, character: 15 },
    });
    assert(JSON.stringify(hover.contents).includes("**region**"));
    const context = { includeDeclaration: false };
    assertEquals(
      (await ask<Location[]>("references", path, "value: e", { context }))
        .map(({ uri }) => uri),
      [client.uri("shop/users/read.yml")],
    );
    assertEquals(
      await ask<unknown>("prepareRename", path, "value: e"),
      { range: hover.range, placeholder: "region" },
    );
    assertEquals(await ask<Hover | null>("hover", path, "name: Sh"), null);
    const key = await ask<Hover>("hover", path, "    val");
    assert(!JSON.stringify(key.contents).includes("region"));
  });

  it("renames a variable wherever it is defined, set and used", async () => {
    client = await serverFor();
    await client.open("shop/users/read.yml", READ);
    const rename = (behind: string, newName: string) =>
      ask<WorkspaceEdit>("rename", "shop/users/read.yml", behind, { newName });
    const texts = async ({ changes = {} }: WorkspaceEdit) => {
      const all: Record<string, string> = {};
      for (const [uri, edits] of Object.entries(changes)) {
        const path = uri.slice(uri.indexOf("shop/"));
        const lines = (await Deno.readTextFile(`${root}/${path}`)).split("\n");
        for (
          const { range: { start, end }, newText } of edits.toReversed()
        ) {
          const line = lines[start.line];
          lines[start.line] = line.slice(0, start.character) + newText +
            line.slice(end.character);
        }
        all[path] = lines.join("\n");
      }
      return all;
    };
    assertEquals(await texts(await rename("{{token", "session")), {
      "shop/users/login.yml": LOGIN.replace('"token"', '"session"'),
      "shop/users/read.yml": READ.replace("{{token}}", "{{session}}")
        .replace('"token"', '"session"'),
    });
    assertEquals(await texts(await rename("{{base", "host")), {
      "shop/environments/local.yml": LOCAL.replace(
        "name: baseUrl",
        "name: host",
      ),
      "shop/environments/prod.yml": PROD.replace("name: baseUrl", "name: host"),
      "shop/users/login.yml": LOGIN.replace("baseUrl", "host"),
      "shop/users/read.yml": READ.replace("baseUrl", "host"),
    });
    // What is read before the first request, too.
    const configured = `${MAIN}config:
  proxy: { config: { hostname: "p.{{region}}.example", port: 1 } }
extensions: { brace: { hosts: ["{{region}}.example"] } }
`;
    await client.open("shop/opencollection.yml", configured);
    await write("shop/opencollection.yml", configured);
    assertEquals(await texts(await rename("{{region", "area")), {
      "shop/opencollection.yml": configured.replace(
        "name: region",
        "name: area",
      )
        .replaceAll("{{region}}", "{{area}}"),
      "shop/users/read.yml": READ.replace("{{region}}", "{{area}}"),
    });
  });

  it("renames a variable in the files that scripts require", async () => {
    const LIB =
      `export const token = (): string => client.getVar("token") ?? "";
export const url = () => client.interpolate("{{baseUrl}}/users/{{ token }}");
`;
    await write("shop/lib/users.ts", LIB);
    const required = (text: string) =>
      text.replace("code: |-", '$&\n        require("./lib/users");');
    const read = required(READ);
    await write("shop/users/read.yml", read);
    // The file is required twice.
    await write("shop/users/login.yml", required(LOGIN));
    client = await serverFor();
    await client.open("shop/users/read.yml", read);
    const changed = async (behind: string) => {
      const { changes = {} } = await ask<WorkspaceEdit>(
        "rename",
        "shop/users/read.yml",
        behind,
        { newName: "other" },
      );
      const lines = LIB.split("\n");
      const edits = changes[client.uri("shop/lib/users.ts")] ?? [];
      for (const { range: { start, end }, newText } of edits.toReversed()) {
        lines[start.line] = lines[start.line].slice(0, start.character) +
          newText + lines[start.line].slice(end.character);
      }
      return lines.join("\n");
    };
    assertEquals(
      await changed("{{base"),
      LIB.replace("{{baseUrl", "{{other"),
    );
    assertEquals(
      await changed("{{token"),
      LIB.replace('"token"', '"other"').replace("{{ token", "{{ other"),
    );
  });

  it("refuses to rename where that would change what is meant", async () => {
    client = await serverFor();
    await client.open("shop/users/read.yml", READ);
    const refused = async (newName: string, said: string) => {
      await assertRejects(
        () => ask("rename", "shop/users/read.yml", "{{region", { newName }),
        Error,
        said,
      );
    };
    await refused("token", 'there is a variable "token" already');
    await refused("1st", '"1st" is not a name for a variable');
    await client.edit("shop/users/read.yml", "{{region}}", "{{region.name}}");
    await assertRejects(
      () =>
        ask("rename", "shop/users/read.yml", "{{region.na", { newName: "a" }),
      Error,
      'Cannot rename "name": it is a member of "region", and only variables can be renamed',
    );
    assertEquals(
      await ask("prepareRename", "shop/users/read.yml", "{{region.na"),
      null,
    );
    await client.edit("shop/users/read.yml", "{{region.name}}", "{{region}}");
    await refused("process", '"process" is not a name for a variable');
    for (
      const [from, to, newName, said] of [
        ["{{baseUrl}}", "{{used}}", "used", 'there is a variable "used"'],
        [
          'setVar("token"',
          'setVar("region[0]"',
          "area",
          '"region[0]" is a separate variable',
        ],
        [
          'setVar("token"',
          'setVar("region.a"',
          "area",
          '"region.a" is a separate variable',
        ],
      ]
    ) {
      await client.open("shop/users/login.yml", LOGIN.replace(from, to));
      await refused(newName, said);
    }
    await client.open(
      "shop/users/login.yml",
      LOGIN.replace('setVar("token"', "setVar(name"),
    );
    await refused("area", "computes the names of variables");
    await client.open(
      "shop/users/login.yml",
      LOGIN.replace('setVar("token", ', "getVar(name, "),
    );
    await refused("area", "computes the names of variables");
    await client.open(
      "shop/users/login.yml",
      LOGIN.replace(
        "client.setVar",
        'const NAME = "region"; client.setVar(NAME, res.body[NAME]); client.setVar',
      ),
    );
    await refused(
      "area",
      "a script in users/login.yml has the name in a const",
    );
    await client.open(
      "shop/users/login.yml",
      `${LOGIN}  assertions:\n    - { expression: region, operator: isDefined }\n`,
    );
    await refused("area", "an assertion in users/login.yml");
  });

  it("offers what fixes a problem, symbols, formatting and a lens that sends", async () => {
    client = await serverFor("local");
    const path = "shop/users/read.yml";
    await client.open(
      path,
      READ.replace("{{region}}", "{{regoin}}").replace(
        "runtime:\n",
        '  body:\n    type: form-urlencoded\n    data:\n      - { name: "", value: a }\n      - name: b\n\nruntime:\n',
      ),
    );
    const [problem] = await client.problems(path, ({ length }) => length === 1);
    const [action] = await client.connection.sendRequest<CodeAction[]>(
      "textDocument/codeAction",
      {
        textDocument: { uri: client.uri(path) },
        range: problem.range,
        context: { diagnostics: [problem] },
      },
    );
    assertEquals(action.title, 'Change it to "region"');
    // The cursor at either end of the problem is enough.
    for (const position of [problem.range.start, problem.range.end]) {
      const actions = await client.connection.sendRequest<CodeAction[]>(
        "textDocument/codeAction",
        {
          textDocument: { uri: client.uri(path) },
          range: { start: position, end: position },
          context: { diagnostics: [] },
        },
      );
      assertEquals(actions.map(({ title }) => title), [action.title]);
    }
    assertEquals(Object.values(action.edit!.changes!)[0][0].newText, "region");
    const document = { textDocument: { uri: client.uri(path) } };
    const symbols = await client.connection.sendRequest<DocumentSymbol[]>(
      "textDocument/documentSymbol",
      document,
    );
    const named = (all: DocumentSymbol[]): unknown[] =>
      all.map(({ name, children = [] }) =>
        children.length === 0 ? name : [name, named(children)]
      );
    assertEquals(named(symbols), [
      "info",
      ["http", [["headers", ["Authorization"]], ["body", [["data", ["b"]]]]]],
      ["runtime", [["scripts", ["tests"]], ["assertions", ["res.status"]]]],
    ]);
    const [lens, after] = await client.connection.sendRequest<CodeLens[]>(
      "textDocument/codeLens",
      document,
    );
    assertEquals(after.command, {
      title: 'Send after users/login.yml with "local"',
      command: "brace.send",
      arguments: [{
        args: ["run", `${root}/${path}`, "--env", "local", "--with-needed"],
        cwd: `${root}/shop`,
      }],
    });
    assertEquals(lens.command, {
      title: 'Send with "local"',
      command: "brace.send",
      arguments: [{
        args: ["run", `${root}/${path}`, "--env", "local"],
        cwd: `${root}/shop`,
      }],
    });
    await client.open(path, 'http: { url: "{{baseUrl}}" }\n');
    const alone = await client.connection.sendRequest<CodeLens[]>(
      "textDocument/codeLens",
      document,
    );
    assertEquals(alone.map(({ command }) => command?.title), [
      'Send with "local"',
    ]);
    const [edit] = await client.connection.sendRequest<TextEdit[]>(
      "textDocument/formatting",
      { ...document, options: { tabSize: 2, insertSpaces: true } },
    );
    assertEquals(edit.newText, 'http:\n  url: "{{baseUrl}}"\n');
  });

  it("offers a cursor the fixes of its line, those under it first", async () => {
    client = await serverFor("local");
    const path = "shop/users/read.yml";
    const text = READ.replace("{{region}}", "{{regoin}}&key={{apiKye}}");
    await client.open(path, text);
    const problems = await client.problems(path, ({ length }) => length === 2);
    const [region, apiKey] = ["region", "apiKey"].map((it) =>
      `Change it to "${it}"`
    );
    const line = text.split("\n").findIndex((it) => it.includes("{{regoin}}"));
    const first = { line, character: 0 };
    const above = { line: line - 1, character: 0 };
    const offered: [range: Range, all: string[], preferred: string[]][] = [
      [{ start: first, end: first }, [region, apiKey], []],
      ...problems.map(({ range: { end } }): (typeof offered)[number] => {
        const { line, character } = end;
        const within = { line, character: character - 3 };
        const isKey = end.character === text.split("\n")[line].length - 1;
        return [
          { start: within, end: within },
          isKey ? [apiKey, region] : [region, apiKey],
          [isKey ? apiKey : region],
        ];
      }),
      [{ start: first, end: { line, character: 2 } }, [], []],
      [{ start: above, end: above }, [], []],
    ];
    for (const [range, all, preferred] of offered) {
      const actions = await client.connection.sendRequest<CodeAction[]>(
        "textDocument/codeAction",
        {
          textDocument: { uri: client.uri(path) },
          range,
          context: { diagnostics: [] },
        },
      );
      assertEquals(
        [
          actions.map(({ title }) => title),
          actions.filter((it) => it.isPreferred).map(({ title }) => title),
        ],
        [all, preferred],
      );
    }
  });

  const MENDED: Record<string, [from: string, to: string, title: string]> = {
    "quotes around a placeholder in JSON": [
      'data: "{\\"region\\": {{region}}}"',
      'data: "{\\"region\\": \\"{{region}}\\"}"',
      "Put quotes around it",
    ],
    "a name in a block": [
      'data: |-\n      {"a": {{limits.size}},\n       "b": "{{regoin}}"}',
      'data: |-\n      {"a": {{limits.size}},\n       "b": "{{region}}"}',
      'Change it to "region"',
    ],
    "a key": ["dta: x", "data: x", 'Change it to "data"'],
    "a word": [
      "data: x\n  params: [{ name: a, value: b, type: 'qury' }]",
      "data: x\n  params: [{ name: a, value: b, type: 'query' }]",
      'Change it to "query"',
    ],
    "a text without quotes": [
      "data: {{region}}/a, b  # a comment",
      'data: "{{region}}/a, b"  # a comment',
      "Put quotes around it",
    ],
    "a text without quotes in brackets": [
      "data: x\n  params: [{ name: a, value: {{limits['a, b']}}/{{x}} }, { name: b, value: c }]",
      "data: x\n  params: [{ name: a, value: \"{{limits['a, b']}}/{{x}}\" }, { name: b, value: c }]",
      "Put quotes around it",
    ],
    "a text with quotes in it": [
      'data: {{region}} "it\'s"',
      "data: '{{region}} \"it''s\"'",
      "Put quotes around it",
    ],
  };
  const withBody = (data: string) =>
    READ.replace(
      "  headers:",
      `  body:\n    type: json\n    ${data}\n  headers:`,
    );
  const withRead = (read: string) =>
    READ.replace('client.getVar("token")', read);
  const MENDED_TEXTS = [
    ...Object.entries(MENDED).map(([what, [from, to, title]]) => ({
      what,
      before: withBody(from),
      after: withBody(to),
      title,
    })),
    {
      what: "a name in a script",
      before: withRead('client.getVar("tokn")'),
      after: withRead('client.getVar("token")'),
      title: 'Change it to "token"',
    },
    {
      what: "a name in a constant of a script",
      before: withRead("client.getVar(NAME)").replace(
        "test(",
        'const NAME = "tokn"; test(',
      ),
      after: withRead("client.getVar(NAME)").replace(
        "test(",
        'const NAME = "token"; test(',
      ),
      title: 'Change it to "token"',
    },
  ];
  for (const { what, before, after, title } of MENDED_TEXTS) {
    it(`fixes ${what}`, async () => {
      client = await serverFor("local");
      const path = "shop/users/read.yml";
      await client.open(path, before);
      const problems = await client.problems(path, (it) => it.length > 0);
      const actions = await client.connection.sendRequest<CodeAction[]>(
        "textDocument/codeAction",
        {
          textDocument: { uri: client.uri(path) },
          range: problems[0].range,
          context: { diagnostics: problems },
        },
      );
      assertEquals(actions.map((it) => it.title), [title]);
      const edits = actions[0].edit!.changes![client.uri(path)];
      const document = TextDocument.create("", "", 0, before);
      assertEquals(TextDocument.applyEdits(document, edits), after);
    });
  }

  for (
    const [environment, path, from, to, name] of [
      [
        "local",
        "shop/environments/local.yml",
        "value: k3y-for-tests\n",
        'value: k3y-for-tests\n  - name: payload\n    value: ""\n',
        "payload.id",
      ],
      [
        "",
        "shop/opencollection.yml",
        "deep: { a: 1 } }\n",
        'deep: { a: 1 } }\n    - name: payload\n      value: ""\n',
        "payload",
      ],
      [
        "local",
        "shop/environments/local.yml",
        "value: k3y-for-tests\n",
        'value: k3y-for-tests\n  - secret: true\n    name: userToken\n    value: "{{process.env.USER_TOKEN}}"\n',
        "userToken",
      ],
    ]
  ) {
    it(`defines ${name}, which nothing defines, in ${path}`, async () => {
      client = await serverFor(environment);
      const own = "shop/users/read.yml";
      await client.open(own, READ.replace("{{region}}", `{{${name}}}`));
      const [problem] = await client.problems(
        own,
        (it) => it.some(({ code }) => code === "UNDEFINED_VARIABLE"),
      );
      const [action, ...more] = await client.connection.sendRequest<
        CodeAction[]
      >("textDocument/codeAction", {
        textDocument: { uri: client.uri(own) },
        range: problem.range,
        context: { diagnostics: [problem] },
      });
      assertEquals(more, []);
      assertEquals(action.title, `Define it in ${path.slice("shop/".length)}`);
      const before = path.includes("local") ? LOCAL : MAIN;
      assertEquals(
        TextDocument.applyEdits(
          TextDocument.create("", "", 0, before),
          action.edit!.changes![client.uri(path)],
        ),
        before.replace(from, to),
      );
    });
  }

  const ONE = `info: { name: One }
config:
  environments:
    - name: dev
      variables: [{ name: base, value: "http://127.0.0.1" }]
    - name: local
items:
  - info: { name: a, type: http }
    http: { url: "http://127.0.0.1/{{lacked}}" }
`;
  const BRU = "get {\n  url: http://127.0.0.1/{{lacked}}\n}\n";
  const BRUNO = '{ "version": "1", "name": "b", "type": "collection" }';
  const DEV = "vars {\n  base: http://127.0.0.1\n}\n";
  const HOMES: [
    what: string,
    environment: string,
    files: Record<string, string>,
    defined: [file: string, from: string, to: string] | undefined,
  ][] = [
    ["an environment of a collection in one file", "local", {
      "one/opencollection.yml": ONE,
    }, [
      "one/opencollection.yml",
      "- name: local\n",
      '- name: local\n      variables:\n        - name: lacked\n          value: ""\n',
    ]],
    ["the only environment of a .bru folder", "", {
      "b/a.bru": BRU,
      "b/bruno.json": BRUNO,
      "b/environments/dev.bru": DEV,
    }, ["b/environments/dev.bru", "0.1\n", "0.1\n  lacked: \n"]],
    ["collection.bru, if it is there", "", {
      "b/a.bru": BRU,
      "b/bruno.json": BRUNO,
      "b/collection.bru": "vars:pre-request {\n  a: b\n}\n",
      "b/environments/dev.bru": DEV,
    }, ["b/collection.bru", "a: b\n", "a: b\n  lacked: \n"]],
    ["none of two environments of a .bru folder", "", {
      "b/a.bru": BRU,
      "b/bruno.json": BRUNO,
      "b/environments/dev.bru": DEV,
      "b/environments/prod.bru": DEV,
    }, undefined],
  ];
  for (const [what, environment, files, defined] of HOMES) {
    it(`defines a variable in ${what}`, async () => {
      for (const [path, text] of Object.entries(files)) await write(path, text);
      client = await serverFor(environment);
      const [own] = Object.keys(files);
      await client.open(own, files[own]);
      const isMeant = ({ code }: Diagnostic) => code === "UNDEFINED_VARIABLE";
      const problems = await client.problems(own, (it) => it.some(isMeant));
      const problem = problems.find(isMeant)!;
      const actions = await client.connection.sendRequest<CodeAction[]>(
        "textDocument/codeAction",
        {
          textDocument: { uri: client.uri(own) },
          range: problem.range,
          context: { diagnostics: [problem] },
        },
      );
      if (defined === undefined) return assertEquals(actions, []);
      const [file, from, to] = defined;
      const text = TextDocument.create("", "", 0, files[file]);
      assertEquals(
        actions.map(({ edit }) =>
          TextDocument.applyEdits(text, edit!.changes![client.uri(file)] ?? [])
        ),
        [files[file].replace(from, to)],
      );
    });
  }

  const MEMBERS: Record<string, [code: string, fixed?: string]> = {
    "a member": ["res.getStaus()", "res.getStatus()"],
    "a member whose owner has its name in it": [
      "client.runner.runne();client.setVr('a', 1)",
      "client.runner.runne();client.setVar('a', 1)",
    ],
    "a name that nothing defines": [
      "rse.status;",
      "res.status;",
    ],
    "a name whose members stand in lines of their own": [
      "clint\n          .setVar('a', 1)",
      "client\n          .setVar('a', 1)",
    ],
    "nothing of a name that is near to none": ["zzzz.status;"],
    "nothing of a member in a line of its own": [
      "client.cookies\n          .jaar()",
    ],
  };
  for (const [what, [from, to]] of Object.entries(MEMBERS)) {
    it(`fixes ${what}`, async () => {
      client = await serverFor("local");
      const path = "shop/users/read.yml";
      const withCode = (code: string) => READ.replace(/test\("ok".*/, code);
      await client.open(path, withCode(from));
      const problems = await client.problems(path, (it) => it.length > 0);
      assert(codes(problems).includes("UNKNOWN_MEMBER"));
      const actions = await client.connection.sendRequest<CodeAction[]>(
        "textDocument/codeAction",
        {
          textDocument: { uri: client.uri(path) },
          range: {
            start: { line: 0, character: 0 },
            end: { line: 30, character: 0 },
          },
          context: { diagnostics: problems },
        },
      );
      const edits = actions.flatMap((it) =>
        it.edit!.changes![client.uri(path)]
      );
      const document = TextDocument.create("", "", 0, withCode(from));
      assertEquals(
        TextDocument.applyEdits(document, edits),
        withCode(to ?? from),
      );
    });
  }

  it("fixes names and quotes in .bru files, and keys of auth when asked", async () => {
    await write(
      "bru/bruno.json",
      '{"version": "1", "name": "B", "type": "collection"}',
    );
    await write("bru/environments/local.bru", "vars {\n  word: a\n}\n");
    const bru = (body: string, header: string) =>
      `meta {
  name: A
  type: http
}

post {
  url: http://localhost
  body: json
}

headers {
  X: ${header}
}

body:json {
  { "a": ${body} }
}
`;
    client = await serverFor();
    for (
      const [path, from, to] of [
        [
          "bru/a.bru",
          bru("{{word}}", "{{wrod}}"),
          bru('"{{word}}"', "{{word}}"),
        ],
        [
          "bru/a.bru",
          bru('"{{word}}"', "{{word}}").replace("body: json", "body: josn"),
          bru('"{{word}}"', "{{word}}"),
        ],
        [
          "shop/users/read.yml",
          READ.replace("  headers:", "  ath: inherit\n  headers:"),
          READ.replace("  headers:", "  auth: inherit\n  headers:"),
        ],
      ]
    ) {
      await client.open(path, from);
      const problems = await client.problems(path, (it) => it.length > 0);
      const actions = await client.connection.sendRequest<CodeAction[]>(
        "textDocument/codeAction",
        {
          textDocument: { uri: client.uri(path) },
          range: {
            start: { line: 0, character: 0 },
            end: { line: 30, character: 0 },
          },
          context: { diagnostics: problems },
        },
      );
      const edits = actions.flatMap((it) =>
        it.edit!.changes![client.uri(path)]
      );
      const document = TextDocument.create("", "", 0, from);
      assertEquals(TextDocument.applyEdits(document, edits), to);
    }
  });

  it("tells what any request makes of an environment", async () => {
    const shared = (value: string) =>
      LOCAL + `  - name: shared\n    value: "${value}"\n`;
    await write(
      "shop/users/a.yml",
      "http: { url: 'http://h/{{shared}}' }\nruntime: { variables: [{ name: own, value: 1 }] }\n",
    );
    await write("shop/users/b.yml", "http: { url: 'http://h/{{shared}}' }\n");
    client = await serverFor("local");
    const path = "shop/environments/local.yml";
    await client.open(path, shared("x"));
    const isWrong = (found: Diagnostic[]) =>
      codes(found).includes("UNDEFINED_VARIABLE");
    await client.problems(path, (found) => !isWrong(found));
    // The first request that uses it has what it wants.
    await client.edit(path, '"x"', '"{{own}}"');
    await client.problems(path, isWrong);
    await client.edit(path, '"{{own}}"', '"{{region}}"');
    await client.problems(path, (found) => !isWrong(found));
  });

  it("reads scripts as check does: by their syntax", async () => {
    client = await serverFor();
    const login = LOGIN.replace(
      "client.setVar(",
      "const store = client; store.setVar(",
    );
    await client.open("shop/users/login.yml", login);
    await client.open("shop/users/read.yml", READ);
    assertEquals(await client.problems("shop/users/read.yml", () => true), []);
    const [place] = await ask<Location[]>(
      "definition",
      "shop/users/read.yml",
      "{{token",
    );
    assertEquals(place.uri, client.uri("shop/users/login.yml"));
    await client.open(
      "shop/users/login.yml",
      LOGIN.replace(
        "client.setVar(",
        '// client.setVar("region", 1)\n        client.setVar(',
      ),
    );
    const { changes } = await ask<WorkspaceEdit>(
      "rename",
      "shop/users/read.yml",
      "{{region",
      { newName: "area" },
    );
    assertEquals(Object.keys(changes!).sort(), [
      client.uri("shop/opencollection.yml"),
      client.uri("shop/users/read.yml"),
    ]);
    await client.edit("shop/users/read.yml", "client.getVar", "client.getVr");
    const [unknown] = await client.problems(
      "shop/users/read.yml",
      ({ length }) => length > 0,
    );
    assertEquals(unknown.code, "UNKNOWN_MEMBER");
    await client.edit(
      "shop/users/read.yml",
      "client.getVr(",
      "client.getVar((",
    );
    await client.problems(
      "shop/users/read.yml",
      (found) => codes(found).includes("SCRIPT_SYNTAX"),
    );
  });

  it("takes the active environment from the settings and the command", async () => {
    let environment = "local";
    client = await lspClient(root, { settings: () => ({ environment }) });
    const path = "shop/users/read.yml";
    await client.open(path, READ.replace("{{region}}", "{{onlyProd}}"));
    const undefinedIn = (found: Diagnostic[]) =>
      codes(found).includes("UNDEFINED_VARIABLE");
    await client.problems(path, undefinedIn);
    environment = "prod";
    await client.connection.sendNotification(
      "workspace/didChangeConfiguration",
      { settings: null },
    );
    await client.problems(path, (found) => !undefinedIn(found));
    const select = (name: string) =>
      client.connection.sendRequest("workspace/executeCommand", {
        command: "brace.selectEnvironment",
        arguments: [name],
      });
    assertEquals(await select("local"), "local");
    await client.problems(path, undefinedIn);
    await assertRejects(
      () => select("nowhere"),
      Error,
      "use one of local, prod",
    );
    // It cannot register for changes of the settings, but tells of them.
    assertEquals(client.registered, ["workspace/didChangeWatchedFiles"]);
  });

  it("serves two folders at once, and files of none", async () => {
    await write("other/opencollection.yml", "info: { name: Other }\n");
    await write("other/a.yml", "http: { url: '{{region}}' }\n");
    await write("notes.yml", "- {{x}}\n");
    client = await lspClient(root);
    await client.open("shop/users/read.yml", READ);
    await client.open("other/a.yml", "http: { url: '{{region}}' }\n");
    await client.open("notes.yml", "- {{x}}\n");
    assertEquals(
      codes(await client.problems("other/a.yml", ({ length }) => length > 0)),
      ["UNDEFINED_VARIABLE"],
    );
    assertEquals(await client.problems("shop/users/read.yml", () => true), []);
    assertEquals(await ask("hover", "notes.yml", "{{x"), null);
    const options = { tabSize: 2, insertSpaces: true };
    for (const what of ["formatting", "documentSymbol", "codeLens"]) {
      const found = await ask(what, "notes.yml", "{{x", { options });
      assertEquals(found, [], what);
    }
  });

  it("reads the .env beside a collection in one file, as a run does", async () => {
    const url = "{{process.env.HOST}}/{{process.env.GONE}}";
    const text = `info: { name: One }
items:
  - info: { name: a, type: http }
    http: { method: GET, url: "${url}" }
`;
    await write("one/shop.yml", text);
    await write("one/.env", "HOST=http://localhost\n");
    client = await serverFor();
    await client.open("one/shop.yml", text);
    const found = await client.problems(
      "one/shop.yml",
      ({ length }) => length > 0,
    );
    assertEquals(
      found.map(({ message }) => /HOST|GONE/.exec(String(message))?.[0]),
      [
        "GONE",
      ],
    );
  });

  it("knows a file that is new, and what becomes of one", async () => {
    client = await serverFor();
    await client.open("shop/users/read.yml", READ);
    await client.open("shop/new.yml", "notes: {{nope}}\n");
    await client.edit(
      "shop/new.yml",
      "notes: {{nope}}",
      "http: { url: '{{nope}}' }",
    );
    assertEquals(
      codes(await client.problems("shop/new.yml", ({ length }) => length > 0)),
      ["UNDEFINED_VARIABLE"],
    );
    await client.edit("shop/new.yml", "http: { url: '{{nope}}' }", "notes: 1");
    assertEquals(await ask("hover", "shop/new.yml", "notes"), null);
    assertEquals(await client.problems("shop/new.yml", () => true), []);
  });

  it("follows what changes on the disk", async () => {
    client = await serverFor();
    await client.open("shop/users/read.yml", READ);
    await client.problems("shop/users/read.yml", ({ length }) => length === 0);
    await write("shop/opencollection.yml", "info: { name: Shop }\n");
    await client.connection.sendNotification(
      "workspace/didChangeWatchedFiles",
      { changes: [{ uri: client.uri("shop/opencollection.yml"), type: 2 }] },
    );
    assertEquals(
      codes(
        await client.problems(
          "shop/users/read.yml",
          ({ length }) => length === 1,
        ),
      ),
      ["UNDEFINED_VARIABLE"],
    );
  });

  it("knows the global variables that brace.yaml names", async () => {
    const tenant = (value: string) =>
      `name: Globals\nvariables:\n  - name: tenant\n    value: ${value}\n`;
    await write("shop/environments/Globals.yml", tenant("acme"));
    await write(
      "shop/brace.yaml",
      "run: { global-env: environments/Globals.yml }\n",
    );
    client = await serverFor("local");
    const path = "shop/users/read.yml";
    await client.open(path, READ.replace("{{region}}", "{{tenant}}"));
    assertEquals(await client.problems(path, () => true), []);
    const offered = await ask<CompletionItem[]>("completion", path, "{{ten");
    assertEquals(
      offered.filter(({ label }) => label === "tenant")
        .map(({ detail, documentation }) => [detail, documentation]),
      [["string · global", "acme"]],
    );
    const hovered = async () => {
      const found = await ask<Hover>("hover", path, "{{ten");
      return (found.contents as { value: string }).value.split("\n\n")[1];
    };
    assertEquals(
      await hovered(),
      "`acme` · global · environments/Globals.yml:4",
    );
    const places = await ask<Location[]>("definition", path, "{{ten");
    assertEquals(places.map(({ uri }) => uri), [
      client.uri("shop/environments/Globals.yml"),
    ]);
    // What an editor has of the file, and no longer does.
    const globals = "shop/environments/Globals.yml";
    await client.open(globals, tenant("acme"));
    await client.edit(globals, "acme", "umbrella");
    assertEquals(
      await hovered(),
      "`umbrella` · global · environments/Globals.yml:4",
    );
    await write("shop/brace.yaml", "run: {}\n");
    await client.connection.sendNotification(
      "workspace/didChangeWatchedFiles",
      { changes: [{ uri: client.uri("shop/brace.yaml"), type: 2 }] },
    );
    assertEquals(
      codes(await client.problems(path, ({ length }) => length === 1)),
      ["UNDEFINED_VARIABLE"],
    );
  });

  it("knows .bru files", async () => {
    await write(
      "bru/bruno.json",
      '{"version": "1", "name": "B", "type": "collection"}',
    );
    await write(
      "bru/environments/local.bru",
      "vars {\n  host: http://localhost\n}\n",
    );
    const request = `meta {
  name: A
  type: http
}

get {
  url: {{host}}/{{hst}}
}

script:post-response {
  client.
}
`;
    client = await serverFor();
    await client.open("bru/a.bru", request);
    const problems = await client.problems(
      "bru/a.bru",
      ({ length }) => length > 0,
    );
    assertEquals(
      problems.map(({ code, range }) => [code, range.start]).sort(),
      [
        ["SCRIPT_SYNTAX", { line: 10, character: 8 }],
        ["UNDEFINED_VARIABLE", { line: 6, character: 16 }],
      ],
    );
    assertEquals(
      labels(await ask<CompletionItem[]>("completion", "bru/a.bru", "{{ho"))
        .slice(0, 1),
      ["host"],
    );
    assert(
      labels(await ask<CompletionItem[]>("completion", "bru/a.bru", "client."))
        .includes("setVar"),
    );
    const [place] = await ask<Location[]>("definition", "bru/a.bru", "{{ho");
    assertEquals(
      place,
      {
        uri: client.uri("bru/environments/local.bru"),
        range: {
          start: { line: 1, character: 2 },
          end: { line: 1, character: 6 },
        },
      },
    );
    const { changes } = await ask<WorkspaceEdit>(
      "rename",
      "bru/a.bru",
      "{{ho",
      {
        newName: "base",
      },
    );
    assertEquals(changes?.[client.uri("bru/environments/local.bru")], [{
      range: {
        start: { line: 1, character: 2 },
        end: { line: 1, character: 6 },
      },
      newText: "base",
    }]);
  });

  it("goes on after malformed messages", async () => {
    client = await lspClient(root);
    const say = (text: string) => {
      const bytes = new TextEncoder().encode(text);
      client.process.stdin!.write(
        `Content-Length: ${bytes.length}\r\n\r\n${text}`,
      );
    };
    say('{"jsonrpc": "2.0", "method": ');
    say('{"jsonrpc": "2.0", "id": 900, "method": "textDocument/hover"}');
    say('{"jsonrpc": "2.0", "id": 901, "method": "no/such"}');
    say('{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {}}');
    say("[]");
    await client.open("shop/users/read.yml", READ);
    assertEquals(await client.problems("shop/users/read.yml", () => true), []);
    assertEquals(await client.stop(), 0);
  });

  it("ends when its client dies", async () => {
    client = await lspClient(root);
    client.process.stdin!.end();
    client.process.stdout!.destroy();
    assertEquals(await client.ended, 1);
    client.connection.dispose();
  });
});
