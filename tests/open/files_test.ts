import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "node:path";
import { describe, it } from "@std/testing/bdd";
import type {
  Json,
  RouteName,
  SaveAnswer,
} from "../../lib/embedded/page/workbench/api.ts";
import { ROUTES } from "../../lib/embedded/page/workbench/api.ts";
import { type OpenPage, openPage, RefusedError } from "../support/open_page.ts";

const MAIN = "opencollection: 1.0.0\ninfo: {name: Shop}\n";
const GET = `# the first one
info:
  name: Get   # shown to people
  type: http
  seq: 1

http:
  method: GET
  url: "http://127.0.0.1:9/a"
  headers:
    - name: Accept
      value: 'text/plain'   # quoted so
    # what follows is new
    - {name: X-Two, value: two}
`;
const BRU = `meta {
  name: Get
  type: http
  seq: 1
}

get {
  url: http://127.0.0.1:9/a
  body: none
  auth: none
}

headers {
  Accept: text/plain
  ~X-Off: off
}
`;
const BRUNO = '{"version": "1", "name": "Shop", "type": "collection"}';

type Document = { [key: string]: Json } & {
  http: {
    method: string;
    url: string;
    headers: { name: string; value: Json }[];
  };
};

/** Edits a document as the page does, and saves it. */
async function edit(
  page: OpenPage,
  path: string,
  change: (document: Document) => void,
  more: { readonly keep?: "mine"; readonly before?: () => Promise<void> } = {},
): Promise<SaveAnswer> {
  const id = await page.id(path);
  const { revision, document } = await page.ask("open", { id });
  const edited = structuredClone(document) as unknown as Document;
  change(edited);
  await more.before?.();
  return await page.ask("save", {
    id,
    draft: { revision, base: document!, document: edited },
    ...(more.keep && { keep: more.keep }),
  });
}

/** The lines that are not in both texts. */
function changedLines(before: string, after: string): string[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  return [
    ...a.filter((line) => !b.includes(line)).map((line) => `- ${line.trim()}`),
    ...b.filter((line) => !a.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

describe("saving", () => {
  const rows: [
    what: string,
    files: Record<string, string>,
    path: string,
    change: (document: Document) => void,
    lines: string[],
  ][] = [
    [
      "the URL in YAML",
      { "opencollection.yml": MAIN, "get.yml": GET },
      "get.yml",
      (it) => {
        it.http.url = "http://127.0.0.1:9/b";
      },
      ['- url: "http://127.0.0.1:9/a"', '+ url: "http://127.0.0.1:9/b"'],
    ],
    [
      "a header's value in YAML",
      { "opencollection.yml": MAIN, "get.yml": GET },
      "get.yml",
      (it) => {
        it.http.headers[0].value = "text/html";
      },
      [
        "- value: 'text/plain'   # quoted so",
        "+ value: 'text/html'   # quoted so",
      ],
    ],
    [
      "the URL in .bru",
      { "bruno.json": BRUNO, "get.bru": BRU },
      "get.bru",
      (it) => {
        it.http.url = "http://127.0.0.1:9/b";
      },
      ["- url: http://127.0.0.1:9/a", "+ url: http://127.0.0.1:9/b"],
    ],
    [
      "nothing",
      { "opencollection.yml": MAIN, "get.yml": GET },
      "get.yml",
      () => {},
      [],
    ],
  ];
  for (const [what, files, path, change, lines] of rows) {
    it(`${what} changes its lines and no others`, async () => {
      await using page = await openPage(files);
      const answer = await edit(page, path, change);
      assertEquals(answer.type, "saved", JSON.stringify(answer));
      const after = await page.read(path);
      assertEquals(changedLines(files[path], after), lines);
      const view = await page.ask("open", { id: await page.id(path) });
      assert(answer.type === "saved");
      assertEquals([view.revision, view.source], [answer.revision, after]);
    });
  }

  it("auth that is inherited is masked, and keeps its placeholders", async () => {
    const auth = (fields: string) => `request:\n  auth: { ${fields} }\n`;
    await using page = await openPage({
      "opencollection.yml": "info: { name: C }\n",
      "a/folder.yml": auth(
        "type: basic, username: ada, password: abcd12345678",
      ),
      "a/get.yml":
        "info: { name: A, type: http }\nhttp: { method: GET, url: http://127.0.0.1, auth: inherit }\n",
      "b/folder.yml": auth('type: bearer, token: "{{token}}"'),
      "b/get.yml":
        "info: { name: B, type: http }\nhttp: { method: GET, url: http://127.0.0.1, auth: inherit }\n",
    });
    const fieldsOf = async (path: string) =>
      (await page.ask("open", { id: await page.id(path) })).inherited?.auth
        ?.fields;
    assertEquals(await fieldsOf("a/get.yml"), {
      username: "ada",
      password: "***",
    });
    assertEquals(await fieldsOf("b/get.yml"), { token: "{{token}}" });
  });

  it("an environment, a folder without a file of its own, and the collection", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "environments/local.yml":
        "name: local\nvariables:\n  - name: base # here\n    value: a\n",
      "users/get.yml": GET,
    });
    await edit(page, "environments/local.yml", (it) => {
      it.variables = [{ name: "base", value: "b" }];
    });
    assertEquals(
      await page.read("environments/local.yml"),
      "name: local\nvariables:\n  - name: base # here\n    value: b\n",
    );
    const answer = await edit(page, "users", (it) => {
      Object.assign(it, {
        info: { name: "users", type: "folder" },
        request: { headers: [{ name: "X-Folder", value: "1" }] },
      });
    });
    assertEquals(answer.type, "saved", JSON.stringify(answer));
    const { inherited } = await page.ask("open", {
      id: await page.id("users/get.yml"),
    });
    assertEquals(
      inherited?.headers.map(({ name, from }) => [name, from.level]),
      [
        ["X-Folder", "folder"],
      ],
    );
    const saved = await edit(page, "", (it) => {
      it.info = { name: "Store" };
    });
    assertEquals(saved.type, "saved", JSON.stringify(saved));
    assertEquals((await page.ask("state", {})).name, "Store");
  });

  it("a text that is no request, which then is listed as broken and can be mended", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": "info: {name: Get\n",
      "other.yml": GET,
    });
    const { broken, items } = await page.ask("state", {});
    assertEquals(broken.map(({ file }) => file), ["get.yml"]);
    assertEquals(items.map(({ path }) => path), ["other.yml"]);
    const [{ id }] = broken;
    const { revision, source, document, problems } = await page.ask("open", {
      id,
    });
    assertEquals([source, document], ["info: {name: Get\n", undefined]);
    assertEquals(problems[0].code, "YAML_SYNTAX");
    await page.ask("save", { id, draft: { revision, source: GET } });
    const mended = await page.ask("state", {});
    assertEquals(mended.broken, []);
    assertEquals(mended.items.length, 2);
  });
});

describe("a file that others change, too", () => {
  const FILES = { "opencollection.yml": MAIN, "get.yml": GET };
  const mine = (it: Document) => {
    it.http.url = "http://127.0.0.1:9/mine";
  };

  it("is shown as a conflict, and not overwritten", async () => {
    await using page = await openPage(FILES);
    const theirs = GET.replace("9/a", "9/theirs");
    const answer = await edit(page, "get.yml", mine, {
      before: () => page.write("get.yml", theirs),
    });
    assert(answer.type === "conflict");
    assertEquals(answer.fits, false);
    assertEquals(answer.theirs, theirs);
    assertEquals(answer.mine, GET.replace("9/a", "9/mine"));
    assertEquals(await page.read("get.yml"), theirs);
    // "Keep mine" asks again where the same line changed.
    const again = await edit(page, "get.yml", mine, {
      keep: "mine",
      before: () => page.write("get.yml", GET.replace("9/a", "9/other")),
    });
    assertEquals(again.type, "conflict");
    assertEquals(await page.read("get.yml"), GET.replace("9/a", "9/other"));
  });

  it("gets no fix that was found in another text", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": GET,
    });
    const id = await page.id("get.yml");
    const { revision } = await page.ask("open", { id });
    await page.write("get.yml", `${GET}docs: theirs\n`);
    const response = await page.post("fix", {
      id,
      problem: { code: "UNDEFINED_VARIABLE", line: 1, column: 1 },
      revision,
    });
    await response.body?.cancel();
    assertEquals(response.status, 409);
  });

  it('gets the edited lines with "Keep mine", where they fit', async () => {
    await using page = await openPage(FILES);
    const theirs = GET.replace("# the first one", "# by another");
    const change = () => page.write("get.yml", theirs);
    const answer = await edit(page, "get.yml", mine, { before: change });
    assert(answer.type === "conflict" && answer.fits);
    await page.write("get.yml", GET);
    await page.ask("problems", {});
    const kept = await edit(page, "get.yml", mine, {
      keep: "mine",
      before: change,
    });
    assertEquals(kept.type, "saved");
    assertEquals(await page.read("get.yml"), theirs.replace("9/a", "9/mine"));
  });

  it("is there again where it was deleted, once it is asked for", async () => {
    await using page = await openPage(FILES);
    const answer = await edit(page, "get.yml", mine, {
      before: () => Deno.remove(join(page.folder, "get.yml")),
    });
    assert(answer.type === "conflict");
    assertEquals(answer.theirs, "");
  });

  it("is taken over by all pages when another program writes it", async () => {
    await using page = await openPage(FILES);
    const events = page.lines("events", {});
    assertEquals((await events.next()).value, { type: "alive" });
    const id = await page.id("get.yml");
    await page.write("get.yml", GET.replace("9/a", "9/theirs"));
    for await (const event of events) {
      if (event.type === "changed" && event.ids.includes(id)) break;
    }
    const { source } = await page.ask("open", { id });
    assert(source.includes("9/theirs"));
  });

  it("appears and disappears in the tree, alone and with its folder", async () => {
    await using page = await openPage(FILES);
    const paths = async () =>
      (await page.ask("state", {})).items.map(({ path }) => path).sort();
    const until = async (wanted: string[]) => {
      const events = page.lines("events", {});
      for await (const _ of events) {
        if (JSON.stringify(await paths()) === JSON.stringify(wanted)) break;
      }
    };
    const added = until(["get.yml", "users", "users/new.yml"]);
    await page.write("users/new.yml", GET.replace("Get", "New"));
    await added;
    const moved = until(["get.yml", "people", "people/new.yml"]);
    await Deno.rename(join(page.folder, "users"), join(page.folder, "people"));
    await moved;
    const removed = until(["get.yml"]);
    await Deno.remove(join(page.folder, "people"), { recursive: true });
    await removed;
  });

  it("is told to the other page that has it open", async () => {
    await using page = await openPage(FILES);
    const [, token] = page.address().split("#");
    const exchange = await page.post("session", { token }, { headers: {} });
    const { key } = await exchange.json();
    const other = await page.post("events", {}, {
      headers: { authorization: `Bearer ${key}` },
    });
    const id = await page.id("get.yml");
    await edit(page, "get.yml", mine);
    let text = "";
    for await (const part of other.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.includes(`"ids":["`) && text.includes(id)) break;
    }
  });
});

describe("new, renamed, moved, copied and deleted items", () => {
  it("are files that a reader would write so", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": GET,
    });
    const folder = await page.ask("create", { kind: "folder", name: "Users" });
    const { id } = await page.ask("create", {
      kind: "request",
      name: "Create user",
      parent: folder.id,
    });
    const view = await page.ask("open", { id });
    assertEquals([view.name, view.kind], ["Create user", "request"]);
    const copy = await page.ask("duplicate", { id });
    const renamed = await page.ask("rename", {
      id: copy.id,
      name: "Delete user",
    });
    const moved = await page.ask("move", {
      id: renamed.id,
      before: await page.id("get.yml"),
    });
    const { items } = await page.ask("state", {});
    assertEquals(items.map(({ name }) => name), [
      "Users",
      "Create user",
      "Delete user",
      "Get",
    ]);
    await page.ask("delete", { id: moved.id });
    await page.ask("delete", { id: folder.id });
    assertEquals(
      (await page.ask("state", {})).items.map(({ name }) => name),
      ["Get"],
    );
    await page.ask("create", { kind: "environment", name: "local" });
    assertEquals(
      (await page.ask("state", {})).environments.map(({ name }) => name),
      ["local"],
    );
  });

  for (
    const [what, files, path] of [
      ["the collection", {
        "opencollection.yml":
          `${MAIN}request: {auth: {type: bearer, token: t}}\n`,
        "Users/folder.yml": "info: {name: Users, type: folder}\n",
      }, "Users/New.yml"],
      ["a folder", {
        "opencollection.yml": MAIN,
        "Users/folder.yml":
          "info: {name: Users, type: folder}\nrequest: {auth: {type: basic, username: u, password: p}}\n",
      }, "Users/New.yml"],
      ["a .bru collection", {
        "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}',
        "collection.bru":
          "auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: t\n}\n",
        "Users/folder.bru": "meta {\n  name: Users\n}\n",
      }, "Users/New.bru"],
    ] as const
  ) {
    it(`have the auth of ${what}`, async () => {
      await using page = await openPage(files);
      const { items } = await page.ask("state", {});
      const parent = items.find(({ kind }) => kind === "folder")!.id;
      await page.ask("create", { kind: "request", name: "New", parent });
      const text = await page.read(path);
      assertEquals(text.includes("auth: inherit"), true, text);
      assertEquals(text.includes("url"), true, text);
    });
  }

  it("have no auth where no level has any", async () => {
    await using page = await openPage({ "opencollection.yml": MAIN });
    await page.ask("create", { kind: "request", name: "New" });
    assertEquals((await page.read("New.yml")).includes("auth"), false);
  });

  for (
    const name of [
      "..",
      "../x",
      "/etc/x",
      "a/b",
      "a\\b",
      "CON",
      "",
      " ",
      "a\u0000b",
      "folder",
    ]
  ) {
    it(`stay inside, whatever they are called: ${JSON.stringify(name)}`, async () => {
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "get.yml": GET,
      });
      const before = await entries(join(page.folder, ".."), page.folder);
      for (const kind of ["request", "folder", "environment"] as const) {
        await page.ask("create", { kind, name }).catch((error) => {
          assert(
            error instanceof RefusedError && error.status < 500,
            String(error),
          );
        });
      }
      await page.ask("rename", {
        id: await page.id("get.yml").catch(() => "i2"),
        name,
      })
        .catch((error) =>
          assert(
            error instanceof RefusedError && error.status < 500,
            String(error),
          )
        );
      assertEquals(await entries(join(page.folder, ".."), page.folder), before);
      for await (const file of Deno.readDir(page.folder)) {
        assert(!/^(?:CON|con|\.\.)(?:\.|$)/.test(file.name), file.name);
      }
    });
  }

  it("do not follow a link out of the collection", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "users/get.yml": GET,
    });
    const outside = await Deno.makeTempDir();
    try {
      await Deno.remove(join(page.folder, "users"), { recursive: true });
      await Deno.symlink(outside, join(page.folder, "users"));
      const { items } = await page.ask("state", {});
      const parent = items.find(({ path }) => path === "users")?.id;
      if (parent !== undefined) {
        await assertRejects(
          () => page.ask("create", { kind: "request", name: "New", parent }),
          RefusedError,
        );
      }
      assertEquals([...Deno.readDirSync(outside)], []);
    } finally {
      await Deno.remove(outside, { recursive: true });
    }
  });

  it("come from a curl command and from a file that is dropped", async () => {
    await using page = await openPage({ "opencollection.yml": MAIN });
    const pasted = await page.ask("importText", {
      text:
        "curl -X POST https://api.example.com/users -H 'Accept: text/plain' -d '{\"a\":1}'",
    });
    const again = await page.ask("importText", {
      text: "curl -X POST https://api.example.com/users",
    });
    const names = (await page.ask("state", {})).items;
    assertEquals(
      [pasted, again].map(({ ids: [id] }) =>
        names.find((one) => one.id === id)?.name
      ),
      ["POST users", "POST users 2"],
    );
    const view = await page.ask("open", { id: pasted.ids[0] });
    const { http } = view.document as { http: { method: string; url: string } };
    assertEquals([http.method, http.url], [
      "POST",
      "https://api.example.com/users",
    ]);
    const collection = {
      info: {
        name: "Postman's",
        schema:
          "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
      },
      item: [{
        name: "Inner",
        item: [{
          name: "One",
          request: { method: "GET", url: "https://a.example/1" },
        }],
      }],
    };
    const dropped = await page.ask("importFile", {
      name: "../../postman.json",
      base64: new TextEncoder().encode(JSON.stringify(collection)).toBase64(),
    });
    assertEquals(dropped.ids.length, 1);
    const { items } = await page.ask("state", {});
    assert(
      items.some(({ name, kind }) => name === "Inner" && kind === "folder"),
    );
    await assertRejects(
      () => page.ask("importText", { text: "rm -rf /" }),
      RefusedError,
    );
  });

  it("take a .bru file whose form has no block", async () => {
    await using page = await openPage({ "opencollection.yml": MAIN });
    const text = `post {
  url: https://a.example/
  body: formUrlEncoded
}
`;
    const { ids: [id] } = await page.ask("importFile", {
      name: "form.bru",
      base64: new TextEncoder().encode(text).toBase64(),
    });
    const { document } = await page.ask("open", { id });
    const { http } = document as { http: { body: unknown } };
    assertEquals(http.body, { type: "form-urlencoded" });
  });

  it("begin a collection in a folder that has none", async () => {
    await using page = await openPage({
      "shop.postman_collection.json": "{}",
      "shop (1)/opencollection.yml": MAIN,
      "other/notes.txt": "none",
    });
    const { empty, items, inside = [] } = await page.ask("state", {});
    assertEquals([empty, items], [true, []]);
    // What is imported stands beside the export.
    assertEquals(inside.map(({ name }) => name), ["shop (1)"]);
    assertMatch(inside[0].command, /^brace open ".*\/shop \(1\)"$/);
    await assertRejects(() => page.ask("open", { id: "i1" }), RefusedError);
    await assertRejects(
      () => page.ask("create", { kind: "request", name: "New" }),
      RefusedError,
    );
    await page.ask("init", { name: "My shop" });
    const state = await page.ask("state", {});
    assertEquals([state.empty, state.name], [undefined, "My shop"]);
    await page.ask("create", { kind: "request", name: "New" });
    await assertRejects(() => page.ask("init", { name: "x" }), RefusedError);
  });
});

/** What lies beside the collection. */
async function entries(folder: string, own: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (
      join(folder, name) === own || !/^(?:x|etc|CON|a)(?:$|[./])/i.test(name)
    ) continue;
    names.push(name);
  }
  return names.sort();
}

describe("what the page may open", () => {
  for (
    const id of [
      "get.yml",
      "../get.yml",
      "/etc/passwd",
      "i999",
      "",
      "constructor",
      ".env",
    ]
  ) {
    it(`is an id of the index, not ${JSON.stringify(id)}`, async () => {
      await using page = await openPage({
        "opencollection.yml": MAIN,
        "get.yml": GET,
        ".env": "TOKEN=secret-value",
      });
      await page.ask("state", {});
      for (
        const route of [
          "open",
          "resolve",
          "variables",
          "delete",
          "duplicate",
        ] as const
      ) {
        const error = await assertRejects(
          () => page.ask(route, { id }),
          RefusedError,
        );
        assertEquals(error.status, 404);
        assertEquals(error.body.includes("secret-value"), false);
      }
    });
  }

  it("is not what a request's words make wrong", async () => {
    await using page = await openPage({
      "opencollection.yml": MAIN,
      "get.yml": GET,
    });
    for (
      const [route, body] of [
        ["open", null],
        ["open", []],
        ["open", "x"],
        ["search", {}],
        ["save", { id: 7 }],
        ["placeholders", { id: "i2", texts: 7 }],
        ["reveal", { definition: "x" }],
        ["filter", { exchange: "x1", path: 7 }],
        ["run", {}],
      ] as const
    ) {
      const response = await page.post(route, body);
      const text = await response.text();
      assert(
        [200, 400, 404, 409, 422].includes(response.status),
        `${route}: ${response.status} ${text}`,
      );
      assertEquals(/\bat .*\.ts:\d+/.test(text), false, text);
    }
  });
});

describe("--read-only", () => {
  for (
    const name of (Object.keys(ROUTES) as RouteName[])
      .filter((name) => ROUTES[name] === "write")
  ) {
    it(`refuses ${name}`, async () => {
      await using page = await openPage(
        { "opencollection.yml": MAIN, "get.yml": GET },
        { readOnly: true },
      );
      const id = await page.id("get.yml");
      const { revision } = await page.ask("open", { id });
      const response = await page.post(name, {
        id,
        name: "x",
        kind: "request",
        text: "curl https://a.example",
        base64: "",
        draft: { revision, source: "x" },
        exchange: "x1",
        problem: { code: "X" },
        revision,
      });
      assertEquals(response.status, 403);
      assert((await response.text()).includes("read-only"));
      assertEquals(await page.read("get.yml"), GET);
      assertEquals(
        [...Deno.readDirSync(page.folder)].map(({ name }) => name).sort(),
        ["get.yml", "opencollection.yml"],
      );
    });
  }
});
