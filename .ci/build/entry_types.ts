/** The types of the built entry: none, and what its documentation says. */
export async function entryTypes(): Promise<string> {
  const entry = await Deno.readTextFile(
    new URL("../../cli.ts", import.meta.url),
  );
  const documentation = /^\/\*\*[^]*?\*\/\n/.exec(entry);
  if (documentation === null) throw new Error("cli.ts tells nothing");
  return `${documentation[0]}export {};\n`;
}
