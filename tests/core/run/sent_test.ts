import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { RunPorts } from "../../../lib/core/run/ports.ts";
import {
  NetworkError,
  PermissionError,
} from "../../../lib/core/source/errors.ts";
import { responseWith } from "../../support/response_with.ts";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

const REFUSED = [{
  code: "PERMISSION",
  severity: "error",
  message: "",
}] as const;
const refuse = (sent: boolean) =>
  Promise.reject(new PermissionError(REFUSED, { sent }));
const broken = () =>
  Promise.reject(
    new NetworkError([{ code: "CONNECTION", severity: "error", message: "" }]),
  );
const fine = () => Promise.resolve(responseWith("{}"));

/** Runs one request, repeated once, whose sendings come out so, one after the other. */
async function sentWhen(
  outcomes: (() => ReturnType<RunPorts["send"]>)[],
  signer?: RunPorts["signer"],
) {
  const { results } = await runCollection({
    "a.yml": `info: {name: a}
http: {method: GET, url: "{{server}}/a", auth: {type: digest, username: u, password: p}}
extensions:
  brace: {repeatUntil: {expression: res.body.done, limit: 2, delay: 0}}
`,
  }, {
    retry: 1,
    ports: {
      send: () => outcomes.shift()!(),
      sleep: () => Promise.resolve(),
      ...(signer && { signer }),
    },
  });
  assertEquals(outcomes, []);
  assertEquals(results[0].failures, ["permission"]);
  return results[0].sent !== undefined;
}

describe("a request that was refused", () => {
  it("was not sent where nothing went out", async () => {
    assertEquals(await sentWhen([() => refuse(false)]), false);
  });

  it("was sent where the refusal came after a redirect", async () => {
    assertEquals(await sentWhen([() => refuse(true)]), true);
  });

  it("was sent where an attempt before had failed otherwise", async () => {
    assertEquals(await sentWhen([broken, () => refuse(false)]), true);
  });

  it("was sent where it had a response before it was repeated", async () => {
    let signed = 0;
    const signer = () =>
      ++signed === 1 ? Promise.resolve(undefined) : refuse(false);
    assertEquals(await sentWhen([fine], signer), true);
  });
});

describe("--output", () => {
  it("is for the last request, in the last iteration", async () => {
    const outputs: unknown[] = [];
    const files = {
      "a.yml": request("GET /a"),
      "b.yml": request("GET /b"),
      "c.yml": "info: {name: C, type: mqtt}\n",
    };
    await runCollection(files, {
      rows: [{}, {}],
      output: "out.json",
      ports: {
        send: (_, { label, output }) => {
          outputs.push([label, output]);
          return fine();
        },
      },
    });
    assertEquals(outputs, [
      ["a.yml", undefined],
      ["b.yml", undefined],
      ["a.yml", undefined],
      ["b.yml", "out.json"],
    ]);
  });

  for (
    const [saved, says] of [
      [undefined, "raise --max-response-size or --timeout"],
      [{ path: "out.json", whole: false }, "or --timeout"],
      [{ path: "out.json", whole: true }, 'all of it is in "out.json"'],
    ] as const
  ) {
    it(`says what scripts do not see: ${says}`, async () => {
      const { results } = await runCollection({ "a.yml": request("GET /a") }, {
        output: "out.json",
        ports: {
          send: async () => ({
            ...await fine(),
            truncated: true,
            ...(saved && { saved }),
          }),
        },
      });
      const [{ code, severity, message }] = results[0].diagnostics.map(inFlags);
      assertEquals([code, severity], ["LIMIT", "warning"]);
      assert(message.includes(says), message);
    });
  }

  it("is for the request that was selected, not for those that its scripts run", async () => {
    const outputs: unknown[] = [];
    await runCollection({
      "a.yml": request("GET /a", {
        runtime: scripts({
          "before-request": `await client.runRequest("b")`,
        }),
      }),
      "b.yml": request("GET /b"),
    }, {
      paths: ["a.yml"],
      output: "out.json",
      ports: {
        send: (_, { label, output }) => {
          outputs.push([label, output]);
          return fine();
        },
      },
    });
    assertEquals(outputs, [["b.yml", undefined], ["a.yml", "out.json"]]);
  });
});
