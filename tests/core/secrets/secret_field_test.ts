import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  isSecretField,
  isSecretVariable,
  isVagueKey,
} from "../../../lib/core/secrets/secret_field.ts";

const FIELDS: Readonly<Record<string, boolean>> = {
  "X-Vault-Token": true,
  "X-Session": true,
  "X-Session-Token": true,
  "Ocp-Apim-Subscription-Key": true,
  "X-Goog-Api-Key": true,
  "X-RapidAPI-Key": true,
  "DD-API-KEY": true,
  "x_api_key": true,
  apikey: true,
  APIKEY: true,
  apiKey2: true,
  key: true,
  sig: true,
  "X-Amz-Signature": true,
  newPassword: true,
  user_password: true,
  passwd: true,
  "db.pwd": true,
  pin: true,
  "my%20pin": true,
  "%74oken": true,
  token2: true,
  oauth2Token: true,
  aws_credential: true,
  Authorization: true,
  "Proxy-Authorization": true,
  "X-Auth": true,
  Cookie: true,
  "Set-Cookie": true,
  accesstoken: true,
  passphrase: true,
  "Idempotency-Key": false,
  "X-Author": false,
  "X-Cache-Key": false,
  publicKey: false,
  keyboard: false,
  key_1: false,
  key2: false,
  "Key-3": false,
  k1: false,
  api_key_1: true,
  token_1: true,
  "Key-Id": false,
  // What OAuth says about a token.
  token_type: false,
  tokenType: false,
  TOKEN_TYPES: false,
  expires_in: false,
  token_expires_in: false,
  refreshTokenExpiresAt: false,
  access_token_expiry: false,
  type_token: true,
  token_at: true,
  typed_token: true,
  apiKeyId: false,
  tokenizer: false,
  secretary: false,
  shipping: false,
  spinner: false,
  username: false,
  "Content-Type": false,
  design: false,
  "": false,
  ["token ".repeat(20)]: false,
};

const VARIABLES: Readonly<Record<string, boolean>> = {
  token: true,
  authToken: true,
  apiKey: true,
  PASSWORD_ADMIN: true,
  session: true,
  sessionId: true,
  pin: true,
  tokenUrl: false,
  passwordField: false,
  auth_type: false,
  tokenTypes: false,
  passwordLabel: false,
  auth: false,
  key: false,
  authUsername: false,
  name: false,
};

const VAGUE: Readonly<Record<string, boolean>> = {
  preferenceKey: true,
  key: true,
  "X-Tenant-Key": true,
  apiKey: false,
  "Ocp-Apim-Subscription-Key": false,
  sessionKey: false,
  sortKey: false,
  key_1: false,
  keyboard: false,
};

/** Plurals, by the texts of their values. */
const SEVERAL: [
  name: string,
  value: string,
  field: boolean,
  variable: boolean,
][] = [
  ["tokens", "a1b2c3d4", true, true],
  ["apiKeys", "a1b2c3d4", true, true],
  ["API_KEYS", "a1b2c3d4", true, true],
  ["userPasswords", "hunter2", true, true],
  ["accesstokens", "a1b2c3d4", true, true],
  ["secrets", "inherit", true, false],
  ["tokens", "512", false, false],
  ["tokens", "1,024", false, false],
  ["passwords", "true", false, false],
  ["max_tokens", "a1b2c3d4", false, false],
  ["tokensUsed", "a1b2c3d4", false, false],
  ["keys", "a1b2c3d4", false, false],
  ["publicKeys", "a1b2c3d4", false, false],
  ["accountKeys", "a1b2c3d4", false, false],
  ["sessions", "a1b2c3d4", false, false],
];

describe("names of several secrets", () => {
  for (const [name, value, field, variable] of SEVERAL) {
    it(`${name}: ${value}`, () => {
      assertEquals(
        [isSecretField(name, value), isSecretVariable(name, value)],
        [field, variable],
      );
      assertEquals(isSecretField(name), false);
    });
  }
});

describe("isVagueKey", () => {
  for (const [name, expected] of Object.entries(VAGUE)) {
    it(name, () => assertEquals(isVagueKey(name), expected));
  }
});

describe("isSecretField", () => {
  for (const [name, expected] of Object.entries(FIELDS)) {
    it(`${name.slice(0, 40)}: ${expected}`, () => {
      assertEquals(isSecretField(name), expected);
    });
  }
});

describe("isSecretVariable", () => {
  for (const [name, expected] of Object.entries(VARIABLES)) {
    it(`${name}: ${expected}`, () => {
      assertEquals(isSecretVariable(name), expected);
    });
  }
});
