import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";
import { MAIN } from "../../../lib/tools/convert/update/file_marks.ts";
import { updateFiles } from "../../../lib/tools/convert/update/update_files.ts";
import { runs } from "../../support/check.ts";

const servers = fc.uniqueArray(
  fc.record({
    description: fc.constantFrom("Local", "local", "Dev", "A/B: c", undefined),
    url: fc.constantFrom(
      "http://one.org",
      "http://two.org/v1",
      "http://{v}.org",
    ),
    v: fc.constantFrom("one", "two"),
  }, { requiredKeys: ["url", "v"] }),
  { minLength: 1, maxLength: 4, selector: (one) => JSON.stringify(one) },
);
const operations = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom("/a", "/b", "/c"),
    operationId: fc.constantFrom("x", "y", "z", undefined),
    summary: fc.constantFrom("One", "Two", undefined),
    tag: fc.constantFrom("s", "t"),
  }, { requiredKeys: ["path", "tag"] }),
  {
    minLength: 1,
    maxLength: 3,
    comparator: (a, b) =>
      a.path === b.path ||
      a.operationId !== undefined && a.operationId === b.operationId,
  },
);
const documents = fc.array(fc.record({ servers, operations }), {
  minLength: 2,
  maxLength: 6,
});

type Described = typeof documents extends fc.Arbitrary<(infer One)[]> ? One
  : never;

async function imported({ servers, operations }: Described) {
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    servers: servers.map(({ v, ...server }) => ({
      ...server,
      ...(server.url.includes("{") && { variables: { v: { default: v } } }),
    })),
    paths: Object.fromEntries(
      operations.map(({ path, tag, ...operation }) => [path, {
        get: {
          ...operation,
          tags: [tag],
          responses: { "200": { description: "ok" } },
        },
      }]),
    ),
  });
  const { value } = await importSource({
    name: "api.json",
    main: "api.json",
    files: new Map([["api.json", text]]),
  });
  return toFiles(value!);
}

/** The texts of files, without what stands for their names and places. */
function textsIn(files: Iterable<readonly [string, string]>): string[] {
  return [...files].filter(([path]) => path !== MAIN)
    .map(([path, text]) =>
      path.startsWith("environments/")
        ? text.replace(/^name: .*\n/m, "")
        : text.replace(/^ {2}seq: .*\n|^ +hash: .*\n/gm, "")
    ).sort();
}

describe("an update of what nobody edited", () => {
  it("has what a new import has, in files that keep their names", async () => {
    await fc.assert(
      fc.asyncProperty(documents, async ([first, ...others]) => {
        const here = new Map((await imported(first)).files);
        for (const one of others) {
          const fresh = await imported(one);
          const { files, notes } = updateFiles(here, fresh);
          for (const [path, text] of files) here.set(path, text);
          const gone = new Set(
            notes.filter(({ ends }) => ends !== undefined).map((note) => {
              assertEquals(note.ends, ["keep"], note.message);
              return note.target;
            }),
          );
          const rest = [...here].filter(([path]) => !gone.has(path));
          assertEquals(
            textsIn(rest.filter(([path]) => !path.endsWith("folder.yml"))),
            textsIn(
              [...fresh.files].filter(([path]) => !path.endsWith("folder.yml")),
            ),
          );
          // Now and then, a person deletes what is gone: no mark of it stays.
          const isDeleted = gone.size % 2 === 1;
          if (isDeleted) { for (const path of gone) here.delete(path!); }
          const again = updateFiles(here, fresh).files;
          for (const [path, text] of again) here.set(path, text);
          const changed = [...again.keys()];
          assertEquals(changed.filter((it) => !isDeleted || it !== MAIN), []);
        }
      }),
      { seed: 22, numRuns: runs(300) },
    );
  });
});
