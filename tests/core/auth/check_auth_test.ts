import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { AuthType } from "../../../lib/core/collection/types.ts";
import { checkAuth } from "../../../lib/core/auth/check_auth.ts";
import { secretsOfAuth } from "../../../lib/core/secrets/secrets_of_auth.ts";
import { renderedAuth } from "../../support/rendered_auth.ts";

type Fields = Record<string, string | boolean>;

/** What is found: code and YAML path after `http.auth`. */
const EDGEGRID = { accessToken: "a", clientToken: "b", clientSecret: "c" };

type Row = [type: AuthType, fields: Fields, found: readonly string[]];

const CASES: Row[] = [
  ["none", {}, []],
  ["inherit", {}, []],
  ["basic", { username: "a", password: "b" }, []],
  ["basic", { username: "", password: "token" }, []],
  ["basic", {}, []],
  ["basic", { username: "", password: "" }, []],
  ["basic", { username: "a:b", password: "c" }, ["INVALID_FIELD username"]],
  ["basic", { username: "a", password: "b\n" }, ["INVALID_FIELD password"]],
  ["bearer", { token: "t" }, []],
  ["bearer", { token: " " }, []],
  ["bearer", { token: "" }, []],
  ["bearer", {}, []],
  ["bearer", { token: "a\r\nX: y" }, ["INVALID_HEADER token"]],
  ["bearer", { token: "日本" }, ["INVALID_HEADER token"]],
  ["apikey", { key: "X-Key", value: "v" }, []],
  ["apikey", {}, []],
  ["apikey", { key: "X-Key" }, []],
  ["apikey", { value: "v" }, ["INVALID_FIELD key"]],
  ["apikey", { key: "k", value: "\u2028", placement: "query" }, []],
  ["apikey", { key: "k", value: "\u2028" }, ["INVALID_HEADER value"]],
  ["apikey", { key: "X Key", value: "v" }, ["INVALID_HEADER key"]],
  ["apikey", { key: "X Key", value: "日", placement: "query" }, []],
  ["apikey", { key: "k", value: "v", placement: "body" }, [
    "INVALID_FIELD placement",
  ]],
  ["digest", { username: "a" }, []],
  ["digest", { password: "b" }, ["INVALID_FIELD username"]],
  ["wsse", { username: "a", password: "" }, ["INVALID_FIELD password"]],
  ["awsv4", { service: "s3", region: "r" }, [
    "INVALID_FIELD accessKeyId",
    "INVALID_FIELD secretAccessKey",
  ]],
  ["awsv4", { service: "s3", region: "r", profileName: "dev" }, []],
  ["awsv4", { profileName: "dev" }, [
    "INVALID_FIELD service",
    "INVALID_FIELD region",
  ]],
  ["oauth1", { consumerKey: "k" }, []],
  ["oauth1", { consumerKey: "k", signatureMethod: "HMAC-MD5" }, [
    "INVALID_FIELD signatureMethod",
  ]],
  ["oauth1", { consumerKey: "k", signatureMethod: "RSA-SHA1" }, [
    "INVALID_FIELD privateKey.value",
  ]],
  ["oauth2", {}, ["INVALID_FIELD flow"]],
  ["oauth2", { flow: "magic" }, ["INVALID_FIELD flow"]],
  ["oauth2", { flow: "implicit" }, ["UNSUPPORTED flow"]],
  ["oauth2", { flow: "client_credentials" }, [
    "INVALID_FIELD accessTokenUrl",
    "INVALID_FIELD credentials.clientId",
  ]],
  ["oauth2", {
    flow: "resource_owner_password",
    accessTokenUrl: "ftp://a/",
    "resourceOwner.username": "u",
  }, ["INVALID_URL accessTokenUrl"]],
  ["oauth2", {
    flow: "resource_owner_password_credentials",
    accessTokenUrl: "http://u:p@a/",
    "resourceOwner.username": "u",
  }, ["INVALID_URL accessTokenUrl"]],
  ["oauth2", { flow: "authorization_code" }, [
    "INVALID_FIELD authorizationUrl",
    "INVALID_FIELD accessTokenUrl",
    "INVALID_FIELD credentials.clientId",
  ]],
  ...([
    ["", []],
    ["http://127.0.0.1/cb", []],
    ["http://localhost:8765/cb", []],
    ["http://[::1]:8765", []],
    ["https://oauth.pstmn.io/v1/callback", ["INVALID_FIELD callbackUrl"]],
    ["https://127.0.0.1:8765/cb", ["INVALID_FIELD callbackUrl"]],
    ["http://127.0.0.1.example.com/", ["INVALID_FIELD callbackUrl"]],
    ["x", ["INVALID_FIELD callbackUrl"]],
  ] as const).map(([callbackUrl, found]): Row => ["oauth2", {
    flow: "authorization_code",
    authorizationUrl: "http://a/",
    accessTokenUrl: "http://a/",
    "credentials.clientId": "c",
    callbackUrl,
  }, found]),
  // Only one flow waits for a browser: exports write it into others, too.
  ["oauth2", {
    flow: "client_credentials",
    accessTokenUrl: "http://a/",
    "credentials.clientId": "c",
    callbackUrl: "https://oauth.pstmn.io/v1/callback",
  }, []],
  ["oauth2", { flow: "device_code" }, [
    "INVALID_FIELD deviceAuthorizationUrl",
    "INVALID_FIELD accessTokenUrl",
    "INVALID_FIELD credentials.clientId",
  ]],
  ["ntlm", { username: "a", password: "b" }, []],
  ["ntlm", { password: "b" }, ["INVALID_FIELD username"]],
  ["ntlm", { username: "a\n", password: "b", domain: "\0" }, [
    "INVALID_FIELD username",
    "INVALID_FIELD domain",
  ]],
  ["akamai-edgegrid", { clientSecret: "a" }, [
    "INVALID_FIELD accessToken",
    "INVALID_FIELD clientToken",
  ]],
  ["akamai-edgegrid", {
    ...EDGEGRID,
    baseURL: "localhost:6000",
    maxBodySize: "2048",
    headersToSign: "X-A, X-B",
    timestamp: "20140321T19:34:21+0000",
  }, []],
  ["akamai-edgegrid", {
    ...EDGEGRID,
    accessToken: "a;nonce=b",
    timestamp: "2014-03-21",
    maxBodySize: "-1",
    baseURL: "https://user@host",
    "headersToSign.0": "X A",
  }, [
    "INVALID_FIELD accessToken",
    "INVALID_FIELD timestamp",
    "INVALID_FIELD maxBodySize",
    "INVALID_FIELD baseURL",
    "INVALID_FIELD headersToSign",
  ]],
  ["akamai-edgegrid", { ...EDGEGRID, nonce: "a\nb", maxBodySize: "1e3" }, [
    "INVALID_HEADER nonce",
    "INVALID_FIELD maxBodySize",
  ]],
];

describe("checkAuth", () => {
  it("names the word that was probably meant", () => {
    const words: [flow: string, hint: string][] = [
      ["client_credential", '(did you mean "client_credentials"?)'],
      ["magic", "(write one of them)"],
    ];
    for (const [flow, hint] of words) {
      const [{ message }] = checkAuth(renderedAuth("oauth2", { flow }));
      assert(message.endsWith(hint), message);
    }
  });

  for (const [type, fields, found] of CASES) {
    it(`${type} ${JSON.stringify(fields)}`, () => {
      const diagnostics = checkAuth(renderedAuth(type, fields));
      assertEquals(
        diagnostics.map(({ code, location }) =>
          `${code} ${location?.keys?.slice(2).join(".")}`
        ),
        found,
      );
      for (const { severity, message, location } of diagnostics) {
        assertEquals(severity, "error");
        assertEquals(location?.file, "a.yml");
        assertEquals(location?.place, "auth");
        assert(!message.includes("\n") && !message.endsWith("."));
      }
    });
  }

  it("never quotes a value", () => {
    const secret = "s3cr3t\r\n日";
    const names = [
      ...["username", "password", "token", "key", "value", "placement"],
      ...["accessKeyId", "secretAccessKey", "sessionToken", "service"],
      ...["region", "consumerKey", "consumerSecret", "signatureMethod"],
      ...["realm", "privateKey.value", "privateKey.type", "flow"],
      ...["accessTokenUrl", "credentials.clientSecret", "passwordDigest"],
      ...["credentials.placement", "tokenConfig.placement.header"],
    ];
    const fields = Object.fromEntries(names.map((name) => [name, secret]));
    const types: AuthType[] = [
      "basic",
      "bearer",
      "apikey",
      "digest",
      "wsse",
      "awsv4",
      "oauth1",
      "oauth2",
      "ntlm",
      "akamai-edgegrid",
    ];
    for (const type of types) {
      const diagnostics = checkAuth(renderedAuth(type, fields));
      assert(diagnostics.length > 0, type);
      assert(!JSON.stringify(diagnostics).includes("s3cr3t"), type);
    }
  });
});

describe("secretsOfAuth", () => {
  const cases: [type: AuthType, fields: Fields, secrets: string[]][] = [
    ["none", {}, []],
    ["basic", { username: "u", password: "pw" }, ["pw", btoa("u:pw")]],
    ["basic", { username: "u", password: "" }, []],
    ["apikey", { key: "k", value: "v" }, ["v"]],
    ["digest", { username: "u", password: "pw" }, ["pw"]],
    [
      "awsv4",
      { accessKeyId: "a", secretAccessKey: "b", sessionToken: "c" },
      ["b", "c"],
    ],
    [
      "oauth1",
      {
        consumerSecret: "cs",
        "privateKey.type": "file",
        "privateKey.value": "f",
      },
      ["cs"],
    ],
    [
      "oauth1",
      { "privateKey.type": "text", "privateKey.value": "pem" },
      ["pem"],
    ],
    ["oauth2", {
      "credentials.clientId": "id",
      "credentials.clientSecret": "cs",
      "resourceOwner.password": "pw",
      "additionalParameters.accessTokenRequest.0.name": "client_assertion",
      "additionalParameters.accessTokenRequest.0.value": "jwt",
      "additionalParameters.accessTokenRequest.1.name": "audience",
      "additionalParameters.accessTokenRequest.1.value": "https://a",
      "additionalParameters.accessTokenRequest.2.name": "api_key",
      "additionalParameters.accessTokenRequest.2.value": "k",
    }, ["cs", "pw", "jwt", "k", btoa("id:cs")]],
  ];
  for (const [type, fields, secrets] of cases) {
    it(`${type} ${Object.keys(fields).join(" ")}`, () =>
      assertEquals(secretsOfAuth(renderedAuth(type, fields)), secrets));
  }
});
