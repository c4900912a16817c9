import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findProblems } from "../../../lib/host/check/find_problems.ts";
import { inFolder } from "../../support/in_folder.ts";

const bru = (type: string, ...lines: string[]) =>
  `get {\n  url: http://127.0.0.1:1/a\n  auth: ${type}\n}\n\nauth:${type} {\n${
    lines.map((line) => `  ${line}\n`).join("")
  }}\n`;
const v3 = (type: string, credentials: Record<string, string>) =>
  `$kind: http-request\nmethod: GET\nurl: http://127.0.0.1:1/a\nauth: ${
    JSON.stringify({ type, credentials })
  }\n`;
const yaml = (auth: Record<string, unknown>) =>
  `info: {type: http}\nhttp: {method: GET, url: "http://127.0.0.1:1/a", auth: ${
    JSON.stringify(auth)
  }}\n`;
const lacks = (type: string, name: string, where = `to "auth:${type}"`) =>
  `Cannot use "${type}" auth: "${name}" is missing (add it ${where})`;
const ignored = (type: string, name: string, meant?: string) =>
  `Ignored "auth:${type}.${name}": the key is unknown${
    meant ? ` (did you mean "${meant}"?)` : ""
  }`;

const URL = "access_token_url: http://127.0.0.1:1/t";
const GRANT = "grant_type: client_credentials";

/** A file, and the messages. */
const ROWS: [file: string, text: string, messages: string[]][] = [
  // Lines are read by their own names alone.
  ["a.bru", bru("oauth2", GRANT, URL, "credentials.clientId: c"), [
    ignored("oauth2", "credentials.clientId", "client_id"),
    lacks("oauth2", "client_id"),
  ]],
  ["a.bru", bru("oauth2", GRANT, URL, "clientId: c"), [
    ignored("oauth2", "clientId", "client_id"),
    lacks("oauth2", "client_id"),
  ]],
  ["a.bru", bru("oauth2", GRANT, "accessTokenUrl: x", "client_id: c"), [
    ignored("oauth2", "accessTokenUrl", "access_token_url"),
    lacks("oauth2", "access_token_url"),
  ]],
  ["a.bru", bru("oauth2", "flow: client_credentials", URL, "client_id: c"), [
    ignored("oauth2", "flow", "grant_type"),
    lacks("oauth2", "grant_type"),
  ]],
  ["a.bru", bru("oauth2", GRANT, URL, "client_id: c", "clientId: d"), [
    ignored("oauth2", "clientId", "client_id"),
  ]],
  ["a.bru", bru("oauth2", GRANT, URL, "client_id: c", "settings: d"), [
    ignored("oauth2", "settings"),
  ]],
  ["a.bru", bru("oauth1", "consumerKey: c"), [
    ignored("oauth1", "consumerKey", "consumer_key"),
    lacks("oauth1", "consumer_key"),
  ]],
  ["a.bru", bru("apikey", "kye: c", "value: d"), [
    ignored("apikey", "kye", "key"),
    lacks("apikey", "key"),
  ]],
  // Names that only some lines have.
  ["a.bru", bru("digest", "password: p"), [lacks("digest", "username")]],
  ["a.bru", bru("awsv4", "service: s"), [
    lacks("awsv4", "region"),
    lacks("awsv4", "accessKeyId"),
    lacks("awsv4", "secretAccessKey"),
  ]],
  [
    "a.bru",
    bru("oauth1", "consumer_key: c", "signature_method: RSA-SHA1"),
    [lacks("oauth1", "private_key")],
  ],
  ["a.bru", bru("oauth2", "grant_type: implicitt"), [
    'Cannot use "oauth2" auth: "grant_type" is not one of client_credentials, resource_owner_password_credentials, resource_owner_password, password, authorization_code, implicit, device_code (did you mean "implicit"?)',
  ]],
  [
    "a.bru",
    bru("oauth2", GRANT, URL, "client_id: c", "credentials_placement: bdy"),
    [
      'Cannot use "oauth2" auth: "credentials_placement" is not one of basic_auth_header, body (did you mean "body"?)',
    ],
  ],
  ["a.bru", bru("oauth2", "grant_type: device_code", URL, "client_id: c"), [
    lacks("oauth2", "deviceAuthorizationUrl"),
  ]],
  [
    "a.bru",
    bru(
      "oauth2",
      "grant_type: device_code",
      URL,
      "client_id: c",
      "deviceAuthorizationUrl: http://127.0.0.1:1/d",
    ),
    [],
  ],
  [
    "a.bru",
    bru("oauth2", "grant_type: implicit"),
    [
      'Cannot use "oauth2" auth: the flow "implicit" gives the token only to a browser (use grant_type: authorization_code, which supports PKCE)',
    ],
  ],
  // Blocks of a protocol have words of their own, too.
  [
    "a.bru",
    "grpc {\n  url: grpc://127.0.0.1:1\n  method: /a.B/c\n  protoFilePath: no.proto\n}\n",
    [
      'Ignored "grpc.protoFilePath": the key is unknown (did you mean "protoPath"?)',
    ],
  ],
  // A file of Postman 12.
  ["a.request.yaml", v3("oauth2", { grant_type: "client_credentials" }), [
    lacks("oauth2", "accessTokenUrl", 'to "auth.credentials"'),
    lacks("oauth2", "clientId", 'to "auth.credentials"'),
  ]],
  [
    "a.request.yaml",
    v3("oauth2", {
      grant_type: "authorization_code",
      clientId: "c",
      accessTokenUrl: "http://127.0.0.1:1/t",
    }),
    [lacks("oauth2", "authUrl", 'to "auth.credentials"')],
  ],
  ["a.request.yaml", v3("awsv4", { secretKey: "" }), [
    lacks("awsv4", "accessKey", 'to "auth.credentials"'),
    lacks("awsv4", "secretKey", 'to "auth.credentials"'),
  ]],
  // A key that is the path of a field is none.
  [
    "a.yml",
    yaml({
      type: "oauth2",
      flow: "client_credentials",
      accessTokenUrl: "http://127.0.0.1:1/t",
      "credentials.clientId": "c",
    }),
    [
      'Ignored "http.auth.credentials.clientId": the key is unknown here (it belongs at http.auth.credentials.clientId: write "clientId" below "credentials")',
      'Cannot use "oauth2" auth: "credentials.clientId" is missing (add "clientId" below "credentials" under auth)',
    ],
  ],
];

describe("what is said of auth", () => {
  for (const [file, text, messages] of ROWS) {
    it(`in the words of the file: ${JSON.stringify(text)}`, async () => {
      const main = file.endsWith(".bru")
        ? ["bruno.json", '{"version": "1", "name": "B", "type": "collection"}']
        : file.endsWith(".request.yaml")
        ? [".resources/definition.yaml", "$kind: collection\nname: P\n"]
        : ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: Y}\n"];
      await inFolder([[main[0], main[1]], [file, text]], async (folder) => {
        const { found } = await findProblems({
          paths: [folder],
          environments: [],
          vars: [],
          envVars: [],
        });
        assertEquals(
          found.map(({ message }) => message).toSorted(),
          messages.toSorted(),
        );
      });
    });
  }
});
