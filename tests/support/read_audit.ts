/**
 * What a process asked Deno for, from the file that `DENO_AUDIT_PERMISSIONS`
 * named: `net 127.0.0.1:80`, each once. That Deno asks for the host of a module
 * (with @std packages from JSR, not from `.links`) is none of the program's doing.
 */
export async function readAudit(file: string): Promise<string[]> {
  const asked = (await Deno.readTextFile(file)).split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ permission }) => permission !== "import")
    .map(({ permission, value }) => `${permission} ${value}`);
  return [...new Set(asked)];
}
