import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { runCollection, scripts } from "../../support/run_collection.ts";

/** Runs one request with a before-request script and gives what arrived. */
async function change(
  code: string,
  http =
    `{method: POST, url: "{{server}}/x", headers: [{name: X-Own, value: "{{a}}"}], body: {type: json, data: '{"a": "{{a}}"}'}}`,
) {
  const { requests, results } = await runCollection({
    "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request:
  headers: [{name: X-Above, value: above}]
  variables: [{name: a, value: A}]`,
    "1.yml": `info: {name: "1"}
http: ${http}
runtime:
  ${scripts({ "before-request": code }).replaceAll("\n", "\n  ")}`,
  }, { allowRead: ["deno.json"] });
  assertEquals(results[0].diagnostics.map(({ message }) => message), []);
  return requests[0];
}

describe("a before-request script", () => {
  it("that changes nothing leaves everything as it is", async () => {
    const request = await change("req.getBody(); req.getHeaders()");
    assertEquals(request.text, '{"a": "A"}');
    assertEquals(request.headers("x-own"), ["A"]);
    assertEquals(request.headers("x-above"), ["above"]);
  });

  it("sets the header that empty auth leaves out, and nothing is said", async () => {
    for (
      const [auth, name] of [
        ["{type: bearer, token: ''}", "Authorization"],
        ["{type: apikey, key: X-Key, value: ''}", "X-Key"],
        ["{type: basic, username: '', password: ''}", "authorization"],
      ]
    ) {
      const request = await change(
        `req.setHeader("${name}", "mine")`,
        `{method: GET, url: "{{server}}/x", auth: ${auth}}`,
      );
      assertEquals(request.headers(name), ["mine"]);
    }
  });

  const bearer = "bearer {\n  token: t\n}";
  const key = "apikey {\n  key: X-Key\n  value: t\n}";
  for (
    const [auth, code, name, arrives] of [
      [bearer, 'req.setHeader("authorization", "mine")', "", ["mine"]],
      [bearer, 'req.setHeader("Authorization", "{{a}}")', "", ["A"]],
      [bearer, 'req.headers.Authorization = "mine"', "", ["mine"]],
      [bearer, 'req.deleteHeader("authorization")', "", []],
      [bearer, 'req.setHeader("X-Key", "mine")', "", ["Bearer t"]],
      [bearer, 'req.setHeader("X-Above", "mine")', "", ["Bearer t"]],
      [key, 'req.setHeader("x-key", "mine")', "X-Key", ["mine"]],
      [key, 'req.setHeader("Authorization", "mine")', "X-Key", ["t"]],
      [
        "wsse {\n  username: u\n  password: p\n}",
        'req.setHeader("X-WSSE", "mine")',
        "X-WSSE",
        ["mine"],
      ],
      [
        "basic {\n  username: u\n  password: p\n}",
        'req.setHeader("Authorization", "mine")',
        "",
        ["Basic dTpw"],
      ],
    ] as const
  ) {
    it(`in a .bru file with auth ${auth.split(" ")[0]}: ${code}`, async () => {
      const { requests, results } = await runCollection({
        "bruno.json": '{"name": "Test"}',
        "collection.bru": "headers {\n  X-Above: above\n}\n",
        "1.bru": `meta {\n  name: "1"\n}

get {
  url: {{server}}/x
  auth: ${auth.split(" ")[0]}
}

headers {
  Authorization: written
}

auth:${auth}

vars:pre-request {
  a: A
}

script:pre-request {
  ${code}
}
`,
      });
      assertEquals(
        results[0].diagnostics.map(({ code }) => code),
        auth.startsWith("basic") ? ["INVALID_HEADER"] : [],
      );
      assertEquals(requests[0].headers(name || "Authorization"), [...arrives]);
    });
  }

  it("sets method, URL and headers", async () => {
    const request = await change(`req.setMethod("PUT")
req.setUrl(req.getUrl() + "/y?q={{a}}")
req.setHeader("X-New", "new {{a}}")
req.setHeader("X-Above", "mine")
req.deleteHeader("X-Own")`);
    assertEquals([request.method, request.target], ["PUT", "/x/y?q=A"]);
    assertEquals(request.headers("x-new"), ["new A"]);
    assertEquals(request.headers("x-above"), ["mine"]);
    assertEquals(request.headers("x-own"), []);
  });

  /** Script → the headers that arrive then, of those named. */
  const HEADERS: [code: string, arrived: Record<string, string[]>][] = [
    ["", {
      "content-type": ["application/json"],
      "x-above": ["above"],
      accept: ["*/*"],
    }],
    ["req.setHeader('X-Above', null)", { "x-above": [] }],
    ["req.setHeader('x-above', undefined)", { "x-above": [] }],
    ["req.setHeader('Accept', null)", { accept: [] }],
    ["req.setHeader('Accept', undefined)", { accept: ["*/*"] }],
    ["req.deleteHeader('Accept'); req.deleteHeader('Host')", {
      accept: [],
      "content-length": ["10"],
    }],
    ["req.deleteHeader('Accept'); req.setHeader('accept', 'a/b')", {
      accept: ["a/b"],
    }],
    ["req.setHeader('content-type', null)", { "content-type": [] }],
    ["req.deleteHeader('Content-Type')", { "content-type": [] }],
    ["req.setHeader('Content-Type', 'a/json')", { "content-type": ["a/json"] }],
    ["req.setHeaders({ B: '{{a}}' })", {
      "content-type": ["application/json"],
      "x-above": [],
      "x-own": [],
      b: ["A"],
    }],
    ["req.setHeaders({ ...req.getHeaders(), B: 1 })", {
      "content-type": ["application/json"],
      "x-above": ["above"],
      "x-own": ["A"],
      b: ["1"],
    }],
    ["req.headerList.clear()", { "content-type": [], "x-own": [] }],
    ["req.setHeader('X-B', 1); req.setBody('[1]')", {
      "content-type": ["application/json"],
      "x-b": ["1"],
    }],
  ];
  for (const [code, arrived] of HEADERS) {
    it(`sends by its headers: ${code}`, async () => {
      const { headers } = await change(code);
      const names = Object.keys(arrived);
      const found = names.map((name) => [name, headers(name)]);
      assertEquals(Object.fromEntries(found), arrived);
    });
  }

  /** Body → the `content-type` that a before-request script reads. */
  const IMPLIED: [body: string, type: string | undefined][] = [
    ["{type: json, data: '{}'}", "application/json"],
    ["{type: json, data: ''}", undefined],
    ["{type: text, data: a}", "text/plain"],
    ["{type: xml, data: <a/>}", "application/xml"],
    ["{type: sparql, data: a}", "application/sparql-query"],
    [
      "{type: form-urlencoded, data: [{name: a, value: b}]}",
      "application/x-www-form-urlencoded",
    ],
    [
      "{type: multipart-form, data: [{name: a, type: text, value: b}]}",
      "multipart/form-data",
    ],
    [
      "{type: file, data: [{filePath: deno.json, contentType: a/b, selected: true}]}",
      "a/b",
    ],
  ];
  for (const [body, type] of IMPLIED) {
    it(`reads the content type that is implied by ${body}`, async () => {
      const { headers } = await change(
        "req.setHeader('X-Seen', `${req.getHeaders()['content-type']}`)",
        `{method: POST, url: "{{server}}/x", body: ${body}}`,
      );
      assertEquals(headers("x-seen"), [`${type}`]);
    });
  }

  it("sees disabled headers of all levels", async () => {
    const { console } = await runCollection({
      "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request:
  headers: [{name: Top, value: t, disabled: true}, {name: Both, value: t, disabled: true}]`,
      "f/folder.yml":
        `request: {headers: [{name: Mid, value: m, disabled: true}]}`,
      "f/1.yml": `info: {name: "1"}
http: {url: "{{server}}/x", headers: [{name: Both, value: own, disabled: true}, {name: On, value: o}]}
runtime:
  ${
        scripts({
          "before-request": "console.log(JSON.stringify(req.headerList.all()))",
        }).replaceAll("\n", "\n  ")
      }`,
    });
    assertEquals(JSON.parse(console[0]), [
      { key: "Top", value: "t", disabled: true },
      { key: "Both", value: "own", disabled: true },
      { key: "Mid", value: "m", disabled: true },
      { key: "On", value: "o" },
    ]);
  });

  for (
    const [what, code, at] of [
      ["that leaves the URL alone", "", "1.yml"],
      [
        "that sets the URL, which stands elsewhere then",
        'req.setUrl("http://127.0.0.1:1/")',
        undefined,
      ],
    ] as const
  ) {
    it(`${what}: where a refusal points`, async () => {
      let seen: unknown;
      await runCollection({
        "1.yml": `info: {name: "1"}
http: {url: "http://127.0.0.1:2/"}
runtime:
  ${scripts({ "before-request": code }).replaceAll("\n", "\n  ")}`,
      }, {
        ports: {
          send(_request, { at }) {
            seen = at?.file;
            throw new Error("not sent");
          },
        },
      }).catch(() => {});
      assertEquals(seen, at);
    });
  }

  for (
    const [code, expected] of [
      ["", [7_000, 3, true]],
      ["req.setTimeout(9_000)", [9_000, 3, true]],
      ["req.setMaxRedirects(4)", [7_000, 4, true]],
      ["req.setMaxRedirects(0)", [7_000, 0, false]],
    ] as const
  ) {
    it(`sets limits: ${code}`, async () => {
      let seen: unknown;
      await runCollection({
        "1.yml": `info: {name: "1"}
http: {url: "{{server}}/x"}
settings: {timeout: 7000, maxRedirects: 3}
runtime:
  ${scripts({ "before-request": code }).replaceAll("\n", "\n  ")}`,
      }, {
        ports: {
          send({ settings: { timeout, maxRedirects, followRedirects } }) {
            seen = [timeout, maxRedirects, followRedirects];
            throw new Error("not sent");
          },
        },
      }).catch(() => {});
      assertEquals(seen, expected);
    });
  }

  it("that allows no redirect gets the redirect itself", async () => {
    const { results, targets } = await runCollection({
      "1.yml": `info: {name: "1"}
http: {url: "{{server}}/x"}
runtime:
  ${
        scripts({ "before-request": "req.setMaxRedirects(0)" })
          .replaceAll("\n", "\n  ")
      }`,
    }, {
      handler: () => ({ status: 302, headers: [["Location", "/y"]] }),
    });
    assertEquals([results[0].response?.status, targets], [302, ["/x"]]);
  });

  it("that changes something else leaves redirects as they are", async () => {
    const CASES: [maxRedirects: string, targets: string[], status: string][] = [
      ["5", ["/x", "/y"], "passed"],
      ["0", ["/x"], "errored"],
    ];
    for (const [maxRedirects, expected, status] of CASES) {
      const { results, targets } = await runCollection({
        "1.yml": `info: {name: "1"}
http: {url: "{{server}}/x"}
settings: {maxRedirects: ${maxRedirects}}
runtime:
  ${
          scripts({ "before-request": 'req.setHeader("X-A", "1")' })
            .replaceAll("\n", "\n  ")
        }`,
      }, {
        handler: ({ target }) =>
          target === "/x"
            ? { status: 302, headers: [["Location", "/y"]] }
            : { status: 200 },
      });
      assertEquals([targets, results[0].status], [expected, status]);
    }
  });

  it("sets a header that is disabled, and deletes one of several with one value", async () => {
    const http =
      `{url: "{{server}}/x", headers: [{name: X-Off, value: v, disabled: true}, {name: X-A, value: v}, {name: X-B, value: v}]}`;
    const request = await change(
      `req.setHeader("X-Off", "v"); req.deleteHeader("X-A")`,
      http,
    );
    const values = ["x-off", "x-a", "x-b"].map((name) => request.headers(name));
    assertEquals(values, [["v"], [], ["v"]]);
  });

  it("rewrites the fields of a multipart form, which keep their types", async () => {
    const http =
      `{method: POST, url: "{{server}}/x", body: {type: multipart-form, data: [{name: doc, type: text, value: "{}", contentType: application/json}, {name: file, type: file, value: [deno.json]}, {name: old, type: text, value: x}]}}`;
    const CASES = [
      `const fields = req.getBody().filter(({name}) => name !== "old"); fields[0].value = "[]"; req.setBody(fields)`,
      `req.setBody({doc: "[]", file: "deno.json"})`,
      `req.setBody([{name: "doc", value: "[]"}, {name: "file", type: "file", value: ["deno.json"]}])`,
    ];
    const whole = await Deno.readTextFile("deno.json");
    for (const code of CASES) {
      const { text } = await change(code, http);
      const parts = text.split(/--[-\w]+(?:\r\n|--)/).slice(1, -1);
      assertEquals(parts.length, 2, code);
      assertEquals(
        /content-type: (.*)\r/i.exec(parts[0])?.[1],
        "application/json",
      );
      assertEquals(parts[0].endsWith("\r\n\r\n[]\r\n"), true, code);
      assertEquals(parts[1].includes('filename="deno.json"'), true, code);
      assertEquals(parts[1].includes(whole), true, code);
    }
    const asText = await change(
      `req.setBody([{name: "file", type: "text", value: "deno.json"}])`,
      http,
    );
    assertEquals(asText.text.includes("filename"), false);
  });

  it("that changes the URL decides what its query holds", async () => {
    const http =
      `{url: "{{server}}/x?a={{a}}&b=2", params: [{name: a, value: "{{a}}", type: query}, {name: b, value: "2", type: query}, {name: c, value: "3", type: query}]}`;
    const CASES: [code: string, target: string][] = [
      ["req.getUrl()", "/x?a=A&b=2&c=3"],
      [`req.setUrl(req.getUrl().replace("b=2", "b=9"))`, "/x?a=A&b=9&c=3"],
      [`req.setUrl(req.getUrl().split("?")[0])`, "/x?c=3"],
    ];
    for (const [code, target] of CASES) {
      assertEquals((await change(code, http)).target, target);
    }
  });

  it("edits a JSON body, in which the file's placeholders still resolve", async () => {
    const request = await change(`const body = req.getBody()
body.b = [1, null, new Date(0)]
req.setBody(body)`);
    assertEquals(
      request.text,
      '{"a":"A","b":[1,null,"1970-01-01T00:00:00.000Z"]}',
    );
  });

  it("resolves placeholders that only a file writes which it requires", async () => {
    const root = await Deno.makeTempDir();
    try {
      await Deno.mkdir(`${root}/lib`);
      const write = (name: string, text: string) =>
        Deno.writeTextFile(`${root}/lib/${name}`, text);
      await write(
        "x.ts",
        'export const aim = (to: any) => to.setUrl("{{server}}/x/{{a}}/{{b}}");',
      );
      await write("all.ts", 'export * from "./x.ts";');
      await write("handed.js", 'module.exports = require("./x.ts");');
      for (const file of ["x.ts", "all.ts", "handed.js"]) {
        const { requests } = await runCollection({
          "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request: {variables: [{name: a, value: A}, {name: b, value: "{{a}}B"}]}`,
          "1.yml": `info: {name: "1"}
http: {method: GET, url: "{{server}}"}
runtime:
  ${
            scripts({
              "before-request":
                `const { aim } = require("./lib/${file}"); aim(req)`,
            }).replaceAll("\n", "\n  ")
          }`,
        }, { root });
        assertEquals(requests.map((it) => it.target), ["/x/A/AB"], file);
      }
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });

  it("does not resolve what came from outside", async () => {
    const request = await change(
      `req.setBody({evil: ["{", "{b}", "}"].join("")})`,
      `{method: POST, url: "{{server}}/x", body: {type: json, data: "{}"}}`,
    );
    assertEquals(request.text, '{"evil":"{{b}}"}');
  });

  it("replaces forms, text and no body at all", async () => {
    const form = await change(
      `req.setBody({name: "Ada & {{a}}", tags: ["x", "y"]})`,
      `{method: POST, url: "{{server}}/x", body: {type: form-urlencoded, data: [{name: old, value: "1"}]}}`,
    );
    assertEquals(
      form.text,
      "name=Ada%20%26%20A&tags=x&tags=y",
    );
    const text = await change(
      `req.setBody(req.getBody() + " more")`,
      `{method: POST, url: "{{server}}/x", body: {type: text, data: "some {{a}}"}}`,
    );
    assertEquals(text.text, "some A more");
    const json = await change(
      "req.setBody({n: 1})",
      `{method: POST, url: "{{server}}/x"}`,
    );
    assertEquals(json.text, '{"n":1}');
    assertEquals(json.headers("content-type"), ["application/json"]);
    assertEquals(
      (await change("req.setBody(new Date(0))")).text,
      '"1970-01-01T00:00:00.000Z"',
    );
  });

  it("gives each text that it writes generators of its own", async () => {
    const request = await change(
      `req.setBody({a: "{{$uuid}}", b: ["{{$uuid}}", "{{$uuid}}"]})
for (const name of ["X-A", "X-B"]) req.setHeader(name, "{{$uuid}}")
req.setHeader("X-Seen", req.resolved.headers["X-A"] + req.resolved.body)`,
      `{method: POST, url: "{{server}}/x", body: {type: form-urlencoded, data: [{name: a, value: b}]}}`,
    );
    const [a] = request.headers("x-a");
    const values = request.text.split("&").map((pair) => pair.split("=")[1]);
    const all = [a, ...request.headers("x-b"), ...values];
    assertEquals(new Set(all).size, 5);
    assertEquals(request.headers("x-seen"), [a + request.text]);
  });

  it("sends bytes", async () => {
    const request = await change(`req.setBody(new Uint8Array([0, 255, 1]))`);
    assertEquals([...request.body], [0, 255, 1]);
  });

  it("sees the request as it will be sent", async () => {
    const request = await change(
      `req.setHeader("X-Seen", req.resolved.url.replace(/^.*\\//, "") + req.resolved.body.length)`,
    );
    assertEquals(request.headers("x-seen"), ["x10"]);
  });

  it("keeps the response unparsed, for assertions too", async () => {
    const { results: [result] } = await runCollection({
      "1.yml": `info: {name: "1"}
http: {method: GET, url: "{{server}}/x"}
runtime:
  ${
        scripts({ "before-request": "req.disableParsingResponseJson()" })
          .replaceAll("\n", "\n  ")
      }
  assertions:
    - {expression: res.body, operator: isString}
    - {expression: res.body.n, operator: isUndefined}`,
    }, { handler: () => ({ json: { n: 1 } }) });
    assertEquals(result.status, "passed");
  });
});

describe("res.setBody", () => {
  const ROWS: [given: string, seen: string][] = [
    ["[1, { a: 2 }]", '[[1,{"a":2}],"[1,{\\"a\\":2}]"]'],
    ["[]", '[[],"[]"]'],
    ["undefined", '["undefined",""]'],
    ["null", '[null,"null"]'],
  ];
  for (const [given, seen] of ROWS) {
    it(`${given}: what later scripts and assertions see`, async () => {
      const { console, results } = await runCollection({
        "1.yml": `info: {name: "1"}
http: {url: "{{server}}/x"}
runtime:
  assertions: [{expression: res.body, operator: ${
          given === "undefined" ? "isUndefined" : "isDefined"
        }}]
  ${
          scripts({
            "after-response": `res.setBody(${given})`,
            "tests":
              "console.log(JSON.stringify([res.body === undefined ? 'undefined' : res.getBody(), res.getText()]))",
          }).replaceAll("\n", "\n  ")
        }`,
      });
      assertEquals(results[0].diagnostics, []);
      assertEquals(console, [seen]);
      assertEquals(results[0].assertions.map(({ status }) => status), [
        "passed",
      ]);
    });
  }
});
