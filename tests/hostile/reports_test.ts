import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { brace } from "../support/brace.ts";
import { oneLine } from "../support/one_line.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** What is asked for, the message, and where a request may be sent though. */
const ROWS: {
  name: string;
  input: string[];
  expected: RegExp;
  code: number;
}[] = [
  {
    name: "two reports with one path, written differently",
    input: ["--reporter=json=out/x", "--reporter=tap=./out/../out/x"],
    expected: /"--reporter json" writes to that file/,
    code: 2,
  },
  {
    name: "two reports with one path by a link",
    input: ["--reporter=json=real", "--reporter=tap=link"],
    expected: /"--reporter json" writes to that file/,
    code: 2,
  },
  {
    name: "a report where the response goes",
    input: ["--output=out/y", "--reporter=ndjson=./out/y"],
    expected: /"--output" writes to that file/,
    code: 2,
  },
  {
    name: "a folder that is a file",
    input: ["--reporter=har=a.yml/x.har"],
    expected: /Cannot write "a.yml\/x.har": a part of the path is not a folder/,
    code: 2,
  },
  {
    name: "a report that is a folder",
    input: ["--reporter=ndjson=out"],
    expected: /Cannot write "out": /,
    code: 2,
  },
  {
    name: "two reports on standard output",
    input: ["--reporter=json=-", "--reporter=tap=-"],
    expected: /another report goes to standard output/,
    code: 2,
  },
];

describe("reports that cannot be had", () => {
  let cwd: string;
  let server: RecordingServer;
  beforeAll(() => {
    cwd = Deno.makeTempDirSync();
    server = recordingServer(() => ({ status: 200 }));
    Deno.mkdirSync(`${cwd}/out`);
    Deno.writeTextFileSync(`${cwd}/opencollection.yml`, "info: {name: C}\n");
    Deno.writeTextFileSync(`${cwd}/real`, "old");
    Deno.symlinkSync("real", `${cwd}/link`);
    Deno.writeTextFileSync(
      `${cwd}/a.yml`,
      `info: {name: A, type: http}\nhttp: {method: GET, url: "${server.url}/"}\n`,
    );
  });
  afterAll(async () => {
    await server.close();
    Deno.removeSync(cwd, { recursive: true });
  });

  for (const { name, input, expected, code } of ROWS) {
    it(`are known before anything is sent: ${name}`, async () => {
      const outcome = await brace(["run", "a.yml", ...input], { cwd });
      assertEquals(outcome.code, code, outcome.stderr);
      assertMatch(oneLine(outcome.stderr), expected);
      assertEquals(server.requests.length, 0);
      assertEquals([...Deno.readDirSync(`${cwd}/out`)], []);
      assertEquals(Deno.readTextFileSync(`${cwd}/real`), "old");
    });
  }
});
