import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { assertAddsUp } from "../../../support/adds_up.ts";
import {
  anyName,
  code,
  type Counted,
  together,
} from "../../../support/counted.ts";
import { runs } from "../../../support/check.ts";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

/** Scripts of each event, of none, switched off, kept in another place. */
const event: fc.Arbitrary<Counted<Json>> = fc.record({
  listen: fc.constantFrom("prerequest", "test", "unknown", "", null),
  disabled: fc.constantFrom(undefined, true, false),
  code,
  form: fc.constantFrom("lines", "text", "bare", "src", "none"),
}).map(({ listen, disabled, code: { value, counts }, form }) => {
  const about = { listen, ...(disabled !== undefined && { disabled }) };
  switch (form) {
    case "lines":
      return {
        value: { ...about, script: { exec: value.split("\n") } },
        counts,
      };
    case "text":
      return { value: { ...about, script: { exec: value } }, counts };
    case "bare":
      return { value: { ...about, script: value }, counts };
    case "src":
      return {
        value: { ...about, script: { src: "a.js", exec: value } },
        counts: { scripts: 1 },
      };
    default:
      return { value: about, counts: {} };
  }
});

/** Rows with and without a name or a value, of the older forms, switched off, secret. */
const variable: fc.Arbitrary<Counted<Json>> = fc.record({
  name: fc.constantFrom("key", "id", "name"),
  key: fc.constantFrom("", "a", "a", "b c", "token", 1),
  value: fc.constantFrom("", "x", 1, true, null, { a: 1 }),
  type: fc.constantFrom(undefined, "secret", "string", "boolean"),
  off: fc.constantFrom({}, { disabled: true }, { enabled: false }),
}).map(({ name, key, value, type, off }) => ({
  value: { [name]: key, value, ...(type && { type }), ...off },
  counts: {
    variables: key !== "" || ["x", 1, true].some((one) => one === value)
      ? 1
      : 0,
  },
}));

const level = fc.record({
  event: fc.array(event, { maxLength: 3 }),
  variable: fc.array(variable, { maxLength: 3 }),
  word: fc.constantFrom("variable", "variables"),
}).map(({ event, variable, word }) => {
  const [events, variables] = [together(event), together(variable)];
  return {
    value: { event: events.values, [word]: variables.values },
    counts: together([
      { value: 0, counts: events.counts },
      { value: 0, counts: variables.counts },
    ]).counts,
  };
});

const request: fc.Arbitrary<Counted<Json>> = fc.record({
  name: fc.option(anyName),
  level,
  response: fc.array(
    fc.constantFrom(null, {}, { name: "ok", code: 200, body: "{}" }),
    { maxLength: 2 },
  ),
  request: fc.constantFrom("http://a/b", { url: { raw: "http://a" } }, null),
}).map(({ name, level, response, request }) => ({
  value: { name, ...level.value, response, request },
  counts: { ...level.counts, requests: 1, examples: response.length },
}));

const { item } = fc.letrec<{ item: Counted<Json>; folder: Counted<Json> }>(
  (tie) => ({
    item: fc.oneof({ maxDepth: 3 }, request, tie("folder")),
    folder: fc.record({
      name: anyName,
      level,
      items: fc.array(tie("item"), { maxLength: 3 }),
    }).map(({ name, level, items }) => {
      const { values, counts } = together(items, level.counts);
      return { value: { name, ...level.value, item: values }, counts };
    }),
  }),
);

const collection: fc.Arbitrary<Counted<Json>> = fc.record({
  name: anyName,
  level,
  items: fc.array(item, { maxLength: 4 }),
  isWrapped: fc.boolean(),
}).map(({ name, level, items, isWrapped }) => {
  const { values, counts } = together(items, level.counts);
  const value = { info: { name }, ...level.value, item: values };
  return { value: isWrapped ? { collection: value } : value, counts };
});

const environment: fc.Arbitrary<Counted<Json>> = fc.record({
  name: anyName,
  values: fc.array(variable, { maxLength: 4 }),
  scope: fc.constantFrom("environment", "globals"),
}).map(({ name, values, scope }) => {
  const made = together(values, { environments: 1 });
  return {
    value: { name, values: made.values, _postman_variable_scope: scope },
    counts: made.counts,
  };
});

describe("the counts of a Postman import", () => {
  it("add up for collections and environments", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(collection, { maxLength: 2 }),
        fc.array(environment, { maxLength: 3 }),
        async (collections, environments) => {
          const all = together([...collections, ...environments]);
          fc.pre(all.values.length > 0);
          const files = all.values.map((value, index) =>
            [`${index}.postman_collection.json`, JSON.stringify(value)] as const
          );
          await assertAddsUp("postman", Object.fromEntries(files), all);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it("add up for folders that nest too deep to be written so", async () => {
    for (const depth of [20, 198, 201, 203, 400]) {
      let value: Json = [{ name: "r", request: "http://a" }];
      for (let count = 0; count < depth; count++) {
        value = [{
          name: "f",
          item: value,
          variable: [{ key: "a", value: "1" }],
        }];
      }
      await assertAddsUp(
        "postman",
        { "c.json": JSON.stringify({ info: { name: "c" }, item: value }) },
        { counts: { requests: 1, variables: depth }, main: "c.json" },
      );
    }
  });
});
