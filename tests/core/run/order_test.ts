import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

const say = (name: string) =>
  scripts({
    "before-request": `console.log("before ${name}")`,
    "after-response": `console.log("after ${name}")`,
    tests: `console.log("tests ${name}")`,
  });

function files(flow: string): Record<string, string> {
  return {
    "opencollection.yml": `opencollection: 1.0.0
info: {name: Order}
${flow}
request:
  ${say("collection").replaceAll("\n", "\n  ")}`,
    "outer/folder.yml": `info: {name: outer}
request:
  ${say("outer").replaceAll("\n", "\n  ")}`,
    "outer/inner/folder.yml": `info: {name: inner}
request:
  ${say("inner").replaceAll("\n", "\n  ")}`,
    "outer/inner/get.yml": request("GET /x", { runtime: say("request") }),
  };
}

describe("the order around a request", () => {
  it("is a sandwich", async () => {
    const { console, targets } = await runCollection(files(""));
    assertEquals(targets, ["/x"]);
    assertEquals(console, [
      "before collection",
      "before outer",
      "before inner",
      "before request",
      "after request",
      "after inner",
      "after outer",
      "after collection",
      "tests request",
      "tests inner",
      "tests outer",
      "tests collection",
    ]);
  });

  it("is sequential when the collection says so", async () => {
    const { console } = await runCollection(
      files("extensions: {bruno: {scripts: {flow: sequential}}}"),
    );
    assertEquals(console.slice(4, 8), [
      "after collection",
      "after outer",
      "after inner",
      "after request",
    ]);
  });

  it("is actions, after-response scripts, assertions, tests", async () => {
    const { results } = await runCollection({
      "get.yml": request("GET /x", {
        runtime: `actions:
  - type: set-variable
    phase: after-response
    selector: {expression: res.body.target, method: jsonq}
    variable: {name: seen, scope: runtime}
${
          scripts({
            "after-response":
              `client.setVar("seen", client.getVar("seen") + "!")`,
            tests:
              `test("seen", () => expect(client.getVar("seen")).to.equal("/x!"))`,
          })
        }
assertions:
  - {expression: client.getVar("seen"), operator: eq, value: /x!}`,
      }),
    });
    assertEquals(
      results[0].status,
      "passed",
      results[0].diagnostics[0]?.message,
    );
    assertEquals(results[0].tests.length, 1);
    assertEquals(results[0].assertions.length, 1);
  });

  it("runs folders, then requests, by seq", async () => {
    const { targets } = await runCollection({
      "b.yml": request("GET /b", { seq: 2 }),
      "a.yml": request("GET /a", { seq: 1 }),
      "z/one.yml": request("GET /z/one"),
    });
    assertEquals(targets, ["/z/one", "/a", "/b"]);
  });
});
