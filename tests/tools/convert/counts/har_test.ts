import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { assertAddsUp } from "../../../support/adds_up.ts";
import { type Counted, together } from "../../../support/counted.ts";
import { runs } from "../../../support/check.ts";

const entry: fc.Arbitrary<Counted<unknown>> = fc.record({
  url: fc.constantFrom(
    "http://a/b",
    "http://a/b",
    "https://c/?d=e",
    "ws://a",
    "data:x",
    "",
    null,
  ),
  method: fc.constantFrom("GET", "post", "", null),
  status: fc.constantFrom(200, 0, 404, null, "200"),
  text: fc.constantFrom("{}", "x".repeat(30_000), undefined),
  messages: fc.constantFrom(undefined, [
    { type: "send", opcode: 1, data: "{{x" },
    { type: "receive", data: "y" },
  ]),
  headers: fc.constantFrom(
    [],
    [{ name: "Authorization", value: "Bearer x1" }],
    [{ name: "Content-Length", value: "307" }],
    [{ name: "Content-Type", value: "multipart/form-data; boundary=x" }],
  ),
  bodySize: fc.constantFrom(undefined, -1, 0, 307),
  postData: fc.constantFrom(undefined, { text: "", params: [] }, {
    mimeType: "text/plain",
    text: "x",
  }),
}).map(({ status, text, messages, ...request }) => ({
  value: {
    request,
    response: { status, content: { text, mimeType: "application/json" } },
    _webSocketMessages: messages,
  },
  counts: {
    requests: 1,
    examples: typeof status === "number" && status > 0 ? 1 : 0,
  },
}));

describe("the counts of a HAR import", () => {
  it("add up", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 6 }),
        fc.constantFrom("http://a/b", "http://z"),
        async (entries, url) => {
          // Without a request there is nothing to import.
          const first = {
            value: { request: { url } },
            counts: { requests: 1 },
          };
          const { values, counts } = together([...entries, first, ...entries]);
          await assertAddsUp(
            "har",
            { "a.har": JSON.stringify({ log: { entries: values } }) },
            { counts, main: "a.har" },
          );
        },
      ),
      { numRuns: runs(50) },
    );
  });
});
