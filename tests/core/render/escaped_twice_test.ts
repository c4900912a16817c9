import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { Scopes, type ScopeValues } from "../../../mod.ts";
import { renderJson } from "../../../lib/core/render/render_json.ts";

/** Value → whether its quotes have backslashes of their own. */
const VALUES: readonly (readonly [value: unknown, warns: boolean])[] = [
  ['\\"', true],
  ['a \\"b\\"\\n', true],
  ['\\\\\\"', true],
  ["", false],
  ['"', false],
  ['\\\\"', false],
  ['a \\"b\\" "c"', false],
  ["C:\\dir\\", false],
  ["\\".repeat(200_001), false],
  [["\\"], false],
];

describe("a value that is escaped by hand", () => {
  for (const scope of ["runtime", "data", "environment"] as const) {
    for (const [value, warns] of VALUES) {
      const shown = JSON.stringify(value).slice(0, 20);
      it(`${warns ? "gets" : "gets no"} warning: ${scope} ${shown}`, () => {
        const values: ScopeValues = { [scope]: { v: value } };
        const { value: text, diagnostics } = renderJson(
          '{"v": "{{v}}"}',
          Scopes.of(values),
        );
        assertEquals(
          diagnostics.map(({ code, severity, expression, location }) => [
            code,
            severity,
            expression,
            location?.column,
          ]),
          warns ? [["ESCAPED_TWICE", "warning", "v", 8]] : [],
        );
        // The text is sent as it is everywhere else.
        const sent = typeof value === "string" ? value : JSON.stringify(value);
        assertEquals(JSON.parse(text!).v, sent);
      });
    }
  }

  it("gets no warning outside quotes", () => {
    const scopes = Scopes.of({ runtime: { v: '"a \\"b\\""' } });
    assertEquals(renderJson('{"v": {{v}}}', scopes).diagnostics, []);
  });
});
