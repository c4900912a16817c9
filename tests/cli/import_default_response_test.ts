import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";

const SCHEMA = { type: "object", required: ["id"] };

function response(type = "application/json") {
  return { description: "r", content: { [type]: { schema: SCHEMA } } };
}

describe("brace import --with-tests of a response default", () => {
  const brace = braceRows();

  /** The responses, the notes, and what a run says of an answer without `id`. */
  const CASES: readonly {
    what: string;
    responses: Record<string, unknown>;
    notes?: readonly string[];
    /** The statuses of answers, and whether the run fails. */
    answers: readonly (readonly [status: number, fails: boolean])[];
  }[] = [
    {
      what: "alone",
      responses: { default: response() },
      answers: [[200, true], [404, true]],
    },
    {
      what: "beside errors",
      responses: {
        default: response(),
        "404": response("text/plain"),
        "5XX": { description: "broken" },
      },
      answers: [[200, true], [400, true], [404, false], [503, false]],
    },
    {
      what: "beside a success, where it is an error",
      responses: { "200": { description: "ok" }, default: response() },
      answers: [[200, false]],
    },
    {
      what: "that is no JSON",
      responses: { default: response("image/png") },
      notes: [
        "Left out the schema test of a response, whose media type is not JSON",
      ],
      answers: [[200, false]],
    },
  ];
  for (const { what, responses, notes = [], answers } of CASES) {
    it(what, async () => {
      let now = 200;
      await using server = Deno.serve({
        port: 0,
        hostname: "127.0.0.1",
        onListen: () => {},
      }, () => Response.json({}, { status: now }));
      const root = await Deno.makeTempDir();
      await Deno.writeTextFile(
        join(root, "api.json"),
        JSON.stringify({
          openapi: "3.0.3",
          info: { title: "Shop", version: "1" },
          servers: [{ url: `http://127.0.0.1:${server.addr.port}` }],
          paths: {
            "/x": {
              get: {
                summary: "Get",
                responses,
              },
            },
          },
        }),
      );
      const { code, stdout, stderr } = await brace(
        ["import", "api.json", "-o", "made", "--with-tests", "--format=json"],
        { cwd: root },
      );
      assertEquals(code, 0, stderr);
      const said: { message: string }[] = JSON.parse(stdout).notes;
      assertEquals(said.map(({ message }) => message), notes);
      for (const [status, fails] of answers) {
        now = status;
        const ran = await brace(
          ["run", "made", "--env=127.0.0.1"],
          { cwd: root },
        );
        const all = ran.stdout + ran.stderr;
        assertEquals(ran.code, fails ? 1 : 0, `${status}: ${all}`);
        if (fails) {
          assertStringIncludes(all, "✗ the response matches its schema");
        }
      }
    });
  }
});
