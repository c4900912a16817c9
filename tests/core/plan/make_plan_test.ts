import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { allSteps, stepCount } from "../../../lib/core/plan/iterations.ts";
import { makePlan, type Selection } from "../../../lib/core/plan/make_plan.ts";

const tagged = (...tags: string[]) =>
  `info: { type: http, tags: [${
    tags.join(", ")
  }] }\nhttp: { url: http://localhost }\n`;

const { value: collection } = readCollection({
  root: "",
  files: new Map([
    ["opencollection.yml", ""],
    ["users/folder.yml", "info: { tags: [slow] }"],
    ["users/create.yml", tagged("write")],
    ["users/list.yml", tagged("read")],
    ["users/admin/list.yml", tagged("read", "admin")],
    ["orders/list.yml", tagged("read")],
    ["users.yml", tagged().replace("{ type", '{ name: "users, all", type')],
    ["chat.yml", "info: { type: mqtt }"],
  ]),
});

const ALL = [
  "orders/list.yml",
  "users/admin/list.yml",
  "users/create.yml",
  "users/list.yml",
  "chat.yml",
  "users.yml",
];

const CASES: [name: string, selection: Selection, expected: string[]][] = [
  ["everything", {}, ALL],
  ["everything for no paths", { paths: [] }, ALL],
  ["everything for the root", { paths: ["."] }, ALL],
  ["a request", { paths: ["users/list.yml"] }, ["users/list.yml"]],
  ["a request without its extension", { paths: ["users/list"] }, [
    "users/list.yml",
  ]],
  ["a folder", { paths: ["users/"] }, [
    "users/admin/list.yml",
    "users/create.yml",
    "users/list.yml",
  ]],
  ["a folder rather than a request of that name", { paths: ["users"] }, [
    "users/admin/list.yml",
    "users/create.yml",
    "users/list.yml",
  ]],
  ["a folder inside", { paths: ["./users/admin"] }, ["users/admin/list.yml"]],
  ["several in the given order", {
    paths: ["users.yml", "orders", "users/create.yml"],
  }, [
    "users.yml",
    "orders/list.yml",
    "users/create.yml",
  ]],
  ["none twice", { paths: ["users/list.yml", "users"] }, [
    "users/list.yml",
    "users/admin/list.yml",
    "users/create.yml",
  ]],
  ["a request by its name", { paths: ["users, all", "create"] }, [
    "users.yml",
    "users/create.yml",
  ]],
  ["a path rather than a name", { paths: ["chat"] }, ["chat.yml"]],
  ["any of the included tags", { tags: { include: ["write", "admin"] } }, [
    "users/admin/list.yml",
    "users/create.yml",
  ]],
  ["tags of the folder", { tags: { include: ["slow"] } }, [
    "users/admin/list.yml",
    "users/create.yml",
    "users/list.yml",
  ]],
  ["none of the excluded tags", { tags: { exclude: ["slow"] } }, [
    "orders/list.yml",
    "chat.yml",
    "users.yml",
  ]],
  [
    "excluded wins",
    { tags: { include: ["read"], exclude: ["admin", "slow"] } },
    ["orders/list.yml"],
  ],
  ["nothing", { tags: { include: ["none"] } }, []],
];

describe("makePlan", () => {
  for (const [name, selection, expected] of CASES) {
    it(name, () => {
      const { value, diagnostics } = makePlan(collection!, selection);
      assertEquals(value.steps.map((step) => step.item.path), expected);
      assertEquals(
        value.steps.map((step) => step.index),
        expected.map((_, index) => index),
      );
      assertEquals(diagnostics, []);
      assertEquals(value.iterations, 1);
    });
  }

  it("gives each step its folders, outermost first", () => {
    const { value } = makePlan(collection!, {
      paths: ["users/admin/list.yml"],
    });
    assertEquals(value.steps[0].folders.map((folder) => folder.path), [
      "users",
      "users/admin",
    ]);
  });

  it("runs everything once for each data row", () => {
    const rows = [{ id: 1 }, { id: 2 }];
    const { value } = makePlan(collection!, {
      paths: ["orders", "users.yml"],
      rows,
    });
    assertEquals(
      [...allSteps(value)].map((
        { index, iteration, item },
      ) => [index, iteration, item.path]),
      [
        [0, 0, "orders/list.yml"],
        [1, 0, "users.yml"],
        [2, 1, "orders/list.yml"],
        [3, 1, "users.yml"],
      ],
    );
    assertEquals([value.iterations, stepCount(value)], [2, 4]);
    assertEquals(value.rows, rows);
  });

  it("takes no name that several requests have", () => {
    const { value, diagnostics } = makePlan(collection!, { paths: ["list"] });
    assertEquals(value.steps, []);
    assertEquals(diagnostics.map(({ message }) => message), [
      'Cannot select "list": 3 requests have this name (give one\'s path: "orders/list.yml", "users/admin/list.yml", "users/list.yml")',
    ]);
  });

  it("takes a folder by its name, where only one has it", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", ""],
        ["a/folder.yml", "info: { name: All users }"],
        ["a/list.yml", tagged()],
        ["a/in/folder.yml", "info: { name: Twice }"],
        ["a/in/one.yml", tagged()],
        ["b/folder.yml", "info: { name: Twice }"],
        ["b/two.yml", tagged()],
      ]),
    });
    const planned = (name: string) => makePlan(value!, { paths: [name] });
    assertEquals(
      planned("All users").value.steps.map(({ item }) => item.path),
      [
        "a/in/one.yml",
        "a/list.yml",
      ],
    );
    assertEquals(planned("Twice").diagnostics.map(({ message }) => message), [
      'Cannot select "Twice": 2 folders have this name (give one\'s path: "a/in", "b")',
    ]);
    assertEquals(planned("All user").diagnostics[0].suggestion, "All users");
  });

  it("suggests names as well as paths", () => {
    const { diagnostics } = makePlan(collection!, { paths: ["usrs, all"] });
    assertEquals(diagnostics[0].suggestion, "users, all");
  });

  it("names the warning of a path that the collection leaves out", () => {
    const { value, diagnostics: found } = readCollection({
      root: "",
      files: new Map([
        ["bruno.json", '{"ignore": ["Drafts"]}'],
        ["a.bru", "get {\n  url: http://localhost\n}\n"],
        ["Drafts/d.bru", "get {\n  url: http://localhost\n}\n"],
      ]),
    });
    const paths = ["Drafts/d.bru", "Drafts", "Drafts/e.bru"];
    const { diagnostics } = makePlan(value!, { paths, found });
    assertEquals(diagnostics.map(({ message }) => message), [
      'Cannot select "Drafts/d.bru": the collection leaves it out, and a warning says why',
      'Cannot select "Drafts": the collection leaves it out, and a warning says why',
      'Cannot select "Drafts/e.bru": the collection has no such request or folder',
    ]);
  });

  it("reports each path that the collection does not have", () => {
    const { value, diagnostics } = makePlan(collection!, {
      paths: ["users/lsit.yml", "orders", "nowhere/at/all"],
    });
    assertEquals(value.steps.length, 1);
    assertEquals(diagnostics.map(({ code, message }) => [code, message]), [
      [
        "MISSING_PATH",
        `Cannot select "users/lsit.yml": the collection has no such request or folder (did you mean "users/list.yml"?)`,
      ],
      [
        "MISSING_PATH",
        `Cannot select "nowhere/at/all": the collection has no such request or folder`,
      ],
    ]);
  });
});
