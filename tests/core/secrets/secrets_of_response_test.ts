import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { secretsOfResponse } from "../../../lib/core/secrets/secrets_of_response.ts";

/** A body and its type, and the values in it that are secret. */
const BODIES: [body: string, type: string | undefined, secrets: string[]][] = [
  ['{"token": "tok-57-abcdef"}', "application/json", ["tok-57-abcdef"]],
  ['{"a": [{"access_token": "a1b2c3d4"}]}', "application/hal+json", [
    "a1b2c3d4",
  ]],
  ['{"apiKey": "k\\u0031\\"2345678"}', undefined, ['k1"2345678']],
  ["<login><sessionToken>a1b2c3d4</sessionToken></login>", "text/xml", [
    "a1b2c3d4",
  ]],
  // Words, which would be hidden wherever else they stand.
  ['{"password": "required", "token": "invalid"}', "application/json", []],
  ['{"password": "at least 8 characters"}', "application/json", []],
  ['{"token": "a1"}', "application/json", []],
  ['{"user": "a1b2c3d4", "tokenType": "bearer-12"}', "application/json", []],
  ['{"key": "a1b2c3d4"}', "application/json", []],
  // Lists and objects, and several.
  [
    '{"apiKey": ["sk_live_1"], "token": [{"id": "12ab34cd", "value": "a1b2c3d4"}]}',
    "application/json",
    ["sk_live_1", "a1b2c3d4"],
  ],
  [
    '{"session": {"user": {"name": "ada-1815"}, "tokens": ["a1b2c3d4"]}, "secrets": ["b1b2c3d4"]}',
    "application/json",
    ["a1b2c3d4", "b1b2c3d4"],
  ],
  ['{"tokens": "a1b2c3d4", "apiKeys": "b1b2c3d4"}', "application/json", [
    "a1b2c3d4",
    "b1b2c3d4",
  ]],
  // What a validator says, words and counts.
  [
    '{"password": ["is too short", "min 8 characters", "validation.min.8"]}',
    "application/json",
    [],
  ],
  [
    '{"total_tokens": "12345678a", "tokens": 12345678, "tokenTypes": ["bearer12"], "keys": ["a1b2c3d4"]}',
    "application/json",
    [],
  ],
  // Code, which is no login's response.
  ['const config = { token: "tok-57-abcdef" };', "text/javascript", []],
  ['const config = {"token": "tok-57-abcdef"};', "text/javascript", [
    "tok-57-abcdef",
  ]],
  ['{"token": "tok-57-abcdef"}', "image/png", []],
  ["", "application/json", []],
];

describe("secrets of a response", () => {
  for (const [body, type, secrets] of BODIES) {
    it(`${body || "an empty body"}, ${type ?? "no type"}`, () => {
      assertEquals(
        secretsOfResponse({
          headers: type === undefined ? [] : [["Content-Type", type]],
          body: new TextEncoder().encode(body),
        }).map(({ value }) => value),
        secrets,
      );
    });
  }
});

/** A cookie that a response sets, and what of it is secret. */
const COOKIES: [cookie: string, secrets: string[]][] = [
  ["sid=k3y-12345678; Path=/; HttpOnly", ["k3y-12345678"]],
  ["sid=k3y12345", ["k3y12345"]],
  ['sid="k3y12345"; Secure', ["k3y12345"]],
  ["connect.sid=s%3Ak3y12345.a; Path=/", ["s:k3y12345.a"]],
  ["sid=%k3y12345; Path=/", ["%k3y12345"]],
  // What other texts have as well.
  ["theme=dark", []],
  ["seen=2026-01-02T03:04:05Z", []],
  ["version=v2.18.0-beta", []],
  ["hits=12345678", []],
  ["", []],
];

describe("secrets of a response's cookies", () => {
  for (const [cookie, secrets] of COOKIES) {
    it(cookie || "an empty one", () => {
      assertEquals(
        secretsOfResponse({
          headers: [["Content-Type", "image/png"], ["Set-Cookie", cookie]],
          body: new Uint8Array(),
        }).map(({ value }) => value),
        secrets,
      );
    });
  }
});
