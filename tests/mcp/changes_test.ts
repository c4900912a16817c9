import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { connect, Folder, SECRET, serveEcho, shop, TIMERS } from "./support.ts";

const ROOT = `opencollection: 1.0.0
info: { name: Shop }
request: { auth: { type: bearer, token: "{{token}}" } }
`;

const PROD = "pr0d-s3cret-value";

function local(url: string, more = ""): string {
  return `name: local
${more}variables:
  - { name: baseUrl, value: "${url}" }
  - { name: page, value: "{{size}}0" }
  - { name: size, value: 1 }
  - { name: token, value: "${SECRET}", secret: true }
`;
}

/** A shop whose requests inherit from everything that can change. */
function files(url: string): Record<string, string> {
  return shop(url, {
    "opencollection.yml": ROOT,
    "environments/local.yml": local(url),
    "environments/prod.yml": `name: prod
variables:
  - { name: baseUrl, value: "${url}" }
  - { name: token, value: "${PROD}", secret: true }
`,
    "users/folder.yml": "info: { name: Users, type: folder }\n",
    "users/deep/get.yml": `info: { name: Deep, type: http }
http: { method: GET, url: "{{baseUrl}}/deep?p={{page}}", auth: inherit }
`,
    "sign.yml": `info: { name: Sign, type: http }
http: { method: GET, url: "{{baseUrl}}/sign", auth: inherit }
runtime:
  scripts:
    - type: before-request
      code: req.setHeader("X-Sign", require("./lib/sign.js").sign());
`,
    "lib/sign.js": 'module.exports = { sign: () => "signed" };\n',
  });
}

const SCRIPT =
  "request: { scripts: [{ type: before-request, code: 'client.getVar(\"token\")' }] }\n";

/** What may change while the server runs, in an editor, and who gets secrets then. */
const CHANGES: readonly {
  readonly what: string;
  change(folder: Folder, url: string): void;
  readonly path?: string;
  /** The file that the refusal names; absent: the request goes out with its secret. */
  readonly names?: string;
}[] = [
  { what: "nothing", change() {} },
  { what: "nothing about a module", change() {}, path: "sign.yml" },
  {
    what: "a plain value",
    change: (folder, url) =>
      folder.write(
        "environments/local.yml",
        local(url).replace("size, value: 1", "size, value: 2"),
      ),
  },
  {
    what: "an environment that is not in use",
    change: (folder) =>
      folder.write(
        "environments/prod.yml",
        "name: prod\nvariables: [{ name: baseUrl, value: '{{token}}' }]\n",
      ),
  },
  {
    what: "a new environment",
    change: (folder) =>
      folder.write(
        "environments/new.yml",
        "name: new\nvariables: [{ name: baseUrl, value: '{{token}}' }]\n",
      ),
  },
  {
    what: "what an environment extends",
    change: (folder, url) =>
      folder.write(
        "environments/local.yml",
        local(url, "extends: prod\n").replace(/.*name: token.*\n/, ""),
      ),
    names: "environments/local.yml",
  },
  {
    what: "a placeholder of an environment",
    change: (folder, url) =>
      folder.write(
        "environments/local.yml",
        local(url).replace("{{size}}0", "{{token}}"),
      ),
    names: "environments/local.yml",
  },
  {
    what: "an escaped placeholder of an environment",
    change: (folder, url) =>
      folder.write(
        "environments/local.yml",
        local(url).replace("{{size}}0", "\\x7b\\x7btoken}}"),
      ),
    names: "environments/local.yml",
  },
  {
    what: "the collection's file",
    change: (folder) =>
      folder.write("opencollection.yml", ROOT.replace("Shop", "Other")),
    names: "opencollection.yml",
  },
  {
    what: "a folder's file",
    change: (folder) =>
      folder.write(
        "users/folder.yml",
        `info: { name: Users, type: folder }\n${SCRIPT}`,
      ),
    names: "users/folder.yml",
  },
  {
    what: "a new folder's file",
    change: (folder) =>
      folder.write(
        "users/deep/folder.yml",
        `info: { name: Deep, type: folder }\n${SCRIPT}`,
      ),
    names: "users/deep/folder.yml",
  },
  {
    what: "a folder's file elsewhere",
    change: (folder) =>
      folder.write("else/folder.yml", "info: { name: E, type: folder }\n"),
  },
  {
    what: "the name of a folder",
    change: (folder) =>
      Deno.renameSync(`${folder.path}/users`, `${folder.path}/people`),
    path: "people/deep/get.yml",
    names: "people/deep/get.yml",
  },
  {
    what: "a copy of a request",
    change: (folder) =>
      folder.write("copy.yml", folder.read("users/deep/get.yml")),
    path: "copy.yml",
    names: "copy.yml",
  },
  {
    what: "a module of its scripts",
    change(folder) {
      folder.write(
        "lib/sign.js",
        "module.exports = { sign: () => client.getVar('token') };\n",
      );
      // A system's own time of a change may be some milliseconds late.
      Deno.utimeSync(`${folder.path}/lib/sign.js`, new Date(), new Date());
    },
    path: "sign.yml",
    names: "lib/sign.js",
  },
];

describe("a file that changes while the server runs", TIMERS, () => {
  for (
    const { what, change, path = "users/deep/get.yml", names } of CHANGES
  ) {
    it(`${names ? "gets no secret" : "keeps secrets"}: ${what}`, async () => {
      await using echo = serveEcho();
      using folder = new Folder(files(echo.url));
      await using brace = await connect(folder.path, ["--env=local"]);
      change(folder, echo.url);
      const { data, text } = await brace.call("run", { paths: [path] });
      assertEquals(data.passed, names === undefined, text);
      for (const { text } of echo.seen) assert(!text.includes(PROD), text);
      if (names === undefined) {
        assertStringIncludes(echo.seen[0].text, `Bearer ${SECRET}`);
        return;
      }
      assertEquals(data.exitCode, 6);
      assertStringIncludes(text, "changed since brace mcp started");
      assertStringIncludes(text, names);
      assertEquals(echo.seen, []);
    });
  }

  for (const flag of ["--env-file", "--global-env"]) {
    it(`gets no secret: the file of ${flag}`, async () => {
      await using echo = serveEcho();
      using folder = new Folder(files(echo.url));
      using beside = new Folder({ "more.yml": "variables: []\n" });
      const file = `${beside.path}/more.yml`;
      await using brace = await connect(folder.path, [
        "--env=local",
        flag,
        file,
      ]);
      const run = { paths: ["users/deep/get.yml"] };
      const { data: before } = await brace.call("run", run);
      assertEquals(before.passed, true);
      beside.write(
        "more.yml",
        "variables: [{ name: page, value: '{{token}}' }]\n",
      );
      const { data, text } = await brace.call("run", run);
      assertEquals(data.exitCode, 6);
      assertStringIncludes(text, "more.yml");
      assertEquals(echo.seen.length, 1);
    });
  }
});
