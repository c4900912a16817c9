import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  createClient,
  explain,
  type Layer,
  layerOf,
  render,
  SCOPE_NAMES,
  type ScopeName,
  Scopes,
  type ScopeValues,
  type UndefinedMode,
} from "../../../mod.ts";
import { check } from "../../support/check.ts";
import { problemsOf } from "../../support/problems.ts";

/** Every scope with folders, from the highest to the lowest. */
const LEVELS = [
  "runtime",
  "data",
  "request",
  "inner folder",
  "outer folder",
  "environment",
  "collection",
  "global",
] as const;
type Level = typeof LEVELS[number];
type Values = Record<string, unknown>;

function scopeValues(levels: Partial<Record<Level, Values>>): ScopeValues {
  const {
    "inner folder": inner = {},
    "outer folder": outer = {},
    ...rest
  } = levels;
  return { ...rest, folders: [inner, outer] };
}

function layer(scope: ScopeName, values: Record<string, string>): Layer {
  return layerOf(
    scope,
    Object.entries(values).map(([name, value]) => ({
      name,
      value,
      secret: false,
      disabled: false,
      at: { file: "", path: [] },
    })),
  );
}

describe("Scopes", () => {
  it("refuse a scope that there is not, and what would be taken for an empty one", () => {
    const of = (values: unknown) => () => Scopes.of(values as ScopeValues);
    const CASES: [run: () => unknown, message: string][] = [
      [
        of({ runtme: {} }),
        'there is no scope "runtme" (did you mean "runtime"?)',
      ],
      [
        of({ folder: {} }),
        'there is no scope "folder" (did you mean "folders"?)',
      ],
      [
        of({ x: {} }),
        'there is no scope "x" (use one of runtime, data, request, folders,',
      ],
      [
        of({ runtime: new Map([["a", 1]]) }),
        "the runtime scope: its variables are not a plain object",
      ],
      [
        of({ data: [1] }),
        "the data scope: its variables are not a plain object",
      ],
      [
        of({ folders: ["a"] }),
        "the folder scope: its variables are not a plain object",
      ],
      [
        of({ global: "a" }),
        "the global scope: its variables are not a plain object",
      ],
      [
        () =>
          new Scopes([{ ...layer("request", {}), scope: "env" as ScopeName }]),
        'there is no scope "env"',
      ],
      [
        () => createClient({ variables: { env: {} } as ScopeValues }),
        'there is no scope "env"',
      ],
      [
        () => render("a", Scopes.of({}), { place: "cookie" as "text" }),
        'Cannot render for the place "cookie": use one of text, json, url, header, form, xml',
      ],
    ];
    for (const [run, message] of CASES) {
      assertStringIncludes(assertThrows(run, TypeError).message, message);
    }
    Scopes.of({ runtime: Object.create(null) });
  });

  LEVELS.forEach((level, index) => {
    it(`lets ${level} win over all below`, () => {
      const below = LEVELS.slice(index).map((name) => [name, { x: name }]);
      const scopes = Scopes.of(scopeValues(Object.fromEntries(below)));
      assertEquals(render("{{x}}", scopes), level);
    });
  });

  it("refuses a mode that there is not", () => {
    const options = { undefined: "ignore" as UndefinedMode };
    assertThrows(() => new Scopes([], options), RangeError, '"ignore"');
  });

  it("puts layers in order, those of one scope as they are given", () => {
    const scopes = new Scopes([
      layer("global", { a: "global", b: "global", c: "global" }),
      layer("environment", { a: "first", b: "first" }),
      layer("environment", { b: "second", c: "second" }),
      layer("runtime", { a: "runtime" }),
    ]);
    assertEquals(render("{{a}} {{b}} {{c}}", scopes), "runtime first second");
    assertEquals(scopes.scopeNames(), ["runtime", "environment", "global"]);
  });

  it("resolves as a naive model does", () => {
    const names = ["a", "a.b", "a.b.c"];
    const value = fc.constantFrom<unknown>("s", { b: "m" }, { b: { c: "l" } });
    const level = fc.dictionary(fc.constantFrom(...names), value);
    const levels = fc.record(
      Object.fromEntries(LEVELS.map((name) => [name, level])),
      { requiredKeys: [] },
    ) as fc.Arbitrary<Partial<Record<Level, Values>>>;
    check(
      fc.property(levels, fc.constantFrom(...names), (levels, expression) => {
        const [root, ...path] = expression.split(".");
        let expected: unknown;
        for (const name of LEVELS) {
          const values = levels[name] ?? {};
          if (Object.hasOwn(values, expression)) {
            expected = values[expression];
            break;
          }
          if (Object.hasOwn(values, root)) {
            // The first scope that has the root wins, also without the member.
            expected = path.reduce<unknown>(
              (value, key) =>
                typeof value === "object" ? (value as Values)[key] : undefined,
              values[root],
            );
            break;
          }
        }
        const text = typeof expected === "object"
          ? JSON.stringify(expected)
          : expected;
        const scopes = Scopes.of(scopeValues(levels), { undefined: "empty" });
        assertEquals(render(`{{${expression}}}`, scopes), text ?? "");
      }),
      500,
    );
  });

  it("prefers a whole name only within a scope", () => {
    const template = "{{a.b}}";
    const exact = { "a.b": "exact" };
    const member = { a: { b: "member" } };
    const cases: [ScopeValues, string][] = [
      [{ request: { ...exact, ...member } }, "exact"],
      [{ request: exact, global: member }, "exact"],
      [{ request: member, global: exact }, "member"],
    ];
    for (const [values, expected] of cases) {
      assertEquals(render(template, Scopes.of(values)), expected);
    }
  });

  it("never falls through for a missing member", () => {
    const scopes = Scopes.of({ runtime: { a: {} }, global: { a: { b: 1 } } });
    assertEquals(problemsOf(() => render("{{a.b}}", scopes)), [
      "INVALID_PATH 1:1",
    ]);
  });

  it("takes null for a value, not for an absence", () => {
    const scopes = Scopes.of({ request: { a: null }, global: { a: 1 } }, {
      undefined: "empty",
    });
    assertEquals(render("{{a}}", scopes), "null");
  });

  it("sees what is set, changed and deleted between renderings", () => {
    const scopes = Scopes.of({ environment: { a: "file", b: "{{a}}!" } });
    assertEquals(render("{{a}} {{b}}", scopes), "file file!");
    scopes.set("runtime", "a", "set");
    assertEquals(render("{{a}} {{b}}", scopes), "set set!");
    scopes.set("runtime", "a", { c: 1 });
    assertEquals(render("{{a.c}}", scopes), "1");
    scopes.layers[0].entries.delete("a");
    assertEquals(render("{{a}}", scopes), "file");
    scopes.layers[0].entries.set("a", { value: "x{{b}}", template: false });
    assertEquals(render("{{a}}", scopes), "x{{b}}");
    scopes.layers[0].entries.clear();
    assertEquals(render("{{a}}", scopes), "file");
  });

  it("refuses to set in a scope without a layer, and what is not a value", () => {
    const scopes = new Scopes([layer("request", {})]);
    assertThrows(() => scopes.set("runtime", "a", 1), TypeError, "runtime");
    assertThrows(
      () => scopes.set("request", "a", NaN),
      TypeError,
      "it is NaN",
    );
    assertThrows(() => Scopes.of({ data: { a: undefined } }), TypeError);
    assertThrows(
      () => Scopes.of({ global: { a: [new Map()] } }),
      TypeError,
      '"a[0]" is an instance of Map',
    );
  });

  it("keeps the order in one list", () => {
    assertEquals([...SCOPE_NAMES], [
      "runtime",
      "data",
      "request",
      "folder",
      "environment",
      "collection",
      "global",
    ]);
  });
});

describe("layerOf", () => {
  it("leaves disabled variables out; the last of a name wins", () => {
    const row = (name: string, value: string, disabled = false) => ({
      name,
      value,
      secret: false,
      disabled,
      at: { file: "a.yml", path: ["variables"] },
    });
    const { entries } = layerOf("request", [
      row("a", "1"),
      row("a", "2"),
      row("a", "3", true),
      row("b", "4", true),
    ]);
    assertEquals([...entries].map(([name, { value }]) => [name, value]), [
      ["a", "2"],
    ]);
  });
});

describe("explain", () => {
  const scopes = new Scopes([
    ...Scopes.of({ runtime: { a: 1 }, global: { a: "{{b}}" } }).layers,
    layerOf("environment", [{
      name: "a",
      value: "hidden",
      secret: true,
      disabled: false,
      at: { file: "e.yml", path: ["variables", 0, "value"] },
    }], "local"),
  ]);

  it("tells the winner and what it shadows, a secret without its value", () => {
    const { winner, shadowed, scopesSearched } = explain("a", scopes);
    assertEquals(winner, {
      scope: "runtime",
      kind: "number",
      value: 1,
      secret: false,
      template: false,
    });
    assertEquals(shadowed, [
      {
        scope: "environment",
        label: "local",
        kind: "string",
        secret: true,
        template: true,
        at: { file: "e.yml", path: ["variables", 0, "value"] },
      },
      {
        scope: "global",
        kind: "string",
        value: "{{b}}",
        secret: false,
        template: true,
      },
    ]);
    assertEquals(
      scopesSearched,
      [...SCOPE_NAMES].filter((name) => name !== "folder"),
    );
  });

  it("gives copies: changing them changes no variable", () => {
    const scopes = Scopes.of({ runtime: { d: new Date(0), l: [1] } });
    (explain("d", scopes).winner?.value as Date).setTime(1e12);
    (explain("l", scopes).winner?.value as number[]).push(2);
    assertEquals(render("{{d}} {{l}}", scopes), "1970-01-01T00:00:00.000Z [1]");
  });

  it("tells that nothing has a name", () => {
    const { winner, shadowed } = explain("nope", scopes);
    assertEquals([winner, shadowed], [undefined, []]);
  });
});
