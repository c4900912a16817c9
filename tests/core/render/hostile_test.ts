import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  InterpolationError,
  parseTemplate,
  render,
  type RenderPlace,
  renderRequest,
  Scopes,
  type UndefinedMode,
} from "../../../mod.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { check } from "../../support/check.ts";

const PLACES: RenderPlace[] = ["text", "json", "url", "header", "form", "xml"];
const MODES: UndefinedMode[] = ["error", "keep", "empty"];
const sources = { now: () => 0, random: () => 0.5 };

const VALUES = {
  a: 1,
  s: 'x"\\\n',
  o: { p: { q: [1, "{{a}}"] } },
  nothing: null,
  at: new Date(0),
  big: 2n ** 70n,
  lone: "\ud800",
  suspect: "{{a}} {{",
  __proto__: null,
};
const TEXTS = {
  t: "<{{s}}>",
  alias: "{{o}}",
  cycle: "{{cycle}}",
  fragment: '1, "x": {{a}}',
  bad: "{{a",
  deep: { x: ["{{t}}", "{{nope}}"] },
};

/** Repeated many times: whatever takes more than linear time would not end. */
const PIECES = [
  "{{",
  "}}",
  "{{{",
  "{{a",
  "{{a}",
  "{{a}}",
  "{{ a.b[",
  "{{$",
  "{{$x('",
  "{{?",
  "{{'",
  '{{a["',
  "{{a}}{{nope}}",
  "{{t}}",
  "{{deep}}",
  "{{cycle}}",
  "{{fragment}},",
  "{{suspect}}",
  "{{lone}}",
  "{{$uuid}}",
  "{{?q}}",
  "{{process.env.A}}",
  "[",
  "]",
  '{"a":',
  '"',
  '"{{a}}",',
  "\\",
  "//",
  "/*",
  "/*{{a}}*/",
  "//{{a}}\n",
  "/",
  ":a/",
  "?#@",
  "\n",
  "\ud800",
];

function holds(template: string, scopes: Scopes, place: RenderPlace): void {
  try {
    render(template, scopes, { place, sources });
  } catch (error) {
    assert(error instanceof InterpolationError, String(error));
    assert(error.diagnostics.length > 0);
  }
}

describe("hostile text", () => {
  for (const piece of PIECES) {
    it(`${JSON.stringify(piece)} many times`, () => {
      const text = piece.repeat(2100);
      parseTemplate(piece.repeat(100_000));
      for (const mode of MODES) {
        const scopes = Scopes.of({ runtime: VALUES, request: TEXTS }, {
          undefined: mode,
        });
        for (const place of PLACES) holds(text, scopes, place);
      }
    });
  }

  it("of any bytes fails with nothing but InterpolationError", () => {
    const piece = fc.oneof(
      fc.constantFrom(...PIECES, " ", ",", ":", "1", "true", "a", "é", "€"),
      fc.string({ unit: ANY_CHARACTER, maxLength: 5 }),
    );
    const text = fc.array(piece, { maxLength: 20 }).map((all) => all.join(""));
    check(
      fc.property(
        text,
        text,
        fc.constantFrom(...PLACES),
        fc.constantFrom(...MODES),
        (template, variable, place, mode) => {
          const scopes = Scopes.of({
            runtime: { ...VALUES, nope: variable },
            request: { ...TEXTS, t: variable },
          }, { undefined: mode });
          holds(template, scopes, place);
        },
      ),
      2000,
    );
  });

  it("in every part of a request fails with nothing else either", () => {
    const text = fc.array(
      fc.constantFrom(...PIECES, "http://", "h", "GET", "%", "&", "="),
      { maxLength: 6 },
    ).map((all) => all.join(""));
    const pair = fc.tuple(text, text);
    check(
      fc.property(
        fc.record({
          method: text,
          url: text,
          headers: fc.array(pair, { maxLength: 2 }),
          pathParams: fc.dictionary(text, text, { maxKeys: 2 }),
          query: fc.dictionary(text, text, { maxKeys: 2 }),
          encodeUrl: fc.boolean(),
          body: fc.oneof(
            text,
            fc.record({
              type: fc.constantFrom("json", "text", "xml", "sparql"),
              data: text,
            }),
            fc.record({
              type: fc.constant("form-urlencoded" as const),
              fields: fc.dictionary(text, text, { maxKeys: 2 }),
            }),
            fc.record({
              type: fc.constant("graphql" as const),
              query: text,
              variables: text,
            }),
          ),
        }),
        fc.constantFrom(...MODES),
        (request, mode) => {
          const scopes = Scopes.of({ runtime: VALUES, request: TEXTS }, {
            undefined: mode,
          });
          try {
            const ready = renderRequest(request, scopes, { sources });
            new Headers(ready.headers);
            new URL(ready.url.replace(/^http\+unix:/, "http:"));
          } catch (error) {
            assert(error instanceof InterpolationError, String(error));
          }
        },
      ),
      1000,
    );
  });

  it("reports more problems than a call can have arguments", () => {
    const text = "{{a}} {{1x}}".repeat(140_000);
    const error = assertThrows(
      () =>
        renderRequest({
          url: "http://h/",
          query: { text },
          body: { type: "graphql", query: text },
        }, Scopes.of({ runtime: VALUES })),
      InterpolationError,
    );
    assertEquals(error.diagnostics.length, 280_000);
    assertEquals(error.diagnostics.at(-1)?.location?.column, 1_679_995);
  });

  it("leaves the prototypes of the world alone", () => {
    const scopes = Scopes.of({
      runtime: JSON.parse(
        '{"__proto__": {"polluted": 1}, "a": {"__proto__": 1}}',
      ),
      request: { b: JSON.parse('{"__proto__": {"polluted": "{{a}}"}}') },
    });
    assertEquals(
      render("{{__proto__.polluted}} {{a.__proto__}} {{b}}", scopes),
      '1 1 {"__proto__":{"polluted":{"__proto__":1}}}',
    );
    assertEquals(({} as { polluted?: unknown }).polluted, undefined);
  });
});
