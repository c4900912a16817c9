import type { CompletionItem } from "vscode-languageserver/node";
import { lspClient } from "../support/lsp_client.ts";
import { manyRequests, request, writeFiles } from "./many_requests.ts";
import type { Row } from "./row.ts";

const PATH = "folder-25/request-50.yml";

/** Edits that are made before times count: the server's code is compiled by then. */
const WARM = 10;
const ROUNDS = 25;

/** The middle of the times of some rounds, in milliseconds. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = -WARM; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - start);
    // As a person types: the other files are looked at when typing pauses.
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

/** An editor and `brace lsp` as processes, with a collection of 5,000 requests. */
export async function rows(): Promise<Row[]> {
  const folder = await writeFiles(manyRequests());
  const client = await lspClient(folder, { environment: "local" });
  try {
    const text = request(50);
    await client.open(PATH, text);
    await client.problems(PATH, (found) => found.length === 0);
    let isWrong = false;
    // A name that is misspelt, and one that is not.
    const edit = () => {
      isWrong = !isWrong;
      return isWrong
        ? client.edit(PATH, "{{baseUrl}}", "{{baseUr}}")
        : client.edit(PATH, "{{baseUr}}", "{{baseUrl}}");
    };
    const diagnosed = await median(async () => {
      await edit();
      await client.problems(PATH, (found) => (found.length > 0) === isWrong);
    });
    const completed = await median(async () => {
      await edit();
      const items = await client.connection.sendRequest<CompletionItem[]>(
        "textDocument/completion",
        {
          textDocument: { uri: client.uri(PATH) },
          position: client.behind(PATH, "{{base"),
        },
      );
      if (!items.some(({ label }) => label === "baseUrl")) {
        throw new Error("nothing to complete");
      }
    });
    const environment = "environments/local.yml";
    const variables = await Deno.readTextFile(`${folder}/${environment}`);
    await client.open(environment, variables);
    await client.problems(environment, (found) => found.length === 0);
    let isUsed = true;
    const shared = await median(async () => {
      isUsed = !isUsed;
      await (isUsed
        ? client.edit(environment, "{{nothing}}", "http://localhost:8080")
        : client.edit(environment, "http://localhost:8080", "{{nothing}}"));
      await client.problems(environment, ({ length }) => length > 0 !== isUsed);
    });
    return [
      {
        name: "5,000 requests: from an edit of what all use to its (ms)",
        ratio: shared,
        limit: 100,
      },
      {
        name: "5,000 requests: from an edit to its diagnostics (ms)",
        ratio: diagnosed,
        limit: 100,
      },
      {
        name: "5,000 requests: from an edit to what completes there (ms)",
        ratio: completed,
        limit: 50,
      },
    ];
  } finally {
    await client.stop();
    await Deno.remove(folder, { recursive: true });
  }
}
