import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { RunCookieJar } from "../../lib/host/http/cookie_jar.ts";
import type { Cookie } from "../../lib/core/script/border/types.ts";
import {
  formatCookieFile,
  parseCookieFile,
} from "../../lib/core/http/cookies/cookie_file.ts";

const A = "http://a.example/";
const SECURE = "https://a.example/";
const LOCAL = "http://localhost/";
/** 400 days in seconds, and one that rounding adds. */
const LIFE = 400 * 24 * 60 * 60 + 1;

/** What hostile servers set, one response after the other, and what later requests carry; `limit` is the most cookies that are left. */
const SERVERS: {
  name: string;
  input: [url: string, ...setCookie: string[]][];
  expected: Record<string, string | undefined>;
  limit: number;
}[] = [
  {
    name: "Max-Age beyond every date",
    input: [[
      A,
      "a=1; Max-Age=8640000000000",
      `b=2; Max-Age=${"9".repeat(400)}`,
    ]],
    expected: { [A]: "a=1; b=2" },
    limit: 2,
  },
  {
    name: "Expires in the year 9999",
    input: [[A, "a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT"]],
    expected: { [A]: "a=1" },
    limit: 1,
  },
  {
    name: "Max-Age far in the past",
    input: [[A, `a=1; Max-Age=-${"9".repeat(400)}`]],
    expected: { [A]: undefined },
    limit: 0,
  },
  {
    name: "plain http does not replace a Secure cookie",
    input: [[SECURE, "a=1; Secure; Path=/"], [A, "a=evil"]],
    expected: { [SECURE]: "a=1", [A]: undefined },
    limit: 1,
  },
  {
    name: "nor delete it",
    input: [[SECURE, "a=1; Secure; Path=/"], [A, "a=; Max-Age=0; Path=/"]],
    expected: { [SECURE]: "a=1" },
    limit: 1,
  },
  {
    name: "nor overlay it by a deeper path",
    input: [[SECURE, "a=1; Secure; Path=/x"], [A, "a=evil; Path=/x/y"]],
    expected: { [`${SECURE}x/y`]: "a=1" },
    limit: 1,
  },
  {
    name: "beside it there is room",
    input: [
      [SECURE, "a=1; Secure; Path=/x"],
      [A, "a=2; Path=/y", "b=3", "c=4; Path=/x"],
    ],
    expected: {
      [`${SECURE}x`]: "a=1; c=4; b=3",
      [`${SECURE}y`]: "a=2; b=3",
    },
    limit: 4,
  },
  {
    name: "nor from a subdomain",
    input: [
      [SECURE, "a=1; Secure; Domain=a.example"],
      ["http://b.a.example/", "a=evil", "a=evil; Domain=a.example"],
    ],
    expected: { "https://b.a.example/": "a=1" },
    limit: 1,
  },
  {
    name: "nor from its parent",
    input: [
      ["https://b.a.example/", "a=1; Secure"],
      [A, "a=evil; Domain=a.example"],
    ],
    expected: { "https://b.a.example/": "a=1" },
    limit: 1,
  },
  {
    name: "https replaces it, with and without Secure",
    input: [[SECURE, "a=1; Secure"], [SECURE, "a=2"]],
    expected: { [A]: "a=2" },
    limit: 1,
  },
  {
    name: "on this machine plain http replaces what plain http set",
    input: [[LOCAL, "a=1; Secure"], [LOCAL, "a=2"]],
    expected: { [LOCAL]: "a=2" },
    limit: 1,
  },
  {
    name: "and not what https set",
    input: [["https://localhost/", "a=1; Secure"], [LOCAL, "a=evil"]],
    expected: { "https://localhost/": "a=1" },
    limit: 1,
  },
  {
    name: "unless it is Secure itself",
    input: [["https://localhost/", "a=1; Secure"], [LOCAL, "a=2; Secure"]],
    expected: { "https://localhost/": "a=2" },
    limit: 1,
  },
  {
    name: "domains of an address",
    input: [["http://127.0.0.1/", "a=1; Domain=0.0.1", "b=1; Domain=1"]],
    expected: { "http://127.0.0.1/": undefined, "http://2.0.0.1/": undefined },
    limit: 0,
  },
  {
    name: "prefixes in any case, over http",
    input: [[
      A,
      "__HOST-a=1; Path=/",
      "__host-b=1",
      "__SECURE-c=1",
      "__sEcUrE-d=1",
    ]],
    expected: { [A]: undefined },
    limit: 0,
  },
  {
    name: "prefixes in any case, over https",
    input: [[
      SECURE,
      "__HOST-a=1; Secure; Path=/; Domain=a.example",
      "__HOST-b=1; Secure",
      "__SECURE-c=1",
      "__HOST-d=1; Secure; Path=/",
    ]],
    expected: { [SECURE]: "__HOST-d=1" },
    limit: 1,
  },
  {
    name: "nameless ones that pose as prefixed",
    input: [
      [A, "=__Host-a=1", "__Secure-b", "=__HOST-c"],
      [SECURE, "=__Host-a=1; Secure; Path=/", "__secure-b; Secure"],
    ],
    expected: { [SECURE]: undefined },
    limit: 0,
  },
  {
    name: "4096 octets of name and value, and one more",
    input: [[A, `a=${"x".repeat(4095)}; Path=/x`, `b=${"x".repeat(4096)}`]],
    expected: { [`${A}x`]: `a=${"x".repeat(4095)}` },
    limit: 1,
  },
  {
    name: "an attribute of 1025 octets counts as not written",
    input: [[
      A,
      `a=1; Path=/${"x".repeat(1024)}`,
      `b=2; Path=/y; Path=/${"x".repeat(1024)}`,
      `c=3; Domain=${"x".repeat(1025)}`,
      `d=4; Path=/${"x".repeat(1023)}`,
    ]],
    expected: { [`${A}y`]: "b=2; a=1; c=3" },
    limit: 4,
  },
  {
    name: "controls in names, values and attributes",
    input: [[
      A,
      "a=1\x002",
      "b\x7f=1",
      "c=1; Path=/\t",
      "d=1\t2",
      "e=1; X=\r",
      "f=1\x1f",
    ]],
    expected: { [A]: undefined },
    limit: 0,
  },
  {
    name: "domains that are not the host's",
    input: [[
      A,
      "a=1; Domain=example",
      "b=1; Domain=b.a.example",
      "c=1; Domain=..a.example",
      "d=1; Domain=a.example.",
      "e=1; Domain=\xe4.example",
      "f=1; Domain=.",
    ]],
    expected: { [A]: "f=1" },
    limit: 1,
  },
  {
    name: "a name that objects have",
    input: [[A, "__proto__=1", "constructor=2; Path=/__proto__"]],
    expected: { [`${A}__proto__`]: "constructor=2; __proto__=1" },
    limit: 2,
  },
  {
    name: "more than a host's 180: the oldest go",
    input: [[A, ...Array.from({ length: 20_000 }, (_, i) => `c${i}=1`)]],
    expected: {
      [A]: Array.from({ length: 180 }, (_, i) => `c${19_820 + i}=1`)
        .join("; "),
    },
    limit: 180,
  },
  {
    name: "subdomains share them",
    input: Array.from(
      { length: 400 },
      (_, i) => [`http://s${i}.a.example/`, `c${i}=1; Domain=a.example`, "h=1"],
    ),
    expected: {
      "http://s1.a.example/": Array.from(
        { length: 90 },
        (_, i) => `c${310 + i}=1`,
      ).join("; "),
    },
    limit: 180,
  },
  {
    name: "plain http does not drive Secure ones out",
    input: [
      [SECURE, "s=1; Secure"],
      [A, ...Array.from({ length: 1_000 }, (_, i) => `c${i}=1; Path=/${i}`)],
    ],
    expected: { [`${SECURE}x`]: "s=1" },
    limit: 180,
  },
  {
    name: "100,000 attributes, spaces and equals signs",
    input: [[
      A,
      `a=1${";x".repeat(100_000)}`,
      `b=1;${" ".repeat(100_000)}x`,
      `c=1; Path${"=".repeat(100_000)}`,
      `d=1; Expires=${"1:".repeat(500)}`,
    ]],
    expected: { [A]: "a=1; b=1; c=1; d=1" },
    limit: 4,
  },
];

describe("cookies of hostile servers", () => {
  for (const { name, input, expected, limit } of SERVERS) {
    it(name, async () => {
      const jar = new RunCookieJar();
      for (const [url, ...setCookie] of input) await jar.store(url, setCookie);
      for (const [url, cookie] of Object.entries(expected)) {
        assertEquals(jar.header(url), cookie, url);
      }
      const left = jar.export();
      assert(left.length <= limit, `${left.length} are left`);
      const longest = Date.now() / 1000 + LIFE;
      assert(left.every(({ expires }) => expires <= longest));
      const again = new RunCookieJar();
      const { cookies, malformed } = parseCookieFile(formatCookieFile(left));
      await again.import(cookies);
      assertEquals(malformed, []);
      assertEquals(again.export(), left);
    });
  }
});

/** What scripts give to `setCookie`, and what is wrong with it. */
const SCRIPTS: {
  name: string;
  url: string;
  input: Cookie;
  expected: string;
}[] = [
  {
    name: "a header of its own",
    url: A,
    input: { name: "a", value: "1\r\nEvil: 1" },
    expected:
      'Cannot set cookie "a": its name, value or path holds a character that no cookie can hold (encode it, with encodeURIComponent)',
  },
  {
    name: "an attribute in the path",
    url: A,
    input: { name: "a", value: "1", path: "/; Domain=b.example" },
    expected: 'Cannot set cookie "a": its name, value or path holds',
  },
  {
    name: "5,000 octets",
    url: A,
    input: { name: "a", value: "x".repeat(5_000) },
    expected:
      'Cannot set cookie "a": its name and value have more than 4096 octets',
  },
  {
    name: "a foreign domain",
    url: A,
    input: { name: "a", value: "1", domain: "b.example" },
    expected: 'Cannot set cookie "a": its domain is not that of "a.example"',
  },
  {
    name: "a public suffix",
    url: "http://a.github.io/",
    input: { name: "a", value: "1", domain: "github.io" },
    expected: 'Cannot set cookie "a": its domain is a public suffix',
  },
  {
    name: "Secure over plain http",
    url: A,
    input: { name: "a", value: "1", secure: true },
    expected: 'Cannot set cookie "a": it is Secure, but the connection is not',
  },
  {
    name: "SameSite=None without Secure",
    url: A,
    input: { name: "a", value: "1", sameSite: "None" },
    expected: 'Cannot set cookie "a": it has SameSite=None without Secure',
  },
  {
    name: "a prefix",
    url: SECURE,
    input: { name: "__HOST-a", value: "1", path: "/" },
    expected: 'Cannot set cookie "__HOST-a": its name begins with __Host-:',
  },
  {
    name: "a Secure cookie that is there",
    url: A,
    input: { name: "there", value: "1" },
    expected:
      'Cannot set cookie "there": a Secure cookie has this name, and the connection is not secure',
  },
  {
    name: "nothing",
    url: A,
    input: { name: "", value: "" },
    expected: 'Cannot set cookie "": it is empty',
  },
  {
    name: "a URL without a host",
    url: "mailto:a@a.example",
    input: { name: "a", value: "1" },
    expected: 'Cannot set cookie "a": there are no cookies for "mailto:',
  },
  {
    name: "no URL",
    url: "a b.example",
    input: { name: "a", value: "1" },
    expected:
      'Cannot set cookie "a": there are no cookies for "a b.example" (give a URL)',
  },
];

describe("cookies of hostile scripts", () => {
  for (const { name, url, input, expected } of SCRIPTS) {
    it(name, async () => {
      const jar = new RunCookieJar();
      await jar.store(SECURE, ["there=1; Secure"]);
      assertThrows(() => jar.set(url, input), TypeError, expected);
      assertEquals(jar.export().length, 1);
      assertEquals(jar.get("a.example"), []);
    });
  }

  it("what cannot be read as a date, or is too far away", async () => {
    const jar = new RunCookieJar();
    await jar.load();
    for (const expires of [NaN, Infinity, 1e300, -Infinity, -1e300]) {
      jar.set(A, { name: `c${expires}`, value: "1", expires });
    }
    assertEquals(jar.header(A), "cNaN=1; cInfinity=1; c1e+300=1");
    const { malformed } = parseCookieFile(formatCookieFile(jar.export()));
    assertEquals(malformed, []);
  });

  it("20,000 cookies leave a header of 180", async () => {
    const jar = new RunCookieJar();
    await jar.load();
    for (let i = 0; i < 20_000; i++) {
      jar.set(A, { name: `c${i}`, value: "1" });
    }
    assertEquals(jar.header(A)?.split("; ").length, 180);
  });
});

/** Lines of cookie files, and the Cookie header that follows, undefined for a line that is refused. */
const LINES: { name: string; input: string; expected: string | undefined }[] = [
  {
    name: "a date beyond every date",
    input: "a.example\tFALSE\t/\tFALSE\t8640000000000000\ta\t1",
    expected: "a=1",
  },
  {
    name: "what cannot be read as a date",
    input: "a.example\tFALSE\t/\tFALSE\t1e999\ta\t1",
    expected: undefined,
  },
  {
    name: "a semicolon in the value",
    input: "a.example\tFALSE\t/\tFALSE\t0\ta\t1; b=2",
    expected: undefined,
  },
  {
    name: "a semicolon in the name",
    input: "a.example\tFALSE\t/\tFALSE\t0\tb; a\t1",
    expected: undefined,
  },
  {
    name: "an equals sign in the name",
    input: "a.example\tFALSE\t/\tFALSE\t0\ta=b\t1",
    expected: undefined,
  },
  {
    name: "a tab in the path",
    input: "a.example\tFALSE\t/\t/\tFALSE\t0\ta\t1",
    expected: undefined,
  },
  {
    name: "a control in the value",
    input: "a.example\tFALSE\t/\tFALSE\t0\ta\t1\x00",
    expected: undefined,
  },
  {
    name: "a carriage return in the middle",
    input: "a.example\tFALSE\t/\tFALSE\t0\ta\t1\rEvil: 1",
    expected: undefined,
  },
  {
    name: "4097 octets",
    input: `a.example\tFALSE\t/\tFALSE\t0\ta\t${"x".repeat(4096)}`,
    expected: undefined,
  },
  {
    name: "nothing",
    input: "a.example\tFALSE\t/\tFALSE\t0\t\t",
    expected: undefined,
  },
];

describe("hostile cookie files", () => {
  for (const { name, input, expected } of LINES) {
    it(name, async () => {
      const { cookies, malformed } = parseCookieFile(`${input}\n`);
      assertEquals(malformed, expected === undefined ? [1] : []);
      const jar = new RunCookieJar();
      await jar.import(cookies);
      assertEquals(jar.header(A), expected);
      const longest = Date.now() / 1000 + LIFE;
      assert(jar.export().every(({ expires }) => expires <= longest));
      const again = parseCookieFile(formatCookieFile(jar.export()));
      assertEquals(again.malformed, []);
      assertEquals(again.cookies, jar.export());
    });
  }
});

it("whatever a server sets, the header is one and the file comes back", async () => {
  const part = fc.oneof(
    fc.string({ unit: "binary-ascii" }),
    fc.constantFrom(";", "=", " ", "; Path=/", "; Max-Age=", "9e9", "__Host-"),
    fc.constantFrom("; Domain=", "a.example", "; Secure", "\t", "\xe9", "\xa0"),
  );
  const header = fc.array(part, { maxLength: 8 }).map((it) => it.join(""));
  await fc.assert(fc.asyncProperty(fc.array(header), async (headers) => {
    const jar = new RunCookieJar();
    await jar.store(A, headers);
    await jar.store(SECURE, headers);
    // deno-lint-ignore no-control-regex
    assert(!/[\x00-\x1f\x7f]|[^\x00-\xff]/.test(jar.header(SECURE) ?? ""));
    const left = jar.export();
    const { cookies, others } = parseCookieFile(formatCookieFile(left));
    assertEquals([cookies, others], [left, []]);
  }));
});
