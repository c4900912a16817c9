import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { brace, type Outcome } from "../support/brace.ts";
import { assertFixture } from "../support/golden.ts";
import { lanes } from "../support/lanes.ts";
import {
  type RecordingResponse,
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/**
 * `fixtures/bad/CASE/`: `case.json` says how `brace run` is called there and
 * what comes of it, `expected.txt` is what it prints. `{{server}}` is a server
 * that records, `{{secure}}` one whose certificate nobody trusts.
 */
interface Case {
  readonly args: readonly string[];
  /** The exit code. */
  readonly code: number;
  /** How many requests arrive. */
  readonly sent: number;
}

const FOLDER = new URL("../../fixtures/bad/", import.meta.url);
const NAMES = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();

function answer(path: string): RecordingResponse | Promise<RecordingResponse> {
  switch (path) {
    case "hang":
      return new Promise(() => {});
    case "redirect-out":
      return {
        status: 302,
        headers: [["Location", "http://elsewhere.invalid/take"]],
      };
    case "invalid-json":
      return {
        headers: [["Content-Type", "application/json"]],
        body: '{"name": "Ada"',
      };
    default:
      return { json: { items: [{ name: "Ada" }, { name: "Alan" }] } };
  }
}

describe("brace run with bad input", () => {
  let server: RecordingServer;
  let secure: RecordingServer;
  let outcomes: Map<string, Promise<Outcome>>;

  beforeAll(async () => {
    server = recordingServer(({ target }) => answer(target.split("/")[2]));
    const pem = fromFileUrl(new URL("invalid-certificate/server", FOLDER));
    secure = recordingServer(undefined, {
      tls: {
        cert: await Deno.readTextFile(`${pem}.crt`),
        key: await Deno.readTextFile(`${pem}.key`),
      },
    });
    const running = lanes(
      2,
      NAMES.map((name) => () => run(name, server, secure)),
    );
    outcomes = new Map(NAMES.map((name, index) => [name, running[index]]));
  });

  afterAll(async () => {
    await server.close();
    await secure.close();
  });

  for (const name of NAMES) {
    it(name, async () => {
      const { code, sent } = readCase(name);
      const outcome = await outcomes.get(name)!;
      const printed = normalize(outcome.stdout + outcome.stderr, [
        [server.url, "SERVER"],
        [server.host, "SERVER"],
        [secure.host, "SECURE"],
      ]);
      assert(
        !/\n\s+at .*\.[jt]s:\d/.test(printed),
        `a stack trace: ${printed}`,
      );
      assertFixture(`bad/${name}/expected.txt`, printed);
      assertEquals(outcome.code, code, printed);
      const arrived = server.requests.filter(({ target }) =>
        target.startsWith(`/${name}/`)
      );
      assertEquals(arrived.length, sent);
    });
  }

  it("sends nothing over a connection that is not trusted", () => {
    assertEquals(secure.requests.length, 0);
  });
});

function readCase(name: string): Case {
  return JSON.parse(
    Deno.readTextFileSync(new URL(`${name}/case.json`, FOLDER)),
  );
}

async function run(
  name: string,
  server: RecordingServer,
  secure: RecordingServer,
): Promise<Outcome> {
  return await brace([
    "run",
    ...readCase(name).args,
    "--var",
    `server=${server.url}/${name}`,
    "--var",
    `secure=${secure.url}`,
  ], { cwd: fromFileUrl(new URL(name, FOLDER)) });
}

/** Ports and durations differ each time. */
function normalize(
  text: string,
  names: readonly (readonly [string, string])[],
): string {
  let out = text;
  for (const [value, name] of names) out = out.replaceAll(value, name);
  return out
    .replace(/ +<?\d+(?:\.\d+)? m?s$/gm, " TIME")
    .replace(/^( +time +)\S.*$/gm, "$1TIME");
}
