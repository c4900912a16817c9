import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  InterpolationError,
  render,
  Scopes,
  type ScopeValues,
} from "../../../mod.ts";
import { problemsOf } from "../../support/problems.ts";

const DATA = {
  s: "text",
  n: 7,
  t: true,
  nothing: null,
  d: new Date(0),
  o: { p: { q: "deep" }, "content-type": "json", "a.b": 1, "0": "zero" },
  list: ["a", { b: "B" }, ["c"]],
  empty: [],
  "base url": "spaced",
  "1st": "first",
  "o.p": "dotted",
  "s x": "exact",
  own: JSON.parse('{"__proto__": {"x": 1}, "constructor": "c", "length": 3}'),
};

/** Template → what it renders to, with `DATA` at hand. */
const RENDERED: Record<string, string> = {
  "{{s}}": "text",
  "[{{ s }}|{{\tn\t}}]": "[text|7]",
  "{{o.p.q}}": "deep",
  "{{o['p'].q}}": "deep",
  '{{o["content-type"]}}': "json",
  "{{o.content-type}}": "json",
  '{{o["a.b"]}}': "1",
  "{{o.0}}": "zero",
  "{{o[0]}}": "zero",
  "{{list[0]}}": "a",
  "{{list.0}}": "a",
  "{{list[00]}}": "a",
  "{{list['0']}}": "a",
  "{{list[1].b}}": "B",
  "{{list[2][0]}}": "c",
  "{{list.length}}": "3",
  "{{list['length']}}": "3",
  "{{empty.length}}": "0",
  // A variable whose whole name stands between the braces wins.
  "{{base url}}": "spaced",
  "{{ 1st }}": "first",
  "{{o.p}}": "dotted",
  "{{s x}}": "exact",
  // Own properties, whatever their names.
  "{{own.__proto__.x}}": "1",
  "{{own.constructor}}": "c",
  "{{own.length}}": "3",
  "{{own}}": '{"__proto__":{"x":1},"constructor":"c","length":3}',
  "{{'{{'}}s{{\"}}\"}}": "{{s}}",
  "{{{s}}}": "{text}",
  "{{nothing}}": "null",
};

/** Template → what is wrong with it. */
const WRONG: Record<string, string[]> = {
  "{{nope}}": ["UNDEFINED_VARIABLE 1:1"],
  "{{S}}": ["UNDEFINED_VARIABLE 1:1"],
  "a\n {{nope.x[0]}}": ["UNDEFINED_VARIABLE 2:2"],
  "\r\n\r\n{{nope}}": ["UNDEFINED_VARIABLE 3:1"],
  "{{x}} {{s}} {{y}}": ["UNDEFINED_VARIABLE 1:1", "UNDEFINED_VARIABLE 1:13"],
  "{{toString}}": ["UNDEFINED_VARIABLE 1:1"],
  "{{__proto__}}": ["UNDEFINED_VARIABLE 1:1"],
  "{{constructor.name}}": ["UNDEFINED_VARIABLE 1:1"],
  "{{o.x}}": ["INVALID_PATH 1:1"],
  "{{o.toString}}": ["INVALID_PATH 1:1"],
  "{{o.__proto__}}": ["INVALID_PATH 1:1"],
  "{{o.constructor}}": ["INVALID_PATH 1:1"],
  "{{o.length}}": ["INVALID_PATH 1:1"],
  "{{list[3]}}": ["INVALID_PATH 1:1"],
  "{{list[4294967296]}}": ["INVALID_PATH 1:1"],
  "{{list[99999999999999999999999]}}": ["INVALID_PATH 1:1"],
  "{{list.push}}": ["INVALID_PATH 1:1"],
  "{{list.b}}": ["INVALID_PATH 1:1"],
  "{{empty[0]}}": ["INVALID_PATH 1:1"],
  "{{s.length}}": ["INVALID_PATH 1:1"],
  "{{s[0]}}": ["INVALID_PATH 1:1"],
  "{{n.toFixed}}": ["INVALID_PATH 1:1"],
  "{{d.getTime}}": ["INVALID_PATH 1:1"],
  "{{nothing.x}}": ["INVALID_PATH 1:1"],
  "{{o.p.q.r}}": ["INVALID_PATH 1:1"],
  "{{": ["INVALID_SYNTAX 1:1"],
  "ab {{ s": ["INVALID_SYNTAX 1:4"],
  "{{}}": ["INVALID_SYNTAX 1:1"],
  // Names of other apps, which a scope could define.
  "{{a b}}{{s": ["UNDEFINED_VARIABLE 1:1", "INVALID_SYNTAX 1:8"],
  "{{prod/api}}{{a:b}}": ["UNDEFINED_VARIABLE 1:1", "UNDEFINED_VARIABLE 1:13"],
  "{{2nd}}": ["UNDEFINED_VARIABLE 1:1"],
  "{{a-b \t c.d}}": ["UNDEFINED_VARIABLE 1:1"],
  "{{o.}}": ["INVALID_SYNTAX 1:1"],
  "{{o..p}}": ["INVALID_SYNTAX 1:1"],
  "{{- a -}}": ["INVALID_SYNTAX 1:1"],
  "{{n + n}}": ["INVALID_SYNTAX 1:1"],
  "{{a\u00a0b}}": ["INVALID_SYNTAX 1:1"],
  "{{process.env}}": ["INVALID_SYNTAX 1:1"],
  "{{process}}": ["INVALID_SYNTAX 1:1"],
  "{{list[-1]}}": ["INVALID_SYNTAX 1:1"],
};

function errorOf(template: string, values: ScopeValues): InterpolationError {
  try {
    render(template, Scopes.of(values));
  } catch (error) {
    if (error instanceof InterpolationError) return error;
  }
  throw new Error(`"${template}" was rendered`);
}

describe("resolving", () => {
  for (const scope of ["runtime", "environment"] as const) {
    const scopes = Scopes.of({ [scope]: DATA });
    for (const [template, expected] of Object.entries(RENDERED)) {
      it(`${JSON.stringify(template)} from ${scope} scope`, () => {
        assertEquals(render(template, scopes), expected);
        assertEquals(render(template, scopes), expected);
      });
    }
    for (const [template, expected] of Object.entries(WRONG)) {
      it(`refuses ${JSON.stringify(template)} from ${scope} scope`, () => {
        assertEquals(problemsOf(() => render(template, scopes)), expected);
      });
    }
  }

  it("names the expression, the scopes and the nearest name", () => {
    const error = errorOf("x {{ baseUrl }}", {
      environment: { base_url: "x" },
      folders: [{}],
    });
    const [{ location, ...rest }] = error.diagnostics;
    assertEquals(rest, {
      code: "UNDEFINED_VARIABLE",
      severity: "error",
      message:
        'Cannot resolve "{{baseUrl}}": no scope defines "baseUrl" (did you mean "base_url"?)',
      expression: "baseUrl",
      scopesSearched: [
        "runtime",
        "data",
        "request",
        "folder",
        "environment",
        "collection",
        "global",
      ],
      suggestion: "base_url",
    });
    assertEquals(location, {
      line: 1,
      column: 3,
      offset: 2,
      length: 13,
      place: "text",
    });
    assertEquals(error.message, rest.message);
    assert(error instanceof Error);
  });

  it("suggests the nearest property", () => {
    const [{ suggestion }] = errorOf("{{user.adress}}", {
      runtime: { user: { address: 1 } },
    }).diagnostics;
    assertEquals(suggestion, "address");
  });
});
