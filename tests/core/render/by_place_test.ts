import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  parseTemplate,
  render,
  type RenderPlace,
  Scopes,
  type ScopeValues,
  type UndefinedMode,
} from "../../../mod.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { check } from "../../support/check.ts";
import { problemsOf } from "../../support/problems.ts";
import { webUrl } from "../../support/web_url.ts";

const DATE = new Date(Date.UTC(2024, 1, 29, 12, 0, 0, 5));
const ISO = "2024-02-29T12:00:00.005Z";

/** Value → its text, and its JSON where that is another. */
const VALUES: [value: unknown, text: string, json?: string][] = [
  ["text", "text", '"text"'],
  ["", "", '""'],
  ['say "hi"\\', 'say "hi"\\', '"say \\"hi\\"\\\\"'],
  ["a/b?c=d&e%20+;é", "a/b?c=d&e%20+;é", '"a/b?c=d&e%20+;é"'],
  [42, "42"],
  [-0, "0"],
  [0.1, "0.1"],
  [1e21, "1e+21"],
  [12345678901234567890n, "12345678901234567890"],
  [true, "true"],
  [false, "false"],
  [{ b: 1, a: [true, null, "x"] }, '{"b":1,"a":[true,null,"x"]}'],
  [[], "[]"],
  [{}, "{}"],
  [DATE, ISO, `"${ISO}"`],
  [{ at: [DATE] }, `{"at":["${ISO}"]}`],
];

const ORIGINS = ["runtime", "data", "request", "environment"] as const;

describe("values by place", () => {
  for (const [value, text, json = text] of VALUES) {
    for (const origin of ORIGINS) {
      const scopes = Scopes.of({ [origin]: { v: value } });
      const at = (template: string, place: RenderPlace) =>
        render(template, scopes, { place });
      it(`${json} of the ${origin} scope`, () => {
        for (const place of ["text", "xml", "header"] as const) {
          assertEquals(at("{{v}}", place), text);
          assertEquals(at("<{{v}}|{{v}}>", place), `<${text}|${text}>`);
        }
        assertEquals(at("http://h/{{v}}", "url"), `http://h/${text}`);
        assertEquals(at("http://h/?q={{v}}", "url"), `http://h/?q=${text}`);
        assertEquals(
          at("{{v}}", "form"),
          `${new URLSearchParams({ v: text })}`.slice(2),
        );
        const quoted = JSON.stringify(text);
        assertEquals(at('"{{v}}"', "json"), quoted);
        assertEquals(
          at('["{{v}}-{{v}}", 1]', "json"),
          `[${JSON.stringify(`${text}-${text}`)}, 1]`,
        );
        if (typeof value === "string") return;
        assertEquals(at("{{v}}", "json"), json);
        assertEquals(at('{"a": [{{v}}]}', "json"), `{"a": [${json}]}`);
      });
    }
  }

  /** What a text outside quotes in JSON becomes; undefined: an error. */
  const BARE: [text: string, fromFile: string | undefined, data?: string][] = [
    ["1", "1", "1"],
    ["true", "true", "true"],
    ['"a"', '"a"', '"a"'],
    [' {"a": [1]} ', ' {"a": [1]} ', ' {"a": [1]} '],
    ["1, 2", "1, 2", undefined],
    ["[1], {}", "[1], {}", undefined],
    ["", undefined, undefined],
    ["text", undefined, undefined],
    ["1]", undefined, undefined],
    ["NaN", undefined, undefined],
  ];
  for (const [text, fromFile, data] of BARE) {
    it(`${JSON.stringify(text)} outside quotes in JSON`, () => {
      for (const origin of ORIGINS) {
        const scopes = Scopes.of({ [origin]: { v: text } });
        const run = () => render("[0, {{v}}]", scopes, { place: "json" });
        const expected = origin === "runtime" || origin === "data"
          ? data
          : fromFile;
        if (expected === undefined) {
          assertEquals(problemsOf(run), ["INVALID_BODY 1:5"]);
        } else assertEquals(run(), `[0, ${expected}]`);
      }
    });
  }

  it("null is an error in URL and header, and `null` elsewhere", () => {
    const values: ScopeValues[] = [
      { runtime: { v: null } },
      { request: { v: null } },
      { request: { v: "{{w}}", w: null } },
      { request: { o: { v: null }, v: "{{o.v}}" } },
    ];
    for (const one of values) {
      const scopes = Scopes.of(one);
      const results: [RenderPlace, string, string | undefined][] = [
        ["text", "a{{v}}", "anull"],
        ["xml", "a{{v}}", "anull"],
        ["form", "a{{v}}", "anull"],
        ["json", "[{{v}}]", "[null]"],
        ["json", '"{{v}}"', '"null"'],
        ["header", "a{{v}}", undefined],
        ["url", "h/{{v}}", undefined],
        ["url", "{{v}}", undefined],
      ];
      for (const [place, template, expected] of results) {
        const run = () => render(template, scopes, { place });
        if (expected !== undefined) assertEquals(run(), expected);
        else {
          assertEquals(
            problemsOf(run).map((problem) => problem.split(" ")[0]),
            ["UNSERIALIZABLE"],
          );
        }
      }
    }
  });

  it("null inside of a variable's text is an error where that lands", () => {
    const scopes = Scopes.of({ request: { v: "x{{w}}", w: null } });
    for (const place of ["header", "url"] as const) {
      assertEquals(problemsOf(() => render("a{{v}}", scopes, { place })), [
        "UNSERIALIZABLE 1:2",
      ]);
    }
    assertEquals(render('"{{v}}"', scopes, { place: "json" }), '"xnull"');
  });
});

describe("text without placeholders", () => {
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.json(),
    webUrl(),
  ).filter((text) => !text.includes("{{"));
  const places: RenderPlace[] = ["text", "xml", "url"];
  it("comes back unchanged", () => {
    check(fc.property(text, fc.constantFrom(...places), (text, place) => {
      const scopes = Scopes.of({});
      assertEquals(render(text, scopes, { place }), text);
      assertEquals(render(parseTemplate(text), scopes, { place }), text);
    }));
  });
  it("comes back unchanged from a JSON body", () => {
    check(fc.property(fc.json(), (text) => {
      fc.pre(!text.includes("{{"));
      assertEquals(render(text, Scopes.of({}), { place: "json" }), text);
    }));
  });
});

/** Place → template → what it renders to in mode `keep`, and in `empty`. */
const LENIENT: [RenderPlace, string, keep: string, empty: string][] = [
  ["text", "a{{x}}b{{n}}", "a{{x}}b1", "ab1"],
  ["text", "{{ x }}", "{{ x }}", ""],
  ["text", "{{o.x}}|{{n.x}}|{{l[9]}}", "{{o.x}}|{{n.x}}|{{l[9]}}", "||"],
  ["text", "{{a b}}|{{}}|{{-}}", "{{a b}}|{{}}|{{-}}", "||"],
  ["text", "a {{ b", "a {{ b", "a  b"],
  ["text", "{{$nope}}|{{process}}", "{{$nope}}|{{process}}", "|"],
  ["text", "{{nested}}", "<{{x}}>", "<>"],
  ["text", "{{alias}}", "{{x}}", ""],
  ["text", "{{ aliases }}|{{path}}", "{{x}}|{{o.x}}", "|"],
  ["text", "{{alias.a}}|{{object.a.b}}", "{{alias.a}}|{{object.a.b}}", "|"],
  ["text", "{{object.a}}|{{broken}}", "{{x}}|{{- -}}", "|"],
  ["text", "{{object}}", '{"a":"{{x}}","b":1}', '{"a":"","b":1}'],
  ["xml", "<a>{{alias}}</a>", "<a>{{x}}</a>", "<a></a>"],
  ["header", "{{alias}}", "{{x}}", ""],
  ["url", "http://h/{{alias}}", "http://h/{{x}}", "http://h/"],
  ["form", "{{alias}}", "%7B%7Bx%7D%7D", ""],
  ["json", '["{{alias}}", {{aliases}}]', '["{{x}}", {{x}}]', '["", null]'],
  ["xml", "<a>{{x}}</a>", "<a>{{x}}</a>", "<a></a>"],
  ["header", "a{{x}}", "a{{x}}", "a"],
  ["header", "{{x}}", "{{x}}", ""],
  ["url", "http://h/{{x}}?a={{x}}", "http://h/{{x}}?a={{x}}", "http://h/?a="],
  ["form", "a{{x}}", "a%7B%7Bx%7D%7D", "a"],
  ["json", '"{{x}}"', '"{{x}}"', '""'],
  ["json", '"a{{x}}{{n}}"', '"a{{x}}1"', '"a1"'],
  ["json", '[{{x}}, "{{x}}"]', '[{{x}}, "{{x}}"]', '[null, ""]'],
  ["json", '{"{{x}}": {{x}}}', '{"{{x}}": {{x}}}', '{"": null}'],
  ["json", '["{{o["x"]}}"]', '["{{o["x"]}}"]', '[""]'],
  ["json", '["{{"]', '["{{"]', '[""]'],
  ["json", "[{{nested}}]", "[<{{x}}>]", ""],
];

describe("undefined and malformed placeholders", () => {
  const request = {
    n: 1,
    o: {},
    l: [],
    nested: "<{{x}}>",
    alias: "{{x}}",
    aliases: "{{alias}}",
    path: "{{o.x}}",
    broken: "{{- -}}",
    object: { a: "{{x}}", b: "{{n}}" },
  };
  for (const [place, template, keep, empty] of LENIENT) {
    it(`${template} in ${place}`, () => {
      const run = (mode: UndefinedMode) => () =>
        render(template, Scopes.of({ request }, { undefined: mode }), {
          place,
        });
      assertEquals(run("keep")(), keep);
      if (template === "[{{nested}}]") {
        assertEquals(problemsOf(run("empty")), ["INVALID_BODY 1:2"]);
      } else assertEquals(run("empty")(), empty);
      assertEquals(problemsOf(run("error")).length > 0, true);
    });
  }

  it("kept, leave any text as it is", () => {
    const piece = fc.constantFrom(
      "{{",
      "}}",
      "{",
      "}",
      "a",
      "b.c",
      "[0]",
      '["',
      '"]',
      " ",
      "'",
      "$x",
      "?",
      "(",
      ")",
      "\\",
    );
    const text = fc.array(piece, { maxLength: 30 }).map((all) => all.join(""));
    const scopes = Scopes.of({}, { undefined: "keep" });
    check(
      fc.property(text, (text) => {
        const { placeholders } = parseTemplate(text);
        fc.pre(
          placeholders.every(({ expression }) =>
            expression?.kind !== "literal" && expression?.kind !== "prompt"
          ),
        );
        for (const place of ["text", "xml", "url"] as const) {
          assertEquals(render(text, scopes, { place }), text);
        }
      }),
      500,
    );
  });

  it("are no way around cycles, null, and what cannot be written", () => {
    const request = { a: "{{b}}", b: "{{a}}", nothing: null };
    for (const mode of ["keep", "empty"] as const) {
      const scopes = Scopes.of({ request }, { undefined: mode });
      assertEquals(problemsOf(() => render("{{a}}", scopes)), ["CYCLE 1:1"]);
      assertEquals(
        problemsOf(() => render("{{nothing}}", scopes, { place: "header" })),
        ["UNSERIALIZABLE 1:1"],
      );
    }
  });

  it("kept, switch the check of a JSON body off; dropped, they do not", () => {
    const template = '{"a": {{x}}, }';
    const run = (mode: UndefinedMode) => () =>
      render(template, Scopes.of({}, { undefined: mode }), { place: "json" });
    assertEquals(run("keep")(), template);
    assertEquals(problemsOf(run("empty")), ["INVALID_BODY 1:14"]);
    const whole = () =>
      render('{"a": 1, }', Scopes.of({}, { undefined: "keep" }), {
        place: "json",
      });
    assertEquals(problemsOf(whole), ["INVALID_BODY 1:10"]);
  });

  it("dropped, are not a property name outside quotes", () => {
    const scopes = Scopes.of({}, { undefined: "empty" });
    assertEquals(
      problemsOf(() => render("{ {{x}}: 1 }", scopes, { place: "json" })),
      ["INVALID_BODY 1:3"],
    );
  });
});
