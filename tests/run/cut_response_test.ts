import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { request, runCollection } from "../support/run_collection.ts";

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
