import { afterEach, beforeEach, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { parseCookieFile } from "../../../lib/core/http/cookies/cookie_file.ts";
import { CookieFile } from "../../../lib/host/http/cookie_file.ts";
import { RunCookieJar } from "../../../lib/host/http/cookie_jar.ts";
import { createEngine } from "../../../lib/host/http/send.ts";
import { CollectionError } from "../../../lib/core/source/errors.ts";
import { itNeeds } from "../../support/needs.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { describe } from "../../support/over_both.ts";

/** Set-Cookie from one URL, and the Cookie header for others. */
const RULES: {
  name: string;
  from: string;
  set: string[];
  to: Record<string, string | undefined>;
}[] = [
  {
    name: "host only",
    from: "http://a.example.com/",
    set: ["n=v"],
    to: {
      "http://a.example.com/x": "n=v",
      "http://b.a.example.com/": undefined,
      "http://example.com/": undefined,
      "http://a.example.com:8080/": "n=v",
    },
  },
  {
    name: "domain",
    from: "http://a.example.com/",
    set: ["n=v; Domain=.example.com"],
    to: {
      "http://a.example.com/": "n=v",
      "http://b.example.com/": "n=v",
      "http://badexample.com/": undefined,
    },
  },
  {
    name: "foreign domains and public suffixes are refused",
    from: "http://a.example.com/",
    set: ["a=1; Domain=other.com", "b=2; Domain=com"],
    to: { "http://other.com/": undefined, "http://x.com/": undefined },
  },
  {
    name: "path",
    from: "http://h/a/b",
    set: ["n=v; Path=/a"],
    to: {
      "http://h/a": "n=v",
      "http://h/a/c": "n=v",
      "http://h/ab": undefined,
    },
  },
  {
    name: "secure, of another protocol",
    from: "https://h.example/",
    set: ["n=v; Secure"],
    to: { "grpcs://H.example/a": "n=v", "grpc://h.example/a": undefined },
  },
  {
    name: "secure",
    from: "https://h.example/",
    set: ["n=v; Secure"],
    to: { "https://h.example/": "n=v", "http://h.example/": undefined },
  },
  {
    name: "expiry",
    from: "http://h/",
    set: ["a=1; Max-Age=0", "b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
    to: { "http://h/": undefined },
  },
  {
    name: "the later one wins, malformed ones are ignored",
    from: "http://h/",
    set: ["a=1", "a=2", "=; ;;", "__Host-x=1"],
    to: { "http://h/": "a=2" },
  },
  {
    name: "hosts that the rules of the web refuse have none",
    from: "http://1.2.3.4.5/",
    set: ["a=1"],
    to: { "http://1.2.3.4.5/": undefined },
  },
  {
    name: "bytes stay as they are",
    from: "http://h/",
    set: ["a=\xc3\xa9"],
    to: { "http://h/": "a=\xc3\xa9" },
  },
  {
    name: "a nameless cookie goes out as its value",
    from: "http://h/",
    set: ["plain", "=a=b"],
    to: { "http://h/": "a=b" },
  },
  {
    name: "spaces around names, values and attributes go, other bytes stay",
    from: "http://h/",
    set: [" a = 1\xa0 ;  Path = /x ; HTTPONLY"],
    to: { "http://h/x": "a=1\xa0", "http://h/": undefined },
  },
  {
    name: "longer paths go first, then those that came first",
    from: "http://h/",
    set: ["a=1", "b=2; Path=/x", "c=3", "a=4"],
    to: { "http://h/x": "b=2; a=4; c=3" },
  },
  {
    name: "the default path is the folder as it was sent",
    from: "http://h/a%20b/../c?d=/e",
    set: ["n=v"],
    to: {
      "http://h/a%20b/../x": "n=v",
      "http://h/a b/..": undefined,
      "http://h/": undefined,
    },
  },
  {
    name: "a path is compared as it is sent",
    from: "http://h/",
    set: ["n=v; Path=/a%20b", "m=v; Path=/a b", "d=1; Path=x"],
    to: { "http://h/a%20b": "n=v; d=1" },
  },
  {
    name: "of an attribute that comes twice, the last one counts",
    from: "http://h/",
    set: ["a=1; Path=/x; Path=/y", "b=2; Max-Age=0; Max-Age=9"],
    to: { "http://h/y": "a=1; b=2", "http://h/x": "b=2" },
  },
  {
    name: "Max-Age wins over Expires, whatever their order",
    from: "http://h/",
    set: [
      "a=1; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "b=2; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=-1",
      "c=3; Max-Age=1e9; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "d=4; Max-Age=; Expires=never",
    ],
    to: { "http://h/": "a=1; d=4" },
  },
  {
    name: "a host and its domain have a cookie each",
    from: "http://example.com/",
    set: ["n=host", "n=domain; Domain=EXAMPLE.com"],
    to: {
      "http://example.com/": "n=host; n=domain",
      "http://a.example.com/": "n=domain",
    },
  },
  {
    name: "a public suffix has cookies of its own, as its host only",
    from: "http://github.io/",
    set: ["n=v; Domain=github.io"],
    to: { "http://github.io/": "n=v", "http://a.github.io/": undefined },
  },
  {
    name: "an address has no subdomains",
    from: "http://127.0.0.1/",
    set: ["a=1; Domain=127.0.0.1", "b=2; Domain=0.0.1", "c=3; Domain=1"],
    to: { "http://127.0.0.1/": "a=1" },
  },
  {
    name: "an IPv6 host",
    from: "http://[::1]:80/",
    set: ["a=1; Secure", "b=2; Domain=::1"],
    to: { "http://[::1]:81/": "a=1; b=2", "http://[::2]/": undefined },
  },
  {
    name: "this machine may set Secure ones",
    from: "http://localhost/",
    set: ["a=1; Secure"],
    to: { "http://localhost/": "a=1", "https://localhost/": "a=1" },
  },
  {
    name: "by every name that it has",
    from: "http://api.localhost/",
    set: ["a=1; Secure"],
    to: { "http://api.localhost/": "a=1" },
  },
  {
    name: "and every address",
    from: "http://127.1.2.3/",
    set: ["a=1; Secure"],
    to: { "http://127.1.2.3/": "a=1" },
  },
  {
    name: "no other machine may over plain http",
    from: "http://127.h.example/",
    set: ["a=1; Secure"],
    to: { "https://127.h.example/": undefined },
  },
  {
    name: "SameSite=None needs Secure, unknown ones are ignored",
    from: "http://h/",
    set: ["a=1; SameSite=None", "b=2; SameSite=Strict", "c=3; SameSite=x"],
    to: { "http://h/": "b=2; c=3" },
  },
  {
    name: "__Secure- and __Host- keep what they promise",
    from: "https://h.example/",
    set: [
      "__Secure-a=1",
      "__Secure-b=2; Secure",
      "__Host-c=3; Secure",
      "__Host-d=4; Secure; Path=/; Domain=h.example",
      "__Host-e=5; Path=/",
      "__Host-f=6; Secure; Path=/",
      "__Host-g=7; Secure; Path=/x",
    ],
    to: { "https://h.example/x": "__Secure-b=2; __Host-f=6" },
  },
  {
    name: "unix sockets are localhost",
    from: "http+unix://%2Frun%2Fx/",
    set: ["a=1"],
    to: { "http+unix://%2Frun%2Fx/b": "a=1" },
  },
];

describe("RunCookieJar", () => {
  for (const { name, from, set, to } of RULES) {
    it(`follows the rules: ${name}`, async () => {
      const jar = new RunCookieJar();
      await jar.store(from, set);
      for (const [url, expected] of Object.entries(to)) {
        assertEquals(jar.header(url), expected, url);
      }
    });
  }

  it("is a script's jar", async () => {
    const jar = new RunCookieJar();
    const url = "https://api.example.com/a/";
    assertEquals(jar.get(url), []);
    await jar.load();
    const expires = Date.now() + 1e9;
    jar.set(url, { name: "a", value: "1", secure: true, expires });
    jar.set(url, {
      name: "b",
      value: "2",
      domain: "example.com",
      path: "/",
      sameSite: "Lax",
    });
    jar.set(url, { name: "c", value: "3", sameSite: "x" });
    assertEquals(jar.get(url).map(({ sameSite }) => sameSite), [
      undefined,
      undefined,
      "lax",
    ]);
    jar.delete(url, "c");
    assertEquals(jar.get(url), [
      {
        name: "a",
        value: "1",
        domain: "api.example.com",
        path: "/a",
        expires,
        secure: true,
        httpOnly: false,
      },
      {
        name: "b",
        value: "2",
        domain: "example.com",
        path: "/",
        secure: false,
        httpOnly: false,
        sameSite: "lax",
      },
    ]);
    assertThrows(
      () => jar.set(url, { name: "c", value: "3", domain: "other.com" }),
      TypeError,
      'Cannot set cookie "c": ',
    );
    const unsendable = [
      ["d", "4\r\nEvil: 1"],
      ["d", "4; Path=/"],
      ["d", "\u20ac"],
      ["d=4", ""],
      ["d\0", ""],
    ];
    for (const [name, value] of unsendable) {
      assertThrows(
        () => jar.set(url, { name, value }),
        TypeError,
        `Cannot set cookie ${JSON.stringify(name)}: `,
      );
    }
    jar.delete(url, "a");
    assertEquals(jar.header(url), "b=2");
    jar.clear();
    assertEquals(jar.header(url), undefined);
  });

  it("knows a host without a scheme, as scripts name it", async () => {
    const jar = new RunCookieJar();
    await jar.load();
    const hosts: [written: string, url: string][] = [
      ["127.0.0.1", "http://127.0.0.1:8080/a/b"],
      ["localhost:8080", "http://localhost/x"],
      ["api.example.com:8080/a/b?c=http://d", "http://api.example.com/a/c"],
      ["//example.com/", "http://example.com/"],
      [" example.com ", "http://example.com/"],
      ["[::1]:80", "http://[::1]/"],
      ["EXAMPLE.com", "https://example.com/x"],
    ];
    for (const [written, url] of hosts) {
      jar.set(written, { name: "n", value: "v" });
      assertEquals(jar.header(url), "n=v", written);
      assertEquals(jar.get(written).map(({ value }) => value), ["v"], written);
      jar.delete(written, "n");
      assertEquals(jar.header(url), undefined, written);
    }
    for (const written of ["", "::::", "a b", "http://"]) {
      assertEquals(jar.get(written), []);
      assertThrows(
        () => jar.set(written, { name: "n", value: "v" }),
        TypeError,
        "there are no cookies for",
      );
    }
  });
});

describe("cookie files", () => {
  let folder: string;
  beforeEach(() => {
    folder = Deno.makeTempDirSync();
  });
  afterEach(() => Deno.removeSync(folder, { recursive: true }));

  it("come back as they were saved, session cookies too", async () => {
    const jar = new RunCookieJar();
    await jar.store("https://a.example.com/x/", [
      "s=1; HttpOnly; Secure",
      "d=2; Domain=example.com; Path=/; Max-Age=1000",
    ]);
    await jar.store("http://127.0.0.1:81/", ["ip=3"]);
    const file = `${folder}/cookies.txt`;
    await new CookieFile(jar, file).save();
    const again = new RunCookieJar();
    assertEquals(await new CookieFile(again, file).load(), []);
    assertEquals(again.export(), jar.export());
    assertEquals(again.header("https://a.example.com/x/"), "s=1; d=2");
    assertEquals(again.header("http://127.0.0.1/"), "ip=3");
    if (Deno.build.os !== "windows") {
      assertEquals((await Deno.stat(file)).mode! & 0o777, 0o600);
    }
  });

  it("bring Secure cookies that plain http does not replace", async () => {
    const jar = new RunCookieJar();
    const { cookies } = parseCookieFile(
      "localhost\tFALSE\t/\tTRUE\t0\ta\t1\n",
    );
    await jar.import(cookies);
    await jar.store("http://localhost/", ["a=2"]);
    assertEquals(jar.header("https://localhost/"), "a=1");
  });

  it("hold the bytes of headers, as curl's do", async () => {
    const file = `${folder}/cookies.txt`;
    await Deno.writeTextFile(file, "h\tFALSE\t/\tFALSE\t0\ta\t€é\n");
    const jar = new RunCookieJar();
    assertEquals(await new CookieFile(jar, file).load(), []);
    await using server = recordingServer();
    await withEngine({}, (send) =>
      send(
        renderedRequest(server.url, {
          headers: [["Cookie", jar.header("http://h/")!]],
        }),
      ));
    assertEquals(server.requests[0].headers("cookie"), [
      "a=\xe2\x82\xac\xc3\xa9",
    ]);
    await new CookieFile(jar, file).save();
    assertEquals((await Deno.readTextFile(file)).includes("\ta\t€é\n"), true);
  });

  itNeeds("/dev/zero")(
    "are not files any more when they are saved",
    async () => {
      const file = `${folder}/cookies.txt`;
      const cookies = new CookieFile(new RunCookieJar(), file);
      await cookies.load();
      await Deno.symlink("/dev/zero", file);
      const error = await assertRejects(() => cookies.save(), CollectionError);
      assertEquals(error.diagnostics.map(({ message }) => message), [
        `Cannot read "${file}": it is a device, not a file`,
      ]);
    },
  );

  it("may not exist yet, and say which line is wrong", async () => {
    const jar = new RunCookieJar();
    assertEquals(await new CookieFile(jar, `${folder}/none`).load(), []);
    const file = `${folder}/bad`;
    await Deno.writeTextFile(
      file,
      "# a\nh\tFALSE\t/\tFALSE\t0\ta\t1\nrubbish\n",
    );
    const [warning] = await new CookieFile(jar, file).load();
    assertEquals(warning.location, { file, line: 3, confidential: true });
    assertEquals(jar.header("http://h/"), "a=1");
    assertEquals(parseCookieFile("").malformed, []);
  });

  it("may begin with a byte order mark", async () => {
    const file = `${folder}/cookies.txt`;
    const line = "h\tFALSE\t/\tFALSE\t0\ta\t1\n";
    const header = "# Netscape HTTP Cookie File\n";
    for (const text of [line, `${header}${line}`]) {
      await Deno.writeTextFile(file, `\ufeff${text}`);
      const jar = new RunCookieJar();
      const cookies = new CookieFile(jar, file);
      assertEquals(await cookies.load(), []);
      assertEquals(jar.header("http://h/"), "a=1");
      await jar.store("http://h/", ["c=3"]);
      await cookies.save();
      assertEquals(
        await Deno.readTextFile(file),
        `${header}${line}${line.replace("a\t1", "c\t3")}`,
      );
    }
  });

  it("keep comments and lines that are no cookies", async () => {
    const file = `${folder}/cookies.txt`;
    const others =
      "# Netscape HTTP Cookie File\n# mine\nh FALSE / FALSE 0 b 2\n";
    const jar = new RunCookieJar();
    await Deno.writeTextFile(file, `${others}h\tFALSE\t/\tFALSE\t0\ta\t1\n`);
    const cookies = new CookieFile(jar, file);
    await cookies.load();
    await jar.store("http://h/", ["c=3"]);
    await cookies.save();
    await cookies.save();
    const line = (pair: string) => `h\tFALSE\t/\tFALSE\t0\t${pair}\n`;
    assertEquals(
      await Deno.readTextFile(file),
      `${others}${line("a\t1")}${line("c\t3")}`,
    );
    // The line alone is enough to tell what the file is.
    await Deno.writeTextFile(file, others);
    assertEquals((await new CookieFile(jar, file).load()).length, 1);
  });

  for (const text of ["a,b\n1,2\n", "info: {name: a}\n", "\x00\x01"]) {
    it(`are not files of something else: ${JSON.stringify(text)}`, async () => {
      const file = `${folder}/other`;
      await Deno.writeTextFile(file, text);
      const cookies = new CookieFile(new RunCookieJar(), file);
      const error = await assertRejects(() => cookies.load(), CollectionError);
      assertEquals(error.diagnostics.map(({ code }) => code), [
        "INVALID_SYNTAX",
      ]);
    });
  }
});

describe("cookies on the wire", () => {
  it("are kept at every hop, sent back, and joined to written ones", async () => {
    await using server = recordingServer(({ target }) =>
      target === "/login"
        ? {
          status: 302,
          headers: [
            ["Set-Cookie", "sid=1; Path=/"],
            ["set-cookie", "lang=en"],
            ["Location", "/home"],
          ],
        }
        : undefined
    );
    const engine = createEngine();
    const cookies = new RunCookieJar();
    const policy = OPEN;
    try {
      await engine.send(renderedRequest(`${server.url}/login`), {
        policy,
        cookies,
      });
      await engine.send(
        renderedRequest(`${server.url}/x`, {
          headers: [["cookie", "lang=de; own=1"]],
        }),
        { policy, cookies },
      );
      await engine.send(renderedRequest(`${server.url}/y`), { policy });
    } finally {
      engine.close();
    }
    assertEquals(
      server.requests.map((it) => [it.target, it.headers("cookie")]),
      [
        ["/login", []],
        ["/home", ["sid=1; lang=en"]],
        ["/x", ["lang=de; own=1; sid=1"]],
        ["/y", []],
      ],
    );
  });
});
