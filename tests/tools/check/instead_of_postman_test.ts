import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import { runCollection } from "../../support/run_collection.ts";

/**
 * What a script of Postman's reads → what the message proposes instead, and,
 * where that is no expression of its own, an expression that follows it.
 */
type Row = readonly [postman: string, proposed: string, brace?: string];

/** Those that both phases have. */
const OF_REQUESTS: readonly Row[] = [
  ["pm.request.body.raw", "req.getBody({ raw: true })"],
  ["pm.request.method", "req.method"],
  ["pm.request.name", "req.name"],
  ["pm.request.url.getPath()", "req.getPath()"],
  ["pm.request.url.getQueryString()", "req.getQueryString()"],
  [
    "pm.request.url.getPathWithQuery()",
    "req.getPath(), req.getQueryString()",
    "`${req.getPath()}?${req.getQueryString()}`",
  ],
  [
    "pm.request.url.query.get('x')",
    "new URLSearchParams(req.getQueryString()) (which decodes values)",
    "new URLSearchParams(req.getQueryString()).get('x')",
  ],
  ["pm.request.url.variables.get('id')", "req.pathParams"],
  ["pm.request.headers.get('x-ts')", "req.getHeader(name)"],
  ["pm.request.headers.get('x-no')", "req.getHeader(name)"],
  ["pm.request.headers.has('x-ts')", "req.headerList.has(name)"],
  [
    "pm.request.headers.one('x-ts')",
    "req.headerList",
    "req.headerList.one('x-ts')",
  ],
  ["pm.execution.location.current", "req.name"],
  [
    "pm.execution.location",
    "[client.getCollectionName(), req.name]",
  ],
  ["pm.environment.name", "client.getEnvName()"],
  ["pm.info.requestName", "req.name"],
  ["pm.info.iteration", "client.runner.iterationIndex"],
  ["pm.info.iterationCount", "client.runner.totalIterations"],
  ["pm.variables.replaceIn('a {{region}}')", "client.interpolate(text)"],
  ["pm.collectionVariables.get('region')", "client.getCollectionVar(name)"],
  ["pm.variables.get('region')", 'client.interpolate("{{name}}")'],
  ["pm.vault.get('region')", 'client.interpolate("{{name}}")'],
];

const OF_RESPONSES: readonly Row[] = [
  ["pm.response.json()", "res.body"],
  ["pm.response.text()", "res.text"],
  ["pm.response.code", "res.status"],
  ["pm.response.status", "res.statusText"],
  ["pm.response.responseSize", "res.size.body"],
  ["pm.response.size().header", "res.size"],
  ["pm.response.headers.get('x-one')", "res.getHeader(name)"],
  ["pm.response.headers.has('x-one')", "res.headerList.has(name)"],
  ["pm.response.headers.count()", "res.headerList", "res.headerList.count()"],
  ["pm.response.cookies.get('sid')", "client.cookies.get(name)"],
  ["pm.response.cookies.has('sid')", "client.cookies.has(name)"],
  ["pm.cookies.get('sid')", "client.cookies.get(name)"],
  ["pm.cookies.has('sid')", "client.cookies.has(name)"],
  ["pm.cookies.toObject()", "client.cookies", "client.cookies.toObject()"],
  ["responseHeaders['X-One']", "res.getHeader(name)"],
  ["responseBody", "res.text"],
  ["responseCode.name", "res.statusText"],
  ["postman.getResponseHeader('X-One')", "res.getHeader(name)"],
  ["postman.getResponseCookie('sid').value", "client.cookies.one(name)"],
  [
    "xml2Json('<a><b>1</b></a>')",
    'require("xml2js").parseString(text, { explicitArray: false }, fn)',
    `await new Promise((done) => require("xml2js").parseString("<a><b>1</b></a>", { explicitArray: false }, (_, it) => done(it)))`,
  ],
];

/** Where the values differ, the message says so. */
const DIFFERENT: readonly (readonly [code: string, told: string])[] = [
  [
    "pm.request.body",
    "write req.body (an object for JSON) or req.getBody({ raw: true }) (its text) instead of pm.request.body ",
  ],
  [
    "pm.request.url.toString()",
    "write req.url (a text; before the request, path parameters are :name) instead of pm.request.url ",
  ],
  [
    "pm.request.url.getHost()",
    "write req.getHost() (with the port) instead of pm.request.url.getHost ",
  ],
  ["pm.request.body.urlencoded.get('a')", "(a list of { name, value } before"],
  ["pm.request.headers.toObject()", "(whose names are as written, not in"],
  ["pm.response.headers.get('a')", "(which joins the values of one name;"],
  ["pm.variables.has('a')", "write client.hasVar(name) (of runtime variables;"],
  ["pm.variables.toObject()", "(which knows runtime variables only) instead"],
  [
    "pm.environment.replaceIn('a')",
    "write client.interpolate(text) (with the variables of all scopes) instead of pm.environment.replaceIn ",
  ],
  ["pm.request.headers.add({})", "write req.headerList.add(header) instead"],
  ["pm.request.headers.upsert({})", "write req.headerList.upsert(header) "],
  ["pm.request.headers.remove('a')", "write req.headerList.remove(name) "],
  ["pm.info.requestId", "write req.name (the request has no ID) instead of"],
  ["pm.info.eventName", 'write the phase as text, such as "test" instead of'],
  [
    "pm.visualizer.set('a')",
    "leave out pm.visualizer, which does nothing here (",
  ],
  ["pm.sendRequest('a')", "(the response has status and data; one of 400"],
  ["pm.execution.skipRequest()", "(after which the script goes on)"],
  ["uuidv4()", 'write const { v4: uuidv4 } = require("uuid")'],
];

describe("what is proposed instead of Postman's API", () => {
  for (
    const [type, rows] of [
      ["before-request", OF_REQUESTS],
      ["tests", [...OF_REQUESTS, ...OF_RESPONSES]],
    ] as const
  ) {
    it(`has the same value in ${type}`, async () => {
      const values = async (
        expressions: readonly string[],
        dialect: string,
      ) => {
        const code = `const values = [];\n${
          expressions.map((it) => `values.push(await (${it}));`).join("\n")
        }\nconsole.log(JSON.stringify(values));`;
        const { console, results } = await runCollection(
          { ...FILES, "a.yml": sending(type, code, dialect) },
          { env: ["dev"], paths: [], handler: respond },
        );
        assertEquals(results[0].diagnostics.map((it) => it.message), []);
        return JSON.parse(console[0]) as unknown[];
      };
      const ofPostman = await values(
        rows.map(([it]) => it),
        ", extensions: {brace: {dialect: postman}}",
      );
      const ofBrace = await values(
        rows.map(([postman, proposed, brace]) =>
          brace ?? following(postman, proposed)
        ),
        "",
      );
      for (const [at, [postman]] of rows.entries()) {
        assertEquals([postman, ofBrace[at]], [postman, ofPostman[at]]);
      }
    });
  }

  for (const [code, proposed] of [...OF_REQUESTS, ...OF_RESPONSES]) {
    it(`${code}: ${proposed}`, () => {
      assertStringIncludes(messagesOf(code), `write ${proposed}`);
    });
  }

  for (const [code, told] of DIFFERENT) {
    it(`${code}: ${told}`, () => assertStringIncludes(messagesOf(code), told));
  }
});

function messagesOf(code: string): string {
  const { problems } = readScript({ code: `console.log(${code});` });
  return problems.map(({ message }) => message).join("\n");
}

/** What a reader makes of a proposal: with the rest of the chain, and what the call is given. */
function following(postman: string, proposed: string): string {
  const [given = ""] = /(?<=\()[^()]*(?=\)[^()]*$)/.exec(postman) ?? [];
  if (/\((?:name|text)\)$/.test(proposed)) {
    const name = given || /'[^']*'/.exec(postman)![0];
    const rest = /\)(\.\w+)$/.exec(postman)?.[1] ?? "";
    return proposed.replace(/\(\w+\)$/, `(${name})`) + rest;
  }
  if (proposed.includes("{{name}}")) {
    return proposed.replace("name", given.slice(1, -1));
  }
  const [rest = ""] = /\.get\('[^']*'\)$|(?<=\(\))\.\w+$/.exec(postman) ?? [];
  return proposed + rest;
}

const FILES = {
  "opencollection.yml":
    "opencollection: 1.0.0\ninfo: {name: Test}\nrequest: {variables: [{name: region, value: eu-1}]}",
  "environments/dev.yml": "name: dev\nvariables: [{name: e, value: env}]",
};

function sending(type: string, code: string, dialect: string): string {
  return `info: {name: Signed, type: http}
http:
  method: POST
  url: "{{server}}/a/:id/c?x=1&y={{region}}"
  params:
    - {name: id, value: "77", type: path}
    - {name: x, value: "1", type: query}
    - {name: y, value: "{{region}}", type: query}
  headers: [{name: X-Ts, value: t1}]
  body: {type: json, data: '{ "a": 1, "r": "{{region}}" }'}
runtime: {scripts: [{type: ${type}, code: ${JSON.stringify(code)}${dialect}}]}
`;
}

function respond() {
  return {
    status: 201,
    statusText: "Created",
    headers: [["X-One", "1"], ["Set-Cookie", "sid=abc; Path=/"]] as const,
    json: { n: 1 },
  };
}
