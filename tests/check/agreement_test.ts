import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { checkCollection } from "../../lib/check/check_collection.ts";
import { resolveEnvironment } from "../../lib/collection/environment.ts";
import { readCollection } from "../../lib/collection/read_collection.ts";
import { makePlan } from "../../lib/plan/make_plan.ts";
import { RUN_DEFAULTS } from "../../lib/host/run/options.ts";
import type { RunSettings } from "../../lib/run/options.ts";
import { renderSteps } from "../../lib/run/render_steps.ts";

// Brackets, quotes and braces in all combinations, and texts that are none.
const name = fc.constantFrom("a", "b", "c", "user", "base_url", "b c");
const expression = fc.oneof(
  name,
  fc.constantFrom(
    "user.id",
    "user.tags[1]",
    "user.tags[9]",
    "user['id']",
    "a.b",
    "$uuid",
    "$randomInt(1, 6)",
    "$randomInt(6)",
    "$nothing",
    "'{{'",
    "",
    "1 2",
    " a ",
  ),
);
const piece = fc.oneof(
  fc.constantFrom("/", "x", "?q=", ":", "1", " ", "&", "#", "{{", "}}", "é"),
  expression.map((it) => `{{${it}}}`),
);
const text = fc.array(piece, { maxLength: 5 }).map((it) => it.join(""));
const url = fc.oneof(
  text,
  text.map((it) => `http://h.example/${it}`),
  text.map((it) => `{{base_url}}/${it}`),
);
const json = fc.oneof(
  text.map((it) => `{ "x": "${it.replaceAll('"', "")}" }`),
  expression.map((it) => `{ "x": {{${it}}} }`),
  expression.map((it) => `[{{${it}}}, 1{{${it}}}] // {{a}}`),
  text,
);
const value = fc.oneof(
  text,
  fc.constantFrom(1, true, null, "http://a.example", "7", "Ada", "\n"),
  fc.constant({
    type: "object",
    data: '{"id": 7, "tags": ["x", {"y": null}]}',
  }),
);
const variables = fc.array(
  fc.record({
    name,
    value,
    disabled: fc.boolean(),
  }),
  { maxLength: 4 },
);
const request = fc.record({
  url,
  method: fc.constantFrom("GET", "{{a}}", "G T"),
  headers: fc.array(
    fc.record({ name: fc.oneof(fc.constant("X-A"), text), value: text }),
    {
      maxLength: 2,
    },
  ),
  params: fc.array(
    fc.record({
      name: text,
      value: text,
      type: fc.constantFrom("query", "path"),
    }),
    { maxLength: 2 },
  ),
  body: fc.option(
    fc.oneof(
      json.map((data) => ({ type: "json", data })),
      text.map((data) => ({ type: "text", data })),
      text.map((value) => ({
        type: "form-urlencoded",
        data: [{ name: "f", value }],
      })),
    ),
    { nil: undefined },
  ),
  auth: fc.option(
    fc.oneof(
      text.map((token) => ({ type: "bearer", token })),
      text.map((username) => ({ type: "basic", username, password: "p" })),
      fc.constant("inherit"),
    ),
    { nil: undefined },
  ),
  encodeUrl: fc.boolean(),
  variables,
});

/** Most placeholders resolve, so that what else is wrong is met. */
const ALWAYS = [
  { name: "base_url", value: "http://a.example" },
  { name: "a", value: "Ada" },
  { name: "b", value: "7" },
  { name: "c", value: "{{a}}" },
  {
    name: "user",
    value: { type: "object", data: '{"id": 7, "tags": ["x", {"y": null}]}' },
  },
];

/** A collection in one file, as JSON, which is YAML. */
const collection = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 3 }),
  folder: variables,
  own: variables,
  environments: fc.array(variables, { maxLength: 2 }),
  headers: fc.array(fc.record({ name: fc.constant("X-B"), value: text }), {
    maxLength: 1,
  }),
}).map(({ requests, folder, own, environments, headers }) =>
  JSON.stringify({
    info: { name: "Fuzzed" },
    request: {
      headers,
      variables: [...ALWAYS, ...own],
      auth: { type: "bearer", token: "{{c}}" },
    },
    config: {
      environments: environments.map((variables, index) => ({
        name: `e${index}`,
        variables,
      })),
    },
    items: [{
      info: { name: "folder", type: "folder" },
      request: { variables: folder },
      items: requests.map(({ variables, encodeUrl, ...http }, index) => ({
        info: { name: `r${index}`, type: "http" },
        http,
        settings: { encodeUrl },
        runtime: { variables },
      })),
    }],
  })
);

const refuse = () => {
  throw new Error("nothing is sent");
};

/** Paths of the requests that a run refuses to render, with an environment. */
async function refused(
  text: string,
  environment: string | undefined,
): Promise<Set<string>> {
  const { value } = readCollection({
    root: "",
    files: new Map([["all.yml", text]]),
  });
  const chain = environment === undefined
    ? []
    : resolveEnvironment(value!, environment).value!;
  const { value: plan } = makePlan(value!, {});
  const settings = {
    ...RUN_DEFAULTS,
    environments: new Map([[value!, chain]]),
    globals: [],
    retry: { count: 0, delay: 0, all: false },
    ports: {
      processEnv: refuse,
      prompt: refuse,
      now: () => 0,
      random: () => 0,
      clock: { now: () => 0 },
    },
  } as unknown as RunSettings;
  const paths = new Set<string>();
  for await (const { request, value } of renderSteps(plan, settings)) {
    if (value === undefined) paths.add(request.path);
  }
  return paths;
}

/** What a check reports as errors or warnings, with an environment. */
function reported(
  text: string,
  environment: string | undefined,
): { code: string; keys: readonly (string | number)[] }[] {
  const { value } = readCollection({
    root: "",
    files: new Map([["all.yml", text]]),
  });
  return checkCollection(value!, {
    ...(environment !== undefined && { environments: [environment] }),
  }).filter(({ severity }) => severity !== "hint").map(
    ({ code, location }) => ({ code, keys: location?.keys ?? [] }),
  );
}

describe("a check and a run agree", () => {
  it("what a check calls clean renders; what a run refuses was reported", async () => {
    await fc.assert(
      fc.asyncProperty(collection, async (text) => {
        // Nobody knows the answers to prompts.
        fc.pre(!/\{\{[ \t]*\?/.test(text));
        const { value } = readCollection({
          root: "",
          files: new Map([["all.yml", text]]),
        });
        const names = value!.environments.map(({ name }) => name);
        for (const environment of names.length === 0 ? [undefined] : names) {
          const paths = await refused(text, environment);
          const found = reported(text, environment);
          if (found.length === 0) assertEquals(paths, new Set());
          for (const path of paths) {
            const index = Number(path.slice(-1));
            // In the request itself, or in what it inherits.
            assert(
              found.some(({ keys }) =>
                keys[2] !== "items" || keys[3] === index
              ),
              `${path} is refused with ${environment}, and nothing was reported`,
            );
          }
          // Nothing is reported of a request that renders.
          for (const { keys } of found) {
            if (keys[2] !== "items") continue;
            assert(paths.has(`folder/r${keys[3]}`), `r${keys[3]} renders`);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
