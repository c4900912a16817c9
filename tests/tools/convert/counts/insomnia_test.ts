import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { importSource } from "../../../../lib/tools/convert/import_source.ts";
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

const data: fc.Arbitrary<Counted<Json>> = fc.dictionary(
  fc.constantFrom("a", "b", "token", "nested", "", "__insomnia_vault"),
  fc.constantFrom(
    "",
    "x",
    "{{ _.a }}",
    1,
    null,
    { a: [1] },
    { a: ["{% response 'body', 'req_1', '$.a' %}"] },
  ),
).map((value) => ({
  value,
  counts: { variables: Object.keys(value).length },
}));

const environment: fc.Arbitrary<Counted<Json>> = fc.record({
  data: fc.option(data),
  pairs: fc.array(fc.boolean(), { maxLength: 3 }),
}).map(({ data, pairs }) => {
  const off = pairs.filter((enabled) => !enabled).length;
  return {
    value: {
      data: data?.value ?? null,
      kvPairData: pairs.map((enabled) => ({ name: "p", value: "v", enabled })),
    },
    counts: { variables: (data?.counts.variables ?? 0) + off },
  };
});

/** Scripts as version 4 and 5 have them. */
const scripts: fc.Arbitrary<Counted<Json>> = fc.record({
  before: fc.option(code),
  after: fc.option(code),
  isNew: fc.boolean(),
}).map(({ before, after, isNew }) => {
  const { counts } = together([before, after].filter((one) => one !== null));
  const [preRequest, afterResponse] = [before?.value, after?.value];
  return {
    value: isNew
      ? { scripts: { preRequest, afterResponse } }
      : { preRequestScript: preRequest, afterResponseScript: afterResponse },
    counts,
  };
});

/** A node of the tree, in the form of version 5, with the kind that version 4 says. */
interface Node {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly environment?: Json;
  readonly more: Json;
  readonly children?: readonly Node[];
}

const request: fc.Arbitrary<Counted<Node>> = fc.record({
  name: anyName,
  scripts,
  kind: fc.constantFrom(
    ["request", "req_1"],
    ["request", "req_1"],
    ["grpc_request", "greq_1"],
    ["websocket_request", "ws-req_1"],
    ["socketio_request", "socketio-req_1"],
  ),
}).map(({ name, scripts, kind: [type, id] }) => ({
  value: { type, id, name, more: { url: "http://a", ...scripts.value } },
  counts: together([scripts], { requests: 1 }).counts,
}));

const { node } = fc.letrec<{ node: Counted<Node>; folder: Counted<Node> }>(
  (tie) => ({
    node: fc.oneof({ maxDepth: 3 }, request, tie("folder")),
    folder: fc.record({
      name: anyName,
      scripts,
      data,
      children: fc.array(tie("node"), { maxLength: 3 }),
    }).map(({ name, scripts, data, children }) => {
      const { values, counts } = together(children);
      return {
        value: {
          type: "request_group",
          id: "fld_1",
          name,
          environment: data.value,
          more: scripts.value,
          children: values,
        },
        counts: together([scripts, data], counts).counts,
      };
    }),
  }),
);

const tests = fc.array(code, { maxLength: 2 });
const document = fc.record({
  name: anyName,
  nodes: fc.array(node, { maxLength: 4 }),
  base: fc.option(environment),
  environments: fc.array(
    fc.tuple(anyName, environment),
    { maxLength: 3 },
  ),
  tests,
});
type Document = typeof document extends fc.Arbitrary<infer Made> ? Made : never;

describe("the counts of an Insomnia import", () => {
  it("add up for version 4", async () => {
    await fc.assert(
      fc.asyncProperty(document, async (made) => {
        const environments = made.base === null ? [] : made.environments;
        await assertAddsUp(
          "insomnia",
          { "i.json": JSON.stringify(version4(made)) },
          { counts: countsOf({ ...made, environments }), main: "i.json" },
        );
      }),
      { numRuns: runs(50) },
    );
  });

  it("add up for version 5", async () => {
    await fc.assert(
      fc.asyncProperty(document, async (made) => {
        await assertAddsUp(
          "insomnia",
          { "i.yaml": JSON.stringify(version5(made)) },
          { counts: countsOf(made), main: "i.yaml" },
        );
      }),
      { numRuns: runs(50) },
    );
  });

  for (const [version, write] of [[4, version4], [5, version5]] as const) {
    for (const [folders, left] of [[100, 0], [101, 1]] as const) {
      it(`add up for a request in ${folders} folders, in version ${version}`, async () => {
        let node: Node = {
          id: "req_",
          type: "request",
          name: "r",
          more: { url: "http://a" },
        };
        for (let count = 0; count < folders; count++) {
          node = {
            id: "fld_",
            type: "request_group",
            name: `f${count}`,
            more: {},
            children: [node],
          };
        }
        const made = write({
          name: "w",
          nodes: [{ value: node, counts: { requests: 1 } }],
          base: null,
          environments: [],
          tests: [],
        });
        const files = { "i.json": JSON.stringify(made) };
        const counts = { requests: 1 };
        await assertAddsUp("insomnia", files, { counts, main: "i.json" });
        const { value } = await importSource({
          name: "i.json",
          main: "i.json",
          files: new Map(Object.entries(files)),
        }, { from: "insomnia" });
        assertEquals(
          value!.notes.filter(({ lost }) => lost?.requests === 1).length,
          left,
        );
      });
    }
  }
});

function countsOf({ nodes, base, environments, tests }: Document) {
  return together([
    ...nodes,
    ...base === null ? [] : [base],
    ...environments.map(([, one]) => one),
    ...tests,
  ] as Counted<unknown>[], { environments: environments.length }).counts;
}

function version4({ name, nodes, base, environments, tests }: Document): Json {
  const resources: Json[] = [
    { _type: "workspace", _id: "wrk_1", name },
    { _type: "cookie_jar", _id: "jar_1", parentId: "wrk_1" },
    { _type: "api_spec", _id: "spc_1", parentId: "wrk_1", contents: "a" },
    { _type: "proto_file", _id: "pf_1", parentId: "wrk_1", name: "a" },
    { _type: "mock_server", _id: "mock_1", parentId: "wrk_1" },
    ...tests.map(({ value }) => ({
      _type: "unit_test",
      parentId: "uts_1",
      code: value,
    })),
  ];
  const add = (node: Node, parentId: string) => {
    const _id = `${node.id}${resources.length}`;
    const { type, name, environment, more } = node;
    resources.push({ _type: type, _id, parentId, name, environment, ...more });
    for (const child of node.children ?? []) add(child, _id);
  };
  for (const { value } of nodes) add(value, "wrk_1");
  if (base !== null) {
    const common = { _type: "environment" };
    resources.push({
      ...common,
      _id: "env_0",
      parentId: "wrk_1",
      ...base.value,
    });
    for (const [name, { value }] of environments) {
      const _id = `env_${resources.length}`;
      resources.push({ ...common, _id, parentId: "env_0", name, ...value });
    }
  }
  return { _type: "export", __export_format: 4, resources };
}

function version5({ name, nodes, base, environments, tests }: Document): Json {
  const nodeOf = ({ id, name, environment, more, children }: Node): Json => ({
    meta: { id },
    name,
    environment,
    ...more,
    ...(children && { children: children.map(nodeOf) }),
  });
  return {
    type: "collection.insomnia.rest/5.0",
    name,
    collection: nodes.map(({ value }) => nodeOf(value)),
    environments: {
      ...base?.value,
      subEnvironments: environments.map(([name, { value }]) => ({
        name,
        ...value,
      })),
    },
    cookieJar: { cookies: [{ key: "a" }] },
    certificates: [{ path: "a" }, { host: "b" }],
    spec: { contents: { a: 1 } },
    testSuites: [{ tests: tests.map(({ value }) => ({ code: value })) }],
  };
}
