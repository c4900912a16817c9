import { describe, it } from "@std/testing/bdd";
import { pathParameterPattern } from "../../../lib/core/render/segment_names.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  InterpolationError,
  render,
  Scopes,
  type ScopeValues,
} from "../../../mod.ts";
import type { ScopeName } from "../../../lib/core/scope/names.ts";
import { Variables } from "../../../lib/core/scope/variables.ts";
import { renderUrl } from "../../../lib/core/render/render_text.ts";
import type { UrlOptions } from "../../../lib/core/render/url_writer.ts";
import { toWireUrl } from "../../../lib/core/http/to_wire_url.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { brief } from "../../support/problems.ts";
import { check } from "../../support/check.ts";

function outcome(
  url: string,
  values: ScopeValues,
  options: UrlOptions = {},
): string {
  return written(url, Scopes.of(values), options);
}

function written(
  url: string,
  scopes: Scopes,
  options: UrlOptions = {},
): string {
  const { value, diagnostics } = renderUrl(url, options, scopes);
  return value ?? diagnostics.map(brief).join();
}

/** Scopes in which the command line gives `v`. */
function given(scope: ScopeName, v: string, values: ScopeValues): Scopes {
  const entries = new Variables();
  entries.set("v", { value: v, template: false, from: "flag" });
  return new Scopes([{ scope, entries }, ...Scopes.of(values).layers]);
}

/** URL → value of `v` → what it renders to, from data and from a file. */
const AS_IS: [url: string, v: unknown, expected: string][] = [
  ["{{v}}", "http://h/a?b#", "INVALID_URL 1:1"],
  ["{{v}}/x", "http://h:1/a?b", "http://h:1/a?b/x"],
  ["{{v}}://h/", "https", "https://h/"],
  ["http{{v}}://h/", "s", "https://h/"],
  [" \n{{v}}/x", "http://h", " \nhttp://h/x"],
  ["http://{{v}}/x", "h:8080", "http://h:8080/x"],
  ["http://{{v}}.example.com:{{p}}/x", "a.b", "http://a.b.example.com:1/x"],
  ["{{v}}/x", "h", "h/x"],
  ["h/{{v}}", "a b/c?d=é&e%20+;@:\\", "h/a b/c?d=é&e%20+;@:\\"],
  ["http://h/{{v}}/{{v}}", "x", "http://h/x/x"],
  ["http://h/?a={{v}}&b={{v}}", "x&c=d/?@", "http://h/?a=x&c=d/?@&b=x&c=d/?@"],
  ["http://h?{{v}}", "a=b", "http://h?a=b"],
  ["http://h/?a={{v}}", { x: [1] }, 'http://h/?a={"x":[1]}'],
  ["http://h/?a={{v}}", new Date(0), "http://h/?a=1970-01-01T00:00:00.000Z"],
  // What brings its own authority may go on as it likes.
  ["{{base}}{{v}}", "/a?b@c", "http://h/a?b@c"],
  // A "#" would cut the URL off, unless it is behind one.
  ["http://h/{{v}}", "a#b", "INVALID_URL 1:10"],
  ["http://h/?a={{v}}", "a#b", "INVALID_URL 1:13"],
  ["http://h/#{{v}}", "a#b", "http://h/#a#b"],
];

/**
 * URL whose own text opens the host → value of `v` → what it renders to where
 * files or the command line give it, and where it comes while running.
 */
const IN_HOST: [url: string, v: string, known: string, free: string][] = [
  ["http://{{v}}/x", "h:8080", "http://h:8080/x", "http://h:8080/x"],
  ["http://{{v}}/x", "h/v2", "http://h/v2/x", "INVALID_URL 1:8"],
  ["http://{{v}}", "h?a=b", "http://h?a=b", "INVALID_URL 1:8"],
  ["http://{{v}}/x", "h#b", "INVALID_URL 1:8", "INVALID_URL 1:8"],
  ["{{s}}://{{v}}/x", "h/v2", "http://h/v2/x", "INVALID_URL 1:9"],
  ["//{{v}}/x", "h/v2", "//h/v2/x", "INVALID_URL 1:3"],
  ["api.{{v}}/x", "com/y", "api.com/y/x", "INVALID_URL 1:5"],
  ["http://a.{{v}}", "b/c", "http://a.b/c", "INVALID_URL 1:10"],
  ["http://{{v}}.h/x", "a/", "http://a/.h/x", "INVALID_URL 1:8"],
  // A value may end the host with its first character, wherever it comes from.
  ["http://{{host}}{{v}}", "/v2", "http://h:1/v2", "http://h:1/v2"],
  ["http://{{host}}{{v}}", "?a=@", "http://h:1?a=@", "http://h:1?a=@"],
  ["http://{{host}}{{v}}", "/a@b\\", "http://h:1/a@b\\", "http://h:1/a@b\\"],
  ["http://{{host}}{{v}}", "#a", "INVALID_URL 1:16", "INVALID_URL 1:16"],
  ["{{s}}://{{host}}{{v}}", "/v2", "http://h:1/v2", "http://h:1/v2"],
  ["http://{{row}}{{v}}", "/v2", "http://r/v2", "http://r/v2"],
  ["http://h{{v}}", "/v2", "http://h/v2", "http://h/v2"],
  ["http://h{{v}}/x", "/v2", "http://h/v2/x", "http://h/v2/x"],
  ["http://h{{v}}?a", "/v2", "http://h/v2?a", "http://h/v2?a"],
  ["http://h{{v}}{{w}}", "/v2", "http://h/v2/w", "http://h/v2/w"],
  ["http://h:80{{v}}", "/v2", "http://h:80/v2", "http://h:80/v2"],
  ["http://[::1]{{v}}", "/v2", "http://[::1]/v2", "http://[::1]/v2"],
  ["http://u@h{{v}}", "/v2", "http://u@h/v2", "http://u@h/v2"],
  ["h{{v}}", "/v2", "h/v2", "h/v2"],
  ["http://{{inPath}}", "/v2", "http://h/v2", "http://h/v2"],
  ["http://{{host}}{{v}}", "v2", "http://h:1v2", "http://h:1v2"],
  ["http://{{host}}{{v}}", "2/v2", "http://h:12/v2", "INVALID_URL 1:16"],
  // There must be a host that it ends.
  ["http://{{v}}", "/evil", "http:///evil", "INVALID_URL 1:8"],
  ["http://{{v}}/", "//evil", "http:////evil/", "INVALID_URL 1:8"],
  ["http://{{none}}{{v}}", "/evil", "http:///evil", "INVALID_URL 1:16"],
  ["http://u:p@{{v}}", "/evil", "http://u:p@/evil", "INVALID_URL 1:12"],
  ["http://:80{{v}}", "/evil", "http://:80/evil", "INVALID_URL 1:11"],
  // Nothing of the host may come behind it.
  [
    "http://h{{v}}.example.com",
    "/",
    "http://h/.example.com",
    "INVALID_URL 1:9",
  ],
  ["http://h{{v}}{{tld}}", "/", "http://h/.example", "INVALID_URL 1:9"],
  ["http://h{{v}}{{row}}", "/", "http://h/r", "http://h/r"],
  ["http://h{{v}}{{row}}.x", "/", "http://h/r.x", "INVALID_URL 1:9"],
  ["http://h{{v}}{{port}}", "/", "http://h/80", "INVALID_URL 1:9"],
  ["{{v}}.h/x", "a/", "a/.h/x", "INVALID_URL 1:1"],
  ["api.{{deep}}{{v}}/x", "com", "api.d.com/x", "api.d.com/x"],
  ["http://h{{v}}:80", "/", "http://h/:80", "INVALID_URL 1:9"],
  ["http://u:{{v}}@h/", "1/w", "INVALID_URL 1:10", "INVALID_URL 1:10"],
  ["http://u:{{v}}@h/", "/w", "INVALID_URL 1:10", "INVALID_URL 1:10"],
  ["http://{{v}}:{{host}}@h/", "u/", "INVALID_URL 1:8", "INVALID_URL 1:8"],
  ["http://u:{{v}}@h/", "%2Fw", "http://u:%2Fw@h/", "http://u:%2Fw@h/"],
  // No value may hold these.
  ["http://{{v}}/x", "u@evil", "INVALID_URL 1:8", "INVALID_URL 1:8"],
  ["http://{{v}}/x", "a\\b", "INVALID_URL 1:8", "INVALID_URL 1:8"],
  ["http://a:{{v}}/", "80@evil", "INVALID_URL 1:10", "INVALID_URL 1:10"],
  ["http://{{v}}/x", "u@evil/y", "INVALID_URL 1:8", "INVALID_URL 1:8"],
  [
    "http://{{inside}}/x",
    "u@evil",
    "INVALID_URL 1:1,INVALID_URL 1:8",
    "INVALID_URL 1:1,INVALID_URL 1:8",
  ],
  ["http://{{inside}}/x", "a/", "http://a/.h/x", "INVALID_URL 1:1"],
  ["http://{{both}}/x", "a/", "http://a//v/x", "INVALID_URL 1:1"],
  // Nor another scheme, or the rest of one.
  ["http://{{v}}/x", "http://h", "INVALID_URL 1:8", "INVALID_URL 1:8"],
  ["http:{{v}}/h/x", "/", "INVALID_URL 1:6", "INVALID_URL 1:6"],
  ["http:{{v}}/x", "//h", "INVALID_URL 1:6", "INVALID_URL 1:6"],
  ["http:/{{v}}/x", "/h", "INVALID_URL 1:7", "INVALID_URL 1:7"],
  ["http{{v}}evil/x", "://", "INVALID_URL 1:5", "INVALID_URL 1:5"],
  ["/{{v}}", "/evil", "INVALID_URL 1:2", "INVALID_URL 1:2"],
];

/** URL → run-time value of `v` → what it renders to; files hold base, s, port and host. */
const BEHIND_HOST: [url: string, v: string, expected: string][] = [
  ["{{base}}{{v}}", "@evil.example/x", "INVALID_URL 1:9"],
  ["{{base}}{{v}}", ".evil.example/x", "INVALID_URL 1:9"],
  ["{{base}}{{v}}", ":80@evil.example", "INVALID_URL 1:9"],
  ["{{base}}{{v}}", ":8080/x", "INVALID_URL 1:9"],
  ["{{base}}{{v}}", "\\@evil.example", "INVALID_URL 1:9"],
  ["{{base}}{{v}}", "8080", "INVALID_URL 1:9"],
  ["{{base}}{{v}}", "", "http://h"],
  ["{{base}}{{v}}", "/a@b", "http://h/a@b"],
  ["{{base}}{{v}}", "?a@b", "http://h?a@b"],
  ["{{base}}:{{v}}/x", "8080", "http://h:8080/x"],
  ["{{base}}:{{v}}", "/x", "http://h:/x"],
  ["{{base}}:{{v}}/x", "80@evil.example", "INVALID_URL 1:10"],
  ["{{base}}:{{v}}/x", "80.evil", "INVALID_URL 1:10"],
  ["{{base}}{{colon}}{{v}}/x", "8080", "http://h:8080/x"],
  ["{{base}}{{colon}}{{v}}/x", "p@evil", "INVALID_URL 1:18"],
  ["{{base}}{{port}}{{v}}", "@evil", "INVALID_URL 1:17"],
  ["{{base}}:80{{v}}", "/x", "http://h:80/x"],
  ["{{base}}:80{{v}}", "@evil", "INVALID_URL 1:12"],
  ["{{base}}/{{v}}", "@evil.example/x", "http://h/@evil.example/x"],
  ["{{host}}{{v}}", "@evil.example/x", "INVALID_URL 1:9"],
  ["{{host}}{{v}}", "/x", "api.example.com/x"],
  ["{{made}}{{v}}", ".evil.example", "INVALID_URL 1:9"],
  ["{{made}}{{v}}", "/x", "http://api.example.com/x"],
  ["{{base}}{{alias}}", "@evil.example/x", "INVALID_URL 1:9"],
  ["{{both}}", "@evil.example/x", "INVALID_URL 1:9"],
  ["{{run}}{{v}}", "@evil.example/x", "INVALID_URL 1:8"],
  ["{{run}}{{v}}", "/x", "http://run/x"],
  ["{{base}}:{{v}}{{more}}", "80", "INVALID_URL 1:15"],
  ["{{runColon}}{{v}}/x", "8080", "INVALID_URL 1:13"],
  // A value may be the host itself.
  ["{{s}}://{{v}}/x", "h:1", "http://h:1/x"],
  ["{{scheme}}{{v}}/x", "h", "https://h/x"],
  ["{{scheme}}{{v}}/x", "h/y", "https://h/y/x"],
  ["{{v}}users", "http://h/api/", "http://h/api/users"],
  ["{{v}}:batch", "http://h/api", "http://h/api:batch"],
  ["{{v}}{{file}}.json", "http://h/", "http://h/a.json"],
  ["{{v}}{{rest}}.json", "http://h/", "http://h/r/s.json"],
  ["{{v}}{{slash}}.json", "http://h/a", "http://h/a/s.json"],
  ["{{v}}{{slash}}.json", "u@h", "u@h/s.json"],
  ["{{v}}{{empty}}/x", "h/a", "h/a/x"],
  ["{{v}}.example.com/x", "a", "a.example.com/x"],
  ["{{v}}.example.com/x", "http://a", "http://a.example.com/x"],
  // But then the text behind it stays part of the host.
  ["{{v}}.example.com/x", "evil.example/", "INVALID_URL 1:1"],
  ["{{v}}.example.com/x", "http://evil.example/", "INVALID_URL 1:1"],
  ["{{v}}.example.com/x", "http://evil.example?", "INVALID_URL 1:1"],
  [
    "{{v}}.example.com/x",
    "http://evil.example#",
    "INVALID_URL 1:1,INVALID_URL 1:1",
  ],
  ["{{v}}.example.com/x", "http:\\\\evil", "INVALID_URL 1:1"],
  ["{{v}}-api.example.com/x", "http://evil.example/", "INVALID_URL 1:1"],
  ["{{v}}@api.example.com/x", "http://evil.example/", "INVALID_URL 1:1"],
  ["{{v}}:8080/x", "http://evil.example/", "INVALID_URL 1:1"],
  ["{{v}}:{{port}}/x", "http://evil.example/", "INVALID_URL 1:1"],
  ["{{v}}://api.example.com/x", "http://evil.example/", "INVALID_URL 1:1"],
  ["{{v}}api.example.com/x", "evil.example/", "INVALID_URL 1:1"],
  ["{{v}}{{rest}}.example.com", "evil.example/", "INVALID_URL 1:1"],
  ["{{v}}{{suffix}}/x", "evil.example/", "INVALID_URL 1:1"],
  ["{{scheme}}{{v}}.example.com/x", "evil.example/", "INVALID_URL 1:11"],
  ["{{run}}{{v}}.example.com/x", "x", "INVALID_URL 1:8"],
  ["{{runScheme}}{{v}}.example.com", "evil.example/", "INVALID_URL 1:14"],
  ["{{sub}}{{v}}.example.com", "evil.example/", "INVALID_URL 1:8"],
];

/** URL → value of `v` → with `encodeUrl`, from data, and from a file. */
const ENCODED: [url: string, v: unknown, data: string, file: string][] = [
  ["http://h/{{v}}/x", "a b/c", "http://h/a%20b%2Fc/x", "http://h/a b/c/x"],
  ["http://h/{{v}}", "é%20+", "http://h/%C3%A9%2520%2B", "http://h/é%20+"],
  ["http://h/{{v}}", "a#b", "http://h/a%23b", "http://h/a%23b"],
  [
    "http://h/?q={{v}}",
    "#%23&",
    "http://h/?q=%23%2523%26",
    "http://h/?q=%23%23&",
  ],
  ["http://h/?q={{v}}#x", "a#", "http://h/?q=a%23#x", "http://h/?q=a%23#x"],
  ["http://h/#{{v}}", "a#", "http://h/#a#", "http://h/#a#"],
  ["{{v}}", "http://h/#a", "INVALID_URL 1:1", "http://h/%23a"],
  ["http://{{v}}", "h#a", "INVALID_URL 1:8", "INVALID_URL 1:8"],
  ["http://h/{{v}}", "?a=b", "http://h/%3Fa%3Db", "http://h/?a=b"],
  [
    "http://h/?a={{v}}",
    "b&c=d e",
    "http://h/?a=b%26c%3Dd%20e",
    "http://h/?a=b&c=d e",
  ],
  [
    "http://h/?a={{v}}",
    "\ud800",
    "http://h/?a=%EF%BF%BD",
    "http://h/?a=\ud800",
  ],
  [
    "http://h/?a={{v}}",
    { a: 1 },
    "http://h/?a=%7B%22a%22%3A1%7D",
    'http://h/?a={"a":1}',
  ],
  [
    "http://h/?a={{v}}",
    { b: "c#d" },
    "http://h/?a=%7B%22b%22%3A%22c%23d%22%7D",
    'http://h/?a={"b":"c%23d"}',
  ],
  ["http://{{v}}/x", "h:80", "http://h:80/x", "http://h:80/x"],
  ["{{v}}/x", "http://h/a b", "http://h/a b/x", "http://h/a b/x"],
  ["{{v}}/x?y={{v}}", "h", "h/x?y=h", "h/x?y=h"],
  ["http://h/{{alias}}", "a b", "http://h/a%20b", "http://h/a b"],
  ["http://h/{{inText}}", "a b", "http://h/<a%20b>", "http://h/<a b>"],
  ["http://h/x y/%20/{{v}}", "z", "http://h/x y/%20/z", "http://h/x y/%20/z"],
];

/** Names of other characters are whole segments, or segments with an ending. */
const UNUSUAL: readonly [
  url: string,
  names: readonly string[],
  expected: string,
][] = [
  ["http://h/:from-:to/x", ["from-:to"], "http://h/!/x"],
  ["http://h/:from-:to", ["from", "to"], "http://h/:from-:to"],
  ["http://h/:1st/:größe?a=/:1st", ["1st", "größe"], "http://h/!/!?a=/:1st"],
  ["http://h/:a b.c.json", ["a b"], "http://h/!.c.json"],
  ["http://h/:a+b/:a+/:a+bc", ["a+", "a+b"], "http://h/!/!/:a+bc"],
  ["http://h/x:1st/(:1st)/:id", ["1st", "id"], "http://h/x:1st/(:1st)/!"],
  ["http://h/{{v}}:1st/{{v}}/:1st", ["1st"], "http://h/1:1st/1/!"],
];

/** URL → value of `:id` → what it renders to. */
const PARAMETERS: [url: string, id: string, expected: string][] = [
  ["http://h/users/:id", "7", "http://h/users/7"],
  ["http://h/users/:id/x/:id", "7", "http://h/users/7/x/7"],
  ["h:80/:id", "7", "h:80/7"],
  ["http://h/:id", "a/b ?#%é", "http://h/a%2Fb%20%3F%23%25%C3%A9"],
  ["http://h/:id?a=:id#:id", "7", "http://h/7?a=:id#:id"],
  ["http://h/:idx/:i-d/x:id", "7", "http://h/:idx/:i-d/x:id"],
  ["http://:id/x", "7", "http://:id/x"],
  ["http://h/:id.json", "a/b", "http://h/a%2Fb.json"],
  ["http://h/:other.json/x.:id", "7", "http://h/:other.json/x.:id"],
  ["http://h/users(:id)", "7", "http://h/users(7)"],
  ["http://h/users(':id')/x", "O'N", "http://h/users('O'N')/x"],
  ["http://h/users(Key=:id,Other=:id)", "7", "http://h/users(Key=7,Other=7)"],
  ["http://h/a;:id", "7", "http://h/a;:id"],
  ["http://h/{{v}}", "7", "http://h/:id"],
  ["{{base}}/:id/y", "7", "http://h/7/y"],
  ["{{path}}", "7", "h/x/7"],
  ["http://h/:nope", "7", "http://h/:nope"],
];

/** Whether a URL that begins with a text is still at its scheme or host. */
function isBefore(text: string): boolean {
  const [slashes] = /^([^/?#]*:)?\/\//.exec(text) ?? [""];
  const isHalfScheme = /^([^/?#]*:)?\/$/.test(text);
  return isHalfScheme || !/[/?#]/.test(text.slice(slashes.length));
}

describe("renderUrl", () => {
  const request = {
    p: 1,
    s: "http",
    base: "http://h",
    alias: "{{v}}",
    inText: "<{{v}}>",
    path: "h/x/:id",
  };
  for (const [url, v, expected] of AS_IS) {
    it(`${url} with ${JSON.stringify(v)}`, () => {
      assertEquals(outcome(url, { runtime: { v }, request }), expected);
      assertEquals(outcome(url, { request: { ...request, v } }), expected);
    });
  }
  for (const [url, v, known, free] of IN_HOST) {
    it(`${url} with ${JSON.stringify(v)} inside the host`, () => {
      const values = {
        s: "http",
        host: "h:1",
        w: "/w",
        none: "",
        tld: ".example",
        port: 80,
        deep: "d{{none}}.",
        inPath: "h{{v}}",
        inside: "{{v}}.h",
        both: "{{v}}{{n}}",
        n: "/v",
      };
      const data = { row: "r" };
      assertEquals(
        outcome(url, { data, collection: values, request: { v } }),
        known,
        "a file",
      );
      for (const scope of ["runtime", "environment"] as const) {
        const scopes = given(scope, v, { collection: values, data });
        assertEquals(written(url, scopes), known, `--var, ${scope}`);
        scopes.set(scope, "v", v);
        assertEquals(written(url, scopes), free, `set in ${scope}`);
      }
      assertEquals(
        outcome(url, { data: { ...data, v }, collection: values }),
        free,
        "a row",
      );
      for (const from of ["{{process.env.V}}", "{{?V}}"]) {
        const scopes = Scopes.of(
          { data, collection: values, request: { v: from } },
          { processEnv: () => v, prompt: () => v },
        );
        assertEquals(written(url, scopes), free, from);
      }
    });
  }
  for (const [url, v, expected] of BEHIND_HOST) {
    it(`${url} with ${JSON.stringify(v)} at run time`, () => {
      const values = {
        request: {
          ...request,
          port: 80,
          host: "api.example.com",
          made: "http://{{host}}",
          both: "{{base}}{{v}}",
          colon: ":",
          scheme: "https://",
          suffix: ".example.com",
          file: "a",
          empty: "",
        },
      };
      const run = {
        run: "http://run",
        runScheme: "http://",
        rest: "r/s",
        slash: "/s",
        sub: "",
        more: ".evil.example",
        runColon: "http://h:",
      };
      assertEquals(
        outcome(url, { runtime: { ...run, v }, ...values }),
        expected,
      );
      assertEquals(
        outcome(url, { runtime: run, data: { v }, ...values }),
        expected,
      );
    });
  }
  for (const [url, v, data, file] of ENCODED) {
    it(`${url} with ${JSON.stringify(v)}, encoded`, () => {
      const options = { encodeUrl: true };
      assertEquals(outcome(url, { data: { v }, request }, options), data);
      assertEquals(outcome(url, { runtime: { v }, request }, options), data);
      assertEquals(outcome(url, { request: { ...request, v } }, options), file);
    });
  }
  it("prefers a path parameter whose name has the ending", () => {
    const request = { name: "x", type: "y" };
    for (
      const [names, expected] of [
        [["id", "id.json"], "http://h/id.json!/1"],
        [["id"], "http://h/id!.json/1"],
        [["json"], "http://h/:id.json/1"],
      ] as const
    ) {
      const pathParameter = (name: string) =>
        names.some((one) => one === name)
          ? { text: `${name}!`, insertions: [] }
          : undefined;
      assertEquals(
        outcome("http://h/:id.json/{{v}}", { runtime: { v: "1" }, request }, {
          pathParameter,
        }),
        expected,
      );
    }
  });

  for (const [url, names, expected] of UNUSUAL) {
    it(`${url} with ${names.map((name) => `:${name}`)}`, () => {
      const pathParameter = (name: string) =>
        names.includes(name) ? { text: "!", insertions: [] } : undefined;
      const options = {
        pathParameter,
        pathPattern: pathParameterPattern(names),
      };
      assertEquals(outcome(url, { runtime: { v: "1" } }, options), expected);
    });
  }

  it("finds each name that a whole segment can have, and nothing else", () => {
    const segment = fc.string({ unit: ANY_CHARACTER, minLength: 1 })
      .filter((name) => !/[/?#{}\\.]|^\.{0,2}$/.test(name));
    check(fc.property(segment, fc.boolean(), (name, isLast) => {
      const pathParameter = (one: string) =>
        one === name ? { text: "!", insertions: [] } : undefined;
      const rest = isLast ? "" : "/x?a=/:b";
      const { value } = renderUrl(
        `http://h/a:b/:${name}${rest}`,
        { pathParameter, pathPattern: pathParameterPattern([name]) },
        Scopes.of({}),
      );
      assertEquals(value, `http://h/a:b/!${rest}`);
    }));
  });

  for (const [url, id, expected] of PARAMETERS) {
    it(`${url} with :id = ${id}`, () => {
      const pathParameter = (name: string) =>
        name === "id"
          ? { text: encodeURIComponent(id), insertions: [] }
          : undefined;
      assertEquals(
        outcome(url, { runtime: { v: ":id" }, request }, { pathParameter }),
        expected,
      );
    });
  }

  it("checks a variable's text where it lands", () => {
    const values = {
      runtime: { v: "a#b" },
      request: { w: "x{{v}}", h: "a/{{v}}" },
    };
    assertEquals(
      renderUrl("http://h/{{w}}", {}, Scopes.of(values)).diagnostics.map((
        { expression },
      ) => expression),
      ["v", "w"],
    );
    assertEquals(outcome("http://{{h}}/", values).split(",").length, 2);
  });

  it("suggests encodeUrl for a #, and never shows the value", () => {
    for (const scope of ["runtime", "request"]) {
      const { diagnostics } = renderUrl(
        "http://h/{{v}}",
        {},
        Scopes.of({ [scope]: { v: "secret#" } }),
      );
      const [{ message }] = diagnostics;
      assert(message.includes("encodeUrl: true"));
      assert(!message.includes("secret"));
    }
  });

  it("suggests something else where encodeUrl does not help", () => {
    const ways = [
      ["{{base}}{{v}}", { runtime: { v: "#a" } }, '(write "/" before'],
      ["{{base}}{{v}}", { request: { v: "#a" } }, '(write "/" before it'],
    ] as const;
    for (const [url, values, wayOut] of ways) {
      const scopes = Scopes.of({ collection: { base: "http://h" }, ...values });
      const { diagnostics } = renderUrl(url, { encodeUrl: true }, scopes);
      assert(diagnostics[0].message.includes(wayOut));
    }
  });

  const hostile = fc.array(
    fc.constantFrom(
      "http:",
      "https://",
      "/",
      "//",
      "?",
      "#",
      "@",
      ":",
      "\\",
      "a",
      "h.x",
      ".",
      "%2F",
      "%",
      " ",
      "é",
      "[::1]",
      "{{v}}",
      "{{w}}",
      "8080",
      "\n",
    ),
    { maxLength: 10 },
  ).map((all) => all.join(""));

  it("takes the place from the text to the left, however it is pieced together", () => {
    const piece = fc.constantFrom(
      "http:",
      "http",
      "/",
      "//",
      "?",
      ":",
      "h",
      "",
    );
    const pieces = fc.array(
      fc.tuple(piece, fc.constantFrom("literal", "file", "data")),
      { maxLength: 8 },
    );
    check(
      fc.property(pieces, (pieces) => {
        const request: Record<string, string> = {};
        const runtime: Record<string, string> = { v: "%" };
        let template = "";
        let text = "";
        pieces.forEach(([piece, origin], index) => {
          if (origin === "file") request[`w${index}`] = piece;
          // What data brings to a path or query is encoded itself.
          const isData = origin === "data" && isBefore(text);
          if (isData) runtime[`w${index}`] = piece;
          template += isData || origin === "file" ? `{{w${index}}}` : piece;
          text += piece;
        });
        const { value } = renderUrl(
          `${template}{{v}}`,
          { encodeUrl: true },
          Scopes.of({ runtime, request }),
        );
        if (value === undefined) return;
        assertEquals(value, text + (isBefore(text) ? "%" : "%25"));
      }),
      3000,
    );
  });

  it("lets no value change a literal host", () => {
    check(
      fc.property(hostile, hostile, (v, rest) => {
        fc.pre(!rest.includes("{{") && !rest.includes("#"));
        const scopes = Scopes.of({ runtime: { v } });
        const url = `https://user.{{v}}.example.com/${rest}`;
        const { value } = renderUrl(url, {}, scopes);
        if (value === undefined) return;
        const wire = toWireUrl(value);
        if (typeof wire === "string") return;
        const host = new URL(wire.url).hostname;
        assert(host.startsWith("user.") && host.endsWith(".example.com"), host);
      }),
      500,
    );
  });

  it("lets no value behind a host, or before its end, change it", () => {
    const urls = ["{{base}}{{v}}", "{{base}}:{{v}}/x", "{{v}}.example.com/x"];
    check(
      fc.property(hostile, fc.constantFrom(...urls), (v, url) => {
        const base = "http://user.example.com";
        for (const scope of ["runtime", "collection"]) {
          const values = { runtime: { v }, [scope]: { v, base } };
          const { value } = renderUrl(
            url,
            {},
            Scopes.of(values as ScopeValues),
          );
          if (value === undefined) continue;
          const wire = toWireUrl(value);
          if (typeof wire === "string") continue;
          const { hostname } = new URL(wire.url);
          if (url.startsWith("{{base}}")) {
            assertEquals(hostname, "user.example.com");
          } else assert(hostname.endsWith(".example.com"), hostname);
        }
      }),
      2000,
    );
  });

  it("keeps the host that files write, whatever comes while running", () => {
    const piece = fc.constantFrom(
      "h",
      ".x",
      ":8",
      "/",
      "?",
      "u:p@",
      "/p/",
      "",
    );
    const pieces = fc.array(
      fc.record({ piece, kind: fc.constantFrom("own", "file", "nested") }),
      { maxLength: 4 },
    );
    check(
      fc.property(pieces, hostile, pieces, (before, v, after) => {
        const collection: Record<string, string> = {};
        const text = [...before, undefined, ...after].map((one, index) => {
          if (one === undefined) return "{{v}}";
          if (one.kind === "own") return one.piece;
          collection[`w${index}`] = one.piece +
            (one.kind === "nested" ? "{{none}}" : "");
          return `{{w${index}}}`;
        }).join("");
        collection.none = "";
        const scopes = Scopes.of({ runtime: { v }, collection });
        const { value } = renderUrl(`http://${text}`, {}, scopes);
        if (value === undefined) return;
        const join = (all: { piece: string }[]) =>
          all.map(({ piece }) => piece).join("");
        const authority = (text: string) => text.split(/[/?#]/, 1)[0];
        const written = authority(value.slice("http://".length));
        const left = join(before);
        if (authority(left) !== left) {
          return assertEquals(written, authority(left));
        }
        // It stands in the host, or ends it where nothing of it follows.
        const right = authority(join(after));
        if (/^[/?#]/.test(v)) {
          assertEquals([written, right], [left, ""]);
          assert(!/(?:^|@)(?::|$)/.test(left), left);
        } else {
          assert(!/[/?#@\\]/.test(v), v);
          assertEquals(written, left + v + right);
        }
      }),
      5000,
    );
  });

  it("keeps an encoded value in its segment or parameter", () => {
    check(fc.property(fc.string({ unit: ANY_CHARACTER }), (v) => {
      const url = "http://h/a/{{v}}/b?x={{v}}&y=1";
      const scopes = Scopes.of({ runtime: { v: `-${v}` } });
      const text = render(url, scopes, { place: "url", encodeUrl: true });
      const wire = toWireUrl(text);
      assert(typeof wire !== "string");
      const [path, query] = wire.url.slice("http://h".length).split("?");
      const segments = path.split("/");
      assertEquals([segments.length, segments[3]], [4, "b"]);
      const whole = `-${v}`.toWellFormed();
      assertEquals(decodeURIComponent(segments[2]), whole);
      const parameters = new URLSearchParams(query);
      assertEquals([...parameters], [["x", whole], ["y", "1"]]);
    }));
  });

  it("throws only InterpolationError, for any URL and value", () => {
    check(
      fc.property(hostile, hostile, fc.boolean(), (url, v, encodeUrl) => {
        const scopes = Scopes.of({ runtime: { v }, request: { w: `a${v}` } });
        try {
          render(url, scopes, { place: "url", encodeUrl });
        } catch (error) {
          assert(error instanceof InterpolationError);
        }
      }),
      1000,
    );
  });
});

describe("form texts", () => {
  it("round-trip through URLSearchParams", () => {
    check(fc.property(fc.string({ unit: ANY_CHARACTER }), (v) => {
      const scopes = Scopes.of({ runtime: { v } });
      const text = render("{{v}}", scopes, { place: "form" });
      assertEquals(
        new URLSearchParams(`a=${text}`).get("a"),
        v.toWellFormed(),
      );
      assertEquals(`a=${text}`, `${new URLSearchParams({ a: v })}`);
    }));
  });
});
