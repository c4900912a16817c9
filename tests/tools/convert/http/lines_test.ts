import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { FileRequest } from "../../../../lib/tools/convert/open_collection.ts";
import { notesOf, only, read, requests } from "../../../support/http_file.ts";

describe("assertions of httpyac", () => {
  const CASES: readonly (readonly [string, string | undefined])[] = [
    ["?? status == 200", "res.status eq 200"],
    ["??status === 200", "res.status eq 200"],
    ["  ?? status equals 200", "res.status eq 200"],
    ["?? status != 201", "res.status neq 201"],
    ["?? status !== 201", "res.status neq 201"],
    ["?? status > 199", "res.status gt 199"],
    ["?? status >=200", "res.status gte 200"],
    ["?? status < 300", "res.status lt 300"],
    ["?? status <= 299", "res.status lte 299"],
    ["?? status startsWith 20", "res.status startsWith 20"],
    ["?? status endsWith 00", "res.status endsWith 00"],
    ["?? status isNumber", "res.status isNumber"],
    ["?? status == {{code}}", "res.status in [{{code}}]"],
    ["?? duration != {{code}}", "res.responseTime notIn [{{code}}]"],
    ["?? status > {{code}}", "res.status gt {{code}}"],
    ["?? status == 2{{code}}", "res.status eq 2{{code}}"],
    ["?? header x-count == {{code}}", "res.headers[\"x-count\"] eq '{{code}}'"],
    ["?? status matches ^\\d+$", "res.status matches ^\\d+$"],
    [
      "?? header Content-Type includes json",
      'res.headers["content-type"] contains json',
    ],
    ["?? header x-count == 5", "res.headers[\"x-count\"] eq '5'"],
    ["?? header x-on == true", "res.headers[\"x-on\"] eq 'true'"],
    ["?? header x-count > 5", 'res.headers["x-count"] gt 5'],
    ["?? header range exists", 'res.headers["range"] isTruthy'],
    ["?? header range isTrue", 'res.headers["range"] isTruthy'],
    ["?? header range isFalse", 'res.headers["range"] isFalsy'],
    ["?? header a isString", 'res.headers["a"] isString'],
    ["?? duration < 300", "res.responseTime lt 300"],
    ["?? duration total < 300", "res.responseTime lt 300"],
    ["?? duration firstByte < 300", undefined],
    ["?? body contains slide", "res.text contains slide"],
    ["?? body == 7", "res.text eq '7'"],
    ["?? body slideshow.author == A B", "res.body.slideshow.author eq A B"],
    ["?? body items[0].id == 3", "res.body.items[0].id eq 3"],
    ["?? body [0].id == 3", "res.body[0].id eq 3"],
    ['?? body a["b c"] exists', 'res.body.a["b c"] isTruthy'],
    ["?? body active isBoolean", "res.body.active isBoolean"],
    ["?? body links isArray", "res.body.links isArray"],
    ["?? body $.a.b == x", "$.a.b eq x"],
    ["?? jsonpath $..a exists", "$..a isTruthy"],
    ["?? body text == a\\nb", "res.body.text eq a\\\\nb"],
    ["?? body a == {{x}}", "res.body.a eq {{x}}"],
    ["?? body a b == x", undefined],
    ["?? body sha256 abc=", undefined],
    ["?? xpath //a == x", undefined],
    ["?? status", undefined],
    ["?? status text == 200", undefined],
    [
      "?? js response.parsedBody.items.length > 0",
      "res.body.items.length gt 0",
    ],
    [
      "?? js response.parsedBody.a > 1 == true",
      "res.body.a > 1 eq true",
    ],
    ["?? js response.statusCode == 200", "res.status eq 200"],
    ["?? js response.headers['a'] == x", "res.headers['a'] eq x"],
    ["?? js response.body includes x", "res.text contains x"],
    ["?? js response.timings.total < 5", undefined],
    ["?? js require('x').a == 1", undefined],
  ];
  const PLACES: Readonly<Record<string, (line: string) => string>> = {
    "below the URL": (line) => `POST http://h/a\n${line}\nX-A: 1\n\nb`,
    "between headers": (line) => `POST http://h/a\nX-A: 1\n${line}\n\nb`,
    "before the body": (line) => `POST http://h/a\nX-A: 1\n\n${line}\n\nb`,
    "behind the body": (line) => `POST http://h/a\nX-A: 1\n\nb\n\n${line}`,
    "before the request": (line) => `${line}\nPOST http://h/a\nX-A: 1\n\nb`,
  };
  for (const [place, text] of Object.entries(PLACES)) {
    it(place, async () => {
      for (const [line, expected] of CASES) {
        const value = await read({ "a.http": text(line) });
        const [request, ...more] = requests(value);
        assertEquals(more, []);
        assertEquals(request.http?.url, "http://h/a", line);
        assertEquals(request.http?.headers, [{ name: "X-A", value: "1" }]);
        assertEquals(request.http?.body, { type: "text", data: "b" }, line);
        const made = request.runtime?.assertions?.map((one) =>
          [one.expression, one.operator, one.value]
            .filter((part) => part !== undefined).join(" ")
        );
        assertEquals(made, expected === undefined ? undefined : [expected]);
        const at = text(line).split("\n").indexOf(line) + 1;
        assertEquals(
          notesOf(value).filter((note) => note.includes("the assertion")),
          expected === undefined
            ? [
              `${at} Left out the assertion "${line.trim()}": write it under runtime.assertions or as a test`,
            ]
            : [],
        );
      }
    });
  }

  it("a line of a body that is none stays there", async () => {
    const { http } = await only("POST http://h/\n\n?? what is this\n?? b");
    assertEquals(http?.body, { type: "text", data: "?? what is this\n?? b" });
  });

  it("what is none below the URL is named, and not sent", async () => {
    const value = await read({
      "a.http": "GET http://h/a\nX-A: 1\n?? what\n...more",
    });
    assertEquals(notesOf(value), [
      '3 Left out "?? what": httpyac reads no assertion there',
      '4 Left out "...more": write the headers that it stands for',
    ]);
    assertEquals(requests(value)[0].http?.body, undefined);
  });
});

describe("marks before a request", () => {
  const CASES: readonly (readonly [
    string,
    Partial<FileRequest>,
    ...string[],
  ])[] = [
    ["# @no-redirect", { settings: { followRedirects: false } }],
    ["// @noRedirect", { settings: { followRedirects: false } }],
    ["# @timeout 600", { settings: { timeout: 600_000 } }],
    ["# @timeout 2 m", { settings: { timeout: 120_000 } }],
    ["# @timeout 100 ms", { settings: { timeout: 100 } }],
    ["# @timeout 1.5s", { settings: { timeout: 1500 } }],
    [
      "# @timeout 5000",
      { settings: { timeout: 5_000_000 } },
      '1 "@timeout 5000" is in seconds: correct settings.timeout where milliseconds are meant',
    ],
    [
      "# @timeout long",
      {},
      '1 Left out "@timeout": write settings.timeout in milliseconds',
    ],
    ["# @title A title", { info: { name: "A title", type: "http" } }],
    ["# @name=a", { info: { name: "a", type: "http" } }],
    ["# @name = a", { info: { name: "a", type: "http" } }],
    ["# @description what it does", { docs: "what it does" }],
    ["# what it does\n// and why\n# ----", { docs: "what it does\nand why" }],
    ["# @author Jane", { docs: "@author Jane" }],
    ["/* one\n * two */", { docs: "one\ntwo" }],
    [
      "# @tag a, b",
      { info: { name: "GET http://h/", type: "http", tags: ["a", "b"] } },
    ],
    [
      "# @disabled",
      { info: { name: "GET http://h/", type: "http", tags: ["disabled"] } },
      '1 "@disabled" is the tag "disabled" here: leave the request out of a run with --exclude-tags disabled',
    ],
    ["# @prompt code Your {code}", {
      runtime: { variables: [{ name: "code", value: "{{?Your code}}" }] },
    }],
    ["# @prompt code", {
      runtime: { variables: [{ name: "code", value: "{{?code}}" }] },
    }],
    [
      "# @prompt 1",
      {},
      '1 Left out "@prompt": write a variable with the value {{?Your question}}',
    ],
    ["# @sleep 50", {
      runtime: {
        scripts: [{ type: "before-request", code: "await client.sleep(50);" }],
      },
    }],
    [
      "# @sleep {{x}}",
      {},
      '1 Left out "@sleep": write client.sleep(ms) into a script',
    ],
    ["# @no-auto-encoding", {}],
    [
      "# @ref nothing",
      {},
      '1 Left out "@ref nothing": no request has that name',
    ],
    [
      "# @import ./b.http",
      {},
      '1 Left out "@import ./b.http": import the folder that has that file, too',
    ],
    [
      "# @import a.http",
      {},
      '1 Left out "@import a.http": all files of the folder are one collection',
    ],
    [
      "# @no-log\n# @no-log",
      {},
      '1 Left out "@no-log" (2 times): it is about what the client shows',
    ],
    ...([
      ["no-cookie-jar", "run it with --no-cookies"],
      [
        "connection-timeout",
        "write settings.timeout, which limits the whole request",
      ],
      ["no-reject-unauthorized", "run it with --insecure=HOST"],
      ["use-os-credentials", "write auth of the type ntlm"],
      ["jwt", "decode the token in a script"],
      ["note", "Brace asks nothing before it sends the request"],
      ["ratelimit", "run with --delay MS"],
      ["proxy", "run it with --proxy"],
      [
        "save",
        "write the last response to a file with --output FILE, or all with --reporter har=FILE",
      ],
    ] as const).map(([mark, why]) =>
      [`# @${mark} x`, {}, `1 Left out "@${mark}": ${why}`] as const
    ),
  ];
  for (const [head, expected, ...notes] of CASES) {
    it(head.replaceAll("\n", " / "), async () => {
      const value = await read({ "a.http": `${head}\nGET http://h/` });
      const [{ http: _http, ...request }] = requests(value);
      assertEquals(request, {
        info: { name: "GET http://h/", type: "http" },
        ...expected,
      });
      assertEquals(notesOf(value), notes);
    });
  }

  it("references tell the order", async () => {
    const value = await read({
      "a.http":
        "# @ref b\n# @name a\nGET http://h/a\n\n###\n# @forceRef a\n# @name b\nGET http://h/b",
    });
    assertEquals(notesOf(value), [
      '1 Left out "@ref b": that request runs later here, give it a smaller info.seq',
      '6 "@forceRef a" is the order of the requests here: run the request alone with --with-needed',
    ]);
  });

  it("what no request follows is named", async () => {
    const value = await read({
      "a.http":
        "GET http://h/\n###\n# @no-redirect\n# @import b.http\n# @author A\n# @prompt p\n?? status == 200\n",
    });
    assertEquals(notesOf(value), [
      "6 Left out a prompt that no request follows: write it before the requests that use it",
      '7 Left out the assertion "?? status == 200": no request stands above it',
      '3 Left out "@no-redirect": no request follows it, so write it into the requests it is for',
      '4 Left out "@import b.http": import the folder that has that file, too',
    ]);
  });
});
