import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  inheritedActions,
  inheritedAuth,
  inheritedHeaders,
  inheritedScripts,
} from "../../../lib/core/collection/inherit.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type {
  Collection,
  Folder,
  Item,
  Request,
} from "../../../lib/core/collection/types.ts";

function stepOf(text: string): [Collection, Folder[], Request] {
  const { value, diagnostics } = readCollection({
    root: "",
    files: new Map([["a.yml", text]]),
  });
  assertEquals(diagnostics, []);
  const folders: Folder[] = [];
  let items: readonly Item[] = value!.items;
  while (items[0].kind === "folder") {
    folders.push(items[0]);
    items = items[0].items;
  }
  return [value!, folders, items[0] as Request];
}

/** A request two folders deep, with a piece of YAML at each level. */
function nested(
  {
    collection = "",
    outer = "",
    inner = "",
    http = "",
    runtime = "",
    extensions = "",
  },
): [Collection, Folder[], Request] {
  return stepOf(`
bundled: true
extensions: {${extensions}}
request: {${collection}}
items:
  - info: { name: outer }
    request: {${outer}}
    items:
      - info: { name: inner }
        request: {${inner}}
        items:
          - info: { name: request, type: http }
            http: { url: http://localhost, ${http} }
            runtime: {${runtime}}
`);
}

describe("inheritedHeaders", () => {
  const CASES: [
    name: string,
    levels: Parameters<typeof nested>[0],
    expected: string[],
  ][] = [
    ["of all levels, outermost first", {
      collection: "headers: [{ name: A, value: 1 }]",
      outer: "headers: [{ name: B, value: 2 }]",
      inner: "headers: [{ name: C, value: 3 }]",
    }, ["A: 1", "B: 2", "C: 3"]],
    ["replaced by name in any case", {
      collection: "headers: [{ name: X-A, value: 1 }, { name: X-B, value: 1 }]",
      outer: "headers: [{ name: x-a, value: 2 }]",
      inner: "headers: [{ name: X-a, value: 3 }]",
    }, ["X-B: 1", "X-a: 3"]],
    ["duplicates within a level stay", {
      collection: "headers: [{ name: A, value: 1 }, { name: A, value: 2 }]",
      inner: "headers: [{ name: B, value: 3 }, { name: b, value: 4 }]",
    }, ["A: 1", "A: 2", "B: 3", "b: 4"]],
    ["all duplicates are replaced", {
      collection: "headers: [{ name: A, value: 1 }, { name: A, value: 2 }]",
      outer: "headers: [{ name: A, value: 3 }]",
    }, ["A: 3"]],
    ["a disabled one replaces nothing", {
      collection:
        "headers: [{ name: A, value: 1 }, { name: B, value: 1, disabled: true }]",
      inner: "headers: [{ name: A, value: 2, disabled: true }]",
    }, ["A: 1"]],
  ];
  for (const [name, levels, expected] of CASES) {
    it(name, () => {
      const [collection, folders] = nested(levels);
      const headers = inheritedHeaders(collection, folders, {
        type: "http",
      });
      assertEquals(
        headers.map((one) => `${one.name.text}: ${one.value.text}`),
        expected,
      );
    });
  }
});

describe("inheritedAuth", () => {
  const bearer = (token: string) => `auth: { type: bearer, token: ${token} }`;
  const CASES: [
    name: string,
    levels: Parameters<typeof nested>[0],
    expected?: string,
  ][] = [
    [
      "none without auth",
      { collection: bearer("c"), inner: bearer("i") },
      undefined,
    ],
    [
      "none with auth none",
      { collection: bearer("c"), http: "auth: none" },
      undefined,
    ],
    ["its own", { collection: bearer("c"), http: bearer("r") }, "r"],
    [
      "the collection's",
      { collection: bearer("c"), http: "auth: inherit" },
      "c",
    ],
    ["the innermost folder's", {
      collection: bearer("c"),
      outer: bearer("o"),
      inner: bearer("i"),
      http: "auth: { type: inherit }",
    }, "i"],
    ["past folders that inherit", {
      collection: bearer("c"),
      outer: bearer("o"),
      inner: "auth: inherit",
      http: "auth: inherit",
    }, "o"],
    ["none where a folder says so", {
      collection: bearer("c"),
      inner: "auth: { type: none }",
      http: "auth: inherit",
    }, undefined],
    ["none where nothing sets one", { http: "auth: inherit" }, undefined],
  ];
  for (const [name, levels, expected] of CASES) {
    it(name, () => {
      const token = inheritedAuth(...nested(levels))?.fields.get("token");
      assertEquals(typeof token === "object" ? token.text : token, expected);
    });
  }
});

describe("inheritedScripts", () => {
  const scripts = (level: string) =>
    `scripts: [{ type: before-request, code: ${level} }, { type: after-response, code: ${level} }, { type: tests, code: ${level} }]`;
  const levels = {
    collection: scripts("collection"),
    outer: scripts("outer"),
    inner: scripts("inner"),
    runtime: scripts("request"),
  };
  const inwards = ["collection", "outer", "inner", "request"];
  const CASES = [
    ["sandwich", "before-request", inwards],
    ["sandwich", "after-response", inwards.toReversed()],
    ["sandwich", "tests", inwards.toReversed()],
    ["sequential", "before-request", inwards],
    ["sequential", "after-response", inwards],
    ["sequential", "tests", inwards],
  ] as const;
  for (const [flow, phase, expected] of CASES) {
    it(`${phase} with flow ${flow}`, () => {
      const step = nested({
        ...levels,
        extensions: `bruno: { scripts: { flow: ${flow} } }`,
      });
      assertEquals(inheritedScripts(...step, phase).map((one) => one.code), [
        ...expected,
      ]);
    });
  }
});

describe("inheritedActions", () => {
  it("are the enabled ones of the phase, outermost first", () => {
    const action = (name: string, rest = "") =>
      `{ type: set-variable, selector: { expression: res.body }, variable: { name: ${name} }, ${rest} }`;
    const step = nested({
      collection: `actions: [${action("collection")}]`,
      inner: `actions: [${action("off", "disabled: true")}]`,
      runtime: `actions: [${action("request")}, ${
        action("before", "phase: before-request")
      }]`,
    });
    const names = (phase: "before-request" | "after-response") =>
      inheritedActions(...step, phase).map((one) => one.variable);
    assertEquals(names("after-response"), ["collection", "request"]);
    assertEquals(names("before-request"), ["before"]);
  });
});
