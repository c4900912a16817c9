import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { parseCookieFile } from "../../../lib/request/cookie_file.ts";
import {
  loadCookieFile,
  saveCookieFile,
} from "../../../lib/host/http/cookie_file.ts";
import { RunCookieJar } from "../../../lib/host/http/cookie_jar.ts";
import { createEngine } from "../../../lib/host/http/send.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

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
    jar.set(url, { name: "a", value: "1", secure: true, expires: 4e12 });
    jar.set(url, { name: "b", value: "2", domain: "example.com", path: "/" });
    assertEquals(jar.get(url), [
      {
        name: "a",
        value: "1",
        domain: "api.example.com",
        path: "/a",
        expires: 4e12,
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
});

describe("cookie files", () => {
  let folder: string;
  beforeEach(() => folder = Deno.makeTempDirSync());
  afterEach(() => Deno.removeSync(folder, { recursive: true }));

  it("come back as they were saved, session cookies too", async () => {
    const jar = new RunCookieJar();
    await jar.store("https://a.example.com/x/", [
      "s=1; HttpOnly; Secure",
      "d=2; Domain=example.com; Path=/; Max-Age=1000",
    ]);
    await jar.store("http://127.0.0.1:81/", ["ip=3"]);
    const file = `${folder}/cookies.txt`;
    await saveCookieFile(jar, file);
    const again = new RunCookieJar();
    assertEquals(await loadCookieFile(again, file), []);
    assertEquals(again.export(), jar.export());
    assertEquals(again.header("https://a.example.com/x/"), "s=1; d=2");
    assertEquals(again.header("http://127.0.0.1/"), "ip=3");
    if (Deno.build.os !== "windows") {
      assertEquals((await Deno.stat(file)).mode! & 0o777, 0o600);
    }
  });

  it("hold the bytes of headers, as curl's do", async () => {
    const file = `${folder}/cookies.txt`;
    await Deno.writeTextFile(file, "h\tFALSE\t/\tFALSE\t0\ta\t€é\n");
    const jar = new RunCookieJar();
    assertEquals(await loadCookieFile(jar, file), []);
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
    await saveCookieFile(jar, file);
    assertEquals((await Deno.readTextFile(file)).includes("\ta\t€é\n"), true);
  });

  it("may not exist yet, and say which line is wrong", async () => {
    const jar = new RunCookieJar();
    assertEquals(await loadCookieFile(jar, `${folder}/none`), []);
    const file = `${folder}/bad`;
    await Deno.writeTextFile(
      file,
      "# a\nh\tFALSE\t/\tFALSE\t0\ta\t1\nrubbish\n",
    );
    const [warning] = await loadCookieFile(jar, file);
    assertEquals(warning.location?.line, 3);
    assertEquals(jar.header("http://h/"), "a=1");
    assertEquals(parseCookieFile("").malformed, []);
  });
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
