import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import {
  expressionsIn,
  InterpolationError,
  isName,
  parseTemplate,
  render,
  Scopes,
} from "../../../mod.ts";
import type { Expression } from "../../../lib/core/template/types.ts";
import { restrict } from "../../../lib/core/template/template_of.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { check } from "../../support/check.ts";

/** An expression in short: `user.tags[0]` is `ref user .tags [0]`. */
function brief(expression: Expression | undefined): string {
  switch (expression?.kind) {
    case undefined:
      return "malformed";
    case "reference": {
      const path = expression.path.map(({ key, index }) =>
        index === -1 ? ` .${key}` : ` [${index}]`
      );
      return `ref ${expression.name}${path.join("")}`;
    }
    case "generator":
      return `gen ${expression.name} ${JSON.stringify(expression.args)}`;
    case "prompt":
      return `prompt ${expression.text}`;
    case "literal":
      return `literal ${expression.value}`;
    case "process-env":
      return `env ${expression.name}`;
    default:
      return expression satisfies never;
  }
}

const LONG = "9".repeat(400);

/** What stands between the braces → its meaning. */
const EXPRESSIONS: Record<string, string> = {
  "a": "ref a",
  "_": "ref _",
  "_a-b_1": "ref _a-b_1",
  "Größe": "ref Größe",
  "имя": "ref имя",
  "名前": "ref 名前",
  "𝒳": "ref 𝒳",
  " a ": "ref a",
  "\ta\t": "ref a",
  " \t a\t \t": "ref a",
  "\t?a\t": "prompt a",
  "'\n'": "literal \n",
  'a["\u00a0"]': "ref a .\u00a0",
  "a.b": "ref a .b",
  "a.b.c-d.$e._f": "ref a .b .c-d .$e ._f",
  "a.0": "ref a [0]",
  "a.0b": "ref a .0b",
  "a[0]": "ref a [0]",
  "a[12][3].b": "ref a [12] [3] .b",
  "a[007]": "ref a [7]",
  [`a[${LONG}]`]: "ref a [Infinity]",
  'a["x y"]': "ref a .x y",
  "a['x y']": "ref a .x y",
  'a["content-type"].b': "ref a .content-type .b",
  'a[""]': "ref a .",
  'a["}}"]': "ref a .}}",
  'a["{{"]': "ref a .{{",
  "a['\"']": 'ref a ."',
  "a.__proto__": "ref a .__proto__",
  "a.constructor": "ref a .constructor",
  "$uuid": "gen $uuid []",
  " $uuid ": "gen $uuid []",
  "$uuid()": "gen $uuid []",
  "$uuid( )": "gen $uuid []",
  "$randomInt(1,6)": "gen $randomInt [1,6]",
  "$randomInt( -1 , 6.5 )": "gen $randomInt [-1,6.5]",
  "$date('YYYY', \"+1d\")": 'gen $date ["YYYY","+1d"]',
  "$date(')')": 'gen $date [")"]',
  "?One-time code": "prompt One-time code",
  "? PIN ": "prompt PIN",
  "?a } b": "prompt a } b",
  "'{{'": "literal {{",
  "'}}'": "literal }}",
  "''": "literal ",
  '"it\'s"': "literal it's",
  "process.env.HOME": "env HOME",
  "process.env['A B']": "env A B",
  // Not expressions, but names that a variable from another tool can have.
  "base url": "malformed",
  "1st": "malformed",
  "a b.c": "malformed",
  "a .b": "malformed",
  "a. b": "malformed",
  "a\nb": "malformed",
  "\na": "malformed",
  "-a": "malformed",
  ".a": "malformed",
  "a.": "malformed",
  "a..b": "malformed",
  "a[": "malformed",
  "a[]": "malformed",
  "a[-1]": "malformed",
  "a[1.5]": "malformed",
  "a[b]": "malformed",
  "a[0": "malformed",
  "a[ 0 ]": "malformed",
  'a["b]': "malformed",
  "a+b": "malformed",
  "a()": "malformed",
  "á́": "malformed",
  "": "malformed",
  " ": "malformed",
  "$": "malformed",
  "$1": "malformed",
  "$a(": "malformed",
  "$a(1": "malformed",
  "$a(1,)": "malformed",
  "$a(,1)": "malformed",
  "$a(b)": "malformed",
  "$a(1).b": "malformed",
  "$a (1)": "malformed",
  "?": "malformed",
  "?  ": "malformed",
  "'a": "malformed",
  "'a' b": "malformed",
  "process": "malformed",
  "process.env": "malformed",
  "process.env.A.b": "malformed",
  "process.argv": "malformed",
  "process.env.": "malformed",
  "processes.env.A": "ref processes .env .A",
};

/** Text → its parts: `[…]` is a placeholder, by its span. */
const PARTS: [text: string, parts: string[]][] = [
  ["", []],
  ["abc", ["abc"]],
  ["{{a}}", ["[{{a}}]"]],
  ["x{{a}}y{{b}}", ["x", "[{{a}}]", "y", "[{{b}}]"]],
  ["{{a}}{{b}}", ["[{{a}}]", "[{{b}}]"]],
  ["{a}", ["{a}"]],
  ["a}}b", ["a}}b"]],
  // In a run of braces the last two open.
  ["{{{a}}}", ["{", "[{{a}}]", "}"]],
  ["{{{{{a}}", ["{{{", "[{{a}}]"]],
  ['{"a":{"b":{{n}}}}', ['{"a":{"b":', "[{{n}}]", "}}"]],
  // What is never closed is its two braces.
  ["a {{ b", ["a ", "[{{]", " b"]],
  ["{{a {{b}}", ["[{{]", "a ", "[{{b}}]"]],
  ["{{a}", ["[{{]", "a}"]],
  ["{{'}}", ["[{{'}}]"]],
  ["{{?a {{b}}", ["[{{]", "?a ", "[{{b}}]"]],
  // What is closed is one piece, whatever is in it.
  ["{{a b}}c", ["[{{a b}}]", "c"]],
  ["{{}}", ["[{{}}]"]],
  ["{{a['}}']}}", ["[{{a['}}']}}]"]],
  ["{{'{{'}}x{{'}}'}}", ["[{{'{{'}}]", "x", "[{{'}}'}}]"]],
];

/** Malformed text → where parsing stopped. */
const STOPPED: Record<string, number> = {
  "{{a.}}": 4,
  "{{a[x]}}": 4,
  "{{a[0}}": 5,
  "{{ a b}}": 5,
  "{{a['x}}": 4,
  "{{$}}": 3,
  "{{$a(1 2)}}": 7,
  "x{{ process.argv }}": 4,
  "x {{ y": 2,
};

/** Malformed text → the white space that is named. */
const NAMED: Record<string, RegExp> = {
  "{{\na}}": /^a line break stands inside the braces, where/,
  "{{a\r\n}}": /^a line break /,
  "{{a\u2028}}": /^a line break /,
  "{{\u00a0a}}": /^a no-break space \(U\+00A0\) /,
  "{{a\u00a0}}": /^a no-break space /,
  "{{a\u202f}}": /^a no-break space \(U\+202F\) /,
  "{{\ufeffa}}": /^a byte order mark \(U\+FEFF\) /,
  "{{a.\u2003b}}": /U\+2003/,
  "{{a[\v0]}}": /U\+000B/,
  "{{a['b'\f]}}": /U\+000C/,
  "{{a\u200b}}": /U\+200B/,
  "{{\u{e0020}a}}": /U\+E0020/,
  "{{$uuid\u00a0}}": /no-break/,
  "{{$randomInt(1,\u00a02)}}": /no-break/,
  "{{$randomInt(1\n, 2)}}": /line break/,
  "{{?Code\u00a0}}": /no-break/,
  "{{?\nCode}}": /line break/,
  "{{?One\ntime code}}": /line break/,
  "{{\n?Code}}": /line break/,
  "{{'a'\n}}": /line break/,
  "{{process.env.A\u00a0}}": /no-break/,
  "{{base\u00a0url}}": /no-break/,
  "{{a[ 0]}}": /^expected an index/,
  "{{a[\t0]}}": /^expected an index/,
  "{{a b}}": /^expected "}}"/,
  "{{é+}}": /^expected "}}"/,
};

describe("parseTemplate", () => {
  for (const [inside, expected] of Object.entries(EXPRESSIONS)) {
    it(`reads ${JSON.stringify(inside.slice(0, 40))}`, () => {
      const text = `{{${inside}}}`;
      const [part, ...rest] = parseTemplate(text).placeholders;
      assertEquals(brief(part.expression), expected);
      assertEquals(part.problem === undefined, expected !== "malformed");
      if (expected === "malformed") return;
      assertEquals([part.text, part.end, rest], [
        inside.trim(),
        text.length,
        [],
      ]);
    });
  }

  for (const [text, expected] of PARTS) {
    it(`splits ${JSON.stringify(text)}`, () => {
      const parts = parseTemplate(text).parts.map((part) => {
        const piece = text.slice(part.start, part.end);
        return part.kind === "text" ? piece : `[${piece}]`;
      });
      assertEquals(parts, expected);
    });
  }

  for (const [text, offset] of Object.entries(STOPPED)) {
    it(`says where ${text} breaks`, () => {
      assertEquals(parseTemplate(text).placeholders[0].problem?.offset, offset);
    });
  }

  for (const [text, message] of Object.entries(NAMED)) {
    it(`names what stands in ${JSON.stringify(text)}`, () => {
      const [{ expression, problem }] = parseTemplate(text).placeholders;
      assertEquals(expression, undefined);
      assert(message.test(problem!.message), problem!.message);
    });
  }

  it("takes the white space around a name as part of it, spaces and tabs aside", () => {
    const text = "{{ \t\u00a0a\u00a0 \t }}";
    assertEquals(parseTemplate(text).placeholders[0].text, "\u00a0a\u00a0");
    const scopes = Scopes.of({ collection: { "\u00a0a\u00a0": 1, a: 2 } });
    assertEquals(render(text, scopes), "1");
    const error = assertThrows(
      () => render("{{\na\u00a0\t}}", scopes),
      InterpolationError,
    );
    assertEquals(
      [error.diagnostics[0].code, error.message],
      [
        "INVALID_SYNTAX",
        'Cannot parse "{{\\na\\u00a0\\t}}": a line break stands inside the braces, where only spaces and tabs can',
      ],
    );
  });

  it("gives each step of a path its span", () => {
    const text = "x{{ a.bc[10]['d'] }}";
    const { expression } = parseTemplate(text).placeholders[0];
    assert(expression?.kind === "reference");
    assertEquals(
      expression.path.map(({ start, end }) => text.slice(start, end)),
      [".bc", "[10]", "['d']"],
    );
  });

  const piece = fc.constantFrom(
    ..."{{ }} { } [ ] ( ) ' \" . $ ? , a 0 - \\ \n \t \ud800 é process.env."
      .split(
        " ",
      ),
    " ",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
    fc.string({ unit: ANY_CHARACTER }),
  );

  it("tiles any text and never throws", () => {
    check(
      fc.property(text, (source) => {
        const { parts, placeholders } = parseTemplate(source);
        let end = 0;
        for (const part of parts) {
          assertEquals(part.start, end);
          assert(part.end > part.start);
          end = part.end;
          const inside = source.slice(part.start, part.end);
          if (part.kind === "text") assertEquals(part.text, inside);
          else {
            assert(inside.startsWith("{{"));
            assertEquals(part.expression === undefined, !!part.problem);
          }
        }
        assertEquals(end, source.length);
        assertEquals(
          placeholders,
          parts.filter((part) => part.kind === "placeholder"),
        );
      }),
      1000,
    );
  });

  it("leaves text without opening braces alone", () => {
    check(fc.property(text, (source) => {
      fc.pre(!source.includes("{{"));
      const template = parseTemplate(source);
      assertStrictEquals(template.source, source);
      assertEquals(template.placeholders, []);
      assert(template.parts.length <= 1);
    }));
  });
});

describe("expressionsIn", () => {
  it("lists what stands between braces, once", () => {
    assertEquals(
      expressionsIn("{{ a }}{{a}} {{base url}} {{$uuid}} {{}} {{a.b"),
      ["a", "base url", "$uuid"],
    );
  });
});

describe("restrict", () => {
  it("leaves only the given expressions as placeholders", () => {
    const text = "{{a}} {{ b }} {{c}} {{";
    const template = restrict(parseTemplate(text), new Set(["b"]));
    assertEquals(template.placeholders.map((part) => part.text), ["b"]);
    assertEquals(
      template.parts.map((part) => text.slice(part.start, part.end)).join(""),
      text,
    );
  });
});

describe("isName", () => {
  const NAMES: Record<string, boolean> = {
    a: true,
    _: true,
    "a-b_1": true,
    é: true,
    "𝒳1": true,
    "": false,
    "1a": false,
    "-a": false,
    "a b": false,
    "a.b": false,
    "a$": false,
    "\ud835": false,
    "a\n": false,
  };
  for (const [name, expected] of Object.entries(NAMES)) {
    it(`${expected ? "takes" : "refuses"} ${JSON.stringify(name)}`, () => {
      assertEquals(isName(name), expected);
    });
  }
});
