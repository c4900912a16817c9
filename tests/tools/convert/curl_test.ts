import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { assertAddsUp } from "../../support/adds_up.ts";

// deno-lint-ignore no-explicit-any -- parts of a file by their paths
type Json = any;

/** Long names of flags. */
const LONG: Readonly<Record<string, string>> = {
  "-n": "--netrc",
  "-K": "--config",
  "-0": "--http1.0",
};

const OUTPUT = "changed: Left out what the shell does with the output";

const again = (method: "POST" | "PUT") =>
  `curl sends ${method} again after a redirect, because of --request; Brace sends GET after ${
    method === "POST" ? "301, 302 or 303" : "303"
  }: write the URL that it leads to`;

const braces = (placeholders: string) =>
  `Brace replaces ${placeholders}, which curl sends as it is: give it a value, or write {{'{{'}} for the braces "{{" of a text`;

/** A command with the text of a multipart form. */
function copiedForm(boundary: string, end: string): string {
  const lines = [
    "----b",
    'Content-Disposition: form-data; name="a"',
    "",
    "x",
    "y",
    "----b",
    'Content-Disposition: form-data; name="f"; filename="p.png"',
    "Content-Type: image/png",
    "",
    "",
    "----b",
    'Content-Disposition: form-data; name="t"; filename="t.txt"',
    "X-B: c",
    "",
    "text",
    "----b--",
    "",
  ];
  return `curl http://a -H 'X-A: b' -H 'content-type: multipart/form-data; ${boundary}' --data-raw $'${
    lines.join(end)
  }'`;
}

/** A command, parts of the request's file by their paths, and what is said. */
const COMMANDS: readonly (readonly [
  string,
  Readonly<Record<string, unknown>>,
  ...string[],
])[] = [
  [
    `curl http://a -H 'Content-Type: multipart/form-data; boundary=b' --data-raw $'--b\\r\\nContent-Disposition: form-data; name="f"; filename=""\\r\\nContent-Type: application/octet-stream\\r\\n\\r\\n\\r\\n--b--\\r\\n'`,
    {
      "http.body.data": [{
        name: "f",
        type: "text",
        value: "",
        contentType: "application/octet-stream",
      }],
    },
    'The part "f" of the body is a field for a file without a file: Brace sends it as a text, without filename="" (name a file, or leave the part out)',
  ],
  ["curl -u ada http://a", {
    "http.auth": {
      type: "basic",
      username: "ada",
      password: "{{?Password of ada}}",
    },
  }],
  ["curl -u ada: http://a", {
    "http.auth": { type: "basic", username: "ada", password: "" },
  }],
  ["curl -b a=1 -b 'b=2; c=3' http://a", {
    "http.headers": [{ name: "Cookie", value: "{{cookie}}" }],
    secret: "a=1; b=2; c=3",
  }],
  [
    "curl -b a=1 -b jar http://a",
    { secret: "a=1" },
    'Left out the cookies in the file "jar": run with --cookie-jar FILE',
  ],
  ...["-fsSL", "--fail", "--fail-with-body", "--fail --fail-with-body"].map((
    flags,
  ) =>
    [`curl ${flags} http://a`, {
      "runtime.assertions": [
        { expression: "res.status", operator: "lt", value: "400" },
      ],
    }] as const
  ),
  ["curl --no-fail http://a", { runtime: undefined }],
  ["curl -b '' http://a", { "http.headers": undefined }],
  [
    "curl > o.json -H 'X: 1' http://a",
    { "http.url": "http://a", "http.headers": [{ name: "X", value: "1" }] },
    OUTPUT,
  ],
  [
    "curl http://a 2>&1 >> \"$LOG\" -H 'X: 1' | jq .",
    { "http.url": "http://a", "http.headers": [{ name: "X", value: "1" }] },
    OUTPUT,
  ],
  [
    "curl &> o.json \\\n -H 'X: 1' http://a",
    { "http.url": "http://a", "http.headers": [{ name: "X", value: "1" }] },
    OUTPUT,
  ],
  [
    "curl -so out.json http://a",
    { "http.url": "http://a" },
    "Run with --output FILE for curl's --output",
  ],
  [
    "curl -O http://a/x",
    { "http.url": "http://a/x" },
    "Run with --output FILE for curl's --remote-name",
  ],
  ["curl -s -o /dev/null http://a", { "http.url": "http://a" }],
  ["curl --output - http://a", { "http.url": "http://a" }],
  ["curl -so NUL http://a", { "http.url": "http://a" }],
  ["curl http://a > >(tee x) -H 'X: 1'", { "http.url": "http://a" }, OUTPUT],
  [
    'curl -G --data-urlencode "q=a b(c)~\'*!" http://a',
    { "http.url": "http://a?q=a+b%28c%29~%27%2A%21" },
  ],
  [
    "curl --url-query 'q=a b' http://a",
    { "http.url": "http://a?q=a+b" },
  ],
  ["curl -L -X POST http://a", { "http.method": "POST" }, again("POST")],
  ["curl --location -X PUT http://a", {}, again("PUT")],
  ["curl -L -X GET http://a", { "http.method": "GET" }],
  ["curl -L -d a=1 http://a", { "http.method": "POST" }],
  [
    "curl -H NoColon -H 'A;' -H 'B;c' http://a",
    { "http.headers": [{ name: "A", value: "" }] },
    "Left out a header without a colon, which curl does not send",
    "Left out a header without a colon, which curl does not send",
  ],
  [
    "curl -G -d @p.txt -d a=1 http://a",
    {
      "http.url": "http://a?a=1",
      "http.body": undefined,
      "http.method": "GET",
    },
    'Left out the query in the file "p.txt": write it into the URL',
  ],
  [
    "curl -G --data-urlencode n@p.txt http://a",
    { "http.url": "http://a" },
    'Left out the query in the file "p.txt": write it into the URL',
  ],
  [
    "curl --url-query 'a=b&c' --url-query '+d=e&f' --url-query '=x y' http://a",
    {
      "http.url": "http://a?a=b%26c&d=e&f&x+y",
    },
  ],
  [
    "curl --url-query a@p.txt http://a",
    { "http.url": "http://a" },
    'Left out the query in the file "p.txt": write it into the URL',
  ],
  [
    "curl -d a=1 --data-binary @p.bin http://a",
    {
      "http.body": {
        type: "file",
        data: [{ filePath: "p.bin", selected: true }],
      },
    },
    'Of several data flags only the file "p.bin" is sent: put all of it into that file',
  ],
  [
    "curl -d @- http://a",
    { "http.method": "POST" },
    "curl sends what is piped into it: write it into the body",
    `curl takes the line ends out of "-", Brace sends it as it is: take them out of the file`,
  ],
  ["printf 'a=1\\n&b=2' | curl -d @- http://a", {
    "http.body": {
      type: "form-urlencoded",
      data: [{ name: "a", value: "1" }, { name: "b", value: "2" }],
    },
  }],
  [`echo '{"a": 1}' | curl --json @- http://a`, {
    "http.body": { type: "json", data: '{"a": 1}' },
  }],
  ["echo 'x y' | curl --data-urlencode n@- http://a", {
    "http.body": {
      type: "form-urlencoded",
      data: [{ name: "n", value: "x y" }],
    },
  }],
  ["echo text | curl -T - http://a/", {
    "http.body": { type: "text", data: "text" },
    "http.url": "http://a/",
    "http.method": "PUT",
  }],
  [
    "curl -T . --path-as-is http://a/",
    { "http.url": "http://a/" },
    "curl sends what is piped into it: write it into the body",
  ],
  [
    "curl -F 'a=@p.txt; type=text/plain;filename=b;headers=\"X: y\"' http://a",
    {
      "http.body": {
        type: "multipart-form",
        data: [{
          name: "a",
          type: "file",
          value: ["p.txt"],
          contentType: "text/plain",
        }],
      },
    },
    'Left out "filename=b" of a part: Brace sends a file under its own name, rename it',
    'Left out "headers="X: y"" of a part: Brace has no place for it',
  ],
  ...([
    ["d.json", "application/octet-stream"],
    ["d.CSV", "application/octet-stream"],
    ["$D/d.zip", "application/octet-stream"],
    ["d.xml", "application/xml"],
    ["d.json;type=a/b", "a/b"],
    ["d.PNG", undefined],
    ["x.d/d", undefined],
    ["d.txt", undefined],
  ] as const).map(([file, type]) =>
    [
      `curl -F 'a=@${file}' http://a`,
      { "http.body.data.0.contentType": type },
    ] as const
  ),
  // As browsers copy a form: the files are empty there.
  [
    copiedForm("boundary=--b", "\\r\\n"),
    {
      "http.headers": [{ name: "X-A", value: "b" }],
      "http.body": {
        type: "multipart-form",
        data: [
          { name: "a", type: "text", value: "x\r\ny" },
          {
            name: "f",
            type: "file",
            value: ["p.png"],
            contentType: "image/png",
          },
          {
            name: "t",
            type: "file",
            value: ["t.txt"],
          },
        ],
      },
    },
    'The part "t" of the body has the header "X-B", which a form does not send',
    'The command has the text of the file "t.txt": save it under this name',
  ],
  [copiedForm("", "\\r\\n"), { "http.body.type": "text" }],
  [copiedForm("boundary=--b", "\\n"), { "http.body.type": "text" }],
  [
    `curl -F 'a=@"x,y.txt",z.txt' http://a`,
    {
      "http.body": {
        type: "multipart-form",
        data: [{ name: "a", type: "file", value: ["x,y.txt", "z.txt"] }],
      },
    },
    'curl sends the files of "a" inside one part, Brace as parts of the same name, as browsers do',
  ],
  [
    `curl -F 'a=x;y' -F 'b= x ; y;type=a/b' -F 'c="x;type=y"' -F 'd="\\"x"z' -F 'e=;x' http://a`,
    {
      "http.body": {
        type: "multipart-form",
        data: [
          { name: "a", type: "text", value: "x" },
          { name: "b", type: "text", value: "x", contentType: "a/b" },
          { name: "c", type: "text", value: "x;type=y" },
          { name: "d", type: "text", value: '"x' },
          { name: "e", type: "text", value: "" },
        ],
      },
    },
    ...[";y", "; y", "z", ";x"].map((it) =>
      `Left out "${it}" of a part, as curl does: quote a value that has a ";"`
    ),
  ],
  [
    `curl -F 'a=@x.txt;y' -F 'b=@"x;y.txt",z.txt;type=a/b;q=1' http://a`,
    {
      "http.body": {
        type: "multipart-form",
        data: [
          { name: "a", type: "file", value: ["x.txt"] },
          { name: "b", type: "file", value: ["x;y.txt"] },
          {
            name: "b",
            type: "file",
            value: ["z.txt"],
            contentType: "a/b;q=1",
          },
        ],
      },
    },
    'Left out ";y" of a part, as curl does: quote a value that has a ";"',
    'curl sends the files of "b" inside one part, Brace as parts of the same name, as browsers do',
  ],
  [
    `curl -F 'a=@x;type=a/b,y;filename="k,l";type=c/d,z;type=c/d,v.xml' http://a -F 'b=<x,y'`,
    {
      "http.body.data": [
        { name: "a", type: "file", value: ["x"], contentType: "a/b" },
        { name: "a", type: "file", value: ["y", "z"], contentType: "c/d" },
        {
          name: "a",
          type: "file",
          value: ["v.xml"],
          contentType: "application/xml",
        },
        { name: "b", type: "file", value: ["x,y"] },
      ],
    },
    'Left out "filename="k,l"" of a part: Brace sends a file under its own name, rename it',
    'curl sends the files of "a" inside one part, Brace as parts of the same name, as browsers do',
    'curl sends the text in "x,y", Brace sends a file: write the text into the part',
  ],
  ["curl -E c.pem:pw --key k.pem https://u@a:8443/x", {
    config: [{
      domain: "a:8443",
      type: "pem",
      certificateFilePath: "c.pem",
      privateKeyFilePath: "k.pem",
      passphrase: "{{passphrase}}",
    }],
  }],
  ["curl -E 'C:\\a\\:b.pem' https://a", {
    config: [{
      domain: "a",
      type: "pem",
      certificateFilePath: "C:\\a:b.pem",
      privateKeyFilePath: "C:\\a:b.pem",
    }],
  }],
  ["curl -E c.p12 --cert-type p12 --pass {{pw}} https://a", {
    config: [{
      domain: "a",
      type: "pkcs12",
      pkcs12FilePath: "c.p12",
      passphrase: "{{pw}}",
    }],
  }, braces("{{pw}}")],
  [
    `curl --json '{"a": "{{b}} {{ c }}", "d": {"e": {}}}' "http://a/$f"`,
    { "http.url": "http://a/{{f}}" },
    'The shell fills in "$f": give the variable f a value, with --var f=VALUE or in the collection',
    braces("{{b}}, {{c}}"),
  ],
  ...[
    ["-E c.der --cert-type DER https://a"],
    ["-E pkcs11:token=x https://a"],
    ["-E c.pem https://{{host}}/x", braces("{{host}}")],
    ["-E c.pem http://a"],
  ].map(([flags, ...said]) =>
    [
      `curl ${flags}`,
      { config: undefined },
      "Name the client certificate in config.clientCertificates of opencollection.yml",
      ...said,
    ] as const
  ),
  ["curl -C 100 http://a", {
    "http.headers": [{ name: "Range", value: "bytes=100-" }],
  }],
  ["curl -C - http://a", { "http.headers": undefined }],
  ["curl --proto-default https a.com/x", { "http.url": "https://a.com/x" }],
  ["curl --proto-default https ftp://a.com", { "http.url": "ftp://a.com" }],
  [
    "curl --retry 3 --retry-delay 2 http://a",
    { "extensions.brace.retry": { count: 3, delay: 2000 } },
    "curl also sends again after a timeout and the statuses 408, 429, 500, 502, 503 and 504, Brace after a network failure only: write extensions.brace.repeatUntil",
  ],
  ["curl --retry 0 http://a", { extensions: undefined }],
  ...([
    [
      "--resolve a:80:1.2.3.4",
      ": write the address into the URL, and the name into a header Host",
    ],
    [
      "--connect-to a:80:b:80",
      ": write the address into the URL, and the name into a header Host",
    ],
    ["-n", ": write the user name and the password as basic auth"],
    ["-K c.txt", ": write the flags of the file into the command"],
    ["--etag-compare e.txt", ": write a header If-None-Match"],
    ["--request-target /x", ""],
    ["--hsts h.txt", ""],
    ["--quote x", ""],
    ["--crlf", ""],
    ["-0", ""],
    ["--tr-encoding", ""],
    ["--tlsuser u", ""],
  ] as const).map(([flag, advice]) =>
    [
      `curl ${flag} http://a`,
      { "http.url": "http://a" },
      `Brace has no equivalent of curl's ${
        LONG[flag.split(" ")[0]] ?? flag.split(" ")[0]
      }${advice}`,
    ] as const
  ),
  // They take a value, or none, and change nothing of the request.
  ...[
    "--ssl",
    "-1",
    "--retry-connrefused",
    "--no-sessionid",
    "--proxy-pass x",
    "--ip-tos 3",
    "-R",
  ].map((flag) =>
    [`curl ${flag} http://a`, { "http.url": "http://a" }] as const
  ),
];

/** Scripts, without saying that they are some: what their first request is, or sends. */
const SCRIPTS: readonly (readonly [
  text: string,
  url: string,
  body: unknown,
  ...said: string[],
])[] = [
  [
    'curl --json @- http://a <<EOF\n{"a": "it\'s"}\nEOF\n',
    "http://a",
    { type: "json", data: '{"a": "it\'s"}\n' },
  ],
  [
    "A=1\ncurl --data-binary @- -H 'Content-Type: t/x' \\\n http://a <<E | jq .\n$A \\$A \\\\ \\\n\"\nE\n",
    "http://a",
    { type: "text", data: '{{A}} $A \\ "\n' },
    "Left out what the shell does with the output",
  ],
  [
    "curl --data-binary @- -H 'Content-Type: t/x' <<-'E' http://a/\n\t$A\r\n\tE\r\ncurl http://b",
    "http://a/",
    { type: "text", data: "$A\n" },
  ],
  [
    "cat <<E - | curl -d @- -H 'Content-Type: t/x' http://a\nb\nE\n",
    "http://a",
    { type: "text", data: "b" },
  ],
  [
    "curl --data-binary @- -H 'Content-Type: t/x' http://a <<\\E\n\t$A\nE\n",
    "http://a",
    { type: "text", data: "\t$A\n" },
  ],
  [
    "curl --data-binary @- -H 'Content-Type: t/x' http://a <<E\nE\ncurl http://b",
    "http://a",
    { type: "text", data: "" },
  ],
  [
    "curl --form-string 'a= b' http://a",
    "http://a",
    {
      type: "multipart-form",
      data: [{ name: "a", type: "text", value: " b" }],
    },
  ],
  [
    "curl -T - <<< 'a b' http://a/c",
    "http://a/c",
    { type: "text", data: "a b\n" },
  ],
  [
    "curl http://a/<<id>>/b\n",
    "http://a/",
    undefined,
    "Left out what the shell does with the output",
  ],
  ["A=1; curl http://a/$A", "http://a/{{A}}", undefined],
  ["export A=1 && curl http://a/$A", "http://a/{{A}}", undefined],
  [
    "r=$(curl http://a)",
    "http://a",
    undefined,
    "Left out what the shell does with the output",
  ],
  [
    "r=$(curl http://a | jq .x)",
    "http://a",
    undefined,
    "Left out what the shell does with the output",
  ],
  [
    '# T\n```bash\ncurl -H "A: $B" \\\n  http://a\n```\n\n```\nls\n```\n',
    "http://a",
    undefined,
    'The shell fills in "$B": give the variable B a value, with --var B=VALUE or in the collection',
  ],
  [
    "# T\nUse `curl` to get it, or don't.\n- `curl http://a`\n```sh\ncurl http://b\n```\n",
    "http://a",
    undefined,
  ],
  [
    '> Use `curl`:\n> ~~~\n> $ curl http://a\n> ~~~\n```json\n{"curl ": 1}\n```\n`curl h:1`',
    "http://a",
    undefined,
  ],
  ["# T\n\n> Do\n>\n> ```sh\n> curl http://a\n> ```\n", "http://a", undefined],
  ["# T\n\n> $ curl http://a\n", "http://a", undefined],
  [
    "curl --data-binary '\n```js\nx\n```\n' -H 'Content-Type: t/x' http://a",
    "http://a",
    { type: "text", data: "\n```js\nx\n```\n" },
  ],
  [
    "curl -T - http://a/ < a.txt",
    "http://a/",
    { type: "file", data: [{ filePath: "-", selected: true }] },
    "curl sends what is piped into it: write it into the body",
    "Left out what the shell does with the output",
  ],
  [
    "curl -F 'j=<-' http://a",
    "http://a",
    {
      type: "multipart-form",
      data: [{ name: "j", type: "file", value: ["-"] }],
    },
    "curl sends what is piped into it: write it into the part",
  ],
  ["sudo curl http://a", "http://a", undefined],
  ...([
    [
      "-K c.txt",
      ': write the flags of the file "c.txt", which --config names, into the command',
    ],
    [
      "--variable a=b --expand-url http://x/{{a}}",
      ": write the one that --expand-url makes into the command",
    ],
    ["--version", ': the flag "--version" is unknown'],
    ["-H 'a: b'", ""],
  ] as const).map(([flags, reason]) =>
    [
      `curl ${flags}\ncurl http://a`,
      "http://a",
      undefined,
      `Left out a command of curl, which has no URL${reason}`,
    ] as const
  ),
  [
    `curl.exe --json '{\\"a\\":\\"x\\\\\\"y\\\\z\\"}' http://a`,
    "http://a",
    { type: "json", data: '{"a":"x\\"y\\\\z"}' },
    'Brace sends \\" as a quote, as curl.exe does in Windows PowerShell 5.1: write the backslash into the request if you use PowerShell 7.3, which sends it, too',
  ],
  [
    `curl.exe --json '{"a":"x\\"y"}' http://a`,
    "http://a",
    { type: "json", data: '{"a":"x\\"y"}' },
  ],
  [
    "curl --json '{\\\"a\\\":1}' `\n  http://a",
    "http://a",
    { type: "text", data: '{\\"a\\":1}' },
    'Brace sends \\" with its backslash, as PowerShell 7.3 does: take the backslash out if the server has to get a quote',
  ],
  [
    `curl --json '{\\"a\\":1}' http://a`,
    "http://a",
    { type: "text", data: '{\\"a\\":1}' },
  ],
];

describe("a script with commands of curl", () => {
  for (const [text, url, body, ...said] of SCRIPTS) {
    it(`is read: ${JSON.stringify(text)}`, async () => {
      const main = text.startsWith("#") ? "a.md" : "a.sh";
      const { value, diagnostics } = await importSource({
        name: main,
        main,
        files: new Map([[main, text]]),
        hasFile: () => false,
      });
      assertEquals(diagnostics, []);
      const [item] = value!.items as Json;
      assertEquals(item.request.http.url, url);
      assertEquals(item.request.http.body, body);
      assertEquals(value!.notes.map(({ message }) => message), said);
    });
  }
});

describe("commands of curl", () => {
  for (const [command, file, ...said] of COMMANDS) {
    it(command, async () => {
      const files = { "a.sh": command };
      const { value, diagnostics } = await importSource({
        name: "a.sh",
        main: "a.sh",
        files: new Map(Object.entries(files)),
        hasFile: () => true,
      }, { from: "curl" });
      assertEquals(diagnostics, []);
      const [item] = value!.items as Json;
      for (const [path, expected] of Object.entries(file)) {
        const found = path === "secret"
          ? value!.secrets[0]?.value
          : path === "config"
          ? value!.config?.clientCertificates
          : path.split(".").reduce<Json>(
            (one, key) => one?.[key],
            item.request,
          );
        assertEquals(found, expected, path);
      }
      assertEquals(
        value!.notes.filter(({ message }) => !/is not copied/.test(message))
          .map(({ kind, message }) => `${kind}: ${message}`),
        said.map((message) =>
          message === OUTPUT ? message : `person: ${message}`
        ),
      );
      await assertAddsUp("curl", files, {
        counts: { requests: 1 },
        main: "a.sh",
      });
    });
  }

  it("names what is piped into a command that does not send it", async () => {
    const { value } = await importSource({
      name: "a.sh",
      main: "a.sh",
      files: new Map([["a.sh", "echo x | curl http://a"]]),
    }, { from: "curl" });
    assertEquals(value!.notes.map(({ message }) => message), [
      'Left out "echo", which is not curl, grpcurl, websocat or wscat',
    ]);
  });

  it("names a request of PowerShell, and not the lines of its session", async () => {
    const request = [
      "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession",
      '$session.UserAgent = "Mozilla/5.0"',
      '$session.Cookies.Add((New-Object System.Net.Cookie("sid", "abc", "/", "a.example")))',
      'Invoke-WebRequest -UseBasicParsing -Uri "https://a.example/" `',
      "-WebSession $session",
      "",
    ].join("\n");
    const read = (text: string) =>
      importSource({
        name: "a.ps1",
        main: "a.ps1",
        files: new Map([["a.ps1", text]]),
      });
    const { value } = await read(
      `${request}curl.exe "https://a.example/other"\n`,
    );
    assertEquals(value!.notes.map(({ message }) => message), [
      'Left out a request of "Invoke-WebRequest": write it as a command of curl (browsers have "Copy as cURL")',
    ]);
    const { diagnostics } = await read(request);
    assertEquals(diagnostics.map(({ message }) => message), [
      'Cannot import "a.ps1": its requests are commands of PowerShell (write them as commands of curl: browsers have "Copy as cURL")',
    ]);
  });

  it("names requests of other clients, one for each command", async () => {
    const script = [
      "curl.exe https://a.example/one",
      "Invoke-WebRequest -Uri https://a.example/two `",
      "-Headers @{",
      '"Accept"="*/*"',
      '  "X-Key"="k1"',
      "} `",
      '-ContentType "application/json"',
      '$r = irm "https://a.example/three"',
      "wget http://a.example/four",
      "http POST https://a.example/five a=b",
      "ls x",
      "wget",
    ].join("\n");
    const { value } = await importSource({
      name: "a.ps1",
      main: "a.ps1",
      files: new Map([["a.ps1", script]]),
    }, { from: "curl" });
    const browser = ' (browsers have "Copy as cURL")';
    const client = (name: string, more = "") =>
      `person: Left out a request of "${name}": write it as a command of curl${more}`;
    assertEquals(
      value!.notes.map(({ kind, message, source }) => [
        source?.line,
        `${kind}: ${message}`,
      ]),
      [
        [2, client("Invoke-WebRequest", browser)],
        [8, client("irm", browser)],
        [9, client("wget")],
        [10, client("http")],
        ...[[11, "ls"], [12, "wget"]].map(([line, name]) => [
          line,
          `changed: Left out "${name}", which is not curl, grpcurl, websocat or wscat`,
        ]),
      ],
    );
  });

  it("writes a certificate of several commands once", async () => {
    const { value } = await importSource({
      name: "a.sh",
      main: "a.sh",
      files: new Map([[
        "a.sh",
        ["a", "a", "b"].map((host) => `curl -E c.pem https://${host}\n`).join(
          "",
        ),
      ]]),
      hasFile: () => false,
    }, { from: "curl" });
    const certificates = value!.config!.clientCertificates as unknown[];
    assertEquals(certificates.length, 2);
    assertEquals(value!.notes.map(({ source }) => source?.line), [1, 3]);
  });

  it("names several files for several URLs", async () => {
    const { value } = await importSource({
      name: "a.sh",
      main: "a.sh",
      files: new Map([["a.sh", "curl -T a http://a/ -T b http://b/"]]),
      hasFile: () => true,
    }, { from: "curl" });
    const message =
      "curl sends each file to the URL beside it, Brace the last file to all: choose the file of each request";
    assertEquals(
      value!.notes.map((one) => one.message)
        .filter((one) => !/is not copied/.test(one)),
      [message, message],
    );
  });
});
