import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { generatedFiles } from "../../../.ci/generate.ts";
import { brace } from "../../support/brace.ts";
import { PACKAGES, QUICKJS } from "../../../.ci/sandbox/packages.ts";
import { Instance } from "../../../lib/host/sandbox/instance.ts";
import { PACKAGE_NAMES } from "../../../lib/core/collection/required/module_names.ts";

const root = new URL("../../../", import.meta.url);
/** Folders in which everything is generated. */
const GENERATED = [
  "lib/host/sandbox/modules/generated/",
  "lib/tools/report/html/generated/",
  "docs/schema/",
];

/** Bytes of the largest generated file: what tools still show. */
const MAX_GENERATED_SIZE = 1024 * 1024;

describe("generated files", () => {
  const seen = new Set<string>();

  it("are what their sources give, at each build", async () => {
    const stale: string[] = [];
    // deno task test has built the command line, which takes longer than all of this.
    const known = Deno.env.get("BRACE_PACKAGES");
    const bundled = known && JSON.parse(await Deno.readTextFile(known));
    for await (const { path, text } of generatedFiles(bundled)) {
      seen.add(path);
      const present = await Deno.readTextFile(new URL(path, root))
        .catch(() => undefined);
      if (present !== text) stale.push(path);
    }
    assertEquals(stale, [], "run: deno task generate");
  });

  it("are all built by the task", () => {
    const present = GENERATED.flatMap((folder) =>
      [...Deno.readDirSync(new URL(folder, root))]
        .map(({ name }) => folder + name)
    );
    assertEquals(present.filter((path) => !seen.has(path)), []);
  });

  it("are small enough to be read", () => {
    const large = [...seen].filter((path) =>
      Deno.statSync(new URL(path, root)).size > MAX_GENERATED_SIZE
    );
    assertEquals(large, []);
  });
});

describe("bundles for scripts", () => {
  it("QuickJS has the version of its loader", async () => {
    const { imports } = JSON.parse(
      await Deno.readTextFile(new URL("deno.json", root)),
    );
    const { name, version } = QUICKJS;
    assertEquals(imports[name], `npm:${name}@${version}`);
  });

  it("the snapshot fits the QuickJS in use", async () => {
    const limits = { time: 1000, memory: 32 * 1024 * 1024 };
    const resumed = await Instance.start(limits);
    assert(resumed.hasModule("chai"), "nothing else would load it");
    assert(!resumed.hasJobs, "each script would wait for them");
    const anew = await Instance.startAnew(limits);
    assert(!anew.hasModule("chai"));
  });

  it("there is one for each package that require offers", () => {
    const names = Object.keys(PACKAGES).filter((name) =>
      !["ajv6", "jsonpath", "lodash3", "node", "schema", "web"].includes(name)
    );
    assertEquals(names.sort(), [...PACKAGE_NAMES].sort());
  });

  it("the licences name every pinned package", async () => {
    const { stdout } = await brace(["licenses"]);
    for (const { packages } of Object.values(PACKAGES)) {
      for (const [name, version] of Object.entries(packages)) {
        assertStringIncludes(stdout, `\n${name} ${version}\n===`);
      }
    }
  });
});
