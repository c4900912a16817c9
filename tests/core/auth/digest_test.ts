import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { digestHeader } from "../../../lib/core/auth/digest/retry_digest.ts";
import { parseChallenges } from "../../../lib/core/auth/digest/select_challenge.ts";
import { selectChallenge } from "../../../lib/core/auth/digest/select_challenge.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";

type Vector = readonly [
  name: string,
  challenge: string,
  input: {
    readonly username?: string;
    readonly password: string;
    readonly uri?: string;
    readonly method?: string;
    readonly cnonce: string;
    readonly qop?: "auth-int" | "none";
    readonly body?: string;
  },
  parts: readonly string[],
];

const RFC7616 =
  'Digest realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const RFC7616_INPUT = {
  password: "Circle of Life",
  cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
};
const RFC2617 =
  'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
const JASON = {
  username: "Jäsøn Doe",
  password: "Secret, or not?",
  uri: "/doe.json",
  cnonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v",
};
const JASON_CHALLENGE =
  'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8';

const VECTORS: readonly Vector[] = [
  [
    "RFC 7616, 3.9.1, MD5",
    `${RFC7616}, algorithm=MD5`,
    RFC7616_INPUT,
    [
      'username="Mufasa"',
      "algorithm=MD5",
      "nc=00000001",
      "qop=auth",
      'response="8ca523f5e9506fed4657c9700eebdbec"',
      'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    ],
  ],
  [
    "RFC 7616, 3.9.1, SHA-256",
    `${RFC7616}, algorithm=SHA-256`,
    RFC7616_INPUT,
    [
      'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"',
    ],
  ],
  [
    // The RFC's own numbers come from a truncated SHA-512: erratum 4897.
    "RFC 7616, 3.9.2 as in erratum 4897, SHA-512-256, userhash",
    `${JASON_CHALLENGE}, userhash=true`,
    JASON,
    [
      'username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"',
      "userhash=true",
      'response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"',
    ],
  ],
  [
    "the same without userhash: username* by RFC 7616, 3.4",
    JASON_CHALLENGE,
    JASON,
    [
      "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe",
      'response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"',
    ],
  ],
  [
    "RFC 2617, 3.5",
    `${RFC2617}, qop="auth,auth-int"`,
    { password: "Circle Of Life", cnonce: "0a4f113b" },
    ['response="6629fae49393a05397450978507c4ef1"'],
  ],
  [
    "RFC 2069's form, without qop (its erratum's value)",
    RFC2617.replace(", opaque", ", domain=x, opaque"),
    { password: "CircleOfLife", cnonce: "x", qop: "none" },
    ['response="1949323746fe6a43ef61f9606e7febea"'],
  ],
];

function answer(challenge: string, input: Vector[2], count = 1) {
  const { qop, body, ...rest } = input;
  return digestHeader(selectChallenge(parseChallenges([challenge]))!, {
    username: "Mufasa",
    uri: "/dir/index.html",
    method: "GET",
    ...rest,
    qop: qop === "none" ? undefined : qop ?? "auth",
    body: new TextEncoder().encode(body),
    count,
  });
}

describe("digestHeader", () => {
  for (const [name, challenge, input, parts] of VECTORS) {
    it(name, async () => {
      const header = await answer(challenge, input);
      for (const part of parts) {
        assert(
          header.split(", ").includes(`${part}`) || header === part ||
            header.startsWith(`Digest ${part},`),
          `${part} in ${header}`,
        );
      }
    });
  }

  it("leaves out what RFC 2069 does not know", async () => {
    const header = await answer(VECTORS[5][1], VECTORS[5][2]);
    assert(!/\b(nc|cnonce|qop|algorithm)=/.test(header), header);
  });

  it("binds -sess to nonces, auth-int to the body, both to the count", async () => {
    const make = (
      algorithm: string,
      qop: "auth-int" | undefined,
      body: string,
      count = 1,
    ) =>
      answer(`${RFC7616}, algorithm=${algorithm}`, {
        ...RFC7616_INPUT,
        ...(qop && { qop }),
        body,
      }, count);
    const all = await Promise.all([
      make("MD5", undefined, ""),
      make("MD5-sess", undefined, ""),
      make("md5-SESS", "auth-int", "a"),
      make("MD5-sess", "auth-int", "b"),
      make("SHA-256-sess", "auth-int", "b"),
      make("SHA-256-sess", "auth-int", "b", 0x1f),
    ]);
    const responses = all.map((it) => /response="(\w+)"/.exec(it)![1]);
    assertEquals(new Set(responses).size, all.length);
    assert(all[5].includes("nc=0000001f"));
    assert(all[2].includes("algorithm=md5-SESS"));
  });

  it("escapes what the server put into quotes, and hashes it unescaped", async () => {
    const header = await answer('Digest realm="a\\"b", nonce="n\\\\"', {
      password: "p",
      cnonce: "c",
      qop: "none",
    });
    assert(
      header.includes('realm="a\\"b"') && header.includes('nonce="n\\\\"'),
    );
  });
});

describe("parseChallenges", () => {
  const cases: [name: string, values: string[], challenges: unknown[]][] = [
    ["nothing", [], []],
    ["only separators", [" , ,,\t"], []],
    ["a scheme alone", ["Negotiate"], [["negotiate", {}]]],
    ["token68", ["NTLM TlRMTVNT=="], [["ntlm", {}]]],
    ["several in one value", [
      'Basic realm="a, b", Digest realm=c , nonce = "d"',
    ], [["basic", { realm: "a, b" }], ["digest", { realm: "c", nonce: "d" }]]],
    ["several values", ["Basic realm=a", "Digest nonce=b"], [
      ["basic", { realm: "a" }],
      ["digest", { nonce: "b" }],
    ]],
    ["token68, then another", ["Negotiate abc=, Digest nonce=b"], [
      ["negotiate", {}],
      ["digest", { nonce: "b" }],
    ]],
    ["a quote that never ends", ['Digest realm="a, nonce=b'], [
      ["digest", { realm: "a, nonce=b" }],
    ]],
    ["a backslash at the end", ['Digest realm="a\\'], [
      ["digest", { realm: "a" }],
    ]],
    ["missing commas", ['Digest realm="a" nonce="b"'], [
      ["digest", { realm: "a", nonce: "b" }],
    ]],
    ["repeated parameters: the first counts", ["Digest a=1, A=2"], [
      ["digest", { a: "1" }],
    ]],
    ["an empty value", ["Digest b=2, a=, c=3"], [["digest", {
      a: "",
      b: "2",
      c: "3",
    }]]],
    ["parameters before any scheme", ["a=1, Digest b=2"], [
      ["digest", { b: "2" }],
    ]],
    ["rubbish", ['"" ; = Digest (a=1) {'], [["digest", { a: "1)" }]]],
  ];
  for (const [name, values, challenges] of cases) {
    it(name, () =>
      assertEquals(
        parseChallenges(values).map(({ scheme, parameters }) => [
          scheme,
          Object.fromEntries(parameters),
        ]),
        challenges,
      ));
  }

  it("never throws, and finds what was written as the grammar says", () => {
    fc.assert(fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
      parseChallenges([text]);
    }));
    const value = fc.string({ unit: "grapheme-ascii" });
    fc.assert(fc.property(value, value, (realm, nonce) => {
      const quote = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
      const [found] = parseChallenges([
        `Digest realm=${quote(realm)},nonce=${quote(nonce)}`,
      ]);
      assertEquals(found.parameters.get("realm"), realm);
      assertEquals(found.parameters.get("nonce"), nonce);
    }));
  });

  it("takes time in proportion to the length", () => {
    for (const text of ["a ", 'a="', "a=", "=", "a=b c ", "\\", '"']) {
      parseChallenges([text.repeat(50_000)]);
    }
  });
});

describe("selectChallenge", () => {
  const select = (...values: string[]) =>
    selectChallenge(parseChallenges(values));
  const cases: [name: string, values: string[], found: unknown][] = [
    ["the first that is known", [
      "Digest realm=a, nonce=1, algorithm=SHA3-512, Digest realm=b, nonce=2, algorithm=SHA-256, Digest realm=c, nonce=3",
    ], "b"],
    [
      "not one without a nonce",
      ["Digest realm=a", "Digest realm=b, nonce=1"],
      "b",
    ],
    ["not one without a realm", ["Digest nonce=1"], undefined],
    [
      "not one with unknown qualities only",
      ["Digest realm=a, nonce=1, qop=x"],
      undefined,
    ],
    ["no other scheme", ["Basic realm=a, nonce=1"], undefined],
  ];
  for (const [name, values, found] of cases) {
    it(name, () => assertEquals(select(...values)?.realm, found));
  }

  it("reads stale and userhash in any case", () => {
    const found = select("Digest realm=a, nonce=1, STALE=True, userhash=TRUE");
    assertEquals([found?.stale, found?.userhash], [true, true]);
  });
});
