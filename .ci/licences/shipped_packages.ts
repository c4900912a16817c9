import { LLHTTP } from "../llhttp_wasm.ts";
import { pagePackages } from "../report_page.ts";
import { PACKAGES, QUICKJS } from "../sandbox/packages.ts";
import { workbenchPackages } from "../workbench_page.ts";
import { bundledPackages } from "./bundled_packages.ts";
import { type NpmPackage, npmPackages } from "./npm_packages.ts";

/**
 * The packages of npm that Brace is shipped with: what the built command line
 * is made of, what scripts can load (with all that those packages need), and
 * the pages of the HTML report and of `brace open`. Sorted, each once.
 */
export async function shippedPackages(): Promise<NpmPackage[]> {
  const pinned = [
    [QUICKJS.name, QUICKJS.version] as const,
    [LLHTTP.name, LLHTTP.version] as const,
    ...Object.values(PACKAGES).flatMap((it) => Object.entries(it.packages)),
    ...await pagePackages(),
    ...await workbenchPackages(),
  ];
  const packages = await bundledPackages();
  packages.push(...(await npmPackages(pinned)).flat());
  const found = new Map(
    packages.map((it) => [`${it.name} ${it.version}`, it] as const),
  );
  return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([, it]) => it);
}
