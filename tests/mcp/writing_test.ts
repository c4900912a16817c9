import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { connect, Folder, SECRET, serveEcho, shop, TIMERS } from "./support.ts";

/** A request of Bruno's format. */
const WHOAMI = `meta {
  name: Who am I
  type: http
  seq: 1
}

get {
  url: {{baseUrl}}/whoami
}

docs {
  Says who I am.
}
`;

const BRUNO = {
  "bruno.json": '{ "version": "1", "name": "Shop", "type": "collection" }',
  "environments/local.bru": "vars {\n  baseUrl: http://127.0.0.1:1\n}\n",
  "whoami.bru": WHOAMI,
};

describe("save_request", TIMERS, () => {
  it("changes the lines that the changes are about, and no other", async () => {
    using folder = new Folder(shop("http://127.0.0.1:1"));
    await using brace = await connect(folder.path, ["--env=local", "--write"]);
    const before = folder.read("users/get.yml");
    const status =
      '    - { expression: res.status, operator: eq, value: "200" } # must hold\n';
    await brace.call("save_request", {
      path: "users/get.yml",
      changes: {
        info: { tags: ["smoke", "users"] },
        runtime: {
          assertions: [
            { expression: "res.status", operator: "eq", value: "200" },
            { expression: "res.body.id", operator: "eq", value: "7" },
          ],
        },
        docs: null,
      },
    });
    assertEquals(
      folder.read("users/get.yml"),
      before.replace("tags: [smoke]", "tags: [smoke, users]")
        .replace(
          status,
          `${status}    - expression: res.body.id
      operator: eq
      value: "7"
`,
        )
        .replace("docs: Reads one user.\n", ""),
    );
  });

  it("tells what check finds in the file, and in no other", async () => {
    using folder = new Folder(shop("http://127.0.0.1:1"));
    await using brace = await connect(folder.path, ["--env=local", "--write"]);
    const { data: { problems } } = await brace.call("save_request", {
      path: "new.yml",
      text: `info: { name: New, type: http }
http: { method: GET, url: "{{baseURL}}/new" }
runtime: { scripts: [{ type: tests, code: "no script (" }] }
`,
    });
    assertEquals(
      problems.map(({ code }: Record<string, string>) => code),
      ["UNDEFINED_VARIABLE", "SCRIPT_SYNTAX"],
    );
    const { data: good } = await brace.call("save_request", {
      path: "users/get.yml",
      changes: { http: { headers: null } },
    });
    // That nothing uses the token any more is a hint about the environment.
    assertEquals(good.problems, undefined);
  });

  it("mends a file that is broken", async () => {
    using folder = new Folder(shop("http://127.0.0.1:1", {
      "broken.yml": "info: {name: [x\n",
    }));
    await using brace = await connect(folder.path, ["--env=local", "--write"]);
    const text = `info: { name: Mended, type: http }
http: { method: GET, url: "{{baseUrl}}/" }
`;
    const refused = await brace.fails("save_request", {
      path: "broken.yml",
      changes: { docs: "x" },
    });
    assertStringIncludes(refused, 'give the whole file as "text"');
    await brace.call("save_request", { path: "broken.yml", text });
    assertEquals(folder.read("broken.yml"), text);
  });
});

describe("save_environment", TIMERS, () => {
  it("writes data, and no secret", async () => {
    await using echo = serveEcho();
    using folder = new Folder(shop(echo.url, {
      "note.yml": `info: { name: Note, type: http }
http: { method: GET, url: "{{baseUrl}}/note", headers: [{ name: X-Note, value: "{{note}}" }] }
`,
    }));
    await using brace = await connect(folder.path, ["--env=local", "--write"]);
    for (const name of ["local", "new"]) {
      const message = await brace.fails("save_environment", {
        name,
        variables: { token: "mine" },
      });
      assertStringIncludes(message, "it is secret (a person sets it)");
    }
    await brace.call("save_environment", {
      name: "local",
      variables: { note: "{{token}} {{$guid}}" },
    });
    const { data, text } = await brace.call("run", { paths: ["note.yml"] });
    assertEquals(data.passed, true, text);
    assertStringIncludes(echo.seen[0].text, "x-note: {{token}} {{$guid}}");
    assertStringIncludes(folder.read("environments/local.yml"), SECRET);
  });
});

describe("a collection of Bruno", TIMERS, () => {
  it("is written in its own format", async () => {
    using folder = new Folder(BRUNO);
    await using brace = await connect(folder.path, ["--env=local", "--write"]);
    await brace.call("save_request", {
      path: "whoami.bru",
      changes: {
        runtime: {
          assertions: [
            { expression: "res.status", operator: "eq", value: "200" },
          ],
        },
      },
    });
    assertEquals(
      folder.read("whoami.bru"),
      WHOAMI.replace("docs {", "assert {\n  res.status: eq 200\n}\n\ndocs {"),
    );
    const { data } = await brace.call("save_request", {
      path: "users/list.bru",
      text: WHOAMI.replaceAll("whoami", "users"),
    });
    assertEquals([data.created, data.problems], [true, undefined]);
    await brace.call("save_environment", {
      name: "local",
      variables: { size: 3 },
    });
    await brace.call("save_environment", {
      name: "other",
      variables: { size: 3, text: "{{size}}" },
    });
    assertStringIncludes(folder.read("environments/local.bru"), "size: 3");
    assertEquals(
      folder.read("environments/other.bru"),
      "vars {\n  @number\n  size: 3\n  text: {{'{{'}}size}}\n}\n",
    );
    for (
      const [path, says] of [
        ["users/list.yml", "ends in .bru"],
        ["users/folder.bru", "which a person edits"],
        ["collection.bru", "which a person edits"],
      ]
    ) {
      const message = await brace.fails("save_request", { path, text: WHOAMI });
      assertStringIncludes(message, says);
    }
  });
});

describe("run", TIMERS, () => {
  it("warns of a value that nothing can use, and tells no secret by it", async () => {
    await using echo = serveEcho();
    using folder = new Folder(shop(echo.url));
    await using brace = await connect(folder.path, ["--env=local"]);
    const beginning = SECRET.slice(0, 4);
    const { data } = await brace.call("run", {
      values: { id: "8", ID: "9", [beginning]: "x" },
    });
    assertEquals(
      data.warnings.map((one: string) => /"(.*?)"/.exec(one)?.[1]),
      ["ID", beginning],
    );
    const { data: good } = await brace.call("run", { values: { id: "8" } });
    assertEquals(good.warnings, undefined);
  });
});

describe("an ellipsis", TIMERS, () => {
  it("that an author wrote stays, in files and in the documentation", async () => {
    const docs = "docs: Wait for it… then go.";
    using folder = new Folder(shop("http://127.0.0.1:1"));
    folder.write(
      "users/get.yml",
      folder.read("users/get.yml").replace(/docs: .*/, docs),
    );
    await using brace = await connect(folder.path, ["--env=local", "--write"]);
    const { data: described } = await brace.call("describe", {
      path: "users/get.yml",
    });
    assertStringIncludes(described.file.text, docs);
    const { data: found } = await brace.call("search", { text: "Wait for it" });
    assertEquals(found.found[0].line, docs);
    const { data: page } = await brace.call("explain", { code: "PERMISSION" });
    assertStringIncludes(page.text, "BRACE_SECRET_…");
    const { data: saved } = await brace.call("save_request", {
      path: "users/get.yml",
      changes: { docs: "Go on…" },
    });
    assertStringIncludes(saved.diff, `-${docs}\n+docs: Go on…`);
  });
});
