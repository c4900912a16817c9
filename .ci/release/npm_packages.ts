import { fromFileUrl } from "@std/path/from-file-url";
import { repositoryUrl } from "../repository.ts";
import { absoluteLinks } from "./absolute_links.ts";
import { binaryName, TARGETS } from "./targets.ts";

const root = fromFileUrl(new URL("../../", import.meta.url));

/** The modules of Artillery's engine. */
const ENGINE = ["index.js", "brace_process.js", "find_brace.js", "rest.js"];

/**
 * Writes the packages of npm: one for each system with its binary, which npm
 * installs where it fits, `@brace/cli`, whose launcher starts it, and the engine
 * of Artillery, which depends on that. Nothing runs at the installation.
 */
export async function npmPackages(
  folder: string,
  { binaries, version, repository }: {
    binaries: string;
    version: string;
    /** Owner and name on GitHub; npm compares them with who publishes. */
    repository: string;
  },
): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const url = repositoryUrl(repository);
  const shared = {
    version,
    license: "MIT",
    repository: { type: "git", url: `git+${url}.git` },
    homepage: `${url}#readme`,
  };
  const optionalDependencies: Record<string, string> = {};
  for (const target of TARGETS) {
    const short = `cli-${target.os}-${target.cpu}`;
    const binary = binaryName(target);
    optionalDependencies[`@brace/${short}`] = version;
    await writePackage(`${folder}/${short}`, {
      name: `@brace/${short}`,
      ...shared,
      description: `The binary of Brace for ${target.name}; install @brace/cli`,
      os: [target.os],
      cpu: [target.cpu],
      ...(target.os === "linux" ? { libc: ["glibc"] } : {}),
      preferUnplugged: true,
      files: [binary],
    });
    await Deno.copyFile(
      `${binaries}/${target.name}/${binary}`,
      `${folder}/${short}/${binary}`,
    );
    if (Deno.build.os !== "windows") {
      await Deno.chmod(`${folder}/${short}/${binary}`, 0o755);
    }
  }
  await writePackage(`${folder}/cli`, {
    name: "@brace/cli",
    ...shared,
    description:
      "Runs collections of HTTP requests, with variables, scripts and tests",
    keywords: ["http", "api", "testing", "opencollection", "bruno", "postman"],
    bin: { brace: "brace.js" },
    files: ["brace.js"],
    engines: { node: ">=18" },
    optionalDependencies,
  });
  await Deno.copyFile(
    new URL("npm_launcher.js", import.meta.url),
    `${folder}/cli/brace.js`,
  );
  await writePage("README.md", "cli");
  await writePackage(`${folder}/artillery-engine-brace`, {
    name: "artillery-engine-brace",
    ...shared,
    description: "Virtual users of Artillery that run collections with Brace",
    keywords: ["artillery", "artillery-engine", "load-testing", "brace"],
    main: "index.js",
    files: ENGINE,
    engines: { node: ">=18" },
    dependencies: { "@brace/cli": version },
  });
  for (const file of ENGINE) {
    await Deno.copyFile(
      new URL(`../artillery/${file}`, import.meta.url),
      `${folder}/artillery-engine-brace/${file}`,
    );
  }
  await writePage(".ci/artillery/README.md", "artillery-engine-brace");

  async function writePage(page: string, name: string): Promise<void> {
    const text = await Deno.readTextFile(`${root}/${page}`);
    await Deno.writeTextFile(
      `${folder}/${name}/README.md`,
      absoluteLinks(text, { repository, version }),
    );
  }
}

async function writePackage(
  folder: string,
  manifest: Readonly<Record<string, unknown>>,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(
    `${folder}/package.json`,
    JSON.stringify(manifest, null, 2) + "\n",
  );
  await Deno.copyFile(`${root}/LICENSE`, `${folder}/LICENSE`);
}
