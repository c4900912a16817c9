import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { assertAddsUp } from "../../../support/adds_up.ts";
import { code, type Counted, together } from "../../../support/counted.ts";
import { runs } from "../../../support/check.ts";

const lines = (text: string, counts: Counted<string>["counts"] = {}) =>
  fc.constant({ value: text, counts });
const handler = (mark: string) =>
  code.filter(({ value }) => !value.includes("}")).map((
    { value, counts },
  ) => ({ value: `${mark} {%\n${value}\n%}`, counts }));

/** What stands before a request line. */
const head: fc.Arbitrary<Counted<string>> = fc.oneof(
  lines("# a comment"),
  lines("// @no-redirect"),
  lines("fragment F on User {\n  id { a }\n}"),
  lines("# @name login"),
  lines("@host = http://a", { variables: 1 }),
  lines("@host = http://b", { variables: 1 }),
  lines("@token=secret1", { variables: 1 }),
  lines("@later := {{host}}", { variables: 1 }),
  lines("# @prompt code Your code", { variables: 1 }),
  lines("// @prompt other", { variables: 1 }),
  lines("# @sleep 10"),
  lines("# @disabled\n# @no-log\n# @ref login"),
  lines("?? status == 200"),
  lines("/*\n GET http://a\n @not = a variable\n*/"),
  lines("import other.http"),
  lines("run #login (@a=1)"),
  lines("proto < ./a.proto\nkeepCase: true"),
  lines(""),
  lines("< ./before.js", { scripts: 1 }),
  lines("< ./go before", { scripts: 1 }),
  handler("<"),
  code.filter(({ value }) => !value.includes("}")).map(({ value, counts }) => ({
    value: `{{\n${value}\n}}`,
    counts,
  })),
);
/** What stands behind the headers. */
const tail: fc.Arbitrary<Counted<string>> = fc.oneof(
  lines('{ "a": 1 }'),
  lines("{{name}} is a text"),
  lines("@not = a variable"),
  lines("# not a comment"),
  lines(">> out.json"),
  lines("?? body a.b == 1\n?? xpath //a == 1"),
  lines("text\n\n# @prompt next\n@z = 1\nPUT http://b HTTP/1.1\n", {
    requests: 1,
    variables: 2,
  }),
  lines("text\n\nGET http://b HTTP/1.1\n", { requests: 1 }),
  lines("> ./after.js", { scripts: 1 }),
  lines("> go after.js", { scripts: 1 }),
  lines("> ./after", { scripts: 1 }),
  lines("> a quote"),
  lines("<> 2026-01-01.200.json", { examples: 1 }),
  handler(">"),
);
const section: fc.Arbitrary<Counted<string>> = fc.record({
  title: fc.constantFrom("###", "### ", "### Same", "### Same"),
  head: fc.array(head, { maxLength: 4 }),
  line: fc.constantFrom(
    "GET http://a/b",
    "POST {{host}}/c HTTP/1.1",
    "{{host}}/c",
    "http://a",
    "WEBSOCKET ws://a",
    "GRPC a/b",
    "GRAPHQL http://a",
    "MQTT tcp://a",
    "curl http://a",
    "curl.exe http://a `\n  -d a",
    "POST http://a\n?? status == 1\n  ?a=1",
    undefined,
  ),
  headers: fc.constantFrom(
    "",
    "X-A: 1\n",
    "X-A: 1\n  2\n?? status == 1\n...more\n",
    "Authorization: Bearer t0ken1\n",
  ),
  tail: fc.array(tail, { maxLength: 3 }),
}).map(({ title, head, line, headers, tail }) => {
  const before = together(head);
  const after = together(line === undefined ? [] : tail);
  const { counts } = together([
    { value: 0, counts: before.counts },
    { value: 0, counts: after.counts },
  ], { requests: line === undefined ? 0 : 1 });
  const request = line === undefined
    ? []
    : [line, `${headers}`, ...after.values];
  return { value: [title, ...before.values, ...request].join("\n"), counts };
});

const environments = fc.dictionary(
  fc.constantFrom("dev", "prod", "$shared", ""),
  fc.oneof(
    fc.constant(1),
    fc.dictionary(fc.constantFrom("host", "token"), fc.constantFrom("a", 1)),
  ),
);

describe("the counts of an .http import", () => {
  it("add up", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(section, { maxLength: 4 }),
        fc.array(section, { maxLength: 2 }),
        environments,
        environments,
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom<Record<string, string>>({}, {
          "before.js": "f()",
          "b/after.js": " \n",
        }),
        async (first, second, open, hidden, end, scripts) => {
          const all = together([...first, ...second]);
          // Without a request that is sent there is nothing to import.
          const counts = together([{ value: 0, counts: all.counts }], {
            requests: 1,
            ...countsOf(open, hidden),
          }).counts;
          const text = (sections: typeof first) =>
            together(sections).values.join("\n").replaceAll("\n", end);
          await assertAddsUp("http", {
            "a.http": `GET http://first\n\n${text(first)}`,
            "b/b.rest": text(second),
            ...scripts,
            "http-client.env.json": JSON.stringify(open),
            "http-client.private.env.json": JSON.stringify(hidden),
          }, { counts });
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

/** An environment may be in both files, its values are in each. */
function countsOf(...files: Record<string, unknown>[]) {
  const all = files.flatMap((file) => Object.entries(file)).filter(([, one]) =>
    typeof one === "object"
  );
  return {
    environments: new Set(
      all.map(([name]) => name).filter((name) => name !== "$shared"),
    ).size,
    variables: all.reduce(
      (sum, [, one]) => sum + Object.keys(one as object).length,
      0,
    ),
  };
}
