import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  importedInsomnia,
  type InsomniaRow as Row,
  itImports,
  requestCalled,
  version5,
} from "../../support/insomnia.ts";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

const auth = (
  authentication: Json,
  file: Json,
  ...said: string[]
): Row => ({
  name: `auth: ${JSON.stringify(authentication)}`,
  has: { authentication },
  file: { http: { auth: file } },
  said,
});

const CALLBACK_ELSEWHERE =
  'Brace waits for the browser at an address of this machine: under "auth", write one as callbackUrl, such as http://127.0.0.1:8765/callback, and register it with the OAuth 2 server';

const AUTH: readonly Row[] = [
  auth({}, undefined),
  auth({ type: "none" }, "none"),
  auth({ type: "none", disabled: true }, undefined),
  auth(
    { type: "basic", username: "{{ _.u }}", password: "{{ _.p }}" },
    { type: "basic", username: "{{u}}", password: "{{p}}" },
  ),
  auth(
    { type: "basic", username: "u", password: "", useISO88591: true },
    { type: "basic", username: "u", password: "" },
    "Insomnia encodes the user name and password in ISO-8859-1, Brace in UTF-8: letters such as é differ",
  ),
  auth(
    { type: "basic", username: "u", disabled: true },
    undefined,
    'Left out the auth "basic", which is switched off: write it under "auth" to use it',
  ),
  auth(
    { type: "digest", username: "u", password: "{{ _.p }}" },
    { type: "digest", username: "u", password: "{{p}}" },
  ),
  auth(
    { type: "ntlm", username: "D\\u", password: "{{ _.p }}" },
    { type: "ntlm", username: "D\\u", password: "{{p}}" },
  ),
  ...["", "Bearer"].map((prefix) =>
    auth(
      { type: "bearer", token: "{{ _.t }}", prefix },
      { type: "bearer", token: "{{t}}" },
    )
  ),
  ...([["Token", "Token {{t}}"], ["NO_PREFIX", "{{t}}"]] as const).map((
    [prefix, value],
  ) =>
    auth({ type: "bearer", token: "{{ _.t }}", prefix }, {
      type: "apikey",
      key: "Authorization",
      value,
      placement: "header",
    })
  ),
  auth(
    { type: "singleToken", token: "{{ _.t }}" },
    { type: "bearer", token: "{{t}}" },
  ),
  ...([
    [undefined, "k", "{{v}}", "header"],
    ["queryParams", "k", "{{v}}", "query"],
    ["cookie", "Cookie", "k={{v}}", "header"],
  ] as const).map(([addTo, key, value, placement]) =>
    auth(
      { type: "apikey", key: "k", value: "{{ _.v }}", addTo },
      { type: "apikey", key, value, placement },
    )
  ),
  auth({
    type: "iam",
    accessKeyId: "{{ _.a }}",
    secretAccessKey: "{{ _.s }}",
    sessionToken: "",
    region: "r",
    service: "s3",
  }, {
    type: "awsv4",
    accessKeyId: "{{a}}",
    secretAccessKey: "{{s}}",
    sessionToken: "",
    region: "r",
    service: "s3",
  }),
  auth({
    type: "oauth1",
    consumerKey: "c",
    consumerSecret: "{{ _.s }}",
    tokenKey: "{{ _.k }}",
    tokenSecret: "{{ _.t }}",
    privateKey: "{{ _.pem }}",
    signatureMethod: "RSA-SHA1",
    callback: "http://c",
    verifier: "{{ _.v }}",
    timestamp: "1",
    nonce: "n",
    version: "1.0",
    realm: "x",
    includeBodyHash: true,
  }, {
    type: "oauth1",
    consumerKey: "c",
    consumerSecret: "{{s}}",
    accessToken: "{{k}}",
    accessTokenSecret: "{{t}}",
    signatureMethod: "RSA-SHA1",
    privateKey: { type: "text", value: "{{pem}}" },
    callbackUrl: "http://c",
    verifier: "{{v}}",
    timestamp: "1",
    nonce: "n",
    version: "1.0",
    realm: "x",
    includeBodyHash: true,
  }),
  auth({
    type: "oauth2",
    grantType: "authorization_code",
    accessTokenUrl: "http://t",
    authorizationUrl: "http://z",
    redirectUrl: "http://c",
    clientId: "c",
    clientSecret: "{{ _.s }}",
    credentialsInBody: true,
    scope: "a b",
    state: "{{ _.st }}",
    audience: "aud",
    resource: "res",
    origin: "http://o",
    tokenPrefix: "Token",
  }, {
    type: "oauth2",
    flow: "authorization_code",
    accessTokenUrl: "http://t",
    authorizationUrl: "http://z",
    callbackUrl: "http://c",
    scope: "a b",
    state: "{{st}}",
    credentials: { clientId: "c", clientSecret: "{{s}}", placement: "body" },
    pkce: { disabled: true },
    tokenConfig: { placement: { header: "Token" } },
    additionalParameters: {
      authorizationRequest: [
        { name: "audience", value: "aud", placement: "query" },
        { name: "resource", value: "res", placement: "query" },
      ],
      accessTokenRequest: [
        { name: "audience", value: "aud", placement: "body" },
        { name: "resource", value: "res", placement: "body" },
        { name: "Origin", value: "http://o", placement: "header" },
      ],
    },
  }, CALLBACK_ELSEWHERE),
  ...([
    [
      { grantType: "authorization_code", usePkce: true, pkceMethod: "plain" },
      { flow: "authorization_code", pkce: { method: "plain" } },
    ],
    // Brace chooses the callback.
    [
      { grantType: "authorization_code", redirectUrl: "" },
      { flow: "authorization_code", pkce: { disabled: true } },
    ],
    [
      { grantType: "authorization_code", usePkce: true },
      { flow: "authorization_code", pkce: {} },
    ],
    [
      { grantType: "implicit", responseType: "id_token" },
      { flow: "implicit", tokenConfig: { source: "id_token" } },
      'Brace has no OAuth 2 flow "implicit", which gives the token only to a browser: under "auth", write flow: authorization_code if the server has it, or type: bearer with a token',
    ],
    [
      {
        grantType: "password",
        username: "u",
        password: "{{ _.p }}",
        audience: "a",
        tokenPrefix: "Bearer",
      },
      {
        flow: "resource_owner_password_credentials",
        resourceOwner: { username: "u", password: "{{p}}" },
        additionalParameters: {
          accessTokenRequest: [
            { name: "audience", value: "a", placement: "body" },
          ],
        },
      },
    ],
  ] as const).map(([has, file, ...said]) =>
    auth({ type: "oauth2", ...has }, {
      type: "oauth2",
      credentials: { placement: "basic_auth_header" },
      ...file,
    }, ...said)
  ),
  auth(
    {
      type: "oauth2",
      grantType: "client_credentials",
      tokenPrefix: "NO_PREFIX",
    },
    {
      type: "oauth2",
      flow: "client_credentials",
      credentials: { placement: "basic_auth_header" },
    },
    'Brace writes "Bearer" before the token, Insomnia nothing: set the header Authorization in a script',
  ),
  auth(
    { type: "oauth2", grantType: "refresh_token" },
    undefined,
    'Brace has no OAuth 2 flow "refresh_token": the request goes out without auth, choose a flow',
  ),
  auth(
    { type: "netrc" },
    undefined,
    "Brace does not read the file .netrc: the request goes out without auth, write basic auth",
  ),
  ...["hawk", "asap"].map((type) =>
    auth(
      { type },
      undefined,
      `Brace does not sign requests with "${type}": the request goes out without auth`,
    )
  ),
];

describe("auth of Insomnia", () => itImports(AUTH));

describe("auth of folders of Insomnia", () => {
  const bearer = { type: "bearer", token: "{{ _.t }}" };
  const off = { ...bearer, disabled: true };
  // What the folder has, what the request has, and what the file says.
  for (
    const [folder, own, written] of [
      [bearer, {}, "inherit"],
      [bearer, off, "inherit"],
      [bearer, { type: "none" }, "none"],
      [off, {}, undefined],
      [undefined, off, undefined],
      [{ type: "none" }, {}, "inherit"],
    ] as const
  ) {
    it(`${JSON.stringify(folder)} and ${JSON.stringify(own)}`, async () => {
      const { value } = await importedInsomnia(version5([{
        name: "F",
        authentication: folder,
        children: [{ name: "R", url: "http://a", authentication: own }],
      }]));
      assertEquals(requestCalled("R", value).http?.auth, written);
    });
  }
});
