import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { formsOf } from "../../../lib/tools/convert/as/types.ts";
import {
  CONSOLE_KINDS,
  REPORT_KINDS,
} from "../../../lib/tools/report/kinds.ts";
import { braceRows } from "../../support/brace_rows.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../../support/recording_server.ts";
import { encodings } from "./encodings.ts";

/** A request with a secret in one slot, as JSON, which YAML is; `$` is the secret's placeholder. */
type Slot = (secret: string) => {
  readonly http?: Record<string, unknown>;
  readonly graphql?: Record<string, unknown>;
  readonly before?: string;
  readonly tests?: string;
  readonly assertions?: readonly Record<string, string>[];
};

const part = (fields: Record<string, unknown>) => ({
  http: {
    method: "POST",
    body: {
      type: "multipart-form",
      data: [{ name: "p", type: "text", value: "v", ...fields }],
    },
  },
});
const body = (type: string, data: unknown) => ({
  http: { method: "POST", body: { type, data } },
});
const auth = (fields: Record<string, unknown>) => ({ http: { auth: fields } });

const SLOTS: Readonly<Record<string, Slot>> = {
  "the path of a URL": ($) => ({ http: { url: `{{server}}/${$}/x` } }),
  "the query of a URL": ($) => ({ http: { url: `{{server}}/?q=${$}` } }),
  "the name of a query parameter": ($) => ({
    http: { params: [{ name: $, value: "1", type: "query" }] },
  }),
  "a query parameter": ($) => ({
    http: { params: [{ name: "q", value: $, type: "query" }] },
  }),
  "a path parameter": ($) => ({
    http: {
      url: "{{server}}/:id",
      params: [{ name: "id", value: $, type: "path" }],
    },
  }),
  "a header": ($) => ({ http: { headers: [{ name: "X-A", value: $ }] } }),
  "a header's name": ($) => ({
    http: {
      headers: [{ name: `X-${$}`, value: "{{plain}}" }, {
        name: `X-${$}`,
        value: "{{plain}}",
      }],
    },
  }),
  "a content type": ($) => ({
    http: {
      ...body("text", "x").http,
      headers: [{ name: "Content-Type", value: `text/x-${$}` }],
    },
  }),
  "a method": ($) => ({ http: { method: $ } }),
  "a cookie": ($) => ({
    http: { headers: [{ name: "Cookie", value: `a=${$}` }] },
  }),
  "a form's name": ($) =>
    body("form-urlencoded", [{ name: $, value: "{{plain}}" }]),
  "a form's value": ($) => body("form-urlencoded", [{ name: "a", value: $ }]),
  "a part's name": ($) => part({ name: $, value: "{{plain}}" }),
  "a part's value": ($) => part({ value: $ }),
  "a part's content type": ($) => part({ contentType: `text/x-${$}` }),
  "a part's file": ($) => part({ type: "file", value: [`files/${$}.txt`] }),
  "a JSON key": ($) => body("json", `{"${$}": "{{plain}}"}`),
  "a JSON value": ($) => body("json", `{"a": ["{{plain}}", "${$}"]}`),
  "a text": ($) => body("text", `a ${$} b`),
  "an XML element": ($) => body("xml", `<a>${$}</a>`),
  "GraphQL": ($) => ({
    graphql: {
      method: "POST",
      url: "{{server}}/",
      body: { query: `{ a(b: "${$}") }`, variables: `{"c": "${$}"}` },
    },
  }),
  "a bearer": ($) => auth({ type: "bearer", token: $ }),
  "a Basic password": ($) =>
    auth({ type: "basic", username: "ada", password: $ }),
  "the value of an API key": ($) =>
    auth({ type: "apikey", key: "X-K", value: $, placement: "header" }),
  "the name of an API key": ($) =>
    auth({
      type: "apikey",
      key: `X-${$}`,
      value: "{{plain}}",
      placement: "header",
    }),
  "the name of an API key in the query": ($) =>
    auth({ type: "apikey", key: $, value: "{{plain}}", placement: "query" }),
  "a Digest password": ($) =>
    auth({ type: "digest", username: "ada", password: $ }),
  "an assertion": ($) => ({
    assertions: [{ expression: "res.body.target", operator: "eq", value: $ }],
  }),
  "an assertion's name": ($) => ({
    assertions: [{
      expression: `res.body["${$}"]`,
      operator: "eq",
      value: "1",
    }],
  }),
  "the console": () => ({
    before:
      'const s = client.getVar("s"); console.log("see", s, btoa(s), { [s]: 1 }); console.error([s])',
  }),
  "a test's name": () => ({
    tests:
      'test(`t ${client.getVar("s")}`, () => { throw new Error(client.getVar("s")) })',
  }),
  "an error's message": () => ({
    tests: 'throw new Error(`no ${client.getVar("s")}`)',
  }),
  "compared values": () => ({
    tests:
      'test("c", () => expect({ a: client.getVar("s") }).to.deep.equal({ a: 1, b: client.getVar("s") }))',
  }),
  "sendRequest": () => ({
    before:
      'const s = client.getVar("s"); const r = await client.sendRequest({ url: client.interpolate("{{server}}/sub/") + s, method: "POST", headers: { ["X-" + s]: s }, data: { [s]: s } }); console.log(r.data, r.headers)',
  }),
  "a redirect": ($) => ({ http: { url: `{{server}}/go?to=/at/${$}` } }),
  "runRequest": () => ({
    before: 'const r = await client.runRequest("r0"); console.log(r.data)',
  }),
  "a script's header": () => ({
    before:
      'const s = client.getVar("s"); req.setHeader("X-" + s, s); req.setBody({ [s]: s }); req.setMethod("POST")',
  }),
  "what is not found": () => ({
    before: 'req.setHeader("X-" + client.getVar("s"), "{{nowhere}}")',
  }),
};

/** Every place takes it, and encodings change it. */
const secretOf = (at: number) => `Zs${at}k.Lw~Qv-x${at}Pr`;

const names = Object.keys(SLOTS);

/** The files of one collection with a request a slot. */
function files(): Record<string, string> {
  const variables = names.map((_, at) => ({
    name: `s${at}`,
    secret: true,
    value: secretOf(at),
  }));
  return {
    "opencollection.yml": JSON.stringify({
      opencollection: "1.0.0",
      info: { name: "Slots" },
    }),
    "environments/e.yml": JSON.stringify({
      name: "e",
      variables: [...variables, { name: "plain", value: "seen" }],
    }),
    ...Object.fromEntries(names.map((name, at) => {
      const { http, graphql, before, tests, assertions } = SLOTS[name](
        `{{s${at}}}`,
      );
      const secret = `client.setVar("s", client.getEnvVar("s${at}"));`;
      const scripts = [
        {
          type: "before-request",
          code: `${secret}${before ?? ""}`,
        },
        ...(tests === undefined ? [] : [{ type: "tests", code: tests }]),
      ];
      return [
        `r${at}.yml`,
        JSON.stringify({
          info: {
            name: `r${at}`,
            type: graphql ? "graphql" : "http",
            seq: at + 1,
          },
          ...(graphql ? { graphql } : {
            http: { method: "GET", url: "{{server}}/", ...http },
          }),
          runtime: { scripts, ...(assertions && { assertions }) },
        }),
      ];
    })),
    ...Object.fromEntries(
      names.map((_, at) => [`files/${secretOf(at)}.txt`, "a file"]),
    ),
  };
}

/** What each slot's secret looks like in a text, with the form's name. */
const FORMS = names.map((_, at) =>
  encodings.filter(({ name }) => !name.startsWith("hex"))
    .map(({ name, encode }) => ({ name, text: encode(secretOf(at)) }))
);

/** Which slots' secrets a text shows, and how. */
function leaksIn(text: string): string[] {
  return names.flatMap((name, at) =>
    FORMS[at].filter((form) => text.includes(form.text))
      .slice(0, 1).map((form) => `${name}: ${form.name}`)
  );
}

describe("a secret in each slot is in no output", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;
  const outputs: Record<string, string> = {};

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ target, rawHeaders, text }) => {
      const to = new URLSearchParams(target.split("?")[1]).get("to");
      return to === null ? { json: { target, rawHeaders, text } } : {
        status: 302,
        headers: [["Location", to], ["X-Was", to]],
        body: "",
      };
    });
    await Deno.mkdir(`${cwd}/environments`);
    await Deno.mkdir(`${cwd}/files`);
    for (const [path, text] of Object.entries(files())) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    const given = ["--env=e", `--var=server=${server.url}`];
    const run = await brace([
      "run",
      ".",
      "--verbose",
      ...given,
      ...REPORT_KINDS.map((kind) => `--reporter=${kind}=out.${kind}`),
    ], { cwd });
    outputs["run --verbose"] = run.stdout + run.stderr;
    for (const kind of REPORT_KINDS) {
      outputs[kind] = await Deno.readTextFile(`${cwd}/out.${kind}`);
    }
    for (const kind of CONSOLE_KINDS) {
      const { stdout, stderr } = await brace([
        "run",
        ".",
        `--reporter=${kind}`,
        ...given,
      ], { cwd });
      outputs[`--reporter ${kind}`] = stdout + stderr;
    }
    for (
      const flags of [
        [],
        ["--provenance"],
        ["--format=json"],
        ...formsOf(undefined).map((form) => [`--as=${form}`]),
      ]
    ) {
      const { stdout, stderr } = await brace(
        ["render", ".", ...given, ...flags],
        { cwd },
      );
      outputs[`render ${flags.join(" ")}`] = stdout + stderr;
    }
  });
  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  it("though each was sent", () => {
    const arrived = server.requests.map(({ head, text }) => head + text)
      .join("\n");
    const missing = names.filter((name, at) =>
      !FORMS[at].some((form) => arrived.includes(form.text)) &&
      !/Basic|Digest|assertion|console|test|error|compared|runRequest|not found/
        .test(name)
    );
    assertEquals(missing, []);
  });

  const all = [
    "run --verbose",
    ...REPORT_KINDS,
    ...CONSOLE_KINDS.map((kind) => `--reporter ${kind}`),
    "render ",
    "render --provenance",
    "render --format=json",
    ...formsOf(undefined).map((form) => `render --as=${form}`),
  ];
  for (const output of all) {
    it(output, () => {
      const text = outputs[output];
      assert(text.includes("***") || /tap|github/.test(output), text);
      assertEquals(leaksIn(text), []);
    });
  }
});
