// Copies the project as it is published: without `links`, so that every import
// comes from JSR and npm, and with the built command line in place of its
// sources: deno run -A .ci/published_copy.ts FOLDER [--keep-links]

const [target, keepLinks] = Deno.args;
if (target === undefined) {
  console.error("Give the folder to copy to");
  Deno.exit(2);
}

const root = new URL("..", import.meta.url);
const listing = await new Deno.Command("git", {
  args: ["ls-files", "-z"],
  cwd: root,
}).output();
if (!listing.success) Deno.exit(1);

const files = new TextDecoder().decode(listing.stdout).split("\0")
  // What is built is ignored by git, and would be by JSR.
  .filter((path) => path !== "" && path !== ".gitignore")
  .filter((path) => keepLinks || !path.startsWith(".links/"));
for (const path of files) {
  const copy = `${target}/${path}`;
  await Deno.mkdir(copy.replace(/\/[^/]*$/, ""), { recursive: true });
  await Deno.copyFile(new URL(path, root), copy);
}

const config = JSON.parse(await Deno.readTextFile(`${target}/deno.json`));
config.exports["./cli"] = "./dist/cli/cli.js";
config.publish.include.push("dist/cli");
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
if (!success) Deno.exit(1);
