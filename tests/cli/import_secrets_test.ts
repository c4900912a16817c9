import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { encodings } from "../core/secrets/encodings.ts";
import { braceRows } from "../support/brace_rows.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** A source with secrets in it: those that are sent, and those that are only shown. */
interface Source {
  readonly file: string;
  readonly sent: readonly string[];
  readonly shown?: readonly string[];
  readonly flags?: readonly string[];
  text(server: string): string | Record<string, string>;
}

/** In each slot another one. */
const s = (slot: string) => `Zs7-${slot}.k4Lw`;
const all = (slots: string) => slots.split(" ").map(s);

const LOGIN = {
  user: "ada",
  password: s("json"),
  nested: { api_key: s("nested") },
  pin: 19283746,
  key_1: "shown-1",
};

/** A query of GraphQL with an argument, as JSON has it. */
const login = (slot: string) =>
  JSON.stringify({
    query: `mutation {\n  login(user: "ada", password: "${s(slot)}") { id }\n}`,
  });

const SCRIPT = `const apiKey = "${s("constant")}";
pm.environment.set("token", '${s("set")}');
const options = { headers: { "X-Api-Key": "${s("member")}" } };
const other = { key: "Authorization", value: "Bearer ${s("row")}" };
pm.request.headers.add({ key: "X-Made", value: [apiKey, pm.environment.get("token"), options.headers["X-Api-Key"], other.value].join(",") });
const url = "https://h/?access_token=${s("masked")}";
const secret = ""; let token = "{{token}}"; if (token === "abcd-not") { k1 = "shown-2" }
`;

const postmanVariables = (slot: string) => [
  { key: "dbPassword", value: s(slot) },
  { key: "tokenUrl", value: "https://shown.example/t" },
  { key: "key_1", value: "shown-1" },
  { key: "config", value: `{"password": "${s(`${slot}Json`)}"}` },
];

const SOURCES: Readonly<Record<string, Source>> = {
  curl: {
    file: "a.sh",
    sent: all(
      "query userinfo header cookie json nested form bearer basic part argument inJson",
    ),
    text: (server) => `
curl '${
      server.replace("://", `://ada:${s("userinfo")}@`)
    }/a?k1=shown-1&access_token=${s("query")}' -H 'X-Api-Key: ${
      s("header")
    }' -b 'sid=${s("cookie")}'
curl '${server}/b' -H 'Content-Type: application/json' -H 'Authorization: Bearer ${
      s("bearer")
    }' -d '${JSON.stringify(LOGIN)}'
curl '${server}/c' -u 'ada:${s("basic")}' -d 'a=1&client_secret=${s("form")}'
curl '${server}/d' -F 'a=1' -F 'password=${s("part")}'
curl '${server}/e' --json '${login("inJson")}'
curl '${server}/f' -H 'content-type: application/graphql' -d '{ login(password: "${
      s("argument")
    }") { id } }'
`,
  },
  http: {
    file: "a.http",
    sent: all("variable query userinfo header json nested form set member"),
    shown: all("masked"),
    text: (server) => `
@dbPassword = ${s("variable")}
GET ${server.replace("://", `://ada:${s("userinfo")}@`)}/a?access_token=${
      s("query")
    }
X-Api-Key: ${s("header")}
X-Db: {{dbPassword}}

###
POST ${server}/b
Content-Type: application/json

${JSON.stringify(LOGIN)}

###
# @name form
POST ${server}/c
Content-Type: application/x-www-form-urlencoded

a=1&client_secret=${s("form")}

###
# @name scripted
< {%
  request.variables.set("token", "${s("set")}");
  const made = { apiKey: "${s("member")}" };
  request.variables.set("made", made.apiKey);
  console.log("https://h/?access_token=${s("masked")}");
%}
GET ${server}/d?a={{token}}&b={{made}}
`,
  },
  HAR: {
    file: "a.har",
    sent: all(
      "query userinfo header cookie json nested form part argument inJson",
    ),
    shown: all("response setcookie responseHeader"),
    text: (server) => {
      const entry = (request: Record<string, unknown>) => ({
        request: { method: "POST", headers: [], ...request },
        response: {
          status: 200,
          headers: [
            { name: "Set-Cookie", value: `sid=${s("setcookie")}; Path=/` },
            { name: "X-Auth-Token", value: s("responseHeader") },
          ],
          content: {
            mimeType: "application/json",
            text: JSON.stringify({ token: s("response"), again: s("json") }),
          },
        },
      });
      return JSON.stringify({
        log: {
          version: "1.2",
          entries: [
            entry({
              method: "GET",
              url: `${
                server.replace("://", `://ada:${s("userinfo")}@`)
              }/a?sig=${s("query")}`,
              headers: [
                { name: "X-Api-Key", value: s("header") },
                { name: "Cookie", value: `sid=${s("cookie")}` },
              ],
            }),
            entry({
              url: `${server}/b`,
              headers: [{ name: "Content-Type", value: "application/json" }],
              postData: {
                mimeType: "application/json",
                text: JSON.stringify(LOGIN),
              },
            }),
            entry({
              url: `${server}/c`,
              postData: {
                mimeType: "application/x-www-form-urlencoded",
                params: [{ name: "passwd", value: s("form") }],
              },
            }),
            entry({
              url: `${server}/d`,
              postData: {
                mimeType: "multipart/form-data",
                params: [{ name: "passwd", value: s("part") }],
              },
            }),
            entry({
              url: `${server}/e`,
              postData: {
                mimeType: "application/json",
                text: `[${login("inJson")}]`,
              },
            }),
            entry({
              url: `${server}/f`,
              headers: [{ name: "Content-Type", value: "application/graphql" }],
              postData: {
                mimeType: "application/graphql",
                text: `{ login(password: "${s("argument")}") { id } }`,
              },
            }),
          ],
        },
      });
    },
  },
  Postman: {
    file: "a.json",
    sent: all(
      "query header json nested form part graphql bearer variable constant set member row",
    ),
    shown: all(
      "masked response setcookie variableJson folderVariable folderVariableJson docs exampleUrl",
    ),
    text: (server) =>
      JSON.stringify({
        info: {
          name: "P",
          schema:
            "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        },
        variable: postmanVariables("variable"),
        item: [
          {
            name: `${server}/a?access_token=${s("query")}`,
            request: {
              method: "GET",
              url: `${server}/a?access_token=${s("query")}`,
              header: [
                { key: "X-Api-Key", value: s("header") },
                { key: "X-Db", value: "{{dbPassword}}" },
              ],
              auth: {
                type: "bearer",
                bearer: [{ key: "token", value: s("bearer") }],
              },
              description: `Call it with \`?token=${s("docs")}\`.`,
            },
            event: [{
              listen: "prerequest",
              script: { exec: SCRIPT.split("\n") },
            }],
            response: [{
              name: "ok",
              code: 200,
              originalRequest: {
                method: "POST",
                url: `${server}/a?access_token=${s("exampleUrl")}`,
                header: [{
                  key: "Authorization",
                  value: `Bearer ${s("exampleHeader")}`,
                }],
                body: {
                  mode: "raw",
                  raw: JSON.stringify({ password: s("exampleBody") }),
                  options: { raw: { language: "json" } },
                },
              },
              header: [{ key: "Set-Cookie", value: `a=${s("setcookie")}` }],
              body: JSON.stringify({ token: s("response") }),
            }],
          },
          {
            name: "json",
            request: {
              method: "POST",
              url: `${server}/b`,
              body: {
                mode: "raw",
                raw: JSON.stringify(LOGIN),
                options: { raw: { language: "json" } },
              },
            },
          },
          {
            name: "inner",
            variable: postmanVariables("folderVariable"),
            item: [
              {
                name: "form",
                request: {
                  method: "POST",
                  url: `${server}/c`,
                  body: {
                    mode: "urlencoded",
                    urlencoded: [{ key: "passwd", value: s("form") }],
                  },
                },
              },
              {
                name: "part",
                request: {
                  method: "POST",
                  url: `${server}/d`,
                  body: {
                    mode: "formdata",
                    formdata: [{
                      key: "passwd",
                      value: s("part"),
                      type: "text",
                    }],
                  },
                },
              },
              {
                name: "graphql",
                request: {
                  method: "POST",
                  url: `${server}/e`,
                  body: {
                    mode: "graphql",
                    graphql: {
                      query: `{ login(password: "${s("graphql")}") { id } }`,
                      variables: "",
                    },
                  },
                },
              },
            ],
          },
        ],
      }),
  },
  Insomnia: {
    file: "a.json",
    sent: all("query header json nested form base"),
    shown: all("nestedBase"),
    text: (server) =>
      JSON.stringify({
        _type: "export",
        __export_format: 4,
        resources: [
          { _id: "w", _type: "workspace", name: "I" },
          {
            _id: "e",
            _type: "environment",
            parentId: "w",
            data: {
              apiToken: s("base"),
              key_1: "shown-1",
              login: { password: s("nestedBase") },
            },
          },
          {
            _id: "1",
            _type: "request",
            parentId: "w",
            name: "a",
            method: "GET",
            url: `${server}/a?access_token=${s("query")}`,
            headers: [
              { name: "X-Api-Key", value: s("header") },
              { name: "X-Base", value: "{{ _.apiToken }}" },
            ],
          },
          {
            _id: "2",
            _type: "request",
            parentId: "w",
            name: "b",
            method: "POST",
            url: `${server}/b`,
            body: {
              mimeType: "application/json",
              text: JSON.stringify(LOGIN),
            },
          },
          {
            _id: "3",
            _type: "request",
            parentId: "w",
            name: "c",
            method: "POST",
            url: `${server}/c`,
            body: {
              mimeType: "application/x-www-form-urlencoded",
              params: [{ name: "passwd", value: s("form") }],
            },
          },
        ],
      }),
  },
  ".bru": {
    file: "bru",
    sent: all(
      "query header json nested form variable constant exported list member",
    ),
    shown: all("docs inText"),
    text: (server) => ({
      "bruno.json": '{"version": "1", "name": "B", "type": "collection"}',
      "a.bru": `meta {
  name: a
  type: http
  seq: 1
}

get {
  url: ${server}/a?access_token=${s("query")}
  body: none
  auth: none
}

params:query {
  access_token: ${s("query")}
}

headers {
  X-Api-Key: ${s("header")}
  X-Db: {{dbPassword}}
}

vars:pre-request {
  dbPassword: ${s("variable")}
}

script:pre-request {
  const apiKey = "${s("constant")}";
  req.setHeader("X-Made", apiKey + require("./keys").apiKey); require("./packed");
}

docs {
  Call it with ?token=${s("docs")}
}
`,
      "keys.js": `module.exports = { apiKey: "${s("exported")}" };
// https://h/?access_token=${s("inText")}
`,
      // A library: what only is called like a secret stays.
      "packed.js": `exports.kinds = [{ token: "shown" }];${
        "exports.a = 1;".repeat(100)
      }if (exports.kinds[0].token !== "shown") throw new Error();`,
      "b.bru": `meta {
  name: b
  type: http
  seq: 2
}

post {
  url: ${server}/b
  body: json
  auth: none
}

body:json {
  ${
        JSON.stringify({
          ...LOGIN,
          backupToken: [s("list")],
          dbSecret: { value: s("member"), type: "shown-1" },
        })
      }
}
`,
      "c.bru": `meta {
  name: c
  type: http
  seq: 3
}

post {
  url: ${server}/c
  body: formUrlEncoded
  auth: none
}

body:form-urlencoded {
  passwd: ${s("form")}
}
`,
    }),
  },
};

describe("brace import keeps secrets out of the files, whatever their slot", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(() => ({ json: {} }));
  });
  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  /** Paths and texts of what was written, but for `.env`. */
  async function written(folder: string): Promise<string> {
    let text = "";
    for await (const { name, isFile } of Deno.readDir(folder)) {
      text += `=== ${name}\n`;
      if (!isFile) text += await written(`${folder}/${name}`);
      else if (name !== ".env") {
        text += await Deno.readTextFile(`${folder}/${name}`);
      }
    }
    return text;
  }

  function leaks(text: string, secrets: readonly string[]): string[] {
    return secrets.filter((secret) =>
      encodings.some(({ encode }) => text.includes(encode(secret)))
    );
  }

  for (const [name, source] of Object.entries(SOURCES)) {
    it(name, async () => {
      const root = `${cwd}/${name.replace(/\W/g, "")}`;
      await Deno.mkdir(root);
      const text = source.text(server.url);
      if (typeof text === "string") {
        await Deno.writeTextFile(`${root}/${source.file}`, text);
      } else {
        await Deno.mkdir(`${root}/${source.file}`);
        for (const [path, one] of Object.entries(text)) {
          await Deno.writeTextFile(`${root}/${source.file}/${path}`, one);
        }
      }
      const { sent, shown = [] } = source;
      const secrets = [...sent, ...shown, "19283746"];
      for (const flags of [[], ["--with-secrets"]]) {
        const out = `${root}/out${flags.length}`;
        const { code, stdout, stderr } = await brace(
          ["import", source.file, "-o", out, ...flags],
          { cwd: root },
        );
        assertEquals(code, 0, stdout + stderr);
        const files = await written(out);
        assertEquals(leaks(stdout + stderr + files, secrets), [], files);
        // What only numbers things stays.
        if (text.toString().includes("shown-1")) {
          assert(files.includes("shown-1"), files);
        }
      }
      const count = server.requests.length;
      const { stdout, stderr } = await brace(["run", "out1", "--verbose"], {
        cwd: root,
      });
      const arrived = server.requests.slice(count)
        .map(({ head, text }) => head + text).join("\n");
      const missing = [...sent, "19283746"].filter((secret) =>
        leaks(arrived, [secret]).length === 0 &&
        !arrived.includes(btoa(`ada:${secret}`))
      );
      assertEquals(
        missing,
        [],
        stdout + stderr + arrived,
      );
      assertEquals(leaks(stdout + stderr, secrets), [], stdout);
    });
  }
});
