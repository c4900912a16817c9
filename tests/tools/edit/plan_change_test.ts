import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type { Item } from "../../../lib/core/collection/types.ts";
import { newCollection } from "../../../lib/tools/edit/plan/new_texts.ts";
import { planChange } from "../../../lib/tools/edit/plan/plan_change.ts";
import type {
  CollectionChange,
  FileChange,
} from "../../../lib/tools/edit/plan/types.ts";

type Files = Map<string, string>;

function request(name: string, seq?: number): string {
  return `# ${name}\ninfo:\n  name: ${name}\n  type: http\n${
    seq === undefined ? "" : `  seq: ${seq}\n`
  }http:\n  method: GET\n  url: http://localhost/${name}\n`;
}

const YAML: Files = new Map([
  ["opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: Shop # mine\n"],
  ["environments/dev.yml", "name: dev\nvariables: []\n"],
  ["environments/next.yml", "name: next\nextends: dev # as dev\n"],
  ["one.yml", request("one", 1)],
  ["two.yml", request("two", 2)],
  ["three.yml", request("three", 5)],
  ["users/folder.yml", "info:\n  name: users\n  type: folder\n"],
  ["users/create.yml", request("create", 1)],
  ["users/list.yml", request("list")],
  ["admin/get.yml", request("get", 1)],
]);

const BRU: Files = new Map([
  ["bruno.json", '{ "version": "1", "name": "Shop", "type": "collection" }\n'],
  ["environments/dev.bru", "vars {\n  a: 1\n}\n"],
  [
    "one.bru",
    "meta {\n  name: one\n  type: http\n  seq: 1\n}\n\nget {\n  url: http://localhost\n}\n",
  ],
  [
    "two.bru",
    "meta {\n  name: two\n  type: http\n  seq: 2\n}\n\nget {\n  url: http://localhost\n}\n",
  ],
  ["users/folder.bru", "meta {\n  name: users\n}\n"],
  [
    "users/create.bru",
    "meta {\n  name: create\n  type: http\n  seq: 1\n}\n\nget {\n  url: http://localhost\n}\n",
  ],
]);

const BUNDLE: Files = new Map([[
  "shop.yml",
  `opencollection: 1.0.0
info:
  name: Shop
items:
  # users come first
  - info:
      name: users
      type: folder
    items:
      - info:
          name: create
          type: http
        http: { method: POST, url: "{{base}}" }
  - info:
      name: one # 1
      type: http
    http: { method: GET, url: "{{base}}" }
  - info:
      name: two
      type: http
    http: { method: GET, url: "{{base}}" }
`,
]]);

const ORDERED: Files = new Map([
  ...YAML,
  [
    "opencollection.yml",
    "info:\n  name: Shop\nextensions:\n  brace:\n    order: [three, users, one] # so\n",
  ],
]);

/** The paths of a collection's items in their order. */
function paths(files: Files, main: string): string[] {
  const { value, diagnostics } = readCollection({ root: "", files, main });
  assertEquals(diagnostics.filter(({ severity }) => severity === "error"), []);
  const all = (items: readonly Item[]): string[] =>
    items.flatMap((item) =>
      item.kind === "folder"
        ? [`${item.path}/`, ...all(item.items)]
        : [item.path]
    );
  return all(value?.items ?? []);
}

function applied(files: Files, changes: readonly FileChange[]): Files {
  const after = new Map(files);
  for (const change of changes) {
    switch (change.kind) {
      case "write":
        assertEquals(after.get(change.path), change.was);
        after.set(change.path, change.text);
        break;
      case "rename":
      case "remove":
        for (const [path, text] of [...after]) {
          if (path !== change.path && !path.startsWith(`${change.path}/`)) {
            continue;
          }
          after.delete(path);
          if (change.kind === "rename") {
            after.set(change.to + path.slice(change.path.length), text);
          }
        }
    }
  }
  return after;
}

const CASES: readonly (readonly [
  name: string,
  files: Files,
  main: string,
  change: CollectionChange,
  path: string | undefined,
  /** Items afterwards; folders end with a slash. */
  items: readonly string[],
  /** Files that are written. */
  written: readonly string[],
])[] = [
  [
    "a new request goes to the end",
    YAML,
    "opencollection.yml",
    { kind: "create-request", folder: "users", name: "GET /users/{id}" },
    "users/GET -users-id.yml",
    [
      "admin/",
      "admin/get.yml",
      "users/",
      "users/create.yml",
      "users/GET -users-id.yml",
      "users/list.yml",
      "one.yml",
      "two.yml",
      "three.yml",
    ],
    ["users/GET -users-id.yml"],
  ],
  [
    "a new folder",
    YAML,
    "opencollection.yml",
    { kind: "create-folder", folder: "users", name: "Roles" },
    "users/Roles",
    [
      "admin/",
      "admin/get.yml",
      "users/",
      "users/Roles/",
      "users/create.yml",
      "users/list.yml",
      "one.yml",
      "two.yml",
      "three.yml",
    ],
    ["users/Roles/folder.yml"],
  ],
  [
    "a request is renamed with its file",
    YAML,
    "opencollection.yml",
    { kind: "rename", path: "two.yml", name: "Second" },
    "Second.yml",
    [
      "admin/",
      "admin/get.yml",
      "users/",
      "users/create.yml",
      "users/list.yml",
      "one.yml",
      "Second.yml",
      "three.yml",
    ],
    ["two.yml"],
  ],
  [
    "a folder is renamed",
    YAML,
    "opencollection.yml",
    { kind: "rename", path: "users", name: "people" },
    "people",
    [
      "admin/",
      "admin/get.yml",
      "people/",
      "people/create.yml",
      "people/list.yml",
      "one.yml",
      "two.yml",
      "three.yml",
    ],
    ["users/folder.yml"],
  ],
  [
    "a request moves up: it alone gets another sequence",
    YAML,
    "opencollection.yml",
    { kind: "move", path: "three.yml", folder: "", before: "one.yml" },
    "three.yml",
    [
      "admin/",
      "admin/get.yml",
      "users/",
      "users/create.yml",
      "users/list.yml",
      "three.yml",
      "one.yml",
      "two.yml",
    ],
    ["three.yml", "one.yml", "two.yml"],
  ],
  [
    "a request moves between others",
    YAML,
    "opencollection.yml",
    { kind: "move", path: "one.yml", folder: "", before: "three.yml" },
    "one.yml",
    [
      "admin/",
      "admin/get.yml",
      "users/",
      "users/create.yml",
      "users/list.yml",
      "two.yml",
      "one.yml",
      "three.yml",
    ],
    ["one.yml"],
  ],
  [
    "a request moves into a folder",
    YAML,
    "opencollection.yml",
    {
      kind: "move",
      path: "one.yml",
      folder: "users",
      before: "users/list.yml",
    },
    "users/one.yml",
    [
      "admin/",
      "admin/get.yml",
      "users/",
      "users/create.yml",
      "users/one.yml",
      "users/list.yml",
      "two.yml",
      "three.yml",
    ],
    ["one.yml"],
  ],
  [
    "a folder moves up",
    YAML,
    "opencollection.yml",
    { kind: "move", path: "users", folder: "", before: "admin" },
    "users",
    [
      "users/",
      "users/create.yml",
      "users/list.yml",
      "admin/",
      "admin/get.yml",
      "one.yml",
      "two.yml",
      "three.yml",
    ],
    ["users/folder.yml", "admin/folder.yml"],
  ],
  [
    "a request is duplicated beside itself",
    YAML,
    "opencollection.yml",
    { kind: "duplicate", path: "one.yml" },
    "one copy.yml",
    [
      "admin/",
      "admin/get.yml",
      "users/",
      "users/create.yml",
      "users/list.yml",
      "one.yml",
      "one copy.yml",
      "two.yml",
      "three.yml",
    ],
    ["two.yml", "one copy.yml"],
  ],
  [
    "a folder is duplicated",
    YAML,
    "opencollection.yml",
    { kind: "duplicate", path: "users", name: "other" },
    "other",
    [
      "admin/",
      "admin/get.yml",
      "other/",
      "other/create.yml",
      "other/list.yml",
      "users/",
      "users/create.yml",
      "users/list.yml",
      "one.yml",
      "two.yml",
      "three.yml",
    ],
    ["other/folder.yml", "other/create.yml", "other/list.yml"],
  ],
  [
    "a folder is deleted",
    YAML,
    "opencollection.yml",
    { kind: "delete", path: "users" },
    undefined,
    ["admin/", "admin/get.yml", "one.yml", "two.yml", "three.yml"],
    [],
  ],
  [
    "an order that is stated is kept",
    ORDERED,
    "opencollection.yml",
    { kind: "move", path: "one.yml", folder: "", before: "three.yml" },
    "one.yml",
    [
      "one.yml",
      "three.yml",
      "users/",
      "users/create.yml",
      "users/list.yml",
      "admin/",
      "admin/get.yml",
      "two.yml",
    ],
    ["opencollection.yml"],
  ],
  [
    "an order names what is renamed",
    ORDERED,
    "opencollection.yml",
    { kind: "rename", path: "three.yml", name: "drei" },
    "drei.yml",
    [
      "drei.yml",
      "users/",
      "users/create.yml",
      "users/list.yml",
      "one.yml",
      "admin/",
      "admin/get.yml",
      "two.yml",
    ],
    ["three.yml", "opencollection.yml"],
  ],
  [
    "a new .bru request",
    BRU,
    "bruno.json",
    {
      kind: "create-request",
      folder: "",
      name: "three",
      data: { http: { method: "POST", url: "http://x" } },
    },
    "three.bru",
    ["users/", "users/create.bru", "one.bru", "two.bru", "three.bru"],
    ["three.bru"],
  ],
  [
    "a .bru request moves",
    BRU,
    "bruno.json",
    { kind: "move", path: "one.bru", folder: "users" },
    "users/one.bru",
    ["users/", "users/create.bru", "users/one.bru", "two.bru"],
    ["one.bru"],
  ],
  [
    "a .bru folder is renamed",
    BRU,
    "bruno.json",
    { kind: "rename", path: "users", name: "people" },
    "people",
    ["people/", "people/create.bru", "one.bru", "two.bru"],
    ["users/folder.bru"],
  ],
  [
    "an item of a bundled file moves",
    BUNDLE,
    "shop.yml",
    { kind: "move", path: "two", folder: "", before: "one" },
    "two",
    ["users/", "users/create", "two", "one"],
    ["shop.yml"],
  ],
  [
    "an item of a bundled file goes into a folder",
    BUNDLE,
    "shop.yml",
    { kind: "move", path: "one", folder: "users", before: "users/create" },
    "users/one",
    ["users/", "users/one", "users/create", "two"],
    ["shop.yml"],
  ],
  [
    "a new item of a bundled file",
    BUNDLE,
    "shop.yml",
    { kind: "create-request", folder: "users", name: "list" },
    "users/list",
    ["users/", "users/create", "users/list", "one", "two"],
    ["shop.yml"],
  ],
  [
    "a copy in a bundled file",
    BUNDLE,
    "shop.yml",
    { kind: "duplicate", path: "one" },
    "one copy",
    ["users/", "users/create", "one", "one copy", "two"],
    ["shop.yml"],
  ],
  [
    "an item of a bundled file is deleted",
    BUNDLE,
    "shop.yml",
    { kind: "delete", path: "users/create" },
    undefined,
    ["users/", "one", "two"],
    ["shop.yml"],
  ],
];

describe("changes of a collection", () => {
  for (const [name, files, main, change, path, items, written] of CASES) {
    it(name, () => {
      const plan = planChange({ main, files }, change);
      assert(plan.problem === undefined, plan.problem?.message);
      assertEquals(plan.path, path);
      const after = applied(files, plan.changes);
      assertEquals(paths(after, main), items);
      assertEquals(
        plan.changes.flatMap((one) => one.kind === "write" ? [one.path] : [])
          .toSorted(),
        [...written].toSorted(),
      );
    });
  }

  it("an environment is made, copied, renamed and deleted", () => {
    const plan = (files: Files, main: string, change: CollectionChange) => {
      const plan = planChange({ main, files }, change);
      assert(plan.problem === undefined, plan.problem?.message);
      return applied(files, plan.changes);
    };
    const renamed = plan(YAML, "opencollection.yml", {
      kind: "rename",
      path: "environments/dev.yml",
      name: "local",
    });
    assertEquals(
      renamed.get("environments/local.yml"),
      "name: local\nvariables: []\n",
    );
    assertEquals(
      renamed.get("environments/next.yml"),
      "name: next\nextends: local # as dev\n",
    );
    const made = plan(YAML, "opencollection.yml", {
      kind: "create-environment",
      name: "prod",
    });
    assertEquals(made.get("environments/prod.yml"), "name: prod\n");
    const copied = plan(BRU, "bruno.json", {
      kind: "duplicate",
      path: "environments/dev.bru",
      name: "x",
    });
    assertEquals(
      copied.get("environments/x.bru"),
      BRU.get("environments/dev.bru"),
    );
    const gone = plan(BRU, "bruno.json", {
      kind: "delete",
      path: "environments/dev.bru",
    });
    assertEquals(gone.has("environments/dev.bru"), false);
  });

  const REFUSED: readonly (readonly [CollectionChange, string])[] = [
    [{ kind: "create-request", folder: "", name: "ONE" }, "is there already"],
    [
      { kind: "create-request", folder: "", name: "../x" },
      "a path to another folder",
    ],
    [
      { kind: "create-request", folder: "../x", name: "a" },
      "not in the collection any more",
    ],
    [
      { kind: "rename", path: "gone.yml", name: "a" },
      "not in the collection any more",
    ],
    [{ kind: "move", path: "users", folder: "users" }, "contains the folder"],
    [{ kind: "create-environment", name: "dev" }, "is there already"],
    [{ kind: "create-environment", name: "a/b" }, "its file cannot have"],
    [{ kind: "delete", path: "../../etc" }, "not in the collection any more"],
  ];
  for (const [change, message] of REFUSED) {
    it(`refused: ${JSON.stringify(change)}`, () => {
      const plan = planChange(
        { main: "opencollection.yml", files: YAML },
        change,
      );
      assertStringIncludes(plan.problem?.message ?? "", message);
    });
  }

  it("a new .bru request has a row for each parameter of its URL", () => {
    const plan = planChange({ main: "bruno.json", files: BRU }, {
      kind: "create-request",
      folder: "",
      name: "three",
      data: { http: { method: "GET", url: "http://x/?a=1%20&b&{{c}}=" } },
    });
    assert(plan.problem === undefined);
    assertStringIncludes(
      applied(BRU, plan.changes).get("three.bru") ?? "",
      'params:query {\n  a: 1%20\n  b: \n  "{{c}}": \n}\n',
    );
  });

  it("a new collection can be read", () => {
    for (
      const [format, main] of [["yaml", "opencollection.yml"], [
        "bru",
        "bruno.json",
      ]] as const
    ) {
      const files = newCollection("Mine", format);
      const { value, diagnostics } = readCollection({ root: "", files, main });
      assertEquals([value?.name, diagnostics], ["Mine", []]);
      const plan = planChange({ main, files }, {
        kind: "create-request",
        folder: "",
        name: "first",
      });
      assert(plan.problem === undefined);
      assertEquals(paths(applied(files, plan.changes), main).length, 1);
    }
  });
});
