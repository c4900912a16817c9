import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  parseProxyUrl,
  proxyFor,
  type ProxyServer,
  splitNoProxy,
} from "../../../lib/core/http/proxy.ts";
import { splitUrl } from "../../../lib/core/http/wire_url.ts";

describe("parseProxyUrl", () => {
  const ROWS: Record<string, ProxyServer | undefined> = {
    "p": { protocol: "http", hostname: "p", port: 80 },
    "p:3128": { protocol: "http", hostname: "p", port: 3128 },
    "HTTP://P:80/": { protocol: "http", hostname: "p", port: 80 },
    "https://p": { protocol: "https", hostname: "p", port: 443 },
    "socks5://p": { protocol: "socks5", hostname: "p", port: 1080 },
    "socks5h://[::1]:9": { protocol: "socks5", hostname: "::1", port: 9 },
    "http://u%40x:p%3A:w@p:1": {
      protocol: "http",
      hostname: "p",
      port: 1,
      username: "u@x",
      password: "p::w",
    },
    "http://u@p": {
      protocol: "http",
      hostname: "p",
      port: 80,
      username: "u",
      password: "",
    },
    "socks4://p": undefined,
    "ftp://p": undefined,
    "": undefined,
    "http://": undefined,
    "http://p:99999": undefined,
  };
  for (const [text, expected] of Object.entries(ROWS)) {
    it(`reads "${text}"`, () => assertEquals(parseProxyUrl(text), expected));
  }
});

describe("proxyFor", () => {
  const proxy: ProxyServer = { protocol: "http", hostname: "p", port: 1 };
  const settings = { http: proxy, bypass: [], bypassLoopback: false };
  /** NO_PROXY, URL → whether the proxy is used */
  const ROWS: readonly [string, string, boolean][] = [
    ["", "http://a.example/", true],
    ["", "https://a.example/", false],
    ["a.example", "http://a.example/", false],
    ["a.example", "http://x.a.example/", false],
    ["a.example", "http://xa.example/", true],
    [".a.example", "http://x.a.example:8080/", false],
    ["*.a.example", "http://x.a.example/", false],
    ["a.example:81", "http://a.example/", true],
    ["a.example:81", "http://a.example:81/", false],
    ["b, a.example", "http://a.example/", false],
    ["10.0.0.0/8", "http://10.1.2.3/", false],
    ["10.0.0.0/8", "http://11.1.2.3/", true],
    ["[::1]", "http://[::1]/", false],
    ["*", "http://a.example/", false],
    ["!!", "http://a.example/", true],
    ["", "http+unix://%2Fx/", false],
  ];
  for (const [list, url, used] of ROWS) {
    it(`${used ? "uses" : "leaves out"} it for ${url} with NO_PROXY=${list}`, () => {
      const found = proxyFor(splitUrl(url)!, {
        ...settings,
        bypass: splitNoProxy(list),
      });
      assertEquals(found, used ? proxy : undefined);
    });
  }

  it("leaves loopback alone where the environment names the proxy", () => {
    const local = { ...settings, bypassLoopback: true };
    assertEquals(proxyFor(splitUrl("http://127.0.0.1:9/")!, local), undefined);
    assertEquals(proxyFor(splitUrl("http://a/")!, local), proxy);
    assertEquals(proxyFor(splitUrl("http://a/")!, undefined), undefined);
  });
});
