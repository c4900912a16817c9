import { formatHost } from "../../../lib/core/policy/format_host.ts";
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { UsageError } from "../../../lib/core/source/errors.ts";
import {
  createPolicy,
  type HostAnswer,
} from "../../../lib/core/policy/policy.ts";

type Row = readonly [rule: string, host: string, port: number, match: boolean];

/** Rules as `--allow-net` and `--deny-net` take them. */
const RULES: readonly Row[] = [
  ["a.example", "a.example", 1, true],
  ["a.example", "A.EXAMPLE", 65535, true],
  ["a.example", "a.example.", 80, true],
  ["a.example", "b.a.example", 80, false],
  ["a.example", "xa.example", 80, false],
  ["a.example:8080", "a.example", 8080, true],
  ["a.example:8080", "a.example", 80, false],
  [":8080", "anything", 8080, true],
  [":8080", "::1", 8080, true],
  [":8080", "anything", 8081, false],
  ["*.example.com", "example.com", 80, true],
  ["*.example.com", "a.b.example.com", 80, true],
  ["*.example.com", "badexample.com", 80, false],
  ["*.example.com:443", "a.example.com", 80, false],
  ["10.0.0.0/8", "10.255.0.1", 80, true],
  ["10.0.0.0/8", "11.0.0.1", 80, false],
  ["10.0.0.0/8", "::ffff:10.0.0.1", 80, true],
  ["10.0.0.0/8", "ten.example", 80, false],
  ["10.0.0.128/25", "10.0.0.127", 80, false],
  ["10.0.0.128/25", "10.0.0.128", 80, true],
  ["0.1.1.1", "256.1.1.1", 80, false],
  ["10.0.0.1/32", "10.0.0.1", 80, true],
  ["10.0.0.1/32", "10.0.0.2", 80, false],
  ["fd00::1/128", "fd00::1", 80, true],
  ["0:0:0:0:0:ffff:10.0.0.1", "10.0.0.1", 80, true],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0", 80, true],
  ["a.example:65535", "a.example", 65535, true],
  ["fd00::/8", "fdff::1", 80, true],
  ["[fd00::]/8", "fe00::1", 80, false],
  ["[::2]:3", "::2", 3, true],
  ["[::2]", "0:0:0:0:0:0:0:2", 3, true],
  ["::2", "::2", 3, true],
  ["[::2]:3", "::2", 4, false],
  ["localhost", "127.0.0.1", 5, true],
  ["127.0.0.1", "::1", 5, true],
  ["[::1]:5", "localhost", 5, true],
  ["[::1]:5", "localhost", 6, false],
  ["localhost", "127.0.0.2", 5, false],
  ["127.0.0.1", "::ffff:127.0.0.1", 5, true],
  ["unix:/run/App.sock", "unix:/run/App.sock", 0, true],
  ["unix:/run/App.sock", "unix:/run/app.sock", 0, false],
  [":8080", "unix:/run/App.sock", 8080, false],
  ["xn--bcher-kva.example", "xn--bcher-kva.example", 80, true],
];

const INVALID = [
  "",
  "*",
  ":",
  "a b",
  "http://a",
  "a:0",
  "a:65536",
  "a:b",
  "[::1",
  "[a]",
  "10.0.0.0/33",
  "fd00::/129",
  "/8",
  "1.2.3.4::1",
  "a/8",
  "*.10.0.0.1",
  "unix:",
  "bücher.example",
];

describe("createPolicy", () => {
  for (const [rule, host, port, match] of RULES) {
    it(`${rule} ${match ? "covers" : "does not cover"} ${host} ${port}`, () => {
      const allow = createPolicy({ declared: [], allow: [rule], deny: [] });
      const deny = createPolicy({ declared: [], allow: true, deny: [rule] });
      assertEquals(allow.check(host, port).allowed, match);
      assertEquals(deny.check(host, port).allowed, !match);
    });
  }

  for (const rule of INVALID) {
    it(`refuses the rule "${rule}"`, () => {
      for (const field of ["declared", "allow", "deny"]) {
        const none = { declared: [], allow: [], deny: [] };
        const error = assertThrows(
          () => createPolicy({ ...none, [field]: [rule] }),
          UsageError,
        );
        assertEquals(error.diagnostics.map((it) => it.code), ["USAGE"]);
      }
    });
  }

  it("declares 80 and 443 where no port is given", () => {
    const policy = createPolicy({
      declared: ["a.example", "b.example:81", "*.c.example", "unix:/s"],
      allow: [],
      deny: [],
    });
    const allowed = (host: string, port: number) =>
      policy.check(host, port).allowed;
    assertEquals([80, 443, 81].map((port) => allowed("a.example", port)), [
      true,
      true,
      false,
    ]);
    assertEquals([80, 443, 81].map((port) => allowed("b.example", port)), [
      false,
      false,
      true,
    ]);
    assertEquals(allowed("x.c.example", 443), true);
    assertEquals(allowed("x.c.example", 444), false);
    assertEquals(allowed("unix:/s", 0), true);
  });

  it("lets a denial win and names it", () => {
    const policy = createPolicy({
      declared: ["a.example"],
      allow: true,
      deny: ["*.example:80", "10.0.0.0/8"],
    });
    assertEquals(policy.check("a.example", 80), {
      allowed: false,
      reason: "denied",
      rule: "*.example:80",
    });
    assertEquals(policy.check("a.example", 443).allowed, true);
    assertEquals(policy.checkAddress("10.1.2.3", 443), {
      allowed: false,
      reason: "denied",
      rule: "10.0.0.0/8",
    });
    assertEquals(policy.checkAddress("11.1.2.3", 443).allowed, true);
  });

  it("asks once per host and port, and remembers", async () => {
    const questions: string[] = [];
    const answers: Record<string, HostAnswer> = {
      "run.example:80": "run",
      "no.example:80": "no",
      "once.example:80": "once",
    };
    const policy = createPolicy({
      declared: [],
      allow: [],
      deny: ["denied.example"],
      ask({ host, request, byScript }) {
        questions.push(
          `${host} for ${request}${byScript ? ", by its script" : ""}`,
        );
        return Promise.resolve(answers[host]);
      },
    });
    const authorize = async (host: string) =>
      (await policy.authorize(host, 80, {
        request: "r.yml",
        byScript: host.startsWith("no"),
      })).allowed;
    assertEquals(
      await Promise.all([authorize("run.example"), authorize("run.example")]),
      [true, true],
    );
    assertEquals(await authorize("no.example"), false);
    assertEquals(await authorize("no.example"), false);
    assertEquals(await authorize("once.example"), true);
    assertEquals(await authorize("once.example"), true);
    assertEquals(await authorize("denied.example"), false);
    assertEquals(questions, [
      "run.example:80 for r.yml",
      "no.example:80 for r.yml, by its script",
      "once.example:80 for r.yml",
      "once.example:80 for r.yml",
    ]);
    assertEquals(policy.check("no.example", 80), {
      allowed: false,
      reason: "declined",
    });
  });

  it("gives what was granted once to the one who asked, not to who waits", async () => {
    const answers: HostAnswer[] = ["once", "no"];
    const policy = createPolicy({
      declared: [],
      allow: [],
      deny: [],
      ask: () => Promise.resolve(answers.shift()!),
    });
    const decisions = await Promise.all(
      [1, 2, 3].map(() => policy.authorize("a.example", 80)),
    );
    assertEquals(decisions.map((it) => it.allowed), [true, false, false]);
    assertEquals(answers, []);
  });

  it("passes on what asking throws, and asks again", async () => {
    let times = 0;
    const policy = createPolicy({
      declared: [],
      allow: [],
      deny: [],
      ask: () =>
        ++times === 1
          ? Promise.reject(new Error("interrupted"))
          : Promise.resolve("run"),
    });
    await assertRejects(() => policy.authorize("a", 80), Error, "interrupted");
    assertEquals((await policy.authorize("a", 80)).allowed, true);
  });

  it("never asks without somebody to ask", async () => {
    const policy = createPolicy({ declared: [], allow: [], deny: [] });
    assertEquals(await policy.authorize("a", 80), {
      allowed: false,
      reason: "undeclared",
    });
  });
});

describe("formatHost", () => {
  it("writes what a flag takes", () => {
    assertEquals(formatHost("a.example", 80), "a.example:80");
    assertEquals(formatHost("::1", 80), "[::1]:80");
    assertEquals(formatHost("unix:/s", 0), "unix:/s");
  });
});
