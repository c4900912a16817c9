import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { isPlain } from "../../lib/script/is_plain.ts";

const PLAIN = [
  "client.setVar('q', 'a=1');",
  "const body = res.body;\ntest('t', () => {\n  expect(body.a).to.be.an('array').with.length(2);\n});",
  "let n = 0; n++; const o = { a: 1 }; o.a = 2;",
  "if (res.status === 200 && res.body.a >= 1) console.log('=', Date.now());",
  "const rows = Object.keys(res.body).map((k) => JSON.stringify(res.body[k]));",
  "res.body.items.forEach((item) => client.setVar(item.name, item.id));",
];

const NOT_PLAIN = [
  "Array.prototype.push = 1",
  "[].__proto__.x = 1",
  "JSON.parse = 1",
  "JSON['parse'] = 1",
  "Math.x++",
  "client = null",
  "res.body.a += 1",
  "Object.freeze(x)",
  "Object.assign(JSON, { parse: 1 })",
  "const A = Array; A.from = 1",
  "change(JSON)",
  "({}).constructor.x = 1",
  "globalThis.x = 1",
  "(function () { this.x = 1 })()",
  "eval('1')",
  "delete expect.fail",
  "with (JSON) { parse = 1 }",
  "x['\\x70rototype']",
  "require('lodash')",
  "setTimeout(() => {}, 1)",
];

describe("isPlain", () => {
  for (const code of PLAIN) it(code, () => assertEquals(isPlain(code), true));
  for (const code of NOT_PLAIN) {
    it(`not ${code}`, () => assertEquals(isPlain(code), false));
  }
});
