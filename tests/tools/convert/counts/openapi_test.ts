import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { assertAddsUp } from "../../../support/adds_up.ts";
import { type Counted, together } from "../../../support/counted.ts";
import { someOf } from "../../../support/some_of.ts";
import { runs } from "../../../support/check.ts";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

const value = fc.constantFrom<Json>(
  "x",
  { a: 1 },
  [1],
  null,
  // What stands in an example is data.
  { $ref: "#/nowhere" },
  "y".repeat(30_000),
);
/** A medium with one example, several, some kept elsewhere or shared, or none. */
const media: fc.Arbitrary<Counted<Json>> = fc.record({
  single: fc.option(value, { nil: undefined }),
  named: fc.option(someOf(
    ["a", "b", "c"],
    fc.oneof(
      value.map((value) => ({ value })),
      fc.constantFrom<Json>(
        { externalValue: "https://e.org/a" },
        { $ref: "#/components/examples/Shared" },
        { summary: "Ok", description: "It is", value: 1 },
      ),
    ),
  )),
}).map(({ single, named }) => ({
  value: {
    schema: { type: "object" },
    ...(single !== undefined && { example: single }),
    ...(named !== null && { examples: named }),
  },
  counts: {
    examples: (single === undefined ? 0 : 1) +
      Object.keys(named ?? {}).length,
  },
}));
const content = someOf(
  ["application/json", "text/plain", "application/xml", "multipart/form-data"],
  media,
);
const opened = (made: Record<string, Counted<Json>>) => ({
  value: Object.fromEntries(
    Object.entries(made).map(([type, { value }]) => [type, value]),
  ),
  counts: together(Object.values(made)).counts,
});

const responses = someOf(
  ["200", "2XX", "404", "default"],
  content.map(opened),
).map((all) => ({
  value: Object.fromEntries(
    Object.entries(all).map(([status, { value }]) =>
      [status, { description: "d", content: value }] as const
    ),
  ),
  counts: together(Object.values(all)).counts,
}));

/** A single example of a body that can be no other is the body itself. */
const body = fc.oneof(
  fc.constant({ value: undefined, counts: {} }),
  media.map(({ value, counts }) => ({
    value: { content: { "application/json": value } },
    counts: counts.examples === 1 ? {} : counts,
  })),
  fc.tuple(media, media).map(([first, second]) => {
    const { counts } = together([first, second]);
    const isBody = counts.examples === 1 && first.counts.examples === 1;
    return {
      value: {
        content: { "application/json": first.value, "text/csv": second.value },
      },
      counts: isBody ? {} : counts,
    };
  }),
);

const PARAMETERS = {
  whole: { in: "path", name: "id", required: true, example: 1 },
  part: { in: "path", name: "ext", required: true, example: "json" },
  query: { in: "query", name: "q", examples: { a: { value: 1 } } },
};
/** Only an address is used, so that the variables of another URL do not count. */
const OWN_SERVERS: readonly Json[] = [
  [{ url: "https://{v}.e.org", variables: { v: { default: "1" } } }],
  [{ url: "/{w}", variables: { w: { default: "1" } } }],
];
const operation: fc.Arbitrary<Counted<Json>> = fc.record({
  tags: fc.constantFrom(undefined, ["A"], ["B", "A"], [""]),
  summary: fc.constantFrom(undefined, "Same", "", "a/b"),
  operationId: fc.constantFrom(undefined, "op", "op"),
  parameters: fc.subarray(Object.values(PARAMETERS)),
  body,
  responses,
  security: fc.constantFrom(undefined, [], [{ key: [] }], [{ basic: [] }]),
  servers: fc.constantFrom(undefined, ...OWN_SERVERS),
}).map(({ body, responses, parameters, ...more }) => {
  const variables = (parameters.includes(PARAMETERS.part) ? 1 : 0) +
    (more.servers === OWN_SERVERS[0] ? 1 : 0);
  const { counts } = together([body, responses] as Counted<Json>[], {
    requests: 1,
    variables,
  });
  return {
    value: {
      ...more,
      parameters,
      requestBody: body.value,
      responses: responses.value,
    },
    counts,
  };
});

const METHODS = ["get", "post", "trace", "query", "x-other"];
/** Operations by method; what is none, such as `x-other`, does not count. */
const pathItem = someOf(METHODS, operation).map(
  (made) => {
    const { value } = opened(made);
    const { "x-other": _, ...own } = made;
    return { value, counts: together(Object.values(own)).counts };
  },
);
const callbacks = pathItem.map(({ value, counts }) => ({
  value: { event: { "{$request.body#/url}": value } },
  // The parameters of what is left out are no variables.
  counts: { ...counts, variables: 0 },
}));

const server: fc.Arbitrary<Counted<Json>> = fc.record({
  url: fc.constantFrom("https://a", "/v1", "", "{scheme}://b", "https://a"),
  description: fc.constantFrom(undefined, "Prod", "Prod"),
  names: fc.subarray(["scheme", "a.b", "1"]),
}).map(({ url, description, names }) => ({
  value: {
    url,
    description,
    variables: Object.fromEntries(
      names.map((name) => [name, { default: "d" }]),
    ),
  },
  counts: { environments: 1, variables: 1 + names.length },
}));

const common = {
  examples: { Shared: { value: { shared: true } } },
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    basic: { type: "http", scheme: "basic" },
  },
};

describe("the counts of an OpenAPI import", () => {
  it("add up", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pathItem, { maxLength: 3 }),
        fc.option(callbacks),
        fc.array(pathItem, { maxLength: 2 }),
        fc.array(server, { maxLength: 3 }),
        async (items, called, hooks, servers) => {
          const paths: Record<string, Json> = {};
          for (const [index, { value }] of items.entries()) {
            paths[`/${index}/{id}/a.{ext}`] = value;
          }
          const parts: Counted<unknown>[] = [
            ...items,
            ...hooks.map(({ counts }) => ({
              value: 0,
              counts: { ...counts, variables: 0 },
            })),
            ...servers,
          ];
          if (called) {
            paths["/called"] = {
              put: { responses: {}, callbacks: called.value },
            };
            parts.push(called, { value: 0, counts: { requests: 1 } });
          }
          const document = {
            openapi: "3.1.0",
            info: { title: "t", version: "1" },
            paths,
            servers: servers.map(({ value }) => value),
            webhooks: Object.fromEntries(
              hooks.map(({ value }, index) => [`hook ${index}`, value]),
            ),
            components: common,
          };
          await assertAddsUp(
            "openapi",
            { "o.json": JSON.stringify(document) },
            { counts: together(parts).counts, main: "o.json" },
          );
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it("add up where examples use up what all of them may have", async () => {
    const get = (minItems: number) => ({
      get: {
        parameters: [{
          in: "path",
          name: "ids",
          required: true,
          schema: { type: "array", minItems, items: { type: "integer" } },
        }],
        responses: {},
      },
    });
    await assertAddsUp(
      "openapi",
      {
        "o.json": JSON.stringify({
          openapi: "3.1.0",
          info: { title: "t", version: "1" },
          servers: [{ url: "https://a" }],
          paths: { "/a/{ids}": get(15_000), "/b/{ids}": get(6_000) },
        }),
      },
      {
        counts: { requests: 2, environments: 1, variables: 3 },
        main: "o.json",
      },
    );
  });

  it("add up for Swagger 2.0", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.constantFrom("a.example", "b")),
        fc.option(fc.constantFrom("/", "/v1")),
        fc.option(fc.subarray(["http", "https", "ws"])),
        someOf(
          ["200", "404"],
          someOf(["application/json", "text/plain"], value),
        ),
        async (host, basePath, schemes, examples) => {
          const usable = (schemes ?? []).filter((one) => one !== "ws").length;
          const servers = host !== null
            ? Math.max(1, usable)
            : basePath === null
            ? 0
            : 1;
          const document = {
            swagger: "2.0",
            info: { title: "t", version: "1" },
            ...(host !== null && { host }),
            ...(basePath !== null && { basePath }),
            ...(schemes !== null && { schemes }),
            paths: {
              "/a": {
                get: {
                  responses: Object.fromEntries(
                    Object.entries(examples).map(([status, examples]) =>
                      [status, { description: "d", examples }] as const
                    ),
                  ),
                },
              },
            },
          };
          const saved = Object.values(examples).reduce(
            (sum, one) => sum + Object.keys(one).length,
            0,
          );
          await assertAddsUp(
            "openapi",
            { "o.json": JSON.stringify(document) },
            {
              counts: {
                requests: 1,
                environments: servers,
                variables: servers,
                examples: saved,
              },
              main: "o.json",
            },
          );
        },
      ),
      { numRuns: runs(50) },
    );
  });
});
