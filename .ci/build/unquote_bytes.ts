/** A text of bytes in Base64 that is long enough to matter. */
const BYTES = /(["'`])([A-Za-z0-9+/]{50000,}={0,2})\1/g;

/**
 * Turns every long text of bytes in some code into a comment, which the code
 * reads from its own source. V8 keeps a literal twice, next to the source that
 * it stands in, and Deno's code cache keeps it once more.
 */
export function unquoteBytes(code: string): string {
  return code.replace(
    BYTES,
    (_, _quote, bytes) => `(()=>{/*${bytes}*/}).toString().slice(7,-3)`,
  );
}

/** The same for each part of a built command line. */
export async function unquoteParts(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const code = await Deno.readTextFile(path);
    const unquoted = unquoteBytes(code);
    if (unquoted !== code) await Deno.writeTextFile(path, unquoted);
  }
}
