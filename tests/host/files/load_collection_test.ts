import { assertEquals } from "@std/assert";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { loadCollection } from "../../../lib/host/files/load_collection.ts";
import type { Item } from "../../../lib/core/collection/types.ts";

const GET = "http:\n  url: http://localhost\n";
const FILES: Record<string, string> = {
  "pets/opencollection.yml": "info: { name: Pets }",
  "pets/list.yml": GET,
  "pets/users/folder.yml": "info: { name: Users }",
  "pets/users/create.yml": GET,
  "pets/users/admin/remove.yaml": GET,
  "pets/node_modules/a/a.yml": GET,
  "pets/.git/a.yml": GET,
  "pets/._list.yml": "\0\x05\x16\x07",
  "pets/users/.create.yml": GET,
  "pets/data/rows.json": "[]",
  "broken/opencollection.yml": "",
  "broken/good.yml": GET,
  "broken/bad.yml": "http: [",
  "broken/folder/folder.yml": "info: [",
  "broken/folder/inside.yml": GET,
  "broken/environments/dev.yml": "variables: {",
  "bundles/api.yml":
    "opencollection: 1.0.0\nitems:\n  - info: { name: A, type: http }\n    http: { url: http://localhost }\n",
  "bundles/.env": "A=1",
  "bundles/list.yml": GET,
  "orders/opencollection.yaml": "",
  "orders/list.yml": GET,
  "outside.yml": GET,
};

const WORKSPACE =
  "info: {name: W, type: workspace}\ncollections:\n  - {name: A, path: ./api}\n  - {name: B}\n";

function paths(items: readonly Item[] = []): string[] {
  return items.flatMap((item) =>
    item.kind === "folder" ? paths(item.items) : [item.path]
  );
}

describe("loadCollection", () => {
  let cwd: string;

  beforeAll(() => {
    cwd = Deno.makeTempDirSync();
    for (const [path, text] of Object.entries(FILES)) {
      Deno.mkdirSync(dirname(join(cwd, path)), { recursive: true });
      Deno.writeTextFileSync(join(cwd, path), text);
    }
  });
  afterAll(() => Deno.removeSync(cwd, { recursive: true }));

  const FOUND: [
    name: string,
    from: string,
    given: string[],
    file: string,
    selected: string[],
  ][] = [
    ["the current folder", "pets", [], "opencollection.yml", []],
    [
      "a folder above the current one",
      "pets/users/admin",
      [],
      "../../opencollection.yml",
      [
        "users/admin",
      ],
    ],
    ["a collection's folder", "", ["pets"], "pets/opencollection.yml", []],
    [
      "a collection's own file",
      "",
      ["pets/opencollection.yml"],
      "pets/opencollection.yml",
      [],
    ],
    ["a folder inside", "", ["pets/users/"], "pets/opencollection.yml", [
      "users",
    ]],
    ["a request", "pets/users", ["create.yml"], "../opencollection.yml", [
      "users/create.yml",
    ]],
    [
      "a request without its extension",
      "",
      ["pets/users/admin/remove"],
      "pets/opencollection.yml",
      [
        "users/admin/remove.yaml",
      ],
    ],
    ["several", "pets", ["list.yml", "users"], "opencollection.yml", [
      "list.yml",
      "users",
    ]],
    [
      "everything, when that is among them",
      "pets",
      ["list.yml", "."],
      "opencollection.yml",
      [],
    ],
    ["opencollection.yaml", "", ["orders"], "orders/opencollection.yaml", []],
    ["a bundled file", "", ["bundles/api.yml"], "bundles/api.yml", []],
    [
      "requests of a bundled file",
      "",
      ["bundles/api.yml", "A", "The other"],
      "bundles/api.yml",
      ["A", "The other"],
    ],
  ];
  for (const [name, from, given, file, selected] of FOUND) {
    it(`finds the collection of ${name}`, () => {
      const loaded = loadCollection(given, { cwd: join(cwd, from) });
      assertEquals(loaded.diagnostics, []);
      assertEquals(loaded.collection?.file, file);
      assertEquals(
        loaded.collection?.root,
        join(
          cwd,
          file === "bundles/api.yml"
            ? "bundles"
            : given[0]?.startsWith("orders")
            ? "orders"
            : "pets",
        ),
      );
      assertEquals(loaded.paths, selected);
    });
  }

  it("reads the requests of all folders, but nothing hidden and no node_modules", () => {
    const { collection } = loadCollection(["pets"], { cwd });
    assertEquals(paths(collection?.items), [
      "users/admin/remove.yaml",
      "users/create.yml",
      "list.yml",
    ]);
  });

  it("reads the .env beside a bundled file", () => {
    const { collection } = loadCollection(["bundles/api.yml"], { cwd });
    assertEquals([...collection?.dotenv ?? []], [["A", "1"]]);
    assertEquals(paths(collection?.items), ["A"]);
  });

  it("refuses a file in another encoding, whose characters would be lost", () => {
    const file = join(cwd, "pets/latin.yml");
    Deno.writeFileSync(file, Uint8Array.of(0x0a, 0x6e, 0x3a, 0x20, 0xe9, 0x0a));
    const { diagnostics } = loadCollection(["pets"], { cwd });
    const other = loadCollection(["pets/list.yml"], { cwd });
    Deno.writeTextFileSync(file, `${GET}docs: "\ufffd"\n`);
    const utf8 = loadCollection(["pets"], { cwd });
    Deno.removeSync(file);
    assertEquals(
      diagnostics.map(({ message }) => message),
      ['Cannot read "pets/latin.yml": it is not UTF-8 text (line 2)'],
    );
    assertEquals(
      [diagnostics, other.diagnostics].map(([one]) => one.severity),
      ["error", "warning"],
    );
    assertEquals(utf8.diagnostics, []);
  });

  it("shows files by the shorter path", () => {
    const folder = join(cwd, "pets/users");
    const seen = (from: string) =>
      loadCollection([folder], { cwd: from }).collection?.file;
    assertEquals(seen(cwd), "pets/opencollection.yml");
    assertEquals(seen(folder), "../opencollection.yml");
    assertEquals(
      seen("/some/other/folder/that/is/far/away/from/here/and/from/there"),
      join(cwd, "pets/opencollection.yml"),
    );
    assertEquals(
      loadCollection([join(cwd, "broken/bad.yml")], {
        cwd: "/some/other/folder/that/is/far/away/from/here/and/from/there",
      }).diagnostics.map(({ severity, location }) => [
        severity,
        location?.file,
      ]).filter(([severity]) => severity === "error"),
      [["error", join(cwd, "broken/bad.yml")]],
    );
  });

  it("has no errors less where requests of a bundled file are selected", () => {
    const file = join(cwd, "bundles/bad.yml");
    Deno.writeTextFileSync(
      file,
      "items:\n  - info: { name: A, type: http }\n    http: 1\n",
    );
    const [all, one] = [[], ["A"]].map((names) =>
      loadCollection(["bundles/bad.yml", ...names], { cwd }).diagnostics
    );
    Deno.removeSync(file);
    assertEquals(one, all);
    assertEquals(one[0].severity, "error");
  });

  const REFUSED: [
    name: string,
    given: string[],
    code: string,
    message: string,
  ][] = [
    [
      "a missing path",
      ["nowhere"],
      "MISSING_PATH",
      `Cannot find "nowhere": no such file or folder`,
    ],
    [
      "a name that follows no bundled file",
      ["pets", "List pets"],
      "MISSING_PATH",
      `Cannot find "List pets": no such file or folder (give a request of "pets" by its path: brace list pets)`,
    ],
    [
      "a mistyped path",
      ["pets/users/craete.yml"],
      "MISSING_PATH",
      `Cannot find "pets/users/craete.yml": no such file or folder (did you mean "pets/users/create.yml"?)`,
    ],
    [
      "a path with a mistyped folder",
      ["pets/user/craete.yml"],
      "MISSING_PATH",
      `Cannot find "pets/user/craete.yml": no such file or folder (did you mean "pets/users/create.yml"?)`,
    ],
    [
      "a path whose folder is like another one without that file",
      ["pets/user/nothing.yml"],
      "MISSING_PATH",
      `Cannot find "pets/user/nothing.yml": no such file or folder`,
    ],
    [
      "a path that is below another one",
      ["pets", "users/create.yml"],
      "MISSING_PATH",
      `Cannot find "users/create.yml": no such file or folder (did you mean "pets/users/create.yml"?)`,
    ],
    [
      "a folder beside the file that is a collection",
      ["bundles"],
      "NOT_A_COLLECTION",
      `Cannot load "bundles": it is not a collection, it contains one`,
    ],
    [
      "a request without a collection",
      ["outside.yml"],
      "NOT_A_COLLECTION",
      `Cannot load "outside.yml": it is not a collection, and no folder above has an opencollection.yml or a bruno.json`,
    ],
    [
      "requests of two collections",
      ["pets/list.yml", "orders/list.yml"],
      "USAGE",
      `Cannot use "pets/list.yml" and "orders/list.yml" together: they belong to different collections`,
    ],
    [
      "a path through a file",
      ["pets/list.yml/x"],
      "MISSING_PATH",
      `Cannot read "pets/list.yml/x": a part of the path is not a folder`,
    ],
  ];
  for (const [name, given, code, message] of REFUSED) {
    it(`refuses ${name}`, () => {
      const { collection, diagnostics } = loadCollection(given, { cwd });
      assertEquals(collection, undefined);
      assertEquals(diagnostics.map((one) => [one.code, one.message]), [[
        code,
        message,
      ]]);
    });
  }

  const SEVERITIES: [given: string, errors: string[]][] = [
    ["broken", ["bad.yml", "folder/folder.yml"]],
    ["broken/good.yml", []],
    ["broken/bad.yml", ["bad.yml"]],
    ["broken/folder", ["folder/folder.yml"]],
    ["broken/folder/inside.yml", ["folder/folder.yml"]],
  ];
  for (const [given, expected] of SEVERITIES) {
    it(`takes as errors of ${given} what concerns it`, () => {
      const { diagnostics } = loadCollection([given], { cwd });
      const files = diagnostics.filter((one) => one.severity === "error")
        .map((one) => one.location?.file?.slice("broken/".length)).sort();
      assertEquals(diagnostics.length, 2);
      assertEquals(files, expected);
    });
  }

  it("runs a collection inside another by its path", () => {
    const root = Deno.makeTempDirSync();
    try {
      const write = (path: string, text: string) => {
        Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
        Deno.writeTextFileSync(join(root, path), text);
      };
      write("opencollection.yml", "");
      write("r.yml", GET);
      write("shop/opencollection.yml", "info: {name: Shop}");
      write("shop/users/r.yml", GET);
      const outer = loadCollection(["."], { cwd: root });
      assertEquals(paths(outer.collection?.items), ["r.yml"]);
      assertEquals(outer.diagnostics.map((it) => it.message), [
        'Ignored "shop": it is a separate collection (run it by its path)',
      ]);
      for (const path of ["shop", "shop/users", "shop/users/r"]) {
        const inner = loadCollection([path], { cwd: root });
        assertEquals(inner.collection?.name, "Shop");
        assertEquals(paths(inner.collection?.items), ["users/r.yml"]);
        assertEquals(inner.diagnostics, []);
      }
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  const BUNDLED: [name: string, text: string][] = [
    ["a.yml", '{"opencollection": "1.0.0", "items": []}'],
    ["b.yml", '\ufeff\n  {\n  "items": []\n}'],
    ["c.yml", "--- {bundled: true, items: [], info: {name: x}}"],
    ["d.json", '{\n\t"opencollection": "1.0.0",\n\t"items": []\n}'],
    ["e.yaml", "items: []"],
    ["f.json", '{"opencollection": "1.0.0",'],
  ];
  for (const [name, text] of BUNDLED) {
    it(`takes ${JSON.stringify(text)} for a collection`, () => {
      const root = Deno.makeTempDirSync();
      Deno.writeTextFileSync(join(root, name), text);
      const { collection, diagnostics } = loadCollection([name], { cwd: root });
      Deno.removeSync(root, { recursive: true });
      const broken = name === "f.json";
      assertEquals(collection === undefined, broken);
      assertEquals(
        diagnostics.map(({ code }) => code),
        broken ? ["YAML_SYNTAX"] : [],
      );
    });
  }

  const POSTMAN = '{"info": {"name": "P"}, "item": []}';
  /** Files, what is loaded → what it is said to be, and the way out. */
  const FOREIGN: [
    files: Record<string, string>,
    given: string,
    state: string,
    suggestion?: string,
  ][] = [
    [
      { "a.json": POSTMAN },
      "a.json",
      "it is a Postman export, not a collection",
      "brace import a.json",
    ],
    [
      { "a b.json": POSTMAN },
      "a b.json",
      "it is a Postman export, not a collection",
      'brace import "a b.json"',
    ],
    [
      { "it's.http": "GET http://h" },
      "it's.http",
      "it is an HTTP file, not a collection",
      'brace import "it\'s.http"',
    ],
    [
      { "a.yaml": "openapi: 3.1.0" },
      "a.yaml",
      "it is an OpenAPI document, not a collection",
      "brace import a.yaml",
    ],
    [
      { "a.json": '{"swagger": "2.0"}' },
      "a.json",
      "it is an OpenAPI document, not a collection",
      "brace import a.json",
    ],
    [
      { "a.yml": "type: collection.insomnia.rest/5.0" },
      "a.yml",
      "it is an Insomnia export, not a collection",
      "brace import a.yml",
    ],
    [
      { "a.har": '{"log": {"entries": []}}' },
      "a.har",
      "it is an HTTP archive, not a collection",
      "brace import a.har",
    ],
    [
      { "a.json": '{"name": "S", "items": [], "brunoConfig": {}}' },
      "a.json",
      "it is an export of Bruno's app, not a collection",
      "brace import a.json",
    ],
    [
      { "a.sh": "curl http://h" },
      "a.sh",
      "it is a curl command, not a collection",
      "brace import a.sh",
    ],
    [
      { "a.bru": "meta {\n}" },
      "a.bru",
      "it has no bruno.json, which a collection needs",
      "brace import a.bru",
    ],
    [
      { "x/a.bru": "meta {\n}" },
      "x",
      "it has no bruno.json, which a collection needs",
      "brace import x -o x-yaml",
    ],
    [
      { "x/y z/a.bru": "meta {\n}" },
      "x/y z/",
      "it has no bruno.json, which a collection needs",
      'brace import "x/y z/" -o "x/y z-yaml"',
    ],
    [
      { "x/a.postman_collection.json": POSTMAN },
      "x",
      "it is a Postman export, not a collection",
      "brace import x",
    ],
    [
      { "x/a.http": "" },
      "x",
      "it is an HTTP file, not a collection",
      "brace import x",
    ],
    [
      { "workspace.yml": WORKSPACE },
      "workspace.yml",
      "it is a workspace, run one of its collections by its path",
      "brace run api",
    ],
    [
      { "x/workspace.yml": WORKSPACE },
      "x",
      "it is a workspace, run one of its collections by its path",
      "brace run x/api",
    ],
    [
      { "x/workspace.yaml": WORKSPACE },
      "x/workspace.yaml",
      "it is a workspace, run one of its collections by its path",
      "brace run x/api",
    ],
    [
      { "w.yml": "opencollection: 1.0.0\n" + WORKSPACE },
      "w.yml",
      "it is a workspace, run one of its collections by its path",
      "brace run api",
    ],
    [
      { "w.yml": "info: {type: workspace}\ncollections: []" },
      "w.yml",
      "it is a workspace, run a collection by its path",
    ],
    // Beside what was imported.
    [
      { "x/P.postman_collection.json": POSTMAN, "x/P/opencollection.yml": "" },
      "x",
      "it is not a collection, it contains one",
      "brace run x/P",
    ],
    // A collection in one file, before those of other folders.
    ...[".", "x"].map((given): typeof FOREIGN[number] => {
      const [folder, at] = given === "." ? ["", ""] : ["x/", "x/"];
      return [
        {
          [`${folder}shop.yml`]:
            "opencollection: 1.0.0\ninfo: {name: Shop}\nitems: []\n",
          [`${folder}openapi.json`]: "{}",
          [`${folder}package.json`]: "{}",
          [`${folder}api/opencollection.yml`]: "",
        },
        given,
        "it is not a collection, it contains 2",
        `brace run ${at}shop.yml`,
      ];
    }),
    // Inside a collection, too.
    [
      { "opencollection.yml": "", "a.http": "GET http://h" },
      "a.http",
      "it is an HTTP file, not a collection",
      "brace import a.http",
    ],
    [
      { "opencollection.yml": "", "a.yml": "swagger: '2.0'" },
      "a.yml",
      "it is an OpenAPI document, not a collection",
      "brace import a.yml",
    ],
    // Nobody knows what these are.
    [
      { "a.yml": "info: {type: workspace}" },
      "a.yml",
      "it is not a collection, and no folder above has an opencollection.yml or a bruno.json",
      "brace init",
    ],
    [
      { "a.yml": "info: {}\nhttp: { method: GET, url: http://h }" },
      "a.yml",
      "it is not a collection, and no folder above has an opencollection.yml or a bruno.json",
      "an empty opencollection.yml beside it",
    ],
    [
      { "a.txt": "hello" },
      "a.txt",
      "it is not a collection, and no folder above has an opencollection.yml or a bruno.json",
      "brace init",
    ],
    [
      { "a.yml": "info: {}\ndocs: |\n  curl http://h\n  openapi: 3" },
      "a.yml",
      "it is not a collection, and no folder above has an opencollection.yml or a bruno.json",
      "brace init",
    ],
    [
      { "a.yml": "collections: []" },
      "a.yml",
      "it is not a collection, and no folder above has an opencollection.yml or a bruno.json",
      "brace init",
    ],
    [
      { "a.yml": "collections: [" },
      "a.yml",
      "it is not a collection, and no folder above has an opencollection.yml or a bruno.json",
      "brace init",
    ],
    [
      { "x/a.yml": "info: {}\nhttp: { method: GET, url: http://h }" },
      "x",
      "neither it nor a folder above has an opencollection.yml or a bruno.json",
      "an empty opencollection.yml in it",
    ],
    [
      { "x/a.yml": "services: { http: {} }", "x/b.yml/c.yml": "http: {}" },
      "x",
      "neither it nor a folder above has an opencollection.yml or a bruno.json",
      "brace init",
    ],
    [
      { "x/a.txt": "" },
      "x",
      "neither it nor a folder above has an opencollection.yml or a bruno.json",
      "brace init",
    ],
  ];
  const YAML_REQUEST = "info: {name: A}\nhttp: { method: GET, url: http://h }";
  for (const given of ["api/u/a.yml", "api/u/a"]) {
    it(`says that ${given} of a .bru collection is YAML`, () => {
      const root = Deno.makeTempDirSync();
      Deno.mkdirSync(join(root, "api/u"), { recursive: true });
      Deno.writeTextFileSync(join(root, "api/bruno.json"), "{}");
      Deno.writeTextFileSync(join(root, "api/u/a.yml"), YAML_REQUEST);
      const { diagnostics } = loadCollection([given], { cwd: root });
      Deno.removeSync(root, { recursive: true });
      assertEquals(diagnostics, [{
        code: "UNSUPPORTED",
        severity: "error",
        message:
          `Cannot load "${given}": it is YAML, and a collection with a bruno.json has its requests in .bru files`,
        suggestion: "brace import api -o api-yaml",
        notes: ["that makes a YAML collection of it"],
      }]);
    });
  }

  const CUT: [given: string[], message: string, suggestion: string][] = [
    [
      ["o/New", "order.yml"],
      'Cannot find "o/New": the path "o/New order.yml" has a blank (quote the path)',
      '"o/New order.yml"',
    ],
    [
      ["o/a.yml", "o/New", "order"],
      'Cannot find "o/New": the path "o/New order" has a blank (quote the path)',
      '"o/New order"',
    ],
    [
      ["o", "p/b.yml"],
      'Cannot find "o": the path "o p/b.yml" has a blank (quote the path)',
      '"o p/b.yml"',
    ],
  ];
  for (const [given, message, suggestion] of CUT) {
    it(`asks for quotes around ${given.join(" ")}`, () => {
      const root = Deno.makeTempDirSync();
      for (
        const path of ["opencollection.yml", "o/a.yml", "o/New order.yml"]
      ) {
        Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
        Deno.writeTextFileSync(join(root, path), YAML_REQUEST);
      }
      Deno.mkdirSync(join(root, "o p"));
      Deno.writeTextFileSync(join(root, "o p/b.yml"), YAML_REQUEST);
      const { diagnostics } = loadCollection(given, { cwd: root });
      Deno.removeSync(root, { recursive: true });
      assertEquals(
        diagnostics.map((it) => [it.code, it.message, it.suggestion]),
        [["MISSING_PATH", message, suggestion]],
      );
    });
  }

  for (const [files, given, state, suggestion] of FOREIGN) {
    it(`says what ${given} of ${JSON.stringify(files)} is`, () => {
      const root = Deno.makeTempDirSync();
      for (const [path, text] of Object.entries(files)) {
        Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
        Deno.writeTextFileSync(join(root, path), text);
      }
      const { diagnostics } = loadCollection([given], { cwd: root });
      Deno.removeSync(root, { recursive: true });
      assertEquals(
        diagnostics.map((it) => [it.code, it.message, it.suggestion]),
        [["NOT_A_COLLECTION", `Cannot load "${given}": ${state}`, suggestion]],
      );
      assertEquals(
        diagnostics[0].notes,
        suggestion?.endsWith("api")
          ? ["its collections are ./api"]
          : suggestion?.endsWith("x/P")
          ? ['contains "x/P"']
          : suggestion?.endsWith("shop.yml")
          ? [
            given === "."
              ? 'contains "shop.yml", "api"'
              : 'contains "x/shop.yml", "x/api"',
          ]
          : undefined,
      );
    });
  }

  const AROUND: [folders: string[], given: string, found: string[]][] = [
    [["my-api"], ".", [
      'Cannot load ".": it is not a collection, it contains one',
      "brace run my-api",
      'contains "my-api"',
    ]],
    [["x/b c", "x/a"], "x/", [
      'Cannot load "x/": it is not a collection, it contains 2',
      "brace run x/a",
      'contains "x/a", "x/b c"',
    ]],
    [["a", "b", "c", "d", "e", "f"], ".", [
      'Cannot load ".": it is not a collection, it contains 6',
      "brace run a",
      'contains "a", "b", "c", "d", "e" and 1 more',
    ]],
    [["x/y/b", "x/y/a", "x/y/a/c", "y/.git/a", "y/node_modules/a"], ".", [
      'Cannot load ".": it is not a collection, it contains 2',
      "brace run x/y/a",
      'contains "x/y/a", "x/y/b"',
    ]],
    [["repo/.git/c", "repo/x/api"], "repo/src/a", [
      'Cannot load ".": neither it nor a folder above has an opencollection.yml or a bruno.json',
      "brace run ../../x/api",
      'its repository has "../../x/api"',
    ]],
    [["x/api"], "src", [
      'Cannot load ".": neither it nor a folder above has an opencollection.yml or a bruno.json',
      "brace init",
    ]],
    [["repo/.git/c", "x/api"], "repo/src", [
      'Cannot load ".": neither it nor a folder above has an opencollection.yml or a bruno.json',
      "brace init",
    ]],
    [["w/x/y/a"], ".", [
      'Cannot load ".": neither it nor a folder above has an opencollection.yml or a bruno.json',
      "brace init",
    ]],
  ];
  for (const [folders, given, found] of AROUND) {
    it(`names the collections in ${given}: ${folders.join(", ")}`, () => {
      const root = Deno.makeTempDirSync();
      for (const folder of folders) {
        Deno.mkdirSync(join(root, folder), { recursive: true });
        Deno.writeTextFileSync(join(root, folder, "opencollection.yml"), "");
      }
      // Beside collections, the user is in the folder.
      const isBeside = given.includes("src");
      if (isBeside) Deno.mkdirSync(join(root, given), { recursive: true });
      const { diagnostics } = isBeside
        ? loadCollection(["."], { cwd: join(root, given) })
        : loadCollection([given], { cwd: root });
      Deno.removeSync(root, { recursive: true });
      assertEquals(
        diagnostics.flatMap(({ message, suggestion = "", notes = [] }) => [
          message,
          suggestion,
          ...notes,
        ]),
        found,
      );
    });
  }

  const SELECTING: [files: string[], names: string[], suggested: string][] = [
    [["a", "z/environments/local.yml"], ["local"], "z"],
    [["a", "y/environments/Local.bru", "z"], ["Local"], "y"],
    [["a/environments/x.yml", "z/environments/x.yml"], ["x"], "a"],
    [
      ["a/environments/x.yml", "z/environments/x.yml", "z/environments/y.yaml"],
      ["y", "x"],
      "z",
    ],
    [["a", "z/environments/local.yml"], ["other"], "a"],
    [["a", "z/environments/local.yml"], [], "a"],
    [
      ["a", "repo/.git/", "repo/x/b", "repo/x/c/environments/e.yml"],
      ["e"],
      "../x/c",
    ],
  ];
  for (const [files, environments, suggested] of SELECTING) {
    it(`suggests a collection that has ${environments}: ${files}`, () => {
      const root = Deno.makeTempDirSync();
      for (const file of files) {
        const [folder] = file.split("/environments");
        Deno.mkdirSync(join(root, folder), { recursive: true });
        if (folder.endsWith("/")) continue;
        Deno.writeTextFileSync(join(root, folder, "opencollection.yml"), "");
        if (file === folder) continue;
        Deno.mkdirSync(join(root, folder, "environments"), { recursive: true });
        Deno.writeTextFileSync(join(root, file), "variables: []\n");
      }
      const cwd = join(root, suggested.startsWith("..") ? "repo/src" : "");
      Deno.mkdirSync(cwd, { recursive: true });
      const { diagnostics } = loadCollection([], { cwd, environments });
      Deno.removeSync(root, { recursive: true });
      assertEquals(
        diagnostics.map(({ suggestion }) => suggestion),
        [`brace run ${suggested}`],
      );
    });
  }

  it("takes a request that quotes other formats for a request", () => {
    const root = Deno.makeTempDirSync();
    Deno.writeTextFileSync(join(root, "opencollection.yml"), "");
    Deno.writeTextFileSync(
      join(root, "r.yml"),
      `${GET}\ndocs: |\n  curl http://h\n  openapi: 3\n  collections: []\n  GET http://h`,
    );
    const { paths, diagnostics } = loadCollection(["r.yml"], { cwd: root });
    Deno.removeSync(root, { recursive: true });
    assertEquals([paths, diagnostics], [["r.yml"], []]);
    const bruno = Deno.makeTempDirSync();
    Deno.writeTextFileSync(join(bruno, "bruno.json"), '{"name": "B"}');
    const text = "meta {\n  name: a\n}\nget {\n  url: http://h\n}\n";
    Deno.writeTextFileSync(join(bruno, "a.bru"), text);
    const request = loadCollection(["a.bru"], { cwd: bruno });
    Deno.removeSync(bruno, { recursive: true });
    assertEquals(request.diagnostics, []);
  });

  it("warns about an environment that cannot be read, which may not be selected", () => {
    const root = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(join(root, "opencollection.yml"), "");
      Deno.mkdirSync(join(root, "environments"));
      const bytes = new Uint8Array([0xff, 0xfe, 0x00]);
      Deno.writeFileSync(join(root, "environments/dev.yml"), bytes);
      Deno.writeFileSync(join(root, "r.yml"), bytes);
      const { diagnostics } = loadCollection([root]);
      assertEquals(
        diagnostics.map(({ severity, location }) => [
          severity,
          location?.file?.slice(-5),
        ]).sort(),
        [["error", "r.yml"], ["warning", "v.yml"]],
      );
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  it("follows links that stay inside, and no circles", () => {
    const root = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(join(root, "opencollection.yml"), "");
      Deno.mkdirSync(join(root, "a/b"), { recursive: true });
      Deno.writeTextFileSync(join(root, "a/r.yml"), GET);
      Deno.symlinkSync(join(cwd, "pets"), join(root, "outside"));
      Deno.symlinkSync(join(cwd, "outside.yml"), join(root, "outside.yml"));
      Deno.symlinkSync(join(root, "nowhere"), join(root, "dangling.yml"));
      Deno.symlinkSync(join(root, "nowhere"), join(root, "notes.txt"));
      Deno.symlinkSync("../..", join(root, "a/b/up"));
      Deno.symlinkSync("a", join(root, "link"));
      Deno.symlinkSync("a/r.yml", join(root, "r.yml"));
      const { collection, diagnostics } = loadCollection([root]);
      assertEquals(
        diagnostics.map(({ severity, message }) =>
          `${severity} ${message.replace(/(?<=")[^" ]*\//g, "")}`
        ).sort(),
        [
          'warning Ignored "dangling.yml": the link leads nowhere',
          'warning Ignored "link": it leads to "a", which is read already',
          `warning Ignored "outside": the link leads out of the collection's folder`,
          `warning Ignored "outside.yml": the link leads out of the collection's folder`,
        ],
      );
      assertEquals(paths(collection?.items), [
        "a/r.yml",
        "r.yml",
      ]);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  it("reads no file that is too large", () => {
    const root = Deno.makeTempDirSync();
    try {
      const large = new Uint8Array(31 * 1024 * 1024).fill(0xff);
      for (const name of ["opencollection.yml", "large.yml"]) {
        Deno.writeFileSync(join(root, name), large);
      }
      Deno.writeTextFileSync(join(root, "bundled.yml"), "items: []\n");
      Deno.writeFileSync(join(root, ".env"), large);
      const rows: [path: string, file: string][] = [
        ["bundled.yml", ".env"],
        [".", "opencollection.yml"],
        ["large.yml", "large.yml"],
      ];
      for (const [path, file] of rows) {
        const { diagnostics } = loadCollection([path], { cwd: root });
        const codes = diagnostics.filter(({ message }) =>
          message === `Cannot read "${file}": it is larger than 10 MiB`
        ).map(({ code }) => code);
        assertEquals(codes, ["LIMIT"], path);
      }
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  it("takes a folder called .env for no file", () => {
    const root = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(join(root, "bundled.yml"), "items: []\n");
      Deno.mkdirSync(join(root, ".env"));
      const { diagnostics } = loadCollection(["bundled.yml"], { cwd: root });
      assertEquals(diagnostics, []);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  it("follows no link to what is in a folder that a link leads to", () => {
    const root = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(join(root, "opencollection.yml"), "");
      Deno.mkdirSync(join(root, "a/b"), { recursive: true });
      Deno.writeTextFileSync(join(root, "a/b/r.yml"), GET);
      Deno.symlinkSync("a", join(root, "link"));
      Deno.symlinkSync("a/b", join(root, "other"));
      const { collection } = loadCollection([root]);
      assertEquals(paths(collection?.items), ["a/b/r.yml"]);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  it("gives folders without requests a place in the order", () => {
    const root = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(join(root, "opencollection.yml"), "");
      for (const name of ["a", "b", "empty/inside", "environments", "third"]) {
        Deno.mkdirSync(join(root, name), { recursive: true });
      }
      for (const name of ["a", "b", "third"]) {
        Deno.writeTextFileSync(join(root, name, "r.yml"), GET);
      }
      Deno.writeTextFileSync(
        join(root, "third/folder.yml"),
        "info: { name: third, seq: 3 }\n",
      );
      Deno.writeTextFileSync(
        join(root, "a/folder.yml"),
        "info: { name: z, seq: 2 }\n",
      );
      // b, empty; then z at the second place, and third at the third.
      const { collection, diagnostics } = loadCollection([root]);
      assertEquals(diagnostics, []);
      assertEquals(paths(collection?.items), [
        "b/r.yml",
        "a/r.yml",
        "third/r.yml",
      ]);
      Deno.mkdirSync(join(root, "a-data"));
      Deno.writeTextFileSync(join(root, "a-data/rows.csv"), "");
      assertEquals(paths(loadCollection([root]).collection?.items), [
        "a/r.yml",
        "third/r.yml",
        "b/r.yml",
      ]);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  it("reads folders that link each other once", () => {
    const root = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(join(root, "opencollection.yml"), "");
      const folders = ["a", "b", "c", "d", "e", "f", "g", "h"];
      for (const folder of folders) {
        Deno.mkdirSync(join(root, folder, "assets"), { recursive: true });
        Deno.writeTextFileSync(join(root, folder, "r.yml"), GET);
        Deno.writeTextFileSync(join(root, folder, "assets/x.txt"), "");
        for (const other of folders) {
          if (other === folder) continue;
          Deno.symlinkSync(`../${other}`, join(root, folder, `to-${other}`));
          Deno.symlinkSync(
            `../${other}/assets`,
            join(root, folder, `assets-${other}`),
          );
        }
      }
      const { collection, diagnostics } = loadCollection([root]);
      const found = paths(collection?.items);
      assertEquals(found, folders.map((folder) => `${folder}/r.yml`));
      assertEquals(
        diagnostics.every(({ severity, code, message }) =>
          severity === "warning" && code === "UNSUPPORTED" &&
          /^Ignored ".*\/to-.": it leads to ".*", which is read already$/
            .test(message)
        ),
        true,
        diagnostics.map(({ message }) => message).join("\n"),
      );
      assertEquals(diagnostics.length > 0, true);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });

  const PERMITTED: [permitted: string[], missing: string][] = [
    [[], "pets/list.yml"],
    [["pets/list.yml"], "pets"],
  ];
  for (const [permitted, missing] of PERMITTED) {
    it(`names the flag when Deno permits to read ${permitted.join() || "nothing"}`, async () => {
      const script = `
        import { loadCollection } from "${new URL(
        "../../../lib/host/files/load_collection.ts",
        import.meta.url,
      )}";
        console.log(JSON.stringify(
          loadCollection(["pets/list.yml"], { cwd: ${JSON.stringify(cwd)} })
        ));
      `;
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--no-check",
          "--no-prompt",
          ...permitted.map((path) => `--allow-read=${join(cwd, path)}`),
          "--config",
          fromFileUrl(new URL("../../../deno.json", import.meta.url)),
          "--ext=ts",
          "-",
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      await new Blob([script]).stream().pipeTo(child.stdin);
      const { stdout } = await child.output();
      const { diagnostics } = JSON.parse(new TextDecoder().decode(stdout));
      assertEquals(diagnostics, [{
        code: "PERMISSION",
        severity: "error",
        message:
          `Cannot read "${missing}": Deno's permissions do not include it (run Deno with --allow-read=${missing}, before the name of the program or in the task of deno.json)`,
        suggestion: `--allow-read=${missing}`,
      }]);
    });
  }
});
