import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { MAX_ANSWER } from "../../lib/mcp/bounded.ts";
import { connect, Folder, serveEcho, shop, TIMERS } from "./support.ts";

const AT_BAD = "orders/bad.yml:2:8";

/** A shop with orders of which one cannot be read. */
function brokenShop(
  url: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return shop(url, {
    "orders/bad.yml": "info: { name: Bad, type: http }\nhttp: [\n",
    "orders/get.yml": order("orders"),
    ...more,
  });
}

function order(path: string, more = ""): string {
  return `info: { name: Order, type: http }
http: { method: GET, url: "{{baseUrl}}/${path}" }
${more}`;
}

describe("a collection with a broken file", TIMERS, () => {
  for (
    const { tool, given } of [
      { tool: "list", given: {} },
      { tool: "list", given: { paths: ["users"] } },
      { tool: "list", given: { paths: ["orders"] } },
      { tool: "describe", given: { path: "users/get.yml" } },
      { tool: "describe", given: { path: "orders/get.yml" } },
      { tool: "vars", given: {} },
      { tool: "vars", given: { name: "baseUrl" } },
      { tool: "search", given: { text: "baseUrl" } },
      { tool: "run", given: { paths: ["users"] } },
      { tool: "run", given: { paths: ["users/get.yml", "orders/get.yml"] } },
    ]
  ) {
    it(`answers ${tool} ${JSON.stringify(given)}, and names the file`, async () => {
      await using echo = serveEcho();
      using folder = new Folder(brokenShop(echo.url));
      await using brace = await connect(folder.path, ["--env=local"]);
      const { data, isError, text } = await brace.call(tool, given);
      assertEquals(isError, false, text);
      assertEquals(data.broken, [{
        code: "YAML_SYNTAX",
        at: AT_BAD,
        message: 'Cannot read "orders/bad.yml": a bracket is not closed',
      }]);
      // It is named once.
      assertEquals(data.warnings, undefined);
      if (tool === "run") assertEquals(data.passed, true);
    });
  }

  it("runs nothing that is selected with it, and says what runs", async () => {
    await using echo = serveEcho();
    using folder = new Folder(brokenShop(echo.url));
    await using brace = await connect(folder.path, ["--env=local"]);
    for (const given of [{}, { paths: ["orders"] }, { tags: ["smoke"] }]) {
      const message = await brace.fails("run", given);
      assertStringIncludes(message, AT_BAD);
      assertStringIncludes(message, "give their paths");
    }
    const message = await brace.fails("describe", { path: "orders/bad.yml" });
    assertStringIncludes(message, AT_BAD);
    assertEquals(echo.seen, []);
  });

  it("runs nothing that inherits from it, also by a script", async () => {
    await using echo = serveEcho();
    const code = (path: string) =>
      `await client.runRequest("${path}").catch(({ message }) => console.log(message))`;
    using folder = new Folder(brokenShop(echo.url, {
      "orders/folder.yml": "info: { name: Orders\n",
      "orders/deep/get.yml": order("deep"),
      "invalid.yml": `${order("invalid")}docs: [7]\n`,
      "script.yml": order(
        "script",
        `runtime:
  scripts:
    - type: before-request
      code: |
        ${code("orders/get.yml")}
        ${code("orders/deep/get.yml")}
        ${code("invalid.yml")}
        ${code("users/get.yml")}
`,
      ),
    }));
    await using brace = await connect(folder.path, ["--env=local"]);
    for (const path of ["orders/get.yml", "orders/deep/get.yml"]) {
      const message = await brace.fails("run", { paths: [path] });
      assertStringIncludes(message, "orders/folder.yml:");
      assertStringIncludes(
        await brace.fails("describe", { path }),
        "orders/folder.yml:",
      );
    }
    assertEquals(echo.seen, []);
    const { data, text } = await brace.call("run", { paths: ["script.yml"] });
    assertEquals(data.passed, true, text);
    assertEquals(echo.seen.map(({ path }) => path), ["/users/7", "/script"]);
    assertEquals(data.broken.length, 3);
  });

  it("is listed although its environment is broken, and does not run", async () => {
    await using echo = serveEcho();
    using folder = new Folder(shop(echo.url));
    await using brace = await connect(folder.path, ["--env=local"]);
    folder.write("environments/local.yml", "name: local\nvariables: [\n");
    const { data } = await brace.call("list");
    assertEquals(data.count, 1);
    assertStringIncludes(data.broken[0].at, "environments/local.yml:2:");
    for (const tool of ["run", "vars"]) {
      assertStringIncludes(await brace.fails(tool), "environments/local.yml:2");
    }
    assertEquals(echo.seen, []);
  });

  it("says so of its own file, without a way that there is not", async () => {
    using folder = new Folder(shop("http://127.0.0.1:1"));
    await using brace = await connect(folder.path, ["--env=local"]);
    folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo: [\n");
    for (const tool of ["list", "run", "vars"]) {
      const message = await brace.fails(tool);
      assertStringIncludes(message, "opencollection.yml:2:");
      assert(!message.includes("give their paths"), message);
    }
  });

  it("has an answer of 16 KB, however many files are broken", async () => {
    const many = Array.from({ length: 300 }, (_, at) => at);
    using folder = new Folder(shop(
      "http://127.0.0.1:1",
      Object.fromEntries(many.flatMap((at) => [
        [`b${at}/${"n".repeat(150)}.yml`, "info: [\n"],
        [`g${at}.yml`, order(`g${at}`)],
      ])),
    ));
    await using brace = await connect(folder.path, ["--env=local"]);
    const seen: string[] = [];
    for (let next: string | undefined = "0"; next !== undefined;) {
      const { data }: {
        data: { requests: { path: string }[]; next?: string };
      } = await brace.call("list", { cursor: next });
      seen.push(...data.requests.map(({ path }) => path));
      next = data.next;
    }
    assertEquals([seen.length, new Set(seen).size], [301, 301]);
    const { data } = await brace.call("vars");
    assertEquals(data.broken.at(-1).endsWith(" more: check has them]"), true);
    await brace.call("search", { text: "baseUrl" });
    await brace.call("describe", { path: "users/get.yml" });
    await brace.call("run", { paths: ["users"] });
    await brace.fails("run");
    for (const said of brace.said) {
      const { length } = new TextEncoder().encode(said);
      assert(length <= MAX_ANSWER, `${length}: ${said.slice(0, 300)}`);
    }
  });
});

describe("vars", TIMERS, () => {
  it("gives each variable once, with the number of definitions that it leaves out", async () => {
    const many = Array.from({ length: 60 }, (_, at) => at);
    using folder = new Folder(shop(
      "http://127.0.0.1:1",
      Object.fromEntries(many.map((at) => [
        `many/r${at}.yml`,
        order(
          "{{shared}}",
          `runtime:
  variables: [{ name: shared, value: "${at}" }, { name: own${at}, value: x }]
`,
        ),
      ])),
    ));
    await using brace = await connect(folder.path, ["--env=local"]);
    const seen: string[] = [];
    const all = new Map<string, number>();
    let count = 0;
    for (let next: string | undefined = "0"; next !== undefined;) {
      const { data } = await brace.call("vars", { cursor: next });
      for (const { name, more, definitions } of data.variables) {
        seen.push(name);
        if (more !== undefined) all.set(name, more + definitions.length);
        for (const { at } of definitions) assert(/:\d+:\d+$/.test(at), at);
      }
      count = data.count;
      next = data.next;
    }
    assertEquals([seen.length, new Set(seen).size], [count, count]);
    assertEquals(count, 64);
    assertEquals([...all], [["shared", 60]]);
    const { data } = await brace.call("vars", { name: "shared" });
    assertEquals([data.uses.length, data.omitted], [40, 20]);
  });
});
