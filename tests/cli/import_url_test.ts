import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "shop", version: "1" },
  servers: [{ url: "http://shop.test" }],
  paths: { "/orders": { get: { responses: { 200: { description: "r" } } } } },
};

describe("brace import URL", () => {
  const brace = braceRows();

  /** The document's server, and the paths that were asked of it. */
  function serve(seen: string[] = []) {
    return Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      ({ url }) => {
        const { pathname, searchParams } = new URL(url);
        seen.push(pathname);
        const to = searchParams.get("to");
        if (to !== null) {
          return new Response(null, { status: 302, headers: { location: to } });
        }
        return pathname === "/gone"
          ? new Response("none", { status: 404 })
          : Response.json(DOCUMENT);
      },
    );
  }

  /** Imports the URL into an empty folder. */
  async function imported(url: string, ...flags: string[]) {
    const cwd = await Deno.makeTempDir();
    return {
      ...await brace(["import", url, "-o", "out", ...flags], { cwd }),
      cwd,
      files: [...Deno.readDirSync(cwd)].map(({ name }) => name),
    };
  }

  it("follows a redirect on the host that you typed", async () => {
    const seen: string[] = [];
    await using server = serve(seen);
    const at = `http://127.0.0.1:${server.addr.port}`;
    const { code, files, stderr } = await imported(
      `${at}/old?to=/openapi.json`,
    );
    assertEquals([code, stderr, files], [0, "", ["out"]]);
    assertEquals(seen, ["/old", "/openapi.json"]);
  });

  it("asks another host only if --allow-net names it", async () => {
    const seen: string[] = [];
    await using server = serve(), other = serve(seen);
    const host = `127.0.0.1:${other.addr.port}`;
    const url = `http://127.0.0.1:${server.addr.port}/?to=http://${host}/api`;
    const refused = await imported(url);
    assertEquals([refused.code, refused.files, seen], [6, [], []]);
    assertStringIncludes(
      refused.stderr.replace(/\s+/g, " "),
      `it leads to the host "${host}", allow it with --allow-net=${host}`,
    );
    const allowed = await imported(url, `--allow-net=${host}`);
    assertEquals([allowed.code, allowed.files, seen], [0, ["out"], ["/api"]]);
  });

  const FAILURES: readonly [what: string, path: string, message: string][] = [
    ["a status", "/gone", "the server responds with 404"],
    ["no way", "/?to=file:///etc", "redirects to a URL that is not http"],
    ["a circle", "/?to=", "it redirects more than 5 times"],
  ];
  for (const [what, path, message] of FAILURES) {
    it(`writes nothing at ${what}`, async () => {
      await using server = serve();
      const { code, files, stderr } = await imported(
        `http://user:pass@127.0.0.1:${server.addr.port}${path}`,
      );
      assertEquals([code, files], [2, []]);
      assertStringIncludes(stderr.replace(/\s+/g, " "), message);
      assertEquals(stderr.includes("pass@"), false, stderr);
    });
  }

  const KEYS = "apikey=PMAK-64f0aa11bb22cc33&v=2&token=abcd1234efgh";
  const SHOWN = "apikey=***&v=2&token=***";
  const WITH_KEYS: readonly [path: string, ...flags: string[]][] = [
    ["/openapi.json"],
    ["/openapi.json", "--format", "json"],
    ["/gone"],
    ["/?to=http://other.test/"],
  ];
  for (const [path, ...flags] of WITH_KEYS) {
    it(`masks the keys of ${[path, ...flags].join(" ")}`, async () => {
      await using server = serve();
      const url = `http://127.0.0.1:${server.addr.port}${path}?${KEYS}`;
      const { stdout, stderr, cwd } = await imported(url, ...flags);
      const printed = stdout + stderr;
      assertStringIncludes(printed.replace(/\s+/g, " "), SHOWN);
      const seen = [printed];
      for (const path of filesBelow(cwd)) {
        seen.push(Deno.readTextFileSync(path));
      }
      assertEquals(seen.join("").match(/PMAK-64f0|abcd1234/), null);
    });
  }

  const BEGIN = "it does not exist (begin a URL with https:// or http://)";
  /** `HOST` is the server's. */
  const SECRET_URLS: readonly [typed: string, ...said: string[]][] = [
    ["http://bob:hunter2@HOST/me?key=hunter2", '"http://HOST/me?key=***"'],
    ["http://HOST/me?a=1&Code=hunter2", '"http://HOST/me?a=1&Code=***"'],
    ["http://HOST/me?pat=hunter2#token=hunter2", "/me?pat=***#token=***"],
    ["http://HOST/a doc?apikey=hunter2", '"http://HOST/a doc?apikey=***"'],
    ["HOST/me?apikey=hunter2", '"HOST/me?apikey=***"', BEGIN],
    ["bob:hunter2@HOST/me", '"HOST/me"', BEGIN],
    ["api.test/openapi.json", '"api.test/openapi.json"', BEGIN],
    ["https:/HOST/me?token=hunter2", '"https:/HOST/me?token=***"', BEGIN],
    ["http://bob:hunter2/3@HOST/", '"http://HOST/": it is not a valid URL'],
    ["http://a b/?token=hunter2", '"http://a b/?token=***": it is not a'],
    ["http://", '"http://": it is not a valid URL'],
    ["no/such.json", '"no/such.json": it does not exist error'],
  ];
  for (const [typed, ...said] of SECRET_URLS) {
    it(`fails at ${typed}, and shows no secret of it`, async () => {
      await using server = Deno.serve(
        { port: 0, hostname: "127.0.0.1", onListen: () => {} },
        () => Response.json({ a: 1 }),
      );
      const host = `127.0.0.1:${server.addr.port}`;
      const { code, stderr } = await imported(typed.replace("HOST", host));
      const printed = stderr.replace(/\s+/g, " ") + "error";
      for (const text of said) {
        assertStringIncludes(printed, text.replace("HOST", host));
      }
      assertEquals([code, printed.includes("hunter2")], [2, false], printed);
    });
  }

  it("says why no response came", async () => {
    const server = serve();
    const { port } = server.addr;
    await server.shutdown();
    const refused = await imported(`http://127.0.0.1:${port}/openapi.json`);
    assertStringIncludes(
      refused.stderr.replace(/\s+/g, " "),
      `Cannot fetch "http://127.0.0.1:${port}/openapi.json": connection refused (is the server running?)`,
    );
    const unknown = await imported("http://shop.invalid/openapi.json");
    assertStringIncludes(
      unknown.stderr.replace(/\s+/g, " "),
      "no such host (check its spelling, and the network)",
    );
  });

  it("fetches what a file refers to only if --allow-net names its host", async () => {
    const seen: string[] = [];
    await using server = serve(seen);
    const host = `127.0.0.1:${server.addr.port}`;
    const cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${cwd}/api.json`,
      JSON.stringify({
        ...DOCUMENT,
        paths: {
          "/orders": { $ref: `http://${host}/api.json#/paths/~1orders` },
        },
      }),
    );
    const refused = await brace(["import", "api.json", "-o", "a"], { cwd });
    assertEquals([refused.code, seen], [6, []], refused.stderr);
    assertStringIncludes(
      refused.stderr.replace(/\s+/g, " "),
      `the document refers to the host "${host}", allow it with --allow-net=${host}`,
    );
    const allowed = await brace(
      ["import", "api.json", "-o", "b", `--allow-net=${host}`],
      { cwd },
    );
    assertEquals([allowed.code, seen], [0, ["/api.json"]], allowed.stderr);
  });

  it("fetches no file that a document from a URL refers to", async () => {
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () =>
        Response.json({
          ...DOCUMENT,
          paths: { "/orders": { $ref: "file:///etc/hosts#/a" } },
        }),
    );
    const { stderr, code } = await imported(
      `http://127.0.0.1:${server.addr.port}/openapi.json`,
    );
    assertEquals(code, 6, stderr);
    assertStringIncludes(
      stderr.replace(/\s+/g, " "),
      'Cannot read "file:///etc/hosts": a document from a URL may refer to URLs only',
    );
  });
});

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`) : `${folder}/${name}`
  );
}
