import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import type { Outcome } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import {
  type RecordedRequest,
  type RecordingResponse,
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const FOLDER = fromFileUrl(
  new URL("../../fixtures/script-api", import.meta.url),
);

const VERBS = ["get", "set", "has", "delete"];
const SCOPES = [
  "Var",
  "EnvVar",
  "GlobalEnvVar",
  "CollectionVar",
  "FolderVar",
  "RequestVar",
];
const LIST = [
  ..."get one all idx count has find filter indexOf each forEach map reduce toObject toString toJSON"
    .split(" "),
];
const CHANGES =
  "add append upsert set remove delete clear populate repopulate assimilate"
    .split(" ");

/** What scripts can call, object by object. The collection has a test of each under this name. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  "": ["bru", "test", "expect", "assert", "axios", "fetch"],
  "client.": [
    ...SCOPES.flatMap((scope) => [
      ...VERBS.map((verb) => verb + scope),
      `getAll${scope}s`,
      `deleteAll${scope}s`,
    ]),
    ..."getProcessEnv getSecretVar interpolate getEnvName getCollectionName cwd isSafeMode sleep getTestResults getAssertionResults"
      .split(" "),
    ..."setNextRequest runRequest disableParsingResponseJson".split(" "),
    "sendRequest as a promise",
    "sendRequest with a callback",
    "sendRequest that is refused",
  ],
  "client.runner.": ["iterationIndex", "totalIterations", "iterationData"],
  "runner.": ["skipRequest", "stopExecution", "setNextRequest"],
  "client.cookies.": [...LIST, ...CHANGES, "jar"],
  "jar.":
    "getCookie getCookies setCookie setCookies hasCookie deleteCookie deleteCookies clear"
      .split(" "),
  "jar ": ["with a callback"],
  "req.":
    "url method headers body timeout name tags pathParams authMode resolved getUrl setUrl getHost getPath getQueryString getMethod setMethod getAuthMode getHeader getHeaders setHeader setHeaders deleteHeader deleteHeaders getBody setBody setMaxRedirects getTimeout setTimeout disableParsingResponseJson getExecutionMode getExecutionPlatform getName getPathParams getTags onFail"
      .split(" "),
  "req.headerList.": [...LIST, ...CHANGES],
  "res.":
    "status statusText headers body responseTime url size text getStatus getStatusText getHeader getHeaders getBody setBody getResponseTime getUrl getSize getDataBuffer"
      .split(" "),
  "res": ["()"],
  "res.headerList.": LIST,
  "expect ": ["json", "jsonBody", "jsonSchema", "match"],
  "console.": ["log", "info", "warn", "error", "debug"],
  "set": ["Timeout", "Interval", "Immediate"],
  "clear": ["Timeout"],
  "crypto.": ["randomUUID", "getRandomValues", "subtle"],
  " ":
    "queueMicrotask URL URLSearchParams TextEncoder TextDecoder atob btoa structuredClone Buffer Headers"
      .split(" "),
  "require ": [
    ..."chai lodash moment uuid nanoid axios crypto-js ajv ajv-formats tv4 cheerio xml2js jsonwebtoken path"
      .split(" "),
    ..."atob btoa buffer crypto events querystring stream timers url util"
      .split(" "),
    "a file of the collection",
  ],
  "action ": ["before-request", "after-response"],
  "what ": ["was sent", "came back", "later scripts read"],
  "where ": ["setNextRequest led"],
};

/** The parts of the JSON report that are looked at. */
interface Report {
  readonly requests: readonly {
    readonly name: string;
    readonly status: string;
    readonly tests: readonly {
      readonly name: string;
      readonly status: string;
    }[];
  }[];
}

function respond(
  { target, method, rawHeaders, text }: RecordedRequest,
): RecordingResponse {
  const path = target.split("?")[0].replace(/\/\d+$/, "");
  switch (path) {
    case "/json":
      return {
        json: {
          name: "Ada",
          items: [{ id: 1, price: 3 }, { id: 2, price: 5 }],
        },
        headers: [
          ["Content-Type", "application/json"],
          ["X-Twice", "1"],
          ["X-Twice", "2"],
          ["Set-Cookie", "first=1; Path=/"],
          ["Set-Cookie", "second=2; Path=/"],
        ],
      };
    case "/echo": {
      const headers = Object.fromEntries(
        rawHeaders.map(([name, value]) => [name.toLowerCase(), value]),
      );
      return { json: { method, url: target, headers, body: text } };
    }
    case "/redirect":
      return {
        status: 302,
        json: { moved: true },
        headers: [
          ["Content-Type", "application/json"],
          ["Location", "/json"],
        ],
      };
    case "/cut":
      return { raw: "" };
    default:
      return { status: 404, json: {} };
  }
}

describe("a collection that uses all of the script API", () => {
  const brace = braceRows();

  let server: RecordingServer;
  let folder: string;
  let outcome: Outcome;
  let report: Report;

  beforeAll(async () => {
    server = recordingServer(respond);
    folder = await Deno.makeTempDir();
    outcome = await run("calls", "flow");
    report = JSON.parse(await Deno.readTextFile(`${folder}/report.json`));
  });
  afterAll(async () => {
    await server.close();
    await Deno.remove(folder, { recursive: true });
  });

  function run(...paths: string[]): Promise<Outcome> {
    return brace([
      "run",
      ...paths,
      "--env=local",
      "--data=data.json",
      `--env-var=server=${server.url}`,
      `--reporter=json=${folder}/report.json`,
    ], { cwd: FOLDER, env: { BRACE_GREETING: "hello" } });
  }

  it("passes", () => {
    assertEquals(outcome.code, 0, outcome.stdout + outcome.stderr);
  });

  it("has no test that is not in the table", () => {
    const known = new Set(
      Object.entries(METHODS).flatMap(([prefix, names]) =>
        names.map((name) => (prefix + name).trim())
      ),
    );
    const others = report.requests.flatMap(({ tests }) => tests)
      .filter(({ name }) => !known.has(name)).map(({ name }) => name);
    assertEquals(others, []);
  });

  for (const [prefix, names] of Object.entries(METHODS)) {
    for (const name of names) {
      const title = (prefix + name).trim();
      it(title, () => {
        const found = report.requests.flatMap(({ tests }) => tests)
          .filter((test) => test.name === title);
        assert(found.length > 0, `no test "${title}"`);
        assertEquals(
          found.filter(({ status }) => status !== "passed"),
          [],
        );
      });
    }
  }

  it("tells onFail why a request could not be sent", async () => {
    const { code, stdout } = await run("failing");
    assertEquals(code, 4, stdout);
    const { requests }: Report = JSON.parse(
      await Deno.readTextFile(`${folder}/report.json`),
    );
    assertEquals(requests.map(({ tests }) => tests), [
      [{ name: "req.onFail is called", status: "passed" }],
    ]);
  });

  it("goes where its scripts say", () => {
    assertEquals(
      report.requests.slice(-4).map(({ name, status }) => [name, status]),
      [
        ["Jump", "passed"],
        ["Landing", "passed"],
        ["Skipped", "skipped"],
        ["Stopping", "passed"],
      ],
    );
    assertEquals(
      server.requests.filter(({ target }) => target === "/never"),
      [],
    );
  });
});
