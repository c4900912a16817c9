import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type {
  RunEventView,
  SendEvent,
} from "../../lib/embedded/page/workbench/api.ts";
import { openPage, RefusedError } from "../support/open_page.ts";

const MAIN = "opencollection: 1.0.0\ninfo: {name: Shop}\n";

function request(url: string, more = ""): string {
  return `info: {name: Get, type: http}\nhttp:\n  method: GET\n  url: '${url}'\n${more}`;
}

/** A server that answers with what was asked of it. */
function echo(handler?: (request: Request) => Response | Promise<Response>) {
  return Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    handler ?? (async (request) =>
      Response.json({
        path: new URL(request.url).pathname,
        authorization: request.headers.get("authorization"),
        body: await request.text(),
      })),
  );
}

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const event of events) list.push(event);
  return list;
}

function resultIn(events: readonly SendEvent[]) {
  const found = events.find((event) => event.type === "result");
  if (found) return found.exchange;
  throw new Error(`no result: ${JSON.stringify(events)}`);
}

describe("sending from the page", () => {
  it("runs scripts, assertions and tests as a run does", async () => {
    await using server = echo();
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request(
        `http://127.0.0.1:${server.addr.port}/{{name}}`,
        `runtime:
  scripts:
    - {type: before-request, code: "bru.setVar('name', 'ada'); console.log('before')"}
    - {type: tests, code: "test('is Ada', () => expect(res.body.path).to.equal('/ada'))"}
  assertions:
    - {expression: res.status, operator: eq, value: '201'}
`,
      ),
    });
    const events = await all(
      page.lines("send", { id: await page.id("get.yml") }),
    );
    const { details, language } = resultIn(events);
    assertEquals(events[0].type, "start");
    assertEquals(events.at(-1), { type: "end", cancelled: false });
    assertEquals(language, "json");
    assertEquals(details.response?.status, 200);
    assertEquals(details.tests.map(({ status }) => status), ["passed"]);
    assertEquals(details.assertions.map(({ status }) => status), ["failed"]);
    assertEquals(details.console.map(({ text }) => text), ["before"]);
  });

  it("sends what another program has just written", async () => {
    await using server = echo();
    const url = `http://127.0.0.1:${server.addr.port}`;
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request(`${url}/before`),
    });
    const id = await page.id("get.yml");
    await page.write("get.yml", request(`${url}/after`));
    // The system tells of it, and changes are still gathered.
    await new Promise((resolve) => setTimeout(resolve, 30));
    const { details } = resultIn(await all(page.lines("send", { id })));
    assertEquals(details.request?.url, `${url}/after`);
  });

  it("resolves the type of a body, which goes out", async () => {
    const body = (more: string) =>
      `info: {name: A, type: http}\nhttp: {method: POST, url: 'http://127.0.0.1:1/', body: {type: json, data: '1'}${more}}\n`;
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "own.yml": body(", headers: [{name: content-type, value: a/b}]"),
      "of_the_body.yml": body(""),
      "form.yml": body("").replace(
        "{type: json, data: '1'}",
        "{type: multipart-form, data: [{name: a, type: text, value: b}]}",
      ),
    });
    const headers = async (path: string) => {
      const id = await page.id(path);
      const { request } = await page.ask("resolve", { id });
      return request?.headers.map(({ name, value }) => `${name}: ${value}`);
    };
    assertEquals(await headers("own.yml"), ["content-type: a/b"]);
    assertEquals(await headers("of_the_body.yml"), [
      "Content-Type: application/json",
    ]);
    assertEquals(await headers("form.yml"), [
      "Content-Type: multipart/form-data",
    ]);
  });

  it("resolves and copies without the headers that are left out", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "a.yml":
        `info: {name: A, type: http}\nhttp: {method: POST, url: 'http://127.0.0.1:1/', headers: [{name: X-A, value: b}], body: {type: json, data: '1'}}\nsettings: {omitHeaders: [x-a, Content-Type, User-Agent, Host]}\n`,
    });
    const id = await page.id("a.yml");
    const { request, omitted } = await page.ask("resolve", { id });
    assertEquals(request?.headers, []);
    assertEquals(omitted, ["x-a", "Content-Type", "User-Agent"]);
    const { text } = await page.ask("copy", { id, as: "curl" });
    assertEquals(
      text,
      `curl --location http://127.0.0.1:1/ \\
  --header x-a: \\
  --header Content-Type: \\
  --header User-Agent: \\
  --data-raw 1
`,
    );
  });

  it("copies the client certificate and the proxy, or says what is wrong", async () => {
    const config = (hostname: string) =>
      `${MAIN}config: {clientCertificates: [{domain: a.example, type: pem, certificateFilePath: c.pem, privateKeyFilePath: c.key, passphrase: horse}], proxy: {config: {hostname: '${hostname}', port: 3128}}}\n`;
    const copy = async (hostname: string) => {
      await using page = await openPage({
        "opencollection.yml": config(hostname),
        "get.yml": request("https://a.example/"),
      });
      const id = await page.id("get.yml");
      return (await page.ask("copy", { id, as: "curl" })).text;
    };
    const text = await copy("proxy.example");
    assertEquals(
      text.replace(/(--cert|--key) \S*(?=c\.)/g, "$1 "),
      `curl --location https://a.example/ \\
  --cert c.pem \\
  --key c.key \\
  --pass '***' \\
  --proxy http://proxy.example:3128
`,
    );
    await assertRejects(() => copy("{{nowhere}}"), RefusedError, "nowhere");
  });

  const INSECURE: readonly (readonly [
    insecure: boolean | readonly string[],
    url: string,
    said: readonly [curl: boolean, python: boolean, fetch: boolean],
  ])[] = [
    [true, "https://a.example/", [true, true, true]],
    [["a.example"], "https://a.example/", [true, true, true]],
    [["b.example"], "https://a.example/", [false, false, false]],
    [true, "http://a.example/", [false, false, false]],
    [false, "https://a.example/", [false, false, false]],
  ];
  for (const [insecure, url, said] of INSECURE) {
    it(`copies --insecure=${insecure} for ${url}`, async () => {
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "get.yml": request(url),
      }, { run: { insecure } });
      const id = await page.id("get.yml");
      const text = async (as: "curl" | "python" | "fetch") =>
        (await page.ask("copy", { id, as })).text;
      assertEquals([
        (await text("curl")).includes("--insecure"),
        (await text("python")).includes("verify=False,"),
        (await text("fetch")).includes("// fetch has no place for --insecure"),
      ], said);
    });
  }

  it("sends what is edited and not saved", async () => {
    await using server = echo();
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request(`http://127.0.0.1:${server.addr.port}/saved`),
    });
    const id = await page.id("get.yml");
    const { revision, document, source } = await page.ask("open", { id });
    const base = document as { http: object };
    const url = `http://127.0.0.1:${server.addr.port}/edited`;
    for (
      const draft of [
        {
          revision,
          base: document!,
          document: { ...base, http: { ...base.http, url } },
        },
        { revision, source: source.replace("/saved", "/edited") },
      ]
    ) {
      const events = await all(page.lines("send", { id, draft }));
      assertEquals(resultIn(events).details.response?.url, url);
      const { request } = await page.ask("resolve", { id, draft });
      assertEquals(request?.url, url);
    }
    assert((await page.read("get.yml")).includes("/saved"));
  });

  for (const op of ["send", "run"] as const) {
    it(`asks for the secret of what runs first: ${op}`, async () => {
      await using server = echo();
      const url = `http://127.0.0.1:${server.addr.port}`;
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "environments/local.yml":
          "name: local\nvariables: [{name: password, secret: true}]\n",
        "auth/login.yml": request(
          `${url}/{{password}}`,
          "runtime: {scripts: [{type: after-response, code: 'client.setVar(\"token\", 1)'}]}\n",
        ),
        "me.yml": request(`${url}/me/{{token}}`),
      }, { environments: ["local"] });
      const id = await page.id("me.yml");
      const asked: string[] = [];
      const events = op === "send"
        ? page.lines("send", { id })
        : page.lines("run", { ids: [id] });
      let status: unknown;
      for await (const event of events) {
        if (event.type === "result") {
          status = event.exchange.details.response?.status;
        } else if (event.type === "request-end") status = event.result.status;
        if (event.type !== "question") continue;
        asked.push(event.kind);
        const answer = event.kind === "needed" ? "yes" : "s3cr3t";
        await page.ask("answer", { question: event.question, answer });
      }
      assertEquals(asked, ["needed", "prompt"]);
      assertEquals(status, op === "send" ? 200 : "passed");
    });
  }

  it("warns of a secret without a value, unless the process gives it", async () => {
    const name = "BRACE_SECRET_ofThePage";
    const found: string[][] = [];
    try {
      for (const value of ["", "s3cr3t"]) {
        Deno.env.set(name, value);
        await using page = await openPage({
          "opencollection.yml": MAIN,
          "environments/local.yml":
            "name: local\nvariables: [{name: ofThePage, secret: true}]\n",
          "get.yml": request("http://127.0.0.1:9/{{ofThePage}}"),
        }, { environments: ["local"] });
        const { problems } = await page.ask("problems", {});
        found.push(problems.map(({ code }) => code));
      }
    } finally {
      Deno.env.delete(name);
    }
    assertEquals(found, [["UNSET_SECRET"], []]);
  });

  it("asks about prompts and secrets, and masks what is typed", async () => {
    await using server = echo();
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "environments/local.yml":
        "name: local\nvariables:\n  - {name: apiToken, secret: true}\n",
      "get.yml": request(
        `http://127.0.0.1:${server.addr.port}/{{?Your name}}`,
        "  headers:\n    - {name: Authorization, value: 'Bearer {{apiToken}}'}\n",
      ),
    }, { environments: ["local"] });
    const answers: Record<string, string> = {
      "Your name": "ada",
      'Value of the secret "apiToken"': "s3cr3t-value",
    };
    const asked: [string, boolean][] = [];
    const events: SendEvent[] = [];
    for await (
      const event of page.lines("send", { id: await page.id("get.yml") })
    ) {
      events.push(event);
      if (event.type !== "question" || event.kind !== "prompt") continue;
      asked.push([event.text, event.hidden]);
      await page.ask("answer", {
        question: event.question,
        answer: answers[event.text],
      });
    }
    assertEquals(asked.sort(), [
      [
        'Value of the secret "apiToken"',
        true,
      ],
      ["Your name", false],
    ]);
    const { details, exchange } = resultIn(events);
    const { body } = details.response!;
    assert(body?.kind === "text");
    assertEquals(JSON.parse(body.text), {
      path: "/ada",
      authorization: "***",
      body: "",
    });
    assertEquals(JSON.stringify(events).includes("s3cr3t-value"), false);
    const kept = [
      await page.ask("history", {}),
      await page.ask("exchange", { exchange }),
      await page.ask("body", { exchange }),
      await page.ask("filter", { exchange, path: "$..*" }),
      await (await page.post("download", { exchange })).text(),
    ];
    assertEquals(JSON.stringify(kept).includes("s3cr3t-value"), false);
  });

  for (
    const [answer, isSent, asksAgain] of [
      ["no", false, true],
      ["once", true, true],
      ["session", true, false],
    ] as const
  ) {
    it(`asks about a host that is not declared: "${answer}"`, async () => {
      let asked = 0;
      await using other = echo(() => {
        asked++;
        return new Response("there");
      });
      const target = `http://127.0.0.1:${other.addr.port}/`;
      await using server = echo(() =>
        new Response(null, { status: 302, headers: { location: target } })
      );
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "get.yml": request(`http://127.0.0.1:${server.addr.port}/`),
      });
      const questions: string[] = [];
      const sendIt = async () => {
        for await (
          const event of page.lines("send", { id: await page.id("get.yml") })
        ) {
          if (event.type !== "question" || event.kind !== "host") continue;
          questions.push(event.host);
          await page.ask("answer", { question: event.question, answer });
        }
      };
      await sendIt();
      assertEquals(questions, [`127.0.0.1:${other.addr.port}`]);
      assertEquals(asked, isSent ? 1 : 0);
      await sendIt();
      assertEquals(questions.length, asksAgain ? 2 : 1);
    });
  }

  it("says whether a request or its script sends to a host that is not declared", async () => {
    await using server = echo();
    await using other = echo();
    const host = `127.0.0.1:${other.addr.port}`;
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": `${
        request(`http://127.0.0.1:${server.addr.port}/`)
      }runtime:\n  scripts:\n    - {type: before-request, code: "await fetch('http://${host}/')"}\n`,
    });
    const events: SendEvent[] = [];
    for await (
      const event of page.lines("send", { id: await page.id("get.yml") })
    ) {
      events.push(event);
      if (event.type !== "question" || event.kind !== "host") continue;
      assertEquals(event.request, "get.yml");
      assertEquals([event.host, event.byScript], [host, true]);
      await page.ask("answer", { question: event.question, answer: "no" });
    }
    assertEquals(events.some(({ type }) => type === "question"), true);
    assertStringIncludes(
      JSON.stringify(events),
      JSON.stringify(
        `Cannot send a request from a script of "get.yml" to "${host}"`,
      ).slice(1, -1),
    );
  });

  it("asks whether to run first what sets a missing variable", async () => {
    await using server = echo();
    const url = `http://127.0.0.1:${server.addr.port}`;
    await using page = await openPage({
      "opencollection.yml":
        `${MAIN}extensions: {brace: {teardown: [logout.yml]}}\n`,
      "logout.yml": request(`${url}/logout`),
      "login.yml":
        `info: {name: Login, type: http, seq: 1}\nhttp: {method: GET, url: '${url}/login'}\nruntime:\n  scripts:\n    - {type: after-response, code: "bru.setVar('order', {id: 'abc'})"}\n`,
      "get.yml":
        `info: {name: Get, type: http, seq: 2}\nhttp: {method: GET, url: '${url}/{{order.id}}'}\n`,
    });
    const id = await page.id("get.yml");
    for (const answer of ["no", "yes"]) {
      const events: SendEvent[] = [];
      for await (const event of page.lines("send", { id })) {
        events.push(event);
        if (event.type !== "question" || event.kind !== "needed") continue;
        const names = event.requests.map(({ name }) => name);
        assertEquals([event.names, names], [["order"], ["Login"]]);
        await page.ask("answer", { question: event.question, answer });
      }
      const others = events.flatMap((event) =>
        event.type === "other" ? [[event.path, event.when]] : []
      );
      assertEquals(others, [
        ...answer === "yes" ? [["login.yml", "before"]] : [],
        ["logout.yml", "after"],
      ]);
      const { details } = resultIn(events);
      assertEquals(
        details.response?.url,
        answer === "yes" ? `${url}/abc` : undefined,
      );
    }
  });

  for (
    const [what, login, reason] of [
      [
        "an error",
        "url: '{{nope}}'",
        'Cannot resolve "{{nope}}": no scope defines "nope"',
      ],
      [
        "an assertion that fails",
        "url: 'URL/no'}\nruntime: {assertions: [{expression: res.status, operator: eq, value: '201'}]",
        "Assertion res.status eq 201: got 200",
      ],
      [
        "a test that fails",
        `url: 'URL/no'}\nruntime: {scripts: [{type: tests, code: "test('in', () => { throw new Error('not in') })"}]`,
        /not in/,
      ],
      ["nothing", "url: 'URL/yes'", undefined],
    ] as const
  ) {
    it(`tells what is wrong with a request of setup: ${what}`, async () => {
      await using server = echo();
      const url = `http://127.0.0.1:${server.addr.port}`;
      await using page = await openPage({
        "opencollection.yml":
          `${MAIN}extensions: {brace: {setup: [login.yml]}}\n`,
        "login.yml": `info: {name: Login, type: http}\nhttp: {method: POST, ${
          login.replace("URL", url)
        }}\n`,
        "get.yml": request(`${url}/get`),
      });
      const id = await page.id("get.yml");
      const events = await all(page.lines("send", { id }));
      const [told, ...more] = events.flatMap((event) =>
        event.type === "other" ? event : []
      );
      assertEquals([told?.path, more], ["login.yml", []]);
      if (reason instanceof RegExp) assertMatch(told.reason ?? "", reason);
      else assertEquals(told.reason, reason);
      const { exchanges } = await page.ask("history", {});
      assertEquals(
        exchanges.find(({ path }) => path === "login.yml")?.method,
        "POST",
      );
    });
  }

  it("knows the variables of all selected environments, the last first", async () => {
    const environment = (name: string, variables: string) =>
      `name: ${name}\nvariables: [${variables}]\n`;
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "environments/base.yml": environment(
        "base",
        "{name: host, value: one}, {name: path, value: deep}",
      ),
      "environments/over.yml": environment("over", "{name: host, value: two}"),
      "get.yml": request("http://{{host}}/{{path}}"),
    });
    const id = await page.id("get.yml");
    await page.ask("environment", { names: ["base", "over"] });
    const { texts } = await page.ask("placeholders", {
      id,
      texts: ["{{host}}{{path}}"],
    });
    assertEquals(
      texts[0].map(({ definitions }) => definitions.map(({ text }) => text)),
      [["two", "one"], ["deep"]],
    );
    const { problems } = await page.ask("problems", {});
    assertEquals(problems, []);
  });

  it("tells the first definitions of a variable that many requests set, and how many more there are", async () => {
    const files = Array.from({ length: 25 }, (_, at) =>
      [
        `set-${at}.yml`,
        `${request("http://localhost/{{id}}")}runtime:
  scripts: [{ type: before-request, code: 'client.setVar("id", ${at})' }]
`,
      ] as const);
    await using page = await openPage({
      "opencollection.yml": MAIN,
      ...Object.fromEntries(files),
    });
    const id = await page.id("set-0.yml");
    const asked = await page.ask("placeholders", { id, texts: ["{{id}}"] });
    const { variables } = await page.ask("variables", { id });
    for (const one of [asked.texts[0][0], variables[0]]) {
      const { name, definitions, more } = one;
      assertEquals([name, definitions.length, more], ["id", 20, 5]);
      assertEquals(definitions[0].place?.file, "set-0.yml");
    }
  });

  it("ends a request that is cancelled, and keeps it", async () => {
    const reached = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await using server = echo(async () => {
      reached.resolve();
      await release.promise;
      return new Response("late");
    });
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request(`http://127.0.0.1:${server.addr.port}/`),
    });
    const events: SendEvent[] = [];
    for await (
      const event of page.lines("send", { id: await page.id("get.yml") })
    ) {
      events.push(event);
      if (event.type !== "start") continue;
      reached.promise.then(() => page.ask("cancel", { task: event.task }));
    }
    release.resolve();
    assertEquals(events.at(-1), { type: "end", cancelled: true });
    const { exchanges } = await page.ask("history", {});
    assertEquals(exchanges.map(({ path }) => path), ["get.yml"]);
  });

  it("ends a request whose page has gone", async () => {
    const reached = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await using server = echo(async () => {
      reached.resolve();
      await release.promise;
      return new Response("late");
    });
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request(`http://127.0.0.1:${server.addr.port}/`),
    });
    const told = page.lines("events", {});
    await told.next();
    const leaving = new AbortController();
    const events = page.lines(
      "send",
      { id: await page.id("get.yml") },
      leaving.signal,
    );
    const reading = all(events).catch(() => {});
    await reached.promise;
    leaving.abort();
    await reading;
    for await (const event of told) if (event.type === "exchange") break;
    release.resolve();
  });

  it("keeps a WebSocket open for messages, until the person ends it", async () => {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => {
        const { socket, response } = Deno.upgradeWebSocket(request);
        socket.onmessage = ({ data }) => socket.send(`got ${data}`);
        return response;
      },
    );
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "chat.yml":
        `info: {name: Chat, type: websocket}\nwebsocket: {url: 'ws://127.0.0.1:${server.addr.port}/'}\n`,
    });
    const events: SendEvent[] = [];
    let task = "";
    let sent = 0;
    const say = async () => {
      if (sent++ < 2) await page.ask("message", { task, text: `m${sent}` });
      else await page.ask("message", { task, text: "", end: true });
    };
    for await (
      const event of page.lines("send", { id: await page.id("chat.yml") })
    ) {
      events.push(event);
      if (event.type === "start") {
        task = event.task;
        // It takes messages once it is open.
        while (sent === 0) {
          await page.ask("message", { task, text: "m1" })
            .then(() => sent++, () => {});
        }
      }
      if (event.type === "message" && event.message.direction === "received") {
        await say();
      }
    }
    assertEquals(
      events.flatMap((event) =>
        event.type === "message" ? event.message.text : []
      ),
      ["m1", "got m1", "m2", "got m2"],
    );
    assertEquals(
      resultIn(events).details.response?.stream?.messages.length,
      4,
    );
  });

  it("says what cannot be sent, and why", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request("http://127.0.0.1:9/{{missing}}"),
    });
    const id = await page.id("get.yml");
    const { details } = resultIn(await all(page.lines("send", { id })));
    assertEquals(details.diagnostics.map(({ code }) => code), [
      "UNDEFINED_VARIABLE",
    ]);
    const error = await assertRejects(
      () => page.ask("copy", { id, as: "curl" }),
      RefusedError,
    );
    assert(error.body.includes("missing"), error.body);
    const folder = await page.id("");
    const [failed] = await all(page.lines("send", { id: folder }));
    assertEquals(failed.type, "failed");
  });

  it("cuts an answer without an end, and says so", async () => {
    await using server = echo(() =>
      new Response(
        new ReadableStream({
          pull: (stream) =>
            stream.enqueue(new Uint8Array(1024 * 1024).fill(97)),
        }),
        { headers: { "content-type": "text/plain" } },
      )
    );
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request(`http://127.0.0.1:${server.addr.port}/`),
      "environments/local.yml":
        "name: local\nvariables:\n  - {name: token, value: s3cr3t-one, secret: true}\n",
    }, { environments: ["local"] });
    const { details, length } = resultIn(
      await all(page.lines("send", { id: await page.id("get.yml") })),
    );
    assertEquals(length, 32 * 1024 * 1024);
    assertEquals(details.response?.truncated, true);
  });

  it("takes an answer up to a limit, and gives it in parts", async () => {
    const text = "0123456789".repeat(300_000);
    await using server = echo(() =>
      new Response(text, { headers: { "content-type": "text/plain" } })
    );
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request(`http://127.0.0.1:${server.addr.port}/`),
    });
    const events = await all(
      page.lines("send", { id: await page.id("get.yml") }),
    );
    const { details, exchange, length } = resultIn(events);
    const { body } = details.response!;
    assert(body?.kind === "text" && body.cut);
    assertEquals([body.text.length, length], [1024 * 1024, text.length]);
    const part = await page.ask("body", {
      exchange,
      start: 2_999_990,
      length: 100,
    });
    assertEquals(part, {
      text: "0123456789",
      start: 2_999_990,
      length: text.length,
    });
    const { matches, more } = await page.ask("find", {
      exchange,
      text: "90",
      limit: 2,
    });
    assertEquals([matches, more], [[9, 19], true]);
    const download = await page.post("download", { exchange });
    assertEquals((await download.text()).length, text.length);
  });
});

describe("answers that are kept", () => {
  it("are filtered, compared member by member, and saved as examples", async () => {
    let nth = 0;
    const deep = "[".repeat(60_000) + "]".repeat(60_000);
    await using server = echo(() => {
      nth++;
      return nth > 2
        ? new Response(nth === 3 ? deep : deep.replace("]", "1]"), {
          headers: { "content-type": "application/json" },
        })
        : Response.json({ id: nth, "a b": [1, nth], same: true });
    });
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request(`http://127.0.0.1:${server.addr.port}/`),
    });
    const id = await page.id("get.yml");
    const sent = async () => resultIn(await all(page.lines("send", { id })));
    const [a, b] = [await sent(), await sent()];
    const { exchange } = b;
    assertEquals(
      (await page.ask("filter", { exchange, path: "$['a b'][1]" })).values,
      [2],
    );
    await assertRejects(
      () => page.ask("filter", { exchange, path: "$[" }),
      RefusedError,
      "Cannot filter",
    );
    const { differences } = await page.ask("compare", {
      a: a.exchange,
      b: b.exchange,
    });
    assertEquals(differences.filter(({ part }) => part === "body"), [
      { part: "body", path: "$.id", a: "1", b: "2" },
      { part: "body", path: '$["a b"][1]', a: "1", b: "2" },
    ]);
    const saved = await page.ask("example", { exchange, name: "second" });
    assertEquals(saved.id, id);
    await assertRejects(
      () => page.ask("example", { exchange, name: "second" }),
      RefusedError,
      "the request has an example of this name",
    );
    const { examples, problems } = await page.ask("open", { id });
    assertEquals([examples, problems], [["second"], []]);
    const [c, d] = [await sent(), await sent()];
    const far = await page.ask("compare", { a: c.exchange, b: d.exchange });
    assert(far.differences.some(({ part }) => part === "body"));
  });
});

describe("what a server answers", () => {
  for (
    const [type, shown] of [
      ["text/html", "application/octet-stream"],
      ["image/svg+xml", "application/octet-stream"],
      ["application/xhtml+xml", "application/octet-stream"],
      ["text/html; charset=utf-8", "application/octet-stream"],
      ["image/png", "image/png"],
    ]
  ) {
    it(`${type} is never a document of the page's origin`, async () => {
      const png = Uint8Array.fromHex(
        "89504e470d0a1a0a0000000d4948445200000001000000010806000000",
      );
      await using server = echo(() =>
        new Response(
          type === "image/png" ? png : type === "image/svg+xml"
            // Bytes that are no text keep their type.
            ? new Uint8Array([
              0,
              0xff,
              ...new TextEncoder().encode("<svg onload='alert(1)'/>"),
            ])
            : "<script>alert(1)</script>",
          { headers: { "content-type": type } },
        )
      );
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "get.yml": request(`http://127.0.0.1:${server.addr.port}/`),
      });
      const events = await all(
        page.lines("send", { id: await page.id("get.yml") }),
      );
      const { exchange } = resultIn(events);
      const { headers, body } = await page.post("download", { exchange });
      await body?.cancel();
      assertEquals(headers.get("content-type"), shown);
      assertEquals(headers.get("content-disposition"), "attachment");
      assertEquals(headers.get("x-content-type-options"), "nosniff");
      assert(headers.get("content-security-policy")!.includes("sandbox"));
    });
  }
});

describe("running from the page", () => {
  it("does not leave out what cannot be read, as brace run does not", async () => {
    await using server = echo();
    const url = `http://127.0.0.1:${server.addr.port}/`;
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "environments/other.yml": "name: [",
      "good/get.yml": request(url),
      "bad/get.yml": request(url),
      "bad/broken.yml": `${request(url)}<<<<<<< HEAD\n`,
      "below/folder.yml": "info: {name: [",
      "below/get.yml": request(url),
    });
    const all = [[], ["bad"], ["below/get.yml"], ["good", "bad"]];
    for (const paths of [...all, ["good"], ["bad/get.yml"]]) {
      const ids = await Promise.all(paths.map(page.id));
      const ends: string[] = [];
      for await (const event of page.lines("run", { ids })) {
        if (event.type === "failed") ends.push(event.message);
        if (event.type === "request-end") ends.push(event.result.status);
      }
      const [first] = ends;
      assertEquals(
        [paths, first?.startsWith("Cannot read"), ends.length],
        [paths, all.includes(paths), 1],
        JSON.stringify(ends),
      );
    }
  });

  it("tells results as they come, saves reports, and runs again what failed", async () => {
    let status = 500;
    await using server = echo((request) =>
      new Response("{}", {
        status: request.url.endsWith("/bad") ? status : 200,
      })
    );
    const url = `http://127.0.0.1:${server.addr.port}`;
    const item = (name: string) =>
      `info: {name: ${name}, type: http, tags: [${name}]}\nhttp: {method: GET, url: '${url}/${name}'}\nruntime:\n  assertions:\n    - {expression: res.status, operator: eq, value: '200'}\n`;
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "a/good.yml": item("good"),
      "a/bad.yml": item("bad"),
      "other.yml": item("other"),
    });
    const folder = await page.id("a");
    const events = await all(page.lines("run", { ids: [folder] }));
    const ends = (events: readonly RunEventView[]) =>
      events.flatMap((event) =>
        event.type === "request-end"
          ? [[event.result.name, event.result.status]]
          : []
      ).sort();
    assertEquals(ends(events), [["bad", "failed"], ["good", "passed"]]);
    const [first] = events;
    assert(first.type === "start");
    const { task } = first;
    const last = events.at(-1);
    assert(last?.type === "end");
    assertEquals(last.summary?.requests.total, 2);
    const report = await page.ask("report", { task });
    assertEquals(report.rows.length, report.details.length);
    for (
      const [format, part] of [["junit", "<testsuite"], [
        "html",
        "<!DOCTYPE html>",
      ]] as const
    ) {
      const file = await page.post("saveReport", { task, format });
      assertEquals(
        file.headers.get("content-type"),
        "application/octet-stream",
      );
      assert((await file.text()).includes(part));
    }
    status = 200;
    const again = await all(page.lines("run", { ids: [], failedOf: task }));
    assertEquals(ends(again), [["bad", "passed"]]);
    const tagged = await all(page.lines("run", { ids: [], tags: ["other"] }));
    assertEquals(ends(tagged), [["other", "passed"]]);
    const { exchanges } = await page.ask("history", {});
    assertEquals(exchanges.length, 4);
    const { differences } = await page.ask("compare", {
      a: exchanges[1].exchange,
      b: exchanges[2].exchange,
    });
    assert(Array.isArray(differences));
  });

  it("runs again what failed in the rows in which it did", async () => {
    let bad = ["/one/b", "/two/a", "/two/b"];
    const seen: string[] = [];
    await using server = echo((request) => {
      const { pathname } = new URL(request.url);
      seen.push(pathname);
      return new Response("{}", { status: bad.includes(pathname) ? 500 : 200 });
    });
    const item = (name: string) =>
      `info: {name: ${name}, type: http}\nhttp: {method: GET, url: 'http://127.0.0.1:${server.addr.port}/{{row}}/${name}'}\nruntime:\n  assertions:\n    - {expression: res.status, operator: eq, value: '200'}\n`;
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "a.yml": item("a"),
      "b.yml": item("b"),
      "rows.csv": "row\none\ntwo\nthree\n",
    });
    const run = async (failedOf?: string) => {
      const asked = { ids: [], data: "rows.csv", ...failedOf && { failedOf } };
      const events = await all(page.lines("run", asked));
      const [first] = events;
      assert(first.type === "start");
      const failed = events.find(({ type }) => type === "failed");
      return {
        task: first.task,
        ran: seen.splice(0),
        failed: failed && "message" in failed ? failed.message : undefined,
      };
    };
    const first = await run();
    assertEquals(first.ran.length, 6);
    bad = [];
    await page.write("rows.csv", "row\none\nmended\nthree\n");
    assertEquals((await run(first.task)).ran, [
      "/one/b",
      "/mended/a",
      "/mended/b",
    ]);
    await page.write("rows.csv", "row\none\n");
    const { ran, failed } = await run(first.task);
    assertEquals(ran, []);
    assertStringIncludes(
      failed ?? "",
      "Cannot select the rows that failed in the run before: that run had 3 rows",
    );
  });

  it("asks a run of all for a secret whose entry is empty, which then lacks nothing", async () => {
    const seen: (string | null)[] = [];
    await using server = echo((request) => {
      seen.push(request.headers.get("x-pin"));
      return new Response("{}");
    });
    const item = (pin: string) =>
      `info: {name: Get, type: http}\nhttp:\n  method: GET\n  url: 'http://127.0.0.1:${server.addr.port}/'\n  headers: [{name: X-Pin, value: '${pin}'}]\n`;
    await using page = await openPage({
      "opencollection.yml":
        `${MAIN}request: {variables: [{name: pin, value: '{{process.env.PIN}}', secret: true}, {name: both, value: 'a{{pin}}'}]}\n`,
      ".env": "PIN=\n",
      "direct.yml": item("{{pin}}"),
      "within.yml": item("{{both}}"),
    });
    const lacking = async () => {
      const { problems } = await page.ask("problems", {});
      return problems.filter(({ code }) => code === "UNSET_SECRET")
        .map(({ place }) => place?.file);
    };
    assertEquals(await lacking(), ["direct.yml", "opencollection.yml"]);
    let asked = 0;
    for await (const event of page.lines("run", { ids: [] })) {
      if (event.type !== "question") continue;
      asked++;
      await page.ask("answer", { question: event.question, answer: "4711" });
    }
    assertEquals([asked, seen], [1, ["4711", "a4711"]]);
    assertEquals(await lacking(), []);
  });

  it("runs again a row with the values of that row, not with those of the session", async () => {
    const seen: string[] = [];
    await using server = echo((request) => {
      const { pathname } = new URL(request.url);
      seen.push(pathname);
      return new Response("{}", {
        status: pathname === "/print/two" ? 500 : 200,
      });
    });
    const item = (name: string, seq: number, path: string, script: string) =>
      `info: {name: ${name}, type: http, seq: ${seq}}\nhttp: {method: GET, url: 'http://127.0.0.1:${server.addr.port}/${path}'}\nruntime:\n  scripts: [{type: after-response, code: "${script}"}]\n  assertions: [{expression: res.status, operator: eq, value: '200'}]\n`;
    await using page = await openPage({
      "opencollection.yml":
        `${MAIN}request: {variables: [{name: row, value: mine}]}\n`,
      "reserve.yml": item(
        "Reserve",
        1,
        "reserve/{{row}}",
        "client.setVar('ticket', req.url.split('/').pop())",
      ),
      "print.yml": item("Print", 2, "print/{{ticket}}", ""),
      "rows.csv": "row\none\ntwo\n",
    });
    const ids = [await page.id("reserve.yml"), await page.id("print.yml")];
    await all(page.lines("send", { id: ids[0] }));
    assertEquals(seen.splice(0), ["/reserve/mine"]);
    const [first] = await all(page.lines("run", { ids, data: "rows.csv" }));
    assert(first.type === "start");
    assertEquals(seen.splice(0), [
      "/reserve/one",
      "/print/one",
      "/reserve/two",
      "/print/two",
    ]);
    const again = { ids: [], data: "rows.csv", failedOf: first.task };
    const asked: unknown[] = [];
    for await (const event of page.lines("run", again)) {
      if (event.type !== "question" || event.kind !== "needed") continue;
      asked.push([event.names, event.requests.map(({ name }) => name)]);
      await page.ask("answer", { question: event.question, answer: "yes" });
    }
    assertEquals(asked, [[["ticket"], ["Reserve"]]]);
    assertEquals(seen, ["/reserve/two", "/print/two"]);
  });

  it("takes rows from files of the collection only", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": request("http://127.0.0.1:9/"),
      "data/orders.csv": "a\n1\n",
      "data/notes.txt": "a\n1\n",
    });
    for (
      const data of [
        "../../etc/passwd",
        "/etc/passwd",
        "missing.csv",
        "get.yml/../../x.csv",
      ]
    ) {
      const [failed] = await all(page.lines("run", { ids: [], data }));
      assert(
        failed.type === "failed" &&
          failed.message.includes("not a file of the collection"),
        JSON.stringify(failed),
      );
    }
    const NO_FILE =
      "it is not a file of the collection, from whose folder the path counts";
    for (
      const [data, state] of [
        ["orders.csv", `${NO_FILE} (did you mean "data/orders.csv"?)`],
        ["api/data/Orders.csv", `${NO_FILE} (did you mean "data/orders.csv"?)`],
        ["data/order.csv", `${NO_FILE} (did you mean "data/orders.csv"?)`],
        ["people.csv", NO_FILE],
        [
          "data/notes.txt",
          "its name must end in .csv, .tsv, .json, .yml or .ndjson",
        ],
      ]
    ) {
      const [failed] = await all(page.lines("run", { ids: [], data }));
      assertEquals(
        failed.type === "failed" && failed.message,
        `Cannot use the rows of "${data}": ${state}`,
      );
    }
  });
});
