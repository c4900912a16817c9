import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { createServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { certificate, certificatePath } from "../support/certificates.ts";
import { proxyServer } from "../support/proxy_server.ts";
import { oneLine } from "../support/one_line.ts";
import { inFolder } from "../support/in_folder.ts";
import { braceRows } from "../support/brace_rows.ts";
import { braceInTerminal } from "../support/terminal.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordedRequest,
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** Requests whose details no shell, no language and no client may change. */
const REQUESTS: Record<string, string> = {
  plain: 'http: { method: GET, url: "{{base}}/plain" }',
  query:
    'http: { method: GET, url: "{{base}}/q?a=%20b&flag&c=[1]{2}&d=it\'s" }',
  dots: 'http: { method: GET, url: "{{base}}/a/../b/./c" }',
  headers: `http:
  method: GET
  url: "{{base}}/h"
  headers:
    - { name: X-Quotes, value: "it's \\"quoted\\" $HOME \`x\` \\\\ %d" }
    - { name: X-Twice, value: one }
    - { name: X-Twice, value: two }
    - { name: X-Empty, value: "" }`,
  json: `http:
  method: POST
  url: "{{base}}/json"
  body: { type: json, data: '{"a": "it''s ü 😀 \\\\n \\"q\\" $x", "n": 1}' }`,
  text: `http:
  method: PUT
  url: "{{base}}/text"
  body:
    type: text
    data: |
      @not a file
      two lines`,
  form: `http:
  method: POST
  url: "{{base}}/form"
  body: { type: form-urlencoded, data: [{ name: a b, value: "1&2=3" }, { name: c, value: "ü" }] }`,
  // What curl's --form gives a meaning in names and values.
  names: `http:
  method: POST
  url: "{{base}}/names"
  body:
    type: multipart-form
    data:
      - { name: "a=b;c", value: "x;y=z" }
      - { name: "@d", value: "@e,f" }
      - { name: "<g", value: "<h" }
      - { name: '="i"', value: "(j", contentType: text/plain }
      - { name: "k=l", type: file, value: ["part;,=.txt"] }
      - { name: "m;type=n", type: file, value: ["part;,=.txt"], contentType: text/csv }`,
  "line breaks": `http:
  method: POST
  url: "{{base}}/lines"
  body: { type: multipart-form, data: [{ name: a, value: "b\\nc\\r\\nd" }] }`,
  // A shell has UTF-8 and no NUL; each client has its own types of files.
  latin: `http:
  method: POST
  url: "{{base}}/latin"
  headers: [{ name: X-Latin, value: "100% café \\\\ it's" }]
  body: { type: text, data: "a\\0bü" }`,
  types: `http:
  method: POST
  url: "{{base}}/types"
  headers: [{ name: Content-Type, value: multipart/form-data; boundary=own }]
  body:
    type: multipart-form
    data:
      - { name: a, type: file, value: [a.json, "part;,=.txt", none] }`,
  "file by its name": `http:
  method: PUT
  url: "{{base}}/file"
  body: { type: file, data: [{ filePath: a.json }] }`,
  "no type": `http:
  method: POST
  url: "{{base}}/untyped"
  headers: [{ name: X-Left-Out, value: a }, { name: X-Kept, value: b }]
  body: { type: text, data: "a" }
settings: { omitHeaders: [content-type, x-left-out, X-Other] }`,
  "no type of a file": `http:
  method: PUT
  url: "{{base}}/untyped"
  body: { type: file, data: [{ filePath: a.json }] }
settings: { omitHeaders: [Content-Type] }`,
  "no type of a form": `http:
  method: POST
  url: "{{base}}/untyped"
  body: { type: multipart-form, data: [{ name: a, value: b }] }
settings: { omitHeaders: [Content-Type] }`,
  "no part": `http:
  method: POST
  url: "{{base}}/none"
  body: { type: multipart-form, data: [] }`,
  "delete": 'http: { method: DELETE, url: "{{base}}/d" }',
  basic: `http:
  method: GET
  url: "{{base}}/basic"
  auth: { type: apikey, key: X-Plain, value: abc, placement: query }`,
};

/** Auth that signs without a server: what is rendered is what a run sends. */
const SIGNED: Record<string, string> = {
  awsv4:
    "{ type: awsv4, accessKeyId: AKIA, secretAccessKey: s3cr3t, sessionToken: t0k3n, service: s3, region: eu-west-1 }",
  oauth1:
    "{ type: oauth1, consumerKey: ck, consumerSecret: cs, accessToken: at, accessTokenSecret: ats }",
  "oauth1 in the query":
    "{ type: oauth1, consumerKey: ck, consumerSecret: cs, placement: query }",
  "oauth1 in the body":
    "{ type: oauth1, consumerKey: ck, consumerSecret: cs, placement: body }",
  edgegrid:
    "{ type: akamai-edgegrid, accessToken: at, clientToken: ct, clientSecret: s3cr3t, headersToSign: [X-A] }",
  wsse: "{ type: wsse, username: ada, password: engine }",
};

/** Headers that each client has its own of. */
const OWN =
  /^(?:host|user-agent|accept|accept-encoding|accept-language|sec-fetch-mode|connection|content-length)$/i;

describe("brace render --as", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ target }) =>
      target === "/from"
        ? { status: 302, headers: [["Location", "/to"]] }
        : { json: {} }
    );
    await Deno.writeTextFile(
      `${cwd}/opencollection.yml`,
      `info: { name: As }
request:
  variables: [{ name: base, value: "${server.url}" }]
`,
    );
    for (const file of ["part;,=.txt", "a.json", "none"]) {
      await Deno.writeTextFile(`${cwd}/${file}`, "content");
    }
    for (const [name, text] of Object.entries(REQUESTS)) {
      await Deno.writeTextFile(`${cwd}/${name}.yml`, `${text}\n`);
    }
  });

  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  async function rendered(name: string, form: string): Promise<string> {
    const { code, stdout, stderr } = await brace(
      ["render", `${name}.yml`, `--as=${form}`, "--undefined=keep"],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""], stdout);
    return stdout;
  }

  /** What arrives when Brace sends it itself, and when something else does. */
  async function both(
    name: string,
    send: () => Promise<void>,
  ): Promise<[RecordedRequest, RecordedRequest]> {
    const before = server.requests.length;
    const { stdout } = await brace(
      ["run", `${name}.yml`, "--undefined=keep"],
      { cwd },
    );
    await send();
    const [own, other] = server.requests.slice(before);
    assert(own && other, stdout);
    return [own, other];
  }

  function comparable(request: RecordedRequest, { sorted = false } = {}) {
    const headers = request.rawHeaders
      .filter(([header]) => !OWN.test(header))
      .map(([header, value]) =>
        sorted ? [header.toLowerCase(), value] : [header, value]
      );
    const [, boundary] = /boundary=(\S+)/.exec(
      request.headers("content-type").join(),
    ) ?? /^--(\S+)\r\n/.exec(request.text) ?? [];
    const plain = (text: string) =>
      boundary === undefined ? text : text.replaceAll(boundary, "BOUNDARY");
    return {
      method: request.method,
      target: request.target,
      headers: (sorted ? joined(headers) : headers.map(String).sort())
        .map(plain),
      text: boundary === undefined
        ? request.text
        : plain(request.text).trimEnd().split("--BOUNDARY").map(sortedPart),
    };
  }

  for (const name of Object.keys(REQUESTS)) {
    // What is masked is not sent.
    if (name === "basic") continue;
    // curl cannot send such a form, and says so.
    if (name !== "no type of a form") {
      itNeeds("curl", "sh")(`curl sends the same: ${name}`, async () => {
        const command = await rendered(name, "curl");
        const [own, other] = await both(name, () => run("sh", command, cwd));
        assertEquals(comparable(other), comparable(own), command);
      });
    }

    // A client of the web takes dot segments out.
    if (name === "dots") continue;
    it(`fetch sends the same: ${name}`, async () => {
      const code = await rendered(name, "fetch");
      const [own, other] = await both(name, async () => {
        const module = `data:application/typescript;base64,${
          btoa(String.fromCharCode(...new TextEncoder().encode(silent(code))))
        }`;
        await import(module);
      });
      const options = { sorted: true };
      assertEquals(
        withoutEscapes(comparable(other, options)),
        withoutEscapes(comparable(own, options)),
        code,
      );
    });
  }

  for (const [name, auth] of Object.entries(SIGNED)) {
    itNeeds("terminal")(
      `what is rendered is signed as it is sent: ${name}`,
      async () => {
        const folder = await Deno.makeTempDir();
        await Deno.writeTextFile(
          `${folder}/opencollection.yml`,
          "info: { name: Signed }\n",
        );
        await Deno.writeTextFile(
          `${folder}/a.yml`,
          `http:
  method: POST
  url: "${server.url}/signed?a=1"
  auth: ${auth}
  body: { type: form-urlencoded, data: [{ name: b, value: "2 3" }] }
`,
        );
        const fixed = ["--seed=1", "--now=2026-01-02T03:04:05Z"];
        const cwd = folder;
        const before = server.requests.length;
        await brace(["run", ...fixed], { cwd });
        const { screen } = await braceInTerminal(
          ["render", "a.yml", "--as=fetch", "--reveal", ...fixed],
          [],
          { cwd },
        );
        await import(
          `data:application/javascript,${encodeURIComponent(silent(screen))}`
        );
        const [own, other] = server.requests.slice(before)
          .map((it) => comparable(it, { sorted: true }));
        assertEquals(other, own, screen);
        await Deno.remove(folder, { recursive: true });
      },
    );
  }

  /** What arrives from "/from", and what the forms say of it. */
  const SETTINGS: [
    method: string,
    settings: string,
    sent: string[],
    words: Partial<Record<"curl" | "http" | "fetch" | "python", string>>,
  ][] = [
    ["GET", "{}", ["GET /from", "GET /to"], {}],
    ["POST", "{}", ["POST /from", "GET /to"], {}],
    ["PUT", "{ maxRedirects: 1 }", ["PUT /from", "PUT /to"], {
      curl: "--max-redirs 1",
    }],
    ["POST", "{ followRedirects: false }", ["POST /from"], {
      http: "# @no-redirect",
    }],
    ["GET", "{ timeout: 1500 }", ["GET /from", "GET /to"], {
      curl: "--max-time 1.5",
      http: "# @timeout 1500 ms",
      fetch: "signal: AbortSignal.timeout(1500)",
      python: "timeout=1.5",
    }],
  ];
  for (const [method, settings, sent, words] of SETTINGS) {
    itNeeds("curl", "sh")(
      `settings are those of a run: ${method} with ${settings}`,
      async () => {
        const folder = await Deno.makeTempDir();
        await Deno.writeTextFile(
          `${folder}/opencollection.yml`,
          "info: { name: Settings }\n",
        );
        const body = method === "GET" ? "" : ", body: { type: text, data: x }";
        await Deno.writeTextFile(
          `${folder}/a.yml`,
          `http: { method: ${method}, url: "${server.url}/from"${body} }\nsettings: ${settings}\n`,
        );
        const lines = async (work: () => Promise<unknown>) => {
          const before = server.requests.length;
          await work();
          return server.requests.slice(before)
            .map(({ method, target }) => `${method} ${target}`);
        };
        const here = (...args: string[]) => brace(args, { cwd: folder });
        const { stdout: curl } = await here("render", "a.yml", "--as=curl");
        const { stdout: http } = await here("render", "a.yml", "--as=http");
        assertEquals(await lines(() => here("run", "a.yml")), sent);
        assertEquals(await lines(() => run("sh", curl, folder)), sent, curl);
        await Deno.writeTextFile(`${folder}/a.http`, http);
        await here("import", "a.http", "-o", "again");
        assertEquals(await lines(() => here("run", "again")), sent, http);
        assertEquals(/--max-\S+ [\d.]+/.exec(curl)?.[0], words.curl, curl);
        assertEquals(/^# @.*/m.exec(http)?.[0], words.http, http);
        const { stdout: code } = await here("render", "a.yml", "--as=fetch");
        assertEquals(/signal: .*(?=,)/.exec(code)?.[0], words.fetch, code);
        const { stdout: py } = await here("render", "a.yml", "--as=python");
        assertEquals(/timeout=[\d.]+/.exec(py)?.[0], words.python, py);
        await Deno.remove(folder, { recursive: true });
      },
    );
  }

  it("a form has the boundary of the seed, as it is sent", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      "info: { name: Form }\n",
    );
    await Deno.writeTextFile(
      `${folder}/a.yml`,
      `http:
  method: POST
  url: "${server.url}/form"
  body: { type: multipart-form, data: [{ name: b, value: "2" }] }
`,
    );
    const before = server.requests.length;
    for (const args of [["--seed=1"], ["--seed=1"], ["--seed=2"], [], []]) {
      await brace(["run", "a.yml", ...args], { cwd: folder });
    }
    const types = server.requests.slice(before)
      .map((it) => it.headers("content-type").join());
    assertEquals(types[1], types[0]);
    assertEquals(new Set(types).size, 4);
    const { stdout } = await brace(["render", "a.yml", "--seed=1"], {
      cwd: folder,
    });
    assert(stdout.includes(`Content-Type: ${types[0]}\n`), stdout);
    await Deno.remove(folder, { recursive: true });
  });

  it("an archive is one that can be imported", async () => {
    const { stdout } = await brace(["render", "--as=har"], { cwd });
    await Deno.writeTextFile(`${cwd}/all.har`, stdout);
    const { code, stdout: report } = await brace(
      ["import", "all.har", "-o", "again"],
      { cwd },
    );
    assertEquals(code, 0);
    assert(
      report.includes(`${Object.keys(REQUESTS).length} requests`),
      report,
    );
    await Deno.remove(`${cwd}/again`, { recursive: true });
  });

  it("an archive has the text of a body's file, and a warning names other bytes", async () => {
    const folder = await Deno.makeTempDir();
    const write = (path: string, content: string | Uint8Array) =>
      Deno.writeFile(
        `${folder}/${path}`,
        typeof content === "string"
          ? new TextEncoder().encode(content)
          : content,
      );
    await write("opencollection.yml", "info: { name: Files }\n");
    await write("a.txt", "ü\n");
    await write("b.bin", Uint8Array.of(255, 0));
    for (const name of ["a.txt", "b.bin"]) {
      await write(
        `${name}.yml`,
        `http: { method: PUT, url: http://a.example/, body: { type: file, data: [{ filePath: ${name} }] } }\n`,
      );
    }
    const { stdout, stderr } = await brace(["render", folder, "--as=har"], {
      cwd,
    });
    const bodies = JSON.parse(stdout).log.entries.map((
      { request }: { request: { postData: { text: string } } },
    ) => request.postData.text);
    assertEquals(bodies, ["ü\n", ""]);
    assertEquals(
      oneLine(stderr).trim(),
      `warning: "b.bin.yml" has no body: an archive holds texts only, not the file ${folder}/b.bin`,
    );
    await Deno.remove(folder, { recursive: true });
  });

  it("a file for other clients is one that can be imported", async () => {
    const { stdout } = await brace(["render", "--as=http"], { cwd });
    await Deno.writeTextFile(`${cwd}/all.http`, stdout);
    const { stdout: report } = await brace(
      ["import", "all.http", "-o", "again"],
      { cwd },
    );
    assert(
      report.includes(`${Object.keys(REQUESTS).length} requests`),
      report,
    );
    await Deno.remove(`${cwd}/again`, { recursive: true });
  });

  it("a line of a body that is syntax of the file stays in the body", async () => {
    const text =
      "### One\n#### Two\n< in.txt\n  > out.js\n<> x\n> {%\n<a>\n?? status == 1\n\nGET /x HTTP/1.1";
    const data = JSON.stringify(text);
    await Deno.mkdir(`${cwd}/syntax`);
    await Deno.writeTextFile(
      `${cwd}/syntax/opencollection.yml`,
      "info: { name: Syntax }\n",
    );
    const body = `{ type: text, data: ${data} }`;
    const form =
      `{ type: multipart-form, data: [{ name: a, value: ${data} }, { name: b, value: "--brace-boundary" }] }`;
    for (const [name, written] of Object.entries({ body, form })) {
      await Deno.writeTextFile(
        `${cwd}/syntax/${name}.yml`,
        `http: { method: POST, url: "${server.url}/${name}", body: ${written} }\n`,
      );
    }
    const before = server.requests.length;
    await brace(["run", "syntax"], { cwd });
    const { stdout } = await brace(["render", "syntax", "--as=http"], { cwd });
    await Deno.writeTextFile(`${cwd}/syntax.http`, stdout);
    await brace(["import", "syntax.http", "-o", "syntax2"], { cwd });
    const { stdout: report } = await brace(["run", "syntax2"], { cwd });
    const [own, ownForm, again, againForm, ...more] = server.requests
      .slice(before).map((it) => comparable(it));
    assertEquals([again, againForm], [own, ownForm], stdout + report);
    assertEquals(more, []);
    await Deno.remove(`${cwd}/syntax`, { recursive: true });
    await Deno.remove(`${cwd}/syntax2`, { recursive: true });
  });

  it("Python encodes a % that encodes nothing, and only that one", async () => {
    await Deno.mkdir(`${cwd}/percent`);
    await Deno.writeTextFile(
      `${cwd}/percent/opencollection.yml`,
      "info: { name: Percent }\n",
    );
    const lines = async (url: string) => {
      await Deno.writeTextFile(
        `${cwd}/percent/a.yml`,
        `http: { method: GET, url: "${url}" }\n`,
      );
      const { stdout } = await brace(["render", "percent", "--as=python"], {
        cwd,
      });
      return stdout.split("\n").filter((line) => /^#|http:/.test(line));
    };
    const [comment, sent] = await lines(
      "http://a.example/50%/b?x=50%&y=a%20b&z=%zz%c3%A9%",
    );
    assertEquals(
      comment,
      '# requests sends a "%" that encodes nothing as "%25".',
    );
    assertEquals(
      sent.trim(),
      '"http://a.example/50%25/b?x=50%25&y=a%20b&z=%25zz%c3%A9%25",',
    );
    assertEquals(await lines("http://a.example/b?y=a%20b"), [
      '    "http://a.example/b?y=a%20b",',
    ]);
    await Deno.remove(`${cwd}/percent`, { recursive: true });
  });

  /** What the forms say of headers that a run does not send, by "omitHeaders". */
  const OMITTED: [
    body: string,
    omit: string,
    words: Partial<Record<"curl" | "http" | "fetch" | "python", string[]>>,
  ][] = [
    ["", "User-Agent, Accept", {
      curl: ["--header User-Agent:", "--header Accept:"],
      http: [
        "# A .http file cannot leave out this header: User-Agent",
        "# A .http file cannot leave out this header: Accept",
      ],
      fetch: [
        "// fetch cannot leave out this header: User-Agent",
        "// fetch cannot leave out this header: Accept",
      ],
      python: [
        "from urllib3.util import SKIP_HEADER",
        '"User-Agent": SKIP_HEADER,',
        '"Accept": None,',
      ],
    }],
    // A run sends these all the same.
    ["", "Host, Content-Length, Transfer-Encoding", {}],
    ["", "X-Other", { curl: ["--header X-Other:"] }],
    [
      ", body: { type: multipart-form, data: [{ name: a, value: b }] }",
      "Content-Type",
      {
        curl: ["# curl cannot leave out this header: Content-Type"],
        http: ["# A .http file cannot leave out this header: Content-Type"],
        python: ["# requests cannot leave out this header: Content-Type"],
      },
    ],
  ];
  for (const [body, omit, words] of OMITTED) {
    itNeeds("curl", "sh")(`leaves out what a run does: ${omit}`, async () => {
      const folder = await Deno.makeTempDir();
      await Deno.writeTextFile(
        `${folder}/opencollection.yml`,
        "info: { name: Omitted }\n",
      );
      await Deno.writeTextFile(
        `${folder}/a.yml`,
        `http: { method: GET, url: "${server.url}/a"${body} }\nsettings: { omitHeaders: [${omit}] }\n`,
      );
      const here = (...args: string[]) => brace(args, { cwd: folder });
      const said: Record<string, string> = {};
      for (const form of ["curl", "http", "fetch", "python"] as const) {
        const { stdout } = await here("render", "a.yml", `--as=${form}`);
        said[form] = stdout;
        assertEquals(
          stdout.split("\n").map((line) => line.trim().replace(/ \\$/, ""))
            .filter((line) =>
              /leave out|SKIP_HEADER|: None|--header/.test(line)
            ),
          words[form] ?? [],
          stdout,
        );
      }
      const before = server.requests.length;
      await here("run", "a.yml");
      await run("sh", said.curl, folder);
      const names = server.requests.slice(before).map(({ rawHeaders }) =>
        rawHeaders.map(([name]) => name.toLowerCase())
          // Of these, curl has none by default.
          .filter((name) => !/^(?:accept-encoding|connection)$/.test(name))
          .sort()
      );
      if (body === "") assertEquals(names[1], names[0], said.curl);
      await Deno.remove(folder, { recursive: true });
    });
  }

  const CODED: readonly (readonly [header: string, isRead: boolean])[] = [
    ["Accept-Encoding: gzip", true],
    ["accept-encoding: 'br, deflate;q=0.5'", true],
    ["Accept-Encoding: identity", false],
    ["Accept: gzip", false],
  ];
  for (const [header, isRead] of CODED) {
    it(`curl reads the coding that a header asks for: ${header}`, async () => {
      const [name, value] = header.split(": ");
      await inFolder([
        ["opencollection.yml", "info: { name: Coded }\n"],
        [
          "a.yml",
          `http: { method: GET, url: "http://127.0.0.1:1/", headers: [{ name: ${name}, value: ${value} }] }\n`,
        ],
      ], async (cwd) => {
        const { stdout } = await brace(["render", "a.yml", "--as=curl"], {
          cwd,
        });
        assertEquals(stdout.includes("--compressed"), isRead, stdout);
      });
    });
  }

  it("names the client certificate and the proxy, or says that it cannot", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      `info: { name: Connections }
config:
  clientCertificates:
    - { domain: pem.example, type: pem, certificateFilePath: "c:1.pem", privateKeyFilePath: c.key, passphrase: "correct horse" }
    - { domain: p12.example, type: pkcs12, pkcs12FilePath: c.p12 }
  proxy:
    config:
      protocol: socks5
      hostname: proxy.example
      port: 1080
      auth: { username: ada, password: "battery staple" }
      bypassProxy: p12.example
`,
    );
    for (const host of ["pem", "p12"]) {
      await Deno.writeTextFile(
        `${folder}/${host}.yml`,
        `http: { method: GET, url: "https://${host}.example/" }\n`,
      );
    }
    await Deno.writeTextFile(
      `${folder}/plain.yml`,
      `http: { method: GET, url: "http://pem.example/" }\n`,
    );
    const said = async (form: string, name: string) => {
      const { stdout, stderr } = await brace(
        ["render", `${name}.yml`, `--as=${form}`],
        { cwd: folder },
      );
      assert(!/horse|staple/.test(stdout + stderr), stdout + stderr);
      return [...stdout.split("\n"), ...stderr.split("\n")]
        .map((line) => line.trim().replaceAll(folder, "").replace(/ \\$/, ""))
        .filter((line) => /cert|--key|--pass|prox|\*\*\*/.test(line));
    };
    const note =
      "note: *** stands for secrets (on a terminal, --reveal shows them)";
    const proxy = "socks5h://proxy.example:1080";
    const url = '"socks5h://ada:***@proxy.example:1080"';
    assertEquals(await said("curl", "pem"), [
      "--cert '/c\\:1.pem'",
      "--key /c.key",
      "--pass '***'",
      `--proxy ${proxy}`,
      "--proxy-user 'ada:***'",
      note,
    ]);
    assertEquals(await said("curl", "p12"), [
      "--cert /c.p12",
      "--cert-type P12",
    ]);
    assertEquals(await said("curl", "plain"), [
      `--proxy ${proxy}`,
      "--proxy-user 'ada:***'",
      note,
    ]);
    assertEquals(await said("python", "pem"), [
      "# Python asks for the passphrase of the certificate's key.",
      'cert=("/c:1.pem", "/c.key"),',
      `proxies={"http": ${url}, "https": ${url}},`,
      note,
    ]);
    assertEquals(await said("python", "p12"), [
      "# requests has no place for this client certificate: /c.p12",
    ]);
    for (
      const [form, before] of [
        ["fetch", "// fetch"],
        ["http", "# A .http file"],
        ["har", 'warning: "pem.yml": an archive'],
      ]
    ) {
      assertEquals(await said(form, "pem"), [
        `${before} has no place for this client certificate: /c:1.pem`,
        `${before} has no place for this proxy: ${proxy}`,
      ]);
    }
    await Deno.remove(folder, { recursive: true });
  });

  itNeeds("curl", "sh")(
    "curl shows the client certificate, and goes through the proxy",
    async () => {
      const folder = await Deno.makeTempDir();
      const shown: boolean[] = [];
      const secure = createServer({
        ...await certificate(),
        ca: (await certificate("ca")).cert,
        requestCert: true,
        rejectUnauthorized: true,
      }, (request, response) => {
        shown.push((request.socket as TLSSocket).authorized);
        response.end();
      });
      await new Promise<void>((done) => secure.listen(0, "127.0.0.1", done));
      const { port } = secure.address() as { port: number };
      await using proxy = proxyServer({ kind: "http" });
      for (const name of ["client.crt", "client.key"]) {
        await Deno.copyFile(certificatePath(name), `${folder}/${name}`);
      }
      await Deno.writeTextFile(
        `${folder}/opencollection.yml`,
        `info: { name: Connections }
config:
  clientCertificates:
    - { domain: localhost, type: pem, certificateFilePath: client.crt, privateKeyFilePath: client.key }
  proxy: { config: { hostname: 127.0.0.1, port: ${proxy.port} } }
`,
      );
      await Deno.writeTextFile(
        `${folder}/a.yml`,
        `http: { method: GET, url: "https://localhost:${port}/" }\n`,
      );
      const ca = certificatePath("ca.crt");
      const own = await brace(["run", "a.yml", `--ca=${ca}`], { cwd: folder });
      assertEquals(own.code, 0, own.stdout);
      const { stdout } = await brace(["render", "a.yml", "--as=curl"], {
        cwd: folder,
      });
      await run(
        "sh",
        stdout.replace("curl ", `curl --noproxy '' --cacert ${ca} `),
        folder,
      );
      assertEquals(shown, [true, true]);
      const line = `CONNECT localhost:${port} HTTP/1.1`;
      assertEquals(proxy.asked, [line, line]);
      await new Promise((done) => secure.close(done));
      await Deno.remove(folder, { recursive: true });
    },
  );

  it("warns of a connection that does not resolve", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      "info: { name: A }\nconfig: { proxy: { config: { hostname: '{{nowhere}}' } } }\n",
    );
    await Deno.writeTextFile(
      `${folder}/a.yml`,
      "http: { method: GET, url: http://a.example/ }\n",
    );
    const { code, stdout, stderr } = await brace(
      ["render", "a.yml", "--as=curl", "--undefined=keep"],
      { cwd: folder },
    );
    assertEquals([code, stdout], [0, "curl --location http://a.example/\n"]);
    assert(stderr.includes("warning UNDEFINED_VARIABLE"), stderr);
    assert(stderr.includes("{{nowhere}}"), stderr);
    await Deno.remove(folder, { recursive: true });
  });

  const REFUSED: [http: string, comments: string[]][] = [
    [
      "{ method: GET, url: http://a, headers: [{ name: host, value: b }], body: { type: text, data: x } }",
      [
        "// fetch refuses a body with the method GET: use another client, such as curl.",
        "// fetch does not send this header: host",
      ],
    ],
    [
      "{ method: TRACE, url: http://a }",
      ["// fetch refuses the method TRACE: use another client, such as curl."],
    ],
    ["{ method: POST, url: http://a, body: { type: text, data: x } }", []],
  ];
  for (const [http, comments] of REFUSED) {
    it(`a comment says what fetch does not send: ${http}`, async () => {
      await Deno.mkdir(`${cwd}/refused`);
      await Deno.writeTextFile(
        `${cwd}/refused/opencollection.yml`,
        "info: { name: Refused }\n",
      );
      await Deno.writeTextFile(`${cwd}/refused/a.yml`, `http: ${http}\n`);
      const { stdout } = await brace(["render", "refused", "--as=fetch"], {
        cwd,
      });
      await Deno.remove(`${cwd}/refused`, { recursive: true });
      assertEquals(
        stdout.split("\n").filter((line) => line.startsWith("//")),
        comments,
      );
    });
  }

  it("several requests are one module for fetch, in their order", async () => {
    const names = ["delete", "file by its name", "types"];
    const files = names.map((name) => `${name}.yml`);
    const { stdout } = await brace(["render", ...files, "--as=fetch"], { cwd });
    const labels = stdout.split("\n").filter((it) => it.startsWith("// "));
    assertEquals(labels.map((it) => it.slice(3)).sort(), files);
    const before = server.requests.length;
    await import(
      `data:application/javascript,${
        encodeURIComponent(stdout.replaceAll("console.log", "void "))
      }`
    );
    assertEquals(
      server.requests.slice(before).map(({ target }) => target).sort(),
      ["/d", "/file", "/types"],
    );
  });

  it("leaves out a subscription over a WebSocket, which no form has", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/opencollection.yml`, "info: {name: S}");
    for (const name of ["websocket", "sse"]) {
      await Deno.writeTextFile(
        `${folder}/${name}.yml`,
        `graphql: { url: "http://h/", body: { query: "subscription { a }" } }
extensions: { brace: { subscription: ${name} } }
`,
      );
    }
    for (const form of ["curl", "fetch", "http", "python", "har"]) {
      const { stdout, stderr } = await brace(
        ["render", folder, `--as=${form}`],
        { cwd },
      );
      assertEquals(stdout.split("subscription { a }").length, 2, stdout);
      assertEquals(
        oneLine(stderr).trim(),
        `warning UNSUPPORTED: Left out "websocket.yml": ${form} does not send subscriptions over a WebSocket (write subscription: sse if the server offers it, or run the request)`,
      );
    }
    await Deno.remove(folder, { recursive: true });
  });

  it("secrets are masked; --reveal is for terminals", async () => {
    const hidden = await brace(
      ["render", "basic.yml", "--as=curl", "--var=base=http://127.0.0.1"],
      { cwd },
    );
    assert(!hidden.stdout.includes("abc"), hidden.stdout);
    const refused = await brace(
      ["render", "basic.yml", "--as=curl", "--reveal"],
      { cwd },
    );
    assertEquals([refused.code, refused.stdout], [2, ""]);
    assert(refused.stderr.includes("terminal"), refused.stderr);
  });

  const WRONG: [args: string[], says: string][] = [
    [["--as=word"], "not one of"],
    [["--as=curl", "--provenance"], "--provenance"],
    [["--reveal"], "without"],
  ];
  for (const [args, says] of WRONG) {
    it(`refuses ${args.join(" ")}`, async () => {
      const { code, stderr } = await brace(["render", ...args], { cwd });
      assertEquals(code, 2);
      assert(stderr.includes(says), stderr);
    });
  }
});

async function run(shell: string, script: string, cwd: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(shell, {
    args: ["-c", script.replaceAll("curl ", "curl -sS ")],
    cwd,
    stdin: "null",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}

function silent(code: string): string {
  return code.replace(/console\.log\((.*)\);/, "void ($1);");
}

/** A part of a form: curl has its headers in another order. */
function sortedPart(part: string): string {
  const [head, ...content] = part.split("\r\n\r\n");
  return [head.split("\r\n").sort().join("\n"), ...content].join("\n\n");
}

/** fetch joins headers of one name. */
function joined(headers: readonly (readonly string[])[]): string[] {
  const all = new Map<string, string>();
  for (const [name, value] of headers) {
    const known = all.get(name);
    all.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return [...all].map(([name, value]) => `${name}: ${value}`).sort();
}

/** A client of the web writes a few characters of a URL otherwise. */
function withoutEscapes<T extends { target: string }>(request: T): T {
  return { ...request, target: decodeURIComponent(request.target) };
}
