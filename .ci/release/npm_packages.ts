import { fromFileUrl } from "@std/path/from-file-url";
import { binaryName, TARGETS } from "./targets.ts";

const root = fromFileUrl(new URL("../../", import.meta.url));

/**
 * Writes the packages of npm: one for each system with its binary, which npm
 * installs where it fits, and `@brace/cli`, whose launcher starts it. Nothing
 * runs at the installation.
 */
export async function npmPackages(
  folder: string,
  { binaries, version }: { binaries: string; version: string },
): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const shared = { version, license: "MIT" };
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
  await Deno.copyFile(`${root}/README.md`, `${folder}/cli/README.md`);
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
