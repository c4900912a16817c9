import { fromFileUrl } from "@std/path/from-file-url";

/** The modules that an entry of the project needs, types included, as URLs. */
export async function modulesOf(entry: string): Promise<string[]> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: fromFileUrl(new URL("..", import.meta.url)),
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  const { modules }: { modules: { specifier: string }[] } = JSON.parse(
    text.decode(stdout),
  );
  return modules.map(({ specifier }) => specifier);
}
