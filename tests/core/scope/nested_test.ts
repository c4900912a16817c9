import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  type Diagnostic,
  InterpolationError,
  layerOf,
  render,
  Scopes,
  type ScopeValues,
  type Value,
} from "../../../mod.ts";
import { renderValue } from "../../../lib/core/render/render_text.ts";
import { problemsOf } from "../../support/problems.ts";

type Values = Record<string, unknown>;

function of(environment: Values, more: ScopeValues = {}): Scopes {
  return Scopes.of({ environment, ...more });
}

/** Variables of a file → template → what it renders to. */
const RENDERED: [
  what: string,
  variables: Values,
  template: string,
  expected: string,
][] = [
  ["text is spliced in", { a: "x{{b}}y", b: "B" }, "{{a}}", "xBy"],
  [
    "an alias stands for text",
    { a: "{{b}}", b: "x{{c}}", c: 1 },
    "{{a}}",
    "x1",
  ],
  [
    "an alias stands for text, as often as it is used",
    { a: "{{b}}", b: "x{{c}}", c: 1, d: "{{a}}{{a}}" },
    "{{a}} {{a}} {{d}}{{a}}",
    "x1 x1 x1x1x1",
  ],
  [
    "an alias keeps objects",
    {
      user: "{{users[0]}}",
      users: [{ name: "Ada" }],
    },
    "{{user.name}} {{user}}",
    'Ada {"name":"Ada"}',
  ],
  [
    "aliases follow one another",
    {
      a: "{{b}}",
      b: "{{c.d}}",
      c: { d: { e: [5] } },
    },
    "{{a.e[0]}}",
    "5",
  ],
  [
    "a string in an object is an alias too",
    {
      c: { user: "{{users[1]}}" },
      users: [0, { name: "Bob" }],
    },
    "{{c.user.name}}",
    "Bob",
  ],
  [
    "only what a path needs is resolved",
    {
      c: { used: "{{a}}", unused: "{{nope}}", cycle: "{{c}}" },
      a: "A",
    },
    "{{c.used}}",
    "A",
  ],
  [
    "an alias into an object needs no more of it",
    {
      user: "{{users[0]}}",
      users: [{ name: "{{first}}", unused: "{{nope}}" }],
      first: "Ada",
    },
    "{{user.name}}",
    "Ada",
  ],
  [
    "members refer to one another",
    {
      c: { host: "h", url: "http://{{c.host}}" },
    },
    "{{c.url}} {{c}}",
    'http://h {"host":"h","url":"http://h"}',
  ],
  [
    "an object is inserted with its strings resolved",
    {
      c: { a: "{{n}}", b: ["{{n}}!", { c: "{{t}}" }], d: "{{o}}" },
      n: 5,
      t: true,
      o: { x: null },
    },
    "{{c}}",
    '{"a":5,"b":["5!",{"c":true}],"d":{"x":null}}',
  ],
  [
    "property names are not templates",
    {
      c: { "{{n}}": "{{n}}" },
      n: 1,
    },
    "{{c}}",
    '{"{{n}}":1}',
  ],
  [
    "a literal is not parsed again",
    {
      a: "{{'{{'}}b}}",
      b: "B",
    },
    "{{a}}",
    "{{b}}",
  ],
  [
    "a variable may be used twice",
    {
      a: "{{b}}{{b}}",
      b: "{{c}}{{c}}",
      c: "c",
    },
    "{{a}}{{a}}",
    "cccccccc",
  ],
  [
    "names are those of the whole chain of scopes",
    {
      greeting: "Hello {{name}}",
    },
    "{{greeting}}",
    "Hello request",
  ],
];

/** Variables of a file → template → what is wrong, and the way to it. */
const WRONG: [
  what: string,
  variables: Values,
  template: string,
  problem: string,
  trail: string[] | undefined,
][] = [
  ["itself", { a: "{{a}}" }, "{{a}}", "CYCLE 1:1", ["a", "a"]],
  ["itself in text", { a: "x{{a}}" }, "{{a}}", "CYCLE 1:2", ["a", "a"]],
  ["two", { a: "{{b}}", b: "{{a}}" }, "{{a}}", "CYCLE 1:1", ["a", "b", "a"]],
  [
    "three in text",
    {
      a: "1{{b}}",
      b: "22{{c}}",
      c: "333{{a}}",
    },
    "{{a}}",
    "CYCLE 1:4",
    ["a", "b", "c", "a"],
  ],
  [
    "through an alias",
    {
      a: "{{b}}",
      b: "x{{a}}",
    },
    "{{a}}",
    "CYCLE 1:2",
    ["a", "b", "a"],
  ],
  [
    "behind a way in",
    {
      a: "{{b}}",
      b: "{{c}}",
      c: "{{b}}",
    },
    "{{a}}",
    "CYCLE 1:1",
    ["b", "c", "b"],
  ],
  ["a member", { c: { a: "{{c.a}}" } }, "{{c.a}}", "CYCLE 1:1", [
    "c.a",
    "c.a",
  ]],
  ["an object", { c: { a: "{{c}}" } }, "{{c}}", "CYCLE 1:1", ["c", "c"]],
  [
    "an object through a member",
    {
      c: { a: ["{{d}}"] },
      d: "{{c.a}}",
    },
    "{{c.a}}",
    "CYCLE 1:1",
    ["c.a", "d", "c.a"],
  ],
  [
    "an undefined one",
    { a: "x{{b}}", b: " {{nope}}" },
    "{{a}}",
    "UNDEFINED_VARIABLE 1:2",
    ["a", "b", "nope"],
  ],
  ["an undefined alias", { a: "{{nope}}" }, "{{a}}", "UNDEFINED_VARIABLE 1:1", [
    "a",
    "nope",
  ]],
  ["a malformed one", { a: "x{{b" }, "{{a}}", "INVALID_SYNTAX 1:2", ["a", ""]],
  [
    "a member of an alias",
    {
      a: "{{b}}",
      b: { x: 1 },
    },
    "{{a.y}}",
    "INVALID_PATH 1:1",
    undefined,
  ],
  [
    "a member of text",
    { a: "x{{b}}", b: 1 },
    "{{a.y}}",
    "INVALID_PATH 1:1",
    undefined,
  ],
];

function diagnosticsOf(
  template: string,
  scopes: Scopes,
): readonly Diagnostic[] {
  try {
    render(template, scopes);
  } catch (error) {
    if (error instanceof InterpolationError) return error.diagnostics;
    throw error;
  }
  return [];
}

/** `v0` refers to `v1` and so on; the last of `count` is plain text. */
function chain(count: number, link: (name: string) => string): Values {
  const variables: Values = { [`v${count - 1}`]: "end" };
  for (let n = 0; n < count - 1; n++) variables[`v${n}`] = link(`v${n + 1}`);
  return variables;
}

describe("variables that refer to variables", () => {
  for (const [what, variables, template, expected] of RENDERED) {
    it(what, () => {
      const scopes = of(variables, { request: { name: "request" } });
      assertEquals(render(template, scopes), expected);
      assertEquals(render(template, scopes), expected);
    });
  }

  for (const [what, variables, template, problem, trail] of WRONG) {
    it(`reports ${what}`, () => {
      const scopes = of(variables);
      assertEquals(problemsOf(() => render(template, scopes)), [problem]);
      const [first] = diagnosticsOf(template, scopes);
      assertEquals(first.trail, trail);
      assertEquals(
        first.notes,
        trail && [`used by "${template}"`],
      );
    });
  }

  it("writes the trail of a cycle", () => {
    const [{ message }] = diagnosticsOf(
      "{{a}}",
      of({ a: "{{b}}", b: "{{a}}" }),
    );
    assertEquals(
      message,
      'Cannot resolve "{{a}}": it refers to itself, a → b → a',
    );
  });

  it("reports a nested problem once, however often it is met", () => {
    const scopes = of({ a: "{{b}}{{b}}", b: "{{nope}}{{nope}} {{other}}" });
    assertEquals(problemsOf(() => render("{{a}} {{b}}", scopes)), [
      "UNDEFINED_VARIABLE 1:1",
      "UNDEFINED_VARIABLE 1:9",
      "UNDEFINED_VARIABLE 1:18",
    ]);
  });

  it("keeps the kind of an alias, in an object too", () => {
    const scopes = of({
      n: 5,
      a: "{{n}}",
      c: { a: "{{a}}", t: "{{n}} " },
      date: new Date(0),
      d: "{{date}}",
    });
    const kinds: Record<string, unknown> = {
      "{{a}}": 5,
      "{{c.a}}": 5,
      "{{c.t}}": "5 ",
      "{{c}}": { a: 5, t: "5 " },
      "{{d}}": new Date(0),
      "{{a}} ": "5 ",
    };
    for (const [template, value] of Object.entries(kinds)) {
      assertEquals(renderValue(template, scopes).value, value);
    }
  });

  it("points into the string of an object in a file", () => {
    const layer = layerOf("collection", [{
      name: "c",
      value: { hosts: ["ok", "x {{nope}}"], alias: "{{gone}}" },
      secret: false,
      disabled: false,
      at: { file: "oc.yml", path: ["variables", 0, "value"] },
    }]);
    const expected = [
      "UNDEFINED_VARIABLE oc.yml variables[0].value.hosts[1]+2",
      "UNDEFINED_VARIABLE oc.yml variables[0].value.alias+0",
    ];
    const scopes = new Scopes([layer]);
    assertEquals(problemsOf(() => render("{{c}}", scopes)), expected);
    assertEquals(
      problemsOf(() => render("{{c.hosts[1]}}{{c.alias}}", scopes)),
      [
        ...expected,
      ],
    );
  });

  const LINKS: Record<string, (name: string) => string> = {
    "text": (name) => `x{{${name}}}`,
    "an alias": (name) => `{{${name}}}`,
    "text and an alias in turns": (name) =>
      Number(name.slice(1)) % 2 === 0 ? `{{${name}}}` : `x{{${name}}}`,
  };
  for (const [what, link] of Object.entries(LINKS)) {
    it(`goes 32 levels deep through ${what}, no deeper`, () => {
      for (const levels of [31, 32]) {
        const scopes = of(chain(levels + 1, link));
        assert(render("{{v0}}", scopes).endsWith("end"));
      }
      const scopes = of(chain(34, link));
      assertEquals(
        diagnosticsOf("{{v0}}", scopes).map(({ code }) => code),
        ["LIMIT"],
      );
    });
  }

  const LEAVES: Record<string, string> = {
    "text": "0123456789".repeat(100),
    "nothing": "",
    "a cycle": "{{v0}}",
    "an undefined variable": "{{nope}}",
  };
  for (const [what, leaf] of Object.entries(LEAVES)) {
    it(`soon gives up on variables that double, and end in ${what}`, () => {
      for (const count of [28, 32, 40]) {
        const variables = chain(count, (name) => `{{${name}}}{{${name}}}`);
        variables[`v${count - 1}`] = leaf;
        const problems = diagnosticsOf("{{v0}} {{v0}}", of(variables));
        assert(
          problems.some(({ code }) => code === "LIMIT" || code === "CYCLE"),
        );
        assert(problems.length < 10);
      }
    });
  }

  it("soon gives up on wide variables", () => {
    const variables: Values[] = [
      { a: "{{b}}".repeat(20_000), b: "{{c}}".repeat(20_000), c: "" },
      {
        a: Array.from({ length: 2000 }, () => "{{b}}"),
        b: Array.from({ length: 2000 }, () => "{{c}}"),
        c: "",
      },
    ];
    for (const one of variables) {
      const problems = diagnosticsOf("{{a}}", of(one));
      assertEquals(problems.map(({ code }) => code), ["LIMIT"]);
    }
  });

  it("ends a text of more than 64 MiB", () => {
    const half = "x".repeat(33 * 1024 * 1024);
    const scopes = Scopes.of({
      runtime: { half },
      request: { a: "{{half}} ", b: "{{a}}{{a}}", c: "{{b}} {{nope}}" },
    });
    const templates = ["{{half}}{{half}}", "{{a}}{{a}}", "{{b}}", "{{c}}"];
    for (const template of templates) {
      assertEquals(
        diagnosticsOf(template, scopes).map(({ code }) => code),
        ["LIMIT"],
      );
      for (const place of ["json", "header", "url", "form"] as const) {
        const text = place === "json"
          ? `"${template}"`
          : place === "url"
          ? `http://h/${template}`
          : template;
        const problems = problemsOf(() => render(text, scopes, { place }));
        assertEquals(problems.map((it) => it.split(" ")[0]), ["LIMIT"]);
      }
    }
  });

  it("goes on behind a placeholder that is given up", () => {
    const scopes = of({ a: "{{a}}", b: "x {{nowhere}}" });
    assertEquals(
      diagnosticsOf("{{a}} {{b}}", scopes).map(({ code }) => code),
      ["CYCLE", "UNDEFINED_VARIABLE"],
    );
  });

  it("ends a value of more than 64 MiB before it is encoded", () => {
    const scopes = Scopes.of({ runtime: { v: '"'.repeat(65 * 1024 * 1024) } });
    for (const place of ["text", "json", "header", "url"] as const) {
      assertEquals(
        problemsOf(() => render('"{{v}}"', scopes, { place })),
        ["LIMIT 1:2"],
      );
    }
  });

  it("never parses what arrives while running", () => {
    const data: Record<string, Value> = {
      text: "{{secret}}",
      object: { a: "{{secret}}", b: ["{{secret}}"] },
    };
    for (const scope of ["runtime", "data"] as const) {
      const scopes = of({
        secret: "S",
        alias: "{{text}}",
        spliced: "x{{text}}",
        inside: { a: "{{text}}", b: "{{object.a}}" },
      }, { [scope]: data });
      const expected: Record<string, string> = {
        "{{text}}": "{{secret}}",
        "{{object.a}}": "{{secret}}",
        "{{object.b[0]}}": "{{secret}}",
        "{{object}}": '{"a":"{{secret}}","b":["{{secret}}"]}',
        "{{alias}}": "{{secret}}",
        "{{spliced}}": "x{{secret}}",
        "{{inside}}": '{"a":"{{secret}}","b":"{{secret}}"}',
        "{{inside.b}}": "{{secret}}",
      };
      for (const [template, text] of Object.entries(expected)) {
        assertEquals(render(template, scopes), text);
      }
    }
  });
});
