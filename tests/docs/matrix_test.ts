import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parse } from "@std/yaml/parse";
import { TEMPLATE } from "../../lib/cli/commands/init_command.ts";
import { SERVE_PORT } from "../../lib/cli/command.ts";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { braceRows } from "../support/brace_rows.ts";
import { blocksOf, words } from "./blocks.ts";
import { readPage } from "./describe_page.ts";

// deno-lint-ignore no-explicit-any
type Workflow = any;

/** What a system's matrix runs, with what stands for its variables in a part. */
const MATRICES: readonly [
  file: string,
  commandsOf: (workflow: Workflow) => [part: string, whole: string],
  part: (part: number) => [variable: string, value: string][],
][] = [
  [
    ".github/workflows/api-in-parts.yml",
    ({ jobs: { part, whole } }) => {
      assertEquals(part.strategy.matrix.part, [1, 2, 3, 4]);
      return [part.steps[1].with.arguments, whole.steps[1].with.arguments];
    },
    (part) => [["${{ matrix.part }}", `${part}`]],
  ],
  [
    ".gitlab-ci-in-parts.yml",
    ({ part, whole }) => {
      assertEquals(part.parallel, 4);
      return [part, whole].map(({ script }) =>
        script[0].replace(/^.*?\/cli /s, "")
      ) as [string, string];
    },
    (part) => [["$CI_NODE_INDEX", `${part}`], ["$CI_NODE_TOTAL", "4"]],
  ],
];

describe("the matrix of docs/ci.md", () => {
  const brace = braceRows();
  for (const [file, commandsOf, variables] of MATRICES) {
    it(`makes the reports of the whole: ${file}`, async () => {
      const block = blocksOf(readPage("docs/ci.md"))
        .find(({ text }) => text.startsWith(`# ${file}\n`))!;
      const [part, whole] = commandsOf(parse(block.text));
      const api = serveDemo();
      const cwd = await Deno.makeTempDir();
      const here = (text: string) =>
        text.replaceAll(`127.0.0.1:${SERVE_PORT}`, new URL(api.url).host);
      for (const [path, text] of TEMPLATE) {
        const target = `${cwd}/my-api/${path}`.replace("local.yml", "ci.yml");
        await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), {
          recursive: true,
        });
        await Deno.writeTextFile(
          target,
          here(text).replace("name: local", "name: ci"),
        );
      }
      for (const index of [1, 2, 3, 4]) {
        let command = part;
        for (const [variable, value] of variables(index)) {
          command = command.replaceAll(variable, value);
        }
        const { code, stdout, stderr } = await brace(words(command), { cwd });
        assertEquals(code, 0, stdout + stderr);
      }
      const isMerged = whole.includes(" part-1.json");
      // GitHub's artifacts arrive in the folder of the job.
      if (isMerged) {
        for (const index of [1, 2, 3, 4]) {
          const name = `part-${index}.json`;
          await Deno.rename(`${cwd}/reports/${name}`, `${cwd}/${name}`);
        }
      }
      const merged = await brace(words(whole), { cwd });
      assertEquals(merged.code, 0, merged.stderr);
      const junit = await Deno.readTextFile(`${cwd}/reports/api.xml`);
      const requests = TEMPLATE.filter(([, text]) => text.includes("\nhttp:"));
      for (const [path] of requests) assert(junit.includes(path), path);
      await Deno.stat(`${cwd}/reports/api.html`);
      await api.stop();
      await Deno.remove(cwd, { recursive: true });
    });
  }
});
