import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  NO_PROXY,
  readConfigProxy,
} from "../../../lib/core/http/config_proxy.ts";
import {
  proxySettings,
  type ProxySources,
} from "../../../lib/host/run/open_engine.ts";

const FLAG = { protocol: "http", hostname: "flag", port: 1 } as const;
const ENV = { protocol: "http", hostname: "env", port: 2 } as const;
const CONFIG = {
  protocol: "https",
  hostname: "config",
  port: 3,
  ofCollection: true,
} as const;
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

const AT = { file: "opencollection.yml", path: ["config", "proxy"] };
const LONG = "ü".repeat(128);

const SOCKS = {
  protocol: "socks5",
  hostname: "flag",
  port: 1,
  username: `${LONG.slice(1)}u`,
  password: "p",
};

/** Sources as a test writes them: the collection's part as it stands in its file. */
type Sources = Partial<Omit<ProxySources, "config">> & { config?: unknown };

function settle({ config, ...sources }: Sources, env: Record<string, string>) {
  return proxySettings(
    {
      noProxy: false,
      ...sources,
      ...(config !== undefined && { config: readConfigProxy(config, AT) }),
    },
    (name) => env[name],
  );
}

describe("proxySettings", () => {
  const ROWS: readonly [
    string,
    Sources,
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
          ofCollection: true,
        },
        https: {
          protocol: "http",
          hostname: "config",
          port: 80,
          username: "u",
          password: "p@",
          ofCollection: true,
        },
        bypass: [],
        bypassLoopback: false,
      },
    ],
    [
      "user names and passwords of 255 bytes by SOCKS5",
      { proxy: `socks5://${LONG.slice(1)}u:p@flag:1` },
      {},
      {
        http: SOCKS,
        https: SOCKS,
        bypass: [],
        bypassLoopback: false,
      },
    ],
    [
      "credentials of a collection that are not in use",
      {
        config: {
          config: {
            ...CONFIGURED.config,
            auth: { disabled: "true", username: "u", password: "p" },
          },
        },
      },
      {},
      {
        http: CONFIG,
        https: CONFIG,
        bypass: ["c", "d"],
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
      const { settings, diagnostics } = settle(sources, env);
      assertEquals(settings as unknown, expected);
      assertEquals(diagnostics, []);
    });
  }

  const BAD: readonly [
    Sources,
    Record<string, string>,
    string,
    yamlPath?: string,
  ][] = [
    [
      { proxy: "ftp://u:secret@p" },
      {},
      `"ftp://***@p" in --proxy: ${NO_PROXY}`,
    ],
    [
      { proxy: `socks://${LONG}:p@h` },
      {},
      '"socks://***@h" in --proxy: the user name has 256 bytes, and SOCKS5 has room for 255',
    ],
    [
      {
        config: {
          config: {
            protocol: "socks5",
            hostname: "h",
            auth: { username: "u", password: LONG },
          },
        },
      },
      {},
      "config.proxy.config.auth.password: the password has 256 bytes, and SOCKS5 has room for 255",
      "config.proxy.config.auth.password",
    ],
    [
      { config: { config: { protocol: "x", hostname: "h" } } },
      {},
      `"x://h" in config.proxy: ${NO_PROXY}`,
      "config.proxy.config",
    ],
    [
      {},
      { http_proxy: "u:secret@p:x" },
      `"***@p:x" in the environment's HTTP_PROXY: ${NO_PROXY}`,
    ],
    [
      {},
      { http_proxy: "http://u:sec/ret@p:1" },
      `"http://***@p:1" in the environment's HTTP_PROXY: ${NO_PROXY}`,
    ],
    // It stands for both HTTP and HTTPS.
    [
      {},
      { ALL_PROXY: "u:secret@p:x" },
      `"***@p:x" in the environment's ALL_PROXY: ${NO_PROXY}`,
    ],
  ];
  for (const [sources, env, what, yamlPath] of BAD) {
    it(`refuses ${what.slice(0, 60)}`, () => {
      const { diagnostics } = settle(sources, env);
      assertEquals(
        diagnostics.map((it) => [it.message, it.location?.yamlPath]),
        [[`Cannot use ${what}`, yamlPath]],
      );
    });
  }
});
