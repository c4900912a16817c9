import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { splitUrl } from "../../../lib/core/http/wire_url.ts";

/** URL → hostname, port, authority, target. */
const SPLIT: Record<string, readonly [string, number, string, string]> = {
  "http://a": ["a", 80, "a", "/"],
  "https://a": ["a", 443, "a", "/"],
  "ws://a/b": ["a", 80, "a", "/b"],
  "WSS://a:443": ["a", 443, "a", "/"],
  "grpc://a:50051/p.S/M": ["a", 50051, "a:50051", "/p.S/M"],
  "HTTPS://A.B:443/": ["a.b", 443, "a.b", "/"],
  "http://a:443/": ["a", 443, "a:443", "/"],
  "http://a:?q": ["a", 80, "a", "/?q"],
  "http://a:8080/x/../y//./z;p?a=b&c&d=%zz#f": [
    "a",
    8080,
    "a:8080",
    "/x/../y//./z;p?a=b&c&d=%zz",
  ],
  "http://a?": ["a", 80, "a", "/?"],
  "http://a#f?q/": ["a", 80, "a", "/"],
  "http://a_b-c.~:1": ["a_b-c.~", 1, "a_b-c.~:1", "/"],
  "http://[::1]:81/p": ["::1", 81, "[::1]:81", "/p"],
  "http://[FE80::A]": ["fe80::a", 80, "[fe80::a]", "/"],
  "http://a/@b:c": ["a", 80, "a", "/@b:c"],
  "grpc://A:50051/p.S/M": ["a", 50051, "a:50051", "/p.S/M"],
  "grpc://a/p.S/M": ["a", 80, "a", "/p.S/M"],
  "grpcs://a/p.S/M": ["a", 443, "a", "/p.S/M"],
  "http+unix://%2Frun%2Fx.sock/v1?a": [
    "unix:/run/x.sock",
    0,
    "localhost",
    "/v1?a",
  ],
};

const REFUSED = [
  "",
  "a",
  "//a",
  "ftp://a",
  "file:///a",
  "http:/a",
  "http://",
  "http:///a",
  "http://:80",
  "http://u@a",
  "http://u:p@a:80/",
  "http://a\\@b/",
  "http://a b/",
  "http://a%20/",
  "http://bücher/",
  "http://a:0",
  "http://a:65536",
  "http://a:1x",
  "http://a:-1",
  "http://[::1",
  "http://[::1]x",
  "http://[a]",
  "http://[::1%25eth0]/",
  "http+unix:///a",
  "http+unix://%00/a",
  "http+unix://%zz/a",
  "http://a\r\nb/",
];

describe("splitUrl", () => {
  for (const [url, expected] of Object.entries(SPLIT)) {
    it(`takes ${url} apart`, () => {
      const parts = splitUrl(url)!;
      assertEquals(
        [parts.hostname, parts.port, parts.authority, parts.target],
        [...expected],
      );
    });
  }
  for (const url of REFUSED) {
    it(`refuses ${JSON.stringify(url)}`, () => {
      assertEquals(splitUrl(url), undefined);
    });
  }
});
