import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace, braceCommand } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

interface Message {
  readonly type: string;
  readonly message?: string;
  readonly version?: number;
  readonly counters?: Readonly<Record<string, number>>;
  readonly histograms?: Readonly<Record<string, readonly number[]>>;
  readonly users?: readonly (readonly [number, string?])[];
  readonly problems?: readonly string[];
}

describe("brace worker", () => {
  let cwd: string;
  let server: RecordingServer;
  let answer = (_: string): Promise<void> | void => {};

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(async ({ target }) => {
      await answer(target);
      return {
        headers: [["Set-Cookie", `last=${target.slice(1)}`]],
        json: { at: target },
      };
    });
    const files = {
      "opencollection.yml": `opencollection: 1.0.0
info: {name: Load}
request: {variables: [{name: server, value: "${server.url}"}]}
`,
      "environments/staging.yml": `name: staging
variables: [{name: token, secret: true, value: "s3cret-of-staging"}]
`,
      "first.yml": `info: {name: First, type: http, seq: 1, tags: [both]}
http: {method: GET, url: "{{server}}/{{id}}"}
runtime:
  scripts:
    - type: after-response
      code: bru.setVar("kept", "of-" + bru.getVar("id"))
  assertions: [{expression: res.status, operator: eq, value: "200"}]
`,
      "second.yml": `info: {name: Second, type: http, seq: 2, tags: [both]}
http: {method: GET, url: "{{server}}/{{kept}}"}
runtime:
  scripts: [{type: tests, code: 'test("at", () => expect(res.body.at).to.include("of-"))'}]
`,
      "fails.yml": `info: {name: Fails, type: http, seq: 3}
http: {method: GET, url: "{{server}}/x"}
runtime:
  assertions: [{expression: res.status, operator: eq, value: "201"}]
`,
      "secret.yml": `info: {name: With s3cret-of-staging, type: http, seq: 4}
http: {method: GET, url: "{{server}}/{{token}}"}
`,
      "unset.yml": `info: {name: Unset, type: http, seq: 5}
http: {method: GET, url: "{{server}}/{{nowhere}}"}
`,
      "rows.csv": "id\nr1\nr2\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${cwd}/api/environments`, { recursive: true });
      await Deno.writeTextFile(`${cwd}/api/${path}`, text);
    }
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await Deno.remove(cwd, { recursive: true });
  });

  const open = (more: object = {}) => ({
    type: "open",
    version: 1,
    collection: "api",
    env: [],
    flows: [[{ tags: ["both"] }]],
    ...more,
  });
  const user = (id: number, more: object = {}) => ({
    type: "user",
    id,
    flow: 0,
    at: Date.now(),
    ...more,
  });
  const lines = (messages: readonly unknown[]) =>
    messages.map((one) => typeof one === "string" ? one : JSON.stringify(one))
      .join("\n") + "\n";

  /** Talks to a worker until all users have ended, and closes its input then. */
  async function work(
    messages: readonly unknown[],
    { users = 0, env = {} }: {
      readonly users?: number;
      readonly env?: Record<string, string>;
    } = {},
  ) {
    const child = braceCommand(["worker"], { cwd, env }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(lines(messages)));
    const received: Message[] = [];
    const ended = new Map<number, string | undefined>();
    const counters: Record<string, number> = {};
    let rest = "";
    let isClosed = false;
    for await (
      const text of child.stdout.pipeThrough(new TextDecoderStream())
    ) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      for (const part of parts) {
        const message: Message = JSON.parse(part);
        received.push(message);
        for (const [name, value] of Object.entries(message.counters ?? {})) {
          counters[name] = (counters[name] ?? 0) + value;
        }
        for (const [id, problem] of message.users ?? []) {
          ended.set(id, problem);
        }
      }
      if (ended.size < users || isClosed) continue;
      isClosed = true;
      await writer.close().catch(() => {});
    }
    if (!isClosed) await writer.close().catch(() => {});
    const { code } = await child.status;
    const stderr = await new Response(child.stderr).text();
    return { code, stderr, received, ended, counters };
  }

  it("runs users side by side, each with its own variables and cookies", async () => {
    const ids = ["a", "b", "c"];
    const from = server.requests.length;
    const all = Promise.withResolvers<void>();
    let arrived = 0;
    // The first requests of all three are under way at once.
    answer = (target) => {
      if (target.startsWith("/of-")) return;
      if (++arrived === ids.length) all.resolve();
      return all.promise;
    };
    const { code, received, ended, counters } = await work([
      open(),
      ...ids.map((id, at) => user(at, { vars: [{ id }] })),
    ], { users: 3 });
    answer = () => {};
    assertEquals(code, 0);
    const [ready] = received;
    assertEquals([ready.type, ready.version], ["ready", 1]);
    assertEquals([...ended.values()], [undefined, undefined, undefined]);
    assertEquals(
      server.requests.slice(from + 3).map((one) => [
        one.target,
        one.headers("cookie").join(),
      ]).toSorted(),
      ids.map((id) => [`/of-${id}`, `last=${id}`]),
    );
    const { "brace.bytes": bytes, "brace.late": _, ...others } = counters;
    assert(bytes > 0);
    assertEquals(others, {
      "brace.requests": 6,
      "brace.codes.200": 6,
      "brace.assertions.passed": 3,
      "brace.tests.passed": 3,
    });
    const histograms = received.flatMap((one) =>
      Object.entries(one.histograms ?? {}).flatMap(([name, values]) =>
        values.map(() => name)
      )
    ).toSorted();
    assertEquals(histograms, [
      ...Array(6).fill("brace.response_time"),
      ...Array(3).fill("brace.response_time.First"),
      ...Array(3).fill("brace.response_time.Second"),
    ]);
  });

  it("gives each user the next row, and begins anew after the last", async () => {
    const from = server.requests.length;
    const flows = [[{ paths: ["first.yml"], data: "api/rows.csv" }]];
    const { ended } = await work(
      [open({ flows, users: 1 }), user(1), user(2), user(3)],
      { users: 3 },
    );
    assertEquals(ended.size, 3);
    assertEquals(
      server.requests.slice(from).map(({ target }) => target),
      ["/r1", "/r2", "/r1"],
    );
  });

  it("keeps variables from one step of a flow to the next", async () => {
    const from = server.requests.length;
    const flows = [[
      { paths: ["first.yml"] },
      { think: 0 },
      { paths: ["second.yml"] },
    ]];
    await work([open({ flows }), user(1, { vars: [{ id: "k" }] })], {
      users: 1,
    });
    assertEquals(
      server.requests.slice(from).map(({ target }) => target),
      ["/k", "/of-k"],
    );
  });

  it("tells what fails a user once, with file and line, and each time with debug", async () => {
    const flows = [[{ paths: ["fails.yml", "unset.yml"] }]];
    for (const debug of [false, true]) {
      const { ended, received, counters } = await work(
        [open({ flows, debug, users: 1 }), user(1), user(2)],
        { users: 2 },
      );
      assertEquals([...ended], [
        [1, "fails.yml: ASSERTION"],
        [2, "fails.yml: ASSERTION"],
      ]);
      assertEquals(counters["brace.errors.check"], 2);
      assertEquals(counters["brace.errors.render"], 2);
      assertEquals(counters["brace.assertions.failed"], 2);
      const problems = received.flatMap(({ problems }) => problems ?? []);
      const once = ["api/fails.yml:4:", "api/unset.yml:2:"];
      assertEquals(
        problems.map((line) => once.find((it) => line.includes(it))),
        debug ? [...once, ...once] : once,
      );
    }
  });

  it("masks secrets in names", async () => {
    const flows = [[{ paths: ["secret.yml"] }]];
    const { received } = await work(
      [open({ flows, env: ["staging"] }), user(1)],
      { users: 1 },
    );
    const text = JSON.stringify(received);
    assertStringIncludes(text, "brace.response_time.With ***");
    assert(!text.includes("s3cret-of-staging"), text);
  });

  it("counts users that begin late", async () => {
    answer = () => new Promise((resolve) => setTimeout(resolve, 300));
    const flows = [[{ paths: ["fails.yml"] }]];
    const { counters } = await work(
      [open({ flows, users: 1 }), user(1), user(2)],
      { users: 2 },
    );
    answer = () => {};
    assert(counters["brace.late"] >= 1);
  });

  const REFUSED: [what: string, first: unknown, message: string][] = [
    ["no collection", open({ collection: "nowhere" }), 'Cannot find "nowhere"'],
    [
      "an unknown environment",
      open({ env: ["stagin"] }),
      'Cannot select the environment "stagin": it does not exist (did you mean "staging"?)',
    ],
    [
      "an unknown selection",
      open({ flows: [[{ paths: ["firs"] }]] }),
      'Cannot select "firs": the collection has no such request or folder (did you mean "First"?)',
    ],
    [
      "a selection of nothing",
      open({ flows: [[{ tags: ["nobody"] }]] }),
      "Cannot run: no request matches the tag nobody",
    ],
    [
      "a file of data that is not there",
      open({ flows: [[{ data: "no.csv" }]] }),
      '"no.csv"',
    ],
    [
      "a file of secrets that is not there",
      open({ secretsFile: "no.env" }),
      '"no.env"',
    ],
    [
      "another version",
      open({ version: 2 }),
      "Cannot serve version 2 of the protocol: this Brace speaks 1",
    ],
    ["no flow", open({ flows: [] }), 'Cannot use "flow"'],
    [
      "an unknown key",
      open({ flows: [[{ path: "first" }]] }),
      'Cannot use "path": a step has paths, tags, data and vars',
    ],
    ["a list that is none", open({ env: [1] }), 'Cannot use "env"'],
    ["no JSON", "{{", "Cannot read a message: it is not a JSON object"],
    ["another first message", user(1), 'the first message must be "open"'],
  ];
  for (const [what, first, message] of REFUSED) {
    it(`refuses ${what}`, async () => {
      const { code, received, stderr } = await work([first]);
      assertEquals([code, stderr, received.length], [2, "", 1]);
      assertEquals(received[0].type, "failed");
      assertStringIncludes(received[0].message!, message);
    });
  }

  for (
    const [more, says] of [
      [{ flow: 7 }, '"flow" is none of the 1 flows'],
      [{ at: undefined }, '"at" is not a time'],
      [{ id: "1" }, '"id" is not a whole number'],
      [{ type: "users" }, 'its type is not "user"'],
    ] as const
  ) {
    it(`refuses a later message, and ends: ${says}`, async () => {
      const { code, received } = await work([open(), user(1, more)]);
      assertEquals(code, 2);
      assertEquals(received.map(({ type }) => type), ["ready", "failed"]);
      assertStringIncludes(
        JSON.stringify(received[1]),
        JSON.stringify(says).slice(1, -1),
      );
    });
  }

  it("ends with its input, in the middle of a request, too", async () => {
    let isOver = false;
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    answer = () => {
      begun.resolve();
      return late.promise;
    };
    const child = braceCommand(["worker"], { cwd }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(
      new TextEncoder().encode(lines([open(), user(1, { vars: [{ id: 1 }] })])),
    );
    await begun.promise;
    await writer.close();
    const [{ code }, text] = await Promise.all([
      child.status.then((status) => {
        isOver = true;
        return status;
      }),
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    late.resolve();
    answer = () => {};
    assertEquals([code, isOver], [0, true]);
    assertStringIncludes(text, '"users":[[1,');
  });

  itNeeds("signals")("ends by SIGTERM, with the code of it", async () => {
    const begun = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    answer = () => {
      begun.resolve();
      return late.promise;
    };
    const child = braceCommand(["worker"], { cwd }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(
      new TextEncoder().encode(lines([open(), user(1, { vars: [{ id: 1 }] })])),
    );
    await begun.promise;
    child.kill("SIGTERM");
    const { code, stdout, stderr } = await Promise.all([
      child.status,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]).then(([{ code }, stdout, stderr]) => ({ code, stdout, stderr }));
    late.resolve();
    answer = () => {};
    await writer.close().catch(() => {});
    assertEquals([code, stderr], [130, ""]);
    assertStringIncludes(stdout, '"users":[[1,');
  });

  it("is in no list, and has a help of its own", async () => {
    const [all, own] = [
      await brace(["--help"]),
      await brace(["worker", "--help"]),
    ];
    assert(!/^ {2}worker/m.test(all.stdout));
    assertStringIncludes(own.stdout, "Usage: brace worker");
  });
});
