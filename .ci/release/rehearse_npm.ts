import { expectVersion } from "./expect_version.ts";
import { type PackedPackage, serveRegistry } from "./npm_registry.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { runProgram } from "./run_program.ts";
import { binaryName, TARGETS } from "./targets.ts";

/** Packs the packages of npm and installs each from its tarball, by a registry on this machine. */
export async function rehearseNpm(
  dist: string,
  rehearsal: Rehearsal,
  deno: (...args: string[]) => Promise<string>,
): Promise<void> {
  const packed: PackedPackage[] = [];
  await rehearsal.step("the packages of npm, packed", async () => {
    await deno("run", "-A", ".ci/release.ts", "npm");
    for (const { name } of Deno.readDirSync(`${dist}/npm`)) {
      packed.push(await pack(`${dist}/npm/${name}`));
    }
  });
  await using server = serveRegistry(packed);
  const registry = `http://127.0.0.1:${server.addr.port}`;
  await rehearsal.step("npm install @brace/cli, on this system", async () => {
    const project = await install(`${dist}/project`, registry, []);
    await expectVersion([`${project}/node_modules/.bin/brace`, "--version"]);
  });
  await rehearsal.step("npm install artillery-engine-brace", async () => {
    const engine = "artillery-engine-brace";
    const cwd = await install(`${dist}/engine`, registry, [], engine);
    await runProgram(["node", "-e", `new (require("${engine}"))({})`], { cwd });
    await expectVersion([`${cwd}/node_modules/.bin/brace`, "--version"]);
  });
  for (const target of TARGETS) {
    const { os, cpu } = target;
    await rehearsal.step(`the same for ${os} on ${cpu}`, async () => {
      const flags = [`--os=${os}`, `--cpu=${cpu}`, "--libc=glibc"];
      const project = await install(`${dist}/${os}-${cpu}`, registry, flags);
      const there = [...Deno.readDirSync(`${project}/node_modules/@brace`)]
        .map(({ name }) => name).sort();
      const binary = `cli-${os}-${cpu}`;
      if (there.join() !== `cli,${binary}`) {
        throw new Error(`npm installed ${there.join()}`);
      }
      await Deno.stat(
        `${project}/node_modules/@brace/${binary}/${binaryName(target)}`,
      );
    });
  }
}

async function pack(folder: string): Promise<PackedPackage> {
  const printed = await runProgram(["npm", "pack", "--json"], { cwd: folder });
  const [{ filename }] = JSON.parse(printed) as { filename: string }[];
  return {
    manifest: JSON.parse(await Deno.readTextFile(`${folder}/package.json`)),
    tarball: `${folder}/${filename}`,
  };
}

/** Installs into a project of its own, with a cache of its own; gives its folder. */
async function install(
  project: string,
  registry: string,
  flags: readonly string[],
  name = "@brace/cli",
): Promise<string> {
  await Deno.mkdir(project);
  await Deno.writeTextFile(`${project}/package.json`, "{}");
  await runProgram(
    [
      ...["npm", "install", name, ...flags],
      ...[`--registry=${registry}`, `--cache=${project}/cache`],
      ...["--no-audit", "--no-fund", "--ignore-scripts"],
    ],
    { cwd: project },
  );
  return project;
}
