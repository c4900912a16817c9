/** What `deno info` tells of a file. */
interface ModuleInfo {
  readonly specifier: string;
  readonly local?: string;
  /** `code` is absent for what is imported as a type only. */
  readonly dependencies?: readonly { readonly code?: { specifier: string } }[];
}

/**
 * A digest of a source file and of every local file whose code it imports: a
 * bundle carries that of its sources, so that a test can tell when it is old.
 */
export async function fingerprint(source: URL): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", source.href],
  }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    modules: readonly ModuleInfo[];
  };
  const known = new Map(modules.map((it) => [it.specifier, it]));
  const wanted = new Set([source.href]);
  // A set goes on to what is added while it is walked through.
  for (const specifier of wanted) {
    for (const { code } of known.get(specifier)?.dependencies ?? []) {
      if (code !== undefined) wanted.add(code.specifier);
    }
  }
  const files = [...wanted].flatMap((it) => known.get(it)?.local ?? []).sort();
  const texts = await Promise.all(files.map((it) => Deno.readTextFile(it)));
  return await digest(texts);
}

/** The same of what the snapshot is made of: the script's side and chai. */
export async function snapshotSource(): Promise<string> {
  const texts = ["prelude", "chai"].map((name) =>
    Deno.readTextFile(new URL(`generated/${name}.ts`, import.meta.url))
  );
  return await digest(await Promise.all(texts));
}

async function digest(texts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(texts.join("\0"));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(hash).toHex().slice(0, 16);
}
