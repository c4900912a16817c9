import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { assertAddsUp } from "../../../support/adds_up.ts";
import { notesOf, read, requests } from "../../../support/http_file.ts";

describe("the syntax of .http files", () => {
  const CASES: readonly (readonly [
    string,
    string,
    Record<string, unknown>,
    ...string[],
  ])[] = [
    ["a byte order mark", "\ufeffGET http://h/a", {}],
    ["CRLF", "GET http://h/a\r\nX-A: 1\r\n\r\nb", {
      headers: [{ name: "X-A", value: "1" }],
      body: { type: "text", data: "b" },
    }],
    ["tabs", "GET\thttp://h/a\tHTTP/1.1\nX-A:\t1", {
      headers: [{ name: "X-A", value: "1" }],
    }],
    ["no method", "http://h/a", {}],
    ["more signs of a separator", "####### One\nGET http://h/a", {}],
    [
      "a query over lines with comments",
      "GET http://h/a\n  ?b=1\n  # &c=2\n  // &d=3\n  &e=4",
      {
        url: "http://h/a?b=1&e=4",
      },
    ],
    ["a path over lines", "GET http://h\n  /a\n  ?b=1\nX-A: 1", {
      url: "http://h/a?b=1",
      headers: [{ name: "X-A", value: "1" }],
    }],
    ["a header over lines", "GET http://h/a\nX-A: 1;\n  2;\n\t3\nX-B: 4", {
      headers: [{ name: "X-A", value: "1; 2; 3" }, { name: "X-B", value: "4" }],
    }],
    [
      "comments between headers",
      "GET http://h/a\nX-A: 1\n# X-B: 2\n// c\nX-C: 3",
      {
        headers: [{ name: "X-A", value: "1" }, { name: "X-C", value: "3" }],
      },
    ],
    [
      "a handler right below an indented header",
      "GET http://h/a\nX-A: 1\n  > {% test(); %}",
      {
        headers: [{ name: "X-A", value: "1" }],
      },
    ],
    ["a variable between headers", "GET http://h/a\n@b = 1\nX-A: 1", {
      headers: [{ name: "X-A", value: "1" }],
    }],
    ...[
      ["that begin with &", "a=1\n  &b=c"],
      ["that end with &, with blanks", "a = 1 &\n  b =  c"],
      ["that end with & without a blank", "a=1&\nb=c"],
      ["in a single one with blanks", "a = 1 & b = c"],
    ].map((
      [name, form],
    ): readonly [string, string, Record<string, unknown>] => [
      `a form over lines ${name}`,
      `POST http://h/a\nContent-Type: application/x-www-form-urlencoded\n\n${form}`,
      {
        method: "POST",
        headers: [{
          name: "Content-Type",
          value: "application/x-www-form-urlencoded",
        }],
        body: {
          type: "form-urlencoded",
          data: [{ name: "a", value: "1" }, { name: "b", value: "c" }],
        },
      },
    ]),
    ...[
      ["John Doe&b=Köln&c=50% off", "John%20Doe&b=K%C3%B6ln&c=50%25%20off"],
      ["x%41%4&b=c+d=e#$", "x%41%254&b=c+d=e#$"],
      [
        "{{ b }} {{c}}%&ö={{'ö'}}😀",
        "{{b}}%20{{c}}%25&%C3%B6={{'ö'}}%F0%9F%98%80",
      ],
      ["{{b}}&c=d\ne=f", "{{b}}&c=d%0Ae=f"],
      ["{{b}}%&c=\ud800", "{{b}}%25&c=%EF%BF%BD"],
    ].map((
      [form, data],
    ): readonly [string, string, Record<string, unknown>] => [
      `a form with what a URL cannot have: ${form}`,
      `POST http://h/a\nContent-Type: application/x-www-form-urlencoded; charset=utf-8\n\na=${form}`,
      {
        method: "POST",
        headers: [{
          name: "Content-Type",
          value: "application/x-www-form-urlencoded; charset=utf-8",
        }],
        body: { type: "text", data: `a=${data}` },
      },
    ]),
    [
      "a form with letters that become rows",
      "POST http://h/a\nContent-Type: application/x-www-form-urlencoded\n\ncity=Köln&b=50%",
      {
        method: "POST",
        headers: [{
          name: "Content-Type",
          value: "application/x-www-form-urlencoded",
        }],
        body: {
          type: "form-urlencoded",
          data: [{ name: "city", value: "Köln" }, { name: "b", value: "50%" }],
        },
      },
    ],
    [
      "a form with a file in it",
      "POST http://h/a\nContent-Type: application/x-www-form-urlencoded\n\na=b c\n< ./d.txt",
      {
        method: "POST",
        headers: [{
          name: "Content-Type",
          value: "application/x-www-form-urlencoded",
        }],
        body: { type: "text", data: "a=b c\n< ./d.txt" },
      },
      '1 The body has the file "./d.txt" in it: put its text there instead of "< ./d.txt"',
    ],
    [
      "a form that JetBrains' client does not encode",
      "# @no-auto-encoding\nPOST http://h/a\nContent-Type: application/x-www-form-urlencoded\n\na=b c&d=50% ö",
      {
        method: "POST",
        headers: [{
          name: "Content-Type",
          value: "application/x-www-form-urlencoded",
        }],
        body: { type: "text", data: "a=b c&d=50% ö" },
      },
    ],
    ...[
      ["application/json", "json"],
      ["text/plain", "text"],
    ].map((
      [type, kind],
    ): readonly [string, string, Record<string, unknown>] => [
      `a content type in a variable: ${type}`,
      `@type = ${type}\nPOST http://h/a\nContent-Type: {{type}}\n\n{"a": "{{b}}"}`,
      {
        method: "POST",
        headers: [{ name: "Content-Type", value: "{{type}}" }],
        body: { type: kind, data: '{"a": "{{b}}"}' },
      },
    ]),
    ["another method", "VERSION-CONTROL http://h/a", {
      method: "VERSION-CONTROL",
    }],
    [
      "a request line in a part",
      "POST http://h/a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nGET /x HTTP/1.1\n--b--",
      {
        method: "POST",
        headers: [{
          name: "Content-Type",
          value: "multipart/mixed; boundary=b",
        }],
        body: { type: "text", data: "--b\n\nGET /x HTTP/1.1\n--b--" },
      },
      "1 The body is multipart and sent as a text: write its parts under http.body as multipart-form",
    ],
    [
      "a request line right below a text",
      "POST http://h/a\n\nb\nGET /x HTTP/1.1",
      {
        method: "POST",
        body: { type: "text", data: "b\nGET /x HTTP/1.1" },
      },
    ],
    ["HTTP/1.1", "GET http://h/a HTTP/1.1", {}],
    [
      "HTTP/2",
      "GET http://h/a HTTP/2",
      {},
      '1 Left out "HTTP/2": run with --http2',
    ],
    [
      "HTTP/2 without asking",
      "GET http://h/a HTTP/2 (Prior Knowledge)",
      {},
      '1 Left out "HTTP/2 (Prior Knowledge)": run with --http2',
    ],
    [
      "a saved response",
      "GET http://h/a\n\n>> b.json",
      {},
      '3 Left out ">> b.json": Brace writes the last response to a file with --output FILE, and all with --reporter har=FILE',
    ],
    [
      "an import",
      "import b.http\n###\nGET http://h/a",
      {},
      '1 Left out "import b.http": import the folder that has that file, too',
    ],
    [
      "an import of what is there",
      "import a.http\n###\nGET http://h/a",
      {},
      '1 Left out "import a.http": all files of the folder are one collection',
    ],
    [
      "a run of a request",
      "run #login (@a=1)\n###\nGET http://h/a",
      {},
      '1 Left out "run #login (@a=1)": name the requests behind brace run, or call client.runRequest in a script',
    ],
    [
      "a run of a file",
      "run b.http\n###\nGET http://h/a",
      {},
      '1 Left out "run b.http": name the requests behind brace run, or call client.runRequest in a script',
    ],
    [
      "a file of gRPC",
      "proto < ./a.proto\nkeepCase: true\n\nGET http://h/a",
      {},
      '1 Left out "proto < ./a.proto": write config.protobuf, or protoFilePath into the requests, and copy the file',
    ],
    [
      "an option of httpyac",
      "@xpath_ns a=b\nGET http://h/a",
      {},
      '1 Left out "@xpath_ns a=b": it is neither a request nor a variable',
    ],
    ["a name and a password", "GET http://h/a\nAuthorization: Basic ada b: c", {
      auth: { type: "basic", username: "ada", password: "{{basicPassword}}" },
    }],
    [
      "a password with blanks",
      "GET http://h/a\nAuthorization: Digest {{ a }}:{{ b }} c",
      {
        auth: { type: "digest", username: "{{a}}", password: "{{b}} c" },
      },
    ],
    ["what is encoded", "GET http://h/a\nAuthorization: Basic {{x}}", {
      headers: [{ name: "Authorization", value: "Basic {{x}}" }],
    }],
    [
      "AWS",
      "GET http://h/a\nAuthorization: AWS {{id}} {{key}} region:eu service:s3",
      {
        auth: {
          type: "awsv4",
          accessKeyId: "{{id}}",
          secretAccessKey: "{{key}}",
          region: "eu",
          service: "s3",
        },
      },
    ],
    [
      "a token of httpyac",
      "@x_tokenEndpoint = http://t\n@x_clientId = i\nGET http://h/a\nAuthorization: openid client_credentials x",
      {
        auth: {
          type: "oauth2",
          flow: "client_credentials",
          accessTokenUrl: "{{x_tokenEndpoint}}",
          credentials: {
            clientId: "{{x_clientId}}",
            placement: "basic_auth_header",
          },
        },
      },
    ],
    [
      "a token of httpyac that is exchanged",
      "@x_tokenEndpoint = http://t\nGET http://h/a\nAuthorization: openid password x token_exchange y",
      {
        headers: [{
          name: "Authorization",
          value: "{{authorization}}",
        }],
      },
      '2 The scheme "openid" of Authorization is sent as a text: write auth, such as that of the type oauth2',
    ],
    [
      "a token of httpyac from nowhere",
      "GET http://h/a\nAuthorization: openid password x",
      {
        headers: [{ name: "Authorization", value: "{{authorization}}" }],
      },
      '1 The scheme "openid" of Authorization is sent as a text: write auth, such as that of the type oauth2',
    ],
    [
      "a URL below a file of gRPC",
      "proto < ./a.proto\nhttp://h/a",
      {},
      '1 Left out "proto < ./a.proto": write config.protobuf, or protoFilePath into the requests, and copy the file',
    ],
    ["a host of httpyac", "@host = http://h\nGET /a", { url: "{{host}}/a" }],
    [
      "no host",
      "GET /a",
      { url: "/a" },
      '1 The URL "/a" has no host: write the whole URL',
    ],
  ];
  for (const [name, text, expected, ...notes] of CASES) {
    it(name, async () => {
      const value = await read({ "a.http": text });
      const all = requests(value);
      assertEquals(all.map(({ http }) => http), [{
        method: "GET",
        url: "http://h/a",
        headers: [],
        ...expected,
      }]);
      assertEquals(notesOf(value), notes);
    });
  }

  it("a form in a file is encoded, without its last line end", async () => {
    const value = await read({
      "a.http":
        "POST http://h/a\nContent-Type: application/x-www-form-urlencoded\n\n<@ ./form.txt",
      "form.txt": "a=b c\r\n&d={{e}}%\r\n",
    });
    assertEquals(requests(value).map(({ http }) => http?.body), [
      { type: "text", data: "a=b%20c&d={{e}}%25" },
    ]);
  });

  it("a form names the variables whose values it does not encode", async () => {
    const value = await read({
      "a.http":
        "@a = 50% off\n@b = x%20y\n@c = {{a}}\n@d = Köln\n\nPOST http://h/a\nContent-Type: application/x-www-form-urlencoded\n\na={{a}}&b={{ b }}&c={{c}}&e={{a}}&f={{d}}",
    });
    assertEquals(
      notesOf(value),
      ["a", "d"].map((name) =>
        `6 The form of the body sends the value of "${name}" without encoding it: in the value, encode what a URL cannot have, such as a blank as %20`
      ),
    );
  });

  it("a form that goes out as it is written names none of them", async () => {
    const value = await read({
      "a.http":
        "@a = 50% off\n\n# @no-auto-encoding\nPOST http://h/a\nContent-Type: application/x-www-form-urlencoded\n\na={{a}}",
    });
    assertEquals(notesOf(value), []);
  });

  it("request lines with a version begin requests", async () => {
    const value = await read({
      "a.http":
        "GET http://h/a HTTP/1.1\n\n# why\n# @name b\n@x = 1\nPOST http://h/b HTTP/1.1\nA: 1\n\nbody\n\nGET http://h/c HTTP/2",
    });
    assertEquals(
      requests(value).map(({ info, http, docs }) => [
        info.name,
        http?.url,
        http?.body?.type,
        docs,
      ]),
      [
        ["GET http://h/a", "http://h/a", undefined, undefined],
        ["b", "http://h/b", "text", "why"],
        ["GET http://h/c", "http://h/c", undefined, undefined],
      ],
    );
    assertEquals(value.defaults?.variables, [{ name: "x", value: "1" }]);
  });

  it("a request line in a part is not counted", async () => {
    await assertAddsUp("http", {
      "a.http":
        "POST http://h/a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nGET /x HTTP/1.1\n--b--",
    }, { counts: { requests: 1 } });
  });

  it("a separator ends what stands before a request line", async () => {
    const value = await read({
      "a.http":
        "POST http://h/a\n\n# b\n@c = 1\n\n###\nGET http://h/b HTTP/1.1",
    });
    assertEquals(requests(value).map(({ http }) => http?.body), [
      { type: "text", data: "# b\n@c = 1" },
      undefined,
    ]);
    assertEquals(value.defaults?.variables, []);
  });

  it("an indented line below a header belongs to it, a comment to nothing", async () => {
    const [request] = requests(
      await read({ "a.http": "GET http://h/a\nX-A: 1;\n  b: 2\n# c" }),
    );
    assertEquals(request.http?.headers, [{ name: "X-A", value: "1; b: 2" }]);
    assertEquals(request.docs, undefined);
  });

  it("a protocol that Brace does not speak is named", async () => {
    const value = await read({
      "a.http":
        "GET http://h/\n\n###\n# @prompt p\n# @sleep 5\nMQTT tcp://h\n\n> {% test(); %}\n> ./a.js",
    });
    assertEquals(requests(value).length, 1);
    assertEquals(notesOf(value), [
      "6 Left out a request: Brace does not speak MQTT",
      '6 Left out the script in "./a.js": Brace reads it only beside a file that it imports (write its text into the .http file as > {% … %}, and import again)',
    ]);
    assertEquals(value.notes[0].lost, {
      requests: 1,
      environments: 0,
      variables: 1,
      examples: 0,
      scripts: 1,
    });
  });

  const SCRIPTS: readonly (readonly [
    name: string,
    text: string,
    expected: { readonly scripts?: string[]; readonly body?: string },
    ...notes: string[],
  ])[] = [
    ["with blanks", "GET http://h/\n\n> ./my check.js", {
      scripts: ["tests: f()"],
    }],
    ["with blanks, in this folder", "GET http://h/\n\n> my check.js ", {
      scripts: ["tests: f()"],
    }],
    ["right below the headers", "GET http://h/\nA: 1\n> ./my check.js", {
      scripts: ["tests: f()"],
    }],
    ["behind a body", "POST http://h/\n\nhello\n> ./my check.js\n", {
      scripts: ["tests: f()"],
      body: "hello",
    }],
    ["without an extension", "GET http://h/\n\n> ./check", {
      scripts: ["tests: g()"],
    }],
    ["before a request", "< ./my check.js\nGET http://h/", {
      scripts: ["before-request: f()"],
    }],
    ["before a request, without an extension", "< check\nGET http://h/", {
      scripts: ["before-request: g()"],
    }],
    [
      "that is not there",
      "POST http://h/\n\nhello\n> ./s",
      { body: "hello" },
      '1 Left out the script in "./s": Brace reads it only beside a file that it imports (write its text into the .http file as > {% … %}, and import again)',
    ],
    [
      "that may be a text",
      "POST http://h/\n\nhello\n> check",
      { body: "hello\n> check" },
      '1 The body ends with "> check": if this names a script, write its text into the .http file as > {% … %}, and import again',
    ],
    [
      "that may be a text, with blanks",
      "GET http://h/\n\n> my check",
      { body: "> my check" },
      '1 The body ends with "> my check": if this names a script, write its text into the .http file as > {% … %}, and import again',
    ],
    ["but is a quote", "POST http://h/\n\n> [!NOTE]\n> Be kind.\n\nBye", {
      body: "> [!NOTE]\n> Be kind.\n\nBye",
    }],
    ["but is a quote at the end", "POST http://h/\n\nHello\n> How are you?", {
      body: "Hello\n> How are you?",
    }],
  ];
  for (const [name, text, expected, ...notes] of SCRIPTS) {
    it(`a file of a script ${name}`, async () => {
      const value = await read({
        "a.http": text,
        "my check.js": "f()",
        "check": "g()",
      });
      assertEquals(
        requests(value).map(({ http, runtime }) => ({
          url: http?.url,
          body: http?.body,
          scripts: runtime?.scripts?.map(({ type, code }) =>
            `${type}: ${code}`
          ),
        })),
        [{
          url: "http://h/",
          body: expected.body === undefined
            ? undefined
            : { type: "text", data: expected.body },
          scripts: expected.scripts,
        }],
      );
      assertEquals(notesOf(value), notes);
    });
  }

  it("what a script calls that Brace lacks is named", async () => {
    const CALLS: readonly (readonly [string, string | undefined])[] = [
      ['client.global.set("a", response.body.a)', undefined],
      ['client.variables.global.set("a", 1)', undefined],
      ['client.log(response.headers.valueOf("a"))', undefined],
      ["request.variables.get('a')", undefined],
      ["response.headers.valuesOf('a')", "response.headers"],
      ["response.headers.valuesOf('Set-Cookie')", undefined],
      ["response.headers.valueOf(nameOf('a'))", "response.headers"],
      ["response.contentType.charset", "response.contentType"],
      ["client.exit()", "client.exit"],
      ["client.global.headers.set('a', 1)", "client.global.headers"],
      ["request.body.getRaw()", "request.body"],
      ["jsonPath(response.body, '$.a')", "jsonPath"],
      ["xpath(response.body, '//a')", "xpath"],
      ["client.log($random.uuid)", "$random"],
      ["client.log($auth.token('a'))", "$auth"],
      ["import a from './a'", "import a from './a'"],
      ["crypto.hmac.sha256().withTextSecret('k')", "crypto.hmac"],
      ["crypto.sha256().updateWithText('a')", "crypto.sha256"],
      ["crypto.randomUUID()", undefined],
    ];
    for (const [code, foreign] of CALLS) {
      const value = await read({
        "a.http": `GET http://h/\n\n> {%\n${code}\n%}`,
      });
      assertEquals(
        notesOf(value),
        foreign === undefined ? [] : [
          `1 The tests script uses parts that Brace does not have, such as "${foreign}": ${
            foreign.startsWith("crypto")
              ? `write it with require("crypto"), as in ${
                foreign === "crypto.hmac"
                  ? 'createHmac("sha256", key)'
                  : 'createHash("sha256")'
              }.update(text).digest("hex")`
              : foreign === "jsonPath"
              ? 'write res.jsonPath("$.a")[0], as it gives a list of what the path finds in the body'
              : foreign === "$auth"
              ? "write auth of the type oauth2 into the request, with what Security of http-client.env.json says"
              : "check it"
          }`,
        ],
        code,
      );
    }
  });
});
