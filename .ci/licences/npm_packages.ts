/** A package in Deno's cache. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly localPath: string;
}

/** A package and all that it needs, in Deno's cache. */
export async function npmPackages(
  name: string,
  version: string,
): Promise<NpmPackage[]> {
  // Away from this project, whose lock lists its own packages.
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/deno.json`, "{}");
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", `npm:${name}@${version}`],
      cwd: folder,
    }).output();
    const { npmPackages } = JSON.parse(new TextDecoder().decode(stdout)) as {
      npmPackages: Readonly<Record<string, NpmPackage>>;
    };
    return Object.values(npmPackages);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
