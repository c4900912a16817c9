import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";
import { recordingServer } from "../support/recording_server.ts";

/** The password of others' auth, which a login sends, too. */
const SECRET = "swordfish77";

const AUTH = 'auth: { type: basic, username: ada, password: "{{pw}}" }';
const VARIABLES = `variables: [{ name: pw, value: ${SECRET} }]`;

/** Files beside the login, by where the auth is, and where the login lies. */
const ROWS: readonly [
  where: string,
  login: string,
  files: Readonly<Record<string, string>>,
][] = [
  ["the collection", "login.yml", {
    "opencollection.yml":
      `opencollection: 1.0.0\ninfo: { name: C }\nrequest: { ${AUTH}, ${VARIABLES} }\n`,
  }],
  ["the collection, below a folder with other auth", "in/login.yml", {
    "opencollection.yml":
      `opencollection: 1.0.0\ninfo: { name: C }\nrequest: { ${AUTH}, ${VARIABLES} }\n`,
    "in/folder.yml":
      "info: { name: In, type: folder }\nrequest: { auth: { type: bearer, token: other } }\n",
  }],
  ["its folder, with a variable of the folder", "in/login.yml", {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: { name: C }\n",
    "in/folder.yml":
      `info: { name: In, type: folder }\nrequest: { ${AUTH}, ${VARIABLES} }\n`,
  }],
  // Of a level's auth, the variables of folders below say nothing.
  ["the collection, below a folder with the variable", "in/login.yml", {
    "opencollection.yml":
      `opencollection: 1.0.0\ninfo: { name: C }\nrequest: { ${
        AUTH.replace("pw", "own")
      }, variables: [{ name: own, value: ${SECRET} }, { name: pw, value: ${SECRET} }] }\n`,
    "in/folder.yml":
      "info: { name: In, type: folder }\nrequest: { variables: [{ name: own, value: other }] }\n",
  }],
  ["the collection, in .bru files", "login.bru", {
    "bruno.json": '{"version": "1", "name": "C", "type": "collection"}',
    "collection.bru":
      `auth {\n  mode: basic\n}\n\nauth:basic {\n  username: ada\n  password: {{pw}}\n}\n\nvars:pre-request {\n  pw: ${SECRET}\n}\n`,
  }],
];

describe("the secrets of auth that a request leaves to others", () => {
  const brace = braceRows();

  for (const [where, login, files] of ROWS) {
    it(`of ${where} are masked`, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const request = login.endsWith(".bru")
        ? `meta {\n  name: Login\n}\n\npost {\n  url: ${server.url}/\n  body: json\n  auth: none\n}\n\nbody:json {\n  {"p": "{{pw}}"}\n}\n`
        : `info: { name: Login, type: http }
http:
  method: POST
  url: ${server.url}/
  auth: none
  body: { type: json, data: '{"p": "{{pw}}"}' }
`;
      const all = Object.entries({ ...files, [login]: request })
        .map(([path, text]): [string, string] => [`c/${path}`, text]);
      await inFolder(all, async (cwd) => {
        const lines = [
          ["run", `c/${login}`, "--verbose", "--reporter", "json=r.json"],
          ["render", `c/${login}`],
        ];
        for (const line of lines) {
          const { code, stdout, stderr } = await brace(line, { cwd });
          assertEquals(code, 0, stderr);
          assertStringIncludes(stdout, '"p"');
          assert(!stdout.includes(SECRET), stdout);
        }
        const report = await Deno.readTextFile(`${cwd}/r.json`);
        assert(!report.includes(SECRET), report);
      });
      assertEquals(server.requests.map(({ text }) => text), [
        `{"p": "${SECRET}"}`,
      ]);
    });
  }
});
