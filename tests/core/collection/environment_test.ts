import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  resolveEnvironment,
  resolveEnvironments,
} from "../../../lib/core/collection/environment.ts";
import { CollectionError, openRequest } from "../../../mod.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";

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
    `Cannot select the environment "staging": it does not exist (use one of inline, a, b, base, c, lost, Production, self)`,
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

  it("says what is wrong with the one that is selected, and with no other", () => {
    const { value, diagnostics } = readCollection({
      root: "",
      files: new Map([
        [
          "opencollection.yml",
          "config: { environments: [{ name: inline, variables: [{ value: x }] }, 5] }",
        ],
        ["environments/broken.yml", "variables: {"],
        ["environments/no.yml", "just text"],
        ["environments/wrong.yml", "variables: {a: 1}"],
        ["environments/child.yml", "extends: wrong\nmore: 1"],
        ["environments/other.yml", "more: 1"],
        ["environments/dotenv.yml", "dotEnvFilePath: .env.x"],
        ["environments/again.yml", "dotEnvFilePath: .env.x"],
        [".env.x", 'A="'],
        [
          "environments/blank.yml",
          "variables: [{name: '', value: ''}, {name: a, value: b}]",
        ],
      ]),
    });
    assertEquals(diagnostics, []);
    const CASES: [name: string, problems: string[]][] = [
      ["inline", ["error INVALID_FIELD opencollection.yml"]],
      ["environment 2", ["error INVALID_FIELD opencollection.yml"]],
      ["broken", ["error YAML_SYNTAX environments/broken.yml"]],
      ["no", ["error INVALID_FIELD environments/no.yml"]],
      ["wrong", ["error INVALID_FIELD environments/wrong.yml"]],
      ["child", [
        "warning UNKNOWN_KEY environments/child.yml",
        "error INVALID_FIELD environments/wrong.yml",
      ]],
      ["other", ["warning UNKNOWN_KEY environments/other.yml"]],
      ["dotenv", ["error INVALID_SYNTAX .env.x"]],
      ["again", ["error INVALID_SYNTAX .env.x"]],
      ["blank", ["warning INVALID_FIELD environments/blank.yml"]],
    ];
    for (const [name, expected] of CASES) {
      const resolved = resolveEnvironment(value!, name);
      assertEquals(
        resolved.diagnostics.map((it) =>
          `${it.severity} ${it.code} ${it.location?.file}`
        ),
        expected,
      );
      const failed = expected.some((it) => it.startsWith("error"));
      assertEquals(resolved.value === undefined, failed);
    }
    const [blank] = resolveEnvironment(value!, "blank").value!;
    assertEquals(blank.variables.map(({ name }) => name), ["a"]);
    assertThrows(
      () => openRequest(value!, "none", { environment: "wrong" }),
      CollectionError,
    );
  });

  it("tells several of one name apart by their files", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        [
          "opencollection.yml",
          "config: { environments: [{ name: own }, { name: both }, { name: own }] }",
        ],
        ["environments/Local.yml", "name: Local"],
        ["environments/ci.yml", "name: Local"],
        ["environments/a.yml", "name: both"],
        ["environments/b.yml", "{ name: both, extends: Local }"],
        ["environments/c.yml", "{ name: b, extends: both }"],
        ["environments/Other.yml", "{ name: Other }"],
      ]),
    });
    const { environments } = value!;
    assertEquals(environments.map(({ name }) => name), [
      "own (environment 1)",
      "both (environment 2)",
      "own (environment 3)",
      "Local (Local.yml)",
      "Other",
      "both (a.yml)",
      "both (b.yml)",
      "b",
      "Local (ci.yml)",
    ]);
    const of = (name: string, ...files: string[]) =>
      `Cannot select "${name}" by its name: ${
        files.length === 1
          ? `two environments of "${files[0]}"`
          : files.map((it) => `"${it}"`).join(" and ")
      } have it (give each its own)`;
    const [main, a, b, ci, local] = [
      "opencollection.yml",
      ...["a", "b", "ci", "Local"].map((it) => `environments/${it}.yml`),
    ];
    const rows: [
      name: string,
      chain: string[] | undefined,
      ...messages: string[],
    ][] = [
      ["Other", ["Other"]],
      ["ci", ["Local (ci.yml)"], of("Local", local, ci)],
      // Its file says which one is meant.
      ["Local", ["Local (Local.yml)"], of("Local", local, ci)],
      [
        "both (b.yml)",
        ["both (b.yml)", "Local (Local.yml)"],
        of("both", main, b),
        of("Local", local, ci),
      ],
      ["a", ["both (a.yml)"], of("both", main, a)],
      [
        "own",
        undefined,
        'Cannot select the environment "own": 2 environments have this name (give each its own, or select "own (environment 1)" or "own (environment 3)")',
      ],
      [
        "b",
        undefined,
        'Cannot select the environment "both", which "b" extends: 3 environments have this name (give each its own, or select "both (environment 2)" or "a" or "both (b.yml)")',
      ],
    ];
    for (const [name, chain, ...messages] of rows) {
      const { value: found, diagnostics } = resolveEnvironment(value!, name);
      assertEquals(
        [
          name,
          found?.map((it) => it.name),
          ...diagnostics.map((it) => it.message),
        ],
        [name, chain, ...messages],
      );
    }
    const { diagnostics } = resolveEnvironments(value!, ["Local", "ci"]);
    assertEquals(
      diagnostics.map((
        { severity, code, location },
      ) => [severity, code, location?.file, location?.yamlPath]),
      [["warning", "INVALID_FIELD", ci, "name"]],
    );
  });

  const NONE: [file: string, name: string, more: string][] = [
    [
      "opencollection.yml",
      "dev",
      ", its file would be environments/dev.yml",
    ],
    [
      "shop/api/opencollection.yml",
      "dev-1",
      ", its file would be shop/api/environments/dev-1.yml",
    ],
    ["shop/bruno.json", "dev", ""],
    ["shop.yml", "dev", ""],
    ["opencollection.yml", "../dev", ""],
  ];
  for (const [file, name, more] of NONE) {
    it(`says so when ${file} has none for ${name}`, () => {
      const none = { ...collection!, file, environments: [] };
      assertEquals(
        resolveEnvironment(none, name).diagnostics[0].message,
        `Cannot select the environment "${name}": it does not exist (the collection has none${more})`,
      );
    });
  }
});
