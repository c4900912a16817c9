import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  mergeCookies,
  type StoredCookie,
} from "../../../lib/core/http/cookies/cookie_file.ts";

function cookie(
  pair: string,
  more: Partial<StoredCookie> = {},
): StoredCookie {
  const [name, value] = pair.split("=");
  return {
    name,
    value,
    domain: "a.example",
    hostOnly: true,
    path: "/",
    secure: false,
    httpOnly: false,
    expires: 0,
    ...more,
  };
}

/** Pairs such as `a=1`: the file and the jar at first, the jar at the end, the file then, and what it is to hold. */
const CASES: Record<
  string,
  [loaded: string, after: string, current: string, expected: string]
> = {
  "nothing": ["", "", "", ""],
  "nothing of its own": ["a=1", "a=1", "a=2 b=1", "a=2 b=1"],
  "a new one": ["a=1", "a=1 b=1", "a=1", "a=1 b=1"],
  "a new one beside another's": ["", "a=1", "b=1", "b=1 a=1"],
  "a changed one": ["a=1 b=1", "a=2 b=1", "a=1 b=2", "b=2 a=2"],
  "one that both changed": ["a=1", "a=2", "a=3", "a=2"],
  "a deleted one": ["a=1 b=1", "b=1", "a=1 b=1", "b=1"],
  "one that is deleted here and changed there": ["a=1", "", "a=2", "a=2"],
  "one that another deleted": ["a=1", "a=1", "", ""],
  "one that is changed here and deleted there": ["a=1", "a=2", "", "a=2"],
  "one that both added": ["", "a=1", "a=2", "a=1"],
};

describe("mergeCookies", () => {
  for (const [name, texts] of Object.entries(CASES)) {
    it(`merges ${name}`, () => {
      const [loaded, after, current, expected] = texts.map((text) =>
        text.split(" ").filter((it) => it !== "").map((it) => cookie(it))
      );
      assertEquals(
        mergeCookies({ loaded, before: loaded, after, current }),
        expected,
      );
    });
  }

  it("tells cookies apart by name, domain and path", () => {
    const others = [
      cookie("a=1"),
      cookie("b=1"),
      cookie("a=1", { domain: "b.example" }),
      cookie("a=1", { path: "/x" }),
      cookie("a=1", { hostOnly: false }),
    ];
    for (const gone of others) {
      const after = others.filter((it) => it !== gone);
      const all = { loaded: others, before: others, current: others };
      assertEquals(mergeCookies({ ...all, after }), after);
    }
  });

  it("sees every change of a cookie", () => {
    const old = cookie("a=1");
    const changes: Partial<StoredCookie>[] = [
      { value: "2" },
      { expires: 9 },
      { secure: true },
      { httpOnly: true },
    ];
    for (const change of changes) {
      const after = [{ ...old, ...change }];
      const all = { loaded: [old], before: [old], current: [old] };
      assertEquals(mergeCookies({ ...all, after }), after);
    }
  });

  it("knows a cookie that the jar cut shorter when it was loaded", () => {
    const [loaded, current] = [
      [cookie("a=1", { expires: 9e9 })],
      [cookie("a=1", { expires: 9e9 })],
    ];
    const before = [cookie("a=1", { expires: 5 })];
    assertEquals(
      mergeCookies({ loaded, before, after: before, current }),
      current,
    );
    assertEquals(mergeCookies({ loaded, before, after: [], current }), []);
  });

  it("loses nothing of what only one side changed", () => {
    const names = ["a", "b", "c", "d"];
    const state = fc.dictionary(fc.constantFrom(...names), fc.nat(2));
    const list = (values: Record<string, number>) =>
      Object.entries(values).map(([name, value]) => cookie(`${name}=${value}`));
    fc.assert(fc.property(state, state, state, (old, mine, theirs) => {
      const loaded = list(old);
      const merged = Object.fromEntries(
        mergeCookies({
          loaded,
          before: loaded,
          after: list(mine),
          current: list(theirs),
        }).map(({ name, value }) => [name, Number(value)]),
      );
      for (const name of names) {
        if (mine[name] === old[name]) {
          assertEquals(merged[name], theirs[name]);
        } else if (theirs[name] === old[name]) {
          assertEquals(merged[name], mine[name]);
        }
      }
    }));
  });
});
