import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertThrows,
} from "@std/assert";
import {
  type Generator,
  type Generators,
  InterpolationError,
  layerOf,
  loadFakeData,
  render,
  Scopes,
  seededRandom,
  type Sources,
} from "../../../mod.ts";
import { Execution } from "../../../lib/core/scope/execution.ts";
import { renderJson } from "../../../lib/core/render/render_json.ts";
import { renderText } from "../../../lib/core/render/render_text.ts";
import { problemsOf } from "../../support/problems.ts";

/** Thursday. */
const NOW = Date.UTC(2024, 1, 29, 13, 4, 5, 67);
const UUID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function sources(seed = "s", now = NOW): Sources {
  return { now: () => now, random: seededRandom(seed) };
}

const none = new Scopes([]);
const make = (expression: string, scopes = none, seed?: string) =>
  render(`{{${expression}}}`, scopes, { sources: sources(seed) });

/** Expression → its value, which the clock alone decides. */
const DATES: Record<string, string> = {
  "$timestamp": "1709211845",
  "$isoTimestamp": "2024-02-29T13:04:05.067Z",
  "$date": "2024-02-29T13:04:05.067Z",
  "$date()": "2024-02-29T13:04:05.067Z",
  "$date('')": "2024-02-29T13:04:05.067Z",
  "$date('iso')": "2024-02-29T13:04:05.067Z",
  "$date('unix')": "1709211845",
  "$date('ms')": "1709211845067",
  "$date('YYYY-MM-DD')": "2024-02-29",
  "$date('YY M D H h m s')": "24 2 29 13 1 4 5",
  "$date('HH:mm:ss.SSS hh A a')": "13:04:05.067 01 PM pm",
  "$date('ZZ Z X x')": "+0000 +00:00 1709211845 1709211845067",
  "$date('[YYYY] YYYY')": "YYYY 2024",
  "$date('iso', '')": "2024-02-29T13:04:05.067Z",
  "$date('iso', '+1d')": "2024-03-01T13:04:05.067Z",
  "$date('iso', '-1d')": "2024-02-28T13:04:05.067Z",
  "$date('iso', '1y')": "2025-02-28T13:04:05.067Z",
  "$date('iso', '-1M')": "2024-01-29T13:04:05.067Z",
  "$date('iso', '+1w -1d')": "2024-03-06T13:04:05.067Z",
  "$date('iso', '-2h30m')": "2024-02-29T10:34:05.067Z",
  "$date('iso', ' + 1 s ')": "2024-02-29T13:04:06.067Z",
  "$date('iso', '33ms')": "2024-02-29T13:04:05.100Z",
  "$date('iso', '0d')": "2024-02-29T13:04:05.067Z",
};

/** Expression → pattern of its value. */
const PATTERNS: Record<string, RegExp> = {
  "$uuid": UUID,
  "$guid": UUID,
  "$randomUUID": UUID,
  "$randomInt": /^(\d{1,3}|1000)$/,
  "$randomInt(5)": /^[0-5]$/,
  "$randomInt(1, 6)": /^[1-6]$/,
  "$randomInt(-3, -1)": /^-[1-3]$/,
  "$randomInt('7', '7')": /^7$/,
  "$randomInt(9007199254740990, 9007199254740991)": /^900719925474099[01]$/,
  "$randomFloat": /^0\.\d+$/,
  "$randomFloat(2, 3)": /^2(\.\d+)?$/,
  "$randomString": /^[A-Za-z0-9]{16}$/,
  "$randomString(3)": /^[A-Za-z0-9]{3}$/,
  "$randomString(0)": /^$/,
  "$randomHex": /^[0-9a-f]{16}$/,
  "$randomHex(7)": /^[0-9a-f]{7}$/,
};

/** Expression → the code of what is wrong. */
const WRONG: Record<string, string> = {
  "$uuid(1)": "INVALID_ARGUMENT",
  "$timestamp(1)": "INVALID_ARGUMENT",
  "$isoTimestamp('x')": "INVALID_ARGUMENT",
  "$randomInt(6, 1)": "INVALID_ARGUMENT",
  "$randomInt(1.5, 2)": "INVALID_ARGUMENT",
  "$randomInt('x')": "INVALID_ARGUMENT",
  "$randomInt('')": "INVALID_ARGUMENT",
  "$randomInt(1, 2, 3)": "INVALID_ARGUMENT",
  "$randomInt(-1)": "INVALID_ARGUMENT",
  "$randomInt(0, 9007199254740992)": "INVALID_ARGUMENT",
  [`$randomInt(0, ${"9".repeat(400)})`]: "INVALID_ARGUMENT",
  "$randomFloat(2, 1)": "INVALID_ARGUMENT",
  "$randomString(-1)": "INVALID_ARGUMENT",
  "$randomString(1.5)": "INVALID_ARGUMENT",
  "$randomString(1048577)": "INVALID_ARGUMENT",
  "$randomHex(99999999999)": "INVALID_ARGUMENT",
  "$date(1)": "INVALID_ARGUMENT",
  "$date('iso', 1)": "INVALID_ARGUMENT",
  "$date('iso', 'tomorrow')": "INVALID_ARGUMENT",
  "$date('iso', '+1')": "INVALID_ARGUMENT",
  "$date('iso', '1d', 'x')": "INVALID_ARGUMENT",
  "$date('iso', '+999999999y')": "INVALID_ARGUMENT",
  "$date('YYYY', '-999999999999999999999999d')": "INVALID_ARGUMENT",
  "$nope": "UNKNOWN_GENERATOR",
  "$randomFirstName": "UNKNOWN_GENERATOR",
  "$toString": "UNKNOWN_GENERATOR",
  "$__proto__": "UNKNOWN_GENERATOR",
};

describe("generators", () => {
  for (const [expression, expected] of Object.entries(DATES)) {
    it(`{{${expression}}} is ${expected}`, () => {
      assertEquals(make(expression), expected);
    });
  }
  for (const [expression, pattern] of Object.entries(PATTERNS)) {
    it(`{{${expression}}} matches ${pattern}`, () => {
      for (let seed = 0; seed < 50; seed++) {
        assertMatch(make(expression, none, String(seed)), pattern);
      }
    });
  }
  for (const [expression, code] of Object.entries(WRONG)) {
    it(`refuses {{${expression.slice(0, 60)}}}`, () => {
      assertEquals(problemsOf(() => make(expression)), [`${code} 1:1`]);
    });
  }

  it("reach both ends of their range", () => {
    for (const random of [0, 1 - 2 ** -53]) {
      const ends = { sources: { now: () => 0, random: () => random } };
      const int = render("{{$randomInt(1, 3)}}", none, ends);
      assertEquals(int, random === 0 ? "1" : "3");
      assertMatch(render("{{$uuid}}", none, ends), UUID);
    }
  });

  it("repeat with the seed, and differ without", () => {
    assertEquals(make("$uuid"), make("$uuid"));
    assertNotEquals(make("$uuid"), make("$uuid", none, "other"));
  });

  it("need a clock and a random source", () => {
    assertEquals(problemsOf(() => render("{{$uuid}}", none)), [
      "UNKNOWN_GENERATOR 1:1",
    ]);
  });

  it("take long texts in linear time", () => {
    for (const text of [" ".repeat(50_000) + "x", "[".repeat(50_000)]) {
      for (const args of [`'${text}'`, `'iso', '${text}'`]) {
        try {
          make(`$date(${args})`);
        } catch {
          // Refused or not: it has to end.
        }
      }
    }
  });

  it("can be a program's own", () => {
    const generators: Generators = new Map<string, Generator>([
      ["list", (args) => [...args]],
      ["bad", () => {
        throw new RangeError("no luck");
      }],
      ["nothing", () => undefined as unknown as string],
      ["nan", () => ({ a: [NaN] })],
    ]);
    const scopes = new Scopes([], { generators });
    assertEquals(make("$list(1, 'a')", scopes), '[1,"a"]');
    assertEquals(problemsOf(() => make("$bad", scopes)), [
      "INVALID_ARGUMENT 1:1",
    ]);
    for (const name of ["$nothing", "$nan"]) {
      assertEquals(problemsOf(() => make(name, scopes)), [
        "UNSERIALIZABLE 1:1",
      ]);
    }
  });

  it("give way to a variable of the same text", () => {
    const scopes = Scopes.of({ global: { "$uuid": "mine" } });
    assertEquals(make("$uuid", scopes), "mine");
  });
});

describe("generated values", () => {
  const words = (text: string | undefined) => (text ?? "").split(" ");
  const at = (...path: (string | number)[]) => ({ file: "a.yml", path });
  const variable = (name: string, value: unknown) => ({
    name,
    value: value as string,
    secret: false,
    disabled: false,
    at: at("variables", name, "value"),
  });

  it("are new for each occurrence", () => {
    const texts = words(make("$uuid}} {{$uuid"));
    assertEquals(new Set(texts).size, 2);
  });

  it("are fixed for one execution, by their place in a file", () => {
    const execution = new Execution(sources());
    const text = { text: "{{$uuid}} {{$uuid}}", at: at("http", "url") };
    const first = renderText(text, none, execution).value;
    // Another copy of the request holds the same text in the same place.
    assertEquals(renderText({ ...text }, none, execution).value, first);
    const other = { ...text, at: at("http", "body") };
    const all = [
      ...words(first),
      ...words(renderText(other, none, execution).value),
    ];
    assertEquals(new Set(all).size, 4);
    const later = renderText(text, none, new Execution(sources("x"))).value;
    assertNotEquals(later, first);
  });

  it("of a variable are made once for an execution", () => {
    for (
      const scopes of [
        Scopes.of({ environment: { id: "{{$uuid}}", text: "x-{{id}}" } }),
        new Scopes([
          layerOf("environment", [
            variable("id", "{{$uuid}}"),
            variable("text", "x-{{id}}"),
          ]),
        ]),
      ]
    ) {
      const execution = new Execution(sources());
      const [a, b, c] = words(
        renderText("{{id}} {{id}} {{text}}", scopes, execution).value,
      );
      assertEquals([b, c], [a, `x-${a}`]);
      assertEquals(renderText("{{id}}", scopes, execution).value, a);
      const other = renderText("{{id}}", scopes, new Execution(sources("x")));
      assertNotEquals(other.value, a);
    }
  });

  it("in one object are occurrences of their own, the same by every way", () => {
    for (
      const scopes of [
        Scopes.of({ request: { o: { a: "{{$uuid}}", b: ["{{$uuid}}"] } } }),
        new Scopes([
          layerOf("request", [
            variable("o", { a: "{{$uuid}}", b: ["{{$uuid}}"] }),
          ]),
        ]),
      ]
    ) {
      const execution = new Execution(sources());
      const text = renderText("{{o.a}} {{o.b[0]}} {{o}}", scopes, execution);
      const [a, b, whole] = words(text.value);
      assertNotEquals(a, b);
      assertEquals(JSON.parse(whole), { a, b: [b] });
    }
  });

  it("of variables in no file are their own, wherever they are said to be", () => {
    const at = { file: "", path: [] };
    const scopes = new Scopes([
      layerOf("request", [
        { ...variable("a", "{{$uuid}}"), at },
        { ...variable("b", "{{$uuid}}"), at },
      ]),
    ]);
    const execution = new Execution(sources());
    const [a, b, c] = words(
      renderText("{{a}} {{b}} {{a}}", scopes, execution).value,
    );
    assertEquals([a === b, a === c], [false, true]);
  });

  it("keep their kind outside quotes in JSON", () => {
    const body = '{"n": {{$randomInt(1, 6)}}, "id": "{{$uuid}}"}';
    const { value } = renderJson(body, none, new Execution(sources()));
    const { n, id } = JSON.parse(value!);
    assert(n >= 1 && n <= 6);
    assertMatch(id, UUID);
    const bare = renderJson("{{$uuid}}", none, new Execution(sources()));
    assertEquals(bare.diagnostics.map(({ code }) => code), ["INVALID_BODY"]);
  });

  it("of a text of their own are new each time", () => {
    const execution = new Execution(sources());
    const one = renderText("{{$uuid}}", none, execution).value;
    assertNotEquals(renderText("{{$uuid}}", none, execution).value, one);
  });
});

describe("fake data", () => {
  it("has every name make something, the same for a seed", async () => {
    const generators = await loadFakeData();
    assert(generators.size > 90);
    const scopes = new Scopes([], { generators });
    for (const name of generators.keys()) {
      const text = make(`$${name}`, scopes);
      assertEquals(text, make(`$${name}`, scopes), name);
      assert(text !== "" && !text.includes("undefined"), name);
      assertEquals(problemsOf(() => make(`$${name}(1)`, scopes)), [
        "INVALID_ARGUMENT 1:1",
      ]);
    }
  });

  it("has Postman's images", async () => {
    const generators = await loadFakeData();
    const scopes = new Scopes([], { generators });
    for (
      const subject of [
        "Abstract",
        "Animals",
        "Business",
        "Cats",
        "City",
        "Fashion",
        "Food",
        "Nature",
        "Nightlife",
        "People",
        "Sports",
        "Transport",
      ]
    ) {
      const url = make(`$random${subject}Image`, scopes);
      assertEquals(
        url.replace(/\d+$/, "1"),
        `https://loremflickr.com/640/480/${subject.toLowerCase()}?lock=1`,
      );
    }
  });

  it("is said to be not loaded", () => {
    assertThrows(
      () => make("$randomEmail", none),
      InterpolationError,
      "loadFakeData",
    );
  });
});
