import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { assertAddsUp } from "../../../support/adds_up.ts";
import { runs } from "../../../support/check.ts";

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
/** A command of another program, and whether it sends a request. */
const stream = fc.tuple(
  fc.constantFrom(
    { program: "grpcurl", target: "h:1 a.S/M", requests: 1 },
    { program: "grpcurl", target: "h:1 a.S.M", requests: 1 },
    { program: "grpcurl", target: "h:1 list", requests: 0 },
    { program: "grpcurl", target: "h:1 describe a.S", requests: 0 },
    { program: "grpcurl", target: "h:1", requests: 0 },
    { program: "echo '{}' | grpcurl -d @", target: "h:1 a.S/M", requests: 1 },
    { program: "websocat", target: "ws://h/a", requests: 1 },
    { program: "websocat", target: "- wss://h", requests: 1 },
    { program: "websocat", target: "-s 1234", requests: 0 },
    { program: "echo hi | websocat", target: "ws://h", requests: 1 },
    { program: "npx wscat", target: "-c ws://h -x a -x b", requests: 1 },
    { program: "wscat", target: "-l 80", requests: 0 },
  ),
  fc.array(
    fc.constantFrom(
      "-H 'X-A: 1'",
      "-H 'Authorization: Bearer literal-token-1'",
      "--frobnicate",
      "-Z",
      "--cert=me.pem",
    ),
    { maxLength: 3 },
  ),
).map(([{ program, target, requests }, flags]) => ({
  text: [program, ...flags, target].join(" "),
  requests,
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

/** A part of a document, and how many requests its code sends. */
const block = fc.oneof(
  fc.tuple(fc.oneof(curl, stream, other), fc.constantFrom("sh", "", "console"))
    .map(([{ text, requests }, language]) => ({
      text: `\`\`\`${language}\n${text}\n\`\`\``,
      requests,
    })),
  curl.filter(({ text }) => !/\n|^time|^\//.test(text)).chain((one) =>
    fc.constantFrom(
      { text: `Run \`${one.text}\`, or don't.`, requests: one.requests },
      { text: `- ${one.text}`, requests: one.requests },
    )
  ),
  fc.constantFrom(
    "Use `curl` to call it with curl to see more, if you'd like.",
    "curl is a program; `curl -V` says which.",
    '```json\n{"a": "curl http://a"}\n```',
    "~~~\nls\n~~~",
  ).map((text) => ({ text, requests: 0 })),
);

describe("the counts of a curl import", () => {
  it("add up", async () => {
    await fc.assert(
      fc.asyncProperty(
        curl,
        fc.array(fc.tuple(fc.oneof(curl, stream, other), behind), {
          maxLength: 4,
        }),
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
      ),
      { numRuns: runs(50) },
    );
  });

  it("add up for Markdown", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { maxLength: 5 }),
        fc.constantFrom("", "> "),
        async (blocks, mark) => {
          const text = ["# Title", ...blocks.map(({ text }) => text)]
            .join("\n\n").replaceAll(/^/gm, mark);
          const requests = blocks.reduce((sum, one) => sum + one.requests, 1);
          await assertAddsUp(
            "curl",
            { "a.md": `${text}\n\n    curl http://last` },
            { counts: { requests }, main: "a.md" },
          );
        },
      ),
      { numRuns: runs(50) },
    );
  });
});
