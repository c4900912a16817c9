import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  InterpolationError,
  parseTemplate,
  render,
  Scopes,
  type ScopeValues,
  snapshot,
} from "../../../mod.ts";
import { renderJson } from "../../../lib/core/render/render_json.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { check } from "../../support/check.ts";
import { problemsOf } from "../../support/problems.ts";

const DATA = {
  n: 1,
  big: 12345678901234567890n,
  t: true,
  nothing: null,
  s: 'a "b" \\ \n',
  o: { x: [1, "y"] },
  l: [1, { a: "b" }],
  d: new Date(0),
  headers: { "content-type": "text/plain" },
  key: "name",
};

/** Body → what is sent, with `DATA` in any scope. */
const SENT: Record<string, string> = {
  '{"a": {{n}}}': '{"a": 1}',
  '{"a":{{{o}}}}': "INVALID_BODY 1:7",
  '{"a":{"b":{{n}}}}': '{"a":{"b":1}}',
  '{"a":[{{n}},{{t}},{{nothing}}]}': '{"a":[1,true,null]}',
  "[{{n}} , {{ n }}]": "[1 , 1]",
  '{"s": "{{s}}"}': '{"s": "a \\"b\\" \\\\ \\n"}',
  '{"s": "{{s}}{{n}} {{s}}"}':
    '{"s": "a \\"b\\" \\\\ \\n1 a \\"b\\" \\\\ \\n"}',
  '{"s": "\\"{{n}}\\""}': '{"s": "\\"1\\""}',
  '{"s": "\\\\{{n}}"}': '{"s": "\\\\1"}',
  '{"s": "é\\u00e9{{n}}"}': '{"s": "é\\u00e91"}',
  '{"o": "{{o}}"}': '{"o": "{\\"x\\":[1,\\"y\\"]}"}',
  '{"o": {{o}}, "l": {{l}}}': '{"o": {"x":[1,"y"]}, "l": [1,{"a":"b"}]}',
  '{"e": ["{{l[1].a}}", {{l[0]}}]}': '{"e": ["b", 1]}',
  '{"d": "{{d}}"}': '{"d": "1970-01-01T00:00:00.000Z"}',
  '{"d": {{d}}}': '{"d": "1970-01-01T00:00:00.000Z"}',
  '{"b": {{big}}, "c": "{{big}}"}':
    '{"b": 12345678901234567890, "c": "12345678901234567890"}',
  // Quotes inside a placeholder end no string.
  '{"c": "{{headers["content-type"]}}"}': '{"c": "text/plain"}',
  '{"c": "{{headers[\'content-type\']}}!"}': '{"c": "text/plain!"}',
  '{"c": "{{\'"\'}}"}': '{"c": "\\""}',
  // Keys follow the same rules.
  '{"{{key}}": 1, "a{{n}}b": 2}': '{"name": 1, "a1b": 2}',
  "{ {{d}}: 1 }": '{ "1970-01-01T00:00:00.000Z": 1 }',
  "{ {{n}}: 1 }": "INVALID_BODY 1:3",
  "{ {{nothing}}: 1 }": "INVALID_BODY 1:3",
  "{ {{o}}: 1 }": "INVALID_BODY 1:3",
  // Glued scalars concatenate.
  "[1{{n}}]": "[11]",
  "[{{n}}1]": "[11]",
  "[{{n}}{{n}}]": "[11]",
  "[-{{n}}.5e{{n}}]": "[-1.5e1]",
  "[1{{t}}]": "INVALID_BODY 1:3",
  "[01{{n}}]": "INVALID_BODY 1:4",
  "[01, {{n}}]": "INVALID_BODY 1:2",
  "[{{o}}{{n}}]": "INVALID_BODY 1:7",
  '["a"{{n}}]': "INVALID_BODY 1:5",
  '[{{n}}"a"]': "INVALID_BODY 1:7",
  // What is not JSON by itself.
  '{"a": {{n}}, }': "INVALID_BODY 1:14",
  '{"a": 1, }': "INVALID_BODY 1:10",
  '{"a" {{n}}}': "INVALID_BODY 1:6",
  '{"a": {{n}}': "INVALID_BODY 1:12",
  '{"a": {{n}}}}': "INVALID_BODY 1:13",
  "{a: 1}": "INVALID_BODY 1:2",
  "{'a': 1}": "INVALID_BODY 1:2",
  "[01]": "INVALID_BODY 1:2",
  "[.5]": "INVALID_BODY 1:2",
  "[NaN]": "INVALID_BODY 1:2",
  "[1 2]": "INVALID_BODY 1:4",
  "1, 2": "INVALID_BODY 1:2",
  "{{n}}, {}": "INVALID_BODY 1:6",
  "[1}": "INVALID_BODY 1:3",
  "[\n  1,\n  x\n]": "INVALID_BODY 3:3",
  '["a\nb"]': "INVALID_BODY 1:4",
  '["a\\x"]': "INVALID_BODY 1:4",
  '["\\u12g4"]': "INVALID_BODY 1:3",
  '["\\': "INVALID_BODY 1:3",
  '["a': "INVALID_BODY 1:4",
  "": "INVALID_BODY 1:1",
  "// nothing": "INVALID_BODY 1:11",
  "\ufeff1": "INVALID_BODY 1:1",
  "\u00a01": "INVALID_BODY 1:1",
  '["\\{{n}}"]': "INVALID_BODY 1:3",
  '[{{n}}, "\\{{key}}"]': "INVALID_BODY 1:10",
  '["\\u00{{n}}"]': "INVALID_BODY 1:3",
  '[1{{n}}, "\\{{key}}"]': "INVALID_BODY 1:11",
  '[x, "\\{{key}}"]': "INVALID_BODY 1:2",
  '{"a": 1{{n}}, {{n}}: 1}': "INVALID_BODY 1:15",
  '{"a": 1{{n}}, {{s}}: 1}': "INVALID_BODY 1:15",
  // Comments outside strings are removed, all else stays.
  '{ // a\n "a": 1 /* b */ }': '{ \n "a": 1  }',
  '["//", "/* */", "http://h/{{n}}"]': '["//", "/* */", "http://h/1"]',
  "[1] // end": "[1] ",
  "/**/[1]/***/": "[1]",
  "[1, // {{n}}\r\n2]": "[1, \n2]",
  "[1, // {{nope}} \"'{{\n2]": "[1, \n2]",
  "[1, /* {{nope}} */ 2]": "[1,  2]",
  "[1, /* {{l['*/']}} */ 2]": "INVALID_BODY 1:15",
  "[1, // {{a\nb}} c\n2]": "INVALID_BODY 2:1",
  // Braces in a comment swallow nothing behind it.
  '{"a": 1 // {{ x\n, "b": {"c": {}}}': '{"a": 1 \n, "b": {"c": {}}}',
  '{"a": 1 /* {{ */, "b": {"c": {}}}': '{"a": 1 , "b": {"c": {}}}',
  "[1 /* {{?why */, 2 /* }} */]": "[1 , 2 ]",
  "[1 /* {{' */, 2 /* '}} */, {{n}}]": "[1 , 2 , 1]",
  '[1 /* {{n}} {{ */, "{{n}}" // {{\n]': '[1 , "1" \n]',
  '[1, /* "{{s}} */ {{n}} // {{n}}]': "INVALID_BODY 1:33",
  "[1, /* {{n}}": "INVALID_BODY 1:13",
  "[1 / 2]": "INVALID_BODY 1:4",
  "[1, /{{n}}/ 2]": "INVALID_BODY 1:5",
};

/** Strings of a file → body → what is sent, or what is wrong. */
const FRAGMENTS: [variables: Record<string, string>, body: string, string][] = [
  [{ f: '"a": 1, "b": {{n}}' }, "{ {{f}} }", '{ "a": 1, "b": 1 }'],
  [{ f: '"a": 1' }, '{"x": 0, {{f}}}', '{"x": 0, "a": 1}'],
  [{ f: '"a": "\\{{n}}"' }, "{ {{f}} }", "INVALID_BODY 1:3"],
  [{ f: "," }, '["a" {{f}} "\\{{key}}"]', "INVALID_BODY 1:13"],
  [{ f: "}" }, '[{"a": 1 {{f}}, {{n}}]', '[{"a": 1 }, 1]'],
  [{ f: "1, 2" }, "[{{f}}, 3]", "[1, 2, 3]"],
  [{ f: "" }, "[{{f}}]", "[]"],
  [{ f: "" }, '{ {{f}} "a": 1 }', '{  "a": 1 }'],
  [
    { f: ', "b": "{{s}}"' },
    '{"a": 1{{f}}}',
    '{"a": 1, "b": "a \\"b\\" \\\\ \\n"}',
  ],
  [
    { f: '{"a": "{{s}}", "b": {{o}}}' },
    "{{f}}",
    '{"a": "a \\"b\\" \\\\ \\n", "b": {"x":[1,"y"]}}',
  ],
  [{ f: "[{{g}}]", g: '{{n}}, "{{key}}"' }, "{{f}}", '[1, "name"]'],
  [{ f: '{"a": 1} // {{nope}}' }, "[{{f}}\n]", '[{"a": 1} \n]'],
  [{ f: "1 /* one */" }, "[{{f}}]", "[1 ]"],
  [{ f: '"//"' }, "[{{f}}]", '["//"]'],
  [{ f: '"// {{n}}"' }, "[{{f}}]", '["// 1"]'],
  [{ f: "a{{n}}" }, '"{{f}}"', '"a1"'],
  [{ f: '"{{n}}' }, '"{{f}}"', '"\\"1"'],
  [{ f: "text" }, "[{{f}}]", "INVALID_BODY 1:2"],
  [{ f: "text {{n}}" }, "[{{f}}]", "INVALID_BODY 1:2"],
  [{ f: "" }, "[1, {{f}}]", "INVALID_BODY 1:5"],
  [{ f: "" }, '{"a": {{f}}}', "INVALID_BODY 1:7"],
  [{ f: "1]" }, "[0, {{f}}]", "INVALID_BODY 1:5"],
  [{ f: "1" }, "[{{f}}, x]", "INVALID_BODY 1:9"],
  [{ f: "1, 2" }, "[{{f}}, x]", "INVALID_BODY 1:9"],
  [{ f: "name" }, "{ {{f}}: 1 }", "INVALID_BODY 1:3"],
  [{ f: '"name"' }, "{ {{f}}: 1 }", '{ "name": 1 }'],
  [{ f: "{{n}}" }, "{ {{f}}: 1 }", "INVALID_BODY 1:3"],
  [
    { f: "x{{nope}}" },
    "[{{f}}, {{gone}}]",
    "UNDEFINED_VARIABLE 1:2,UNDEFINED_VARIABLE 1:9",
  ],
];

function outcome(body: string, values: ScopeValues): string {
  const run = () => render(body, Scopes.of(values), { place: "json" });
  const problems = problemsOf(run);
  return problems.length > 0 ? problems.join() : run();
}

describe("renderJson", () => {
  for (const [body, expected] of Object.entries(SENT)) {
    it(JSON.stringify(body), () => {
      for (const scope of ["runtime", "environment"] as const) {
        assertEquals(outcome(body, { [scope]: DATA }), expected);
      }
      if (!expected.startsWith("INVALID")) JSON.parse(expected);
    });
  }

  for (const [request, body, expected] of FRAGMENTS) {
    it(`${JSON.stringify(body)} with ${JSON.stringify(request)}`, () => {
      assertEquals(outcome(body, { request, runtime: DATA }), expected);
      if (!expected.includes(":")) JSON.parse(expected);
    });
  }

  it("takes a text from data outside quotes only as complete JSON", () => {
    const body = "[{{v}}, 0{{v}}]";
    const texts: Record<string, string> = {
      "1": "INVALID_BODY 1:10",
      '{"a": 1}': "INVALID_BODY 1:10",
      "1, 2": "INVALID_BODY 1:2,INVALID_BODY 1:10",
      "": "INVALID_BODY 1:2,INVALID_BODY 1:10",
    };
    for (const [v, expected] of Object.entries(texts)) {
      assertEquals(outcome(body, { runtime: { v } }), expected);
    }
    assertEquals(outcome("{ {{v}}: 1 }", { data: { v: '"k"' } }), '{ "k": 1 }');
    assertEquals(
      outcome("{ {{v}}: 1 }", { data: { v: "1" } }),
      "INVALID_BODY 1:3",
    );
  });

  it("escapes whatever cannot stand in quotes as it is", () => {
    for (
      const v of ['"', "\\", "\0", "\n", "\u001f", "\ud800", "\udfff", "😀"]
    ) {
      const text = outcome('"{{v}}"', { runtime: { v } });
      assertEquals([JSON.parse(text), text], [v, JSON.stringify(v)]);
    }
  });

  it("says what to do", () => {
    const rows: [body: string, message: string][] = [
      [
        '{"a": {{s}}}',
        'Cannot insert "{{s}}" into the JSON body: its value is text and stands outside quotes (put quotes around it: "{{s}}")',
      ],
      [
        '{"a" {{n}}}',
        'Cannot send the body: it is not valid JSON: expected ":", found "{{n}}"',
      ],
      ...["[1{{t}}]", "[{{t}}1]", "[{{n}}{{t}}]", "[-{{t}}, 1]"].map((
        body,
      ): [string, string] => [
        body,
        `Cannot insert "{{${
          body.includes("n") ? "n" : "t"
        }}}" into the JSON body: with the text beside it, its value is not a JSON value (put quotes around all of it)`,
      ]),
      [
        "\ufeff1",
        "Cannot send the body: it is not valid JSON: expected a value, found a byte order mark (U+FEFF)",
      ],
      [
        "[1\u00a02]",
        'Cannot send the body: it is not valid JSON: expected "," or "]", found a no-break space (U+00A0)',
      ],
      [
        '{"a": {{n}},\n}',
        'Cannot send the body: it is not valid JSON: expected a property name in quotes, found "}" (leave out the comma before it)',
      ],
      [
        "[1, ]",
        'Cannot send the body: it is not valid JSON: expected a value, found "]" (leave out the comma before it)',
      ],
      [
        '{"a": ]',
        'Cannot send the body: it is not valid JSON: expected a value, found "]"',
      ],
      [
        '{"a": }',
        'Cannot send the body: it is not valid JSON: expected a value, found "}"',
      ],
      [
        "[1, }",
        'Cannot send the body: it is not valid JSON: expected a value, found "}"',
      ],
    ];
    for (const [body, message] of rows) {
      const { diagnostics } = renderJson(body, Scopes.of({ runtime: DATA }));
      assertEquals(diagnostics.map((d) => d.message), [message], body);
    }
  });

  it("reports every problem of a body at once", () => {
    const body = '{"a": {{x}}, "b": "{{y}} {{n.z}}", "c": {{';
    assertEquals(outcome(body, { runtime: DATA }).split(","), [
      "UNDEFINED_VARIABLE 1:7",
      "UNDEFINED_VARIABLE 1:20",
      "INVALID_PATH 1:26",
      "INVALID_SYNTAX 1:41",
    ]);
  });

  it("reads 100,000 levels", () => {
    const deep = `${"[".repeat(100_000)}{{n}}${"]".repeat(100_000)}`;
    const { value } = renderJson(deep, Scopes.of({ runtime: { n: 1 } }));
    assertEquals(value, deep.replace("{{n}}", "1"));
    const flawed = renderJson(`${deep}]`, Scopes.of({ runtime: { n: 1 } }));
    assertEquals(flawed.diagnostics.length, 1);
  });
});

/** JSON with `{{v…}}` for some of its values, and these. */
interface Slotted {
  readonly body: string;
  readonly values: Record<string, unknown>;
  readonly expected: unknown;
}

const text = fc.string({ unit: ANY_CHARACTER }).filter((s) =>
  !s.includes("{{")
);
const blank = fc.constantFrom("", " ", "\n\t", '// {{c}} "\n', "/* '{{' */");
const leaf = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
  fc.date({ noInvalidDate: true }),
);

/** What JSON makes of a value. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const slotted: fc.Arbitrary<Slotted> = fc.array(
  fc.record({
    value: leaf,
    where: fc.constantFrom("literal", "bare", "string", "mixed", "key"),
    before: text,
    after: text,
    blank,
  }),
  { maxLength: 6 },
).map((members) => {
  const values: Record<string, unknown> = {};
  const expected: [string, unknown][] = [];
  const parts = members.map(({ value, where, before, after, blank }, index) => {
    const name = `v${index}`;
    values[name] = value;
    const text = typeof value === "string"
      ? value
      : value instanceof Date
      ? value.toISOString()
      : JSON.stringify(value);
    const inside = (text: string) => JSON.stringify(text).slice(1, -1);
    const member = (key: string, json: string, meant: unknown) => {
      expected.push([key, meant]);
      return `${blank}"${inside(key)}"${blank}:${blank}${json}${blank}`;
    };
    // Braces that are written out would be a placeholder.
    const isTemplate = JSON.stringify(value).includes("{{");
    switch (isTemplate && where === "literal" ? "string" : where) {
      case "literal":
        return member(name, JSON.stringify(value), value);
      case "string":
        return member(name, `"{{${name}}}"`, text);
      case "mixed":
        return member(
          name,
          `"${inside(before)}{{ ${name} }}${inside(after)}{{${name}}}"`,
          before + text + after + text,
        );
      case "key":
        expected.push([`${name}${text}`, index]);
        return `"${name}{{${name}}}":${blank}${index}`;
      case "bare":
        return typeof value === "string"
          ? member(name, `"{{${name}}}"`, value)
          : member(name, `{{${name}}}`, value);
    }
  });
  return {
    body: `{${parts.join(",")}}`,
    values,
    expected: plain(Object.fromEntries(expected)),
  };
});

describe("a JSON body with any values in any place", () => {
  it("parses back to these values", () => {
    check(
      fc.property(
        slotted,
        fc.constantFrom("runtime", "environment"),
        ({ body, values, expected }, scope) => {
          const isTemplate = JSON.stringify(values).includes("{{");
          fc.pre(scope === "runtime" || !isTemplate);
          const scopes = Scopes.of({ [scope]: values });
          const template = parseTemplate(body);
          for (let time = 0; time < 2; time++) {
            const sent = render(template, scopes, { place: "json" });
            assertEquals(JSON.parse(sent), expected);
          }
        },
      ),
      400,
    );
  });

  it("fails without another error for any body and any text", () => {
    const piece = fc.constantFrom(
      ...'{ } [ ] , : " \\ / * // /* */ {{v}} {{w}} {{ }} 1 -1 .5 e true null a \\u00 \n'
        .split(" "),
    );
    const body = fc.array(piece, { maxLength: 25 }).map((all) => all.join(""));
    check(
      fc.property(
        body,
        body,
        fc.constantFrom("error", "keep", "empty"),
        (body, v, mode) => {
          for (const scope of ["runtime", "environment"] as const) {
            const scopes = Scopes.of({ [scope]: { v, w: 1 } }, {
              undefined: mode,
            });
            const { value, diagnostics } = renderJson(body, scopes);
            const failed = diagnostics.some((d) => d.severity === "error");
            assertEquals(value === undefined, failed);
            if (mode !== "keep" && value !== undefined) JSON.parse(value);
            for (const { message } of diagnostics) assert(message.length < 400);
          }
        },
      ),
      2000,
    );
  });

  it("throws only InterpolationError", () => {
    check(fc.property(fc.string({ unit: ANY_CHARACTER }), (body) => {
      try {
        render(body, Scopes.of({}), { place: "json" });
      } catch (error) {
        assert(error instanceof InterpolationError);
      }
    }));
  });

  it("is the same for a value from a file and for data", () => {
    check(fc.property(fc.jsonValue(), (value) => {
      fc.pre(
        typeof value !== "string" && !JSON.stringify(value).includes("{{"),
      );
      const v = snapshot(value, "v");
      const [one, other] = ["runtime", "global"].map((scope) =>
        render("[{{v}}]", Scopes.of({ [scope]: { v } }), { place: "json" })
      );
      assertEquals(one, other);
    }));
  });
});
