import { describe } from "@std/testing/bdd";
import { type InsomniaRow as Row, itImports } from "../../support/insomnia.ts";

const COOKIES_STAY =
  "Insomnia does not keep the cookies of its response, Brace does: clear them in a script (client.cookies), or use brace run --no-cookies";
const AS_WRITTEN =
  `Insomnia resolves "." and ".." in the path, Brace sends them: write the path without them`;

const SETTINGS: readonly Row[] = [
  {
    name: "no redirects",
    has: { settings: { followRedirects: "off" } },
    file: { settings: { followRedirects: false } },
  },
  {
    name: "redirects",
    has: { settings: { followRedirects: "on" } },
    file: { settings: { followRedirects: true } },
  },
  {
    name: "redirects as the app says",
    has: { settings: { followRedirects: "global", encodeUrl: true } },
    file: { settings: undefined },
  },
  {
    name: "no redirects, in version 4",
    has: { settingFollowRedirects: "off" },
    file: { settings: { followRedirects: false } },
  },
  {
    name: "no cookies",
    has: { settings: { cookies: { send: false, store: false } } },
    file: { settings: { omitHeaders: ["Cookie"] } },
    said: [COOKIES_STAY],
  },
  {
    name: "no cookies, in version 4",
    has: { settingSendCookies: false, settingStoreCookies: false },
    file: { settings: { omitHeaders: ["Cookie"] } },
    said: [COOKIES_STAY],
  },
  {
    name: "no cookies but its own",
    has: {
      headers: [{ name: "cookie", value: "a" }],
      settings: { cookies: { send: false } },
    },
    file: { settings: undefined },
    said: [
      "Insomnia sends its own header Cookie only, Brace also the cookies of the run: use brace run --no-cookies",
    ],
  },
  {
    name: "a URL that is not encoded",
    has: {
      settings: { encodeUrl: false },
      parameters: [{ name: "a", value: "b&c" }],
    },
    file: {
      settings: { encodeUrl: false },
      http: { params: [{ name: "a", value: "b&c", type: "query" }] },
    },
  },
  {
    name: "a URL that is not encoded, in version 4",
    has: { settingEncodeUrl: false },
    file: { settings: { encodeUrl: false } },
  },
  {
    name: "a query that is encoded",
    has: { parameters: [{ name: "a=&b", value: "1&2#3+4%5%20=ä{{ _.x }}" }] },
    file: {
      http: {
        params: [{
          name: "a%3D%26b",
          value: "1%262%233%2B4%255%20=ä{{x}}",
          type: "query",
        }],
      },
    },
  },
  {
    name: "rows without a name",
    has: {
      headers: [{ name: "", value: "a" }, { name: "", value: "" }],
      parameters: [{ name: "", value: "b" }, { name: "c", value: "" }],
    },
    file: {
      http: {
        headers: undefined,
        params: [{ name: "c", value: "", type: "query" }],
      },
    },
    said: ["header", "parameter"].map((what) =>
      `Left out a ${what} without a name, which Insomnia does not send: name it to send it`
    ),
  },
  {
    name: "a path that is rebuilt",
    has: { url: "http://a/b/../c" },
    file: { http: { url: "http://a/b/../c" } },
    said: [AS_WRITTEN],
  },
  {
    name: "a path that is not",
    has: { url: "http://a/b/.", settings: { rebuildPath: false } },
    file: { http: { url: "http://a/b/." } },
  },
  {
    name: "a path that is not, in version 4",
    has: { url: "http://a/b/.", settingRebuildPath: false },
    file: { http: { url: "http://a/b/." } },
  },
  {
    name: "a body that is data",
    has: {
      body: { mimeType: "text/plain", text: "{{ _.a }}{% uuid %}" },
      settings: { renderRequestBody: false },
    },
    file: {
      http: { body: { type: "text", data: "{{'{{'}} _.a }}{% uuid %}" } },
    },
  },
  {
    name: "a form that is data, in version 4",
    has: {
      body: {
        mimeType: "application/x-www-form-urlencoded",
        params: [{ name: "a", value: "{{ _.a }}" }],
      },
      settingDisableRenderRequestBody: true,
    },
    file: {
      http: {
        body: {
          type: "form-urlencoded",
          data: [{ name: "a", value: "{{'{{'}} _.a }}" }],
        },
      },
    },
  },
];

const grpc = (url: string, written: string, ...said: string[]): Row => ({
  name: `gRPC at ${url}`,
  has: { url, meta: { id: "greq_1" }, body: { text: "{}" } },
  file: { grpc: { url: written } },
  said,
});
const STREAMS: readonly Row[] = [
  grpc("a:9000", "grpc://a:9000"),
  grpc("grpcs://a:9000", "grpcs://a:9000"),
  grpc("a.com:443", "a.com:443"),
  grpc("a.run.app", "a.run.app"),
  grpc(
    "{{ _.host }}:1",
    "{{host}}:1",
    'Without a scheme Insomnia goes without TLS, Brace with it: let the value of "{{host}}:1" begin with grpc:// or grpcs://',
  ),
  {
    name: "a WebSocket",
    has: {
      url: "ws://a",
      meta: { id: "ws-req_1" },
      payloads: [{ name: "p", payload: "{{ _.x }}" }],
      settings: { followRedirects: "off" },
    },
    file: {
      websocket: {
        message: [{ title: "p", message: { type: "text", data: "{{x}}" } }],
      },
      settings: { followRedirects: false },
    },
  },
];

const LACKING = (what: string, phase = "before-request") =>
  `The ${phase} script uses what Brace does not have (${what}): change it`;
const script = (code: string, written: string, ...said: string[]): Row => ({
  name: `script: ${code}`,
  has: { scripts: { preRequest: code } },
  file: {
    runtime: {
      scripts: [{
        type: "before-request",
        code: written,
        extensions: { brace: { dialect: "postman" } },
      }],
    },
  },
  said,
});
const SCRIPTS: readonly Row[] = [
  script("insomnia.test('a', f)", "pm.test('a', f)"),
  script(
    "insomnia.baseEnvironment.set('a', 1)",
    "pm.collectionVariables.set('a', 1)",
  ),
  script("insomnia.baseGlobals?.get('a')", "pm.globals?.get('a')"),
  script(
    "insomnia\n  .sendRequest('http://a')",
    "pm\n  .sendRequest('http://a')",
  ),
  script("insomnia.execution.skipRequest()", "pm.execution.skipRequest()"),
  ...([
    ["insomnia.parentFolders.get('f')", "insomnia.parentFolders"],
    ["insomnia.vault.get('f')", "insomnia.vault"],
    ["insomnia.clientCertificates", "insomnia.clientCertificates"],
    ["insomnia.request.auth.update({})", "insomnia.request.auth"],
    ["require('punycode')", "require('punycode'"],
  ] as const).map(([code, what]) =>
    script(code, code.replace("insomnia.", "pm."), LACKING(what))
  ),
  script("const i = insomnia;", "const i = insomnia;", LACKING("= insomnia")),
];

describe("requests of Insomnia", () =>
  itImports([...SETTINGS, ...STREAMS, ...SCRIPTS]));
