import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Instance } from "../../../lib/host/sandbox/instance.ts";
import {
  fingerprint,
  snapshotSource,
} from "../../../lib/host/sandbox/modules/fingerprint.ts";
import {
  OWN,
  PACKAGES,
  QUICKJS,
} from "../../../lib/host/sandbox/modules/packages.ts";
import { PACKAGE_NAMES } from "../../../lib/script/module_names.ts";

const modules = new URL("../../../lib/host/sandbox/modules/", import.meta.url);
const api = new URL("../../../lib/script/api/", import.meta.url);

const sources = new Map<string, string>([
  ...Object.entries(OWN).map(([name, { path }]) => [name, path] as const),
  ...Object.entries(PACKAGES).flatMap(([name, { own }]) =>
    own === undefined ? [] : [[name, own] as const]
  ),
]);

describe("bundles for scripts", () => {
  for (const [name, path] of sources) {
    it(`${name} is made of the present sources`, async () => {
      const text = await Deno.readTextFile(
        new URL(`generated/${name}.ts`, modules),
      );
      assertStringIncludes(
        text.slice(0, 200),
        `Source: ${await fingerprint(new URL(path, api))}`,
        "run deno run -A lib/host/sandbox/modules/build.ts",
      );
    });
  }

  it("the snapshot is made of the present bundles", async () => {
    const text = await Deno.readTextFile(
      new URL("generated/snapshot.js", modules),
    );
    assertStringIncludes(
      text.slice(0, 200),
      `Source: ${await snapshotSource()}`,
      "run deno run -A lib/host/sandbox/modules/build.ts",
    );
  });

  it("QuickJS has the version of its loader", async () => {
    const { imports } = JSON.parse(
      await Deno.readTextFile(new URL("../../../deno.json", import.meta.url)),
    );
    const { name, version } = QUICKJS;
    assertEquals(imports[name], `npm:${name}@${version}`);
    const text = await Deno.readTextFile(
      new URL("generated/quickjs_wasm.js", modules),
    );
    assertStringIncludes(text.slice(0, 200), `Source: ${name} ${version}`);
  });

  it("the snapshot fits the QuickJS in use", async () => {
    const limits = { time: 1000, memory: 32 * 1024 * 1024 };
    const resumed = await Instance.start(limits);
    assert(resumed.hasModule("chai"), "nothing else would load it");
    const anew = await Instance.startAnew(limits);
    assert(!anew.hasModule("chai"));
  });

  it("there is one for each package that require offers", () => {
    const names = Object.keys(PACKAGES).filter((name) => name !== "node");
    assertEquals(names.sort(), [...PACKAGE_NAMES].sort());
  });

  it("the licences name every pinned package", async () => {
    const text = await Deno.readTextFile(new URL("THIRD_PARTY.txt", modules));
    for (const { packages } of Object.values(PACKAGES)) {
      for (const [name, version] of Object.entries(packages)) {
        assertStringIncludes(text, `## ${name} ${version}\n`);
      }
    }
  });
});
