/** Modules by name; each is loaded when the first script needs it. */
const LOADERS: Readonly<Record<string, () => Promise<{ default: string }>>> = {
  chai: () => import("./modules/generated/chai.ts"),
};

/** The sources of the modules that a script's text may ask for. */
export async function modulesOf(
  code: string,
): Promise<ReadonlyMap<string, string>> {
  const names = new Set<string>();
  if (/\b(?:expect|assert|chai)\b/.test(code)) names.add("chai");
  const sources = new Map<string, string>();
  for (const name of names) {
    const loader = LOADERS[name];
    if (loader !== undefined) sources.set(name, (await loader()).default);
  }
  return sources;
}
