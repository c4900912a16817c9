import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { RunCollectionOptions } from "../../lib/host/run/collection_options.ts";
import { type Files, openPage } from "../support/open_page.ts";

const TREE: Files = {
  ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
  "get.request.yaml":
    `$kind: http-request\nmethod: GET\nurl: "http://127.0.0.1:1/"\nheaders:\n  - {key: X-One, value: "{{vault:shop-password}}"}\n`,
};

const ROWS: readonly {
  readonly what: string;
  readonly files: Files;
  readonly path: string;
  readonly text: string;
  readonly environments?: readonly string[];
  readonly run?: RunCollectionOptions;
  /** The problem, or nothing, and the definitions. */
  readonly told: readonly [problem: string, ...definitions: string[]];
}[] = [
  {
    what: "a secret of Postman's vault",
    files: TREE,
    path: "get.request.yaml",
    text: "{{ vault:shop-password }}",
    told: ["", "collection by file: in Postman's vault"],
  },
];

describe("what the page tells of a placeholder", () => {
  for (
    const { what, files, path, text, environments = [], run = {}, told } of ROWS
  ) {
    it(`is the same as a Send says: ${what}`, async () => {
      await using page = await openPage(files, { environments, run });
      const id = await page.id(path);
      const { texts: [[view]] } = await page.ask("placeholders", {
        id,
        texts: [text],
      });
      const { kind, start, end, problem = "", definitions } = view;
      assertEquals([kind, start, end], ["variable", 0, text.length]);
      assertEquals([
        problem,
        ...definitions.map(({ scope, label, by, text }) =>
          `${
            label === undefined ? scope : `${scope} ${label}`
          } by ${by}: ${text}`
        ),
      ], told);
    });
  }
});
