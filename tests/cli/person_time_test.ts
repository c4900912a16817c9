import { assertEquals, assertMatch } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { inFolder } from "../support/in_folder.ts";
import { itNeeds } from "../support/needs.ts";
import { recordingServer } from "../support/recording_server.ts";
import { braceInTerminal } from "../support/terminal.ts";

const inTerminal = itNeeds("terminal");
const HOST = "Allow it?";
const SEND =
  'await client.sendRequest(client.runner.iterationData.get("other") + "/two")';
const LIMIT = ["--script-timeout", "150"];

/** What asks, its script and flags, and the paths that are sent. */
const QUESTIONS: [
  name: string,
  question: string,
  about: {
    readonly script?: string;
    readonly path?: string;
    readonly flags: readonly string[];
    readonly sent: readonly string[];
  },
][] = [
  ["whether a script may reach a host", HOST, {
    script: SEND,
    flags: LIMIT,
    sent: ["/two", "/one"],
  }],
  ["whether a trusted script may reach a host", HOST, {
    script: SEND,
    flags: [...LIMIT, "--trust-scripts"],
    sent: ["/two", "/one"],
  }],
  ["a value that a script inserts", "Name:", {
    script: 'client.setVar("path", client.interpolate("{{?Name}}"))',
    path: "{{path}}",
    flags: LIMIT,
    sent: ["/run"],
  }],
  ["a hidden value that a script inserts", "Password:", {
    script: 'client.setVar("path", client.interpolate("{{?Password}}"))',
    path: "{{path}}",
    flags: LIMIT,
    sent: ["/run"],
  }],
  ["whether a redirect may reach a host", HOST, {
    path: "one",
    flags: ["--timeout", "1000"],
    sent: ["/one", "/two"],
  }],
];

inTerminal(
  "the time for an answer is not in the pace that the progress line shows",
  async () => {
    await using server = recordingServer();
    const request = (name: string, path: string) =>
      `info: {name: ${name}, type: http}
http: {method: GET, url: "${server.url}/${path}"}`;
    await inFolder([
      ["opencollection.yml", "info: {name: C}"],
      ["a.yml", request("a", "{{?Name}}")],
      ["b.yml", request("b", "b")],
    ], async (folder) => {
      const { code, screen } = await braceInTerminal(
        ["run", folder],
        [["Name:", ""], [4_000, "x\r"]],
      );
      assertEquals(code, 0, screen);
      assertMatch(screen, /\[2\/2\] b\.yml …/);
      // The answer took four seconds.
      assertEquals(/\b0\.[0-4]\/s/.exec(screen)?.[0], undefined, screen);
    });
  },
);

describe("the time that somebody takes for an answer is neither a script's nor a request's", () => {
  for (const [name, question, about] of QUESTIONS) {
    inTerminal(`at the question for ${name}`, async () => {
      const { script, path = "one", flags, sent } = about;
      const targets: string[] = [];
      await using other = recordingServer((request) => {
        targets.push(request.target);
        return {};
      });
      await using server = recordingServer((request) => {
        targets.push(request.target);
        return script === undefined
          ? { status: 302, headers: [["Location", `${other.url}/two`]] }
          : {};
      });
      await inFolder([
        ["opencollection.yml", "info: {name: C}"],
        [
          "a.yml",
          `info: {name: a, type: http}
http: {method: GET, url: "${server.url}/${path}"}
${
            script === undefined ? "" : `runtime:
  scripts: [{type: before-request, code: '${script}'}]`
          }`,
        ],
        ["rows.csv", `other\n${other.url}\n`],
      ], async (folder) => {
        const { code, screen } = await braceInTerminal(
          ["run", folder, "--data", `${folder}/rows.csv`, ...flags],
          // More than ten times the limit of a script.
          [[question, ""], [2_000, "run\r"]],
        );
        assertEquals(code, 0, screen);
        assertEquals(targets, sent);
        // It is not the run's time.
        assertEquals(/ \d+\.\d+ s\b/.exec(screen)?.[0], undefined, screen);
      });
    });
  }
});
