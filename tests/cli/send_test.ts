import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  it,
} from "@std/testing/bdd";
import {
  brace as braceProcess,
  braceCommand,
  type BraceOptions,
  denoArguments,
} from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
import { oneLine } from "../support/one_line.ts";
import {
  type RecordedRequest,
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";
import { braceInTerminal } from "../support/terminal.ts";

/** All bytes, a terminal's escape among them. */
const BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);
const SECRET = "s3cret-of-the-collection";

describe("brace send", () => {
  const brace = braceRows();
  let folder: string;
  let outside: string;
  let server: RecordingServer;
  /** On a port that the collection does not declare. */
  let other: RecordingServer;

  beforeAll(() => {
    folder = Deno.makeTempDirSync();
    outside = Deno.makeTempDirSync();
    server = recordingServer(({ target }) => {
      if (target.startsWith("/to?")) {
        return {
          status: 302,
          headers: [["Location", decodeURIComponent(target.slice(4))]],
        };
      }
      switch (target) {
        case "/bytes":
          return { body: BYTES };
        case "/json":
          return { json: { name: "Ada", n: 1.50, token: SECRET } };
        case "/denied":
          return { status: 403, body: "no" };
        case "/secret":
          return { body: `it is ${SECRET}\n` };
        default:
          return { headers: [["X-Count", "1"]], body: "fine" };
      }
    });
    other = recordingServer(() => ({ status: 401, body: "who" }));
    const write = (name: string, text: string) =>
      Deno.writeTextFileSync(`${folder}/${name}`, text);
    Deno.mkdirSync(`${folder}/users`);
    Deno.mkdirSync(`${folder}/environments`);
    write(
      "opencollection.yml",
      `info: {name: Shop}
request:
  headers: [{name: X-Client, value: "{{client}}"}, {name: X-Own, value: shop}]
  auth: {type: bearer, token: "{{token}}"}
  variables: [{name: client, value: shop 1}, {name: path, value: "{{deep}}"}, {name: deep, value: users}]
  scripts: [{type: before-request, code: 'client.setVar("x", 1); throw new Error("it ran")'}]
`,
    );
    write(
      "environments/e.yml",
      `name: e
variables:
  - {name: baseUrl, value: "${server.url}"}
  - {name: token, value: ${SECRET}, secret: true}
`,
    );
    write("users/get.yml", 'http: {method: GET, url: "{{baseUrl}}/users"}\n');
    write(
      "users/set.yml",
      `http: {method: GET, url: "{{baseUrl}}"}
runtime: {scripts: [{type: after-response, code: 'client.setVar("made", 1)'}]}
`,
    );
    write("users/broken.yml", "http: {url: [\n");
  });
  afterAll(async () => {
    await server.close();
    await other.close();
    Deno.removeSync(folder, { recursive: true });
    Deno.removeSync(outside, { recursive: true });
  });

  let before = 0;
  beforeEach(() => {
    before = server.requests.length;
  });
  /** What arrived in this test. */
  const arrived = () => server.requests.slice(before);
  const last = (): RecordedRequest => arrived().at(-1)!;

  /** With standard input or other permissions in a process of its own. */
  const send = (args: readonly string[], options: BraceOptions = {}) => {
    const { stdin, permissions } = options;
    const start = stdin === undefined && permissions === undefined
      ? brace
      : braceProcess;
    return start(["send", ...args], { cwd: outside, ...options });
  };
  const inside = (...args: string[]) =>
    send([...args, "--env", "e"], { cwd: `${folder}/users` });

  describe("what goes out", () => {
    it("is a GET, or a POST with a body, or what is named", async () => {
      await send([server.url]);
      await send([server.url, "-d", "x"]);
      await send(["delete", server.url]);
      await send(["PURGE", server.url]);
      assertEquals(arrived().map(({ method }) => method), [
        "GET",
        "POST",
        "DELETE",
        "PURGE",
      ]);
    });

    it("has templates in URL, headers and body, from the collection around", async () => {
      const { code, stderr } = await inside(
        "PUT",
        "{{baseUrl}}/{{path}}?q={{q}}",
        "-H",
        "X-{{deep}}: <{{client}}>",
        "-H",
        "X-Empty:",
        "-d",
        '{"a": {{n}}, "b": "{{q}}"}',
        "--var",
        "q=a",
        "--var",
        "n=1",
      );
      assertEquals([code, stderr], [0, ""]);
      assertEquals(last().target, "/users?q=a");
      assertEquals(last().headers("x-users"), ["<shop 1>"]);
      assertEquals(last().headers("x-empty"), [""]);
      assertEquals(last().headers("content-type"), ["application/json"]);
      assertEquals(last().text, '{"a": 1, "b": "a"}');
    });

    const TYPES: [body: string, header: string | undefined, type: string][] = [
      ["a={{q}}", undefined, "text/plain"],
      ["[1]", undefined, "application/json"],
      ["{{q}}", undefined, "text/plain"],
      [
        "a={{q}}",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded",
      ],
      ["{not json", "text/x-own", "text/x-own"],
      ["{{q}}", "application/hal+json", "application/hal+json"],
    ];
    for (const [body, header, type] of TYPES) {
      it(`is ${type} for ${body} with the header ${header}`, async () => {
        const headers = header === undefined
          ? []
          : ["-H", `content-type: ${header}`];
        const { code, stderr } = await send([
          server.url,
          "-d",
          body,
          ...headers,
          "--var",
          "q=1",
        ]);
        assertEquals([code, stderr], [0, ""]);
        assertEquals(last().headers("content-type"), [type]);
        assertEquals(last().text, body.replace("{{q}}", "1"));
      });
    }

    it("is no form, which is said where the server refused it", async () => {
      const form = "user={{q}}&password=a b=";
      const type = "content-type: application/x-www-form-urlencoded";
      const rows: [said: boolean, path: string, args: string[]][] = [
        [true, "/denied", ["-d", form]],
        [false, "/users", ["-d", form]],
        [false, "/denied", ["-d", form, "-H", type]],
        [false, "/denied", ["-d", form, "-H", "Content-Type: text/plain"]],
        [false, "/denied", ["-d", "no = form"]],
        [false, "/denied", ["-d", '{"a": "b=c"}']],
        [false, "/denied", []],
      ];
      const warning =
        `warning USAGE: Sent the body as text/plain (to send a form, add -H '${type}')`;
      for (const [said, path, args] of rows) {
        const { code, stderr } = await send(
          [server.url + path, ...args, "--var", "q=1"],
        );
        assertEquals([code, oneLine(stderr).trim()], [0, said ? warning : ""]);
      }
      const twice = (...bodies: string[]) =>
        send([server.url, ...bodies.flatMap((it) => ["-d", it])]);
      assertStringIncludes(
        oneLine((await twice("a=1", "b=2")).stderr),
        `one body (write a form as one: -d 'a=1&b=2' -H '${type}')`,
      );
      const { stderr } = await twice("a=1", "{}");
      assert(!stderr.includes("form"), stderr);
    });

    it("is a file's bytes, no template, from wherever it lies", async () => {
      const text = "{{never}} \\ é\n";
      Deno.writeTextFileSync(`${outside}/{{a}} b.json`, text);
      const { code, stderr } = await inside(
        server.url,
        "-d",
        `@${outside}/{{a}} b.json`,
      );
      assertEquals([code, stderr], [0, ""]);
      assertEquals(last().text, text);
      assertEquals(last().headers("content-type"), ["application/json"]);
      const none = await send([server.url, "-d", "@none"]);
      assertEquals(none.code, 3);
      assertStringIncludes(oneLine(none.stderr), 'none": it does not exist');
    });

    for (const name of ["-", "@-"]) {
      it(`is standard input, no template: ${name}`, async () => {
        const temporary = Deno.makeTempDirSync();
        const stdin = '{"a": "{{never}}"}\n'.repeat(20_000);
        const { code, stderr } = await send([server.url, "-d", name], {
          stdin,
          env: { TMPDIR: temporary, TEMP: temporary },
        });
        assertEquals([code, stderr], [0, ""]);
        assert(last().text === stdin);
        assertEquals(last().headers("content-type"), ["application/json"]);
        assertEquals([...Deno.readDirSync(temporary)], []);
        Deno.removeSync(temporary);
      });
    }

    itNeeds("sh", "/dev/zero")(
      "is not more of standard input than its limit, and nothing is left of it",
      async () => {
        const temporary = Deno.makeTempDirSync();
        const { code, stderr } = await new Deno.Command("sh", {
          args: [
            "-c",
            'exec "$@" < /dev/zero',
            "sh",
            Deno.execPath(),
            ...denoArguments(["send", server.url, "-d", "-"]),
          ],
          env: { TMPDIR: temporary, NO_COLOR: "1", CI: "", GITHUB_ACTIONS: "" },
        }).output();
        assertEquals(
          [code, new TextDecoder().decode(stderr)],
          [
            2,
            'error LIMIT: Cannot read "-": it is longer than 64 MiB (write it to a file)\n',
          ],
        );
        assertEquals(arrived(), []);
        assertEquals([...Deno.readDirSync(temporary)], []);
        Deno.removeSync(temporary);
      },
    );

    it("is nothing where standard input may not be kept", async () => {
      const { code, stderr } = await send([server.url, "-d", "-"], {
        permissions: ["--allow-net", "--allow-read", "--allow-env"],
      });
      assertEquals(code, 6);
      assertStringIncludes(oneLine(stderr), "Cannot keep the body");
      assertEquals(arrived(), []);
    });
  });

  describe("what the collection adds", () => {
    it("are headers and auth for a host that it declares; no script", async () => {
      const { code } = await inside("{{baseUrl}}/other", "-H", "x-own: mine");
      assertEquals(code, 0);
      assertEquals(last().headers("authorization"), [`Bearer ${SECRET}`]);
      assertEquals(last().headers("x-client"), ["shop 1"]);
      assertEquals(last().headers("x-own"), ["mine"]);
    });

    it("is nothing for another host, which is said where it may be why", async () => {
      const { code, stderr, stdout } = await inside(`${other.url}/x`);
      assertEquals([code, stdout], [0, "who"]);
      const { headers } = other.requests.at(-1)!;
      assertEquals(
        [headers("authorization"), headers("x-client"), headers("x-own")],
        [[], [], []],
      );
      assertStringIncludes(
        oneLine(stderr),
        'Sent without the headers and the auth of "../opencollection.yml": it does not declare this host (add it to extensions.brace.hosts, or use -H)',
      );
    });

    it("is nothing without the environment that declares the host, which is named", async () => {
      const url = `${server.url}/denied`;
      const alone = await send([url], { cwd: folder });
      assertEquals(
        oneLine(alone.stderr).trim(),
        'warning PERMISSION: Sent without the headers and the auth of "opencollection.yml": this host is declared by the environment "e", which is not selected (select it with --env e)',
      );
      assertEquals(last().headers("authorization"), []);
      const selected = await send([url, "--env", "e"], { cwd: folder });
      assertEquals(selected.stderr, "");
      assertEquals(last().headers("authorization"), [`Bearer ${SECRET}`]);
      const file = `${folder}/environments/f.yml`;
      Deno.writeTextFileSync(
        file,
        `name: f\nvariables: [{name: baseUrl, value: "${server.url}"}]\n`,
      );
      const several = await send([url], { cwd: folder });
      Deno.removeSync(file);
      assertStringIncludes(
        oneLine(several.stderr),
        "declared by 2 environments, none of which is selected (select one with --env e or --env f)",
      );
    });

    it("is nothing either where the environment does not say which hosts are its own", async () => {
      const { code, stderr } = await send([server.url], { cwd: folder });
      assertEquals([code, stderr], [0, ""]);
      assertEquals(last().headers("x-own"), []);
    });

    it("says what to type where it is empty", async () => {
      const { code, stderr } = await inside("{{baseUrl}}/", "--var", "token=");
      assertEquals(code, 0, stderr);
      const text = oneLine(stderr);
      assertStringIncludes(
        text,
        'no credentials (give a value, or give the request an "Authorization" header of its own)',
      );
      assert(!text.includes("auth: none"), text);
    });

    it("gives way to credentials that are typed", async () => {
      await inside("{{baseUrl}}/", "-H", "Authorization: Own 1");
      await inside(server.url.replace("//", "//ada:x@"));
      assertEquals(
        arrived().map(({ headers }) => headers("authorization")),
        [["Own 1"], [`Basic ${btoa("ada:x")}`]],
      );
      assertEquals(last().headers("x-client"), ["shop 1"]);
    });
  });

  describe("where it may go", () => {
    it("is the typed host, and nowhere else by a redirect", async () => {
      const to = `${server.url}/to?${encodeURIComponent(`${other.url}/x`)}`;
      const count = other.requests.length;
      const refused = await send([to]);
      assertEquals([refused.code, refused.stdout], [6, ""]);
      assertStringIncludes(
        oneLine(refused.stderr),
        `--allow-net=${other.host}`,
      );
      assertEquals(other.requests.length, count);
      const allowed = await send([to, `--allow-net=${other.host}`]);
      assertEquals([allowed.code, allowed.stdout], [0, "who"]);
    });

    it("is not a host that only a prompt names", async () => {
      const { code, stderr } = await send([
        "http://{{?Host}}/",
        "--prompt",
        `Host=${server.host}`,
      ]);
      assertEquals(code, 6);
      assertStringIncludes(oneLine(stderr), `--allow-net=${server.host}`);
      assertEquals(arrived(), []);
    });

    it("is where the variable of a secret lets it", async () => {
      Deno.writeTextFileSync(
        `${folder}/environments/h.yml`,
        "name: h\nvariables: [{name: key, value: k3y-for-one, secret: true, hosts: [api.example.com]}]\n",
      );
      const { code } = await send(
        [server.url, "-H", "X-Key: {{key}}", "--env", "h"],
        { cwd: folder },
      );
      assertEquals(code, 6);
      assertEquals(arrived(), []);
    });
  });

  describe("what is printed", () => {
    it("is the content alone where it is piped, byte for byte and unmasked", async () => {
      const child = braceCommand(["send", `${server.url}/bytes`], {
        cwd: outside,
      }).spawn();
      await child.stdin.close();
      assertEquals((await child.output()).stdout, BYTES);
      const { stdout } = await inside("{{baseUrl}}/secret");
      assertEquals(stdout, `it is ${SECRET}\n`);
    });

    it("has status and headers before it with --include", async () => {
      const { stdout } = await send([server.url, "--include"]);
      assertEquals(
        stdout,
        "HTTP/1.1 200 OK\nX-Count: 1\nContent-Length: 4\n\nfine",
      );
    });

    it("goes into a file with --output", async () => {
      const { stdout, stderr } = await send([
        `${server.url}/bytes`,
        "--output",
        "out",
      ]);
      assertEquals(stdout, "");
      assertEquals(stderr, "Wrote the response to out\n");
      assertEquals(Deno.readFileSync(`${outside}/out`), BYTES);
      const failed = await send(["http://127.0.0.1:1/", "--output", "none"]);
      assertStringIncludes(
        failed.stderr,
        "Wrote nothing to none: the request has no response\n",
      );
    });

    it("is what was sent, on standard error, with --verbose", async () => {
      const { stdout, stderr } = await inside("{{baseUrl}}/", "-v");
      assertEquals(stdout, "fine");
      assertStringIncludes(stderr, `→ GET ${server.url}/\n`);
      assertStringIncludes(stderr, "Authorization: Bearer ***\n");
    });

    it("is a place on the command line for what is wrong with it", async () => {
      const { code, stdout, stderr } = await send([
        "{{none}}/",
        "-H",
        "A: {{nobody}}",
        "-H",
        "A: {{no_one}}",
        "-d",
        "[1,\n{{nothing}}]",
      ]);
      assertEquals([code, stdout], [3, ""]);
      assertStringIncludes(
        stderr,
        `  URL:1:1
  1 | {{none}}/
    | ^^^^^^^^
`,
      );
      assertStringIncludes(
        stderr,
        `  header A:1:4
  1 | A: {{nobody}}
    |    ^^^^^^^^^^
`,
      );
      assertStringIncludes(
        stderr,
        `  header A (2):1:4
  1 | A: {{no_one}}
`,
      );
      assertStringIncludes(
        stderr,
        `  body:2:1
  2 | {{nothing}}]
    | ^^^^^^^^^^^
`,
      );
    });

    it("is no place for what nobody typed", async () => {
      const { code, stderr } = await send([
        `${server.url.replace("http:", "grpc:")}/a.B/C`,
        "--proto=none.proto",
      ]);
      assertEquals([code, oneLine(stderr).trim()], [
        3,
        'error MISSING_PATH: Cannot read "none.proto": no such file (write its path from the current folder)',
      ]);
    });

    it("names the flags of a server that has no reflection", async () => {
      await using silent = recordingServer(() => new Promise(() => {}));
      const { code, stderr } = await send([
        `${silent.url.replace("http:", "grpc:")}`,
        "--list",
        "--timeout=200",
      ]);
      assertEquals(code, 4);
      assertStringIncludes(
        oneLine(stderr),
        "; is it a gRPC server? (name a .proto file with --proto, or raise --timeout)",
      );
    });

    it("names all schemes for one that there is not, and no place", async () => {
      for (
        const [url, meant] of [
          ["htp://x", ' (did you mean "http"?)'],
          ["graphql://x", ""],
        ]
      ) {
        const { code, stderr } = await send([url]);
        assertEquals([code, oneLine(stderr).trim()], [
          3,
          `error INVALID_URL: Cannot send to the URL "${url}": its scheme is not one of http, https, http+unix, ws, wss, grpc, grpcs${meant}`,
        ]);
      }
    });

    itNeeds("terminal")(
      "is for a person on a terminal: head, JSON in colours, no secret",
      async () => {
        const { code, screen } = await braceInTerminal(
          ["send", "{{baseUrl}}/json", "--env", "e", "--color"],
          [],
          { cwd: folder },
        );
        assertEquals(code, 0);
        const shown = screen.replaceAll("\r\n", "\n")
          // deno-lint-ignore no-control-regex
          .replace(/\x1b\[(\d+)m/g, "<$1>");
        assertStringIncludes(shown, "HTTP/1.1 <1><32>200 OK<39><22> <2>· ");
        assertStringIncludes(shown, "<2>Content-Type:<22> application/json\n");
        assertStringIncludes(
          shown,
          `
{
  <36>"name"<39>: <32>"Ada"<39>,
  <36>"n"<39>: <33>1.5<39>,
  <36>"token"<39>: <32>"***"<39>
}
`,
        );
        assert(!screen.includes(SECRET));
      },
    );

    itNeeds("terminal")("is not binary content on a terminal", async () => {
      const { screen } = await braceInTerminal(
        ["send", `${server.url}/bytes`],
        [],
        { cwd: outside },
      );
      assertStringIncludes(screen, "\r\n\r\n(256 B of binary content)\r\n");
    });
  });

  describe("the exit code", () => {
    it("is 0 for any response, and 1 with --fail from 400 on", async () => {
      const url = `${server.url}/denied`;
      assertEquals((await send([url])).code, 0);
      const failed = await send([url, "--fail"]);
      assertEquals([failed.code, failed.stdout], [1, "no"]);
      assertEquals((await send([server.url, "--fail"])).code, 0);
    });

    it("is 4 without a response", async () => {
      const { code, stdout } = await send(["http://[::1]:1/"]);
      assertEquals([code, stdout], [4, ""]);
    });

    const WRONG: [args: readonly string[], message: string][] = [
      [[], 'Cannot send: name the URL, "brace send [METHOD] URL"'],
      [["post"], 'Cannot send "post": name the URL, "brace send post URL"'],
      [["http://a", "GET"], "the method comes first"],
      [
        ["PUT", "http://a", "b"],
        'Cannot use "b": too many words for "brace send [METHOD] URL',
      ],
      [["a", "-H", "secret"], "it has no name before a"],
      [["a", "-H", ": secret"], "it has no name before a"],
      [["a", "-d", "1", "--body", "2"], 'Cannot use "--body" twice'],
      [["G T", "http://a"], 'Cannot send with the method "G T"'],
      [["a", "--env", "none"], 'Cannot select the environment "none"'],
      [["-X", "PUT", "a"], "write the method before the URL"],
    ];
    for (const [args, message] of WRONG) {
      it(`tells what is wrong with: brace send ${args.join(" ")}`, async () => {
        const { code, stdout, stderr } = await send(args);
        assertEquals([code, stdout], [args[0] === "G T" ? 3 : 2, ""]);
        assertStringIncludes(oneLine(stderr), message);
        assert(!stderr.includes("secret"), stderr);
      });
    }
  });

  it("takes the value that a script of a request would set", async () => {
    const line = ["{{baseUrl}}/{{made}}", "--env", "e"];
    const { stderr } = await send(line, { cwd: folder });
    assertStringIncludes(
      oneLine(stderr),
      "which has not run: give the value with --var made=VALUE",
    );
    assert(!stderr.includes("--with-needed"), stderr);
    // A text that is given for "made" has no members.
    const member = ["{{baseUrl}}/{{made[0].id}}", "--env", "e"];
    assertStringIncludes(
      oneLine((await send(member, { cwd: folder })).stderr),
      'which has not run: give the value with --var "made[0].id=VALUE"',
    );
    const given = ["--var", "made[0].id=7", "--var", "baseUrl=http://h:0"];
    const { stderr: unsent } = await send([...member, ...given], {
      cwd: folder,
    });
    assert(!unsent.includes("Cannot resolve"), unsent);
  });

  it("takes the global variables that brace.yaml names", async () => {
    const cwd = await Deno.makeTempDir();
    const files = {
      "opencollection.yml": "opencollection: 1.0.0\ninfo: { name: G }\n",
      "brace.yaml": "run: { global-env: environments/Globals.yml }\n",
      "environments/Globals.yml":
        "name: Globals\nvariables: [{ name: iban, value: DE1 }]\n",
    };
    await Deno.mkdir(`${cwd}/environments`);
    for (const [file, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${file}`, text);
    }
    for (const at of [cwd, `${cwd}/environments`]) {
      const { code, stderr } = await send([`${server.url}/i?i={{iban}}`], {
        cwd: at,
      });
      assertEquals(code, 0, stderr);
      assertEquals(server.requests.at(-1)?.target, "/i?i=DE1");
    }
    await Deno.remove(cwd, { recursive: true });
  });

  it("says outside of a collection that there are no variables to use", async () => {
    const args = ["{{baseUrl}}/users"];
    const alone = await send(args);
    assertEquals([alone.code, alone.stdout], [3, ""]);
    assertStringIncludes(
      oneLine(alone.stderr),
      'Cannot resolve "{{baseUrl}}": no collection contains this folder, so nothing defines variables (give --var baseUrl=VALUE, or change to a collection\'s folder)',
    );
    const member = await send(["{{baseUrl}}/{{user.id}}"]);
    assertStringIncludes(oneLine(member.stderr), "(give --var user.id=VALUE,");
    const selected = await send([...args, "--env", "local"]);
    assertEquals(selected.code, 2);
    assertStringIncludes(
      oneLine(selected.stderr),
      'Cannot select the environment "local": no collection contains this folder',
    );
    const near = await send([...args, "--var", "baseurl=x"]);
    assertStringIncludes(oneLine(near.stderr), '(did you mean "baseurl"?)');
    const around = await send(args, { cwd: folder });
    assertStringIncludes(oneLine(around.stderr), 'no scope defines "baseUrl"');
  });

  it("runs no file", async () => {
    await Deno.writeTextFile(`${folder}/my request.yml`, "http: {}\n");
    const { code, stderr } = await send(["my request.yml"], { cwd: folder });
    assertEquals(code, 2);
    assertStringIncludes(
      oneLine(stderr),
      'Cannot send to "my request.yml": it is a file, not a URL (run it: brace run "my request.yml")',
    );
    await Deno.remove(`${folder}/my request.yml`);
    assertEquals((await send(["my-request.yml"], { cwd: folder })).code, 4);
  });

  it("runs no request by its name", async () => {
    const at = Deno.makeTempDirSync();
    await Deno.writeTextFile(`${at}/opencollection.yml`, "info: { name: a }\n");
    await Deno.mkdir(`${at}/users`);
    await Deno.writeTextFile(
      `${at}/users/login.yml`,
      `info: { name: Log in }\nhttp: { method: GET, url: "${server.url}" }\n`,
    );
    for (const [name, word] of [["users/login"], ["Log in", '"Log in"']]) {
      const { code, stderr } = await send([name], { cwd: at });
      assertEquals(code, 2);
      assertStringIncludes(
        oneLine(stderr),
        `Cannot send to "${name}": it is a request or folder of a collection, not a URL (run it: brace run ${
          word ?? name
        }; write http:// before a host)`,
      );
    }
    assertEquals((await send(["nowhere.invalid/login"], { cwd: at })).code, 4);
    await Deno.remove(at, { recursive: true });
  });

  it("says what is wrong with the collection, and only that", async () => {
    const broken = Deno.makeTempDirSync();
    Deno.writeTextFileSync(`${broken}/opencollection.yml`, "info: [\n");
    const { code, stderr } = await send([server.url], { cwd: broken });
    assertEquals(code, 2);
    assertStringIncludes(stderr, "YAML_SYNTAX");
    assertEquals(arrived(), []);
    Deno.removeSync(broken, { recursive: true });
  });
});
