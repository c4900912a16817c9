import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { assertAddsUp } from "../../../support/adds_up.ts";

const urls = fc.array(
  fc.constantFrom(
    "http://a/b",
    "http://a/b",
    "--url http://c",
    "'http://d/?x=1&y=2'",
  ),
  { minLength: 1, maxLength: 3 },
);
const flags = fc.array(
  fc.constantFrom(
    "-H 'X-A: 1'",
    "-d a=b",
    "-o out.txt",
    "-sSL",
    "--frobnicate",
    "-u grace:hopper1",
    "--compressed",
    "-X POST",
    "\\\n ",
  ),
  { maxLength: 4 },
);

/** A command, and how many URLs it has. */
const curl = fc.record({
  urls,
  flags,
  program: fc.constantFrom("curl", "time curl", "/usr/bin/curl", "$ curl"),
}).map(({ urls, flags, program }) => ({
  text: [program, ...flags, ...urls].join(" "),
  requests: urls.length,
}));
const other = fc.constantFrom("# a comment", "echo hello", "export A=1", "")
  .map((text) => ({ text, requests: 0 }));
const behind = fc.constantFrom(
  { text: "", requests: 0 },
  { text: " | jq .", requests: 0 },
  { text: " > out.json", requests: 0 },
  { text: " | jq '.a", requests: 0, isOpen: true },
  { text: " | tee log; curl http://behind", requests: 1 },
  { text: " && curl http://behind http://too", requests: 2 },
  {
    text: " > a.txt; curl http://behind | jq . ; curl http://more",
    requests: 2,
  },
).filter((one) => !("isOpen" in one));

describe("the counts of a curl import", () => {
  it("add up", async () => {
    await fc.assert(fc.asyncProperty(
      curl,
      fc.array(fc.tuple(fc.oneof(curl, other), behind), { maxLength: 4 }),
      async (first, more) => {
        const lines = [first.text];
        let { requests } = first;
        for (const [command, rest] of more) {
          const isCommand = command.text !== "" &&
            !command.text.startsWith("#");
          lines.push(command.text + (isCommand ? rest.text : ""));
          requests += command.requests + (isCommand ? rest.requests : 0);
        }
        await assertAddsUp(
          "curl",
          { "a.sh": lines.join("\n") },
          { counts: { requests }, main: "a.sh" },
        );
      },
    ));
  });
});
