import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  connect,
  Folder,
  holdsSecret,
  SECRET,
  serveEcho,
  TIMERS,
} from "./support.ts";

/** An API with users and a login, whose clients have mistakes. */
function answer(request: Request): Response {
  const { pathname } = new URL(request.url);
  const isIn = request.headers.get("authorization") === `Bearer ${SECRET}`;
  if (pathname === "/health") return Response.json({ status: "up" });
  if (!isIn && pathname !== "/public") {
    return Response.json({ error: "who are you?" }, { status: 401 });
  }
  if (pathname === "/users") {
    return Response.json({ users: [{ id: 1, name: "Ann" }] });
  }
  if (pathname === "/public") return Response.json({ items: [1, 2, 3] });
  return Response.json({ error: "not found" }, { status: 404 });
}

function collection(url: string): Record<string, string> {
  return {
    "opencollection.yml": `opencollection: 1.0.0
info: { name: Users }
request:
  auth: { type: bearer, token: "{{token}}" }
  scripts: [{ type: before-request, code: "const day = 1;" }]
`,
    "environments/local.yml": `name: local
variables:
  # Where the API is.
  - { name: baseUrl, value: "${url}" }
  - { name: token, value: "${SECRET}", secret: true }
`,
    "health.yml": `info: { name: Health, type: http, seq: 1, tags: [smoke] }
http: { method: GET, url: "{{baseUrl}}/health", auth: none }
runtime:
  assertions:
    # The API says so since March.
    - { expression: res.body.status, operator: eq, value: ok }
`,
    "users/list.yml": `info: { name: List users, type: http, seq: 2 }
http: { method: GET, url: "{{baseUrl}}/users", auth: inherit }
runtime:
  assertions:
    - { expression: res.status, operator: eq, value: "200" }
`,
    "public.yml": `info: { name: Public, type: http, seq: 3 }
http: { method: GET, url: "{{baseURL}}/public", auth: none }
`,
  };
}

describe("an agent", TIMERS, () => {
  it("does ten tasks with the tools, and sees no secret", async () => {
    await using echo = serveEcho(answer);
    using folder = new Folder(collection(echo.url));
    await using brace = await connect(folder.path, ["--env=local", "--write"]);

    // 1. What is there?
    const { data: listed } = await brace.call("list");
    assertEquals(listed.count, 3);
    assertEquals(listed.environments, ["local"]);
    assertEquals(listed.hosts, [echo.host]);

    // 2. What is wrong, before anything is sent?
    const { data: checked } = await brace.call("check");
    const [problem] = checked.problems;
    assertEquals(problem.code, "UNDEFINED_VARIABLE");
    assertStringIncludes(problem.at, "public.yml:2");

    // 3. What does the code mean?
    const { data: page } = await brace.call("explain", { code: problem.code });
    assertStringIncludes(page.text, "UNDEFINED_VARIABLE");

    // 4. Correct it; the diff shows one line.
    const { data: mended } = await brace.call("save_request", {
      path: "public.yml",
      changes: { http: { url: "{{baseUrl}}/public" } },
    });
    assertStringIncludes(mended.diff, "baseUrl}}/public");
    assertEquals((await brace.call("check")).data.count, 0);

    // 5. Which request fails, where and how?
    const { data: run } = await brace.call("run");
    assertEquals([run.passed, run.exitCode], [false, 1]);
    const [failure, ...others] = run.failures;
    assertEquals(others, []);
    assertEquals(failure.path, "health.yml");
    assertEquals(failure.at.startsWith("health.yml:6"), true);
    assertEquals([failure.quoted.expected, failure.quoted.actual], [
      '"ok"',
      '"up"',
    ]);

    // 6. What did the server say?
    const { data: seen } = await brace.call("exchange", {
      exchange: failure.exchange,
      jsonPath: "$.status",
    });
    assertEquals(seen.quoted.values, ["up"]);
    const { data: matching } = await brace.call("exchange", {
      exchange: failure.exchange,
      jsonPath: "$[?@ == 'up']",
    });
    assertEquals(matching.quoted.values, ["up"]);
    const pattern = await brace.call("exchange", {
      exchange: failure.exchange,
      jsonPath: "$[?match(@, 'u.*')]",
    });
    assertEquals(pattern.isError, true);
    assertStringIncludes(pattern.text, 'Cannot use the JSONPath "$[?match');

    // 7. Correct the expectation; the comment above it stays.
    const before = folder.read("health.yml");
    await brace.call("save_request", {
      path: "health.yml",
      text: before.replace("value: ok", "value: up"),
    });
    assertStringIncludes(folder.read("health.yml"), "# The API says so");
    const { data: again } = await brace.call("run", { tags: ["smoke"] });
    assertEquals(again.passed, true);

    // 8. Write a new request with a test, and run it.
    const { data: created } = await brace.call("save_request", {
      path: "items/count.yml",
      changes: {
        info: { name: "Count items", type: "http" },
        http: { method: "GET", url: "{{baseUrl}}/public", auth: "none" },
        runtime: {
          scripts: [{
            type: "tests",
            code:
              'test("has items", () => expect(res.body.items).to.have.length(3));',
          }],
        },
      },
    });
    assertEquals(created.created, true);
    const { data: counted } = await brace.call("run", {
      paths: ["items/count.yml"],
    });
    assertEquals(counted.summary.tests.passed, 1);

    // 9. Keep a value in the environment, and send something on the side.
    await brace.call("save_environment", {
      name: "local",
      variables: { pageSize: 3 },
    });
    assertStringIncludes(
      folder.read("environments/local.yml"),
      "# Where the API is.",
    );
    const { data: sent } = await brace.call("send", {
      url: `${echo.url}/public`,
    });
    assertEquals(sent.response.status, 200);

    // 10. Run everything, and take a request along as a command.
    const { data: last } = await brace.call("run");
    assertEquals(last.passed, true, JSON.stringify(last.failures));
    assertEquals(last.summary.requests.passed, 4);
    const { data: described } = await brace.call("describe", {
      path: "users/list.yml",
      as: "curl",
    });
    assertStringIncludes(described.written, "Authorization: Bearer ***");
    assertEquals(described.scripts, ["opencollection.yml"]);

    // A request that needs the token cannot be changed and get it, too.
    await brace.call("save_request", {
      path: "users/list.yml",
      changes: { http: { url: "{{baseUrl}}/users?all=1" } },
    });
    const { data: refused } = await brace.call("run", {
      paths: ["users/list.yml"],
    });
    assertEquals(refused.exitCode, 6);
    assertStringIncludes(
      refused.failures[0].message,
      "a person reads the change and restarts it",
    );
    assert(echo.seen.some(({ text }) => text.includes(SECRET)));
    for (const said of brace.said) assert(!holdsSecret(said), said);
  });

  const FILE_BODY = `info: { name: Upload, type: http }
http: { method: PUT, url: http://a.example/, body: { type: file, data: [{ filePath: a.png }] } }
`;
  const DIGEST = `info: { name: Digest, type: http }
http: { method: GET, url: http://a.example/, auth: { type: digest, username: u, password: pass } }
`;
  const LACKS: readonly [
    text: string,
    as: string,
    lacks: RegExp | undefined,
  ][] = [
    [FILE_BODY, "har", /^"a.yml" has no body: an archive holds texts only/],
    [FILE_BODY, "curl", undefined],
    [DIGEST, "fetch", /^"a.yml" has no credential: /],
    [DIGEST, "curl", undefined],
  ];
  for (const [text, as, lacks] of LACKS) {
    it(`is told what a request as ${as} lacks: ${lacks?.source ?? "nothing"}`, async () => {
      using folder = new Folder({
        "opencollection.yml": "info: { name: A }\n",
        "a.yml": text,
        "a.png": "x",
      });
      await using brace = await connect(folder.path, []);
      const { data } = await brace.call("describe", { path: "a.yml", as });
      if (lacks === undefined) assertEquals(data.lacks, undefined);
      else assertMatch(data.lacks[0], lacks);
    });
  }
});
