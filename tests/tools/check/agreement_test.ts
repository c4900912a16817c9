import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import { resolveEnvironment } from "../../../lib/core/collection/environment.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type { Collection } from "../../../lib/core/collection/types.ts";
import { missingFile } from "../../../lib/host/check/missing_file.ts";
import { findBodyFile } from "../../../lib/host/http/content/body_file.ts";
import { bodySource } from "../../../lib/host/http/content/body_source.ts";
import { openEngine } from "../../../lib/host/run/open_engine.ts";
import { RUN_DEFAULTS } from "../../../lib/host/run/options.ts";
import { variablePorts } from "../../../lib/host/run/ports/variable_ports.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import { wrongLength } from "../../../lib/core/http/wire_headers.ts";
import { makePlan } from "../../../lib/core/plan/make_plan.ts";
import type { RunSettings } from "../../../lib/core/run/options.ts";
import { renderSteps } from "../../../lib/core/run/render_steps.ts";
import { SecretIndex } from "../../../lib/core/secrets/secret_index.ts";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import { runs } from "../../support/check.ts";

// Brackets, quotes and braces in all combinations, and texts without any.
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
// What is there, what is not, what is outside, and what placeholders make of it.
const file = fc.oneof(
  fc.constantFrom("there.txt", "missing.txt", "../outside.txt", "folder", ""),
  fc.constantFrom("{{file}}", "{{file}}.txt", "{{nothing}}", "there{{'.txt'}}"),
  text,
);
const processEnv = fc.constantFrom(
  "{{process.env.LISTED}}",
  "{{process.env.UNLISTED}}",
  "{{process.env.BRACE_SECRET_x}}",
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
    fc.oneof(
      fc.record({ name: fc.oneof(fc.constant("X-A"), text), value: text }),
      fc.record({
        name: fc.constantFrom("Content-Length", "content-length"),
        value: fc.constantFrom("0", "1", "x", "{{user.id}}"),
      }),
      fc.record({ name: fc.constant("X-Env"), value: processEnv }),
    ),
    { maxLength: 2 },
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
      file.map((filePath) => ({ type: "file", data: [{ filePath }] })),
      fc.tuple(file, text, fc.boolean()).map(([path, value, disabled]) => ({
        type: "multipart-form",
        data: [
          { name: "f", type: "file", value: [path, "there.txt"], disabled },
          { name: "t", type: "text", value },
        ],
      })),
    ),
    { nil: undefined },
  ),
  auth: fc.option(
    fc.oneof(
      text.map((token) => ({ type: "bearer", token })),
      text.map((username) => ({ type: "basic", username, password: "p" })),
      fc.constant("inherit"),
      text.map((value) => ({ type: "apikey", key: "k", value })),
      fc.record({
        type: fc.constantFrom("digest", "wsse", "ntlm", "awsv4", "nothing"),
        username: text,
        password: fc.constant("p"),
      }),
      fc.record({
        type: fc.constant("oauth2"),
        flow: fc.constantFrom("client_credentials", "implicit", "{{a}}"),
        accessTokenUrl: url,
        credentials: fc.record({ clientId: text, clientSecret: text }),
      }),
      file.map((value) => ({
        type: "oauth1",
        consumerKey: "k",
        signatureMethod: "RSA-SHA1",
        privateKey: { type: "file", value },
      })),
    ),
    { nil: undefined },
  ),
  repeatUntil: fc.option(
    fc.constantFrom("res.status === 200", "res.body.done && id > 7"),
    { nil: undefined },
  ),
  encodeUrl: fc.boolean(),
  variables,
});

/** Most placeholders resolve, so that what else is wrong is met. */
const ALWAYS = [
  { name: "base_url", value: "http://a.example" },
  { name: "file", value: "there" },
  { name: "a", value: "Ada" },
  { name: "b", value: "7" },
  { name: "c", value: "{{a}}" },
  {
    name: "user",
    value: { type: "object", data: '{"id": 7, "tags": ["x", {"y": null}]}' },
  },
];

const certificate = fc.record({
  domain: fc.oneof(
    fc.constantFrom("a.example", "no host", "{{nothing}}.example"),
    text,
  ),
  type: fc.constantFrom("pem", "pkcs12", "other"),
  certificateFilePath: fc.constantFrom("there.txt", "{{file}}.txt", ""),
  privateKeyFilePath: fc.constant("there.txt"),
  pkcs12FilePath: fc.constant("there.txt"),
  passphrase: fc.oneof(text, processEnv),
  disabled: fc.boolean(),
});
const certificates = fc.option(fc.array(certificate, { maxLength: 2 }), {
  nil: undefined,
});
const proxy = fc.option(
  fc.record({
    disabled: fc.option(fc.boolean(), { nil: undefined }),
    config: fc.record({
      protocol: fc.constantFrom("http", "socks5", "ftp", "{{a}}"),
      hostname: fc.oneof(fc.constantFrom("p.example", "", "{{a}}"), text),
      port: fc.constantFrom(8080, "{{user.id}}", ""),
      auth: fc.record({ username: text, password: fc.oneof(text, processEnv) }),
    }),
  }),
  { nil: undefined },
);

/** A collection in one file, as JSON, which is YAML. */
const collection = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 3 }),
  folder: variables,
  own: variables,
  environments: fc.array(fc.record({ variables, certificates }), {
    maxLength: 2,
  }),
  // Most have none, so that what is wrong with requests is met.
  config: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    fc.record({ proxy, clientCertificates: certificates }),
  ),
  headers: fc.array(fc.record({ name: fc.constant("X-B"), value: text }), {
    maxLength: 1,
  }),
}).map(({ requests, folder, own, environments, config, headers }) =>
  JSON.stringify({
    info: { name: "Fuzzed" },
    request: {
      headers,
      variables: [...ALWAYS, ...own],
      auth: { type: "bearer", token: "{{c}}" },
    },
    config: {
      ...config,
      environments: environments.map(({ variables, certificates }, index) => ({
        name: `e${index}`,
        variables,
        ...certificates && { clientCertificates: certificates },
      })),
    },
    items: [{
      info: { name: "folder", type: "folder" },
      request: { variables: folder },
      items: requests.map((
        { variables, encodeUrl, repeatUntil, ...http },
        index,
      ) => ({
        info: { name: `r${index}`, type: "http" },
        http,
        settings: { encodeUrl },
        ...repeatUntil !== undefined && {
          extensions: {
            brace: { repeatUntil: { expression: repeatUntil, limit: 2 } },
          },
        },
        runtime: { variables },
      })),
    }],
  })
);

const root = await Deno.realPath(await Deno.makeTempDir());
const access = { root: `${root}/own`, allowRead: [] };

function read(text: string): Collection {
  const { value } = readCollection({
    root: access.root,
    files: new Map([["all.yml", text], [".env", "LISTED=listed\n"]]),
    main: "all.yml",
  });
  return value!;
}

const refuse = () => {
  throw new Error("nothing is sent");
};

/** What a run refuses with an environment, all of it or requests by their paths, and what it sends with a warning. */
async function refused(
  collection: Collection,
  environment: string | undefined,
): Promise<{ all: boolean; paths: Set<string>; warned: Set<string> }> {
  const chain = environment === undefined
    ? []
    : resolveEnvironment(collection, environment).value!;
  const { value: plan } = makePlan(collection, {});
  const loaded = {
    collection,
    plan,
    environment: chain,
    secrets: [],
    globals: [],
  };
  const variables = variablePorts(loaded, RUN_DEFAULTS, new SecretIndex());
  let all = false;
  try {
    (await openEngine(loaded, RUN_DEFAULTS, variables)).close();
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    all = true;
  }
  const settings = {
    ...RUN_DEFAULTS,
    environments: new Map([[collection, chain]]),
    globals: [],
    retry: { count: 0, delay: 0, all: false },
    ports: {
      ...variables,
      prompt: refuse,
      now: () => 0,
      random: () => 0,
      clock: { now: () => 0 },
    },
  } as unknown as RunSettings;
  const paths = new Set<string>();
  const warned = new Set<string>();
  for await (
    const { request, value, diagnostics } of renderSteps(plan, settings)
  ) {
    if (value === undefined || !await isSent(value)) paths.add(request.path);
    else if (diagnostics.length > 0) warned.add(request.path);
  }
  return { all, paths, warned };
}

/** Whether what is rendered goes out, as the engine has it before it connects. */
async function isSent(
  { body, headers, auth }: RenderedRequest,
): Promise<boolean> {
  try {
    const source = body &&
      await bodySource(body, {
        access,
        contentType: undefined,
        seed: undefined,
      });
    const length = source?.length ?? 0;
    // What comes from files is measured by the run alone.
    const isMeasured = body === undefined || body.type === "text";
    if (isMeasured && wrongLength(headers, length) !== undefined) return false;
    const key = auth?.fields.get("privateKey.value");
    if (auth && typeof key === "string") {
      findBodyFile(key, { access, at: auth.at });
    }
    return true;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return false;
  }
}

/** What a check reports as errors or warnings, with an environment. */
function reported(
  collection: Collection,
  environment: string | undefined,
): { code: string; keys: readonly (string | number)[] }[] {
  return checkCollection(collection, {
    ...(environment !== undefined && { environments: [environment] }),
    findFile: (path, at) => missingFile(path, { access, at }),
  }).filter(({ severity }) => severity !== "hint").map(
    ({ code, location }) => ({ code, keys: location?.keys ?? [] }),
  );
}

describe("a check and a run agree", () => {
  beforeAll(async () => {
    await Deno.mkdir(`${access.root}/folder`, { recursive: true });
    await Deno.writeTextFile(`${access.root}/there.txt`, "there");
    await Deno.writeTextFile(`${root}/outside.txt`, "outside");
  });
  afterAll(() => Deno.remove(root, { recursive: true }));

  it("what a check calls clean renders; what a run refuses was reported", async () => {
    await fc.assert(
      fc.asyncProperty(collection, async (text) => {
        // Nobody knows the answers to prompts.
        fc.pre(!/\{\{[ \t]*\?/.test(text));
        const whole = read(text);
        const names = whole.environments.map(({ name }) => name);
        for (const environment of names.length === 0 ? [undefined] : names) {
          const { all, paths, warned } = await refused(whole, environment);
          const found = reported(whole, environment);
          if (found.length === 0) assertEquals([all, [...paths]], [false, []]);
          const ofConfig = found.filter(({ keys: [first] }) =>
            first === "config"
          );
          if (all) {
            assert(
              found.some(({ keys: [first] }) =>
                first === "config" || first === "request"
              ),
              "nothing was reported of the configuration",
            );
          }
          for (const path of paths) {
            const index = Number(path.slice(-1));
            // In the request itself, or in what it inherits.
            assert(
              found.some(({ keys }) =>
                keys[2] !== "items" && keys[0] !== "config" ||
                keys[3] === index || keys[1] === "environments"
              ),
              `${path} is refused with ${environment}, and nothing was reported`,
            );
          }
          // Nothing is reported of what is read, and of a request that goes out.
          if (!all) assertEquals(ofConfig.filter(isOfEngine), []);
          for (const { keys } of found) {
            if (keys[2] !== "items") continue;
            const path = `folder/r${keys[3]}`;
            assert(
              paths.has(path) || warned.has(path),
              `${path} goes out without a word`,
            );
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

/** Variables of environments stand there, too, and certificates are opened later. */
function isOfEngine(
  { code, keys: [, part, , inner] }: {
    readonly code: string;
    readonly keys: readonly (string | number)[];
  },
): boolean {
  return code !== "MISSING_PATH" &&
    (part === "proxy" || part === "clientCertificates" ||
      inner === "clientCertificates");
}
