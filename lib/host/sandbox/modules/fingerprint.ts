/**
 * A digest of a source file and of every local file that it imports: a bundle
 * carries that of its sources, so that a test can tell when it is old.
 */
export async function fingerprint(source: URL): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", source.pathname],
  }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    modules: readonly { specifier: string; local?: string }[];
  };
  const files = modules.flatMap(({ local }) => local ?? []).sort();
  const texts = await Promise.all(files.map((it) => Deno.readTextFile(it)));
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(texts.join("\0")),
  );
  return new Uint8Array(digest).toHex().slice(0, 16);
}
