import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  proxySettings,
  type ProxySources,
} from "../../../lib/host/http/proxy_settings.ts";

const FLAG = { protocol: "http", hostname: "flag", port: 1 } as const;
const ENV = { protocol: "http", hostname: "env", port: 2 } as const;
const CONFIG = { protocol: "https", hostname: "config", port: 3 } as const;
const ENVIRONMENT = {
  HTTPS_PROXY: "http://env:2",
  https_proxy: "http://env:2",
  no_proxy: "a, .b",
};
const CONFIGURED = {
  config: {
    protocol: "https",
    hostname: "config",
    port: 3,
    bypassProxy: "c,d",
  },
};
const BYPASS = ["a", ".b"];

describe("proxySettings", () => {
  const ROWS: readonly [
    string,
    Partial<ProxySources>,
    Record<string, string>,
    unknown,
  ][] = [
    ["nothing", {}, {}, undefined],
    ["--no-proxy", { noProxy: true, proxy: "x" }, ENVIRONMENT, undefined],
    ["--proxy", { proxy: "flag:1", config: CONFIGURED }, ENVIRONMENT, {
      http: FLAG,
      https: FLAG,
      bypass: BYPASS,
      bypassLoopback: false,
    }],
    ["the collection", { config: CONFIGURED }, ENVIRONMENT, {
      http: CONFIG,
      https: CONFIG,
      bypass: ["c", "d"],
      bypassLoopback: false,
    }],
    [
      "the collection's credentials",
      {
        config: {
          config: {
            hostname: "config",
            auth: { username: "u", password: "p@" },
          },
        },
      },
      {},
      {
        http: {
          protocol: "http",
          hostname: "config",
          port: 80,
          username: "u",
          password: "p@",
        },
        https: {
          protocol: "http",
          hostname: "config",
          port: 80,
          username: "u",
          password: "p@",
        },
        bypass: [],
        bypassLoopback: false,
      },
    ],
    [
      "a collection without",
      { config: { disabled: true } },
      ENVIRONMENT,
      undefined,
    ],
    [
      "a collection that inherits",
      { config: { ...CONFIGURED, inherit: true } },
      ENVIRONMENT,
      {
        https: ENV,
        bypass: BYPASS,
        bypassLoopback: true,
      },
    ],
    ["ALL_PROXY", {}, { ALL_PROXY: "http://env:2", HTTP_PROXY: "flag:1" }, {
      http: FLAG,
      https: ENV,
      bypass: [],
      bypassLoopback: true,
    }],
  ];
  for (const [name, sources, env, expected] of ROWS) {
    it(`follows ${name}`, () => {
      const { settings, diagnostics } = proxySettings(
        { noProxy: false, ...sources },
        (name) => env[name],
      );
      assertEquals(settings as unknown, expected);
      assertEquals(diagnostics, []);
    });
  }

  const BAD: readonly [
    Partial<ProxySources>,
    Record<string, string>,
    string,
  ][] = [
    [{ proxy: "ftp://u:secret@p" }, {}, '"ftp://***@p" in --proxy'],
    [
      { config: { config: { protocol: "x", hostname: "h" } } },
      {},
      '"x://h" in config.proxy',
    ],
    [
      {},
      { http_proxy: "u:secret@p:x" },
      '"***@p:x" in the environment\'s HTTP_PROXY',
    ],
  ];
  for (const [sources, env, what] of BAD) {
    it(`refuses ${what}`, () => {
      const { diagnostics } = proxySettings(
        { noProxy: false, ...sources },
        (name) => env[name],
      );
      assertEquals(
        diagnostics.map((it) => it.message),
        [`Cannot use ${what}: not a proxy (write http://, https:// or socks5:// with host and port)`],
      );
    });
  }
});
