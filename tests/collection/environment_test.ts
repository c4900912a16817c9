import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveEnvironment } from "../../lib/collection/environment.ts";
import { readCollection } from "../../lib/collection/read_collection.ts";

const { value: collection } = readCollection({
  root: "",
  files: new Map([
    [
      "opencollection.yml",
      "config: { environments: [{ name: inline, extends: prod }] }",
    ],
    ["environments/base.yml", "variables: []"],
    ["environments/prod.yml", "{ name: Production, extends: base }"],
    ["environments/a.yml", "extends: b"],
    ["environments/b.yml", "extends: c"],
    ["environments/c.yml", "extends: b"],
    ["environments/self.yml", "extends: self"],
    ["environments/lost.yml", "extends: bsae"],
  ]),
});

const CASES: [
  name: string,
  chain: string[] | undefined,
  code?: string,
  message?: string,
][] = [
  ["base", ["base"]],
  ["Production", ["Production", "base"]],
  ["prod", ["Production", "base"]],
  ["inline", ["inline", "Production", "base"]],
  [
    "production",
    undefined,
    "UNKNOWN_ENVIRONMENT",
    `Cannot select the environment "production": it does not exist (did you mean "Production"?)`,
  ],
  [
    "staging",
    undefined,
    "UNKNOWN_ENVIRONMENT",
    `Cannot select the environment "staging": it does not exist (known are inline, a, b, base, c, lost, Production, self)`,
  ],
  [
    "lost",
    undefined,
    "UNKNOWN_ENVIRONMENT",
    `Cannot select the environment "bsae", which "lost" extends: it does not exist (did you mean "base"?)`,
  ],
  [
    "a",
    undefined,
    "CYCLE",
    `Cannot select the environment "a": it extends itself, b → c → b`,
  ],
  [
    "self",
    undefined,
    "CYCLE",
    `Cannot select the environment "self": it extends itself, self → self`,
  ],
];

describe("resolveEnvironment", () => {
  for (const [name, chain, code, message] of CASES) {
    it(name, () => {
      const { value, diagnostics } = resolveEnvironment(collection!, name);
      assertEquals(value?.map((one) => one.name), chain);
      assertEquals(diagnostics[0]?.code, code);
      assertEquals(diagnostics[0]?.message, message);
    });
  }

  it("says so when the collection has none", () => {
    const { diagnostics } = resolveEnvironment({
      ...collection!,
      environments: [],
    }, "dev");
    assertEquals(
      diagnostics[0].message,
      `Cannot select the environment "dev": it does not exist (the collection has none)`,
    );
  });
});
