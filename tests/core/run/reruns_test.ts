import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { responseWith } from "../../support/response_with.ts";
import {
  type Ran,
  request,
  runCollection,
  type RunSetup,
  scripts,
} from "../../support/run_collection.ts";

const EXPECTS = (path: string, status = 200) =>
  request(`GET /${path}`, {
    runtime:
      `assertions: [{expression: res.status, operator: eq, value: "${status}"}]`,
  });

/** A server whose paths fail so many times. */
function failing(times: Record<string, number>): RunSetup["handler"] {
  const left = new Map(Object.entries(times));
  return ({ target }) => {
    const count = left.get(target) ?? 0;
    left.set(target, count - 1);
    return { status: count > 0 ? 500 : 200, json: {} };
  };
}

const FILES = {
  "a/1.yml": EXPECTS("a/1"),
  "a/2.yml": EXPECTS("a/2"),
  "b/1.yml": EXPECTS("b/1"),
};

const told = ({ results }: Ran) =>
  results.map(({ step, status, rerun, flaky }) =>
    [
      step.item.path.replace(".yml", ""),
      status,
      ...rerun === undefined ? [] : [rerun],
      ...flaky === undefined ? [] : ["flaky"],
    ].join(" ")
  );

describe("reruns", () => {
  for (const jobs of [1, 2]) {
    it(`run a failed group again at the end, with ${jobs} jobs`, async () => {
      const ran = await runCollection(FILES, {
        jobs,
        reruns: 2,
        handler: failing({ "/a/2": 1 }),
      });
      assertEquals(told(ran).slice(-2), ["a/1 passed 1", "a/2 passed 1 flaky"]);
      assertEquals(told(ran).slice(0, 3).toSorted(), [
        "a/1 passed",
        "a/2 failed",
        "b/1 passed",
      ]);
      assertEquals(ran.summary.flaky, 1);
      const { total, passed, failed } = ran.summary.requests;
      assertEquals([total, passed, failed], [3, 3, 0]);
      assertEquals(ran.summary.assertions.failed, 0);
      const [flaky] = ran.results.at(-1)!.flaky!;
      assertEquals(flaky.code, "ASSERTION");
    });
  }

  for (const [jobs, seen] of [[1, "passed"], [2, "errored"]] as const) {
    it(`keep what scripts set ${jobs === 1 ? "for the next" : "apart"}, with ${jobs} jobs`, async () => {
      const ran = await runCollection({
        "a/1.yml": request("GET /a", {
          runtime: scripts({
            tests:
              `client.setVar("v", "from a"); test("t", () => expect(res.status).to.equal(200))`,
          }),
        }),
        "b/1.yml": request("GET /b", {
          runtime: scripts({
            tests:
              `client.getVar("v"); test("t", () => expect(res.status).to.equal(200))`,
          }),
        }),
      }, {
        jobs,
        reruns: 1,
        handler: failing({ "/a": 1, "/b": 1 }),
      });
      // Where groups run apart, asking for another one's variable is an error.
      const again = ran.results.filter(({ rerun }) => rerun === 1);
      assertEquals(
        again.map(({ step, status }) => `${step.item.path} ${status}`).sort(),
        ["a/1.yml passed", `b/1.yml ${seen}`],
      );
    });
  }

  it("are so many at most", async () => {
    const ran = await runCollection(FILES, {
      reruns: 2,
      handler: failing({ "/b/1": 9 }),
    });
    assertEquals(told(ran), [
      "a/1 passed",
      "a/2 passed",
      "b/1 failed",
      "b/1 failed 1",
      "b/1 failed 2",
    ]);
    assertEquals(ran.summary.flaky, undefined);
    assertEquals(ran.summary.requests.failed, 1);
  });

  it("mark what failed in any of the runs before", async () => {
    const ran = await runCollection(FILES, {
      reruns: 3,
      handler: failing({ "/a/1": 1, "/a/2": 2 }),
    });
    assertEquals(told(ran).slice(-4), [
      "a/1 passed 1 flaky",
      "a/2 failed 1",
      "a/1 passed 2 flaky",
      "a/2 passed 2 flaky",
    ]);
    assertEquals(ran.summary.flaky, 2);
  });

  it("are of single iterations", async () => {
    const ran = await runCollection({ "a.yml": EXPECTS("a/{{n}}") }, {
      reruns: 1,
      rows: [{ n: 1 }, { n: 2 }, { n: 3 }],
      handler: failing({ "/a/2": 1 }),
    });
    assertEquals(ran.targets, ["/a/1", "/a/2", "/a/3", "/a/2"]);
  });

  for (
    const [name, setup] of [
      ["none is asked for", {}],
      ["all passed", { reruns: 1, handler: undefined }],
      ["--bail ended the run", { reruns: 2 ** 31 - 1, bail: true }],
    ] satisfies [string, RunSetup][]
  ) {
    it(`are none where ${name}`, async () => {
      const { results } = await runCollection(FILES, {
        handler: failing({ "/b/1": 1 }),
        ...setup,
      });
      assertEquals(results.length, 3);
    });
  }

  it("leave setup and teardown alone", async () => {
    const main =
      "opencollection: 1.0.0\ninfo: {name: Test}\nextensions: {brace: {setup: [a/1], teardown: [b/1]}}";
    const ran = await runCollection({ "opencollection.yml": main, ...FILES }, {
      reruns: 1,
      handler: failing({ "/a/2": 1, "/b/1": 1 }),
    });
    assertEquals(told(ran), [
      "a/1 passed",
      "a/2 failed",
      "a/2 passed 1 flaky",
      "b/1 failed",
    ]);
  });

  it("start from setup where groups are apart, and where they left off otherwise", async () => {
    const files = {
      "a/1.yml": request("GET /a/1", {
        runtime: `${
          scripts({
            tests: `const n = (client.getVar("n") ?? 0) + 1
client.setVar("n", n)
console.log(n)`,
          })
        }\nassertions: [{expression: res.status, operator: eq, value: "200"}]`,
      }),
    };
    for (
      const [jobs, expected] of [[1, ["1", "2"]], [2, ["1", "1"]]] as const
    ) {
      const { console } = await runCollection(files, {
        jobs,
        reruns: 1,
        handler: failing({ "/a/1": 1 }),
      });
      assertEquals(console, expected);
    }
  });
});

describe("slow requests", () => {
  it("are marked", async () => {
    const run = async (slow: number) => {
      const { results, summary } = await runCollection(
        { "a.yml": request("GET /a"), "b.yml": request("GET /b") },
        {
          slow,
          ports: {
            send: ({ url }) => {
              const total = url.endsWith("/a") ? 100 : 200;
              return Promise.resolve(
                responseWith("{}", "application/json", { timings: { total } }),
              );
            },
          },
        },
      );
      return [summary.slow, ...results.map(({ slow }) => slow)];
    };
    assertEquals(await run(200), [undefined, undefined, undefined]);
    assertEquals(await run(199), [1, undefined, true]);
    assertEquals(await run(0), [2, true, true]);
  });
});
