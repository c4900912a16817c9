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
 *
 * @param bundled The packages in the built command line; default: it is built for that.
 */
export async function shippedPackages(
  bundled?: readonly NpmPackage[],
): Promise<NpmPackage[]> {
  const pinned = [
    [QUICKJS.name, QUICKJS.version] as const,
    [LLHTTP.name, LLHTTP.version] as const,
    ...Object.values(PACKAGES).flatMap((it) => Object.entries(it.packages)),
    ...await pagePackages(),
    ...await workbenchPackages(),
  ];
  const packages = [...bundled ?? await bundledPackages()];
  packages.push(...(await npmPackages(pinned)).flat());
  const found = new Map(
    packages.map((it) => [`${it.name} ${it.version}`, it] as const),
  );
  return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([, it]) => it);
}
