import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { loadCollection } from "../../../lib/host/files/load_collection.ts";
import { makePlan } from "../../../lib/core/plan/make_plan.ts";
import { requestsOf } from "../../../lib/core/plan/find_request.ts";

const FIXTURES = fromFileUrl(new URL("../../../fixtures/", import.meta.url));

/** The folders of fixtures that are collections. */
function* collections(folder: string): Generator<string> {
  const entries = [...Deno.readDirSync(folder)];
  const isCollection = entries.some(({ name }) =>
    ["opencollection.yml", "opencollection.yaml", "bruno.json"].includes(name)
  );
  if (isCollection) yield folder;
  else {
    for (const { name, isDirectory } of entries) {
      if (isDirectory) yield* collections(`${folder}/${name}`);
    }
  }
}

describe("loading a part of a collection", () => {
  it("plans the same for every request and folder as loading all of it", () => {
    let compared = 0;
    let parts = 0;
    for (const root of collections(FIXTURES)) {
      const whole = loadCollection([root]);
      if (whole.collection === undefined) continue;
      const paths = new Set<string>();
      for (const { request, folders } of requestsOf(whole.collection.items)) {
        paths.add(request.path);
        for (const { path } of folders) paths.add(path);
      }
      for (const path of paths) {
        const all = { ...whole, paths: [path] };
        const some = loadCollection([`${root}/${path}`], { part: true });
        assertEquals(some.paths, all.paths);
        if (some.part === undefined) continue;
        parts++;
        const stepsOf = (
          { collection, paths, part }: typeof whole,
        ) =>
          makePlan(collection!, { paths, ...(part && { items: part }) })
            .value.steps.map(({ item, folders }) => ({
              item,
              folders: folders.map(({ items: _, ...folder }) => folder),
            }));
        const steps = stepsOf(all);
        assertEquals(stepsOf(some), steps, `${root} ${path}`);
        compared += steps.length;
        const { items: _, ...rest } = some.collection!;
        const { items: __, ...others } = all.collection!;
        assertEquals(
          { ...rest, usesFakeData: false },
          { ...others, usesFakeData: false },
        );
      }
    }
    assert(parts > 30 && compared > 60, `${parts} parts, ${compared} steps`);
  });

  describe("of some files", () => {
    let root: string;
    const request = (more = "") =>
      `info: {name: R, type: http}\nhttp: {method: GET, url: "http://h/"}\n${more}`;
    const write = (path: string, text: string) => {
      Deno.mkdirSync(`${root}/${path}`.replace(/\/[^/]*$/, ""), {
        recursive: true,
      });
      Deno.writeTextFileSync(`${root}/${path}`, text);
    };

    beforeAll(() => {
      root = Deno.makeTempDirSync();
      write("opencollection.yml", "info: {name: Part}\n");
      write("users/folder.yml", "request: {variables: [{name: a, value: b}]}");
      write("users/one.yml", request());
      write("users/other.yml", request());
      write("broken.yml", "http: {method: GET\n");
      write("environments/local.yml", "variables: [{name: c, value: d}]");
      write(
        "calls.yml",
        request(
          `runtime: {scripts: [{type: tests, code: 'await client.runRequest("users/one")'}]}`,
        ),
      );
    });
    afterAll(() => Deno.removeSync(root, { recursive: true }));

    it("reads what is selected, what stands above it, and the environments", () => {
      const { collection, part, diagnostics } = loadCollection(
        [`${root}/users/one.yml`],
        { part: true },
      );
      assertEquals(diagnostics, []);
      assertEquals(
        [...requestsOf(part!)].map(({ request }) => request.path),
        ["users/one.yml"],
      );
      assertEquals(collection!.environments.map(({ name }) => name), ["local"]);
    });

    it("reads the rest when somebody asks, and gives what it has as the same objects", () => {
      const { collection, part } = loadCollection(
        [`${root}/users/one.yml`],
        { part: true },
      );
      // Made later than the part was read.
      write("late.yml", request());
      const all = [...requestsOf(collection!.items)];
      Deno.removeSync(`${root}/late.yml`);
      assertEquals(
        all.map(({ request }) => request.path).sort(),
        ["calls.yml", "late.yml", "users/one.yml", "users/other.yml"],
      );
      const [mine] = [...requestsOf(part!)];
      const found = all.find(({ request }) =>
        request.path === "users/one.yml"
      )!;
      assertStrictEquals(found.request, mine.request);
      assertStrictEquals(found.folders[0].defaults, mine.folders[0].defaults);
      assertStrictEquals(collection!.items, collection!.items);
    });

    it("reads everything for a request that may run others", () => {
      const { part, diagnostics } = loadCollection([`${root}/calls.yml`], {
        part: true,
      });
      assertEquals(part, undefined);
      assertEquals(diagnostics.map(({ severity }) => severity), ["warning"]);
    });
  });
});
