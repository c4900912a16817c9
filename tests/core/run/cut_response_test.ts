import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

describe("a response over the limit", () => {
  it("is cut and warned about", async () => {
    for (const [size, codes] of [[1, []], [6, ["LIMIT"]]] as const) {
      const { results: [result] } = await runCollection({
        "1.yml": request("GET /x"),
      }, {
        maxResponseSize: 5,
        handler: () => ({
          body: new Uint8Array(size * 1024 * 1024),
        }),
      });
      assertEquals(result.status, "passed");
      assertEquals(
        result.diagnostics.map(({ code, severity }) => [code, severity]),
        codes.map((code) => [code, "warning"]),
      );
    }
  });
});

describe("a response that ends before its framing says so", () => {
  const CUT = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n";

  it("is a failure: what came is shown, and nothing else sees it", async () => {
    const runtime = `assertions:
  - {expression: res.status, operator: eq, value: "200"}
${
      scripts({
        "after-response": "console.log(res.status)",
        tests: "test('t', () => {})",
      })
    }`;
    const { results: [result], console } = await runCollection({
      "1.yml": request("GET /x", { runtime }),
    }, { handler: () => ({ raw: `${CUT}abc` }) });
    assertEquals([result.status, result.failures], ["errored", ["network"]]);
    assertEquals(result.diagnostics.map(({ code }) => code), ["RESPONSE_CUT"]);
    assertEquals([result.assertions, result.tests, console], [[], [], []]);
    const { cut, truncated, body } = result.response!;
    assertEquals([cut, truncated], [true, true]);
    assertEquals(new TextDecoder().decode(body), "abc");
  });

  it("is a failure for scripts that send, and sent again by retries", async () => {
    const runtime = scripts({
      "before-request": `
for (const send of [
  () => client.sendRequest({ url: client.getVar("server") + "/cut" }),
  () => client.runRequest("cut"),
]) {
  try { await send(); console.log("whole"); }
  catch (error) { console.log(error.message.includes("cut off")); }
}`,
    });
    const { console, targets } = await runCollection({
      "1.yml": request("GET /x", { seq: 1, runtime }),
      "cut.yml": request("GET /cut", { seq: 2 }),
    }, {
      retry: 1,
      handler: ({ target }) =>
        target === "/cut" ? { raw: `${CUT}abc` } : undefined,
    });
    assertEquals(console, ["true", "true"]);
    assertEquals(targets.slice(-2), ["/cut", "/cut"]);
  });
});
