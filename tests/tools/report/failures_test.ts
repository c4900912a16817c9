import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import { plainStyle } from "../../../lib/tools/report/style.ts";
import {
  type ConsoleOptions,
  contextOf,
} from "../../../lib/tools/report/console/context.ts";
import { ProblemList } from "../../../lib/tools/report/console/detail_lines.ts";
import type { RequestResult } from "../../../lib/core/run/types.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { displayWidth } from "../../../lib/core/source/display_width.ts";
import { responseWith } from "../../support/response_with.ts";
import { consoleReport, runOf } from "./console_report.ts";
import { error, result, sent, step } from "./sample_run.ts";

/** Lines of a terminal. */
const SCREEN = 24;

function lines(
  results: readonly RequestResult[],
  options: Partial<ConsoleOptions> = {},
): string[] {
  return consoleReport(runOf(results), {
    style: plainStyle,
    verbose: "none",
    width: 80,
    masker: createMasker(["k-9f8e7d6c"]),
    ...options,
  }).split("\n");
}

/** The part between the list and the summary. */
function section(all: readonly string[]): string[] {
  const from = all.indexOf("Failures");
  const to = all.findIndex((line) => line.startsWith("  requests "));
  return all.slice(from, to);
}

function undefinedName(name: string, place: string): Diagnostic {
  return {
    ...error(
      "UNDEFINED_VARIABLE",
      `Cannot resolve "{{${name}}}": no scope defines "${name}"`,
      place,
    ),
    expression: name,
    scopesSearched: ["runtime", "request", "collection", "global"],
  };
}

function unrendered(
  path: string,
  diagnostics: readonly Diagnostic[],
  iteration = 0,
): RequestResult {
  return result(step("POST", path, { iteration }), {
    status: "errored",
    failures: ["render"],
    diagnostics,
  });
}

describe("failures in the console report", () => {
  it("are repeated in full below the list", () => {
    const all = lines([
      unrendered("a.yml", [undefinedName("one", "a.yml:3:4")]),
      result(step("GET", "b.yml")),
      unrendered("c.yml", [undefinedName("two", "c.yml:5:6")]),
    ]);
    assertEquals(all.slice(2, 7), [
      "✗ a.yml  POST not sent",
      '  ✗ Cannot resolve "{{one}}": no scope defines "one"',
      "✓ b.yml  GET  not sent",
      "✗ c.yml  POST not sent",
      '  ✗ Cannot resolve "{{two}}": no scope defines "two"',
    ]);
    assertEquals(section(all), [
      "Failures",
      "",
      "✗ a.yml  POST not sent",
      '  error UNDEFINED_VARIABLE: Cannot resolve "{{one}}": no scope defines "one"',
      "    a.yml:3:4",
      "    searched: runtime, request, collection, global",
      "",
      "✗ c.yml  POST not sent",
      '  error UNDEFINED_VARIABLE: Cannot resolve "{{two}}": no scope defines "two"',
      "    c.yml:5:6",
      "    searched: runtime, request, collection, global",
      "",
    ]);
  });

  it("of many rows with one misspelt name take one screen besides the list", () => {
    const all = lines(Array.from(
      { length: 200 },
      (_, row) => unrendered("a.yml", [undefinedName("usr", "a.yml:3:4")], row),
    ));
    const list = all.slice(0, all.indexOf("Failures")).filter((line) =>
      /^✗ a\.yml \[.* not sent(?: {2}as above)?$/.test(line)
    );
    assertEquals(list.length, 200);
    assert(all.length - list.length <= SCREEN, all.join("\n"));
    const at = all.findIndex((line) => line.includes("and 199 more places"));
    assertEquals(
      all[at],
      "    and 199 more places: a.yml [2/200], a.yml [3/200], a.yml [4/200],",
    );
    assert(all[at + 2].endsWith(", …"), all[at + 2]);
  });

  /** Columns, the name of each request, what is said of those whose failures others had before. */
  const repeated: [width: number, name: string, ends: string[]][] = [
    [80, "a.yml", ["   12 ms  as above"]],
    // The line of a short one is as long, because the columns are.
    [60, "a-rather-long-name.yml", ["   12 ms", "  as above"]],
    [120, "a-rather-long-name.yml", ["   12 ms  as above"]],
  ];
  for (const [width, name, ends] of repeated) {
    it(`that others had before are as above: ${name} in ${width} columns`, () => {
      const failed = (path: string, ...names: string[]) =>
        result(step("POST", path), {
          status: "failed",
          failures: ["check"],
          sent: sent("POST", "http://h/"),
          response: responseWith(""),
          tests: names.map((name) => ({ name, status: "failed" })),
        });
      const all = lines([
        failed(name, "one"),
        failed("b.yml", "one"),
        failed("c.yml", "two", "one"),
        failed("d.yml", "one"),
      ], { width, wraps: true });
      const [first] = ends;
      const from = all.findIndex((line) => line.startsWith("✗ b.yml"));
      assert(all[from].endsWith(first), all.join("\n"));
      assertEquals(
        all.slice(from + 1, from + ends.length),
        ends.slice(1),
      );
      const next = all.slice(from + ends.length, from + ends.length + 5)
        .map((line) => line.replace(/^✗ .*/, "✗"));
      assertEquals(next, [
        "✗",
        "  ✗ two",
        "  ✗ one",
        "✗",
        "  ✗ one",
      ]);
    });
  }

  it("of folders side by side are in the plan's order, and none is as above", () => {
    const wrong = [undefinedName("usr", "opencollection.yml:3:4")];
    const results = ["a/1.yml", "b/2.yml", "c/3.yml"].map((path, index) => {
      const one = unrendered(path, wrong);
      return { ...one, step: { ...one.step, index } };
    });
    const [start, ...others] = runOf(results);
    assert(start.type === "run-start");
    const apart = { besides: () => [] };
    const text = consoleReport(
      [
        { ...start, plan: { ...start.plan, apart } },
        // They end the other way round.
        ...others.slice(0, -1).toReversed(),
        ...others.slice(-1),
      ],
      {
        style: plainStyle,
        verbose: "none",
        width: 80,
        masker: createMasker(),
      },
    );
    assertEquals(text.match(/^ {2}✗ Cannot/gm)?.length, 3, text);
    assertEquals(
      text.match(/^ {2}✗ \w\/\d/gm),
      ["  ✗ a/1", "  ✗ b/2", "  ✗ c/3"],
    );
  });

  it("have room for the places of the others, however long their paths are", () => {
    const folders = "a folder of many words/".repeat(6);
    const all = lines(
      ["a", "b", "c"].map((name) =>
        unrendered(`${folders}${name}.yml`, [undefinedName("usr", "a.yml:3:4")])
      ),
    );
    const at = all.findIndex((line) => line.includes("and 2 more places"));
    for (const line of all.slice(at, at + 3)) {
      assert(line.length <= 80, line);
    }
    assert(all[at + 1].includes("…"), all[at + 1]);
    assert(all[at + 1].endsWith("b.yml,"), all[at + 1]);
  });

  it("stand in a list at the very end, a line each", () => {
    const all = lines([
      ...Array.from(
        { length: 23 },
        (_, at) =>
          unrendered(`a${at}.yml`, [undefinedName(`n${at}`, `a${at}.yml:3:4`)]),
      ),
      ...Array.from(
        { length: 2 },
        (_, row) =>
          unrendered("a0.yml", [undefinedName("n0", "a0.yml:3:4")], row),
      ),
    ]);
    const end = all.slice(all.findLastIndex((line) => /^✗/.test(line)));
    const list = end.filter((line) => line.startsWith("  ✗ "));
    assertEquals(list.length, 20);
    assertEquals(
      list.slice(0, 2),
      [
        '  ✗ a0.yml:3 (3 times)  Cannot resolve "{{n0}}": no scope defines "n0"',
        '  ✗ a1.yml:3 [1/2]  Cannot resolve "{{n1}}": no scope defines "n1"',
      ],
    );
    assertEquals(end.slice(-2), ["  and 3 more", ""]);
  });

  it("have the error of a request in that list, after which its test failed", () => {
    const all = lines([
      result(step("GET", "a.yml"), {
        status: "failed",
        diagnostics: [error("SCRIPT_ERROR", "Cannot run it", "a.yml:3:4")],
        tests: [{ name: "created", status: "failed" }],
      }),
      result(step("GET", "b.yml")),
    ]);
    assertEquals(
      all.filter((line) => line.startsWith("  ✗ ")).slice(-1),
      ["  ✗ a.yml:3  Cannot run it"],
    );
  });

  const IN_SCRIPT: readonly (readonly [
    what: string,
    test: readonly [line: number, script: string],
    first: string,
  ])[] = [
    ["above it", [7, "scripts[0]"], "  ✗ a.yml:7  created: not so"],
    ["below it", [12, "scripts[0]"], "  ✗ a.yml:9  Cannot finish it"],
    ["of another script", [7, "scripts[1]"], "  ✗ a.yml:9  Cannot finish it"],
  ];
  for (const [what, [line, yamlPath], first] of IN_SCRIPT) {
    it(`name what came first of a script's error and a test ${what}`, () => {
      const at = (place: string, code: "TEST" | "SCRIPT_ERROR", said: string) =>
        error(code, said, place);
      const inScript = (diagnostic: Diagnostic, yamlPath: string) => ({
        ...diagnostic,
        location: { ...diagnostic.location!, yamlPath, place: "script" },
      } as Diagnostic);
      const broken = at("a.yml:9:1", "SCRIPT_ERROR", "Cannot finish it");
      const failed = at(`a.yml:${line}:1`, "TEST", "not so");
      const all = lines([
        result(step("GET", "a.yml"), {
          status: "failed",
          diagnostics: [inScript(broken, "scripts[0]")],
          tests: [{
            name: "created",
            status: "failed",
            diagnostic: inScript(failed, yamlPath),
          }],
        }),
        result(step("GET", "b.yml")),
      ]);
      assertEquals(
        all.filter((line) => line.startsWith("  ✗ ")).slice(-1),
        [first],
      );
    });
  }

  it("stand in that list with each reason, the rare one too, before one is repeated", () => {
    const all = lines(Array.from(
      { length: 50 },
      (_, at) =>
        unrendered(`a${at}.yml`, [
          undefinedName(at === 40 ? "rare" : "often", `a${at}.yml:3:4`),
        ]),
    ));
    const end = all.slice(all.findLastIndex((line) => /^✗/.test(line)));
    const list = end.filter((line) => line.startsWith("  ✗ "));
    assertEquals(list.length, 20);
    assertEquals(list.slice(-2).map((line) => line.split("  Cannot")[0]), [
      "  ✗ a18.yml:3 and 30 more",
      "  ✗ a40.yml:3",
    ]);
    assertEquals(end.slice(-2), [list.at(-1), ""]);
  });

  it("have their place whole in the list at the end, above the reason if need be", () => {
    const path = `${"folder/".repeat(10)}a.yml`;
    const all = lines([
      unrendered(path, [undefinedName("n", `${path}:3:4`)]),
      result(step("GET", "fine.yml")),
    ]);
    assertEquals(all.slice(-3), [
      `  ✗ ${path}:3`,
      '    Cannot resolve "{{n}}": no scope defines "n"',
      "",
    ]);
  });

  /** Path in the collection, its file and the place of the problem as seen from the working folder, and the list's line. */
  const places: [path: string, file: string, place: string, says: string][] = [
    ["a/b.yml", "api/a/b.yml", "api/a/b.yml:3:4", "api/a/b.yml:3"],
    ["a/b.yml", "a/b.yml", "a/b.yml:3:4", "a/b.yml:3"],
    [
      "a/b.yml",
      "api/a/b.yml",
      "api/folder.yml:3:4",
      "api/a/b.yml (api/folder.yml:3)",
    ],
    ["a/b", "api/all.json", "api/all.json:3:4", "a/b (api/all.json:3)"],
    ["a/b", "api/all.json", "api/other.json:3:4", "a/b (api/other.json:3)"],
  ];
  for (const [path, file, place, says] of places) {
    it(`in the list at the end have the place ${says} of ${place}`, () => {
      const one = step("GET", path);
      const at = { ...one.item.at, file };
      const bad = result(
        { ...one, item: { ...one.item, at } as typeof one.item },
        {
          status: "errored",
          failures: ["render"],
          diagnostics: [undefinedName("n", place)],
        },
      );
      const all = lines([bad, result(step("GET", "fine.yml"))]);
      assert(all.at(-2)!.startsWith(`  ✗ ${says}  Cannot`), all.at(-2));
    });
  }

  it("in the list at the end say what was got", () => {
    const failing = (expression: string, expected: string, actual: string) =>
      result(step("GET", `${expression}.yml`), {
        status: "failed",
        failures: ["check"],
        assertions: [{
          expression,
          operator: "eq",
          expected,
          actual,
          status: "failed",
          diagnostic: error(
            "ASSERTION",
            `Assertion ${expression} eq ${expected}: got ${actual}`,
            `${expression}.yml:3:4`,
          ),
        }],
      });
    const all = lines([
      failing("res.status", "200", "404"),
      failing("res.body.a", `"${"x".repeat(90)}"`, `"${"y".repeat(90)}"`),
    ]);
    const [one, two] = all.slice(-3);
    assertEquals(one, "  ✗ res.status.yml:3  res.status eq 200: got 404");
    assert(/res\.body\.a eq "x+…: got "y+…$/.test(two), two);
    assert(displayWidth(two) <= 80, two);
  });

  /** A long text before two values, and what the titles and the list at the end say in 80 columns. */
  const compared: [
    name: string,
    before: string,
    kind: "eq" | "contains" | "startsWith" | "test",
    title: string,
    last: string,
  ][] = [
    [
      "an assertion's values",
      "x".repeat(90),
      "eq",
      "  ✗ res.body.a eq …xxxxxxxxxxxx1 and more",
      "  ✗ a.yml:3  res.body.a eq …xxxxxxxx1 and mo…: got …xxxxxxxx2 and more",
    ],
    [
      "wide characters",
      "字".repeat(90),
      "eq",
      "  ✗ res.body.a eq …字字字字字字1 and more",
      "  ✗ a.yml:3  res.body.a eq …字字字字1 and mo…: got …字字字字2 and more",
    ],
    [
      "a text that was to contain another one",
      "x".repeat(90),
      "contains",
      "  ✗ res.body.a contains …xxxxxxxxxxxx1 and more",
      "  ✗ a.yml:3  res.body.a con…xxxxxxxx1 and mo…: got …xxxxxxxx2 and more",
    ],
    [
      "a text that was to start with another one",
      "x".repeat(90),
      "startsWith",
      "  ✗ res.body.a startsWith …xxxxxxxxxxxx1 and more",
      "  ✗ a.yml:3  res.body.a sta…xxxxxxxx1 and mo…: got …xxxxxxxx2 and more",
    ],
    [
      "values that a test's message cuts",
      "x".repeat(90),
      "test",
      "  ✗ they are one",
      `  ✗ a.yml:3  they are one: got …${"x".repeat(12)}2 and more`,
    ],
  ];
  for (const [name, before, kind, title, last] of compared) {
    it(`are cut around the difference of ${name}`, () => {
      const expected = `${before}1 and more`;
      const actual = `${before}2 and more`;
      const why = kind !== "test"
        ? `Assertion res.body.a ${kind} ${expected}: got ${actual}`
        : `Test "they are one" failed: expected 'xxx…' to equal 'xxx…'`;
      const check = {
        expected,
        actual,
        status: "failed",
        diagnostic: error(
          kind === "test" ? "TEST" : "ASSERTION",
          why,
          "a.yml:3:4",
        ),
      } as const;
      const all = lines([
        result(step("GET", "a.yml"), {
          status: "failed",
          failures: ["check"],
          ...kind === "test"
            ? { tests: [{ name: "they are one", ...check }] }
            : {
              assertions: [{
                expression: "res.body.a",
                operator: kind,
                ...check,
              }],
            },
        }),
        result(step("GET", "fine.yml")),
      ]);
      assertEquals(all[3], title);
      assertEquals(all.at(-2), last);
      for (const label of ["expected", "actual"]) {
        const shown = all.filter((line) => line.startsWith(`    ${label}  `));
        assertMatch(
          shown.join("\n"),
          /^ +\w+ {2,}(?:\w+ )?…\S{20}[12] and more$/,
        );
      }
    });
  }

  const reasons: [why: string, expected: string, compared: boolean][] = [
    ["expected response to have status code 201 but got 200", "201", false],
    [
      "expected response to have status reason 'Created' but got 200",
      '"Created"',
      false,
    ],
    ["expected the order to be there", "201", true],
    ["expected 200 to be below 200", "200", false],
    ["expected 200 to be below 300", "300", true],
  ];
  for (const [why, expected, compared] of reasons) {
    it(`that say "${why}" ${compared ? "" : "do not "}compare as well`, () => {
      const text = lines([result(step("GET", "a.yml"), {
        status: "failed",
        failures: ["check"],
        tests: [{
          name: "t",
          status: "failed",
          expected,
          actual: "200",
          diagnostic: error("TEST", `Test "t" failed: ${why}`, "a.yml:1:1"),
        }],
      })]);
      assert(text.some((line) => line.trim() === why), text.join("\n"));
      const has = text.some((line) => line.trim() === `expected  ${expected}`);
      assertEquals(has, compared, text.join("\n"));
    });
  }

  it("of a single request have no list at the end", () => {
    const all = lines([unrendered("a.yml", [undefinedName("a", "a.yml:3:4")])]);
    assert(!all.some((line) => line.startsWith("  ✗ a.yml")), all.join("\n"));
  });

  it("of a single request have that list where they need more than a screen", () => {
    const all = lines([
      unrendered(
        "a.yml",
        Array.from(
          { length: 6 },
          (_, at) => undefinedName(`n${at}`, `a.yml:${at + 3}:4`),
        ),
      ),
    ], { source: () => "line\n".repeat(9) });
    const end = all.slice(all.findLastIndex((line) => /^✗/.test(line)));
    assertEquals(
      end.filter((line) => line.startsWith("  ✗ "))
        .map((line) => line.split("  Cannot")[0]),
      [3, 4, 5, 6, 7, 8].map((line) => `  ✗ a.yml:${line}`),
    );
  });

  it("name the files of the others where each is broken", () => {
    const list = new ProblemList(contextOf({
      style: plainStyle,
      verbose: "none",
      width: 80,
      masker: createMasker(),
    }));
    const broken = Array.from(
      { length: 5_000 },
      (_, at) =>
        error(
          "YAML_SYNTAX",
          `Cannot read "r${at}.yml": a " is not closed`,
          `r${at}.yml:4:9`,
        ),
    );
    const all = list.add(broken);
    assertEquals(
      all[all.findLastIndex((line) => line.startsWith("and "))],
      "and 4980 more in 4980 files: r20.yml:4, r21.yml:4, r22.yml:4, r23.yml:4,",
    );
  });

  const bodies: [name: string, nameOf: (at: number) => string, says: string][] =
    [
      ["one name", () => "usr", "and 1999 more places: line 4, line 5,"],
      [
        "names of their own",
        (at) => `n${at}`,
        "and 1998 more: {{n2}} line 5, {{n3}} line 6,",
      ],
    ];
  for (const [name, nameOf, says] of bodies) {
    it(`of 2,000 placeholders with ${name} in one body take one screen`, () => {
      const bad = (path: string) =>
        unrendered(
          path,
          Array.from(
            { length: 2_000 },
            (_, at) => undefinedName(nameOf(at), `a.yml:${at + 3}:4`),
          ),
        );
      for (const all of [[bad("a.yml")], [bad("a.yml"), bad("b.yml")]]) {
        const text = lines(all);
        const below = text.slice(
          1 + text.findLastIndex((it) => /not sent(?: {2}as above)?$/.test(it)),
        );
        assert(below.length <= SCREEN, text.join("\n"));
        if (all.length === 1) {
          assert(text.some((line) => line.includes(says)), text.join("\n"));
        } else {
          assert(text.some((line) => / more places?: b\.yml/.test(line)));
        }
      }
    });
  }

  it("are named by their requests where those are others", () => {
    const wrong = undefinedName("usr", "opencollection.yml:3:4");
    const text = section(lines([
      unrendered("a.yml", [wrong]),
      unrendered("b.yml", [wrong, undefinedName("own", "b.yml:1:1")]),
      unrendered("c.yml", [wrong]),
    ]));
    assertEquals(text.slice(2, 8), [
      "✗ a.yml  POST not sent",
      '  error UNDEFINED_VARIABLE: Cannot resolve "{{usr}}": no scope defines "usr"',
      "    opencollection.yml:3:4",
      "    searched: runtime, request, collection, global",
      "    and 2 more places: b.yml, c.yml",
      "",
    ]);
    assertEquals(text.filter((line) => line.startsWith("✗")), [
      "✗ a.yml  POST not sent",
      "✗ b.yml  POST not sent",
    ]);
  });

  for (
    const [reason, cause] of [
      ['no scope defines "usr"', 'no scope defines "usr"'],
      ["TypeError: x", "Cannot finish the tests script: TypeError: x"],
    ]
  ) {
    it(`are no more places where the script's own error has the reason: ${cause}`, () => {
      const inner = error("SCRIPT_ERROR", cause, "b.yml:3:4");
      const outer = (reason: string) =>
        error(
          "SCRIPT_ERROR",
          `Cannot finish the before-request script: Cannot run the request "b": ${reason}`,
          "d.yml:7:9",
        );
      const text = (message: string) =>
        lines([
          unrendered("b.yml", [inner]),
          unrendered("d.yml", [outer(message), inner]),
        ]).join("\n");
      assertFalse(text(reason).includes("more place"));
      assert(text("another").includes("and 1 more place: d.yml"));
    });
  }

  it("of very many requests are shown in full for the first hundred", () => {
    const all = lines(Array.from(
      { length: 300 },
      (_, at) =>
        unrendered(`r${at}.yml`, [undefinedName(`n${at}`, "a.yml:1:1")]),
    ));
    const text = section(all);
    assertEquals(text.filter((line) => line.startsWith("✗")).length, 100);
    const at = text.findIndex((line) =>
      line.startsWith("and 200 more requests")
    );
    assert(text[at].includes(": r100.yml, r101.yml,"), text[at]);
  });

  it("have their request's line where one request ran more than once", () => {
    const only = step("GET", "a.yml");
    const events = runOf(["one", "two"].map((name) => ({
      ...unrendered("a.yml", [undefinedName(name, "a.yml:3:4")]),
      step: only,
    })));
    const [start] = runOf([result(only)]);
    const text = section(
      consoleReport([start, ...events.slice(1)], {
        style: plainStyle,
        verbose: "none",
        width: 80,
        masker: createMasker(),
      }).split("\n"),
    );
    assertEquals(text.filter((line) => line.startsWith("✗")).length, 2);
  });

  it("of very many names are counted by names, places by places", () => {
    const twice = Array.from(
      { length: 2_000 },
      (_, at) => undefinedName(`n${at % 1_000}`, `a.yml:${at + 3}:4`),
    );
    const same = [1, 2, 3].map(() => undefinedName("v", "b.yml:1:1"));
    const text = lines([unrendered("a.yml", twice), unrendered("b.yml", same)]);
    assert(text.some((line) => line.startsWith("  and 998 more: {{n2}}")));
    assert(text.includes("    and 2 more places"), text.join("\n"));
  });

  it("say once which scopes were searched", () => {
    const text = section(lines([
      unrendered("a.yml", [
        undefinedName("one", "a.yml:3:4"),
        undefinedName("two", "a.yml:3:9"),
        { ...undefinedName("three", "a.yml:4:1"), scopesSearched: ["global"] },
      ]),
      result(step("GET", "b.yml")),
    ])).filter((line) => line.includes("searched"));
    assertEquals(text.map((line) => line.trim()), [
      "searched: runtime, request, collection, global",
      "searched: global",
    ]);
  });

  it("that were not sent have nothing more to show", () => {
    const text = lines([
      unrendered("a.yml", [undefinedName("a", "a.yml:1:1")]),
    ]);
    assertFalse(text.join("\n").includes("--verbose"));
  });

  it("have a time only where the request was sent", () => {
    const ended = (path: string, failures: RequestResult["failures"]) => ({
      ...unrendered(path, [undefinedName("a", "a.yml:1:1")]),
      sent: sent("POST", "http://a/"),
      failures,
    });
    const all = lines([
      ended("a.yml", ["render"]),
      ended("b.yml", ["network"]),
    ]);
    const list = all.slice(0, all.indexOf("Failures"));
    assertEquals(
      list.filter((it) => it.startsWith("✗")).map((it) =>
        it.replace(/ {2,}/g, "  ")
      ),
      ["✗ a.yml  POST not sent", "✗ b.yml  POST no response  12 ms  as above"],
    );
  });

  it("that are checks are grouped only where they got the same", () => {
    const failed = (path: string, actual: string) =>
      result(step("GET", path), {
        status: "failed",
        failures: ["check"],
        assertions: [{
          expression: "res.status",
          operator: "eq",
          expected: "200",
          actual,
          status: "failed",
          diagnostic: error(
            "ASSERTION",
            `Assertion res.status eq 200: got ${actual}`,
            `${path}:5:6`,
          ),
        }],
      });
    const text = section(lines([
      failed("a.yml", "500"),
      failed("b.yml", "404"),
      failed("c.yml", "500"),
    ]));
    assertEquals(text.slice(2), [
      "✗ a.yml  GET not sent",
      "  ✗ res.status eq 200  a.yml:5:6",
      "    expected  200",
      "    actual    500",
      "    and 1 more place: c.yml",
      "",
      "✗ b.yml  GET not sent",
      "  ✗ res.status eq 200  b.yml:5:6",
      "    expected  200",
      "    actual    404",
      "",
    ]);
  });

  describe("with equal checks and a response of the server", () => {
    const failed = (path: string, body: string, status = 400) =>
      result(step("GET", path), {
        status: "failed",
        failures: ["check"],
        sent: sent("GET", `http://h/api/${path}`),
        response: responseWith(body, "application/json", { status }),
        tests: [{ name: "t", status: "failed" }],
      });
    const at = (ms: number, path: string) =>
      JSON.stringify({
        timestamp: `2026-11-28T23:04:0${ms}.12${ms}+00:00`,
        took: ms / 7,
        error: "no",
        path: `/api/${path}`,
        traceId: `0d5c1a2b-3c4d-4e5f-8a9b-00000000000${ms}`,
      });
    /** What is told apart, the bodies of a.yml and b.yml, their status, whether both are shown. */
    const rows: [string, string, string, number, boolean][] = [
      ["messages", '{"error":"no name"}', '{"error":"no date"}', 400, true],
      ["numbers", '{"code":1001}', '{"code":1002}', 500, true],
      ["equal messages", '{"error":"no"}', '{"error":"no"}', 400, false],
      ["times, IDs and paths", at(1, "a.yml"), at(2, "b.yml"), 400, false],
      ["contents of a success", '{"a":"one"}', '{"a":"two"}', 200, false],
    ];
    for (const [name, one, other, status, isBoth] of rows) {
      it(`tell apart ${name}: ${isBoth}`, () => {
        const all = lines([
          failed("a.yml", one, status),
          failed("b.yml", other, status),
        ]);
        const text = all.join("\n");
        const shown = section(all).filter((line) => line.startsWith("✗"));
        assertEquals(shown.length, isBoth ? 2 : 1, text);
        assertEquals(text.includes("as above"), !isBoth, text);
        assertEquals(text.includes("and 1 more place: b.yml"), !isBoth, text);
        assertEquals(text.includes(`│ ${other}`), isBoth || one === other);
      });
    }

    const refused = (path: string, note: string) => ({
      ...error("SCRIPT_ERROR", "Request failed with status code 401", path),
      notes: [note],
    });
    const pay = "POST http://h/pay (status 401, with the body no card)";
    const order = (id: string) => `GET http://h/orders/${id} (status 401)`;
    /** What a script's request is told apart by, those of a.yml and b.yml, whether both are shown. */
    const requests: [string, string, string, boolean][] = [
      ["another request", pay, "DELETE http://h/refund (status 401)", true],
      ["another body", pay, pay.replace("card", "name"), true],
      ["the same request", pay, pay, false],
      ["an ID", order("0d5c1a2b-3c4d"), order("0d5c1a2b-3c4e"), false],
    ];
    for (const [name, one, other, isBoth] of requests) {
      for (const verbose of ["none", "failed"] as const) {
        for (const isTest of [false, true]) {
          it(`tell apart ${name} that a ${isTest ? "test" : "script"} sends, with ${verbose}: ${isBoth}`, () => {
            const all = lines(
              [["a.yml", one], ["b.yml", other]].map(([path, note]) => {
                const found = refused(path, note);
                const diagnostic = { ...found, code: "TEST" as const };
                return isTest
                  ? result(step("GET", path), {
                    status: "failed",
                    failures: ["check"],
                    tests: [{ name: "t", status: "failed", diagnostic }],
                  })
                  : unrendered(path, [found]);
              }),
              { verbose },
            );
            const text = all.join("\n").replace(/\s+/g, " ");
            const shown = section(all).filter((line) => line.startsWith("✗"));
            assertEquals(shown.length, isBoth ? 2 : 1, text);
            assertEquals(text.includes(other), isBoth || one === other, text);
          });
        }
      }
    }

    it("are shown with the first ten responses", () => {
      const all = section(lines(Array.from(
        { length: 40 },
        (_, row) => failed(`${row}.yml`, `{"error":"no ${row % 20}"}`),
      )));
      const heads = all.filter((line) => line.startsWith("✗"));
      assertEquals(heads.length, 10, all.join("\n"));
      // Those of the first response, and of the responses that are not shown.
      assert(
        all.some((line) => line.includes("and 21 more places: 10.yml")),
        all.join("\n"),
      );
    });

    it("are one where the response stands below the line of each", () => {
      const all = lines([
        failed("a.yml", '{"error":"no name"}'),
        failed("b.yml", '{"error":"no date"}'),
      ], { verbose: "failed" });
      const shown = section(all).filter((line) => line.startsWith("✗"));
      assertEquals(shown.length, 1, all.join("\n"));
      assert(all.join("\n").includes("no date"), all.join("\n"));
    });
  });

  it("wrap at 120 columns, on wider terminals too, without breaking words", () => {
    const url = `http://h/${"x".repeat(120)}`;
    const words = "so many words that they need more than one line ".repeat(4);
    const problem: Diagnostic = {
      ...error(
        "CONNECTION",
        `Cannot connect to "${url}": ${words}`,
        "a.yml:1:1",
      ),
      notes: [words.repeat(2)],
    };
    for (const [width, most] of [[80, 80], [100, 100], [200, 120]]) {
      const text = lines([unrendered("a.yml", [problem])], { width });
      const widths = text.map((line) => displayWidth(line));
      assert(
        widths.some((it) => it > most - 12 && it <= most),
        text.join("\n"),
      );
      const long = text.filter((_, at) => widths[at] > most)
        .map((line) => line.trim());
      assertEquals(long, [`"${url}":`]);
      assert(text.join(" ").replace(/\s+/g, " ").includes(words.trim()));
    }
  });
});

describe("the response of a request that failed", () => {
  const failed = (more: Partial<RequestResult>) =>
    result(step("GET", "a.yml"), {
      status: "failed",
      failures: ["check"],
      sent: sent("GET", "http://h/"),
      tests: [{ name: "t", status: "failed" }],
      ...more,
    });

  it("is shown by status, content type and first lines, masked", () => {
    const body = `<p>k-9f8e7d6c</p>\n${"line\n".repeat(20)}`;
    const text = lines([failed({
      response: responseWith(body, "text/html; charset=utf-8", {
        status: 500,
        statusText: "Oh no",
      }),
    })]);
    const from = text.findIndex((line) => line.startsWith("  ←"));
    assertEquals(text.slice(from, from + 11), [
      "  ← 500 Oh no · text/html; charset=utf-8 · 118 B",
      "  │ <p>***</p>",
      ...Array(7).fill("  │ line"),
      "  │ … 13 more lines",
      "",
    ]);
  });

  const bodies: [string, string | Uint8Array, string, string[]][] = [
    ["JSON in one line", '{"error":"no"}', "application/json", [
      '│ {"error":"no"}',
    ]],
    [
      "JSON that is too long for one",
      `{"error":"${"no ".repeat(40)}","at":1}`,
      "application/json",
      [
        "│ {",
        `│   "error": "${"no ".repeat(20)}`.slice(0, 75),
        '│   "at": 1',
        "│ }",
      ],
    ],
    ["bytes", new Uint8Array(3_000), "image/png", [
      "│ (3.0 kB of binary content)",
    ]],
    ["nothing", "", "", []],
  ];
  for (const [name, body, type, expected] of bodies) {
    it(`holds ${name}`, () => {
      const text = lines([failed({ response: responseWith(body, type) })]);
      const shown = text.filter((line) => line.startsWith("  │"));
      assertEquals(shown.length, expected.length, shown.join("\n"));
      shown.forEach((line, at) =>
        assert(line.trim().startsWith(expected[at].trimEnd()), line)
      );
    });
  }

  const prices = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({
      id: at,
      name: "a name that is long enough to be spread",
      price: at === 3 ? "x" : at,
    })));
  const list = (count: number) =>
    Array.from({ length: count }, (_, at) => `line ${at}`).join("\n");
  /** Lines of the body that are shown of so many, and one of them. */
  const amounts: [
    name: string,
    body: string,
    says: string,
    number: number,
    line: string,
  ][] = [
    ["a short body whole", list(20), "", 20, "line 19"],
    ["the start of one with more lines", list(21), "", 9, "… 13 more lines"],
    [
      "the start of one with more bytes",
      list(12).replaceAll("line", "line".repeat(30)),
      "",
      9,
      "… 4 more lines",
    ],
    [
      "what a schema's pointer leads to",
      prices(60),
      "/3/price must be number",
      10,
      '"price": "x"',
    ],
    [
      "what an escaped pointer leads to",
      JSON.stringify({ list: Array(90).fill("a word"), "a/b": { c: "here" } }),
      "it: /a~1b/c must be number",
      9,
      '"c": "here"',
    ],
  ];
  for (const [name, body, says, number, shows] of amounts) {
    it(`shows ${name}`, () => {
      const type = /^[[{]/.test(body) ? "application/json" : "text/plain";
      const diagnostic = error("TEST", `Test "t" failed: ${says}`, "a.yml:1:1");
      const text = lines([failed({
        response: responseWith(body, type),
        tests: [{ name: "t", status: "failed", diagnostic }],
      })]);
      const shown = text.filter((line) => line.startsWith("  │"));
      assertEquals(shown.length, number, shown.join("\n"));
      assert(shown.some((line) => line.includes(shows)), shown.join("\n"));
    });
  }

  it("does not show a secret that the cut divides", () => {
    const text = lines([failed({
      response: responseWith(`${"a".repeat(4_090)}k-9f8e7d6c`, "text/plain"),
    })]).join("\n");
    assertFalse(text.includes("k-9f8"), text);
  });

  it("is not shown where nothing failed", () => {
    const text = lines([
      result(step("GET", "a.yml"), {
        response: responseWith("body", "text/plain"),
      }),
    ]).join("\n");
    assertFalse(text.includes("body"), text);
  });

  it("comes with the whole exchange where that is asked for, and only there", () => {
    const passed = result(step("GET", "fine.yml"), {
      sent: sent("GET", "http://h/fine"),
      response: responseWith("fine body", "text/plain"),
    });
    const bad = failed({
      sent: sent("GET", "http://h/bad"),
      response: responseWith("bad body", "text/plain"),
      console: [{ level: "log", text: "said" }],
    });
    const text = lines([passed, bad], { verbose: "failed" }).join("\n");
    assert(text.includes("  → GET http://h/bad\n  │ Accept: "), text);
    assertEquals(text.split("bad body").length, 2, text);
    assertEquals(text.split("said").length, 2, text);
    assertFalse(text.includes("http://h/fine"), text);
    assertFalse(text.includes("fine body"), text);
    assertFalse(text.includes("--verbose"), text);
    const short = lines([passed, bad]).join("\n");
    assertFalse(short.includes("→ GET"), short);
    assert(short.includes("--verbose=failed"), short);
  });
});

describe("a response with 4xx or 5xx that nothing looks at", () => {
  const missing = {
    sent: sent("GET", "http://h/"),
    response: responseWith("", "", { status: 404 }),
  };
  const rows: [string, Partial<RequestResult>, mark: string][] = [
    ["no check", {}, "•"],
    ["a test", { tests: [{ name: "t", status: "passed" }] }, "✓"],
    ["an assertion", {
      assertions: [{
        expression: "res.status",
        operator: "eq",
        status: "passed",
      }],
    }, "✓"],
    ["no check and 399", {
      response: responseWith("", "", { status: 399 }),
    }, "✓"],
    ["a failure", { status: "errored", failures: ["script"] }, "✗"],
  ];
  for (const [name, more, mark] of rows) {
    it(`with ${name} has the mark ${mark}`, () => {
      const all = lines([
        result(step("GET", "a.yml"), { ...missing, ...more }),
      ]);
      assert(all[2].startsWith(`${mark} a.yml`), all[2]);
      const row = all.find((line) => line.startsWith("  unchecked"));
      assertEquals(
        all.includes("• 2 requests passed, 1 unchecked"),
        mark === "•",
      );
      assertEquals(
        row,
        mark === "•"
          ? "  unchecked   1 · an error without a test or assertion"
          : undefined,
      );
    });
  }

  it("is repeated until something holds: that is a check", () => {
    const polled = step("GET", "a.yml");
    const at = { file: "a.yml", path: [] };
    const item = {
      ...polled.item,
      settings: {
        encodeUrl: false,
        followRedirects: true,
        repeatUntil: { expression: { text: "true", at }, limit: 1, delay: 0 },
      },
    } as typeof polled.item;
    const all = lines([result({ ...polled, item }, missing)]);
    assert(all[2].startsWith("✓"), all[2]);
  });
});

describe("warnings in the console report", () => {
  it("that are equal are shown once, and where the others are", () => {
    const warning = (place: string): Diagnostic => ({
      ...error("OPAQUE_PLACEHOLDER", "The value stays text", place),
      severity: "warning",
    });
    const text = lines([
      result(step("GET", "a.yml"), {
        diagnostics: [warning("a.yml:1:1"), warning("a.yml:9:1")],
      }),
      result(step("GET", "b.yml"), {
        diagnostics: [warning("b.yml:2:3"), warning("a.yml:9:1")],
      }),
    ]);
    assertEquals(text.slice(2, 11), [
      "✓ a.yml  GET not sent",
      "  warning OPAQUE_PLACEHOLDER: The value stays text",
      "    a.yml:1:1",
      "✓ b.yml  GET not sent",
      "",
      "warning The value stays text",
      "  and 2 more places: line 9, b.yml:2:3",
      "",
      "  requests    2 · 2 passed",
    ]);
  });
});

describe("diagnostics outside of a run", () => {
  const context = contextOf({
    style: plainStyle,
    verbose: "none",
    width: 80,
    masker: createMasker(["k-9f8e7d6c"]),
  });
  const wrong = (name: string, place: string) =>
    error("CONNECTION", `Cannot connect to "${name}"`, place);

  it("are shown once, and where the others are", () => {
    const list = new ProblemList(context);
    assertEquals(
      list.add([wrong("a", "a.yml:1:1"), wrong("a", "b.yml:2:2")]),
      [
        'error CONNECTION: Cannot connect to "a"',
        "  a.yml:1:1",
        "  and 1 more place: b.yml:2:2",
      ],
    );
    assertEquals(
      list.add([wrong("a", "c.yml:1:1"), wrong("k-9f8e7d6c", "c.yml:3:1")]),
      [
        'error CONNECTION: Cannot connect to "***"',
        "  c.yml:3:1",
        'error as above: Cannot connect to "a"',
      ],
    );
  });

  it("of very many say how many there are", () => {
    const list = new ProblemList(context);
    const many = Array.from(
      { length: 50 },
      (_, at) => wrong(`n${at}`, `a.yml:${at + 1}:1`),
    );
    const first = list.add(many);
    assertEquals(first.filter((line) => line.startsWith("error")).length, 20);
    assert(first.some((line) => line.startsWith("and 30 more: ")));
    assertEquals(list.add([...many, ...many]).at(-1), "… 47 more as above");
    assertEquals(
      new ProblemList(context).add(many, { all: 3, first: 1 })
        .filter((line) => line.startsWith("error")).length,
      1,
    );
  });
});
