import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { valueOf } from "../../support/with_script.ts";
import { lateTrusted } from "../../support/late_trusted.ts";

const sandboxes = {
  sandbox: await createSandbox(),
  trusted: lateTrusted(),
};

/** Expression → its value with the cookies a=1 and b=2 in the jar. */
const READS: readonly [expression: string, value: unknown][] = [
  ["client.cookies.get('a')", "1"],
  ["client.cookies.get('A')", undefined],
  ["client.cookies.one('b').key", "b"],
  ["client.cookies.all().map(c => c.name)", ["a", "b"]],
  ["client.cookies.idx(1).name", "b"],
  ["client.cookies.count()", 2],
  ["client.cookies.has('a')", true],
  ["client.cookies.find(c => c.value === '2').name", "b"],
  ["client.cookies.filter(c => c.value > '1').length", 1],
  ["client.cookies.indexOf('b')", 1],
  ["client.cookies.map(c => c.value)", ["1", "2"]],
  ["client.cookies.reduce((all, c) => all + c.value, '')", "12"],
  ["client.cookies.toObject()", { a: "1", b: "2" }],
  ["client.cookies.toString()", "a=1; b=2"],
  ["`${client.cookies}`", "a=1; b=2"],
  ["JSON.parse(JSON.stringify(client.cookies))", [
    { key: "a", value: "1", domain: "host" },
    { key: "b", value: "2", domain: "host" },
  ]],
  [
    "(client.cookies.append('a', '5'), client.cookies.append('c=6'), client.cookies.toString())",
    "a=5; b=2; c=6",
  ],
  [
    "(client.cookies.populate([{ key: 'a', value: '5' }, { key: 'c', value: '3' }]), `${client.cookies}`)",
    "a=1; b=2; c=3",
  ],
  [
    "(client.cookies.repopulate([{ key: 'c', value: '3' }]), `${client.cookies}`)",
    "c=3",
  ],
  [
    "(client.cookies.assimilate([{ key: 'b', value: '5' }], true), `${client.cookies}`)",
    "b=5",
  ],
  [
    "(client.cookies.add({ name: 'c', value: '3' }), client.cookies.get('c'))",
    "3",
  ],
  [
    "(client.cookies.upsert({ key: 'a', value: '9' }), client.cookies.toObject())",
    { a: "9", b: "2" },
  ],
  ["(client.cookies.remove('a'), client.cookies.toObject())", { b: "2" }],
  ["(client.cookies.delete('b'), client.cookies.toObject())", { a: "1" }],
  ["(client.cookies.clear(), client.cookies.count())", 0],
  ["await jar.getCookie(url, 'a').then(c => c.value)", "1"],
  ["await jar.getCookie(url, 'nope')", null],
  ["(await jar.getCookies(url)).length", 2],
  ["(await jar.getCookies('http://other/')).length", 0],
  ["await jar.hasCookie(url, 'b')", true],
  ["(await jar.setCookie(url, 'c', '3'), client.cookies.get('c'))", "3"],
  [
    "(await jar.setCookie(url, { key: 'c', value: '3', path: '/x', secure: true, expires: new Date(5000) }), client.cookies.one('c'))",
    {
      key: "c",
      value: "3",
      domain: "host",
      path: "/x",
      secure: true,
      expires: 5000,
    },
  ],
  [
    "(await jar.setCookies(url, [{ key: 'c', value: '3' }]), client.cookies.count())",
    3,
  ],
  ["(await jar.deleteCookie(url, 'a'), client.cookies.count())", 1],
  ["(await jar.deleteCookies(url), client.cookies.count())", 0],
  ["(await jar.clear(), client.cookies.count())", 0],
  [
    "await new Promise(done => jar.getCookie(url, 'a', (error, cookie) => done([error, cookie.value])))",
    [null, "1"],
  ],
  [
    "await jar.getCookie(5, 'a').catch(e => e.message)",
    "Cannot reach the cookies: the first argument is a URL",
  ],
  [
    "await jar.setCookie(url, {}).catch(e => e.message)",
    "Cannot set the cookie: it has no name",
  ],
];

for (const [mode, sandbox] of Object.entries(sandboxes)) {
  describe(`client.cookies (${mode})`, () => {
    afterAll(() => sandbox.dispose());

    for (const [expression, value] of READS) {
      it(expression, async () => {
        const context = fakeContext({ response: fakeResponse() });
        context.cookies.set("http://host/", { name: "a", value: "1" });
        context.cookies.set("http://host/", { name: "b", value: "2" });
        assertEquals(
          await valueOf(
            sandbox,
            `await (async (jar, url) => (${expression}\n))(client.cookies.jar(), "http://host/")`,
            context,
          ),
          value,
        );
      });
    }
  });
}
