import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  hideScript,
  namesOfSecrets,
} from "../../../lib/tools/convert/secrets/hide_script.ts";
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
  [
    "const h = `Bearer 51HxYzAbCdEf${id}`",
    `const h = \`Bearer \${${read("BEARER_TOKEN")}}\${id}\``,
  ],
  // A text that ends in a name says no value of it: the next text is another one.
  ["pm.sendRequest(base + '/users?token=' + tok + '&page=' + 1, (e, r) => {})"],
  ["console.log('token=' + pm.variables.get('tok'))"],
  ['f(u + "/users?api_key=" + pm.environment.get("apiKey") + "&page=1")'],
  [`f({ body: 'grant_type=client_credentials&client_id=' + x.get('id') + '&client_secret=' + x.get('cs') })`],
  ["f({ value: 'session=' + a.get('s') + '; token=' + a.get('t') })"],
  ["f(a + '&password=' + encodeURIComponent(x.get('pw')))"],
  ["throw new Error('missing token=' + x.get('token'))"],
  ["f().to.eql('/echo?token=' + x.get('tok') + '&x=1')"],
  ["f('secret=', 'signature=', /* 'token=' */ 'page=')"],
  ["f(`/echo?token=${x.get('tok')}&secret=` + y + `&page=1`)"],
  ["f(a / 2, 'token=' + b, c / 'token=') // '?token=' + tok + '&x='"],
  ["const s = a.replace(/token='/, 'token='); const t = b + 'cd'"],
  // Not even in what is no script yet.
  ["f('token=' + {{tok}} + '&page='); const u = f('secret=' + b, 'c'"],
  ["f('session=expired')"],
  // Parts of texts.
  [
    "f('client_secret=abcd1234&x=1')",
    `f('client_secret=' + ${read("CLIENT_SECRET")} + '&x=1')`,
  ],
  [
    'expect(h).to.eql("Bearer tok-refreshed-1122")',
    `expect(h).to.eql("Bearer " + ${read("BEARER_TOKEN")})`,
  ],
  [
    "f('/a?token=abcd1234&api_key=efgh5678').g",
    `f('/a?token=' + ${read("TOKEN")} + '&api_key=' + ${read("API_KEY")}).g`,
  ],
  [
    "const n = '/a?token=abcd1234'.length + '?token=abcd1234'",
    `const n = ('/a?token=' + ${read("TOKEN")}).length + ('?token=' + ${
      read("TOKEN")
    })`,
  ],
  [
    "f({ '/a?token=abcd1234': 1, b: '?token=abcd1234' })",
    `f({ ['/a?token=' + ${read("TOKEN")}]: 1, b: '?token=' + ${
      read("TOKEN")
    } })`,
  ],
  [
    "f(`/a?token=abcd1234&b=c`, () => { return'?token=abcd1234' })",
    `f(\`/a?token=\${${read("TOKEN")}}&b=c\`, () => { return '?token=' + ${
      read("TOKEN")
    } })`,
  ],
  // One that has to be a literal, and one that says the value with escapes.
  [
    "import a from 'https://h.test/a.js?token=abcd1234'",
    "import a from 'https://h.test/a.js?token=***'",
  ],
  [`eval('token = "ab\\\\x31cd"')`, `eval('token = "***"')`],
  // A comment.
  ["f() // ?token=abcd1234", "f() // ?token=***"],
  // An escape is not cut into two.
  [
    `f("?token=abcdef1\\"x")`,
    `f("?token=" + ${read("TOKEN")} + "\\"x")`,
  ],
  [
    `f('?token=abcd\\x26page=1')`,
    `f('?token=' + ${read("TOKEN")} + '\\x26page=1')`,
  ],
  // Texts that stand there whole.
  ["const token = 'abcd1234';\n++x", `const token = ${read("TOKEN")};\n++x`],
  ["const token = 'abcd1234'\n++x", `const token = ${read("TOKEN")}\n++x`],
  [
    "const password = 'abcd' + 'efgh'",
    `const password = ${read("PASSWORD")} + 'efgh'`,
  ],
  // What a test expects a field to be.
  [
    "pm.expect(json.token).to.eql('tok-abc-12345')",
    `pm.expect(json.token).to.eql(${read("TOKEN")})`,
  ],
  [
    "expect(json['token']).to.not.equal('tok-abc-12345')",
    `expect(json['token']).to.not.equal(${read("TOKEN")})`,
  ],
  ["expect(typeof json.token).to.eql('string')"],
  ["expect(json.id).to.eql('tok-abc-12345')"],
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
  [
    `const b = '{"password":"abcd1234"}'`,
    `const b = '{"password":"' + ${read("PASSWORD")} + '"}'`,
  ],
  [
    "const b = `${f({ token: 'abcd1234' })}`",
    `const b = \`\${f({ token: ${read("TOKEN")} })}\``,
  ],
  [
    `x.replace(/'/, ""); const token = "abcd1234"`,
    `x.replace(/'/, ""); const token = ${read("TOKEN")}`,
  ],
];

/** Scripts with masks, and how they are written; absent: as they are. */
const MASKS: [code: string, written?: string][] = [
  ["const password = '***'", `const password = ${read("PASSWORD")}`],
  [
    "let authToken; authToken ??= '<redacted>'",
    `let authToken; authToken ??= ${read("AUTH_TOKEN")}`,
  ],
  [
    "pm.environment.set('token', '***'); bru.setVar('secretToken', '•••')",
    `pm.environment.set('token', ${read("TOKEN")}); bru.setVar('secretToken', ${
      read("SECRET_TOKEN")
    })`,
  ],
  [
    "let token = '[REDACTED]', password = '[REDACTED]'",
    `let token = ${read("TOKEN")}, password = ${read("PASSWORD")}`,
  ],
  // A script writes masks itself, for a log.
  ["console.log({ ...body, password: '***' })"],
  ["shown.password = '***'; url.searchParams.set('token', '<hidden>')"],
  ["if (password === '***') fail()"],
  ["const password = '<your password>'"],
];

/** Where a text stands that is a secret of another place. */
const KNOWN: [code: string, written: string][] = [
  ["f({ 'k-123456': 1 })", `f({ [${read("PIN")}]: 1 })`],
  ["(() => { return'k-123456' })", `(() => { return ${read("PIN")} })`],
  ["f('k-123456')", `f(${read("PIN")})`],
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
  for (const [code, written = code] of MASKS) {
    it(`${code}: has no value`, () => {
      const secrets = new SecretValues();
      const { code: found } = hideScript(code, secrets, { api: "client" });
      assertEquals(found, written);
      assertEquals(secrets.secrets.filter(({ value }) => value !== ""), []);
      assertEquals(namesOfSecrets(code), []);
    });
  }
  for (const [code, written] of KNOWN) {
    it(`of another place: ${code}`, () => {
      const { code: found } = hideScript(code, new SecretValues(USED), {
        api: "client",
        isKnown: (text) => text === "k-123456" ? "pin" : undefined,
      });
      assertEquals(found, written);
    });
  }

  it("gives a name in .env to what it masks", () => {
    const secrets = new SecretValues(USED);
    const { masked } = hideScript("// ?token=abcd1234", secrets, {
      api: "client",
    });
    assertEquals(masked, [{ name: "token", env: "TOKEN" }]);
    assertEquals(secrets.valueOf("TOKEN"), "abcd1234");
  });
});
