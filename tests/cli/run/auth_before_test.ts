import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../../support/brace_rows.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../../support/recording_server.ts";

/** The password, which nobody may see. */
const SECRET = "p@ss w0rd";

/** Where the auth of the second request has its password from. */
const SOURCES: Readonly<
  Record<string, {
    readonly password: string;
    readonly auth?: string;
    readonly files?: Record<string, string>;
    readonly flags?: readonly string[];
  }>
> = {
  "the file itself": { password: SECRET },
  "the .env": {
    password: "{{process.env.PW}}",
    files: { ".env": `PW="${SECRET}"` },
  },
  "a variable of the environment": {
    password: "{{door}}",
    files: {
      "environments/e.yml": `variables: [{name: door, value: ${SECRET}}]`,
    },
    flags: ["--env=e"],
  },
  "--var": { password: "{{door}}", flags: [`--var=door=${SECRET}`] },
  "the collection": {
    password: "",
    auth: "inherit",
    files: {
      "opencollection.yml":
        `opencollection: 1.0.0\ninfo: {name: C}\nrequest: {auth: {type: bearer, token: ${SECRET}}}`,
    },
  },
};

describe("the password of a request", () => {
  const brace = braceRows();
  let server: RecordingServer;
  let cwd: string;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ text }) => ({ json: { got: text } }));
  });
  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  async function collection(files: Record<string, string>): Promise<string> {
    const root = `${cwd}/${crypto.randomUUID()}`;
    await Deno.mkdir(`${root}/environments`, { recursive: true });
    const all = {
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: C}",
      ...files,
    };
    for (const [path, text] of Object.entries(all)) {
      await Deno.writeTextFile(`${root}/${path}`, `${text}\n`);
    }
    return root;
  }

  const first = (seq: number, value: string) =>
    `info: {name: a, type: http, seq: ${seq}}
http:
  method: POST
  url: "${server.url}/a"
  auth: none
  body: {type: json, data: '{"note": "${value}"}'}`;

  const second = (auth: string) =>
    `info: {name: b, type: http, seq: 2}
http: {method: GET, url: "${server.url}/b", auth: ${auth}}`;

  for (
    const [from, { password, auth, files = {}, flags = [] }] of Object.entries(
      SOURCES,
    )
  ) {
    it(`from ${from}: hidden where an earlier request sends it`, async () => {
      const root = await collection({
        "a.yml": first(1, SECRET),
        "b.yml": second(
          auth ?? `{type: basic, username: ada, password: "${password}"}`,
        ),
        ...files,
      });
      const { code, stdout, stderr } = await brace(
        [
          "run",
          ".",
          "--verbose",
          "--reporter=json=r.json",
          "--reporter=html=h.html",
          ...flags,
        ],
        { cwd: root },
      );
      assertEquals(code, 0, stdout + stderr);
      const sent = server.requests.findLast(({ target }) => target === "/a");
      assertStringIncludes(sent!.text, SECRET);
      const reports = await Promise.all(
        ["r.json", "h.html"].map((it) => Deno.readTextFile(`${root}/${it}`)),
      );
      for (const text of [stdout, stderr, ...reports]) {
        assert(!text.includes(SECRET), text);
      }
      const rendered = await brace(["render", ".", ...flags], { cwd: root });
      assertEquals(rendered.code, 0, rendered.stderr);
      assert(!rendered.stdout.includes(SECRET), rendered.stdout);
    });
  }

  it("says nothing of what a script sets before it is used", async () => {
    const root = await collection({
      ".env": "TOKEN=",
      "environments/e.yml":
        'variables: [{name: token, value: "{{process.env.TOKEN}}"}]',
      "a.yml": `${first(1, "x")}
runtime:
  scripts:
    - {type: after-response, code: 'client.setEnvVar("token", "from-login")'}`,
      "b.yml": second('{type: bearer, token: "{{token}}"}'),
    });
    const { code, stdout, stderr } = await brace(
      ["run", ".", "--env=e", "--allow-env=TOKEN"],
      { cwd: root, env: { TOKEN: "" } },
    );
    assertEquals(code, 0, stdout + stderr);
    assert(!/warning|TOKEN/.test(stdout + stderr), stdout + stderr);
  });

  it("hides nothing where its placeholder cannot be resolved yet", async () => {
    const root = await collection({
      "a.yml": first(1, "{{later}}").replace(
        "type: json",
        "interpolate: false, type: json",
      ),
      "b.yml": second('{type: bearer, token: "{{later}}"}'),
    });
    for (const mode of ["keep", "empty"]) {
      const { stdout } = await brace(
        ["run", ".", "--verbose", `--undefined=${mode}`],
        { cwd: root },
      );
      assertStringIncludes(stdout, '"note": "{{later}}"');
    }
  });
});
