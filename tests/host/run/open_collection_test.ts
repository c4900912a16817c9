import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { join } from "@std/path/join";
import { describe, it } from "@std/testing/bdd";
import {
  CollectionError,
  openCollection,
  type OpenedCollection,
  UsageError,
} from "../../../run.ts";
import { loadFrom } from "../../../lib/host/files/load_collection.ts";
import { withFolder } from "../../../lib/host/files/load/with_folder.ts";
import { recordingServer } from "../../support/recording_server.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
  "environments/local.yml":
    "variables: [{name: token, value: s3cret-value, secret: true}]\n",
  "login.yml": `info: {name: Login, type: http, seq: 1, tags: [auth]}
http: {method: GET, url: "{{server}}/login?as={{who}}"}
runtime:
  scripts:
    - {type: before-request, code: 'globalThis.seen = (globalThis.seen ?? 0) + 1; client.setVar("seen", globalThis.seen)'}
    - {type: after-response, code: 'client.setVar("session", "s-" + res.status)'}
`,
  "read.yml": `info: {name: Read, type: http, seq: 2}
http: {method: GET, url: "{{server}}/read/{{session}}/{{seen}}/{{who}}"}
`,
};

/** The folder of a collection, which is there as long as the test. */
function folder(files = FILES): Disposable & { path: string } {
  const path = Deno.makeTempDirSync();
  Deno.mkdirSync(join(path, "environments"));
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(join(path, name), text);
  }
  return {
    path,
    [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }),
  };
}

/** The paths that a server was asked for. */
function pathsOf(
  { requests }: { requests: readonly { target: string }[] },
): string[] {
  return requests.map(({ target }) => target);
}

describe("openCollection", () => {
  it("runs a collection again and again, each time from the start", async () => {
    using shop = folder();
    await using server = recordingServer();
    await using opened = await openCollection(shop.path, {
      variables: { server: server.url, who: "ada" },
    });
    assertEquals(opened.name, "Shop");
    for (let i = 0; i < 3; i++) assertEquals((await opened.run()).exitCode, 0);
    const once = ["/login?as=ada", "/read/s-200/1/ada"];
    assertEquals(pathsOf(server), [...once, ...once, ...once]);
  });

  it("finds connections open that an earlier run made, and closes them in the end", async () => {
    using shop = folder();
    await using server = recordingServer();
    const opened = await openCollection(shop.path, {
      variables: { server: server.url, who: "ada" },
    });
    for (let i = 0; i < 3; i++) await opened.run();
    assertEquals([server.connections, server.open], [1, 1]);
    await opened.run({ timeout: 5_000 });
    assertEquals([server.connections, server.open], [2, 2]);
    await opened.close();
    while (server.open > 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });

  it("keeps runs apart that run at once", async () => {
    using shop = folder();
    await using server = recordingServer();
    await using opened = await openCollection(shop.path, {
      variables: { server: server.url },
    });
    const names = ["ada", "grace", "joan"];
    const results = await Promise.all(
      names.map((who) =>
        opened.run({ variables: { server: server.url, who } })
      ),
    );
    assertEquals(results.map(({ passed }) => passed), [true, true, true]);
    assertEquals(
      pathsOf(server).filter((path) => path.startsWith("/read")).sort(),
      names.map((who) => `/read/s-200/1/${who}`),
    );
  });

  it("gives a run's own options before those that it was opened with", async () => {
    using shop = folder();
    await using server = recordingServer();
    await using opened = await openCollection(shop.path, {
      variables: { server: server.url, who: "ada" },
      paths: ["login.yml"],
    });
    await opened.run();
    await opened.run({ variables: { server: server.url, who: "joan" } });
    assertEquals(pathsOf(server), ["/login?as=ada", "/login?as=joan"]);
  });

  it("reads a file that changed, by itself and when it is asked to", async () => {
    using shop = folder();
    await using server = recordingServer();
    await using opened = await openCollection(shop.path, {
      variables: { server: server.url, who: "ada", session: 1, seen: 2 },
      paths: ["read.yml"],
    });
    assertEquals(await opened.refresh(), false);
    const write = (path: string) =>
      Deno.writeTextFileSync(
        join(shop.path, "read.yml"),
        FILES["read.yml"].replace("/read/", path),
      );
    write("/look/");
    await opened.run();
    // Of the same size, several within the same moment.
    for (let i = 0; i < 50; i++) {
      write(i % 2 === 0 ? "/find/" : "/look/");
      assertEquals(await opened.refresh(), true);
    }
    write("/find/");
    await opened.run();
    Deno.writeTextFileSync(join(shop.path, "more.yml"), FILES["login.yml"]);
    assertEquals(await opened.refresh(), true);
    assertEquals(pathsOf(server), ["/look/1/2/ada", "/find/1/2/ada"]);
    assertEquals((await opened.list({ paths: [] })).requests.length, 3);
  });

  it("finds what came, went and changed in a folder that stood still", async () => {
    using shop = folder();
    const at = (path: string) => join(shop.path, path);
    const text = FILES["login.yml"];
    Deno.mkdirSync(at("deep/er"), { recursive: true });
    Deno.writeTextFileSync(at("deep/er/a.yml"), text);
    const now = Date.now;
    // What was written before the collection was opened is not recent.
    using later = new DisposableStack();
    later.defer(() => Date.now = now);
    Date.now = () => now() + 3_600_000;
    await using opened = await openCollection(shop.path);
    const names = async () =>
      (await opened.list()).requests.map(({ path }) => path).toSorted();
    const steps: [change: () => void, expected: string[]][] = [
      [() => {}, ["deep/er/a.yml", "login.yml", "read.yml"]],
      [
        () => Deno.writeTextFileSync(at("deep/er/b.yml"), text),
        ["deep/er/a.yml", "deep/er/b.yml", "login.yml", "read.yml"],
      ],
      [
        () => Deno.renameSync(at("deep/er/a.yml"), at("deep/c.yml")),
        ["deep/c.yml", "deep/er/b.yml", "login.yml", "read.yml"],
      ],
      [
        () => Deno.removeSync(at("deep"), { recursive: true }),
        ["login.yml", "read.yml"],
      ],
      [
        () => {
          const other = `${shop.path}-other`;
          Deno.renameSync(shop.path, other);
          Deno.mkdirSync(shop.path);
          Deno.renameSync(
            join(other, "opencollection.yml"),
            at("opencollection.yml"),
          );
          Deno.renameSync(join(other, "read.yml"), at("read.yml"));
          Deno.removeSync(other, { recursive: true });
        },
        ["read.yml"],
      ],
    ];
    for (const [change, expected] of steps) {
      change();
      assertEquals(await names(), expected);
      assertEquals(await opened.refresh(), false);
      // The clock of some disks goes in steps.
      await new Promise((done) => setTimeout(done, 20));
    }
    Deno.writeTextFileSync(
      at("read.yml"),
      FILES["read.yml"].replace("Read", "Look"),
    );
    assertEquals((await opened.list()).requests[0].name, "Look");
  });

  it("gives what happens as it happens", async () => {
    using shop = folder();
    await using server = recordingServer();
    await using opened = await openCollection(shop.path, {
      variables: { server: server.url, who: "ada" },
    });
    const types = [];
    for await (const { type } of opened.events()) types.push(type);
    assertEquals(types, [
      "run-start",
      "request-start",
      "request-end",
      "request-start",
      "request-end",
      "run-end",
    ]);
  });

  it("renders a request without sending it", async () => {
    using shop = folder();
    await using server = recordingServer();
    await using opened = await openCollection(shop.path);
    const variables = { server: server.url, who: "ada", session: "x" };
    const [item] = await opened.render("read.yml", { variables });
    assertEquals(item.request, undefined);
    assertEquals(
      item.diagnostics.map(({ code, location }) => [
        code,
        location?.line,
      ]),
      [["UNDEFINED_VARIABLE", 2]],
    );
    const [{ name, request }] = await opened.render("read.yml", {
      variables: { ...variables, seen: 4 },
    });
    assertEquals([name, request?.url], ["Read", `${server.url}/read/x/4/ada`]);
    assertEquals(pathsOf(server), []);
  });

  it("checks, and lists requests and variables", async () => {
    using shop = folder();
    await using opened = await openCollection(shop.path);
    const checked = await opened.check({ environment: "local" });
    assertEquals(checked.requests, 2);
    const errors = checked.diagnostics.filter((it) => it.severity === "error");
    assertEquals(
      [...new Set(errors.map(({ code }) => code))],
      ["UNDEFINED_VARIABLE"],
    );
    const given = { variables: { server: "http://a", who: "ada" } };
    assertEquals(
      (await opened.check(given)).diagnostics.map(({ code }) => code),
      ["UNUSED_VARIABLE"],
    );
    assertEquals((await opened.list({ tags: ["auth"] })).requests, [{
      path: "login.yml",
      name: "Login",
      type: "http",
      method: "GET",
      url: "{{server}}/login?as={{who}}",
      tags: ["auth"],
    }]);
    const { variables } = await opened.vars({ environment: "local" });
    const token = variables.find(({ name }) => name === "token");
    assertEquals(token?.definitions.map(({ secret }) => secret), [true]);
    assert(!JSON.stringify(variables).includes("s3cret-value"));
    const { uses } = await opened.vars({ name: "session" });
    assertEquals(uses.map(({ location }) => location.line), [2]);
  });

  it("lists what it runs, in the same order", async () => {
    await using server = recordingServer();
    const files = new Map(Object.entries(FILES));
    files.set(
      "opencollection.yml",
      "info: {name: Shop}\nextensions: {brace: {setup: [read], teardown: [last]}}\n",
    );
    files.set("last.yml", 'http: {url: "{{server}}/last"}\n');
    await using opened = await openCollection({ root: "", files }, {
      variables: { server: server.url, who: "ada", session: "", seen: 0 },
      tags: ["auth"],
    });
    const { requests } = await opened.list();
    assertEquals(
      requests.map(({ path, stage }) => [path, stage]),
      [["read.yml", "setup"], ["login.yml", undefined], [
        "last.yml",
        "teardown",
      ]],
    );
    assertEquals(
      (await opened.run()).requests.map(({ step }) => step.item.path),
      requests.map(({ path }) => path),
    );
  });

  it("takes texts in place of a folder", async () => {
    await using server = recordingServer();
    await using opened = await openCollection(
      { root: "", files: new Map(Object.entries(FILES)) },
      { variables: { server: server.url, who: "ada" } },
    );
    assertEquals((await opened.run()).passed, true);
    assertEquals(await opened.refresh(), false);
  });

  it("says what is no collection", async () => {
    const path = Deno.makeTempDirSync();
    const error = await assertRejects(
      () => openCollection(path),
      CollectionError,
    );
    assertEquals(error.diagnostics[0].code, "NOT_A_COLLECTION");
    Deno.removeSync(path);
  });

  it("ends what runs when it is closed", async () => {
    using shop = folder();
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<undefined>();
    await using server = recordingServer(() => {
      arrived.resolve();
      return closed.promise;
    });
    const opened = await openCollection(shop.path, {
      variables: { server: server.url, who: "ada" },
    });
    const run = opened.run();
    await arrived.promise;
    await opened.close();
    closed.resolve(undefined);
    assertEquals((await run).exitCode, 130);
  });

  it("closes where a program holds events and never comes back", async () => {
    using shop = folder();
    await using server = recordingServer();
    const opened = await openCollection(shop.path, {
      variables: { server: server.url, who: "ada" },
    });
    const left = opened.events();
    const events = opened.events();
    await left.next();
    await events.next();
    await opened.close();
    // One that comes back finds how the run ended.
    const types: string[] = [];
    let next = await events.next();
    for (; !next.done; next = await events.next()) types.push(next.value.type);
    assertEquals(types, ["run-end"]);
    assertEquals(next.value.exitCode, 130);
  });

  const MISUSED: Record<
    string,
    [call: (it: OpenedCollection) => Promise<unknown>, message: string]
  > = {
    run: [(it) => it.run({ env: "x" } as never), 'Cannot use "env"'],
    events: [(it) => it.events({ env: "x" } as never).next(), '"env"'],
    render: [(it) => it.render(5 as never), 'Cannot use "paths[0]"'],
    check: [(it) => it.check({ env: "x" } as never), 'Cannot use "env"'],
    "check of hosts": [
      (it) => it.check({ allowNet: ["a b"] }),
      'Cannot use "a b" in the allowed hosts: ',
    ],
    vars: [
      (it) => it.vars({ nme: "x" } as never),
      'Cannot use "nme": there is no such option (did you mean "name"?)',
    ],
    "vars of a name": [(it) => it.vars("who" as never), "the options"],
    list: [(it) => it.list({ tags: "x" } as never), 'Cannot use "tags"'],
  };
  for (const [name, [call, message]] of Object.entries(MISUSED)) {
    it(`refuses what ${name} cannot use`, async () => {
      using shop = folder();
      await using opened = await openCollection(shop.path);
      const error = await assertRejects(() => call(opened), UsageError);
      assertStringIncludes(error.message, message);
    });
  }

  it("refuses a misspelt option when it opens", async () => {
    using shop = folder();
    await assertRejects(
      () => openCollection(shop.path, { env: "local" } as never),
      UsageError,
      '(did you mean "environment"?)',
    );
  });

  it("knows a path that is written from where the program runs", async () => {
    using shop = folder();
    await using opened = await openCollection(shop.path);
    const path = join(shop.path, "read.yml");
    const error = await assertRejects(() => opened.render(path));
    assert(error instanceof CollectionError);
    assertEquals(error.diagnostics[0].suggestion, "read.yml");
  });

  const CALLS: Record<string, (opened: OpenedCollection) => Promise<unknown>> =
    {
      run: (it) => it.run(),
      events: (it) => it.events().next(),
      render: (it) => it.render("read.yml"),
      check: (it) => it.check(),
      vars: (it) => it.vars(),
      list: (it) => it.list(),
      refresh: (it) => it.refresh(),
    };
  for (const [name, call] of Object.entries(CALLS)) {
    it(`refuses ${name} once it is closed`, async () => {
      using shop = folder();
      const opened = await openCollection(shop.path);
      await opened.close();
      await opened.close();
      const error = await assertRejects(() => call(opened), UsageError);
      assertStringIncludes(
        error.message,
        'Cannot use the collection "Shop": it is closed',
      );
    });
  }
});

describe("paths inside a collection", () => {
  const get = "http: {method: GET, url: 'http://127.0.0.1:1'}\n";
  const files = {
    ...FILES,
    "flow.yml": `info: {name: Flow}
items:
  - info: {name: A, type: http}
    ${get}  - info: {name: B, type: http}
    ${get}`,
  };

  /** Collection and paths in it → the requests that they select, or what the error says. */
  const ROWS: [
    collection: string,
    paths: string[],
    found: string[] | string,
  ][] = [
    ["", ["login.yml"], ["login.yml"]],
    ["", ["login"], ["login.yml"]],
    ["", ["Login"], ["login.yml"]],
    ["", ["l*.yml"], ["login.yml"]],
    ["/opencollection.yml", ["login.yml"], ["login.yml"]],
    [
      "",
      ["logn.yml"],
      '"logn.yml": no such file or folder (did you mean "login.yml"?)',
    ],
    ["/flow.yml", ["B"], ["B"]],
    ["/flow", ["B", "A"], ["B", "A"]],
    [
      "/flow.yml",
      ["C"],
      'Cannot select "C": the collection has no such request or folder',
    ],
  ];
  for (const [collection, paths, found] of ROWS) {
    it(`${collection || "a folder"}: ${paths}`, async () => {
      using shop = folder(files);
      await using opened = await openCollection(shop.path + collection);
      const list = async () =>
        (await opened.list({ paths })).requests.map(({ path }) => path);
      if (typeof found === "string") {
        const error = await assertRejects(list);
        assertStringIncludes((error as Error).message, found);
      } else assertEquals(await list(), found);
    });
  }

  it("render one of a file that is a whole collection", async () => {
    using shop = folder(files);
    await using opened = await openCollection(`${shop.path}/flow.yml`);
    const [{ request }] = await opened.render("B");
    assertEquals(request?.method, "GET");
  });

  it("say that one is the collection itself", async () => {
    using shop = folder(files);
    await using opened = await openCollection(`${shop.path}/flow.yml`);
    const error = await assertRejects(() =>
      opened.list({ paths: [`${shop.path}/flow.yml`] })
    );
    assertStringIncludes(
      (error as Error).message,
      "it is the collection itself (leave it out)",
    );
  });
});

describe("a path at which nothing is", () => {
  const ROWS: [path: string, message: (cwd: string) => string][] = [
    [
      "../../nowhere",
      (cwd) =>
        `Cannot find "../../nowhere" in "${cwd}", where the program runs: no such file or folder (to start at the module's folder, join the path to import.meta.dirname)`,
    ],
    [
      "/nowhere-at-all",
      () => 'Cannot find "/nowhere-at-all": no such file or folder',
    ],
  ];
  for (const [path, message] of ROWS) {
    it(`${path}: names the folder that a relative one starts at`, async () => {
      const error = await assertRejects(() => openCollection(path));
      assertEquals((error as Error).message, message(Deno.cwd()));
    });
  }

  const JOIN =
    "(to start at the module's folder, join the path to import.meta.dirname)";
  const INSIDE: [path: string, below: string, message: string, way?: string][] =
    [
      [
        ".",
        "",
        'Cannot load "." in "CWD", where the program runs: it is not a collection, it contains one',
        "my api",
      ],
      [
        "my api",
        "/my api",
        'Cannot load "my api" in "CWD", where the program runs: it is the collection\'s own folder',
      ],
    ];
  for (const [path, below, message, way] of INSIDE) {
    it(`${path}: proposes no command where the program runs in ${below || "the folder above"}`, () => {
      using above = folder({});
      Deno.mkdirSync(join(above.path, "my api"));
      for (const name of ["opencollection.yml", "my api.yml"]) {
        Deno.writeTextFileSync(join(above.path, "my api", name), "");
      }
      const cwd = `${above.path}${below}`;
      const { collection, diagnostics: [problem] } = withFolder(
        loadFrom(path, [], { cwd }),
        path,
        cwd,
      );
      assertEquals([collection, problem.suggestion], [undefined, way]);
      assertEquals(problem.message, `${message.replace("CWD", cwd)} ${JOIN}`);
    });
  }

  it("has one hint, although a collection lies below the folder", () => {
    const given = "nowhere";
    using above = folder({});
    Deno.mkdirSync(join(above.path, "api"));
    Deno.writeTextFileSync(join(above.path, "api/opencollection.yml"), "");
    const loaded = loadFrom(given, [], { cwd: above.path });
    assertEquals(
      withFolder(loaded, given, above.path).diagnostics[0].message,
      `Cannot find "nowhere" in "${above.path}", where the program runs: no such file or folder (to start at the module's folder, join the path to import.meta.dirname)`,
    );
  });
});
