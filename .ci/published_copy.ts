// Copies the project as it is published: without `links`, so that every import
// comes from JSR and npm, and with the built command line in place of its
// sources: deno run -A .ci/published_copy.ts FOLDER [--keep-links]

import { fromFileUrl } from "@std/path/from-file-url";
import { absoluteLinks } from "./release/absolute_links.ts";
import { publishedModules } from "./release/published_modules.ts";
import { REPOSITORY } from "./repository.ts";

const root = new URL("..", import.meta.url);

/** Writes the copy to a folder; with `keepLinks` it needs no JSR. */
export async function publishedCopy(
  target: string,
  { keepLinks = false } = {},
): Promise<void> {
  await copyFiles(target, keepLinks);
  const readme = `${target}/README.md`;
  const config = JSON.parse(await Deno.readTextFile(`${target}/deno.json`));
  await Deno.writeTextFile(
    readme,
    absoluteLinks(await Deno.readTextFile(readme), {
      repository: REPOSITORY,
      version: config.version,
    }),
  );
  config.exports["./cli"] = "./dist/cli/cli.js";
  const sources = ["mod.ts", "cli.ts", "run.ts", "testing.ts", "lib"];
  config.publish.include = [
    ...await publishedModules(),
    "dist/cli",
    ...config.publish.include.filter((it: string) => !sources.includes(it)),
    // deno publish refuses a copy whose imports are not in it.
    ...(keepLinks ? [".links"] : []),
  ];
  if (!keepLinks) {
    delete config.links;
    // The lock file knows the links; a new one is made from the registries.
    await Deno.remove(`${target}/deno.lock`);
  }
  await Deno.writeTextFile(
    `${target}/deno.json`,
    JSON.stringify(config, null, 2) + "\n",
  );
  // In a process of its own: with the copy's imports.
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ".ci/build.ts"],
    cwd: target,
  }).spawn().status;
  if (!success) throw new Error("The copy's command line cannot be built");
}

async function copyFiles(target: string, keepLinks: boolean): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: ["ls-files", "-z"],
    cwd: fromFileUrl(root),
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  const files = text.decode(stdout).split("\0")
    // What is built is ignored by git, and would be by JSR.
    .filter((path) => path !== "" && path !== ".gitignore")
    .filter((path) => keepLinks || !path.startsWith(".links/"));
  for (const path of files) {
    const copy = `${target}/${path}`;
    await Deno.mkdir(copy.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.copyFile(new URL(path, root), copy);
  }
}

if (import.meta.main) {
  const [target, keepLinks] = Deno.args;
  if (target === undefined) {
    console.error("Give the folder to copy to");
    Deno.exit(2);
  }
  await publishedCopy(target, { keepLinks: keepLinks !== undefined });
}
