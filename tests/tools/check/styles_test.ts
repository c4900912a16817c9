import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { DataRows } from "../../../lib/core/plan/types.ts";
import { brace } from "../../support/brace.ts";
import { runCollection } from "../../support/run_collection.ts";
import { foundIn } from "./found_in.ts";
import { authChain } from "./styles/auth_chain.ts";
import { crudRows } from "./styles/crud_rows.ts";
import { graphql } from "./styles/graphql.ts";
import { postman } from "./styles/postman.ts";

const RESPONSE = {
  id: 7,
  access_token: "a-token",
  refresh_token: "another",
};

async function inFolder(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      const parent = `${folder}/${path}`.replace(/\/[^/]*$/, "");
      await Deno.mkdir(parent, { recursive: true });
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

describe("larger collections in the styles that people use", () => {
  for (
    const [name, style, requests] of [
      ["auth chain", authChain(), 32],
      ["CRUD suite with rows", crudRows(), 36],
      ["GraphQL", graphql(), 32],
    ] as const
  ) {
    it(`${name}: nothing is found, and all of it is sent`, async () => {
      const { files, environments = [], rows } = style;
      await inFolder(files, async (folder) => {
        const found = await foundIn(folder, {
          vars: [["server", "http://127.0.0.1:4747"]],
          ...(rows && { data: `${folder}/rows.csv` }),
        });
        assertEquals(
          found.map(({ code, message }) => `${code}: ${message}`),
          [],
        );
        const own = Object.entries(files)
          .filter(([path]) => /\.(?:ya?ml|env)$/.test(path));
        for (
          const env of environments.length > 0 ? environments : [undefined]
        ) {
          const { results } = await runCollection(Object.fromEntries(own), {
            handler: () => ({ json: RESPONSE }),
            ...(env !== undefined && { env: [env] }),
            ...(rows && { rows: [rows] as DataRows }),
            root: folder,
          });
          assertEquals(results.length, requests);
          assertEquals(
            results.filter(({ status }) => status === "errored")
              .map(({ step, diagnostics: [first] }) =>
                `${step.item.path}: ${first?.message}`
              ),
            [],
          );
        }
      });
    });
  }

  it("imported from Postman: nothing is found", async () => {
    await inFolder(
      { "blog.json": JSON.stringify(postman()) },
      async (folder) => {
        const { code, stderr } = await brace([
          "import",
          `${folder}/blog.json`,
          "--output",
          `${folder}/blog`,
        ]);
        assertEquals(code, 0, stderr);
        const found = await foundIn(`${folder}/blog`);
        assertEquals(
          found.map(({ code, message }) => `${code}: ${message}`),
          [],
        );
        assert(
          [...Deno.readDirSync(`${folder}/blog`)].length >= 6,
          "a folder for each",
        );
      },
    );
  });
});
