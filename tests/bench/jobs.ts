import { runCollection } from "../../run.ts";
import type { Row } from "./row.ts";

/** A share of 1.33 is 12 times as fast, one of 2 is 8 times. */
const JOBS = 16;
const REQUESTS = 320;
/** Milliseconds that the server waits. */
const WAIT = 50;

const SCRIPTS = `runtime:
  scripts:
    - type: before-request
      code: client.setVar("at", Date.now())
    - type: tests
      code: |
        const body = res.body;
        client.setVar("first", body.items[0].id);
        test("status", () => {
          expect(res.status).to.equal(200);
        });
        test("items", () => {
          expect(body.items).to.be.an("array").with.length(2);
          expect(body.items[1].id).to.equal(2);
        });
`;

/** Sixteen groups at a time, against the sixteenth part of the time that they take one after the other. */
export async function rows(): Promise<Row[]> {
  // In a thread of its own, so that only the client's time counts.
  const source =
    `const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async () => {
       await new Promise((resolve) => setTimeout(resolve, ${WAIT}));
       return Response.json({ items: [{ id: 1, name: "a" }, { id: 2, name: "b" }] });
     });
     self.postMessage(server.addr.port);`;
  const worker = new Worker(
    `data:application/javascript,${encodeURIComponent(source)}`,
    { type: "module" },
  );
  const port = await new Promise<number>((resolve) =>
    worker.onmessage = ({ data }) => resolve(data)
  );
  const rows = [];
  for (
    const [name, scripts, limit] of [
      ["without scripts", "", 1.33],
      ["with scripts", SCRIPTS, 2],
    ] as const
  ) {
    const files = new Map([
      ["opencollection.yml", "info: {name: Bench}"],
      [
        "a.yml",
        `info: {name: a, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:${port}/"}\n${scripts}`,
      ],
    ]);
    const time = async (jobs: number, iterations: number) => {
      const { summary, exitCode } = await runCollection({ root: "", files }, {
        jobs,
        iterations,
      });
      if (exitCode !== 0) throw new Error(`exit code ${exitCode}`);
      return summary.duration;
    };
    await time(JOBS, 2 * JOBS);
    const parallel = await time(JOBS, REQUESTS);
    const sequential = await time(1, REQUESTS / 4) * 4;
    rows.push({
      name: `${JOBS} jobs : their share of one after the other, ${name}`,
      ratio: parallel / (sequential / JOBS),
      limit,
    });
  }
  worker.terminate();
  return rows;
}
