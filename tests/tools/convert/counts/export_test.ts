import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { NOTHING } from "../../../../lib/tools/convert/counts.ts";
import {
  bruAccount,
  type ExportAccount,
  postmanAccount,
} from "../../../../lib/tools/convert/export/account_export.ts";
import { exportBru } from "../../../../lib/tools/convert/export/export_bru.ts";
import { exportPostman } from "../../../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../../../lib/tools/convert/export/read_for_export.ts";
import { code, type Counted, together } from "../../../support/counted.ts";
import { runs } from "../../../support/check.ts";

// deno-lint-ignore no-explicit-any -- a file as data
type Json = any;

const name = fc.constantFrom("a", "A", "b c", "é", "folder");
const variables: fc.Arbitrary<Counted<Json>> = fc.array(
  fc.record({
    name: fc.constantFrom("a", "a", "b", "c"),
    value: fc.constantFrom<Json>(
      undefined,
      "",
      "x",
      "{{y}}",
      { type: "number", data: "1" },
      "two\nlines",
    ),
    disabled: fc.constantFrom(undefined, true),
    secret: fc.constantFrom(undefined, undefined, true),
  }),
  { maxLength: 3 },
).map((value) => ({ value, counts: { variables: value.length } }));

/** Several of a phase, blank ones, one that no format has. */
const scripts: fc.Arbitrary<Counted<Json>> = fc.array(
  fc.record({
    type: fc.constantFrom(
      "before-request",
      "before-request",
      "after-response",
      "tests",
      "hooks",
    ),
    code,
    dialect: fc.boolean(),
  }),
  { maxLength: 4 },
).map((all) => ({
  value: all.map(({ type, code, dialect }) => ({
    type,
    code: code.value,
    ...(dialect && { extensions: { brace: { dialect: "postman" } } }),
  })),
  counts: together(all.map(({ code }) => code)).counts,
}));

const level = fc.record({ variables, scripts }).map((
  { variables, scripts },
) => ({
  value: { variables: variables.value, scripts: scripts.value },
  counts: together([variables, scripts]).counts,
}));

const details = { method: "GET", url: "http://a/b" };
const request: fc.Arbitrary<Counted<Json>> = fc.record({
  name: fc.option(name, { nil: undefined }),
  kind: fc.constantFrom<Json>(
    { type: "http", http: details },
    { type: "http", http: details },
    { type: "graphql", graphql: { ...details, body: { query: "{ a }" } } },
    { http: details },
    { type: "grpc", grpc: { url: "grpc://a" } },
    { type: "websocket", websocket: { url: "ws://a" } },
    { type: "mqtt", mqtt: { url: "mqtt://a" } },
    { type: "http" },
  ),
  level,
  examples: fc.array(
    fc.constantFrom<Json>(
      {
        name: "ok",
        response: { status: 200, body: { type: "json", data: "{}" } },
      },
      { name: "", request: { method: "POST", url: "http://c" } },
    ),
    { maxLength: 2 },
  ),
  assertions: fc.array(
    fc.constantFrom<Json>(
      { expression: "res.status", operator: "eq", value: "200" },
      { expression: "res.body", operator: "isDefined", disabled: true },
    ),
    { maxLength: 2 },
  ),
}).map(({ name, kind: { type, ...kind }, level, examples, assertions }) => ({
  value: {
    info: { name, type, seq: 1 },
    ...kind,
    runtime: { ...level.value, assertions },
    examples,
  },
  counts: { ...level.counts, requests: 1, examples: examples.length },
}));

/** Items that are no request: a file of another tool, a script, a workspace. */
const other: fc.Arbitrary<Counted<Json>> = fc.constantFrom<Counted<Json>>(
  {
    value: { info: { type: "script" }, script: "a()" },
    counts: { scripts: 1 },
  },
  { value: { info: { type: "workspace" } }, counts: {} },
  { value: { some: "data" }, counts: {} },
);

interface Entry {
  readonly path: string;
  readonly value: Json;
}
const folders = fc.constantFrom("", "f/", "f/g/", "h/");
const entry: fc.Arbitrary<Counted<Entry>> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      folders,
      fc.constantFrom("a", "b", "c", "d"),
      fc.oneof({ weight: 5, arbitrary: request }, other),
    ).map(([folder, file, { value, counts }]) => ({
      value: { path: `${folder}${file}.yml`, value },
      counts,
    })),
  },
  fc.tuple(fc.constantFrom("f/", "f/g/", "h/"), name, level).map((
    [folder, name, { value, counts }],
  ) => ({
    value: {
      path: `${folder}folder.yml`,
      value: { info: { name, type: "folder" }, request: value },
    },
    counts,
  })),
  fc.tuple(fc.constantFrom("p", "q", "r"), name, variables).map((
    [file, name, { value, counts }],
  ) => ({
    value: {
      path: `environments/${file}.yml`,
      value: { name, variables: value },
    },
    counts: { ...counts, environments: 1 },
  })),
);

/** JSON is YAML. */
const collection = fc.record({
  level,
  entries: fc.uniqueArray(entry, {
    maxLength: 8,
    selector: ({ value }) => value.path,
  }),
}).map(({ level, entries }) => {
  const { values, counts } = together(entries, level.counts);
  const files = new Map(
    values.map(({ path, value }) => [path, JSON.stringify(value)] as const),
  );
  files.set(
    "opencollection.yml",
    JSON.stringify({
      opencollection: "1.0.0",
      info: { name: "c" },
      request: level.value,
    }),
  );
  return { files, main: "opencollection.yml", counts };
});

const { item } = fc.letrec<{ item: Counted<Json>; folder: Counted<Json> }>(
  (tie) => ({
    item: fc.oneof({ maxDepth: 2 }, request, tie("folder")),
    folder: fc.record({
      name,
      level,
      items: fc.array(tie("item"), { maxLength: 3 }),
    }).map(({ name, level, items }) => {
      const { values, counts } = together(items, level.counts);
      return {
        value: {
          info: { name, type: "folder" },
          request: level.value,
          items: values,
        },
        counts,
      };
    }),
  }),
);
/** A collection in one file. */
const bundled = fc.record({
  level,
  items: fc.array(item, { maxLength: 3 }),
  environments: fc.array(fc.tuple(name, variables), { maxLength: 3 }),
}).map(({ level, items, environments }) => {
  const made = together(items, level.counts);
  const { counts } = together(
    [...environments.map(([, one]) => one), { value: 0, counts: made.counts }],
    { environments: environments.length },
  );
  const text = JSON.stringify({
    opencollection: "1.0.0",
    info: { name: "c" },
    bundled: true,
    config: {
      environments: environments.map(([name, { value }]) => ({
        name,
        variables: value,
      })),
    },
    request: level.value,
    items: made.values,
  });
  return {
    files: new Map([["opencollection.yml", text]]),
    main: "opencollection.yml",
    counts,
  };
});

describe("the counts of an export", () => {
  for (const [name, made] of Object.entries({ collection, bundled })) {
    it(`add up for Bruno and Postman, from a ${name}`, () => {
      fc.assert(
        fc.property(
          made,
          fc.boolean(),
          ({ files, main, counts }, withEnvironments) => {
            const read = (kind: "bru" | "postman") => {
              const reading = readForExport(files, main, kind);
              const { value, diagnostics, added } = reading;
              assert(value, JSON.stringify(diagnostics));
              return { value, added };
            };
            const wanted = { ...NOTHING, ...counts };
            const { value: all, added: more } = read("bru");
            assertAccount(bruAccount(all, exportBru(all), more), wanted);
            const { value, added } = read("postman");
            assertAccount(
              postmanAccount(value, exportPostman(value), {
                withEnvironments,
                added,
              }),
              wanted,
            );
          },
        ),
        { numRuns: runs(50) },
      );
    });
  }

  it("add up from .bru files", () => {
    const files = new Map(Object.entries({
      "bruno.json": '{"version":"1","name":"c","type":"collection"}',
      "collection.bru": "vars:pre-request {\n  a: 1\n  ~b: 2\n}\n",
      "f/folder.bru": "script:pre-request {\n  a();\n}\n",
      "f/a.bru":
        "get {\n  url: http://a\n}\n\ntests {\n  b();\n}\n\nexample {\n  name: x\n}\n",
      "f/ws.bru": "ws {\n  url: ws://a\n}\n\ntests {\n  b();\n}\n",
      "environments/E.bru":
        "vars {\n  a: 1\n}\nvars:secret [\n  t\n]\nvars:externalsecrets:v {\n  one: a\n}\n",
    }));
    const { value: all, added: more } = readForExport(
      files,
      "bruno.json",
      "bru",
    );
    const { value, added } = readForExport(files, "bruno.json", "postman");
    assert(all && value);
    const wanted = {
      requests: 2,
      environments: 1,
      variables: 5,
      examples: 1,
      scripts: 3,
    };
    assertAccount(bruAccount(all, exportBru(all), more), wanted);
    assertAccount(
      postmanAccount(value, exportPostman(value), {
        withEnvironments: true,
        added,
      }),
      wanted,
    );
  });

  it("have scripts that are written as one among the written ones", () => {
    const files = new Map(Object.entries({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: C}\n",
      "r.yml":
        "info: {name: R, type: http}\nhttp: {url: http://h/}\nruntime: {scripts: [{type: after-response, code: a()}, {type: tests, code: b()}, {type: tests, code: c()}]}\n",
    }));
    const { value: all, added: more } = readForExport(
      files,
      "opencollection.yml",
      "bru",
    );
    const { value, added } = readForExport(
      files,
      "opencollection.yml",
      "postman",
    );
    assert(all && value);
    for (
      const { account } of [
        bruAccount(all, exportBru(all), more),
        postmanAccount(value, exportPostman(value), {
          withEnvironments: true,
          added,
        }),
      ]
    ) {
      assertEquals([account.written.scripts, account.named.scripts], [3, 0]);
    }
  });
});

function assertAccount(
  { account, notes }: ExportAccount,
  wanted: ExportAccount["account"]["source"],
): void {
  assertEquals(account.source, wanted, "source");
  assertEquals(
    account.note?.message,
    undefined,
    JSON.stringify({ account, notes }),
  );
}
