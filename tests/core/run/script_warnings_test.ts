import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import { foundIn } from "../../tools/check/found_in.ts";
import { inFolder } from "../../support/in_folder.ts";
import { runCollection, scripts } from "../../support/run_collection.ts";

const JSON_BODY = `{type: json, data: '{"kwh": {{kwh}}, "user": "{{user}}"}'}`;
const LIST_BODY = `{type: json, data: '[{{kwh}}, 2]'}`;
const TEXT_BODY = `{type: text, data: '{"kwh": "{{kwh}}"}'}`;
const QUOTED_BODY = `{type: json, data: '{"user": "{{user}}"}'}`;
const GRAPHQL_BODY = `{query: "{ a }", variables: '{"kwh": {{kwh}}}'}`;

const typeOf = (body: string) => body === GRAPHQL_BODY ? "graphql" : "http";
const files = (code: string, body = JSON_BODY) => ({
  "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request:
  variables:
    - {name: kwh, value: 12.50}
    - {name: user, value: 'a "quoted" one'}`,
  "1.yml": `info: {name: "1", type: ${typeOf(body)}}
${
    typeOf(body)
  }: {method: POST, url: "{{server}}/x?u={{kwh}}", headers: [{name: X-U, value: "{{user}}"}], body: ${body}}
runtime:
  ${scripts({ "before-request": code }).replaceAll("\n", "\n  ")}`,
});

/** Warnings of a run, and what arrived. */
async function sent(code: string, body?: string) {
  const { requests, results } = await runCollection(files(code, body));
  return {
    request: requests.at(0),
    warnings: results[0].diagnostics
      .filter(({ severity }) => severity === "warning"),
  };
}

/** Code, the stretch that is taken for an object, and the body. */
const USES: [code: string, use: string | undefined, body?: string][] = [
  ["req.body.extra = 1", "req.body.extra"],
  ['req.body["extra"] = 1', 'req.body["extra"]'],
  ["const k = 'a'; req.body[k] = 1", "req.body[k]"],
  ["req.body.kwh++", "req.body.kwh"],
  ["delete req.body.kwh", "req.body.kwh"],
  ["const b = req.getBody(); b.extra = 1; req.setBody(b)", "b.extra"],
  ["let b; b = req.getBody(); b.extra = 1; req.setBody(b)", "b.extra"],
  ["const r = req; const b = r.body; const c = b; c.extra = 1", "c.extra"],
  ["const { body } = req; body.extra = 1", "body.extra"],
  ["const { kwh } = req.body; console.log(kwh)", "req.body"],
  ["let kwh; ({ kwh } = req.getBody())", "req.getBody()"],
  ["req.setBody({ ...req.getBody(), extra: 1 })", "req.getBody()"],
  ["req.setHeader('X', String(req.body.kwh))", "req.body.kwh"],
  ["req.setHeader('X', String(req.body?.kwh))", "req.body?.kwh"],
  ["const b = req.body || {}; b.extra = 1", "b.extra"],
  ["const b = structuredClone(req.body); b.extra = 1", "b.extra"],
  ["Object.assign(req.body, { extra: 1 })", "req.body"],
  ["for (const k in req.body) console.log(k)", "req.body"],
  ["console.log(Object.keys(req.body))", "req.body"],
  ["const l = require('lodash'); l.set(req.body, 'extra', 1)", "req.body"],
  ["const h = JSON.stringify(req.body); req.setHeader('X', h)", "req.body"],
  ["req.setHeader('X', `${req.body.link}`)", "req.body.link"],
  ["for (const one of req.body) console.log(one)", "req.body", LIST_BODY],
  ["req.setHeader('X', `${req.body[0].a}`)", "req.body[0]", LIST_BODY],
  ["req.body.extra = 1", "req.body.extra", TEXT_BODY],
  [
    "req.body.variables.extra = 1",
    "req.body.variables.extra",
    GRAPHQL_BODY,
  ],
  // What texts can do, or what asks first.
  ["req.setBody(req.body.replace('12', '13'))", undefined],
  ["req.setHeader('X', `${req.body.length}`)", undefined],
  ["console.log(JSON.stringify(req.body))", undefined],
  [
    "const b = JSON.parse(req.resolved.body); b.extra = 1; req.setBody(b)",
    undefined,
  ],
  [
    "let b = req.body; if (typeof b === 'string') b = JSON.parse(client.interpolate(b)); b.extra = 1",
    undefined,
  ],
  ["if (typeof req.body === 'object') req.body.extra = 1", undefined],
  ["try { req.body.extra = 1 } catch {}", undefined],
  ["req.setBody({ a: 1 }); req.body.extra = 1", undefined],
  ["const raw = req.getBody({ raw: true }); console.log(raw.extra)", undefined],
  ["[{}].forEach((b) => { b.extra = 1 }); const c = req.body", undefined],
  ["req.body.extra = 1", undefined, QUOTED_BODY],
  ["req.body.query = '{ b }'", undefined, GRAPHQL_BODY],
];

describe("a script that takes a body's text for an object", () => {
  for (const [code, use, body] of USES) {
    const warned = use === undefined ? "is not warned of" : "is warned of";
    it(`${warned}: ${code}${body ? ` (${body})` : ""}`, async () => {
      const { warnings } = await sent(code, body);
      const stretches = warnings.map(({ location }) => {
        const { offset = 0, length = 0 } = location ?? {};
        return code.slice(offset, offset + length);
      });
      assertEquals(stretches, use === undefined ? [] : [use]);
      await inFolder(Object.entries(files(code, body)), async (cwd) => {
        const found = await foundIn(cwd);
        assertEquals(
          found.filter(({ code }) => code === "UNKNOWN_MEMBER")
            .map(({ message }) => message),
          warnings.map(({ message }) => message),
        );
      });
    });
  }

  it("names the cause, and a way that works", async () => {
    const why = async (body?: string) =>
      (await sent("req.body.variables.a = 1", body)).warnings[0].message;
    assertEquals(
      await why(),
      'Cannot use the body as an object: it is text before the request, because "{{kwh}}" stands outside quotes (read JSON.parse(req.resolved.body), change that and give it to req.setBody)',
    );
    assertEquals(
      (await why(TEXT_BODY)).slice(0, 87),
      'Cannot use the body as an object: it is text before the request, because its type is "t',
    );
    assertEquals(
      (await why(GRAPHQL_BODY)).slice(0, 50),
      "Cannot use the body's variables as an object: they",
    );
    const { request, warnings } = await sent(
      "const b = JSON.parse(req.resolved.body); b.extra = 1; req.setBody(b)",
    );
    assertEquals(warnings, []);
    assertEquals(
      JSON.parse(request?.text ?? ""),
      { kwh: 12.5, user: 'a "quoted" one', extra: 1 },
    );
  });

  it("of a folder counts for the requests with such a body only", async () => {
    const script = (code: string) =>
      `info: {name: Test}
request:
  variables: [{name: kwh, value: 1}]
  ${scripts({ "before-request": code }).replaceAll("\n", "\n  ")}`;
    const request = (name: string, data: string) =>
      `info: {name: ${name}, type: http}
http: {method: POST, url: "http://127.0.0.1/x", body: {type: json, data: '${data}'}}`;
    const rows: [code: string, count: number][] = [
      ["req.body.extra = 1", 1],
      ["if (req.getName() === 'b') req.body.extra = 1", 0],
    ];
    for (const [code, count] of rows) {
      await inFolder([
        ["opencollection.yml", script(code)],
        ["a.yml", request("a", '{"kwh": {{kwh}}}')],
        ["b.yml", request("b", '{"kwh": "{{kwh}}"}')],
      ], async (cwd) => {
        const found = await foundIn(cwd);
        assertEquals(found.map(({ code }) => code).length, count);
      });
    }
  });

  it("may have the object of a script before it", async () => {
    await inFolder([
      [
        "opencollection.yml",
        `info: {name: Test}
request:
  variables: [{name: kwh, value: 1}]
  ${
          scripts({ "before-request": "req.setBody({ kwh: 2 })" })
            .replaceAll("\n", "\n  ")
        }`,
      ],
      [
        "a.yml",
        `info: {name: a, type: http}
http: {method: POST, url: "http://127.0.0.1/x", body: {type: json, data: '{"kwh": {{kwh}}}'}}
runtime:
  ${
          scripts({ "before-request": "req.body.extra = 1" })
            .replaceAll("\n", "\n  ")
        }`,
      ],
    ], async (cwd) => assertEquals(await foundIn(cwd), []));
  });

  it("never makes the reader throw", () => {
    const pieces = fc.array(
      fc.constantFrom(
        ...["req.body", "b", "=", ".", "a", "[", "]", "{", "}", "(", ")"],
        ...["...", "const ", "let ", ";", "typeof ", "for (", " of ", "=>"],
      ),
      { maxLength: 20 },
    ).map((all) => all.join(""));
    fc.assert(
      fc.property(pieces, (code) => {
        for (const { offset, length } of readScript({ code }).bodyUses ?? []) {
          assertEquals(offset + length <= code.length && length > 0, true);
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** Code, and what it sends as text. */
const ALTERED: [code: string, sent: string | undefined][] = [
  [
    "const b = req.getBody(); b.user = b.user.toUpperCase(); req.setBody(b)",
    "{{USER}}",
  ],
  ["req.setHeader('X-U', req.getHeader('X-U').toUpperCase())", "{{USER}}"],
  [
    "req.setHeader(req.getHeader('X-U').slice(3, 5), '1'); req.setHeader('X-U', req.getHeader('X-U').slice(0, 4))",
    "{{us",
  ],
  ["req.setUrl(req.url.replace('u={' + '{kwh}', 'u={' + '{KWH}'))", "{{KWH}}"],
  [
    "req.setHeader('X-U', encodeURIComponent(req.getHeader('X-U')))",
    "%7B%7Buser%7D%7D",
  ],
  [
    "req.setHeader('Authorization', 'Basic ' + btoa(req.getHeader('X-U') + ':x'))",
    "e3t1c2VyfX06eA==",
  ],
  [
    "req.setBody([{ name: 'u', value: req.getHeader('X-U').toUpperCase() }])",
    "{{USER}}",
  ],
  // Data, and what stays a placeholder.
  ["req.setHeader('X-U', ' {' + '{something else}} ')", undefined],
  ["req.setHeader('X-U', 'a' + req.getHeader('X-U'))", undefined],
  [
    "req.setHeader('X-U', client.interpolate(req.getHeader('X-U')).replaceAll('\"', '').toUpperCase())",
    undefined,
  ],
  ["req.setHeader('X-U', btoa('no placeholder at all'))", undefined],
];

describe("a placeholder whose text a script changes", () => {
  for (const [code, wanted] of ALTERED) {
    it(`${wanted === undefined ? "is not" : "is"} warned of: ${code}`, async () => {
      const { warnings } = await sent(code, QUOTED_BODY);
      assertEquals(
        warnings.map(({ code, message }) => [
          code,
          /^Sent "(.*?)" as text/.exec(message)?.[1],
        ]),
        wanted === undefined ? [] : [["OPAQUE_PLACEHOLDER", wanted]],
      );
    });
  }

  it("points to client.interpolate", async () => {
    const { warnings, request } = await sent(
      "req.setHeader('X-U', req.getHeader('X-U').toUpperCase())",
    );
    assertEquals(request?.headers("x-u"), ["{{USER}}"]);
    assertEquals(
      warnings[0].message,
      'Sent "{{USER}}" as text: the placeholder of this request is "{{user}}" (to change its value, take that from client.interpolate("{{user}}"))',
    );
  });

  it("is not warned of in a body that is sent as written", async () => {
    const { warnings } = await sent(
      "req.setBody(req.body.toUpperCase())",
      `{type: text, interpolate: false, data: "{{user}}"}`,
    );
    assertEquals(warnings, []);
  });
});

/** Code that reads a URL as it is written, and the error. */
const URLS: [code: string, message: string][] = [
  ["new URL(req.url)", 'Cannot read the URL "{{server}}/x?u={{kwh}}"'],
  ...[
    "getCookies(req.url)",
    "setCookie(req.url, 'a', 'b')",
    "deleteCookie(req.url, 'a')",
  ]
    .map((call): [string, string] => [
      `await client.cookies.jar().${call}`,
      'Cannot use the cookies of "{{server}}/x?u={{kwh}}"',
    ]),
];

describe("a URL as it is written", () => {
  for (const [code, message] of URLS) {
    it(`names the way to its values: ${code}`, async () => {
      const { results } = await runCollection(files(code));
      assertEquals(
        results[0].diagnostics.map((it) =>
          it.message.replace("TypeError: ", "")
        ),
        [
          `Cannot finish the before-request script: ${message}: placeholders such as "{{server}}" are not resolved here; write req.resolved.url for the request's own URL, or client.interpolate(text)`,
        ],
      );
      const resolved = code.replaceAll("req.url", "req.resolved.url");
      const { results: [passed] } = await runCollection(files(resolved));
      assertEquals(passed.diagnostics, []);
    });
  }
});
