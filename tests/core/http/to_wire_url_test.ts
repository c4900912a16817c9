import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { toWireUrl } from "../../../lib/core/http/to_wire_url.ts";
import { splitUrl } from "../../../lib/core/http/wire_url.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { check } from "../../support/check.ts";
import { webUrl } from "../../support/web_url.ts";

/** URL → its wire form. */
const WIRE: Record<string, string> = {
  "http://h": "http://h",
  "https://h/": "https://h/",
  "HTTP://H/A": "http://H/A",
  "h": "http://h",
  "h:8080/x": "http://h:8080/x",
  "//h/x": "http://h/x",
  "localhost": "http://localhost",
  "127.0.0.1:1": "http://127.0.0.1:1",
  "[::1]:8080/x": "http://[::1]:8080/x",
  "http://h?a": "http://h?a",
  " http://h/x \n": "http://h/x",
  "127.1:80/x": "http://127.1:80/x",
  // Nothing is folded, sorted or decoded.
  "http://h/a/../b/./c//d": "http://h/a/../b/./c//d",
  "http://h/%2e%2e/%7Ea%zz%": "http://h/%2e%2e/%7Ea%zz%",
  "http://h/?flag&a=&a=1&=b&&": "http://h/?flag&a=&a=1&=b&&",
  "http://h/a;b=c,(d)'!*+~|^`{}[]\\$": "http://h/a;b=c,(d)'!*+~|^`{}[]\\$",
  'http://h/?q={"a":1}': "http://h/?q={%22a%22:1}",
  "http://h/?next=http://x/?y": "http://h/?next=http://x/?y",
  'http://h/a b\t<c>"d"\x7f\x00': "http://h/a%20b%09%3Cc%3E%22d%22%7F%00",
  "http://h/é/😀?ü=ß": "http://h/%C3%A9/%F0%9F%98%80?%C3%BC=%C3%9F",
  "http://h/\ud800x": "http://h/%EF%BF%BDx",
  "http://h/\r\nX: y": "http://h/%0D%0AX:%20y",
  "http://h/x#frag?a": "http://h/x",
  "http://h#": "http://h",
  "http://h/@a:b": "http://h/@a:b",
  // IDNA.
  "http://bücher.example:81/ü": "http://xn--bcher-kva.example:81/%C3%BC",
  "BÜCHER.example": "http://xn--bcher-kva.example",
  "http://日本.jp": "http://xn--wgv71a.jp",
  "http://ｈ.example": "http://h.example",
  "http+unix://%2Frun%2Fx.sock/v1": "http+unix://%2Frun%2Fx.sock/v1",
};

/** URL with userinfo → the wire form, user name and password. */
const USERINFO: Record<string, [url: string, name: string, password: string]> =
  {
    "http://u:p@h/x": ["http://h/x", "u", "p"],
    "u:p@h": ["http://h", "u", "p"],
    "http://u@h": ["http://h", "u", ""],
    "http://u:@h": ["http://h", "u", ""],
    "http://u:a:b@h": ["http://h", "u", "a:b"],
    "http://u@v:p@h": ["http://h", "u@v", "p"],
    "http://%40:%3A%zz@h": ["http://h", "@", "%3A%zz"],
    "http://ü:ß@h": ["http://h", "ü", "ß"],
  };

const REFUSED = [
  "",
  " ",
  "http://",
  "http:///x",
  "http://:80/x",
  "http://?a",
  "/x",
  "ftp://h",
  "file:///etc/passwd",
  "http:/h/x",
  "ws://h",
  "javascript://h",
  "http://h:0",
  "http://h:65536",
  "http://h:x",
  "http://h:80:81",
  "http://a b/",
  "http://a%20b/",
  "http://a\\b/",
  "http://ü\\b/",
  "http://ü\tb.x/",
  "http://ü\nb.x/",
  "http://ü b/",
  "http://h\r\nX: y/",
  "http://{{h}}/",
  "http://<h>/",
  "http://[::1",
  "http://[g]/",
  "http://ü[/",
  "http://u:p@/",
  "http+unix://",
];

describe("a host in one brace", () => {
  const ROWS: readonly [url: string, hint?: string][] = [
    ["{baseUrl}/orders", ""],
    ["http://{host}:80/x", ""],
    ["http://h:{port}/x", ""],
    ["${baseUrl}/orders", " and no dollar sign"],
    ["http://${host}:80/x", " and no dollar sign"],
    ["http://h:${port}/x", " and no dollar sign"],
    ["{{baseUrl}}/orders"],
    ["a b/orders"],
  ];
  for (const [url, hint] of ROWS) {
    const says = hint === undefined ? "does not say" : "says";
    it(`${says} that there are two: ${url}`, () => {
      assertEquals(
        toWireUrl(url),
        `its host or port is not valid${
          hint === undefined
            ? ""
            : ` (a placeholder has two braces${hint}: "{{name}}")`
        }`,
      );
    });
  }
});

describe("toWireUrl", () => {
  for (const [text, url] of Object.entries(WIRE)) {
    it(JSON.stringify(text), () => assertEquals(toWireUrl(text), { url }));
  }
  for (const [text, [url, username, password]] of Object.entries(USERINFO)) {
    it(JSON.stringify(text), () => {
      assertEquals(toWireUrl(text), {
        url,
        userinfo: {
          username: { text: username, insertions: [] },
          password: { text: password, insertions: [] },
        },
      });
    });
  }
  for (const text of REFUSED) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assertEquals(typeof toWireUrl(text), "string");
    });
  }

  const piece = fc.oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 4 }),
    fc.constantFrom(
      "http",
      "https",
      "http+unix",
      "://",
      ":",
      "/",
      "//",
      "?",
      "#",
      "@",
      "\\",
      "[",
      "]",
      "::1",
      "h",
      "example.com",
      "ü",
      "。",
      "%",
      "%2F",
      "80",
      ".",
      " ",
      "\t",
      "\n",
      "{",
      "}",
      "xn--",
      "１",
    ),
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((all) => all.join("")),
    webUrl({ withEnd: true }),
    fc.array(piece).map((all) => `http://h/${all.join("")}`),
  );

  it("gives URLs that can be taken apart, and stay as they are", () => {
    check(
      fc.property(text, (text) => {
        const wire = toWireUrl(text);
        if (typeof wire === "string") return;
        assert(/^[\x21-\x7e]+$/.test(wire.url), wire.url);
        assert(!/["<>#]/.test(wire.url));
        assert(splitUrl(wire.url) !== undefined);
        assertEquals(toWireUrl(wire.url), { url: wire.url });
      }),
      3000,
    );
  });

  it("says why without what was given", () => {
    check(
      fc.property(text, (text) => {
        const wire = toWireUrl(`secret${text}`);
        if (typeof wire === "string") assert(!wire.includes("secret"));
      }),
      500,
    );
  });
});
