import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createPolicy } from "../../../lib/core/policy/policy.ts";
import type {
  ProxyServer,
  ProxySettings,
} from "../../../lib/core/http/proxy.ts";
import {
  DiagnosticError,
  NetworkError,
  PermissionError,
  spoken,
} from "../../../lib/core/source/errors.ts";
import { certificate, certificatePath } from "../../support/certificates.ts";
import { proxyServer } from "../../support/proxy_server.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import {
  FLAG_WORDS,
  inFlags,
} from "../../../lib/tools/report/text/flag_words.ts";

function through(
  protocol: ProxyServer["protocol"],
  port: number,
  credentials?: string,
): ProxySettings {
  const [username, password] = credentials?.split(":") ?? [];
  const server: ProxyServer = {
    protocol,
    hostname: "127.0.0.1",
    port,
    ...(username !== undefined && { username, password }),
  };
  return { http: server, https: server, bypass: [], bypassLoopback: false };
}

const KINDS: readonly [ProxyServer["protocol"], string | undefined][] = [
  ["http", undefined],
  ["http", "user:pässword"],
  ["https", undefined],
  ["https", "user:secret"],
  ["socks5", undefined],
  ["socks5", "user:secret"],
];

const WAYS: readonly [ProxyServer["protocol"], "http" | "https"][] = [
  ["http", "http"],
  ["http", "https"],
  ["https", "http"],
  ["https", "https"],
  ["socks5", "http"],
  ["socks5", "https"],
];

describe("a proxy", () => {
  for (const [protocol, credentials] of KINDS) {
    const how = credentials ? " with credentials" : "";
    it(`of kind ${protocol}${how} takes http and https`, async () => {
      await using plain = recordingServer();
      await using secure = recordingServer(undefined, {
        tls: await certificate(),
      });
      await using proxy = proxyServer({
        kind: protocol === "socks5" ? "socks5" : "http",
        ...(protocol === "https" && { tls: await certificate("self-signed") }),
        // The header's pair is UTF-8; btoa of the test proxy is not.
        ...(credentials && {
          credentials: String.fromCharCode(
            ...new TextEncoder().encode(credentials),
          ),
        }),
      });
      const options = {
        proxy: through(protocol, proxy.port, credentials),
        ca: [certificatePath("ca.crt")],
        insecure: [`127.0.0.1:${proxy.port}`],
      };
      await withEngine(options, async (send) => {
        const urls = [
          `http://name.invalid:${plain.port}/a/../b?c`,
          `https://localhost:${secure.port}/d?e`,
        ];
        for (const url of [...urls, ...urls]) {
          const response = await send(renderedRequest(url));
          assertEquals(response.status, 200);
          assertEquals(response.url, url);
          const sent = response.sentHeaders.map(([name]) => name);
          assertEquals(sent.includes("Proxy-Authorization"), false);
        }
      });
      assertEquals(plain.requests.map((it) => it.headers("host")), [
        [`name.invalid:${plain.port}`],
        [`name.invalid:${plain.port}`],
      ]);
      assertEquals(secure.requests.map((it) => it.target), ["/d?e", "/d?e"]);
      assertEquals([plain.connections, secure.connections], [1, 1]);
      const asked = protocol === "socks5"
        ? [`name.invalid:${plain.port}`, `localhost:${secure.port}`]
        : [
          `GET http://name.invalid:${plain.port}/a/../b?c HTTP/1.1`,
          `CONNECT localhost:${secure.port} HTTP/1.1`,
        ];
      assertEquals(proxy.asked, asked);
      if (protocol === "socks5") {
        assertEquals(plain.requests[0].target, "/a/../b?c");
      }
    });
  }

  it("is checked against denials and Deno's permissions, the target against the policy", async () => {
    await using server = recordingServer();
    await using proxy = proxyServer({ kind: "http" });
    await withEngine({ proxy: through("http", proxy.port) }, async (send) => {
      const options = { declared: ["a.invalid:1"], allow: [], deny: [] };
      await assertRejects(
        () =>
          send(renderedRequest(`http://b.invalid:${server.port}/`), {
            policy: createPolicy(options),
          }),
        PermissionError,
        `to "b.invalid:${server.port}": the host is not declared`,
      );
      await assertRejects(
        () =>
          send(renderedRequest("http://a.invalid:1/"), {
            policy: createPolicy({ ...options, deny: ["127.0.0.1"] }),
          }),
        PermissionError,
        `through the proxy "127.0.0.1:${proxy.port}": the rule "127.0.0.1" denies it`,
      );
      const response = await send(
        renderedRequest(`http://a.invalid:${server.port}/`),
        {
          policy: createPolicy({
            ...options,
            declared: [`a.invalid:${server.port}`],
            deny: ["10.0.0.0/8"],
          }),
        },
      );
      assertEquals(response.status, 200);
    });
    assertEquals(proxy.asked.length, 1);
  });

  it("that a person named can be denied", () => {
    const proxy = through("http", 8080);
    const named = { ...proxy.http!, hostname: "proxy.invalid" };
    return withEngine({ proxy: { ...proxy, http: named } }, async (send) => {
      const rules = { declared: [], deny: ["proxy.invalid"] };
      await assertRejects(
        () =>
          send(renderedRequest("http://a.invalid/"), {
            policy: createPolicy({ ...rules, allow: true }),
          }),
        PermissionError,
        'through the proxy "proxy.invalid:8080": the rule "proxy.invalid" denies it',
      );
    });
  });

  it("that the collection set must be allowed like any host", async () => {
    await using server = recordingServer();
    await using proxy = proxyServer({ kind: "http" });
    const settings = through("http", proxy.port);
    const ofCollection = { ...settings.http!, ofCollection: true };
    const host = `127.0.0.1:${proxy.port}`;
    const options = { proxy: { ...settings, http: ofCollection } };
    await withEngine(options, async (send) => {
      const target = `a.invalid:${server.port}`;
      const request = renderedRequest(`http://${target}/`);
      const none = { declared: [target], allow: [], deny: [] };
      await assertRejects(
        () => send(request, { policy: createPolicy(none) }),
        PermissionError,
        `through the proxy "${host}": the host is not declared (allow it with the option "allowNet"`,
      );
      assertEquals(proxy.asked, []);
      const questions: string[] = [];
      const POLICIES = [
        createPolicy({ ...none, declared: [target, host] }),
        createPolicy({ ...none, allow: [host] }),
        createPolicy({
          ...none,
          ask({ host }) {
            questions.push(host);
            return Promise.resolve("once");
          },
        }),
      ];
      for (const policy of POLICIES) {
        assertEquals((await send(request, { policy })).status, 200);
      }
      assertEquals(questions, [host]);
      await assertRejects(
        () =>
          send(request, {
            policy: createPolicy({ ...none, ask: () => Promise.resolve("no") }),
          }),
        PermissionError,
        `through the proxy "${host}": it was declined at the prompt`,
      );
    });
  });

  for (const [protocol, scheme] of WAYS) {
    it(`of kind ${protocol} for ${scheme}: its addresses are checked, too`, async () => {
      await using proxy = proxyServer({
        kind: protocol === "socks5" ? "socks5" : "http",
        ...(protocol === "https" && { tls: await certificate() }),
      });
      await using server = recordingServer();
      const named = {
        ...through(protocol, proxy.port).http!,
        hostname: "localhost",
      };
      const options = {
        proxy: { http: named, https: named, bypass: [], bypassLoopback: false },
        insecure: true,
      };
      const request = renderedRequest(`${scheme}://a.invalid:${server.port}/`);
      const expected =
        `Cannot send a request through the proxy "localhost:${proxy.port}": the rule "127.0.0.0/8" denies it (take it out of --deny-net)`;
      const policy = createPolicy({
        declared: [],
        allow: true,
        deny: ["127.0.0.0/8"],
      });
      let looked = 0;
      // The name leads elsewhere when it is resolved for the connection.
      const changing = {
        ...policy,
        check: policy.check.bind(policy),
        checkAddress: (address: string, port: number) =>
          ++looked === 1
            ? { allowed: true } as const
            : policy.checkAddress(address, port),
      };
      for (const given of [policy, changing]) {
        await withEngine(options, async (send) => {
          const error = await assertRejects(
            () => send(request, { policy: given }),
            PermissionError,
          );
          assertEquals(spoken(error, FLAG_WORDS), expected);
        });
      }
      assertEquals(proxy.asked, []);
    });
  }

  it("of kind https is trusted by --ca, and named where it is not", async () => {
    await using server = recordingServer(undefined, {
      tls: await certificate(),
    });
    await using plain = recordingServer();
    const ca = [certificatePath("ca.crt")];
    const urls = [`http://${plain.host}/`, `https://localhost:${server.port}/`];
    const rows = [
      ["server", "200"],
      ["self-signed", "self-signed certificate"],
      ["wrong-host", "it was issued for"],
      ["expired", "it expired on 2024-01-02"],
    ] as const;
    for (const [name, why] of rows) {
      await using proxy = proxyServer({
        kind: "http",
        tls: await certificate(name),
      });
      const settings = { proxy: through("https", proxy.port), ca };
      await withEngine(settings, async (send) => {
        for (const url of urls) {
          const sent = await send(renderedRequest(url)).then(
            ({ status }) => `${status}`,
            (error) => inFlags(error.diagnostics[0]).message,
          );
          const what =
            `Cannot trust the certificate of the proxy "127.0.0.1:${proxy.port}": `;
          assertStringIncludes(sent, name === "server" ? why : what + why);
        }
      });
    }
    // The certificate of the server behind it is the server's.
    await using proxy = proxyServer({ kind: "http" });
    await withEngine({ proxy: through("http", proxy.port) }, async (send) => {
      await assertRejects(
        () => send(renderedRequest(urls[1])),
        DiagnosticError,
        `Cannot trust the certificate of "localhost:${server.port}"`,
      );
    });
    // And nobody goes around the proxy to look at it.
    assertEquals(server.connections, 2);
  });

  it("that is left out for a host is left out", async () => {
    await using server = recordingServer();
    const proxy = through("http", 9);
    const SETTINGS: ProxySettings[] = [
      { ...proxy, bypassLoopback: true },
      { ...proxy, bypass: ["127.0.0.1"] },
      { ...proxy, bypass: ["*"] },
    ];
    for (const settings of SETTINGS) {
      await withEngine({ proxy: settings }, async (send) => {
        assertEquals((await send(renderedRequest(server.url))).status, 200);
      });
    }
  });

  const CHALLENGES: readonly [asks: string[], as: string, said: string][] = [
    [['Basic realm="a, b"'], "", "write USER:PASSWORD@ before its host"],
    [['Basic realm="x"'], "a:c", "wrong user name or password"],
    [
      ["Negotiate", "NTLM", 'basic realm="x"'],
      "a:c",
      "wrong user name or password",
    ],
    [
      ["Negotiate", 'Digest realm="x", nonce="y"'],
      "a:c",
      "it asks for Negotiate, Digest, and Brace signs in to proxies with Basic and NTLM only; use a local proxy that signs in, such as cntlm",
    ],
  ];
  for (const [challenges, as, said] of CHALLENGES) {
    it(`that asks for ${challenges.join(" and ")} is told apart`, async () => {
      await using proxy = proxyServer({
        kind: "http",
        credentials: "a:b",
        challenges,
      });
      await withEngine(
        { proxy: through("http", proxy.port, ...as === "" ? [] : [as]) },
        async (send) => {
          const { diagnostics: [{ message }] } = await assertRejects(
            () => send(renderedRequest("https://localhost:9/")),
            NetworkError,
          );
          assertEquals(
            message,
            `Cannot connect to "localhost:9": the proxy "127.0.0.1:${proxy.port}" refuses (407 Proxy Authentication Required: ${said})`,
          );
        },
      );
    });
  }

  it("that does not work is named", async () => {
    await using server = recordingServer(undefined, {
      tls: await certificate(),
    });
    await using closed = proxyServer({ kind: "http", credentials: "a:b" });
    await using socks = proxyServer({ kind: "socks5", credentials: "a:b" });
    await using open = proxyServer({ kind: "socks5" });
    await using silent = proxyServer({ kind: "http", silent: true });
    await using silentSocks = proxyServer({ kind: "socks5", silent: true });
    const url = `https://localhost:${server.port}/`;
    const host = `localhost:${server.port}`;
    const FAILURES: readonly [ProxySettings, string, string][] = [
      [
        through("http", 9),
        url,
        'CONNECTION Cannot connect to the proxy "127.0.0.1:9": connection refused (is it running?)',
      ],
      [
        through("socks5", 9),
        url,
        'CONNECTION Cannot connect to the proxy "127.0.0.1:9": connection refused (is it running?)',
      ],
      [
        through("http", closed.port),
        url,
        `CONNECTION Cannot connect to "${host}": the proxy "127.0.0.1:${closed.port}" refuses (407 Proxy Authentication Required)`,
      ],
      [
        through("socks5", socks.port, "a:c"),
        url,
        `CONNECTION Cannot connect to "${host}": the proxy "127.0.0.1:${socks.port}" refuses (wrong user name or password)`,
      ],
      [
        through("socks5", open.port),
        "https://localhost:9/",
        `CONNECTION Cannot connect to "localhost:9": the proxy "127.0.0.1:${open.port}" refuses (connection refused)`,
      ],
      [
        through("http", silent.port),
        url,
        `TIMEOUT Cannot connect to "${host}": no connection after 50 ms (raise --connect-timeout)`,
      ],
      [
        through("socks5", silentSocks.port),
        url,
        `TIMEOUT Cannot connect to "${host}": no connection after 50 ms (raise --connect-timeout)`,
      ],
    ];
    for (const [proxy, url, expected] of FAILURES) {
      const connectTimeout = expected.startsWith("TIMEOUT") ? 50 : 9_000;
      await withEngine({ proxy, connectTimeout }, async (send) => {
        const error = await assertRejects(
          () => send(renderedRequest(url)),
          DiagnosticError,
        );
        const [{ code, message }] = error.diagnostics.map(inFlags);
        assertEquals(`${code} ${message}`, expected);
      });
    }
  });

  it("that never responds is let go of when the time is up", async () => {
    await using proxy = proxyServer({ kind: "http", silent: true });
    const options = { proxy: through("http", proxy.port), timeout: 50 };
    await withEngine(options, async (send) => {
      await assertRejects(
        () => send(renderedRequest("https://localhost:9/")),
        NetworkError,
        "not complete after 50 ms",
      );
      for (let turns = 0; proxy.open > 0 && turns < 1_000; turns++) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      assertEquals(proxy.open, 0);
    });
  });
});
