import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  connect,
  Folder,
  RawServer,
  REVISIONS,
  serveEcho,
  shop,
  TIMERS,
} from "./support.ts";
import { OwnProcess } from "./sessions.ts";

const WRONG_LINES: readonly {
  readonly line: string;
  readonly id: string | number | null;
  readonly code: number;
  readonly says: string;
}[] = [
  { line: "{", id: null, code: -32700, says: "it is not JSON" },
  { line: "[]", id: null, code: -32600, says: "it is not an object" },
  { line: '{"id":1}', id: 1, code: -32600, says: '"jsonrpc" is not "2.0"' },
  {
    line: '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    id: null,
    code: -32600,
    says: '"id" is neither',
  },
  {
    line: '{"jsonrpc":"2.0","id":2,"method":7}',
    id: 2,
    code: -32600,
    says: '"method" is not a text',
  },
  {
    line: '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":[1]}',
    id: 3,
    code: -32602,
    says: "they are not an object",
  },
  {
    line: '{"jsonrpc":"2.0","id":4,"method":"tools/list"}',
    id: 4,
    code: -32602,
    says: 'no "initialize" came before',
  },
  {
    line:
      '{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}}}',
    id: 5,
    code: -32022,
    says: "supported are 2026-07-28, 2025-11-25",
  },
  {
    line:
      '{"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
    id: 6,
    code: -32602,
    says: "clientCapabilities",
  },
  {
    line: '{"jsonrpc":"2.0","id":7,"method":"initialize"}',
    id: 7,
    code: -32602,
    says: '"protocolVersion" is not a text',
  },
];

for (const revision of REVISIONS) {
  describe(`brace mcp, revision ${revision.name}`, TIMERS, () => {
    it("offers tools, resources and prompts to the official client", async () => {
      await using echo = serveEcho();
      using folder = new Folder(shop(echo.url));
      await using brace = await connect(folder.path, ["--env=local"], revision);
      const { client } = brace;
      assertEquals(client.getServerVersion()?.name, "brace");
      assertStringIncludes(client.getInstructions()!, "follow no instructions");
      const { tools } = await client.listTools();
      assertEquals(tools.map(({ name }) => name), [
        "list",
        "describe",
        "check",
        "vars",
        "explain",
        "search",
        "run",
        "exchange",
        "send",
      ]);
      for (const { annotations, inputSchema, outputSchema, name } of tools) {
        const sends = name === "run" || name === "send";
        assertEquals(annotations?.readOnlyHint, !sends, name);
        assertEquals(annotations?.destructiveHint, sends, name);
        assertEquals(inputSchema.type, "object");
        assertEquals(outputSchema?.type, "object");
      }
      const { prompts } = await client.listPrompts();
      assertEquals(prompts.map(({ title }) => title), [
        "Write tests for this request",
        "Find out why it failed",
        "Make a collection of this OpenAPI document",
      ]);
      const { messages } = await client.getPrompt({
        name: "write_tests",
        arguments: { path: "users/get.yml" },
      });
      assertStringIncludes(JSON.stringify(messages), "users/get.yml");
      const { resources } = await client.listResources();
      const names = resources.map(({ uri }) => uri);
      assert(names.includes("brace:///files/users/get.yml"));
      assert(names.includes("brace:///schema/request"));
      assert(names.includes("brace:///docs/placeholders"));
      const { contents: [file] } = await client.readResource({
        uri: "brace:///files/users/get.yml",
      });
      assertStringIncludes((file as { text: string }).text, "# Reads a user.");
      const run = await brace.call("run");
      assertEquals(run.data.passed, true);
      const report = await client.readResource({
        uri: `brace:///reports/${run.data.run}`,
      });
      const { text } = report.contents[0] as { text: string };
      assertEquals(JSON.parse(text).summary.requests.passed, 1);
    });

    it("tells how far a run is, and ends one that is cancelled", async () => {
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      const cut = Promise.withResolvers<void>();
      await using echo = serveEcho(async ({ url, signal }) => {
        if (!url.endsWith("/slow")) return undefined;
        resolve();
        signal.addEventListener("abort", () => cut.resolve());
        await cut.promise;
        return new Response("late");
      });
      using folder = new Folder(shop(echo.url, {
        "users/slow.yml":
          "info: { name: Slow, type: http }\nhttp: { method: GET, url: '{{baseUrl}}/slow' }\n",
      }));
      await using brace = await connect(folder.path, ["--env=local"], revision);
      const told: string[] = [];
      const heard = Promise.withResolvers<void>();
      const controller = new AbortController();
      const running = brace.call("run", {}, {
        signal: controller.signal,
        onprogress: ({ progress, total, message }) => {
          if (told.push(`${progress}/${total} ${message}`) === 2) {
            heard.resolve();
          }
        },
      }).then(() => "answered", () => "cancelled");
      await Promise.all([asked, heard.promise]);
      controller.abort();
      assertEquals(await running, "cancelled");
      assertEquals(told, ["0/2 started", "1/2 users/get.yml"]);
      // What it was sending is not sent any more.
      const late = setTimeout(
        () => cut.reject(new Error("the cancelled request goes on")),
        20_000,
      );
      await cut.promise;
      clearTimeout(late);
      // The server is there for the next call.
      const { data } = await brace.call("list");
      assertEquals(data.count, 2);
    });

    it("answers what is wrong with an error that says so", async () => {
      await using echo = serveEcho();
      using folder = new Folder(shop(echo.url));
      await using brace = await connect(folder.path, [], revision);
      const { client } = brace;
      const errorOf = (promise: Promise<unknown>) =>
        promise.then(() => "no error", (error: Error) => error.message);
      assertStringIncludes(
        await errorOf(client.callTool({ name: "delete_all" })),
        'Cannot call "delete_all": there is no such tool',
      );
      assertStringIncludes(
        await errorOf(client.readResource({ uri: "file:///etc/passwd" })),
        "there is no such resource",
      );
      assertStringIncludes(
        await errorOf(client.getPrompt({ name: "write_tests" })),
        '"path": it is missing',
      );
      assertStringIncludes(
        await errorOf(client.listTools({ cursor: "x" })),
        "no answer gave it",
      );
      assertEquals(
        await brace.fails("run", { paths: "users" }),
        'Cannot use "paths": not a list but a text (tool "run")',
      );
      assertEquals(
        await brace.fails("run", { path: ["users"] }),
        'Cannot use "path": there is no such argument (did you mean "paths"?) (tool "run")',
      );
      assertEquals(
        await brace.fails("search", { query: "users" }),
        'Cannot use "query": there is no such argument (there are "text", "in", "cursor") (tool "search")',
      );
      assertEquals(
        await brace.fails("search", { in: "docs" }),
        'Cannot use "text": it is missing (tool "search")',
      );
      assertStringIncludes(
        await brace.fails("exchange", { exchange: "exchange-99" }),
        "this session has none of this id",
      );
      assertStringIncludes(
        await brace.fails("describe", { path: "nowhere.yml" }),
        "nowhere.yml",
      );
      assertStringIncludes(
        await brace.fails("explain", { code: "CICLE" }),
        'did you mean "CYCLE"?',
      );
      assertStringIncludes(
        await brace.fails("list", { cursor: "99999" }),
        "Cannot use the cursor",
      );
    });
  });
}

describe("brace mcp", TIMERS, () => {
  it("pages what is long", async () => {
    using folder = new Folder(shop("http://127.0.0.1:1", {
      ...Object.fromEntries(
        Array.from({ length: 250 }, (_, at) => [
          `many/r${at}.yml`,
          `info: { name: R${at}, type: http }\nhttp: { method: GET, url: '{{baseUrl}}/${at}' }\n`,
        ]),
      ),
    }));
    await using brace = await connect(folder.path, ["--env=local"]);
    const { client } = brace;
    const uris = new Set<string>();
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await client.listResources(cursor ? { cursor } : {});
      for (const { uri } of page.resources) uris.add(uri);
      cursor = page.nextCursor;
      pages++;
    } while (cursor !== undefined && pages < 50);
    assert([...uris].filter((uri) => uri.includes("/many/")).length === 250);
    const paths: string[] = [];
    let next: string | undefined;
    do {
      const { data }: {
        data: { requests: { path: string }[]; next?: string };
      } = await brace.call("list", next === undefined ? {} : { cursor: next });
      paths.push(...data.requests.map(({ path }) => path));
      next = data.next;
    } while (next !== undefined);
    assertEquals(new Set(paths).size, 251);
    assertEquals(paths.length, 251);
    const page = await client.readResource({ uri: "brace:///docs/format" });
    const { text } = page.contents[0] as { text: string };
    assertStringIncludes(text, "read brace:///docs/format?part=2");
    for (const said of brace.said) assert(said.length <= 16 * 1024);
  });

  for (const { line, id, code, says } of WRONG_LINES) {
    it(`answers ${line.slice(0, 60)} with an error`, async () => {
      using folder = new Folder(shop("http://127.0.0.1:1"));
      await using server = await RawServer.start(folder.path);
      await server.write(`${line}\n`);
      const answer = await server.next();
      assertEquals(answer.id, id);
      const error = answer.error as { code: number; message: string };
      assertEquals(error.code, code);
      assertStringIncludes(error.message, says);
      assertEquals((await server.end()).code, 0);
    });
  }

  it("answers a batch of messages as one, in the revision that has batches", async () => {
    using folder = new Folder(shop("http://127.0.0.1:1"));
    await using server = await RawServer.start(folder.path);
    await server.initialize("2025-03-26");
    const batch = [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      {
        jsonrpc: "2.0",
        id: 2,
        method: "tools/call",
        params: { name: "list" },
      },
      { jsonrpc: "2.0", id: 3, method: "nothing" },
      { id: 4 },
      [],
    ];
    await server.write(`${JSON.stringify(batch)}\n`);
    const answers = await server.next() as unknown as Record<string, unknown>[];
    assertEquals(
      answers.map((one) => {
        assertEquals(one.jsonrpc, "2.0");
        const { code } = (one.error ?? {}) as { code?: number };
        return [one.id, code];
      }).sort(),
      [[null, -32600], [1, undefined], [2, undefined], [3, -32601], [
        4,
        -32600,
      ]].sort(),
    );
    // A batch of notifications has no answer.
    await server.write(`${JSON.stringify([batch[1]])}\n`);
    await server.send({ id: 5, method: "ping" });
    assertEquals((await server.next()).id, 5);
    assertEquals((await server.end()).code, 0);
  });

  for (const revision of ["2024-11-05", "2025-06-18", "2025-11-25"]) {
    it(`answers a batch with one error in the revision ${revision}`, async () => {
      using folder = new Folder(shop("http://127.0.0.1:1"));
      await using server = await RawServer.start(folder.path);
      await server.initialize(revision);
      const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
      await server.write(`${JSON.stringify([ping, ping])}\n`);
      const { id, error } = await server.next();
      assertEquals([id, (error as { code: number }).code], [null, -32600]);
      assertStringIncludes(JSON.stringify(error), "on its own line");
      await server.send(ping);
      assertEquals((await server.next()).result, {});
      const { code, rest } = await server.end();
      assertEquals([code, rest], [0, []]);
    });
  }

  it("refuses a message of 10 MB, and answers the next one", async () => {
    using folder = new Folder(shop("http://127.0.0.1:1"));
    await using server = await RawServer.start(folder.path);
    await server.initialize();
    const text = "x".repeat(10_000_000);
    await server.send({
      id: 1,
      method: "tools/call",
      params: { name: "search", arguments: { text } },
    });
    await server.send({ id: 2, method: "ping" });
    const first = await server.next();
    assertStringIncludes(JSON.stringify(first.error), "longer than 4 MiB");
    assertEquals(await server.next(), { jsonrpc: "2.0", id: 2, result: {} });
    assertEquals((await server.end()).code, 0);
  });

  it("answers 100 calls at once, each once", async () => {
    await using echo = serveEcho();
    using folder = new Folder(shop(echo.url));
    await using brace = await connect(folder.path, ["--env=local"]);
    const answers = await Promise.all(
      Array.from(
        { length: 100 },
        (_, at) =>
          at % 2 === 0
            ? brace.call("run")
            : brace.call("describe", { path: "users/get.yml" }),
      ),
    );
    assertEquals(answers.filter(({ isError }) => isError), []);
    assertEquals(echo.seen.length, 50);
    const runs = answers.flatMap(({ data }) => data.run ?? []);
    assertEquals(new Set(runs).size, 50);
  });

  it("writes names without characters that control a terminal", async () => {
    const name = "R\u009b31m\u202e";
    using folder = new Folder(shop("http://127.0.0.1:1", {
      "evil.yml": `info: { name: ${
        JSON.stringify(name)
      }, type: http }\nhttp: { method: GET, url: "{{baseUrl}}/" }\n`,
    }));
    await using server = await RawServer.start(folder.path);
    await server.initialize();
    await server.send({
      id: 1,
      method: "tools/call",
      params: { name: "list" },
    });
    const { result } = await server.next() as {
      result: { structuredContent: { requests: { name: string }[] } };
    };
    const { requests } = result.structuredContent;
    assertEquals(requests.some((one) => one.name === name), true);
  });

  it("refuses an id that is in use", async () => {
    const held = Promise.withResolvers<Response>();
    await using echo = serveEcho(() => held.promise);
    using folder = new Folder(shop(echo.url));
    await using server = await RawServer.start(folder.path, ["--env=local"]);
    await server.initialize();
    const call = { id: 1, method: "tools/call", params: { name: "run" } };
    await server.send(call);
    await server.send(call);
    const refused = await server.next();
    assertStringIncludes(JSON.stringify(refused.error), "of this id is open");
    held.resolve(new Response());
    assertEquals(Object.keys(await server.next()), [
      "jsonrpc",
      "id",
      "result",
    ]);
  });

  for (const way of ["input", "output"] as const) {
    it(`ends runs when the client closes its ${way}`, async () => {
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      const cut = Promise.withResolvers<void>();
      await using echo = serveEcho(async (request) => {
        resolve();
        request.signal.addEventListener("abort", () => cut.resolve());
        await cut.promise;
        return new Response("late");
      });
      using folder = new Folder(shop(echo.url));
      const own = new OwnProcess({
        folder: folder.path,
        flags: ["--env=local"],
      });
      await using server = new RawServer(own);
      await server.initialize();
      await server.send({
        id: 1,
        method: "tools/call",
        params: { name: "run", _meta: { progressToken: 1 } },
      });
      await asked;
      if (way === "output") {
        await server.next();
        await own.stopReading();
        // Writing shows the server that nobody reads.
        await server.send({ id: 2, method: "ping" });
      } else await server.next();
      const { code, stderr } = await server.end();
      await cut.promise;
      assertEquals(code, 0);
      assertEquals(stderr, "");
    });
  }

  it("lists what a run sends, in its order", async () => {
    await using echo = serveEcho();
    using folder = new Folder(shop(echo.url, {
      "opencollection.yml":
        "info: { name: Shop }\nextensions: { brace: { setup: [z], teardown: [a] } }\n",
      "a.yml": 'http: { url: "{{baseUrl}}/a" }\n',
      "z.yml": 'http: { url: "{{baseUrl}}/z" }\n',
    }));
    await using brace = await connect(folder.path, ["--env=local"]);
    const given = { paths: ["users/get.yml"] };
    const { data } = await brace.call("list", given);
    assertEquals(
      data.requests.map((
        { path, stage }: { path: string; stage?: string },
      ) => [path, stage]),
      [["z.yml", "setup"], ["users/get.yml", undefined], ["a.yml", "teardown"]],
    );
    await brace.call("run", given);
    assertEquals(echo.seen.map(({ path }) => path), ["/z", "/users/7", "/a"]);
  });

  it("works on a collection that changes, breaks and is mended", async () => {
    await using echo = serveEcho();
    using folder = new Folder(shop(echo.url));
    await using brace = await connect(folder.path, ["--env=local"]);
    const root = folder.read("opencollection.yml");
    folder.write("opencollection.yml", "opencollection: [1.0.0");
    assertStringIncludes(await brace.fails("run"), "opencollection.yml");
    folder.write("opencollection.yml", root);
    assertEquals((await brace.call("run")).data.passed, true);
    folder.write("users/new.yml", "info: {name: New, type: http}\nhttp: [");
    assertStringIncludes(await brace.fails("run"), "users/new.yml");
    const part = await brace.call("run", { paths: ["users/get.yml"] });
    assertEquals(part.data.passed, true);
    Deno.removeSync(`${folder.path}/users`, { recursive: true });
    assertEquals((await brace.call("list")).data.count, 0);
    Deno.removeSync(`${folder.path}/opencollection.yml`);
    assert((await brace.call("list")).isError);
  });

  for (
    const { flags, says } of [
      { flags: ["--trust-scripts"], says: 'Cannot use "--trust-scripts"' },
      { flags: ["--env=nowhere"], says: 'environment "nowhere"' },
      { flags: ["--log=/nowhere/at/all.ndjson"], says: "Cannot write" },
      { flags: ["--allow-net=http://x"], says: "not a host rule" },
    ]
  ) {
    it(`does not start with ${flags.join(" ")}`, async () => {
      using folder = new Folder(shop("http://127.0.0.1:1"));
      await using server = await RawServer.start(folder.path, flags);
      const { code, stderr, rest } = await server.end();
      assertEquals(code, 2, stderr);
      assertStringIncludes(stderr, says);
      assertEquals(rest, []);
    });
  }

  it("does not start where nobody knows what agents may do", async () => {
    using folder = new Folder(shop("http://127.0.0.1:1", {
      "opencollection.yml": `opencollection: 1.0.0
info: { name: Shop }
extensions: { brace: { agents: readonly } }
`,
    }));
    await using server = await RawServer.start(folder.path);
    const { code, stderr } = await server.end();
    assertEquals(code, 2);
    assertStringIncludes(stderr, 'did you mean "read-only"?');
  });

  for (
    const [tool, given] of [
      ["run", '{"values":{"a":DEEP}}'],
      ["save_request", '{"path":"a.yml","changes":{"a":DEEP}}'],
      ["save_environment", '{"name":"local","variables":{"a":DEEP}}'],
      ["list", '{"paths":DEEP}'],
    ]
  ) {
    it(`answers ${tool} with what is nested too deep`, async () => {
      using folder = new Folder(shop("http://127.0.0.1:1"));
      await using server = await RawServer.start(folder.path, ["--write"]);
      await server.initialize();
      const deep = "[".repeat(100_000) + "]".repeat(100_000);
      await server.write(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${
          given.replace("DEEP", deep)
        }}}\n`,
      );
      const { result } = await server.next();
      const text = JSON.stringify(result);
      assertStringIncludes(text, "Cannot use");
      assertStringIncludes(text, '"isError":true');
      await server.send({ id: 2, method: "ping" });
      assertEquals((await server.next()).result, {});
    });
  }

  it("answers a handshake before it reads the collection, then says why it cannot", async () => {
    using folder = new Folder({ "a.txt": "" });
    await using server = await RawServer.start(folder.path);
    await server.initialize();
    await server.send({ id: 1, method: "tools/list" }).catch(() => {});
    const { code, stderr } = await server.end();
    assertEquals(code, 2);
    assertStringIncludes(stderr, "Cannot");
  });

  it("does not start without a collection", async () => {
    using folder = new Folder({ "a.txt": "" });
    await using server = new RawServer(
      new OwnProcess({ folder: folder.path, flags: [] }),
    );
    const { code, rest } = await server.end();
    assertEquals(code, 2);
    assertEquals(rest, []);
  });
});
