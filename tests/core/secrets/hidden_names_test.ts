import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { isHiddenVariable } from "../../../lib/core/secrets/hidden_names.ts";

/** A variable, or what is called like one, and whether its value is taken out of the files. */
const ROWS: readonly [name: string, value: string, isHidden: boolean][] = [
  ["password", "hunter2", true],
  ["password", "swordfish", true],
  ["password", "user_password", true],
  ["secret", "super-secret", true],
  ["secret", "super_secret", true],
  ["token", "secret123", true],
  ["token", "auth_token", true],
  ["apiKey", "api_key", true],
  ["API_KEY", "super_secret", true],
  ["SECRET_KEY", "super_secret", true],
  ["secretKey", "my_secret", true],
  ["signingKey", "signing_key", true],
  ["TOKEN_KEY", "secret123", true],
  ["TOKEN_KEY", "auth_token_1", true],
  ["TOKEN_KEY", "super-secret", true],
  ["TOKEN_KEY", "super_secret", true],
  ["TOKEN_KEY", "token", true],
  ["PASSWORD_KEY", "hunter2", true],
  ["preferenceKey", "abcd1234", true],
  ["secretVar", "hunter2", true],
  ["secretVar", "not a name", true],
  ["tokenVar", "correct-horse", true],
  // What a variable or an entry is called.
  ["accessTokenExpiryVar", "access_token_expiry", false],
  ["tokenExpiryVar", "auth_token_expires_at", false],
  ["accessTokenVar", "access-token", false],
  ["TOKEN_VAR", "token", false],
  ["token_variable", "access_token", false],
  ["secretVar", "hook", false],
  ["TOKEN_KEY", "auth_token", false],
  ["tokenKey", "ACCESS_TOKEN", false],
  ["authKey", "auth_token", false],
  ["SESSION_KEY", "session_id", false],
  ["passwordKey", "user_password", false],
  ["tokenName", "hook", false],
  ["preferenceKey", "theme", false],
];

describe("a value that is taken out of the files", () => {
  for (const [name, value, isHidden] of ROWS) {
    it(`${name}: ${value}: ${isHidden}`, () =>
      assertEquals(isHiddenVariable(name, value), isHidden));
  }
});
