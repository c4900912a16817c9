import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hideText } from "../../../lib/tools/convert/secrets/hide_secrets.ts";
import { SecretValues } from "../../../lib/tools/convert/secrets/secret_values.ts";

/** A text, what is written of it, and the values that go to the file of secrets. */
const ROWS: [text: string, written: string, values: string[]][] = [
  ['{"a":1}', '{"a":1}', []],
  [
    '{"password":"first","a":1,"token":"second"}',
    '{"password":"{{password}}","a":1,"token":"{{token}}"}',
    ["first", "second"],
  ],
  // What is called a key is one if it looks so.
  [
    '{"preferenceKey":"theme","sortBy":{"key":"name-of-1 row"},"rowKey":12345678}',
    '{"preferenceKey":"theme","sortBy":{"key":"name-of-1 row"},"rowKey":12345678}',
    [],
  ],
  [
    '{"vendorKey":"sk-live-1234","apiKey":"demo","storage_key":"a b"}',
    '{"vendorKey":"{{vendorKey}}","apiKey":"{{apiKey}}","storage_key":"{{storageKey}}"}',
    ["sk-live-1234", "demo", "a b"],
  ],
  // A list of secrets, and one in an object.
  [
    '{"token":["abcd-1234", "plain"],"password":{"type":"string1234","value":"efgh-5678","more":[{"value":"ijkl-9012"}]}}',
    '{"token":["{{token}}", "plain"],"password":{"type":"string1234","value":"{{password}}","more":[{"value":"{{password2}}"}]}}',
    ["abcd-1234", "efgh-5678", "ijkl-9012"],
  ],
  [
    '{"names":["abcd-1234"],"auth":{"value":"efgh-5678"},"token":[],"value":"ijkl-9012"}',
    '{"names":["abcd-1234"],"auth":{"value":"efgh-5678"},"token":[],"value":"ijkl-9012"}',
    [],
  ],
  // Arguments of GraphQL, and only of it.
  [
    String
      .raw`[{"query":"{ a(password:\n\"first\", k: \"\", pin: \"s\\\"2\\\\\", b: $c) }","variables":{"token":"third"}}]`,
    String
      .raw`[{"query":"{ a(password:\n\"{{password}}\", k: \"\", pin: \"{{pin}}\", b: $c) }","variables":{"token":"{{token}}"}}]`,
    ["first", String.raw`s\"2\\`, "third"],
  ],
  [
    String
      .raw`{"query":"query ($token: [String!]! = \"first\") { a(password: \"\"\"a\n\"b\"\"\", pin: \"\", name: \"\"\"c\"\"\") }"}`,
    String
      .raw`{"query":"query ($token: [String!]! = \"{{token}}\") { a(password: \"\"\"{{password}}\"\"\", pin: \"\", name: \"\"\"c\"\"\") }"}`,
    ["first", 'a\n"b'],
  ],
  [
    String.raw`{"query":"password: \"first\"","a":"{ b(password: \"c\") }"}`,
    String.raw`{"query":"password: \"first\"","a":"{ b(password: \"c\") }"}`,
    [],
  ],
];

describe("secrets in a text", () => {
  for (const [text, written, values] of ROWS) {
    it(text, () => {
      const secrets = new SecretValues();
      assertEquals(hideText(text, secrets, { json: true }), written);
      assertEquals(secrets.secrets.map(({ value }) => value), values);
    });
  }
});
