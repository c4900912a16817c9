import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";

// Each handler passes in JetBrains' client, by its reference.
const HANDLERS = {
  "a type without its parameters":
    'response.contentType.mimeType === "application/json"',
  "a part of a type": 'response.contentType.mimeType.endsWith("json")',
  "no such header": 'response.headers.valueOf("Deprecation") === null',
  "a header in a call":
    'String(response.headers.valueOf("X-One")).includes("1")',
  "a member of a header": "response.headers.valueOf('x-one').length === 1",
  "the first cookie": 'response.headers.valueOf("Set-Cookie") === "a=1"',
  "a name in a variable":
    'response.headers.valueOf(NAME) === "1" && response.headers.valueOf("Set-" + "Cookie") === "a=1" && response.headers.valueOf(`x-${NAME}`) === null',
  "all cookies": 'response.headers.valuesOf("set-cookie").length === 2',
};

describe("brace import of handlers", () => {
  const brace = braceRows();

  it("says of a response what JetBrains' client says", async () => {
    await using server = Deno.serve({
      port: 0,
      hostname: "127.0.0.1",
      onListen: () => {},
    }, () =>
      new Response("{}", {
        headers: [
          ["content-type", "application/json; charset=utf-8"],
          ["x-one", "1"],
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ],
      }));
    const root = await Deno.makeTempDir();
    await Deno.writeTextFile(
      join(root, "a.http"),
      [
        "### answers",
        `GET http://127.0.0.1:${server.addr.port}/`,
        "",
        "> {%",
        'const NAME = "X-One";',
        ...Object.entries(HANDLERS).map(([name, condition]) =>
          `client.test("${name}", () => client.assert(${condition}));`
        ),
        "%}",
        "",
      ].join("\n"),
    );
    const { code, stdout, stderr } = await brace(
      ["import", "a.http", "-o", "made", "--format", "json"],
      { cwd: root },
    );
    assertEquals(code, 0, stderr);
    assertEquals(JSON.parse(stdout).notes, []);
    const ran = await brace(["run", "made"], { cwd: root });
    const said = ran.stdout + ran.stderr;
    assertEquals(ran.code, 0, said);
    assertStringIncludes(said, `${Object.keys(HANDLERS).length} passed`);
  });
});
