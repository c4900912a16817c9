import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";

/** A document whose users log in, such as that of FastAPI. */
function documentOf(...paths: readonly string[]): string {
  const operations = paths.map((path) =>
    `  /${path}:
    get:
      summary: ${path}
      security: [{ Login: [] }]
      parameters: [{ name: PARAM, in: query, required: true, schema: { type: integer } }]
      responses: { "200": { description: ok } }
`
  );
  return `openapi: 3.1.0
info: { title: Api, version: "1" }
servers: [{ url: "http://127.0.0.1" }]
components:
  securitySchemes:
    Login: { type: oauth2, flows: { password: { scopes: {}, tokenUrl: auth/token } } }
paths:
${operations.join("")}`;
}

const CREDENTIALS =
  / {4}credentials:\n {6}clientId: .*\n {6}clientSecret: .*\n/;
const VARIABLES =
  / {4}- name: loginClientId\n.*\n {4}- secret: true\n {6}name: loginClientSecret\n.*\n/;
const ENTRIES = /^LOGIN_CLIENT_.*\n/gm;

describe("brace import --update without the client that a person deleted", () => {
  const brace = braceRows();
  let cwd: string;

  const at = (path: string) => `${cwd}/api/${path}`;
  const text = (path: string) => Deno.readTextFile(at(path));
  const edit = async (path: string, from: RegExp | string, to = "") => {
    const before = await text(path);
    const after = before.replace(from, to);
    assert(before !== after, before);
    await Deno.writeTextFile(at(path), after);
  };
  const update = async (document: string, ...flags: readonly string[]) => {
    await Deno.writeTextFile(`${cwd}/api.yaml`, document);
    const { stdout, stderr, code } = await brace(
      ["import", "api.yaml", "-o", "api", "--update", ...flags],
      { cwd },
    );
    assertEquals(code, 0, stderr);
    return stdout;
  };

  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(`${cwd}/api.yaml`, documentOf("a", "b"));
    const { code, stderr } = await brace(
      ["import", "api.yaml", "-o", "api"],
      { cwd },
    );
    assertEquals(code, 0, stderr);
    for (const path of ["a.yml", "b.yml"]) await edit(path, CREDENTIALS);
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  it("writes new requests as those that are there", async () => {
    await edit("opencollection.yml", VARIABLES);
    await edit(".env.example", ENTRIES);
    await Deno.writeTextFile(
      at(".env"),
      "LOGIN_USERNAME=a\nLOGIN_PASSWORD=b\n",
    );
    const said = await update(documentOf("a", "b", "c"));
    assert(said.includes("1 added · 0 changed · 2 as before"), said);
    assert(!/Needs you|Next|CLIENT/.test(said), said);
    const added = await text("c.yml");
    assert(added.includes("username: "), added);
    assert(!/credentials:|clientId/.test(added), added);
    const { stdout } = await brace(["check", "api"], { cwd });
    assert(stdout.startsWith("no problems in 3 requests"), stdout);
  });

  it("takes the document's version without it, and knows the file again", async () => {
    await edit("a.yml", "PARAM", "OTHER");
    const newer = documentOf("a", "b").replaceAll(
      "type: integer",
      "type: boolean",
    );
    const said = await update(newer);
    assert(said.includes("2 edited here, to compare with the document"), said);
    assert(!said.includes("clientId"), said);
    await update(newer, "--take", "a.yml", "--keep", "b.yml");
    assert(!/credentials:/.test(await text("a.yml")));
    const end = await update(newer);
    assert(end.includes("0 added · 0 changed · 2 as before"), end);
    const later = await update(
      newer.replaceAll("type: boolean", "type: string"),
    );
    assert(
      later.includes("1 changed · 1 edited here, to compare with the document"),
      later,
    );
    assert(!/credentials:/.test(await text("a.yml")));
  });

  it("keeps the client of a collection that has one, whatever the form asks for", async () => {
    await edit(
      "a.yml",
      / {4}resourceOwner:/,
      "    credentials:\n      clientId: me\n$&",
    );
    const login = `  /auth/token:
    post:
      summary: Login
      security: []
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { properties: { username: {}, password: {} } }
      responses: { "200": { description: ok } }
`;
    await update(documentOf("a", "b", "c") + login);
    assert(CREDENTIALS.test(await text("c.yml")));
  });

  const kept: Record<string, () => Promise<void>> = {
    "a request has it": () =>
      edit(
        "b.yml",
        / {4}resourceOwner:/,
        "    credentials:\n      clientId: me\n$&",
      ),
    "a script reads it": () =>
      edit(
        "b.yml",
        /^runtime:\n/m,
        '$&  scripts:\n    - { type: tests, code: client.getVar("loginClientId") }\n',
      ),
    "no request logs in": async () => {
      for (const path of ["a.yml", "b.yml"]) {
        await edit(path, / {2}auth:\n(?: {4}.*\n)+/);
      }
    },
  };
  for (const [name, change] of Object.entries(kept)) {
    it(`writes it where ${name}`, async () => {
      await change();
      await update(documentOf("a", "b", "c"));
      assert(CREDENTIALS.test(await text("c.yml")));
    });
  }
});
