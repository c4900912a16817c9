// Copies the project as it is published, without `links`, so that every import
// comes from JSR and npm: deno run -A .ci/without_links.ts FOLDER

const [target] = Deno.args;
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
  .filter((path) => path !== "" && !path.startsWith(".links/"));
for (const path of files) {
  const copy = `${target}/${path}`;
  await Deno.mkdir(copy.replace(/\/[^/]*$/, ""), { recursive: true });
  await Deno.copyFile(new URL(path, root), copy);
}

const config = JSON.parse(await Deno.readTextFile(`${target}/deno.json`));
delete config.links;
await Deno.writeTextFile(
  `${target}/deno.json`,
  JSON.stringify(config, null, 2) + "\n",
);
// The lock file knows the links; a new one is made from the registries.
await Deno.remove(`${target}/deno.lock`);
