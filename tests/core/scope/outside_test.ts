import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import {
  CLIENT_VERSION,
  createClient,
  type Diagnostic,
  InterpolationError,
  layerOf,
  PermissionError,
  type Place,
  readCollection,
  render,
  Scopes,
  type ScopesOptions,
  type ScopeValues,
  type Value,
  VALUE_KINDS,
} from "../../../mod.ts";
import { kindsMissingIn } from "../../../lib/core/scope/value/client_version.ts";
import { renderJson } from "../../../lib/core/render/render_json.ts";
import { renderText } from "../../../lib/core/render/render_text.ts";
import { problemsOf } from "../../support/problems.ts";

function diagnosticsOf(run: () => unknown): readonly Diagnostic[] {
  const error = assertThrows(run, InterpolationError);
  return (error as InterpolationError).diagnostics;
}

describe("process.env", () => {
  const processEnv = (name: string) => {
    if (name !== "BRACE_HOST" && name !== "BRACE_NONE") {
      throw new PermissionError([{
        code: "PERMISSION",
        severity: "error",
        message: `Cannot read "${name}"`,
        suggestion: `--allow-env=${name}`,
      }]);
    }
    return name === "BRACE_HOST" ? "h {{x}}" : undefined;
  };
  const values = {
    request: { x: 1, alias: "{{process.env.BRACE_HOST}}", process: { env: 1 } },
  };
  const scopes = Scopes.of(values, { processEnv });

  it("is read where that is permitted, and never parsed", () => {
    assertEquals(
      render("{{process.env.BRACE_HOST}} {{alias}}", scopes),
      "h {{x}} h {{x}}",
    );
  });

  it("is a permission's error elsewhere", () => {
    const [{ code, suggestion, location }] = diagnosticsOf(() =>
      render("a {{process.env.SECRET}}", scopes)
    );
    assertEquals([code, suggestion, location?.column], [
      "PERMISSION",
      "--allow-env=SECRET",
      3,
    ]);
    for (const mode of ["keep", "empty"] as const) {
      const lenient = Scopes.of(values, { processEnv, undefined: mode });
      assertEquals(
        problemsOf(() => render("{{process.env.SECRET}}", lenient)),
        ["PERMISSION 1:1"],
      );
    }
    assertEquals(
      problemsOf(() => render("{{process.env.BRACE_HOST}}", Scopes.of(values))),
      ["PERMISSION 1:1"],
    );
  });

  it("is undefined for a name without a value", () => {
    assertEquals(
      problemsOf(() => render("{{process.env.BRACE_NONE}}", scopes)),
      [
        "UNDEFINED_VARIABLE 1:1",
      ],
    );
    const lenient = Scopes.of(values, { processEnv, undefined: "empty" });
    assertEquals(render("[{{process.env.BRACE_NONE}}]", lenient), "[]");
  });

  it("gives a secret of a file no value where it is empty", () => {
    const at = { file: "environments/a.yml", path: ["variables", 0] };
    const variable = (name: string, value: Value, secret = true) => ({
      ...{ name, value, secret, disabled: false, at },
    });
    const asks = (answer?: string, mode?: ScopesOptions["undefined"]) =>
      new Scopes([layerOf("environment", [
        variable("key", "{{process.env.EMPTY}}"),
        variable("alias", "{{plain}}"),
        variable("plain", "{{process.env.EMPTY}}", false),
        variable("text", "a{{process.env.EMPTY}}"),
        variable("none", ""),
        variable("empty", "{{none}}"),
      ], "local")], {
        processEnv: () => "",
        ...(answer !== undefined && { secret: () => answer }),
        ...(mode && { undefined: mode }),
      });
    const rows: [text: string, found: string | string[], answered: string][] = [
      ["{{key}}", ["UNSET_SECRET 1:1"], "given"],
      ["{{alias}}", ["UNSET_SECRET 1:1"], "given"],
      ["[{{plain}}]", "[]", "[]"],
      ["{{text}}", "a", "a"],
      ["[{{process.env.EMPTY}}]", "[]", "[]"],
      ["{{process.env.EMPTY}}[{{none}}{{empty}}]", "[]", "[]"],
    ];
    for (const [text, found, answered] of rows) {
      const outcome = typeof found === "string"
        ? render(text, asks())
        : problemsOf(() => render(text, asks()));
      assertEquals(outcome, found, text);
      assertEquals(render(text, asks("given")), answered, text);
    }
    assertEquals(render("[{{key}}]", asks(undefined, "empty")), "[]");
    assertEquals(
      diagnosticsOf(() => render("{{key}}", asks()))[0].message,
      'Cannot resolve "{{key}}": the secret "key" has no value, as "process.env.EMPTY" is empty',
    );
  });

  it("is not a variable of that name", () => {
    assertEquals(problemsOf(() => render("{{process.env}}", scopes)), [
      "INVALID_SYNTAX 1:1",
    ]);
    assertThrows(() => createClient().setVar("process", 1), TypeError);
  });
});

describe("prompts", () => {
  const asked: string[] = [];
  const prompt = (question: string) => {
    asked.push(question);
    return question === "PIN" ? "{{x}}" : undefined;
  };
  const scopes = Scopes.of({ request: { x: 1, pin: "{{?PIN}}" } }, { prompt });

  it("are answered with data", () => {
    assertEquals(
      render("{{?PIN}} {{ ? PIN }} {{pin}}", scopes),
      "{{x}} {{x}} {{x}}",
    );
    assertEquals(new Set(asked), new Set(["PIN"]));
  });

  it("say when the answer is for something secret", () => {
    const uses: unknown[] = [];
    const entry = (value: Value, secret: boolean) => ({
      name: "",
      value,
      secret,
      disabled: false,
      at: { file: "a.yml", path: [] },
    });
    const layer = layerOf("collection", [
      { ...entry("{{?A}}", true), name: "alias" },
      { ...entry("x{{?A}}", true), name: "text" },
      { ...entry({ a: ["x{{?A}}"] }, true), name: "object" },
      { ...entry("{{open}}", true), name: "through" },
      { ...entry("x{{?A}}", false), name: "open" },
    ]);
    const scopes = new Scopes([layer], {
      prompt: (_, use) => {
        uses.push(use);
        return "answer";
      },
    });
    const CASES: [text: string, place: Place, use: string | undefined][] = [
      ["{{alias}}", "text", "secret"],
      ["{{text}}", "text", "secret"],
      ["{{object.a[0]}}", "text", "secret"],
      ["{{object}}", "text", "secret"],
      ["{{through}}", "auth", "secret"],
      ["{{open}}", "text", undefined],
      ["{{open}}", "auth", "auth"],
      ["{{?A}}", "auth", "auth"],
      ["{{?A}}", "header", undefined],
    ];
    for (const [text, place, use] of CASES) {
      uses.length = 0;
      renderText(text, scopes, undefined, place);
      assertEquals(uses, [use], text);
    }
  });

  it("without an answer are errors, in every mode", () => {
    for (const mode of ["error", "keep", "empty"] as const) {
      for (const options of [{}, { prompt }]) {
        const scopes = Scopes.of({}, { ...options, undefined: mode });
        const [{ code, message }] = diagnosticsOf(() =>
          render("{{?One-time code}}", scopes)
        );
        assertEquals(code, "UNANSWERED_PROMPT");
        assertEquals(message, 'Cannot ask "One-time code": nobody answered');
      }
    }
  });
});

describe("placeholders in data", () => {
  const warnings = (
    template: string,
    values: ScopeValues,
    options?: ScopesOptions,
  ) => {
    const scopes = Scopes.of(values, options);
    // A second time, when values may be remembered.
    renderText(template, scopes);
    const { value, diagnostics } = renderText(template, scopes);
    return [
      value,
      ...diagnostics.map(({ code, severity }) => `${severity} ${code}`),
    ];
  };
  const WARNING = "warning OPAQUE_PLACEHOLDER";

  it("are sent as text, with a warning where they would resolve", () => {
    const request = { y: "Y", o: { p: 1 } };
    const CASES: [data: string, warned: boolean][] = [
      ["{{y}}", true],
      ["a {{ y }} b", true],
      ["{{nope}} {{o.p}}", true],
      ["{{$uuid}}", true],
      ["{{nope}}", false],
      ["{{$nope}}", false],
      ["{{y", false],
      ["{{}}", false],
      ["{{process.env.X}}", false],
      ["y", false],
    ];
    for (const [data, warned] of CASES) {
      for (const scope of ["runtime", "data"] as const) {
        assertEquals(warnings("{{x}}", { [scope]: { x: data }, request }), [
          data,
          ...(warned ? [WARNING] : []),
        ]);
      }
    }
  });

  it("are noticed inside objects and arrays", () => {
    const values = (text: string) => ({
      runtime: { o: { a: 1, b: [{ c: text }], d: new Date(0) } },
      request: { y: 1 },
    });
    assertEquals(warnings("{{o.b}}", values("{{y}}")), [
      '[{"c":"{{y}}"}]',
      WARNING,
    ]);
    assertEquals(warnings("{{o.b}}", values("{{nope}}")), [
      '[{"c":"{{nope}}"}]',
    ]);
  });

  it("are noticed in answers to prompts and in the environment too", () => {
    const options = { prompt: () => "{{y}}", processEnv: () => "{{y}}" };
    for (const template of ["{{?PIN}}", "{{process.env.A}}"]) {
      assertEquals(warnings(template, { request: { y: 1 } }, options), [
        "{{y}}",
        WARNING,
      ]);
    }
  });

  it("leave the object of a file that they come into as it is", () => {
    const scopes = Scopes.of({
      runtime: { x: "{{y}}" },
      request: { y: 1, o: { a: "{{x}}", b: ["{{x}}!"] } },
    });
    const { value, diagnostics } = renderJson('{"o": {{o}}}', scopes);
    assertEquals(value, '{"o": {"a":"{{y}}","b":["{{y}}!"]}}');
    assertEquals(diagnostics.map(({ code }) => code), ["OPAQUE_PLACEHOLDER"]);
  });
});

describe("client versions", () => {
  const runtime = {
    text: "s",
    number: 1,
    boolean: true,
    nothing: null,
    object: { a: 1 },
    array: ["a"],
    date: new Date(0),
  };
  const request = { alias: "{{object}}", member: "{{array[0]}}x" };
  const of = (clientVersion?: string) =>
    Scopes.of(
      { runtime, request },
      clientVersion === undefined ? {} : { clientVersion },
    );

  it("before 2.2.0 have no objects, arrays and dates", () => {
    const lacking = [
      "object",
      "object.a",
      "object.nope",
      "array",
      "array[0]",
      "array.length",
      "date",
      "alias",
      "alias.a",
      "member",
    ];
    for (const version of ["0.1.0", "2.1.9", "2.2.0-rc.1", "1.99.99+build"]) {
      const scopes = of(version);
      assertEquals(
        render("{{text}} {{number}} {{boolean}} {{nothing}}", scopes),
        "s 1 true null",
      );
      for (const expression of lacking) {
        for (const place of ["text", "json"] as const) {
          assertEquals(
            problemsOf(() => render(`{{${expression}}}`, scopes, { place })),
            ["UNAVAILABLE_KIND 1:1"],
          );
        }
      }
    }
  });

  it("from 2.2.0 have all", () => {
    for (
      const version of [undefined, "2.2.0", "2.2.0+x", CLIENT_VERSION]
    ) {
      assertEquals(
        render("{{object.a}}{{array[0]}}{{date}}{{alias.a}}", of(version)),
        "1a1970-01-01T00:00:00.000Z1",
      );
    }
  });

  it("are named with the kind", () => {
    const [{ message }] = diagnosticsOf(() => render("{{date}}", of("2.0.0")));
    assertEquals(
      message,
      'Cannot resolve "{{date}}": a date is available from client version 2.2.0, the client version asked for is 2.0.0',
    );
  });

  it("are listed by kind", () => {
    assertEquals(
      Object.entries(VALUE_KINDS).map(([kind, { since }]) =>
        `${kind} ${since}`
      ),
      [
        "string 0.0.0",
        "number 0.0.0",
        "boolean 0.0.0",
        "null 0.0.0",
        "object 2.2.0",
        "array 2.2.0",
        "date 2.2.0",
      ],
    );
    assertEquals([...kindsMissingIn("1.0.0")], ["object", "array", "date"]);
  });

  it("are no newer than this client", () => {
    const [major, minor, patch] = CLIENT_VERSION.split(".").map(Number);
    for (
      const version of [
        `${major}.${minor}.${patch + 1}`,
        `${major}.${minor + 1}.0-a`,
        `${major + 10}.0.0`,
      ]
    ) {
      assertThrows(
        () => createClient({ clientVersion: version }),
        RangeError,
        `this client is ${CLIENT_VERSION}`,
      );
    }
    const read = (version: string) =>
      readCollection({
        root: "",
        files: new Map([[
          "opencollection.yml",
          `extensions: { brace: { clientVersion: ${version} } }`,
        ]]),
      });
    for (const version of ["99.0", "''", "' '", "x", "null"]) {
      const { value, diagnostics } = read(version);
      assertEquals(value?.config.clientVersion, undefined);
      assertEquals(
        diagnostics.map(({ code, severity }) => [code, severity]),
        [["INVALID_FIELD", "error"]],
        version,
      );
    }
    assertEquals(read("2.1").value?.config.clientVersion, "2.1.0");
  });

  it("are three numbers", () => {
    for (const version of ["", "2", "2.2", "v2.2.0", "2.2.x", "2.2.0 "]) {
      assertThrows(() => of(version), RangeError);
      assertThrows(
        () => createClient({ clientVersion: version }),
        RangeError,
      );
    }
  });
});
