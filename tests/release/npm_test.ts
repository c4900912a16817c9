import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { npmPackages } from "../../.ci/release/npm_packages.ts";
import { binaryName, TARGETS } from "../../.ci/release/targets.ts";
import { itNeeds } from "../support/needs.ts";

/** `npm publish --provenance` refuses a package without it. */
const REPOSITORY = {
  type: "git",
  url: "git+https://github.com/some-one/client.git",
};

describe("the packages of npm", () => {
  let folder: string;
  let modules: string;

  beforeAll(async () => {
    folder = await Deno.makeTempDir();
    const binaries = `${folder}/binaries`;
    for (const target of TARGETS) {
      await Deno.mkdir(`${binaries}/${target.name}`, { recursive: true });
      await Deno.writeTextFile(
        `${binaries}/${target.name}/${binaryName(target)}`,
        '#!/bin/sh\necho "got: $*"\n[ "$1" = die ] && kill -TERM $$\nexit 7\n',
      );
    }
    await npmPackages(`${folder}/npm`, {
      binaries,
      version: "9.8.7",
      repository: "some-one/client",
    });
    // As npm lays them out.
    modules = `${folder}/project/node_modules/@brace`;
    await Deno.mkdir(modules, { recursive: true });
    for (const { name } of Deno.readDirSync(`${folder}/npm`)) {
      await Deno.rename(`${folder}/npm/${name}`, `${modules}/${name}`);
    }
  });
  afterAll(() => Deno.remove(folder, { recursive: true }));

  const manifest = (name: string) =>
    JSON.parse(Deno.readTextFileSync(`${modules}/${name}/package.json`));

  it("are one for each system, which the launcher's names at its version", () => {
    const names = TARGETS.map(({ os, cpu }) => `cli-${os}-${cpu}`);
    assertEquals(
      manifest("cli").optionalDependencies,
      Object.fromEntries(names.map((name) => [`@brace/${name}`, "9.8.7"])),
    );
    for (const [i, name] of names.entries()) {
      const { os, cpu, files, version, scripts, repository } = manifest(name);
      const target = TARGETS[i];
      assertEquals(
        { os, cpu, files, version, scripts, repository },
        {
          os: [target.os],
          cpu: [target.cpu],
          files: [binaryName(target)],
          version: "9.8.7",
          scripts: undefined,
          repository: REPOSITORY,
        },
      );
    }
  });

  it("have a README whose links lead to the repository", async () => {
    assertEquals(manifest("cli").repository, REPOSITORY);
    const readme = await Deno.readTextFile(`${modules}/cli/README.md`);
    // In the copy for publishing they lead to its own repository already.
    assertMatch(
      readme,
      /\(https:\/\/github\.com\/\S+\/blob\/v\S+\/docs\/install\.md\)/,
    );
  });

  itNeeds("node")(
    "have the engine of Artillery, which names its Brace",
    async () => {
      const name = "artillery-engine-brace";
      const { version, dependencies, repository, scripts } = manifest(name);
      assertEquals(
        { version, dependencies, repository, scripts },
        {
          version: "9.8.7",
          dependencies: { "@brace/cli": "9.8.7" },
          repository: REPOSITORY,
          scripts: undefined,
        },
      );
      const readme = await Deno.readTextFile(`${modules}/${name}/README.md`);
      assertMatch(
        readme,
        /\(https:\/\/github\.com\/\S+\/blob\/v\S+\/docs\/load\.md\)/,
      );
      const { success } = await new Deno.Command("node", {
        args: ["-e", `new (require("${modules}/${name}"))({})`],
      }).output();
      assertEquals(success, true);
    },
  );

  async function launch(
    ...args: string[]
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const { code, stdout, stderr } = await new Deno.Command("node", {
      args: [`${modules}/cli/brace.js`, ...args],
    }).output();
    const text = new TextDecoder();
    return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
  }

  itNeeds("node", "sh")(
    "start the binary with its arguments and its exit code",
    async () => {
      assertEquals(await launch("run", "a b"), {
        code: 7,
        stdout: "got: run a b\n",
        stderr: "",
      });
    },
  );

  itNeeds("node", "sh", "signals")(
    "end as the binary does that a signal ends",
    async () => {
      assertEquals((await launch("die")).code, 128 + 15);
    },
  );

  itNeeds("node", "sh")("say what is missing", async () => {
    const names = TARGETS.map(({ os, cpu }) => `cli-${os}-${cpu}`);
    for (const name of names) {
      await Deno.rename(`${modules}/${name}`, `${folder}/${name}`);
    }
    const { code, stderr } = await launch("run");
    for (const name of names) {
      await Deno.rename(`${folder}/${name}`, `${modules}/${name}`);
    }
    assertEquals(code, 1);
    assertStringIncludes(
      stderr,
      "error: Cannot start Brace: the package @brace/cli-",
    );
  });
});
