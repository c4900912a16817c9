/** A licence as a package in a folder tells it. */
export async function licenceOf(folder: string): Promise<string> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const file = names.find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (file !== undefined) {
    const text = await Deno.readTextFile(`${folder}/${file}`);
    return text.replaceAll("\r\n", "\n").trim();
  }
  const { license, licenses } = JSON.parse(
    await Deno.readTextFile(`${folder}/package.json`),
  );
  return `Licence, by its package.json: ${JSON.stringify(license ?? licenses)}`;
}
