import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { stringify } from "yaml";
import { assertAddsUp } from "../../../support/adds_up.ts";
import { code, type Counted, together } from "../../../support/counted.ts";
import { runs } from "../../../support/check.ts";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

/** Scripts of each phase, of none, without a text. */
const script: fc.Arbitrary<Counted<Json>> = fc.record({
  type: fc.constantFrom(
    "beforeRequest",
    "http:afterResponse",
    "grpc:onIncomingMessage",
    "sometimes",
  ),
  code,
}).map(({ type, code: { value, counts } }) => ({
  value: { type, code: value },
  counts,
}));

/** Rows with and without a name or a value, switched off, secret. */
const row: fc.Arbitrary<Counted<Json>> = fc.record({
  key: fc.constantFrom("", "a", "a", "b c", "token"),
  value: fc.constantFrom("", "x", 1, true, null),
  type: fc.constantFrom(undefined, "secret", "default", "number"),
  off: fc.constantFrom({}, { disabled: true }, { enabled: false }),
}).map(({ key, value, type, off }) => ({
  value: { key, value, ...(type && { type }), ...off },
  counts: { variables: key !== "" || (value !== "" && value !== null) ? 1 : 0 },
}));

/** Variables as a list, or as a mapping. */
const rows: fc.Arbitrary<Counted<Json>> = fc.oneof(
  fc.array(row, { maxLength: 3 }).map((all) => {
    const { values, counts } = together(all);
    return { value: values, counts };
  }),
  fc.uniqueArray(fc.constantFrom("a", "b", "token"), { maxLength: 2 })
    .map((names) => ({
      value: Object.fromEntries(names.map((name) => [name, "v"])),
      counts: { variables: names.length },
    })),
);

/** One file or more of a tree, by the path in its folder. */
type Files = Record<string, string>;

const level = fc.record({
  scripts: fc.array(script, { maxLength: 2 }),
  variables: rows,
}).map(({ scripts, variables }) => {
  const all = together(scripts, variables.counts);
  return {
    value: {
      ".resources/definition.yaml": stringify({
        $kind: "collection",
        variables: variables.value,
        scripts: all.values,
      }),
    } as Files,
    counts: all.counts,
  };
});

const request = fc.record({
  kind: fc.constantFrom("http", "graphql", "websocket", "mqtt"),
  scripts: fc.array(script, { maxLength: 2 }),
  examples: fc.nat({ max: 2 }),
  lost: fc.nat({ max: 1 }),
}).map(({ kind, scripts, examples, lost }) => {
  // What is not sent has no scripts.
  const all = together(kind === "mqtt" ? [] : scripts, {
    requests: 1,
    examples: examples + lost,
  });
  const example = stringify({ response: { statusCode: 200 } });
  const files: Files = {
    "one.request.yaml": stringify({
      $kind: `${kind}-request`,
      url: "http://a/b",
      scripts: all.values,
    }),
  };
  for (let at = 0; at < examples; at++) {
    files[`.resources/one.resources/examples/${at}.example.yaml`] = example;
  }
  if (lost > 0) {
    files[".resources/gone.resources/examples/0.example.yml"] = example;
  }
  return { value: files, counts: all.counts };
});

const environment = rows.map(({ value, counts }) => ({
  value: stringify({ values: value }),
  counts: together([], { ...counts, environments: 1 }).counts,
}));

describe("the counts of an import of Postman's trees", () => {
  it("add up", async () => {
    await fc.assert(
      fc.asyncProperty(
        level,
        fc.array(fc.tuple(level, request), { minLength: 1, maxLength: 3 }),
        fc.array(environment, { maxLength: 2 }),
        async (main, folders, environments) => {
          const files: Files = {};
          const root = "postman/collections/C/";
          const add = (above: string, more: Files) => {
            for (const [path, text] of Object.entries(more)) {
              files[root + above + path] = text;
            }
          };
          add("", main.value);
          // What an editor keeps beside a file is no part of the tree.
          add("", {
            ".resources/definition.yaml.orig": stringify({
              variables: { old: "x" },
            }),
          });
          folders.forEach(([level, request], index) => {
            add(`${index}/`, level.value);
            add(`${index}/`, request.value);
          });
          environments.forEach(({ value }, index) => {
            files[`postman/environments/${index}.environment.yaml`] = value;
          });
          const { counts } = together([
            { value: 0, counts: main.counts },
            ...folders.flat().map(({ counts }) => ({ value: 0, counts })),
            ...environments.map(({ counts }) => ({ value: 0, counts })),
          ]);
          await assertAddsUp("postman", files, { counts });
        },
      ),
      { numRuns: runs(50) },
    );
  });
});
