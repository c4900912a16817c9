import { indexCollection } from "../../lib/tools/check/index_collection.ts";
import { readScript } from "../../lib/tools/check/script/read_script.ts";
import { openCheck } from "../../lib/host/check/open_check.ts";
import { loadCollection } from "../../lib/host/files/load_collection.ts";
import { manyRequests, request, writeFiles } from "./many_requests.ts";
import type { Row } from "./row.ts";

/** The time of the fastest of some rounds, in milliseconds. */
async function best(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

export async function rows(): Promise<Row[]> {
  const all = manyRequests();
  const folder = await writeFiles(all);
  try {
    const options = {
      paths: [folder],
      environments: [],
      vars: [],
      envVars: [],
    };
    const loading = await best(() => loadCollection([folder]));
    const checking = await best(async () => {
      const { index } = await openCheck(options);
      const { diagnostics } = index!.check();
      if (diagnostics.length > 0) throw new Error(diagnostics[0].message);
    });
    const index = indexCollection({ root: "", files: all }, { readScript });
    index.diagnostics();
    const path = "folder-25/request-50.yml";
    let round = 0;
    const edit = () =>
      index.updateFile(path, `${request(50)}docs: round ${round++}\n`);
    const editing = await best(() => {
      edit();
      index.diagnosticsOf(path);
    });
    const completing = await best(() => {
      edit();
      index.index?.names();
    });
    const everything = await best(() => {
      edit();
      index.diagnostics();
    });
    return [
      {
        name: `5,000 requests checked, loading included / loaded (${
          loading.toFixed(0)
        } ms)`,
        ratio: checking / loading,
        limit: 3,
      },
      {
        // 100 ms on a machine that loads them in 400.
        name: "diagnostics of a file of them after an edit / loading them",
        ratio: editing / loading,
        limit: 0.25,
      },
      {
        // 50 ms on such a machine.
        name: "the names for completion after an edit / loading them",
        ratio: completing / loading,
        limit: 0.125,
      },
      {
        name: "diagnostics of all of them after an edit / loading them",
        ratio: everything / loading,
        limit: 1,
      },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
