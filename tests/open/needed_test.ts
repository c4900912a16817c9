import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type {
  RunAsked,
  RunEventView,
  SendEvent,
} from "../../lib/embedded/page/workbench/api.ts";
import { type OpenPage, openPage } from "../support/open_page.ts";

/** What another request sets is used in a folder, and by what has a tag. */
function files(url: string) {
  const get = (name: string, path: string, more = "") =>
    `info: {name: ${name}, type: http${more}}\nhttp: {method: GET, url: '${url}${path}'}\n`;
  return {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    "auth/folder.yml": "info: {name: Auth, type: folder, seq: 1}\n",
    "auth/login.yml": `${
      get("Login", "/login")
    }runtime:\n  scripts:\n    - {type: after-response, code: "bru.setVar('session', 'abc')"}\n`,
    "orders/folder.yml": "info: {name: Orders, type: folder, seq: 2}\n",
    "orders/first.yml": `${
      get("First", "/{{session}}", ", seq: 1")
    }runtime:\n  scripts:\n    - {type: after-response, code: "bru.setVar('order', 'one')"}\n`,
    "orders/second.yml": get("Second", "/{{order}}", ", seq: 2, tags: [late]"),
  };
}

/** Runs, and answers each question; gives what was asked for and what ran. */
async function run(page: OpenPage, asked: RunAsked, answer: string) {
  const names: (readonly string[])[] = [];
  const ran: string[] = [];
  const events: AsyncIterable<RunEventView> = page.lines("run", asked);
  for await (const event of events) {
    if (event.type === "request-end") ran.push(event.result.name);
    if (event.type !== "question" || event.kind !== "needed") continue;
    names.push(event.names);
    await page.ask("answer", { question: event.question, answer });
  }
  return { names, ran };
}

describe("what a run from the page needs", () => {
  const CASES = [
    {
      what: "a folder that needs a login",
      paths: ["orders"],
      asked: ["session"],
      yes: ["Login", "First", "Second"],
      no: ["First", "Second"],
    },
    {
      what: "one request of the folder",
      paths: ["orders/second.yml"],
      asked: ["order"],
      yes: ["Login", "First", "Second"],
      no: ["Second"],
    },
    {
      what: "requests with a tag",
      paths: [],
      tags: ["late"],
      asked: ["order"],
      yes: ["Login", "First", "Second"],
      no: ["Second"],
    },
    {
      what: "the collection, which has all it needs",
      paths: [],
      asked: undefined,
      yes: ["Login", "First", "Second"],
      no: ["Login", "First", "Second"],
    },
  ];
  for (const { what, paths, tags, asked, yes, no } of CASES) {
    it(`is asked once: ${what}`, async () => {
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        () => new Response(),
      );
      await using page = await openPage(
        files(`http://127.0.0.1:${server.addr.port}`),
      );
      const ids = await Promise.all(paths.map((path) => page.id(path)));
      for (const [answer, ran] of [["no", no], ["yes", yes]] as const) {
        assertEquals(
          await run(page, { ids, ...tags && { tags } }, answer),
          { names: asked ? [asked] : [], ran },
        );
      }
    });
  }

  it("is no secret that a column of the data has", async () => {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(),
    );
    const url = `http://127.0.0.1:${server.addr.port}`;
    await using page = await openPage({
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {variables: [{name: token, secret: true}]}\n",
      "login.yml":
        `info: {name: Login, type: http}\nhttp: {method: GET, url: '${url}/'}\nruntime:\n  scripts:\n    - {type: after-response, code: "bru.setVar('token', 'a')"}\n`,
      "order.yml":
        `info: {name: Order, type: http}\nhttp: {method: GET, url: '${url}/{{token}}'}\n`,
      "rows.csv": "token\nmine\n",
    });
    const asked: string[] = [];
    const ids = [await page.id("order.yml")];
    for await (const event of page.lines("run", { ids, data: "rows.csv" })) {
      if (event.type !== "question") continue;
      asked.push(event.kind);
      await page.ask("answer", { question: event.question, answer: "no" });
    }
    assertEquals(asked, []);
  });

  it("is asked for what is empty beside what a script of the request sets", async () => {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(),
    );
    const url = `http://127.0.0.1:${server.addr.port}`;
    await using page = await openPage({
      ...files(url),
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {variables: [{name: session, value: ''}]}\n",
      "orders/first.yml":
        `info: {name: First, type: http}\nhttp: {method: GET, url: '${url}/{{own}}/{{session}}'}\nruntime:\n  scripts:\n    - {type: before-request, code: "bru.setVar('own', 1)"}\n`,
      "orders/second.yml":
        `info: {name: Second, type: http}\nhttp: {method: GET, url: '${url}/'}\n`,
    });
    const asked = { ids: [await page.id("orders")] };
    assertEquals(await run(page, asked, "yes"), {
      names: [["session"]],
      ran: ["Login", "First", "Second"],
    });
    assertEquals(await run(page, asked, "yes"), {
      names: [],
      ran: ["First", "Second"],
    });
  });

  it("is not asked for what a misspelled name may mean", async () => {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(),
    );
    const url = `http://127.0.0.1:${server.addr.port}`;
    await using page = await openPage({
      ...files(url),
      "orders/second.yml":
        `info: {name: Second, type: http, seq: 2}\nhttp: {method: GET, url: '${url}/{{order}}/{{sesion}}'}\n`,
    });
    // The page keeps what they set, so nothing is missing but the misspelled name.
    await run(page, {
      ids: [await page.id("auth"), await page.id("orders/first.yml")],
    }, "no");
    const ids = [await page.id("orders/second.yml")];
    assertEquals(await run(page, { ids }, "yes"), {
      names: [],
      ran: ["Second"],
    });
  });

  for (
    const [what, environments, names] of [
      ["not while no environment gives the host", [], []],
      ["with the environment that gives the host", ["Dev"], [["session"]]],
    ] as const
  ) {
    it(`is asked for what a login sets: ${what}`, async () => {
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        () => new Response(),
      );
      await using page = await openPage({
        ...files("{{baseUrl}}"),
        "environments/Dev.yml":
          `name: Dev\nvariables: [{name: baseUrl, value: 'http://127.0.0.1:${server.addr.port}'}]\n`,
      }, { environments });
      const ids = [await page.id("orders/first.yml")];
      assertEquals((await run(page, { ids }, "no")).names, [...names]);
    });
  }

  it("is not asked for what only a request of teardown needs", async () => {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response(),
    );
    await using page = await openPage({
      ...files(`http://127.0.0.1:${server.addr.port}`),
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: Shop}\nextensions: {brace: {teardown: [orders/second.yml]}}\n",
    });
    assertEquals(
      await run(page, { ids: [await page.id("auth")] }, "yes"),
      { names: [], ran: ["Login", "Second"] },
    );
  });
});

describe("what a script reads that another request sets", () => {
  const HEADER = "req.setHeader('X', 'a ' + bru.getVar('session'))";
  const CASES: Readonly<
    Record<string, { code: string; isAsked: boolean; more?: string }>
  > = {
    "is asked for": { code: HEADER, isAsked: true },
    "is asked for where a file has an empty one": {
      code: HEADER,
      isAsked: true,
      more: "request: {variables: [{name: session, value: ''}]}",
    },
    "is asked for where scripts of all requests read it": {
      code: "",
      isAsked: true,
      more: `request: {scripts: [{type: before-request, code: "${HEADER}"}]}`,
    },
    "is not asked for where the script tests it": {
      code: `if (bru.getVar('session')) ${HEADER}`,
      isAsked: false,
    },
    "is not asked for where the script sets it": {
      code: `bru.setVar('session', 1); ${HEADER}`,
      isAsked: false,
    },
    "is not asked for where a script of all requests sets it": {
      code: HEADER,
      isAsked: false,
      more:
        `request: {scripts: [{type: before-request, code: "bru.setVar('session', 1)"}]}`,
    },
    "is not asked for where the call reads another scope": {
      code: "req.setHeader('X', 'a ' + bru.getEnvVar('session'))",
      isAsked: false,
    },
    "is not asked for where a file has it": {
      code: HEADER,
      isAsked: false,
      more: "request: {variables: [{name: session, value: abc}]}",
    },
  };
  for (const [what, { code, isAsked, more = "" }] of Object.entries(CASES)) {
    it(what, async () => {
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        () => new Response(),
      );
      const url = `http://127.0.0.1:${server.addr.port}`;
      await using page = await openPage({
        ...files(url),
        "opencollection.yml":
          `opencollection: 1.0.0\ninfo: {name: Shop}\n${more}\n`,
        "orders/first.yml":
          `info: {name: First, type: http}\nhttp: {method: GET, url: '${url}/'}\nruntime: {scripts: [{type: before-request, code: "${code}"}]}\n`,
        "orders/second.yml":
          `info: {name: Second, type: http}\nhttp: {method: GET, url: '${url}/'}\n`,
      });
      const asked = { ids: [await page.id("orders")] };
      const others = ["First", "Second"];
      assertEquals(
        await run(page, asked, "yes"),
        isAsked
          ? { names: [["session"]], ran: ["Login", ...others] }
          : { names: [], ran: others },
      );
      // The page keeps what the login set.
      assertEquals(await run(page, asked, "yes"), { names: [], ran: others });
    });
  }
});

/** A secret that a login sets, and a request that uses it; with stages, requests run before and after it. */
function withToken(
  url: string,
  { value, stages }: { readonly value: string; readonly stages: boolean },
) {
  const get = (name: string, seq: number, path = name.toLowerCase()) =>
    `info: {name: ${name}, type: http, seq: ${seq}}\nhttp: {method: GET, url: '${url}/${path}'}\n`;
  const stage = stages
    ? "extensions: {brace: {setup: [login.yml, ready.yml], teardown: [logout.yml, bye.yml]}}\n"
    : "";
  return {
    ".env": "TOKEN=\n",
    "opencollection.yml":
      `opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {variables: [{name: token, secret: true${value}}]}\n${stage}`,
    "login.yml": `${
      get("Login", 1)
    }runtime:\n  scripts:\n    - {type: after-response, code: "client.setVar('token', 'abc-123')"}\n`,
    "ready.yml": get("Ready", 2),
    "orders.yml": get("Orders", 3, "orders/{{token}}"),
    "logout.yml": get("Logout", 4, "logout/{{token}}"),
    "bye.yml": get("Bye", 5),
  };
}

/** Sends a request and answers each question with yes; gives what was asked for, what arrived, and what the page is told. */
async function sent(
  path: string,
  options: Parameters<typeof withToken>[1],
) {
  const arrived: string[] = [];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => {
      arrived.push(new URL(request.url).pathname);
      return new Response();
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  await using page = await openPage(withToken(url, options));
  const asked: unknown[] = [];
  const told: string[] = [];
  const events: AsyncIterable<SendEvent> = page.lines("send", {
    id: await page.id(path),
  });
  for await (const event of events) {
    if (event.type === "other") told.push(`${event.name} ${event.when}`);
    if (event.type === "result") told.push(event.exchange.details.name);
    if (event.type !== "question") continue;
    asked.push(event.kind === "needed" ? event.names : event.kind);
    const { question } = event;
    await page.ask("answer", { question, answer: "yes" });
  }
  return { asked, arrived, told };
}

describe("a secret that a login sets", () => {
  for (
    const [what, value] of [
      ["without a value", ""],
      ["with an empty value", ', value: ""'],
      ["with an empty entry of the .env", ', value: "{{process.env.TOKEN}}"'],
    ] as const
  ) {
    it(`is not asked for: the login may run first, ${what}`, async () => {
      assertEquals(
        await sent("orders.yml", { value, stages: false }),
        {
          asked: [["token"]],
          arrived: ["/login", "/orders/abc-123"],
          told: ["Login before", "Orders"],
        },
      );
    });
    it(`is not asked for: the login is in setup, ${what}`, async () => {
      assertEquals(
        await sent("orders.yml", { value, stages: true }),
        {
          asked: [],
          arrived: [
            "/login",
            "/ready",
            "/orders/abc-123",
            "/logout/abc-123",
            "/bye",
          ],
          told: [
            "Login before",
            "Ready before",
            "Orders",
            "Logout after",
            "Bye after",
          ],
        },
      );
    });
  }
});

describe("a request that setup or teardown runs", () => {
  const CASES: Readonly<Record<string, readonly string[]>> = {
    "login.yml": ["Login", "Ready after", "Logout after", "Bye after"],
    "ready.yml": ["Login before", "Ready", "Logout after", "Bye after"],
    "logout.yml": ["Login before", "Ready before", "Logout", "Bye after"],
    "bye.yml": ["Login before", "Ready before", "Logout before", "Bye"],
  };
  for (const [path, told] of Object.entries(CASES)) {
    it(`shows its response when it is sent: ${path}`, async () => {
      const outcome = await sent(path, { value: "", stages: true });
      assertEquals([outcome.asked, outcome.told], [[], told]);
    });
  }
});

describe("what cannot be sent anyway", () => {
  const READS = "req.setHeader('A', client.getVar('token').trim())";
  const CASES: readonly {
    what: string;
    url?: string;
    header?: string;
    body?: string;
    code?: string;
    /** Whether the login is offered. */
    isAsked?: true;
    told?: RegExp;
  }[] = [
    { what: "a host", url: "http://{{nohost}}", told: /"{{nohost}}"/ },
    {
      what: "a host, with a script that reads what the login sets",
      url: "http://{{nohost}}",
      header: "a",
      code: READS,
      told: /"{{nohost}}"/,
    },
    {
      what: "a host, with a script that sets something else",
      url: "http://{{nohost}}",
      code: "client.setVar('other', 1)",
      told: /"{{nohost}}"/,
    },
    {
      what: "a host that a script sets",
      url: "http://{{nohost}}",
      code: "client.setVar('nohost', 'a')",
      isAsked: true,
    },
    {
      what: "a URL that a script writes",
      url: "http://{{nohost}}",
      code: "req.setUrl('http://a')",
      isAsked: true,
    },
    { what: "a body that is no JSON", body: '{"a": }', told: /valid JSON/ },
    {
      what: "a body that is no JSON, with a script",
      body: '{"a": }',
      header: "a",
      code: READS,
      told: /valid JSON/,
    },
    {
      what: "a body that a script writes",
      body: '{"a": }',
      code: "req.setBody({})",
      isAsked: true,
    },
    {
      what: "a body with what the login sets",
      body: '{"a": "{{token}}"}',
      isAsked: true,
    },
  ];
  for (
    const {
      what,
      url = "http://127.0.0.1:9",
      header = "{{token}}",
      body,
      code,
      isAsked = false,
      told = /./,
    } of CASES
  ) {
    it(`is told before a login is offered: ${what}`, async () => {
      await using page = await openPage({
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
        "login.yml":
          `info: {name: Login, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:9"}\nruntime:\n  scripts:\n    - {type: after-response, code: "client.setVar('token', 'a')"}\n`,
        "get.yml":
          `info: {name: Get, type: http}\nhttp:\n  method: POST\n  url: "${url}"\n  headers: [{name: B, value: "${header}"}]\n` +
          (body === undefined
            ? ""
            : `  body: {type: json, data: '${body}'}\n`) +
          (code === undefined
            ? ""
            : `runtime:\n  scripts:\n    - {type: before-request, code: "${code}"}\n`),
      });
      const asked: string[] = [];
      let said = "";
      const events: AsyncIterable<SendEvent> = page.lines("send", {
        id: await page.id("get.yml"),
      });
      for await (const event of events) {
        if (event.type === "question") {
          const { kind, question } = event;
          asked.push(kind);
          await page.ask("answer", { question, answer: "no" });
        } else said += JSON.stringify(event);
      }
      assertEquals(asked.includes("needed"), isAsked);
      assertMatch(said.replaceAll('\\"', '"'), told);
    });
  }
});

describe("after No to what runs first, for a secret that a login sets", () => {
  for (const op of ["send", "run"] as const) {
    for (const value of ["", ', value: "{{process.env.TOKEN}}"']) {
      it(`asks for its value: ${op}, ${value || "without a value"}`, async () => {
        const arrived: string[] = [];
        await using server = Deno.serve(
          { hostname: "127.0.0.1", port: 0, onListen() {} },
          (request) => {
            arrived.push(new URL(request.url).pathname);
            return new Response();
          },
        );
        const url = `http://127.0.0.1:${server.addr.port}`;
        await using page = await openPage(
          withToken(url, { value, stages: false }),
        );
        const id = await page.id("orders.yml");
        const asked: string[] = [];
        const events: AsyncIterable<SendEvent | RunEventView> = op === "send"
          ? page.lines("send", { id })
          : page.lines("run", { ids: [id] });
        for await (const event of events) {
          if (event.type !== "question") continue;
          asked.push(event.kind);
          const answer = event.kind === "needed" ? "no" : "s3cr3t";
          await page.ask("answer", { question: event.question, answer });
        }
        assertEquals({ asked, arrived }, {
          asked: ["needed", "prompt"],
          arrived: ["/orders/s3cr3t"],
        });
      });
    }
  }
});
