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

/** Lines of a block of variables: disabled, typed, described, of several lines. */
const row = (block: string): fc.Arbitrary<Counted<string>> =>
  fc.record({
    lead: fc.constantFrom(
      "",
      "  @number\n",
      "  @description('''\n    a: b\n    c\n  ''')\n",
      "\n",
    ),
    name: fc.constantFrom("a", "~a", "b", "@local", "~@local", '"c d"', "x.y"),
    value: fc.constantFrom(
      "",
      "1",
      "{{a}}: b",
      "'''\n    a: b\n  }\n    c\n  '''",
      "[\n    a\n    b\n  ]",
      "{ a: 1 }",
    ),
  }).filter(({ name, value }) =>
    // A secret's or an environment's names are those of variables alone.
    !(block === "vars" && (name.includes("@") || value.startsWith("[")))
  ).map(({ lead, name, value }) => ({
    value: `${lead}  ${name}: ${value}\n`,
    counts: { variables: 1 },
  }));

const variables = (block: string): fc.Arbitrary<Counted<string>> =>
  fc.array(row(block), { maxLength: 3 }).map((rows) => {
    const { values, counts } = together(rows);
    return { value: `${block} {\n${values.join("")}}\n`, counts };
  });

/** Of several scripts of one name Bruno keeps the last. */
const script = (block: string): fc.Arbitrary<Counted<string>> =>
  fc.tuple(fc.boolean(), code).map(([isTwice, { value, counts }]) => {
    const lines = value.split("\n").map((line) => `  ${line}\n`).join("");
    const first = isTwice ? `${block} {\n  first();\n}\n` : "";
    return { value: `${first}${block} {\n${lines}}\n`, counts };
  });

const example: fc.Arbitrary<Counted<string>> = fc.constant({
  value: "example {\n  name: ok\n  response: {\n    status: 200\n  }\n}\n",
  counts: { examples: 1 },
});

const SCRIPTS = ["script:pre-request", "script:post-response", "tests"];
const shared = fc.tuple(
  fc.option(variables("vars:pre-request")),
  ...SCRIPTS.map((block) => fc.option(script(block))),
  fc.option(fc.constant({
    value: "vars:post-response {\n  taken: res.body.id\n}\n",
    counts: {},
  })),
  fc.option(fc.constant({
    value: "headers {\n  X-A: '''\n  vars {\n    a: b\n  }\n  '''\n}\n",
    counts: {},
  })),
).map((blocks) => together(blocks.filter((one) => one !== null)));

const request: fc.Arbitrary<Counted<string>> = fc.record({
  name: fc.constantFrom("a", "A", "a b", "", undefined),
  target: fc.constantFrom(
    "get {\n  url: http://a\n}\n",
    "http {\n  method: PURGE\n  url: http://a\n}\n",
    "ws {\n  url: ws://a\n}\n",
    "grpc {\n  url: grpc://a\n}\n",
  ),
  shared,
  examples: fc.array(example, { maxLength: 2 }),
  color: fc.constantFrom("", "\ufeff", "\n\n"),
}).map(({ name, target, shared, examples, color }) => {
  const saved = together(examples);
  const meta = name === undefined ? "" : `meta {\n  name: ${name}\n}\n`;
  const { counts } = together([
    { value: 0, counts: shared.counts },
    { value: 0, counts: saved.counts },
  ], { requests: 1 });
  return {
    value: color + meta + target + [...shared.values, ...saved.values].join(""),
    counts,
  };
});

const level: fc.Arbitrary<Counted<string>> = shared.map((
  { values, counts },
) => ({ value: `meta {\n  name: f\n}\n${values.join("")}`, counts }));

const secrets = fc.uniqueArray(fc.constantFrom("s", "~t", "u", "v.w"))
  .chain((names) =>
    fc.constantFrom(
      `vars:secret [${names.join(", ")}]\n`,
      `vars:secret [\n${names.map((name) => `  ${name}`).join(",\n")}\n]\n`,
    ).map((value) => ({ value, counts: { variables: names.length } }))
  );
const vault = fc.constant({
  value: "vars:externalsecrets:v {\n  one: a\n  two: b\n}\n",
  counts: { variables: 2 },
});
const environment: fc.Arbitrary<Counted<string>> = fc.tuple(
  fc.option(variables("vars")),
  fc.option(secrets),
  fc.option(vault),
  fc.option(fc.constant({ value: "color: #fff\n", counts: {} })),
).map((parts) => {
  const { values, counts } = together(
    parts.filter((one) => one !== null),
    { environments: 1 },
  );
  return { value: values.join(""), counts };
});

const folder = fc.constantFrom("", "f/", "f/g/", "F/", "environments/deep/");
const file = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(folder, fc.constantFrom("a", "b", "c"), request)
      .map(([folder, name, one]) => ({ path: `${folder}${name}.bru`, ...one })),
  },
  fc.tuple(fc.constantFrom("f/folder.bru", "collection.bru"), level)
    .map(([path, one]) => ({ path, ...one })),
  fc.tuple(fc.constantFrom("Prod", "dev", "e e"), environment)
    .map(([name, one]) => ({ path: `environments/${name}.bru`, ...one })),
  // What Bruno is told to ignore is no part of the source; an empty file is none.
  fc.constantFrom("ignored/x.bru", "f/ignored/y.bru").map((path) => ({
    path,
    value: "get {\n  url: http://a\n}\n",
    counts: {},
  })),
  fc.constant({ path: "empty.bru", value: "\n", counts: {} }),
);

/** Rows as the app exports them: some hold nothing, which is no row. */
const rows = fc.array(
  fc.record({
    name: fc.constantFrom("a", "b", "", "x.y", null),
    value: fc.constantFrom("", "1", "{{a}}", "'''", 3, true, null, { b: 1 }),
    enabled: fc.boolean(),
    local: fc.boolean(),
  }),
  { maxLength: 3 },
).map((value) => ({
  value,
  counts: {
    variables:
      value.filter(({ name, value }) =>
        (name ?? "") !== "" || (value ?? "") !== ""
      ).length,
  },
}));

const exportedLevel = fc.tuple(rows, code, code, code).map((
  [variables, req, res, tests],
) => ({
  value: {
    vars: { req: variables.value, res: [{ name: "taken", value: "res.a" }] },
    script: { req: req.value, res: res.value },
    tests: tests.value,
  },
  counts: together<unknown>([variables, req, res, tests]).counts,
}));

const exportedRequest = fc.record({
  type: fc.constantFrom("http", "http-request", "graphql", "grpc", "ws"),
  name: fc.option(anyName, { nil: undefined }),
  seq: fc.option(fc.nat(3), { nil: undefined }),
  level: exportedLevel,
  examples: fc.array(fc.constant({ name: "ok" }), { maxLength: 2 }),
}).map(({ level, examples, ...item }) => ({
  value: {
    ...item,
    examples,
    request: { url: "http://a", method: "GET", ...level.value },
  },
  counts: { ...level.counts, requests: 1, examples: examples.length },
}));

const exportedFile = fc.tuple(anyName, code).map(([name, { value }]) => ({
  value: { type: "js", name, fileContent: value },
  counts: {},
}));

const unknownItem = anyName.map((name) => ({
  value: { type: "app", name, request: { tests: "a();" } },
  counts: { requests: 1 },
}));

const exportedFolder = fc.tuple(
  anyName,
  fc.option(exportedLevel),
  fc.array(fc.oneof(exportedRequest, exportedFile), { maxLength: 2 }),
).map(([name, level, items]) => {
  const { values, counts } = together<unknown>([
    ...items,
    ...level ? [level] : [],
  ]);
  return {
    value: {
      type: "folder",
      name,
      items: values.slice(0, items.length),
      ...(level && { root: { request: level.value } }),
    },
    counts,
  };
});

const exportedEnvironment = fc.tuple(anyName, rows, fc.boolean()).map((
  [name, { value, counts }, secret],
) => ({
  value: { name, variables: value.map((row) => ({ ...row, secret })) },
  counts: { ...counts, environments: 1 },
}));

describe("the counts of a .bru import", () => {
  it("add up for what the app exports", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(exportedRequest, exportedFolder, exportedFile, unknownItem),
          { maxLength: 5 },
        ),
        fc.array(exportedEnvironment, { maxLength: 2 }),
        fc.option(exportedLevel),
        async (items, environments, level) => {
          const parts = [
            ...items,
            ...environments,
            ...level ? [level] : [],
          ] as Counted<unknown>[];
          const json = {
            name: "c",
            version: "1",
            items: items.map(({ value }) => value),
            environments: environments.map(({ value }) => value),
            ...(level && { root: { request: level.value } }),
          };
          await assertAddsUp("bru", { "c.json": JSON.stringify(json) }, {
            counts: together(parts).counts,
            main: "c.json",
          });
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it("add up", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(file, { maxLength: 8, selector: ({ path }) => path }),
        fc.constantFrom("\n", "\r\n"),
        async (files, end) => {
          const { counts } = together(files);
          const texts = files.map(({ path, value }) =>
            [path, value.replaceAll("\n", end)] as const
          );
          await assertAddsUp("bru", {
            "bruno.json":
              '{"version":"1","name":"c","type":"collection","ignore":["ignored"]}',
            ...Object.fromEntries(texts),
          }, { counts });
        },
      ),
      { numRuns: runs(50) },
    );
  });
});
