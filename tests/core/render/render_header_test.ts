import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  InterpolationError,
  render,
  Scopes,
  type UndefinedMode,
} from "../../../mod.ts";
import {
  renderHeaderName,
  renderHeaderValue,
} from "../../../lib/core/render/render_checked.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { brief } from "../../support/problems.ts";
import { check } from "../../support/check.ts";

/** Template → value of `v` → the header's value, or what is wrong. */
const VALUES: [template: string, v: string, expected: string][] = [
  ["", "", ""],
  ["{{v}}", "", ""],
  ["{{v}}", "a\tb ~", "a\tb ~"],
  ["x {{v}}", "é\xff", "x é\xff"],
  ["{{v}}", "a\nb", "INVALID_HEADER 1:1"],
  ["x {{v}}", "a\r\nX-Evil: 1", "INVALID_HEADER 1:3"],
  ["{{v}}", "\0", "INVALID_HEADER 1:1"],
  ["{{v}}", "\x7f", "INVALID_HEADER 1:1"],
  ["{{v}}", "€", "INVALID_HEADER 1:1"],
  ["{{v}}", "😀", "INVALID_HEADER 1:1"],
  ["{{v}}", "\ud800", "INVALID_HEADER 1:1"],
  ["ab\ncd {{v}}", "x", "INVALID_HEADER 1:3"],
  ["a {{v}} €", "x", "INVALID_HEADER 1:9"],
];

/** Template → value of `v` → the header's name, or what is wrong. */
const NAMES: [template: string, v: string, expected: string][] = [
  ["X-{{v}}", "Id", "X-Id"],
  ["{{v}}", "x!#$%&'*+-.^_`|~9", "x!#$%&'*+-.^_`|~9"],
  ["X-{{v}}", "a b", "INVALID_HEADER 1:3"],
  ["X-{{v}}", "a:b", "INVALID_HEADER 1:3"],
  ["X-{{v}}", "é", "INVALID_HEADER 1:3"],
  ["X {{v}}", "a", "INVALID_HEADER 1:2"],
];

describe("renderHeaderValue", () => {
  for (const [template, v, expected] of VALUES) {
    it(`${JSON.stringify(template)} with ${JSON.stringify(v)}`, () => {
      for (const scope of ["runtime", "request"] as const) {
        const { value, diagnostics } = renderHeaderValue(
          template,
          "X",
          Scopes.of({ [scope]: { v } }),
        );
        assertEquals(value ?? diagnostics.map(brief).join(), expected);
      }
    });
  }

  it("reports a nested value in its variable, and nested text where it is used", () => {
    const scopes = Scopes.of({
      runtime: { bad: "a\nb" },
      request: { a: "x {{bad}}", b: "y\n{{good}}", good: 1 },
    });
    const { diagnostics } = renderHeaderValue("{{a}} {{b}}", "X", scopes);
    assertEquals(
      diagnostics.map(({ code, expression, location, trail }) => [
        code,
        expression,
        location?.column,
        trail,
      ]),
      [
        ["INVALID_HEADER", "bad", 3, ["a", "bad"]],
        ["INVALID_HEADER", "b", 7, undefined],
      ],
    );
  });

  it("checks what is kept", () => {
    const scopes = Scopes.of({}, { undefined: "keep" });
    for (const text of ["x{{a\nb}}", "{{ä €}}"]) {
      const { value, diagnostics } = renderHeaderValue(text, "X", scopes);
      assertEquals(value, undefined);
      assertEquals(diagnostics.map(({ code }) => code), ["INVALID_HEADER"]);
    }
  });

  it("names the header and what is in it, not the value", () => {
    const scopes = Scopes.of({ runtime: { v: "secret\nsecret" } });
    const { diagnostics } = renderHeaderValue("{{v}}", "X-Id", scopes);
    assertEquals(
      diagnostics[0].message,
      'Cannot write "{{v}}" into the header "X-Id": its value holds a line break',
    );
  });

  it("never gives a value that a header cannot hold", () => {
    const piece = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.constantFrom("{{", "}}", "v", "\r", "\n", "\0", "é", "€", "{{v}}"),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((all) => all.join(""));
    const mode = fc.constantFrom<UndefinedMode>("keep", "empty");
    check(
      fc.property(text, text, mode, (template, v, mode) => {
        const scopes = Scopes.of({ runtime: { v } }, { undefined: mode });
        try {
          const value = render(template, scopes, { place: "header" });
          assert(/^[^\r\n\0\u0100-\uffff]*$/.test(value));
          new Headers([["x", value]]);
        } catch (error) {
          assert(error instanceof InterpolationError, String(error));
        }
      }),
      500,
    );
  });
});

describe("renderHeaderName", () => {
  for (const [template, v, expected] of NAMES) {
    it(`${JSON.stringify(template)} with ${JSON.stringify(v)}`, () => {
      const { value, diagnostics } = renderHeaderName(
        template,
        Scopes.of({ runtime: { v } }),
      );
      assertEquals(value ?? diagnostics.map(brief).join(), expected);
    });
  }
});
