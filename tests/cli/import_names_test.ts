import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const REGISTER = '{"user": "new", "password": "{{password}}"}';
const LOGIN = '{"user": "admin", "password": "admin-pass-1"}';

const bru = (seq: number, body: string, more = "") =>
  `meta {
  name: r${seq}
  type: http
  seq: ${seq}
}
post {
  url: SERVER/${seq}
  body: json
  auth: none
}
body:json {
  ${body}
}
${more}
`;

/** A source that uses a name which an import would give to a secret, and how it is run. */
interface Source {
  readonly name: string;
  readonly files: Record<string, string>;
  readonly flags?: readonly string[];
  /** Bodies of a run of what is imported, in order; the source sends the same. */
  readonly bodies: readonly string[];
}

const GIVEN = REGISTER.replace("{{password}}", "gen-1234");
const script = (code: string) => `script:pre-request {\n  ${code}\n}`;

const SOURCES: readonly Source[] = [
  {
    name: "a script sets it",
    files: {
      "1.bru": bru(1, REGISTER, script('bru.setVar("password", "gen-1234");')),
      "2.bru": bru(2, LOGIN),
    },
    bodies: [GIVEN, LOGIN],
  },
  {
    name: "a script sets it by a constant, and no placeholder has it",
    files: {
      "1.bru": bru(
        1,
        "{}",
        script('const NAME = "password"; bru.setEnvVar(NAME, 1234);'),
      ),
      "2.bru": bru(2, LOGIN),
    },
    bodies: ["{}", LOGIN],
  },
  {
    name: "a module sets it",
    files: {
      "1.bru": bru(1, "{}", script('require("./lib/u").go(bru);')),
      "2.bru": bru(2, LOGIN),
      "lib/u.js": 'module.exports.go = (bru) => bru.setVar("password", 1234);',
    },
    bodies: ["{}", LOGIN],
  },
  {
    name: "an action sets it",
    files: {
      "1.bru": bru(1, "{}", "vars:post-response {\n  password: res.status\n}"),
      "2.bru": bru(2, LOGIN),
    },
    bodies: ["{}", LOGIN],
  },
  {
    name: "a column of a file of rows has it",
    files: {
      "1.bru": bru(1, LOGIN),
      "rows.csv": "password,q\nrow-pass-1,1\n",
    },
    flags: ["--data", "ROWS/rows.csv"],
    bodies: [LOGIN],
  },
  {
    name: "a placeholder has it, and only a flag gives it a value",
    files: { "1.bru": bru(1, REGISTER), "2.bru": bru(2, LOGIN) },
    flags: ["--var", "password=gen-1234"],
    bodies: [GIVEN, LOGIN],
  },
  {
    name: "a script reads an entry of the process of that name",
    files: {
      "1.bru": bru(
        1,
        '{"a": "{{a}}"}',
        script('bru.setVar("a", bru.getProcessEnv("PASSWORD") ?? "none");'),
      ),
      "2.bru": bru(2, LOGIN),
    },
    flags: ["--allow-env=PASSWORD"],
    bodies: ['{"a": "none"}', LOGIN],
  },
];

describe("names that an import gives to secrets", () => {
  let cwd: string;
  let server: RecordingServer;
  const brace = braceRows();

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer();
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await Deno.remove(cwd, { recursive: true });
  });

  async function write(folder: string, files: Record<string, string>) {
    for (const [path, text] of Object.entries(files)) {
      const target = `${cwd}/${folder}/${path}`;
      await Deno.mkdir(target.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(target, text.replaceAll("SERVER", server.url));
    }
  }

  async function bodiesOf(...args: string[]): Promise<string[]> {
    const before = server.requests.length;
    const { code, stdout, stderr } = await brace(["run", ...args], { cwd });
    assertEquals(code, 0, stdout + stderr);
    return server.requests.slice(before).map(({ text }) => text);
  }

  for (const [index, source] of SOURCES.entries()) {
    it(`are others if ${source.name}`, async () => {
      const { files, flags = [], bodies } = source;
      const [from, to] = [`s${index}`, `t${index}`];
      await write(from, {
        "bruno.json": '{"version": "1", "name": "S", "type": "collection"}',
        ...files,
      });
      const args = flags.map((flag) => flag.replace("ROWS", from));
      assertEquals(await bodiesOf(from, ...args), bodies);
      const imported = await brace(
        ["import", from, "-o", to, "--with-secrets"],
        { cwd },
      );
      assertEquals(imported.code, 0, imported.stdout + imported.stderr);
      assertEquals(await bodiesOf(to, ...args), bodies);
      const main = await Deno.readTextFile(`${cwd}/${to}/opencollection.yml`);
      assert(!main.includes("admin-pass-1"), main);
      assert(main.includes("process.env.PASSWORD"), main);
    });
  }

  it("are others if a collection of Postman's sets it", async () => {
    const item = (raw: string, exec: string) => ({
      name: "r",
      request: {
        method: "POST",
        url: `${server.url}/p`,
        body: { mode: "raw", raw },
      },
      event: [{ listen: "prerequest", script: { exec: [exec] } }],
    });
    // Of the collection's own variable, whose value goes out where it stands as text.
    const variable = [
      { key: "password", value: "admin-pass-1", type: "secret" },
    ];
    const schema =
      "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
    const items = [
      item(REGISTER, "pm.environment.set('password', 'gen-1234');"),
      item(LOGIN, ""),
    ];
    for (const [name, more] of Object.entries({ a: {}, b: { variable } })) {
      const json = { info: { name, schema }, item: items, ...more };
      await write("pm", { [`${name}.json`]: JSON.stringify(json) });
      const to = `pm-${name}`;
      await brace(
        ["import", `pm/${name}.json`, "-o", to, "--with-secrets"],
        { cwd },
      );
      assertEquals(await bodiesOf(to), [GIVEN, LOGIN]);
    }
  });

  it("are others in an export, too", async () => {
    const request = (seq: number, data: string, code: string) =>
      `info: {name: r${seq}, type: http, seq: ${seq}}
http:
  method: POST
  url: SERVER/e
  body: {type: json, data: '${data}'}
runtime:
  scripts:
    - {type: before-request, code: '${code}'}
`;
    await write("yml", {
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: E}\n",
      "1.yml": request(1, REGISTER, 'client.setVar("password", "gen-1234");'),
      "2.yml": request(2, LOGIN, ""),
    });
    const { code, stdout, stderr } = await brace(
      ["export", "bru", "yml", "-o", "ex"],
      { cwd },
    );
    assertEquals(code, 0, stdout + stderr);
    await write("ex", {
      ".env": "PASSWORD=admin-pass-1\nPASSWORD2=admin-pass-1\n",
    });
    assertEquals(await bodiesOf("ex"), [GIVEN, LOGIN]);
  });
});
