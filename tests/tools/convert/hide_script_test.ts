import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hideScript } from "../../../lib/tools/convert/secrets/hide_script.ts";
import { SecretValues } from "../../../lib/tools/convert/secrets/secret_values.ts";

const read = (name: string) => `client.getProcessEnv("${name}")`;

/** A script, and how it is written with its secrets out; absent: as it is. */
const ROWS: [code: string, written?: string][] = [
  // A piece of what the script computes says how, and is no secret.
  ['add({ key: "X-Signature", value: "sha256=" + sig })'],
  ["upsert({ key: 'Authorization', value: 'HMAC-SHA256 Credential=shop&Signature=' + sig })"],
  ["set('X-Signature', 'sha256=' /* hex */ + sig)"],
  ["set('token', \"abcd\" + '' + `-` + id)"],
  ["const token = 'Bearer prefix-of-' + id"],
  ["const h = `Bearer prefix-of-${id}`"],
  ["const token = 'X-Amz-Content-Sha256' + id"],
  ["const token = 'HmacSHA256Signature ' + id"],
  ["const u = '/login?token=pre-' + id"],
  [`const b = '{"token":"pre-abcdef' + id + '"}'`],
  [`const b = '{"token":"' + id + 'suffix12"}'`],
  // What is a credential by itself is taken out there, too.
  [
    "add({ key: 'Authorization', value: 'Bearer eyJhbGciOiJIUzI1NiJ9.abc' + x })",
    `add({ key: 'Authorization', value: ${read("AUTHORIZATION")} + x })`,
  ],
  [
    'const apiKey = "sk_live_51HxYzAbCdEf" + x',
    `const apiKey = ${read("API_KEY")} + x`,
  ],
  [
    "set('Authorization', 'Basic dXNlcjpwYXNz' + x)",
    `set('Authorization', ${read("AUTHORIZATION")} + x)`,
  ],
  ["const h = `Bearer 51HxYzAbCdEf${id}`", "const h = `Bearer ***${id}`"],
  // Texts that stand there whole.
  ["const token = 'abcd1234';\n++x", `const token = ${read("TOKEN")};\n++x`],
  ["const token = 'abcd1234'\n++x", `const token = ${read("TOKEN")}\n++x`],
  [
    "const password = 'abcd' + 'efgh'",
    `const password = ${read("PASSWORD")} + 'efgh'`,
  ],
  // Names of variables.
  ["f({ accessTokenExpiryVar: 'access_token_expiry' })"],
  ["const TOKEN_KEY = 'auth_token'"],
  ["f({ token: 'access_token', refreshToken: 'refreshToken' })"],
  [
    "f({ token: 'other_token' })",
    `f({ token: ${read("TOKEN")} })`,
  ],
  // One word may be a password as well.
  ["f({ password: 'password' })", `f({ password: ${read("PASSWORD")} })`],
  // Inside of another text, nothing reads a variable.
  [`const b = '{"password":"abcd1234"}'`, `const b = '{"password":"***"}'`],
  [
    "const b = `${f({ token: 'abcd1234' })}`",
    `const b = \`\${f({ token: ${read("TOKEN")} })}\``,
  ],
  [
    `x.replace(/'/, ""); const token = "abcd1234"`,
    `x.replace(/'/, ""); const token = ${read("TOKEN")}`,
  ],
];

/** What the collection declares. */
const USED = {
  variables: new Set<string>(),
  set: new Set<string>(),
  declared: new Set(["access_token", "refreshToken", "password"]),
  entries: new Set<string>(),
};

describe("secrets in a script", () => {
  for (const [code, written = code] of ROWS) {
    it(code, () => {
      const { code: found } = hideScript(code, new SecretValues(USED), {
        api: "client",
      });
      assertEquals(found, written);
    });
  }
});
