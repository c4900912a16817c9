import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { RecordingResponse } from "../../support/recording_server.ts";
import { request, runCollection } from "../../support/run_collection.ts";

/** Responses with each of these in turn, then with the last. */
function inTurn(...responses: RecordingResponse[]) {
  return () => responses.length > 1 ? responses.shift() : responses[0];
}

/** Runs one request, and gives the pauses that it made. */
async function attempt(
  responses: RecordingResponse[],
  options: {
    method?: string;
    retry?: number;
    retryAll?: boolean;
    brace?: string;
  },
) {
  const { method = "GET", brace, ...rest } = options;
  const pauses: number[] = [];
  const ran = await runCollection({
    "1.yml": request(`${method} /x`) +
      (brace === undefined ? "" : `extensions: {brace: ${brace}}\n`),
  }, {
    ...rest,
    retryDelay: 100,
    handler: inTurn(...responses),
    ports: {
      sleep: (time) => {
        pauses.push(time);
        return Promise.resolve();
      },
    },
  });
  const [{ status, attempts, response, failures }] = ran.results;
  return {
    sent: ran.requests.length,
    attempts,
    pauses,
    status,
    failures,
    response: response?.status,
  };
}

/** A free port that no system gives to whoever asks for any, so that it stays free. */
function quietPort(hostname: string): number {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    try {
      Deno.listen({ hostname, port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

const busy = { status: 503 };
const fine = { status: 200 };
const gone = { raw: "" };

describe("--retry", () => {
  it("is off by default", async () => {
    const { sent, response } = await attempt([busy, fine], {});
    assertEquals([sent, response], [1, 503]);
  });

  it("sends again, with pauses that double", async () => {
    assertEquals(await attempt([gone, busy, fine], { retry: 3 }), {
      sent: 3,
      attempts: 3,
      pauses: [100, 200],
      status: "passed",
      failures: [],
      response: 200,
    });
  });

  it("gives up", async () => {
    const { attempts, failures } = await attempt([gone], { retry: 2 });
    assertEquals([attempts, failures], [3, ["network"]]);
  });

  it("waits as long as the server asks, if that is bearable", async () => {
    const asks = (value: string): RecordingResponse => ({
      status: 429,
      headers: [["Retry-After", value]],
    });
    assertEquals((await attempt([asks("2"), fine], { retry: 1 })).pauses, [
      2_000,
    ]);
    const { sent, response } = await attempt([asks("3600"), fine], {
      retry: 1,
    });
    assertEquals([sent, response], [1, 429]);
  });

  it("repeats a POST of which nothing was sent", async () => {
    const hostname = "127.0.0.1";
    const port = quietPort(hostname);
    let server: Deno.HttpServer | undefined;
    let received = 0;
    const { results: [{ status, attempts }] } = await runCollection({
      "1.yml":
        `info: {name: "1"}\nhttp: {method: POST, url: "http://${hostname}:${port}/"}`,
    }, {
      retry: 3,
      ports: {
        sleep: async () => {
          const onListen = Promise.withResolvers<void>();
          server = Deno.serve(
            { hostname, port, onListen: () => onListen.resolve() },
            () => new Response(null, { status: ++received === 1 ? 503 : 200 }),
          );
          await onListen.promise;
        },
      },
    });
    await server?.shutdown();
    // Once it is sent, it is not repeated.
    assertEquals([status, attempts, received], ["passed", 2, 1]);
  });

  it("does not repeat a POST that was cut off, or whose redirect is refused", async () => {
    const method = "POST";
    const cut = { raw: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" };
    const moved = {
      status: 307,
      headers: [["Location", "http://127.0.0.1:1/"]],
    } as const;
    for (const response of [gone, cut, moved]) {
      const { sent } = await attempt([response], { method, retry: 1 });
      assertEquals(sent, 1);
    }
  });

  it("does not repeat a POST unless told", async () => {
    const method = "POST";
    const { sent } = await attempt([busy, fine], { method, retry: 1 });
    const all = await attempt([busy, fine], {
      method,
      retry: 1,
      retryAll: true,
    });
    const own = await attempt([busy, fine], {
      method,
      brace: "{retry: {count: 1, delay: 5}}",
    });
    assertEquals([sent, all.sent, own.sent, own.pauses], [1, 2, 2, [5]]);
  });

  it("leaves other responses alone", async () => {
    const { sent } = await attempt([{ status: 500 }, fine], { retry: 1 });
    assertEquals(sent, 1);
  });

  const retry = "extensions: {brace: {retry: {count: 1, delay: 1}}}\n";
  const ok =
    'runtime: {assertions: [{expression: res.status, operator: eq, value: "200"}]}\n';
  const script = (code: string) =>
    `runtime: {scripts: [{type: tests, code: '${code}'}]}\n`;
  const note =
    '"retry" sends again after a network error, 429, 502, 503 and 504, and not after 500 ("repeatUntil" sends again until an expression is true)';
  for (
    const [title, rest, status, said] of [
      ["an assertion", retry + ok, 500, true],
      [
        "a test",
        retry + script('test("t", () => expect(res.status).to.equal(200))'),
        500,
        true,
      ],
      ["a script", retry + script("res.body.a.b"), 500, true],
      ["an assertion without a retry", ok, 500, false],
      ["a request that passes", retry, 500, false],
      ["a status that is tried again", retry + ok, 503, false],
      ["a status that is no error", retry + ok, 201, false],
      ["one that went out twice", retry + ok, [503, 500], false],
      [
        "one that repeats by itself",
        retry.replace(
          "retry:",
          'repeatUntil: {expression: "false", limit: 1}, retry:',
        ) + ok,
        500,
        false,
      ],
    ] as [string, string, number | number[], boolean][]
  ) {
    it(`says what it does not try again: ${title}, ${status}`, async () => {
      const { results: [{ assertions, tests, diagnostics }] } =
        await runCollection({ "1.yml": request("GET /x") + rest }, {
          handler: () => ({
            status: typeof status === "number" ? status : status.shift()!,
            json: {},
          }),
          ports: { sleep: () => Promise.resolve() },
        });
      const notes = [...assertions, ...tests].map(({ diagnostic }) =>
        diagnostic
      )
        .concat(diagnostics).flatMap((one) => one?.notes ?? []);
      assertEquals(
        notes.filter((it) => it.includes("retry")),
        said ? [note] : [],
      );
    });
  }

  it("says it of the error, and not of a warning before it", async () => {
    const warned = request("GET /x")
      .replace("{method", '{auth: {type: bearer, token: "Bearer a"}, method');
    const { results: [{ diagnostics }] } = await runCollection(
      { "1.yml": warned + retry + script("res.body.a.b") },
      { handler: () => ({ status: 500, json: {} }) },
    );
    assertEquals(
      diagnostics.map(({ severity, notes = [] }) => [
        severity,
        notes.includes(note),
      ]),
      [["warning", false], ["error", true]],
    );
  });

  const unsent =
    '"--retry" does not send POST again, as it may have had an effect ("--retry-all" does)';
  for (
    const [method, status, options, said] of [
      ["POST", 503, { retry: 1 }, [unsent]],
      ["POST", 503, {}, []],
      ["POST", 503, { retry: 1, retryAll: true }, []],
      ["POST", 500, { retry: 1 }, []],
      ["PUT", 503, { retry: 1 }, []],
    ] as const
  ) {
    it(`says of --retry which method it leaves out: ${method}, ${status}, ${JSON.stringify(options)}`, async () => {
      const { results: [{ assertions }] } = await runCollection(
        { "1.yml": request(`${method} /x`) + ok },
        {
          ...options,
          handler: () => ({ status, json: {} }),
          ports: { sleep: () => Promise.resolve() },
        },
      );
      assertEquals(
        assertions.flatMap(({ diagnostic }) => diagnostic?.notes ?? [])
          .filter((it) => it.includes("retry")),
        [...said],
      );
    });
  }

  it("leaves errors alone that come again", async () => {
    const broken: RecordingResponse = {
      headers: [["Content-Encoding", "gzip"]],
      body: "no gzip",
    };
    const { sent, failures } = await attempt([broken, fine], { retry: 1 });
    assertEquals([sent, failures], [1, ["network"]]);
  });
});

describe("repeatUntil", () => {
  const until = (limit: number) =>
    `{repeatUntil: {expression: 'res.body.state === "done"', limit: ${limit}, delay: 7}}`;

  it("sends until the expression holds", async () => {
    const { sent, pauses, status } = await attempt([
      { json: { state: "queued" } },
      { json: { state: "running" } },
      { json: { state: "done" } },
    ], { brace: until(5) });
    assertEquals([sent, pauses, status], [3, [7, 7], "passed"]);
  });

  it("fails when it never does", async () => {
    const { sent, failures } = await attempt([{ json: { state: "queued" } }], {
      brace: until(3),
    });
    assertEquals([sent, failures], [3, ["check"]]);
  });

  for (
    const [title, expression, expected, sent] of [
      [
        "ends at once where it names what nobody defines",
        "res.body.state == done",
        [
          'Cannot evaluate "res.body.state == done": ReferenceError: done is not defined',
          'no runtime variable is called "done"; in quotes, it is text',
        ],
        1,
      ],
      [
        "asks for the response where it names a part of it",
        "status == 200",
        [
          'Cannot evaluate "status == 200": ReferenceError: status is not defined',
          'no runtime variable is called "status"; did you mean "res.status"?',
        ],
        1,
      ],
      [
        "asks for the response where it has another name",
        "response.status == 200",
        [
          'Cannot evaluate "response.status == 200": ReferenceError: response is not defined',
          'no runtime variable is called "response"; did you mean "res"?',
        ],
        1,
      ],
      [
        "asks for a member whose name has a dash",
        "res.body.x-wanted",
        [
          'Cannot evaluate "res.body.x-wanted": ReferenceError: wanted is not defined',
          'no runtime variable is called "wanted"; did you mean res.body["x-wanted"]?',
        ],
        1,
      ],
      [
        "says which scope has a name",
        "res.body.state == wanted",
        [
          'Cannot evaluate "res.body.state == wanted": ReferenceError: wanted is not defined',
          '"wanted" is a request variable (write client.getRequestVar("wanted"))',
        ],
        1,
      ],
      [
        "says at its end why it could not be evaluated",
        "res.body.job.state",
        [
          'Repeat until "res.body.job.state": still not true after 3 requests',
          'Cannot evaluate "res.body.job.state": cannot read "state" of undefined',
        ],
        3,
      ],
      [
        "knows runtime variables by their bare names",
        "res.body.state == asked",
        [],
        1,
      ],
      [
        "warns of a sign that assigns",
        'res.body.state = "done"',
        [
          'Set "res.body.state" with "=" in an expression, which compares nothing: write "==" or "==="',
        ],
        1,
      ],
      [
        "warns of a placeholder, which is text",
        "'res.body.state === \"{{wanted}}\"'",
        [
          'Repeat until "res.body.state === "{{wanted}}"": still not true after 3 requests',
          'Takes "{{wanted}}" for text: expressions have no placeholders, and "wanted" is a request variable (write client.getRequestVar("wanted"))',
        ],
        3,
      ],
    ] as const
  ) {
    it(title, async () => {
      const { results: [{ diagnostics }], requests } = await runCollection({
        "1.yml": `${request("GET /x")}runtime:
  variables: [{name: wanted, value: queued}]
  scripts: [{type: before-request, code: 'client.setVar("asked", "queued")'}]
extensions: {brace: {repeatUntil: {expression: ${expression}, limit: 3, delay: 1}}}
`,
      }, { handler: () => ({ json: { state: "queued" } }) });
      assertEquals(
        diagnostics.flatMap(({ message, notes = [] }) => [message, ...notes]),
        [...expected],
      );
      assertEquals(requests.length, sent);
    });
  }

  it("warns once, however often it sends", async () => {
    const auth = "auth: {type: digest, username: u, password: p}";
    const { results, requests } = await runCollection({
      "1.yml": request("GET /x").replace("http: {", `http: {${auth}, `) +
        `extensions: {brace: ${until(3)}}\n`,
    }, {
      handler: () => ({ status: 401 }),
      ports: { sleep: () => Promise.resolve() },
    });
    assertEquals(requests.length, 3);
    assertEquals(
      results[0].diagnostics.map(({ code, severity }) => [code, severity]),
      [["INVALID_RESPONSE", "warning"], ["ASSERTION", "error"]],
    );
  });
});

describe("--delay", () => {
  const two = { "a.yml": request("GET /a"), "b.yml": request("GET /b") };

  it("pauses between requests, iterations included", async () => {
    const pauses: number[] = [];
    const { targets } = await runCollection(two, {
      rows: [{}, {}, {}],
      delay: 5,
      ports: {
        sleep(milliseconds) {
          pauses.push(milliseconds);
          return Promise.resolve();
        },
      },
    });
    assertEquals(targets, ["/a", "/b", "/a", "/b", "/a", "/b"]);
    assertEquals(pauses, [5, 5, 5, 5, 5]);
  });

  it("is over at an interruption, and nothing follows", async () => {
    const controller = new AbortController();
    let pauses = 0;
    const { targets } = await runCollection(two, {
      rows: [{}, {}, {}],
      delay: 5,
      signal: controller.signal,
      ports: {
        sleep() {
          if (++pauses === 2) controller.abort();
          return Promise.resolve();
        },
      },
    });
    assertEquals(targets, ["/a", "/b"]);
    assertEquals(pauses, 2);
  });

  it("is not kept where there is none, nor behind --bail", async () => {
    let pauses = 0;
    const ports = {
      sleep() {
        pauses++;
        return Promise.resolve();
      },
    };
    await runCollection(two, { rows: [{}, {}], ports });
    await runCollection({ "a.yml": request("GET /{{missing}}") }, {
      rows: [{}, {}],
      delay: 5,
      bail: true,
      ports,
    });
    assertEquals(pauses, 0);
  });
});
